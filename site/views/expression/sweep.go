package expression

import (
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/code"
	"ulplab/site/kit/words"
)

// ExprSweep is the result of every column along a range of one input.
type ExprSweep struct {
	Name    string // of the input
	From    string // problem of the first value
	Step    string // problem of the step
	Problem string // why there is nothing to show
	X       []uint64
	Format  *format.Format
	Base    int // the column that the others are compared with: the exact value, or A
	Bits    [][]uint64
	Open    [][]bool  // the program does not end in as many passes as are evaluated: there is no result
	Diff    [][]int64 // steps between neighbours from the base's result to the column's
	Equal   []int     // how many are the same
	Worst   []int     // where the distance is largest
	Type    expr.Type
	Done    bool
}

// far stands for a distance that is none: one result is a NaN and the other not; open for one to no result.
const (
	far  = 1 << 62
	open = far + 1
)

// sweep reads the range and leaves the runs to later steps.
func (m *Model) sweep() int {
	s := &ExprSweep{Base: m.A}
	m.Sweep = s
	in := m.In.Sweep
	which := -1
	for i, v := range m.Code.Inputs {
		if v.Name == in.Name || which < 0 && in.Name == "" {
			which = i
		}
	}
	switch {
	case len(m.Code.Inputs) == 0:
		s.Problem = sweepNone
		return 0
	case which < 0:
		which = 0
	}
	s.Name = m.Code.Inputs[which].Name
	s.Format = m.Code.Inputs[which].Type.Format()
	switch {
	case m.A < 0:
		s.Problem = sweepNothing
	case s.Format == nil:
		s.Problem = sweepInteger
	case m.Code.Result < 0:
		s.Problem = sweepNothing
	case m.size() > maxSwept:
		s.Problem = code.TooManyWords(m.size(), maxSwept)
	}
	if s.Problem != "" {
		return 0
	}
	for i := range m.Columns {
		if m.Columns[i].Target.Machine == expr.Exact && m.Columns[i].Plan != nil {
			s.Base = i
		}
	}
	if s.X, s.From, s.Step = exprRange(s.Format, in.From, in.Step, int(in.N)); s.From != "" || s.Step != "" {
		return 0
	}
	n := len(m.Columns)
	s.Bits, s.Open, s.Diff, s.Equal, s.Worst = make([][]uint64, n), make([][]bool, n), make([][]int64, n), make([]int, n), make([]int, n)
	s.Type = m.Code.Values[m.Code.Result].Type
	for i := range m.Columns {
		if c := &m.Columns[i]; m.runs(i) && c.load(&m.Rows[m.Row()]) {
			s.Bits[i], s.Open[i] = make([]uint64, len(s.X)), make([]bool, len(s.X))
		}
	}
	chunk := 32
	if m.PTX != nil { // whose machine is made anew for each value
		chunk = 4
	}
	for k := 0; k < len(s.X); k += chunk {
		m.later(func() int { return m.sweepFrom(k, min(k+chunk, len(s.X))) })
	}
	m.later(m.sweepDone)
	return 0
}

// sweepFrom runs the values from up to to.
func (m *Model) sweepFrom(from, to int) int {
	s, cost := m.Sweep, 0
	for i := range m.Columns {
		c := &m.Columns[i]
		if s.Bits[i] == nil {
			continue
		}
		at := -1
		c.load(&m.Rows[m.Row()])
		for k, in := range c.Code.Inputs {
			if in.Name == s.Name {
				at = k
			}
		}
		if at < 0 {
			continue
		}
		evaluate := m.evaluator(i)
		for k := from; k < to; k++ {
			c.In[at] = s.X[k]
			s.Bits[i][k], s.Open[i][k] = evaluate(c.In)
		}
		cost += (to - from) * m.cost(i)
		if c.Target.Machine == expr.Exact {
			cost += 30 * (to - from) * len(c.Code.Values)
		}
	}
	return cost
}

// sweepDone compares.
func (m *Model) sweepDone() int {
	s := m.Sweep
	f := s.Type.Format()
	value := func(i, k int) code.Value {
		return code.Value{Known: true, Type: s.Type, Format: f, Code: wide.From64(s.Bits[i][k])}
	}
	if s.Bits[s.Base] == nil {
		s.Base = m.A
	}
	if s.Base < 0 || s.Bits[s.Base] == nil {
		s.Problem = sweepNothing
		return 0
	}
	for i := range m.Columns {
		if s.Bits[i] == nil {
			continue
		}
		s.Diff[i] = make([]int64, len(s.X))
		for k := range s.X {
			if s.Open[i][k] || s.Open[s.Base][k] {
				s.Diff[i][k] = open
				continue
			}
			a, b := value(s.Base, k), value(i, k)
			x, ok1 := code.Order(a)
			y, ok2 := code.Order(b)
			switch {
			case ok1 && ok2:
				s.Diff[i][k] = y - x
			case ok1 != ok2:
				s.Diff[i][k] = far
			}
			if s.Diff[i][k] == 0 {
				s.Equal[i]++
			}
			if w := s.Diff[i][s.Worst[i]]; w == open || magnitude(s.Diff[i][k]) > magnitude(w) {
				s.Worst[i] = k
			}
		}
	}
	s.Done = true
	return len(s.X) * len(m.Columns)
}

// exprRange lists the values from, from + step, …: the step is a number, or a number of ulps, steps between neighbours.
func exprRange(f *format.Format, from, step string, n int) (out []uint64, fromProblem, stepProblem string) {
	switch {
	case len(from) > code.ExprMaxCell:
		return nil, code.ExprCellLong, ""
	case len(step) > code.ExprMaxCell:
		return nil, "", code.ExprCellLong
	}
	p, err := text.Parse(from, f, round.Env{})
	switch {
	case err != nil:
		return nil, words.Problem(err), ""
	case !p.Finite || f.ClassOf(p.Bits).IsNaN():
		return nil, sweepFinite, ""
	}
	first, ok := exact.FromBits(f, p.Bits)
	if !ok {
		return nil, sweepFinite, ""
	}
	if head, isUlp := strings.CutSuffix(strings.TrimSuffix(strings.TrimSpace(step), "s"), "ulp"); isUlp {
		head = strings.TrimSpace(strings.ReplaceAll(head, "−", "-"))
		if head == "" {
			head = "1"
		}
		k, err := strconv.ParseInt(head, 10, 32)
		if err != nil || k == 0 {
			return nil, "", sweepUlps
		}
		order, _ := code.Order(code.Value{Format: f, Code: p.Bits})
		top := int64(f.Max(false).Lo)
		for i := range n {
			v := order + int64(i)*k
			if v > top || v < -top {
				break
			}
			c := uint64(v)
			if v < 0 {
				c = uint64(-v) | 1<<(f.Bits-1)
			}
			out = append(out, c)
		}
		return out, "", ""
	}
	q, err := text.Parse(step, format.F64, round.Env{})
	switch {
	case err != nil:
		return nil, "", words.Problem(err)
	case !q.Finite || q.Exact.IsZero():
		return nil, "", sweepStep
	}
	for i := range n {
		d, ok := q.Exact.Mul(exact.FromInt64(int64(i)))
		if !ok {
			break
		}
		sum, ok := first.Ratio().Add(d)
		if !ok {
			break
		}
		c := sum.Round(round.Env{}, f).Bits
		if !f.ClassOf(c).IsFinite() {
			break
		}
		out = append(out, c.Lo)
	}
	return out, "", ""
}
