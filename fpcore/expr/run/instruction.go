package run

import (
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/x86"
)

// Signs of a fused operation.
const (
	NegProduct = 1 << iota
	NegAddend
)

// Which divisors an approximation scales, in the bits of a types.ScaleOp.
const (
	ScaleHuge = 1 << iota
	ScaleTiny
)

// Opcode selects what the machine does for an instruction.
type Opcode uint8

// The opcodes.
const (
	DoConst   Opcode = iota
	DoInput          // the input number bits, converted from its type if computed in another
	DoArith          // op on operands of one format: quickly if fast is set, else by gpu, sse or function
	DoNeg            // the sign bit reversed
	DoAbs            // the sign bit cleared
	DoSign           // copysign
	DoCompare        // op on operands of type from
	DoSelect         // x[0] ? x[1] : x[2]
	DoInteger        // op on operands of type from
	DoConvert        // from type from to typ
	DoCopy           // a Bitcast, or a conversion that changes nothing
	DoRound          // a function "=format direction"
	DoScale          // the power of two of a types.ScaleOp
	DoHost           // a function of the host's library
	DoScaled         // a types.ScaledOp
	Do87             // an instruction of x87 on registers
	DoNeg87
	DoAbs87
	DoSign87
	DoRound87
	DoLoad87 // from typ, or an integer, exactly
	DoStore87
	DoCompare87
	DoInt87
	DoSelect87
)

// Instruction is an instruction of a program; its result is the register of the same number.
type Instruction struct {
	Do       Opcode
	Op       types.Op
	Type     types.Type // of the result
	From     types.Type // of the operands
	N        uint8
	Neg      uint8 // fused
	Quick    bool  // the fast way of DoArith is right under to nearest
	X        [3]int32
	Bits     uint64
	Value    int32 // of the Code, -1 if none
	Name     string
	Function string // of a call, as the Code has it
	GPU      *gpu.Instruction
	SSE      *x86.SSE
	X87      *x86.X87
	Host     func(x [3]uint64) round.Result
	Format   *format.Format // DoRound
	Env      round.Env      // DoRound
	Kind     gpu.Kind
	Spill    bool // DoStore87: the compiler keeps the value in memory
	Folded   bool
}

// Is sets what the instruction does, and its name.
//
//go:noinline
func (in *Instruction) Is(do Opcode, name string) { in.Do, in.Name = do, name }
