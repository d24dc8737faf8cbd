package arith

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// Div delivers round(a / b). 0/0 and infinity/infinity are invalid; a finite non-zero number over zero is an
// infinity with DivideByZero (beside the signals of round.PackInf where dst has no infinity).
func Div(env round.Env, dst, src *format.Format, a, b wide.U128, t *trace.Trace) (r round.Result) {
	if t == nil && divNarrow(&r, &env, dst, src, a.Lo, b.Lo) {
		return r
	}
	x, y := read(env, src, a), read(env, src, b)
	if notNumber(x) || notNumber(y) {
		return nan2(env, dst, x, y)
	}
	sign := x.Sign != y.Sign
	switch {
	case isInf(x):
		if isInf(y) {
			return round.PackInvalid(env, dst)
		}
		return round.PackInf(env, dst, sign)
	case isInf(y):
		return round.PackZero(env, dst, sign)
	case isZero(y):
		if isZero(x) {
			return round.PackInvalid(env, dst)
		}
		r := round.PackInf(env, dst, sign)
		r.Flags |= round.DivideByZero
		return r
	case isZero(x):
		return round.PackZero(env, dst, sign)
	}
	u := round.Unrounded{Sign: sign, Exp: x.Exp - y.Exp}
	record(t, trace.OperandA, x, src.P)
	record(t, trace.OperandB, y, src.P)
	q, rest := wide.Div128(wide.Top128(x.Sig.Shr(1)), y.Sig)
	known := int32(128)
	if q.Hi>>63 == 0 {
		q = q.Shl(1) // the bit below is not computed
		u.Exp--
		known--
	}
	u.Sig = q
	u.Sticky = !rest.IsZero()
	t.Add(trace.Row{Role: trace.Quotient, Sign: sign, Exp: u.Exp, Sig: wide.Top128(q), Bits: known, More: u.Sticky})
	return round.Pack(env, dst, u)
}

// Sqrt delivers round(sqrt(a)). The root of a negative number is invalid, that of -0 is -0.
func Sqrt(env round.Env, dst, src *format.Format, a wide.U128, t *trace.Trace) (r round.Result) {
	if t == nil && sqrtNarrow(&r, &env, dst, src, a.Lo) {
		return r
	}
	x := read(env, src, a)
	if notNumber(x) {
		return nan1(env, dst, x)
	}
	switch {
	case isZero(x):
		return round.PackZero(env, dst, x.Sign)
	case x.Sign:
		return round.PackInvalid(env, dst)
	case isInf(x):
		return round.PackInf(env, dst, false)
	}
	odd := uint(x.Exp & 1)
	u := round.Unrounded{Exp: x.Exp >> 1}
	record(t, trace.OperandA, x, src.P)
	u.Sig, u.Sticky = wide.Sqrt256(wide.Top128(x.Sig).Shr(1 - odd))
	t.Add(trace.Row{Role: trace.Root, Exp: u.Exp, Sig: wide.Top128(u.Sig), Bits: 128, More: u.Sticky})
	return round.Pack(env, dst, u)
}
