// Package mufu computes what the special-function unit (MUFU) of NVIDIA GPUs computes, bit for bit.
//
// All functions are one datapath, after Oberman and Siu, "A High-Performance Area-Efficient Multifunction
// Interpolator" (ARITH-17, 2005): the upper bits of the reduced argument pick a row (C0, C1, C2), the low bits xl
// enter a quadratic with a truncated squarer, and the only rounding is one truncation at the end:
//
//	P = C0*2^s0 + R ± C1*xl ± C2*2^s2*T(xl)      integers, nothing lost
//
// Widths, signs and constants are data (unit.go), the coefficients are tables (tables.go): both were measured on an
// NVIDIA H200 (sm_90; driver 580.159.04, CUDA 13.0) and agree with it on all 2^32 operands of every function; the
// tests hold the checksums. Error counts of the unit published for chips of 2006 to 2009 are the same, so the tables
// of RCP, RSQ, EX2, LG2, SIN and COS have very likely not changed since compute capability 1.0 (inferred).
//
// MUFU has no rounding directions, flags or .ftz forms: subnormal operands act as zeros of their sign (but for
// TANH), subnormal results are zeros, every NaN becomes 0x7fffffff.
package mufu

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Function is one function of the unit.
type Function uint8

// The functions of the unit. All take and deliver binary32 but for RCP64H and RSQ64H, which take and deliver the
// upper 32 bits of a binary64 number (the lower ones are not read), and the 16-bit forms.
const (
	RCP      Function = iota // 1/x
	RSQ                      // 1/sqrt(x)
	SQRT                     // sqrt(x)
	EX2                      // 2^x
	LG2                      // log2(x)
	SIN                      // sin(2*pi*x): the argument counts turns
	COS                      // cos(2*pi*x)
	TANH                     // tanh(x)
	RCP64H                   // 1/x
	RSQ64H                   // 1/sqrt(x)
	EX2F16                   // 2^x in binary16
	TANHF16                  // tanh(x) in binary16
	EX2BF16                  // 2^x in bfloat16
	TANHBF16                 // tanh(x) in bfloat16
)

// Names are the functions' names in machine code, by Function.
var Names = [...]string{"MUFU.RCP", "MUFU.RSQ", "MUFU.SQRT", "MUFU.EX2", "MUFU.LG2", "MUFU.SIN", "MUFU.COS", "MUFU.TANH",
	"MUFU.RCP64H", "MUFU.RSQ64H", "MUFU.EX2.F16", "MUFU.TANH.F16", "MUFU.EX2.BF16", "MUFU.TANH.BF16"}

func (f Function) String() string { return Names[f] }

// Do evaluates f. x and the result are register contents: binary32, the upper half of a binary64, or 16 bits; of
// the latter the upper half of x is ignored.
func (f Function) Do(x uint32) uint32 {
	switch f {
	case RCP64H:
		return RCP.do(x, upper64)
	case RSQ64H:
		return RSQ.do(x, upper64)
	case EX2F16:
		return half(EX2, x)
	case TANHF16:
		return half(TANH, x)
	case EX2BF16:
		return EX2.do(x<<16, binary32) >> 16
	case TANHBF16:
		return TANH.do(x<<16, binary32) >> 16
	}
	return f.do(x, binary32)
}

// half evaluates f in binary16: the operand is widened exactly, the result truncated to binary16 with its subnormal
// numbers, and beyond the largest number it is infinite.
func half(f Function, x uint32) uint32 {
	wideX := arith.Convert(round.Env{}, format.F32, format.F16, wide.From64(uint64(x&0xffff)), nil).Bits.Lo
	y := f.do(uint32(wideX), binary32)
	env := round.Env{Direction: round.TowardZero, NaN: round.NaNRule{NoPropagate: true, Default: format.AllOnes}}
	if y >= twoTo16 && y < inf32 {
		y = inf32 // EX2; TANH stays below
	}
	return uint32(arith.Convert(env, format.F16, format.F32, wide.From64(uint64(y)), nil).Bits.Lo)
}

// Steps are the numbers inside the datapath for one operand.
type Steps struct {
	Row        int    // the row of the function's table
	XL         uint32 // the low bits of the reduced argument
	C0, C1, C2 uint32 // the row's coefficients (of TANH in units of 2^-39 as in tables.go)
	T          uint32 // the truncated square of XL
	P          uint64 // the sum in units of 2^-Unit
	Unit       int
}

// Explain returns the steps by which a binary32 function computes f(x). ok is false if the result is a special case
// that the tables have no part in, and for the other formats.
func (f Function) Explain(x uint32) (s Steps, ok bool) {
	if f > TANH {
		return s, false
	}
	if _, special := f.special(x, binary32); special {
		return s, false
	}
	r := f.reduce(x, binary32)
	u := &units[f]
	c := u.rows[r.row]
	return Steps{Row: r.row, XL: r.xl, C0: c.c0, C1: c.c1, C2: c.c2, T: u.squared(r.xl), P: u.evaluate(r.row, r.xl), Unit: u.unit}, true
}
