package gpu

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// tf32Shift: a TF32 datum lies in the upper 19 bits of its 32-bit register.
const tf32Shift = 13

// convert is cvt: among formats, between formats and integers, and rounding to an integral value.
//
// .ftz concerns binary32 alone: a subnormal binary32 operand is flushed, and so is a subnormal binary32 result; it
// does nothing to a conversion to binary16.
// A NaN keeps sign and payload (its leading bits) if the operand or the result is binary64; any other conversion
// delivers the canonical NaN. .ftz makes a binary32 NaN canonical before it is widened.
func convert(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result {
	src, dst := i.In[0].Float, i.Out.Float
	switch {
	case src == nil:
		return i.finish(arith.FromInt(i.env(dst), dst, i.In[0].Int, x[0].Lo, t))
	case dst == nil:
		return i.toInt(x[0])
	}
	r := i.convertOne(x[0], t)
	if dst == format.TF32 {
		r.Bits = r.Bits.Shl(tf32Shift)
		if n := dst.Unpack(r.Bits.Shr(tf32Shift)); n.Class.IsNaN() {
			r.Bits = wide.From64(0x7fffe000)
		}
	}
	return r
}

// convertOne converts one datum between formats; a TF32 result is returned as its 19 bits.
func (i *Instruction) convertOne(c wide.U128, t *trace.Trace) round.Result {
	src, dst := i.In[0].Float, i.Out.Float
	env := i.env(dst)
	if src == format.F64 || dst == format.F64 {
		env.NaN = doubleNaN
	}
	if i.Flush {
		env.FlushIn = src == format.F32 && dst != format.F16
		if dst != format.F32 {
			env.FlushOut = round.KeepSubnormals
		}
		if src == format.F32 && src.ClassOf(c).IsNaN() {
			c = src.NaN(format.AllOnes)
		}
	}
	if i.Integral {
		return i.finish(arith.RoundToIntegral(env, dst, src, c, false, t))
	}
	return i.finish(arith.Convert(env, dst, src, c, t))
}

// copyBits is cvt within one format and without modifiers: a move.
func copyBits(i *Instruction, x [3]wide.U128, _ *trace.Trace) round.Result {
	return round.Result{Bits: x[0]}
}

// toInt clamps to the range of the integer type. A NaN gives 0 from binary16 and binary32 to 32 bits, and the bit
// pattern 1000…0 of the integer's width if either side has 64 bits.
func (i *Instruction) toInt(c wide.U128) round.Result {
	src, typ := i.In[0].Float, i.Out.Int
	r := arith.ToInt(round.Env{Direction: i.Direction, FlushIn: i.Flush}, src, c, typ, true)
	if src.ClassOf(c).IsNaN() && (src == format.F64 || typ.Bits == 64) {
		r.Bits = 1 << (typ.Bits - 1)
	}
	return round.Result{Bits: wide.From64(r.Bits), Flags: r.Flags, Decision: r.Decision}
}

// convertTF32Away is cvt.rna.tf32: to the nearest, ties away from zero. Infinities and NaNs are cut to 19 bits as
// they are, so that a NaN whose payload lies below becomes an infinity. .satfinite subtracts one unit of the 19-bit
// code wherever the exponent is all ones: an infinity becomes the largest number, a NaN keeps about its payload.
func convertTF32Away(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result {
	r := round.Result{Bits: x[0].Shr(tf32Shift)}
	if format.F32.ClassOf(x[0]).IsFinite() {
		r = arith.Convert(round.Env{Direction: round.TiesToAway}, format.TF32, format.F32, x[0], t)
	}
	if i.Finite && !format.TF32.ClassOf(r.Bits).IsFinite() {
		r.Bits = r.Bits.Sub(wide.From64(1))
	}
	r.Bits = r.Bits.Shl(tf32Shift)
	return r
}

// convertPair converts two operands into a pair, the first in the upper half. The Decision is the second one's.
func convertPair(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result {
	hi, lo := i.convertOne(x[0], t), i.convertOne(x[1], nil)
	lo.Bits = lo.Bits.Or(hi.Bits.Shl(uint(i.Out.Float.Bits)))
	lo.Flags |= hi.Flags
	return lo
}

// widenBits is __bfloat162float: the bits of the operand become the upper half of the result, NaNs included.
func widenBits(i *Instruction, x [3]wide.U128, _ *trace.Trace) round.Result {
	return round.Result{Bits: x[0].Shl(16)}
}

// toScale converts the magnitude to E8M0: the sign is dropped, zero gives 2^-127, infinity saturates to 2^127.
func toScale(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result {
	return arith.Convert(round.Env{Direction: i.Direction, Overflow: round.Saturate}, format.E8M0, format.F32, arith.Abs(format.F32, x[0]), t)
}
