package exact

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// ulpOf finds the ulp of x by counting: the quantum of the datum nearest to |x|, seen from the list of all data.
func ulpOf(f *format.Format, x *big.Rat) *big.Rat {
	a := new(big.Rat).Abs(x)
	var best wide.U128
	var bestDist *big.Rat
	for code := uint64(0); code < 1<<(f.Bits-1) || f.Unsigned && code < 1<<f.Bits; code++ {
		c := wide.From64(code)
		if !f.ClassOf(c).IsFinite() {
			continue
		}
		d := new(big.Rat).Sub(datum(f, c), a)
		d.Abs(d)
		if s := 0; bestDist == nil || d.Cmp(bestDist) < 0 || d.Cmp(bestDist) == s && code&1 == 0 {
			best, bestDist = c, d
		}
	}
	_, exp, _ := f.Split(best)
	return pow(2, int64(max(exp, 1))-int64(f.Bias)-int64(f.FracBits))
}

func TestErrorUlpsAgainstCounting(t *testing.T) {
	n := 1500
	if testing.Short() {
		n = 150
	}
	r := rand.New(rand.NewPCG(3, 3))
	for _, f := range []*format.Format{format.E4M3, format.E5M2, format.E2M3, format.E3M4, format.E2M1} {
		for range n {
			ref := randomRatio(r)
			ref.Num, ref.Exp10, ref.Exp2 = wide.NatFrom64(ref.Num.Low64()>>44), r.Int64N(3)-2, r.Int64N(16)-20
			c := randomFinite(r, f)
			checkError(t, f, c, ref, ulpOf(f, rat(ref)))
		}
	}
	// binary32 and wider, where the ulp follows from the exponent of a reference that is not near a power of two.
	for _, f := range []*format.Format{format.F32, format.F64, format.X87} {
		for range 500 {
			c := randomFinite(r, f)
			ref := randomRatio(r)
			m := new(big.Rat).Abs(rat(ref))
			if m.Sign() == 0 {
				continue
			}
			e := int64(m.Num().BitLen() - m.Denom().BitLen())
			if m.Cmp(pow(2, e)) < 0 {
				e--
			}
			checkError(t, f, c, ref, pow(2, max(e, int64(f.Emin))-int64(f.P)+1))
		}
	}
}

func checkError(t *testing.T, f *format.Format, c wide.U128, ref Ratio, ulp *big.Rat) {
	t.Helper()
	want := new(big.Rat).Sub(datum(f, c), rat(ref))
	want.Quo(want, ulp)
	if q := pow(2, int64(Quantum(f, ref))); q.Cmp(ulp) != 0 {
		t.Fatalf("%s: ulp of %s is %s, want %s", f.ID, rat(ref), q, ulp)
	}
	s := ErrorUlps(f, c, ref)
	got, ok := new(big.Rat).SetString(s)
	if !ok || want.Sign() == 0 != (s == "0") || want.Sign() > 0 != strings.HasPrefix(s, "+") {
		t.Fatalf("%s: error %s, want %s", f.ID, s, want.FloatString(12))
	}
	digits := strings.TrimLeft(strings.SplitN(strings.Map(func(c rune) rune {
		if c == '+' || c == '-' || c == '.' {
			return -1
		}
		return c
	}, strings.SplitN(s, "e", 2)[0]), "e", 2)[0], "0")
	if whole := got.Cmp(want) == 0 && !strings.ContainsAny(s, ".e"); s != "0" && len(digits) < 6 && !whole {
		t.Fatalf("%s: error %s has fewer than 6 digits", f.ID, s)
	}
	// Relative error at most half a unit of the sixth digit.
	d := new(big.Rat).Sub(got, want)
	tol := new(big.Rat).Mul(want, big.NewRat(1, 200_000))
	if d.Abs(d).Cmp(tol.Abs(tol)) > 0 {
		t.Fatalf("%s: error %s, want %s", f.ID, s, want.FloatString(20))
	}
	fixed, ok := ErrorFixed(f, c, ref)
	scaled := new(big.Rat).Mul(want, pow(2, FixedBits))
	limit := big.NewRat(FixedMax, 1)
	switch {
	case !ok:
		t.Fatalf("%s: no fixed error", f.ID)
	case scaled.Cmp(limit) >= 0:
		if fixed != FixedMax {
			t.Fatalf("%s: fixed error %d is not clamped", f.ID, fixed)
		}
	case scaled.Cmp(new(big.Rat).Neg(limit)) <= 0:
		if fixed != -FixedMax {
			t.Fatalf("%s: fixed error %d is not clamped", f.ID, fixed)
		}
	default:
		d := new(big.Rat).Sub(scaled, big.NewRat(fixed, 1))
		if d.Abs(d).Cmp(big.NewRat(1, 2)) > 0 {
			t.Fatalf("%s: fixed error %d, want %s", f.ID, fixed, scaled.FloatString(3))
		}
	}
}

func TestErrorUlpsForms(t *testing.T) {
	third, _ := FromInt64(1).Quo(FromInt64(3))
	huge := Ratio{Num: wide.Nat{1}, Exp10: 400_000_000}
	for _, c := range []struct {
		f    *format.Format
		code uint64
		ref  Ref
		want string
	}{
		{format.F32, 0x3f800000, FromInt64(1), "0"},
		{format.F32, 0x3eaaaaab, third, "+0.333333"}, // 11184811 * 2^-25 = 1/3 + (1/3) * 2^-25
		{format.F32, 0x3eaaaaaa, third, "-0.666667"},
		{format.F32, 0x3f800001, FromInt64(1), "+1.00000"},
		{format.F32, 0x40000000, FromInt64(1), "+8388608"},
		{format.F32, 0x7f800000, FromInt64(1), "+inf"},
		{format.F32, 0xff800000, FromInt64(1), "-inf"},
		{format.F32, 0x7fc00000, FromInt64(1), "nan"},
		{format.F32, 0, FromInt64(0), "0"},
		{format.F32, 1, FromInt64(0), "+1.00000"},
		{format.F32, 0x7149f2ca, FromInt64(1), "+8.38861e+36"},                                 // 1e30 rounded, in units of 2^-23
		{format.F32, 0x3f800000, Ratio{Num: wide.Nat{1}, Exp10: -400_000_000}, "+7.13624e+44"}, // 1 / 2^-149
		{format.E4M3, 0x7e, FromInt64(500), "-1.62500"},                                        // (448-500)/32
		{format.F32, 0x7f7fffff, huge, "-4.93038e+399999968"},                                  // 10^400000000 / 2^104
		{format.F32, 0x3f800000, FromInt64(-1), "+16777216"},
	} {
		if got := ErrorUlps(c.f, wide.From64(c.code), c.ref); got != c.want {
			t.Errorf("%s %#x: error %s, want %s", c.f.ID, c.code, got, c.want)
		}
	}
	if got := ErrorUlpsDigits(format.F32, wide.From64(0x3eaaaaab), third, 12); got != "+0.333333333333" {
		t.Errorf("twelve digits: %s", got)
	}
	if _, ok := ErrorFixed(format.F32, wide.From64(0x7fc00000), third); ok {
		t.Error("a NaN has a fixed error")
	}
	if n, _ := ErrorFixed(format.F32, wide.From64(0x3eaaaaab), third); n != 349525 { // 2^20/3
		t.Errorf("a third of an ulp is %d", n)
	}
}

// Neighbours and position against the sorted list of all data.
func TestBracketAgainstCounting(t *testing.T) {
	n := 800
	if testing.Short() {
		n = 80
	}
	r := rand.New(rand.NewPCG(4, 4))
	for _, f := range []*format.Format{format.E4M3, format.E5M2, format.E2M3, format.E2M1, format.E3M4, format.UE4M3} {
		for range n {
			ref := randomRatio(r)
			ref.Num, ref.Exp10, ref.Exp2 = wide.NatFrom64(ref.Num.Low64()>>50), r.Int64N(3)-1, r.Int64N(16)-14
			if f.Unsigned {
				ref.Neg = false
			}
			x := rat(ref)
			var below, above *big.Rat
			for code := range uint64(1) << f.Bits {
				c := wide.From64(code)
				if !f.ClassOf(c).IsFinite() {
					continue
				}
				v := datum(f, c)
				if v.Cmp(x) <= 0 && (below == nil || v.Cmp(below) > 0) {
					below = v
				}
				if v.Cmp(x) >= 0 && (above == nil || v.Cmp(above) < 0) {
					above = v
				}
			}
			low, high, pos, ok := Bracket(f, ref)
			if !ok {
				t.Fatalf("%s: no neighbours of %s", f.ID, x)
			}
			if below == nil || above == nil {
				inside, outside := low, high
				edge := above
				if below != nil {
					edge = below
				} else {
					inside, outside = high, low
				}
				if datum(f, inside).Cmp(edge) != 0 || f.HasInf() && f.ClassOf(outside) != format.Infinity || !f.HasInf() && outside != inside {
					t.Fatalf("%s: neighbours of %s beyond the largest number: %#x %#x", f.ID, x, low.Lo, high.Lo)
				}
				gap := new(big.Rat).Sub(x, edge)
				gap.Quo(gap.Mul(gap, pow(2, FixedBits)), ulpOf(f, x))
				if below == nil {
					gap.Add(gap, pow(2, FixedBits))
				}
				if gap.Cmp(pow(2, FixedBits)) > 0 {
					gap = pow(2, FixedBits)
				}
				if gap.Sign() < 0 {
					gap.SetInt64(0)
				}
				if d := gap.Sub(gap, big.NewRat(pos, 1)); d.Abs(d).Cmp(big.NewRat(1, 2)) > 0 {
					t.Fatalf("%s: position of %s beyond the largest number: %d", f.ID, x, pos)
				}
				continue
			}
			if datum(f, low).Cmp(below) != 0 || datum(f, high).Cmp(above) != 0 {
				t.Fatalf("%s: neighbours of %s: %#x %#x", f.ID, x, low.Lo, high.Lo)
			}
			want := new(big.Rat)
			if below.Cmp(above) != 0 {
				want.Sub(x, below)
				want.Quo(want, new(big.Rat).Sub(above, below))
				want.Mul(want, pow(2, FixedBits))
			}
			if d := want.Sub(want, big.NewRat(pos, 1)); d.Abs(d).Cmp(big.NewRat(1, 2)) > 0 {
				t.Fatalf("%s: position of %s is %d", f.ID, x, pos)
			}
		}
	}
	if _, _, _, ok := Bracket(format.UE4M3, FromInt64(-1)); ok {
		t.Error("-1 has neighbours in an unsigned format")
	}
	if _, _, _, ok := Bracket(format.E8M0, Ratio{Num: wide.Nat{1}, Exp2: -130}); ok {
		t.Error("2^-130 has a neighbour below in E8M0")
	}
}

func TestCloser(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	f := format.E5M2
	for range 5000 {
		a, b, ref := randomFinite(r, f), randomFinite(r, f), randomRatio(r)
		if r.IntN(3) == 0 { // the midpoint exactly
			x, _ := FromBits(f, a)
			y, _ := FromBits(f, b)
			ref = x.Add(y).Scaled(-1).Ratio()
		}
		da, db := new(big.Rat).Sub(datum(f, a), rat(ref)), new(big.Rat).Sub(datum(f, b), rat(ref))
		if got, want := Closer(f, a, b, ref), da.Abs(da).Cmp(db.Abs(db)); got != want {
			t.Fatalf("closer to %s of %#x and %#x: %d, want %d", rat(ref), a.Lo, b.Lo, got, want)
		}
	}
	one, nan, inf := wide.From64(0x3c), wide.From64(0x7f), wide.From64(0x7c)
	if Closer(f, one, nan, FromInt64(5)) != -1 || Closer(f, inf, one, FromInt64(5)) != 1 || Closer(f, inf, nan, FromInt64(5)) != 0 {
		t.Error("a datum without a value is not the farther one")
	}
}

// Sums and dot products against big.Rat, rounded through the twin of the nearest datum.
func TestSumsAgainstBig(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for _, f := range formats {
		rounds := 200
		if f.ExpBits == 15 {
			rounds = 4
		}
		for range rounds {
			n := r.IntN(20)
			x, y := make([]wide.U128, n), make([]wide.U128, n)
			sum, dot := new(big.Rat), new(big.Rat)
			for i := range n {
				x[i], y[i] = randomFinite(r, f), randomFinite(r, f)
				sum.Add(sum, datum(f, x[i]))
				dot.Add(dot, new(big.Rat).Mul(datum(f, x[i]), datum(f, y[i])))
			}
			s, ok := Sum(f, x)
			d, ok2 := Dot(f, x, y)
			if !ok || !ok2 || rat(s).Cmp(sum) != 0 || rat(d).Cmp(dot) != 0 {
				t.Fatalf("%s: sum %s or dot product %s of %d elements", f.ID, rat(s), rat(d), n)
			}
			if !s.IsZero() && RoundSum(round.Env{}, format.F32, f, x) != s.Round(round.Env{}, format.F32) {
				t.Fatalf("%s: rounded sum", f.ID)
			}
			if !d.IsZero() && RoundDot(round.Env{}, format.F32, f, x, y) != d.Round(round.Env{}, format.F32) {
				t.Fatalf("%s: rounded dot product", f.ID)
			}
		}
	}
}

func TestSumSpecials(t *testing.T) {
	f := format.F32
	const one, minusOne, zero, minusZero, inf, minusInf, nan, snan, tiny = 0x3f800000, 0xbf800000, 0, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00005, 0x7f800001, 1
	down := round.Env{Direction: round.TowardNegative}
	flush := round.Env{FlushIn: true}
	for i, c := range []struct {
		env   round.Env
		xs    []uint64
		want  uint64
		flags round.Flags
	}{
		{round.Env{}, nil, zero, 0},
		{down, nil, zero, 0},
		{round.Env{}, []uint64{minusZero, minusZero}, minusZero, 0},
		{down, []uint64{zero, zero}, zero, 0},
		{round.Env{}, []uint64{zero, minusZero}, zero, 0},
		{down, []uint64{zero, minusZero}, minusZero, 0},
		{round.Env{}, []uint64{one, minusOne}, zero, 0},
		{down, []uint64{one, minusOne}, minusZero, 0},
		{round.Env{}, []uint64{one, inf}, inf, 0},
		{round.Env{}, []uint64{inf, minusInf}, 0x7fc00000, round.Invalid},
		{round.Env{}, []uint64{one, one, one, one, nan, inf}, nan, 0},
		{round.Env{}, []uint64{one, nan, snan}, nan, round.Invalid},
		{round.Env{}, []uint64{tiny, one}, one, round.Inexact},
		{flush, []uint64{tiny, minusZero}, zero, 0},
	} {
		xs := make([]wide.U128, len(c.xs))
		for j, x := range c.xs {
			xs[j] = wide.From64(x)
		}
		if r := RoundSum(c.env, f, f, xs); r.Bits.Lo != c.want || r.Flags != c.flags {
			t.Errorf("sum %d: %#x flags %#x, want %#x flags %#x", i, r.Bits.Lo, r.Flags, c.want, c.flags)
		}
	}
	for i, c := range []struct {
		env   round.Env
		x, y  uint64
		want  uint64
		flags round.Flags
	}{
		{round.Env{}, zero, inf, 0x7fc00000, round.Invalid},
		{round.Env{}, minusInf, zero, 0x7fc00000, round.Invalid},
		{flush, tiny, inf, 0x7fc00000, round.Invalid},
		{round.Env{}, tiny, minusInf, minusInf, 0},
		{round.Env{}, inf, minusInf, minusInf, 0},
		{round.Env{}, nan, inf, nan, 0},
		{round.Env{}, minusOne, zero, minusZero, 0},
		{round.Env{}, minusOne, minusOne, one, 0},
	} {
		r := RoundDot(c.env, f, f, []wide.U128{wide.From64(c.x)}, []wide.U128{wide.From64(c.y)})
		if r.Bits.Lo != c.want || r.Flags != c.flags {
			t.Errorf("dot %d: %#x flags %#x, want %#x flags %#x", i, r.Bits.Lo, r.Flags, c.want, c.flags)
		}
	}
	if r := RoundDot(round.Env{}, f, f, []wide.U128{{}, wide.From64(nan)}, []wide.U128{wide.From64(inf), {}}); r.Bits.Lo != nan || r.Flags != round.Invalid {
		t.Errorf("0*inf + nan*0 is %#x flags %#x", r.Bits.Lo, r.Flags)
	}
	unnormal := wide.U128{Hi: 0x3fff, Lo: 1}
	if r := RoundSum(round.Env{}, format.X87, format.X87, []wide.U128{unnormal}); r.Flags != round.Invalid {
		t.Errorf("an unnormal gives %+v", r)
	}
	if r := RoundDot(round.Env{}, format.X87, format.X87, []wide.U128{unnormal}, []wide.U128{{}}); r.Flags != round.Invalid {
		t.Errorf("an unnormal factor gives %+v", r)
	}
	if _, ok := Sum(f, []wide.U128{wide.From64(nan)}); ok {
		t.Error("a NaN has a sum")
	}
	if _, ok := Dot(f, []wide.U128{wide.From64(inf)}, []wide.U128{wide.From64(one)}); ok {
		t.Error("an infinity has a dot product")
	}
}

// The sum of the largest and the smallest binary128 product spans 66,000 bits and stays exact.
func TestQuadSpan(t *testing.T) {
	f := format.F128
	x := []wide.U128{f.Max(false), f.MinPositive(false), f.Max(true)}
	y := []wide.U128{f.Max(false), f.MinPositive(false), f.Max(false)}
	d, ok := Dot(f, x, y)
	if !ok || d.Exp != 2*int64(f.Etiny()) || !d.Mag.IsOne() {
		t.Errorf("what is left is %d bits at 2^%d", d.Mag.Len(), d.Exp)
	}
	d, _ = Dot(f, x[:2], y[:2])
	if d.Mag.Len() < 65_000 {
		t.Errorf("the sum has %d bits", d.Mag.Len())
	}
}

func BenchmarkErrorUlps(b *testing.B) {
	third, _ := FromInt64(1).Quo(FromInt64(3))
	b.ReportAllocs()
	for b.Loop() {
		ErrorUlps(format.F64, wide.From64(0x3fd5555555555555), third)
	}
}

func BenchmarkDot64(b *testing.B) {
	x := make([]wide.U128, 64)
	for i := range x {
		x[i] = wide.From64(0x3f8ccccd + uint64(i)<<20)
	}
	b.ReportAllocs()
	for b.Loop() {
		Dot(format.F32, x, x)
	}
}
