package text

import (
	"math/big"
	"strings"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// narrow lists every named format of up to 16 bits and some of other shapes.
func narrow(t testing.TB) []*format.Format {
	var fs []*format.Format
	for _, f := range format.All {
		if f.Bits <= 16 {
			fs = append(fs, f)
		}
	}
	for _, name := range []string{"e2m0", "e5m0", "e2m1", "e6m9", "e3m12", "e10m2", "e9m0", "e2m4"} {
		f, err := format.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		fs = append(fs, f)
	}
	return fs
}

// ratOf returns the value of a finite datum from the fields of its code, sharing nothing with the packages under test.
func ratOf(f *format.Format, c wide.U128) *big.Rat {
	code := bigOf(c)
	frac := new(big.Int).And(code, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(f.FracBits)), big.NewInt(1)))
	exp := int(new(big.Int).Rsh(code, uint(f.FracBits)).Uint64() & (1<<f.ExpBits - 1))
	neg := !f.Unsigned && code.Bit(f.Bits-1) != 0
	q := exp - int(f.Bias) - f.FracBits
	if f.Explicit {
		q++
	}
	switch {
	case f.Codes == format.PowerOnly:
		frac.SetInt64(1)
	case exp == 0:
		q++
	case !f.Explicit:
		frac.SetBit(frac, f.FracBits, 1)
	}
	r := new(big.Rat).SetInt(frac)
	p := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(max(q, -q))))
	if q < 0 {
		p.Inv(p)
	}
	r.Mul(r, p)
	if neg {
		r.Neg(r)
	}
	return r
}

func bigOf(c wide.U128) *big.Int {
	b := new(big.Int).SetUint64(c.Hi)
	return b.Lsh(b, 64).Or(b, new(big.Int).SetUint64(c.Lo))
}

func mustParse(t *testing.T, s string, f *format.Format) Parsed {
	t.Helper()
	p, err := Parse(s, f, round.Env{})
	if err != nil {
		t.Fatalf("%s: %q: %v", f.ID, s, err)
	}
	return p
}

// Every code of every narrow format survives every way of writing it; numbers have the value that the fields say.
func TestEveryCodeRoundTrips(t *testing.T) {
	for _, f := range narrow(t) {
		step := uint64(1)
		if testing.Short() && f.Bits > 8 {
			step = 61
		}
		for code := uint64(0); code < 1<<f.Bits; code += step {
			c := wide.From64(code)
			texts := []string{Bits(f, c), Binary(f, c), Decimal(f, c), Shortest(f, c), Hex(f, c), Fraction(f, c).String(), Fraction(f, c).SigString()}
			for i, s := range texts {
				p := mustParse(t, s, f)
				if p.Bits != c {
					t.Fatalf("%s: %#x is written %q and read as %s", f.ID, code, s, Bits(f, p.Bits))
				}
				// Form 3 is the shortest decimal, which is only close to the number.
				if i != 3 && p.Flags != 0 {
					t.Fatalf("%s: %q raises %#x", f.ID, s, p.Flags)
				}
			}
			if !f.ClassOf(c).IsFinite() {
				continue
			}
			want := ratOf(f, c)
			for _, s := range []string{texts[2], exactText(t, texts[2], f)} {
				got, ok := new(big.Rat).SetString(s)
				if !ok || got.Cmp(want) != 0 {
					t.Fatalf("%s: %#x has the expansion %s, want %s", f.ID, code, s, want)
				}
			}
			if hex, _, err := big.ParseFloat(texts[4], 0, 200, big.ToNearestEven); err != nil {
				t.Fatalf("%s: %q: %v", f.ID, texts[4], err)
			} else if r, _ := hex.Rat(nil); r != nil && r.Cmp(want) != 0 {
				t.Fatalf("%s: %#x is %s in hexadecimal, want %s", f.ID, code, texts[4], want)
			}
		}
	}
}

// exactText returns the exact value that Parse reports for s, written by another route than Decimal.
func exactText(t *testing.T, s string, f *format.Format) string {
	e := mustParse(t, s, f).Exact
	n := len(s)
	neg, digits, ok := e.Fixed(n)
	if !ok {
		t.Fatalf("%s does not fit", s)
	}
	r := digits + "e-" + itoa(n)
	if neg {
		return "-" + r
	}
	return r
}

func itoa(n int) string { return big.NewInt(int64(n)).String() }

// grid lists the finite data that are not negative, in ascending order.
type grid struct {
	codes  []uint64
	values []*big.Rat // ascending, the last is one quantum beyond the largest datum
}

func gridOf(f *format.Format) grid {
	var g grid
	for code := uint64(0); code < 1<<(f.Bits-1) || f.Unsigned && code < 1<<f.Bits; code++ {
		if f.ClassOf(wide.From64(code)).IsFinite() {
			g.codes = append(g.codes, code)
			g.values = append(g.values, ratOf(f, wide.From64(code)))
		}
	}
	n := len(g.values)
	beyond := new(big.Rat)
	if f.P == 1 {
		beyond.Mul(g.values[n-1], big.NewRat(2, 1))
	} else {
		beyond.Sub(g.values[n-1], g.values[n-2])
		beyond.Add(beyond, g.values[n-1])
	}
	g.values = append(g.values, beyond)
	return g
}

// readsBack reports whether x rounds to entry i of the grid under roundTiesToEven.
func (g grid) readsBack(f *format.Format, x *big.Rat, i int) bool {
	half := big.NewRat(1, 2)
	odd := g.codes[i]&1 == 1 || f.P == 1 // a one-bit significand is always odd
	if i > 0 {
		mid := new(big.Rat).Add(g.values[i-1], g.values[i])
		switch c := x.Cmp(mid.Mul(mid, half)); {
		case c < 0:
			return false
		case c == 0:
			// The neighbour below takes the tie if this significand is odd. With one bit, a tie goes up to the
			// next power of two, but to zero from the smallest number.
			if f.P == 1 {
				if g.values[i-1].Sign() == 0 {
					return false
				}
			} else if odd {
				return false
			}
		}
	}
	mid := new(big.Rat).Add(g.values[i], g.values[i+1])
	c := x.Cmp(mid.Mul(mid, half))
	return c < 0 || c == 0 && !odd
}

// The shortest decimal is the shortest: no decimal of fewer digits reads back, and none of as many is closer.
func TestShortestAgainstCounting(t *testing.T) {
	for _, f := range narrow(t) {
		if f.ExpBits > 8 {
			continue
		}
		g := gridOf(f)
		step := 1
		if testing.Short() && f.Bits > 8 {
			step = 151
		}
		for i := 1; i < len(g.codes); i += step {
			c := wide.From64(g.codes[i])
			d, ok := ShortestDigits(f, c)
			if !ok {
				t.Fatalf("%s: %#x has no digits", f.ID, g.codes[i])
			}
			if want := bruteShortest(f, g, i); d.Neg || d.Scientific(1) != want {
				t.Fatalf("%s: %#x is %s, counting gives %s", f.ID, g.codes[i], d.Scientific(1), want)
			}
		}
	}
}

// bruteShortest tries 1, 2, 3 … digits: the multiples of 10^(k-n+1) around the value.
func bruteShortest(f *format.Format, g grid, i int) string {
	v := g.values[i]
	k := 0
	for v.Cmp(power10(k+1)) >= 0 {
		k++
	}
	for v.Cmp(power10(k)) < 0 {
		k--
	}
	for n := 1; ; n++ {
		unit := power10(k - n + 1)
		q := new(big.Rat).Quo(v, unit)
		down := new(big.Int).Quo(q.Num(), q.Denom())
		var best string
		var bestDist *big.Rat
		for j := range int64(2) {
			m := new(big.Int).Add(down, big.NewInt(j))
			x := new(big.Rat).Mul(new(big.Rat).SetInt(m), unit)
			if !g.readsBack(f, x, i) {
				continue
			}
			dist := new(big.Rat).Sub(x, v)
			dist.Abs(dist)
			if bestDist == nil || dist.Cmp(bestDist) < 0 || dist.Cmp(bestDist) == 0 && m.Bit(0) == 0 {
				digits := m.String()
				exp := k - n + len(digits)
				digits = strings.TrimRight(digits, "0")
				best, bestDist = scientific(digits, exp), dist
			}
		}
		if bestDist != nil {
			return best
		}
	}
}

func scientific(digits string, exp int) string {
	s := digits[:1]
	if len(digits) > 1 {
		s += "." + digits[1:]
	}
	if exp >= 0 {
		return s + "e+" + itoa(exp)
	}
	return s + "e" + itoa(exp)
}

func power10(k int) *big.Rat {
	p := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(k, -k))), nil))
	if k < 0 {
		p.Inv(p)
	}
	return p
}

// printf layouts agree with math/big's for every code of binary16.
func TestPrintfAgainstBig(t *testing.T) {
	for code := range uint64(1) << 16 {
		c := wide.From64(code)
		if !format.F16.ClassOf(c).IsFinite() {
			continue
		}
		v, _ := exact.FromBits(format.F16, c)
		b, _ := new(big.Float).SetPrec(53).SetString(v.Decimal())
		n := int(code % 12)
		if got, want := FormatE(format.F16, c, n), b.Text('e', n); got != want {
			t.Fatalf("%%.%de of %#x: %s, want %s", n, code, got, want)
		}
		if got, want := FormatF(format.F16, c, n), b.Text('f', n); got != want {
			t.Fatalf("%%.%df of %#x: %s, want %s", n, code, got, want)
		}
	}
}
