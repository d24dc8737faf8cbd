package operand

import (
	"strconv"

	"ulplab/fpcore/format"
)

// Holder is a pointer to a state with operands that a reader enters, of one format.
type Holder[S any] interface {
	*S
	// Held returns operand i to be changed, nil where there is none of that number.
	Held(i uint8) *Entered
	// F returns the format.
	F() *format.Format
}

// At returns entry i of a list to be changed, nil where there is none of that number.
func At(list []Entered, i uint8) *Entered {
	if int(i) >= len(list) {
		return nil
	}
	return &list[i]
}

// Type types in operand I: an action of a view whose state is S.
type Type[S any, P Holder[S]] struct {
	I    uint8
	Text string
}

// Gesture implements lab.Action: typing in one operand is one entry in the history.
func (a Type[S, P]) Gesture() string { return "type" + strconv.Itoa(int(a.I)) }

// Apply implements lab.Action.
func (a Type[S, P]) Apply(s S) S {
	if x := P(&s).Held(a.I); x != nil {
		x.Type(a.Text, Reader(P(&s).F()))
	}
	return s
}

// Step moves operand I to its upper (Up) or lower neighbour: an action of a view whose state is S.
type Step[S any, P Holder[S]] struct {
	I  uint8
	Up bool
}

// Gesture implements lab.Action: the steps of one operand are one entry in the history.
func (a Step[S, P]) Gesture() string { return "step" + strconv.Itoa(int(a.I)) }

// Apply implements lab.Action.
func (a Step[S, P]) Apply(s S) S {
	if x := P(&s).Held(a.I); x != nil {
		x.Step(P(&s).F(), a.Up)
	}
	return s
}
