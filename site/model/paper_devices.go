//go:build !opening

package model

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
)

// Early are the editions with sections on compute capability 1.x; Later those that name newer boards.
const (
	Early = PDF2011 | HTML2013
	Later = EveryEdition &^ Early
)

// deviceClaims are the statements of sections 4.1 to 4.3, on compute capabilities.
var deviceClaims = []claim{
	{
		id: "singleonly", section: "4.1",
		lines: func() []*PaperLine {
			demoted := onDouble(chipOf(12), "a+b", paperReads(chipOf(12).Double(), "0.1", "0.2")...)
			return []*PaperLine{
				printed("arithmetic on 1.0, 1.1 and 1.2", Spans{{precisions("add.f32", "add.f64", 10, 11, 12), ToneWords}}, "", "single", Early),
				resultLine("0.1 + 0.2 in double, compiled for 1.2", chipOf(12).Double(), demoted),
				resultLine("compiled for 1.3", format.F64, onDouble(chipOf(13), "a+b", paperReads(format.F64, "0.1", "0.2")...)),
			}
		},
		links: func() []PaperLink {
			x := paperReads(format.F64, "0.1", "0.2")
			return []PaperLink{deviceLink("1.2 beside 1.3", "1.2", "1.3", "a+b", true, x...), featureLink("formats of every capability", gpu.Formats),
				paperEnc("0.1 + 0.2 as a float", format.F32, onDouble(chipOf(12), "a+b", paperReads(format.F32, "0.1", "0.2")...)), paperEnc("as a double", format.F64, onDouble(chipOf(13), "a+b", x...))}
		},
	},
	{
		id: "notall", section: "4.1",
		lines: func() []*PaperLine {
			t, a := chipOf(12), figureOneNumbers()
			separate := dotLoop(dotStep(t, "__fmul_rn", "__fadd_rn"))
			mad := figure5On(t)
			fused := figure5On(chipOf(20))
			return []*PaperLine{
				verdictLine("single operations that follow IEEE 754", mad != separate && mad != fused, "not all", "all", "not all", Early),
				figure5Line("loop of Figure 2 on 1.2: FMAD", mad),
				figure5Line("with __fmul_rn and __fadd_rn on 1.2", separate),
				figure5Line("on 2.0: FMA", fused),
				resultLine("a × a + b of Figure 1 on 1.2", format.F32, onFloat(t, "a*b+c", a.a, a.a, a.b)),
			}
		},
		links: func() []PaperLink {
			f := figureOneNumbers()
			return []PaperLink{deviceLink("FMAD beside FMA", "1.2", "2.0", "a*b+c", false, f.a, f.a, f.b), featureLink("a * b + c of every capability", gpu.MultiplyAddF32),
				dotExample("the vectors of Figure 5", "fig5", "serial"), paperEnc("the result of FMAD", format.F32, figure5On(chipOf(12)))}
		},
		line: func() *Line {
			r := dotResultsOf("fig5")
			mad, fused := figure5On(chipOf(12)), figure5On(chipOf(20))
			return ulpLine(format.F32, format.F32.NextDown(mad), format.F32.NextUp(format.F32.NextUp(fused)), r.exact,
				[]landmark{{mad, "FMAD, 1.x", -1}, {fused, "FMA, 2.0", 1}})
		},
	},
	{
		id: "flushed", section: "4.1",
		lines: func() []*PaperLine {
			x := paperReads(format.F32, "0x1.8p-126", "2^-126", "2^-127", "2")
			on := func(cc gpu.Capability) [2]wide.U128 {
				return [2]wide.U128{onFloat(chipOf(cc), "a-b", x[0], x[1]), onFloat(chipOf(cc), "a*b", x[2], x[3])}
			}
			old, kept := on(12), on(20)
			return []*PaperLine{
				resultLine("1.5 × 2^-126 - 2^-126 on 1.2", format.F32, old[0]).prints("0", Early),
				resultLine("2^-127 × 2 on 1.2", format.F32, old[1]).prints("0", Early),
				resultLine("1.5 × 2^-126 - 2^-126 on 2.0", format.F32, kept[0]),
				resultLine("2^-127 × 2 on 2.0", format.F32, kept[1]),
			}
		},
		links: func() []PaperLink {
			x := paperReads(format.F32, "0x1.8p-126", "2^-126")
			return []PaperLink{deviceLink("1.2 beside 2.0", "1.2", "2.0", "a-b", false, x...), featureLink("subnormals of every capability", gpu.SubnormalsF32),
				paperEnc("2^-127", format.F32, paperRead(format.F32, "2^-127"))}
		},
	},
	{
		id: "notnearest", section: "4.1",
		lines: func() []*PaperLine {
			return []*PaperLine{
				verdictLine("division on 1.x", roundsToNearest(10, "a/b", false), "always the closest", "not always the closest", "not always the closest", Early),
				verdictLine("square root on 1.x", roundsToNearest(10, "sqrt", false), "always the closest", "not always the closest", "not always the closest", Early),
				factLine("division", 12, gpu.DivisionF32),
				factLine("square root", 12, gpu.SquareRootF32),
			}
		},
		links: func() []PaperLink {
			return []PaperLink{featureLink("division", gpu.DivisionF32), featureLink("square root of every capability", gpu.SquareRootF32), opExample("the closest: 2 ÷ 3", "twothirds")}
		},
	},
	{
		id: "both13", section: "4.2",
		lines: func() []*PaperLine {
			return []*PaperLine{
				printed("arithmetic on 1.3", Spans{{precisions("add.f32", "add.f64", 13), ToneWords}}, "", "single and double", Early),
				factLine("double results per clock and multiprocessor", 13, gpu.RateF64),
				factLine("single results", 13, gpu.RateF32),
			}
		},
		links: func() []PaperLink {
			return []PaperLink{featureLink("rates of double operations", gpu.RateF64)}
		},
	},
	{
		id: "double13", section: "4.2",
		lines: func() []*PaperLine {
			t := chipOf(13)
			every := true
			for _, op := range []string{"a/b", "1/a", "sqrt"} {
				every = every && roundsToNearest(13, op, true)
			}
			x := paperReads(format.F64, "1", "3", "2", "2^-1074")
			return []*PaperLine{
				verdictLine("double operations by IEEE 754", every && chipHas(t, "add.rn.f64", "mul.rn.f64", "fma.rn.f64"), "always", "not always", "always", Early),
				resultLine("1 / 3", format.F64, onDouble(t, "a/b", x[0], x[1])),
				resultLine("√2", format.F64, onDouble(t, "sqrt", x[2])),
				resultLine("2^-1074 + 2^-1074", format.F64, onDouble(t, "a+b", x[3], x[3])),
			}
		},
		links: func() []PaperLink {
			return []PaperLink{deviceLink("1 / 3 on 1.3 and x86", "1.3", "sse", "a/b", true, paperReads(format.F64, "1", "3")...), opExample("√2 step by step", "root")}
		},
	},
	{
		id: "single13", section: "4.2",
		lines: func() []*PaperLine {
			older, _ := gpu.FindProfile(12)
			newer, _ := gpu.FindProfile(13)
			same := true
			for _, f := range []gpu.Feature{gpu.MultiplyAddF32, gpu.RoundingF32, gpu.RoundingMultiplyAdd, gpu.SubnormalsF32, gpu.DivisionF32, gpu.SquareRootF32, gpu.NaNF32, gpu.SpecialUnit} {
				same = same && older.Facts[f].Value == newer.Facts[f].Value
			}
			return []*PaperLine{
				verdictLine("single precision from 1.2 to 1.3", same && figure5On(chipOf(12)) == figure5On(chipOf(13)), "unchanged", "changed", "unchanged", Early),
				figure5Line("loop of Figure 2 on 1.3: FMAD", figure5On(chipOf(13))),
			}
		},
		links: func() []PaperLink {
			f := figureOneNumbers()
			return []PaperLink{deviceLink("what differs between 1.2 and 1.3", "1.2", "1.3", "a*b+c", false, f.a, f.a, f.b)}
		},
	},
	{
		id: "fma13", section: "4.2",
		lines: func() []*PaperLine {
			t := chipOf(13)
			a, b := paperRead(format.F64, "0x1.0000000000001p0"), paperRead(format.F64, "-0x1.0000000000002p0")
			fused := onDouble(t, "a*b+c", a, a, b)
			separate := chipDo(t, "add.rn.f64", chipDo(t, "mul.rn.f64", a, a), b)
			return []*PaperLine{
				verdictLine("a * b + c in double on 1.3", fused != separate, "fused", "not fused", "fused", Early),
				resultLine("Figure 1 in double, fused", format.F64, fused),
				resultLine("multiply, then add", format.F64, separate),
			}
		},
		links: func() []PaperLink {
			a, b := paperRead(format.F64, "0x1.0000000000001p0"), paperRead(format.F64, "-0x1.0000000000002p0")
			return []PaperLink{deviceLink("1.3 beside SSE", "1.3", "sse", "a*b+c", true, a, a, b), paperEnc("the fused result", format.F64, onDouble(chipOf(13), "a*b+c", a, a, b))}
		},
	},
	{
		id: "nofma13", section: "4.2",
		lines: func() []*PaperLine {
			a := figureOneNumbers()
			on13, on20 := onFloat(chipOf(13), "a*b+c", a.a, a.a, a.b), onFloat(chipOf(20), "a*b+c", a.a, a.a, a.b)
			return []*PaperLine{
				verdictLine("single-precision FMA on 1.3", chipHas(chipOf(13), "fma.rn.f32"), "in hardware", "none", "none", Early),
				resultLine("Figure 1 on 1.3", format.F32, on13),
				resultLine("Figure 1 on 2.0", format.F32, on20),
				resultLine("Figure 1 on x86, SSE", format.F32, figure1SSE()),
			}
		},
		links: func() []PaperLink {
			f := figureOneNumbers()
			return []PaperLink{deviceLink("1.3 beside 2.0", "1.3", "2.0", "a*b+c", false, f.a, f.a, f.b), deviceLink("1.3 beside SSE", "1.3", "sse", "a*b+c", false, f.a, f.a, f.b),
				fmaExample("fused and separate", "figure1")}
		},
	},
	{
		id: "boards", section: "4.3", dated: true,
		lines: func() []*PaperLine {
			all := gpu.Profiles()
			var current []string
			for _, p := range all[len(all)-2:] {
				current = append(current, p.Examples)
			}
			return []*PaperLine{
				{Label: "current generations", Live: Spans{{strings.Join(current, ", "), ToneWords}}, Prints: []Print{
					{Text: "Tesla C2xxx, GTX 4xx, GTX 5xx", In: Early},
					{Text: "Tesla Kxx, GTX 8xx, GTX 9xx", In: Later},
				}},
				factLine("formats of 2.0", 20, gpu.Formats),
				factLine("formats of 9.0", 90, gpu.Formats),
				factLine("tensor cores of 9.0", 90, gpu.TensorTypes),
			}
		},
		links: func() []PaperLink {
			return []PaperLink{featureLink("last toolkit of every capability", gpu.Toolkit), featureLink("formats", gpu.Formats), featureLink("tensor cores", gpu.TensorTypes)}
		},
	},
	{
		id: "both20", section: "4.3",
		lines: func() []*PaperLine {
			var newer []gpu.Capability
			for _, p := range gpu.Profiles() {
				if p.CC >= 20 {
					newer = append(newer, p.CC)
				}
			}
			a := figureOneNumbers()
			return []*PaperLine{
				printed("arithmetic", Spans{{precisions("add.f32", "add.f64", newer...), ToneWords}}, "on all "+strconv.Itoa(len(newer))+" capabilities from 2.0", "single and double", EveryEdition),
				printed("fused multiply-add", Spans{{precisions("fma.rn.f32", "fma.rn.f64", newer...), ToneWords}}, "", "single and double", EveryEdition),
				resultLine("Figure 1 on 2.0", format.F32, onFloat(chipOf(20), "a*b+c", a.a, a.a, a.b)).prints("2^-46", Formulas),
				resultLine("Figure 1 on 9.0", format.F32, onFloat(chipOf(90), "a*b+c", a.a, a.a, a.b)),
				figure5Line("loop of Figure 2 on 2.0", figure5On(chipOf(20))),
			}
		},
		links: func() []PaperLink {
			f := figureOneNumbers()
			return []PaperLink{deviceLink("2.0 beside 9.0", "2.0", "9.0", "a*b+c", false, f.a, f.a, f.b), deviceLink("9.0 beside FMA3", "9.0", "fma3", "a*b+c", false, f.a, f.a, f.b),
				fmaExample("Figure 1", "figure1"), dotExample("the loop, fused", "fig5", "fma")}
		},
	},
	{
		id: "nearest20", section: "4.3",
		lines: func() []*PaperLine {
			every := true
			for _, p := range gpu.Profiles() {
				for _, op := range []string{"a/b", "1/a", "sqrt"} {
					if p.CC >= 20 {
						every = every && roundsToNearest(p.CC, op, false) && roundsToNearest(p.CC, op, true)
					}
				}
			}
			x := paperReads(format.F32, "2", "3")
			y := paperReads(format.F64, "2", "3")
			return []*PaperLine{
				verdictLine("square root and division by default", every, "the closest value", "not always the closest", "the closest value", EveryEdition),
				resultLine("2 / 3 on 2.0", format.F32, onFloat(chipOf(20), "a/b", x...)),
				resultLine("√2 on 2.0", format.F32, onFloat(chipOf(20), "sqrt", x[0])),
				resultLine("2 / 3 in double", format.F64, onDouble(chipOf(20), "a/b", y...)),
				resultLine("√2 in double", format.F64, onDouble(chipOf(20), "sqrt", y[0])),
			}
		},
		links: func() []PaperLink {
			return []PaperLink{deviceLink("2 / 3 on 2.0 and SSE", "2.0", "sse", "a/b", false, paperReads(format.F32, "2", "3")...),
				opExample("2 ÷ 3 step by step", "twothirds"), opExample("√2 step by step", "root")}
		},
	},
	{
		id: "denormals20", section: "4.3",
		lines: func() []*PaperLine {
			x := paperReads(format.F32, "2^-126", "2^-127")
			return []*PaperLine{
				verdictLine("denormals by default", onFloat(chipOf(20), "a-b", x...) == x[1], "kept", "flushed to zero", "kept", EveryEdition),
				resultLine("2^-126 - 2^-127 on 2.0", format.F32, onFloat(chipOf(20), "a-b", x...)),
				resultLine("on 1.3", format.F32, onFloat(chipOf(13), "a-b", x...)),
				resultLine("on x86, SSE", format.F32, paperSSE(x86.MXCSRDefault, "sub32", x...).Bits),
			}
		},
		links: func() []PaperLink {
			return []PaperLink{deviceLink("1.3 beside 2.0", "1.3", "2.0", "a-b", false, paperReads(format.F32, "2^-126", "2^-127")...),
				paperEnc("2^-127", format.F32, paperRead(format.F32, "2^-127"))}
		},
	},
}

// precisions names the formats that every one of the capabilities has an instruction for.
func precisions(single, double string, ccs ...gpu.Capability) string {
	both := [2]bool{true, true}
	for _, cc := range ccs {
		both[0] = both[0] && chipHas(chipOf(cc), single)
		both[1] = both[1] && chipHas(chipOf(cc), double)
	}
	switch both {
	case [2]bool{true, true}:
		return "single and double"
	case [2]bool{true, false}:
		return "single"
	case [2]bool{false, true}:
		return "double"
	}
	return "none"
}

// roundsToNearest reports whether an operation is compiled to an instruction that rounds to nearest.
func roundsToNearest(cc gpu.Capability, op string, double bool) bool {
	c := chipCode(chipOf(cc), op, double)
	return len(c.Names) == 1 && strings.Contains(c.Names[0], ".rn.")
}
