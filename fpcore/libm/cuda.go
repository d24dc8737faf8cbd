package libm

import (
	"strconv"
	"strings"
)

// CUDATable is the declaration of the tables that the functions of a variant read.
func CUDATable(v Variant) string {
	table := libraries[v].read().table
	var b strings.Builder
	b.WriteString("__constant__ unsigned long long " + libraries[v].name + "_table[] = {")
	for k := range len(table) / 8 {
		b.WriteString("0x" + strconv.FormatUint(word(table, int64(8*k), true), 16) + "ull,")
	}
	b.WriteString("};\n")
	return b.String()
}

// CUDA writes the function's steps as a device function of CUDA C++ with the given name, on bits: every instruction stands there
// as PTX, so that no compiler chooses another.
func (f *Function) CUDA(name string) string {
	w := cudaWriter{program: f.program, table: libraries[f.Variant].name + "_table", wide: make([]bool, f.registers)}
	w.widths(f.Format.Bits == 64, f.Arity)
	word := w.word(uint16(f.first))
	w.WriteString("__device__ " + word + " " + name + "(")
	for k := range f.Arity {
		if k > 0 {
			w.WriteString(", ")
		}
		w.WriteString(word + " " + w.register(uint16(f.first+k)))
	}
	w.WriteString(") {\n")
	for r := f.first + f.Arity; r < f.registers; r++ {
		w.WriteString("\t" + w.word(uint16(r)) + " " + w.register(uint16(r)) + " = 0;\n")
	}
	w.WriteString("\tunsigned memory[12];\n")
	targets := map[int]bool{}
	for _, s := range f.steps {
		switch s.control {
		case jumpIf, jumpUnless, jump:
			targets[int(s.target)] = true
		}
	}
	for k := range f.steps {
		if targets[k] {
			w.WriteString("L" + strconv.Itoa(k) + ":;\n")
		}
		w.WriteString("\t" + w.statement(&f.steps[k]) + ";\n")
	}
	w.WriteString("}\n")
	return w.String()
}

type cudaWriter struct {
	strings.Builder
	*program
	table string
	wide  []bool // registers of 64 bits
}

// widths finds which registers have 64 bits: results by their kinds; what is selected or moved as what it is made of.
func (w *cudaWriter) widths(double bool, arity int) {
	for k := range arity {
		w.wide[w.first+k] = double
	}
	for changed := true; changed; {
		changed = false
		set := func(r uint16) {
			if !w.wide[r] && int(r) >= w.first {
				w.wide[r], changed = true, true
			}
		}
		for _, s := range w.steps {
			switch {
			case s.control == move || s.op != nil && s.op.kinds[0] == '*':
				from := s.in[:1]
				if s.op != nil {
					from = s.in[:2]
				}
				for _, r := range from {
					if w.wide[r] || int(r) < w.first && double && w.constants[r]>>32 != 0 && w.constants[r]>>32 != 1<<32-1 {
						set(s.d[0])
					}
				}
			case s.op != nil && (s.op.kinds[0] == 'd' || s.op.kinds[0] == 'l') && s.control != store:
				set(s.d[0])
			}
		}
	}
}

func (w *cudaWriter) word(r uint16) string {
	if w.wide[r] {
		return "unsigned long long"
	}
	return "unsigned"
}

// register writes a register, or the bits of a constant.
func (w *cudaWriter) register(r uint16) string {
	if int(r) < w.first {
		return "0x" + strconv.FormatUint(w.constants[r], 16) + "ull"
	}
	return "r" + strconv.Itoa(int(r))
}

func (w *cudaWriter) statement(s *step) string {
	d, a, b, c := w.register(s.d[0]), w.register(s.in[0]), w.register(s.in[1]), w.register(s.in[2])
	target := "L" + strconv.Itoa(int(s.target))
	set := func(e string) string { return d + " = " + e }
	switch s.control {
	case jumpIf:
		return "if (" + a + ") goto " + target
	case jumpUnless:
		return "if (!" + a + ") goto " + target
	case jump:
		return "goto " + target
	case leave:
		return "return " + a
	case move:
		return set(a)
	}
	switch s.op.name {
	case "sel":
		return set(c + " ? " + a + " : " + b)
	case "lo":
		return set("(unsigned)" + a)
	case "hi":
		return set("(unsigned)(" + a + " >> 32)")
	case "widen":
		return set("(unsigned)" + a)
	case "pair":
		return set("(unsigned long long)(unsigned)" + b + " << 32 | (unsigned)" + a)
	case "madlo":
		return set(a + " * " + b + " + " + c)
	case "madhi":
		return set("__umul64hi(" + a + ", " + b + ") + (" + a + " * " + b + " + " + c + " < " + c + ")")
	case "table32":
		return set("((const unsigned *)" + w.table + ")[(" + a + " + " + b + ") / 4]")
	case "table64":
		return set(w.table + "[(" + a + " + " + b + ") / 8]")
	case "ld32":
		return set("memory[(" + a + " + " + b + ") / 4]")
	case "ld64":
		return set("memory[(" + a + " + " + b + ") / 4] | (unsigned long long)memory[(" + a + " + " + b + ") / 4 + 1] << 32")
	case "st32":
		return "memory[(" + b + " + " + c + ") / 4] = (unsigned)" + a
	case "st64":
		return "memory[(" + b + " + " + c + ") / 4] = (unsigned)" + a + ", memory[(" + b + " + " + c + ") / 4 + 1] = (unsigned)(" + a + " >> 32)"
	}
	return w.assembly(s)
}

// assembly writes an instruction of PTX. A register of 32 bits has the type unsigned, one of 64 unsigned long long, whatever
// the instruction takes it for.
func (w *cudaWriter) assembly(s *step) string {
	o := s.op
	line, operands := o.name+" %0", ""
	if o.kinds[0] == 'p' {
		line = "{.reg .pred p; " + o.name + " p"
	}
	for k := range len(o.kinds) - 1 {
		line += ", %" + strconv.Itoa(k+1)
		class, cast := "r", "(unsigned)"
		if o.kinds[k+1] == 'd' || o.kinds[k+1] == 'l' {
			class, cast = "l", "(unsigned long long)"
		}
		if k > 0 {
			operands += ", "
		}
		operands += "\"" + class + "\"(" + cast + w.register(s.in[k]) + ")"
	}
	line += ";"
	if o.kinds[0] == 'p' {
		line += " selp.u32 %0, 1, 0, p;}"
	}
	class := "r"
	if o.kinds[0] == 'd' || o.kinds[0] == 'l' {
		class = "l"
	}
	return "asm(\"" + line + "\" : \"=" + class + "\"(" + w.register(s.d[0]) + ") : " + operands + ")"
}
