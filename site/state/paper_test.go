package state

import (
	"strings"
	"testing"
)

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

// TestPaperFolds: 2.2 is open at first, a link opens its section alone, a filter all of them; opening one closes the others.
func TestPaperFolds(t *testing.T) {
	open := func(r Reading) string {
		var ids []string
		for i, id := range PaperSections {
			if r.Opened()>>i&1 != 0 {
				ids = append(ids, id)
			}
		}
		if len(ids) == len(PaperSections) {
			return "all"
		}
		return strings.Join(ids, " ")
	}
	for _, w := range []struct {
		r    Reading
		want string
	}{
		{Reading{}, "2.2"},
		{Reading{Section: "4.2"}, "4.2"},
		{Reading{Claim: "adopted"}, "1"},
		{Reading{Claim: "standard"}, "2.1"},
		{Reading{Claim: "required"}, "2.2"},
		{Reading{Claim: "fermi"}, "2.3"},
		{Reading{Claim: "figure2"}, "3.1"},
		{Reading{Claim: "boards"}, "4"},
		{Reading{Claim: "spaces"}, "5.2"},
		{Reading{Claim: "ref7"}, "B"},
		{Reading{Only: Corrected}, "all"},
		{Reading{Claim: "spaces"}.Open(0), "5.2"},
		{Reading{}.Open(SectionBit("4.1") | SectionBit("6")), "4.1 6"},
	} {
		if got := open(w.r); got != w.want {
			t.Errorf("%+v opens %s, want %s", w.r, got, w.want)
		}
	}
	s := Default()
	s.View = Paper
	for _, w := range []struct {
		a    Action
		want string
	}{
		{PaperFold{ID: "4.1", Open: true}, "4.1"},
		{PaperFold{ID: "2.2"}, "4.1"},
		{PaperSection{ID: "5.1"}, "5.1"},
		{PaperFold{ID: "5.1", Open: true}, "5.1"},
		{PaperFold{ID: "5.1"}, ""},
		{PaperFold{ID: "5.1"}, ""},
		{PaperFold{ID: "9.9", Open: true}, ""},
		{PaperFold{ID: "2.2", Open: true}, "2.2"},
		{PaperFold{Open: true}, "all"},
		{PaperFold{ID: "4.1", Open: true}, "all"},
		{PaperFold{}, ""},
		{PaperOnly{Mark: Outdated}, "all"},
		{PaperOnly{}, "2.2"},
	} {
		if s = Update(s, w.a); open(s.Paper) != w.want {
			t.Errorf("%+v opens %s, want %s", w.a, open(s.Paper), w.want)
		}
	}
	s.Paper = Reading{Only: Outdated}
	s = Update(Update(s, PaperFold{ID: "2.3"}), PaperFold{ID: "2.1"})
	if s = Update(s, PaperFold{ID: "2.1", Open: true}); s.Paper.Opened() != EverySection&^SectionBit("2.3") {
		t.Errorf("with a mark chosen, one section is closed: %s", open(s.Paper))
	}
	s.Paper = Reading{Claim: "fermi"}
	if got := Update(s, PaperFold{ID: "2.3"}).Paper; got.Claim != "" || open(got) != "" {
		t.Errorf("the section of the statement closed: %+v", got)
	}
}

// TestPaperSectionClaims: every statement stands in one section, and a figure with a statement.
func TestPaperSectionClaims(t *testing.T) {
	seen := map[string]bool{}
	for i, id := range PaperSections {
		claims := PaperClaimsOf(i)
		for _, c := range claims {
			if seen[c] || !KnownClaim(c) || claimBit(c) != SectionBit(id) {
				t.Errorf("section %s has %s, which stands in %b", id, c, claimBit(c))
			}
			seen[c] = true
		}
		if len(claims) == 0 {
			t.Errorf("section %s has no statement", id)
		}
	}
	if n := len(strings.Fields(PaperClaims)); len(seen) != n || EverySection != 1<<len(PaperSections)-1 {
		t.Errorf("%d statements in sections, %d in all", len(seen), n)
	}
	for i, c := range PaperFigures {
		if !seen[c] {
			t.Errorf("figure %d stands with %q", i+1, c)
		}
	}
}
