//go:build !opening

package model

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// Expr is an expression, its targets and what they make of it. It is computed in slices, see Step.
type Expr struct {
	In      state.Expr // without what does not change the numbers
	Problem *expr.Error
	Notes   []expr.Note
	Code    *expr.Code // as the first target's compiler reads it, nil with a Problem
	Columns []ExprColumn
	Rows    []ExprRow
	Prints  bool      // the program prints
	A, B    int       // the columns compared, of the row looked at; -1 where there is none
	Exact   string    // the exact value of the row looked at, "" if unknown
	Verdict string    // who differs, by how much, and who is closer
	Apart   [][]Apart // the distances of the results of the row looked at; below the diagonal the largest of all rows
	Part    *ExprPart // A and B, operation by operation
	Sweep   *ExprSweep
	Finding *ExprFinder // the search for inputs that runs, nil without one

	codes [2]*expr.Code // as a host and as a device compiler read it
	todo  []func() int  // what is still to be computed; each returns its cost in operations
}

// ExprColumn is a target.
type ExprColumn struct {
	Target  expr.Target
	ID      string
	Name    string
	Command string // "" if there is none
	Kind    gpu.Kind
	Source  string
	Problem *expr.Error
	Code    *expr.Code
	Plan    *expr.Plan // nil with a Problem
	Printed string     // what the program prints in the row looked at
	Doubt   string     // why the result of the row looked at is not certain, "" where nothing is left open
	Other   ExprValue  // another result that the row looked at may have

	in     []uint64
	values []uint64
	held   []exprHeld  // by value, of the row looked at
	steps  []expr.Step // of the row looked at
}

// ExprRow is a row of inputs with its results, one a column.
type ExprRow struct {
	Cells   []ExprCell
	Results []ExprResult
	Differ  bool // there are two results with different bits
}

// ExprCell is the value of an input.
type ExprCell struct {
	Name    string
	Shown   string // as typed
	Problem string
	Note    string
	ExprValue
}

// ExprValue is a value of a program.
type ExprValue struct {
	Known  bool
	Type   expr.Type
	Format *format.Format // nil for an integer
	Code   wide.U128
	Brief  string
	Hex    string
}

// ExprResult is the result of a column in a row.
type ExprResult struct {
	ExprValue
	Mark  wide.U128 // the bits that differ from those of A, or of B for A
	Same  int       // the first column with the same bits
	Total string    // the error in ulp of the exact value; "" if unknown or not the row looked at
	Fixed int64     // the same in 2^-20 ulp
	Has   bool      // Fixed is known
}

// Apart is the distance of two results: the number of steps between neighbours, or why there is none.
type Apart struct {
	Known bool
	N     uint64
	All   bool // the cell is about all rows
}

// ExprOf returns what an expression is computed of: the state without the fields that change only how it is shown.
func ExprOf(e state.Expr) state.Expr {
	e.Tick, e.Lang, e.At = 0, 0, 0
	if !e.Sweep.On {
		e.Sweep = state.ExprSweep{}
	}
	return e
}

// NewExpr begins a computation: the text is read, the rest is left to Step.
func NewExpr(e state.Expr) *Expr {
	m := &Expr{In: ExprOf(e), A: -1, B: -1}
	list, _ := state.ExprList(m.In.Targets)
	if len(m.In.Text) > state.ExprMaxText {
		m.Problem = &expr.Error{From: state.ExprMaxText, To: int32(len(m.In.Text)), Text: prose.ExprLong}
		return m
	}
	var problems [2]*expr.Error
	for _, t := range list {
		o := t.Reads(e.Options())
		side := 0
		if o.Device {
			side = 1
		}
		if m.codes[side] == nil && problems[side] == nil {
			m.codes[side], problems[side] = expr.Parse(m.In.Text, o)
		}
		c := ExprColumn{Target: t, ID: t.ID(), Name: t.Name(), Command: t.Command(), Problem: problems[side], Code: m.codes[side]}
		c.Kind, c.Source = t.Source()
		m.Columns = append(m.Columns, c)
		if m.Code == nil && c.Code != nil {
			m.Code, m.Notes, m.Prints = c.Code, c.Code.Notes, len(c.Code.Prints) > 0
		}
		if m.Problem == nil && c.Problem != nil {
			m.Problem = c.Problem
		}
	}
	if m.Code == nil {
		return m
	}
	if m.Problem = exprTooMany(m.Code); m.Problem != nil {
		m.Code = nil
		return m
	}
	for _, row := range state.ExprCells(m.In.Rows) {
		m.Rows = append(m.Rows, m.readRow(row))
	}
	for i := range m.Columns {
		m.later(func() int { return m.compile(i) })
	}
	m.later(m.compare)
	for i := range m.Columns {
		m.later(func() int { return m.trace(i) })
		m.later(func() int { return m.follow(i) })
		m.later(func() int { return m.doubt(i) })
	}
	m.later(m.judge)
	if m.In.Sweep.On {
		m.later(m.sweep)
	}
	return m
}

// exprTooMany refuses a program that would take longer to compile than a page may be busy.
func exprTooMany(c *expr.Code) *expr.Error {
	if n := len(c.Values); n > exprValues {
		return &expr.Error{To: int32(len(c.Text)), Text: prose.ExprTooMany(n, exprValues)}
	}
	return nil
}

func (m *Expr) later(f func() int) { m.todo = append(m.todo, f) }

// Step computes until the operations of the budget are spent; it reports whether all is done.
func (m *Expr) Step(budget int) bool {
	for len(m.todo) > 0 {
		f := m.todo[0]
		m.todo = m.todo[1:]
		if budget -= f(); budget < 0 {
			break
		}
	}
	return len(m.todo) == 0
}

// Row returns the number of the row looked at.
func (m *Expr) Row() int { return min(int(m.In.Row), len(m.Rows)-1) }

// exprValue describes a value of a type.
func exprValue(t expr.Type, f *format.Format, c wide.U128) ExprValue {
	v := ExprValue{Known: true, Type: t, Format: f, Code: c}
	if f != nil {
		v.Brief, v.Hex = brief(f, c), text.Bits(f, c)
		return v
	}
	switch t {
	case expr.Int, expr.Bool:
		v.Brief = strconv.FormatInt(int64(int32(c.Lo)), 10)
	case expr.Long:
		v.Brief = strconv.FormatInt(int64(c.Lo), 10)
	default:
		v.Brief = strconv.FormatUint(c.Lo, 10)
	}
	s := strconv.FormatUint(c.Lo, 16)
	for len(s) < max(t.Bits(), 32)/4 {
		s = "0" + s
	}
	v.Hex = "0x" + s
	return v
}

// readRow reads the values of the inputs.
func (m *Expr) readRow(row []state.ExprCell) (out ExprRow) {
	for _, in := range m.Code.Inputs {
		shown, _ := state.ExprValue(row, in.Name)
		out.Cells = append(out.Cells, exprCell(in.Name, in.Type, shown))
	}
	out.Results = make([]ExprResult, len(m.Columns))
	return out
}

// exprCell reads the value of an input.
func exprCell(name string, t expr.Type, shown string) ExprCell {
	c := ExprCell{Name: name, Shown: shown}
	if len(shown) > state.ExprMaxCell {
		c.Problem = prose.ExprCellLong
		return c
	}
	f := t.Format()
	if f == nil {
		n, problem := exprInteger(shown)
		c.Problem = problem
		if problem == "" {
			c.ExprValue = exprValue(t, nil, wide.From64(n&(^uint64(0)>>(64-max(t.Bits(), 32)))))
		}
		return c
	}
	p, err := text.Parse(shown, f, round.Env{})
	if err != nil {
		c.Problem = encProblem(err)
		return c
	}
	c.ExprValue = exprValue(t, f, p.Bits)
	if p.Flags&(round.Inexact|round.Overflowed) != 0 {
		_, c.Note = typed(f, state.Operand{Bits: p.Bits, Text: state.Typed(shown)})
	}
	return c
}

// exprInteger reads a whole number, decimal or hexadecimal.
func exprInteger(s string) (n uint64, problem string) {
	s = strings.TrimSpace(strings.ReplaceAll(s, "−", "-"))
	if u, err := strconv.ParseUint(s, 0, 64); err == nil {
		return u, ""
	}
	if i, err := strconv.ParseInt(s, 0, 64); err == nil {
		return uint64(i), ""
	}
	return 0, prose.ExprInteger
}

// compile makes the plan of a column and runs it on every row.
func (m *Expr) compile(i int) int {
	c := &m.Columns[i]
	if c.Code == nil {
		return 0
	}
	cost := 4 * len(c.Code.Values)
	if c.Plan, c.Problem = expr.Compile(c.Code, c.Target); c.Problem != nil {
		c.Plan = nil
		return cost
	}
	c.in, c.values = make([]uint64, len(c.Code.Inputs)), make([]uint64, len(c.Code.Values))
	for k := range m.Rows {
		r := &m.Rows[k]
		if !c.load(r) || c.Code.Result < 0 {
			continue
		}
		t := c.Code.Values[c.Code.Result].Type
		if bits := c.Plan.Result(c.in); !c.Plan.Unfinished() {
			r.Results[i] = ExprResult{ExprValue: exprValue(t, t.Format(), wide.From64(bits)), Same: i}
		}
		cost += len(c.Code.Values)
	}
	return cost
}

// load fills the inputs of a column with those of a row; it reports whether all of them are known.
func (c *ExprColumn) load(r *ExprRow) bool {
	for k, in := range c.Code.Inputs {
		known := false
		for _, cell := range r.Cells {
			if cell.Name == in.Name {
				known = cell.Known
				c.in[k] = cell.Code.Lo
				break
			}
		}
		if !known {
			return false
		}
	}
	return true
}

// compare finds which results are the same, the two columns compared, and the distances.
func (m *Expr) compare() int {
	for k := range m.Rows {
		r := &m.Rows[k]
		first := -1
		for i := range r.Results {
			a := &r.Results[i]
			if !a.Known {
				continue
			}
			if first < 0 {
				first = i
			}
			for j := range i {
				if b := &r.Results[j]; b.Known && b.Type == a.Type && b.Code == a.Code {
					a.Same = j
					break
				}
			}
			r.Differ = r.Differ || a.Same != first
		}
	}
	m.choosePair()
	for k := range m.Rows {
		r := &m.Rows[k]
		if m.A < 0 || m.B < 0 || !r.Results[m.A].Known {
			continue
		}
		for i := range r.Results {
			a := &r.Results[i]
			other := m.A
			if i == m.A {
				other = m.B
			}
			if b := &r.Results[other]; a.Known && b.Known && a.Type == b.Type {
				a.Mark = a.Code.Xor(b.Code)
			}
		}
	}
	m.distances()
	return len(m.Rows) * len(m.Columns) * len(m.Columns)
}

// choosePair takes the columns that the reader chose, or the first and the first that differs from it.
func (m *Expr) choosePair() {
	n := len(m.Columns)
	if n == 0 || len(m.Rows) == 0 {
		return
	}
	r := m.Rows[m.Row()]
	pick := func(i uint8) int {
		if int(i) > n {
			return -1
		}
		return int(i) - 1
	}
	m.A, m.B = pick(m.In.Pair[0]), pick(m.In.Pair[1])
	seek := func(other int, differ bool) int {
		for i := range n {
			if i == other || !r.Results[i].Known {
				continue
			}
			if !differ || r.Results[i].Same != r.Results[other].Same {
				return i
			}
		}
		return -1
	}
	if m.A < 0 && m.B < 0 {
		m.A = seek(-1, false)
	}
	for _, side := range [2]struct{ own, other *int }{{&m.B, &m.A}, {&m.A, &m.B}} {
		if *side.own < 0 && *side.other >= 0 {
			if *side.own = seek(*side.other, true); *side.own < 0 {
				*side.own = seek(*side.other, false)
			}
		}
	}
}

// exprOrder maps codes to integers so that neighbouring numbers are neighbouring integers; ok is false for a NaN.
func exprOrder(v ExprValue) (n int64, ok bool) {
	if v.Format == nil {
		switch v.Type {
		case expr.Int, expr.Bool:
			return int64(int32(v.Code.Lo)), true
		}
		return int64(v.Code.Lo), true
	}
	if v.Format.Bits > 64 || v.Format.ClassOf(v.Code).IsNaN() {
		return 0, false
	}
	sign := uint64(1) << (v.Format.Bits - 1)
	if v.Code.Lo&sign != 0 {
		return -int64(v.Code.Lo &^ sign), true
	}
	return int64(v.Code.Lo), true
}

// stepsApart is the number of steps between neighbours from one result to the other.
func stepsApart(a, b ExprValue) Apart {
	if !a.Known || !b.Known || a.Type != b.Type {
		return Apart{}
	}
	x, ok1 := exprOrder(a)
	y, ok2 := exprOrder(b)
	if !ok1 || !ok2 {
		return Apart{Known: a.Code == b.Code}
	}
	if x < y {
		x, y = y, x
	}
	return Apart{Known: true, N: uint64(x) - uint64(y)}
}

// distances fills the matrix.
func (m *Expr) distances() {
	n := len(m.Columns)
	m.Apart = make([][]Apart, n)
	for i := range n {
		m.Apart[i] = make([]Apart, n)
		for j := range n {
			if i <= j || len(m.Rows) == 1 {
				r := &m.Rows[m.Row()]
				m.Apart[i][j] = stepsApart(r.Results[i].ExprValue, r.Results[j].ExprValue)
				continue
			}
			worst := Apart{Known: true, All: true}
			for k := range m.Rows {
				d := stepsApart(m.Rows[k].Results[i].ExprValue, m.Rows[k].Results[j].ExprValue)
				worst.Known = worst.Known && d.Known
				worst.N = max(worst.N, d.N)
			}
			m.Apart[i][j] = worst
		}
	}
}

// Inputs returns the inputs of a column in the row looked at; ok is false where one of them is unknown.
func (m *Expr) Inputs(column int) (in []uint64, ok bool) {
	c := &m.Columns[column]
	if c.Plan == nil || !c.load(&m.Rows[m.Row()]) {
		return nil, false
	}
	return append([]uint64(nil), c.in...), true
}
