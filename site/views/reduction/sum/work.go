package sum

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// ID names the view in links: sums in many orders, from two elements to a million.
const ID lab.ID = "sum"

// computed is the running computation; tick is a revision that is put into State so that panels render.
type computed struct {
	made    *Model
	tick    uint32
	running bool
	due     bool // something is new
	done    bool // there is nothing left to do, or nothing while the trees are stopped
	shown   float64
}

// summed is what the page keeps of it.
func summed() *computed { return lab.Remember[computed]("sum.made") }

// Now returns the model that the page shows; it is there once Of was called.
func Now() *Model { return summed().made }

// Again has the page shown with what is new.
func Again() {
	summed().tick++
	lab.Dispatch(Tick{N: summed().tick})
}

// slice computes for a slice and reports whether nothing is left to do.
func slice(stopped bool) (done bool) {
	defer func() {
		if r := recover(); r != nil {
			summed().made.Problem, done = "This could not be computed: "+markup.Reason(r)+".", true
		}
	}()
	begin := lab.Clock()
	for !done {
		done = summed().made.Step(lab.SliceTime, stopped)
		if now := lab.Clock(); now == 0 || now-begin > lab.Slice {
			break
		}
	}
	return done
}

// Of returns the model of an input: the first slice at once, the others later.
func Of(v State) *Model {
	if in := InputOf(v); summed().made == nil || summed().made.In != in {
		next := (*Model)(nil)
		if summed().made != nil {
			next = summed().made.Relaunch(in)
		}
		if next == nil {
			if summed().made != nil {
				summed().made.Drop()
			}
			next = New(in)
		}
		next.Clock = lab.Clock
		summed().made = next
		summed().tick++
		slice(true)
	}
	if !summed().running && summed().made.Busy(v.Stopped) {
		summed().running = true
		lab.Host().After("sum", 0, on)
	}
	return summed().made
}

// on does one slice, or shows what is new: never both at once, so that no task is long.
func on() {
	summed().running = false
	if !lab.Shows(ID) || summed().made.In != InputOf(lab.Now[State]()) {
		return // the next render of the view begins again
	}
	if now := lab.Clock(); summed().due && (summed().done || now == 0 || now-summed().shown > lab.Between) {
		summed().due = false
		summed().shown = now
		if !summed().done {
			summed().running = true
			lab.Host().After("sum", 0, on)
		}
		Again()
		summed().shown = lab.Clock()
		return
	}
	summed().done, summed().due = slice(lab.Now[State]().Stopped), true
	summed().running = true
	lab.Host().After("sum", 0, on)
}

// Tick says that more results are there.
type Tick struct {
	lab.Navigation
	N uint32
}

func (Tick) Gesture() string { return "sum.tick" }

func (a Tick) Apply(s State) State {
	s.Tick = a.N
	return s
}
