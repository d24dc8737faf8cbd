// Package markup holds what a page is made of: nodes, and the controls that every view uses.
//
// A Node is a value without behaviour of its own: site/lab/dom turns it into elements of the page, HTML writes it as
// text. What a reader does with an element is answered by an Action, which site/lab applies.
//
// The rules behind it come from how the elements of a page are brought up to date: an Element holds always children or
// always HTML; children never change their number in an element that also holds a Part (hide them with Flag("hidden", …),
// or use a Slot); listeners live on elements that are never removed; output of more than a few elements is one string in
// Raw, which costs nothing while it is unchanged.
package markup

import "strings"

// Node is what a page is made of, an *Element, a Text, a List or a *Part; or it is a setting of the element that it is given to:
// an Attribute, Property, Listener, Export, Class, Attrs or All. nil is nothing. One interface holds both, so that to give something to
// an element costs no conversion.
type Node interface{ put(*Element) }

// Setting is a Node that is a setting.
type Setting = Node

// Element is an element with attributes that holds either HTML or children.
type Element struct {
	Tag      string
	Attrs    []Attribute // in the order given; of equal names the last counts
	Props    []Property
	Classes  []string
	On       []Listener
	Exports  []Export
	HTML     string // where IsHTML; everything of a reader's in it was escaped
	IsHTML   bool
	Children []Node
}

// Text is a text.
type Text string

// List is several nodes in the place of one; the element around them should hold nothing else.
type List []Node

// Part is a piece of page that is drawn again only when its input changed. In is comparable and holds everything that Draw
// looks at.
type Part struct {
	In   any
	Draw func(any) Node
	Bare bool // what Draw makes stands in the page without an element around it
}

func (n *Element) put(e *Element) { e.Children = append(e.Children, n) }
func (t Text) put(e *Element)     { e.Children = append(e.Children, t) }
func (l List) put(e *Element)     { e.Children = append(e.Children, l) }
func (p *Part) put(e *Element)    { e.Children = append(e.Children, p) }

// Action is what the reader meant: a view's own action, or something that the lab does (site/lab). nil is nothing.
type Action = any

type (
	// Attribute is an attribute of an element; it goes away when a later page leaves it out.
	Attribute struct{ Name, Value string }
	// Property is a property of an element that the reader may change: value, selected, disabled, readOnly.
	Property struct {
		Name  string
		Value any // string or bool
	}
	// Listener answers an event of an element.
	Listener struct {
		Event string
		Do    func(Event) Action
	}
	// Event is what a listener learns of an event.
	Event struct {
		Value   string                   // of the field that it comes from
		Open    bool                     // of the details that it comes from
		Closest func(name string) string // the value of an attribute on the target or its nearest ancestor that has it, "" for none
		Pasted  func() string            // the text of the clipboard, in a paste event
		Prevent func()                   // keeps the browser from what it does by itself
	}
	// Export is a figure that can be saved: as a picture, or as a table. Either may be nil.
	Export struct {
		ID  string
		SVG func(dark bool) string // an SVG document
		CSV func() string
	}
)

func (a Attribute) put(e *Element) { e.Attrs = append(e.Attrs, a) }
func (p Property) put(e *Element)  { e.Props = append(e.Props, p) }
func (l Listener) put(e *Element)  { e.On = append(e.On, l) }
func (x Export) put(e *Element)    { e.Exports = append(e.Exports, x) }

// Class is one or more class names separated by spaces.
type Class string

func (c Class) put(e *Element) { e.Classes = append(e.Classes, strings.Fields(string(c))...) }

// All is several settings in the place of one.
type All []Setting

func (all All) put(e *Element) {
	for _, n := range all {
		if n != nil {
			n.put(e)
		}
	}
}

// El makes an element of settings and nodes: El("p", Class("note"), Text("…")). nil is left out.
func El(tag string, parts ...Node) *Element {
	e := &Element{Tag: tag}
	All(parts).put(e)
	return e
}

// Words is an element with class names that holds a text alone.
func Words(tag, names, text string) *Element { return El(tag, Class(names), Text(text)) }

// Hidden is a place that is always there, and is not shown where off.
func Hidden(off bool, parts ...Node) *Element { return El("div", Flag("hidden", off), All(parts)) }

// Attrs are attributes that are always the same, as name=value with | between them.
type Attrs string

func (a Attrs) put(e *Element) {
	for _, s := range strings.Split(string(a), "|") {
		name, value, _ := strings.Cut(s, "=")
		e.Attrs = append(e.Attrs, Attribute{name, value})
	}
}

// Attr sets an attribute.
func Attr(name, value string) Setting { return Attribute{name, value} }

// Prop sets a property.
func Prop(name string, value any) Setting { return Property{name, value} }

// Flag sets a boolean attribute when on.
func Flag(name string, on bool) Setting {
	if !on {
		return nil
	}
	return Attribute{name, ""}
}

// Data sets a data attribute.
func Data(name, value string) Setting { return Attribute{"data-" + name, value} }

// Pressed says whether a toggle is on.
func Pressed(on bool) Setting {
	if on {
		return Attribute{"aria-pressed", "true"}
	}
	return Attribute{"aria-pressed", "false"}
}

// On answers an event.
func On(event string, do func(Event) Action) Setting { return Listener{event, do} }

// OnClick answers a click with an action.
func OnClick(a Action) Setting { return On("click", func(Event) Action { return a }) }

// OnInput answers each change of a field's text.
func OnInput(typed func(string) Action) Setting {
	return On("input", func(e Event) Action { return typed(e.Value) })
}

// OnSettled answers the end of a run of typing, sliding or painting, after which the next action begins an entry of its own
// in the history; do may be nil.
func OnSettled(do func() Action) Setting {
	return On("change", func(Event) Action {
		if do != nil {
			return do()
		}
		return nil
	})
}

// Raw is an element that always holds HTML or SVG. Everything of a reader's in it has been escaped.
func Raw(tag, names, html string, more ...Setting) *Element {
	if html == "" {
		html = "<!---->"
	}
	e := El(tag, All(more), Class(names))
	e.HTML, e.IsHTML = html, true
	return e
}

// Still is a drawing with buttons as a read-only page shows it: they cannot be pressed.
func Still(html string, readOnly bool) string {
	if readOnly {
		return strings.ReplaceAll(html, "<button ", "<button disabled ")
	}
	return html
}

// Slot is a permanent element around a child that may be absent or may skip its render.
func Slot(names string, child Node) *Element {
	if child == nil {
		return El("div", Class(names), Flag("hidden", true))
	}
	return El("div", Class(names), List{child})
}

// Panel is a part in an element of its own. A panic in draw shows in the panel and leaves the rest of the view standing.
func Panel[In comparable](names string, in In, draw func(In) Node) *Element {
	return panel(names, *PartOf(in, draw))
}

// panel is what all panels have in common; what is written for a type of input is in the program once for each.
func panel(names string, p Part) *Element { return El("div", Class(names), List{&p}) }

// PanelBy is a Panel whose draw takes its input as any value, which is comparable all the same: nothing is in the program once
// for each type of input.
func PanelBy(names string, in any, draw func(any) Node) *Element {
	return panel(names, Part{In: in, Draw: draw})
}

// PartOf is the part inside a panel, for use alone in an element of another kind. It holds its input behind an
// interface, so that the code for parts exists once in the program and not once an input type.
func PartOf[In comparable](in In, draw func(In) Node) *Part {
	draws := any(draw) // a closure that holds a function of In by its type would have the program describe and compare In twice
	return &Part{In: in, Draw: func(v any) Node { return draws.(func(In) Node)(v.(In)) }}
}

// Bare is a part without an element around it.
func Bare[In comparable](in In, draw func(In) Node) *Part {
	p := PartOf(in, draw)
	p.Bare = true
	return p
}

// Render draws the part.
func (p *Part) Render() Node {
	if p.Bare {
		return Guarded(func() Node { return p.Draw(p.In) })
	}
	return El("div", Class("part"), Guarded(func() Node { return p.Draw(p.In) }))
}
