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
func Pack(env Env, f *format.Format, u Unrounded) Result {
	prec := f.P
	if env.Precision != 0 && int(env.Precision) < prec {
		prec = int(env.Precision)
	}
	if u.Exp < f.Emin || f.Unsigned || f.P > 62 || env.Direction > TowardNegative {
		return packAny(env, f, u, prec)
	}
	// Normal exponent, at most 62 bits: the upper word holds everything but sticky bits.
	drop := uint(64 - prec)
	kept := u.Sig.Hi >> drop
	rest := u.Sig.Hi << (64 - drop)
	low := u.Sig.Lo != 0 || u.Sticky
	d := Decision{Rounded: true, Sign: u.Sign, Precision: uint8(prec), Quantum: u.Exp - int32(prec) + 1}
	d.Kept.Lo = kept
	d.LSB = uint8(kept & 1)
	if rest == 0 && !low {
		return finish(env, f, d, u.Exp, kept, prec)
	}
	d.Guard = uint8(rest >> 63)
	d.Round = uint8(rest >> 62 & 1)
	if rest<<2 != 0 || low {
		d.Sticky = 1
	}
	if increments(env.Direction, &d) {
		d.Incremented = true
		kept++
		if kept>>uint(prec) != 0 {
			kept >>= 1
			u.Exp++
			d.Carried = true
		}
	}
	r := finish(env, f, d, u.Exp, kept, prec)
	r.Flags |= Inexact
	return r
}

// finish places a rounded normal significand of prec bits in one word, or overflows.
func finish(env Env, f *format.Format, d Decision, exp int32, kept uint64, prec int) Result {
	kept <<= uint(f.P - prec)
	if exp >= f.Emax && (exp > f.Emax || f.MaxSig.Less(wide.From64(kept))) {
		d.Overflow = true
		return Result{overflow(env, f, d.Sign), Overflowed | Inexact, d}
	}
	if !f.Explicit {
		kept &^= 1 << uint(f.P-1)
	}
	return Result{f.Join(d.Sign, uint32(exp+f.Bias), wide.From64(kept)), 0, d}
}

// increments decides the five IEEE 754 directions from an inexact decision's bits and sign.
func increments(dir Direction, d *Decision) bool {
	switch dir {
	case TiesToEven:
		return d.Guard&(d.Round|d.Sticky|d.LSB) != 0
	case TiesToAway:
		return d.Guard != 0
	case TiesTowardZero:
		return d.Guard&(d.Round|d.Sticky) != 0
	case TowardPositive:
		return !d.Sign
	case TowardNegative:
		return d.Sign
	}
	return false
}

// packAny is Pack for every case: any precision, subnormal results, roundToOdd and stochastic rounding.
func packAny(env Env, f *format.Format, u Unrounded, prec int) Result {
	if f.Unsigned && u.Sign {
		return Result{Bits: f.NaN(env.NaN.Default), Flags: Invalid}
	}
	below := u.Exp < f.Emin
	drop := 128 - prec
	exp := u.Exp
	if below {
		if extra := int(f.Emin - u.Exp); extra > 130 {
			drop += 130
		} else {
			drop += extra
		}
		exp = f.Emin
	}
	d := decide(env, u, drop)
	d.Precision = uint8(max(0, 128-drop))
	d.Quantum = exp - int32(prec) + 1
	if below && f.Codes == format.PowerOnly { // no zero below: always up to 2^Emin
		d.Incremented, d.Carried, d.Tiny = true, true, true
		return Result{f.MinPositive(false), Underflow | Inexact, d}
	}
	inexact := d.Guard|d.Round|d.Sticky != 0
	kept := d.Kept
	if d.Incremented {
		if env.Direction == ToOdd {
			kept.Lo |= 1
		} else {
			kept = kept.Add(wide.From64(1))
		}
	}
	var flags Flags
	if inexact {
		flags = Inexact
	}
	if !below {
		if kept.Bit(uint(prec)) != 0 {
			kept = kept.Shr(1)
			exp++
			d.Carried = true
		}
		kept = kept.Shl(uint(f.P - prec))
		if exp > f.Emax || exp == f.Emax && f.MaxSig.Less(kept) {
			d.Overflow = true
			return Result{overflow(env, f, u.Sign), Overflowed | Inexact, d}
		}
		if !f.Explicit {
			kept = kept.SetBit(uint(f.P-1), 0)
		}
		return Result{f.Join(u.Sign, uint32(exp+f.Bias), kept), flags, d}
	}
	kept = kept.Shl(uint(f.P - prec))
	normal := kept.Bit(uint(f.P-1)) != 0 // rounded up to 2^Emin on the subnormal grid
	d.Carried = normal
	after := u.Exp < f.Emin-1 || !carriesUnbounded(env, u, prec)
	d.Tiny = after || env.Tininess == BeforeRounding
	if env.FlushOut == FlushTinyBefore || env.FlushOut == FlushTinyAfter && after || env.FlushOut == FlushSubnormal && !normal {
		d.Flushed = true
		return Result{f.Zero(u.Sign), Underflow | Inexact, d}
	}
	if inexact && d.Tiny {
		flags |= Underflow
	}
	if kept.IsZero() {
		return Result{f.Zero(u.Sign), flags, d}
	}
	var field uint32
	if f.Explicit && normal {
		field = 1
	}
	return Result{f.Join(u.Sign, field, kept), flags, d}
}

// decide splits u after 128-drop bits, fills in the discarded bits and says whether to increment.
func decide(env Env, u Unrounded, drop int) Decision {
	n := uint(drop)
	d := Decision{Rounded: true, Sign: u.Sign, Kept: u.Sig.Shr(n)}
	d.LSB = uint8(d.Kept.Lo & 1)
	var rest wide.U128 // the discarded bits, the guard bit at the top
	if n <= 128 {
		rest = u.Sig.Shl(128 - n)
	} else {
		rest = u.Sig.ShrJam(n - 128)
	}
	d.Guard = uint8(rest.Hi >> 63)
	d.Round = uint8(rest.Hi >> 62 & 1)
	if !rest.Shl(2).IsZero() || u.Sticky {
		d.Sticky = 1
	}
	if d.Guard|d.Round|d.Sticky == 0 {
		return d
	}
	switch env.Direction {
	case ToOdd:
		d.Incremented = d.LSB == 0
	case Stochastic:
		k := uint(min(int(env.RandomBits), 64, drop-2))
		if k > 0 {
			head := rest.Shr(128 - k)
			sum := head.Add(wide.From64(env.Random & (^uint64(0) >> (64 - k))))
			d.Incremented = sum.Bit(k) != 0
		}
	default:
		d.Incremented = increments(env.Direction, &d)
	}
	return d
}

// Integer rounds the magnitude of u to an integer in env.Direction; ok is false, and nothing is rounded, if u is
// 2^127 or more and hence an integer already. The Decision's quantum is 2^0.
func Integer(env Env, u Unrounded) (mag wide.U128, d Decision, ok bool) {
	if u.Exp >= 127 {
		return wide.U128{}, Decision{}, false
	}
	d = decide(env, u, int(127-max(u.Exp, -130))) // farther below only a sticky bit is left
	d.Precision = uint8(max(0, min(u.Exp+1, 127)))
	mag = d.Kept
	if d.Incremented {
		if env.Direction == ToOdd {
			mag.Lo |= 1
		} else {
			mag = mag.Add(wide.From64(1))
		}
	}
	return mag, d, true
}

// carriesUnbounded reports whether u, rounded to prec bits with unbounded exponent range, reaches the next power of two.
func carriesUnbounded(env Env, u Unrounded, prec int) bool {
	d := decide(env, u, 128-prec)
	return d.Incremented && env.Direction != ToOdd && d.Kept == wide.Mask(uint(prec))
}

// overflow returns what env delivers for a magnitude beyond the largest number.
func overflow(env Env, f *format.Format, sign bool) wide.U128 {
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
func largest(env Env, f *format.Format, sign bool) wide.U128 {
	c := f.Max(sign)
	if n := f.P - int(env.Precision); env.Precision != 0 && n > 0 {
		c = c.Shr(uint(n)).Shl(uint(n))
	}
	return c
}
