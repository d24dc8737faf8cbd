package functions

import (
	"testing"
	"ulplab/site/work"

	"ulplab/site/lab"
)

// What the page holds, the evidence and the sweep, stays through links, resets and other views.
func TestFnKeepsWhatThePageHolds(t *testing.T) {
	s := bench.Then(bench.First(), Loaded{Stage: 2})
	s = bench.Then(s, Worked{Work: Work{Stage: work.Paused, Done: 7, Total: 9}})
	s = bench.Then(s, lab.Go{View: ID})
	other := bench.First()
	other.View, other.Part.ID = ID, "cos"
	for name, got := range map[string]linked{"link": bench.Then(s, lab.Open{State: bench.State(other)}), "reset": bench.Then(s, lab.Reset{}), "example": bench.Then(s, Open{Name: "sin32"})} {
		if got.Part.Loaded != 2 || got.Part.Work.Done != 7 {
			t.Errorf("%s: %+v", name, got.Part)
		}
	}
	if bench.Then(s, lab.Open{State: bench.State(other)}).Part.ID != "cos" {
		t.Error("the link's function is not shown")
	}
}

// Actions that make no sense change nothing; a read-only page can be looked at.
func TestFnActionsAreTotal(t *testing.T) {
	s := bench.First()
	for _, a := range []lab.Action[State]{Show{Part: 9}, Open{Name: "nothing"}, Function{ID: "gamma"}, Format{ID: "f16"}, Pick{Name: "a b"}, Mode{Mode: 3}, Sort{Order: 99},
		Group{Group: 99}, Cell{Cell: -1}, Cell{Cell: 512}, Hover{Cell: 512}, Range{Lo: 2, Hi: 1}} {
		if got := bench.Then(s, a); got != s {
			t.Errorf("%#v changes the state", a)
		}
	}
	if got := bench.Then(s, Pi{N: 1000}).Part.Pi; got != PiMost {
		t.Errorf("%d bits of pi", got)
	}
	s.ReadOnly = true
	for _, a := range []lab.Action[State]{Open{Name: "sin32"}, Type{Text: "1"}, Step{}, Pi{N: 60}, Range{Lo: 0, Hi: 1}} {
		if got := bench.Then(s, a); got != s {
			t.Errorf("%#v changes a read-only state", a)
		}
	}
	for _, a := range []lab.Action[State]{Show{Part: Measured}, Pick{Name: "cosf"}, Mode{Mode: 1}, Sort{Order: 1}, Cell{Cell: 3}, Loaded{Stage: 2}} {
		if got := bench.Then(s, a); got == s {
			t.Errorf("%#v is not let through", a)
		}
	}
}

// Every example is one that the view can show, and each has its own argument.
func TestFnExamples(t *testing.T) {
	for i, e := range Examples {
		s := Open{Name: e.Name}.Apply(First())
		if s.Example() != e.Name || s.Function().ID != e.ID || s.F().ID != e.Format || i == 0 && s.X != First().X {
			t.Errorf("%s: %+v", e.Name, s)
		}
	}
}
