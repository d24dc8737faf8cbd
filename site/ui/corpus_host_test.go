//go:build !js && !opening

package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ulplab/site/kit/markup"
	"ulplab/site/model"
	"ulplab/site/route"
	"ulplab/site/state"
	"ulplab/site/work"
)

// settling is a host without a browser in which everything comes to its end: timers and frames go on in the order of their
// time until none is left, jobs are done at once, files are there. Its clock stands still, so nothing depends on the
// machine and no text holds a time.
type settling struct {
	quiet
	t      *testing.T
	now    int
	count  int // of calls, so that those of one time keep their order
	calls  map[string]call
	inner  map[string]string      // of the elements that the page fills by itself
	jobs   map[string]work.Report // of every job so far: many links ask the same
	frames int
}

type call struct {
	due, count int
	do         func()
}

// mostCalls is the number of timers and frames after which a link is taken as one that never comes to rest.
const mostCalls = 200_000

// mostRenders is the number of renders after which it is so too.
const mostRenders = 20

// stageWidth and stageHeight are the size of a canvas in CSS pixels.
const stageWidth, stageHeight = 720, 360

func (h *settling) Clock() float64                    { return 1 }
func (h *settling) Dark() bool                        { return false }
func (h *settling) Calm() bool                        { return true }
func (h *settling) Copy(_ string, done func(ok bool)) { done(true) }
func (h *settling) Pixels(string, int, int, []uint32) {}
func (h *settling) Inner(id, html string)             { h.inner[id] = html }
func (h *settling) CancelWork(string)                 {}
func (h *settling) Open(func(string, []byte, string)) {}
func (h *settling) After(name string, ms int, f func()) {
	h.count++
	h.calls[name] = call{h.now + ms, h.count, f}
}

func (h *settling) Frame(f func(now float64)) {
	h.frames++
	h.After("frame "+string(rune(h.frames)), 16, func() { f(float64(h.now)) })
}

func (h *settling) Stage(string, func(what string, x, y, by float64)) (int, int) {
	return stageWidth, stageHeight
}

func (h *settling) Tell(kind string, pairs ...string) {
	if kind == "error" {
		h.t.Errorf("%s: the page tells of a fault: %s", h.fragment, strings.Join(pairs, " "))
	}
}

func (h *settling) Load(name string, done func(data []byte, problem string)) {
	h.After("load "+name, 0, func() {
		data, err := os.ReadFile(filepath.Join("..", "..", "assets", "data", name))
		if err != nil {
			h.t.Error(err)
		}
		done(data, "")
	})
}

func (h *settling) Work(name, job string, tell func(work.Report)) {
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
	var worker *work.Server
	pool, err := work.NewPool(job, 1, func(_ int, m work.Message) { worker.Heard(m) })
	if err != nil {
		return work.Report{State: work.Failed, Problem: err.Error()}
	}
	worker = work.NewServer(func() int64 { return 1 }, func(m work.Message) {
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
func (h *settling) next() (name string) {
	for n, c := range h.calls {
		if best := h.calls[name]; name == "" || c.due < best.due || c.due == best.due && c.count < best.count {
			name = n
		}
	}
	return name
}

// rest lets everything that waits come to its end.
func (h *settling) rest() {
	for name := h.next(); name != ""; name = h.next() {
		if h.count > mostCalls {
			h.t.Fatalf("%s does not come to rest: %s", h.fragment, name)
		}
		c := h.calls[name]
		delete(h.calls, name)
		h.now = max(h.now, c.due)
		safely(c.do)
	}
}

// newSettling is the page over such a host.
func newSettling(t *testing.T) *settling {
	h := &settling{t: t, jobs: map[string]work.Report{}}
	h.fresh(app.state)
	return h
}

// fresh is the page as it is loaded: no view remembers what it showed before. Only a sum that is shown again is not
// computed again.
func (h *settling) fresh(next state.State) {
	if summed.made != nil && (next.View != state.Reduction || summed.in != model.SumInputOf(next.Sum)) {
		summed.made.Drop()
		zero(&summed)
	}
	if big.made != nil {
		big.made.Close()
	}
	if timed.made != nil {
		timed.made.Close()
	}
	accuracy, accuracyAsked, over, x87Shown, revealing, swept = nil, false, "", nil, nil, nil
	zero(&sought)
	zero(&explained)
	zero(&evaluated)
	zero(&iterated)
	zero(&sumStats)
	zero(&probed)
	zero(&timed)
	zero(&small)
	zero(&big)
	zero(&dots)
	h.now, h.count, h.frames, h.calls, h.inner = 0, 0, 0, map[string]call{}, map[string]string{}
	zero(&app)
	app.host, app.visited, app.state = h, map[state.View]bool{}, state.Default()
}

func zero[T any](v *T) { var z T; *v = z }

// open follows a link as the page does, lets everything settle and returns what is in the main element, with what the page
// says about the link before it, and the link that the state encodes back to.
func (h *settling) open(link string) (shown []*piece, encoded string) {
	h.fresh(route.Decode(link, ""))
	h.fragment = link
	safely(navigated)
	encoded = route.Encode(app.state)
	for range mostRenders {
		shown = h.render()
		was, warned := app.state, app.warning
		h.rest()
		if app.state == was && app.warning == warned {
			if app.fault != "" {
				h.t.Errorf("%s: %s", link, app.fault)
			}
			inject(shown, h.inner)
			return shown, encoded
		}
	}
	h.t.Errorf("%s: the page is drawn anew without end", link)
	return shown, encoded
}

// render is the main element and the notices.
func (h *settling) render() []*piece {
	var shown []*piece
	for _, n := range []markup.Node{problems(app.state.Problems), markup.El("h1", markup.Text(headline(app.state.View))), shownView(), markup.El("p", markup.Text(app.warning))} {
		shown = append(shown, fromNode(n)...)
	}
	return shown
}
