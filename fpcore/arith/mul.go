package arith

import (
	"math/bits"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// Mul delivers round(a * b). Zero times infinity is invalid.
func Mul(env round.Env, dst, src *format.Format, a, b wide.U128, t *trace.Trace) (r round.Result) {
	if t == nil && mulNarrow(&r, &env, dst, src, a.Lo, b.Lo) {
		return r
	}
	x, y := read(env, src, a), read(env, src, b)
	if notNumber(x) || notNumber(y) {
		return nan2(env, dst, x, y)
	}
	sign := x.Sign != y.Sign
	switch {
	case isInf(x) || isInf(y):
		if isZero(x) || isZero(y) {
			return round.PackInvalid(env, dst)
		}
		return round.PackInf(env, dst, sign)
	case isZero(x) || isZero(y):
		return round.PackZero(env, dst, sign)
	}
	if t == nil && src.P <= 64 {
		hi, lo := bits.Mul64(x.Sig.Hi, y.Sig.Hi)
		u := round.Unrounded{Sign: sign, Exp: x.Exp + y.Exp, Sig: wide.U128{Hi: hi, Lo: lo}}
		if hi>>63 != 0 {
			u.Exp++
		} else {
			u.Sig = u.Sig.Shl(1)
		}
		return round.Pack(env, dst, u)
	}
	record(t, trace.OperandA, x, src.P)
	record(t, trace.OperandB, y, src.P)
	exp, p := product(x, y)
	return packWide(env, dst, sign, exp, p, false, t)
}

// product returns the exact product of two finite non-zero significands, normalised, and its exponent.
func product(x, y format.Num) (exp int32, p wide.U256) {
	p = wide.Mul128(x.Sig, y.Sig)
	if p.A>>63 != 0 {
		return x.Exp + y.Exp + 1, p
	}
	return x.Exp + y.Exp, p.Shl(1)
}

// FMA delivers round(a*b + c), rounded once. Zero times infinity is invalid, also with a NaN c unless
// env.NaN.QuietHidesProduct; infinite products and addends of opposite signs are invalid.
func FMA(env round.Env, dst, src *format.Format, a, b, c wide.U128, t *trace.Trace) (r round.Result) {
	if t == nil && fmaNarrow(&r, &env, dst, src, a.Lo, b.Lo, c.Lo) {
		return r
	}
	x, y, z := read(env, src, a), read(env, src, b), read(env, src, c)
	zeroTimesInf := isZero(x) && isInf(y) || isInf(x) && isZero(y)
	if notNumber(x) || notNumber(y) || notNumber(z) {
		r = nan3(env, dst, x, y, z)
		if zeroTimesInf && !env.NaN.QuietHidesProduct {
			r.Flags |= round.Invalid
		}
		return r
	}
	if zeroTimesInf {
		return round.PackInvalid(env, dst)
	}
	p := format.Num{Class: format.Normal, Sign: x.Sign != y.Sign}
	switch {
	case isInf(x) || isInf(y):
		p.Class = format.Infinity
	case isZero(x) || isZero(y):
		p.Class = format.Zero
	}
	if p.Class != format.Normal {
		record(t, trace.OperandA, x, src.P)
		record(t, trace.OperandB, y, src.P)
		record(t, trace.Product, p, 0)
		record(t, trace.OperandC, z, src.P)
		return addNums(env, dst, p, z, t)
	}
	if t == nil && src.P <= 62 {
		p.Sig.Hi, p.Sig.Lo = bits.Mul64(x.Sig.Hi, y.Sig.Hi)
		p.Exp = x.Exp + y.Exp
		if p.Sig.Hi>>63 != 0 {
			p.Exp++
		} else {
			p.Sig = p.Sig.Shl(1)
		}
		return addNums(env, dst, p, z, nil)
	}
	record(t, trace.OperandA, x, src.P)
	record(t, trace.OperandB, y, src.P)
	exp, sig := product(x, y)
	t.Add(trace.Row{Role: trace.Product, Sign: p.Sign, Exp: exp, Sig: sig, Bits: int32(2 * src.P)})
	record(t, trace.OperandC, z, src.P)
	switch z.Class {
	case format.Infinity:
		return round.PackInf(env, dst, z.Sign)
	case format.Zero:
		return packWide(env, dst, p.Sign, exp, sig, false, t)
	}
	return addWide(env, dst, p.Sign, exp, sig, z.Sign, z.Exp, wide.Top128(z.Sig), t)
}
