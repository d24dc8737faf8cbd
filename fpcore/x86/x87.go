package x86

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// ControlWord is the x87 control word: masks in bits 0 to 5, precision control 8 and 9, rounding control 10 and
// 11 (Intel SDM volume 1, 8.1.5).
type ControlWord uint16

// ControlWordDefault is the word after FINIT: 64 bits of precision, to nearest.
const ControlWordDefault ControlWord = 0x037f

// With returns the word with another rounding direction and precision of 24, 53 or 64 bits.
func (w ControlWord) With(d round.Direction, precision int) ControlWord {
	pc := ControlWord(3)
	switch precision {
	case 24:
		pc = 0
	case 53:
		pc = 2
	}
	return w&^0xf00 | pc<<8 | ControlWord(control(d))<<10
}

// Precision returns the bits to which arithmetic rounds: 24, 53 or 64. The reserved code 1 counts as 64.
func (w ControlWord) Precision() int { return [4]int{24, 64, 53, 64}[w>>8&3] }

// Env returns the environment of arithmetic in registers: the significand is rounded to Precision bits while the
// exponent keeps the range of the 80-bit format.
func (w ControlWord) Env() round.Env {
	return round.Env{Direction: directions[w>>10&3], Precision: uint8(w.Precision()),
		NaN: round.NaNRule{Default: format.NegativeQuiet, X87: true}}
}

// X87 is an instruction on registers of the 80-bit format with a result of format Dst.
type X87 struct {
	Name     string
	Mnemonic string
	Arity    int
	Dst      *format.Format
	do       func(op *X87, w ControlWord, x [3]wide.U128, t *trace.Trace) round.Result
}

// X87Ops lists the instructions. Precision control acts on add to sqrt, not on rndint, the functions and
// the stores.
var X87Ops = []X87{
	{"add", "fadd", 2, format.X87, x87Two(arith.Add)},
	{"sub", "fsub", 2, format.X87, x87Two(arith.Sub)},
	{"mul", "fmul", 2, format.X87, x87Two(arith.Mul)},
	{"div", "fdiv", 2, format.X87, x87Two(arith.Div)},
	{"sqrt", "fsqrt", 1, format.X87, x87Sqrt},
	{"rndint", "frndint", 1, format.X87, x87RoundInt},
	{"fsin", "fsin", 1, format.X87, x87Sin},
	{"fcos", "fcos", 1, format.X87, x87Cos},
	{"st32", "fst m32", 1, format.F32, x87Store},
	{"st64", "fst m64", 1, format.F64, x87Store},
}

// FindX87 returns the instruction with the given name.
func FindX87(name string) (*X87, bool) {
	for k := range X87Ops {
		if X87Ops[k].Name == name {
			return &X87Ops[k], true
		}
	}
	return nil, false
}

// Do executes the instruction on the 80-bit operands, Arity of them.
func (op *X87) Do(w ControlWord, x [3]wide.U128, t *trace.Trace) round.Result {
	return op.do(op, w, x, t)
}

// signal adds the denormal-operand exception.
func (op *X87) signal(r round.Result, x [3]wide.U128) round.Result {
	if r.Flags&(round.Invalid|round.DivideByZero) == 0 && denormal(format.X87, x[:op.Arity]...) {
		r.Flags |= round.DenormalOperand
	}
	return r
}

func x87Two(f binary) func(*X87, ControlWord, [3]wide.U128, *trace.Trace) round.Result {
	return func(op *X87, w ControlWord, x [3]wide.U128, t *trace.Trace) round.Result {
		return op.signal(f(w.Env(), op.Dst, format.X87, x[0], x[1], t), x)
	}
}

func x87Sqrt(op *X87, w ControlWord, x [3]wide.U128, t *trace.Trace) round.Result {
	return op.signal(arith.Sqrt(w.Env(), op.Dst, format.X87, x[0], t), x)
}

func x87RoundInt(op *X87, w ControlWord, x [3]wide.U128, t *trace.Trace) round.Result {
	return op.signal(arith.RoundToIntegral(w.Env(), op.Dst, format.X87, x[0], true, t), x)
}

// x87Store converts to memory format. A subnormal operand is not signaled.
func x87Store(op *X87, w ControlWord, x [3]wide.U128, t *trace.Trace) round.Result {
	env := w.Env()
	env.Precision = 0
	return arith.Convert(env, op.Dst, format.X87, x[0], t)
}
