//go:build js

// Package browser holds everything of the lab that touches the browser: address and history, clipboard, storage,
// pointer drags, files, and the messages of an embedding page. Nothing is computed here; values cross as text.
package browser

import (
	"strconv"
	"strings"
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

// Page is the browser as the components see it (ui.Host).
type Page struct {
	window   js.Value
	document dom.Document
	timers   map[string]int // names of pending calls and their timer
	parent   js.Value       // the embedding page; the window itself if there is none
}

// New looks up the window and the document once.
func New() *Page {
	w := js.Global()
	return &Page{window: w, document: dom.GetWindow().Document(), timers: map[string]int{}, parent: w.Get("parent")}
}

// try runs f and reports whether the browser let it: storage, history and clipboard throw in sandboxed frames.
func try(f func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			ok = false
		}
	}()
	f()
	return true
}

// Fragment implements ui.Host.
func (p *Page) Fragment() string { return p.window.Get("location").Get("hash").String() }

// Query implements ui.Host. embed.html is the page with embed=1.
func (p *Page) Query() string {
	q := p.window.Get("location").Get("search").String()
	if p.document.DocumentElement().GetAttribute("data-embed") == "1" {
		q += "&embed=1"
	}
	return strings.TrimPrefix(q, "&")
}

// Push implements ui.Host.
func (p *Page) Push(fragment string) { p.history("pushState", fragment) }

// Replace implements ui.Host.
func (p *Page) Replace(fragment string) { p.history("replaceState", fragment) }

func (p *Page) history(method, fragment string) {
	try(func() { p.window.Get("history").Call(method, nil, "", fragment) })
}

// OnNavigate implements ui.Host. The listeners live as long as the page.
func (p *Page) OnNavigate(f func()) {
	heard := js.FuncOf(func(js.Value, []js.Value) any {
		f()
		return nil
	})
	p.window.Call("addEventListener", "hashchange", heard)
	p.window.Call("addEventListener", "popstate", heard)
}

// Setting implements ui.Host.
func (p *Page) Setting(name string) (value string) {
	try(func() {
		if v := p.window.Get("localStorage").Call("getItem", "ulplab."+name); v.Type() == js.TypeString {
			value = v.String()
		}
	})
	return value
}

// SetSetting implements ui.Host.
func (p *Page) SetSetting(name, value string) {
	try(func() { p.window.Get("localStorage").Call("setItem", "ulplab."+name, value) })
}

// ShowTheme implements ui.Host.
func (p *Page) ShowTheme(theme string) {
	root := p.document.DocumentElement()
	if theme == "light" || theme == "dark" {
		root.SetAttribute("data-theme", theme)
	} else {
		root.RemoveAttribute("data-theme")
	}
}

// Dark implements ui.Host.
func (p *Page) Dark() bool {
	switch p.document.DocumentElement().GetAttribute("data-theme") {
	case "dark":
		return true
	case "light":
		return false
	}
	return p.window.Call("matchMedia", "(prefers-color-scheme: dark)").Get("matches").Bool()
}

// SetTitle implements ui.Host.
func (p *Page) SetTitle(title string) { p.document.Underlying().Set("title", title) }

// Link implements ui.Host.
func (p *Page) Link() string {
	link := p.window.Get("location").Get("href").String()
	link, _, _ = strings.Cut(link, "#")
	link, _, _ = strings.Cut(link, "?")
	return link
}

// Focus implements ui.Host: "" takes the focus away.
func (p *Page) Focus(selector string) {
	if selector == "" {
		if a := p.document.Underlying().Get("activeElement"); a.Truthy() {
			a.Call("blur")
		}
		return
	}
	if e := p.document.Underlying().Call("querySelector", selector); e.Truthy() {
		e.Call("focus")
	}
}

// After implements ui.Host.
func (p *Page) After(name string, milliseconds int, f func()) {
	if t, ok := p.timers[name]; ok {
		p.window.Call("clearTimeout", t)
	}
	var call js.Func
	call = js.FuncOf(func(js.Value, []js.Value) any {
		call.Release()
		delete(p.timers, name)
		f()
		return nil
	})
	p.timers[name] = p.window.Call("setTimeout", call, milliseconds).Int()
}

// OnPaint implements ui.Host. A drag begins when a pressed pointer enters another bit of the same group, so that a
// click stays a click; it sets every bit it meets to the opposite of the first. Touch scrolls vertically as ever
// (touch-action in the style sheet) and paints when it moves along the bits.
func (p *Page) OnPaint(f func(group, bit string, on, done bool)) {
	var group, first, last string
	var on, painting bool
	at := func(target js.Value) (string, string, js.Value) {
		if target.Type() != js.TypeObject || target.Get("closest").IsUndefined() {
			return "", "", js.Undefined()
		}
		cell := target.Call("closest", "[data-bit]")
		if !cell.Truthy() {
			return "", "", cell
		}
		area := cell.Call("closest", "[data-bits]")
		if !area.Truthy() {
			return "", "", cell
		}
		return area.Get("dataset").Get("bits").String(), cell.Get("dataset").Get("bit").String(), cell
	}
	move := js.FuncOf(func(_ js.Value, args []js.Value) any {
		e := args[0]
		g, bit, _ := at(p.document.Underlying().Call("elementFromPoint", e.Get("clientX"), e.Get("clientY")))
		if g != group || bit == last {
			return nil
		}
		if !painting {
			painting = true
			f(group, first, on, false)
		}
		last = bit
		f(group, bit, on, false)
		return nil
	})
	listening := false
	stop := func() {
		if listening {
			p.document.Underlying().Call("removeEventListener", "pointermove", move)
			listening = false
		}
		if painting {
			painting = false
			f(group, last, on, true)
		}
	}
	p.document.AddEventListener("pointerdown", false, func(e dom.Event) {
		v := e.Underlying()
		g, bit, cell := at(v.Get("target"))
		if g == "" || v.Get("button").Int() != 0 || cell.Get("disabled").Bool() {
			return
		}
		stop()
		group, first, last = g, bit, bit
		on = cell.Call("getAttribute", "aria-pressed").String() != "true"
		try(func() { v.Get("target").Call("releasePointerCapture", v.Get("pointerId")) })
		p.document.Underlying().Call("addEventListener", "pointermove", move)
		listening = true
	})
	for _, name := range []string{"pointerup", "pointercancel"} {
		p.document.AddEventListener(name, false, func(dom.Event) { stop() })
	}
}

// Ready implements ui.Host.
func (p *Page) Ready(views []string) {
	p.window.Set("__ready", true)
	p.watchHeight()
	list := make([]any, len(views))
	for i, v := range views {
		list[i] = v
	}
	p.post("ready", map[string]any{"views": list})
}

func (p *Page) embedded() bool { return !p.parent.Equal(p.window) }

// post sends a message to the embedding page, and nothing without one.
func (p *Page) post(kind string, fields map[string]any) {
	if !p.embedded() {
		return
	}
	fields["v"] = 1
	fields["type"] = "ulplab:" + kind
	try(func() { p.parent.Call("postMessage", fields, "*") })
}

// Tell implements ui.Host.
func (p *Page) Tell(kind string, pairs ...string) {
	fields := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		fields[pairs[i]] = pairs[i+1]
	}
	p.post(kind, fields)
}

// watchHeight tells the embedding page how high the content is, at each change of 2 px or more.
func (p *Page) watchHeight() {
	if !p.embedded() || p.window.Get("ResizeObserver").IsUndefined() {
		return
	}
	root := p.document.GetElementByID("app").Underlying()
	told := -10
	seen := js.FuncOf(func(js.Value, []js.Value) any {
		h := root.Get("offsetHeight").Int()
		if d := h - told; d >= 2 || d <= -2 {
			told = h
			p.post("resize", map[string]any{"height": h})
		}
		return nil
	})
	p.window.Get("ResizeObserver").New(seen).Call("observe", root)
}

// maxMessage is the length in bytes of the longest text taken from a message.
const maxMessage = 64 << 10

// OnMessage implements ui.Host. Messages come from the embedding page only and are plain objects with v: 1; their
// texts are data, never evaluated.
func (p *Page) OnMessage(f func(kind, value string)) {
	fields := map[string]string{"ulplab:set": "url", "ulplab:get": "id", "ulplab:theme": "theme", "ulplab:reset": ""}
	p.window.Call("addEventListener", "message", js.FuncOf(func(_ js.Value, args []js.Value) any {
		e := args[0]
		m := e.Get("data")
		if !p.embedded() || !e.Get("source").Equal(p.parent) || m.Type() != js.TypeObject || m.Get("v").Type() != js.TypeNumber || m.Get("v").Int() != 1 {
			return nil
		}
		kind := m.Get("type")
		if kind.Type() != js.TypeString {
			return nil
		}
		name, known := fields[kind.String()]
		if !known {
			return nil
		}
		value := ""
		if name != "" {
			v := m.Get(name)
			if v.Type() != js.TypeString || v.Get("length").Int() > maxMessage {
				p.Tell("error", "code", "message", "text", kind.String()+" needs a text named "+name+" of at most "+strconv.Itoa(maxMessage>>10)+" KB")
				return nil
			}
			value = v.String()
		}
		f(strings.TrimPrefix(kind.String(), "ulplab:"), value)
		return nil
	}))
}
