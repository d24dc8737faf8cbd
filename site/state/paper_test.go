package state

import "testing"

func TestPaperActions(t *testing.T) {
	s := Default()
	s.View = Paper
	s = Update(s, PaperSection{ID: "2.3"})
	s = Update(s, PaperOnly{Mark: Corrected})
	if want := (Reading{Section: "2.3", Only: Corrected}); s.Paper != want {
		t.Errorf("%+v, want %+v", s.Paper, want)
	}
	at := s
	at.Paper = Reading{Claim: "fermi"}
	if at.Paper.At() != "fermi" || s.Paper.At() != "2.3" {
		t.Errorf("begins at %q and %q", at.Paper.At(), s.Paper.At())
	}
	if got := Update(at, PaperSection{ID: "2.1"}).Paper; got != (Reading{Section: "2.1"}) {
		t.Errorf("a section after a statement: %+v", got)
	}
	if got := Update(at, PaperOnly{Mark: Outdated}).Paper; got != (Reading{Only: Outdated}) {
		t.Errorf("a mark after a statement: %+v", got)
	}
	for _, a := range []Action{PaperSection{ID: "7.7"}, PaperOnly{Mark: "green"}} {
		if got := Update(s, a); got != s {
			t.Errorf("%+v changes %+v to %+v", a, s.Paper, got.Paper)
		}
	}
	s.ReadOnly = true
	if got := Update(Update(s, PaperSection{ID: ""}), PaperOnly{}); got.Paper != (Reading{}) {
		t.Errorf("a read-only page does not scroll or filter: %+v", got.Paper)
	}
	if Gesture(PaperOnly{}) != "" || Gesture(PaperSection{}) != "" {
		t.Error("steps of the reader are merged in the history")
	}
}
