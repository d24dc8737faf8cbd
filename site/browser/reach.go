//go:build js

package browser

// Reach implements lab.Browser.
func (p *Page) Reach(selector string) {
	if e := p.document.Call("querySelector", selector); e.Truthy() {
		e.Call("focus", map[string]any{"preventScroll": true})
		e.Call("scrollIntoView")
	}
}
