//go:build !opening

package model

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
	"ulplab/site/prose"
)

// flagClaims are the statements of sections 4.6, Compiler Flags, and 4.7, Differences from x86.
var flagClaims = []claim{
	{
		id: "modes", section: "4.6",
		lines: func() []*PaperLine {
			return []*PaperLine{ // one copy has lost the flags of the table
				printed("IEEE 754 mode (default)", plainSpan(flagText(ieeeMode)), "", "-ftz=false -prec-div=true -prec-sqrt=true", EveryEdition&^CUDA6),
				printed("fast mode", plainSpan(flagText(fastMode)), "", "-ftz=true -prec-div=false -prec-sqrt=false", EveryEdition&^CUDA6),
			}
		},
		links: func() []PaperLink {
			return []PaperLink{flagLink("both modes side by side", fastMode, "a/b", false, paperReads(format.F32, "5", "6")...)}
		},
	},
	{
		id: "threeflags", section: "4.6", dated: true,
		lines: func() []*PaperLine {
			f := figureOneNumbers()
			t := chipOf(90)
			t.Flags.FMad = false
			flags := "-ftz, -prec-div, -prec-sqrt"
			if onFloat(t, "a*b+c", f.a, f.a, f.b) != onFloat(chipOf(90), "a*b+c", f.a, f.a, f.b) {
				flags += ", -fmad"
			}
			t = gpu.Target{CC: 90, Flags: gpu.Presets[2].Flags}
			x := paperReads(format.F32, "1", "0x1.8p126")
			cos := paperRead(format.F32, "5992555")
			return []*PaperLine{
				printed("flags relevant to IEEE 754 operations", plainSpan(flags), "", "-ftz, -prec-div, -prec-sqrt", EveryEdition),
				shown("-use_fast_math", plainSpan(flagText(t.Flags.Effective())), "and -fmad=true"),
				resultLine("1 / (1.5 × 2^126) by default", format.F32, onFloat(chipOf(90), "a/b", x...)),
				resultLine("with -use_fast_math", format.F32, onFloat(t, "a/b", x...)),
				resultLine("cosf(5992555) with -use_fast_math", format.F32, onFloat(t, "cos", cos)),
			}
		},
		links: func() []PaperLink {
			return []PaperLink{flagLink("-use_fast_math", gpu.Presets[2].Flags, "a/b", false, paperReads(format.F32, "1", "0x1.8p126")...),
				flagLink("cosf with it", gpu.Presets[2].Flags, "cos", false, paperRead(format.F32, "5992555")), measuredLink("errors of cosf with it", "cosf", 2)}
		},
	},
	{
		id: "ieeemode", section: "4.6",
		lines: func() []*PaperLine {
			every := true
			for _, op := range []string{"a/b", "1/a", "sqrt"} {
				every = every && roundsToNearest(90, op, false)
			}
			tiny := paperReads(format.F32, "0x1.8p-126", "2^-126")
			return []*PaperLine{
				verdictLine("results of the default mode", every, "correctly rounded", "not correctly rounded", "correctly rounded", EveryEdition),
				verdictLine("denormals", onFloat(chipOf(90), "a-b", tiny...) == paperRead(format.F32, "2^-127"), "supported", "flushed", "supported", EveryEdition),
				shown("instructions for / and sqrtf", plainSpan(chipCode(chipOf(90), "a/b", false).Names[0]+", "+chipCode(chipOf(90), "sqrt", false).Names[0]), ""),
			}
		},
	},
	{
		id: "ftzflag", section: "4.6",
		lines: func() []*PaperLine {
			x := paperReads(format.F32, "0x1.8p-126", "2^-126")
			t := chipOf(90)
			t.Flags.FTZ = true
			return []*PaperLine{
				verdictLine("denormals with -ftz=true", onFloat(t, "a-b", x...).IsZero(), "flushed to zero", "kept", "flushed to zero", EveryEdition),
				resultLine("1.5 × 2^-126 - 2^-126, -ftz=false", format.F32, onFloat(chipOf(90), "a-b", x...)),
				resultLine("with -ftz=true", format.F32, onFloat(t, "a-b", x...)),
			}
		},
		links: func() []PaperLink {
			return []PaperLink{flagLink("with and without -ftz", gpu.Flags{FTZ: true, PrecDiv: true, PrecSqrt: true, FMad: true}, "a-b", false, paperReads(format.F32, "0x1.8p-126", "2^-126")...)}
		},
	},
	{
		id: "fastdivision", section: "4.6",
		lines: func() []*PaperLine {
			t := chipOf(90)
			t.Flags.PrecDiv = false
			n, d := firstQuotient(t)
			x := paperReads(format.F32, strconv.Itoa(n), strconv.Itoa(d))
			quick, exactly := onFloat(t, "a/b", x...), onFloat(chipOf(90), "a/b", x...)
			return []*PaperLine{
				verdictLine("division with -prec-div=false", quick == exactly, "always the closest", "not always the closest", "not always the closest", EveryEdition),
				resultLine(strconv.Itoa(n)+" / "+strconv.Itoa(d)+", -prec-div=true", format.F32, exactly),
				resultLine("with -prec-div=false", format.F32, quick),
				shown("instruction", plainSpan(chipCode(t, "a/b", false).Names[0]), ""),
			}
		},
		links: func() []PaperLink {
			t := chipOf(90)
			t.Flags.PrecDiv = false
			n, d := firstQuotient(t)
			return []PaperLink{flagLink("with and without -prec-div", t.Flags, "a/b", false, paperReads(format.F32, strconv.Itoa(n), strconv.Itoa(d))...)}
		},
	},
	{
		id: "fastroot", section: "4.6",
		lines: func() []*PaperLine {
			t := chipOf(90)
			t.Flags.PrecSqrt = false
			n := firstRoot(t)
			x := paperRead(format.F32, strconv.Itoa(n))
			quick, exactly := onFloat(t, "sqrt", x), onFloat(chipOf(90), "sqrt", x)
			return []*PaperLine{
				verdictLine("square root with -prec-sqrt=false", quick == exactly, "always the closest", "not always the closest", "not always the closest", EveryEdition),
				resultLine("sqrtf("+strconv.Itoa(n)+"), -prec-sqrt=true", format.F32, exactly),
				resultLine("with -prec-sqrt=false", format.F32, quick),
				shown("instruction", plainSpan(chipCode(t, "sqrt", false).Names[0]), ""),
			}
		},
		links: func() []PaperLink {
			t := chipOf(90)
			t.Flags.PrecSqrt = false
			return []PaperLink{flagLink("with and without -prec-sqrt", t.Flags, "sqrt", false, paperRead(format.F32, strconv.Itoa(firstRoot(t))))}
		},
	},
	{
		id: "noeffect", section: "4.6",
		lines: func() []*PaperLine {
			double, early := true, true
			for _, p := range gpu.Profiles() {
				for _, o := range gpu.Operations {
					double = double && sameCode(p.CC, o.ID, true)
					early = early && (p.CC >= 20 || sameCode(p.CC, o.ID, false))
				}
			}
			fast := gpu.Target{CC: 90, Flags: fastMode}
			x := paperReads(format.F64, "1", "3")
			return []*PaperLine{
				verdictLine("on double precision", double, "no effect", "an effect", "no effect", EveryEdition),
				verdictLine("below compute capability 2.0", early, "no effect", "an effect", "no effect", EveryEdition),
				resultLine("1 / 3 in double, default mode", format.F64, onDouble(chipOf(90), "a/b", x...)),
				resultLine("fast mode", format.F64, onDouble(fast, "a/b", x...)),
			}
		},
		links: func() []PaperLink {
			return []PaperLink{flagLink("the modes on doubles", fastMode, "a/b", true, paperReads(format.F64, "1", "3")...)}
		},
	},
	{
		id: "directions", section: "4.7",
		lines: func() []*PaperLine {
			x := paperReads(format.F32, "1", "2^-24")
			near := paperSSE(x86.MXCSRDefault, "add32", x...).Bits
			up := paperSSE(x86.MXCSRDefault.With(round.TowardPositive), "add32", x...).Bits
			op, _ := x86.FindSSE("add32")
			return []*PaperLine{
				verdictLine("the rounding mode on x86", near != up, "in a control word", "in the instruction", "in a control word", EveryEdition),
				verdictLine("on the GPU", chipHas(chipOf(90), "add.rn.f32", "add.rp.f32"), "in the instruction", "in a control word", "in the instruction", EveryEdition),
				resultLine("1 + 2^-24, "+op.Mnemonic+", MXCSR "+hexWord(uint64(x86.MXCSRDefault)), format.F32, near),
				resultLine("the same, MXCSR "+hexWord(uint64(x86.MXCSRDefault.With(round.TowardPositive))), format.F32, up),
				resultLine("add.rn.f32", format.F32, chipDo(chipOf(90), "add.rn.f32", x...)),
				resultLine("add.rp.f32", format.F32, chipDo(chipOf(90), "add.rp.f32", x...)),
			}
		},
		links: func() []PaperLink {
			return []PaperLink{opExample("choose a direction", "paper"), featureLink("rounding modes of every capability", gpu.RoundingF32)}
		},
	},
	{
		id: "noflags", section: "4.7",
		lines: func() []*PaperLine {
			x := paperReads(format.F32, "1", "3", "2^127", "2^-126", "0x1.000002p-1")
			line := func(label, sse, op string, a, b wide.U128) *PaperLine {
				r := paperSSE(x86.MXCSRDefault, sse, a, b)
				l := resultLine(label, format.F32, r.Bits)
				l.Note = "SSE raises " + strings.Join(prose.FlagWords(r.Flags), ", ")
				if onFloat(chipOf(90), op, a, b) == r.Bits {
					l.Note += "; the GPU gives the same number"
				}
				return l
			}
			return []*PaperLine{
				printed("exceptions that a GPU instruction reports", Spans{{numberWord(0), ToneWords}}, "", "none", EveryEdition),
				line("1 / 3", "div32", "a/b", x[0], x[1]),
				line("2^127 × 2^127", "mul32", "a*b", x[2], x[2]),
				line("2^-126 × (0.5 + 2^-24)", "mul32", "a*b", x[3], x[4]),
			}
		},
		links: func() []PaperLink {
			return []PaperLink{deviceLink("1 / 3 on SSE and 9.0", "sse", "9.0", "a/b", false, paperReads(format.F32, "1", "3")...)}
		},
	},
	{
		id: "precisions", section: "4.7",
		lines: func() []*PaperLine {
			one, three := toRegister(paperRead(format.F64, "1")), toRegister(paperRead(format.F64, "3"))
			var lines []*PaperLine
			var results []wide.U128
			for _, bits := range []int{24, 53, 64} {
				w := x86.ControlWordDefault.With(round.TiesToEven, bits)
				c := paperX87(w, "div", one, three)
				results = append(results, c)
				lines = append(lines, shown("fdiv 1 / 3, control word "+hexWord(uint64(w)), plainSpan(codeText(format.X87, c)), strconv.Itoa(bits)+" bits"))
			}
			differ := results[0] != results[1] && results[1] != results[2]
			return append([]*PaperLine{
				verdictLine("precision of x87", differ, "in the control word", "in the instruction", "in the control word", EveryEdition),
				verdictLine("of SSE and the GPU", chipHas(chipOf(90), "div.rn.f32", "div.rn.f64"), "in the instruction", "in a control word", "in the instruction", EveryEdition),
			}, lines...)
		},
		links: func() []PaperLink {
			w := func(bits int) x86.ControlWord { return x86.ControlWordDefault.With(round.TiesToEven, bits) }
			return []PaperLink{extendedLink("1 / 3 with 64", "self", w(64), 0), extendedLink("53", "self", w(53), 0), extendedLink("24 bits", "self", w(24), 0),
				deviceLink("x87 beside SSE", "x87", "sse", "a/b", true, paperReads(format.F64, "1", "3")...)}
		},
	},
}

// flagText writes the three flags of the paper as options of nvcc.
func flagText(f gpu.Flags) string {
	s := ""
	for i, on := range []bool{f.FTZ, f.PrecDiv, f.PrecSqrt} {
		s += []string{"-ftz=", " -prec-div=", " -prec-sqrt="}[i] + strconv.FormatBool(on)
	}
	return s
}

// firstQuotient finds the smallest d, and for it n < d, whose quotient a target does not round to nearest; 1/1 if none
// below 100 is found.
func firstQuotient(t gpu.Target) (n, d int) {
	for d := 2; d < 100; d++ {
		for n := 1; n < d; n++ {
			x := paperReads(format.F32, strconv.Itoa(n), strconv.Itoa(d))
			if onFloat(t, "a/b", x...) != onFloat(chipOf(t.CC), "a/b", x...) {
				return n, d
			}
		}
	}
	return 1, 1
}

// firstRoot finds the smallest integer whose square root a target does not round to nearest; 1 if none below 1000 is
// found.
func firstRoot(t gpu.Target) int {
	for n := 2; n < 1000; n++ {
		x := paperRead(format.F32, strconv.Itoa(n))
		if onFloat(t, "sqrt", x) != onFloat(chipOf(t.CC), "sqrt", x) {
			return n
		}
	}
	return 1
}

// sameCode reports whether the two modes compile an operation alike.
func sameCode(cc gpu.Capability, op string, double bool) bool {
	a, b := chipCode(chipOf(cc), op, double), chipCode(gpu.Target{CC: cc, Flags: fastMode}, op, double)
	return strings.Join(a.Names, " ") == strings.Join(b.Names, " ") && a.Library == b.Library
}

// hexWord writes a control word.
func hexWord(w uint64) string { return "0x" + strings.ToUpper(strconv.FormatUint(1<<16|w, 16))[1:] }
