//go:build js

package browser

import (
	"strconv"
	"syscall/js"
)

// maxFile is the size in bytes of the largest file that is read (files.MaxBytes).
const maxFile = 32 << 20

// maxDropped is the number of files that one drop brings at most.
const maxDropped = 4

// Open implements lab.Browser. The file chooser belongs to one hidden field, which stays in the page.
func (p *Page) Open(done func(name string, data []byte, problem string)) {
	field := p.document.Call("getElementById", "ulplab-file")
	if !field.Truthy() {
		e := p.create("input")
		e.SetAttribute("type", "file")
		e.SetAttribute("id", "ulplab-file")
		e.SetAttribute("hidden", "")
		field = e.Underlying()
		p.document.Get("body").Call("appendChild", field)
	}
	field.Set("value", "") // the same file can be chosen again
	var chosen js.Func
	chosen = p.funcOf(func([]js.Value) {
		field.Set("onchange", nil)
		chosen.Release()
		if file := field.Get("files").Index(0); file.Truthy() {
			p.read(file, done)
		}
	})
	field.Set("onchange", chosen)
	field.Call("click")
}

// OnDrop implements lab.Browser. A file dropped beside the areas is one of the area "".
func (p *Page) OnDrop(f func(area, name string, data []byte, problem string)) {
	over := js.Null()
	mark := func(area js.Value) {
		if area.Equal(over) {
			return
		}
		if over.Truthy() {
			over.Call("removeAttribute", "data-over")
		}
		if over = area; over.Truthy() {
			over.Call("setAttribute", "data-over", "")
		}
	}
	// at returns the area under a dragged file, and whether it is a file that is dragged.
	at := func(e js.Value) (area js.Value, file bool) {
		area = js.Null()
		if !e.Get("dataTransfer").Truthy() || !e.Get("dataTransfer").Get("types").Call("includes", "Files").Bool() {
			return area, false
		}
		if t := e.Get("target"); t.Type() == js.TypeObject && t.Get("closest").Truthy() {
			area = t.Call("closest", "[data-drop]")
		}
		return area, true
	}
	hear := func(e js.Value) {
		area, file := at(e)
		mark(area)
		if !file {
			return
		}
		e.Call("preventDefault")
		e.Get("dataTransfer").Set("dropEffect", "copy")
	}
	p.listen(p.document, "dragenter", hear)
	p.listen(p.document, "dragover", hear)
	p.listen(p.document, "dragleave", func(e js.Value) {
		if !e.Get("relatedTarget").Truthy() { // out of the window
			mark(js.Null())
		}
	})
	p.listen(p.document, "drop", func(e js.Value) {
		area, file := at(e)
		mark(js.Null())
		if !file {
			return
		}
		e.Call("preventDefault")
		name := ""
		if area.Truthy() {
			name = area.Call("getAttribute", "data-drop").String()
		}
		list := e.Get("dataTransfer").Get("files")
		for i := range min(list.Length(), maxDropped) {
			p.read(list.Index(i), func(file string, data []byte, problem string) { f(name, file, data, problem) })
		}
	})
}

// read reads a file of the reader's.
func (p *Page) read(file js.Value, done func(name string, data []byte, problem string)) {
	name := file.Get("name").String()
	if size := file.Get("size").Float(); size > maxFile {
		p.later(0, func() {
			done(name, nil, "The file has "+strconv.FormatFloat(size/1e6, 'f', 1, 64)+" MB; at most 32 MB are read.")
		})
		return
	}
	var yes, no js.Func
	end := func() { yes.Release(); no.Release() }
	yes = p.funcOf(func(args []js.Value) {
		end()
		bytes := js.Global().Get("Uint8Array").New(args[0])
		data := make([]byte, bytes.Length())
		js.CopyBytesToGo(data, bytes)
		done(name, data, "")
	})
	no = p.funcOf(func([]js.Value) {
		end()
		done(name, nil, "The file could not be read; if it is a folder, open a file in it.")
	})
	file.Call("arrayBuffer").Call("then", yes, no)
}
