package run

import (
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/x86"
)

// Program is a Code as instructions of a machine, with the registers that they work on.
type Program struct {
	Code *types.Code

	Instructions []Instruction
	Slot         []int32 // by value of the Code: its register, -1 if it was not computed for itself
	Into         []int32 // by value: the value that it was fused into, -1 if none
	ResultAt     int32   // the register of Code.Result, -1 if none
	Exact        bool    // nothing is executed: every value is the exact one, rounded to its type
	Flush        bool    // subnormal numbers of binary32 are zeros
	FlushAll     bool    // of binary64 too: x86 with FTZ and DAZ, as -ffast-math sets them
	Overflow     types.Overflow
	Control      x86.ControlWord
	Precision    uint8 // that of Control: bits of the significand

	lo, hi []uint64 // registers; hi only where some have 80 bits
	cut    bool     // of Exact: the last run did not finish
}

// New returns the program of a Code without instructions.
func New(c *types.Code) Program {
	p := Program{Code: c, Overflow: types.HostInts, ResultAt: -1, Slot: make([]int32, len(c.Values)), Into: make([]int32, len(c.Values))}
	for i := range p.Slot {
		p.Slot[i], p.Into[i] = -1, -1
	}
	return p
}

// Reserve makes registers for the instructions, of 80 bits if extended.
func (p *Program) Reserve(extended bool) {
	p.lo, p.hi = make([]uint64, len(p.Instructions)), nil
	if extended {
		p.hi = make([]uint64, len(p.Instructions))
	}
}

// Clone returns the program with registers of its own, for another goroutine.
func (p *Program) Clone() Program {
	q := *p
	q.Reserve(p.hi != nil)
	return q
}
