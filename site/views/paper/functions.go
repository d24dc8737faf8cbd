package paper

import (
	"strconv"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/words"
)

// measured is what an NVIDIA H200 did with a function: the number of results, those that were not correctly rounded,
// those more than one float from the correctly rounded result, and the largest error in ulp of the exact value.
type measured struct {
	results, wrong, twoOff uint64
	worst                  string
}

// The figures of the recorded runs, CUDA 13.0 by default: float functions on all 2^32 arguments, sin of double on two
// million. A double two off would be an error of 1.5 ulp or more.
var (
	measuredRoot   = measured{2139095041, 0, 0, "0.5"}
	measuredCos    = measured{4278190080, 429339512, 8, "1.51092"}
	measuredDouble = measured{2000000, 260381, 0, "1.4765"}
)

// sinBound is the bound of double sin in the programming guides 4.2 to 13, in ulp.
const sinBound = 2

// functionClaims are the statements of section 5.1, Mathematical Function Accuracy.
var functionClaims = []claim{
	{
		id: "simple",
		lines: func() []*Line {
			return []*Line{
				answer("sqrtf and the closest result", measuredRoot.wrong == 0, "always", "not always", "always", everyEdition),
				shown("results of sqrtf that are not the closest", inWords(countOf(measuredRoot.wrong, measuredRoot.results)), "all arguments"),
			}
		},
	},
	{
		id: "dilemma",
		lines: func() []*Line {
			exp, _ := exact.FindFunction("exp")
			easy, _ := exact.FromBits(format.F64, read(format.F64, "1"))
			hard, _ := exact.FromBits(format.F64, read(format.F64, hardExp))
			plain, _ := exp.Need(env, format.F64, easy)
			deep, _ := exp.Need(env, format.F64, hard)
			enough := 2 * int(format.F64.P)
			return []*Line{
				answer("twice the digits of a double", deep.Bits <= enough, "enough", "not always enough", "not always enough", everyEdition),
				shown("bits of exp(1) that decide", plainSpan(strconv.Itoa(plain.Bits)), "for "+strconv.Itoa(plain.Kept)+" bits"),
				shown("bits of exp("+hardExp+")", plainSpan(strconv.Itoa(deep.Bits)), strconv.Itoa(deep.Run)+" equal bits in a row"),
			}
		},
	},
	{
		id: "giveup",
		lines: func() []*Line {
			return []*Line{
				answer("correct rounding of cosf", measuredCos.wrong > 0, "given up", "kept", "given up", everyEdition),
				shown("results that are not the closest", inWords(countOf(measuredCos.wrong, measuredCos.results)), "H200, all arguments"),
				shown("more than one float off", plainSpan(strconv.FormatUint(measuredCos.twoOff, 10)), ""),
				shown("largest error", plainSpan(measuredCos.worst+" ulp"), "documented bound: 2"),
			}
		},
	},
	{
		id: "sinbound", agrees: Documented,
		lines: func() []*Line {
			return []*Line{
				printed("documented bound of sin, double", plainSpan(strconv.Itoa(sinBound)+" ulp"), "CUDA 4.2 to 13", "2 ulp", everyEdition),
				shown("largest error found", plainSpan(measuredDouble.worst+" ulp"), "H200, "+grouped(measuredDouble.results)+" arguments"),
			}
		},
	},
	{
		id: "otherwords",
		lines: func() []*Line {
			return []*Line{
				printed("from the mathematical result, at most", plainSpan(half(2*sinBound+1)+" ulp"), "", "2 ulp", everyEdition),
				shown("from the correctly rounded result", plainSpan(strconv.Itoa(sinBound)+" ulp"), "as documented"),
				shown("from there to the mathematical result", plainSpan(half(1)+" ulp"), "rounding to nearest"),
			}
		},
	},
	{
		id: "mostinputs", differs: Outdated,
		lines: func() []*Line {
			m := measuredDouble
			share := func(n uint64) string {
				switch {
				case n == 0:
					return "none"
				case 2*n > m.results:
					return "most"
				}
				return "some"
			}
			return []*Line{
				printed("correctly rounded", Spans{{share(m.results - m.wrong), toneWords}}, countOf(m.results-m.wrong, m.results), "most", everyEdition),
				printed("off by 1 ulp", Spans{{share(m.wrong - m.twoOff), toneWords}}, countOf(m.wrong-m.twoOff, m.results), "some", pdf2011),
				printed("off by 2 ulp", Spans{{share(m.twoOff), toneWords}}, countOf(m.twoOff, m.results), "a small percentage", pdf2011),
			}
		},
	},
	{
		id: "figure6",
		lines: func() []*Line {
			n := figureSix()
			line := func(c wide.U128) Spans {
				return outputSpan("cos(" + text.FormatF(format.F32, n.arg, 6) + "): " + text.FormatG(format.F64, c, 10))
			}
			cos, _ := exact.FindFunction("cos")
			digits, _ := cos.Digits(n.x, 16)
			return []*Line{
				printed("x, a volatile float", outputSpan(text.FormatF(format.F32, n.arg, 1)), codeText(format.F32, n.arg), "5992555.0", everyEdition),
				printed("gcc -m64: correctly rounded", line(n.best), codeText(format.F64, n.best), "cos(5992555.000000): 3.320904615e-07", everyEdition),
				printed("gcc -m32: fcos of x87", line(n.fcos), codeText(format.F64, n.fcos), "cos(5992555.000000): 3.320904692e-07", everyEdition),
				shown("cos(5992555)", exactSpan(digits.Scientific(2)+"…"), ""),
				shown("error of fcos", plainSpan(cos.ErrorUlps(format.F64, n.fcos, n.x, 6)), "in ulp of double"),
				lineOf("__cosf on an H200;f @9.0 5992555 __cosf"),
			}
		},
	},
	{
		id: "mixing",
		lines: func() []*Line {
			n := figureSix()
			chip, _ := bits('f', "@9.0 5992555 cos")
			fast, _ := bits('f', "@9.0 5992555 __cosf")
			different := map[string]bool{}
			lines := []*Line{nil}
			for _, r := range []struct {
				label string
				f     *format.Format
				code  wide.U128
			}{{"double, correctly rounded", format.F64, n.best}, {"double, fcos of x87", format.F64, n.fcos}, {"float, cosf of an H200", format.F32, chip}, {"float, __cosf of an H200", format.F32, fast}} {
				s := words.Brief(r.f, r.code)
				different[s] = true
				lines = append(lines, shown(r.label, plainSpan(s), codeText(r.f, r.code)))
			}
			lines[0] = answer("cosines of 5992555 in several precisions, libraries and units", len(different) > 1, "different", "the same", "different", pdf2011)
			return lines
		},
	},
	{
		id: "library",
		lines: func() []*Line {
			n := figureSix()
			var lines []*Line
			matching := ""
			for _, bits := range []int{53, 64, 66} {
				w := exact.CosWithPi(n.x, bits, false, 80)
				c := w.Lo.Round(env, format.F64).Bits
				g := text.FormatG(format.F64, c, 10)
				if g == text.FormatG(format.F64, n.fcos, 10) {
					matching += strconv.Itoa(bits)
				}
				lines = append(lines, shown("π truncated to "+strconv.Itoa(bits)+" bits", outputSpan(g), ""))
			}
			w := exact.CosWithPi(n.x, 66, false, 80)
			missing := exact.Pi(200, false).Sub(w.Cut)
			return append([]*Line{
				answer("the two results", n.best != n.fcos, "different", "the same", "different", everyEdition),
				shown("the printed second result", Spans{{"fcos, π of " + matching + " bits", toneWords}}, ""),
				shown("π - π of 66 bits", exactSpan(missing.Digits(6).Scientific(2)), ""),
				shown("quarter turns in 5992555", plainSpan(w.Q.Decimal()), ""),
				shown("their product / 2", exactSpan(missing.Mul(w.Q).Scaled(-1).Digits(6).Scientific(2)), "the error of the angle"),
			}, lines...)
		},
	},
	{
		id: "gccversion", differs: Misprinted,
		lines: func() []*Line {
			const version, build = "4.4.3", "4ubuntu5"
			return []*Line{
				printed("package of gcc "+version, plainSpan(version+"-"+build), "", "4.3.3-4ubuntu5", everyEdition),
			}
		},
	},
	{
		id: "slightly",
		lines: func() []*Line {
			n := figureSix()
			return []*Line{
				answer("GPU and CPU results of a function", measuredCos.wrong > 0 && measuredDouble.wrong > 0, "often differ", "agree", "often differ", everyEdition),
				shown("cosf, other than correctly rounded", inWords(countOf(measuredCos.wrong, measuredCos.results)), ""),
				shown("sin of double", inWords(countOf(measuredDouble.wrong, measuredDouble.results)), ""),
				shown("cos of double, Figure 6", outputSpan(text.FormatG(format.F64, n.best, 17)), "the same on an H200 and in glibc 2.36"),
			}
		},
	},
}

// hardExp is a double for which exp is hard to round: verified by the number of bits that it shows.
const hardExp = "0x1.9e9cbbfd6080bp-31"

// sixth has the numbers of Figure 6: the argument as float, its value, and both cosines.
type sixth struct {
	arg        wide.U128
	x          exact.Value
	best, fcos wide.U128
}

func figureSix() (n sixth) {
	n.arg = read(format.F32, "5992555")
	n.x = valueOf(n.arg)
	cos, _ := exact.FindFunction("cos")
	n.best = cos.RoundValue(env, format.F64, n.x).Bits
	n.fcos, _ = bits('x', "@x87 5992555 7fcos 7st64")
	return n
}

// outputSpan is text that a program prints.
func outputSpan(s string) Spans { return Spans{{s, toneOutput}} }

// answer is a line with one of two answers.
func answer(label string, holds bool, yes, no, printedText string, in Editions) *Line {
	live := no
	if holds {
		live = yes
	}
	return printed(label, inWords(live), "", printedText, in)
}

// half writes n/2.
func half(n int) string {
	if n%2 == 0 {
		return strconv.Itoa(n / 2)
	}
	return strconv.Itoa(n/2) + ".5"
}

// countOf writes a part of a whole and its share.
func countOf(n, all uint64) string {
	share := strconv.FormatUint((n*2000/all+1)/2, 10)
	if len(share) == 1 {
		share = "0" + share
	}
	s := grouped(n) + " of " + grouped(all)
	if n == 0 || n == all {
		return s
	}
	return s + " (" + share[:len(share)-1] + "." + share[len(share)-1:] + "\u00a0%)"
}

// grouped writes a number with commas.
func grouped(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
