//go:build js

// Package dom turns the nodes of a page into elements of the browser's document. It is the only user of Vecty.
//
// The rules of package markup keep clear of Vecty's defects: children never change their number in an element that also
// holds a part which is skipped, listeners live on elements that are never removed, an element is always text, always
// children or always HTML. There is one component that is told to render, at most once a frame; a part below it is
// skipped while its input is the same.
package dom

import (
	"slices"
	"syscall/js"

	"github.com/hexops/vecty"

	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// Screen shows the page in the document (lab.Screen).
type Screen struct {
	vecty.Core
	hooks  lab.Hooks
	shown  bool
	valued []valued // made in this rendering
	settle js.Func
}

// valued is a range control or a select. Vecty sets the value of an element before its attributes and what stands in it, so that a
// new value beyond the bounds of before is cut off, and one that is not among the entries of before is lost; it is set again when
// all is there.
type valued struct {
	html  *vecty.HTML
	value string
}

// sliderOf returns the value of a range control, "" if the element is none.
func sliderOf(e *markup.Element) (value string) {
	if !slices.Contains(e.Attrs, markup.Attribute{Name: "type", Value: "range"}) {
		return ""
	}
	for _, v := range e.Props {
		if v.Name == "value" {
			value, _ = v.Value.(string)
		}
	}
	return value
}

// settled gives sliders and selects of a rendering their values.
func (p *Screen) settled(js.Value, []js.Value) any {
	p.hooks.Safely(func() {
		for _, s := range p.valued {
			if e := s.html.Node(); e.Get("value").String() != s.value {
				e.Set("value", s.value)
			}
		}
	})
	p.valued = nil
	return nil
}

// New returns a screen that shows nothing yet.
func New() *Screen { return &Screen{} }

// Show implements lab.Screen: the page takes the place of the element with the id "app". Keys are heard wherever the focus is, also
// where it is nowhere.
func (p *Screen) Show(h lab.Hooks) error {
	p.hooks, p.settle = h, js.FuncOf(p.settled)
	js.Global().Get("document").Call("addEventListener", "keydown", js.FuncOf(func(_ js.Value, args []js.Value) any {
		h.Safely(func() { p.pressed(&vecty.Event{Value: args[0], Target: args[0].Get("target")}) })
		return nil
	}))
	return vecty.RenderInto("#app", p)
}

// pressed hears a key: where nothing has the focus too.
func (p *Screen) pressed(e *vecty.Event) {
	k := lab.Key{Name: e.Value.Get("key").String(), Ctrl: e.Value.Get("ctrlKey").Bool(), Shift: e.Value.Get("shiftKey").Bool(),
		Meta:  e.Value.Get("metaKey").Bool() || e.Value.Get("altKey").Bool(),
		Field: e.Target.Call("matches", "input, select, textarea").Bool()}
	if !listKey(e, k.Name) {
		p.hooks.Pressed(event{e}, k)
	}
}

// Again implements lab.Screen.
func (p *Screen) Again() {
	if p.shown {
		vecty.Rerender(p)
	}
}

// Copy implements vecty.Copier. Vecty keeps a copy of what it rendered last; its own would hold all renders before.
func (p *Screen) Copy() vecty.Component { return &Screen{} }

// Render implements vecty.Component.
func (p *Screen) Render() vecty.ComponentOrHTML {
	keepFocus()
	p.shown = true
	js.Global().Call("queueMicrotask", p.settle)
	h := p.make(markup.Guarded(p.hooks.Whole)).(*vecty.HTML)
	vecty.Markup(
		p.hears("click", func(e *vecty.Event) { closeLists(e); p.hooks.Clicked(event{e}) }),
		p.hears("mouseover", func(e *vecty.Event) { p.hooks.Pointed(event{e}) }),
	).Apply(h)
	return h
}

// hears makes a listener.
func (p *Screen) hears(name string, f func(*vecty.Event)) *vecty.EventListener {
	return &vecty.EventListener{Name: name, Listener: func(e *vecty.Event) { p.hooks.Safely(func() { f(e) }) }}
}

// make makes Vecty's form of a node.
func (p *Screen) make(n markup.Node) vecty.ComponentOrHTML {
	switch n := n.(type) {
	case nil:
		return nil
	case *markup.Part:
		return &part{Screen: p, Part: n}
	case markup.Text:
		return vecty.Text(string(n))
	case markup.List:
		out := make(vecty.List, len(n))
		for i, c := range n {
			out[i] = p.make(c)
		}
		return out
	}
	e := n.(*markup.Element)
	var m []vecty.Applyer
	if len(e.Classes) > 0 {
		m = append(m, vecty.Class(e.Classes...))
	}
	for _, a := range e.Attrs {
		m = append(m, vecty.Attribute(a.Name, a.Value))
	}
	for _, v := range e.Props {
		m = append(m, vecty.Property(v.Name, v.Value))
	}
	for _, l := range e.On {
		m = append(m, p.hears(l.Event, func(e *vecty.Event) { p.hooks.Answer(l, eventOf(e)) }))
	}
	if e.IsHTML {
		return vecty.Tag(e.Tag, vecty.Markup(append(m, vecty.UnsafeHTML(e.HTML))...))
	}
	if e.Tag == "select" {
		// Its entries are one text: an element costs the same whether it changes or not, and forms have hundreds of entries.
		entries, chosen := markup.Entries(e)
		h := vecty.Tag(e.Tag, vecty.Markup(append(m, vecty.Property("value", chosen), vecty.UnsafeHTML(entries))...))
		p.valued = append(p.valued, valued{h, chosen})
		return h
	}
	all := make([]vecty.MarkupOrChild, 1, 1+len(e.Children))
	all[0] = vecty.Markup(m...)
	for _, c := range e.Children {
		all = append(all, p.make(c))
	}
	h := vecty.Tag(e.Tag, all...)
	if value := sliderOf(e); value != "" {
		p.valued = append(p.valued, valued{h, value})
	}
	return h
}

// part is a part in the page.
type part struct {
	vecty.Core
	Screen *Screen      `vecty:"prop"`
	Part   *markup.Part `vecty:"prop"`
}

// Copy implements vecty.Copier: what SkipRender looks at (see Screen.Copy).
func (l *part) Copy() vecty.Component { return &part{Part: l.Part} }

// SkipRender implements vecty.RenderSkipper.
func (l *part) SkipRender(prev vecty.Component) bool {
	last, ok := prev.(*part)
	return ok && last.Part.In == l.Part.In
}

// Render implements vecty.Component.
func (l *part) Render() vecty.ComponentOrHTML { return l.Screen.make(l.Part.Render()) }
