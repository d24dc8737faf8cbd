package text

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// One number in every form people use.
func TestForms(t *testing.T) {
	for _, c := range []struct {
		f    *format.Format
		s    string
		bits uint64
		kind Kind
	}{
		{format.F32, "0.1", 0x3dcccccd, KindDecimal},
		{format.F32, " +0.1 ", 0x3dcccccd, KindDecimal},
		{format.F32, "1e-1f", 0x3dcccccd, KindDecimal},
		{format.F32, "0.1F", 0x3dcccccd, KindDecimal},
		{format.F32, "10E-2l", 0x3dcccccd, KindDecimal},
		{format.F32, ".1", 0x3dcccccd, KindDecimal},
		{format.F32, "5.", 0x40a00000, KindDecimal},
		{format.F32, "\u2212192", 0xc3400000, KindDecimal},
		{format.F32, "\u2212 192\u00a0", 0xc3400000, KindDecimal},
		{format.F32, "16_777_216", 0x4b800000, KindDecimal},
		{format.F32, "16'777'216", 0x4b800000, KindDecimal},
		{format.F32, "16\u2009777\u202f216", 0x4b800000, KindDecimal},
		{format.F32, "-0", 0x80000000, KindDecimal},
		{format.F32, "-0/7", 0x80000000, KindFraction},
		{format.F32, "1e400000000", 0x7f800000, KindDecimal},
		{format.F32, "-1e-400000000", 0x80000000, KindDecimal},
		{format.F32, "0x1.8p+1", 0x40400000, KindHexFloat},
		{format.F32, "-0X.8P1f", 0xbf800000, KindHexFloat},
		{format.F32, "0x1.8", 0x3fc00000, KindHexFloat},
		{format.F32, "0x1p-149", 1, KindHexFloat},
		{format.F32, "0x10p0", 0x41800000, KindHexFloat},
		{format.F32, "0x10", 0x10, KindBits},
		{format.F32, "0X3F80_0000", 0x3f800000, KindBits},
		{format.F32, "0x3f80 0000", 0x3f800000, KindBits},
		{format.F32, "0b0_01111111_00000000000000000000000", 0x3f800000, KindBits},
		{format.F32, "0b0 01111111 1…", 0x3fc00000, KindBits},
		{format.F32, "0x3f8…", 0x3f800000, KindBits},
		{format.F32, "2/3", 0x3f2aaaab, KindFraction},
		{format.F32, "-2 ÷ 3", 0xbf2aaaab, KindFraction},
		{format.F32, "2^-149", 1, KindPower},
		{format.F32, "3*2^7", 0x43c00000, KindPower},
		{format.F32, "13421773 × 2^-27", 0x3dcccccd, KindPower},
		{format.F32, "10^2", 0x42c80000, KindPower},
		{format.F32, "2^-1000000000000", 0, KindPower},
		{format.F32, "2⁻¹⁴⁹", 1, KindPower},
		{format.F32, "1.5×10⁺² / 2", 0x42960000, KindFraction},
		{format.F32, "10⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹", 0x7f800000, KindPower},
		{format.F32, "0^3", 0, KindPower},
		{format.F32, "7^0", 0x3f800000, KindPower},
		{format.F32, "1^1000000000000", 0x3f800000, KindPower},
		{format.F32, "0.5^-2", 0x40800000, KindPower},
		{format.F32, "-1.5^2", 0xc0100000, KindPower},
		{format.F32, "inf", 0x7f800000, KindInfinity},
		{format.F32, "-Infinity", 0xff800000, KindInfinity},
		{format.F32, "\u2212∞", 0xff800000, KindInfinity},
		{format.F32, "NaN", 0x7fc00000, KindNaN},
		{format.F32, "-nan(0x3)", 0xffc00003, KindNaN},
		{format.F32, "nan( 4194303 )", 0x7fffffff, KindNaN},
		{format.F32, "snan", 0x7f800001, KindNaN},
		{format.F32, "sNaN(0b101)", 0x7f800005, KindNaN},
		{format.F32, "pi", 0x40490fdb, KindConstant},
		{format.F32, "π", 0x40490fdb, KindConstant},
		{format.F32, "2*π", 0x40c90fdb, KindPower},
		{format.TF32, "0x1fc00", 0x1fc00, KindBits},
		{format.TF32, "1", 0x1fc00, KindDecimal},
		{format.E4M3, "nan", 0x7f, KindNaN},
		{format.E4M3, "-nan", 0xff, KindNaN},
		{format.E4M3, "448", 0x7e, KindDecimal},
		{format.E5M2FNUZ, "nan", 0x80, KindNaN},
		{format.E8M0, "nan", 0xff, KindNaN},
		{format.E8M0, "2^-127", 0, KindPower},
		{format.E2M1, "inf", 0x7, KindInfinity},
		{format.E2M1, "nan", 0x7, KindNaN},
		{format.E5M2, "snan(1)", 0x7d, KindNaN},
	} {
		p, err := Parse(c.s, c.f, round.Env{})
		if err != nil {
			t.Errorf("%s: %q: %v", c.f.ID, c.s, err)
			continue
		}
		if p.Bits != wide.From64(c.bits) || p.Kind != c.kind {
			t.Errorf("%s: %q is %s kind %d, want %#x kind %d", c.f.ID, c.s, Bits(c.f, p.Bits), p.Kind, c.bits, c.kind)
		}
	}
	for s, want := range map[string]string{
		"snan(5)": "0x7fff8000000000000005", "nan(5)": "0x7fffc000000000000005", "-inf": "0xffff8000000000000000",
		"1": "0x3fff8000000000000000", "0b0_000000000000000_1…": "0x00008000000000000000",
	} {
		if p, err := Parse(s, format.X87, round.Env{}); err != nil || Bits(format.X87, p.Bits) != want {
			t.Errorf("x87: %q is %s, want %s (%v)", s, Bits(format.X87, p.Bits), want, err)
		}
	}
}

// Errors name the byte where reading stopped and say something.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		f    *format.Format
		s    string
		pos  int
		part string
	}{
		{format.F32, "", 0, "nothing to read"},
		{format.F32, "  ", 2, "nothing to read"},
		{format.F32, "-", 1, "ends where a number is expected"},
		{format.F32, "abc", 0, "a number is expected"},
		{format.F32, "1,5", 1, "decimal point is ."},
		{format.F32, "1.2.3", 3, "does not belong here"},
		{format.F32, "1e", 2, "exponent is expected"},
		{format.F32, "1e+", 3, "exponent is expected"},
		{format.F32, "0x1.8p", 6, "exponent is expected"},
		{format.F32, "0x", 2, "needs digits"},
		{format.F32, "0x.p1", 3, "hexadecimal digit"},
		{format.F32, "0b2", 2, "needs digits"},
		{format.F32, "0x3f8000001", 10, "at most 8 hexadecimal digits"},
		{format.F32, "0b" + strings.Repeat("1", 33), 34, "at most 32 binary digits"},
		{format.TF32, "0x80000", 2, "19 bits"},
		{format.F32, "-0x3f800000", 0, "carries its own sign"},
		{format.F32, "0x10/3", 4, "stands alone"},
		{format.F32, "3*0x10", 2, "stands alone"},
		{format.F32, "1/0", 2, "divisor is 0"},
		{format.F32, "1/", 2, "ends where a number is expected"},
		{format.F32, "0^-1", 1, "no negative power"},
		{format.F32, "3^10000000", 1, "too long"},
		{format.F32, "3^-10000000", 1, "too long"},
		{format.F32, "2^x", 2, "exponent is expected"},
		{format.F32, "51.2^40000", 4, "too long"},
		{format.F32, "0x3p-10^100000", 7, "too long"},
		{format.F32, "2^-1000000*2^900000", 10, "too long"},
		{format.F32, "2⁻", 1, "⁻ does not belong here"},
		{format.F32, "inf,", 3, "does not belong here"},
		{format.F32, "0x10 z", 5, "z does not belong here"},
		{format.F32, strings.Repeat("3^80000*", 9) + "1", 15, "too much work"},
		{format.F32, "2**3", 1, "written with ^"},
		{format.F32, "inf+2", 3, "stand alone"},
		{format.F32, "0x10+2", 4, "stands alone"},
		{format.F32, "1+", 2, "ends where a number is expected"},
		{format.F32, "(1+2", 0, "not closed"},
		{format.F32, "1+2)", 3, "no parenthesis is open"},
		{format.F32, "(1,2)", 2, "a comma"},
		{format.F32, "sin 2", 4, "in parentheses"},
		{format.F32, "sqrt 2", 5, "in parentheses"},
		{format.F32, "foo(2)", 0, "a number is expected"},
		{format.F32, "sqrt(-1)", 0, "not a real number"},
		{format.F32, "1+ln(0)", 2, "infinite"},
		{format.F32, "exp(10^9)", 0, "farther out"},
		{format.F32, "sin(2^99999)", 0, "farther out"},
		{format.F32, "1/(1/3*3-1)", 2, "divisor is 0"},
		{format.F32, "2^0.5", 3, "in parentheses"},
		{format.F32, "(-2)^(1/3)", 4, "positive number"},
		{format.F32, "sin(pi)", 0, "not decided"},
		{format.F32, "1+2^-99999999", 1, "too long"},
		{format.F32, strings.Repeat("(", 101) + "1", 100, "parentheses inside each other"},
		{format.F32, strings.Repeat("1e9999/7+", 2000) + "1", 564, "too much work"},
		{format.F32, "1 2", 2, "2 does not belong here"},
		{format.F32, "1é", 1, "é does not belong here"},
		{format.F32, "1\x00", 1, "cannot be shown"},
		{format.F32, "1\xff", 1, "cannot be shown"},
		{format.F32, "1_", 1, "_ does not belong here"},
		{format.F32, "nan(", 4, "natural number"},
		{format.F32, "nan(3", 5, "ends with )"},
		{format.F32, "nan(4194304)", 4, "22 bits"},
		{format.F32, "snan(0)", 4, "not 0"},
		{format.F32, "nan x", 4, "does not belong here"},
		{format.F32, "inf5", 0, "a number is expected"},
		{format.E4M3, "snan", 0, "no signaling NaN"},
		{format.E4M3, "nan(1)", 4, "no payload"},
		{format.F32, strings.Repeat("1", MaxInput+1), MaxInput, "at most 20000 bytes"},
	} {
		_, err := Parse(c.s, c.f, round.Env{})
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%.40q: no error", c.s)
			continue
		}
		if e.Pos != c.pos || !strings.Contains(e.Msg, c.part) || !strings.Contains(e.Error(), e.Msg) {
			t.Errorf("%.40q: at %d %q, want at %d %q", c.s, e.Pos, e.Msg, c.pos, c.part)
		}
	}
}

// Environments reach the rounding point, and clamped exponents keep the result right.
func TestEnvironments(t *testing.T) {
	for _, c := range []struct {
		s     string
		env   round.Env
		bits  uint64
		flags round.Flags
	}{
		{"1e400000000", round.Env{Direction: round.TowardZero}, 0x7f7fffff, round.Overflowed | round.Inexact},
		{"-1e99999999999999999999999", round.Env{Direction: round.TowardPositive}, 0xff7fffff, round.Overflowed | round.Inexact},
		{"0x1p99999999999999999999999", round.Env{}, 0x7f800000, round.Overflowed | round.Inexact},
		{"1e-99999999999999999999999", round.Env{Direction: round.TowardPositive}, 1, round.Underflow | round.Inexact},
		{"0x1p-99999999999999999999999", round.Env{Direction: round.ToOdd}, 1, round.Underflow | round.Inexact},
		{"2^-99999999999999999999999", round.Env{Direction: round.TowardNegative}, 0, round.Underflow | round.Inexact},
		{"1e-40", round.Env{FlushOut: round.FlushTinyAfter}, 0, round.Underflow | round.Inexact},
		{"1e40", round.Env{Overflow: round.Saturate}, 0x7f7fffff, round.Overflowed | round.Inexact},
		{"0x1.fffffep-127", round.Env{}, 0x00800000, round.Underflow | round.Inexact},
		{"0x1.ffffffp-127", round.Env{Tininess: round.BeforeRounding}, 0x00800000, round.Underflow | round.Inexact},
		{"0x1.ffffffp-127", round.Env{}, 0x00800000, round.Inexact},
		{"0x1.000001p0", round.Env{Direction: round.TiesToAway}, 0x3f800001, round.Inexact},
		{"0x1.000001p0", round.Env{}, 0x3f800000, round.Inexact},
		{"0x1.000001p0", round.Env{Direction: round.Stochastic, RandomBits: 1, Random: 1}, 0x3f800001, round.Inexact},
		{"0x1.000001p0", round.Env{Direction: round.Stochastic, RandomBits: 1, Random: 2}, 0x3f800000, round.Inexact},
		{"0.1", round.Env{Precision: 8}, 0x3dcd0000, round.Inexact},
	} {
		p, err := Parse(c.s, format.F32, c.env)
		if err != nil || p.Bits != wide.From64(c.bits) || p.Flags != c.flags {
			t.Errorf("%s: %s flags %#x, want %#x flags %#x (%v)", c.s, Bits(format.F32, p.Bits), p.Flags, c.bits, c.flags, err)
		}
		if clamped := strings.Contains(c.s, "999999"); p.Clamped != clamped {
			t.Errorf("%s: Clamped is %v", c.s, p.Clamped)
		}
	}
	if p, err := Parse("-1", format.UE4M3, round.Env{}); err != nil || p.Flags != round.Invalid {
		t.Errorf("-1 in an unsigned format: %+v %v", p, err)
	}
}

func TestPrintForms(t *testing.T) {
	f32 := format.F32
	x87code := func(s string) wide.U128 {
		b, _ := new(big.Int).SetString(s, 16)
		return bigToCode(b)
	}
	for _, c := range []struct{ got, want string }{
		{Bits(f32, wide.From64(0x3f800000)), "0x3f800000"},
		{Bits(format.E2M1, wide.From64(5)), "0x5"},
		{Bits(format.TF32, wide.From64(0x40000)), "0x40000"},
		{Binary(f32, wide.From64(0xc0490fdb)), "0b1_10000000_10010010000111111011011"},
		{Binary(format.E8M0, wide.From64(127)), "0b01111111"},
		{Binary(format.UE4M3, wide.From64(0x38)), "0b0111_000"},
		{Binary(format.X87, x87code("3fff8000000000000000")), "0b0_011111111111111_1_" + strings.Repeat("0", 63)},
		{Hex(f32, wide.From64(1)), "0x1p-149"},
		{Hex(f32, wide.From64(0x80000000)), "-0x0p+0"},
		{Hex(f32, wide.From64(0x40400000)), "0x1.8p+1"},
		{Hex(f32, wide.From64(3)), "0x1.8p-148"},
		{Hex(format.F128, wide.From64(1)), "0x0.0000000000000000000000000001p-16382"},
		{Hex(format.X87, x87code("00000000000000000003")), "0x0.0000000000000006p-16382"},
		{Shortest(f32, wide.From64(0x33d6bf95)), "0.0000001"},
		{Shortest(f32, wide.From64(0x3dcccccd)), "0.1"},
		{Shortest(f32, wide.From64(1)), "1e-45"},
		{Shortest(f32, wide.From64(0x7f7fffff)), "3.4028235e+38"},
		{Shortest(f32, wide.From64(0x60ad78ec)), "100000000000000000000"},
		{Shortest(f32, wide.From64(0x6258d727)), "1e+21"},
		{Shortest(format.E4M3, wide.From64(0x7e)), "450"},
		{Shortest(format.E2M3, wide.From64(0x1f)), "7.5"},
		{Fraction(f32, wide.From64(0x3dcccccd)).String(), "13421773 × 2^-27"},
		{Fraction(f32, wide.From64(0xbf800000)).SigString(), "-8388608 × 2^-23"},
		{Fraction(f32, wide.From64(0xbf800000)).String(), "-1"},
		{Fraction(f32, wide.U128{}).String(), "0"},
		{Fraction(f32, wide.From64(0x7f800000)).String(), "inf"},
		{Decimal(f32, wide.From64(0xffc00003)), "-nan(0x3)"},
		{FormatG(f32, wide.From64(0xffc00003), 8), "-nan"},
		{Shortest(f32, wide.From64(0x7f800001)), "snan(0x1)"},
		{FormatG(f32, wide.From64(0x7f800001), 8), "nan"},
		{FormatG(f32, wide.From64(0x3d653510), 10), "0.05595880747"},
		{FormatG(f32, wide.From64(0x3f800000), 0), "1"},
		{Shortest(format.X87, x87code("7fff0000000000000000")), "pseudo-infinity"},
		{Hex(format.X87, x87code("7fff0000000000000001")), "pseudo-NaN"},
		{Decimal(format.X87, x87code("3fff0000000000000001")), "unnormal"},
		{FormatE(format.X87, x87code("bfff0000000000000001"), 3), "unnormal"},
		{Shortest(format.X87, x87code("00008000000000000000")), Shortest(format.X87, x87code("00018000000000000000"))},
		{Hex(format.X87, x87code("00008000000000000000")), "0x1p-16382"},
		{Shortest(format.X87, x87code("7fffc000000000000007")), "nan(0x7)"},
		{Difference(f32, wide.From64(0xff800000), exact.FromInt64(1), 5), "-inf"},
		{Difference(f32, wide.From64(0x3f800001), exact.FromInt64(1), 5), "≈1.1921e-7"},
		{Difference(f32, wide.From64(0x3f800000), exact.FromInt64(-1), 5), "2"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}
