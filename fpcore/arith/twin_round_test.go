package arith_test

import (
	"math/big"
	"math/bits"

	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// This file is the twin's rounding: the exact result is put between two neighbours of the destination and one
// of them is chosen by the words of the definition.

// outcome is what an operation yields before rounding.
type outcome uint8

const (
	aNumber  outcome = iota // not zero
	aZero                   // with the sign neg
	aSumZero                // x + (-x): the sign depends on the direction
	anInf
	aNaN     // from NaN operands
	aInvalid // the default NaN
)

// exact is the exact result: |x| = n*2^k, or n/d*2^k, or the square root of n*2^k.
type exact struct {
	what  outcome
	neg   bool
	ratio bool
	root  bool
	k     int
	flags round.Flags
	n, d  big.Int
	ops   [3]num // operands, for NaNs
	nops  int
}

// place is where |x| lies among numbers of p significant bits, the smallest exponent being emin:
// m*2^quantum <= |x| < (m+1)*2^quantum, and frac and rest are what lies above m.
type place struct {
	m       wide.U128
	quantum int
	e       int // exponent of the leading bit of |x|
	p       int
	frac    uint64 // the first 64 bits below the quantum
	rest    bool   // whether anything follows
	below   bool   // |x| < 2^emin
	almost  bool   // below, and with unbounded exponents the upper neighbour is 2^emin
	frac2   uint64 // frac and rest with unbounded exponents
	rest2   bool
}

// scratch holds numbers that are used again and again.
type scratch struct{ z, y, r big.Int }

// exponent returns e with 2^e <= |x| < 2^(e+1).
func (s *scratch) exponent(x *exact) int {
	e := x.n.BitLen() + x.k - 1
	switch {
	case x.root:
		return e >> 1
	case x.ratio:
		e = x.n.BitLen() - x.d.BitLen() + x.k
		shift := x.n.BitLen() - x.d.BitLen()
		less := false
		if shift >= 0 {
			less = x.n.Cmp(s.z.Lsh(&x.d, uint(shift))) < 0
		} else {
			less = s.z.Lsh(&x.n, uint(-shift)).Cmp(&x.d) < 0
		}
		if less {
			e--
		}
	}
	return e
}

// floor sets s.z to floor(|x| / 2^unit) and reports whether that is less than |x| / 2^unit.
func (s *scratch) floor(x *exact, unit int) (more bool) {
	switch {
	case x.root:
		shift := x.k - 2*unit
		if shift >= 0 {
			s.y.Lsh(&x.n, uint(shift))
		} else {
			s.y.Rsh(&x.n, uint(-shift))
			more = int(x.n.TrailingZeroBits()) < -shift
		}
		s.z.Sqrt(&s.y)
		return more || s.r.Mul(&s.z, &s.z).Cmp(&s.y) != 0
	case x.ratio:
		if shift := x.k - unit; shift >= 0 {
			s.z.QuoRem(s.y.Lsh(&x.n, uint(shift)), &x.d, &s.r)
		} else {
			s.z.QuoRem(&x.n, s.y.Lsh(&x.d, uint(-shift)), &s.r)
		}
		return s.r.Sign() != 0
	}
	if shift := x.k - unit; shift >= 0 {
		s.z.Lsh(&x.n, uint(shift))
	} else {
		s.z.Rsh(&x.n, uint(-shift))
		more = int(x.n.TrailingZeroBits()) < -shift
	}
	return more
}

// word returns bits 64*i to 64*i+63 of z.
func word(z *big.Int, i int) uint64 {
	w := z.Bits()
	if bits.UintSize == 32 {
		panic("the twin expects words of 64 bits")
	}
	if i < len(w) {
		return uint64(w[i])
	}
	return 0
}

// put finds the place of x for precision p and smallest exponent emin.
func (s *scratch) put(x *exact, p, emin int) (w place) {
	w.e = s.exponent(x)
	w.p = p
	w.below = w.e < emin
	w.quantum = max(w.e, emin) - p + 1
	w.rest = s.floor(x, w.quantum-64)
	w.frac, w.m = word(&s.z, 0), wide.U128{Hi: word(&s.z, 2), Lo: word(&s.z, 1)}
	if w.e == emin-1 {
		w.rest2 = s.floor(x, w.e-p+1-64)
		w.frac2 = word(&s.z, 0)
		m := wide.U128{Hi: word(&s.z, 2), Lo: word(&s.z, 1)}
		w.almost = m.Add(wide.From64(1)) == wide.From64(1).Shl(uint(p))
	}
	return w
}

// up says whether the upper of two neighbours is chosen; odd: the lower one has an odd significand.
func up(env *round.Env, frac uint64, rest, odd, neg bool) bool {
	if frac == 0 && !rest {
		return false // exact
	}
	const half = 1 << 63
	above := frac > half || frac == half && rest
	tie := frac == half && !rest
	switch env.Direction {
	case round.TiesToEven:
		return above || tie && odd
	case round.TiesToAway:
		return above || tie
	case round.TiesTowardZero:
		return above
	case round.TowardZero:
		return false
	case round.TowardPositive:
		return !neg
	case round.TowardNegative:
		return neg
	case round.ToOdd:
		return !odd
	case round.Stochastic:
		k := env.RandomBits
		if k == 0 {
			return false
		}
		_, carry := bits.Add64(frac>>(64-k)<<(64-k), env.Random<<(64-k), 0)
		return carry == 1
	}
	panic("direction")
}

// rounded is what the twin expects of an operation.
type rounded struct {
	bits     wide.U128
	flags    round.Flags
	decision round.Decision
}

// rank returns the rank of m*2^quantum among numbers of w.p bits; far beyond the largest it stops growing.
func (w *place) rank(d *def) wide.U128 {
	if w.below {
		return w.m
	}
	e := min(w.e, d.emin+1<<d.expBits+2)
	return wide.From64(uint64(e - d.emin)).Shl(uint(w.p - 1)).Add(w.m)
}

// finish chooses a neighbour for a non-zero number.
func (w *place) finish(env *round.Env, d *def, neg bool) (r rounded) {
	if neg && d.unsigned {
		return rounded{bits: d.defaultNaN(env.NaN.Default), flags: round.Invalid}
	}
	if k := uint8(126 - d.p); env.RandomBits > k {
		e := *env
		e.RandomBits = k
		env = &e
	}
	odd := w.m.Lo&1 == 1
	inexact := w.frac != 0 || w.rest
	inc := up(env, w.frac, w.rest, odd, neg)
	rank := w.rank(d)
	one := wide.From64(1)
	if inc || d.top == powersTop && w.below {
		inc = true
		rank = rank.Add(one)
	}
	rank = rank.Shl(uint(d.p - w.p))

	dec := &r.decision
	*dec = round.Decision{Rounded: true, Incremented: inc, Sign: neg, Quantum: int32(w.quantum), Kept: w.m, LSB: uint8(w.m.Lo & 1)}
	if next := w.m.Add(one); inc && env.Direction != round.ToOdd || inc && w.below {
		limit := one.Shl(uint(w.p))
		if w.below {
			limit = one.Shl(uint(w.p - 1))
		}
		dec.Carried = next == limit
	}
	dec.Guard = uint8(w.frac >> 63)
	dec.Round = uint8(w.frac >> 62 & 1)
	if w.frac<<2 != 0 || w.rest {
		dec.Sticky = 1
	}
	dec.Precision = uint8(w.p)
	if w.below {
		dec.Precision = uint8(max(0, w.p-(d.emin-w.e)))
	}

	if inexact {
		r.flags = round.Inexact
	}
	if w.below {
		reaches := w.almost && env.Direction != round.ToOdd && up(env, w.frac2, w.rest2, true, neg)
		tinyAfter := !reaches
		dec.Tiny = tinyAfter || env.Tininess == round.BeforeRounding
		if d.top == powersTop {
			r.flags = round.Underflow | round.Inexact
			r.bits = d.code(false, one)
			dec.Tiny = true
			return r
		}
		subnormal := rank.Less(one.Shl(uint(d.p - 1)))
		flush := false
		switch env.FlushOut {
		case round.FlushTinyBefore:
			flush = true
		case round.FlushTinyAfter:
			flush = tinyAfter
		case round.FlushSubnormal:
			flush = subnormal
		}
		if flush {
			dec.Flushed = true
			r.flags = round.Underflow | round.Inexact
			r.bits = d.code(neg, wide.U128{})
			return r
		}
		if dec.Tiny && inexact {
			r.flags |= round.Underflow
		}
	}
	if d.maxG.Less(rank) {
		dec.Overflow = true
		r.flags = round.Overflowed | round.Inexact
		r.bits = d.overflow(env, neg)
		return r
	}
	r.bits = d.code(neg, rank)
	return r
}

// overflow is IEEE 754-2019 7.4 with the house rules for formats without infinity and for Env.Overflow.
func (d *def) overflow(env *round.Env, neg bool) wide.U128 {
	drop := uint(d.p - precisionOf(env, d)) // the largest number of the precision rounded to
	largest := d.code(neg, d.maxG.Shr(drop).Shl(drop))
	infinite := d.infinite(env, neg)
	switch env.Overflow {
	case round.Saturate:
		return largest
	case round.OverflowToInfinity:
		return infinite
	case round.OverflowToNaN:
		return d.nanOr(env, largest)
	}
	switch env.Direction {
	case round.TowardZero, round.ToOdd:
		return largest
	case round.TowardPositive:
		if neg {
			return largest
		}
	case round.TowardNegative:
		if !neg {
			return largest
		}
	}
	return infinite
}

func (d *def) nanOr(env *round.Env, other wide.U128) wide.U128 {
	if d.hasNaN() {
		return d.defaultNaN(env.NaN.Default)
	}
	return other
}

// infinite is infinity or what stands for it: the NaN with its sign, or else the largest number.
func (d *def) infinite(env *round.Env, neg bool) wide.U128 {
	switch {
	case d.hasInf():
		return d.infinity(neg)
	case d.hasNaN():
		return d.quiet(neg, wide.U128{})
	}
	drop := uint(d.p - precisionOf(env, d))
	return d.code(neg, d.maxG.Shr(drop).Shl(drop))
}

// special delivers everything that is not a number different from zero.
func (x *exact) special(env *round.Env, d *def) (r rounded) {
	switch x.what {
	case aZero, aSumZero:
		neg := x.neg
		if x.what == aSumZero {
			neg = env.Direction == round.TowardNegative
		}
		r.bits = d.code(neg, wide.U128{})
		if d.top == powersTop {
			r.flags = round.Underflow | round.Inexact
		}
	case anInf:
		switch {
		case x.neg && d.unsigned:
			r.bits, r.flags = d.defaultNaN(env.NaN.Default), round.Invalid
		case d.hasInf() && env.Overflow != round.Saturate && env.Overflow != round.OverflowToNaN:
			r.bits = d.infinity(x.neg)
		default:
			r.flags = round.Overflowed | round.Inexact
			policy := *env
			if policy.Overflow == round.OverflowIEEE {
				policy.Overflow = round.OverflowToInfinity // in every direction
			}
			r.bits = d.overflow(&policy, x.neg)
		}
	case aInvalid:
		r.bits, r.flags = d.defaultNaN(env.NaN.Default), round.Invalid
	case aNaN:
		r.bits, r.flags = x.deliverNaN(env, d)
	}
	r.flags |= x.flags
	return r
}

// deliverNaN applies the NaN rule to the operands.
func (x *exact) deliverNaN(env *round.Env, d *def) (wide.U128, round.Flags) {
	var flags round.Flags
	if !d.hasNaN() {
		flags = round.Invalid
	}
	for _, o := range x.ops[:x.nops] {
		if o.kind == isSignaling {
			flags = round.Invalid
		}
	}
	if env.NaN.NoPropagate {
		return d.defaultNaN(env.NaN.Default), flags
	}
	order := []int{1, 2, 3}
	if env.NaN.Order != [3]uint8{} {
		order = []int{int(env.NaN.Order[0]), int(env.NaN.Order[1]), int(env.NaN.Order[2])}
	}
	var list []num // NaN operands in order of preference
	for _, i := range order {
		if i >= 1 && i <= x.nops && x.ops[i-1].nan() {
			list = append(list, x.ops[i-1])
		}
	}
	if env.NaN.X87 {
		list = nil
		for _, o := range x.ops[:x.nops] {
			if o.nan() {
				list = append(list, o)
			}
		}
	}
	if len(list) == 0 {
		return d.defaultNaN(env.NaN.Default), flags
	}
	best := list[0]
	for _, o := range list[1:] {
		switch {
		case env.NaN.X87 && o.kind != best.kind:
			if o.kind == isQuiet {
				best = o
			}
		case env.NaN.X87:
			if c := o.payload.Cmp(best.payload); c > 0 || c == 0 && best.neg && !o.neg {
				best = o
			}
		case env.NaN.SignalingFirst && o.kind == isSignaling && best.kind == isQuiet:
			best = o
		}
	}
	return d.quiet(best.neg, best.payload), flags
}

// precisionOf is the number of bits to round to.
func precisionOf(env *round.Env, d *def) int {
	if env.Precision != 0 && int(env.Precision) < d.p {
		return int(env.Precision)
	}
	return d.p
}

// round rounds x to d.
func (s *scratch) round(env *round.Env, d *def, x *exact) rounded {
	if x.what != aNumber {
		return x.special(env, d)
	}
	w := s.put(x, precisionOf(env, d), d.emin)
	r := w.finish(env, d, x.neg)
	r.flags |= x.flags
	return r
}
