package text

import (
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// randomDecimal draws a decimal text and its value.
func randomDecimal(r *rand.Rand, f *format.Format) (string, *big.Rat) {
	var b strings.Builder
	if r.IntN(2) == 0 {
		b.WriteByte('-')
	}
	b.WriteByte(byte('0' + r.IntN(10)))
	b.WriteByte('.')
	n := r.IntN(25)
	if r.IntN(20) == 0 {
		n = r.IntN(300)
	}
	for range n {
		b.WriteByte(byte('0' + r.IntN(10)))
	}
	reach := int(f.Emax)*3/10 + f.P/3 + 5
	b.WriteByte('e')
	b.WriteString(strconv.Itoa(r.IntN(2*reach) - reach))
	s := b.String()
	x, _ := new(big.Rat).SetString(s)
	return s, x
}

// midText draws the exact decimal of a datum or of the point half way to its neighbour, or a hair off it.
func midText(r *rand.Rand, f *format.Format) (string, *big.Rat) {
	c := randomCode(r, f)
	x := ratOf(f, c)
	if k := f.ClassOf(f.NextUp(c)); r.IntN(4) > 0 && k.IsFinite() {
		x.Add(x, ratOf(f, f.NextUp(c)))
		x.Mul(x, big.NewRat(1, 2))
	}
	s := x.FloatString(x.Denom().BitLen()) // a power of two in the denominator has as many decimals
	if r.IntN(2) == 0 {
		s += strings.Repeat("0", r.IntN(50)) + "1"
		x, _ = new(big.Rat).SetString(s)
	}
	return s, x
}

// Decimals, fractions and hexadecimal numbers agree with the twin in every direction and format, with their flags.
func TestParseAgainstTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, f := range ieeeFormats() {
		rounds := 1500
		if testing.Short() {
			rounds = 300
		}
		if f.ExpBits == 15 {
			rounds = 120
		}
		for i := range rounds {
			var s string
			var x *big.Rat
			switch i % 4 {
			case 0:
				s, x = midText(r, f)
			case 1:
				var d string
				s, x = randomDecimal(r, f)
				n := r.Int64N(1000) + 1
				d = strconv.FormatInt(n, 10)
				if r.IntN(2) == 0 {
					d += ".0625"
				}
				y, _ := new(big.Rat).SetString(d)
				s, x = s+" / "+d, x.Quo(x, y)
			case 2:
				m := r.Uint64() >> r.IntN(64)
				e := r.IntN(2*int(f.Emax)+200) - int(f.Emax) - 150
				s = "0x" + strconv.FormatUint(m, 16) + ".8p" + strconv.Itoa(e)
				x = new(big.Rat).SetInt(new(big.Int).SetUint64(m))
				x.Add(x, big.NewRat(1, 2))
				x.Mul(x, pow2(e))
			default:
				s, x = randomDecimal(r, f)
			}
			if x.Sign() == 0 {
				continue
			}
			env := randomEnv(r, f)
			p, err := Parse(s, f, env)
			if err != nil {
				t.Fatalf("%s: %q: %v", f.ID, s, err)
			}
			want, flags := twinRound(f, x, env)
			if p.Bits != want || p.Flags != flags {
				t.Fatalf("%s: %.80q with %+v: got %s flags %#x, want %s flags %#x", f.ID, s, env, Bits(f, p.Bits), p.Flags, Bits(f, want), flags)
			}
		}
	}
}

// Long runs of hexadecimal digits against exponents that undo them, and powers, keep their value.
func TestLongNumbers(t *testing.T) {
	ones := new(big.Rat).SetInt(new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 4*19000), big.NewInt(1)))
	tenths := new(big.Rat).Quo(big.NewRat(1, 1), power10(12000))
	for _, c := range []struct {
		s string
		x *big.Rat
	}{
		{"0x" + strings.Repeat("f", 19000) + "p-70000", new(big.Rat).Mul(ones, pow2(-70000))},
		{"0x0." + strings.Repeat("0", 18999) + "1p+76000", big.NewRat(1, 1)},
		{"0x0." + strings.Repeat("f", 19000) + "p-16400", new(big.Rat).Mul(ones, pow2(-16400-76000))},
		{strings.Repeat("9", 19000) + "e-19000", new(big.Rat).Sub(big.NewRat(1, 1), new(big.Rat).Quo(big.NewRat(1, 1), power10(19000)))},
		{"0." + strings.Repeat("0", 11999) + "1e12000", big.NewRat(1, 1)},
		{"1." + strings.Repeat("0", 11999) + "1", new(big.Rat).Add(big.NewRat(1, 1), tenths)},
		{"3^5000 / 2^7925", new(big.Rat).Mul(new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(3), big.NewInt(5000), nil)), pow2(-7925))},
		{"2^-100000 * 2^100001", big.NewRat(2, 1)},
		{"2^100000 * 10^-30103", new(big.Rat).Quo(pow2(100000), power10(30103))},
		{"1e-1000000000 * 1e1000000001", big.NewRat(10, 1)},
		{"0.75^-3", big.NewRat(64, 27)},
	} {
		for k, f := range []*format.Format{format.F16, format.F32, format.F128, format.X87} {
			for i, d := range round.Directions {
				if os.Getenv("ULPLAB_LONG") == "" && (i+k)%3 != 0 || testing.Short() && i%2 != 0 { // each direction with some format
					continue
				}
				env := round.Env{Direction: d.Dir, RandomBits: 7, Random: 77}
				p, err := Parse(c.s, f, env)
				if err != nil {
					t.Fatalf("%.40s: %v", c.s, err)
				}
				if want, flags := twinRound(f, c.x, env); p.Bits != want || p.Flags != flags || p.Clamped {
					t.Errorf("%s: %.40s %s: %s flags %#x, want %s flags %#x", f.ID, c.s, d.ID, Bits(f, p.Bits), p.Flags, Bits(f, want), flags)
				}
			}
		}
	}
}

// binary32 and binary64 agree with strconv in reading, shortest and printf layouts.
func TestAgainstStrconv(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	rounds := 100_000
	if testing.Short() {
		rounds = 10_000
	}
	for i := range rounds {
		f, size := format.F64, 64
		if i%2 == 1 {
			f, size = format.F32, 32
		}
		c := randomCode(r, f)
		x := math.Float64frombits(c.Lo)
		if size == 32 {
			x = float64(math.Float32frombits(uint32(c.Lo)))
		}
		want := strconv.FormatFloat(x, 'e', -1, size)
		d, _ := ShortestDigits(f, c)
		if got := d.Scientific(2); got != want {
			t.Fatalf("%s %s: shortest %s, strconv %s", f.ID, Bits(f, c), got, want)
		}
		if p := mustParse(t, Shortest(f, c), f); p.Bits != c {
			t.Fatalf("%s: %s reads as %s", f.ID, Shortest(f, c), Bits(f, p.Bits))
		}
		n := r.IntN(22)
		if got, want := FormatE(f, c, n), strconv.FormatFloat(x, 'e', n, size); got != want {
			t.Fatalf("%s %s: %%.%de is %s, strconv %s", f.ID, Bits(f, c), n, got, want)
		}
		if i%16 < 2 {
			if got, want := FormatF(f, c, n), strconv.FormatFloat(x, 'f', n, size); got != want {
				t.Fatalf("%s %s: %%.%df is %s, strconv %s", f.ID, Bits(f, c), n, got, want)
			}
		}
		s, _ := randomDecimal(r, f)
		y, _ := strconv.ParseFloat(s, size)
		bits := math.Float64bits(y)
		if size == 32 {
			bits = uint64(math.Float32bits(float32(y)))
		}
		if p := mustParse(t, s, f); p.Bits.Lo != bits {
			t.Fatalf("%s: %q reads as %s, strconv %#x", f.ID, s, Bits(f, p.Bits), bits)
		}
	}
}

// The wide formats: every way of writing reads back, the expansion is exact, the shortest decimal is the shortest.
func TestWideFormats(t *testing.T) {
	n := 150
	if testing.Short() {
		n = 20
	}
	r := rand.New(rand.NewPCG(15, 16))
	for _, f := range []*format.Format{format.F64, format.X87, format.F128, format.TF32, format.F32} {
		for range n {
			c := randomCode(r, f)
			v := ratOf(f, c)
			for _, s := range []string{Bits(f, c), Binary(f, c), Decimal(f, c), Shortest(f, c), Hex(f, c), Fraction(f, c).String(), Fraction(f, c).SigString()} {
				if p := mustParse(t, s, f); p.Bits != c {
					t.Fatalf("%s: %s is written %.100q and read as %s", f.ID, Bits(f, c), s, Bits(f, p.Bits))
				}
			}
			if got, _ := new(big.Rat).SetString(Decimal(f, c)); got.Cmp(v) != 0 {
				t.Fatalf("%s: wrong expansion of %s", f.ID, Bits(f, c))
			}
			a := v.Abs(v)
			c = c.And(wide.Mask(uint(f.Bits - 1)))
			low := new(big.Rat).Add(a, ratOf(f, f.NextDown(c)))
			high := new(big.Rat)
			if up := f.NextUp(c); f.ClassOf(up).IsFinite() {
				high.Add(a, ratOf(f, up))
			} else {
				high.Sub(high.Add(a, a).Add(high, a), ratOf(f, f.NextDown(c)))
			}
			low.Mul(low, big.NewRat(1, 2))
			high.Mul(high, big.NewRat(1, 2))
			even := c.Lo&1 == 0
			within := func(x *big.Rat) bool {
				l, h := x.Cmp(low), x.Cmp(high)
				return l > 0 && h < 0 || even && (l == 0 || h == 0)
			}
			d, _ := ShortestDigits(f, c)
			k := int(d.Exp)
			x, _ := new(big.Rat).SetString(d.Scientific(1))
			if !within(x) {
				t.Fatalf("%s: %s is not within half a quantum of %s", f.ID, d.Scientific(1), Bits(f, c))
			}
			n := len(d.D)
			for _, digits := range []int{n - 1, n} {
				if digits == 0 {
					continue
				}
				unit := power10(k - digits + 1)
				y := new(big.Rat).Quo(a, unit)
				down := new(big.Rat).SetInt(new(big.Int).Quo(y.Num(), y.Denom()))
				for j := range int64(2) {
					z := new(big.Rat).Add(down, big.NewRat(j, 1))
					z.Mul(z, unit)
					if !within(z) {
						continue
					}
					if digits < n {
						t.Fatalf("%s: %s is not shortest, %s reads back too", f.ID, d.Scientific(1), z.FloatString(5))
					}
					if dist(z, a).Cmp(dist(x, a)) < 0 {
						t.Fatalf("%s: %s is not closest", f.ID, d.Scientific(1))
					}
				}
			}
		}
	}
}

func dist(x, y *big.Rat) *big.Rat {
	d := new(big.Rat).Sub(x, y)
	return d.Abs(d)
}

// The expansion lengths that everybody can check: binary64's smallest number has 1074 digits after the point,
// binary128's 16494 of which 11563 are significant.
func TestLongestExpansions(t *testing.T) {
	for _, c := range []struct {
		f           *format.Format
		point, sign int
	}{{format.F64, 1074, 751}, {format.F128, 16494, 11529}, {format.F32, 149, 105}} {
		s := Decimal(c.f, wide.From64(1))
		frac := strings.TrimPrefix(s, "0.")
		digits := strings.TrimLeft(frac, "0")
		want := new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(c.point)), nil).String()
		if len(frac) != c.point || digits != want || len(want) != c.sign {
			t.Errorf("%s: %d digits after the point, %d significant", c.f.ID, len(frac), len(digits))
		}
		big := Decimal(c.f, c.f.MinNormal(false).Sub(wide.From64(1)))
		if p := mustParse(t, big, c.f); p.Bits != c.f.MinNormal(false).Sub(wide.From64(1)) || p.Flags != 0 {
			t.Errorf("%s: largest subnormal does not read back", c.f.ID)
		}
	}
	top := format.F128.MinNormal(false).Sub(wide.From64(1))
	if n := len(strings.TrimLeft(strings.TrimPrefix(Decimal(format.F128, top), "0."), "0")); n != 11563 {
		t.Errorf("largest binary128 subnormal has %d significant digits", n)
	}
}

// Stored minus typed, to n digits, against big.Rat.
func TestDifference(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	for _, f := range []*format.Format{format.F16, format.F32, format.F64, format.E4M3, format.X87} {
		rounds := 400
		if testing.Short() {
			rounds = 60
		}
		if f.ExpBits == 15 {
			rounds = 20
		}
		for range rounds {
			s, x := randomDecimal(r, f)
			p := mustParse(t, s, f)
			if !f.ClassOf(p.Bits).IsFinite() {
				continue
			}
			d := new(big.Rat).Sub(ratOf(f, p.Bits), x)
			n := 2 + r.IntN(20)
			got := Difference(f, p.Bits, p.Exact, n)
			if d.Sign() == 0 {
				if got != "0" {
					t.Fatalf("%s in %s: difference %s, want 0", s, f.ID, got)
				}
				continue
			}
			digits, about := strings.CutPrefix(got, "≈")
			y, ok := new(big.Rat).SetString(digits)
			if !ok || about == (y.Cmp(d) == 0) {
				t.Fatalf("%s in %s: %q", s, f.ID, got)
			}
			// Within half a unit of the n-th digit.
			k := 0
			for a := new(big.Rat).Abs(d); a.Cmp(power10(k)) < 0; k-- {
			}
			for a := new(big.Rat).Abs(d); a.Cmp(power10(k+1)) >= 0; k++ {
			}
			tol := power10(k - n + 1)
			if dist(y, d).Cmp(tol.Mul(tol, big.NewRat(1, 2))) > 0 {
				t.Fatalf("%s in %s: difference %s, want %s", s, f.ID, got, d.FloatString(60))
			}
		}
	}
	for _, c := range []struct{ s, want string }{
		{"0.1", "≈1.4901161193847656e-9"},
		{"1e-400000000", "-1e-400000000"}, {"16777216.01", "-0.01"},
		{"0.5", "0"},
		{"16777217", "-1"},
	} {
		p := mustParse(t, c.s, format.F32)
		if got := Difference(format.F32, p.Bits, p.Exact, 17); got != c.want {
			t.Errorf("stored - %s = %s, want %s", c.s, got, c.want)
		}
	}
}

// The Exact that Parse reports is the number that was typed.
func TestExactIsTyped(t *testing.T) {
	for s, want := range map[string]string{
		"2/3": "2/3", "-0.1/3": "-1/30", "0x1.8p+1": "3", "2^-10": "1/1024", "3*2^7": "384", "0x3f800000": "1", "1e3": "1000",
		"1_000.5": "2001/2", "10^-3": "1/1000", "1.5^3": "27/8", "-2^2": "-4", "2/-4": "-1/2", "7 × 3 / 14": "3/2", "0x.8p0 * 3": "3/2",
	} {
		p := mustParse(t, s, format.F32)
		w, _ := new(big.Rat).SetString(want)
		e := p.Exact
		num := new(big.Rat).SetInt(natBig(e.Num))
		if e.Den != nil {
			num.Quo(num, new(big.Rat).SetInt(natBig(e.Den)))
		}
		num.Mul(num, pow2(int(e.Exp2)))
		num.Mul(num, power10(int(e.Exp10)))
		if e.Neg {
			num.Neg(num)
		}
		if !p.Finite || num.Cmp(w) != 0 {
			t.Errorf("%s is read as %s, want %s", s, num, w)
		}
	}
}

func natBig(n wide.Nat) *big.Int {
	b, _ := new(big.Int).SetString(n.String(), 10)
	return b
}

// pi and e from their series, in 700 bits of integers.
func TestConstants(t *testing.T) {
	one := new(big.Int).Lsh(big.NewInt(1), 700)
	atan := func(x int64) *big.Int { // arctan(1/x)
		sum, term := new(big.Int), new(big.Int).Quo(one, big.NewInt(x))
		for n := int64(1); term.Sign() != 0; n += 2 {
			part := new(big.Int).Quo(term, big.NewInt(n))
			if n%4 == 3 {
				part.Neg(part)
			}
			sum.Add(sum, part)
			term.Quo(term, big.NewInt(x*x))
		}
		return sum
	}
	// Gauss: pi = 48 arctan(1/18) + 32 arctan(1/57) - 20 arctan(1/239)
	pi := new(big.Int).Mul(atan(18), big.NewInt(48))
	pi.Add(pi, new(big.Int).Mul(atan(57), big.NewInt(32)))
	pi.Sub(pi, new(big.Int).Mul(atan(239), big.NewInt(20)))
	e, term := new(big.Int), new(big.Int).Set(one)
	for n := int64(1); term.Sign() != 0; n++ {
		e.Add(e, term)
		term.Quo(term, big.NewInt(n))
	}
	for _, c := range []struct {
		name string
		want *big.Int
	}{{"pi", pi}, {"e", e}} {
		p := mustParse(t, c.name, format.F64)
		low, _ := p.Exact.Floor(700, 0)
		if d := new(big.Int).Sub(c.want, natBig(low)); d.Sign() < 0 || d.BitLen() > 700-430 {
			t.Errorf("%s: %x, want %x", c.name, natBig(low), c.want)
		}
		if !p.Enclosed || p.Kind != KindConstant || p.Flags != round.Inexact {
			t.Errorf("%s: %+v", c.name, p)
		}
	}
	if p := mustParse(t, "pi", format.F64); p.Bits.Lo != math.Float64bits(math.Pi) {
		t.Errorf("pi is %s", Bits(format.F64, p.Bits))
	}
	if p := mustParse(t, "-E", format.F64); p.Bits.Lo != math.Float64bits(-math.E) {
		t.Errorf("-e is %s", Bits(format.F64, p.Bits))
	}
	if p := mustParse(t, "π/4", format.F64); p.Bits.Lo != math.Float64bits(math.Pi/4) || p.Kind != KindFraction || !p.Enclosed {
		t.Errorf("pi/4 is %s", Bits(format.F64, p.Bits))
	}
}
