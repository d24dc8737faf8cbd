package reduce

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// The schemes once more, as their authors print them, on the floats of the machine that runs the test. Products of
// binary64 numbers are fused exactly by math.FMA; binary32 sums are single operations of Go.
func twinScheme(id string, a, b []float64) float64 {
	product := func(i int) (p, r float64) {
		if b == nil {
			return a[i], 0
		}
		p = float64(a[i] * b[i])
		return p, math.FMA(a[i], b[i], -p)
	}
	var s, c, cs, ccs float64
	for i := range a {
		x, r := product(i)
		switch id {
		case "naive":
			s += x
		case "kahan":
			y := x - c
			t := s + y
			c = (t - s) - y
			s = t
		case "neumaier":
			t := s + x
			if math.Abs(s) >= math.Abs(x) {
				c += (s - t) + x
			} else {
				c += (x - t) + s
			}
			s = t
		case "klein":
			t := s + x
			if math.Abs(s) >= math.Abs(x) {
				c = (s - t) + x
			} else {
				c = (x - t) + s
			}
			s = t
			t = cs + c
			var cc float64
			if math.Abs(cs) >= math.Abs(c) {
				cc = (cs - t) + c
			} else {
				cc = (c - t) + cs
			}
			cs = t
			ccs += cc
		case "twofold":
			t := s + x
			z := t - s
			e := (s - (t - z)) + (x - z)
			e = c + e
			s = t + e
			c = e - (s - t)
		case "dot2":
			t := s + x
			z := t - s
			q := (s - (t - z)) + (x - z)
			s = t
			c += q + r
		}
	}
	switch id {
	case "neumaier", "dot2":
		return s + c
	case "klein":
		return s + (cs + ccs)
	}
	return s
}

func TestSchemes(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	for k := range 200 {
		n := r.IntN(60)
		a, b := make([]float64, n), make([]float64, n)
		ab, bb := make([]wide.U128, n), make([]wide.U128, n)
		for i := range a {
			a[i], b[i] = math.Ldexp(r.Float64()*2-1, r.IntN(60)), math.Ldexp(r.Float64()*2-1, r.IntN(60))
			if i > 0 && k%3 == 0 && r.IntN(2) == 0 {
				a[i], b[i] = -a[i-1], b[i-1]
			}
			ab[i], bb[i] = wide.From64(math.Float64bits(a[i])), wide.From64(math.Float64bits(b[i]))
		}
		for _, s := range Schemes {
			got, ok := Accumulate[wide.U128](Bits{F: format.F64, A: ab}, s.ID, n)
			if want := math.Float64bits(twinScheme(s.ID, a, nil)); !ok || got.Lo != want {
				t.Fatalf("%s of %d: %x, want %x", s.ID, n, got.Lo, want)
			}
			got, ok = Accumulate[wide.U128](Bits{F: format.F64, A: ab, B: bb}, s.ID, n)
			if want := math.Float64bits(twinScheme(s.ID, a, b)); !ok || got.Lo != want {
				t.Fatalf("%s, products of %d: %x, want %x", s.ID, n, got.Lo, want)
			}
		}
	}
	if _, ok := Accumulate[wide.U128](Bits{F: format.F64}, "none", 0); ok {
		t.Error("a scheme that is not there")
	}
}

// TestBinned: the same bits in any order and with any partition, and the value that the definition has: every
// term rounded to bins from the highest on, by rational arithmetic.
func TestBinned(t *testing.T) {
	rounds := 150
	if testing.Short() {
		rounds = 20
	}
	r := rand.New(rand.NewPCG(6, 2))
	for _, f := range []*format.Format{format.F32, format.F64, format.F16, format.BF16} {
		for range rounds {
			n := 1 + r.IntN(50)
			v := make([]wide.U128, n)
			for i := range v {
				c := r.Uint64() & (1<<f.Bits - 1)
				switch r.IntN(4) {
				case 0: // few significant bits, so that slices meet halves
					c &^= 1<<(f.FracBits-2) - 1
				case 1:
					if i > 0 {
						c = v[i-1].Lo ^ 1<<(f.Bits-1)
					}
				}
				if f.ClassOf(wide.From64(c)) > format.Normal {
					c = uint64(i)
				}
				v[i] = wide.From64(c)
			}
			whole := NewBinned(f)
			for _, c := range v {
				whole.Add(c)
			}
			want := whole.Round(round.Env{}, f)
			for range 6 {
				r.Shuffle(n, func(i, j int) { v[i], v[j] = v[j], v[i] })
				parts := []*Binned{NewBinned(f), NewBinned(f), NewBinned(f)}
				for i, c := range v {
					parts[i%(1+i%3)].Add(c)
				}
				parts[2].Merge(parts[0])
				parts[1].pending = 1 << 20
				parts[1].Merge(parts[2])
				if got := parts[1].Round(round.Env{}, f); got != want {
					t.Fatalf("%s of %d: %x in another order, %x in the first", f.ID, n, got.Bits.Lo, want.Bits.Lo)
				}
			}
			unit, any := whole.Unit()
			if !any {
				continue
			}
			sum := new(big.Rat)
			for _, c := range v {
				x := rational(f, c)
				for k := 0; k < whole.Fold; k++ {
					u := unit + (whole.Fold-1-k)*whole.Width
					q := nearestMultiple(x, u)
					sum.Add(sum, q)
					x.Sub(x, q)
				}
			}
			if f != format.F64 {
				continue
			}
			got, _ := sum.Float64()
			if b := math.Float64bits(got + 0); !math.IsInf(got, 0) && b != want.Bits.Lo && got != 0 {
				t.Fatalf("binary64 of %d: %x, want %x", n, want.Bits.Lo, b)
			}
		}
	}
	b := NewBinned(format.F32)
	for _, c := range []uint64{0x7f800000, 0x3f800000} {
		b.Add(wide.From64(c))
	}
	if got := b.Round(round.Env{}, format.F32); got.Bits.Lo != 0x7f800000 {
		t.Errorf("infinity and 1: %x", got.Bits.Lo)
	}
	if got := NewBinned(format.F32).Round(round.Env{}, format.F32); got.Bits.Lo != 0 {
		t.Errorf("nothing: %x", got.Bits.Lo)
	}
}

func rational(f *format.Format, c wide.U128) *big.Rat {
	m, q := f.IntegerSig(c)
	x := new(big.Rat).SetInt(new(big.Int).SetUint64(m.Lo))
	two := new(big.Rat).SetInt64(2)
	if q < 0 {
		two.SetFrac64(1, 2)
		q = -q
	}
	for range q {
		x.Mul(x, two)
	}
	if sign, _, _ := f.Split(c); sign {
		x.Neg(x)
	}
	return x
}

// nearestMultiple rounds x to a multiple of 2^u, halves away from zero.
func nearestMultiple(x *big.Rat, u int) *big.Rat {
	unit := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(max(u, 0))))
	if u < 0 {
		unit.SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), uint(-u)))
	}
	y := new(big.Rat).Quo(x, unit)
	neg := y.Sign() < 0
	y.Abs(y).Add(y, big.NewRat(1, 2))
	q := new(big.Rat).SetInt(new(big.Int).Quo(y.Num(), y.Denom()))
	if neg {
		q.Neg(q)
	}
	return q.Mul(q, unit)
}
