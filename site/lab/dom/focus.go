//go:build js

package dom

import "syscall/js"

// What is pressed keeps the focus: a drawing is one text, so its buttons are made anew when it changes, and the one that
// stands for what had the focus gets it back.

// place says where an element of the page is: by what names it, and by its way down from the root.
type place struct {
	selector string // "" for none
	way      []int
	tag      string
}

// focused returns the place of the element that has the focus, false if none in the page has.
func focused(document js.Value) (p place, ok bool) {
	at := document.Get("activeElement")
	root := document.Call("getElementById", "app")
	if !at.Truthy() || at.Equal(document.Get("body")) || !root.Truthy() || !root.Call("contains", at).Bool() {
		return p, false
	}
	p.tag = at.Get("tagName").String()
	for _, name := range [...]string{"id", "data-tap"} {
		if v := at.Call("getAttribute", name); v.Type() == js.TypeString && v.String() != "" {
			p.selector = "[" + name + `="` + js.Global().Get("CSS").Call("escape", v).String() + `"]`
			break
		}
	}
	for !at.Equal(root) {
		n := 0
		for s := at.Get("previousElementSibling"); s.Truthy(); s = s.Get("previousElementSibling") {
			n++
		}
		p.way = append(p.way, n)
		at = at.Get("parentNode")
	}
	return p, true
}

// find returns the element in a place, or the nearest one that can have the focus.
func (p place) find(document js.Value) js.Value {
	if p.selector != "" {
		if e := document.Call("querySelector", p.selector); e.Truthy() && !e.Get("disabled").Truthy() {
			return e
		}
	}
	// What is no longer there is stood for by what can have the focus nearest to its place.
	at, near := document.Call("getElementById", "app"), js.Null()
	for i := len(p.way) - 1; i >= 0 && at.Truthy(); i-- {
		near = at
		at = at.Get("children").Call("item", p.way[i])
	}
	if at.Truthy() && at.Get("tagName").String() == p.tag && !at.Get("disabled").Truthy() {
		return at
	}
	for ; near.Truthy(); near = near.Get("parentElement") {
		if e := near.Call("querySelector", "a[href], button:not(:disabled), input, select, [tabindex='0']"); e.Truthy() {
			return e
		}
	}
	return near
}

// keepFocus is called before the page changes: once it has, the focus goes back to where it was if the change took it.
func keepFocus() {
	document := js.Global().Get("document")
	p, ok := focused(document)
	if !ok {
		return
	}
	var after js.Func
	after = js.FuncOf(func(js.Value, []js.Value) any {
		after.Release()
		if at := document.Get("activeElement"); !at.Truthy() || at.Equal(document.Get("body")) {
			if e := p.find(document); e.Truthy() {
				e.Call("focus", map[string]any{"preventScroll": true})
			}
		}
		return nil
	})
	js.Global().Call("queueMicrotask", after)
}
