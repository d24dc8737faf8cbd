//go:build js

package dom

import (
	"github.com/hexops/vecty"

	"ulplab/site/kit/markup"
)

// event is an event of the document (lab.Event).
type event struct{ e *vecty.Event }

// Closest implements lab.Event.
func (e event) Closest(name string) string {
	n := e.e.Target.Call("closest", "["+name+"]")
	if !n.Truthy() {
		return ""
	}
	return n.Call("getAttribute", name).String()
}

// Prevent implements lab.Event.
func (e event) Prevent() { e.e.Value.Call("preventDefault") }

// eventOf is what a listener of a node learns.
func eventOf(e *vecty.Event) markup.Event {
	out := markup.Event{
		Closest: event{e}.Closest,
		Prevent: event{e}.Prevent,
		Pasted:  func() string { return e.Value.Get("clipboardData").Call("getData", "text").String() },
		Open:    e.Target.Get("open").Truthy(),
	}
	if v := e.Target.Get("value"); v.Truthy() {
		out.Value = v.String()
	}
	return out
}
