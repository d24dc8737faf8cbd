package lab

import (
	"slices"

	"ulplab/fpcore/stable"
	"ulplab/site/kit/markup"
	"ulplab/site/work"
)

// Times of work on the page, in milliseconds.
const (
	sliceTime = 12  // of a slice, so that no task of the page is long
	drawTime  = 120 // between two pages that show what is not complete
)

// rounds is how often at once tasks are asked for that depend on what others have made.
const rounds = 4

// works is the work of every view.
type works struct {
	desks   [mostViews + 1]desk // the last is the lab's own
	armed   bool                // a turn is on its way
	turns   uint32
	version uint32
}

// desk is the work of one view.
type desk struct {
	jobs []*running
	tick uint32 // of what its page may show
}

// running is a task that was started.
type running struct {
	Task
	made    any
	at      Progress
	result  string  // the last that was told
	broken  string  // why nothing was made
	waiting bool    // until it begins
	begun   bool    // or sent
	told    bool    // it has a result of its own input
	ending  bool    // it is finished, and done is to be called
	rested  bool    // it was paused because its view is not shown
	asked   bool    // by the state
	gone    bool    // nobody asks for it any more
	turn    uint32  // the last that it had
	drawn   float64 // when the page was last asked to show it
	from    float64 // when it began
}

// busy reports whether a turn has something to do.
func (j *running) busy() bool {
	return j.ending || j.at.State == work.Running && !j.waiting && (!j.begun || j.step != nil)
}

// find returns the task of a name and where it is, nil for none.
func (w *works) find(name string) (*desk, *running) {
	for i := range w.desks {
		for _, j := range w.desks[i].jobs {
			if j.name == name {
				return &w.desks[i], j
			}
		}
	}
	return nil, nil
}

// tend brings the work up to date with the state: that of the view shown as it asks, that of the others at rest.
func tend() {
	safely(func() {
		for i, v := range app.views {
			d := &app.work.desks[i]
			if v.ID != app.state.View || app.state.comparing() { // what is compared works in its frames
				d.rest()
				continue
			}
			for range rounds {
				made := app.work.version
				d.follow(v.asks(app.state.parts[i]))
				if app.work.version == made {
					break
				}
			}
			d.drop()
		}
		d := &app.work.desks[mostViews]
		d.follow(app.state.tasks())
		d.drop()
	})
	app.work.arm()
}

// rest pauses what others do for a view that is not shown; slices and waits end by themselves.
func (d *desk) rest() {
	for _, j := range d.jobs {
		if j.steer != nil && j.at.State == work.Running && j.begun && !j.rested {
			j.rested = true
			j.steer(Pause)
		}
	}
}

// follow starts and goes on with what is asked for.
func (d *desk) follow(tasks []Task) {
	fresh := []*running(nil)
	for _, j := range d.jobs {
		j.asked = false
	}
	for _, t := range tasks {
		next := &running{Task: t}
		at := slices.IndexFunc(d.jobs, func(j *running) bool { return j.name == next.name })
		switch {
		case at < 0:
			d.jobs = append(d.jobs, next)
		case d.jobs[at].in == next.in:
			next = d.jobs[at]
		default:
			was := d.jobs[at]
			was.end()
			next.made, next.at.Version = was.made, was.at.Version
			d.jobs[at] = next
		}
		next.asked = true
		if next.at.State == work.Idle {
			next.at.State = work.Running
			fresh = append(fresh, next)
		}
	}
	begin := clock()
	for _, j := range fresh {
		d.start(j, begin)
	}
	for _, j := range d.jobs {
		if j.rested {
			j.rested = false
			j.steer(Resume)
		}
	}
}

// drop ends what is no longer asked for.
func (d *desk) drop() {
	d.jobs = stable.Delete(d.jobs, func(j *running) bool {
		if j.asked {
			return false
		}
		if j.end(); j.close != nil && j.made != nil {
			d.safely(j, func() { j.close(j.made) })
		}
		return true
	})
}

// start starts a task: after its wait, or else at once, as a part of a slice that began at a time. What others do they are
// asked for with the next turn, so that several changes at once ask once.
func (d *desk) start(j *running, from float64) {
	wait := 0
	if j.wait != nil {
		wait = j.wait(j.made)
	}
	switch {
	case wait > 0:
		j.waiting = true
		app.host.After("task "+j.name, wait, func() {
			j.waiting = false
			if !j.gone { // where the view is not shown, it begins with the first turn there
				app.work.arm()
			}
		})
	case j.send == nil && j.begin != nil:
		d.begin(j, from)
	case j.begin != nil && j.late > 0 && j.made != nil:
		app.host.After("task "+j.name, j.late, func() {
			if !j.gone && !j.told {
				d.stand(j)
			}
		})
	default:
		d.stand(j)
	}
}

// stand puts what is shown from now on in the place of what was made before.
func (d *desk) stand(j *running) {
	if j.begin != nil {
		d.safely(j, func() {
			before := j.made
			j.made = nil
			j.made = j.begin(before)
		})
		d.changed(j)
	}
}

// begin begins a task, with its first slice if it has any.
func (d *desk) begin(j *running, from float64) {
	j.begun, j.from = true, clock()
	if j.send != nil {
		d.safely(j, func() { j.send(func(r work.Report) { d.hear(j, r) }) })
		return
	}
	d.stand(j)
	switch {
	case j.at.State.Ended():
	case j.step == nil:
		j.at.State, j.ending = work.Finished, j.done != nil
		d.changed(j)
		j.ended()
	default:
		d.slice(j, from)
	}
}

// end ends a task that is no longer asked for, or whose input is another.
func (j *running) end() {
	j.gone = true
	if j.steer != nil && j.begun && !j.at.State.Ended() {
		j.steer(Cancel)
	}
}

// slice works on a task until the time of a slice is over. What is complete is shown at once, what is not from time to time.
func (d *desk) slice(j *running, from float64) {
	now := from
	d.safely(j, func() {
		for {
			if j.step(j.made) {
				j.at.State, j.ending = work.Finished, j.done != nil
				return
			}
			if now = clock(); now == 0 || now-from > sliceTime {
				return
			}
		}
	})
	if now = clock(); j.drawn == 0 || j.at.State.Ended() || now == 0 || now-j.drawn > drawTime {
		d.changed(j)
		j.drawn = now
	}
	j.ended()
}

// ended has the end of a job, or of a run of it, told.
func (j *running) ended() {
	switch s := j.at.State; {
	case s.Ended():
		app.speech.worked(j.at.Report, s == work.Failed || clock()-j.from > longWork)
	case s == work.Paused:
		app.speech.worked(j.at.Report, true)
	}
}

// hear takes a report of those who do a task.
func (d *desk) hear(j *running, r work.Report) {
	if j.gone || j.at.State.Ended() {
		return
	}
	if j.rested && r.State == work.Paused {
		r.State = work.Running
	}
	fresh := r.Result != j.result || r.State.Ended()
	j.result = r.Result
	full := r
	r.Result = ""
	j.at.Report = r
	if fresh {
		d.safely(j, func() { j.made, j.told = j.read(j.made, full), true })
		j.ending = j.at.State == work.Finished && j.done != nil
		d.changed(j)
	}
	d.tick++
	rerender()
	tend()
	j.ended()
}

// changed says that what was made is another.
func (d *desk) changed(j *running) {
	app.work.version++
	j.at.Version = app.work.version
	if j.far != nil && j.made != nil {
		j.at.Done, j.at.Total = j.far(j.made)
	}
	d.tick++
	rerender()
}

// safely does something for a task; a panic ends it and becomes the page's sentence.
func (d *desk) safely(j *running, f func()) {
	defer func() {
		if r := recover(); r != nil {
			j.at.State, j.at.Problem = work.Failed, markup.Reason(r)
			if j.made == nil {
				j.broken = j.at.Problem
			} else {
				fault(r)
			}
			d.changed(j)
		}
	}()
	f()
}

// arm asks for a turn where there is something to do.
func (w *works) arm() {
	if w.armed {
		return
	}
	for _, d := range w.open() {
		if d.next() != nil {
			w.armed = true
			app.host.After("work", 0, w.turn)
			return
		}
	}
}

// open are the desks that are worked at: the lab's own and that of the view shown.
func (w *works) open() []*desk {
	list := []*desk{&w.desks[mostViews]}
	if i := app.views.here(app.state.View); i >= 0 && !app.state.comparing() {
		list = append(list, &w.desks[i])
	}
	return list
}

// next is the task with something to do that had its turn longest ago, nil for none.
func (d *desk) next() (next *running) {
	for _, j := range d.jobs {
		if j.busy() && (next == nil || j.turn < next.turn) {
			next = j
		}
	}
	return next
}

// turn has every open desk served.
func (w *works) turn() {
	w.armed = false
	for _, d := range w.open() {
		w.serve(d)
	}
	tend()
}

// serve asks others for what they do for a desk, and does one slice of one task of it, or what the end of one means.
func (w *works) serve(d *desk) {
	for _, j := range d.jobs {
		if j.send != nil && !j.begun && j.busy() {
			d.begin(j, 0)
		}
	}
	j := d.next()
	if j == nil {
		return
	}
	w.turns++
	j.turn = w.turns
	switch {
	case j.ending:
		j.ending = false
		safely(func() { does(j.done(j.made)) })
	case !j.begun:
		d.begin(j, clock())
	default:
		d.slice(j, clock())
	}
}

// steer does what the reader asks of a task. What failed is tried again on a read-only page too.
func steer(a Steer) {
	d, j := app.work.find(a.Name)
	switch {
	case j == nil, a.Do > Cancel, app.state.ReadOnly && j.at.State != work.Failed:
		return
	case a.Do == Resume && (j.at.State == work.Cancelled || j.at.State == work.Failed):
		j.gone = true
		again := &running{Task: j.Task, made: j.made}
		again.at.State = work.Running
		d.jobs[slices.Index(d.jobs, j)] = again
		d.start(again, clock())
	case j.at.State.Ended():
		return
	case j.steer != nil && j.begun:
		j.steer(a.Do)
		return
	default:
		j.at.State = [...]work.State{Pause: work.Paused, Resume: work.Running, Cancel: work.Cancelled}[a.Do]
		d.tick++
		j.ended()
	}
	rerender()
	app.work.arm()
}

// clock returns milliseconds, 0 where there is no clock.
func clock() float64 {
	if c, ok := app.host.(interface{ Clock() float64 }); ok {
		return c.Clock()
	}
	return 0
}
