package fast

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// environments lists the four directions with and without flushing, rules for NaNs, and some that no kernel is made for.
func environments() []round.Env {
	var list []round.Env
	for _, d := range []round.Direction{round.TiesToEven, round.TowardZero, round.TowardPositive, round.TowardNegative} {
		list = append(list, round.Env{Direction: d}, round.Env{Direction: d, FlushIn: true, FlushOut: round.FlushTinyAfter,
			NaN: round.NaNRule{NoPropagate: true, Default: format.AllOnes}})
	}
	return append(list, round.Env{FlushOut: round.FlushTinyBefore}, round.Env{Direction: round.TowardPositive, FlushOut: round.FlushSubnormal},
		round.Env{Direction: round.TiesToAway}, round.Env{Overflow: round.Saturate}, round.Env{Precision: 11},
		round.Env{FlushIn: true, NaN: round.NaNRule{Default: format.NegativeQuiet, Order: [3]uint8{2, 3, 1}}})
}

// operands draws numbers of a format of which width bits follow the sign: random ones, interesting exponents with
// interesting significands, and numbers near those that came before, so that sums cancel and products meet addends.
type operands struct {
	r     *rand.Rand
	frac  int
	width int
	prior [8]uint64
	calm  bool // exponents near the middle and nothing special: what the fast paths are made for
}

func (o *operands) next() uint64 {
	e, f := o.width-o.frac, o.frac
	var c uint64
	top := uint64(1)<<e - 1
	switch k := o.r.IntN(8); {
	case k < 3 || o.calm:
		c = o.r.Uint64() & (1<<f - 1)
		if o.r.IntN(2) == 0 {
			c &= ^uint64(0) << o.r.IntN(f) // few bits
		}
		c |= (top/2 - 12 + uint64(o.r.IntN(24))) << f
	case k == 3:
		c = o.r.Uint64() & (1<<o.width - 1)
	case k < 6:
		exponents := []uint64{0, 1, 2, top / 2, top/2 - 1, top/2 + 1, top/2 - uint64(f), top/2 + uint64(f), top/2 - uint64(f) - 1, top - 2, top - 1, top, uint64(f), uint64(f) + 1, uint64(o.r.IntN(int(top)))}
		low := []uint64{0, 1, 2, 1<<f - 1, 1<<f - 2, 1 << (f - 1), 1<<(f-1) - 1, 1<<(f-1) + 1, 1 << o.r.IntN(f)}
		c = exponents[o.r.IntN(len(exponents))]<<f | low[o.r.IntN(len(low))]
	default:
		c = o.prior[o.r.IntN(len(o.prior))] + uint64(o.r.IntN(5)) - 2
	}
	if o.calm && o.r.IntN(4) == 0 {
		c = o.prior[o.r.IntN(len(o.prior))]
	}
	c = c&(1<<o.width-1) | uint64(o.r.IntN(2))<<o.width
	o.prior[o.r.IntN(len(o.prior))] = c
	return c
}

// count is how many operands the comparisons draw for each operation: all environments together.
func count() int {
	if os.Getenv("ULPLAB_LONG") != "" {
		return 100_000_000
	}
	if testing.Short() {
		return 100_000
	}
	return 1_000_000
}

func TestKernels32(t *testing.T) {
	const n = 960 // whole blocks and, with the offset, parts of one
	list := environments()
	rounds := max(2, count()/n/len(list))
	for at, env := range list {
		o := operands{r: rand.New(rand.NewPCG(7, uint64(at))), frac: 23, width: 31}
		var x, y, z, got [n]float32
		for k := range rounds {
			o.calm = k%3 != 0
			for i := range x {
				x[i], y[i], z[i] = math.Float32frombits(uint32(o.next())), math.Float32frombits(uint32(o.next())), math.Float32frombits(uint32(o.next()))
				if i%5 == 0 {
					z[i] = -float32(x[i] * y[i])
				}
			}
			from := k % 7
			check := func(name string, want func(a, b, c wide.U128) round.Result) {
				for i := from; i < n; i++ {
					w := uint32(want(bits32(x[i]), bits32(y[i]), bits32(z[i])).Bits.Lo)
					if g := math.Float32bits(got[i]); g != w {
						t.Fatalf("%s %+v of %08x %08x %08x is %08x, arith has %08x", name, env, math.Float32bits(x[i]), math.Float32bits(y[i]), math.Float32bits(z[i]), g, w)
					}
				}
			}
			Add32(env, got[from:], x[from:], y[from:])
			check("add", func(a, b, _ wide.U128) round.Result { return arith.Add(env, format.F32, format.F32, a, b, nil) })
			Mul32(env, got[from:], x[from:], y[from:])
			check("mul", func(a, b, _ wide.U128) round.Result { return arith.Mul(env, format.F32, format.F32, a, b, nil) })
			got = x // in place
			FMA32(env, got[from:], got[from:], y[from:], z[from:])
			check("fma", func(a, b, c wide.U128) round.Result { return arith.FMA(env, format.F32, format.F32, a, b, c, nil) })
		}
	}
}

func TestKernels64(t *testing.T) {
	const n = 960
	list := environments()
	rounds := max(2, count()/n/len(list))
	for at, env := range list {
		o := operands{r: rand.New(rand.NewPCG(8, uint64(at))), frac: 52, width: 63}
		var x, y, z, got [n]float64
		for k := range rounds {
			o.calm = k%3 != 0
			for i := range x {
				x[i], y[i], z[i] = math.Float64frombits(o.next()), math.Float64frombits(o.next()), math.Float64frombits(o.next())
				if i%5 == 0 {
					z[i] = -float64(x[i] * y[i])
				}
			}
			from := k % 7
			check := func(name string, want func(a, b, c wide.U128) round.Result) {
				for i := from; i < n; i++ {
					w := want(bits64(x[i]), bits64(y[i]), bits64(z[i])).Bits.Lo
					if g := math.Float64bits(got[i]); g != w {
						t.Fatalf("%s %+v of %016x %016x %016x is %016x, arith has %016x", name, env, math.Float64bits(x[i]), math.Float64bits(y[i]), math.Float64bits(z[i]), g, w)
					}
				}
			}
			Add64(env, got[from:], x[from:], y[from:])
			check("add", func(a, b, _ wide.U128) round.Result { return arith.Add(env, format.F64, format.F64, a, b, nil) })
			Mul64(env, got[from:], x[from:], y[from:])
			check("mul", func(a, b, _ wide.U128) round.Result { return arith.Mul(env, format.F64, format.F64, a, b, nil) })
			got = y
			FMA64(env, got[from:], x[from:], got[from:], z[from:])
			check("fma", func(a, b, c wide.U128) round.Result { return arith.FMA(env, format.F64, format.F64, a, b, c, nil) })
		}
	}
}

// sample32 are unpredictable operands of usual size.
func sample32(n int) []float32 {
	o := operands{r: rand.New(rand.NewPCG(1, 2)), frac: 23, width: 31, calm: true}
	v := make([]float32, n)
	for i := range v {
		v[i] = math.Float32frombits(uint32(o.next()))
	}
	return v
}

func sample64(n int) []float64 {
	o := operands{r: rand.New(rand.NewPCG(1, 2)), frac: 52, width: 63, calm: true}
	v := make([]float64, n)
	for i := range v {
		v[i] = math.Float64frombits(o.next())
	}
	return v
}

// BenchmarkKernels reports nanoseconds an element: the kernels, package arith, and plain loops of Go.
func BenchmarkKernels(b *testing.B) {
	const n = 1 << 16
	x, y, z, d := sample32(n), sample32(n + 1)[1:], sample32(n + 2)[2:], make([]float32, n)
	p, q, r, e := sample64(n), sample64(n + 1)[1:], sample64(n + 2)[2:], make([]float64, n)
	run := func(name string, f func()) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/element")
		})
	}
	run("f32/add/loop", func() {
		for i := range d {
			d[i] = x[i] + y[i]
		}
	})
	run("f64/add/loop", func() {
		for i := range e {
			e[i] = p[i] + q[i]
		}
	})
	for _, c := range []struct {
		name string
		env  round.Env
	}{{"even", round.Env{}}, {"zero", round.Env{Direction: round.TowardZero}}} {
		env := c.env
		run("f32/add/"+c.name, func() { Add32(env, d, x, y) })
		run("f32/mul/"+c.name, func() { Mul32(env, d, x, y) })
		run("f32/fma/"+c.name, func() { FMA32(env, d, x, y, z) })
		run("f64/add/"+c.name, func() { Add64(env, e, p, q) })
		run("f64/mul/"+c.name, func() { Mul64(env, e, p, q) })
		run("f64/fma/"+c.name, func() { FMA64(env, e, p, q, r) })
		run("arith/f32/add/"+c.name, func() {
			for i := range d {
				d[i] = from32(arith.Add(env, format.F32, format.F32, bits32(x[i]), bits32(y[i]), nil).Bits)
			}
		})
		run("arith/f32/mul/"+c.name, func() {
			for i := range d {
				d[i] = from32(arith.Mul(env, format.F32, format.F32, bits32(x[i]), bits32(y[i]), nil).Bits)
			}
		})
		run("arith/f32/fma/"+c.name, func() {
			for i := range d {
				d[i] = from32(arith.FMA(env, format.F32, format.F32, bits32(x[i]), bits32(y[i]), bits32(z[i]), nil).Bits)
			}
		})
		run("arith/f64/add/"+c.name, func() {
			for i := range e {
				e[i] = from64(arith.Add(env, format.F64, format.F64, bits64(p[i]), bits64(q[i]), nil).Bits)
			}
		})
		run("arith/f64/mul/"+c.name, func() {
			for i := range e {
				e[i] = from64(arith.Mul(env, format.F64, format.F64, bits64(p[i]), bits64(q[i]), nil).Bits)
			}
		})
		run("arith/f64/fma/"+c.name, func() {
			for i := range e {
				e[i] = from64(arith.FMA(env, format.F64, format.F64, bits64(p[i]), bits64(q[i]), bits64(r[i]), nil).Bits)
			}
		})
	}
}

// TestFMA64Ends: whole blocks with products and addends near the ends of what the kernels do by themselves, so that one
// operand beyond does not leave the others to package arith: products from 2^-1080 to 2^-940 and about 2^1023, addends
// that are zeros, subnormal, near the product or far from it.
func TestFMA64Ends(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	number := func(exp int) float64 {
		c := r.Uint64() & (1<<52 - 1)
		if r.IntN(2) == 0 {
			c &= ^uint64(0) << r.IntN(53)
		}
		x := math.Ldexp(math.Float64frombits(1023<<52|c), exp)
		if r.IntN(2) == 0 {
			x = -x
		}
		return x
	}
	rounds := 40
	if testing.Short() {
		rounds = 4
	}
	for _, env := range environments()[:8] {
		for k := range 160 * rounds {
			exp := -1080 + k%160 // of the products
			if exp > -940 {
				exp = 1005 + k%20
			}
			var x, y, z, got [block]float64
			for i := range x {
				e := exp/2 - 20 + r.IntN(40)
				x[i], y[i] = number(e), number(exp-e)
				switch r.IntN(6) {
				case 0:
					z[i] = math.Copysign(0, number(0))
				case 1:
					z[i] = number(-1074 + r.IntN(60))
				case 2:
					z[i] = number(exp - 110 + r.IntN(120))
				case 3:
					z[i] = -float64(x[i] * y[i])
				case 4:
					z[i] = math.Nextafter(-float64(x[i]*y[i]), number(0))
				default:
					z[i] = number(max(exp, -1000) + r.IntN(19))
				}
				if k%7 == 0 && i%9 == 0 {
					x[i] = math.Copysign(0, x[i])
				}
				if exp > 1000 && k%3 == 0 { // only one product overflows, and the sum does not
					x[i], y[i], z[i] = number(0), number(0), number(0)
					if i == k%block {
						x[i], y[i], z[i] = number(512), 0x1p512, -0x1p1023
					}
				}
			}
			FMA64(env, got[:], x[:], y[:], z[:])
			for i := range got {
				want := arith.FMA(env, format.F64, format.F64, bits64(x[i]), bits64(y[i]), bits64(z[i]), nil).Bits.Lo
				if g := math.Float64bits(got[i]); g != want {
					t.Fatalf("%+v: fma of %016x %016x %016x is %016x, arith has %016x", env, math.Float64bits(x[i]), math.Float64bits(y[i]), math.Float64bits(z[i]), g, want)
				}
			}
		}
	}
}
