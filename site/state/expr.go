//go:build !opening

package state

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
)

// The bounds of the Expression view: what a link can hold.
const (
	ExprMaxText  = 12_000 // bytes of the text
	ExprMaxRows  = 16
	ExprMaxCells = 64 // inputs with a value of their own in a row
	ExprMaxCell  = 100
	ExprMost     = 8 // targets
	ExprMaxSweep = 1024
)

// Expr is what the Expression view shows: a text in C, the targets that evaluate it, and the values of its inputs.
type Expr struct {
	Text    string
	Double  bool   // what is not declared is double
	Targets string // IDs, a space between two
	Rows    string // a line for each row of inputs: cells name=text, a tab between two; a name that is absent is 1
	Row     uint8  // the row looked at
	Pair    [2]uint8
	Sweep   ExprSweep
	At      uint16 // the operation looked at, counted from 1; 0 is the one where the two targets part
	Lang    uint8  // of the code shown
	Tick    uint32 // counts slices of the computation; not in links
}

// ExprSweep runs one input over a range; the others have the values of the row looked at.
type ExprSweep struct {
	On         bool
	Name       string // "" is the first input
	From, Step string // values as typed; a step may be a number of ulps
	N          uint16
}

// ExprCell is the value of an input as typed.
type ExprCell struct{ Name, Text string }

// ExprCells reads rows; there is at least one.
func ExprCells(rows string) (out [][]ExprCell) {
	for line := range strings.SplitSeq(rows, "\n") {
		var row []ExprCell
		for cell := range strings.SplitSeq(line, "\t") {
			name, text, ok := strings.Cut(cell, "=")
			if !ok || name == "" || len(name) > ExprMaxCell || len(text) > len(Cut(text, ExprMaxCell)) || len(row) == ExprMaxCells {
				continue
			}
			row = append(row, ExprCell{name, text})
		}
		if len(out) < ExprMaxRows {
			out = append(out, row)
		}
	}
	return out
}

// ExprJoin is the inverse of ExprCells.
func ExprJoin(rows [][]ExprCell) string {
	var b strings.Builder
	for i, row := range rows {
		if i > 0 {
			b.WriteByte('\n')
		}
		for k, c := range row {
			if k > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(c.Name + "=" + c.Text)
		}
	}
	return b.String()
}

// ExprValue returns the text of an input in a row, and whether it has one.
func ExprValue(row []ExprCell, name string) (string, bool) {
	for _, c := range row {
		if c.Name == name {
			return c.Text, true
		}
	}
	return "1", false
}

// exprPut returns a row with the text of an input replaced.
func exprPut(row []ExprCell, name, text string) []ExprCell {
	text = exprLine(text)
	out := append([]ExprCell(nil), row...)
	for i := range out {
		if out[i].Name == name {
			out[i].Text = text
			return out
		}
	}
	if len(out) < ExprMaxCells && name != "" && len(name) <= ExprMaxCell && !strings.ContainsAny(name, "=\t\n") {
		out = append(out, ExprCell{name, text})
	}
	return out
}

// exprLine makes a text one line of a cell's length, or one that is too long.
func exprLine(s string) string {
	b := []byte(s)
	for i := range b {
		if b[i] < ' ' {
			b[i] = ' '
		}
	}
	return Cut(string(b), ExprMaxCell)
}

// ExprList returns the targets that IDs name, each once, and the IDs that name none.
func ExprList(ids string) (list []expr.Target, unknown []string) {
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
		if !again && len(list) < ExprMost {
			list = append(list, t)
		}
	}
	return list, unknown
}

// exprIDs writes targets.
func exprIDs(list []expr.Target) string {
	var ids []string
	for _, t := range list {
		ids = append(ids, t.ID())
	}
	return strings.Join(ids, " ")
}

// Options says how the text is read.
func (e Expr) Options() expr.Options {
	o := expr.Options{Free: expr.Float}
	if e.Double {
		o.Free = expr.Double
	}
	return o
}

// ExprDo is what an ExprSet does.
type ExprDo uint8

// What can be done: I is a row, a column or a number, Name an input, Text what was typed or chosen.
const (
	ExprOpen   ExprDo = iota // the example Text
	ExprType                 // in the text
	ExprFree                 // what is not declared is double if I is 1
	ExprPut                  // in the cell of row I and input Name
	ExprNudge                // the same by a step of one ulp
	ExprAddRow               // with the values of the last, or those of Text
	ExprDropRow
	ExprPick // look at row I
	ExprAdd  // target Text
	ExprDrop // column I
	ExprLeft // column I changes places with the one before it
	ExprTurn // column I becomes target Text
	ExprA    // column I is the first of the two compared
	ExprB    // the second
	ExprSweepOn
	ExprSweepName
	ExprSweepFrom
	ExprSweepStep
	ExprSweepN
	ExprLook // at operation I
	ExprSpeak
	ExprTick
)

// ExprSet changes the Expression view.
type ExprSet struct {
	Do   ExprDo
	I    int
	Name string
	Text string
}

func (a ExprSet) gesture() string {
	switch a.Do {
	case ExprType, ExprSweepFrom, ExprSweepStep, ExprLook, ExprTick, ExprPick:
		return "expr." + strconv.Itoa(int(a.Do))
	case ExprPut, ExprNudge:
		return "expr." + strconv.Itoa(int(a.Do)) + "." + strconv.Itoa(a.I) + a.Name
	}
	return ""
}

func (a ExprSet) apply(s State) State {
	e := &s.Expr
	switch a.Do {
	case ExprOpen:
		for _, x := range ExprExamples {
			if x.ID == a.Text {
				tick := e.Tick
				*e = x.Expr
				e.Tick = tick
			}
		}
	case ExprType:
		e.Text, e.At = Cut(a.Text, ExprMaxText), 0
	case ExprFree:
		e.Double, e.At = a.I == 1, 0
	case ExprPut, ExprNudge, ExprAddRow, ExprDropRow:
		a.row(e)
	case ExprPick:
		if a.I >= 0 && a.I < len(ExprCells(e.Rows)) {
			e.Row, e.At = uint8(a.I), 0
		}
	case ExprAdd, ExprDrop, ExprLeft, ExprTurn:
		a.column(e)
	case ExprA, ExprB:
		if n := len(strings.Fields(e.Targets)); a.I >= 0 && a.I < n {
			e.Pair[a.Do-ExprA], e.At = uint8(a.I+1), 0
			if o := &e.Pair[ExprB-a.Do]; int(*o) == a.I+1 { // the two differ
				*o = 0
			}
		}
	case ExprSweepOn:
		e.Sweep.On = a.I == 1
	case ExprSweepName:
		if len(a.Text) <= ExprMaxCell && !strings.ContainsAny(a.Text, "\t\n") {
			e.Sweep.Name = a.Text
		}
	case ExprSweepFrom:
		e.Sweep.From = exprLine(a.Text)
	case ExprSweepStep:
		e.Sweep.Step = exprLine(a.Text)
	case ExprSweepN:
		e.Sweep.N = uint16(max(2, min(a.I, ExprMaxSweep)))
	case ExprLook:
		e.At = uint16(max(0, min(a.I, 1<<16-1)))
	case ExprSpeak:
		e.Lang = uint8(max(0, min(a.I, 15)))
	case ExprTick:
		e.Tick++
	}
	return s
}

// row changes the rows of inputs.
func (a ExprSet) row(e *Expr) {
	rows := ExprCells(e.Rows)
	switch {
	case a.Do == ExprAddRow && len(rows) < ExprMaxRows:
		row := rows[len(rows)-1]
		if a.Text != "" {
			row = ExprCells(a.Text)[0]
		}
		rows = append(rows, row)
		e.Row, e.At = uint8(len(rows)-1), 0
	case a.I < 0 || a.I >= len(rows):
		return
	case a.Do == ExprPut || a.Do == ExprNudge:
		rows[a.I] = exprPut(rows[a.I], a.Name, a.Text)
		e.Row = uint8(a.I)
	case a.Do == ExprDropRow && len(rows) > 1:
		rows = append(rows[:a.I], rows[a.I+1:]...)
		if int(e.Row) > a.I || int(e.Row) == len(rows) {
			e.Row--
		}
		e.At = 0
	}
	e.Rows = ExprJoin(rows)
}

// column changes the targets.
func (a ExprSet) column(e *Expr) {
	list, _ := ExprList(e.Targets)
	t, ok := expr.TargetByID(a.Text)
	have := false
	for _, l := range list {
		have = have || ok && l == t
	}
	switch {
	case a.Do == ExprAdd:
		if !ok || have || len(list) == ExprMost {
			return
		}
		list = append(list, t)
	case a.I < 0 || a.I >= len(list):
		return
	case a.Do == ExprTurn:
		if !ok || have {
			return
		}
		list[a.I] = t
	case a.Do == ExprDrop:
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
	e.Targets, e.At = exprIDs(list), 0
}
