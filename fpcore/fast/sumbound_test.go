package fast

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"ulplab/fpcore/superacc"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// TestSchemes: on floats of the processor the schemes give the bits of package arith.
func TestSchemes(t *testing.T) {
	for k := range 60 {
		o := operands{r: rand.New(rand.NewPCG(21, uint64(k))), frac: 23, width: 31, calm: k%3 != 0}
		p := operands{r: rand.New(rand.NewPCG(22, uint64(k))), frac: 52, width: 63, calm: k%3 != 0}
		n := k
		a, b, c, d := make([]float32, n), make([]float32, n), make([]float64, n), make([]float64, n)
		ab, bb, cb, db := make([]wide.U128, n), make([]wide.U128, n), make([]wide.U128, n), make([]wide.U128, n)
		for i := range n {
			a[i], b[i] = math.Float32frombits(uint32(o.next())), math.Float32frombits(uint32(o.next()))
			c[i], d[i] = math.Float64frombits(p.next()), math.Float64frombits(p.next())
			ab[i], bb[i], cb[i], db[i] = bits32(a[i]), bits32(b[i]), bits64(c[i]), bits64(d[i])
		}
		for _, env := range environments() {
			for _, s := range reduce.Schemes {
				x, _ := reduce.Accumulate[float32](Sum32(env, a, nil, false), s.ID, n)
				want, _ := reduce.Accumulate[wide.U128](reduce.Bits{Env: env, F: format.F32, A: ab}, s.ID, n)
				if bits32(x) != want {
					t.Fatalf("%s of %d binary32: %x, want %x", s.ID, n, bits32(x).Lo, want.Lo)
				}
				x, _ = reduce.Accumulate[float32](Sum32(env, a, b, false), s.ID, n)
				want, _ = reduce.Accumulate[wide.U128](reduce.Bits{Env: env, F: format.F32, A: ab, B: bb}, s.ID, n)
				if bits32(x) != want {
					t.Fatalf("%s of %d products of binary32 %+v: %x, want %x", s.ID, n, env, bits32(x).Lo, want.Lo)
				}
				y, _ := reduce.Accumulate[float64](Sum64(env, c, nil, false), s.ID, n)
				want, _ = reduce.Accumulate[wide.U128](reduce.Bits{Env: env, F: format.F64, A: cb}, s.ID, n)
				if bits64(y) != want {
					t.Fatalf("%s of %d binary64: %x, want %x", s.ID, n, bits64(y).Lo, want.Lo)
				}
				y, _ = reduce.Accumulate[float64](Sum64(env, c, d, false), s.ID, n)
				want, _ = reduce.Accumulate[wide.U128](reduce.Bits{Env: env, F: format.F64, A: cb, B: db}, s.ID, n)
				if bits64(y) != want {
					t.Fatalf("%s of %d products of binary64 %+v: %x, want %x", s.ID, n, env, bits64(y).Lo, want.Lo)
				}
			}
		}
		if x, y := Describe32(a, b), Describe(format.F32, ab, bb); !equal(x, y) {
			t.Fatalf("products of %d: %+v and %+v", n, x, y)
		}
		if x, y := Describe32(a, nil), Describe(format.F32, ab, nil); !equal(x, y) {
			t.Fatalf("sum of %d: %+v and %+v", n, x, y)
		}
		if x, y := Describe64(c, nil), Describe(format.F64, cb, nil); !equal(x, y) {
			t.Fatalf("sum of %d: %+v and %+v", n, x, y)
		}
	}
}

func equal(x, y Data) bool {
	return x.N == y.N && x.Dot == y.Dot && x.Finite == y.Finite && x.Sum.Cmp(y.Sum) == 0 && x.Magnitude.Cmp(y.Magnitude) == 0 && x.Largest.Cmp(y.Largest) == 0
}

// TestBounds: no error is beyond its bound, by rational arithmetic, and likely bounds hold as often as they say.
func TestBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 1))
	value := func(f *format.Format, c wide.U128) *big.Rat {
		m, q := f.IntegerSig(c)
		x := new(big.Rat).SetInt(new(big.Int).SetUint64(m.Lo))
		scale := new(big.Int).Lsh(big.NewInt(1), uint(max(q, -q)))
		if q < 0 {
			x.Quo(x, new(big.Rat).SetInt(scale))
		} else {
			x.Mul(x, new(big.Rat).SetInt(scale))
		}
		if sign, _, _ := f.Split(c); sign {
			x.Neg(x)
		}
		return x
	}
	orders := map[string]*reduce.Form{"serial": {Rule: reduce.Fold}, "pairwise": {Rule: reduce.Pairs}, "halves": {Rule: reduce.Halves},
		"blocked": {Rule: reduce.Chunks, K: 8, Inner: &reduce.Form{Rule: reduce.Halves}, Outer: &reduce.Form{Rule: reduce.Fold}}}
	beyond, trials, tight := 0, 0, 0.0
	for k := range 400 {
		f := []*format.Format{format.F32, format.F16, format.BF16}[k%3]
		n := 1 + r.IntN(100)
		if f.P == 8 {
			n = 1 + r.IntN(20)
		}
		a, b := make([]wide.U128, n), make([]wide.U128, n)
		draw := func() wide.U128 { // from 2^-4 to 2^2
			c := r.Uint64()&(1<<f.FracBits-1) | uint64(int(f.Bias)-4+r.IntN(6))<<f.FracBits
			if k%2 == 0 || r.IntN(2) == 0 {
				c |= 1 << (f.Bits - 1)
			}
			return wide.From64(c)
		}
		for i := range a {
			a[i], b[i] = draw(), draw()
		}
		var second []wide.U128
		if k%5 < 2 {
			second = b
		}
		d := Describe(f, a, second)
		sum := new(big.Rat)
		for i := range a {
			x := value(f, a[i])
			if second != nil {
				x.Mul(x, value(f, b[i]))
			}
			sum.Add(sum, x)
		}
		ulp := math.Ldexp(1, int(exact.Quantum(f, d.Sum)))
		off := func(c wide.U128) float64 {
			e := value(f, c)
			x, _ := e.Sub(e, sum).Abs(e).Float64()
			return x / ulp
		}
		m := reduce.Bits{F: f, A: a, B: second}
		for name, form := range orders {
			tree := reduce.NewTree(form, n)
			bound := d.BoundOfOrder(f, int(tree.Summary(tree.Root()).Height), false, 0.9)
			e := off(reduce.Eval[wide.U128](m, form, n))
			if e > bound.Worst {
				t.Errorf("%s of %d %s: %v ulp, bound %v", name, n, f.ID, e, bound.Worst)
			}
			if trials++; e > bound.Likely {
				beyond++
			}
			tight = max(tight, e/bound.Worst)
		}
		for _, s := range reduce.Schemes {
			got, _ := reduce.Accumulate[wide.U128](m, s.ID, n)
			bound, ok := d.BoundOfScheme(f, s.ID)
			slack := 1.0
			if bound.Order1 { // the terms left out: n*u of the first ones
				slack = 1 + 8*float64(n)*math.Ldexp(1, -f.P)
			}
			if e := off(got); !ok || e > bound.Worst*slack {
				t.Errorf("%s of %d %s (dot %v): %v ulp, bound %v", s.ID, n, f.ID, d.Dot, e, bound.Worst)
			}
		}
		if second == nil {
			bins := reduce.NewBinned(f)
			sums := superacc.New(round.Env{}, f, false)
			for _, c := range a {
				bins.Add(c)
				sums.Add(c)
			}
			bound, _ := d.BoundOfScheme(f, "binned")
			if e := off(bins.Round(round.Env{}, f).Bits); e > bound.Worst {
				t.Errorf("binned %d %s: %v ulp, bound %v", n, f.ID, e, bound.Worst)
			}
			bound, _ = d.BoundOfScheme(f, "exact")
			if e := off(sums.Round(round.Env{}, f).Bits); e > bound.Worst || bound.Worst > 1.001 {
				t.Errorf("exact %d %s: %v ulp, bound %v", n, f.ID, e, bound.Worst)
			}
		}
	}
	if beyond > trials/10 {
		t.Errorf("%d of %d errors are beyond what 9 of 10 should keep", beyond, trials)
	}
	if tight < 0.02 {
		t.Errorf("no error reaches %v of its bound", tight)
	}
	if _, ok := (&Data{}).BoundOfScheme(format.F32, "none"); ok {
		t.Error("a bound of a scheme that is not there")
	}
}
