// Package libm computes CUDA's mathematical functions bit for bit: expf, sinf, powf, lgamma and so on, as nvcc of CUDA 13.0
// makes them for compute capability 9.0, by default, with -ftz=true and with -use_fast_math. Another toolkit may use other
// code.
//
// A function is data: functions.txt tells its steps in named parts (the notation stands at its top). A step is an
// instruction of package gpu, an operation on integers, a selection, or a jump. What the flags change follows by rule from
// one text, but for the few functions and steps that nvcc replaces. The steps are read once (read.go), joined with the
// operations that they name (operation.go), and run on bits (run.go); the same steps are written out as CUDA C++ (cuda.go),
// which is how they were compared with an NVIDIA H200 over all arguments.
//
// The package stands above gpu, not below it, because its steps are gpu's instructions, approximations included.
package libm

import (
	_ "embed"
	"strings"
	"sync"

	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
)

// Toolkit is the compiler whose functions these are, and the machine on which they were compared.
const Toolkit = "CUDA 13.0 (V13.0.88), sm_90"

//go:embed functions.txt
var text string

// Variant is a set of nvcc's flags under which the functions differ.
type Variant uint8

const (
	Default Variant = iota
	FTZ             // -ftz=true
	Fast            // -use_fast_math
)

// Variants are the names of the variants as nvcc's flags.
var Variants = [...]string{Default: "", FTZ: "-ftz=true", Fast: "-use_fast_math"}

// Function is a function under some flags.
type Function struct {
	Name    string
	Variant Variant
	Arity   int
	Format  *format.Format // of operands and result
	*program
}

// Find returns a function by CUDA's name; ok is false for those that the lab does not have.
func Find(name string, v Variant) (f *Function, ok bool) {
	e := functions()[name]
	if e == nil || strings.Contains(name, ".") {
		return nil, false
	}
	return e.variant(v), true
}

// Names lists the functions in the order of functions.txt: binary32 first.
func Names() (list []string) {
	for _, d := range definitions() {
		if n := len(list); !strings.Contains(d.name, ".") && (n == 0 || list[n-1] != d.name) {
			list = append(list, d.name)
		}
	}
	return list
}

// entry is a function with what was made of it.
type entry struct {
	texts    []definition
	once     [len(Variants)]sync.Once
	variants [len(Variants)]*Function
}

func (e *entry) variant(v Variant) *Function {
	e.once[v].Do(func() {
		d := &e.texts[0]
		for k := range e.texts {
			if strings.IndexByte(e.texts[k].variants, "dzu"[v]) >= 0 {
				d = &e.texts[k]
			}
		}
		e.variants[v] = &Function{Name: d.name, Variant: v, Arity: len(d.params), Format: d.format, program: d.program(v)}
	})
	return e.variants[v]
}

var functions = sync.OnceValue(func() map[string]*entry {
	m := map[string]*entry{}
	for _, d := range definitions() {
		if m[d.name] == nil {
			m[d.name] = &entry{}
		}
		m[d.name].texts = append(m[d.name].texts, d)
	}
	return m
})

// Instruction returns the function as an instruction of package gpu, whose steps are the function's.
func (f *Function) Instruction() *gpu.Instruction {
	name := f.Name
	if v := Variants[f.Variant]; v != "" {
		name += "(" + v + ")"
	}
	in := make([]gpu.Type, f.Arity)
	for k := range in {
		in[k] = gpu.Type{Float: f.Format}
	}
	return gpu.Sequence(name, in, f.Variant != Default && f.Format == format.F32, func(x [3]uint64, steps *[]gpu.Step) uint64 {
		if steps == nil {
			return f.Eval(x)
		}
		for _, s := range f.Trace(x) {
			if s.Instruction == nil {
				continue
			}
			g := gpu.Step{Op: s.Op, N: len(s.In), Result: s.Out}
			for k, v := range s.In {
				g.X[k] = v.Bits
			}
			*steps = append(*steps, g)
		}
		return f.Eval(x)
	})
}
