package reals

import (
	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// RealKind says what the exact value of something is.
type RealKind uint8

const (
	Undecided RealKind = iota // nothing is known: the bounds do not decide, or C leaves it undefined
	Finite                    // a number
	Infinite                  // an infinity, by IEEE 754: of an infinite input, or a division by 0. Lo.Neg is its sign
	NotNumber                 // no number, by IEEE 754: of a NaN input, 0/0, 0·∞, ∞ − ∞, √−1
	Huge                      // a number beyond 2^65536 in magnitude. Lo.Neg is its sign
)

// Real is what a value is without any rounding: for Finite the number Lo if Lo and Hi are equal, else one between them.
type Real struct {
	Lo, Hi exact.Value
	Kind   RealKind
	// fraction is the number itself where it is rational, not dyadic and of moderate length: Lo and Hi enclose it.
	fraction *fraction
}

// fraction is num/den with an odd den above 1.
type fraction struct {
	num exact.Value
	den wide.Nat
}

// Known reports a number.
//
//go:noinline
func (r Real) Known() bool { return r.Kind == Finite }

// Exact reports whether the number is dyadic and known exactly.
//
//go:noinline
func (r Real) Exact() bool { return r.Kind == Finite && r.Lo.Cmp(r.Hi) == 0 }

// Ratio returns the number if it is rational and known exactly, else its lower bound.
func (r Real) Ratio() exact.Ratio {
	if f := r.fraction; f != nil {
		x := f.num.Ratio()
		x.Den = f.den
		return x
	}
	return r.Lo.Ratio()
}

// IsZero reports the number 0.
func (r Real) IsZero() bool { return r.Kind == Finite && r.Lo.IsZero() && r.Hi.IsZero() }

// sign returns -1, 0 or 1; ok is false if the bounds do not tell.
func (r Real) sign() (s int, ok bool) {
	switch lo, hi := r.Lo.Sign(), r.Hi.Sign(); {
	case r.Kind == Infinite || r.Kind == Huge:
		return 1 - 2*types.Bit(r.Lo.Neg), true
	case r.Kind != Finite:
		return 0, false
	case lo == hi:
		return lo, true
	}
	return 0, false
}

// exactly is a number that is known.
//
//go:noinline
func exactly(v exact.Value) Real { return Real{Lo: v, Hi: v, Kind: Finite} }

func between(lo, hi exact.Value) Real { return Real{Lo: lo, Hi: hi, Kind: Finite} }

func infinite(neg bool) Real { return Real{Lo: exact.Value{Neg: neg}, Kind: Infinite} }

var (
	zeroValue = exact.Value{}
	oneValue  = exact.New(false, wide.NatFrom64(1), 0)
	notNumber = Real{Kind: NotNumber}
)

// The lengths to which numbers are exact: longer ones become intervals.
const (
	exactBits    = 4096
	fractionBits = 512
	IntervalBits = 448
)

// arithmetic is that on Reals. An interval has bounds of so many bits; lost tells that bounds were too wide to decide
// something, which more bits might.
type arithmetic struct {
	bits int
	lost bool
}

// undecided notes that bounds did not decide.
func (k *arithmetic) undecided() Real {
	k.lost = true
	return Real{}
}

// maxLog2 bounds the logarithms of numbers that are told apart: what is larger is Huge, what is smaller lies between it and 0.
const maxLog2 = 1 << 16

// large and small report numbers beyond 2^maxLog2 in magnitude, and below 2^-maxLog2 but for 0.
func large(v exact.Value) bool { return !v.IsZero() && v.Log2() > maxLog2 }
func small(v exact.Value) bool { return !v.IsZero() && v.Log2() < -maxLog2 }

// cut shortens bounds that have become long, and replaces those that are far out.
func (k *arithmetic) cut(r Real) Real {
	if r.Kind == Finite && (large(r.Lo) || large(r.Hi)) {
		if large(r.Lo) && large(r.Hi) && r.Lo.Neg == r.Hi.Neg {
			return Real{Lo: r.Lo, Hi: r.Lo, Kind: Huge}
		}
		return k.undecided()
	}
	if r.Kind == Finite && (small(r.Lo) || small(r.Hi)) {
		r.fraction = nil
		if small(r.Lo) {
			r.Lo = outward(r.Lo, r.Lo.Neg)
		}
		if small(r.Hi) {
			r.Hi = outward(r.Hi, !r.Hi.Neg)
		}
	}
	if r.Kind == Finite && (r.Lo.Mag.Len() > exactBits || r.Hi.Mag.Len() > exactBits || r.Lo.Mag.Len() > 2*k.bits && r.Lo.Cmp(r.Hi) != 0) {
		r.Lo, r.Hi = k.shorten(r.Lo, false), k.shorten(r.Hi, true)
	}
	return r
}

// outward is the end of the interval from 0 to 2^-maxLog2 that a small number lies in: the far one, or 0.
func outward(v exact.Value, away bool) exact.Value {
	if !away {
		return exact.Value{Neg: v.Neg}
	}
	return exact.New(v.Neg, wide.NatFrom64(1), -maxLog2)
}

// shorten rounds to the bits of an interval, up or down.
func (k *arithmetic) shorten(v exact.Value, up bool) exact.Value {
	n := v.Mag.Len() - k.bits
	if n <= 0 {
		return v
	}
	m := v.Mag.Shr(uint(n))
	if up != v.Neg {
		m = m.Add(wide.NatFrom64(1))
	}
	return exact.New(v.Neg, m, v.Exp+int64(n))
}

// divided returns x/y cut to the bits of an interval, up or down, and whether that is exact.
func (k *arithmetic) divided(x, y exact.Value, up bool) (exact.Value, bool) {
	neg := x.Neg != y.Neg
	if x.IsZero() {
		return exact.Value{Neg: neg}, true
	}
	shift := max(0, k.bits+y.Mag.Len()-x.Mag.Len())
	q, rest := x.Mag.Shl(uint(shift)).DivMod(y.Mag)
	if !rest.IsZero() && up != neg {
		q = q.Add(wide.NatFrom64(1))
	}
	return exact.New(neg, q, x.Exp-y.Exp-int64(shift)), rest.IsZero()
}

// quotient is num/den for two dyadic numbers, den not 0.
func (k *arithmetic) quotient(num, den exact.Value) Real {
	lo, whole := k.divided(num, den, false)
	if whole {
		return k.cut(exactly(lo))
	}
	if n := num.Mag.Len() - k.bits; n > 0 { // long, but perhaps without a remainder
		if q, rest := num.Mag.DivMod(den.Mag); rest.IsZero() {
			return k.cut(exactly(exact.New(num.Neg != den.Neg, q, num.Exp-den.Exp)))
		}
	}
	hi, _ := k.divided(num, den, true)
	r := between(lo, hi)
	if large(lo) || small(lo) {
		return k.cut(r)
	}
	if den.Mag.Len() <= fractionBits && num.Mag.Len() <= fractionBits {
		num.Neg = num.Neg != den.Neg
		num.Exp -= den.Exp
		r.fraction = &fraction{num, den.Mag}
	}
	return r
}

// rational returns r as num/den, both dyadic; ok is false if it is not known as such.
func (r Real) rational() (num, den exact.Value, ok bool) {
	if r.fraction != nil {
		return r.fraction.num, exact.Value{Mag: r.fraction.den}, true
	}
	return r.Lo, oneValue, r.Exact()
}

// fractions reports that both are rational, and at least one of them not dyadic.
func fractions(r, s Real) bool {
	return r.fraction != nil && (s.fraction != nil || s.Exact()) || s.fraction != nil && r.Exact()
}

// Negated is -r.
func (r Real) Negated() Real {
	r.Lo, r.Hi = r.Hi.Negated(), r.Lo.Negated()
	switch {
	case r.Kind != Finite:
		r.Lo = r.Hi
	case r.fraction != nil:
		r.fraction = &fraction{r.fraction.num.Negated(), r.fraction.den}
	}
	return r
}

// special returns the result of an operation on r and s if one of them is a NaN or not known.
func special(r, s Real) (Real, bool) {
	switch {
	case r.Kind == NotNumber || s.Kind == NotNumber:
		return notNumber, true
	case r.Kind == Undecided || r.Kind == Huge || s.Kind == Undecided || s.Kind == Huge:
		return Real{}, true
	}
	return Real{}, false
}

func (k *arithmetic) add(r, s Real) Real {
	if x, ok := special(r, s); ok {
		return x
	}
	switch {
	case r.Kind == Infinite && s.Kind == Infinite && r.Lo.Neg != s.Lo.Neg:
		return notNumber
	case r.Kind == Infinite:
		return r
	case s.Kind == Infinite:
		return s
	case fractions(r, s):
		a, b, _ := r.rational()
		c, d, _ := s.rational()
		if b.Mag.Cmp(d.Mag) == 0 {
			return k.quotient(a.Add(c), b)
		}
		if near(a, c) && b.Mag.Len()+d.Mag.Len() <= fractionBits {
			return k.quotient(a.Mul(d).Add(c.Mul(b)), b.Mul(d))
		}
	}
	return k.cut(between(k.sum(r.Lo, s.Lo, false), k.sum(r.Hi, s.Hi, true)))
}

// near reports numbers whose sum does not have too many bits.
func near(x, y exact.Value) bool {
	d := int64(0)
	if !x.IsZero() && !y.IsZero() {
		d = x.Log2() - y.Log2()
	}
	return -1<<14 <= d && d <= 1<<14
}

// sum is a bound of x+y, exact unless one is far smaller than the other.
func (k *arithmetic) sum(x, y exact.Value, up bool) exact.Value {
	if near(x, y) {
		return x.Add(y)
	}
	if x.Log2() < y.Log2() {
		x, y = y, x
	}
	if y.Neg == up { // it goes the other way
		return x
	}
	return x.Add(exact.New(y.Neg, wide.NatFrom64(1), x.Log2()-1<<13))
}

func (k *arithmetic) mul(r, s Real) Real {
	if x, ok := special(r, s); ok {
		return x
	}
	if r.Kind == Infinite || s.Kind == Infinite {
		if r.IsZero() || s.IsZero() {
			return notNumber
		}
		a, known := r.sign()
		b, both := s.sign()
		if !known || !both {
			return k.undecided()
		}
		return infinite(a != b)
	}
	if r.Exact() && s.Exact() {
		return k.cut(exactly(r.Lo.Mul(s.Lo)))
	}
	if fractions(r, s) {
		a, b, _ := r.rational()
		c, d, _ := s.rational()
		if b.Mag.Len()+d.Mag.Len() <= fractionBits+64 {
			return k.quotient(a.Mul(c), b.Mul(d))
		}
	}
	list := [4]exact.Value{r.Lo.Mul(s.Lo), r.Hi.Mul(s.Hi)}
	n := 2
	if r.Lo.Neg != r.Hi.Neg || s.Lo.Neg != s.Hi.Neg || r.Lo.Neg != s.Lo.Neg {
		list[2], list[3], n = r.Lo.Mul(s.Hi), r.Hi.Mul(s.Lo), 4
	}
	lo, hi := exact.Extremes(list[:n]...)
	return k.cut(between(lo, hi))
}

func (k *arithmetic) div(r, s Real) Real {
	if x, ok := special(r, s); ok {
		return x
	}
	switch {
	case r.Kind == Infinite && s.Kind == Infinite || r.IsZero() && s.IsZero():
		return notNumber
	case s.Kind == Infinite:
		if _, known := r.sign(); !known {
			return k.undecided()
		}
		return exactly(exact.Value{Neg: r.Lo.Neg != s.Lo.Neg})
	case s.IsZero() || r.Kind == Infinite:
		a, known := r.sign()
		_, both := s.sign()
		if !known || !both {
			return k.undecided()
		}
		return infinite((a < 0) != s.Lo.Neg)
	}
	if _, known := s.sign(); !known {
		return k.undecided()
	}
	if a, b, ok := r.rational(); ok {
		if c, d, ok := s.rational(); ok && c.Mag.Len()+b.Mag.Len() <= exactBits {
			return k.quotient(a.Mul(d), b.Mul(c))
		}
	}
	if s.Lo.Sign() < 0 {
		r, s = r.Negated(), s.Negated()
	}
	small, large := s.Hi, s.Lo // the divisors that make the quotient small and large
	if r.Lo.Sign() < 0 {
		small = s.Lo
	}
	if r.Hi.Sign() < 0 {
		large = s.Hi
	}
	lo, _ := k.divided(r.Lo, small, false)
	hi, _ := k.divided(r.Hi, large, true)
	return k.cut(between(lo, hi))
}

// compare returns -1, 0 or 1; ok is false where the bounds do not decide, and 2 stands for unordered.
func (k *arithmetic) compare(r, s Real) (c int, ok bool) {
	switch {
	case r.Kind == NotNumber || s.Kind == NotNumber:
		return 2, true
	case r.Kind == Undecided || s.Kind == Undecided || r.Kind == Huge || s.Kind == Huge:
		return 0, false
	case r.Kind == Infinite || s.Kind == Infinite:
		return rank(r) - rank(s), true
	case r.Hi.Cmp(s.Lo) < 0:
		return -1, true
	case r.Lo.Cmp(s.Hi) > 0:
		return 1, true
	}
	a, b, ok1 := r.rational()
	x, y, ok2 := s.rational()
	if ok1 && ok2 {
		return a.Mul(y).Cmp(x.Mul(b)), true
	}
	k.lost = true
	return 0, false
}

// rank orders infinities and numbers.
func rank(r Real) int {
	switch {
	case r.Kind != Infinite:
		return 0
	case r.Lo.Neg:
		return -1
	}
	return 1
}

func (k *arithmetic) sqrt(r Real) Real {
	switch {
	case r.Kind == Infinite && r.Lo.Neg || r.Kind == Finite && r.Hi.Sign() < 0:
		return notNumber
	case r.Kind != Finite:
		return r
	case r.Lo.Sign() < 0:
		return k.undecided()
	}
	root := func(v exact.Value, up bool) exact.Value {
		shift := max(0, 2*k.bits-v.Mag.Len())
		if (v.Exp-int64(shift))&1 != 0 {
			shift++
		}
		m := v.Mag.Shl(uint(shift))
		q := m.Sqrt()
		if up && q.Mul(q).Cmp(m) != 0 {
			q = q.Add(wide.NatFrom64(1))
		}
		return exact.New(v.Neg, q, (v.Exp-int64(shift))/2)
	}
	out := between(root(r.Lo, false), root(r.Hi, true))
	if f := r.fraction; f != nil && f.num.Exp&1 == 0 { // of two squares
		num, den := f.num.Mag.Sqrt(), f.den.Sqrt()
		if num.Mul(num).Cmp(f.num.Mag) == 0 && den.Mul(den).Cmp(f.den) == 0 {
			return k.quotient(exact.New(false, num, f.num.Exp/2), exact.Value{Mag: den})
		}
	}
	return out
}

// integral rounds to a whole number.
func (k *arithmetic) integral(r Real, d round.Direction) Real {
	if r.Kind != Finite {
		return r
	}
	lo, hi := r.Lo.Integral(d), r.Hi.Integral(d)
	if lo.Cmp(hi) == 0 {
		return exactly(lo)
	}
	return k.undecided()
}

// Scaled is r * 2^n.
func (r Real) Scaled(n int64) Real {
	r.Lo, r.Hi = r.Lo.Scaled(n), r.Hi.Scaled(n)
	if r.fraction != nil {
		r.fraction = &fraction{r.fraction.num.Scaled(n), r.fraction.den}
	}
	return r
}

// apply encloses an elementary function.
func (k *arithmetic) apply(f *exact.Function, r Real) Real {
	switch r.Kind {
	case Finite:
	case Infinite:
		return enclosed(f.Limit(r.Lo.Neg))
	case Huge:
		return Real{}
	default:
		return r
	}
	if r.Exact() {
		return enclosed(f.Enclose(r.Lo, k.bits))
	}
	out := enclosed(f.EncloseOver(r.Lo, r.Hi, k.bits))
	if out.Kind == Undecided {
		return k.undecided()
	}
	return k.cut(out)
}

// enclosed is the value of a function.
func enclosed(e exact.Enclosure) Real {
	switch e.Kind {
	case exact.Exact:
		return exactly(e.Lo)
	case exact.Finite:
		return between(e.Lo, e.Hi)
	case exact.NotANumber:
		return notNumber
	case exact.Pole:
		return infinite(e.Neg)
	case exact.Tiny:
		zero := exact.Value{Neg: e.Neg}
		if e.Neg {
			return between(e.Lo, zero)
		}
		return between(zero, e.Hi)
	case exact.Huge:
		return Real{Lo: e.Lo, Hi: e.Lo, Kind: Huge}
	}
	return Real{}
}

// OfDatum returns what a code of a format means.
func OfDatum(f *format.Format, c wide.U128) Real {
	if v, ok := exact.FromBits(f, c); ok {
		return exactly(v)
	}
	if n := f.Unpack(c); n.Class == format.Infinity {
		return infinite(n.Sign)
	}
	return notNumber
}

// OfCode returns what a code of a type means.
func OfCode(t types.Type, bits uint64) Real {
	if f := t.Format(); f != nil {
		return OfDatum(f, wide.From64(bits))
	}
	n := t.Int64(bits)
	neg := t.Signed() && n < 0
	if neg {
		n = -n
	}
	return exactly(exact.New(neg, wide.NatFrom64(uint64(n)), 0))
}

// code returns the bits of a number that is one of the type.
func (r Real) code(t types.Type) (uint64, bool) {
	f := t.Format()
	switch {
	case f != nil && r.Kind == Infinite:
		return f.Inf(r.Lo.Neg).Lo, true
	case !r.Exact():
		return 0, false
	case f != nil:
		p := r.Lo.Round(round.Env{}, f)
		return p.Bits.Lo, p.Flags == 0
	case r.Lo.Exp < 0 || r.Lo.Exp > 64 || r.Lo.Mag.Len() > 64:
		return 0, r.Lo.IsZero()
	}
	n := r.Lo.Mag.Low64() << uint(r.Lo.Exp)
	if r.Lo.Neg {
		n = -n
	}
	return n & t.Mask(), true
}

// Rounded returns the code of a type nearest to what a value is exactly; false where the bounds do not decide, or nothing is
// known.
func (r Real) Rounded(t types.Type) (uint64, bool) {
	f := t.Format()
	switch {
	case f == nil || r.Kind == Infinite:
		return r.code(t)
	case r.Kind == NotNumber:
		return f.NaN(format.PositiveQuiet).Lo, true
	case r.Kind == Undecided:
		return 0, false
	}
	lo, hi := r.Ratio().Round(round.Env{}, f).Bits.Lo, r.Hi.Round(round.Env{}, f).Bits.Lo
	if f.ClassOf(wide.From64(lo)) == format.Zero && f.ClassOf(wide.From64(hi)) == format.Zero {
		return hi, true
	}
	return lo, lo == hi || r.fraction != nil
}

// Text returns the number in decimal digits: all of them up to 40, else 30 and an ellipsis.
func (r Real) Text() string {
	switch r.Kind {
	case Infinite:
		if r.Lo.Neg {
			return "-inf"
		}
		return "inf"
	case Finite:
	default:
		return ""
	}
	if r.Exact() && r.Lo.Exp > -120 && r.Lo.Exp < 120 && r.Lo.Mag.Len() < 256 {
		if d := r.Lo.Decimal(); len(d) <= 40 {
			return d
		}
	}
	d := r.Lo.Digits(30)
	text := d.Trim().Scientific(2)
	if d.Exp >= -4 && d.Exp < 30 {
		text = d.Trim().Plain()
	}
	if d.Inexact || !r.Exact() {
		text += "…"
	}
	return text
}
