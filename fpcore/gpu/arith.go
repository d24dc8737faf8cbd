package gpu

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// canonicalNaN: binary32, binary16, bfloat16 and narrower results are NaN with sign 0 and all bits set, whatever
// the operands held.
var canonicalNaN = round.NaNRule{NoPropagate: true, Default: format.AllOnes}

// doubleNaN: binary64 instructions deliver an operand NaN made quiet, with its sign and payload: of two operands
// the second goes first, of fma's three the order is b, c, a. Invalid operations deliver 0xFFF8000000000000.
var doubleNaN = round.NaNRule{Default: format.NegativeQuiet, Order: [3]uint8{2, 3, 1}}

// env returns the environment of arithmetic within format f. Subnormal operands are flushed by .ftz before, and
// results after rounding with unbounded exponent range, so that a result rounding up to 2^Emin stays.
func (i *Instruction) env(f *format.Format) round.Env {
	env := round.Env{Direction: i.Direction, NaN: canonicalNaN}
	if f == format.F64 {
		env.NaN = doubleNaN
		if i.NaNOrder != [3]uint8{} {
			env.NaN.Order = i.NaNOrder
		}
	}
	if i.Flush {
		env.FlushIn, env.FlushOut = true, round.FlushTinyAfter
	}
	if i.Finite {
		env.Overflow = round.Saturate
	}
	return env
}

// finish applies .sat and .relu to a result of the instruction's type.
func (i *Instruction) finish(r round.Result) round.Result {
	if !i.Sat && !i.Relu {
		return r
	}
	f := i.Out.Float
	n := f.Unpack(r.Bits)
	switch {
	case n.Class.IsNaN():
		if i.Sat {
			r.Bits = f.Zero(false)
		}
	case n.Sign:
		r.Bits = f.Zero(false)
	case i.Sat && n.Class != format.Zero && n.Exp >= 0 || n.Class == format.Infinity && i.Sat:
		r.Bits = f.Join(false, uint32(f.Bias), wide.U128{})
	}
	return r
}

type (
	binary = func(env round.Env, dst, src *format.Format, a, b wide.U128, t *trace.Trace) round.Result
	unary  = func(env round.Env, dst, src *format.Format, a wide.U128, t *trace.Trace) round.Result
)

// two computes an operation with two operands in the format of the result.
func (i *Instruction) two(op binary, x [3]wide.U128, t *trace.Trace) round.Result {
	f := i.Out.Float
	return i.finish(op(i.env(f), f, f, x[0], x[1], t))
}

// Rules of one operation. They are functions of their own, so that the tables which name them are data and no code.
func sum(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result { return i.two(arith.Add, x, t) }

func difference(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result {
	return i.two(arith.Sub, x, t)
}

func product(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result {
	return i.two(arith.Mul, x, t)
}

func fmod(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result {
	return i.two(arith.Fmod, x, t)
}

func remainder(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result {
	return i.two(arith.Remainder, x, t)
}

func root(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result {
	f := i.Out.Float
	return i.finish(arith.Sqrt(i.env(f), f, f, x[0], t))
}

func fused(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result {
	f := i.Out.Float
	return i.finish(arith.FMA(i.env(f), f, f, x[0], x[1], x[2], t))
}

// divide is a sequence of instructions and delivers its first NaN operand.
func divide(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result {
	f := i.Out.Float
	env := i.env(f)
	env.NaN.Order = [3]uint8{1, 2}
	return arith.Div(env, f, f, x[0], x[1], t)
}

// reciprocal is 1/x.
func reciprocal(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result {
	f := i.Out.Float
	return arith.Div(i.env(f), f, f, f.Join(false, uint32(f.Bias), wide.U128{}), x[0], t)
}

// least and greatest ignore a single NaN, or with .NaN deliver it; -0 is below +0. Subnormal operands are flushed
// by .ftz.
func least(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result {
	if i.NaN {
		return i.choose(arith.Minimum, x)
	}
	return i.choose(arith.MinimumNumber, x)
}

func greatest(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result {
	if i.NaN {
		return i.choose(arith.Maximum, x)
	}
	return i.choose(arith.MaximumNumber, x)
}

func (i *Instruction) choose(op func(env round.Env, dst, src *format.Format, a, b wide.U128) round.Result, x [3]wide.U128) round.Result {
	f := i.Out.Float
	return op(i.env(f), f, f, x[0], x[1])
}

// magnitude and negate change the sign bit; .ftz flushes. A NaN is treated as by arithmetic: its sign stays in
// binary64, and elsewhere it becomes canonical.
func magnitude(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result {
	return i.signed(x[0], arith.Abs, t)
}

func negate(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result {
	return i.signed(x[0], arith.Negate, t)
}

func (i *Instruction) signed(c wide.U128, change func(*format.Format, wide.U128) wide.U128, t *trace.Trace) round.Result {
	f := i.Out.Float
	if !f.ClassOf(c).IsNaN() {
		c = change(f, c)
	}
	return arith.Convert(i.env(f), f, f, c, t)
}
