package compile

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/target"
)

// Machine is what executes a program.
type Machine uint8

// The machines. Strict computes every floating-point operation in binary64 and rounds nothing else, as
// FLT_EVAL_METHOD 1 without contraction; Exact computes with rational numbers, and rounds the result once.
const (
	GPU Machine = iota
	SSE         // x86-64, scalar SSE2, and FMA3 if Target.FMA
	X87
	Strict
	Exact
)

// Compiler is what translates a program for x86.
type Compiler uint8

// The compilers.
const (
	GCC   Compiler = iota // g++ 12.2 -O2
	Clang                 // clang++ 14 -O2
)

// Contraction is the value of -ffp-contract.
type Contraction uint8

// The contractions. On joins a product and a sum within one full expression.
const (
	ContractOff Contraction = iota
	ContractOn
	ContractFast
)

// Target is a compiler with its flags and the machine that runs the program. It is comparable; fields that a machine
// does not have are zero.
type Target struct {
	Machine   Machine
	GPU       gpu.Target  // GPU: compute capability and flags of nvcc
	Debug     bool        // GPU: -G
	Compiler  Compiler    // SSE, X87
	FMA       bool        // SSE: -mfma
	Contract  Contraction // SSE with FMA
	Precision uint8       // X87: 24, 53 or 64 bits of the significand (-mpc32, -mpc64, -mpc80)
	Store     bool        // X87: -ffloat-store
}

// Targets lists the targets of a menu: nvcc's flags for 9.0, every other compute capability with the default flags, g++
// and clang, x87, and the two references.
func Targets() []Target {
	var list []Target
	on := func(cc gpu.Capability, f gpu.Flags) { list = append(list, Target{GPU: gpu.Target{CC: cc, Flags: f}}) }
	ieee := gpu.Presets[0].Flags
	for _, set := range []func(f *gpu.Flags){
		func(*gpu.Flags) {},
		func(f *gpu.Flags) { f.FMad = false },
		func(f *gpu.Flags) { f.FTZ = true },
		func(f *gpu.Flags) { f.PrecDiv, f.PrecSqrt = false, false },
		func(f *gpu.Flags) { *f = gpu.Presets[1].Flags },
		func(f *gpu.Flags) { *f = gpu.Presets[2].Flags },
	} {
		f := ieee
		set(&f)
		on(90, f)
	}
	list = append(list, Target{GPU: gpu.Target{CC: 90, Flags: ieee}, Debug: true})
	for _, p := range gpu.Profiles() {
		if p.CC != 90 {
			on(p.CC, ieee)
		}
	}
	return append(list, hosts...)
}

var hosts = []Target{
	{Machine: SSE},
	{Machine: SSE, FMA: true},
	{Machine: SSE, FMA: true, Contract: ContractFast},
	{Machine: SSE, Compiler: Clang},
	{Machine: SSE, Compiler: Clang, FMA: true},
	{Machine: SSE, Compiler: Clang, FMA: true, Contract: ContractOn},
	{Machine: SSE, Compiler: Clang, FMA: true, Contract: ContractFast},
	{Machine: X87, Precision: 64},
	{Machine: X87, Precision: 64, Store: true},
	{Machine: X87, Precision: 53},
	{Machine: X87, Precision: 53, Store: true},
	{Machine: X87, Precision: 24},
	{Machine: X87, Precision: 24, Store: true},
	{Machine: Strict},
	{Machine: Exact},
}

// ID returns the target's name in links.
func (t Target) ID() string {
	switch t.Machine {
	case GPU:
		id := target.OnGPU(t.GPU.CC, t.GPU.Flags).ID()
		if t.Debug {
			id += "-debug"
		}
		return id
	case Strict:
		return "strict"
	case Exact:
		return "exact"
	case X87:
		id := "x87"
		if p := t.Precision; p == 24 || p == 53 {
			id += "-pc" + map[uint8]string{24: "24", 53: "53"}[p]
		}
		if t.Store {
			id += "-store"
		}
		return id
	}
	id := [...]string{"gcc", "clang"}[t.Compiler]
	if t.FMA {
		id += [...]string{"-fma-off", "-fma-on", "-fma"}[t.Contract]
	}
	return id
}

// TargetByID returns the target with the given ID.
func TargetByID(id string) (Target, bool) {
	for _, t := range hosts {
		if t.ID() == id {
			return t, true
		}
	}
	gpuID, debug := strings.CutSuffix(id, "-debug")
	if u, ok := target.ByID(gpuID); ok && u.Unit == target.GPU {
		return Target{GPU: u.GPU, Debug: debug}, true
	}
	return Target{}, false
}

// Group returns the heading under which a menu lists the target.
func (t Target) Group() string {
	switch t.Machine {
	case GPU:
		return "nvcc, GPU"
	case Strict, Exact:
		return "References"
	case X87:
		return "g++, x87"
	}
	return [...]string{"g++, x86-64", "clang++, x86-64"}[t.Compiler]
}

// Name returns the target in words.
func (t Target) Name() string {
	switch t.Machine {
	case GPU:
		name := target.OnGPU(t.GPU.CC, t.GPU.Flags).Name()
		if t.Debug {
			name += ", -G"
		}
		return name
	case Strict:
		return "strict binary64"
	case Exact:
		return "exact"
	case X87:
		name := "g++, x87, " + map[uint8]string{24: "24", 53: "53"}[t.Precision]
		if t.Precision != 24 && t.Precision != 53 {
			name += "64"
		}
		name += "-bit precision"
		if t.Store {
			name += ", -ffloat-store"
		}
		return name
	}
	name := [...]string{"g++", "clang++"}[t.Compiler]
	if !t.FMA {
		return name + ", SSE2"
	}
	return name + ", FMA3, -ffp-contract=" + [...]string{"off", "on", "fast"}[t.Contract]
}

// Command returns the command that compiles a file for the target; it is empty for the references.
func (t Target) Command() string {
	switch t.Machine {
	case GPU:
		c := "nvcc -arch=sm_" + strings.ReplaceAll(t.GPU.CC.String(), ".", "")
		for _, f := range target.Flags {
			if f.Is(t.GPU.Flags) && !(t.GPU.Flags.FastMath && f.ID != "fastmath") {
				c += " " + f.On
			}
		}
		if t.Debug {
			c += " -G"
		}
		return c + " program.cu"
	case X87:
		c := "g++ -m32 -O2 -mfpmath=387"
		switch t.Precision {
		case 24:
			c += " -mpc32"
		case 53:
			c += " -mpc64"
		}
		if t.Store {
			c += " -ffloat-store"
		}
		return c + " program.cpp"
	case SSE:
		c := [...]string{"g++", "clang++"}[t.Compiler] + " -O2"
		if t.FMA {
			c += " -mfma"
		}
		return c + " -ffp-contract=" + [...]string{"off", "on", "fast"}[t.Contract] + " program.cpp"
	}
	return ""
}

// ErrorRate is how many of a thousand programs a target is known to get wrong, and how that was found.
type ErrorRate struct {
	PerMille int
	Origin   string
}

// KnownErrors returns the error rate of what the lab says of a target's compiler; PerMille is 0 where no program is known
// that it gets wrong.
func KnownErrors(t Target) ErrorRate {
	const generated = "random programs with branches, loops, arrays and functions, compiled and run"
	switch {
	case t.Machine == GPU && !t.Debug && t.GPU.Flags.Effective().FMad:
		return ErrorRate{10, "3,000 random programs with branches and loops, run on an NVIDIA H200 by nvcc 13.0: products in branches"}
	case t.Compiler == Clang && t.Contract == ContractFast:
		return ErrorRate{9, "random programs run by clang++ 14.0: what it makes vector instructions of"}
	case t.Machine == X87 && !t.Store && t.Precision != 24:
		return ErrorRate{20, generated + " by g++ 12.2: values that it keeps in memory where registers run out, in loops and around functions that it does not inline; of the four fifths whose results are called certain, 5 of 1,000"}
	case t.Machine == SSE && t.FMA && t.Compiler == GCC && t.Contract == ContractFast:
		return ErrorRate{5, generated + " by g++ 12.2: products in loops and branches"}
	}
	return ErrorRate{}
}

// Source tells how it is known what the compiler does, in a sentence.
func (t Target) Source() (gpu.Kind, string) {
	switch {
	case t.Machine == GPU && t.GPU.CC == 90:
		return gpu.Measured, "nvcc 13.0 on an NVIDIA H200: results of about 2,200 programs for float and 2,000 for double, its PTX and machine code; of 3,000 random ones 29 differ."
	case t.Machine == GPU && t.GPU.CC >= 75:
		return gpu.Inferred, "nvcc 13.0 compiles for it as for sm_90, where the rules were measured."
	case t.Machine == GPU && t.GPU.CC >= 20:
		return gpu.Inferred, "nvcc 13 no longer compiles for it; older releases are taken to have contracted in the same way."
	case t.Machine == GPU:
		return gpu.Inferred, "Its arithmetic was measured by envytools; what its compiler joined into MAD is taken to be what nvcc 13 fuses."
	case t.Machine == Strict:
		return gpu.Documented, "IEEE 754-2019: every operation in binary64, to nearest, and no conversion below it."
	case t.Machine == Exact:
		return gpu.Documented, "Rational arithmetic, and intervals of 400 bits and more where a value is not rational; rounded once, to the type."
	}
	text := "g++ 12.2 on x86-64: results of about 6,600 programs"
	if t.Compiler == Clang {
		text = "clang++ 14.0 on x86-64: results of about 6,600 programs"
	}
	if e := KnownErrors(t); e.PerMille > 0 {
		text += "; " + strconv.Itoa(e.PerMille) + " of 1,000 may differ: " + e.Origin
	}
	return gpu.Measured, text + "."
}

// Reads returns how the target's compiler reads a text.
func (t Target) Reads(o types.Options) types.Options {
	o.Device = t.Machine == GPU
	return o
}
