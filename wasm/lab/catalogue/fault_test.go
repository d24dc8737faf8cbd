//go:build !js && !opening

package catalogue

import (
	"strings"
	"testing"

	"ulplab/site/kit/markup"
	"ulplab/site/lab"
	"ulplab/site/lab/link"
)

// frail is the state of a view that breaks where it is told to.
type frail struct{ Broken string }

const onPurpose = "broken on purpose"

// shatter and fall are actions: one panics, the other leads to a state that cannot be shown.
type (
	shatter struct{ lab.Once }
	fall    struct{ lab.Once }
)

func (shatter) Apply(frail) frail { panic(onPurpose) }
func (fall) Apply(s frail) frail  { s.Broken = "page"; return s }

// breaking is a view with a button for each way to break.
func breaking() lab.View[frail] {
	return lab.View[frail]{
		Info:  lab.Info{ID: "frail", Title: "Frail"},
		First: func() frail { return frail{} },
		Encode: func(s frail, w *link.Writer) {
			if s.Broken != "" {
				w.Set("b", s.Broken)
			}
		},
		Decode: func(r *link.Reader, s *frail) { s.Broken, _ = r.Take("b") },
		Page: func(s frail, _ bool) markup.Node {
			if s.Broken == "page" {
				panic(onPurpose)
			}
			return markup.El("div",
				markup.El("button", markup.Text("listener"), markup.On("click", func(markup.Event) markup.Action { panic(onPurpose) })),
				markup.Button("action", shatter{}), markup.Button("fall", fall{}))
		},
	}
}

// TestFault: a panic in a listener, an action, a callback of the browser or a part becomes a sentence that names it, with a
// way to reset the view and to copy the link; the state stays, and the reader's next step takes the sentence away.
func TestFault(t *testing.T) {
	h := &still{fragment: "#/v1/frail?b=x"}
	run(t, h, h, lab.Catalogue{breaking().Entry()})
	page := func() string { return strings.Join(lines(fromNode(h.hooks.Whole())), "\n") }
	press := func(label string) {
		t.Helper()
		found := false
		each(fromNode(h.hooks.Whole()), func(p *piece) {
			for _, l := range p.does {
				if l.Event == "click" && p.tag == "button" && strings.Join(lines(p.kids), "") == label && !found {
					found = true
					h.hooks.Safely(func() { h.hooks.Answer(l, event("", on{})) })
				}
			}
		})
		if !found {
			t.Fatalf("there is no button %q in\n%s", label, page())
		}
	}
	said := func(after, kept, link string) {
		t.Helper()
		shown := page()
		for _, want := range []string{markup.Fault + ": " + onPurpose, kept, markup.ResetView, markup.FaultReport} {
			if !strings.Contains(shown, want) {
				t.Errorf("%s: %q is missing in\n%s", after, want, shown)
			}
		}
		if !strings.Contains(markup.HTML(h.hooks.Whole()), `data-act="reset"`) {
			t.Errorf("%s: there is nothing to press", after)
		}
		if got := h.link(); got != link {
			t.Errorf("%s: the link is %s, want %s", after, got, link)
		}
	}
	silent := func(after string) {
		t.Helper()
		if shown := page(); strings.Contains(shown, markup.Fault) {
			t.Errorf("%s the page still says\n%s", after, shown)
		}
	}
	silent("before anything")
	for _, c := range []struct {
		name string
		do   func()
	}{
		{"listener", func() { press("listener") }},
		{"action", func() { press("action") }},
		{"callback", func() { h.fault(onPurpose) }},
		{"timer", func() { h.hooks.Safely(func() { panic(onPurpose) }) }},
	} {
		c.do()
		said(c.name, markup.FaultKept, "#/v1/frail?b=x")
		press("Close")
		silent("after Close of a fault in a " + c.name)
	}
	press("fall")
	said("page", markup.FaultRest, "#/v1/frail?b=page")
	h.hooks.Clicked(on{"data-act": "reset"})
	silent("after a reset")
	if got := h.link(); got != "#/v1/frail" {
		t.Errorf("after a reset the link is %s", got)
	}
	press("action")
	h.fragment = "#/v1/frail?b=y"
	h.navigate(true)
	silent("after another link")
}
