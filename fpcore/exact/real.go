package exact

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// Real is a number known exactly, the Ratio, or where it is Enclosed one near to it: then the Ratio is a bound of it. The
// operations compute with p bits what is enclosed, and enclose again what no Ratio is; ok is false where a number comes out
// too long, or too far from 1. An enclosure that says too little is one that more bits make narrower: Round tells.
type Real struct {
	Ratio
	Enclosed bool
	near     ball
	root     *radical // what it is known to be the root of, nil if nothing is
}

// radical is a radicand and the degree of its root.
type radical struct {
	of     Ratio
	degree int64
}

// farthest bounds the logarithms of what is enclosed: every format and the arguments of every function lie within.
const farthest = 1 << 16

// enclosedIn returns the number in b; ok is false where b lies beyond what is computed with.
func enclosedIn(b ball, p int) (r Real, ok bool) {
	if e, sure := b.low(); sure && (e > farthest || e < -farthest) {
		return Real{}, false
	}
	b = b.trim(p)
	lo, hi := b.bounds()
	if hi.Sign() < 0 {
		lo = hi
	}
	return Real{Ratio: lo.Ratio(), Enclosed: true, near: b}, true
}

// ball encloses r.
func (r Real) ball(p int) (b ball, ok bool) {
	if r.Enclosed {
		return r.near, true
	}
	if r.IsZero() {
		return ball{}, true
	}
	low, _ := r.log2()
	if low > farthest || low < -farthest {
		return ball{}, false
	}
	scale := int64(p) - low
	mag, more := r.Floor(scale, 0)
	b = ball{neg: r.Neg, mag: mag, exp: -scale}
	if more {
		b.err = 1
	}
	return b, true
}

// either computes with balls.
func either(r, s Real, p int, do func(a, b ball) ball) (Real, bool) {
	a, ok := r.ball(p)
	b, both := s.ball(p)
	if !ok || !both {
		return Real{}, false
	}
	return enclosedIn(do(a, b), p)
}

// Plus returns r+s. A sum of zeros is negative only if both are.
func (r Real) Plus(s Real, p int) (Real, bool) {
	switch {
	case r.Enclosed || s.Enclosed:
		return either(r, s, p, func(a, b ball) ball { return a.add(b, p) })
	case r.IsZero() && s.IsZero():
		r.Neg = r.Neg && s.Neg
		return r, true
	}
	sum, ok := r.Add(s.Ratio)
	return Real{Ratio: sum}, ok
}

// Minus returns -r.
func (r Real) Minus() Real {
	r.Neg, r.near.neg, r.root = !r.Neg, !r.near.neg, nil
	return r
}

// RootOf notes that r is the root of s of a degree, if that is not 0.
func (r Real) RootOf(s Real, degree int64) Real {
	if !s.Enclosed && degree != 0 {
		r.root = &radical{s.Ratio, degree}
	}
	return r
}

// Rational returns the number and the exponent with which r^n is that number to that power, both as they are unless r is a
// root whose degree divides n.
func (r Real) Rational(n int64) (Real, int64) {
	if r.root == nil || n%r.root.degree != 0 {
		return r, n
	}
	return Real{Ratio: r.root.of}, n / r.root.degree
}

// Times returns r*s.
func (r Real) Times(s Real, p int) (Real, bool) {
	if r.Enclosed || s.Enclosed {
		return either(r, s, p, func(a, b ball) ball { return a.mul(b, p) })
	}
	product, ok := r.Mul(s.Ratio)
	return Real{Ratio: product}, ok
}

// Over returns r/s; an s known to be 0 is not ok.
func (r Real) Over(s Real, p int) (Real, bool) {
	if !s.Enclosed && s.IsZero() {
		return Real{}, false
	}
	if r.Enclosed || s.Enclosed {
		return either(r, s, p, func(a, b ball) ball { return a.div(b, p) })
	}
	quotient, ok := r.Quo(s.Ratio)
	return Real{Ratio: quotient}, ok
}

// Of returns f(r) and what it is: Exact or Finite with a number; Unknown, too, comes with an enclosure. Arguments beyond
// 2^16384 are Unknown without one: ok is false.
func (f *Function) Of(r Real, p int) (y Real, kind Kind, ok bool) {
	if root, square := r.squareRoot(); f.ID == "sqrt" && square {
		return root, Exact, true
	}
	b, ok := r.ball(p)
	if !ok || b.top() > farthest/4 {
		return Real{}, Unknown, false
	}
	lo := New(b.neg, b.mag, b.exp)
	e := Enclosure{}
	if b.err == 0 {
		e = f.Enclose(lo, p)
	} else {
		var hi Value
		lo, hi = b.bounds()
		e = f.EncloseOver(lo, hi, p)
	}
	switch e.Kind {
	case Exact:
		return Real{Ratio: e.Lo.Ratio()}, Exact, true
	case Finite:
		middle := e.Lo.Add(e.Hi).Scaled(-1)
		width := e.Hi.Sub(e.Lo)
		in := ball{neg: middle.Neg, mag: middle.Mag, exp: middle.Exp}
		if !width.IsZero() {
			in = in.plus(width.Log2(), p)
		}
		y, ok = enclosedIn(in, p)
		return y, Finite, ok
	case Unknown:
		y, _ = enclosedIn(wholeLine, p)
		return y, Unknown, true
	}
	return Real{}, e.Kind, true
}

// squareRoot returns the square root of a number that is known to be a square of a fraction.
func (r Real) squareRoot() (Real, bool) {
	if r.Enclosed || r.Neg || r.Exp2 > MaxExp2 || r.Exp2 < -MaxExp2 || r.Exp10 > 1<<12 || r.Exp10 < -1<<12 {
		return Real{}, false
	}
	num, den, exp := r.fraction(0)
	if exp&1 != 0 {
		num, exp = num.Shl(1), exp-1
	}
	square := num.Mul(den)
	root := square.Sqrt()
	if root.Mul(root).Cmp(square) != 0 {
		return Real{}, false
	}
	return Real{Ratio: Ratio{Num: root, Den: den, Exp2: exp / 2}}, true
}

// PiReal encloses pi with p bits.
func PiReal(p int) Real {
	r, _ := enclosedIn(piConstant.ball(p), p)
	return r
}

// RoundTo delivers r in format f under env; decided is false where the enclosure holds numbers that round differently, or
// of both signs. Where only one number of the format lies within, and all others round to it, it is delivered as near: the
// enclosure does not tell whether r is that number.
func (r Real) RoundTo(env round.Env, f *format.Format) (y round.Result, decided, near bool) {
	if !r.Enclosed {
		return r.Round(env, f), true, false
	}
	lo, hi := r.near.bounds()
	if lo.Sign() != hi.Sign() {
		return y, false, false
	}
	a, b := lo.Round(env, f), hi.Round(env, f)
	if v, ok := FromBits(f, a.Bits); ok && a.Bits == b.Bits && v.Cmp(lo) > 0 && v.Cmp(hi) < 0 {
		return v.Round(env, f), false, true
	}
	if a.Flags&round.Inexact == 0 { // a bound is no number of those enclosed
		a.Flags, a.Decision = b.Flags, b.Decision
	}
	return a, a.Bits == b.Bits, false
}

// Negative reports a number below 0, or -0; sure is false where the enclosure does not tell.
func (r Real) Negative() (neg, sure bool) {
	if !r.Enclosed {
		return r.Neg, true
	}
	lo, hi := r.near.bounds()
	return hi.Sign() <= 0, lo.Sign() == hi.Sign()
}

// Unknown returns a number of which nothing is known.
func (r Real) Unknown() Real { return Real{Enclosed: true, near: wholeLine} }

// Whole returns the number if it is known to be whole and at most limit in magnitude.
func (r Real) Whole(limit int64) (n int64, ok bool) {
	if r.Enclosed || r.Exp10 > 64 || r.Exp2 > 64 {
		return 0, false
	}
	mag, more := r.Floor(0, 0)
	if more || mag.Len() > 62 || int64(mag.Low64()) > limit {
		return 0, false
	}
	if n = int64(mag.Low64()); r.Neg {
		n = -n
	}
	return n, true
}
