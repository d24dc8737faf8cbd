//go:build !opening

package catalogue

import (
	"strings"

	"ulplab/site/kit/markup"
	"ulplab/site/lab"
	"ulplab/site/work"
	works "ulplab/site/work/pool"
)

// still is a browser in which nothing happens, and its screen: it keeps what the page hands over, and the address.
type still struct {
	fragment string
	hooks    lab.Hooks
	again    bool // the page asked to be shown again
	navigate func(followed bool)
	message  func(kind, value string)
	fault    func(reason any)
	paint    func(group, bit string, on, done bool)
	drop     func(area, name string, data []byte, problem string)
	url      string // the last that the page told on being asked
}

// Show and Again make it a lab.Screen.
func (h *still) Show(hooks lab.Hooks) error { h.hooks = hooks; return nil }
func (h *still) Again()                     { h.again = true }

func (h *still) Fragment() string                                                   { return h.fragment }
func (h *still) Query() string                                                      { return "" }
func (h *still) Views() string                                                      { return "" }
func (h *still) Built(string) string                                                { return "" }
func (h *still) Push(fragment string)                                               { h.fragment = fragment }
func (h *still) Replace(fragment string)                                            { h.fragment = fragment }
func (h *still) Step(int)                                                           {}
func (h *still) Entries() (shown, last int)                                         { return 0, 0 }
func (h *still) OnNavigate(f func(followed bool))                                   { h.navigate = f }
func (h *still) OnFault(f func(reason any))                                         { h.fault = f }
func (h *still) OnMessage(f func(kind, value string))                               { h.message = f }
func (h *still) OnPaint(f func(group, bit string, on, done bool))                   { h.paint = f }
func (h *still) OnDrop(f func(area, name string, data []byte, problem string))      { h.drop = f }
func (h *still) Setting(string) string                                              { return "" }
func (h *still) SetSetting(string, string)                                          {}
func (h *still) ShowTheme(string)                                                   {}
func (h *still) Dark() bool                                                         { return false }
func (h *still) SetTitle(string)                                                    {}
func (h *still) Copy(_ string, done func(ok bool))                                  { done(true) }
func (h *still) Link() string                                                       { return "https://example.org/" }
func (h *still) SaveText(string, string, string)                                    {}
func (h *still) SavePNG(string, string, []byte)                                     {}
func (h *still) SaveBytes(string, []byte)                                           {}
func (h *still) Focus(string)                                                       {}
func (h *still) Frames(string, string, [2]string, func(int, string, string) string) {}
func (h *still) Modal(string, func(height int))                                     {}
func (h *still) Reach(string)                                                       {}
func (h *still) After(string, int, func())                                          {}
func (h *still) Load(string, func([]byte, string))                                  {}
func (h *still) Whole(string, string)                                               {}
func (h *still) Kept() string                                                       { return "" }
func (h *still) Ready([]string)                                                     {}
func (h *still) Open(func(string, []byte, string))                                  {}
func (h *still) Work(string, string, func(work.Report))                             {}
func (h *still) PauseWork(string)                                                   {}
func (h *still) ResumeWork(string)                                                  {}
func (h *still) CancelWork(string)                                                  {}
func (h *still) Pixels(string, int, int, []uint32)                                  {}
func (h *still) Inner(string, string)                                               {}
func (h *still) Frame(func(now float64))                                            {}
func (h *still) Calm() bool                                                         { return true }
func (h *still) Clock() float64                                                     { return 1 }
func (h *still) Stage(string, func(what string, x, y, by float64)) (int, int)       { return 0, 0 }

// Tell hears what the page tells the page around it.
func (h *still) Tell(kind string, pairs ...string) {
	for i := 0; kind == "state" && i+1 < len(pairs); i += 2 {
		if pairs[i] == "url" {
			h.url = pairs[i+1]
		}
	}
}

// link is the link of what is shown, as an embedding page learns it.
func (h *still) link() string {
	h.message("get", "1")
	return h.url
}

// Settled is a browser in which everything comes to its end: timers and frames go on in the order of their time until
// none is left, jobs are done at once, files are there. Its clock stands still, so nothing depends on the machine and no
// text holds a time. It needs no browser: what the lab shows at a link is had natively, as HTML. There is one page at a time.
type Settled struct {
	still
	views   lab.Catalogue
	query   string
	data    func(name string) ([]byte, error)
	problem func(string)
	now     int
	count   int // of calls, so that those of one time keep their order
	calls   map[string]call
	inner   map[string]string // of the elements that the page fills by itself
	images  map[string]Image  // on the canvas of such an element
	frames  int
	stages  map[string][2]int      // the sizes of the canvases in CSS pixels, by the ID of the element around
	jobs    map[string]work.Report // of every job so far: many links ask the same
}

// Image is W by H pixels, red in the lowest byte, then green, blue and alpha.
type Image struct {
	W, H int
	RGBA []uint32
}

// NewSettled is such a browser with all views. data reads a file of assets/data; what goes wrong is told to problem.
func NewSettled(data func(name string) ([]byte, error), problem func(string)) *Settled {
	return &Settled{views: Views(), data: data, problem: problem, stages: stages(), jobs: map[string]work.Report{}}
}

// Shown is what the lab shows at a link once everything has come to its end.
type Shown struct {
	State  lab.State
	Link   string           // of the state, in its canonical form
	Page   markup.Node      // the whole page, to find what saves its figures
	HTML   string           // the page as text
	Images map[string]Image // on the canvases in it, by the ID of the element around
}

// At opens the page at a link, with a query of its address such as "embed=1".
func (h *Settled) At(link, query string) Shown {
	var page markup.Node
	text := ""
	h.query = query
	h.settle(link, func(p markup.Node) { page, text = p, markup.HTML(p) })
	for id, inner := range h.inner {
		if at := strings.Index(text, ` id="`+id+`"`); at >= 0 {
			at += strings.IndexByte(text[at:], '>') + 1
			text = text[:at] + inner + text[at:]
		}
	}
	s := h.views.Decode(link, query)
	return Shown{s, h.views.Encode(s), page, text, h.images}
}

// settle loads the page at a link and lets everything come to its end; draw is called with each page until nothing changes.
func (h *Settled) settle(link string, draw func(page markup.Node)) {
	h.still = still{fragment: link}
	h.now, h.count, h.frames, h.calls, h.inner, h.images = 0, 0, 0, map[string]call{}, map[string]string{}, map[string]Image{}
	if err := lab.Run(h, h, h.views); err != nil {
		h.problem(err.Error())
	}
	h.rendered(link, draw)
}

// rendered draws the page at a link until nothing changes.
func (h *Settled) rendered(link string, draw func(page markup.Node)) {
	for range mostRenders {
		h.again = false
		draw(h.hooks.Whole())
		if h.rest(); !h.again {
			return
		}
	}
	h.problem(link + ": the page is drawn anew without end")
}

// Pixels implements lab.Stage.
func (h *Settled) Pixels(id string, w, hh int, rgba []uint32) {
	h.images[id] = Image{w, hh, append([]uint32(nil), rgba...)}
}

type call struct {
	due, count int
	do         func()
}

// mostCalls is the number of timers and frames after which a link is taken as one that never comes to rest.
const mostCalls = 200_000

// mostRenders is the number of renders after which it is so too.
const mostRenders = 20

// StillWidth is the width of the window, in CSS pixels, whose page Settled shows.
const StillWidth = 768

// stages are the sizes of the canvases in a window of StillWidth.
func stages() map[string][2]int {
	return map[string][2]int{"sum-stage": {720, 438}, "quant-stage": {510, 510}}
}

func (h *Settled) Query() string { return h.query }

func (h *Settled) Inner(id, html string) { h.inner[id] = html }

func (h *Settled) After(name string, ms int, f func()) {
	h.count++
	h.calls[name] = call{h.now + ms, h.count, f}
}

func (h *Settled) Frame(f func(now float64)) {
	h.frames++
	h.After("frame "+string(rune(h.frames)), 16, func() { f(float64(h.now)) })
}

func (h *Settled) Stage(id string, _ func(what string, x, y, by float64)) (int, int) {
	return h.stages[id][0], h.stages[id][1]
}

func (h *Settled) Tell(kind string, pairs ...string) {
	if kind == "error" {
		h.problem(h.fragment + ": the page tells of a fault: " + strings.Join(pairs, " "))
	}
	h.still.Tell(kind, pairs...)
}

func (h *Settled) Load(name string, done func(data []byte, problem string)) {
	h.After("load "+name, 0, func() {
		data, err := h.data(name)
		if err != nil {
			h.problem(err.Error())
		}
		done(data, "")
	})
}

func (h *Settled) Work(name, job string, tell func(work.Report)) {
	h.After("work "+name, 0, func() {
		r, ok := h.jobs[job]
		if !ok {
			r = doneJob(job)
			h.jobs[job] = r
		}
		tell(r)
	})
}

// doneJob does a job in one worker and returns the last report.
func doneJob(job string) work.Report {
	var worker *works.Server
	pool, err := works.NewPool(job, 1, func(_ int, m work.Message) { worker.Heard(m) })
	if err != nil {
		return work.Report{State: work.Failed, Problem: err.Error()}
	}
	worker = works.NewServer(func() int64 { return 1 }, func(m work.Message) {
		if m.Kind != "ready" {
			pool.Heard(0, m)
		}
	})
	pool.Heard(0, work.Message{Kind: "ready"})
	for !pool.State().Ended() {
		worker.Slice()
	}
	return pool.Report()
}

// next is the name of the call that is due first, "" if there is none.
func (h *Settled) next() (name string) {
	for n, c := range h.calls {
		if best := h.calls[name]; name == "" || c.due < best.due || c.due == best.due && c.count < best.count {
			name = n
		}
	}
	return name
}

// rest lets everything that waits come to its end.
func (h *Settled) rest() {
	for name := h.next(); name != ""; name = h.next() {
		if h.count > mostCalls {
			h.problem(h.fragment + " does not come to rest: " + name)
			return
		}
		c := h.calls[name]
		delete(h.calls, name)
		h.now = max(h.now, c.due)
		h.hooks.Safely(c.do)
	}
}
