package arith

import (
	"math/bits"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// The functions of this file are the one-word paths: normal operands and a result of Narrow formats, in the five
// directions of IEEE 754. They report false, with r untouched, for everything else. Significands stand at the top
// of a word (bit 63 set), so that at least four bits below the precision are free for guard, round and sticky.

// narrow reports whether the one-word paths apply to these formats and this direction.
func narrow(env *round.Env, dst, src *format.Format) bool {
	return src.Narrow && dst.Narrow && env.Direction <= round.TowardNegative
}

// addNarrow sets r to round(a + b), or to round(a - b) if flip is 1.
func addNarrow(r *round.Result, env *round.Env, dst, src *format.Format, a, b uint64, flip uint64) bool {
	if !narrow(env, dst, src) {
		return false
	}
	xs, xe, x, xok := src.Normal(a)
	ys, ye, y, yok := src.Normal(b ^ flip<<((src.Bits-1)&63))
	if !xok || !yok {
		return false
	}
	if xe < ye || xe == ye && x < y {
		xs, xe, x, ys, ye, y = ys, ye, y, xs, xe, x
	}
	d := uint(xe - ye)
	low := y >> d
	sticky := low<<d != y
	if xs == ys {
		sum, carry := bits.Add64(x, low, 0)
		if carry != 0 {
			sticky = sticky || sum&1 != 0
			sum = sum>>1 | 1<<63
			xe++
		}
		round.PackNarrow(r, env, dst, xs, xe, sum, sticky)
		return true
	}
	sum := x - low
	if sticky {
		sum-- // the digits of the sum, truncated; one more of them is free if a leading bit cancels
	}
	if sum == 0 {
		*r = round.PackZero(*env, dst, env.Direction == round.TowardNegative)
		return true
	}
	n := bits.LeadingZeros64(sum)
	round.PackNarrow(r, env, dst, xs, xe-int32(n), sum<<(n&63), sticky)
	return true
}

// mulNarrow sets r to round(a * b).
func mulNarrow(r *round.Result, env *round.Env, dst, src *format.Format, a, b uint64) bool {
	if !narrow(env, dst, src) {
		return false
	}
	xs, xe, x, xok := src.Normal(a)
	ys, ye, y, yok := src.Normal(b)
	if !xok || !yok {
		return false
	}
	hi, lo := bits.Mul64(x, y)
	n := ^hi >> 63 // 1 if the top bit is clear; shifts, since a branch on it is not predictable
	round.PackNarrow(r, env, dst, xs != ys, xe+ye+1-int32(n), hi<<(n&1)|lo>>63&n, lo<<(n&1) != 0)
	return true
}

// fmaNarrow sets r to round(a*b + c). The product, of at most 120 bits, and the sum stand in two words.
func fmaNarrow(r *round.Result, env *round.Env, dst, src *format.Format, a, b, c uint64) bool {
	if !narrow(env, dst, src) {
		return false
	}
	xs, xe, x, xok := src.Normal(a)
	ys, ye, y, yok := src.Normal(b)
	zs, ze, z, zok := src.Normal(c)
	if !xok || !yok || !zok {
		return false
	}
	var p wide.U128
	p.Hi, p.Lo = bits.Mul64(x, y)
	n := ^p.Hi >> 63
	p = wide.U128{Hi: p.Hi<<(n&1) | p.Lo>>63&n, Lo: p.Lo << (n & 1)}
	ps, pe := xs != ys, xe+ye+1-int32(n)
	q, qs, qe := wide.U128{Hi: z}, zs, ze
	if pe < qe || pe == qe && p.Less(q) {
		p, ps, pe, q, qs, qe = q, qs, qe, p, ps, pe
	}
	d := uint(pe - qe)
	low := q.Shr(d)
	sticky := low.Shl(d) != q
	if ps == qs {
		sum, carry := p.AddCarry(low)
		if carry != 0 {
			sticky = sticky || sum.Lo&1 != 0
			sum = sum.Shr(1)
			sum.Hi |= 1 << 63
			pe++
		}
		round.PackNarrow(r, env, dst, ps, pe, sum.Hi, sticky || sum.Lo != 0)
		return true
	}
	sum := p.Sub(low)
	if sticky {
		sum = sum.Sub(wide.From64(1))
	}
	if sum.IsZero() {
		*r = round.PackZero(*env, dst, env.Direction == round.TowardNegative)
		return true
	}
	lz := sum.LeadingZeros()
	sum = sum.Shl(uint(lz))
	round.PackNarrow(r, env, dst, ps, pe-int32(lz), sum.Hi, sticky || sum.Lo != 0)
	return true
}

// oneHalf reports whether half a word holds all that rounding needs, 31 bits of a quotient or root: it is worth a
// branch because WebAssembly has no division of 128 by 64 bits.
func oneHalf(dst, src *format.Format) bool { return src.P <= 28 && dst.P <= 28 }

// divNarrow sets r to round(a / b): at least P+3 quotient bits and whether anything remains.
func divNarrow(r *round.Result, env *round.Env, dst, src *format.Format, a, b uint64) bool {
	if !narrow(env, dst, src) {
		return false
	}
	xs, xe, x, xok := src.Normal(a)
	ys, ye, y, yok := src.Normal(b)
	if !xok || !yok {
		return false
	}
	var q uint64 // the leading bits of x/2y
	var sticky bool
	if oneHalf(dst, src) {
		d := y >> 32
		q = (x >> 1) / d
		sticky = q*d != x>>1
		q <<= 32
	} else {
		var rest uint64
		q, rest = bits.Div64(x>>1, 0, y)
		sticky = rest != 0
	}
	n := ^q >> 63
	round.PackNarrow(r, env, dst, xs != ys, xe-ye-int32(n), q<<(n&1), sticky)
	return true
}

// sqrtNarrow sets r to round(sqrt(a)) for positive a.
func sqrtNarrow(r *round.Result, env *round.Env, dst, src *format.Format, a uint64) bool {
	if !narrow(env, dst, src) {
		return false
	}
	sign, exp, x, ok := src.Normal(a)
	if !ok || sign {
		return false
	}
	// An even exponent halves the significand, so that the root has its highest bit set.
	even := uint(^exp & 1)
	var s uint64
	var sticky bool
	if oneHalf(dst, src) {
		s, sticky = wide.Sqrt64(x >> even)
		s <<= 32
	} else {
		s, sticky = wide.Sqrt128(wide.U128{Hi: x}.Shr(even))
	}
	round.PackNarrow(r, env, dst, false, exp>>1, s, sticky)
	return true
}
