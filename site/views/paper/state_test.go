package paper

import (
	"strings"
	"testing"

	"ulplab/site/lab"
)

func TestPaperActions(t *testing.T) {
	s := bench.First()
	s.View = ID
	s = bench.Then(s, Section{ID: "2.3"})
	s = bench.Then(s, Only{Mark: Corrected})
	if want := (State{Section: "2.3", Only: Corrected}); s.Part != want {
		t.Errorf("%+v, want %+v", s.Part, want)
	}
	at := s
	at.Part = State{Claim: "fermi"}
	if at.Part.At() != "fermi" || s.Part.At() != "2.3" {
		t.Errorf("begins at %q and %q", at.Part.At(), s.Part.At())
	}
	if got := bench.Then(at, Section{ID: "2.1"}).Part; got != (State{Section: "2.1"}) {
		t.Errorf("a section after a statement: %+v", got)
	}
	if got := bench.Then(at, Only{Mark: Outdated}).Part; got != (State{Only: Outdated}) {
		t.Errorf("a mark after a statement: %+v", got)
	}
	for _, a := range []lab.Action[State]{Section{ID: "7.7"}, Only{Mark: "green"}} {
		if got := bench.Then(s, a); got != s {
			t.Errorf("%+v changes %+v to %+v", a, s.Part, got.Part)
		}
	}
	s.ReadOnly = true
	if got := bench.Then(bench.Then(s, Section{ID: ""}), Only{}); got.Part != (State{}) {
		t.Errorf("a read-only page does not scroll or filter: %+v", got.Part)
	}
}

// TestPaperFolds: 2.2 is open at first, a link opens its section alone, a filter all of them; opening one closes the others.
func TestPaperFolds(t *testing.T) {
	open := func(r State) string {
		var ids []string
		for i, id := range Sections {
			if r.Opened()>>i&1 != 0 {
				ids = append(ids, id)
			}
		}
		if len(ids) == len(Sections) {
			return "all"
		}
		return strings.Join(ids, " ")
	}
	for _, w := range []struct {
		r    State
		want string
	}{
		{State{}, "2.2"},
		{State{Section: "4.2"}, "4.2"},
		{State{Claim: "adopted"}, "1"},
		{State{Claim: "standard"}, "2.1"},
		{State{Claim: "required"}, "2.2"},
		{State{Claim: "fermi"}, "2.3"},
		{State{Claim: "figure2"}, "3.1"},
		{State{Claim: "boards"}, "4"},
		{State{Claim: "spaces"}, "5.2"},
		{State{Claim: "ref7"}, "B"},
		{State{Only: Corrected}, "all"},
		{State{Claim: "spaces"}.Open(0), "5.2"},
		{State{}.Open(SectionBit("4.1") | SectionBit("6")), "4.1 6"},
	} {
		if got := open(w.r); got != w.want {
			t.Errorf("%+v opens %s, want %s", w.r, got, w.want)
		}
	}
	s := First()

	for _, w := range []struct {
		a    lab.Action[State]
		want string
	}{
		{Fold{ID: "4.1", Open: true}, "4.1"},
		{Fold{ID: "2.2"}, "4.1"},
		{Section{ID: "5.1"}, "5.1"},
		{Fold{ID: "5.1", Open: true}, "5.1"},
		{Fold{ID: "5.1"}, ""},
		{Fold{ID: "5.1"}, ""},
		{Fold{ID: "9.9", Open: true}, ""},
		{Fold{ID: "2.2", Open: true}, "2.2"},
		{Fold{Open: true}, "all"},
		{Fold{ID: "4.1", Open: true}, "all"},
		{Fold{}, ""},
		{Only{Mark: Outdated}, "all"},
		{Only{}, "2.2"},
	} {
		if s = w.a.Apply(s); open(s) != w.want {
			t.Errorf("%+v opens %s, want %s", w.a, open(s), w.want)
		}
	}
	s = State{Only: Outdated}
	s = Fold{ID: "2.1"}.Apply(Fold{ID: "2.3"}.Apply(s))
	if s = (Fold{ID: "2.1", Open: true}).Apply(s); s.Opened() != EverySection&^SectionBit("2.3") {
		t.Errorf("with a mark chosen, one section is closed: %s", open(s))
	}
	s = State{Claim: "fermi"}
	if got := (Fold{ID: "2.3"}).Apply(s); got.Claim != "" || open(got) != "" {
		t.Errorf("the section of the statement closed: %+v", got)
	}
}

// TestPaperSectionClaims: every statement stands in one section, and a figure with a statement.
func TestPaperSectionClaims(t *testing.T) {
	seen := map[string]bool{}
	for i, id := range Sections {
		claims := ClaimsOf(i)
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
	if n := len(strings.Fields(Claims)); len(seen) != n || EverySection != 1<<len(Sections)-1 {
		t.Errorf("%d statements in sections, %d in all", len(seen), n)
	}
	for i, c := range Figures {
		if !seen[c] {
			t.Errorf("figure %d stands with %q", i+1, c)
		}
	}
}
