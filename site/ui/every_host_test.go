//go:build !js && !opening

package ui

import (
	"html"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"ulplab/site/kit/markup"

	"ulplab/site/route"
	"ulplab/site/state"
	"ulplab/site/work"
)

// page is the page in a test: the state and components of this package over a host without a browser.
type page struct {
	t        *testing.T
	r        *rand.Rand
	host     *quiet
	steps    int
	quietly  bool // panics are meant
	failures map[string]bool

	mu          sync.Mutex
	trail       []string // since the link was opened
	what        string   // what is tried now
	began       time.Time
	slowest     time.Duration
	slowestWhat string

	// What the page shows now: values of data-tap, areas with keys or bits, buttons; and what was ever seen.
	taps, areas  []string
	clicks       []markup.Listener
	links, words map[state.View][]string
	known        map[string]bool
	inputs       map[string]any // of the panels, by their place
	all          bool           // panels are drawn even if their input is the same
}

func newPage(t *testing.T, seed uint64) *page {
	p := &page{t: t, r: rand.New(rand.NewPCG(seed, 16)), failures: map[string]bool{}, known: map[string]bool{}, words: map[state.View][]string{}, links: map[state.View][]string{},
		inputs: map[string]any{}}
	p.host = &quiet{page: p, timers: map[string]func(){}}
	app.host, app.state = p.host, state.Default()
	app.screen, app.visited, app.kept = nil, map[state.View]bool{}, nil
	return p
}

// show renders the view that is shown, and now and then the whole page.
func (p *page) show() {
	p.taps, p.areas, p.clicks = p.taps[:0], p.areas[:0], p.clicks[:0]
	p.all = p.r.IntN(6) == 0
	p.try(func() {
		for i := range views {
			if views[i].id == app.state.View {
				p.walk(string(app.state.View), views[i].make(app.state))
			}
		}
	})
	if p.r.IntN(20) == 0 {
		p.try(func() {
			p.walk("", markup.Panel("top", headerIn{app.state.View, app.state.Theme, app.state.Embed, app.notice}, header))
			p.walk("", problems(app.state.Problems))
			p.walk("", markup.Panel("bottom", footerIn{app.state.View, app.state.Embed, route.Encode(app.state)}, footer))
		})
	}
}

var attributeIn = regexp.MustCompile(`(data-tap|data-keys|data-bits|href)="([^"]*)"`)

// walk goes through what a node is made of.
func (p *page) walk(place string, n markup.Node) {
	switch n := n.(type) {
	case nil:
	case *markup.Part:
		if last, ok := p.inputs[place]; ok && last == n.In && !p.all {
			return
		}
		p.inputs[place] = n.In
		p.walk(place+".", n.Render())
	case markup.List:
		for i, c := range n {
			p.walk(place+"."+string(rune('0'+i)), c)
		}
	case *markup.Element:
		p.element(place, n)
	default:
		p.t.Fatalf("unknown kind of node: %T", n)
	}
}

func (p *page) element(place string, e *markup.Element) {
	if slices.Contains(e.Classes, "failed") && !p.quietly {
		p.fail("in "+string(app.state.View)+": "+textOf(e), place)
	}
	for _, m := range attributeIn.FindAllStringSubmatch(e.HTML, -1) {
		p.found(m[1], html.UnescapeString(m[2]))
	}
	for _, a := range e.Attrs {
		p.found(a.Name, a.Value)
	}
	for _, v := range e.Props {
		if s, ok := v.Value.(string); ok && v.Name == "value" && e.Tag == "option" {
			p.word(s)
		}
	}
	for _, l := range e.On {
		if e.Tag == "button" && l.Event == "click" {
			p.clicks = append(p.clicks, l)
		}
	}
	for _, x := range e.Exports {
		if p.all && x.SVG != nil {
			p.try(func() { acts("svg", x.ID) })
		}
		if p.all && x.CSV != nil {
			p.try(func() { acts("csv", x.ID) })
		}
	}
	for i, c := range e.Children {
		p.walk(place+string(rune('0'+i)), c)
	}
}

// textOf is the text of a node and of those in it.
func textOf(n markup.Node) (s string) {
	switch n := n.(type) {
	case *markup.Part:
		return textOf(n.Render())
	case markup.List:
		for _, c := range n {
			s += textOf(c)
		}
	case *markup.Element:
		s = n.Text + textOf(markup.List(n.Children))
	}
	return s
}

func (p *page) found(name, value string) {
	switch name {
	case "data-tap":
		p.taps = append(p.taps, value)
		if _, rest, ok := strings.Cut(value, ":"); ok {
			p.word(rest)
		}
	case "data-keys", "data-bits":
		p.areas = append(p.areas, value)
	case "href":
		if strings.HasPrefix(value, "#/v1/") {
			p.keep(value)
		}
	}
}

func (p *page) word(s string) {
	v := app.state.View
	if key := string(v) + " " + s; !p.known[key] && len(p.words[v]) < 1000 {
		p.known[key] = true
		p.words[v] = append(p.words[v], s)
	}
}

// quiet is a host without a browser: timers and frames wait until the test lets them go on.
type quiet struct {
	page     *page
	fragment string
	timers   map[string]func()
	frames   []func(float64)
	told     func(what string, x, y, by float64)
	now      float64
	pool     *work.Pool // of the search of Explain
}

// Clock goes on by a millisecond each time it is read, so that slices of work are as long in every run.
func (h *quiet) Clock() float64 { h.now++; return h.now }

func (h *quiet) names() []string { return slices.Sorted(maps.Keys(h.timers)) }

func (h *quiet) Fragment() string                                            { return h.fragment }
func (h *quiet) Query() string                                               { return "" }
func (h *quiet) Push(fragment string)                                        { h.fragment = fragment }
func (h *quiet) Replace(fragment string)                                     { h.fragment = fragment }
func (h *quiet) Back()                                                       {}
func (h *quiet) OnNavigate(func())                                           {}
func (h *quiet) OnFault(func(reason any))                                    {}
func (h *quiet) OnMessage(func(kind, value string))                          {}
func (h *quiet) Setting(string) string                                       { return "" }
func (h *quiet) SetSetting(string, string)                                   {}
func (h *quiet) ShowTheme(string)                                            {}
func (h *quiet) Dark() bool                                                  { return h.page.r.IntN(2) == 0 }
func (h *quiet) SetTitle(string)                                             {}
func (h *quiet) Copy(_ string, done func(ok bool))                           { done(h.page.r.IntN(2) == 0) }
func (h *quiet) Link() string                                                { return "https://example.org/" }
func (h *quiet) SaveText(string, string, string)                             {}
func (h *quiet) SavePNG(string, string)                                      {}
func (h *quiet) Focus(string)                                                {}
func (h *quiet) Reach(string)                                                {}
func (h *quiet) Whole(string, string)                                        {}
func (h *quiet) Kept() string                                                { return "" }
func (h *quiet) Ready([]string)                                              {}
func (h *quiet) PauseWork(string)                                            {}
func (h *quiet) ResumeWork(string)                                           {}
func (h *quiet) Pixels(_ string, w, hh int, p []uint32)                      { _ = p[:w*hh] }
func (h *quiet) Inner(string, string)                                        {}
func (h *quiet) Frame(f func(now float64))                                   { h.frames = append(h.frames, f) }
func (h *quiet) Calm() bool                                                  { return h.page.r.IntN(2) == 0 }
func (h *quiet) After(name string, _ int, f func())                          { h.timers[name] = f }
func (h *quiet) OnPaint(func(group, bit string, on, done bool))              {}
func (h *quiet) OnDrop(func(area, name string, data []byte, problem string)) {}

func (h *quiet) CancelWork(name string) {
	if name == "explain" && h.pool != nil {
		h.pool.Cancel()
	}
}

func (h *quiet) Tell(kind string, pairs ...string) {
	if kind == "error" && !h.page.quietly {
		h.page.fail("an action could not be applied: "+strings.Join(pairs, " "), "")
	}
}

func (h *quiet) Stage(_ string, told func(what string, x, y, by float64)) (int, int) {
	h.told = told
	return [...]int{0, 320, 1040}[h.page.r.IntN(3)], 360
}

func (h *quiet) Load(name string, done func(data []byte, problem string)) {
	h.After("load "+name, 0, func() {
		data, err := os.ReadFile(filepath.Join("..", "..", "assets", "data", name))
		if err != nil {
			h.page.t.Error(err)
		}
		if h.page.r.IntN(10) == 0 {
			done(nil, "the server answered 404")
			return
		}
		done(data, "")
	})
}

func (h *quiet) Work(name, job string, tell func(work.Report)) {
	if name == "explain" {
		h.search(job, tell)
		return
	}
	pool, err := work.NewPool(job, 2, func(int, work.Message) {})
	h.After("work "+name, 0, func() {
		switch {
		case err != nil:
			tell(work.Report{State: work.Failed, Problem: err.Error()})
		case h.page.r.IntN(2) == 0:
			tell(work.Report{State: work.Running, Total: 10, Done: 3, Workers: pool.Workers()})
		default:
			tell(work.Report{State: work.Cancelled, Total: 10, Done: 3, Workers: pool.Workers()})
		}
	})
}

// search does a job as the page does, in one worker, a slice each time that timers go on.
func (h *quiet) search(job string, tell func(work.Report)) {
	var worker *work.Server
	pool, err := work.NewPool(job, 1, func(_ int, m work.Message) { worker.Heard(m) })
	if err != nil {
		h.After("work explain", 0, func() { tell(work.Report{State: work.Failed, Problem: err.Error()}) })
		return
	}
	h.pool = pool
	begin := time.Now()
	worker = work.NewServer(func() int64 { return time.Since(begin).Milliseconds() }, func(m work.Message) {
		if m.Kind != "ready" {
			pool.Heard(0, m)
		}
	})
	pool.Heard(0, work.Message{Kind: "ready"})
	var on func()
	on = func() {
		if pool.State() == work.Running {
			worker.Slice()
		}
		if tell(pool.Report()); !pool.State().Ended() {
			h.After("work explain", 0, on)
		}
	}
	h.After("work explain", 0, on)
}

// Open chooses a file, good or bad.
func (h *quiet) Open(done func(name string, data []byte, problem string)) {
	r := h.page.r
	name := "f." + []string{"txt", "npy", "bin", "csv"}[r.IntN(4)]
	switch r.IntN(4) {
	case 0:
		done(name, nil, "The file could not be read.")
	case 1:
		done(name, []byte(h.page.text()), "")
	case 2:
		done(name, []byte(h.page.mutate(goodFiles[r.IntN(len(goodFiles))])), "")
	default:
		done(name, []byte(goodFiles[r.IntN(len(goodFiles))]), "")
	}
}

var goodFiles = []string{"", "1 2\n3 4\n5 6\n", "a,b\n1,2\n3,x\n", "0.1;0,2\n0.3;0,4\n", "x\n1\n2\n3\n", "\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }" + strings.Repeat(" ", 55) + "\n0123456789ab",
	"\x00\x01\x02\x03\x04\x05\x06\x07", "PK\x03\x04", "\x89PNG\r\n\x1a\n", "nan\ninf\n-0\n1e400\n", "\xff\xfe1\x00\n\x002\x00", "[1, 2, 3]"}
