//go:build !js && !opening

package ui

import (
	"strings"
	"testing"

	"ulplab/site/prose"
	"ulplab/site/state"
)

// TestFault: a panic in a listener or a part becomes a sentence that names it, with a way to reset the view and to copy
// the link; state and fields stay, and the reader's next step takes the sentence away.
func TestFault(t *testing.T) {
	p := newPage(t, 1)
	p.quietly = true
	p.open("#/v1/enc?b=3f800000")
	was := app.state
	broke := has(on("click", func(event) action { panic("broken on purpose") }))
	p.clicks = nil
	p.walk("", el("button", broke))
	safely(func() { answer(p.clicks[0], event{}) })
	if app.fault != "broken on purpose" || app.state != was {
		t.Fatalf("the page says %q", app.fault)
	}
	ways := func(n node) {
		t.Helper()
		p.clicks = nil
		p.walk("", n)
		for _, want := range []string{prose.Fault + ": broken on purpose", "is kept", prose.ResetView, prose.FaultReport} {
			if !strings.Contains(textOf(n), want) {
				t.Errorf("%q is missing in %q", want, textOf(n))
			}
		}
		if len(p.clicks) == 0 {
			t.Error("there is nothing to press")
		}
	}
	ways(faulted(faultIn{app.fault, false}))
	ways(guarded(func() node { panic("broken on purpose") }))
	safely(func() { answer(p.clicks[0], event{}) }) // reset
	if app.fault != "" || app.state.Enc != state.Default().Enc {
		t.Errorf("after a reset the page says %q and shows %+v", app.fault, app.state.Enc)
	}
	safely(func() { dispatch(broken{}) })
	if app.fault == "" || app.state.View != state.Encoding {
		t.Errorf("an action that panics leaves %q", app.fault)
	}
	dispatch(state.Dismiss{})
	if app.fault != "" {
		t.Errorf("after Close the page says %q", app.fault)
	}
}

// broken is an action that panics when it is applied: there is nothing behind the interface.
type broken struct{ state.Action }
