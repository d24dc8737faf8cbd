package gpu

import (
	"strings"

	processor "ulplab/fpcore/fast"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// Sequence makes an instruction of code that consists of several: run gives the result and, where steps is not nil, what each
// instruction computed. flush says that -ftz=true or -use_fast_math made it.
func Sequence(name string, in []Type, flush bool, run func(x [3]uint64, steps *[]Step) uint64) *Instruction {
	return &Instruction{Name: name, In: in, Out: in[0], Flush: flush, do: runSequence, width: uint(in[0].Bits()),
		sequence: func(m machine, x [3]uint64) uint64 { return run(x, m.steps) }}
}

// Evaluator returns the evaluation of the instruction's bits: quickly by the processor's arithmetic where that is sure to
// give the same.
func (i *Instruction) Evaluator() func(x, y, z uint64) uint64 {
	slow := func(x, y, z uint64) uint64 { return i.Bits([3]uint64{x, y, z}) }
	f := i.Out.Float
	if i.sequence != nil || i.Direction != round.TiesToEven || i.Sat || i.Relu || f != format.F32 && f != format.F64 || i.In[0].Float != f {
		return slow
	}
	base, _, _ := strings.Cut(i.Name, ".")
	single, ftz := f == format.F32, i.Flush
	flip := uint64(0)
	if base == "sub" {
		flip = 1 << (f.Bits - 1)
	}
	switch {
	case single && (base == "add" || base == "sub"):
		return func(x, y, z uint64) uint64 {
			if r, ok := processor.Add32Bits(uint32(x), uint32(y^flip), ftz); ok {
				return uint64(r)
			}
			return slow(x, y, z)
		}
	case single && base == "mul":
		return func(x, y, z uint64) uint64 {
			if r, ok := processor.Mul32Bits(uint32(x), uint32(y), ftz); ok {
				return uint64(r)
			}
			return slow(x, y, z)
		}
	case single && base == "fma":
		return func(x, y, z uint64) uint64 {
			if r, ok := processor.FMA32Bits(uint32(x), uint32(y), uint32(z), ftz); ok {
				return uint64(r)
			}
			return slow(x, y, z)
		}
	case base == "add" || base == "sub":
		return func(x, y, z uint64) uint64 {
			if r, ok := processor.Add64Bits(x, y^flip); ok {
				return r
			}
			return slow(x, y, z)
		}
	case base == "mul":
		return func(x, y, z uint64) uint64 {
			if r, ok := processor.Mul64Bits(x, y); ok {
				return r
			}
			return slow(x, y, z)
		}
	case base == "fma":
		return func(x, y, z uint64) uint64 {
			if r, ok := processor.FMA64Bits(x, y, z); ok {
				return r
			}
			return slow(x, y, z)
		}
	case base == "neg" || base == "abs":
		sign := uint64(1) << (f.Bits - 1)
		clear := uint64(0)
		if base == "abs" {
			clear = sign
		}
		least, top := f.MinNormal(false).Lo, f.Inf(false).Lo
		return func(x, y, z uint64) uint64 {
			if m := x &^ sign; m <= top && (!ftz || m >= least) {
				return (x ^ sign) &^ clear
			}
			return slow(x, y, z)
		}
	}
	return slow
}
