package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// The twin computes with math/big in 1400 bits, by formulas that the package does not use: no reduction by log 2,
// Newton's iteration for inverse functions, tripled angles, pi by the arithmetic-geometric mean, erf by its alternating
// series.

const twinBits = 1400

func twin(x float64) *big.Float { return new(big.Float).SetPrec(twinBits).SetFloat64(x) }

func add(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(twinBits).Add(a, b) }
func sub(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(twinBits).Sub(a, b) }
func mul(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(twinBits).Mul(a, b) }
func quo(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(twinBits).Quo(a, b) }
func root(a *big.Float) *big.Float   { return new(big.Float).SetPrec(twinBits).Sqrt(a) }
func shift(a *big.Float, n int) *big.Float {
	return new(big.Float).SetPrec(twinBits).SetMantExp(a, n)
}

func small(term, total *big.Float) bool {
	return term.Sign() == 0 || term.MantExp(nil) < total.MantExp(nil)-twinBits
}

func twinExp(x *big.Float) *big.Float {
	k := max(0, x.MantExp(nil)+10)
	r := shift(x, -k)
	total, term := twin(1), twin(1)
	for n := 1.0; !small(term, total); n++ {
		term = quo(mul(term, r), twin(n))
		total = add(total, term)
	}
	for range k {
		total = mul(total, total)
	}
	return total
}

// twinLog: Halley's iteration y += 2 (x - e^y)/(x + e^y).
func twinLog(x *big.Float) *big.Float {
	m := new(big.Float)
	e := x.MantExp(m)
	f, _ := m.Float64()
	y := twin(math.Log(f) + float64(e)*math.Ln2)
	for range 4 {
		z := twinExp(y)
		y = add(y, shift(quo(sub(x, z), add(x, z)), 1))
	}
	return y
}

// twinSin: sin 3t = 3 sin t - 4 sin^3 t.
func twinSin(x *big.Float) *big.Float {
	k := max(0, (x.MantExp(nil)+8)*2/3)
	t := x
	for range k {
		t = quo(t, twin(3))
	}
	total, term := t, t
	for n := 2.0; !small(term, total); n += 2 {
		term = quo(mul(mul(term, t), t), twin(-n*(n+1)))
		total = add(total, term)
	}
	for range k {
		total = mul(total, sub(twin(3), mul(twin(4), mul(total, total))))
	}
	return total
}

// twinPi is pi by the arithmetic-geometric mean of 1 and sqrt(1/2) (Brent 1975, Salamin 1976).
var twinPi = func() *big.Float {
	a, b, t, p := twin(1), root(twin(0.5)), twin(0.25), 1
	for range 12 {
		c := shift(add(a, b), -1)
		b = root(mul(a, b))
		d := sub(a, c)
		t = sub(t, shift(mul(d, d), p-1))
		a, p = c, p+1
	}
	return quo(mul(add(a, b), add(a, b)), shift(t, 2))
}()

func twinCos(x *big.Float) *big.Float { return twinSin(add(x, shift(twinPi, -1))) }

// newton solves f(y) = x from a start by y -= (f(y) - x)/slope(y).
func newton(x *big.Float, start float64, f, slope func(y *big.Float) *big.Float) *big.Float {
	y := twin(start)
	for range 6 {
		y = sub(y, quo(sub(f(y), x), slope(y)))
	}
	return y
}

func twinAsin(x *big.Float) *big.Float {
	f, _ := x.Float64()
	if math.Abs(f) == 1 { // a double root
		return shift(mul(x, twinPi), -1)
	}
	return newton(x, math.Asin(f), twinSin, twinCos)
}

func twinErf(x *big.Float) *big.Float {
	total, power := x, x
	for n := 1.0; ; n++ {
		power = quo(mul(mul(power, x), x), twin(-n))
		term := quo(power, twin(2*n+1))
		total = add(total, term)
		if small(term, total) && n > 4000 || term.Sign() == 0 || term.MantExp(nil) < -twinBits-200 {
			return quo(shift(total, 1), root(twinPi))
		}
	}
}

var (
	one1400   = twin(1)
	twinLog2  = twinLog(twin(2))
	twinLog10 = twinLog(twin(10))
)

var twins = map[string]func(x *big.Float) *big.Float{
	"exp":   twinExp,
	"exp2":  func(x *big.Float) *big.Float { return twinExp(mul(x, twinLog2)) },
	"exp10": func(x *big.Float) *big.Float { return twinExp(mul(x, twinLog10)) },
	"expm1": func(x *big.Float) *big.Float { return sub(twinExp(x), one1400) },
	"log":   twinLog,
	"log2":  func(x *big.Float) *big.Float { return quo(twinLog(x), twinLog2) },
	"log10": func(x *big.Float) *big.Float { return quo(twinLog(x), twinLog10) },
	"log1p": func(x *big.Float) *big.Float { return twinLog(add(x, one1400)) },
	"sin":   twinSin,
	"cos":   twinCos,
	"tan":   func(x *big.Float) *big.Float { return quo(twinSin(x), twinCos(x)) },
	"sinpi": func(x *big.Float) *big.Float { return twinSin(mul(x, twinPi)) },
	"cospi": func(x *big.Float) *big.Float { return twinCos(mul(x, twinPi)) },
	"asin":  twinAsin,
	"acos":  func(x *big.Float) *big.Float { return sub(shift(twinPi, -1), twinAsin(x)) },
	"atan":  func(x *big.Float) *big.Float { return twinAsin(quo(x, root(add(one1400, mul(x, x))))) },
	"sinh":  func(x *big.Float) *big.Float { y := twinExp(x); return shift(sub(y, quo(one1400, y)), -1) },
	"cosh":  func(x *big.Float) *big.Float { y := twinExp(x); return shift(add(y, quo(one1400, y)), -1) },
	"tanh":  func(x *big.Float) *big.Float { y := twinExp(shift(x, 1)); return quo(sub(y, one1400), add(y, one1400)) },
	"asinh": func(x *big.Float) *big.Float { return twinLog(add(x, root(add(mul(x, x), one1400)))) },
	"acosh": func(x *big.Float) *big.Float { return twinLog(add(x, root(sub(mul(x, x), one1400)))) },
	"atanh": func(x *big.Float) *big.Float { return shift(twinLog(quo(add(one1400, x), sub(one1400, x))), -1) },
	"sqrt":  root,
	"rsqrt": func(x *big.Float) *big.Float { return root(quo(one1400, x)) },
	"cbrt":  twinCbrt,
	"rcbrt": func(x *big.Float) *big.Float { return quo(one1400, twinCbrt(x)) },
	"rcp":   func(x *big.Float) *big.Float { return quo(one1400, x) },
	"erf":   twinErf,
	"erfc":  func(x *big.Float) *big.Float { return sub(one1400, twinErf(x)) },
}

func twinCbrt(x *big.Float) *big.Float {
	f, _ := x.Float64()
	return newton(x, math.Cbrt(f), func(y *big.Float) *big.Float { return mul(y, mul(y, y)) },
		func(y *big.Float) *big.Float { return mul(twin(3), mul(y, y)) })
}

// bigOf is the value as a big.Float.
func bigOf(v Value) *big.Float {
	n := new(big.Int)
	for i := len(v.Mag) - 1; i >= 0; i-- {
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(v.Mag[i]))
	}
	r := new(big.Float).SetPrec(twinBits).SetInt(n)
	r.SetMantExp(r, int(v.Exp))
	if v.Neg {
		r.Neg(r)
	}
	return r
}

// TestFunctionsTwin: enclosures of many widths hold the twin's value, and are as narrow as was asked for.
func TestFunctionsTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	count := 20
	if testing.Short() {
		count = 3
	}
	for i := range Functions {
		f := &Functions[i]
		g := twins[f.ID]
		if g == nil {
			t.Fatalf("%s has no twin", f.ID)
		}
		for tried := 0; tried < count; {
			x := math.Ldexp(1+r.Float64(), r.IntN(56)-50)
			switch {
			case tried%4 == 0:
				x = math.Ldexp(float64(r.IntN(1<<11)+1), -9) // few bits
			case tried%4 == 1:
				x = 1 + math.Ldexp(r.Float64()-0.5, -r.IntN(30)) // near 1
			}
			if r.IntN(2) == 0 {
				x = -x
			}
			if math.Abs(x) > 12 && (f.ID == "erf" || f.ID == "erfc") { // too much cancels in the twin's series
				x /= 8
			}
			v, _ := FromBits(format.F64, wide.From64(math.Float64bits(x)))
			bits := 8 + r.IntN(500)
			e := f.Enclose(v, bits)
			if e.Kind != Finite {
				if math.Abs(x) < 1 && e.Kind != Exact && x > 0 && f.ID != "acosh" {
					t.Errorf("%s(%v) is of kind %d", f.ID, x, e.Kind)
				}
				r.Uint64()
				continue
			}
			tried++
			want := g(twin(x))
			if lo, hi := bigOf(e.Lo), bigOf(e.Hi); lo.Cmp(want) >= 0 || hi.Cmp(want) <= 0 {
				t.Errorf("%s(%v) is %s, not between %s and %s", f.ID, x, want.Text('g', 50), lo.Text('g', 50), hi.Text('g', 50))
			} else if w := sub(hi, lo); w.MantExp(nil) > want.MantExp(nil)-bits+1 {
				t.Errorf("%s(%v): width 2^%d for a value of 2^%d and %d bits", f.ID, x, w.MantExp(nil), want.MantExp(nil), bits)
			}
			checkDigits(t, f, v, want, 20+r.IntN(200))
		}
	}
}

// checkDigits compares the binary expansion and decimal digits with the twin's value.
func checkDigits(t *testing.T, f *Function, v Value, want *big.Float, n int) {
	t.Helper()
	e, ok := f.Expand(v, n)
	if !ok {
		t.Fatalf("%s(%s) has no expansion", f.ID, v.Decimal())
	}
	m := new(big.Float).SetPrec(twinBits)
	exp := want.MantExp(m)
	m.SetMantExp(m, n)
	bits, _ := m.Abs(m).Int(nil)
	for i := range n {
		if uint64(bits.Bit(n-1-i)) != e.Bit(i) {
			t.Fatalf("%s(%s): bit %d of %d is %d", f.ID, v.Decimal(), i, n, e.Bit(i))
		}
	}
	if e.Exp != int64(exp-1) || e.Neg != (want.Sign() < 0) || e.N != n || e.Exact {
		t.Errorf("%s(%s): %+v for %s", f.ID, v.Decimal(), e, want.Text('g', 30))
	}
	d, ok := f.Digits(v, n/4+1)
	if s := want.Text('e', n/4); !ok || d.Scientific(2) != s {
		t.Errorf("%s(%s) is %s, want %s", f.ID, v.Decimal(), d.Scientific(2), s)
	}
}

// TestPi compares with the arithmetic-geometric mean.
func TestPi(t *testing.T) {
	for _, n := range []int{2, 3, 24, 53, 64, 66, 113, 1000, 1300} {
		for _, nearest := range []bool{false, true} {
			want := new(big.Float).SetPrec(uint(n)).SetMode(big.ToZero)
			if nearest {
				want.SetMode(big.ToNearestEven)
			}
			want.Set(twinPi)
			if got := bigOf(Pi(n, nearest)); got.Cmp(want) != 0 {
				t.Errorf("pi in %d bits (nearest %t) is %s", n, nearest, got.Text('g', 40))
			}
		}
	}
}

// TestBalls: what operations return contains each result for operands from their corners and middles.
func TestBalls(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	random := func() ball {
		n := 1 + r.IntN(4)
		b := ball{neg: r.IntN(2) == 0, exp: int64(r.IntN(260) - 130), err: r.Uint64() >> (33 + r.IntN(32))}
		limbs := make([]uint64, n)
		for i := range limbs {
			limbs[i] = r.Uint64()
		}
		b.mag = wide.NatFromLimbs(limbs).Shr(uint(r.IntN(n * 64)))
		if r.IntN(5) == 0 {
			b.err = 0
		}
		return b
	}
	points := func(b ball) (list []*big.Float) {
		c, e := bigOf(New(b.neg, b.mag, b.exp)), bigOf(New(false, wide.NatFrom64(b.err), b.exp))
		return []*big.Float{c, sub(c, e), add(c, e), add(c, quo(e, twin(3)))}
	}
	inside := func(b ball, x *big.Float) bool {
		c, e := bigOf(New(b.neg, b.mag, b.exp)), bigOf(New(false, wide.NatFrom64(b.err), b.exp))
		d := sub(x, c)
		e.Add(e, shift(one1400, d.MantExp(nil)-twinBits+20)) // the twin's own rounding
		return d.Abs(d).Cmp(e) <= 0
	}
	rounds := 6000
	if testing.Short() {
		rounds = 600
	}
	for range rounds {
		a, b, p := random(), random(), 20+r.IntN(200)
		k := uint64(1 + r.IntN(1000))
		for _, x := range points(a) {
			for _, y := range points(b) {
				check := func(name string, got ball, want *big.Float) {
					if !inside(got, want) {
						t.Fatalf("%s of %v and %v in %d bits is %v without %s", name, a, b, p, got, want.Text('g', 40))
					}
					if got.mag.Len() > p+1 && got.err != 0 || got.err > 1<<32 {
						t.Fatalf("%s of %v and %v in %d bits is %v: too long", name, a, b, p, got)
					}
				}
				check("sum", a.add(b, p), add(x, y))
				check("difference", a.sub(b, p), sub(x, y))
				check("product", a.mul(b, p), mul(x, y))
				if y.Sign() != 0 {
					check("quotient", a.div(b, p), quo(x, y))
				}
				if x.Sign() > 0 && !a.neg {
					check("root", a.sqrt(p), root(x))
				}
				check("multiple", a.mulInt(k, p), mul(x, twin(float64(k))))
				check("part", a.divInt(k, p), quo(x, twin(float64(k))))
				check("widened", a.plus(-90, p), add(x, shift(one1400, -90)))
			}
		}
	}
}
