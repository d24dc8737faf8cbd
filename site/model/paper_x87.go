//go:build !opening

package model

import (
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
	"ulplab/site/state"
)

// x87Claims are the statements of section 5.2, x87 and SSE.
var x87Claims = []claim{
	{
		id: "widths87", section: "5.2",
		lines: func() []*PaperLine {
			add32, _ := x86.FindSSE("add32")
			add64, _ := x86.FindSSE("add64")
			fadd, _ := x86.FindX87("add")
			bits := func(f *format.Format) string { return strconv.Itoa(f.Bits) }
			return []*PaperLine{
				printed("bits of an x87 register", plainSpan(bits(fadd.Dst)), strconv.Itoa(fadd.Dst.P)+" of them in the significand", "80", EveryEdition),
				shown("of "+add32.Mnemonic+" and "+add64.Mnemonic, plainSpan(bits(add32.Dst)+" and "+bits(add64.Dst)), ""),
			}
		},
		links: func() []PaperLink {
			return []PaperLink{extendedLink("the registers", "self", x86.ControlWordDefault, 0)}
		},
	},
	{
		id: "spill", section: "5.2",
		lines: func() []*PaperLine {
			big, two := paperRead(format.F64, "2^1023"), paperRead(format.F64, "2")
			twice := paperX87(x86.ControlWordDefault, "mul", toRegister(big), toRegister(two))
			kept := paperX87(x86.ControlWordDefault, "div", twice, toRegister(two))
			spilled := paperX87(x86.ControlWordDefault, "div", toRegister(toDouble(twice)), toRegister(two))
			third := paperX87(x86.ControlWordDefault, "div", toRegister(paperRead(format.F64, "1")), toRegister(paperRead(format.F64, "3")))
			return []*PaperLine{
				verdictLine("a value kept in a register", toRegister(toDouble(third)) != third, "in extended precision", "rounded to double", "in extended precision", EveryEdition),
				verdictLine("a value stored to a double", toRegister(toDouble(third)) != third, "rounded to double", "in extended precision", "rounded to double", EveryEdition),
				shown("1 / 3 in a register", plainSpan(codeText(format.X87, third)), ""),
				resultLine("stored", format.F64, toDouble(third)),
				resultLine("2^1023 × 2 / 2, product in a register", format.F64, toDouble(kept)),
				resultLine("product stored", format.F64, toDouble(spilled)),
			}
		},
		links: func() []PaperLink {
			return []PaperLink{extendedLink("kept in a register", "overflow", x86.ControlWordDefault, 0), extendedLink("every value stored", "overflow", x86.ControlWordDefault, state.SpillAll)}
		},
	},
	{
		id: "defaultunit", section: "5.2",
		lines: func() []*PaperLine {
			s := doubleRounding()
			return []*PaperLine{
				printed("64-bit compiles", plainSpan("SSE"), "gcc, clang", "SSE", EveryEdition),
				printed("32-bit compiles", plainSpan("x87"), "gcc", "x87", EveryEdition),
				resultLine("1 + (2^-53 + 2^-105), -m64", format.F64, s.sse),
				resultLine("the same, -m32", format.F64, s.register),
			}
		},
		links: func() []PaperLink {
			return []PaperLink{extendedLink("rounded twice", "double", x86.ControlWordDefault, 0), deviceLink("SSE beside x87", "sse", "x87", "a+b", true, paperReads(format.F64, "1", "0x1.0000000000001p-53")...)}
		},
		line: func() *Line {
			s := doubleRounding()
			one := paperRead(format.F64, "1")
			v, _ := exact.FromBits(format.F64, one)
			tail, _ := exact.FromBits(format.F64, paperRead(format.F64, "0x1.0000000000001p-53"))
			return ulpLine(format.F64, one, format.F64.NextUp(s.sse), v.Add(tail), []landmark{{one, "x87", -1}, {s.sse, "SSE", 1}})
		},
	},
	{
		id: "ssefollows", section: "5.2",
		lines: func() []*PaperLine {
			a, b, c := abcOperands()
			left := paperSSE(x86.MXCSRDefault, "add32", paperSSE(x86.MXCSRDefault, "add32", a, b).Bits, c).Bits
			gpuLeft := chipDo(chipOf(90), "__fadd_rn", chipDo(chipOf(90), "__fadd_rn", a, b), c)
			dot := dotLoop(func(a, b, s wide.U128) wide.U128 {
				return paperSSE(x86.MXCSRDefault, "add32", paperSSE(x86.MXCSRDefault, "mul32", a, b).Bits, s).Bits
			})
			follows := left == abcSums().left && dot == dotResultsOf("fig5").bits[0]
			tiny := paperReads(format.F32, "0x1.8p-126", "2^-126")
			return []*PaperLine{
				verdictLine("SSE and IEEE 754", follows, "follows it", "does not follow it", "follows it", EveryEdition),
				resultLine("(A + B) + C of section 2.2, SSE", format.F32, left),
				resultLine("on the GPU", format.F32, gpuLeft),
				figure5Line("loop of Figure 2, SSE", dot),
				resultLine("1.5 × 2^-126 - 2^-126, SSE", format.F32, paperSSE(x86.MXCSRDefault, "sub32", tiny...).Bits),
				resultLine("with FTZ, MXCSR "+hexWord(uint64(x86.MXCSRDefault|x86.FTZ)), format.F32, paperSSE(x86.MXCSRDefault|x86.FTZ, "sub32", tiny...).Bits),
			}
		},
		links: func() []PaperLink {
			x := paperReads(format.F32, "0x1.8p-126", "2^-126")
			return []PaperLink{deviceLink("SSE beside 9.0", "sse", "9.0", "a-b", false, x...), deviceLink("SSE with FTZ and DAZ", "sse", "sse-daz-ftz", "a-b", false, x...)}
		},
	},
	{
		id: "floatstore", section: "5.2",
		lines: func() []*PaperLine {
			s := doubleRounding()
			back := arith.Convert(paperEnv, format.F64, format.X87, toRegister(s.register), nil).Bits
			return []*PaperLine{
				verdictLine("precision in memory", back == s.register, "double", "extended", "double", EveryEdition),
				resultLine("1 + (2^-53 + 2^-105), x87, every result stored", format.F64, s.register),
				resultLine("SSE", format.F64, s.sse),
			}
		},
		links: func() []PaperLink {
			return []PaperLink{extendedLink("with every value stored", "double", x86.ControlWordDefault, state.SpillAll)}
		},
	},
	{
		id: "slashop", section: "5.2", dated: true,
		lines: func() []*PaperLine {
			return []*PaperLine{
				printed("option of Visual Studio", plainSpan("/fp:precise, /fp:strict"), "", "/Op", EveryEdition),
				printed("option of gcc", plainSpan("-ffloat-store"), "", "-ffloat-store", EveryEdition),
			}
		},
	},
	{
		id: "controlword", section: "5.2",
		lines: func() []*PaperLine {
			s := doubleRounding()
			var lines []*PaperLine
			for _, o := range []struct {
				option string
				bits   int
			}{{"-mpc32", 24}, {"-mpc64", 53}} {
				w := x86.ControlWordDefault.With(round.TiesToEven, o.bits)
				l := shown(o.option, plainSpan(strconv.Itoa(w.Precision())+" bits"), "control word "+hexWord(uint64(w)))
				lines = append(lines, l.prints(strconv.Itoa(o.bits)+" bits", EveryEdition))
			}
			w := x86.ControlWordDefault.With(round.TiesToEven, 53)
			big, two := toRegister(paperRead(format.F64, "2^1023")), toRegister(paperRead(format.F64, "2"))
			return append(lines,
				resultLine("1 + (2^-53 + 2^-105), 53 bits", format.F64, toDouble(paperX87(w, "add", s.x, s.y))),
				resultLine("64 bits", format.F64, s.register),
				resultLine("2^1023 × 2 / 2, 53 bits", format.F64, toDouble(paperX87(w, "div", paperX87(w, "mul", big, two), two))),
				resultLine("in SSE", format.F64, paperSSE(x86.MXCSRDefault, "div64", paperSSE(x86.MXCSRDefault, "mul64", toDouble(big), toDouble(two)).Bits, toDouble(two)).Bits),
			)
		},
		links: func() []PaperLink {
			w := x86.ControlWordDefault.With(round.TiesToEven, 53)
			return []PaperLink{extendedLink("the sum with 53 bits", "double", w, 0), extendedLink("what 53 bits do not repair", "mpc64", w, 0),
				deviceLink("53 bits beside SSE", "x87-pc53", "sse", "a+b", true, paperReads(format.F64, "1", "0x1.0000000000001p-53")...)}
		},
	},
	{
		id: "spaces", section: "5.2",
		lines: func() []*PaperLine {
			return []*PaperLine{
				{Label: "two spaces", Live: plainSpan(strings.Join([]string{"single", "and", "double", "precision"}, " ")),
					Prints: []Print{{Text: "single and double precision", In: PDF2011}, {Text: "single and doubleprecision", In: HTML}}},
				{Label: "", Live: plainSpan(strings.Join([]string{"-mpc32", "or", "-mpc64"}, " ")),
					Prints: []Print{{Text: "-mpc32 or -mpc64", In: PDF2011}, {Text: "-mpc32 or-mpc64", In: HTML}}},
			}
		},
	},
}

// rounded is a sum of doubles that x87 rounds twice: to 64 bits in the register, then to double.
type rounded struct{ x, y, sse, register wide.U128 }

func doubleRounding() (s rounded) {
	x := paperReads(format.F64, "1", "0x1.0000000000001p-53")
	s.x, s.y = toRegister(x[0]), toRegister(x[1])
	s.sse = paperSSE(x86.MXCSRDefault, "add64", x...).Bits
	s.register = toDouble(paperX87(x86.ControlWordDefault, "add", s.x, s.y))
	return s
}
