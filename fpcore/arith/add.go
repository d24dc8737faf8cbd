package arith

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// Add delivers round(a + b). Opposite infinities are invalid; an exact zero sum of non-zero operands is +0, or -0
// toward negative (IEEE 754-2019 6.3).
func Add(env round.Env, dst, src *format.Format, a, b wide.U128, t *trace.Trace) (r round.Result) {
	if t == nil && addNarrow(&r, &env, dst, src, a.Lo, b.Lo, 0) {
		return r
	}
	x, y := read(env, src, a), read(env, src, b)
	if notNumber(x) || notNumber(y) {
		return nan2(env, dst, x, y)
	}
	record(t, trace.OperandA, x, src.P)
	record(t, trace.OperandB, y, src.P)
	return addNums(env, dst, x, y, t)
}

// Sub delivers round(a - b): the sum of a and b with its sign reversed, as which b is recorded. A NaN b keeps its sign.
func Sub(env round.Env, dst, src *format.Format, a, b wide.U128, t *trace.Trace) (r round.Result) {
	if t == nil && addNarrow(&r, &env, dst, src, a.Lo, b.Lo, 1) {
		return r
	}
	x, y := read(env, src, a), read(env, src, b)
	if notNumber(x) || notNumber(y) {
		return nan2(env, dst, x, y)
	}
	y.Sign = !y.Sign
	record(t, trace.OperandA, x, src.P)
	record(t, trace.OperandB, y, src.P)
	return addNums(env, dst, x, y, t)
}

// addNums adds two numbers that are not NaN and whose significands have at least two zero bits at the lower end
// if they can cancel (true for every format, P <= 113, and for products of formats with P <= 62).
func addNums(env round.Env, dst *format.Format, x, y format.Num, t *trace.Trace) round.Result {
	if isZero(x) || isInf(x) || isZero(y) || isInf(y) {
		return addSpecial(env, dst, x, y, t)
	}
	if t != nil {
		return addWide(env, dst, x.Sign, x.Exp, wide.Top128(x.Sig), y.Sign, y.Exp, wide.Top128(y.Sig), t)
	}
	if x.Exp < y.Exp || x.Exp == y.Exp && x.Sig.Less(y.Sig) {
		x, y = y, x
	}
	u := round.Unrounded{Sign: x.Sign, Exp: x.Exp}
	ys := y.Sig.ShrJam(uint(x.Exp - y.Exp))
	if x.Sign == y.Sign {
		var carry uint64
		u.Sig, carry = x.Sig.AddCarry(ys)
		if carry != 0 {
			lost := u.Sig.Lo & 1
			u.Sig = u.Sig.Shr(1)
			u.Sig.Hi |= 1 << 63
			u.Sig.Lo |= lost
			u.Exp++
		}
		return round.Pack(env, dst, u)
	}
	u.Sig = x.Sig.Sub(ys)
	n := u.Sig.LeadingZeros()
	if n == 128 {
		return round.PackZero(env, dst, env.Direction == round.TowardNegative)
	}
	u.Sig = u.Sig.Shl(uint(n))
	u.Exp -= int32(n)
	return round.Pack(env, dst, u)
}

// addSpecial adds two numbers of which at least one is infinite or zero.
func addSpecial(env round.Env, dst *format.Format, x, y format.Num, t *trace.Trace) round.Result {
	switch {
	case isInf(x) && isInf(y) && x.Sign != y.Sign:
		return round.PackInvalid(env, dst)
	case isInf(x):
		return round.PackInf(env, dst, x.Sign)
	case isInf(y):
		return round.PackInf(env, dst, y.Sign)
	case isZero(x) && isZero(y):
		if x.Sign != y.Sign {
			return round.PackZero(env, dst, env.Direction == round.TowardNegative)
		}
		return round.PackZero(env, dst, x.Sign)
	case isZero(x):
		x = y
	}
	recordResult(t, x)
	return deliver(env, dst, x)
}

// addWide adds two finite non-zero numbers with 256-bit significands (top bit set) and records the sum, truncated
// to 256 bits. At least two bits at the lower end of both must be zero (true for products, 2*113 bits), so that
// bits are lost only where at most one leading bit can cancel.
func addWide(env round.Env, dst *format.Format, xs bool, xe int32, x wide.U256, ys bool, ye int32, y wide.U256, t *trace.Trace) round.Result {
	if xe < ye || xe == ye && x.Less(y) {
		xs, xe, x, ys, ye, y = ys, ye, y, xs, xe, x
	}
	d := uint(xe - ye)
	low := y.Shr(d)
	more := low.Shl(d) != y
	var sum wide.U256
	if xs == ys {
		var carry uint64
		sum, carry = x.Add(low)
		if carry != 0 {
			more = more || sum.D&1 != 0
			sum = sum.Shr(1)
			sum.A |= 1 << 63
			xe++
		}
		return packWide(env, dst, xs, xe, sum, more, t)
	}
	sum = x.Sub(low)
	if more {
		sum = sum.Sub(wide.U256{D: 1})
	}
	n := sum.LeadingZeros()
	if n == 256 {
		t.Add(trace.Row{Role: trace.Result})
		return round.PackZero(env, dst, env.Direction == round.TowardNegative)
	}
	if more && n == 1 {
		// One more bit of y: 2x - 2y modulo 2^256.
		low = y.Shr(d - 1)
		more = low.Shl(d-1) != y
		sum = x.Shl(1).Sub(low)
		if more {
			sum = sum.Sub(wide.U256{D: 1})
		}
	} else {
		sum = sum.Shl(uint(n))
	}
	xe -= int32(n)
	return packWide(env, dst, xs, xe, sum, more, t)
}

// packWide records a 256-bit result and rounds it.
func packWide(env round.Env, dst *format.Format, sign bool, exp int32, sig wide.U256, more bool, t *trace.Trace) round.Result {
	t.Add(trace.Row{Role: trace.Result, Sign: sign, Exp: exp, Sig: sig, Bits: int32(256 - sig.TrailingZeros()), More: more})
	return round.Pack(env, dst, round.Unrounded{Sign: sign, Exp: exp, Sig: sig.Hi(), Sticky: !sig.Lo().IsZero() || more})
}
