//go:build !js && !opening

package catalogue

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ulplab/site/lab"
	"ulplab/site/work"
	works "ulplab/site/work/pool"
)

// settling is a browser in which everything comes to its end: timers and frames go on in the order of their time until
// none is left, jobs are done at once, files are there. Its clock stands still, so nothing depends on the machine and no
// text holds a time.
type settling struct {
	still
	t      *testing.T
	views  lab.Catalogue
	now    int
	count  int // of calls, so that those of one time keep their order
	calls  map[string]call
	inner  map[string]string // of the elements that the page fills by itself
	frames int
	jobs   map[string]work.Report // of every job so far: many links ask the same
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

func (h *settling) Inner(id, html string) { h.inner[id] = html }

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
	h.still.Tell(kind, pairs...)
}

func (h *settling) Load(name string, done func(data []byte, problem string)) {
	h.After("load "+name, 0, func() {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", "assets", "data", name))
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
		h.hooks.Safely(c.do)
	}
}

// newSettling is such a browser; the jobs that it has done it knows for each page that it opens.
func newSettling(t *testing.T) *settling {
	return &settling{t: t, views: Views(), jobs: map[string]work.Report{}}
}

// open loads the page at a link, lets everything settle and returns what is in the main element, with what the page says
// before and after it.
func (h *settling) open(link string) (shown []*piece) {
	h.still = still{fragment: link}
	h.now, h.count, h.frames, h.calls, h.inner = 0, 0, 0, map[string]call{}, map[string]string{}
	run(h.t, h, h, h.views)
	for range mostRenders {
		h.again = false
		shown = within(fromNode(h.hooks.Whole()))
		if h.rest(); !h.again {
			inject(shown, h.inner)
			return shown
		}
	}
	h.t.Errorf("%s: the page is drawn anew without end", link)
	return shown
}

// within leaves out what stands around every view: header, footer and what is said once.
func within(pieces []*piece) []*piece {
	pieces = slices.DeleteFunc(pieces, func(p *piece) bool { return p.tag == "header" || p.tag == "footer" || p.attr["role"] == "status" })
	for _, p := range pieces {
		if p.tag != "main" {
			p.kids = within(p.kids)
		}
	}
	return pieces
}
