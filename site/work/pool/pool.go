// Package pool does long jobs (fpcore/sweep) in parts: Pool, in the page, hands the parts to workers and merges what
// they bring; Server, in a worker, works on one part in slices and listens in between. Both speak in Messages and know
// neither browser nor clock, so they are tested natively; site/browser carries the messages.
//
// A job is cut into parts by its length alone and the merged result does not depend on the order of the parts
// (fpcore/sweep promises it), so the result does not depend on the number of workers or on their speed.
package pool

import (
	"ulplab/fpcore/sweep"
	"ulplab/site/work"
)

// All is what the page and its workers need to do the jobs of the lab.
func All() work.Pools {
	return work.Pools{
		Job: func(text string, n int, send func(worker int, m work.Message)) (work.Job, error) {
			return NewPool(text, n, send)
		},
		Worker: func(clock func() int64, send func(work.Message)) work.Worker { return NewServer(clock, send) },
	}
}

// fineParts is the number of parts of a long job. More parts than workers keep all of them busy to the end and make
// partial results come early.
const fineParts = 256

// Pool is one job and the workers that do it. It is used from one goroutine.
type Pool struct {
	state   work.State
	problem string
	plan    *sweep.Plan
	workers []worker
	send    func(worker int, m work.Message)
}

// worker is what the pool knows of a worker: the part it has (-1 for none) and the points of it that are done.
type worker struct {
	part  int
	done  uint64
	doing string
	ready bool
}

// NewPool reads the text of a job and prepares it for at most n workers (at least one); send carries a message to a
// worker, numbered from 0 to Workers()-1. The error is a sentence about the text.
func NewPool(job string, n int, send func(worker int, m work.Message), more ...sweep.Kind) (*Pool, error) {
	j, err := parse(job, more)
	if err != nil {
		return nil, err
	}
	lo, hi := j.Range()
	size := (hi - lo + fineParts - 1) / fineParts
	if size > 4096 {
		size = (size + 4095) &^ 4095
	}
	if _, whole := j.(sweep.Whole); whole {
		size = hi - lo
	}
	p := &Pool{state: work.Running, plan: sweep.NewPlan(j, size), send: send}
	if p.plan.Finished() {
		p.state = work.Finished
	}
	p.workers = make([]worker, max(1, min(n, work.MaxWorkers, int((hi-lo+size-1)/max(1, size)))))
	for i := range p.workers {
		p.workers[i].part = -1
	}
	return p, nil
}

// Workers returns the number of workers that the pool wants.
func (p *Pool) Workers() int { return len(p.workers) }

// work.Report tells how far the job is.
func (p *Pool) Report() work.Report {
	r := work.Report{State: p.state, Workers: len(p.workers), Problem: p.problem}
	r.Done, r.Total = p.plan.Progress()
	if r.Done > 0 {
		r.Result = p.plan.Total.Encode()
	}
	for _, w := range p.workers {
		r.Done = min(r.Done+w.done, r.Total)
		if w.part >= 0 && w.doing != "" {
			r.Doing = w.doing
		}
	}
	return r
}

// State returns the state of the job.
func (p *Pool) State() work.State { return p.state }

// Heard takes a message of a worker.
func (p *Pool) Heard(n int, m work.Message) {
	if p.state.Ended() || n < 0 || n >= len(p.workers) {
		return
	}
	w := &p.workers[n]
	switch m.Kind {
	case "ready":
		w.ready = true
		p.give(n)
	case "progress":
		if w.part >= 0 {
			w.done, w.doing = m.Done, m.Text
		}
	case "part":
		if err := p.plan.Accept(w.part, m.Text); err != nil {
			p.fail("The result of a worker is not in order: " + err.Error() + ".")
			return
		}
		w.part, w.done, w.doing = -1, 0, ""
		if p.plan.Finished() {
			p.state = work.Finished
			return
		}
		p.give(n)
	case "problem":
		p.fail("The computation stopped: " + m.Text + ".")
	default:
		p.Lost(m.Text)
	}
}

// Lost ends the job because a worker ended or could not be started; why is what the browser said, or "".
func (p *Pool) Lost(why string) {
	if why != "" {
		why = " (" + why + ")"
	}
	p.fail("A worker of this page ended or could not be started" + why + ". Load the page again; if that does not help, the browser does not allow the page any workers.")
}

func (p *Pool) fail(problem string) {
	if !p.state.Ended() {
		p.state, p.problem = work.Failed, problem
	}
}

// give hands the next part to a worker that has none.
func (p *Pool) give(n int) {
	w := &p.workers[n]
	if p.state != work.Running || !w.ready || w.part >= 0 {
		return
	}
	if part, text, ok := p.plan.Next(); ok {
		w.part = part
		p.send(n, work.Message{Kind: "run", Text: text})
	}
}

// Pause stops the workers after the slice they are in.
func (p *Pool) Pause() {
	if p.state == work.Running {
		p.state = work.Paused
		p.tell("pause")
	}
}

// Resume goes on after Pause.
func (p *Pool) Resume() {
	if p.state == work.Paused {
		p.state = work.Running
		p.tell("resume")
		for n := range p.workers {
			p.give(n)
		}
	}
}

func (p *Pool) tell(kind string) {
	for n, w := range p.workers {
		if w.part >= 0 {
			p.send(n, work.Message{Kind: kind})
		}
	}
}

// Cancel ends the job; the caller ends the workers.
func (p *Pool) Cancel() {
	if !p.state.Ended() {
		p.state = work.Cancelled
	}
}
