//go:build js

// Package browser holds everything of the lab that touches the browser: address and history, clipboard, storage,
// pointer drags, files, and the messages of an embedding page. Nothing is computed here; values cross as text.
package browser

import (
	"strconv"
	"strings"
	"syscall/js"

	"honnef.co/go/js/dom/v2"

	"ulplab/site/work"
)

// Page is the browser as the components see it (lab.Browser).
type Page struct {
	window   js.Value
	document js.Value
	root     *dom.BasicHTMLElement // <html>
	location *dom.URLUtils
	timers   map[string]int // names of pending calls and their timer
	pools    work.Pools
	jobs     jobs
	data     map[string][]byte // data files that are here
	stages   map[string]*stage // by the ID of their element
	paper    bool              // the page is being printed
	parent   js.Value          // the embedding page; the window itself if there is none
	fault    func(reason any)  // hears of panics
	hears    bool              // the messages of a frame in a dialog
	frames   [2]frame
	framed   bool // the messages of frames are heard
	entries  entries
}

// New looks up the window and the document once. pools do long jobs; a program without them has none.
func New(pools work.Pools) *Page {
	w := js.Global()
	d := w.Get("document")
	p := &Page{window: w, document: d, root: element(d.Get("documentElement")), location: &dom.URLUtils{Value: w.Get("location")},
		timers: map[string]int{}, pools: pools, data: map[string][]byte{}, stages: map[string]*stage{}, parent: w.Get("parent")}
	p.begin()
	p.listen(d, "mouseover", func(js.Value) { p.root.RemoveAttribute("data-tips") })
	for name, paper := range map[string]bool{"beforeprint": true, "afterprint": false} {
		p.listen(w, name, func(js.Value) { p.paper = paper; p.recolour() })
	}
	for _, media := range [...]string{"print", "(prefers-color-scheme: dark)"} {
		p.listen(w.Call("matchMedia", media), "change", func(js.Value) { p.recolour() })
	}
	return p
}

// element gives a DOM element its Go type. It makes the concrete type: dom's own wrapping functions choose among all
// element and event types and so bring every one of them into the program, a quarter of its compressed size.
func element(v js.Value) *dom.BasicHTMLElement {
	return &dom.BasicHTMLElement{BasicElement: &dom.BasicElement{BasicNode: &dom.BasicNode{Value: v}}}
}

// create makes an element that is not in the page yet.
func (p *Page) create(tag string) *dom.BasicHTMLElement {
	return element(p.document.Call("createElement", tag))
}

// funcOf is a function for the browser to call: events, timers, frames, promises and workers call nothing else of the
// page's. A panic in f does not end the program, it goes to OnFault.
func (p *Page) funcOf(f func(args []js.Value)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer func() {
			if r := recover(); r != nil {
				if p.fault == nil {
					panic(r)
				}
				p.fault(r)
			}
		}()
		f(args)
		return nil
	})
}

// OnFault implements lab.Browser.
func (p *Page) OnFault(f func(reason any)) { p.fault = f }

// listen hears an event of the document for as long as the page lives.
func (p *Page) listen(target js.Value, name string, f func(e js.Value)) {
	target.Call("addEventListener", name, p.funcOf(func(args []js.Value) { f(args[0]) }))
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

// Fragment implements lab.Browser.
func (p *Page) Fragment() string {
	p.settle()
	return p.location.Hash()
}

// Query implements lab.Browser. embed.html is the page with embed=1.
func (p *Page) Query() string {
	q := p.location.Search()
	if p.root.HasAttribute("data-embed") {
		q += "&embed=1"
	}
	return strings.TrimPrefix(q, "&")
}

// Views implements lab.Browser.
func (p *Page) Views() string { return p.root.GetAttribute("data-catalogue") }

// Built implements lab.Browser.
func (p *Page) Built(name string) string { return p.root.GetAttribute("data-" + name) }

// Setting implements lab.Browser.
func (p *Page) Setting(name string) (value string) {
	try(func() {
		if v := p.window.Get("localStorage").Call("getItem", "ulplab."+name); v.Type() == js.TypeString {
			value = v.String()
		}
	})
	return value
}

// SetSetting implements lab.Browser.
func (p *Page) SetSetting(name, value string) {
	try(func() { p.window.Get("localStorage").Call("setItem", "ulplab."+name, value) })
}

// ShowTheme implements lab.Browser.
func (p *Page) ShowTheme(theme string) {
	if theme == "light" || theme == "dark" {
		p.root.SetAttribute("data-theme", theme)
	} else {
		p.root.RemoveAttribute("data-theme")
	}
	p.recolour()
}

// media reports whether a media query holds.
func (p *Page) media(query string) bool {
	return p.window.Call("matchMedia", query).Get("matches").Bool()
}

// Dark implements lab.Browser: paper is light.
func (p *Page) Dark() bool {
	if p.paper || p.media("print") {
		return false
	}
	if p.root.HasAttribute("data-theme") {
		return p.root.GetAttribute("data-theme") == "dark"
	}
	return p.media("(prefers-color-scheme: dark)")
}

// SetTitle implements lab.Browser.
func (p *Page) SetTitle(title string) { p.document.Set("title", title) }

// Link implements lab.Browser.
func (p *Page) Link() string {
	link, _, _ := strings.Cut(p.location.Href(), "#")
	link, _, _ = strings.Cut(link, "?")
	return link
}

// Focus implements lab.Browser: "" takes the focus away.
func (p *Page) Focus(selector string) {
	if selector == "" {
		p.root.SetAttribute("data-tips", "off")
		if a := p.document.Get("activeElement"); a.Truthy() {
			element(a).Blur()
		}
		return
	}
	if e := p.document.Call("querySelector", selector); e.Truthy() {
		element(e).Focus()
	}
}

// Modal implements lab.Browser.
func (p *Page) Modal(id string, told func(height int)) {
	d := p.document.Call("getElementById", id)
	if !d.Truthy() || !try(func() { d.Call("showModal") }) || p.hears {
		return
	}
	p.hears = true
	p.listen(p.window, "message", func(e js.Value) {
		frame := d.Call("querySelector", "iframe")
		if m := e.Get("data"); frame.Truthy() && e.Get("source").Equal(frame.Get("contentWindow")) && m.Type() == js.TypeObject && m.Get("height").Type() == js.TypeNumber {
			if h := m.Get("height").Int(); h > 0 {
				if !frame.Call("hasAttribute", "height").Bool() {
					frame.Get("style").Set("height", strconv.Itoa(h)+"px")
				}
				told(h)
			}
		}
	})
}

// After implements lab.Browser.
func (p *Page) After(name string, milliseconds int, f func()) {
	if t, ok := p.timers[name]; ok {
		p.window.Call("clearTimeout", t)
	}
	var call js.Func
	call = p.funcOf(func([]js.Value) {
		call.Release()
		delete(p.timers, name)
		f()
	})
	p.timers[name] = p.window.Call("setTimeout", call, milliseconds).Int()
}

// Whole implements lab.Browser. What is to be kept goes through the storage of the tab, where the browser has one for the
// page.
func (p *Page) Whole(link, keep string) {
	try(func() { p.window.Get("sessionStorage").Call("setItem", "ulplab.kept", keep) })
	p.Replace(link)
	p.settle()
	p.location.Call("reload")
}

// Kept implements lab.Browser.
func (p *Page) Kept() (keep string) {
	try(func() {
		store := p.window.Get("sessionStorage")
		if v := store.Call("getItem", "ulplab.kept"); v.Type() == js.TypeString {
			keep = v.String()
			store.Call("removeItem", "ulplab.kept")
		}
	})
	return keep
}

// OnPaint implements lab.Browser. A drag begins when a pressed pointer enters another bit of the same group, so that a
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
	move := p.funcOf(func(args []js.Value) {
		e := args[0]
		g, bit, _ := at(p.document.Call("elementFromPoint", e.Get("clientX"), e.Get("clientY")))
		if g != group || bit == last {
			return
		}
		if !painting {
			painting = true
			f(group, first, on, false)
		}
		last = bit
		f(group, bit, on, false)
	})
	listening := false
	stop := func() {
		if listening {
			p.document.Call("removeEventListener", "pointermove", move)
			listening = false
		}
		if painting {
			painting = false
			f(group, last, on, true)
		}
	}
	p.listen(p.document, "pointerdown", func(v js.Value) {
		g, bit, cell := at(v.Get("target"))
		if g == "" || v.Get("button").Int() != 0 || cell.Get("disabled").Truthy() {
			return
		}
		stop()
		group, first, last = g, bit, bit
		on = cell.Call("getAttribute", "aria-pressed").String() != "true"
		try(func() { v.Get("target").Call("releasePointerCapture", v.Get("pointerId")) })
		p.document.Call("addEventListener", "pointermove", move)
		listening = true
	})
	for _, name := range []string{"pointerup", "pointercancel"} {
		p.listen(p.document, name, func(js.Value) { stop() })
	}
}

// Ready implements lab.Browser.
func (p *Page) Ready(views []string) {
	p.window.Set("__ready", true)
	p.window.Get("performance").Call("mark", "ready")
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

// Tell implements lab.Browser.
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
	root := element(p.document.Call("getElementById", "app"))
	told := -10
	seen := p.funcOf(func([]js.Value) {
		h := int(root.OffsetHeight())
		if d := h - told; d >= 2 || d <= -2 {
			told = h
			p.post("resize", map[string]any{"height": h})
		}
	})
	p.window.Get("ResizeObserver").New(seen).Call("observe", root.Underlying())
}

// maxMessage is the length in bytes of the longest text taken from a message.
const maxMessage = 64 << 10

// OnMessage implements lab.Browser. Messages come from the embedding page only and are plain objects with v: 1; their
// texts are data, never evaluated.
func (p *Page) OnMessage(f func(kind, value string)) {
	fields := map[string]string{"ulplab:set": "url", "ulplab:get": "id", "ulplab:theme": "theme", "ulplab:reset": ""}
	p.listen(p.window, "message", func(e js.Value) {
		m := e.Get("data")
		if !p.embedded() || !e.Get("source").Equal(p.parent) || m.Type() != js.TypeObject || m.Get("v").Type() != js.TypeNumber || m.Get("v").Int() != 1 {
			return
		}
		kind := m.Get("type")
		if kind.Type() != js.TypeString {
			return
		}
		name, known := fields[kind.String()]
		if !known {
			return
		}
		value := ""
		if name != "" {
			v := m.Get(name)
			if v.Type() != js.TypeString || len(v.String()) > maxMessage {
				p.Tell("error", "code", "message", "text", kind.String()+" needs a text named "+name+" of at most "+strconv.Itoa(maxMessage>>10)+" KB")
				return
			}
			value = v.String()
		}
		f(strings.TrimPrefix(kind.String(), "ulplab:"), value)
	})
}
