package start

import (
	"strconv"

	"ulplab/site/kit/operand"
	"ulplab/site/lab"
)

// ID is the view that the address without a view opens.
const ID lab.ID = "start"

// State is what the view shows.
type State struct {
	At   int8   // the mark on the line: steps from the float nearest to 0.1
	Find string // words that are searched for, "" for none
}

// The line shows three floats; the mark moves between the ends of the line in steps of a fortieth of an ulp. The slider counts them
// from 0 to 100, which is what a slider does without being told.
const (
	stepsPerUlp = 40
	most        = 50
	tenth       = -8 // 0.1 is 0.2 ulp below the float nearest to it
)

// First is the state that the view opens on: the mark at 0.1.
func First() State { return State{At: tenth} }

// Move puts the mark at a number of steps from the left end of the line, as text.
type Move struct{ To string }

// Gesture implements lab.Action.
func (Move) Gesture() string { return "start.at" }

// Apply implements lab.Action: what lies beyond an end of the line is the end.
func (a Move) Apply(s State) State {
	if n, err := strconv.Atoi(a.To); err == nil {
		s.At = int8(max(-most, min(most, n-most)))
	}
	return s
}

// Find searches for words.
type Find struct {
	lab.Navigation
	Text string
}

// Gesture implements lab.Action.
func (Find) Gesture() string { return "start.find" }

// Apply implements lab.Action.
func (a Find) Apply(s State) State {
	s.Find = operand.Cut(a.Text, 100)
	return s
}
