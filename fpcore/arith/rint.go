package arith

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// RoundToIntegral delivers a rounded to an integral value in env.Direction; the sign of a zero result is that of
// a. Inexact is signaled only if exact is true and the value changed (roundToIntegralExact). env.Precision does
// not apply. Where dst cannot hold the integer (E2M3's 7.5 rounds to 8, beyond its largest number) it is rounded to
// dst as any result, with the flags of that; the Decision is that of the rounding to an integer.
func RoundToIntegral(env round.Env, dst, src *format.Format, a wide.U128, exact bool, t *trace.Trace) round.Result {
	x := read(env, src, a)
	if notNumber(x) {
		return nan1(env, dst, x)
	}
	env.Precision = 0
	if isZero(x) || isInf(x) {
		return deliver(env, dst, x)
	}
	record(t, trace.OperandA, x, src.P)
	mag, d, ok := round.Integer(env, round.Unrounded{Sign: x.Sign, Exp: x.Exp, Sig: x.Sig})
	if !ok {
		recordResult(t, x)
		return deliver(env, dst, x)
	}
	if mag.IsZero() {
		x = format.Num{Class: format.Zero, Sign: x.Sign}
	} else {
		lz := mag.LeadingZeros()
		x.Exp, x.Sig = int32(127-lz), mag.Shl(uint(lz))
	}
	recordResult(t, x)
	r := deliver(env, dst, x)
	r.Decision = d
	if exact && d.Guard|d.Round|d.Sticky != 0 {
		r.Flags |= round.Inexact
	}
	return r
}

// IntType is an integer type: 8 to 64 bits, two's complement if Signed.
type IntType struct {
	Bits   uint8
	Signed bool
}

// Range returns the magnitudes of the least and the greatest integer of the type.
func (i IntType) Range() (least, greatest uint64) {
	if i.Signed {
		return 1 << (i.Bits - 1), 1<<(i.Bits-1) - 1
	}
	return 0, ^uint64(0) >> (64 - i.Bits)
}

// IntResult is an integer as the lowest Bits bits of two's complement, with flags and decision as in round.Result.
type IntResult struct {
	Bits     uint64
	Flags    round.Flags
	Decision round.Decision
}

// ToInt converts a to an integer, rounded in env.Direction (IEEE 754-2019 5.4.1 convertToInteger…). Out of range
// it signals Invalid and delivers the nearest integer of the type; for a NaN, Invalid and 0. Inexact is signaled
// only if exact is true and the value changed.
func ToInt(env round.Env, src *format.Format, a wide.U128, typ IntType, exact bool) IntResult {
	x := read(env, src, a)
	least, greatest := typ.Range()
	mask := ^uint64(0) >> (64 - typ.Bits)
	switch {
	case x.Class > format.Infinity:
		return IntResult{Flags: round.Invalid}
	case isZero(x):
		return IntResult{}
	}
	limit, clamp := greatest, greatest
	if x.Sign {
		limit, clamp = least, -least&mask
	}
	if isInf(x) {
		return IntResult{Bits: clamp, Flags: round.Invalid}
	}
	mag, d, ok := round.Integer(env, round.Unrounded{Sign: x.Sign, Exp: x.Exp, Sig: x.Sig})
	if !ok || mag.Hi != 0 || mag.Lo > limit {
		return IntResult{clamp, round.Invalid, d}
	}
	r := IntResult{Bits: mag.Lo, Decision: d}
	if x.Sign {
		r.Bits = -mag.Lo & mask
	}
	if exact && d.Guard|d.Round|d.Sticky != 0 {
		r.Flags = round.Inexact
	}
	return r
}

// FromInt delivers round(v), v being the lowest typ.Bits bits read as the type says. Zero is +0.
func FromInt(env round.Env, dst *format.Format, typ IntType, v uint64, t *trace.Trace) round.Result {
	v &= ^uint64(0) >> (64 - typ.Bits)
	sign := typ.Signed && v>>(typ.Bits-1) != 0
	if sign {
		v = -v & (^uint64(0) >> (64 - typ.Bits))
	}
	if v == 0 {
		return round.PackZero(env, dst, false)
	}
	mag := wide.U128{Hi: v}
	lz := mag.LeadingZeros()
	u := round.Unrounded{Sign: sign, Exp: int32(63 - lz), Sig: mag.Shl(uint(lz))}
	t.Add(trace.Row{Role: trace.OperandA, Sign: sign, Exp: u.Exp, Sig: wide.Top128(u.Sig), Bits: 64})
	return round.Pack(env, dst, u)
}

// Convert delivers a rounded to dst (convertFormat). NaN payloads keep their leading bits.
func Convert(env round.Env, dst, src *format.Format, a wide.U128, t *trace.Trace) round.Result {
	x := read(env, src, a)
	if notNumber(x) {
		return nan1(env, dst, x)
	}
	record(t, trace.OperandA, x, src.P)
	return deliver(env, dst, x)
}
