// Package libm computes mathematical functions bit for bit: those of CUDA (expf, sinf, powf, lgamma and so on), as nvcc of CUDA
// 13.0 makes them for compute capability 9.0, by default, with -ftz=true and with -use_fast_math, and some of the GNU C Library
// 2.36 for x86-64, on processors with FMA3 and without. Another version of either may use other code.
//
// A function is data: functions.txt tells its steps in named parts (the notation stands at its top). A step is an
// instruction of package gpu, an operation on integers, a selection, or a jump. What the flags change follows by rule from
// one text, but for the few functions and steps that nvcc replaces; glibc.txt has the C library's in the same notation. The
// steps are read once (read.go), joined with the operations that they name (operation.go), and run on bits (run.go); the same
// steps are written out as CUDA C++ (cuda.go), which is how they were compared over all arguments with an NVIDIA H200, and with
// the C library of Debian 12.
//
// The package stands above gpu, not below it, because its steps are gpu's instructions, approximations included.
package libm

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/stable"
)

// Toolkit is the compiler whose functions these are, and the machine on which they were compared.
const Toolkit = "CUDA 13.0 (V13.0.88), sm_90"

// GNULibrary is the C library whose functions the variants GNU and GNUPlain are.
const GNULibrary = "GNU C Library 2.36"

//go:embed functions.txt
var cudaText string

//go:embed glibc.txt
var glibcText string

// Variant is the code of a library: CUDA's under a set of nvcc's flags, the C library's on a kind of processor.
type Variant uint8

const (
	Default     Variant = iota
	FTZ                 // -ftz=true
	Fast                // -use_fast_math
	GNU                 // the C library where the processor has FMA3 (and AVX2)
	GNUPlain            // where it does not
	Approximate         // CUDA's under -prec-div=false -prec-sqrt=false, of the functions that these change: see Under
	Unfused             // CUDA's under -fmad=false or -G, of the functions that these change: see Under
)

// Variants are the names of the variants of CUDA as nvcc's flags.
var Variants = [...]string{Default: "", FTZ: "-ftz=true", Fast: "-use_fast_math"}

// library is a text of functions. A variant is a letter of it.
type library struct {
	name    string
	text    string
	once    sync.Once
	list    []definition
	table   []byte // what table32 and table64 read
	entries map[string]*entry
}

var cuda, glibc = &library{name: "cuda", text: cudaText}, &library{name: "gnu", text: glibcText}

// libraries and letters tell a variant's text and its letter there.
var libraries = [...]*library{Default: cuda, FTZ: cuda, Fast: cuda, GNU: glibc, GNUPlain: glibc, Approximate: cuda, Unfused: cuda}

const letters = "dzufsdd"

// Function is a function under some flags.
type Function struct {
	Name    string
	Variant Variant
	Arity   int
	Format  *format.Format // of operands and result
	*program
	instruction func() *gpu.Instruction
}

// Find returns a function by CUDA's name; ok is false for those that the lab does not have.
func Find(name string, v Variant) (f *Function, ok bool) {
	e := libraries[v].read().entries[name]
	if e == nil || strings.Contains(name, ".") {
		return nil, false
	}
	return e.variant(v), true
}

// Names lists CUDA's functions in the order of functions.txt: binary32 first.
func Names() []string { return cuda.names() }

// GNUNames lists the functions of the C library.
func GNUNames() []string { return glibc.names() }

func (l *library) names() (list []string) {
	for _, d := range l.read().list {
		if n := len(list); !strings.Contains(d.name, ".") && (n == 0 || list[n-1] != d.name) {
			list = append(list, d.name)
		}
	}
	return list
}

// entry is a function with what was made of it.
type entry struct {
	texts    []definition
	once     [len(letters)]sync.Once
	variants [len(letters)]*Function
}

func (e *entry) variant(v Variant) *Function {
	e.once[v].Do(func() {
		d := &e.texts[0]
		for k := range e.texts {
			if strings.IndexByte(e.texts[k].variants, letters[v]) >= 0 {
				d = &e.texts[k]
			}
		}
		f := &Function{Name: d.name, Variant: v, Arity: len(d.params), Format: d.format, program: d.program(v)}
		f.instruction = stable.Once(f.newInstruction)
		e.variants[v] = f
	})
	return e.variants[v]
}

// Compiled returns a function of CUDA as nvcc compiles it for a target, as an instruction, and how its bits are known there; ok is
// false for those that the lab does not have or whose bits there are not known.
func Compiled(name string, t gpu.Target) (i *gpu.Instruction, k gpu.Kind, ok bool) {
	flags, v := t.Flags.Effective(), Default
	switch {
	case flags.FastMath:
		v = Fast
	case flags.FTZ:
		v = FTZ
	}
	f := Under(name, v, flags.PrecDiv, flags.PrecSqrt, flags.FMad)
	if f == nil {
		return nil, 0, false
	}
	if d, _ := Find(name, Default); slices.Equal(f.steps, d.steps) && slices.Equal(f.constants, d.constants) {
		f = d // which the flags do not change
	}
	i = f.Instruction()
	k, ok = t.Known(i)
	return i, k, ok
}

// Under returns a function of CUDA as nvcc makes it where it rounds quotients and roots, or does not, and where it fuses products and
// sums in the library's code, or does not; nil for those that the lab does not have. Which functions each option
// changes was measured on an H200: of 2^28 drawn operands of every other one no result differs in a bit under -fmad=false.
func Under(name string, v Variant, quotients, roots, fused bool) *Function {
	switch name {
	case "hypotf", "norm3df":
		v = v.approximate(!roots)
	case "y1f":
		v = v.approximate(!quotients)
	}
	f, _ := Find(name, v)
	if f != nil && !fused && f.Format == format.F64 {
		if g, _ := Find(name, Unfused); len(g.steps) != len(f.steps) {
			f = g
		}
	}
	return f
}

// approximate is a variant with -prec-div=false or -prec-sqrt=false, whichever changes the function.
func (v Variant) approximate(is bool) Variant {
	switch {
	case is && v == Default:
		return Approximate
	case is && v == FTZ:
		return Fast
	}
	return v
}

// Meets counts the places in the function's code where all ways of branches have met again, one behind the other: 0 without
// branches, 1 where all meet at its end.
func (p *program) Meets() (n int) {
	open := int32(0) // where all ways that were seen have met
	for k, s := range p.steps {
		at := int32(k)
		switch {
		case s.control == jumpIf || s.control == jumpUnless || s.control == jump:
			if at >= open && s.target > at {
				n++
			}
			open = max(open, s.target)
		case s.control == leave && at < open:
			open = int32(len(p.steps))
		}
	}
	return n
}

// Calls counts the steps of the function's code that are calls of intrinsics to a compiler, as fused multiply-adds, conversions and
// approximations are; a jump, behind which another basic block begins, counts as many.
func (p *program) Calls() (n int) {
	const block = 256
	for _, s := range p.steps {
		switch {
		case s.control == jumpIf || s.control == jumpUnless || s.control == jump:
			n += block
		case s.op == nil:
		case strings.HasPrefix(s.op.name, "mul") || strings.HasPrefix(s.op.name, "add") || strings.HasPrefix(s.op.name, "sub"):
		case strings.Contains(s.op.name, ".r") || strings.Contains(s.op.name, ".approx"):
			n++
		}
	}
	return n
}

// Instruction returns the function as an instruction of package gpu, whose steps are the function's: always the same one.
func (f *Function) Instruction() *gpu.Instruction { return f.instruction() }

func (f *Function) newInstruction() *gpu.Instruction {
	name := f.Name
	switch {
	case f.Variant == Approximate && name == "y1f":
		name += "(-prec-div=false)"
	case f.Variant == Unfused:
		name += "(-fmad=false)"
	case f.Variant == Approximate:
		name += "(-prec-sqrt=false)"
	case f.Variant < GNU && f.Variant > Default:
		name += "(" + Variants[f.Variant] + ")"
	}
	in := make([]gpu.Type, f.Arity)
	for k := range in {
		in[k] = gpu.Type{Float: f.Format}
	}
	return gpu.Sequence(name, in, (f.Variant == FTZ || f.Variant == Fast) && f.Format == format.F32, func(x [3]uint64, steps *[]gpu.Step) uint64 {
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
