package exact

import (
	"math/bits"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Ratio is the rational number (-1)^Neg * Num/Den * 2^Exp2 * 10^Exp10; a nil Den stands for 1. It need not be in
// lowest terms. The powers are kept apart so that 1e-400000000 costs nothing.
type Ratio struct {
	Neg         bool
	Num, Den    wide.Nat
	Exp2, Exp10 int64
}

// Limits of the numbers that Mul and Quo make. Every datum of every format, every decimal and every fraction of
// 20,000 characters lies far inside.
const (
	MaxBits  = 1 << 18 // bits of Num and of Den
	MaxExp2  = 1 << 18 // |Exp2|
	MaxExp10 = 1 << 56 // |Exp10|
)

// Ref is an exact reference value: a Value or a Ratio.
type Ref interface{ Ratio() Ratio }

// Ratio returns r itself.
func (r Ratio) Ratio() Ratio { return r }

// FromInt64 returns n.
func FromInt64(n int64) Ratio {
	if n < 0 {
		return Ratio{Neg: true, Num: wide.NatFrom64(-uint64(n))}
	}
	return Ratio{Num: wide.NatFrom64(uint64(n))}
}

func (r Ratio) den() wide.Nat {
	if r.Den == nil {
		return wide.Nat{1}
	}
	return r.Den
}

// IsZero reports r == 0.
func (r Ratio) IsZero() bool { return r.Num.IsZero() }

// Sign returns -1, 0 or +1.
func (r Ratio) Sign() int {
	switch {
	case r.IsZero():
		return 0
	case r.Neg:
		return -1
	}
	return 1
}

// Negated returns -r.
func (r Ratio) Negated() Ratio {
	r.Neg = !r.Neg
	return r
}

// InBounds reports whether r is within MaxBits, MaxExp2 and MaxExp10.
func (r Ratio) InBounds() bool {
	return r.Num.Len() <= MaxBits && r.Den.Len() <= MaxBits &&
		-MaxExp2 <= r.Exp2 && r.Exp2 <= MaxExp2 && -MaxExp10 <= r.Exp10 && r.Exp10 <= MaxExp10
}

// Mul returns r*s and whether the product is within the bounds. The factors must be.
func (r Ratio) Mul(s Ratio) (Ratio, bool) {
	p := Ratio{Neg: r.Neg != s.Neg, Num: r.Num.Mul(s.Num), Exp2: r.Exp2 + s.Exp2, Exp10: r.Exp10 + s.Exp10}
	if p.Num.IsZero() {
		return Ratio{Neg: p.Neg}, true
	}
	if r.Den != nil || s.Den != nil {
		p.Den = r.den().Mul(s.den())
	}
	return p, p.InBounds()
}

// Quo returns r/s and whether s is not 0 and the quotient is within the bounds.
func (r Ratio) Quo(s Ratio) (Ratio, bool) {
	if s.IsZero() {
		return Ratio{}, false
	}
	return r.Mul(Ratio{Neg: s.Neg, Num: s.den(), Den: s.Num, Exp2: -s.Exp2, Exp10: -s.Exp10})
}

// Cmp returns -1, 0 or +1 as r is less than, equal to or greater than s. Both must be within the bounds.
func (r Ratio) Cmp(s Ratio) int {
	d, _ := diff(r, s)
	return d.Sign()
}

// log2of10 and log10of2 are floor(log2(10)/4 * 2^64) and floor(log10(2) * 2^64).
const (
	log2of10 = 15319689349413178110
	log10of2 = 5553023288523357132
)

// floorMul returns floor(n * c * 2^(s-64)) or one less (for s = 2, up to four less) for a constant c.
func floorMul(n int64, c uint64, s uint) int64 {
	if n < 0 {
		return -floorMul(-n, c, s) - 1<<s
	}
	h, _ := bits.Mul64(uint64(n), c)
	return int64(h) << s
}

// log2 returns bounds of the binary logarithm, low <= log2|r| < high. r must not be 0.
func (r Ratio) log2() (low, high int64) {
	e := r.Exp2 + floorMul(r.Exp10, log2of10, 2)
	n := int64(r.Num.Len()) - int64(r.den().Len())
	return e + n - 2, e + n + 8
}

// Round delivers r in format f under env; an exact zero keeps its sign where f has -0. The bounds must hold.
func (r Ratio) Round(env round.Env, f *format.Format) round.Result {
	if r.IsZero() {
		return round.PackZero(env, f, r.Neg)
	}
	low, high := r.log2()
	if high < int64(f.Etiny())-300 || low > int64(f.Emax)+2 {
		return round.Pack(env, f, unrounded(f, r.Neg, true, low, wide.U128{Hi: 1 << 63}))
	}
	num, den, exp := r.fraction(0)
	// A quotient of at least 128 bits.
	shift := max(0, 129-(num.Len()-den.Len()))
	q, sticky := num, false
	if !den.IsOne() {
		var rem wide.Nat
		q, rem = num.Shl(uint(shift)).DivMod(den)
		sticky = !rem.IsZero()
		exp -= int64(shift)
	}
	sig, more := q.Top128()
	return round.Pack(env, f, unrounded(f, r.Neg, sticky || more, exp+int64(q.Len())-1, sig))
}

// fraction returns |r| * 10^scale as num/den * 2^exp without powers of ten.
func (r Ratio) fraction(scale int64) (num, den wide.Nat, exp int64) {
	e := r.Exp10 + scale
	num, den, exp = r.Num, r.den(), r.Exp2+e
	if e > 0 {
		num = num.Mul(wide.NatPow5(uint(e)))
	} else if e < 0 {
		den = den.Mul(wide.NatPow5(uint(-e)))
	}
	return num, den, exp
}

// Floor returns floor(|r| * 2^scale2 * 10^scale10) and whether anything was cut off.
func (r Ratio) Floor(scale2, scale10 int64) (q wide.Nat, more bool) {
	num, den, exp := r.fraction(scale10)
	exp += scale2
	if exp >= 0 {
		num = num.Shl(uint(exp))
	} else if !den.IsOne() {
		den = den.Shl(uint(-exp))
	}
	if den.IsOne() {
		if exp >= 0 {
			return num, false
		}
		return num.Shr(uint(-exp)), !num.IsZero() && int64(num.TrailingZeros()) < -exp
	}
	q, rem := num.DivMod(den)
	return q, !rem.IsZero()
}

// negligible is the distance in bits beyond which a term cannot change any digit that is asked for: it only
// decides ties. Sums of numbers closer together are exact.
const negligible = 150_000

// diff returns r-s. If one of them is smaller than the other by more than 2^negligible, the result is the larger
// one, and tail is the sign of what was left out.
func diff(r, s Ratio) (d Ratio, tail int) {
	switch {
	case s.IsZero():
		return r, 0
	case r.IsZero():
		return s.Negated(), 0
	}
	rLow, rHigh := r.log2()
	sLow, sHigh := s.log2()
	switch {
	case rLow > sHigh+negligible:
		return r, -s.Sign()
	case sLow > rHigh+negligible:
		return s.Negated(), r.Sign()
	}
	d.Exp2, d.Exp10 = min(r.Exp2, s.Exp2), min(r.Exp10, s.Exp10)
	a, b := r.Num.Mul(scale(r, d)), s.Num.Mul(scale(s, d))
	a, b = a.Shl(uint(r.Exp2-d.Exp2+r.Exp10-d.Exp10)), b.Shl(uint(s.Exp2-d.Exp2+s.Exp10-d.Exp10))
	if r.Den != nil || s.Den != nil {
		a, b = a.Mul(s.den()), b.Mul(r.den())
		d.Den = r.den().Mul(s.den())
	}
	switch {
	case r.Neg != s.Neg:
		d.Neg, d.Num = r.Neg, a.Add(b)
	case a.Cmp(b) >= 0:
		d.Neg, d.Num = r.Neg, a.Sub(b)
	default:
		d.Neg, d.Num = !r.Neg, b.Sub(a)
	}
	if d.IsZero() {
		return Ratio{}, 0
	}
	return d, 0
}

// scale returns the odd part of 10^(r.Exp10 - d.Exp10).
func scale(r, d Ratio) wide.Nat { return wide.NatPow5(uint(r.Exp10 - d.Exp10)) }
