package programs

import (
	"strconv"
	"strings"
)

// Inputs returns n rows of inputs, each the bits of a value for every parameter.
func Inputs(p Program, seed uint64, n int) [][]uint64 {
	r := random(seed)
	rows := make([][]uint64, n)
	for i := range rows {
		for _, q := range p.Params {
			rows[i] = append(rows[i], r.bits(q.Type))
		}
	}
	return rows
}

// bits returns a value of the type: mostly of the order of one, so that comparisons go both ways and sums round.
func (r *random) bits(t string) uint64 {
	if t == "int" {
		return uint64(uint32(r.intn(10) - 3))
	}
	fraction, bias, width := 23, 127, 32
	if t == "double" {
		fraction, bias, width = 52, 1023, 64
	}
	sign := uint64(r.intn(2)) << (width - 1)
	m := r.next() & (1<<fraction - 1)
	switch r.intn(12) {
	case 0:
		return sign
	case 1:
		m = 0
	case 2:
		m &= 3 << (fraction - 2)
	}
	return sign | uint64(bias+r.intn(7)-3)<<fraction | m
}

// File returns a C++ file that runs every program on its rows and prints a line of bits in hexadecimal for each row. No
// call is inlined, and no argument is known when it is compiled.
func File(list []Program, rows [][][]uint64) string {
	var b strings.Builder
	b.WriteString("#include <math.h>\n#include <cstdio>\n#include <cstring>\n#include <cstdint>\n")
	b.WriteString("#ifdef __clang__\n#define APART __attribute__((noinline))\n#else\n#define APART __attribute__((noipa))\n#endif\n")
	b.WriteString("template <typename T, typename U> static T of(U u) { T t; memcpy(&t, &u, sizeof t); return t; }\n")
	for _, p := range list {
		b.WriteString("APART " + p.Head() + ";\n" + p.Text)
	}
	for i, p := range list {
		n := strconv.Itoa(i)
		b.WriteString("static volatile uint64_t in" + n + "[] = {")
		for _, row := range rows[i] {
			for _, x := range row {
				b.WriteString("0x" + strconv.FormatUint(x, 16) + ",")
			}
		}
		b.WriteString("};\nAPART static void run" + n + "() {\n")
		b.WriteString("  for (int i = 0; i < " + strconv.Itoa(len(rows[i])) + "; i++) {\n    volatile uint64_t *x = in" + n + " + i * " + strconv.Itoa(len(p.Params)) + ";\n")
		width, size := "uint32_t", "8"
		if p.Result == "double" {
			width, size = "uint64_t", "16"
		}
		b.WriteString("    " + p.Result + " z = " + p.Name + "(")
		for j, q := range p.Params {
			from := "uint32_t"
			if q.Type == "double" {
				from = "uint64_t"
			}
			b.WriteString(comma(j) + "of<" + q.Type + ">((" + from + ")x[" + strconv.Itoa(j) + "])")
		}
		b.WriteString(");\n    printf(\"%0" + size + "llx\\n\", (unsigned long long)of<" + width + ">(z));\n  }\n}\n")
	}
	b.WriteString("int main() {\n")
	for i := range list {
		b.WriteString("  run" + strconv.Itoa(i) + "();\n")
	}
	b.WriteString("}\n")
	return b.String()
}
