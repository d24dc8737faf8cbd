//go:build js

package browser

import (
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

// Copy implements lab.Browser: the clipboard where the page may use it, else a selection copied the old way.
func (p *Page) Copy(text string, done func(ok bool)) {
	board := p.window.Get("navigator").Get("clipboard")
	if !board.Truthy() {
		done(p.copyOld(text))
		return
	}
	var yes, no js.Func
	end := func() { yes.Release(); no.Release() }
	yes = p.funcOf(func([]js.Value) {
		end()
		done(true)
	})
	no = p.funcOf(func([]js.Value) {
		end()
		done(p.copyOld(text))
	})
	if !try(func() { board.Call("writeText", text).Call("then", yes, no) }) {
		end()
		done(p.copyOld(text))
	}
}

func (p *Page) copyOld(text string) (ok bool) {
	area := &dom.HTMLTextAreaElement{BasicHTMLElement: p.create("textarea")}
	area.SetValue(text)
	area.SetClass("quiet")
	focus := p.document.Get("activeElement")
	p.document.Get("body").Call("appendChild", area.Underlying())
	try(func() {
		area.Select()
		ok = p.document.Call("execCommand", "copy").Bool()
	})
	area.Remove()
	if focus.Truthy() {
		element(focus).Focus()
	}
	return ok
}

// SaveText implements lab.Browser.
func (p *Page) SaveText(name, mime, text string) {
	p.save(name, js.Global().Get("Blob").New([]any{text}, map[string]any{"type": mime}))
}

// SaveBytes implements lab.Saver.
func (p *Page) SaveBytes(name string, data []byte) {
	bytes := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(bytes, data)
	p.save(name, js.Global().Get("Blob").New([]any{bytes}, map[string]any{"type": "application/octet-stream"}))
}

// save offers a blob as a file.
func (p *Page) save(name string, blob js.Value) {
	urls := js.Global().Get("URL")
	address := urls.Call("createObjectURL", blob)
	a := p.create("a")
	a.SetAttribute("href", address.String())
	a.SetAttribute("download", name)
	p.document.Get("body").Call("appendChild", a.Underlying())
	a.Click()
	a.Remove()
	p.After("revoke "+address.String(), 60000, func() { urls.Call("revokeObjectURL", address) })
}

// pngHead is the length of the signature and the header of a PNG file.
const pngHead = 33

// SavePNG implements lab.Browser: the document is drawn at twice its size on a canvas.
// The chunks of text come after the header of the file.
func (p *Page) SavePNG(name, document string, text []byte) {
	image := p.window.Get("Image").New()
	var loaded, made js.Func
	made = p.funcOf(func(args []js.Value) {
		made.Release()
		if args[0].Truthy() {
			chunks := js.Global().Get("Uint8Array").New(len(text))
			js.CopyBytesToJS(chunks, text)
			parts := []any{args[0].Call("slice", 0, pngHead), chunks, args[0].Call("slice", pngHead)}
			p.save(name, js.Global().Get("Blob").New(parts, map[string]any{"type": "image/png"}))
		}
	})
	loaded = p.funcOf(func([]js.Value) {
		loaded.Release()
		w, h := 2*image.Get("naturalWidth").Int(), 2*image.Get("naturalHeight").Int()
		canvas := &dom.HTMLCanvasElement{BasicHTMLElement: p.create("canvas")}
		canvas.SetWidth(w)
		canvas.SetHeight(h)
		canvas.GetContext2d().Call("drawImage", image, 0, 0, w, h)
		canvas.Call("toBlob", made, "image/png")
	})
	image.Set("onload", loaded)
	image.Set("src", "data:image/svg+xml;charset=utf-8,"+js.Global().Call("encodeURIComponent", document).String())
}

// Load implements lab.Browser.
func (p *Page) Load(name string, done func(data []byte, problem string)) {
	if data, ok := p.data[name]; ok {
		p.later(0, func() { done(data, "") })
		return
	}
	var yes, no js.Func
	end := func() { yes.Release(); no.Release() }
	yes = p.funcOf(func(args []js.Value) {
		end()
		data := make([]byte, args[0].Length())
		js.CopyBytesToGo(data, args[0])
		p.data[name] = data
		done(data, "")
	})
	no = p.funcOf(func(args []js.Value) {
		end()
		why := "the browser gave no reason"
		if args[0].Truthy() {
			if m := args[0].Get("message"); m.Type() == js.TypeString {
				why = m.String()
			}
		}
		done(nil, "The data could not be loaded: "+why+".")
	})
	p.window.Get("ulplab").Call("load", name).Call("then", yes, no)
}

// later calls f once after a time in milliseconds.
func (p *Page) later(milliseconds int, f func()) {
	var call js.Func
	call = p.funcOf(func([]js.Value) {
		call.Release()
		f()
	})
	p.window.Call("setTimeout", call, milliseconds)
}
