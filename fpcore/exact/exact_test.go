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

func bigNat(n wide.Nat) *big.Int {
	z := new(big.Int)
	for i := len(n) - 1; i >= 0; i-- {
		z.Lsh(z, 64).Or(z, new(big.Int).SetUint64(n[i]))
	}
	return z
}

func pow(base int64, n int64) *big.Rat {
	p := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(base), big.NewInt(max(n, -n)), nil))
	if n < 0 {
		p.Inv(p)
	}
	return p
}

// rat returns the twin of a reference.
func rat(ref Ref) *big.Rat {
	r := ref.Ratio()
	x := new(big.Rat).SetInt(bigNat(r.Num))
	if r.Den != nil {
		x.Quo(x, new(big.Rat).SetInt(bigNat(r.Den)))
	}
	x.Mul(x, pow(2, r.Exp2))
	x.Mul(x, pow(10, r.Exp10))
	if r.Neg {
		x.Neg(x)
	}
	return x
}

// datum returns the value of a finite datum from the fields of its code.
func datum(f *format.Format, c wide.U128) *big.Rat {
	sign, exp, frac := f.Split(c)
	m := bigNat(frac.Nat())
	q := int64(exp) - int64(f.Bias) - int64(f.FracBits)
	if f.Explicit {
		q++
	}
	switch {
	case f.Codes == format.PowerOnly:
		m.SetInt64(1)
	case exp == 0:
		q++
	case !f.Explicit:
		m.SetBit(m, f.FracBits, 1)
	}
	x := new(big.Rat).SetInt(m)
	x.Mul(x, pow(2, q))
	if sign {
		x.Neg(x)
	}
	return x
}

func randomFinite(r *rand.Rand, f *format.Format) wide.U128 {
	for {
		c := wide.U128{Hi: r.Uint64(), Lo: r.Uint64()}
		switch r.IntN(4) {
		case 0:
			c.Lo <<= r.IntN(64)
		case 1:
			c.Lo &= 0xff
		}
		c = c.And(wide.Mask(uint(f.Bits)))
		if r.IntN(2) == 0 { // exponents near each other
			sign, exp, frac := f.Split(c)
			c = f.Join(sign, uint32(int(f.Bias)+int(exp)%5), frac)
		}
		if f.ClassOf(c).IsFinite() {
			return c
		}
	}
}

func randomRatio(r *rand.Rand) Ratio {
	x := Ratio{Neg: r.IntN(2) == 0, Num: wide.NatFrom64(r.Uint64() >> r.IntN(64)), Exp2: r.Int64N(41) - 20, Exp10: r.Int64N(21) - 10}
	if r.IntN(2) == 0 {
		x.Den = wide.NatFrom64(r.Uint64()>>r.IntN(64) | 1)
	}
	return x
}

var formats = []*format.Format{format.F16, format.F32, format.F64, format.BF16, format.E4M3, format.E5M2, format.E2M1, format.X87, format.F128}

// Every code of the narrow formats has the value of its fields, and rounds back to itself in every direction.
func TestEveryValue(t *testing.T) {
	for _, f := range format.All {
		if f.Bits > 16 {
			continue
		}
		for code := range uint64(1) << f.Bits {
			if testing.Short() && f.Bits > 8 && code%61 != 0 {
				continue
			}
			c := wide.From64(code)
			v, ok := FromBits(f, c)
			if ok != f.ClassOf(c).IsFinite() {
				t.Fatalf("%s %#x: value %v", f.ID, code, ok)
			}
			if !ok {
				continue
			}
			if rat(v).Cmp(datum(f, c)) != 0 || len(v.Mag) > 0 && v.Mag[0]&1 == 0 {
				t.Fatalf("%s %#x: %s", f.ID, code, rat(v))
			}
			for _, d := range round.Directions {
				env := round.Env{Direction: d.Dir, RandomBits: 4, Random: code}
				for _, r := range []round.Result{v.Round(env, f), v.Ratio().Round(env, f)} {
					if r.Bits != c || r.Flags != 0 {
						t.Fatalf("%s %#x rounds to %#x flags %#x in %s", f.ID, code, r.Bits.Lo, r.Flags, d.ID)
					}
				}
			}
		}
	}
}

func TestArithmeticAgainstBig(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, f := range formats {
		rounds := 2000
		if f.ExpBits == 15 {
			rounds = 60
		}
		if testing.Short() {
			rounds /= 6
		}
		for range rounds {
			a, b := randomFinite(r, f), randomFinite(r, f)
			x, _ := FromBits(f, a)
			y, _ := FromBits(f, b)
			p, q := datum(f, a), datum(f, b)
			for _, c := range []struct {
				what string
				got  Value
				want *big.Rat
			}{
				{"sum", x.Add(y), new(big.Rat).Add(p, q)},
				{"difference", x.Sub(y), new(big.Rat).Sub(p, q)},
				{"product", x.Mul(y), new(big.Rat).Mul(p, q)},
				{"negation", x.Negated(), new(big.Rat).Neg(p)},
				{"scaled", x.Scaled(-7), new(big.Rat).Mul(p, pow(2, -7))},
			} {
				if rat(c.got).Cmp(c.want) != 0 {
					t.Fatalf("%s: %s is %s, want %s", f.ID, c.what, rat(c.got), c.want)
				}
				if s, _ := new(big.Rat).SetString(c.got.Decimal()); s.Cmp(c.want) != 0 {
					t.Fatalf("%s: %s is written %s", f.ID, c.what, c.got.Decimal())
				}
			}
			if x.Cmp(y) != p.Cmp(q) || x.Ratio().Cmp(y.Ratio()) != p.Cmp(q) || x.Sign() != p.Sign() {
				t.Fatalf("%s: comparison of %s and %s", f.ID, p, q)
			}
			if !x.IsZero() {
				e := x.Log2()
				m := new(big.Rat).Abs(p)
				if m.Cmp(pow(2, e)) < 0 || m.Cmp(pow(2, e+1)) >= 0 {
					t.Fatalf("%s: Log2 of %s is %d", f.ID, p, e)
				}
			}
		}
	}
	for range 5000 {
		x, y := randomRatio(r), randomRatio(r)
		if m, ok := x.Mul(y); !ok || rat(m).Cmp(new(big.Rat).Mul(rat(x), rat(y))) != 0 {
			t.Fatalf("%s * %s = %s", rat(x), rat(y), rat(m))
		}
		q, ok := x.Quo(y)
		if ok == y.IsZero() || ok && rat(q).Cmp(new(big.Rat).Quo(rat(x), rat(y))) != 0 {
			t.Fatalf("%s / %s = %s", rat(x), rat(y), rat(q))
		}
		if x.Cmp(y) != rat(x).Cmp(rat(y)) {
			t.Fatalf("comparison of %s and %s", rat(x), rat(y))
		}
	}
}

func TestZeroSigns(t *testing.T) {
	plus, minus, one := Value{}, Value{Neg: true}, New(false, wide.Nat{1}, 0)
	for i, c := range []struct {
		got Value
		neg bool
	}{
		{plus.Add(minus), false}, {minus.Add(minus), true}, {minus.Add(plus), false}, {one.Sub(one), false},
		{minus.Mul(one), true}, {minus.Mul(minus), false}, {minus.Sub(plus), true}, {plus.Negated(), true},
	} {
		if !c.got.IsZero() || c.got.Neg != c.neg {
			t.Errorf("case %d: %+v", i, c.got)
		}
	}
	if s := minus.Decimal(); s != "-0" {
		t.Errorf("minus zero is written %s", s)
	}
}

// Decimal digits are correctly rounded: within half a unit, ties to even, and flagged.
func TestDigitsAgainstBig(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for i := range 6000 {
		x := randomRatio(r)
		if i%3 == 0 { // ties and runs of nines
			x = Ratio{Num: wide.NatFrom64([]uint64{5, 15, 25, 125, 9995, 99995, 999949999, 1000050000, 9999999}[r.IntN(9)]), Exp10: r.Int64N(9) - 4}
		}
		n := 1 + r.IntN(12)
		d := x.Digits(n)
		if len(d.D) != n {
			t.Fatalf("%s to %d digits: %+v", rat(x), n, d)
		}
		if x.IsZero() {
			continue
		}
		got, _ := new(big.Rat).SetString(d.Scientific(1))
		plain, _ := new(big.Rat).SetString(d.Plain())
		if got.Cmp(plain) != 0 || d.D[0] == '0' {
			t.Fatalf("%s: %s and %s", rat(x), d.Scientific(1), d.Plain())
		}
		// The unit of the last digit, taken from the number itself.
		k := int64(0)
		a := new(big.Rat).Abs(rat(x))
		for a.Cmp(pow(10, k)) < 0 {
			k--
		}
		for a.Cmp(pow(10, k+1)) >= 0 {
			k++
		}
		want := ratNearest(new(big.Rat).Quo(rat(x), pow(10, k-int64(n)+1)))
		if new(big.Rat).Mul(want, pow(10, k-int64(n)+1)).Cmp(got) != 0 || d.Inexact != (got.Cmp(rat(x)) != 0) {
			t.Fatalf("%s to %d digits: %s (inexact %v)", rat(x).FloatString(30), n, d.Scientific(1), d.Inexact)
		}
		neg, fixed, ok := x.Fixed(n)
		if !ok {
			t.Fatalf("%s does not fit", rat(x))
		}
		w := ratNearest(new(big.Rat).Mul(rat(x), pow(10, int64(n))))
		f, _ := new(big.Rat).SetString(fixed)
		if neg {
			f.Neg(f)
		}
		if f.Cmp(w) != 0 {
			t.Fatalf("%s to %d decimals: %s", rat(x).FloatString(30), n, fixed)
		}
	}
}

// ratNearest returns the integer nearest to x, ties to even.
func ratNearest(x *big.Rat) *big.Rat {
	twice := new(big.Rat).Add(x, x)
	floor := new(big.Int).Div(x.Num(), x.Denom())
	low := new(big.Rat).SetInt(floor)
	mid := new(big.Rat).Add(low, low)
	mid.Add(mid, big.NewRat(1, 1))
	if c := twice.Cmp(mid); c > 0 || c == 0 && floor.Bit(0) == 1 {
		low.Add(low, big.NewRat(1, 1))
	}
	return low
}

// Bounds are kept, huge exponents cost nothing, and far terms only break ties.
func TestBoundsAndFarTerms(t *testing.T) {
	long := Ratio{Num: wide.Nat{1}.Shl(MaxBits - 1).Add(wide.Nat{1})}
	if _, ok := long.Mul(FromInt64(1)); !ok {
		t.Error("a number within the bounds is refused")
	}
	if _, ok := long.Mul(long); ok {
		t.Error("a number of twice MaxBits is accepted")
	}
	if _, ok := FromInt64(1).Quo(Ratio{Neg: true}); ok {
		t.Error("a quotient by zero is accepted")
	}
	huge, tiny := Ratio{Num: wide.Nat{1}, Exp10: 400_000_000}, Ratio{Num: wide.Nat{1}, Exp10: -400_000_000}
	if huge.Cmp(tiny) != 1 || tiny.Cmp(huge) != -1 || tiny.Cmp(Ratio{}) != 1 || huge.Negated().Cmp(tiny) != -1 {
		t.Error("comparison of far numbers")
	}
	f := format.F32
	for _, c := range []struct {
		code uint64
		ref  Ratio
		want string
	}{
		{0x3f800000, tiny, "1.0000e+0"},
		{0x7f7fffff, huge, "-1.0000e+400000000"},
		{0, tiny, "-1.0000e-400000000"},
		{0x3f7fff58, tiny, "9.9999e-1"}, // 0.99998998641967773
	} {
		if d, ok := Difference(f, wide.From64(c.code), c.ref, 5); !ok || d.Scientific(1) != c.want || !d.Inexact && c.code != 0 {
			t.Errorf("%#x: %+v, want %s", c.code, d, c.want)
		}
	}
	// 2.5 minus a hair is 2 to one digit, plus a hair 3; ties alone go to even.
	v, _ := FromBits(f, wide.From64(0x40200000))
	for _, c := range []struct {
		ref  Ratio
		want string
	}{{tiny, "2"}, {tiny.Negated(), "3"}, {Ratio{}, "2"}} {
		d, tail := diff(v.Ratio(), c.ref)
		if got := d.digits(1, tail).D; got != c.want {
			t.Errorf("2.5 - %+v to one digit is %s, want %s", c.ref.Sign(), got, c.want)
		}
		d, tail = diff(v.Negated().Ratio(), c.ref.Negated())
		if got := d.digits(1, tail).D; got != c.want {
			t.Errorf("-2.5 + %+v to one digit is %s, want %s", c.ref.Sign(), got, c.want)
		}
	}
	for _, d := range []Digits{{D: "123", Exp: 70_000}, {D: "123", Exp: -70_000}} {
		if !strings.Contains(d.Plain(), "e") {
			t.Errorf("Plain of exponent %d has %d characters", d.Exp, len(d.Plain()))
		}
	}
	if _, _, ok := huge.Fixed(2); ok {
		t.Error("400,000,000 digits are promised")
	}
	if _, s, ok := tiny.Fixed(2); !ok || s != "0" {
		t.Errorf("tiny to two decimals: %s", s)
	}
}
