//go:build js

package browser

import "syscall/js"

// Copy implements ui.Host: the clipboard where the page may use it, else a selection copied the old way.
func (p *Page) Copy(text string, done func(ok bool)) {
	board := p.window.Get("navigator").Get("clipboard")
	if !board.Truthy() {
		done(p.copyOld(text))
		return
	}
	var yes, no js.Func
	end := func() { yes.Release(); no.Release() }
	yes = js.FuncOf(func(js.Value, []js.Value) any {
		end()
		done(true)
		return nil
	})
	no = js.FuncOf(func(js.Value, []js.Value) any {
		end()
		done(p.copyOld(text))
		return nil
	})
	if !try(func() { board.Call("writeText", text).Call("then", yes, no) }) {
		end()
		done(p.copyOld(text))
	}
}

func (p *Page) copyOld(text string) (ok bool) {
	doc := p.document.Underlying()
	area := doc.Call("createElement", "textarea")
	area.Set("value", text)
	area.Set("className", "quiet")
	focus := doc.Get("activeElement")
	doc.Get("body").Call("appendChild", area)
	try(func() {
		area.Call("select")
		ok = doc.Call("execCommand", "copy").Bool()
	})
	area.Call("remove")
	if focus.Truthy() {
		focus.Call("focus")
	}
	return ok
}

// SaveText implements ui.Host.
func (p *Page) SaveText(name, mime, text string) {
	p.save(name, js.Global().Get("Blob").New([]any{text}, map[string]any{"type": mime}))
}

// save offers a blob as a file.
func (p *Page) save(name string, blob js.Value) {
	urls := js.Global().Get("URL")
	address := urls.Call("createObjectURL", blob)
	a := p.document.Underlying().Call("createElement", "a")
	a.Set("href", address)
	a.Set("download", name)
	p.document.Underlying().Get("body").Call("appendChild", a)
	a.Call("click")
	a.Call("remove")
	p.After("revoke "+address.String(), 60000, func() { urls.Call("revokeObjectURL", address) })
}

// SavePNG implements ui.Host: the document is drawn at twice its size on a canvas.
func (p *Page) SavePNG(name, svg string) {
	image := p.window.Get("Image").New()
	var loaded, made js.Func
	made = js.FuncOf(func(_ js.Value, args []js.Value) any {
		made.Release()
		if args[0].Truthy() {
			p.save(name, args[0])
		}
		return nil
	})
	loaded = js.FuncOf(func(js.Value, []js.Value) any {
		loaded.Release()
		w, h := 2*image.Get("naturalWidth").Int(), 2*image.Get("naturalHeight").Int()
		canvas := p.document.Underlying().Call("createElement", "canvas")
		canvas.Set("width", w)
		canvas.Set("height", h)
		canvas.Call("getContext", "2d").Call("drawImage", image, 0, 0, w, h)
		canvas.Call("toBlob", made, "image/png")
		return nil
	})
	image.Set("onload", loaded)
	image.Set("src", "data:image/svg+xml;charset=utf-8,"+js.Global().Call("encodeURIComponent", svg).String())
}
