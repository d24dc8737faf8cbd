package x86

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// twin evaluates programs with math/big: arithmetic rounded to a number of bits with unbounded exponents, stores
// rounded to a format with its exponent range.
type twin struct {
	mode  big.RoundingMode
	prec  uint
	stack []*big.Float
}

var bigModes = map[round.Direction]big.RoundingMode{round.TiesToEven: big.ToNearestEven, round.TowardZero: big.ToZero,
	round.TowardPositive: big.ToPositiveInf, round.TowardNegative: big.ToNegativeInf}

func (w *twin) new(prec uint) *big.Float { return new(big.Float).SetPrec(prec).SetMode(w.mode) }

// store rounds x once to f.
func (w *twin) store(x *big.Float, f *format.Format) *big.Float {
	if x.Sign() == 0 || x.IsInf() {
		return x
	}
	exp := x.MantExp(nil) - 1 // of the leading bit
	prec := f.P - max(0, int(f.Emin)-exp)
	var z *big.Float
	if prec > 0 {
		z = w.new(uint(prec)).Set(x)
	} else { // below the smallest number: it or zero
		least := new(big.Float).SetMantExp(big.NewFloat(1), int(f.Etiny()))
		half := new(big.Float).SetMantExp(big.NewFloat(1), int(f.Etiny())-1)
		size := new(big.Float).Abs(x)
		up := w.mode == big.ToNearestEven && size.Cmp(half) > 0 || w.mode == big.ToPositiveInf && x.Sign() > 0 || w.mode == big.ToNegativeInf && x.Sign() < 0
		z = new(big.Float)
		if up {
			z.Set(least)
		}
		if x.Signbit() {
			z.Neg(z)
		}
	}
	if z.Sign() != 0 && z.MantExp(nil)-1 > int(f.Emax) {
		largest := new(big.Float).SetMantExp(new(big.Float).SetInt(new(big.Int).SetUint64(1<<f.P-1)), int(f.Emax)-f.P+1)
		if w.mode == big.ToNearestEven || w.mode == big.ToPositiveInf && x.Sign() > 0 || w.mode == big.ToNegativeInf && x.Sign() < 0 {
			largest.SetInf(false)
		}
		if x.Signbit() {
			largest.Neg(largest)
		}
		return largest
	}
	return z
}

// root returns the square root of x >= 0 from an integer root and its remainder.
func (w *twin) root(x *big.Float) *big.Float {
	if x.Sign() == 0 || x.IsInf() {
		return x
	}
	m := new(big.Float)
	exp := x.MantExp(m)
	if exp&1 != 0 {
		exp--
		m.SetMantExp(m, 1)
	}
	n, _ := m.SetMantExp(m, 400).Int(nil) // exact: x has fewer bits
	s := new(big.Int).Sqrt(n)
	rest := new(big.Int).Sub(n, new(big.Int).Mul(s, s))
	s.Lsh(s, 1)
	if rest.Sign() != 0 {
		s.SetBit(s, 0, 1)
	}
	exact := new(big.Float).SetPrec(300).SetInt(s)
	return w.new(w.prec).Set(exact.SetMantExp(exact, exp/2-201))
}

// valueOf returns a finite or infinite datum.
func valueOf(f *format.Format, c wide.U128) *big.Float {
	n := f.Unpack(c)
	v := new(big.Float).SetPrec(64)
	switch n.Class {
	case format.Infinity:
		v.SetInf(false)
	case format.Zero:
	default:
		v.SetMantExp(v.SetUint64(n.Sig.Hi), int(n.Exp)-63)
	}
	if n.Sign {
		v.Neg(v)
	}
	return v
}

// evaluate returns the value stored; ok is false where a NaN arises.
func (w *twin) evaluate(p *Program, spills uint32, x [Operands]wide.U128) (v *big.Float, ok bool) {
	defer func() {
		if _, nan := recover().(big.ErrNaN); nan {
			ok = false
		}
	}()
	for i, s := range p.List() {
		n := len(w.stack) - s.Do.Arity()
		a := w.stack[n:]
		var z *big.Float
		switch s.Do {
		case Load:
			z = valueOf(typeOf(p.Double), x[s.Arg])
		case Constant:
			z = valueOf(format.F64, wide.From64(p.Consts[s.Arg]))
		case Add:
			z = w.new(w.prec).Add(a[0], a[1])
		case Sub:
			z = w.new(w.prec).Add(a[0], new(big.Float).Neg(a[1])) // Sub rounds 0 - y as -(y rounded)
		case Mul:
			z = w.new(w.prec).Mul(a[0], a[1])
		case Div:
			z = w.new(w.prec).Quo(a[0], a[1])
		case Sqrt:
			if a[0].Sign() < 0 {
				return nil, false
			}
			z = w.root(a[0])
		case Neg:
			z = new(big.Float).Neg(a[0])
		case Abs:
			z = new(big.Float).Abs(a[0])
		default:
			z = a[0]
			if s.Do == Cast && p.Steps[i-1].Double && !s.Double {
				z = w.store(z, format.F32)
			}
		}
		if spills>>i&1 != 0 && s.Do.Rounds() {
			z = w.store(z, typeOf(s.Double))
		}
		w.stack = append(w.stack[:n], z)
	}
	return w.store(w.stack[0], typeOf(p.Double)), true
}

// TestProgramTwin compares whole programs with math/big: double rounding, intermediate results beyond the range of
// their type, stores that overflow and underflow, in all directions and precisions.
func TestProgramTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	compared, beyond, twice := 0, 0, 0
	for compared < 5000 {
		p, err := Compile(randomFormula(r, 2+r.IntN(3)), r.IntN(2) == 0, number)
		if err != nil {
			continue
		}
		var x [Operands]wide.U128
		f := typeOf(p.Double)
		spread := []uint32{6, 40, 1<<f.ExpBits - 1}[r.IntN(3)]
		for k := range 4 {
			exp := (1<<f.ExpBits-1-spread)/2 + r.Uint32N(spread)
			x[k] = f.Join(r.IntN(2) == 0, exp, wide.From64(r.Uint64()&(1<<f.FracBits-1)&^(1<<r.IntN(f.FracBits)-1)))
		}
		d := directions[r.IntN(4)]
		prec := []int{24, 53, 64, 64}[r.IntN(4)]
		spills := []uint32{0, 0, ^uint32(0), r.Uint32()}[r.IntN(4)]
		w := twin{mode: bigModes[d], prec: uint(prec)}
		want, ok := w.evaluate(&p, spills, x)
		run := Machine{Unit: UnitX87, Control: ControlWordDefault.With(d, prec), Spills: spills}.Evaluate(&p, x)
		if !ok {
			if !run.Value.F.ClassOf(run.Value.Bits).IsNaN() {
				t.Fatalf("%s is %x, not a NaN", shape(&p), run.Value.Bits)
			}
			continue
		}
		compared++
		got := valueOf(f, run.Value.Bits)
		// math/big says 0 - 0 = 0 in every mode; toward negative it is -0, so that signs of zeros are not compared there.
		if run.Value.F != f || got.Cmp(want) != 0 || got.Signbit() != want.Signbit() && (d != round.TowardNegative || got.Sign() != 0) {
			t.Fatalf("%s of %x under %d bits, direction %d, spills %x is %s, want %s", shape(&p), x, prec, d, spills, got.Text('p', 0), want.Text('p', 0))
		}
		sse := Machine{Unit: UnitSSE, MXCSR: MXCSRDefault.With(d)}.Evaluate(&p, x)
		if spills == 0 && sse.Value.Bits != run.Value.Bits {
			twice++
			if sse.Flags&round.Overflowed != 0 && run.Flags&round.Overflowed == 0 {
				beyond++
			}
		}
	}
	if twice < 300 || beyond < 8 {
		t.Errorf("%d differ from SSE, %d of them since SSE overflows", twice, beyond)
	}
}

func bitsOf(codes ...uint64) (x [Operands]wide.U128) {
	for k, c := range codes {
		x[k].Lo = c
	}
	return x
}

// TestKnownPrograms: sums and dot products whose results are known from elsewhere: gcc's FLT_EVAL_METHOD 0 and 2 for
// the double rounding; the white paper's Figure 5, whose table gives the serial and the fused value, with the vector
// recovered for it; an overflow that fits a register.
func TestKnownPrograms(t *testing.T) {
	x87 := Machine{Unit: UnitX87, Control: ControlWordDefault}
	store := Machine{Unit: UnitX87, Control: ControlWordDefault, Spills: ^uint32(0)}
	pc53 := Machine{Unit: UnitX87, Control: 0x027f}
	sse := Machine{Unit: UnitSSE, MXCSR: MXCSRDefault}
	dot := bitsOf(0x3FF42C76, 0xBF6F7CEE, 0xBF494494, 0xBF3106DA, 0x3F92DB19, 0x3FDCBB70, 0x3F75DCC9, 0xBF35B25D)
	for _, c := range []struct {
		formula string
		double  bool
		x       [Operands]wide.U128
		m       Machine
		want    uint64
		flags   round.Flags
	}{
		{"a+b", true, bitsOf(0x3ff0000000000000, 0x3ca0000000000001), sse, 0x3ff0000000000001, round.Inexact},
		{"a+b", true, bitsOf(0x3ff0000000000000, 0x3ca0000000000001), x87, 0x3ff0000000000000, round.Inexact},
		{"a+b", true, bitsOf(0x3ff0000000000000, 0x3ca0000000000001), pc53, 0x3ff0000000000001, round.Inexact},
		{"a*b+c*d+e*f+g*h", false, dot, x87, 0x3D653501, round.Inexact},
		{"a*b+c*d+e*f+g*h", false, dot, store, 0x3D653510, round.Inexact},
		{"a*b+c*d+e*f+g*h", false, dot, sse, 0x3D653510, round.Inexact},
		{"fmaf(g,h,fmaf(e,f,fmaf(c,d,a*b)))", false, dot, sse, 0x3D653501, round.Inexact},
		{"a*a/b", true, bitsOf(0x7fe0000000000000, 0x7fd0000000000000), sse, 0x7ff0000000000000, round.Overflowed | round.Inexact},
		{"a*a/b", true, bitsOf(0x7fe0000000000000, 0x7fb0000000000000), x87, 0x7ff0000000000000, round.Overflowed | round.Inexact},
		{"a*a/b", true, bitsOf(0x6000000000000000, 0x6000000000000000), x87, 0x6000000000000000, 0},
		{"cos(a)", true, bitsOf(0x4156dc1ac0000000), x87, 0x3e964945545d8d8d, round.Inexact},
	} {
		run := c.m.Evaluate(compile(t, c.formula, c.double), c.x)
		if run.Value.Bits.Lo != c.want || run.Flags != c.flags {
			t.Errorf("%s on unit %d: %x, flags %x, want %x, %x", c.formula, c.m.Unit, run.Value.Bits.Lo, run.Flags, c.want, c.flags)
		}
	}
}

// TestTraps: an exception that is not masked ends the run at its instruction; FTZ acts only while underflow is masked
// (Intel SDM volume 1, 4.9.1, 8.5 and 10.2.3.3).
func TestTraps(t *testing.T) {
	for _, c := range []struct {
		formula string
		x       [Operands]wide.U128
		m       Machine
		trap    round.Flags
		last    string
		status  uint16
	}{
		{"a/b+c", bitsOf(0x3ff0000000000000), Machine{Unit: UnitX87, Control: 0x037b}, round.DivideByZero, "fdivp", 0xb084},
		{"a/b+c", bitsOf(0x3ff0000000000000), Machine{Unit: UnitX87, Control: 0x037f}, 0, "fstp m64", 0x0004},
		{"a/b+c", bitsOf(0x3ff0000000000000), Machine{Unit: UnitSSE, MXCSR: 0x1d80}, round.DivideByZero, "divsd", 0},
		{"a+b", bitsOf(1), Machine{Unit: UnitX87, Control: 0x037d}, round.DenormalOperand, "fld m64", 0xb882},
		{"a*b", bitsOf(0x0010000000000000, 0x3fe0000000000000), Machine{Unit: UnitSSE, MXCSR: 0x1780}, round.Underflow, "mulsd", 0},
		{"a*b", bitsOf(0x0010000000000000, 0x3fe0000000000000), Machine{Unit: UnitSSE, MXCSR: 0x1f80}, 0, "movsd", 0},
	} {
		run := c.m.Evaluate(compile(t, c.formula, true), c.x)
		last := run.Lines[len(run.Lines)-1]
		if run.Trap != c.trap || last.Name != c.last || c.m.Unit == UnitX87 && last.Status(c.m.Control) != c.status {
			t.Errorf("%s: trap %x at %s, status %04x", c.formula, run.Trap, last.Name, last.Status(c.m.Control))
		}
	}
	p := compile(t, "a*b", true)
	x := bitsOf(0x0010000000000000, 0x3fe0000000000001)
	if r := (Machine{Unit: UnitSSE, MXCSR: MXCSRDefault | FTZ}).Evaluate(p, x); r.Value.Bits.Lo != 0 || r.Flags != round.Underflow|round.Inexact {
		t.Errorf("flushed: %x %x", r.Value.Bits, r.Flags)
	}
	if r := (Machine{Unit: UnitSSE, MXCSR: (MXCSRDefault | FTZ) &^ (1 << 11)}).Evaluate(p, x); r.Trap != round.Underflow || !r.Lines[len(r.Lines)-1].None {
		t.Errorf("with underflow unmasked: trap %x", r.Trap)
	}
}
