package expression

import (
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
	"ulplab/site/views/operation"
)

// Line is an operation that a target performs.
type Line struct {
	Name     string
	Piece    string
	From, To int32
	Operands []string
	Brief    string
	Hex      string
	Local    string
	Total    string
	Flags    string
	Value    int32
	Parts    bool
	Folded   bool
	Inner    bool // not a value of the text: a store, part of a sequence
	Op       *operation.State
}

// follow traces a column in the row looked at: its operations one by one, and how far its result is from the exact
// value.
func (m *Model) follow(i int) int {
	c := &m.Columns[i]
	if c.held == nil {
		return 0
	}
	r := &m.Rows[m.Row()]
	c.load(r)
	c.steps = c.Plan.Trace(c.In)
	for k := range c.steps {
		if s := &c.steps[k]; s.Value == c.Code.Result && s.Value >= 0 {
			a := &r.Results[i]
			a.Total, a.Fixed, a.Has = s.Total, s.TotalFixed, s.HasTotal
			if a.Has && a.Format != nil && a.Format != s.Format { // a register that is wider than the result
				a.Total = exact.ErrorUlps(a.Format, a.Code, s.ExactValue.Lo)
				a.Fixed, a.Has = exact.ErrorFixed(a.Format, a.Code, s.ExactValue.Lo)
			}
			if s.Exact != "" {
				m.Exact = s.Exact
			}
		}
	}
	return 60 * len(c.Code.Values)
}

// isBits reports whether value v takes the bits of another as its own.
func (c *Column) isBits(v int32) bool { return v >= 0 && c.Code.Values[v].Op == expr.Bitcast }

// stepOf returns the operation that delivers value v of the column's code, nil if there is none.
func (c *Column) stepOf(v int32) *expr.Step {
	for i := range c.steps {
		if v >= 0 && c.steps[i].Value == v {
			return &c.steps[i]
		}
	}
	return nil
}

// explain fills in what the traces of both sides say: the operations listed, the errors in the tree, and what the two do
// where they part.
func (p *Part) explain(m *Model) {
	values := [2]func(v int32) int32{func(v int32) int32 { return v }, func(v int32) int32 {
		if v < 0 {
			return -1
		}
		return p.match[v]
	}}
	var names [2]string
	for side, i := range p.Columns {
		c := &m.Columns[i]
		p.Lines[side], p.More[side] = c.lines(m, values[side](p.Value))
		for k := range p.Nodes {
			n := &p.Nodes[k]
			if s := c.stepOf(values[side](n.Value)); s != nil {
				e := &n.Side[side]
				e.Fixed, e.Has, e.Folded = s.LocalFixed, s.HasLocal && !c.isBits(s.Value), s.Folded
			}
		}
		if p.Value < 0 {
			continue
		}
		var list []string // its own instruction, after those of operands that the other side took into one
		for _, x := range m.Columns[m.A].Code.Values[p.Value].X {
			if x >= 0 && m.side(p, side, x).known && !m.side(p, 1-side, x).known {
				if s := c.stepOf(values[side](x)); s != nil {
					list = append(list, s.Name)
				}
			}
		}
		if s := c.stepOf(values[side](p.Value)); s != nil {
			list = append(list, s.Name)
		}
		names[side] = strings.Join(list, ", ")
	}
	if p.Value >= 0 && m.Columns[m.A].Code.Values[p.Value].Op == expr.Const {
		p.Cause = constant
	}
	if names[0] != "" && names[1] != "" {
		p.Cause = cause(m.Columns[m.A].Name, names[0], m.Columns[m.B].Name, names[1])
	}
}

// lines lists the operations of a column.
func (c *Column) lines(m *Model, parts int32) (out []Line, more int) {
	from := 0
	if len(c.steps) > lines && parts >= 0 {
		for i := range c.steps {
			if c.steps[i].Value == parts {
				from = max(0, min(i-20, len(c.steps)-lines))
			}
		}
	}
	for i := from; i < len(c.steps) && len(out) < lines; i++ {
		s := &c.steps[i]
		l := Line{Name: s.Name, From: s.From, To: s.To, Value: s.Value, Parts: parts >= 0 && s.Value == parts, Folded: s.Folded, Inner: s.Value < 0,
			Local: s.Local, Total: s.Total, Flags: strings.Join(words.FlagLetters(s.Flags), " ")}
		if s.From >= 0 && s.To > s.From && int(s.To) <= len(m.In.Text) {
			l.Piece = piece(m.In.Text[s.From:s.To])
		}
		for k := range s.N {
			x := &s.X[k]
			b := exprAny(x.Type, x.Format, x.Bits).Brief
			if x.Neg {
				b = "-(" + b + ")"
			}
			l.Operands = append(l.Operands, b)
		}
		v := exprAny(s.Type, s.Format, s.Bits)
		l.Brief, l.Hex = v.Brief, v.Hex
		if c.isBits(s.Value) { // another type, no arithmetic
			l.Local, l.Total = "", ""
		}
		l.Op = op(s)
		out = append(out, l)
	}
	return out, len(c.steps) - len(out)
}

// ops are the operations of the microscope by the beginning of an instruction's name.
var ops = [...][2]string{{"fma", "fma"}, {"vfmadd", "fma"}, {"mul", "mul"}, {"vmul", "mul"}, {"fmul", "mul"}, {"add", "add"}, {"vadd", "add"}, {"fadd", "add"},
	{"sub", "sub"}, {"vsub", "sub"}, {"fsub", "sub"}, {"div", "div"}, {"vdiv", "div"}, {"fdiv", "div"}, {"sqrt", "sqrt"}, {"vsqrt", "sqrt"}, {"fsqrt", "sqrt"}}

// op returns the state of the Operation view that shows a step, nil where the view's operation gives other bits.
func op(s *expr.Step) *operation.State {
	id := ""
	for _, o := range ops {
		if strings.HasPrefix(s.Name, o[0]) {
			id = o[1]
		}
	}
	op, ok := arith.Find(id)
	if !ok || s.Format == nil || s.N == 0 {
		return nil
	}
	if s.X[0].Format == nil {
		return nil
	}
	o := operation.State{ID: id, Src: s.X[0].Format.ID}
	if s.Format != s.X[0].Format {
		o.Dst = s.Format.ID
	}
	var x [3]wide.U128
	for k := range s.N {
		if s.X[k].Format != s.X[0].Format {
			return nil
		}
		x[k] = s.X[k].Bits
		if s.X[k].Neg {
			x[k] = s.Format.Negate(x[k])
		}
		o.X[k] = operand.Entered{Bits: x[k]}
	}
	for _, d := range round.Directions {
		for _, word := range strings.Split(s.Name, ".") {
			if d.PTX != "" && "."+word == d.PTX {
				o.Env.Direction = d.Dir
			}
		}
	}
	if strings.Contains(s.Name, ".ftz") {
		o.Env.FlushIn, o.Env.FlushOut = true, round.FlushTinyBefore
	}
	for _, precision := range [...]uint8{0, 53, 24} { // x87
		if o.Env.Precision = precision; op.Do(o.Env, s.Format, s.X[0].Format, x, nil).Bits == s.Bits {
			return &o
		}
	}
	return nil
}
