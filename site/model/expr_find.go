//go:build !opening

package model

import (
	"slices"
	"strconv"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/state"
)

// Busy reports whether something is still to be computed.
func (m *Expr) Busy() bool { return len(m.todo) > 0 }

// TypeName names the type of an input as C does.
func (c *ExprCell) TypeName() string {
	if c.Known {
		return c.Type.String()
	}
	return "?"
}

// TargetGroup is the heading under which a target stands in menus.
func TargetGroup(t expr.Target) string {
	switch t.Machine {
	case expr.GPU:
		if t.GPU.CC == 90 {
			return "nvcc, compute capability 9.0"
		}
		return "nvcc, others, default flags"
	case expr.SSE:
		return "x86-64, SSE2 and FMA3"
	case expr.X87:
		return "x87"
	}
	return "References"
}

// ExprFindTries is how many sets of inputs a search tries, and findValues how many candidates there are of an input.
const (
	ExprFindTries = 20_000
	findValues    = 64
)

// ExprFinder looks for inputs of the magnitudes of the row looked at for which A and B give different bits: numbers of
// three digits, in an order that is always the same.
type ExprFinder struct {
	Tried int
	Row   string // what was found, "" if nothing was yet

	m     *Expr
	seed  reduce.Random
	texts [][]string // by input: candidates
	codes [][]uint64
	plans [2]*expr.Plan
	in    [2][]uint64
	at    [2][]int // the input of a column by cell
	cost  int      // operations of a try
}

// exprDigits returns the digits of a floating-point input.
func exprDigits(c *ExprCell) (d exact.Digits, ok bool) {
	if !c.Known || c.Format == nil {
		return d, false
	}
	return text.ShortestDigits(c.Format, c.Code)
}

// Find begins a search, nil where there is nothing to search for.
func (m *Expr) Find() *ExprFinder {
	if m.A < 0 || m.B < 0 || m.Columns[m.A].Plan == nil || m.Columns[m.B].Plan == nil || m.Code.Result < 0 || len(m.Code.Inputs) == 0 || len(m.Code.Inputs) > state.ExprMaxCells {
		return nil
	}
	cells := m.Rows[m.Row()].Cells
	f := &ExprFinder{m: m, seed: reduce.Random(len(m.Rows)), cost: 2 * len(m.Code.Values), texts: make([][]string, len(cells)), codes: make([][]uint64, len(cells))}
	for i := range cells {
		c := &cells[i]
		for range findValues {
			t, code := c.Shown, c.Code.Lo
			if d, ok := exprDigits(c); ok {
				t = strconv.FormatUint(100+f.seed.Next()%900, 10) + "e" + strconv.FormatInt(d.Exp-2, 10)
				if d.Neg {
					t = "-" + t
				}
				if p, err := text.Parse(t, c.Format, round.Env{}); err == nil {
					code = p.Bits.Lo
					t = text.Shortest(c.Format, p.Bits)
				}
			}
			f.texts[i], f.codes[i] = append(f.texts[i], t), append(f.codes[i], code)
		}
	}
	for side, k := range [2]int{m.A, m.B} {
		c := &m.Columns[k]
		if !c.load(&m.Rows[m.Row()]) {
			return nil
		}
		f.plans[side], f.in[side], f.at[side] = c.Plan.Clone(), slices.Clone(c.in), make([]int, len(cells))
		for i := range cells {
			f.at[side][i] = slices.IndexFunc(c.Code.Inputs, func(in expr.InputVar) bool { return in.Name == cells[i].Name })
		}
	}
	return f
}

// Step tries sets of inputs for about so many operations, at least one set, and reports whether the search has ended.
func (f *ExprFinder) Step(operations int) (done bool) {
	t := f.m.Code.Values[f.m.Code.Result].Type.Format()
	nan := func(c uint64) bool { return t != nil && t.ClassOf(wide.From64(c)).IsNaN() }
	pick := make([]int, len(f.codes))
	for ; f.Row == "" && f.Tried < ExprFindTries; f.Tried++ {
		if operations <= 0 {
			return false
		}
		operations -= f.cost
		for i := range pick {
			pick[i] = int(f.seed.Next() % findValues)
		}
		var out [2]uint64
		open := false
		for side, p := range f.plans {
			for i, j := range f.at[side] {
				if j >= 0 {
					f.in[side][j] = f.codes[i][pick[i]]
				}
			}
			out[side] = p.Result(f.in[side])
			open = open || p.Unfinished()
		}
		if open || out[0] == out[1] || nan(out[0]) && nan(out[1]) {
			continue
		}
		var found []state.ExprCell
		for i, c := range f.m.Rows[f.m.Row()].Cells {
			found = append(found, state.ExprCell{Name: c.Name, Text: f.texts[i][pick[i]]})
		}
		f.Row = state.ExprJoin([][]state.ExprCell{found})
	}
	return true
}
