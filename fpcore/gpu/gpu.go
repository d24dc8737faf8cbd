// Package gpu evaluates instructions of NVIDIA GPUs under the names that PTX and CUDA give them, bit for bit.
//
// An Instruction is data: its operands, its result, its modifiers, and the rule of its family. The catalogue is
// written as name patterns such as "add{,.rn,.rz,.rm,.rp}{,.ftz}{,.sat}.f32" (catalogue.go); modifiers are read
// from the name (name.go), rules stand in arith.go, convert.go and function.go. Approximations (approximate.go) are
// sequences of machine instructions around the special-function unit of package mufu (approx.go, half.go; machine.go
// runs them and can list their steps). Packed forms (f16x2, f32x2)
// act on each element alone and are evaluated one element at a time, but for conversions of two scalars into a
// pair of narrow elements.
//
// What PTX leaves open (NaN patterns, when .ftz flushes, out-of-range conversions) follows an NVIDIA H200 (sm_90)
// with CUDA 13.0 and driver 580.159.04: measured, and held to the recorded results by the tests of package conform.
//
// GPUs have no exception flags; the flags of a Result say what IEEE 754 would signal.
package gpu

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// Type is the type of an operand or result: a format, or an integer type where Float is nil.
type Type struct {
	Float *format.Format
	Int   arith.IntType
	Pair  bool // two elements of the format, the one from the first operand in the upper half
}

// Bits returns the width of the type. TF32 is held in a 32-bit register with its fields at the top.
func (t Type) Bits() int {
	n := int(t.Int.Bits)
	switch {
	case t.Float == format.TF32:
		n = 32
	case t.Float != nil:
		n = t.Float.Bits
	}
	if t.Pair {
		n *= 2
	}
	return n
}

// Name returns the name of the type as in headers of recorded vectors: "binary32", "int64", "e4m3 pair".
func (t Type) Name() string {
	switch {
	case t.Float == nil && t.Int.Signed:
		return "int" + itoa(int(t.Int.Bits))
	case t.Float == nil:
		return "uint" + itoa(int(t.Int.Bits))
	}
	name := t.Float.ID
	switch t.Float {
	case format.F16, format.F32, format.F64, format.BF16:
		name = t.Float.Name
	}
	if t.Pair {
		name += " pair"
	}
	return name
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

// Instruction is one instruction or intrinsic with everything that its evaluation depends on.
type Instruction struct {
	Name      string // "add.rn.ftz.f32", "__frsqrt_rn", "fmodf"
	In        []Type // one to three operands
	Out       Type
	Direction round.Direction
	Integral  bool     // .rni .rzi .rmi .rpi: the result is an integral value
	Flush     bool     // .ftz: subnormal binary32 (binary16 in binary16 arithmetic) operands and results become zero
	Sat       bool     // .sat: the result is clamped to [0, 1], a NaN becomes +0
	Finite    bool     // .satfinite: overflow and infinities deliver the largest finite number
	Relu      bool     // .relu: a negative result becomes +0
	NaN       bool     // .NaN: min and max deliver a NaN if either operand is one
	NaNOrder  [3]uint8 // binary64: the order in which operands are searched for a NaN, 0 for that of the family
	do        rule
	sequence  sequence // of approximations: the machine instructions they consist of
	width     uint     // of the operands of a sequence
}

// rule evaluates an instruction of its family.
type rule func(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result

// Do evaluates the instruction on the bits of its operands; bits above an operand's width are ignored. t may be
// nil. The result holds Out.Bits() bits.
func (i *Instruction) Do(x [3]wide.U128, t *trace.Trace) round.Result {
	for k, typ := range i.In {
		x[k] = x[k].And(wide.Mask(uint(typ.Bits())))
	}
	return i.do(i, x, t)
}
