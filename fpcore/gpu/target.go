package gpu

import (
	"slices"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/mufu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Flags are the options of nvcc that choose instructions.
type Flags struct {
	FTZ      bool // -ftz=true
	PrecDiv  bool // -prec-div=true
	PrecSqrt bool // -prec-sqrt=true
	FMad     bool // -fmad=true
	FastMath bool // -use_fast_math
}

// Preset is a set of flags with a name.
type Preset struct {
	ID, Name string
	Flags    Flags
}

// Presets lists the two modes of the white paper (its section on compiler flags; the first is nvcc's default) and
// -use_fast_math.
var Presets = []Preset{
	{"ieee", "IEEE 754 mode: -ftz=false -prec-div=true -prec-sqrt=true", Flags{PrecDiv: true, PrecSqrt: true, FMad: true}},
	{"fast", "fast mode: -ftz=true -prec-div=false -prec-sqrt=false", Flags{FTZ: true, FMad: true}},
	{"fastmath", "-use_fast_math", Flags{FTZ: true, FMad: true, FastMath: true}},
}

// Effective returns the flags with what FastMath implies: -ftz=true -prec-div=false -prec-sqrt=false -fmad=true.
func (f Flags) Effective() Flags {
	if f.FastMath {
		f = Flags{FTZ: true, FMad: true, FastMath: true}
	}
	return f
}

// Target is what a program is compiled for: a capability that Profiles lists, and flags. Flags act on binary32 of compute capability 2.0 and above only, but for
// -fmad, which acts on binary64 there too.
type Target struct {
	CC    Capability
	Flags Flags
}

// Double returns the format that double has: binary32 below 1.3, where the compiler demotes it (to operands and
// results of 32 bits).
func (t Target) Double() *format.Format {
	if t.CC < 13 {
		return format.F32
	}
	return format.F64
}

// Find returns the instruction or intrinsic as the target executes it, and how its bits are known there. ok is false
// if the target does not have it, or if nothing establishes the bits that the target gives: approximations below 8.0
// but for those of early, and whatever 1.x does in software. Operand NaNs in binary64
// are delivered as 9.0 does; other capabilities from 2.0 may change them (PG13). When .ftz flushes results is documented
// nowhere: it is inferred from 9.0 for the others.
func (t Target) Find(name string) (i *Instruction, k Kind, ok bool) {
	if t.CC < 20 {
		return t.findTesla(name)
	}
	if i, ok = Find(name); !ok {
		return nil, 0, false
	}
	if k, ok = t.Known(i); !ok && t.CC >= since(i) {
		i, ok = t.early(i)
		k = Inferred
	}
	if !ok {
		return nil, 0, false
	}
	return i, k, true
}

// Known returns how the bits of an instruction as 9.0 has it are known on a target from 2.0 on; ok is false if they are not.
func (t Target) Known(i *Instruction) (k Kind, ok bool) {
	switch {
	case t.CC < since(i), i.sequence != nil && t.CC < 80:
		return 0, false
	case t.CC == 90:
		return Measured, true
	case i.sequence == nil && !i.Flush:
		return Documented, true // correctly rounded
	}
	return Inferred, true
}

// early returns an approximation as 2.0 to 7.5 execute it, if that can be inferred: what the special-function unit
// makes of reciprocal, reciprocal root and logarithm, whose errors on 9.0 are, counted over all operands, those
// published for 1.x, so that the tables were the same at both ends. Sines and powers are not among them because the
// argument was reduced by a separate instruction, tanh and the root of 5.2 and later because they are newer. Before 5.2
// the root was the reciprocal of the reciprocal root (PG12: 3 ulp). The scaling of subnormal and huge operands around
// the unit is by powers of two; that it was this one is an assumption.
func (t Target) early(i *Instruction) (*Instruction, bool) {
	op, _, _ := strings.Cut(i.Name, ".")
	switch {
	case i.Out.Float != format.F32:
	case op == "rcp" || op == "rsqrt" || op == "rsqrtf" || op == "lg2" || op == "div" || op == "__fdividef":
		return i, true
	case op == "sqrt" && t.CC < 52 && i.Flush:
		return &earlyRoots[1], true
	case op == "sqrt" && t.CC < 52:
		return &earlyRoots[0], true
	}
	return nil, false
}

var earlyRoots = [...]Instruction{
	{Name: "sqrt.approx.f32", In: oneF32, Out: f32Type, do: runSequence, width: 32, sequence: func(m machine, x [3]uint64) uint64 {
		if tiny(x[0]) {
			return m.two(&mulF32, m.rootOfReciprocal(m.two(&mulF32, x[0], two24)), twoM12)
		}
		return m.rootOfReciprocal(x[0])
	}},
	{Name: "sqrt.approx.ftz.f32", In: oneF32, Out: f32Type, Flush: true, do: runSequence, width: 32, sequence: func(m machine, x [3]uint64) uint64 {
		return m.rootOfReciprocal(x[0])
	}},
}

func (m machine) rootOfReciprocal(x uint64) uint64 { return m.mufu(mufu.RCP, m.mufu(mufu.RSQ, x)) }

func (t Target) findTesla(name string) (*Instruction, Kind, bool) {
	for _, i := range teslaIndex() {
		if i.Name == name {
			return i, Measured, true
		}
	}
	if t.CC == 13 && slices.Contains(teslaDoubles(), name) {
		i, ok := Find(name)
		return i, Measured, ok
	}
	return nil, 0, false
}

// since returns the first capability from 2.0 that has an instruction, after the target notes of PTX ISA 9.2; 9.0,
// where all of the catalogue but f32x2 was measured, where the notes gathered here do not say.
func since(i *Instruction) Capability {
	op, _, ptx := strings.Cut(i.Name, ".")
	has := func(f *format.Format) bool {
		for _, typ := range i.In {
			if typ.Float == f {
				return true
			}
		}
		return i.Out.Float == f
	}
	wide := true // binary32, binary64 and integers only
	for _, typ := range append([]Type{i.Out}, i.In...) {
		wide = wide && (typ.Float == nil || typ.Float == format.F32 || typ.Float == format.F64)
	}
	switch {
	case strings.HasSuffix(i.Name, ".f32x2"):
		return 100
	case i.NaN:
		return 80
	case wide && (op == "tanh" || op == "__tanhf"):
		return 75
	case wide:
		return 20
	case !ptx:
		return 90
	case op == "cvt" && (has(format.E4M3) || has(format.E5M2)):
		return 89
	case strings.HasPrefix(i.Name, "cvt.rna.") && !i.Finite:
		return 80 // TF32
	case op == "cvt" && has(format.F16) && has(format.F32) && !i.Relu && !i.Finite:
		return 20
	case op == "cvt" && has(format.BF16) && has(format.F32) && !i.Finite && (i.Direction == round.TiesToEven || i.Direction == round.TowardZero):
		return 80
	case op == "cvt":
		return 90
	case has(format.F16) && i.sequence != nil:
		return 75
	case has(format.F16) && (i.Relu || op == "min" || op == "max"):
		return 80
	case has(format.F16):
		return 53
	case op == "fma" || op == "neg" || op == "abs" || op == "min" || op == "max":
		return 80 // bfloat16
	}
	return 90
}

// Code is what an operation is compiled to.
type Code struct {
	// Names are instructions run one after the other, each on the result of the one before and the operands that
	// are left. Nil if Library is set.
	Names   []string
	Library string // a function of the CUDA math library, where the catalogue does not have its code
	Demoted bool   // double became binary32
}

// Operation is an expression or function of CUDA C that flags and capabilities compile in different ways.
type Operation struct {
	ID      string // as a formula or as the C name of the binary64 function
	Arity   int
	compile func(t Target, f Flags, ftz string) []string // binary32 from 2.0 on; nil for the library
	tesla   string                                       // binary32 on 1.x, "" for the library
	double  string                                       // binary64, "" for the library
}

// Operations lists the operations. Sources: nvcc's manual in PG13 for the flags; the binary32 instructions of 1.x
// after PG4, which names -ftz=true -prec-div=false -prec-sqrt=false as closest to its code.
var Operations = []Operation{
	{"a+b", 2, plain("add"), "add.f32", "add.f64"},
	{"a-b", 2, plain("sub"), "sub.f32", "sub.f64"},
	{"a*b", 2, plain("mul"), "mul.f32", "mul.f64"},
	{"a*b+c", 3, func(_ Target, f Flags, ftz string) []string {
		if f.FMad {
			return []string{"fma.rn" + ftz + ".f32"}
		}
		return []string{"mul.rn" + ftz + ".f32", "add.rn" + ftz + ".f32"}
	}, "mad.f32", "fma.rn.f64"},
	{"a/b", 2, func(_ Target, f Flags, ftz string) []string {
		switch {
		case f.FastMath:
			return []string{"div.approx" + ftz + ".f32"}
		case f.PrecDiv:
			return []string{"div.rn" + ftz + ".f32"}
		}
		return []string{"div.full" + ftz + ".f32"}
	}, "div.full.f32", "div.rn.f64"},
	{"1/a", 1, func(_ Target, f Flags, ftz string) []string {
		if f.PrecDiv {
			return []string{"rcp.rn" + ftz + ".f32"}
		}
		return []string{"rcp.approx" + ftz + ".f32"}
	}, "rcp.approx.f32", "rcp.rn.f64"},
	{"sqrt", 1, func(_ Target, f Flags, ftz string) []string {
		if f.PrecSqrt {
			return []string{"sqrt.rn" + ftz + ".f32"}
		}
		return []string{"sqrt.approx" + ftz + ".f32"}
	}, "sqrt.approx.f32", "sqrt.rn.f64"},
	{"rsqrt", 1, func(_ Target, _ Flags, ftz string) []string {
		return []string{"rsqrt.approx" + ftz + ".f32"}
	}, "rsqrt.approx.f32", "rsqrt"},
	{"exp2", 1, func(_ Target, _ Flags, ftz string) []string {
		return []string{"ex2.approx" + ftz + ".f32"}
	}, "", ""},
	{"sin", 1, fast("__sinf(-ftz=true)", 20), "", ""},
	{"cos", 1, fast("__cosf(-ftz=true)", 20), "", ""},
	{"tan", 1, fast("__tanf(-ftz=true)", 20), "", ""},
	{"exp", 1, fast("__expf(-ftz=true)", 20), "", ""},
	{"exp10", 1, fast("__exp10f(-ftz=true)", 20), "", ""},
	{"log", 1, fast("__logf(-ftz=true)", 20), "", ""},
	{"log2", 1, fast("__log2f(-ftz=true)", 20), "", ""},
	{"log10", 1, fast("__log10f(-ftz=true)", 20), "", ""},
	{"pow", 2, fast("__powf(-ftz=true)", 20), "", ""},
	{"tanh", 1, fast("__tanhf", 75), "", ""},
	{"hypot", 2, library, "", ""},
	{"atan2", 2, library, "", ""},
}

// plain is add, sub or mul. Without -fmad the rounding is written out, which keeps ptxas from contracting.
func plain(op string) func(Target, Flags, string) []string {
	return func(_ Target, f Flags, ftz string) []string {
		if !f.FMad {
			op := op + ".rn"
			return []string{op + ftz + ".f32"}
		}
		return []string{op + ftz + ".f32"}
	}
}

// fast is a function of the library that -use_fast_math replaces by an intrinsic, from a capability on.
func fast(name string, from Capability) func(Target, Flags, string) []string {
	return func(t Target, f Flags, _ string) []string {
		if f.FastMath && t.CC >= from {
			return []string{name}
		}
		return nil
	}
}

// library is a function that no flag replaces.
func library(Target, Flags, string) []string { return nil }

// FindOperation returns the operation with the given ID.
func FindOperation(id string) (Operation, bool) {
	for _, o := range Operations {
		if o.ID == id {
			return o, true
		}
	}
	return Operation{}, false
}

// Compile returns the code of an operation on float, or on double.
func (t Target) Compile(o Operation, double bool) (c Code) {
	f := t.Flags.Effective()
	if double && t.Double() == format.F32 {
		double, c.Demoted = false, true
	}
	name := o.tesla
	switch {
	case double && o.ID == "a*b+c" && t.CC >= 20 && !f.FMad:
		c.Names = []string{"mul.rn.f64", "add.rn.f64"}
		return c
	case double:
		name = o.double
	case t.CC >= 20:
		ftz := ""
		if f.FTZ {
			ftz = ".ftz"
		}
		c.Names = o.compile(t, f, ftz)
		if c.Names == nil {
			c.Library = o.ID + "f"
		}
		return c
	}
	switch {
	case name != "":
		c.Names = []string{name}
	case double:
		c.Library = o.ID
	default:
		c.Library = o.ID + "f"
	}
	return c
}

// Missing says why Run cannot execute code; it is empty if Run can.
func (t Target) Missing(c Code) string {
	if c.Names == nil {
		return "the code of the library’s " + c.Library + " under these flags is not known to the lab"
	}
	for _, name := range c.Names {
		if _, _, ok := t.Find(name); ok {
			continue
		}
		i, ok := Find(name)
		switch {
		case !ok:
			return "there is no " + name + " on " + t.CC.String()
		case t.CC < 20:
			return name + " is a sequence on 1.x that is not known, or is not there"
		case t.CC < since(i):
			return name + " begins with " + since(i).String()
		}
		return name + ": the code of this approximation is known from 8.0 on"
	}
	return ""
}

// Run executes code on its operands. k is the weakest way in which the bits of an instruction of it are known; ok is
// false if Find does not have one of them, if the code is a function of the library, or if it takes more than three
// operands.
func (t Target) Run(c Code, x [3]uint64) (r uint64, k Kind, ok bool) {
	if c.Names == nil {
		return 0, 0, false
	}
	next := 0
	for n, name := range c.Names {
		i, how, ok := t.Find(name)
		if !ok {
			return 0, 0, false
		}
		k = Weaker(k, how)
		var op [3]wide.U128
		from := 0
		if n > 0 {
			op[0], from = wide.From64(r), 1
		}
		if next+len(i.In)-from > len(x) {
			return 0, 0, false
		}
		for ; from < len(i.In); from++ {
			op[from] = wide.From64(x[next])
			next++
		}
		r = i.Do(op, nil).Bits.Lo
	}
	return r, k, true
}

// Weaker returns the kind that claims less: inferred before documented before measured.
func Weaker(a, b Kind) Kind {
	order := [...]uint8{Recalled: 1, Inferred: 2, Documented: 3, Measured: 4, 0: 5}
	if order[a] < order[b] {
		return a
	}
	return b
}
