package ui

import (
	"github.com/hexops/vecty"
	"ulplab/site/kit/markup"

	"ulplab/site/state"
)

// This file turns nodes into elements of Vecty. The rules: children never change their number in an element that also
// holds a part which is skipped, listeners live on elements that are never removed, an element is always text, always
// children or always HTML.

// root is the one component that is told to render; everything below gets its own part as a comparable input.
type root struct {
	vecty.Core
	visited map[state.View]bool
	shown   bool // it was rendered
}

// Render implements vecty.Component.
func (r *root) Render() vecty.ComponentOrHTML {
	r.shown = true
	h := dom(markup.Guarded(whole)).(*vecty.HTML)
	vecty.Markup(
		&vecty.EventListener{Name: "click", Listener: heard(clicked)},
		&vecty.EventListener{Name: "keydown", Listener: heard(key)},
		&vecty.EventListener{Name: "mouseover", Listener: heard(pointed)},
	).Apply(h)
	return h
}

// heard is a listener whose panic becomes the page's sentence.
func heard(f func(*vecty.Event)) func(*vecty.Event) {
	return func(e *vecty.Event) { safely(func() { f(e) }) }
}

// dom makes Vecty's form of a node.
func dom(n markup.Node) vecty.ComponentOrHTML {
	switch n := n.(type) {
	case nil:
		return nil
	case *markup.Part:
		return &live{Part: n}
	case markup.List:
		return children(n)
	}
	e := n.(*markup.Element)
	if e.Tag == "" {
		return vecty.Text(e.Text)
	}
	var m []vecty.Applyer
	if len(e.Classes) > 0 {
		m = append(m, vecty.Class(e.Classes...))
	}
	for _, a := range e.Attrs {
		m = append(m, vecty.Attribute(a.Name, a.Value))
	}
	for _, p := range e.Props {
		m = append(m, vecty.Property(p.Name, p.Value))
	}
	for _, l := range e.On {
		m = append(m, &vecty.EventListener{Name: l.Event, Listener: heard(func(ev *vecty.Event) { answer(l, eventOf(ev)) })})
	}
	if e.IsHTML {
		return vecty.Tag(e.Tag, vecty.Markup(append(m, vecty.UnsafeHTML(e.HTML))...))
	}
	all := make([]vecty.MarkupOrChild, 1, 1+len(e.Children))
	all[0] = vecty.Markup(m...)
	for _, c := range e.Children {
		all = append(all, dom(c))
	}
	return vecty.Tag(e.Tag, all...)
}

func children(list []markup.Node) vecty.List {
	out := make(vecty.List, len(list))
	for i, n := range list {
		out[i] = dom(n)
	}
	return out
}

// answer dispatches what a listener makes of an event. A change of a field ends the run of typing in it.
func answer(l markup.Listener, e markup.Event) {
	if l.Event == "change" {
		endGesture()
	}
	if a := l.Do(e); a != nil {
		dispatch(a)
	}
}

func eventOf(e *vecty.Event) markup.Event {
	if e == nil {
		return markup.Event{}
	}
	ev := markup.Event{
		Closest: func(name string) string { return closest(e, name) },
		Prevent: func() { e.Value.Call("preventDefault") },
		Pasted:  func() string { return e.Value.Get("clipboardData").Call("getData", "text").String() },
	}
	if v := e.Target.Get("value"); v.Truthy() {
		ev.Value = v.String()
	}
	ev.Open = e.Target.Get("open").Truthy()
	return ev
}

// live is a part in the page.
type live struct {
	vecty.Core
	Part *markup.Part `vecty:"prop"`
}

// SkipRender implements vecty.RenderSkipper.
func (l *live) SkipRender(prev vecty.Component) bool {
	last, ok := prev.(*live)
	return ok && last.Part.In == l.Part.In
}

// Render implements vecty.Component.
func (l *live) Render() vecty.ComponentOrHTML { return dom(l.Part.Render()) }

// closest returns the value of an attribute on the event's target or its nearest ancestor that has it, "" if none.
func closest(e *vecty.Event, name string) string {
	n := e.Target.Call("closest", "["+name+"]")
	if !n.Truthy() {
		return ""
	}
	return n.Call("getAttribute", name).String()
}
