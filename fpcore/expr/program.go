package expr

import (
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/x86"
)

// what says what an instruction does.
type what uint8

const (
	doConst   what = iota
	doInput        // the input number bits, converted from its type if computed in another
	doArith        // op on operands of one format: quickly if fast is set, else by gpu, sse or function
	doNeg          // the sign bit reversed
	doAbs          // the sign bit cleared
	doSign         // copysign
	doCompare      // op on operands of type from
	doSelect       // x[0] ? x[1] : x[2]
	doInteger      // op on operands of type from
	doConvert      // from type from to typ
	doCopy         // a Bitcast, or a conversion that changes nothing
	doRound        // a function "=format direction"
	doScale        // the power of two of a scaleOp
	doHost         // a function of the host's library
	doScaled       // a scaledOp
	do87           // an instruction of x87 on registers
	doNeg87
	doAbs87
	doSign87
	doRound87
	doLoad87 // from typ, or an integer, exactly
	doStore87
	doCompare87
	doInt87
	doSelect87
)

// inst is an instruction of a plan; its result is the register of the same number.
type inst struct {
	do     what
	op     types.Op
	typ    types.Type // of the result
	from   types.Type // of the operands
	n      uint8
	neg    uint8 // fused
	quick  bool  // the fast way of doArith is right under to nearest
	x      [3]int32
	bits   uint64
	value  int32 // of the Code, -1 if none
	name   string
	fn     string // of a call, as the Code has it
	gpu    *gpu.Instruction
	sse    *x86.SSE
	x87    *x86.X87
	host   func(x [3]uint64) round.Result
	f      *format.Format // doRound
	env    round.Env      // doRound
	kind   gpu.Kind
	spill  bool // doStore87: the compiler keeps the value in memory
	folded bool
}

//go:noinline
func (in *inst) is(do what, name string) { in.do, in.name = do, name }

// Program is a Code as instructions of a machine, with the registers that they work on.
type Program struct {
	Code *types.Code

	code      []inst
	slot      []int32 // by value of the Code: its register, -1 if it was not computed for itself
	into      []int32 // by value: the value that it was fused into, -1 if none
	result    int32   // the register of Code.Result, -1 if none
	exact     bool    // nothing is executed: every value is the exact one, rounded to its type
	flush     bool    // subnormal numbers of binary32 are zeros
	overflow  types.Overflow
	word      x86.ControlWord
	precision uint8 // that of word: bits of the significand

	lo, hi []uint64 // registers; hi only where some have 80 bits
	cut    bool     // of exact: the last run did not finish
}

func newProgram(c *types.Code) Program {
	p := Program{Code: c, overflow: types.HostInts, result: -1, slot: make([]int32, len(c.Values)), into: make([]int32, len(c.Values))}
	for i := range p.slot {
		p.slot[i], p.into[i] = -1, -1
	}
	return p
}

// reserve makes registers for the instructions, of 80 bits if extended.
func (p *Program) reserve(extended bool) {
	p.lo, p.hi = make([]uint64, len(p.code)), nil
	if extended {
		p.hi = make([]uint64, len(p.code))
	}
}
