package paper

import (
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/target"
	"ulplab/fpcore/wide"
	"ulplab/site/views/devices"
	"ulplab/site/views/expression"
)

// exprStatements are the statements of section 5.4 and chapter 6, as those of statements. Two more kinds of
// lines evaluate a C expression over floats, as the Expression view does:
//
//	e TARGET CELLS TEXT    its result, CELLS being name=value,…
//	u TARGET CELLS TEXT    its error in ulp of the exact value
const exprStatements = `#sameops
single operations on CPU and GPU, same inputs;*sameops;;the same@01234
a × a of Figure 1, SSE;f @sse A A a*b
on the GPU;f @9.0 A A __fmul_rn
2 / 3, SSE;f @sse 2 3 a/b
on the GPU;f @9.0 2 3 a/b
#gpufma outdated
CPU with a fused multiply-add;?f yes/no: @fma3 A A B a*b+c 0 = not;;no@01234
a * a + b of Figure 1, gcc -mfma;e gcc-fma a=0x3f800001,b=0xbf800002 a*a + b
gcc without -mfma;e gcc a=0x3f800001,b=0xbf800002 a*a + b
nvcc;e 9.0 a=0x3f800001,b=0xbf800002 a*a + b
#rearrange
results of rearranged operations;*rearranged;;different@01234
a·b of Figure 5 from left to right, SSE;5 @sse loop2
in two halves;*halves
#higher
precision of the CPU;?d higher than expected/as expected: @x87 1 0x1.0000000000001p-53 a+b @sse 1 0x1.0000000000001p-53 a+b = not;;higher than expected@01234
(1 + 2^-24) - 1, x87;e x87 a=1,b=2^-24 (a + b) - a
SSE;e gcc a=1,b=2^-24 (a + b) - a
#notidentical documented
functions rounded correctly by all libraries;~not required;IEEE 754-2019, 9.2: recommended;not required@01234
cosf on an H200, other than correctly rounded;*cosf
sin of double;*sin
#reference
x86 results as a reference;*reference;;make sense@01234
single operations, CPU and GPU;*sameops
#notwrong
a difference proves an error of the GPU;?f no/yes: !closer;;no@01234
a * (d + b * c) of a debug build and the CPU;e gcc a=6708,b=3.75/65535,c=17278,d=0.25 a*(d + b*c)
release;e 9.0 a=6708,b=3.75/65535,c=17278,d=0.25 a*(d + b*c)
error of the CPU in ulp;u gcc a=6708,b=3.75/65535,c=17278,d=0.25 a*(d + b*c)
of the GPU;u 9.0 a=6708,b=3.75/65535,c=17278,d=0.25 a*(d + b*c)
#adequate
a higher precision shows whether a lower one is adequate;*adequate;;can be helpful@01234
b * b - 4 * a * c in float, 94906.27, 47453.13, 47453.14;e gcc a=47453.13,b=94906.27,c=47453.14 b*b - 4*a*c
in double, then rounded;e gcc a=47453.13,b=94906.27,c=47453.14 (float)((double)b*b - 4*(double)a*c)
#notequivalent
a high precision, rounded, and a low one throughout;?f not equivalent/equivalent: @9.0 A A B a*b+c @9.0-nofma A A B a*b+c = not;;not equivalent@01234
a * a + b of Figure 1 in float;e gcc a=0x3f800001,b=0xbf800002 a*a + b
in double, then rounded to float;e gcc a=0x3f800001,b=0xbf800002 (float)((double)a*a + b)
a + b - a, floats 1 and 2^-24;e gcc a=1,b=2^-24 a + b - a
in double, then rounded to float;e gcc a=1,b=2^-24 (float)((double)a + b - a)
#x87compare
some or all operations of x87;?x extended precision/the precision of their type: @x87 1 3 7div 7st64 wide 1 3 7div = not;;extended precision@01234
operations of the GPU;?f single or double precision only/other: @9.0 has:add.rn.f32 has:add.rn.f64 and;;single or double precision only@01234
a·b of Figure 5, x87, kept in registers;e x87 a=0x3ff42c76,b=0xbf6f7cee,c=0xbf494494,d=0xbf3106da,e=0x3f92db19,f=0x3fdcbb70,g=0x3f75dcc9,h=0xbf35b25d a*b + c*d + e*f + g*h
GPU;e 9.0 a=0x3ff42c76,b=0xbf6f7cee,c=0xbf494494,d=0xbf3106da,e=0x3f92db19,f=0x3fdcbb70,g=0x3f75dcc9,h=0xbf35b25d a*b + c*d + e*f + g*h
#usefma
accuracy with the fused multiply-add;?f increased/not increased: !closer;;increased@01234
special flags needed;?f none/some: @9.0 A A B a*b+c A A B __fmaf_rn =;;none@01234
instruction of a * b + c by default;C 9.0 a*b+c
loop of Figure 2, fused;5 @9.0 loop
loop of Figure 2, not fused;5 @9.0 loop2
#cpufma outdated
a fused multiply-add on the CPU;?f available/not yet available: @fma3 A A B a*b+c 0 = not;FMA3, since 2012 and 2013;not yet available@01234
#careful
organization of parentheses;?f can affect the result/does not: @9.0 0x40000001 0x3f800001 __fadd_rn 0x41000001 __fadd_rn 0x40000001 0x3f800001 0x41000001 __fadd_rn __fadd_rn = not;;can affect the result@01234
(A + B) + C of section 2.2;f @9.0 0x40000001 0x3f800001 __fadd_rn 0x41000001 __fadd_rn
A + (B + C);f @9.0 0x40000001 0x3f800001 0x41000001 __fadd_rn __fadd_rn
#capabilities
numerical capabilities are encoded in;~the compute capability number;;the compute capability number@01234
IEEE 754 from compute capability 2.0 on;P add;;single and double@01234
hardware FMA;P fma.rn;;single and double@01234
square root and division;?f the closest value/not always the closest: !nearest
#c99
functions of C99 in the math library;~all but nexttoward;a list, not a computation;all@01234
#appendix outdated
where the functions are documented;=CUDA Math API and the guide's chapter on mathematical functions;;Appendix C of the CUDA C Programming Guide@0123;the appendix on mathematical functions of the CUDA C++ Programming Guide@4
#compromise
functions of the library;*compromise;;a compromise between performance and accuracy@01234
cosf, other than correctly rounded;*cosf
with -use_fast_math, cosf(5992555);f @9.0-fastmath 5992555 cos
#feedback outdated
comments and bug reports;~NVIDIA Developer Forums, NVIDIA Developer Program;;the NVIDIA CUDA forum, the Registered Developer Program@01234
#authors documented
authors;~Nathan Whitehead and Alex Fit-Florea;;Nathan Whitehead and Alex Fit-Florea@1234
#ref1 documented
[1];~ANSI/IEEE 754-1985, Binary Floating-Point Arithmetic;;ANSI/IEEE 754-1985, Binary Floating-Point Arithmetic@1234
#ref2 outdated
[2];~IEEE Std 754-2019, Floating-Point Arithmetic;;IEEE Std 754-2008, Floating-Point Arithmetic@12
#ref3 outdated
[3];~ISO/IEC 9899:2024, C;;ISO/IEC 9899:1999, C@1234
#ref4 documented
[4];~CR-LIBM, 2005;;CR-LIBM, 2005@1234
#ref5 documented
[5];~Goldberg, 1991;;Goldberg, 1991@1234
#ref6 documented
[6];~Monniaux, 2008;;Monniaux, 2008@12
#ref7 outdated
[7];~CUDA Programming Guide 13;;CUDA C Programming Guide 4.0@12
`

// expr computes a line of kind e or u.
func expr(kind byte, source string) (live Spans, note string) {
	id, rest, _ := strings.Cut(strings.TrimSpace(source), " ")
	cells, body, _ := strings.Cut(rest, " ")
	row := "="
	if cells != "-" {
		row = strings.ReplaceAll(cells, ",", "\t")
	}
	m := expression.New(expression.State{Text: body, Targets: id, Rows: row})
	for !m.Step(1 << 30) {
	}
	if m.Problem != nil || m.Columns[0].Plan == nil {
		return inWords("cannot be evaluated"), ""
	}
	r := m.Rows[0].Results[0]
	if kind == 'u' {
		return plainSpan(r.Total + " ulp"), ""
	}
	return numberText(r.Format, r.Code), codeText(r.Format, r.Code)
}

// sameOps reports whether SSE, FMA3 and the GPU give the same bits for single operations on a thousand operands.
func sameOps() bool {
	sse, _ := target.ByID("sse")
	fused, _ := target.ByID("fma3")
	chip, _ := target.ByID("9.0")
	seed := uint64(1)
	next := func() uint64 {
		seed = seed*6364136223846793005 + 1442695040888963407
		return seed >> 32
	}
	for range 1000 {
		x := [3]uint64{next(), next(), next()}
		for i := range x { // normal numbers around 1
			x[i] = x[i]&0x80ffffff | 0x3f000000
		}
		for _, id := range []string{"a+b", "a-b", "a*b", "a/b", "sqrt", "a*b+c"} {
			o, ok := gpu.FindOperation(id)
			if !ok {
				return false
			}
			cpu, y := sse, x
			if id == "a*b+c" {
				cpu = fused
			}
			if id == "sqrt" {
				y[0] &= 0x7fffffff
			}
			if cpu.Run(o, false, y).Bits != chip.Run(o, false, y).Bits {
				return false
			}
		}
	}
	return true
}

// halves is the dot product of Figure 5 in two halves on a target, by its product and its sum.
func halves(id, mul, add string) wide.U128 {
	p := paperProgram{f: format.F32}
	p.at, _ = target.ByID(id)
	var part [2]wide.U128
	for i := range part {
		first := p.run(mul, wide.From64(devices.Figure5[2*i][0]), wide.From64(devices.Figure5[2*i][1]))
		part[i] = p.run(add, first, p.run(mul, wide.From64(devices.Figure5[2*i+1][0]), wide.From64(devices.Figure5[2*i+1][1])))
	}
	return p.run(add, part[0], part[1])
}

// chipHalves is halves on compute capability 9.0.
func chipHalves() wide.U128 { return halves("9.0", "__fmul_rn", "__fadd_rn") }

// exprSpecial computes what the language of the statements cannot say; ok is false for other names.
func exprSpecial(name string) (s Spans, ok bool) {
	switch name {
	case "sameops":
		if sameOps() {
			return inWords("the same"), true
		}
		return inWords("not the same"), true
	case "rearranged":
		line, _ := bits('f', "@sse loop2")
		if line != chipHalves() {
			return inWords("different"), true
		}
		return inWords("the same"), true
	case "halves":
		return plainSpan(codeText(format.F32, chipHalves())), true
	case "samehalves":
		if halves("sse", "a*b", "a+b") == chipHalves() {
			return inWords("exactly the same"), true
		}
		return inWords("different"), true
	case "reference":
		if sameOps() {
			return inWords("make sense"), true
		}
		return inWords("mislead"), true
	case "adequate":
		low, _ := expr('e', "gcc a=47453.13,b=94906.27,c=47453.14 b*b - 4*a*c")
		high, _ := expr('e', "gcc a=47453.13,b=94906.27,c=47453.14 (float)((double)b*b - 4*(double)a*c)")
		if low.String() != high.String() {
			return inWords("can be helpful"), true
		}
		return inWords("shows nothing here"), true
	case "compromise":
		if measuredCos.wrong > 0 && measuredDouble.wrong > 0 {
			return inWords("a compromise between performance and accuracy"), true
		}
		return inWords("correctly rounded"), true
	case "cosf":
		return inWords(countOf(measuredCos.wrong, measuredCos.results)), true
	case "sin":
		return inWords(countOf(measuredDouble.wrong, measuredDouble.results)), true
	}
	return nil, false
}
