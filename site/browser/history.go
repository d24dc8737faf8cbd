//go:build js

package browser

import "syscall/js"

// entries are the entries of the history that the lab made, by their numbers; each holds its own as its state. In a frame they
// are a list beside the browser's history, which belongs to the page around.
type entries struct {
	shown, last int
	frame       map[int]string // the fragment of each, in a frame
	navigate    func(followed bool)
	due         string // the method of History that the browser is still to be asked for
	fragment    string // what it writes
	settle      js.Func
}

// begin numbers the entry that the page was loaded at.
func (p *Page) begin() {
	p.entries.frame, p.entries.settle = map[int]string{}, p.funcOf(func([]js.Value) { p.settle() })
	if n, ok := p.number(); ok {
		p.entries.shown, p.entries.last = n, n
	}
	p.Replace(p.Fragment())
}

// number returns the number of the browser's entry, false if the lab did not make it.
func (p *Page) number() (n int, ok bool) {
	if p.embedded() {
		return 0, false
	}
	if v := p.window.Get("history").Get("state"); v.Type() == js.TypeNumber {
		return v.Int(), true
	}
	return 0, false
}

// Push implements lab.Browser.
func (p *Page) Push(fragment string) {
	switch {
	case p.embedded():
		p.grow()
		p.Replace(fragment)
	case p.entries.due == "pushState":
		p.entries.fragment = fragment
	default:
		p.settle()
		p.grow()
		p.write("pushState", fragment)
	}
}

// grow makes room for an entry after the one shown, in place of those that followed.
func (p *Page) grow() {
	p.entries.shown++
	p.entries.last = p.entries.shown
}

// Replace implements lab.Browser.
func (p *Page) Replace(fragment string) {
	if p.embedded() {
		p.entries.frame[p.entries.shown] = fragment
	}
	p.write("replaceState", fragment)
}

// write has the browser write the entry shown once what calls the page has ended: several changes in one go are one entry,
// because a link of 10,000 characters takes the browser 20 to 40 ms of a processor that the page may share.
func (p *Page) write(method, fragment string) {
	if p.entries.due == "" {
		p.entries.due = method
		p.window.Call("queueMicrotask", p.entries.settle)
	}
	p.entries.fragment = fragment
}

// settle has the browser write what is due.
func (p *Page) settle() {
	if method := p.entries.due; method != "" {
		p.entries.due = ""
		try(func() { p.window.Get("history").Call(method, p.entries.shown, "", p.entries.fragment) })
	}
}

// Entries implements lab.Browser.
func (p *Page) Entries() (shown, last int) { return p.entries.shown, p.entries.last }

// Step implements lab.Browser.
func (p *Page) Step(n int) {
	p.settle()
	to := p.entries.shown + n
	switch {
	case to < 0 || to > p.entries.last:
	case p.embedded():
		p.entries.shown = to
		p.write("replaceState", p.entries.frame[to])
		p.entries.navigate(false)
	default:
		try(func() { p.window.Get("history").Call("go", n) })
	}
}

// OnNavigate implements lab.Browser. The listeners live as long as the page.
func (p *Page) OnNavigate(f func(followed bool)) {
	p.entries.navigate = f
	arrive := func(js.Value) {
		n, ok := p.number()
		switch {
		case ok:
			p.entries.shown, p.entries.last = n, max(n, p.entries.last)
		case !p.embedded() || p.Fragment() != p.entries.frame[p.entries.shown]:
			p.grow()
			p.Replace(p.Fragment())
		}
		f(!ok)
	}
	p.listen(p.window, "hashchange", arrive)
	p.listen(p.window, "popstate", arrive)
}
