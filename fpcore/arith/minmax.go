package arith

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Minimum delivers the lesser operand, with -0 below +0, and a quiet NaN if either is a NaN (IEEE 754-2019 9.6).
func Minimum(env round.Env, dst, src *format.Format, a, b wide.U128) round.Result {
	return minmax(env, dst, src, a, b, true, false)
}

// Maximum delivers the greater operand; otherwise as Minimum.
func Maximum(env round.Env, dst, src *format.Format, a, b wide.U128) round.Result {
	return minmax(env, dst, src, a, b, false, false)
}

// MinimumNumber delivers the lesser operand and ignores a NaN beside a number; a signaling NaN signals Invalid
// all the same, and two NaNs deliver a quiet NaN.
func MinimumNumber(env round.Env, dst, src *format.Format, a, b wide.U128) round.Result {
	return minmax(env, dst, src, a, b, true, true)
}

// MaximumNumber delivers the greater operand; otherwise as MinimumNumber.
func MaximumNumber(env round.Env, dst, src *format.Format, a, b wide.U128) round.Result {
	return minmax(env, dst, src, a, b, false, true)
}

func minmax(env round.Env, dst, src *format.Format, a, b wide.U128, least, number bool) round.Result {
	x, y := read(env, src, a), read(env, src, b)
	if notNumber(x) || notNumber(y) {
		refused := x.Class.IsInvalid() || y.Class.IsInvalid()
		if !number || refused || x.Class.IsNaN() && y.Class.IsNaN() {
			return nan2(env, dst, x, y)
		}
		if x.Class.IsNaN() {
			x, y = y, x
		}
		d := deliver(env, dst, x)
		if y.Class == format.SignalingNaN {
			d.Flags |= round.Invalid
		}
		return d
	}
	rel := order(x, y)
	if (rel == Less || rel == Equal && x.Sign) == least { // of two zeros the negative one is the lesser
		return deliver(env, dst, x)
	}
	return deliver(env, dst, y)
}
