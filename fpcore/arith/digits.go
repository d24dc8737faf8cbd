package arith

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// Digit is a step of a division, remainder or root digit by digit: the partial remainder Before is compared with Trial, the
// digit is 1 if Trial fits into it, and After is what is left. The three count 2^Unit, exactly.
type Digit struct {
	Weight               int32 // of this digit of the quotient or root
	One                  bool
	Unit                 int32
	Before, Trial, After wide.U128
}

// decide sets the digit and what it leaves.
func (d *Digit) decide() {
	d.After = d.Before
	if d.One = !d.Before.Less(d.Trial); d.One {
		d.After = d.Before.Sub(d.Trial)
	}
}

// DivDigits returns the binary digits of |a|/|b| from the highest place that may hold a 1, which is 0 where the significand
// of a is the smaller one, down to the place 2^last: Trial is |b| times the weight. It ends where nothing is left. a and b are
// finite and not 0.
func DivDigits(src *format.Format, a, b wide.U128, last int32) (list []Digit) {
	x, y := src.Unpack(a), src.Unpack(b)
	p := uint(src.P)
	rest, n := x.Sig.Shr(128-p), y.Sig.Shr(128-p)
	for w := x.Exp - y.Exp; w >= last && !rest.IsZero(); w-- {
		d := Digit{Weight: w, Unit: w + y.Exp - int32(p) + 1, Before: rest, Trial: n}
		d.decide()
		list = append(list, d)
		rest = d.After.Shl(1)
	}
	return list
}

// SqrtDigits returns the binary digits of the square root of a from its leading one down to the place 2^last, as DivDigits:
// with the root Q so far, Trial is (2Q + w)·w for the weight w, by which the square grows if the digit is 1. a is finite and
// above 0.
func SqrtDigits(src *format.Format, a wide.U128, last int32) (list []Digit) {
	x := src.Unpack(a)
	p := int32(src.P)
	rest, unit := x.Sig.Shr(uint(128-p)), x.Exp-p+1
	var root wide.U128 // in units of twice the weight
	for w := x.Exp >> 1; w >= last && !rest.IsZero(); w-- {
		if 2*w < unit {
			rest, unit = rest.Shl(uint(unit-2*w)), 2*w
		}
		trial := root.Shl(2)
		trial.Lo |= 1
		d := Digit{Weight: w, Unit: unit, Before: rest, Trial: trial.Shl(uint(2*w - unit))}
		d.decide()
		list = append(list, d)
		rest, root = d.After, root.Shl(1)
		if d.One {
			root.Lo |= 1
		}
	}
	return list
}
