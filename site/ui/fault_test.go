//go:build !js && !opening

package ui

import (
	"strings"
	"testing"
	"ulplab/site/kit/markup"

	"ulplab/site/state"
)

// TestFault: a panic in a listener or a part becomes a sentence that names it, with a way to reset the view and to copy
// the link; state and fields stay, and the reader's next step takes the sentence away.
func TestFault(t *testing.T) {
	p := newPage(t, 1)
	p.quietly = true
	p.open("#/v1/enc?b=3f800000")
	was := app.state
	broke := markup.All{markup.On("click", func(markup.Event) markup.Action { panic("broken on purpose") })}
	p.clicks = nil
	p.walk("", markup.El("button", broke))
	safely(func() { answer(p.clicks[0], markup.Event{}) })
	if app.fault != "broken on purpose" || app.state != was {
		t.Fatalf("the page says %q", app.fault)
	}
	ways := func(n markup.Node) {
		t.Helper()
		p.clicks = nil
		p.walk("", n)
		for _, want := range []string{markup.Fault + ": broken on purpose", "is kept", markup.ResetView, markup.FaultReport} {
			if !strings.Contains(textOf(n), want) {
				t.Errorf("%q is missing in %q", want, textOf(n))
			}
		}
		if !strings.Contains(markup.HTML(n), `data-act="reset"`) {
			t.Error("there is nothing to press")
		}
	}
	ways(faulted(faultIn{app.fault, false}))
	ways(markup.Guarded(func() markup.Node { panic("broken on purpose") }))
	acts("reset", "")
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
type broken struct{ markup.Action }
