// Package target runs one operation of C or CUDA C on one of the machines of the lab: a GPU of a compute capability
// under flags of nvcc, SSE2 and FMA3 under MXCSR, x87 under its control word. The same source, other bits: Run shows
// the instructions that a target executes and what each delivers, Differences lists what two targets differ in, and
// Witness finds the simplest operands on which the difference shows, or says why there are none.
//
// What an operation becomes: on a GPU what gpu.Target.Compile says. On x86 a plain compilation: one instruction for
// +, -, *, / and the square root; a*b+c as two instructions with SSE2 and x87, as one with FMA3; rsqrt as 1/sqrt(a).
// x87 loads its operands exactly, computes in registers, and stores the result to its type. Other functions are code of a
// library there, but for sine and cosine on x87.
package target

import (
	"strings"

	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/x86"
)

// Unit is what executes the arithmetic.
type Unit uint8

const (
	GPU  Unit = iota
	SSE       // scalar SSE2
	FMA3      // SSE2 with fused multiply-add
	X87
)

// Target is a unit with what its results depend on. It is comparable; the fields of other units than Unit are zero.
type Target struct {
	Unit    Unit
	GPU     gpu.Target
	MXCSR   x86.MXCSR       // SSE, FMA3
	Control x86.ControlWord // X87
	Stored  bool            // X87: every result is stored to its type and loaded again, as -ffloat-store does
}

// OnGPU returns the target of a compute capability and flags.
func OnGPU(cc gpu.Capability, f gpu.Flags) Target {
	return Target{Unit: GPU, GPU: gpu.Target{CC: cc, Flags: f}}
}

// Default returns a unit of x86 as programs find it: to nearest, subnormal numbers kept, 64 bits of precision.
func Default(u Unit) Target {
	if u == X87 {
		return Target{Unit: X87, Control: x86.ControlWordDefault}
	}
	return Target{Unit: u, MXCSR: x86.MXCSRDefault}
}

// All lists the targets of a menu: every profile with nvcc's default flags, SSE2, FMA3, x87.
func All() []Target {
	var list []Target
	for _, p := range gpu.Profiles() {
		list = append(list, OnGPU(p.CC, gpu.Presets[0].Flags))
	}
	return append(list, Default(SSE), Default(FMA3), Default(X87))
}

// Flag is an option of nvcc that the lab knows.
type Flag struct {
	ID     string // in a target's ID, where the flag is not at its default
	Option string // "-ftz"
	Off    string // nvcc's default, as text
	On     string // the other value
	Set    func(f *gpu.Flags)
	Is     func(f gpu.Flags) bool // not at its default
}

// Flags lists the options, each with its default first.
var Flags = []Flag{
	{"ftz", "-ftz", "-ftz=false", "-ftz=true", func(f *gpu.Flags) { f.FTZ = true }, func(f gpu.Flags) bool { return f.FTZ }},
	{"nodiv", "-prec-div", "-prec-div=true", "-prec-div=false", func(f *gpu.Flags) { f.PrecDiv = false }, func(f gpu.Flags) bool { return !f.PrecDiv }},
	{"nosqrt", "-prec-sqrt", "-prec-sqrt=true", "-prec-sqrt=false", func(f *gpu.Flags) { f.PrecSqrt = false }, func(f gpu.Flags) bool { return !f.PrecSqrt }},
	{"nofma", "-fmad", "-fmad=true", "-fmad=false", func(f *gpu.Flags) { f.FMad = false }, func(f gpu.Flags) bool { return !f.FMad }},
	{"fastmath", "-use_fast_math", "without -use_fast_math", "-use_fast_math", func(f *gpu.Flags) { *f = gpu.Presets[2].Flags }, func(f gpu.Flags) bool { return f.FastMath }},
}

// flagNames lists the flags that are not at their defaults, by ID or as nvcc's options.
func flagNames(f gpu.Flags, option bool) (list []string) {
	switch {
	case f.FastMath && option:
		return []string{"-use_fast_math"}
	case f.FastMath:
		return []string{"fastmath"}
	case f == gpu.Presets[1].Flags && !option:
		return []string{"fast"}
	}
	for _, g := range Flags {
		if g.Is(f) {
			name := g.ID
			if option {
				name = g.On
			}
			list = append(list, name)
		}
	}
	return list
}

// roundings are the directions of x86 with their names in IDs.
var roundings = [...]struct {
	dir      round.Direction
	id, name string
}{
	{round.TowardZero, "rz", "toward zero"}, {round.TowardPositive, "ru", "toward positive"}, {round.TowardNegative, "rd", "toward negative"},
}

func (t Target) direction() round.Direction {
	if t.Unit == X87 {
		return t.Control.Env().Direction
	}
	return t.MXCSR.Env().Direction
}

var unitIDs = [...]string{SSE: "sse", FMA3: "fma3", X87: "x87"}

// ID returns the name of the target in links: "9.0", "9.0-ftz", "9.0-fast", "9.0-fastmath", "1.3", "sse",
// "sse-daz-ftz", "fma3-rz", "x87", "x87-pc53", "x87-store". Masks and status of control words are not in it.
func (t Target) ID() string {
	if t.Unit == GPU {
		return strings.Join(append([]string{t.GPU.CC.String()}, flagNames(t.GPU.Flags, false)...), "-")
	}
	id := unitIDs[t.Unit]
	if t.Unit != X87 && t.MXCSR&x86.DAZ != 0 {
		id += "-daz"
	}
	if t.Unit != X87 && t.MXCSR&x86.FTZ != 0 {
		id += "-ftz"
	}
	if t.Unit == X87 {
		switch t.Control.Precision() {
		case 24:
			id += "-pc24"
		case 53:
			id += "-pc53"
		}
	}
	for _, r := range roundings {
		if t.direction() == r.dir {
			id += "-" + r.id
		}
	}
	if t.Unit == X87 && t.Stored {
		id += "-store"
	}
	return id
}

// ByID returns the target with the given ID; the parts after the first may stand in any order.
func ByID(id string) (t Target, ok bool) {
	if len(id) > 64 {
		return Target{}, false
	}
	head, rest, more := strings.Cut(id, "-")
	found := false
	for u := SSE; u <= X87; u++ {
		if head == unitIDs[u] {
			t, found = Default(u), true
		}
	}
	for _, p := range gpu.Profiles() {
		if head == p.CC.String() {
			t, found = OnGPU(p.CC, gpu.Presets[0].Flags), true
		}
	}
	for found && more {
		var part string
		part, rest, more = strings.Cut(rest, "-")
		found = t.option(part)
	}
	if !found {
		return Target{}, false
	}
	return t, true
}

// option changes the target as a part of an ID says.
func (t *Target) option(part string) bool {
	if t.Unit == GPU {
		if part == "fast" {
			t.GPU.Flags = gpu.Presets[1].Flags
			return true
		}
		for _, f := range Flags {
			if f.ID == part {
				f.Set(&t.GPU.Flags)
				return true
			}
		}
		return false
	}
	for _, r := range roundings {
		if r.id == part {
			t.MXCSR, t.Control = t.rounded(r.dir)
			return true
		}
	}
	switch {
	case t.Unit == X87 && part == "store":
		t.Stored = true
	case t.Unit == X87 && part == "pc24":
		t.Control = t.Control.With(t.direction(), 24)
	case t.Unit == X87 && part == "pc53":
		t.Control = t.Control.With(t.direction(), 53)
	case t.Unit != X87 && part == "daz":
		t.MXCSR |= x86.DAZ
	case t.Unit != X87 && part == "ftz":
		t.MXCSR |= x86.FTZ
	default:
		return false
	}
	return true
}

func (t Target) rounded(d round.Direction) (x86.MXCSR, x86.ControlWord) {
	if t.Unit == X87 {
		return 0, t.Control.With(d, t.Control.Precision())
	}
	return t.MXCSR.With(d), 0
}

// Name returns the target in words: "compute capability 9.0, -ftz=true", "x86, SSE2", "x87, 53-bit precision".
func (t Target) Name() string {
	if t.Unit == GPU {
		name := "compute capability " + t.GPU.CC.String()
		if flags := flagNames(t.GPU.Flags, true); len(flags) > 0 {
			name += ", " + strings.Join(flags, " ")
		}
		return name
	}
	name := [...]string{SSE: "x86, SSE2", FMA3: "x86, SSE2 and FMA3", X87: "x87"}[t.Unit]
	if t.Unit == X87 {
		name += [...]string{24: ", 24-bit precision", 53: ", 53-bit precision", 64: ", 64-bit precision"}[t.Control.Precision()]
	} else {
		if t.MXCSR&x86.DAZ != 0 {
			name += ", DAZ"
		}
		if t.MXCSR&x86.FTZ != 0 {
			name += ", FTZ"
		}
	}
	for _, r := range roundings {
		if t.direction() == r.dir {
			name += ", " + r.name
		}
	}
	if t.Stored {
		name += ", every result stored"
	}
	return name
}
