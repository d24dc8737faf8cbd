package functions

import (
	"testing"

	"ulplab/site/lab"
)

// What the page holds, the evidence and the sweep, stays through links, resets and other views.
func TestFnKeepsWhatThePageHolds(t *testing.T) {
	s := linkedThen(linkedFirst(), Loaded{Stage: 2})
	s = linkedThen(s, Worked{Work: Work{Stage: lab.Paused, Done: 7, Total: 9}})
	s = linkedThen(s, lab.Go{View: ID})
	other := linkedFirst()
	other.View, other.Fn.ID = ID, "cos"
	for name, got := range map[string]linked{"link": linkedThen(s, lab.Open{State: other.state()}), "reset": linkedThen(s, lab.Reset{}), "example": linkedThen(s, Open{Name: "sin32"})} {
		if got.Fn.Loaded != 2 || got.Fn.Work.Done != 7 {
			t.Errorf("%s: %+v", name, got.Fn)
		}
	}
	if linkedThen(s, lab.Open{State: other.state()}).Fn.ID != "cos" {
		t.Error("the link's function is not shown")
	}
}

// Actions that make no sense change nothing; a read-only page can be looked at.
func TestFnActionsAreTotal(t *testing.T) {
	s := linkedFirst()
	for _, a := range []lab.Action[State]{Show{Part: 9}, Open{Name: "nothing"}, Function{ID: "gamma"}, Format{ID: "f16"}, Pick{Name: "a b"}, Mode{Mode: 3}, Sort{Order: 99},
		Group{Group: 99}, Cell{Cell: -1}, Cell{Cell: 512}, Hover{Cell: 512}, Range{Lo: 2, Hi: 1}} {
		if got := linkedThen(s, a); got != s {
			t.Errorf("%#v changes the state", a)
		}
	}
	if got := linkedThen(s, Pi{N: 1000}).Fn.Pi; got != PiMost {
		t.Errorf("%d bits of pi", got)
	}
	s.ReadOnly = true
	for _, a := range []lab.Action[State]{Open{Name: "sin32"}, Type{Text: "1"}, Step{}, Pi{N: 60}, Range{Lo: 0, Hi: 1}} {
		if got := linkedThen(s, a); got != s {
			t.Errorf("%#v changes a read-only state", a)
		}
	}
	for _, a := range []lab.Action[State]{Show{Part: Measured}, Pick{Name: "cosf"}, Mode{Mode: 1}, Sort{Order: 1}, Cell{Cell: 3}, Loaded{Stage: 2}} {
		if got := linkedThen(s, a); got == s {
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
