package lab

import (
	"ulplab/site/kit/markup"
	"ulplab/site/kit/words"
	"ulplab/site/work"
)

// Task is long work that a state asks for (View.Tasks), as Slices on the page, Parts in workers, Data of the site, or Later,
// which only waits, make it, without the type of what is made. It is a value that says what is to be computed, how, and what is
// shown meanwhile; the lab does it. After each change of the state the tasks that it asks for are compared with those that are at
// work, by name and input: a new one starts, one with another input starts anew, one that is no longer asked for ends. So a page
// starts and stops nothing, and an Update computes nothing. Tasks may look at what others have made: they are asked for again when
// that has changed.
//
// What a task makes is read with Made, in the page and where an event is answered. The page is drawn again when it changed.
// Work of a view that is not shown rests, and goes on where it was when the view is shown again; what is ready stays.
// A panic in a task ends it, in a sentence that says so. Steer pauses, resumes and cancels.
//
// Nothing but a wait, begin, step and send does anything.
type Task struct {
	name  string
	in    any
	wait  func(before any) int // milliseconds until it begins
	late  int                  // milliseconds until begin, where send begins at once
	begin func(before any) any
	step  func(made any) bool
	far   func(made any) (done, total uint64)
	send  func(tell func(work.Report)) // has others do it
	steer func(do Steering)            // of what others do
	read  func(made any, r work.Report) any
	done  func(made any) markup.Action
	close func(made any)
}

// Slices is work on the page, in slices so short that the page answers meanwhile: the lab measures the time, takes turns
// between tasks and draws what is there from time to time. The first slice is done before the page is drawn, so what is quick
// is there at once. W is what is made, as a rule a pointer to what the steps fill.
type Slices[W any] struct {
	Name  string                       // of one task of one view, which is shown under it: the view's ID, a dot, a word
	In    any                          // what it depends on, comparable: all that the functions look at
	Begin func(before W) W             // makes what is shown from now on; before is what was made of the input before, zero at first
	Step  func(W) (done bool)          // does a little, at most some milliseconds; nil: Begin does it all
	Far   func(W) (done, total uint64) // how far it is; nil where it is not told
	Wait  func(before W) int           // for how many milliseconds what was made before stands, until Begin; nil for none
	Done  func(W) markup.Action        // at the end, what it means to the view; nil for nothing
	Timed func(W, func() float64)      // what Begin made is given the clock of the lab, in milliseconds; nil where nothing says how long it took
	Close func(W)                      // when it is no longer asked for; nil for nothing
}

// Parts is work in Web Workers: a job of package pool.
type Parts[W any] struct {
	Name  string
	In    any
	Job   func() string
	Begin func(before W) W           // what is shown before there is a result; nil: what was made before
	Late  int                        // for how many milliseconds what was made before stands, until Begin
	Read  func(w W, r work.Report) W // what is shown after a report with another result, or of the end; w is shown before it
	Done  func(w W) markup.Action    // once it is finished; nil for nothing
}

// Data is a file of assets/data that a view needs. It is read once: a task with the same File goes on with what is there.
type Data[W any] struct {
	Name, File string
	Read       func(data []byte) (W, error)
	Done       func(w W) markup.Action // once it is there; nil for nothing
}

// Later is an action that comes by itself after a time: the next step of what plays, the end of a pause.
type Later struct {
	Name string
	In   any
	Wait int // milliseconds
	Do   func() markup.Action
}

// Steer does to the task of a name what the reader asks: Pause, Resume, Cancel. Resume has what failed or was cancelled begin
// anew; nothing else is done to what has ended.
type Steer struct {
	Name string
	Do   Steering
}

// Steering is what Steer does.
type Steering uint8

const (
	Pause Steering = iota
	Resume
	Cancel
)

// Progress says how far a task is: State, Done, Total, Doing, Workers and Problem as they apply, no Result. It is comparable,
// and so it can be in the input of a part.
type Progress struct {
	work.Report
	Version uint32 // another one after each change of what was made; none is used twice
}

// Control is the control of the task of a name, which says how far it is: "3 of 9 vectors, paused" where of is "vectors". start
// begins what the state does not ask for by itself, and is nil elsewhere. id is that of the elements.
func (at Progress) Control(name, id, of string, start markup.Action) markup.Progress {
	p := markup.Progress{ID: id, Label: "Progress", Start: start, Off: app.state.ReadOnly}
	if at.Total > 0 {
		p.Words = words.Thousands(at.Done) + " of " + words.Thousands(at.Total)
		if of != "" {
			p.Words += " " + of
		}
	}
	if at.Doing != "" {
		p.Words = at.Doing
	}
	say := func(s string) {
		if p.Words != "" {
			p.Words += ", "
		}
		p.Words += s
	}
	switch at.State {
	case work.Running:
		p.Start, p.Pause, p.Cancel = nil, Steer{name, Pause}, Steer{name, Cancel}
		if at.Workers > 1 {
			say(words.Num(at.Workers) + " workers")
		} else if at.Workers == 1 {
			say("1 worker")
		}
	case work.Paused:
		p.Start, p.Resume, p.Cancel = nil, Steer{name, Resume}, Steer{name, Cancel}
		say("paused")
	case work.Finished:
		say("done")
	case work.Cancelled:
		say("cancelled")
	case work.Failed:
		p.Words = at.Problem
	}
	if !at.State.Ended() {
		p.At, p.Of = at.Done, at.Total
	} else if at.State != work.Finished && start == nil {
		p.Start = Steer{name, Resume}
	}
	return p
}

// Made returns what the task of a name has made so far, zero before it began, and how far it is. Where a task broke before it
// made anything Made panics with the reason, which the page then shows in its place.
func Made[W any](name string) (w W, at Progress) {
	_, j := app.work.find(name)
	if j == nil {
		return w, at
	}
	if j.made == nil && j.broken != "" {
		panic(j.broken)
	}
	w, _ = j.made.(W)
	return w, j.at
}

// Task is the work without its type.
func (t Slices[W]) Task() Task {
	o := Task{name: t.Name, in: t.In, begin: loose(t.Begin), done: ends(t.Done)}
	if t.Close != nil {
		o.close = func(made any) { t.Close(as[W](made)) }
	}
	if t.Timed != nil {
		o.begin = func(before any) any {
			w := t.Begin(as[W](before))
			t.Timed(w, clock)
			return w
		}
	}
	if t.Step != nil {
		o.step = func(made any) bool { return t.Step(as[W](made)) }
	}
	if t.Far != nil {
		o.far = func(made any) (done, total uint64) { return t.Far(as[W](made)) }
	}
	if t.Wait != nil {
		o.wait = func(before any) int {
			if before == nil {
				return 0
			}
			return t.Wait(as[W](before))
		}
	}
	return o
}

// Task is the work without its type.
func (t Parts[W]) Task() Task {
	return Task{name: t.Name, in: t.In, late: t.Late, begin: loose(t.Begin), done: ends(t.Done),
		read: func(made any, r work.Report) any { return t.Read(as[W](made), r) },
		send: func(tell func(work.Report)) { app.host.(Workers).Work(t.Name, t.Job(), tell) },
		steer: func(do Steering) {
			switch w := app.host.(Workers); do {
			case Pause:
				w.PauseWork(t.Name)
			case Resume:
				w.ResumeWork(t.Name)
			case Cancel:
				w.CancelWork(t.Name)
			}
		}}
}

// Task is the work without its type.
func (t Data[W]) Task() Task {
	var w W
	return Task{name: t.Name, in: t.File, done: ends(t.Done),
		read: func(any, work.Report) any { return w },
		send: func(tell func(work.Report)) {
			app.host.Load(t.File, func(data []byte, problem string) {
				if problem == "" {
					var err error
					if w, err = t.Read(data); err != nil {
						problem = err.Error()
					}
				}
				if problem != "" {
					tell(work.Report{State: work.Failed, Problem: problem})
					return
				}
				tell(work.Report{State: work.Finished})
			})
		}}
}

// Task is the wait.
func (t Later) Task() Task {
	return Task{name: t.Name, in: t.In, wait: func(any) int { return t.Wait }, done: func(any) markup.Action { return t.Do() }}
}

// as is a value of a type, zero for nil.
func as[W any](made any) W { w, _ := made.(W); return w }

func loose[W any](begin func(W) W) func(any) any {
	if begin == nil {
		return nil
	}
	return func(before any) any { return begin(as[W](before)) }
}

func ends[W any](done func(W) markup.Action) func(any) markup.Action {
	if done == nil {
		return nil
	}
	return func(made any) markup.Action { return done(as[W](made)) }
}
