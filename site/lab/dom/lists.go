//go:build js

package dom

import "github.com/hexops/vecty"

// closeLists closes the open list of the header after a click on an entry, which takes the focus along to the view,
// and after a click beside it.
func closeLists(e *vecty.Event) {
	open := e.Target.Get("ownerDocument").Call("querySelector", "header details[open]")
	if !open.Truthy() {
		return
	}
	inside := open.Call("contains", e.Target).Bool()
	if inside && !e.Target.Call("closest", "a, button").Truthy() {
		return
	}
	open.Call("removeAttribute", "open")
	if inside {
		open.Get("ownerDocument").Call("getElementById", "main").Call("focus")
	}
}

// listKey answers keys in the lists of the header, beyond what the browser does: Escape closes, the arrows go from entry
// to entry, and open the list first. It reports whether the key was one of its own.
func listKey(e *vecty.Event, key string) bool {
	list := e.Target.Call("closest", "header details")
	if !list.Truthy() {
		return false
	}
	open := list.Call("hasAttribute", "open").Bool()
	step := 1
	switch {
	case key == "Escape" && open:
		list.Call("removeAttribute", "open")
		list.Call("querySelector", "summary").Call("focus")
		return true
	case key == "ArrowUp" && open:
		step = -1
	case key != "ArrowDown":
		return false
	}
	list.Call("setAttribute", "open", "")
	entries := list.Call("querySelectorAll", "a, button")
	n, at := entries.Get("length").Int(), -1
	for i := range n {
		if entries.Call("item", i).Call("isSameNode", e.Target).Bool() {
			at = i
		}
	}
	if at < 0 && step < 0 {
		at = 0
	}
	entries.Call("item", (at+step+n)%n).Call("focus")
	e.Value.Call("preventDefault")
	return true
}
