package text

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

func TestValueOfKnownNumbers(t *testing.T) {
	for _, x := range []struct {
		f     *format.Format
		code  uint64
		value string
		entry string
	}{
		{format.F16, 0x7bff, "65504", "65504"},
		{format.E4M3, 0x7e, "448", "448"},
		{format.E5M2, 0x7b, "57344", "57344"},
		{format.E8M0, 136, "512", "512"},
		{format.F32, 0x3dcccccd, "≈0.10000000149011612", "0.1"},
		{format.F32, 0x7f7fffff, "≈3.4028234663852886e+38", "3.4028235e+38"},
		{format.F32, 0x4b800000, "16777216", "16777216"},
		{format.F32, 0x5f800000, "18446744073709551616", "18446744073709551616"},
		{format.F32, 0x35800000, "9.5367431640625e-7", "9.5367431640625e-7"},
		{format.F32, 0x80000000, "-0", "-0"},
		{format.F32, 0xff800000, "-inf", "-inf"},
		{format.F64, 0x3fd3333333333334, "≈0.30000000000000004", "0.30000000000000004"},
		{format.F64, 0xbfb999999999999a, "≈-0.10000000000000001", "-0.1"},
	} {
		c := wide.From64(x.code)
		if got := Value(x.f, c); got != x.value {
			t.Errorf("Value of %s %#x is %s, want %s", x.f.Name, x.code, got, x.value)
		}
		if got := Entry(x.f, c); got != x.entry {
			t.Errorf("Entry of %s %#x is %s, want %s", x.f.Name, x.code, got, x.entry)
		}
	}
	if got := ValueTo(format.F32, wide.From64(0x3dcccccd), 6); got != "≈0.100000" {
		t.Errorf("0.1 to six digits is %s", got)
	}
}

// Without ≈ the text is the number; with it, it is not, lies within half a unit of its last digit, and differs from
// those of both neighbours. Entry always reads back.
func TestValueAgainstBig(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 21))
	for _, f := range format.All {
		for range 400 {
			c := wide.U128{Hi: r.Uint64(), Lo: r.Uint64()}.And(wide.Mask(uint(f.Bits)))
			if f.Bits > 64 && r.IntN(2) == 0 { // not only huge and tiny ones
				c = f.Join(false, uint32(f.Bias+r.Int32N(80)-40), c.And(wide.Mask(uint(f.FracBits))))
			}
			if !f.ClassOf(c).IsFinite() {
				continue
			}
			got := Value(f, c)
			about := strings.HasPrefix(got, "≈")
			digits := strings.TrimPrefix(got, "≈")
			told, ok := new(big.Rat).SetString(digits)
			want, _ := new(big.Rat).SetString(Decimal(f, c))
			if !ok || about == (told.Cmp(want) == 0) {
				t.Fatalf("Value of %s %s is %s, its digits are %s", f.Name, Bits(f, c), got, Decimal(f, c))
			}
			if about {
				head, exp, _ := strings.Cut(digits, "e")
				_, after, _ := strings.Cut(head, ".")
				unit, _ := new(big.Rat).SetString("1e" + exp)
				if exp == "" {
					unit = big.NewRat(1, 1)
				}
				unit.Quo(unit, new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(after))), nil)))
				if d := new(big.Rat).Sub(told, want); d.Abs(d).Cmp(unit.Quo(unit, big.NewRat(2, 1))) > 0 {
					t.Fatalf("Value of %s %s is %s: not the nearest", f.Name, Bits(f, c), got)
				}
			}
			if up := f.NextUp(c); up != c && f.ClassOf(up).IsFinite() && f.ClassOf(c) != format.Zero && Value(f, up) == got {
				t.Fatalf("%s %s and the number above are both %s", f.Name, Bits(f, c), got)
			}
			if p, err := Parse(Entry(f, c), f, round.Env{}); err != nil || !f.ClassOf(c).IsInvalid() && p.Bits != f.Canonical(c) {
				t.Fatalf("Entry of %s %s is %s", f.Name, Bits(f, c), Entry(f, c))
			}
		}
	}
}
