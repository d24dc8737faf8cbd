package paper

import (
	"strconv"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// formatClaims are the statements of section 2.1, Formats.
var formatClaims = []claim{
	{
		id: "standard", differs: Outdated,
		lines: func() []*Line {
			return []*Line{printed("last revision of IEEE 754", plainSpan("2019"), "IEEE Std 754-2019", "2008", everyEdition)}
		},
	},
	{
		id: "widths",
		lines: func() []*Line {
			width := func(f *format.Format) Spans {
				return Spans{{strconv.Itoa(f.Bits - f.ExpBits - f.FracBits), toneSign}, {" ", tonePlain}, {strconv.Itoa(f.ExpBits), toneExponent},
					{" ", tonePlain}, {strconv.Itoa(f.FracBits), toneTrailing}}
			}
			return []*Line{
				printed("float", width(format.F32), "sign, exponent, fraction", "1 8 23", pdf2011),
				printed("double", width(format.F64), "", "1 11 52", pdf2011),
				printed("bits of float and double", plainSpan(strconv.Itoa(format.F32.Bits)+" and "+strconv.Itoa(format.F64.Bits)), "", "32 and 64", everyEdition),
			}
		},
	},
	{
		id: "minus192",
		lines: func() []*Line {
			c := minus192(format.F32)
			n := format.F32.Unpack(c)
			sign := "0"
			if n.Sign {
				sign = "1"
			}
			value, _ := exact.FromBits(format.F32, c)
			live := Spans{{"(-1)^" + sign, toneSign}, {" × ", tonePlain}, {"2^" + strconv.Itoa(int(n.Exp)), toneExponent},
				{" × ", tonePlain}, {exact.Value{Mag: value.Mag, Exp: value.Exp - int64(n.Exp)}.Decimal(), toneTrailing}}
			return []*Line{printed("-192", live, "", "(-1)^1 × 2^7 × 1.5", everyEdition)}
		},
	},
	{
		id: "biases",
		lines: func() []*Line {
			return []*Line{
				printed("bias of float", Spans{{strconv.Itoa(int(format.F32.Bias)), toneExponent}}, "", "127", everyEdition),
				printed("bias of double", Spans{{strconv.Itoa(int(format.F64.Bias)), toneExponent}}, "", "1023", everyEdition),
			}
		},
	},
	{
		id: "exponent7",
		lines: func() []*Line {
			return []*Line{
				printed("exponent 7 in float", biased(format.F32, minus192(format.F32)), "", "134", everyEdition),
				printed("exponent 7 in double", biased(format.F64, minus192(format.F64)), "", "1030", everyEdition),
			}
		},
	},
	{
		id: "minus192float", differs: Misprinted,
		lines: func() []*Line {
			c := minus192(format.F32)
			return []*Line{printed("-192 as float", fieldText(format.F32, c, false), codeText(format.F32, c), "1 10000110 .100000000000000000000000", pdf2011)}
		},
	},
	{
		id: "minus192double",
		lines: func() []*Line {
			c := minus192(format.F64)
			return []*Line{printed("-192 as double", fieldText(format.F64, c, true), codeText(format.F64, c), "1 10000000110 .10000000000000000…0000000", pdf2011)}
		},
	},
	{
		id: "thirds",
		lines: func() []*Line {
			return []*Line{printed("2/3 in binary", exactSpan("0."+expand(2, 3, 8)+"…"), "", "0.10101010…", everyEdition)}
		},
	},
	{
		id: "thirdsfloat",
		lines: func() []*Line {
			c := twoThirds(format.F32)
			return []*Line{
				printed("2/3 as float", fieldText(format.F32, c, false), codeText(format.F32, c), "0 01111110 .01010101010101010101011", pdf2011),
				shown("its value", plainSpan(text.Decimal(format.F32, c)), thirdsError(format.F32, c)),
			}
		},
	},
	{
		id: "thirdsdouble",
		lines: func() []*Line {
			c := twoThirds(format.F64)
			return []*Line{
				printed("2/3 as double", fieldText(format.F64, c, true), codeText(format.F64, c), "0 01111111110 .01010101010101010…1010101", pdf2011),
				shown("its value", plainSpan(text.Decimal(format.F64, c)), thirdsError(format.F64, c)),
			}
		},
	},
	{
		id: "thirdsexponent",
		lines: func() []*Line {
			exponent := func(f *format.Format) Spans {
				_, e, _ := f.Split(twoThirds(f))
				return Spans{{strconv.Itoa(int(e) - int(f.Bias)), toneExponent}}
			}
			return []*Line{
				printed("exponent of 2/3, float", exponent(format.F32), "", "-1", everyEdition),
				printed("exponent of 2/3, double", exponent(format.F64), "", "-1", everyEdition),
			}
		},
	},
}

// minus192 returns the code of -192, which every format here can hold.
func minus192(f *format.Format) wide.U128 {
	return exact.New(true, wide.Nat{192}, 0).Round(env, f).Bits
}

// twoThirds returns 2 divided by 3.
func twoThirds(f *format.Format) wide.U128 {
	two := exact.New(false, wide.Nat{2}, 0).Round(env, f).Bits
	three := exact.New(false, wide.Nat{3}, 0).Round(env, f).Bits
	return arith.Div(env, f, f, two, three, nil).Bits
}

func thirdsError(f *format.Format, c wide.U128) string {
	third, _ := exact.FromInt64(2).Quo(exact.FromInt64(3))
	return exact.ErrorUlps(f, c, third) + " ulp"
}

// biased returns the stored exponent of a code as a decimal number.
func biased(f *format.Format, c wide.U128) Spans {
	_, e, _ := f.Split(c)
	return Spans{{strconv.Itoa(int(e)), toneExponent}}
}

// expand returns the first n binary digits after the point of a/b < 1, by long division.
func expand(a, b, n int) string {
	digits := make([]byte, n)
	for i := range digits {
		a *= 2
		digits[i] = '0' + byte(a/b)
		a %= b
	}
	return string(digits)
}
