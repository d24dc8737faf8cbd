package exact

import "ulplab/fpcore/wide"

// rootBits is the number of binary digits to which Sqrt computes a root that does not end.
const rootBits = 512

// Sqrt returns the square root of x >= 0: exact if it is dyadic, else rounded toward zero with at least 512 binary
// digits, far beyond what the error of a result in ulp can show.
func Sqrt(x Value) Value {
	if x.IsZero() || x.Neg {
		return Value{Neg: x.Neg && x.IsZero()}
	}
	shift := max(0, 2*rootBits-x.Mag.Len())
	if (x.Exp-int64(shift))&1 != 0 {
		shift++
	}
	return New(false, x.Mag.Shl(uint(shift)).Sqrt(), (x.Exp-int64(shift))/2)
}

// Add returns r+s and whether it could be formed within the bounds.
func (r Ratio) Add(s Ratio) (Ratio, bool) { return r.Sub(s.Negated()) }

// Sub returns r-s and whether it could be formed within the bounds.
func (r Ratio) Sub(s Ratio) (Ratio, bool) {
	d, tail := diff(r, s)
	return d, tail == 0 && d.InBounds()
}

// Ratio returns the decimal number as an exact value.
func (d Digits) Ratio() Ratio {
	return Ratio{Neg: d.Neg, Num: wide.NatFromDecimal(d.D), Exp10: d.Exp - int64(len(d.D)) + 1}
}
