package run

import (
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr/reals"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
)

// Operand is what an operation reads.
type Operand struct {
	_      [0]func() // not comparable
	Bits   wide.U128
	Format *format.Format // nil for an integer or a truth value
	Type   types.Type
	Step   int32 // the step that made it, -1 for an input or a constant
	Value  int32 // of the Code, -1 if it has none
	Neg    bool  // taken with the other sign, by a fused operation
}

// Step is an operation as it was executed.
type Step struct {
	Value      int32 // of the Code, that it delivers; -1 for one of the machine's own
	From, To   int32 // where that is written
	Name       string
	X          [3]Operand
	N          int
	Bits       wide.U128
	Type       types.Type
	Format     *format.Format
	Flags      round.Flags // what IEEE 754 signals; a GPU has none to read
	Decision   round.Decision
	Folded     bool       // by the compiler
	Inner      []gpu.Step // the instructions that an approximation consists of
	ExactValue reals.Real // the value of the program so far without any rounding
	Exact      string     // the same in decimal digits, "" if not known
	Local      string     // (result - exact result of this operation) / ulp, "" if not known
	Total      string     // (result - exact value so far) / ulp
	LocalFixed int64      // the same in units of 2^-exact.FixedBits ulp
	TotalFixed int64
	HasLocal   bool
	HasTotal   bool
}

// maxTexts is the number of steps up to which a trace has decimal texts.
const maxTexts = 2000

// Trace executes the program and returns its operations in order, without inputs and constants.
func (p *Program) Trace(in []uint64) []Step {
	if p.Exact {
		return p.traceExact(in)
	}
	p.execute(in)
	exacts := reals.Of(p.Code, in, func(v int32) bool {
		s := p.Slot[v]
		return s >= 0 && p.lo[s]&1 != 0
	})
	at := make([]int32, len(p.Instructions)) // the step of a register
	var steps []Step
	for i := range p.Instructions {
		c := &p.Instructions[i]
		at[i] = -1
		if c.Do == DoConst && !c.Folded || c.Do == DoInput {
			continue
		}
		at[i] = int32(len(steps))
		s := Step{Value: c.Value, Name: c.Name, N: int(c.N), Type: c.Type, Folded: c.Folded}
		if c.Value >= 0 {
			s.From, s.To = p.Code.Values[c.Value].From, p.Code.Values[c.Value].To
		}
		for j := range s.N {
			s.X[j] = p.operand(c, j, at)
		}
		s.Bits, s.Format, _ = p.register(int32(i))
		r := p.again(c)
		s.Flags, s.Decision = r.Flags, r.Decision
		if c.Do == DoStore87 { // as it stands in memory
			s.Bits, s.Format = r.Bits, c.Type.Format()
		}
		if c.GPU != nil && c.GPU.Approximate() {
			s.Inner = c.GPU.Steps([3]wide.U128{s.X[0].Bits, s.X[1].Bits, s.X[2].Bits})
		}
		p.errors(&s, c, exacts, len(p.Instructions) <= maxTexts)
		steps = append(steps, s)
	}
	return steps
}

func (p *Program) operand(c *Instruction, j int, at []int32) Operand {
	x := c.X[j]
	o := Operand{Type: p.Instructions[x].Type, Step: at[x], Value: p.Instructions[x].Value}
	o.Bits, o.Format, _ = p.register(x)
	if c.Op == types.FusedOp {
		o.Neg = j == 0 && c.Neg&NegProduct != 0 || j == 2 && c.Neg&NegAddend != 0
	}
	return o
}

// again executes an instruction once more for its flags and decision.
func (p *Program) again(c *Instruction) round.Result {
	var w [3]wide.U128
	var x [3]uint64
	for j := range int(c.N) {
		w[j], _, _ = p.register(c.X[j])
		x[j] = w[j].Lo
	}
	switch c.Do {
	case DoArith:
		if c.Neg != 0 {
			x[0], x[2] = signs(c, x[0], x[2])
		}
		return p.slow(c, x)
	case DoHost:
		return c.Host(x)
	case DoScaled:
		return p.scaled(c, x, nil)
	case Do87:
		return c.X87.Do(p.Control, w, nil)
	case DoStore87:
		i, _ := x86.FindX87("st" + c.Type.Suffix()[2:])
		return i.Do(p.Control, w, nil)
	case DoRound:
		return arith.Convert(c.Env, c.Format, c.Type.Format(), w[0], nil)
	case DoConvert:
		return convertResult(c, w[0])
	}
	return round.Result{}
}

func convertResult(c *Instruction, x wide.U128) round.Result {
	f, g := c.From.Format(), c.Type.Format()
	switch {
	case f != nil && g != nil:
		return arith.Convert(round.Env{}, g, f, x, nil)
	case g != nil:
		return arith.FromInt(round.Env{}, g, c.From.IntType(), x.Lo, nil)
	case f != nil && c.Type != types.Bool:
		r := arith.ToInt(round.Env{Direction: round.TowardZero}, f, x, c.Type.IntType(), true)
		return round.Result{Flags: r.Flags, Decision: r.Decision}
	}
	return round.Result{}
}

// errors fills in the exact value so far and the two errors of a step.
func (p *Program) errors(s *Step, c *Instruction, exacts []reals.Real, texts bool) {
	if s.Format == nil {
		return
	}
	if local, ok := s.exactly(c); ok {
		s.LocalFixed, s.HasLocal = exact.ErrorFixed(s.Format, s.Bits, local)
		if s.HasLocal && texts {
			s.Local = exact.ErrorUlps(s.Format, s.Bits, local)
		}
	}
	if c.Value < 0 {
		return
	}
	if s.ExactValue = exacts[c.Value]; s.ExactValue.Known() {
		s.TotalFixed, s.HasTotal = exact.ErrorFixed(s.Format, s.Bits, s.ExactValue.Lo)
		if texts {
			s.Exact = s.ExactValue.Text()
			if s.HasTotal {
				s.Total = exact.ErrorUlps(s.Format, s.Bits, s.ExactValue.Lo)
			}
		}
	}
}

// exactly returns the exact result of a step for the operands that it had.
func (s *Step) exactly(c *Instruction) (exact.Value, bool) {
	var x [3]reals.Real
	for j := range s.N {
		o := &s.X[j]
		if o.Format == nil {
			x[j] = reals.OfCode(o.Type, o.Bits.Lo)
			continue
		}
		if x[j] = reals.OfDatum(o.Format, o.Bits); o.Neg {
			x[j] = x[j].Negated()
		}
	}
	var r reals.Real
	switch op := c.Op; {
	case c.Do == DoStore87, c.Do == DoLoad87, c.Do == DoCopy, c.Do == DoRound, c.Do == DoConvert && s.Type.IsFloat():
		r = x[0]
	case c.Do == DoNeg, c.Do == DoNeg87:
		r = x[0].Negated()
	case c.Do == DoScaled:
		r = reals.Operate(types.Mul, &x).Scaled(int64(c.Bits))
	case op == types.Div && s.N == 1 || op == types.UnitOp:
		r = reals.Apply(types.Meaning{ID: "rcp"}, reals.IntervalBits, s.Type, s.Type, &x)
	case op == types.Call:
		name := c.Function
		if name == "" { // an instruction: rcp.approx, rsqrt.approx
			name, _, _ = strings.Cut(c.Name, ".")
		}
		m, _ := types.MeaningOf(name)
		if name == "rcp" {
			m.ID = name
		}
		r = reals.Apply(m, reals.IntervalBits, s.Type, s.X[0].Type, &x)
	default:
		r = reals.Operate(op, &x)
	}
	return r.Lo, r.Known()
}

// traceExact lists the values of the program as the exact machine has them.
func (p *Program) traceExact(in []uint64) []Step {
	exacts := reals.Of(p.Code, in, nil)
	at := make([]int32, len(exacts))
	var steps []Step
	for i := range p.Code.Values {
		v := &p.Code.Values[i]
		at[i] = -1
		if v.Op == types.Const || v.Op == types.Input {
			continue
		}
		at[i] = int32(len(steps))
		s := Step{Value: int32(i), From: v.From, To: v.To, Name: "exact", Type: v.Type, Format: v.Type.Format(), ExactValue: exacts[i], Exact: exacts[i].Text()}
		bits, _ := exacts[i].Rounded(v.Type)
		s.Bits.Lo = bits
		for j, x := range v.Operands() {
			w, _ := exacts[x].Rounded(p.Code.Values[x].Type)
			s.X[j] = Operand{Bits: wide.From64(w), Format: p.Code.Values[x].Type.Format(), Type: p.Code.Values[x].Type, Step: at[x], Value: x}
			s.N++
		}
		steps = append(steps, s)
	}
	return steps
}
