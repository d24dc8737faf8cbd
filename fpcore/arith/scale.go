package arith

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// scaleLimit is beyond the distance from the smallest to the largest number of any format: scaling further
// changes nothing.
const scaleLimit = 70000

// ScaleB delivers round(a * 2^n) for any n.
func ScaleB(env round.Env, dst, src *format.Format, a wide.U128, n int64, t *trace.Trace) round.Result {
	x := read(env, src, a)
	if notNumber(x) {
		return nan1(env, dst, x)
	}
	record(t, trace.OperandA, x, src.P)
	x.Exp += int32(max(-scaleLimit, min(n, scaleLimit)))
	recordResult(t, x)
	return deliver(env, dst, x)
}

// scaleBNum is ScaleB with the exponent given as a datum: truncated to an integer, a NaN is delivered, and an
// infinite exponent scales to infinity or zero (0 * 2^inf and inf * 2^-inf are invalid).
func scaleBNum(env round.Env, dst, src *format.Format, a, b wide.U128, t *trace.Trace) round.Result {
	x, y := read(env, src, a), read(env, src, b)
	if notNumber(x) || notNumber(y) {
		return nan2(env, dst, x, y)
	}
	if isInf(y) {
		if !y.Sign && isZero(x) || y.Sign && isInf(x) {
			return round.PackInvalid(env, dst)
		}
		if y.Sign {
			return round.PackZero(env, dst, x.Sign)
		}
		return round.PackInf(env, dst, x.Sign)
	}
	n := ToInt(round.Env{Direction: round.TowardZero}, src, b, IntType{32, true}, false)
	return ScaleB(env, dst, src, a, int64(int32(n.Bits)), t)
}

// LogB delivers the exponent e of a = ±m * 2^e with 1 <= m < 2, as a datum of dst; -infinity with DivideByZero
// for zero, +infinity for an infinity (IEEE 754-2019 5.3.3). It is rounded to dst like any integer.
func LogB(env round.Env, dst, src *format.Format, a wide.U128) round.Result {
	x := read(env, src, a)
	if notNumber(x) {
		return nan1(env, dst, x)
	}
	switch {
	case isInf(x):
		return round.PackInf(env, dst, false)
	case isZero(x):
		r := round.PackInf(env, dst, true)
		r.Flags |= round.DivideByZero
		return r
	}
	return FromInt(env, dst, IntType{64, true}, uint64(int64(x.Exp)), nil)
}

// NextUp delivers the least datum of f above a; a signaling NaN is invalid and delivered quiet. env is used for
// its NaN rule only: subnormal numbers are stepped through, never flushed.
func NextUp(env round.Env, f *format.Format, a wide.U128) round.Result {
	return next(env, f, a, f.NextUp)
}

// NextDown delivers the greatest datum of f below a.
func NextDown(env round.Env, f *format.Format, a wide.U128) round.Result {
	return next(env, f, a, f.NextDown)
}

func next(env round.Env, f *format.Format, a wide.U128, step func(wide.U128) wide.U128) round.Result {
	env.FlushIn = false
	if x := read(env, f, a); notNumber(x) {
		return nan1(env, f, x)
	}
	return round.Result{Bits: step(a)}
}
