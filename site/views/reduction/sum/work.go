package sum

import (
	"ulplab/site/lab"
)

// ID names the view in links: sums in many orders, from two elements to a million.
const ID lab.ID = "sum"

// running is the task that computes the sums.
const running = "sum.run"

// costs is what a step of the work costs, in nanoseconds as models count them.
const costs = 200_000

// asked is what the computation depends on: stopped, it does not go on with the trees.
type asked struct {
	in      Input
	stopped bool
}

// Tasks are the sums of a state.
func Tasks(s State) []lab.Task {
	in := asked{InputOf(s), s.Stopped}
	return []lab.Task{lab.Slices[*Model]{Name: running, In: in,
		Begin: func(before *Model) *Model {
			if before == nil {
				return New(in.in)
			}
			if before.In == in.in {
				return before
			}
			if next := before.Relaunch(in.in); next != nil {
				return next
			}
			before.Drop()
			return New(in.in)
		},
		Timed: func(m *Model, clock func() float64) { m.Clock = clock },
		Step:  func(m *Model) bool { return m.Step(costs, in.stopped) }}.Task()}
}

// Now returns the model that the page shows.
func Now() *Model {
	m, _ := lab.Made[*Model](running)
	return m
}

// Ready returns the model of a state, nil where it is still that of the state before, or has a problem.
func Ready(s State) *Model {
	if m := Now(); m != nil && m.In == InputOf(s) && m.Problem == "" {
		return m
	}
	return nil
}
