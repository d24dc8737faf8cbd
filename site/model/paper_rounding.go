//go:build !opening

package model

import (
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// roundingClaims are the statements of sections 4.4, Rounding Modes, and 4.5, Controlling Fused Multiply-add.
var roundingClaims = []claim{
	{
		id: "fourmodes", section: "4.4",
		lines: func() []*PaperLine {
			half := paperRead(format.F32, "2.5")
			var names, integers []string
			for _, d := range round.Directions {
				if !strings.HasPrefix(d.Name, "roundTo") && !strings.HasPrefix(d.Name, "roundTies") || d.Dir == round.ToOdd {
					continue // not an attribute of the standard
				}
				names = append(names, d.Name)
				r := arith.RoundToIntegral(round.Env{Direction: d.Dir}, format.F32, format.F32, half, false, nil)
				integers = append(integers, text.Shortest(format.F32, r.Bits))
			}
			return []*PaperLine{
				printed("rounding directions of IEEE 754", Spans{{numberWord(len(names)), ToneWords}}, "754-2008, clause 4.3", "four", EveryEdition),
				shown("by name", Spans{{strings.Join(names, ", "), ToneWords}}, ""),
				shown("2.5 to an integer in each", plainSpan(strings.Join(integers, ", ")), ""),
			}
		},
		links: func() []PaperLink { return []PaperLink{opExample("choose a direction", "paper")} },
	},
	{
		id: "cudafour", section: "4.4",
		lines: func() []*PaperLine {
			chosen := ""
			for _, m := range cudaModes {
				same := true
				for _, tail := range []string{"2^-25", "0x1.8p-24"} {
					x := paperReads(format.F32, "1", tail)
					same = same && chipDo(chipOf(90), "__fadd_"+m, x...) == onFloat(chipOf(90), "a+b", x...)
				}
				if same {
					chosen += m
				}
			}
			return []*PaperLine{
				printed("modes of the intrinsics", plainSpan(suffixes("__fadd_")), "", "[rn|rz|ru|rd]", EveryEdition),
				printed("by default", plainSpan(chosen), "", "rn", EveryEdition),
				factLine("binary32 instructions of 1.3", 13, gpu.RoundingF32),
				factLine("of 2.0", 20, gpu.RoundingF32),
			}
		},
		links: func() []PaperLink {
			return []PaperLink{featureLink("rounding modes of every capability", gpu.RoundingF32)}
		},
	},
	{
		id: "interpretation", section: "4.4",
		lines: func() []*PaperLine {
			lines := []*PaperLine{}
			for i, m := range cudaModes {
				in := EveryEdition
				if i > 1 { // the copies of two editions lost the sign of infinity
					in = PDF2011 | HTML2013 | Newest
				}
				lines = append(lines, printed(m, Spans{{interpretation("__fadd_" + m), ToneWords}}, "",
					[]string{"round to nearest, ties to even", "round towards zero", "round towards +∞", "round towards -∞"}[i], in))
			}
			return append(lines, shown("1 + 2^-24", plainSpan(fourResults("__fadd_", paperReads(format.F32, "1", "2^-24"))), ""),
				shown("-1 - 2^-24", plainSpan(fourResults("__fadd_", paperReads(format.F32, "-1", "-2^-24"))), ""))
		},
		links: func() []PaperLink {
			return []PaperLink{intrinsicLink("1 + 2^-24 in the live table", "1", "2^-24", "1"), intrinsicLink("-1 - 2^-24", "-1", "-2^-24", "1")}
		},
	},
	{
		id: "floattable", section: "4.4",
		lines: func() []*PaperLine {
			return intrinsicTable(format.F32, [2]string{"addition", "__fadd_(x, y)"}, [2]string{"multiplication", "__fmul_(x, y)"}, [2]string{"FMA", "__fmaf_(x, y, z)"},
				[2]string{"reciprocal", "__frcp_(x)"}, [2]string{"division", "__fdiv_(x, y)"}, [2]string{"square root", "__fsqrt_(x)"})
		},
		links: func() []PaperLink {
			return []PaperLink{intrinsicLink("type x, y and z", tableOperands...), opExample("2 ÷ 3 in every direction", "twothirds")}
		},
	},
	{
		id: "doubletable", section: "4.4",
		lines: func() []*PaperLine {
			return intrinsicTable(format.F64, [2]string{"addition", "__dadd_(x, y)"}, [2]string{"multiplication", "__dmul_(x, y)"}, [2]string{"FMA", "__fma_(x, y, z)"},
				[2]string{"reciprocal", "__drcp_(x)"}, [2]string{"division", "__ddiv_(x, y)"}, [2]string{"square root", "__dsqrt_(x)"})
		},
		links: func() []PaperLink {
			return []PaperLink{intrinsicLink("type x, y and z", tableOperands...)}
		},
	},
	{
		id: "sqrtrow", section: "4.4",
		lines: func() []*PaperLine {
			name := "sqrt(x)"
			if i, _, _ := chipOf(90).Find("__dsqrt_rn"); i.In[0].Float == format.F32 {
				name = "sqrtf(x)"
			}
			return []*PaperLine{{Label: "function of the row __dsqrt_[rn|rz|ru|rd]", Live: plainSpan(name), Prints: []Print{
				{Text: "sqrt(x)", In: PDF2011},
				{Text: "sqrtf(x)", In: HTML2013 | CUDA8 | Newest},
			}}}
		},
	},
	{
		id: "moreaccurate", section: "4.5",
		lines: func() []*PaperLine {
			f := figureOneNumbers()
			v := f.square.Add(valueOf(f.b))
			x := paperRead(format.F32, "0.1")
			square := chipDo(chipOf(90), "__fmul_rn", x, x)
			return []*PaperLine{
				verdictLine("closer to a × a + b in Figure 1", exact.Closer(format.F32, f.fused, f.separate, v) < 0, "the fused result", "the separate one", "the fused result", EveryEdition),
				figure5Line("loop of Figure 2, fused", figure5On(chipOf(90))),
				figure5Line("loop of Figure 2, not fused", dotLoop(dotStep(chipOf(90), "__fmul_rn", "__fadd_rn"))),
				resultLine("0.1f * 0.1f - 0.1f * 0.1f, fused", format.F32, onFloat(chipOf(90), "a*b+c", x, x, square.Xor(single(1<<31)))),
				resultLine("not fused", format.F32, onFloat(chipOf(90), "a-b", square, square)),
			}
		},
		links: func() []PaperLink {
			return []PaperLink{fmaExample("Figure 1", "figure1")}
		},
	},
	{
		id: "merged", section: "4.5",
		lines: func() []*PaperLine {
			f, t := figureOneNumbers(), chipOf(90)
			c := onFloat(t, "a*b+c", f.a, f.a, f.b)
			return []*PaperLine{
				verdictLine("a * a + b by default", c == f.fused, "merged", "separate", "merged", EveryEdition),
				shown("instructions", plainSpan(strings.Join(chipCode(t, "a*b+c", false).Names, ", ")), ""),
				resultLine("result", format.F32, c),
			}
		},
		links: func() []PaperLink {
			f := figureOneNumbers()
			return []PaperLink{flagLink("with and without -fmad", gpu.Flags{PrecDiv: true, PrecSqrt: true}, "a*b+c", false, f.a, f.a, f.b), fmaExample("both ways", "figure1")}
		},
	},
	{
		id: "independent", section: "4.5",
		lines: func() []*PaperLine {
			f, t := figureOneNumbers(), chipOf(90)
			c := chipDo(t, "__fadd_rn", chipDo(t, "__fmul_rn", f.a, f.a), f.b)
			return []*PaperLine{
				verdictLine("__fadd_rn(__fmul_rn(a, a), b)", c == f.separate && c != f.fused, "separate", "merged", "separate", EveryEdition),
				resultLine("result", format.F32, c),
				figure5Line("loop of Figure 2 with these", dotLoop(dotStep(t, "__fmul_rn", "__fadd_rn"))),
			}
		},
		links: func() []PaperLink { return []PaperLink{dotExample("the loop, not fused", "fig5", "serial")} },
	},
	{
		id: "fortran", section: "4.5", dated: true,
		lines: func() []*PaperLine {
			f := figureOneNumbers()
			t := chipOf(90)
			t.Flags.FMad = false
			live := "CUDA Fortran"
			if len(chipCode(t, "a*b+c", false).Names) == 2 {
				live = "nvcc (-fmad=false), CUDA Fortran"
			}
			return []*PaperLine{
				printed("compilers with a flag against merging", Spans{{live, ToneWords}}, "", "CUDA Fortran", PDF2011|HTML2013|CUDA6),
				shown("a * a + b with -fmad=false", plainSpan(strings.Join(chipCode(t, "a*b+c", false).Names, ", ")), ""),
				resultLine("result", format.F32, onFloat(t, "a*b+c", f.a, f.a, f.b)),
			}
		},
		links: func() []PaperLink {
			f := figureOneNumbers()
			return []PaperLink{flagLink("-fmad=true beside -fmad=false", gpu.Flags{PrecDiv: true, PrecSqrt: true}, "a*b+c", false, f.a, f.a, f.b)}
		},
	},
}

// cudaModes are the suffixes of CUDA's intrinsics in the order of the paper.
var cudaModes = [...]string{"rn", "rz", "ru", "rd"}

// suffixes returns those that the intrinsics of a name have: "[rn|rz|ru|rd]".
func suffixes(name string) string {
	var have []string
	for _, m := range cudaModes {
		if chipHas(chipOf(90), name+m) {
			have = append(have, m)
		}
	}
	return "[" + strings.Join(have, "|") + "]"
}

// interpretation finds out what an addition does with sums that are not representable: one below, one above and two
// at the middle between floats, of either sign.
func interpretation(name string) string {
	up, down, in, closest := true, true, true, true
	for _, s := range []string{"1", "0x1.000002p0", "-1", "-0x1.000002p0"} {
		for _, r := range []string{"2^-25", "2^-24", "0x1.8p-24"} {
			if s[0] == '-' {
				r = "-" + r
			}
			a, b := paperRead(format.F32, s), paperRead(format.F32, r)
			sum := valueOf(a).Add(valueOf(b))
			c := chipDo(chipOf(90), name, a, b)
			order := valueOf(c).Cmp(sum)
			up, down, in = up && order > 0, down && order < 0, in && (order < 0) != sum.Neg
			closest = closest && sum.Round(paperEnv, format.F32).Bits == c
		}
	}
	switch {
	case closest:
		return "round to nearest, ties to even"
	case up:
		return "round towards +∞"
	case down:
		return "round towards -∞"
	case in:
		return "round towards zero"
	}
	return "none of these"
}

// fourResults says what an intrinsic gives in each mode: the first code in full, of the others the last digits.
func fourResults(name string, x []wide.U128) string {
	first, all := "", ""
	for _, m := range cudaModes {
		i, _, ok := chipOf(90).Find(name + m)
		if !ok {
			continue
		}
		code := codeText(i.Out.Float, chipDo(chipOf(90), name+m, x[:len(i.In)]...))
		switch {
		case first == "":
			first = code
		case code[:len(code)-2] == first[:len(first)-2]:
			all += ", "
			code = "…" + code[len(code)-2:]
		default:
			all += ", "
		}
		all += m + "\u00a0" + code
	}
	return all
}

// tableOperands are x, y and z of the tables.
var tableOperands = []string{"0.1", "3", "1"}

// intrinsicTable has a line for each intrinsic with its name and modes, which the paper prints, and its results for
// the operands x, y and z.
func intrinsicTable(f *format.Format, rows ...[2]string) []*PaperLine {
	var lines []*PaperLine
	x := paperReads(f, tableOperands...)
	for _, row := range rows {
		name, arguments, _ := strings.Cut(row[1], "(")
		live := name + suffixes(name)
		if i, _, ok := chipOf(90).Find(name + "rn"); ok && i.Out.Float == f {
			live += [...]string{"", "(x)", "(x, y)", "(x, y, z)"}[len(i.In)]
		}
		lines = append(lines, printed(row[0], plainSpan(live), fourResults(name, x), name+"[rn|rz|ru|rd]("+arguments, EveryEdition))
	}
	return lines
}

// numberWord writes a small number as a word.
func numberWord(n int) string {
	return strings.Fields("none one two three four five six seven")[n]
}
