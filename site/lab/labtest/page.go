package labtest

import (
	"slices"

	"ulplab/site/kit/markup"
	"ulplab/site/lab"
	"ulplab/site/work"
)

// Page is the lab over a browser of the test's own, in which time passes only where the test says so: Pass lets timers go
// on, Spend is called by work that takes its time. There is one at a time.
type Page struct {
	Jobs   map[string]*Job // of workers, by their names
	Loads  map[string]func(data []byte, problem string)
	Faults []string // what panicked

	hash     string
	now      float64
	calls    map[string]call
	count    int
	hooks    lab.Hooks
	navigate func(followed bool)
	renders  int
	dirty    bool
}

// Job is a job that the page gave to workers.
type Job struct {
	Text string
	Did  string // "pause", "resume" or "cancel", the last of them
	Tell func(work.Report)
}

type call struct {
	due   float64
	count int
	do    func()
}

// Open loads the page of some views at a link; "" is the first of them.
func Open(link string, views ...lab.Entry) *Page {
	p := &Page{Jobs: map[string]*Job{}, Loads: map[string]func([]byte, string){}, hash: link, calls: map[string]call{}, now: 1}
	if err := lab.Run(host{p}, screen{p}, lab.Catalogue(views)); err != nil {
		panic(err)
	}
	p.draw()
	return p
}

// Do is an action of the reader's.
func (p *Page) Do(a markup.Action) {
	lab.Dispatch(a)
	p.draw()
}

// Go follows a link; back and forward are links too.
func (p *Page) Go(link string) {
	p.hash = link
	p.navigate(true)
	p.draw()
}

// Pass lets some milliseconds pass, with the timers that are due in them, and draws the page after each.
func (p *Page) Pass(ms float64) {
	end := p.now + ms
	for {
		name := ""
		for n, c := range p.calls {
			if best := p.calls[name]; c.due <= end && (name == "" || c.due < best.due || c.due == best.due && c.count < best.count) {
				name = n
			}
		}
		if name == "" {
			break
		}
		c := p.calls[name]
		delete(p.calls, name)
		p.now = max(p.now, c.due)
		p.hooks.Safely(c.do)
		p.draw()
	}
	p.now = max(p.now, end)
}

// Waiting are the names of the timers that are set.
func (p *Page) Waiting() (names []string) {
	for n := range p.calls {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// Spend is time that passes while something is computed.
func (p *Page) Spend(ms float64) { p.now += ms }

// Renders is how often the page was drawn.
func (p *Page) Renders() int { return p.renders }

// HTML is the page as it stands.
func (p *Page) HTML() string { return markup.HTML(p.hooks.Whole()) }

func (p *Page) draw() {
	if p.dirty {
		p.dirty = false
		p.renders++
		p.HTML()
	}
}

type screen struct{ *Page }

func (s screen) Show(h lab.Hooks) error { s.hooks, s.dirty = h, true; return nil }
func (s screen) Again()                 { s.dirty = true }

type host struct{ *Page }

func (h host) Fragment() string                                   { return h.hash }
func (h host) Query() string                                      { return "" }
func (h host) Views() string                                      { return "" }
func (h host) Built(string) string                                { return "" }
func (h host) Push(fragment string)                               { h.hash = fragment }
func (h host) Replace(fragment string)                            { h.hash = fragment }
func (h host) Step(int)                                           {}
func (h host) Entries() (shown, last int)                         { return 0, 0 }
func (h host) OnNavigate(f func(followed bool))                   { h.navigate = f }
func (h host) OnMessage(func(kind, value string))                 {}
func (h host) OnFault(func(reason any))                           {}
func (h host) OnPaint(func(group, bit string, on, done bool))     {}
func (h host) OnDrop(func(area, name string, _ []byte, _ string)) {}
func (h host) Open(func(name string, _ []byte, _ string))         {}
func (h host) Setting(string) string                              { return "" }
func (h host) SetSetting(string, string)                          {}
func (h host) ShowTheme(string)                                   {}
func (h host) Dark() bool                                         { return false }
func (h host) SetTitle(string)                                    {}
func (h host) Copy(_ string, done func(ok bool))                  { done(true) }
func (h host) Link() string                                       { return "https://example.org/" }
func (h host) SaveText(string, string, string)                    {}
func (h host) SavePNG(string, string, []byte)                     {}
func (h host) Focus(string)                                       {}
func (h host) Modal(string, func(height int))                     {}
func (h host) Frames(string, string, [2]string, func(int, string, string) string) {
}
func (h host) Reach(string)         {}
func (h host) Whole(string, string) {}
func (h host) Kept() string         { return "" }
func (h host) Ready([]string)       {}
func (h host) Clock() float64       { return h.now }

func (h host) Tell(kind string, pairs ...string) {
	if kind == "error" {
		h.Faults = append(h.Faults, pairs[len(pairs)-1])
	}
}

func (h host) After(name string, ms int, f func()) {
	h.count++
	h.calls[name] = call{h.now + float64(ms), h.count, f}
}

func (h host) Load(name string, done func([]byte, string)) {
	h.Loads[name] = func(data []byte, problem string) {
		h.hooks.Safely(func() { done(data, problem) })
		h.draw()
	}
}

func (h host) Work(name, job string, tell func(work.Report)) {
	h.Jobs[name] = &Job{Text: job, Tell: func(r work.Report) {
		h.hooks.Safely(func() { tell(r) })
		h.draw()
	}}
}

func (h host) PauseWork(name string)  { h.Jobs[name].Did = "pause" }
func (h host) ResumeWork(name string) { h.Jobs[name].Did = "resume" }
func (h host) CancelWork(name string) { h.Jobs[name].Did = "cancel" }
