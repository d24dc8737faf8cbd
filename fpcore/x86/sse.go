package x86

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// MXCSR is the control and status register of SSE: flags in bits 0 to 5, DAZ bit 6, masks 7 to 12, rounding
// control 13 and 14, FTZ bit 15 (Intel SDM volume 1, 10.2.3). Only DAZ, rounding control and FTZ act here.
type MXCSR uint32

// MXCSRDefault is the register's value at reset; FTZ and DAZ are its two non-standard modes.
const (
	MXCSRDefault MXCSR = 0x1f80
	FTZ          MXCSR = 1 << 15
	DAZ          MXCSR = 1 << 6
)

// With returns the register with another rounding direction.
func (m MXCSR) With(d round.Direction) MXCSR { return m&^(3<<13) | MXCSR(control(d))<<13 }

// Env returns the environment of an instruction: tininess after rounding; FTZ flushes a result that is tiny after
// rounding with unbounded exponent range and signals underflow and inexact; the first NaN operand is delivered.
func (m MXCSR) Env() round.Env {
	env := round.Env{Direction: directions[m>>13&3], FlushIn: m&DAZ != 0,
		NaN: round.NaNRule{Default: format.NegativeQuiet, QuietHidesProduct: true}}
	if m&FTZ != 0 {
		env.FlushOut = round.FlushTinyAfter
	}
	return env
}

// SSE is a scalar instruction. Src is the format of the operands; the result is of format Dst, or an integer of
// type Int where Dst is nil.
type SSE struct {
	Name     string // "add32", "cvt64to32"
	Mnemonic string
	Arity    int
	Src, Dst *format.Format
	Int      arith.IntType
	do       func(op *SSE, m MXCSR, x [3]wide.U128, t *trace.Trace) round.Result
}

// SSEOps lists the scalar instructions of SSE2 and FMA3.
var SSEOps = []SSE{
	{"add32", "addss", 2, format.F32, format.F32, none, sseTwo(arith.Add)},
	{"sub32", "subss", 2, format.F32, format.F32, none, sseTwo(arith.Sub)},
	{"mul32", "mulss", 2, format.F32, format.F32, none, sseTwo(arith.Mul)},
	{"div32", "divss", 2, format.F32, format.F32, none, sseTwo(arith.Div)},
	{"sqrt32", "sqrtss", 1, format.F32, format.F32, none, sseOne(arith.Sqrt)},
	{"fma32", "vfmadd213ss", 3, format.F32, format.F32, none, sseFMA},
	{"min32", "minss", 2, format.F32, format.F32, none, sseMin},
	{"max32", "maxss", 2, format.F32, format.F32, none, sseMax},
	{"add64", "addsd", 2, format.F64, format.F64, none, sseTwo(arith.Add)},
	{"sub64", "subsd", 2, format.F64, format.F64, none, sseTwo(arith.Sub)},
	{"mul64", "mulsd", 2, format.F64, format.F64, none, sseTwo(arith.Mul)},
	{"div64", "divsd", 2, format.F64, format.F64, none, sseTwo(arith.Div)},
	{"sqrt64", "sqrtsd", 1, format.F64, format.F64, none, sseOne(arith.Sqrt)},
	{"fma64", "vfmadd213sd", 3, format.F64, format.F64, none, sseFMA},
	{"min64", "minsd", 2, format.F64, format.F64, none, sseMin},
	{"max64", "maxsd", 2, format.F64, format.F64, none, sseMax},
	{"cvt32to64", "cvtss2sd", 1, format.F32, format.F64, none, sseOne(arith.Convert)},
	{"cvt64to32", "cvtsd2ss", 1, format.F64, format.F32, none, sseOne(arith.Convert)},
	{"cvt32toi32", "cvtss2si", 1, format.F32, nil, int32Type, sseToInt},
	{"cvt32toi64", "cvtss2si", 1, format.F32, nil, int64Type, sseToInt},
	{"cvt64toi32", "cvtsd2si", 1, format.F64, nil, int32Type, sseToInt},
	{"cvt64toi64", "cvtsd2si", 1, format.F64, nil, int64Type, sseToInt},
}

var (
	none      arith.IntType
	int32Type = arith.IntType{Bits: 32, Signed: true}
	int64Type = arith.IntType{Bits: 64, Signed: true}
)

// FindSSE returns the instruction with the given name.
func FindSSE(name string) (*SSE, bool) {
	for k := range SSEOps {
		if SSEOps[k].Name == name {
			return &SSEOps[k], true
		}
	}
	return nil, false
}

// Do executes the instruction on the bits of its operands, Arity of them.
func (op *SSE) Do(m MXCSR, x [3]wide.U128, t *trace.Trace) round.Result {
	return op.do(op, m, x, t)
}

// signal adds the denormal-operand exception. DAZ suppresses it.
func (op *SSE) signal(m MXCSR, r round.Result, x [3]wide.U128) round.Result {
	if m&DAZ == 0 && r.Flags&(round.Invalid|round.DivideByZero) == 0 && denormal(op.Src, x[:op.Arity]...) {
		r.Flags |= round.DenormalOperand
	}
	return r
}

type (
	binary = func(env round.Env, dst, src *format.Format, a, b wide.U128, t *trace.Trace) round.Result
	unary  = func(env round.Env, dst, src *format.Format, a wide.U128, t *trace.Trace) round.Result
)

func sseTwo(f binary) func(*SSE, MXCSR, [3]wide.U128, *trace.Trace) round.Result {
	return func(op *SSE, m MXCSR, x [3]wide.U128, t *trace.Trace) round.Result {
		return op.signal(m, f(m.Env(), op.Dst, op.Src, x[0], x[1], t), x)
	}
}

func sseOne(f unary) func(*SSE, MXCSR, [3]wide.U128, *trace.Trace) round.Result {
	return func(op *SSE, m MXCSR, x [3]wide.U128, t *trace.Trace) round.Result {
		return op.signal(m, f(m.Env(), op.Dst, op.Src, x[0], t), x)
	}
}

// sseFMA is vfmadd213: second*first + third. NaNs are searched in this order.
func sseFMA(op *SSE, m MXCSR, x [3]wide.U128, t *trace.Trace) round.Result {
	env := m.Env()
	env.NaN.Order = [3]uint8{2, 1, 3}
	return op.signal(m, arith.FMA(env, op.Dst, op.Src, x[0], x[1], x[2], t), x)
}

// sseMin delivers the second operand unless the first is less: also for a NaN, which is invalid, and for two zeros.
func sseMin(op *SSE, m MXCSR, x [3]wide.U128, _ *trace.Trace) round.Result {
	return op.choose(m, x, arith.Less)
}

// sseMax delivers the second operand unless the first is greater.
func sseMax(op *SSE, m MXCSR, x [3]wide.U128, _ *trace.Trace) round.Result {
	return op.choose(m, x, arith.Greater)
}

func (op *SSE) choose(m MXCSR, x [3]wide.U128, first arith.Relation) round.Result {
	rel, _ := arith.Compare(m.Env(), op.Src, x[0], x[1])
	r := round.Result{Bits: x[1]}
	switch rel {
	case first:
		r.Bits = x[0]
	case arith.Unordered:
		r.Flags = round.Invalid
	}
	if m&DAZ != 0 && op.Src.ClassOf(r.Bits) == format.Subnormal {
		sign, _, _ := op.Src.Split(r.Bits)
		r.Bits = op.Src.Zero(sign)
	}
	return op.signal(m, r, x)
}

// sseToInt delivers the least integer ("integer indefinite") for a NaN or an operand out of range. A subnormal
// operand is not signaled.
func sseToInt(op *SSE, m MXCSR, x [3]wide.U128, _ *trace.Trace) round.Result {
	r := arith.ToInt(m.Env(), op.Src, x[0], op.Int, true)
	if r.Flags&round.Invalid != 0 {
		r.Bits = 1 << (op.Int.Bits - 1)
	}
	return round.Result{Bits: wide.From64(r.Bits), Flags: r.Flags, Decision: r.Decision}
}
