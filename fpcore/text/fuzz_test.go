package text

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

func FuzzParse(f *testing.F) {
	for i, s := range []string{"0.1", "-0", "1e-45", ".5", "5.", "+3", "1_000", "0x1.8p+1", "0x10", "0b01", "2/3", "0.1/3", "2^-149", "3*2^7",
		"inf", "-∞", "nan(3)", "snan", "pi", "e/2", "−1", "1e400000000", "1e-999999999999999999999", "0x1p-99999999", "9^9999*7", "1+2^-24", "sqrt(2)-√2", "((1))", "2^(1/3)", "exp(ln(2))^99", "sin(1e300)", "1e9999+1e-9999", "1\u20092", "0b0 1…", "0x3f80 0000"} {
		f.Add(s, uint8(i), uint8(i))
	}
	f.Fuzz(func(t *testing.T, s string, which, dir uint8) {
		g := format.All[int(which)%len(format.All)]
		env := round.Env{Direction: round.Directions[int(dir)%len(round.Directions)].Dir, RandomBits: 8, Random: uint64(dir)}
		p, err := Parse(s, g, env)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Pos < 0 || e.Pos > len(s) || e.Msg == "" {
				t.Fatalf("%q: error %#v", s, err)
			}
			return
		}
		if !p.Bits.Shr(uint(g.Bits)).IsZero() {
			t.Fatalf("%q: %s has more bits than %s", s, Bits(g, p.Bits), g.ID)
		}
		// What was read is written so that it is read again.
		if k := g.ClassOf(p.Bits); !k.IsInvalid() {
			for _, w := range []string{Shortest(g, p.Bits), Hex(g, p.Bits), Bits(g, p.Bits)} {
				if q, err := Parse(w, g, round.Env{}); err != nil || q.Bits != p.Bits && k != format.PseudoSubnormal {
					t.Fatalf("%q is %s, written %s, read as %s (%v)", s, Bits(g, p.Bits), w, Bits(g, q.Bits), err)
				}
			}
		}
		// Plain decimals have the value that math/big reads.
		if p.Kind == KindDecimal && !p.Clamped && len(s) < 60 && !strings.ContainsAny(s, "_fFlL'") && -400 < p.Exact.Exp10 && p.Exact.Exp10 < 400 {
			want, ok := new(big.Rat).SetString(strings.TrimSpace(s))
			if ok {
				got := new(big.Rat).Mul(new(big.Rat).SetInt(natBig(p.Exact.Num)), power10(int(p.Exact.Exp10)))
				if p.Exact.Neg {
					got.Neg(got)
				}
				if got.Cmp(want) != 0 {
					t.Fatalf("%q is read as %s", s, got)
				}
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	for _, s := range []string{"0.1", "3.4028234663852886e38", "2/3", "0x1.8p+1", "0x3f800000"} {
		b.Run(strings.ReplaceAll(s, "/", "over"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Parse(s, format.F32, round.Env{})
			}
		})
	}
}

func BenchmarkPrint(b *testing.B) {
	c := wide.From64(0x3fb999999999999a)
	quad := format.F128.MinNormal(false).Sub(wide.From64(1))
	for _, w := range []struct {
		name string
		do   func()
	}{
		{"shortest", func() { Shortest(format.F64, c) }},
		{"shortest-tiny", func() { Shortest(format.F64, wide.From64(1)) }},
		{"decimal", func() { Decimal(format.F64, c) }},
		{"hex", func() { Hex(format.F64, c) }},
		{"g10", func() { FormatG(format.F64, c, 10) }},
		{"quad-subnormal-decimal", func() { Decimal(format.F128, quad) }},
		{"quad-subnormal-shortest", func() { Shortest(format.F128, quad) }},
	} {
		b.Run(w.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				w.do()
			}
		})
	}
}
