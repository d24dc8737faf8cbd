//go:build js

package browser

import (
	"syscall/js"

	"ulplab/site/work"
)

// jobs are the long jobs of the page by their names, and a worker that has finished its job: it does the next one without
// having to start.
type jobs struct {
	named map[string]*job
	spare *js.Value
}

// job is a long job of the page and its workers.
type job struct {
	pool    work.Job
	workers []js.Value
	funcs   []js.Func
	tell    func(work.Report)
	waiting bool // a report is on its way
	ended   bool // the workers are gone
}

// reportTime is the least time in milliseconds between two reports of a running job.
const reportTime = 100

// Work implements lab.Browser.
func (p *Page) Work(name, text string, tell func(work.Report)) {
	if old := p.jobs.named[name]; old != nil {
		old.tell = func(work.Report) {}
		p.end(old)
	}
	n := work.MaxWorkers
	if c := p.window.Get("navigator").Get("hardwareConcurrency"); c.Type() == js.TypeNumber {
		n = max(1, c.Int()-1) // a core for the page
	}
	j := &job{tell: tell}
	if p.jobs.named == nil {
		p.jobs.named = map[string]*job{}
	}
	p.jobs.named[name] = j
	pool, err := p.pools.Job(text, n, func(worker int, m work.Message) {
		j.workers[worker].Call("postMessage", toJS(m))
	})
	if err != nil {
		j.ended = true
		p.later(0, func() { j.tell(work.Report{State: work.Failed, Problem: err.Error()}) })
		return
	}
	j.pool = pool
	for i := range pool.Workers() {
		why := "the browser refused"
		made, ready := js.Undefined(), p.jobs.spare != nil
		if ready {
			made, p.jobs.spare = *p.jobs.spare, nil
		} else if !try(func() { made = p.window.Get("ulplab").Call("worker") }) {
			pool.Lost(why)
			break
		}
		j.workers = append(j.workers, made)
		p.on(j, made, "onmessage", func(e js.Value) {
			pool.Heard(i, fromJS(e.Get("data")))
			p.report(j)
		})
		lost := func(e js.Value) {
			why := ""
			if m := e.Get("message"); m.Type() == js.TypeString {
				why = m.String()
			}
			pool.Lost(why)
			p.report(j)
		}
		p.on(j, made, "onerror", lost)
		p.on(j, made, "onmessageerror", lost)
		if ready {
			pool.Heard(i, work.Message{Kind: "ready"})
		}
	}
	j.waiting = true
	p.later(0, func() { p.tell(j) })
}

// on hears an event of a worker for as long as the job lasts.
func (p *Page) on(j *job, worker js.Value, name string, f func(e js.Value)) {
	heard := p.funcOf(func(args []js.Value) {
		if !j.ended {
			f(args[0])
		}
	})
	j.funcs = append(j.funcs, heard)
	worker.Set(name, heard)
}

// report tells the view: at once when the job has ended, else soon.
func (p *Page) report(j *job) {
	if j.pool.State().Ended() {
		p.tell(j)
	} else if !j.waiting {
		j.waiting = true
		p.later(reportTime, func() { p.tell(j) })
	}
}

func (p *Page) tell(j *job) {
	j.waiting = false
	if j.ended {
		return
	}
	if j.pool.State().Ended() {
		p.end(j)
	}
	j.tell(j.pool.Report())
}

// end ends the workers at once, since one that is gone holds no memory; of those of a finished job one is kept.
func (p *Page) end(j *job) {
	if j.ended {
		return
	}
	j.ended = true
	for _, w := range j.workers {
		w.Set("onmessage", nil)
		w.Set("onerror", nil)
		w.Set("onmessageerror", nil)
		if j.pool.State() == work.Finished && p.jobs.spare == nil {
			p.jobs.spare = &w
			continue
		}
		w.Call("terminate")
	}
	for _, f := range j.funcs {
		f.Release()
	}
}

// PauseWork implements lab.Browser.
func (p *Page) PauseWork(name string) { p.steer(name, work.Job.Pause) }

// ResumeWork implements lab.Browser.
func (p *Page) ResumeWork(name string) { p.steer(name, work.Job.Resume) }

// CancelWork implements lab.Browser.
func (p *Page) CancelWork(name string) { p.steer(name, work.Job.Cancel) }

// steer does something to a job and tells the view, once what called it has returned.
func (p *Page) steer(name string, do func(work.Job)) {
	if j := p.jobs.named[name]; j != nil && !j.ended {
		do(j.pool)
		p.later(0, func() { p.tell(j) })
	}
}

func toJS(m work.Message) any {
	return map[string]any{"kind": m.Kind, "text": m.Text, "done": float64(m.Done)}
}

func fromJS(v js.Value) work.Message {
	return work.Message{Kind: v.Get("kind").String(), Text: v.Get("text").String(), Done: uint64(v.Get("done").Float())}
}

// Serve does the work of a worker from now on, if the program runs in one (boot.js, serve), and reports whether it does. Slices are started by messages of a channel to itself, which the
// browser puts in line with the messages of the page and, unlike timers, does not delay.
func Serve(pools work.Pools) bool {
	g := js.Global()
	if !g.Get("ulplabWorker").Truthy() {
		return false
	}
	channel := g.Get("MessageChannel").New()
	again := channel.Get("port2")
	queued := false
	var s work.Worker
	next := func() {
		if queued = s.Busy(); queued {
			again.Call("postMessage", nil)
		}
	}
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		s.Slice()
		next()
		return nil
	}))
	clock := g.Get("performance")
	s = pools.Worker(func() int64 { return int64(clock.Call("now").Float()) }, func(m work.Message) { g.Call("postMessage", toJS(m)) })
	g.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		s.Heard(fromJS(args[0].Get("data")))
		if !queued {
			next()
		}
		return nil
	}))
	return true
}
