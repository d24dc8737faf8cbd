//go:build js

package browser

// Reach implements lab.Browser: what is folded around the element is opened.
func (p *Page) Reach(selector string) {
	if e := p.document.Call("querySelector", selector); e.Truthy() {
		for d := e.Call("closest", "details"); d.Truthy(); d = d.Get("parentNode").Call("closest", "details") {
			d.Set("open", true)
		}
		e.Call("focus", map[string]any{"preventScroll": true})
		e.Call("scrollIntoView")
	}
}
