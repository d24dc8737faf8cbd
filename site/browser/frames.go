//go:build js

package browser

import "syscall/js"

// frame is a frame with a page of the lab.
type frame struct {
	element      js.Value
	theme        string
	shows, wants string // links: the one that it was sent or told last, and the one that it is to show
	ready        bool
}

// Frames implements lab.Browser. A frame has the address of this page, as one that is embedded, and hears what embed.js would say.
func (p *Page) Frames(selector, theme string, links [2]string, told func(i int, link, run string) (shows string)) {
	list := p.document.Call("querySelectorAll", selector)
	for i, link := range links {
		e := list.Index(i)
		if !e.Truthy() {
			return
		}
		f := &p.frames[i]
		f.wants = link
		if !e.Equal(f.element) {
			*f = frame{element: e, theme: theme, shows: link, wants: link}
			e.Set("src", p.Link()+"?embed=1&theme="+theme+link)
		}
		if f.theme != theme {
			f.theme = theme
			f.send("theme", "theme", theme)
		}
		f.follow()
	}
	if p.framed {
		return
	}
	p.framed = true
	p.listen(p.window, "message", func(e js.Value) {
		for i := range p.frames {
			f, m := &p.frames[i], e.Get("data")
			if m.Type() != js.TypeObject || !e.Get("source").Equal(f.element.Get("contentWindow")) {
				continue
			}
			switch m.Get("type").String() {
			case "ulplab:ready":
				f.ready = true
				f.follow()
			case "ulplab:state":
				f.wants = told(i, m.Get("url").String(), m.Get("run").String())
				f.shows = f.wants
			}
		}
	})
}

// follow sends a frame that has started the link that it is to show.
func (f *frame) follow() {
	if f.ready && f.shows != f.wants {
		f.shows = f.wants
		f.send("set", "url", f.wants)
	}
}

func (f *frame) send(kind, key, value string) {
	f.element.Get("contentWindow").Call("postMessage", map[string]any{"v": 1, "type": "ulplab:" + kind, key: value}, "*")
}
