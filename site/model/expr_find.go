//go:build !opening

package model

import (
	"strconv"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
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

// The bounds of a search for inputs.
const (
	findTries  = 20_000
	findValues = 64 // candidates of an input
	findWork   = 600_000
)

// exprDigits returns the digits of a floating-point input.
func exprDigits(c *ExprCell) (d exact.Digits, ok bool) {
	if !c.Known || c.Format == nil {
		return d, false
	}
	return text.ShortestDigits(c.Format, c.Code)
}

// Find looks for inputs of the magnitudes of the row looked at for which A and B give different bits: numbers of three
// digits, in an order that is always the same.
func (m *Expr) Find() (row string, ok bool) {
	if m.A < 0 || m.B < 0 || m.Columns[m.A].Plan == nil || m.Columns[m.B].Plan == nil || m.Code.Result < 0 || len(m.Code.Inputs) == 0 || len(m.Code.Inputs) > state.ExprMaxCells {
		return "", false
	}
	seed := uint64(len(m.Rows))
	next := func() uint64 { // splitmix64
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	cells := m.Rows[m.Row()].Cells
	texts := make([][]string, len(cells))
	codes := make([][]uint64, len(cells))
	for i := range cells {
		c := &cells[i]
		for range findValues {
			t, code := c.Shown, c.Code.Lo
			if d, ok := exprDigits(c); ok {
				t = strconv.FormatUint(100+next()%900, 10) + "e" + strconv.FormatInt(d.Exp-2, 10)
				if d.Neg {
					t = "-" + t
				}
				if p, err := text.Parse(t, c.Format, round.Env{}); err == nil {
					code = p.Bits.Lo
					t = text.Shortest(c.Format, p.Bits)
				}
			}
			texts[i], codes[i] = append(texts[i], t), append(codes[i], code)
		}
	}
	var at [2][]int // the input of a column by cell
	for side, k := range [2]int{m.A, m.B} {
		c := &m.Columns[k]
		if !c.load(&m.Rows[m.Row()]) {
			return "", false
		}
		at[side] = make([]int, len(cells))
		for i := range cells {
			at[side][i] = -1
			for j, in := range c.Code.Inputs {
				if in.Name == cells[i].Name {
					at[side][i] = j
				}
			}
		}
	}
	t := m.Code.Values[m.Code.Result].Type
	f := t.Format()
	pick := make([]int, len(cells))
	for range min(findTries, findWork/len(m.Code.Values)) {
		for i := range pick {
			pick[i] = int(next() % findValues)
		}
		var out [2]uint64
		for side, k := range [2]int{m.A, m.B} {
			c := &m.Columns[k]
			for i, j := range at[side] {
				if j >= 0 {
					c.in[j] = codes[i][pick[i]]
				}
			}
			out[side] = c.Plan.Result(c.in)
		}
		if out[0] == out[1] || f != nil && f.ClassOf(wide.From64(out[0])).IsNaN() && f.ClassOf(wide.From64(out[1])).IsNaN() {
			continue
		}
		var found []state.ExprCell
		for i := range cells {
			found = append(found, state.ExprCell{Name: cells[i].Name, Text: texts[i][pick[i]]})
		}
		return state.ExprJoin([][]state.ExprCell{found}), true
	}
	return "", false
}
