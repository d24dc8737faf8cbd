// Package exact is the reference side of the lab: the exact value of data, of their sums, products and dot
// products as dyadic numbers, typed values such as 2/3 as rational numbers, their correctly rounded results in any
// format, and the error of a result in ulp of the exact value.
//
// Nothing here rounds but Round (through the one rounding point) and the decimal printing, which says so.
package exact

import (
	"cmp"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Value is the dyadic number (-1)^Neg * Mag * 2^Exp. New keeps Mag odd, so that equal numbers have equal fields;
// zero has Mag nil, Exp 0, and Neg as given: the sign of a zero datum survives until an operation makes a new zero.
//
// A sum has at most as many bits as lie between the highest leading bit and the lowest exponent of its terms, a
// product as many as its factors together: 33,000 bits for a sum of binary128 data, 66,000 for their products.
type Value struct {
	Neg bool
	Mag wide.Nat
	Exp int64
}

// New returns (-1)^neg * mag * 2^exp.
func New(neg bool, mag wide.Nat, exp int64) Value {
	if mag.IsZero() {
		return Value{Neg: neg}
	}
	if n := mag.TrailingZeros(); n > 0 {
		mag = mag.Shr(uint(n))
		exp += int64(n)
	}
	return Value{neg, mag, exp}
}

// FromCode is FromBits of a code of up to 64 bits.
func FromCode(f *format.Format, c uint64) (Value, bool) { return FromBits(f, wide.From64(c)) }

// FromBits returns the value of a code point and whether it has one: infinities, NaNs and the invalid encodings of
// x87 have none.
func FromBits(f *format.Format, c wide.U128) (Value, bool) {
	n := f.Unpack(c)
	switch {
	case !n.Class.IsFinite():
		return Value{}, false
	case n.Class == format.Zero:
		return Value{Neg: n.Sign}, true
	}
	return New(n.Sign, n.Sig.Nat(), int64(n.Exp)-127), true
}

// IsZero reports x == 0.
func (x Value) IsZero() bool { return x.Mag.IsZero() }

// Sign returns -1, 0 or +1.
func (x Value) Sign() int {
	switch {
	case x.Mag.IsZero():
		return 0
	case x.Neg:
		return -1
	}
	return 1
}

// Negated returns -x.
func (x Value) Negated() Value { return Value{!x.Neg, x.Mag, x.Exp} }

// Scaled returns x*2^n.
func (x Value) Scaled(n int64) Value {
	if !x.IsZero() {
		x.Exp += n
	}
	return x
}

// Add returns x+y. A sum of zeros is negative only if both are; any other zero sum is +0.
func (x Value) Add(y Value) Value {
	if x.IsZero() && y.IsZero() {
		return Value{Neg: x.Neg && y.Neg}
	}
	if x.IsZero() {
		return y
	}
	if y.IsZero() {
		return x
	}
	exp := min(x.Exp, y.Exp)
	a, b := x.Mag.Shl(uint(x.Exp-exp)), y.Mag.Shl(uint(y.Exp-exp))
	if x.Neg == y.Neg {
		return New(x.Neg, a.Add(b), exp)
	}
	switch a.Cmp(b) {
	case 0:
		return Value{}
	case -1:
		return New(y.Neg, b.Sub(a), exp)
	}
	return New(x.Neg, a.Sub(b), exp)
}

// Sub returns x-y, with the sign of zero as in Add.
func (x Value) Sub(y Value) Value { return x.Add(y.Negated()) }

// Mul returns x*y; a zero product has the sign of the rule of signs.
func (x Value) Mul(y Value) Value { return New(x.Neg != y.Neg, x.Mag.Mul(y.Mag), x.Exp+y.Exp) }

// Cmp returns -1, 0 or +1 as x is less than, equal to or greater than y; zeros of both signs are equal.
func (x Value) Cmp(y Value) int {
	a, b := x.Sign(), y.Sign()
	if a != b || a == 0 {
		return cmp.Compare(a, b)
	}
	if i, j := x.Log2(), y.Log2(); i != j {
		return a * cmp.Compare(i, j)
	}
	return x.Sub(y).Sign()
}

// Log2 returns the exponent of the leading bit: 2^Log2 <= |x| < 2^(Log2+1). x must not be 0.
func (x Value) Log2() int64 { return x.Exp + int64(x.Mag.Len()) - 1 }

// Round delivers x in format f under env; an exact zero keeps its sign where f has -0.
func (x Value) Round(env round.Env, f *format.Format) round.Result {
	if x.IsZero() {
		return round.PackZero(env, f, x.Neg)
	}
	sig, sticky := x.Mag.Top128()
	return round.Pack(env, f, unrounded(f, x.Neg, sticky, x.Log2(), sig))
}

// unrounded fills the record for the rounding point. An exponent beyond the reach of f is replaced by one that
// rounds in the same way: above it everything overflows, below it everything lies under all random bits.
func unrounded(f *format.Format, neg, sticky bool, exp int64, sig wide.U128) round.Unrounded {
	high, low := int64(f.Emax)+2, int64(f.Etiny())-300
	if exp > high || exp < low {
		exp = max(low, min(exp, high))
		sig, sticky = wide.U128{Hi: 1 << 63}, true
	}
	return round.Unrounded{Sign: neg, Sticky: sticky, Exp: int32(exp), Sig: sig}
}

// Ratio returns x as a rational number.
func (x Value) Ratio() Ratio { return Ratio{Neg: x.Neg, Num: x.Mag, Exp2: x.Exp} }

// Integral returns x rounded to a whole number.
func (x Value) Integral(d round.Direction) Value {
	if x.Exp >= 0 {
		return x
	}
	whole := wide.Nat(nil)
	if -x.Exp <= int64(x.Mag.Len()) {
		whole = x.Mag.Shr(uint(-x.Exp))
	}
	up := false // away from zero
	switch d {
	case round.TowardNegative:
		up = x.Neg
	case round.TowardPositive:
		up = !x.Neg
	case round.TiesToEven, round.TiesToAway:
		twice := New(false, x.Mag, x.Exp).Sub(New(false, whole, 0)).Scaled(1)
		c := twice.Cmp(New(false, wide.Nat{1}, 0))
		up = c > 0 || c == 0 && (d == round.TiesToAway || whole.Bit(0) == 1)
	}
	if up {
		whole = whole.Add(wide.Nat{1})
	}
	return New(x.Neg, whole, 0)
}

// Decimal returns every digit of x: "0.5", "-3", "16777216"; a zero is "0" or "-0".
func (x Value) Decimal() string {
	b := make([]byte, 0, 32)
	if x.Neg {
		b = append(b, '-')
	}
	if x.Exp >= 0 {
		return string(x.Mag.Shl(uint(x.Exp)).AppendDecimal(b))
	}
	// m * 2^-n = m * 5^n / 10^n, and m is odd: exactly n fractional digits.
	n := int(-x.Exp)
	digits := x.Mag.Mul(wide.NatPow5(uint(n))).AppendDecimal(nil)
	if len(digits) <= n {
		b = append(b, '0', '.')
		for range n - len(digits) {
			b = append(b, '0')
		}
		return string(append(b, digits...))
	}
	cut := len(digits) - n
	b = append(b, digits[:cut]...)
	b = append(b, '.')
	return string(append(b, digits[cut:]...))
}
