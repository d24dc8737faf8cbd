package ui

import (
	"strconv"
	"strings"

	"github.com/hexops/vecty"
	"github.com/hexops/vecty/event"

	"ulplab/site/prose"
	"ulplab/site/state"
)

// This file holds the only uses of vecty's sharp tools (Tag, If, Key, UnsafeHTML, Property); everything else in the
// package is built from these helpers. The rules: children never change their number in an element that also holds a
// component which skips its render, listeners live on elements that are never removed, an element is always text,
// always children or always raw.

type (
	node   = vecty.ComponentOrHTML
	markup = vecty.Applyer
)

// el makes an element: el("p", has("note"), text("…")).
func el(tag string, parts ...vecty.MarkupOrChild) *vecty.HTML { return vecty.Tag(tag, parts...) }

// has collects attributes, classes and listeners for el. A panic in a listener becomes the page's sentence.
func has(m ...markup) vecty.MarkupList {
	for _, x := range m {
		if l, ok := x.(*vecty.EventListener); ok {
			do := l.Listener
			l.Listener = func(e *vecty.Event) { safely(func() { do(e) }) }
		}
	}
	return vecty.Markup(m...)
}

// class adds one or more class names separated by spaces.
func class(names string) markup {
	var list []string
	start := 0
	for i := 0; i <= len(names); i++ {
		if i == len(names) || names[i] == ' ' {
			if i > start {
				list = append(list, names[start:i])
			}
			start = i + 1
		}
	}
	return vecty.Class(list...)
}

// attr sets an attribute; it goes away when a later render leaves it out.
func attr(name, value string) markup { return vecty.Attribute(name, value) }

// flag sets a boolean attribute when on.
func flag(name string, on bool) markup {
	if !on {
		return nil
	}
	return vecty.Attribute(name, "")
}

// data sets a data attribute.
func data(name, value string) markup { return vecty.Attribute("data-"+name, value) }

// pressed says whether a toggle is on.
func pressed(on bool) markup { return vecty.Attribute("aria-pressed", strconv.FormatBool(on)) }

func text(s string) *vecty.HTML { return vecty.Text(s) }

// list makes children from a slice; the element around it should hold nothing else.
func list(items []node) vecty.List { return vecty.List(items) }

// slot is a permanent element around a child that may be absent or may skip its render.
func slot(name string, child node) *vecty.HTML {
	if child == nil {
		return el("div", has(class(name), flag("hidden", true)))
	}
	return el("div", has(class(name)), vecty.List{child})
}

// raw is an element that always holds HTML or SVG made by site/draw; it costs nothing while the text is the same.
// Everything of a reader's in it has gone through draw.Escape.
func raw(tag, names, html string, more ...markup) *vecty.HTML {
	if html == "" {
		html = "<!---->"
	}
	return el(tag, has(append(more, class(names), vecty.UnsafeHTML(html))...))
}

// answerBar is the answer in one line, as HTML, the last child of the fields that it follows from: on a phone it stays at
// the lower edge of the screen as long as the answer itself lies below it. It says nothing new, so it is not read out.
func answerBar(html string) node {
	return raw("p", "answer-bar", html, attr("aria-hidden", "true"), flag("hidden", html == ""))
}

// still is a drawing with buttons as a read-only page shows it: they cannot be pressed.
func still(html string, readOnly bool) string {
	if readOnly {
		return strings.ReplaceAll(html, "<button ", "<button disabled ")
	}
	return html
}

// panel is a part of a view that is rendered again only when its input changed. The input is comparable and holds
// everything that draw looks at. A panic in draw shows in the panel and leaves the rest of the view standing.
func panel[In comparable](names string, in In, draw func(In) node) *vecty.HTML {
	return el("div", has(class(names)), vecty.List{partOf(in, draw)})
}

// partOf is the component inside a panel, for use alone in an element of another kind. The component holds its
// input behind an interface, so that it exists once in the program and not once an input type.
func partOf[In comparable](in In, draw func(In) node) *part {
	return &part{In: in, Draw: func(v any) node { return draw(v.(In)) }}
}

type part struct {
	vecty.Core
	In   any            `vecty:"prop"`
	Draw func(any) node `vecty:"prop"`
}

// SkipRender implements vecty.RenderSkipper.
func (p *part) SkipRender(prev vecty.Component) bool {
	last, ok := prev.(*part)
	return ok && last.In == p.In
}

// Render implements vecty.Component.
func (p *part) Render() vecty.ComponentOrHTML {
	return el("div", has(class("part")), vecty.List{guarded(func() node { return p.Draw(p.In) })})
}

// guarded returns what f makes, or a note with the reason if f panics.
func guarded(f func() node) (n node) {
	defer func() {
		if r := recover(); r != nil {
			n = el("div", has(class("failed"), attr("role", "alert")), el("p", text(prose.Fault+": "+reason(r)+". "+prose.FaultRest)), waysOn(app.state.ReadOnly))
		}
	}()
	return f()
}

func reason(r any) string {
	switch v := r.(type) {
	case error:
		return v.Error()
	case string:
		return v
	}
	return "an unexpected fault"
}

// button makes a button that dispatches an action. Buttons are permanent: hide them, do not remove them.
func button(label string, a state.Action, m ...markup) *vecty.HTML {
	m = append(m, attr("type", "button"), event.Click(func(*vecty.Event) { dispatch(a) }))
	return el("button", has(m...), text(label))
}

// chosen is one entry of a select.
type choice struct {
	value, label string
	group        string // the heading under which it stands, "" for none
}

// choose makes a labelled select. pick turns the value chosen into an action.
func choose(id, label, value string, choices []choice, disabled bool, pick func(string) state.Action) *vecty.HTML {
	var items, groups []node
	group := ""
	flush := func() {
		if len(items) > 0 && group != "" {
			groups = append(groups, el("optgroup", has(attr("label", group)), list(items)))
		} else {
			groups = append(groups, items...)
		}
		items = nil
	}
	for _, c := range choices {
		if c.group != group {
			flush()
			group = c.group
		}
		items = append(items, el("option", has(vecty.Property("value", c.value), vecty.Property("selected", c.value == value)), text(c.label)))
	}
	flush()
	return el("label", has(class("field"), attr("for", id)),
		el("span", has(class("label")), text(label)),
		el("select", has(attr("id", id), vecty.Property("disabled", disabled), event.Change(func(e *vecty.Event) {
			dispatch(pick(e.Target.Get("value").String()))
		})), list(groups)))
}

// entry is a labelled one-line text field with its error beneath. shown is what it holds: the draft while there is
// one, else the value; it is never rewritten under the caret because each key stroke goes to the draft first.
type entry struct {
	id, label, shown, hint, problem string
	names                           string // further classes
	disabled                        bool
	typed                           func(string) state.Action // each change
	settled                         func() state.Action       // Enter or leaving the field; may be nil
}

func field(e entry) *vecty.HTML {
	settle := func() {
		endGesture()
		if e.settled != nil {
			dispatch(e.settled())
		}
	}
	return el("div", has(class("field "+e.names)),
		el("label", has(class("label"), attr("for", e.id)), text(e.label)),
		el("input", has(
			attr("id", e.id), attr("type", "text"), attr("autocomplete", "off"), attr("autocapitalize", "off"),
			attr("spellcheck", "false"), attr("inputmode", "text"), attr("placeholder", e.hint),
			attr("aria-invalid", strconv.FormatBool(e.problem != "")), attr("aria-describedby", e.id+"-problem"),
			vecty.Property("value", e.shown), vecty.Property("readOnly", e.disabled),
			event.Input(func(ev *vecty.Event) { dispatch(e.typed(ev.Target.Get("value").String())) }),
			event.Change(func(*vecty.Event) { settle() }),
		)),
		el("p", has(class("problem"), attr("id", e.id+"-problem"), attr("aria-live", "polite")), text(e.problem)))
}

// closest returns the value of an attribute on the event's target or its nearest ancestor that has it, "" if none.
func closest(e *vecty.Event, name string) string {
	n := e.Target.Call("closest", "["+name+"]")
	if !n.Truthy() {
		return ""
	}
	return n.Call("getAttribute", name).String()
}
