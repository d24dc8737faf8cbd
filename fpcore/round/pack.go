package round

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// Pack delivers round(u) in format f under env: the nearest or directed neighbour with f's precision (or
// env.Precision), on the grid of subnormal numbers below 2^Emin, with overflow and flushing as env says.
// Flags: Inexact if the delivered number differs from u, Underflow if tiny and inexact, Overflowed with Inexact
// beyond the largest number. A negative value in an unsigned format is Invalid and delivers NaN (or the largest
// number). A format without zero delivers its smallest number, with Underflow and Inexact, for anything below it.
func Pack(env Env, f *format.Format, u Unrounded) (r Result) {
	if f.Narrow && env.Direction <= TowardNegative {
		PackNarrow(&r, &env, f, u.Sign, u.Exp, u.Sig.Hi, u.Sig.Lo != 0 || u.Sticky)
	} else {
		packAny(&r, &env, f, &u)
	}
	return r
}

// PackNarrow is Pack for the value (-1)^sign * (sig + s) * 2^(exp-63), where bit 63 of sig is set and 0 < s < 1 if
// sticky, else s = 0; for Narrow formats in the five directions of IEEE 754. r must be zero on entry.
func PackNarrow(r *Result, env *Env, f *format.Format, sign bool, exp int32, sig uint64, sticky bool) {
	if exp < f.Emin {
		packAny(r, env, f, &Unrounded{Sign: sign, Sticky: sticky, Exp: exp, Sig: wide.U128{Hi: sig}})
		return
	}
	prec := uint(f.P)
	if env.Precision != 0 {
		prec = min(prec, uint(env.Precision))
	}
	kept := sig >> ((64 - prec) & 63)
	rest := sig << (prec & 63)
	d := &r.Decision
	d.Rounded = true
	d.Sign = sign
	d.Precision = uint8(prec)
	d.Quantum = exp - int32(prec) + 1
	d.Kept.Lo = kept
	d.LSB = uint8(kept & 1)
	if rest != 0 || sticky {
		r.Flags = Inexact
		d.Guard = uint8(rest >> 63)
		d.Round = uint8(rest >> 62 & 1)
		d.Sticky = bit(rest<<2 != 0 || sticky)
		inc := increments(env.Direction, d.LSB, d.Guard, d.Round|d.Sticky, bit(sign))
		kept += uint64(inc)
		carry := kept >> (prec & 63)
		kept >>= carry & 1
		exp += int32(carry)
		d.Incremented, d.Carried = inc != 0, carry != 0
	}
	kept <<= (uint(f.P) - prec) & 63
	if exp >= f.Emax && (exp > f.Emax || f.MaxSig.Lo < kept) {
		d.Overflow = true
		r.Flags = Overflowed | Inexact
		r.Bits = overflow(env, f, sign)
		return
	}
	// The integer bit, set in kept, counts as one in the exponent field.
	r.Bits.Lo = uint64(exp+f.Bias-1)<<(f.FracBits&63) + kept | uint64(bit(sign))<<((f.Bits-1)&63)
}

// bit is 1 for true; it compiles to no branch.
func bit(b bool) (n uint8) {
	if b {
		n = 1
	}
	return n
}

// increments decides the five IEEE 754 directions, and ties toward zero, for an inexact magnitude: from its lowest
// bit, the guard bit, whether anything follows the guard bit, and the sign. All are 0 or 1, and so is the result.
func increments(dir Direction, lsb, guard, more, sign uint8) uint8 {
	switch dir {
	case TiesToEven:
		return guard & (more | lsb)
	case TiesToAway:
		return guard
	case TiesTowardZero:
		return guard & more
	case TowardPositive:
		return sign ^ 1
	case TowardNegative:
		return sign
	}
	return 0
}

// packAny is Pack for every case: any precision, subnormal results, roundToOdd and stochastic rounding.
func packAny(r *Result, env *Env, f *format.Format, u *Unrounded) {
	if f.Unsigned && u.Sign {
		r.Bits, r.Flags = f.NaN(env.NaN.Default), Invalid
		return
	}
	prec := f.P
	if env.Precision != 0 {
		prec = min(prec, int(env.Precision))
	}
	below := u.Exp < f.Emin
	drop := 128 - prec
	exp := u.Exp
	if below {
		drop = min(drop+int(f.Emin-u.Exp), 260) // beyond 256 nothing but a sticky bit is left
		exp = f.Emin
	}
	d := &r.Decision
	k := uint(RandomWidth(*env, f.P))
	decide(d, env, u, drop, k)
	d.Precision = uint8(max(0, 128-drop))
	d.Quantum = exp - int32(prec) + 1
	if below && f.Codes == format.PowerOnly { // no zero below: always up to 2^Emin
		d.Incremented, d.Carried, d.Tiny = true, true, true
		r.Bits, r.Flags = f.MinPositive(false), Underflow|Inexact
		return
	}
	inexact := d.Guard|d.Round|d.Sticky != 0
	if inexact {
		r.Flags = Inexact
	}
	kept := d.delivered(env)
	if !below {
		if kept.Bit(uint(prec)) != 0 {
			kept = kept.Shr(1)
			exp++
			d.Carried = true
		}
		kept = kept.Shl(uint(f.P - prec))
		if exp > f.Emax || exp == f.Emax && f.MaxSig.Less(kept) {
			d.Overflow = true
			r.Bits, r.Flags = overflow(env, f, u.Sign), Overflowed|Inexact
			return
		}
		if !f.Explicit {
			kept = kept.SetBit(uint(f.P-1), 0)
		}
		r.Bits = f.Join(u.Sign, uint32(exp+f.Bias), kept)
		return
	}
	kept = kept.Shl(uint(f.P - prec))
	normal := kept.Bit(uint(f.P-1)) != 0 // rounded up to 2^Emin on the subnormal grid
	d.Carried = normal
	after := u.Exp < f.Emin-1 || !carriesUnbounded(env, u, prec, k)
	d.Tiny = after || env.Tininess == BeforeRounding
	if env.FlushOut == FlushTinyBefore || env.FlushOut == FlushTinyAfter && after || env.FlushOut == FlushSubnormal && !normal {
		d.Flushed = true
		r.Bits, r.Flags = f.Zero(u.Sign), Underflow|Inexact
		return
	}
	if inexact && d.Tiny {
		r.Flags |= Underflow
	}
	if kept.IsZero() {
		r.Bits = f.Zero(u.Sign)
		return
	}
	var field uint32
	if f.Explicit && normal {
		field = 1
	}
	r.Bits = f.Join(u.Sign, field, kept)
}

// RandomWidth returns how many discarded bits stochastic rounding looks at for a destination of precision p: all of
// them are exact in an Unrounded, whose last bit may stand for a rest.
func RandomWidth(env Env, p int) int { return min(int(env.RandomBits), 64, 126-p) }

// decide splits u after 128-drop bits, fills in the discarded bits and says whether to increment; stochastic
// rounding uses k random bits. d must be zero.
func decide(d *Decision, env *Env, u *Unrounded, drop int, k uint) {
	n := uint(drop)
	d.Rounded = true
	d.Sign = u.Sign
	d.Kept = u.Sig.Shr(n)
	d.LSB = uint8(d.Kept.Lo & 1)
	var rest wide.U128 // the discarded bits, the guard bit at the top
	if n <= 128 {
		rest = u.Sig.Shl(128 - n)
	} else {
		rest = u.Sig.ShrJam(n - 128)
	}
	d.Guard = uint8(rest.Hi >> 63)
	d.Round = uint8(rest.Hi >> 62 & 1)
	if rest.Hi<<2|rest.Lo != 0 || u.Sticky {
		d.Sticky = 1
	}
	if d.Guard|d.Round|d.Sticky == 0 {
		return
	}
	switch env.Direction {
	case ToOdd:
		d.Incremented = d.LSB == 0
	case Stochastic:
		if k > 0 {
			sum := rest.Shr(128 - k).Add(wide.From64(env.Random & (^uint64(0) >> (64 - k))))
			d.Incremented = sum.Bit(k) != 0
		}
	default:
		d.Incremented = increments(env.Direction, d.LSB, d.Guard, d.Round|d.Sticky, bit(u.Sign)) != 0
	}
}

// delivered returns Kept with the increment.
func (d *Decision) delivered(env *Env) wide.U128 {
	switch {
	case !d.Incremented:
		return d.Kept
	case env.Direction == ToOdd:
		return d.Kept.Or(wide.From64(1))
	}
	return d.Kept.Add(wide.From64(1))
}

// Integer rounds the magnitude of u to an integer in env.Direction; ok is false, and nothing is rounded, if u is
// 2^127 or more and hence an integer already. The Decision's quantum is 2^0.
func Integer(env Env, u Unrounded) (mag wide.U128, d Decision, ok bool) {
	if u.Exp >= 127 {
		return wide.U128{}, Decision{}, false
	}
	decide(&d, &env, &u, int(127-max(u.Exp, -130)), uint(RandomWidth(env, 0))) // farther below one only a sticky bit is left
	d.Precision = uint8(max(0, u.Exp+1))
	return d.delivered(&env), d, true
}

// carriesUnbounded reports whether u, rounded to prec bits with unbounded exponent range, reaches the next power of two.
func carriesUnbounded(env *Env, u *Unrounded, prec int, k uint) bool {
	var d Decision
	decide(&d, env, u, 128-prec, k)
	return d.Incremented && env.Direction != ToOdd && d.Kept == wide.Mask(uint(prec))
}

// overflow returns what env delivers for a magnitude beyond the largest number.
func overflow(env *Env, f *format.Format, sign bool) wide.U128 {
	inf := true
	switch env.Overflow {
	case Saturate:
		return largest(env, f, sign)
	case OverflowToNaN:
		if f.HasNaN() {
			return f.NaN(env.NaN.Default)
		}
		return largest(env, f, sign)
	case OverflowIEEE:
		switch env.Direction {
		case TowardZero, ToOdd:
			inf = false
		case TowardPositive:
			inf = !sign
		case TowardNegative:
			inf = sign
		}
	}
	switch {
	case inf && f.HasInf():
		return f.Inf(sign)
	case inf && f.HasNaN():
		return f.NaNWith(sign, wide.U128{Hi: 1 << 63})
	}
	return largest(env, f, sign)
}

// largest returns the finite number of largest magnitude among those of env.Precision bits.
func largest(env *Env, f *format.Format, sign bool) wide.U128 {
	c := f.Max(sign)
	if n := f.P - int(env.Precision); env.Precision != 0 && n > 0 {
		c = c.Shr(uint(n)).Shl(uint(n))
	}
	return c
}
