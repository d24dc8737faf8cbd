package print

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr/compile"
	"ulplab/fpcore/expr/types"
)

// helper functions of the programs, by name: in C, Python and Go.
var helperText = [...]struct {
	name string
	text [4]string
}{
	{"as_float", [4]string{"static float as_float(uint32_t u) { float x; memcpy(&x, &u, sizeof x); return x; }"}},
	{"as_double", [4]string{"static double as_double(uint64_t u) { double x; memcpy(&x, &u, sizeof x); return x; }"}},
	{"as_int32_t", [4]string{"static int32_t as_int32_t(float x) { int32_t u; memcpy(&u, &x, sizeof u); return u; }"}},
	{"as_uint32_t", [4]string{"static uint32_t as_uint32_t(float x) { uint32_t u; memcpy(&u, &x, sizeof u); return u; }"}},
	{"as_int64_t", [4]string{"static int64_t as_int64_t(double x) { int64_t u; memcpy(&u, &x, sizeof u); return u; }"}},
	{"as_uint64_t", [4]string{"static uint64_t as_uint64_t(double x) { uint64_t u; memcpy(&u, &x, sizeof u); return u; }"}},
	{"hexf", [4]string{LanguagePython: "hexf = float.fromhex"}},
	{"b2i", [4]string{LanguageGo: "func b2i(b bool) int32 {\n\tif b {\n\t\treturn 1\n\t}\n\treturn 0\n}"}},
	{"ftz", [4]string{
		"static float ftz(float x) { return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x; } // -ftz=true", "",
		"def ftz(x):  # -ftz=true\n    return np.copysign(np.float32(0), x) if abs(x) < np.float32(2.0**-126) else x",
		"// ftz is what -ftz=true makes of a subnormal number.\nfunc ftz(x float32) float32 {\n\tif math.Abs(float64(x)) < 0x1p-126 {\n\t\treturn float32(math.Copysign(0, float64(x)))\n\t}\n\treturn x\n}"}},
	{"fma32", [4]string{LanguagePython: "def fma32(a, b, c):\n    return np.float32(to_odd(a, b, c))",
		LanguageGo: `// fma32 is a*b + c rounded once: the product is exact in binary64, the sum is rounded to odd there, which a second
// rounding does not see.
func fma32(a, b, c float32) float32 {
	p, z := float64(a)*float64(b), float64(c)
	s := p + z
	t := s - p
	e := (p - (s - t)) + (z - t)
	if u := math.Float64bits(s); e != 0 && !math.IsInf(s, 0) && u&1 == 0 {
		if (e > 0) == (s > 0) {
			u++
		} else {
			u--
		}
		s = math.Float64frombits(u)
	}
	return float32(s)
}`}},
	{"fma16", [4]string{LanguagePython: "def fma16(a, b, c):\n    return np.float16(to_odd(a, b, c))"}},
	{"fma64", [4]string{LanguagePython: `def fma64(a, b, c):  # a*b + c rounded once: Python rounds a fraction correctly
    try:
        r = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
        return np.float64(float(r)) if r else a * b + c
    except (OverflowError, ValueError):
        return a * b + c`}},
}

const toOdd = `def to_odd(a, b, c):  # a*b + c in binary64, rounded to odd, which a second rounding does not see
    p, z = np.float64(a) * np.float64(b), np.float64(c)
    s = p + z
    t = s - p
    e = (p - (s - t)) + (z - t)
    u = int(s.view(np.uint64))
    if e != 0 and np.isfinite(s) and u % 2 == 0:
        s = np.uint64(u + 1 if (e > 0) == (s > 0) else u - 1).view(np.float64)
    return s`

// asserted returns the type of the bits of the result, its pattern, and whether the result is a NaN, whose bits are left
// open.
func (e *emitter) asserted() (bits int, pattern string, nan bool) {
	bits = max(e.typ.Bits(), 16)
	if e.typ == types.Bool {
		bits = 32
	}
	pattern = strconv.FormatUint(e.want, 16)
	pattern = "0x" + strings.Repeat("0", max(0, bits/4-len(pattern))) + pattern
	return bits, pattern, e.typ.IsFloat() && types.IsNaN(e.typ, e.want)
}

// program puts the parts together.
func (e *emitter) program(plain bool) string {
	var b strings.Builder
	mark := "// "
	if e.lang == LanguagePython {
		mark = "# "
	}
	title := "The operations of "
	if plain {
		title = "The text for "
	}
	b.WriteString(mark + title + e.targetName() + ", on these inputs.\n")
	b.WriteString(mark + e.command(plain) + "\n")
	if !plain {
		for i, l := range strings.Split(strings.TrimSpace(e.p.Code.Text), "\n") {
			if i == 12 {
				b.WriteString(mark + "…\n")
				break
			}
			b.WriteString(strings.TrimRight(mark+"    "+strings.TrimRight(strings.ReplaceAll(l, "\\", ""), " \t\r"), " ") + "\n")
		}
	}
	switch e.lang {
	case LanguageC:
		e.programC(&b, plain)
	case LanguageCUDA:
		e.programCUDA(&b)
	case LanguagePython:
		e.programPython(&b)
	default:
		e.programGo(&b)
	}
	return b.String()
}

func (e *emitter) targetName() string {
	if e.p.Target == (compile.Target{}) {
		return "an evaluation chosen by hand"
	}
	return e.p.Target.Name()
}

// command is the compiler line.
func (e *emitter) command(plain bool) string {
	run := " && ./a.out"
	if c := e.p.Target.Command(); plain && c != "" {
		return c + run
	}
	switch e.lang {
	case LanguageC:
		return "gcc -std=gnu11 -O2 -ffp-contract=off -fwrapv program.c -lm" + run
	case LanguageCUDA:
		arch := "90"
		if e.p.Choice.Machine == compile.GPU && e.p.Choice.CC >= 75 {
			arch = strings.ReplaceAll(e.p.Choice.CC.String(), ".", "")
		}
		return "nvcc -arch=sm_" + arch + e.flags + " program.cu" + run
	case LanguagePython:
		return "python3 program.py"
	}
	return "go run program.go"
}

// inputLines returns the declarations of the inputs: each between before and after.
func (e *emitter) inputLines(write func(name string, t types.Type, literal string)) {
	for i, name := range e.params {
		if name == "" {
			continue
		}
		bits := uint64(0)
		if i < len(e.in) {
			bits = e.in[i]
		}
		t := e.p.Code.Inputs[i].Type
		write(name, t, e.literal(t, bits))
	}
}

func (e *emitter) writeHelpers(b *strings.Builder) {
	if e.lang == LanguagePython && (e.helpers["fma32"] || e.helpers["fma16"]) {
		b.WriteString(toOdd + "\n")
	}
	for i := range helperText {
		if h := &helperText[i]; e.helpers[h.name] && h.text[e.lang] != "" {
			b.WriteString(h.text[e.lang] + "\n")
		}
	}
}

func (e *emitter) programC(b *strings.Builder, plain bool) {
	bits, pattern, nan := e.asserted()
	unsigned := "uint" + strconv.Itoa(bits) + "_t"
	var inputs []string
	e.inputLines(func(name string, t types.Type, literal string) {
		s := e.word(t) + " " + name + " = " + literal + ";"
		if plain {
			s = "volatile " + s
		}
		inputs = append(inputs, s)
	})
	b.WriteString("#include <assert.h>\n#include <math.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n\n")
	e.writeHelpers(b)
	w := e.word(e.typ)
	if plain {
		b.WriteString(e.prelude)
	}
	if plain && e.prelude == "" {
		e.functionC(b, w)
	}
	b.WriteString("int main(void) {\n")
	for _, l := range inputs {
		b.WriteString("    " + l + "\n")
	}
	if n := e.p.Choice.Precision; e.p.Choice.Machine == compile.X87 && n != 0 && n != 64 {
		word := map[uint8]string{24: "0x007f", 53: "0x027f"}[n]
		b.WriteString("    unsigned short control = " + word + ";  // precision control of x87\n    __asm__(\"fldcw %0\" : : \"m\"(control));\n")
	}
	for _, l := range e.lines {
		b.WriteString(strings.TrimRight("    "+l, " ") + "\n")
	}
	b.WriteString("    " + w + " result = " + e.result + ";\n    " + unsigned + " bits = 0;\n    memcpy(&bits, &result, sizeof result);\n")
	b.WriteString("    printf(\"" + e.printf() + " 0x%0" + strconv.Itoa(bits/4) + "llx\\n\", " + e.printed() + "result, (unsigned long long)bits);\n")
	if nan {
		b.WriteString("    assert(result != result);  // a NaN\n")
	} else {
		b.WriteString("    assert(bits == " + pattern + [...]string{"u", "ull"}[types.Is64(e.typ)] + ");\n")
	}
	b.WriteString("    return 0;\n}\n")
}

// functionC puts the author's statements into a function of the inputs.
func (e *emitter) functionC(b *strings.Builder, w string) {
	var params, args []string
	e.inputLines(func(name string, t types.Type, _ string) {
		params = append(params, e.word(t)+" "+name)
		args = append(args, name)
	})
	if len(params) == 0 {
		params = []string{"void"}
	}
	b.WriteString("static " + w + " evaluate(" + strings.Join(params, ", ") + ") {\n")
	for _, l := range append(e.lines, "return "+e.result+";") {
		b.WriteString(strings.TrimRight("    "+l, " \t\r") + "\n")
	}
	b.WriteString("}\n\n")
	e.lines, e.result = nil, "evaluate("+strings.Join(args, ", ")+")"
}

// printf returns the conversion that prints the result.
func (e *emitter) printf() string {
	switch e.typ {
	case types.Double:
		return "%.17g"
	case types.Float, types.Half, types.BFloat16:
		return "%.9g"
	case types.UInt:
		return "%u"
	case types.Long:
		return "%lld"
	case types.ULong:
		return "%llu"
	}
	return "%d"
}

// printed is the cast that printf needs.
func (e *emitter) printed() string {
	switch e.typ {
	case types.Half, types.BFloat16:
		return "(float)"
	case types.Long:
		return "(long long)"
	case types.ULong:
		return "(unsigned long long)"
	}
	return ""
}

func (e *emitter) programCUDA(b *strings.Builder) {
	bits, pattern, nan := e.asserted()
	w := e.word(e.typ)
	var list, values strings.Builder
	e.inputLines(func(name string, t types.Type, literal string) {
		list.WriteString(e.word(t) + " " + name + ", ")
		values.WriteString(literal + ", ")
	})
	params, args := list.String(), values.String()
	b.WriteString("#include <cassert>\n#include <cstdio>\n#include <cstring>\n")
	if e.helpers["half"] {
		b.WriteString("#include <cuda_fp16.h>\n")
	}
	if e.helpers["bfloat16"] {
		b.WriteString("#include <cuda_bf16.h>\n")
	}
	b.WriteString("\n" + e.prelude + "__global__ void evaluate(" + params + w + " *out) {\n")
	for _, l := range e.lines {
		b.WriteString(strings.TrimRight("    "+l, " ") + "\n")
	}
	unsigned := map[int]string{16: "unsigned short", 32: "unsigned", 64: "unsigned long long"}[bits]
	b.WriteString("    *out = " + e.result + ";\n}\n\nint main() {\n    " + w + " *result;\n    cudaMallocManaged(&result, sizeof *result);\n")
	if strings.Contains(args, "__int_as_float") || strings.Contains(args, "__longlong_as_double") {
		e.fail("an infinity or a NaN among the inputs has no literal in CUDA C++ on the host")
	}
	b.WriteString("    evaluate<<<1, 1>>>(" + args + "result);\n    cudaDeviceSynchronize();\n    " + unsigned + " bits = 0;\n    memcpy(&bits, result, sizeof *result);\n")
	b.WriteString("    printf(\"" + e.printf() + " 0x%0" + strconv.Itoa(bits/4) + "llx\\n\", " + e.printed() + "*result, (unsigned long long)bits);\n")
	if nan {
		b.WriteString("    assert(bits == " + pattern + [...]string{"u", "ull"}[types.Is64(e.typ)] + ");  // a NaN\n}\n")
		return
	}
	b.WriteString("    assert(bits == " + pattern + [...]string{"u", "ull"}[types.Is64(e.typ)] + ");\n}\n")
}

func (e *emitter) programPython(b *strings.Builder) {
	bits, pattern, nan := e.asserted()
	var inputs []string
	e.inputLines(func(name string, _ types.Type, literal string) { inputs = append(inputs, name+" = "+literal) })
	if e.helpers["fma64"] {
		b.WriteString("from fractions import Fraction\n")
	}
	b.WriteString("import numpy as np\n\n")
	e.writeHelpers(b)
	for _, l := range append(inputs, e.lines...) {
		b.WriteString(l + "\n")
	}
	w := e.word(e.typ)
	b.WriteString("result = " + w + "(" + e.result + ")\n")
	if e.typ == types.Bool {
		b.WriteString("print(result)\nassert result == " + e.integer(types.Bool, e.want) + "\n")
		return
	}
	b.WriteString("bits = int(result.view(np.uint" + strconv.Itoa(bits) + "))\nprint(result, f\"0x{bits:0" + strconv.Itoa(bits/4) + "x}\")\n")
	if nan {
		b.WriteString("assert np.isnan(result)\n")
		return
	}
	b.WriteString("assert bits == " + pattern + "\n")
}

func (e *emitter) programGo(b *strings.Builder) {
	_, pattern, nan := e.asserted()
	var inputs []string
	e.inputLines(func(name string, t types.Type, literal string) {
		inputs = append(inputs, "\t"+name+" := "+literal+"\n")
	})
	body := strings.Join(inputs, "")
	if len(e.lines) > 0 {
		body += "\t" + strings.Join(e.lines, "\n\t") + "\n"
	}
	w := e.word(e.typ)
	body += "\tresult := " + e.result + "\n"
	switch {
	case e.typ.IsFloat():
		body += "\tbits := math.F" + w[1:] + "bits(result)\n\tfmt.Printf(\"%v %#x\\n\", result, bits)\n"
		if nan {
			body += "\tif result == result {\n\t\tpanic(\"not a NaN\")\n\t}\n"
		} else {
			body += "\tif bits != " + pattern + " {\n\t\tpanic(\"other bits\")\n\t}\n"
		}
	default:
		body += "\tfmt.Println(result)\n\tif result != " + e.integer(e.typ, e.want) + " {\n\t\tpanic(\"another value\")\n\t}\n"
	}
	var helpers strings.Builder
	e.writeHelpers(&helpers)
	b.WriteString("package main\n\nimport (\n\t\"fmt\"\n")
	if strings.Contains(body, "math.") || strings.Contains(helpers.String(), "math.") {
		b.WriteString("\t\"math\"\n")
	}
	b.WriteString(")\n\n")
	if helpers.Len() > 0 {
		b.WriteString(helpers.String() + "\n")
	}
	b.WriteString("func main() {\n" + body + "}\n")
}
