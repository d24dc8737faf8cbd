package state

import "testing"

// What the page holds, the evidence and the sweep, stays through links, resets and other views.
func TestFnKeepsWhatThePageHolds(t *testing.T) {
	s := Update(Default(), FnLoaded{Stage: 2})
	s = Update(s, FnWorked{Work: FnWork{Stage: FnPaused, Done: 7, Total: 9}})
	s = Update(s, Go{View: Functions})
	other := Default()
	other.View, other.Fn.ID = Functions, "cos"
	for name, got := range map[string]State{"link": Update(s, Open{State: other}), "reset": Update(s, Reset{}), "example": Update(s, FnOpen{Name: "sin32"})} {
		if got.Fn.Loaded != 2 || got.Fn.Work.Done != 7 {
			t.Errorf("%s: %+v", name, got.Fn)
		}
	}
	if Update(s, Open{State: other}).Fn.ID != "cos" {
		t.Error("the link's function is not shown")
	}
}

// Actions that make no sense change nothing; a read-only page can be looked at.
func TestFnActionsAreTotal(t *testing.T) {
	s := Default()
	for _, a := range []Action{FnShow{Part: 9}, FnOpen{Name: "nothing"}, FnFunction{ID: "gamma"}, FnFormat{ID: "f16"}, FnPick{Name: "a b"}, FnMode{Mode: 3}, FnSort{Order: 99},
		FnGroup{Group: 99}, FnCell{Cell: -1}, FnCell{Cell: 512}, FnHover{Cell: 512}, FnRange{Lo: 2, Hi: 1}} {
		if got := Update(s, a); got != s {
			t.Errorf("%#v changes the state", a)
		}
	}
	if got := Update(s, FnPi{N: 1000}).Fn.Pi; got != FnPiMost {
		t.Errorf("%d bits of pi", got)
	}
	s.ReadOnly = true
	for _, a := range []Action{FnOpen{Name: "sin32"}, FnType{Text: "1"}, FnStep{}, FnPi{N: 60}, FnRange{Lo: 0, Hi: 1}} {
		if got := Update(s, a); got != s {
			t.Errorf("%#v changes a read-only state", a)
		}
	}
	for _, a := range []Action{FnShow{Part: FnMeasured}, FnPick{Name: "cosf"}, FnMode{Mode: 1}, FnSort{Order: 1}, FnCell{Cell: 3}, FnLoaded{Stage: 2}} {
		if got := Update(s, a); got == s {
			t.Errorf("%#v is not let through", a)
		}
	}
}

// Every example is one that the view can show, and each has its own argument.
func TestFnExamples(t *testing.T) {
	for i, e := range FnExamples {
		s := Update(Default(), FnOpen{Name: e.Name}).Fn
		if s.Example() != e.Name || s.Function().ID != e.ID || s.F().ID != e.Format || i == 0 && s.X != Default().Fn.X {
			t.Errorf("%s: %+v", e.Name, s)
		}
	}
}
