package fma

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
)

// Model is what the FMA view shows.
type Model struct {
	Round    string // "rn": how the direction is written
	F        *format.Format
	Operands []operand.Operand
	Product  FMAStep  // rn(x*y), or in the direction chosen
	Sum      FMAStep  // rn(rn(x*y) + z)
	Raised   []string // the exceptions of product and sum together
	Fused    FMAStep  // rn(x*y + z)
	Exact    string   // x*y + z in decimal; "" where it has no value
	Finite   bool
	Same     bool // both ways deliver the same code
	Closer   int  // -1: the fused result is closer to the exact value, +1: the separate one, 0: equally far
	Verdict  string
	Lost     string // the exact error of the first rounding: x*y - rn(x*y)
	Figure   *Printed
	Decimal  *DecimalFMA // instead of everything above but F
}

// FMAStep is one rounding: its result, how it came about, and its microscope.
type FMAStep struct {
	Result operand.Datum
	Flags  []string
	Why    []string
	Error  operand.Error
	Scope  microscope.Scope
	Drawn  bool
}

// Printed is Figure 1 of the paper with the operands shown: code and the lines that both machines print.
type Printed struct {
	_             [0]func() // not comparable
	A, B          string    // bits as the code writes them
	Separate, FMA [3]string
}

var names = [3]string{"x", "y", "z"}

// Unread returns the names of the operands whose text is not understood.
func (m *Model) Unread() []string {
	if m.Decimal != nil && m.Decimal.Problem != "" {
		return []string{"x"}
	}
	return operand.Unread(m.Operands)
}

// Build computes the view.
func Build(v State) Model {
	f := v.F()
	m := Model{F: f, Round: words.RoundName(v.Dir)}
	rn := m.Round
	if v.Decimal {
		m.Decimal = buildDecimal(v)
		return m
	}
	for i, x := range v.X {
		p := operand.Operand{Name: names[i], Datum: operand.DatumOf(f, x.Bits, false)}
		p.Text = p.Entry
		if x.Text.On {
			p.Text, p.Typed = x.Text.Text, true
			p.Problem, p.Note = operand.Judge(f, x)
		}
		m.Operands = append(m.Operands, p)
	}
	x, y, z := v.X[0].Bits, v.X[1].Bits, v.X[2].Bits
	env := v.Env()
	var ref exact.Ratio
	a, aok := exact.FromBits(f, x)
	b, bok := exact.FromBits(f, y)
	c, cok := exact.FromBits(f, z)
	m.Finite = aok && bok && cok
	if m.Finite {
		ref = a.Mul(b).Add(c).Ratio()
		m.Exact = words.DigitsOf(ref, false)
	}
	var t1, t2, t3 trace.Trace
	p := arith.Mul(env, f, f, x, y, &t1)
	s := arith.Add(env, f, f, p.Bits, z, &t2)
	r := arith.FMA(env, f, f, x, y, z, &t3)
	nums := func(list ...wide.U128) []format.Num {
		var n []format.Num
		for _, c := range list {
			n = append(n, f.Unpack(c))
		}
		return n
	}
	m.Product = step("mul", env, f, p, &t1, microscope.Words{Operands: names, Product: "", Exact: "x × y", Result: rn + "(x × y)"}, "xy", nums(x, y))
	m.Sum = step("add", env, f, s, &t2, microscope.Words{Operands: [3]string{rn + "(x × y)", "z", ""}, Product: "", Exact: "sum", Result: "result"}, "pz", nums(p.Bits, z))
	m.Fused = step("fma", env, f, r, &t3, microscope.Words{Operands: names, Product: "x × y", Exact: "x × y + z", Result: "result"}, "xyz", nums(x, y, z))
	if m.Finite {
		product := a.Mul(b).Ratio()
		m.Product.Error = operand.ErrorOf(f, p.Bits, product, "ulp", true)
		if q, ok := exact.FromBits(f, p.Bits); ok {
			if lost := a.Mul(b).Sub(q); !lost.IsZero() {
				m.Lost = words.DigitsTo(lost.Ratio(), 17)
			}
		}
	}
	m.Sum.Error = operand.ErrorOf(f, s.Bits, ref, "ulp", m.Finite)
	m.Fused.Error = operand.ErrorOf(f, r.Bits, ref, "ulp", m.Finite)
	m.Raised = words.FlagWords(p.Flags | s.Flags)
	m.Same = s.Bits == r.Bits
	if m.Finite {
		m.Closer = exact.Closer(f, r.Bits, s.Bits, ref)
	}
	if d := p.Decision; d.Rounded && d.Guard|d.Round|d.Sticky != 0 && !d.Overflow {
		m.Fused.Scope.Lost, m.Fused.Scope.LostCut = true, int(d.Quantum)
	}
	m.Verdict = verdict(m.Same, m.Closer, m.Finite, m.Fused.Error.Known, m.Sum.Error.Known, m.Fused.Error.Text, m.Sum.Error.Text)
	if f == format.F32 && x == y {
		m.Figure = printed1(f, x, z, s.Bits, r.Bits)
	}
	return m
}

// step describes one rounding.
func step(id string, env round.Env, f *format.Format, r round.Result, t *trace.Trace, said microscope.Words, letters string, a []format.Num) FMAStep {
	s := FMAStep{Result: operand.DatumOf(f, r.Bits, false), Flags: words.FlagWords(r.Flags)}
	if r.Decision.Rounded {
		s.Why = words.Decided(env, f, r)
	} else {
		s.Why = []string{words.Special(id, letters, a, false, f, r)}
	}
	s.Scope = microscope.Of(id, env, f, r, t, said)
	s.Scope.DropFactors(0)
	s.Drawn = len(s.Scope.Rows) > 0
	return s
}

// printed1 prints a, b and both results as the code of Figure 1 does, with %.8g.
func printed1(f *format.Format, a, b, separate, fused wide.U128) *Printed {
	line := func(name string, c wide.U128) string { return name + ": " + text.FormatG(f, c, 8) }
	p := &Printed{A: words.UpperHex(text.Bits(f, a)), B: words.UpperHex(text.Bits(f, b))}
	p.Separate = [3]string{line("a", a), line("b", b), line("r", separate)}
	p.FMA = [3]string{line("a", a), line("b", b), line("r", fused)}
	return p
}
