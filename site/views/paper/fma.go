package paper

import (
	"strconv"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// fmaClaims are the statements of section 2.3, The Fused Multiply-Add.
var fmaClaims = []claim{
	{
		id: "roundings",
		lines: func() []*Line {
			return []*Line{
				printed("roundings of a fused multiply-add", plainSpan(strconv.Itoa(reduce.Fused(1).Operations())), "", "1", everyEdition),
				printed("of a multiply, then an add", plainSpan(strconv.Itoa(reduce.Serial(1).Operations())), "", "2", everyEdition),
			}
		},
	},
	{
		id: "decimalsquare",
		lines: func() []*Line {
			d := decimalSquare()
			return []*Line{
				printed("x²", tenText(d.square.Digits(9)), "", "1.00160064", formulas),
				printed("rn(x²)", tenText(d.squareRounded), "five digits", "1.0016", formulas),
			}
		},
	},
	{
		id: "decimalresults",
		lines: func() []*Line {
			d := decimalSquare()
			return []*Line{
				printed("x² - 1", tenText(d.truth.Digits(6)), "true value", "1.60064 × 10^-4", minuses),
				printed("rn(x² - 1)", tenText(d.fused), "fused multiply-add", "1.6006 × 10^-4", minuses),
				printed("rn(rn(x²) - 1)", tenText(d.separate), "multiply, then add", "1.6000 × 10^-4", minuses),
			}
		},
	},
	{
		id: "decimalsummary", differs: Misprinted,
		lines: func() []*Line {
			return []*Line{printed("rn(x²), in the summary", tenText(decimalSquare().squareRounded), "", "1.0016 × 10^-4", minuses)}
		},
	},
	{
		id: "decimalerrors",
		lines: func() []*Line {
			d := decimalSquare()
			return []*Line{
				printed("error of multiply, then add", tenText(apart(d.separate, d.truth)), "", "0.00064", everyEdition),
				printed("error of the fused multiply-add", tenText(apart(d.fused, d.truth)), "", "0.00004", everyEdition),
				shown("one error over the other", plainSpan(over(apart(d.separate, d.truth), apart(d.fused, d.truth))), ""),
			}
		},
	},
	{
		id: "binary",
		lines: func() []*Line {
			f := figureOneNumbers()
			return []*Line{
				printed("A", datumText(f.a), codeText(format.F32, f.a), "2^0 × 1.00000000000000000000001", formulas),
				printed("B", datumText(f.b), codeText(format.F32, f.b), "-2^0 × 1.00000000000000000000010", minuses),
				printed("rn(A × A + B)", datumText(f.fused), codeText(format.F32, f.fused), "2^-46 × 1.00000000000000000000000", minuses),
				printed("rn(rn(A × A) + B)", datumText(f.separate), codeText(format.F32, f.separate), "0", formulas),
				shown("A × A", binaryText(f.square, 46, false), "exact: "+strconv.Itoa(f.square.Mag.Len())+" bits"),
				shown("rn(A × A)", datumText(f.rounded), codeText(format.F32, f.rounded)),
			}
		},
	},
	{
		id: "mathematical",
		lines: func() []*Line {
			f := figureOneNumbers()
			v := f.square.Add(valueOf(f.b))
			verdict := "different"
			if valueOf(f.fused).Cmp(v) == 0 {
				verdict = "equal"
			}
			return []*Line{
				printed("rn(A × A + B) and A × A + B", plainSpan(verdict), "", "equal", everyEdition),
				shown("A × A + B", exactSpan(v.Decimal()), "every digit"),
			}
		},
	},
	{
		id: "output",
		lines: func() []*Line {
			f := figureOneNumbers()
			g8 := func(c wide.U128) Spans { return outputSpan(text.FormatG(format.F32, c, 8)) }
			return []*Line{
				printed("a.i, the bits of A", plainSpan(codeText(format.F32, f.a)), "", "0x3F800001", everyEdition),
				printed("b.i, the bits of B", plainSpan(codeText(format.F32, f.b)), "", "0xBF800002", everyEdition),
				printed("a", g8(f.a), "", "1.0000001", everyEdition),
				printed("b", g8(f.b), "", "-1.0000002", everyEdition),
				printed("r on x86-64, SSE", g8(f.separate), codeText(format.F32, f.separate), "0", everyEdition),
				printed("r on a Fermi GPU", g8(f.fused), codeText(format.F32, f.fused), "1.4210855e-14", everyEdition),
			}
		},
	},
	{
		id: "colon", differs: Misprinted,
		lines: func() []*Line {
			f := figureOneNumbers()
			return []*Line{
				printed(`printf("a %.8g\n", a.f)`, outputSpan(printf("a %.8g", f.a)), "", "a: 1.0000001", everyEdition),
				printed(`printf("b %.8g\n", b.f)`, outputSpan(printf("b %.8g", f.b)), "", "b: -1.0000002", everyEdition),
				printed(`printf("r %.8g\n", r)`, outputSpan(printf("r %.8g", f.fused)), "fused", "r: 1.4210855e-14", everyEdition),
			}
		},
	},
	{
		id: "semicolon", differs: Misprinted,
		lines: func() []*Line {
			return []*Line{{Label: "second member of the union", Live: plainSpan(member("unsigned", "int", "i")),
				Prints: []Print{{Text: "unsigned int i;", In: pdf2011}, {Text: "unsigned int i", In: htmlModel}}}}
		},
	},
	{
		id: "cpus", differs: Outdated,
		lines: func() []*Line {
			f := figureOneNumbers()
			return []*Line{
				printed("x86 processors with an FMA", plainSpan("AMD since 2011, Intel since 2013"), "", "none", everyEdition),
				shown("this code, SSE instructions", outputSpan(text.FormatG(format.F32, f.separate, 8)), codeText(format.F32, f.separate)),
				shown("this code, FMA3 instructions", outputSpan(text.FormatG(format.F32, f.fused, 8)), codeText(format.F32, f.fused)),
			}
		},
	},
	{
		id: "fermi", differs: Outdated,
		lines: func() []*Line {
			return []*Line{printed("compute capability, then and now", plainSpan("7.5 and above"), "CUDA 13", "2.0", everyEdition)}
		},
	},
}

// decimals are the steps of x² - 1 for x = 1.0008 with five significant decimal digits.
type decimals struct {
	square, truth                  exact.Ratio
	squareRounded, fused, separate exact.Digits
}

func decimalSquare() (d decimals) {
	const digits = 5
	x := exact.Ratio{Num: wide.Nat{10008}, Exp10: -4}
	d.square, _ = x.Mul(x)
	d.truth = minusOne(d.square)
	d.squareRounded = d.square.Digits(digits)
	d.fused = d.truth.Digits(digits)
	d.separate = minusOne(ratioOf(d.squareRounded)).Digits(digits)
	return d
}

// ratioOf returns a rounded number as an exact one again.
func ratioOf(d exact.Digits) exact.Ratio {
	return exact.Ratio{Neg: d.Neg, Num: wide.NatFromDecimal(d.D), Exp10: d.Exp - int64(len(d.D)) + 1}
}

// minusOne returns x - 1 for a decimal number x >= 1 without a denominator.
func minusOne(x exact.Ratio) exact.Ratio {
	x.Num = x.Num.Sub(wide.NatPow10(uint(-x.Exp10)))
	return x
}

// apart returns the distance of a rounded number from the true one, both positive and with at most 12 decimals.
func apart(d exact.Digits, truth exact.Ratio) exact.Digits {
	scaled := func(r exact.Ratio) wide.Nat { return r.Num.Mul(wide.NatPow10(uint(12 + r.Exp10))) }
	a, b := scaled(ratioOf(d)), scaled(truth)
	if a.Cmp(b) < 0 {
		a, b = b, a
	}
	return exact.Ratio{Num: a.Sub(b), Exp10: -12}.Digits(12).Trim()
}

// over returns a/b with up to six digits.
func over(a, b exact.Digits) string {
	q, _ := ratioOf(a).Quo(ratioOf(b))
	return q.Digits(6).Trim().Plain()
}

// figureOne holds the numbers of the binary example and of Figure 1.
type figureOne struct {
	a, b, rounded, fused, separate wide.U128
	square                         exact.Value // A × A
}

func figureOneNumbers() (f figureOne) {
	quantum := exact.New(false, wide.Nat{1}, -23)
	one := exact.New(false, wide.Nat{1}, 0)
	f.a = one.Add(quantum).Round(env, format.F32).Bits
	f.b = one.Add(quantum).Add(quantum).Negated().Round(env, format.F32).Bits
	f.square = valueOf(f.a).Mul(valueOf(f.a))
	f.rounded = arith.Mul(env, format.F32, format.F32, f.a, f.a, nil).Bits
	f.separate = arith.Add(env, format.F32, format.F32, f.rounded, f.b, nil).Bits
	f.fused = arith.FMA(env, format.F32, format.F32, f.a, f.a, f.b, nil).Bits
	return f
}

// printf returns what a format with one %.8g at its end prints.
func printf(format8g string, c wide.U128) string {
	return format8g[:len(format8g)-len("%.8g")] + text.FormatG(format.F32, c, 8)
}

// member is a declaration inside a struct or union: C ends every one with a semicolon (C11, 6.7.2.1).
func member(words ...string) string {
	s := ""
	for i, w := range words {
		if i > 0 {
			s += " "
		}
		s += w
	}
	return s + ";"
}
