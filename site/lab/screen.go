// Package lab holds the views of the lab together: what is shown, what changes it, and the page around the views.
package lab

import "ulplab/site/kit/markup"

// Screen shows a page and tells what the reader does on it. site/lab/dom implements it; a test needs none.
type Screen interface {
	// Show puts the page in its place and calls the hooks from then on.
	Show(h Hooks) error
	// Again has Whole called and what it returns shown, once, at most once a frame.
	Again()
}

// Hooks are what a screen calls.
type Hooks struct {
	// Whole makes the page; its root is an element of the same name at each call.
	Whole func() markup.Node
	// Answer hears a listener of a node.
	Answer func(l markup.Listener, e markup.Event)
	// Clicked, Pointed and Pressed hear every click, change of the element under the pointer, and key.
	Clicked, Pointed func(e Event)
	Pressed          func(e Event, k Key)
	// Safely runs what an event leads to.
	Safely func(f func())
}

// Event is an event that the page hears as a whole.
type Event interface {
	// Closest returns the value of an attribute on the event's target or its nearest ancestor that has it, "" if none.
	Closest(name string) string
	// Prevent keeps the browser from what it does by itself.
	Prevent()
}

// Key is a key with its modifiers.
type Key struct {
	Name              string
	Ctrl, Shift, Meta bool // Meta: with the command or the alt key
	Field             bool // pressed in a field or a list, which takes it
}

// Shell returns the page at the state of a link as HTML, for the root element before the program has started: complete and
// readable without any script, nothing in it can be pressed but links. The program replaces it by the same page alive.
func Shell(views Catalogue, link string) string {
	was := app
	defer func() { app = was }()
	app = instance{views: views, state: views.Decode(link, ""), visited: map[ID]bool{}}
	app.state.ReadOnly = true
	tend()
	page := whole().(*markup.Element)
	page.Attrs, page.Classes = nil, []string{"lab", "shell"}
	return markup.Still(markup.HTML(page), true)
}
