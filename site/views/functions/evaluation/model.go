// Package evaluation is the part of the view Functions that shows how CUDA and the C library compute a function: every
// instruction in its part, with what it rounded.
package evaluation

import (
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/libm"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/rounding"
	"ulplab/site/kit/words"
)

// Model is the evaluation of a function at one argument.
type Model struct {
	Call    string // "expf(1.5)"
	Library string // "CUDA"
	Flags   string // "" for nvcc's default
	Format  *format.Format
	Result  Number
	Error   string // of the result in ulp, "" where no exact value is known
	Correct Number // correctly rounded; Hex "" where no exact value is known
	Other   Number // the C library's result on a processor without FMA3; Hex "" where it is the same
	Parts   []Part
	Count   int // instructions
	Worst   Worst
}

// Worst is the largest error known of a function over all arguments, or over a sample.
type Worst struct {
	_    [0]func() // not comparable
	Max  string    // in ulp; "" where none is known
	Arg  wide.U128
	Over string // which arguments, and how it is known
}

// Both evaluates a function of CUDA and, where the lab has it, the C library's on a processor with FMA3.
func Both(name string, v libm.Variant, x [3]wide.U128) []Model {
	list := []Model{Build(name, v, x)}
	if _, ok := libm.Find(name, libm.GNU); ok {
		list = append(list, Build(name, libm.GNU, x))
	}
	return list
}

// Number is a datum with its code.
type Number struct {
	Bits       wide.U128
	Value, Hex string
}

func number(f *format.Format, bits uint64) Number {
	c := wide.From64(bits)
	return Number{c, words.Minus(words.Brief(f, c)), text.Bits(f, c)}
}

// Part is a part of the evaluation: a run of steps.
type Part struct {
	Name string
	Rows []Row
}

// Row is one step.
type Row struct {
	_                  [0]func() // not comparable
	Name, Op, Operands string
	Value, Hex         string
	Rounding           string // "exact", "+0.31 ulp", "approximate", "" for what is not arithmetic
}

// Build evaluates a function that libm has, on the codes of its operands.
func Build(name string, v libm.Variant, x [3]wide.U128) Model {
	f, ok := libm.Find(name, v)
	if !ok {
		return Model{}
	}
	var bits [3]uint64
	var shown []string
	for k := range f.Arity {
		bits[k] = x[k].Lo
		shown = append(shown, words.Minus(words.Brief(f.Format, x[k])))
	}
	m := Model{Call: name + "(" + strings.Join(shown, ", ") + ")", Library: "CUDA", Format: f.Format, Result: number(f.Format, f.Eval(bits))}
	if v < libm.GNU {
		m.Flags = libm.Variants[v]
	} else {
		m.Library, m.Flags = libm.GNULibrary, "x86-64 with FMA3"
		if g, _ := libm.Find(name, libm.GNUPlain); g.Eval(bits) != f.Eval(bits) {
			m.Other = number(f.Format, g.Eval(bits))
		}
		m.Worst = gnuWorst[name]
	}
	m.exactly(name, f, x[0])
	for _, s := range f.Trace(bits) {
		if n := len(m.Parts); n == 0 || m.Parts[n-1].Name != partName(s.Part) {
			m.Parts = append(m.Parts, Part{Name: partName(s.Part)})
		}
		p := &m.Parts[len(m.Parts)-1]
		p.Rows = append(p.Rows, row(&s))
		m.Count++
	}
	return m
}

// exactly compares the result with the exact value, where that is known.
func (m *Model) exactly(name string, f *libm.Function, x wide.U128) {
	if f.Format == format.F32 {
		name = strings.TrimSuffix(name, "f")
	}
	fn, ok := exact.FindFunction(name)
	if !ok || f.Arity != 1 {
		return
	}
	m.Correct = number(f.Format, fn.Round(round.Env{}, f.Format, f.Format, x).Bits.Lo)
	if v, finite := exact.FromBits(f.Format, x); finite {
		if e := fn.ErrorUlps(f.Format, m.Result.Bits, v, 6); e != "nan" {
			m.Error = words.Minus(e)
		}
	}
}

// partName is a part's name without the number that keeps parts of one name apart.
func partName(s string) string {
	if s = strings.TrimRight(s, "0123456789"); s == "unit" {
		return "special-function unit"
	}
	return s
}

// row writes a step.
func row(s *libm.Step) Row {
	r := Row{Name: s.Name, Op: s.Op}
	var in []string
	for _, v := range s.In {
		if v.Name != "" {
			in = append(in, v.Name)
		} else {
			value, _ := show(v.Kind, v.Bits)
			in = append(in, value)
		}
	}
	r.Operands = strings.Join(in, ", ")
	r.Value, r.Hex = show(s.Kind, s.Out)
	if s.Instruction != nil {
		r.Rounding = off(s)
	}
	return r
}

// show writes a value by its kind, and its code.
func show(k libm.Kind, bits uint64) (value, hex string) {
	switch k {
	case libm.Float32:
		n := number(format.F32, bits)
		return n.Value, n.Hex
	case libm.Float64:
		n := number(format.F64, bits)
		return n.Value, n.Hex
	case libm.Truth:
		return [2]string{"no", "yes"}[bits&1], ""
	case libm.Int32:
		return words.Minus(words.Num(int(int32(bits)))), text.Bits(format.F32, wide.From64(bits&(1<<32-1)))
	}
	return text.Bits(format.F64, wide.From64(bits)), ""
}

// off says what an instruction rounded: by how many ulp its result is off what its operands give.
func off(s *libm.Step) string {
	var in [3]uint64
	for k, v := range s.In {
		in[k] = v.Bits
	}
	r, ok := rounding.Of(s.Instruction, in, s.Out)
	switch i := s.Instruction; {
	case ok:
		return r.Error
	case i.Approximate():
		return "approximate"
	case s.Rounded.Flags&round.Inexact == 0:
		return "exact"
	case i.Out.Float == nil:
		return "to an integer"
	}
	return "rounded"
}
