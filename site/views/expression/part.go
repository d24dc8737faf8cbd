package expression

import (
	"cmp"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/ptx"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
	"ulplab/site/kit/code"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
	"ulplab/site/views/x87"
)

// The bounds of what is shown operation by operation.
const (
	traced = 1000 // values of a program that is traced
	nodes  = 64   // nodes of a tree that is drawn
	lines  = 160  // operations listed of a target
)

// Part is two columns operation by operation.
type Part struct {
	Columns [2]int
	Nodes   []Node // of the tree of the result, the root first; nil if it is too large
	Lines   [2][]Line
	More    [2]int // operations left out of Lines
	Value   int32  // the first value of A's code whose bits differ, -1 for none
	From    int32  // its text
	To      int32
	Cause   string // what the two do there

	Statement [2]ptx.Position // the same of PTX

	match []int32 // for each value of A's code the same value of B's
}

// Node is a value of the program.
type Node struct {
	Value    int32
	Label    string // "+", "sqrtf", "a", "0.1"
	Name     string // the variable that it was assigned to
	Kids     []int
	Side     [2]Side
	Parts    bool // the first that differs
	Differ   bool
	From, To int32
}

// Side is what a target made of a value.
type Side struct {
	_      [0]func() // not comparable
	Known  bool
	Brief  string
	Hex    string
	Fused  bool // part of an operation further on
	Folded bool
	Fixed  int64 // error of this operation alone in 2^-20 ulp
	Has    bool  // Fixed is known
}

// held is what a machine holds for a value of the program.
type held struct {
	format *format.Format // nil for an integer
	bits   wide.U128
	known  bool // false for what was fused into another operation, or vanished
}

// trace runs a column on the row looked at and keeps what it holds for every value.
func (m *Model) trace(i int) int {
	c := &m.Columns[i]
	if c.ptx != nil {
		return m.watch(i)
	}
	if c.Plan == nil {
		return 0
	}
	r := &m.Rows[m.Row()]
	if !c.load(r) {
		return 0
	}
	c.Plan.Run(c.In, c.Values)
	for k := range c.Code.Prints {
		if len(c.Printed) < 4000 {
			c.Printed += c.Code.Printed(k, func(v int32) uint64 { return c.Values[v] })
		}
	}
	if len(c.Code.Values) > traced {
		return len(c.Code.Values)
	}
	c.held = make([]held, len(c.Code.Values))
	for v := range c.held {
		bits, f, ok := c.Plan.Register(int32(v))
		c.held[v] = held{f, bits, ok}
	}
	return 4 * len(c.Code.Values)
}

// judge says how A and B differ and where they part.
func (m *Model) judge() int {
	if m.A < 0 || m.B < 0 {
		return 0
	}
	r := &m.Rows[m.Row()]
	a, b := &r.Results[m.A], &r.Results[m.B]
	if a.Known && b.Known {
		closer, known := 0, a.Has && b.Has
		if x, y := magnitude(a.Fixed), magnitude(b.Fixed); known && max(x, y) < exact.FixedMax {
			closer = cmp.Compare(x, y)
		} else {
			closer, known = m.closer(a, b)
		}
		d := m.Distances[min(m.A, m.B)][max(m.A, m.B)]
		m.Verdict = verdict(m.Columns[m.A].Name, m.Columns[m.B].Name, a.Code == b.Code && a.Type == b.Type, d.Known, a.Format == nil, d.N, closer, known)
	}
	if m.Columns[m.A].ptx != nil || m.Columns[m.B].ptx != nil {
		m.Part = m.parting()
		return few
	}
	if m.Columns[m.A].held == nil || m.Columns[m.B].held == nil {
		return 0
	}
	m.Part = m.part()
	return 8 * len(m.Columns[m.A].held)
}

// closer compares the distances of two results from the exact value: -1 if a's is smaller, 1 if b's is; ok is false if one
// of the three is not known.
func (m *Model) closer(a, b *Result) (order int, ok bool) {
	c := &m.Columns[m.A]
	if a.Format == nil || b.Format == nil || len(c.Code.Values) > traced || !c.load(&m.Rows[m.Row()]) {
		return 0, false
	}
	real := expr.Reals(c.Code, c.In, nil)[c.Code.Result]
	var d [2]exact.Ratio
	for i, r := range []*Result{a, b} {
		v, finite := exact.FromBits(r.Format, r.Code)
		if !finite || !real.Known() {
			return 0, false
		}
		if d[i], ok = v.Ratio().Sub(real.Ratio()); !ok {
			return 0, false
		}
		d[i].Neg = false
	}
	return d[0].Cmp(d[1]), true
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return uint64(-n)
	}
	return uint64(n)
}

// sameDatum reports whether two codes are the same number, or both NaN.
func sameDatum(f *format.Format, c wide.U128, g *format.Format, d wide.U128) bool {
	if f == g {
		return c == d
	}
	if f == nil || g == nil {
		return false
	}
	v, ok1 := exact.FromBits(f, c)
	w, ok2 := exact.FromBits(g, d)
	if !ok1 || !ok2 {
		return ok1 == ok2 && f.ClassOf(c) == g.ClassOf(d)
	}
	return v.Cmp(w) == 0
}

// match finds for each value of a the same value of b, -1 where there is none: the two codes come from one text.
func match(a, b *expr.Code) []int32 {
	out := make([]int32, len(a.Values))
	next := 0
	for i := range a.Values {
		out[i] = -1
		if a == b {
			out[i] = int32(i)
			continue
		}
		for k := next; k < len(b.Values) && k < next+16; k++ {
			if x, y := &a.Values[i], &b.Values[k]; x.Op == y.Op && x.Fn == y.Fn && x.From == y.From && x.To == y.To {
				out[i], next = int32(k), k+1
				break
			}
		}
	}
	return out
}

// part compares the two columns.
func (m *Model) part() *Part {
	p := &Part{Columns: [2]int{m.A, m.B}, Value: -1}
	a, b := &m.Columns[m.A], &m.Columns[m.B]
	p.match = match(a.Code, b.Code)
	for v := range a.Code.Values {
		if m.differs(p, int32(v)) {
			p.Value = int32(v)
			break
		}
	}
	if p.Value >= 0 {
		v := &a.Code.Values[p.Value]
		p.From, p.To = v.From, v.To
	}
	p.tree(m)
	p.explain(m)
	return p
}

// side returns what a side holds for a value of A's code.
func (m *Model) side(p *Part, side int, v int32) held {
	if side == 1 {
		if v = p.match[v]; v < 0 {
			return held{}
		}
	}
	return m.Columns[p.Columns[side]].held[v]
}

// differs reports whether both sides hold a value of A's code, with different numbers.
func (m *Model) differs(p *Part, v int32) bool {
	a, b := m.side(p, 0, v), m.side(p, 1, v)
	return a.known && b.known && !sameDatum(a.format, a.bits, b.format, b.bits)
}

// piece is a piece of the text on one line.
func piece(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 80 {
		s = strings.ToValidUTF8(s[:78], "") + "…"
	}
	return s
}

// exprAny is a value in a format that need not be that of its type.
func exprAny(t expr.Type, f *format.Format, c wide.U128) code.Value {
	if f == nil {
		return code.ValueOf(t, nil, c)
	}
	return code.Value{Known: true, Type: t, Format: f, Code: c, Brief: words.Brief(f, c), Hex: text.Bits(f, c)}
}

// tree builds the tree of the result.
func (p *Part) tree(m *Model) {
	code := m.Columns[m.A].Code
	if code.Result < 0 {
		return
	}
	seen := make([]bool, len(code.Values))
	var grow func(v int32) int
	grow = func(v int32) int {
		i := len(p.Nodes)
		if i > nodes {
			return i
		}
		val := &code.Values[v]
		p.Nodes = append(p.Nodes, Node{Value: v, Label: label(code, v), Name: val.Name, Parts: v == p.Value, Differ: m.differs(p, v), From: val.From, To: val.To})
		for side := range 2 {
			s, h := &p.Nodes[i].Side[side], m.side(p, side, v)
			switch {
			case h.known:
				d := exprAny(val.Type, h.format, h.bits)
				*s = Side{Known: true, Brief: d.Brief, Hex: d.Hex}
			case val.Op == expr.Const:
				d := exprAny(val.Type, val.Type.Format(), wide.From64(val.Bits))
				*s = Side{Known: true, Brief: d.Brief, Hex: d.Hex}
			default:
				s.Fused = true
			}
		}
		if seen[v] {
			if val.Name != "" {
				p.Nodes[i].Label, p.Nodes[i].Name = val.Name, ""
			}
			return i
		}
		seen[v] = val.Op != expr.Const && val.Op != expr.Input
		if val.Op == expr.Bitcast && code.Values[val.X[0]].Op == expr.Const { // a constant written as bits
			p.Nodes[i].Label = piece(code.Text[val.From:val.To])
			return i
		}
		var kids []int
		for _, x := range val.X {
			if x >= 0 {
				kids = append(kids, grow(x))
			}
		}
		p.Nodes[i].Kids = kids
		return i
	}
	grow(code.Result)
	if len(p.Nodes) > nodes {
		p.Nodes = nil
	}
}

// label names a value in the tree.
func label(c *expr.Code, v int32) string {
	val := &c.Values[v]
	switch val.Op {
	case expr.Const:
		if val.From >= 0 && val.To > val.From && int(val.To) <= len(c.Text) && val.To-val.From < 24 {
			return piece(c.Text[val.From:val.To])
		}
		return exprAny(val.Type, val.Type.Format(), wide.From64(val.Bits)).Brief
	case expr.Input:
		return c.Inputs[val.Bits].Name
	case expr.Convert:
		return "(" + val.Type.String() + ")"
	case expr.Bitcast:
		return "bits"
	case expr.Call:
		return val.Fn
	}
	return strings.Fields("- + − × ÷ % & | ^ << >> ~ < <= > >= == != ?:")[val.Op-expr.Neg]
}

// X87Link returns the state of the x87 view that evaluates the text of an expression with the inputs of the row looked
// at; ok is false where that view cannot.
func (m *Model) X87Link(double bool) (v x87.State, ok bool) {
	v = x87.Examples[0].State
	v.Text, v.Spills, v.At = operand.Draft{}, 0, 0
	v.Double, v.Formula = double, strings.TrimSpace(m.In.Text)
	p, err := x86.Compile(v.Formula, double, x87.ReadNumber)
	if err != nil {
		return v, false
	}
	one, _ := operand.Read("1", v.F())
	row := m.Rows[m.Row()].Cells
	for i := range v.X {
		v.X[i] = operand.Entered{Bits: one}
		if !p.Uses(i) {
			continue
		}
		found := false
		for _, c := range row {
			if c.Name == "abcdefgh"[i:i+1] && c.Known && c.Format == v.F() {
				v.X[i] = operand.Entered{Bits: c.Code}
				found = true
			}
		}
		if !found {
			return v, false
		}
	}
	return v, true
}
