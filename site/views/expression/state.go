package expression

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/site/kit/code"
	"ulplab/site/kit/operand"
)

// The bounds of the Expression view: what a link can hold.
const (
	Most     = 8 // targets
	MaxSweep = 1024
)

// State is what the Expression view shows: a text in C, the targets that evaluate it, and the values of its inputs.
type State struct {
	Text    string
	PTX     string // of the same program, "" for none: its results stand behind those of the targets
	Takes   string // names of inputs in the order of its parameters, as typed; "" is that of the program
	Double  bool   // what is not declared is double
	Targets string // IDs, a space between two
	Rows    string // a line for each row of inputs: cells name=text, a tab between two; a name that is absent is 1
	Row     uint8  // the row looked at
	Pair    [2]uint8
	Sweep   Sweep
	At      uint16 // the operation looked at, counted from 1; 0 is the one where the two targets part
	Lang    uint8  // of the code shown
	Find    bool   // inputs are searched on which A and B differ; not in links
}

// Sweep runs one input over a range; the others have the values of the row looked at.
type Sweep struct {
	On         bool
	Name       string // "" is the first input
	From, Step string // values as typed; a step may be a number of ulps
	N          uint16
}

// List returns the targets that IDs name, each once, and the IDs that name none.
func List(ids string) (list []expr.Target, unknown []string) {
	for _, id := range strings.Fields(ids) {
		t, ok := expr.TargetByID(id)
		if !ok {
			unknown = append(unknown, id)
			continue
		}
		again := false
		for _, have := range list {
			again = again || have == t
		}
		if !again && len(list) < Most {
			list = append(list, t)
		}
	}
	return list, unknown
}

// iDs writes targets.
func iDs(list []expr.Target) string {
	var ids []string
	for _, t := range list {
		ids = append(ids, t.ID())
	}
	return strings.Join(ids, " ")
}

// columns is how many columns there can be: targets, and PTX in two readings.
func (e State) columns() int {
	if e.PTX != "" {
		return Most + 2
	}
	return Most
}

// Options says how the text is read.
func (e State) Options() expr.Options {
	o := expr.Options{Free: expr.Float}
	if e.Double {
		o.Free = expr.Double
	}
	return o
}

// Do is what an Set does.
type Do uint8

// What can be done: I is a row, a column or a number, Name an input, Text what was typed or chosen.
const (
	Open   Do = iota // the example Text
	Type             // in the text
	Free             // what is not declared is double if I is 1
	Put              // in the cell of row I and input Name
	Nudge            // the same by a step of one ulp
	AddRow           // with the values of the last, or those of Text
	DropRow
	Pick // look at row I
	Add  // target Text
	Drop // column I
	Left // column I changes places with the one before it
	Turn // column I becomes target Text
	A    // column I is the first of the two compared
	B    // the second
	SweepOn
	SweepName
	SweepFrom
	SweepStep
	SweepN
	Look // at operation I
	Speak
	Find     // I is 1: the search for inputs on which A and B differ; every change of the numbers ends it
	Assemble // Text is the PTX
	Take     // Text are the inputs in the order of its parameters
)

// Set changes the Expression view.
type Set struct {
	Do   Do
	I    int
	Name string
	Text string
}

func (a Set) Gesture() string {
	switch a.Do {
	case Type, Assemble, Take, SweepFrom, SweepStep, Look, Pick:
		return "expr." + strconv.Itoa(int(a.Do))
	case Put, Nudge:
		return "expr." + strconv.Itoa(int(a.Do)) + "." + strconv.Itoa(a.I) + a.Name
	}
	return ""
}

func (a Set) Apply(s State) State {
	was, e := s, &s
	switch a.Do {
	case Open:
		if x, ok := Examples.Find(a.Text); ok {
			*e = x
		}
	case Type:
		e.Text, e.At = operand.Cut(a.Text, code.ExprMaxText), 0
	case Assemble:
		if e.PTX, e.At = operand.Cut(a.Text, MaxPTX), 0; e.PTX == "" {
			e.Pair = [2]uint8{}
		}
	case Take:
		e.Takes = code.Line(a.Text)
	case Free:
		e.Double, e.At = a.I == 1, 0
	case Put, Nudge, AddRow, DropRow:
		a.row(e)
	case Pick:
		if a.I >= 0 && a.I < len(code.Inputs(e.Rows)) {
			e.Row, e.At = uint8(a.I), 0
		}
	case Add, Drop, Left, Turn:
		a.column(e)
	case A, B:
		n := len(strings.Fields(e.Targets))
		if e.PTX != "" {
			n += 2
		}
		if a.I >= 0 && a.I < n {
			e.Pair[a.Do-A], e.At = uint8(a.I+1), 0
			if o := &e.Pair[B-a.Do]; int(*o) == a.I+1 { // the two differ
				*o = 0
			}
		}
	case SweepOn:
		e.Sweep.On = a.I == 1
	case SweepName:
		if len(a.Text) <= code.ExprMaxCell && !strings.ContainsAny(a.Text, "\t\n") {
			e.Sweep.Name = a.Text
		}
	case SweepFrom:
		e.Sweep.From = code.Line(a.Text)
	case SweepStep:
		e.Sweep.Step = code.Line(a.Text)
	case SweepN:
		e.Sweep.N = uint16(max(2, min(a.I, MaxSweep)))
	case Look:
		e.At = uint16(max(0, min(a.I, 1<<16-1)))
	case Speak:
		e.Lang = uint8(max(0, min(a.I, 15)))
	case Find:
		e.Find = a.I == 1
	}
	if of(s) != of(was) {
		e.Find = false
	}
	return s
}

// row changes the rows of inputs.
func (a Set) row(e *State) {
	rows := code.Inputs(e.Rows)
	switch {
	case a.Do == AddRow && len(rows) < code.ExprMaxRows:
		row := rows[len(rows)-1]
		if a.Text != "" {
			row = code.Inputs(a.Text)[0]
		}
		rows = append(rows, row)
		e.Row, e.At = uint8(len(rows)-1), 0
	case a.I < 0 || a.I >= len(rows):
		return
	case a.Do == Put || a.Do == Nudge:
		rows[a.I] = code.Put(rows[a.I], a.Name, a.Text)
		e.Row = uint8(a.I)
	case a.Do == DropRow && len(rows) > 1:
		rows = append(rows[:a.I], rows[a.I+1:]...)
		if int(e.Row) > a.I || int(e.Row) == len(rows) {
			e.Row--
		}
		e.At = 0
	}
	e.Rows = code.Join(rows)
}

// column changes the targets.
func (a Set) column(e *State) {
	list, _ := List(e.Targets)
	t, ok := expr.TargetByID(a.Text)
	have := false
	for _, l := range list {
		have = have || ok && l == t
	}
	switch {
	case a.Do == Add:
		if !ok || have || len(list) == Most {
			return
		}
		for i := range e.Pair { // PTX stands behind the targets
			if int(e.Pair[i]) > len(list) {
				e.Pair[i]++
			}
		}
		list = append(list, t)
	case a.I < 0 || a.I >= len(list):
		return
	case a.Do == Turn:
		if !ok || have {
			return
		}
		list[a.I] = t
	case a.Do == Drop:
		if len(list) == 1 {
			return
		}
		list = append(list[:a.I], list[a.I+1:]...)
		e.Pair = [2]uint8{}
	case a.I > 0:
		list[a.I-1], list[a.I] = list[a.I], list[a.I-1]
		for i := range e.Pair { // the pair goes along
			switch int(e.Pair[i]) {
			case a.I:
				e.Pair[i] = uint8(a.I + 1)
			case a.I + 1:
				e.Pair[i] = uint8(a.I)
			}
		}
	}
	e.Targets, e.At = iDs(list), 0
}
