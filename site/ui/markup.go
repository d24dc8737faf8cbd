package ui

import (
	"strconv"
	"strings"

	"ulplab/site/draw"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// A page is made of nodes: values without behaviour of their own, which dom.go turns into elements of the page and
// markup as HTML text. What a reader does with an element is answered by an action.

// node is an element, a list of nodes, or a part that is drawn only when its input changed.
type node interface{ isNode() }

// element is an element with attributes that holds either HTML or children, never one and later the other. Without a tag
// it is a text.
type element struct {
	Tag      string
	Attrs    []attribute // in the order given; of equal names the last counts
	Props    []property
	Classes  []string
	On       []listener
	Exports  []export
	Text     string
	HTML     string // where IsHTML
	IsHTML   bool
	Children []node
}

type (
	attribute struct{ Name, Value string }
	property  struct {
		Name  string
		Value any // string or bool
	}
	// listener answers an event of an element with an action, nil for none.
	listener struct {
		Event string
		Do    func(event) action
	}
	// event is what a listener learns of an event.
	event struct {
		Value   string                   // of the field that it comes from
		Open    bool                     // of the details that it comes from
		Closest func(name string) string // the value of an attribute on the target or its nearest ancestor that has it, "" for none
		Pasted  func() string            // the text of the clipboard, in a paste event
		Prevent func()                   // keeps the browser from what it does by itself
	}
	// export is a figure that can be saved: as a picture, or as a table.
	export struct {
		ID      string
		Picture func() draw.Picture
		CSV     func() string
	}
	// action is a state.Action or something that the page does by itself (effects.go).
	action = any
	// nodes are several nodes in the place of one; the element around them should hold nothing else.
	nodes []node
	// markup is what an element is given besides its children.
	markup interface{ put(*element) }
	// piece is a markup list or a node.
	piece any
)

func (*element) isNode() {}
func (nodes) isNode()    {}
func (*part) isNode()    {}

func (a attribute) put(e *element) { e.Attrs = append(e.Attrs, a) }
func (p property) put(e *element)  { e.Props = append(e.Props, p) }
func (l listener) put(e *element)  { e.On = append(e.On, l) }
func (x export) put(e *element)    { e.Exports = append(e.Exports, x) }

type classes string

func (c classes) put(e *element) { e.Classes = append(e.Classes, strings.Fields(string(c))...) }

// attrs is what has collects.
type attrs []markup

// el makes an element: el("p", has(class("note")), text("…")).
func el(tag string, parts ...piece) node {
	e := &element{Tag: tag}
	for _, p := range parts {
		switch p := p.(type) {
		case attrs:
			for _, m := range p {
				if m != nil {
					m.put(e)
				}
			}
		case node:
			e.Children = append(e.Children, p)
		}
	}
	return e
}

// has collects attributes, classes and listeners for el.
func has(m ...markup) attrs { return m }

// class adds one or more class names separated by spaces.
func class(names string) markup { return classes(names) }

// attr sets an attribute; it goes away when a later render leaves it out.
func attr(name, value string) markup { return attribute{name, value} }

// prop sets a property of the element, which the reader may change: value, selected, disabled, readOnly.
func prop(name string, value any) markup { return property{name, value} }

// flag sets a boolean attribute when on.
func flag(name string, on bool) markup {
	if !on {
		return nil
	}
	return attribute{name, ""}
}

// data sets a data attribute.
func data(name, value string) markup { return attribute{"data-" + name, value} }

// pressed says whether a toggle is on.
func pressed(on bool) markup { return attribute{"aria-pressed", strconv.FormatBool(on)} }

// on answers an event with an action.
func on(name string, do func(event) action) markup { return listener{name, do} }

// clicks answers a click.
func clicks(a action) markup { return on("click", func(event) action { return a }) }

// inputs answers each change of a field's text.
func inputs(typed func(string) state.Action) markup {
	return on("input", func(e event) action { return typed(e.Value) })
}

// settles ends a run of typing: the next action begins an entry of its own in the history. More may follow from it.
func settles(do func() state.Action) markup {
	return on("change", func(event) action {
		if do != nil {
			return do()
		}
		return nil
	})
}

func text(s string) node { return &element{Text: s} }

// list makes children from a slice; the element around it should hold nothing else.
func list(items []node) nodes { return items }

// slot is a permanent element around a child that may be absent or may skip its render.
func slot(name string, child node) node {
	if child == nil {
		return el("div", has(class(name), flag("hidden", true)))
	}
	return el("div", has(class(name)), nodes{child})
}

// raw is an element that always holds HTML or SVG made by site/draw; it costs nothing while the text is the same.
// Everything of a reader's in it has gone through draw.Escape.
func raw(tag, names, html string, more ...markup) node {
	if html == "" {
		html = "<!---->"
	}
	e := el(tag, attrs(more), has(class(names))).(*element)
	e.HTML, e.IsHTML = html, true
	return e
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

// part is drawn again only when its input changed. The input is comparable and holds everything that Draw looks at.
type part struct {
	In   any
	Draw func(any) node
	Bare bool // what Draw makes stands in the page without an element around it
}

// panel is a part in an element of its own. A panic in draw shows in the panel and leaves the rest of the view standing.
func panel[In comparable](names string, in In, draw func(In) node) node {
	return el("div", has(class(names)), partOf(in, draw))
}

// partOf is the part inside a panel, for use alone in an element of another kind. It holds its input behind an
// interface, so that the code for parts exists once in the program and not once an input type.
func partOf[In comparable](in In, draw func(In) node) *part {
	return &part{In: in, Draw: func(v any) node { return draw(v.(In)) }}
}

// bare is a part without an element around it.
func bare[In comparable](in In, draw func(In) node) *part {
	p := partOf(in, draw)
	p.Bare = true
	return p
}

// render draws the part.
func (p *part) render() node {
	if p.Bare {
		return guarded(func() node { return p.Draw(p.In) })
	}
	return el("div", has(class("part")), guarded(func() node { return p.Draw(p.In) }))
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

// button makes a button that answers with an action. Buttons are permanent: hide them, do not remove them.
func button(label string, a state.Action, m ...markup) node {
	return el("button", attrs(m), has(attr("type", "button"), clicks(a)), text(label))
}

// choice is one entry of a select.
type choice struct {
	value, label string
	group        string // the heading under which it stands, "" for none
}

// choose makes a labelled select. pick turns the value chosen into an action.
func choose(id, label, value string, choices []choice, disabled bool, pick func(string) state.Action) node {
	return el("label", has(class("field"), attr("for", id)),
		el("span", has(class("label")), text(label)),
		el("select", has(attr("id", id), prop("disabled", disabled), on("change", func(e event) action { return pick(e.Value) })),
			list(options(choices, func(v string) bool { return v == value }))))
}

// options are the entries of a select under their headings.
func options(choices []choice, selected func(value string) bool) (out []node) {
	var items []node
	for i, c := range choices {
		m := has(prop("value", c.value))
		if selected != nil {
			m = append(m, prop("selected", selected(c.value)))
		}
		items = append(items, el("option", m, text(c.label)))
		if i+1 < len(choices) && choices[i+1].group == c.group {
			continue
		}
		if c.group != "" {
			items = []node{el("optgroup", has(attr("label", c.group)), list(items))}
		}
		out, items = append(out, items...), nil
	}
	return out
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

func field(e entry) node {
	return el("div", has(class("field "+e.names)),
		el("label", has(class("label"), attr("for", e.id)), text(e.label)),
		el("input", has(
			attr("id", e.id), attr("type", "text"), attr("autocomplete", "off"), attr("autocapitalize", "off"),
			attr("spellcheck", "false"), attr("inputmode", "text"), attr("placeholder", e.hint),
			attr("aria-invalid", strconv.FormatBool(e.problem != "")), attr("aria-describedby", e.id+"-problem"),
			prop("value", e.shown), prop("readOnly", e.disabled), inputs(e.typed), settles(e.settled),
		)),
		el("p", has(class("problem"), attr("id", e.id+"-problem"), attr("aria-live", "polite")), text(e.problem)))
}
