//go:build !js && !opening

package catalogue

import (
	"html"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ulplab/site/kit/markup"
	"ulplab/site/lab"
	"ulplab/site/work"
	works "ulplab/site/work/pool"
)

// page is the page in a test, over a browser in which timers and frames wait until the test lets them go on.
type page struct {
	t        *testing.T
	r        *rand.Rand
	host     *quiet
	views    lab.Catalogue
	embedded bool
	steps    int
	failures map[string]bool
	opened   map[lab.ID]int

	mu          sync.Mutex
	trail       []string // since the link was opened
	what        string   // what is tried now
	began       time.Time
	slowest     time.Duration
	slowestWhat string

	// What the page shows now: values of data-tap, areas with keys or bits, places for files, controls; and what was ever seen.
	taps, areas, drops []string
	controls           []control
	links, words       map[lab.ID][]string
	known              map[string]bool
	inputs             map[string]any // of the panels, by their place
	all                bool           // panels are drawn even if their input is the same
}

// control is a listener of an element.
type control struct {
	markup.Listener
	event, name string
	around      on
	values      []string // of its options
}

func newPage(t *testing.T, seed uint64) *page {
	p := &page{t: t, r: rand.New(rand.NewPCG(seed, 16)), views: Views(), failures: map[string]bool{}, known: map[string]bool{}, opened: map[lab.ID]int{},
		words: map[lab.ID][]string{}, links: map[lab.ID][]string{}, inputs: map[string]any{}}
	p.host = &quiet{page: p, timers: map[string]func(){}}
	p.load()
	return p
}

// load loads the page at the address that the browser has. What waits goes on waiting: a view may keep what it waits for.
func (p *page) load() {
	p.host.still = still{fragment: p.host.fragment}
	p.host.told, p.host.wrote, p.inputs = nil, "", map[string]any{}
	p.host.timers, p.host.frames, p.host.pool = map[string]func(){}, nil, nil // those of the page before are gone
	run(p.t, p.host, p.host, p.views)
}

// shown is the view that is shown.
func (p *page) shown() lab.ID {
	for _, v := range p.views.Infos() {
		if lab.Shows(v.ID) {
			return v.ID
		}
	}
	return ""
}

// show draws the page.
func (p *page) show() {
	p.taps, p.areas, p.drops, p.controls = p.taps[:0], p.areas[:0], p.drops[:0], p.controls[:0]
	p.all = p.r.IntN(6) == 0
	p.try(func() { p.walk("", on{}, p.host.hooks.Whole()) })
}

var attributeIn = regexp.MustCompile(`(data-tap|data-keys|data-bits|href)="([^"]*)"`)

// walk goes through what a node is made of.
func (p *page) walk(place string, around on, n markup.Node) {
	switch n := n.(type) {
	case nil, markup.Text:
	case *markup.Part:
		if last, ok := p.inputs[place]; ok && last == n.In && !p.all {
			return
		}
		p.inputs[place] = n.In
		p.walk(place+".", around, n.Render())
	case markup.List:
		for i, c := range n {
			p.walk(place+"."+string(rune('0'+i)), around, c)
		}
	case *markup.Element:
		p.element(place, around, n)
	default:
		p.t.Fatalf("unknown kind of node: %T", n)
	}
}

func (p *page) element(place string, around on, e *markup.Element) {
	if e == nil {
		return
	}
	if slices.Contains(e.Classes, "failed") {
		p.fail("in "+string(p.shown())+": "+strings.Join(lines(fromNode(e)), " "), place)
	}
	for _, m := range attributeIn.FindAllStringSubmatch(e.HTML, -1) {
		p.found(m[1], html.UnescapeString(m[2]))
	}
	inside, copied := around, false
	for _, a := range e.Attrs {
		if a.Name == "hidden" && slices.Contains(e.Classes, "view") {
			return // another view
		}
		p.found(a.Name, a.Value)
		if strings.HasPrefix(a.Name, "data-") {
			if !copied {
				inside, copied = on{}, true
				for k, v := range around {
					inside[k] = v
				}
			}
			inside[a.Name] = a.Value
		}
	}
	var values []string
	for _, piece := range e.Children {
		if o, ok := piece.(*markup.Element); ok && o != nil && o.Tag == "option" {
			for _, v := range append(attributes(o.Attrs), o.Props...) {
				if s, ok := v.Value.(string); ok && v.Name == "value" {
					values = append(values, s)
					p.word(s)
				}
			}
		}
	}
	for _, l := range e.On {
		p.controls = append(p.controls, control{l, l.Event, e.Tag + " " + strings.Join(e.Classes, " "), inside, values})
	}
	for _, x := range e.Exports {
		for _, kind := range []string{"svg", "csv"} {
			if p.all {
				p.try(func() { p.host.hooks.Clicked(on{"data-act": kind, "data-figure": x.ID}) })
			}
		}
	}
	for i, c := range e.Children {
		p.walk(place+string(rune('0'+i)), inside, c)
	}
}

func attributes(list []markup.Attribute) (all []markup.Property) {
	for _, a := range list {
		all = append(all, markup.Property{Name: a.Name, Value: a.Value})
	}
	return all
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
	case "data-drop":
		p.drops = append(p.drops, value)
	case "href":
		if strings.HasPrefix(value, "#/v1/") {
			p.keep(value)
		}
	}
}

func (p *page) word(s string) {
	v := p.shown()
	if key := string(v) + " " + s; !p.known[key] && len(p.words[v]) < 1000 {
		p.known[key] = true
		p.words[v] = append(p.words[v], s)
	}
}

// quiet is the browser of a page.
type quiet struct {
	still
	page   *page
	wrote  string // the last link that the page put into the address, "" since another one was followed
	timers map[string]func()
	frames []func(float64)
	told   func(what string, x, y, by float64)
	now    float64
	pool   *works.Pool // of the search of Explain
}

// Clock goes on by a millisecond each time it is read, so that slices of work are as long in every run.
func (h *quiet) Clock() float64 { h.now++; return h.now }

func (h *quiet) Push(fragment string)                   { h.fragment, h.wrote = fragment, fragment }
func (h *quiet) Replace(fragment string)                { h.fragment, h.wrote = fragment, fragment }
func (h *quiet) Dark() bool                             { return h.page.r.IntN(2) == 0 }
func (h *quiet) Copy(_ string, done func(ok bool))      { done(h.page.r.IntN(2) == 0) }
func (h *quiet) Pixels(_ string, w, hh int, p []uint32) { _ = p[:w*hh] }
func (h *quiet) Frame(f func(now float64))              { h.frames = append(h.frames, f) }
func (h *quiet) Calm() bool                             { return h.page.r.IntN(2) == 0 }
func (h *quiet) After(name string, _ int, f func())     { h.timers[name] = f }

func (h *quiet) CancelWork(name string) {
	if name == "explain.search" && h.pool != nil {
		h.pool.Cancel()
	}
}

// Tell hears of a panic while its stack stands.
func (h *quiet) Tell(kind string, pairs ...string) {
	if kind == "error" {
		h.page.panicked(pairs[len(pairs)-1])
	}
	h.still.Tell(kind, pairs...)
}

func (h *quiet) Stage(_ string, told func(what string, x, y, by float64)) (int, int) {
	h.told = told
	return [...]int{0, 320, 1040}[h.page.r.IntN(3)], 360
}

func (h *quiet) Load(name string, done func(data []byte, problem string)) {
	h.After("load "+name, 0, func() {
		data, err := asset(name)
		if err != nil || h.page.r.IntN(10) == 0 { // a link may name a lesson that is not there
			done(nil, "the server answered 404")
			return
		}
		done(data, "")
	})
}

func (h *quiet) Work(name, job string, tell func(work.Report)) {
	if name == "explain.search" {
		h.search(job, tell)
		return
	}
	pool, err := works.NewPool(job, 2, func(int, work.Message) {})
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
	var worker *works.Server
	pool, err := works.NewPool(job, 1, func(_ int, m work.Message) { worker.Heard(m) })
	if err != nil {
		h.After("work explain.search", 0, func() { tell(work.Report{State: work.Failed, Problem: err.Error()}) })
		return
	}
	h.pool = pool
	begin := time.Now()
	worker = works.NewServer(func() int64 { return time.Since(begin).Milliseconds() }, func(m work.Message) {
		if m.Kind != "ready" {
			pool.Heard(0, m)
		}
	})
	pool.Heard(0, work.Message{Kind: "ready"})
	var goOn func()
	goOn = func() {
		if pool.State() == work.Running {
			worker.Slice()
		}
		if tell(pool.Report()); !pool.State().Ended() {
			h.After("work explain.search", 0, goOn)
		}
	}
	h.After("work explain.search", 0, goOn)
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
