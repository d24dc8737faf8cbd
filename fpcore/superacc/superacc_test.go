package superacc

import (
	"math"
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// TestAccumulator: package exact adds one number after the other with integers of any length.
func TestAccumulator(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	envs := []round.Env{{}, {Direction: round.TowardNegative}, {Direction: round.TowardZero, FlushIn: true}, {Direction: round.TowardPositive, NaN: round.NaNRule{NoPropagate: true, Default: format.AllOnes}}}
	for _, f := range []*format.Format{format.F16, format.BF16, format.F32, format.F64, format.X87, format.F128} {
		for k := range 300 {
			n := r.IntN(40)
			if k == 0 {
				n = 0
			}
			v, w := make([]wide.U128, n), make([]wide.U128, n)
			for i := range v {
				v[i], w[i] = wide.U128{Hi: r.Uint64(), Lo: r.Uint64()}.And(wide.Mask(uint(f.Bits))), wide.U128{Hi: r.Uint64(), Lo: r.Uint64()}.And(wide.Mask(uint(f.Bits)))
				switch {
				case k%4 == 1: // zeros and subnormal numbers
					v[i] = f.Zero(r.IntN(3) == 0)
					if r.IntN(8) == 0 {
						v[i] = v[i].Or(wide.From64(uint64(r.IntN(3))))
					}
				case k%4 == 2 && i > 0 && r.IntN(3) > 0: // cancellation
					v[i], w[i] = v[i-1].Xor(wide.U128{}.SetBit(uint(f.Bits-1), 1)), w[i-1]
				case f.ClassOf(v[i]) > format.Normal && r.IntN(8) > 0:
					v[i] = f.Max(r.IntN(2) == 0)
				}
			}
			env := envs[k%len(envs)]
			sum, dot, part := New(env, f, false), New(env, f, true), New(env, f, false)
			var s, p []float32
			var d, e []float64
			for i := range v {
				if i%3 == 0 {
					part.Add(v[i])
				} else {
					sum.Add(v[i])
				}
				dot.AddProduct(v[i], w[i])
				s, p = append(s, math.Float32frombits(uint32(v[i].Lo))), append(p, math.Float32frombits(uint32(w[i].Lo)))
				d, e = append(d, math.Float64frombits(v[i].Lo)), append(e, math.Float64frombits(w[i].Lo))
			}
			first := len(sum.nans) + len(part.nans) // the order of NaNs is that of the parts
			sum.Merge(part)
			for _, dst := range []*format.Format{f, format.F32} {
				if want, got := exact.RoundSum(env, dst, f, v), sum.Round(env, dst); first < 2 && (got.Bits != want.Bits || got.Flags != want.Flags) {
					t.Fatalf("sum of %d of %s in %s: %x %x, want %x %x", n, f.ID, dst.ID, got.Bits, got.Flags, want.Bits, want.Flags)
				}
				want := exact.RoundDot(env, dst, f, v, w)
				if got := dot.Round(env, dst); got.Bits != want.Bits || got.Flags != want.Flags {
					t.Fatalf("dot of %d of %s in %s: %x %x, want %x %x", n, f.ID, dst.ID, got.Bits, got.Flags, want.Bits, want.Flags)
				}
				sums, products := New(env, f, false), New(env, f, true)
				switch f {
				case format.F32:
					sums.AddFloats32(s)
					products.AddProducts32(s, p)
				case format.F64:
					sums.AddFloats64(d)
					products.AddProducts64(d, e)
				default:
					continue
				}
				if got, want := sums.Round(env, dst), exact.RoundSum(env, dst, f, v); got.Bits != want.Bits || got.Flags != want.Flags {
					t.Fatalf("floats of %s: %x %x, want %x %x", f.ID, got.Bits, got.Flags, want.Bits, want.Flags)
				}
				if got := products.Round(env, dst); got.Bits != want.Bits || got.Flags != want.Flags {
					t.Fatalf("products of %s: %x %x, want %x %x", f.ID, got.Bits, got.Flags, want.Bits, want.Flags)
				}
			}
			if value, ok := exact.Sum(f, v); n > 0 && ok {
				neg, mag, exp, finite := sum.Value()
				if got := exact.New(neg, mag, exp); !env.FlushIn && (!finite || got.Cmp(value) != 0) {
					t.Fatalf("value of %s: %s, want %s", f.ID, got.Decimal(), value.Decimal())
				}
			}
		}
	}
}

// TestAccumulatorCarries: so many terms that digits carry, with the sum known in closed form.
func TestAccumulatorCarries(t *testing.T) {
	const n = 100_000
	for _, pending := range []int{0, maxPending - 3, maxPending - n/2} {
		a, b := New(round.Env{}, format.F32, false), New(round.Env{}, format.F64, true)
		a.pending, b.pending = pending, pending
		v, w := make([]float32, n), make([]float64, n)
		for i := range v {
			v[i], w[i] = -math.MaxFloat32, math.MaxFloat64
		}
		a.AddFloats32(v)
		b.AddProducts64(w, w)
		neg, mag, exp, _ := a.Value()
		m := exact.New(false, wide.NatFrom64(1<<24-1), 127-23)
		count := exact.New(false, wide.NatFrom64(n), 0)
		if got := exact.New(neg, mag, exp); got.Cmp(m.Mul(count).Negated()) != 0 {
			t.Errorf("%d largest numbers: %s", n, got.Decimal())
		}
		neg, mag, exp, _ = b.Value()
		m = exact.New(false, wide.NatFrom64(1<<53-1), 1023-52)
		if got := exact.New(neg, mag, exp); got.Cmp(m.Mul(m).Mul(count)) != 0 {
			t.Errorf("%d products of largest numbers: %s", n, got.Decimal())
		}
	}
}

func BenchmarkAccumulator(b *testing.B) {
	const n = 1 << 20
	v, w := make([]float32, n), make([]float64, n)
	for i := range v {
		w[i] = float64(i*2654435761%(1<<24))*(3.0/(1<<24)) - 1
		v[i] = float32(w[i])
	}
	for name, f := range map[string]func(){
		"sum32": func() { a := New(round.Env{}, format.F32, false); a.AddFloats32(v) },
		"sum64": func() { a := New(round.Env{}, format.F64, false); a.AddFloats64(w) },
		"dot32": func() { a := New(round.Env{}, format.F32, true); a.AddProducts32(v, v) },
		"dot64": func() { a := New(round.Env{}, format.F64, true); a.AddProducts64(w, w) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/element")
		})
	}
}
