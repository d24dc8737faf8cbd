package run

import (
	"math/bits"

	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/wide"
)

// The arithmetic of x87 on normal numbers, to nearest, in one word: significands of 64 bits with their leading one.
// ok is false for all else, and for results near the ends of the range; then package x86 computes.

// quick87 computes x op y rounded to precision bits.
func quick87(op types.Op, x, y wide.U128, precision uint8) (r wide.U128, ok bool) {
	ex, ey := int32(x.Hi&0x7fff), int32(y.Hi&0x7fff)
	if x.Lo>>63 == 0 || y.Lo>>63 == 0 || ex == 0 || ey == 0 || ex == 0x7fff || ey == 0x7fff {
		return r, false
	}
	sx, sy := x.Hi>>15&1, y.Hi>>15&1
	var sign, sig uint64
	var exp int32
	var rest uint64 // what lies below sig, its first bit on top, the lowest one sticky
	switch op {
	case types.Mul:
		sign, exp = sx^sy, ex+ey-0x3ffe
		if sig, rest = bits.Mul64(x.Lo, y.Lo); sig>>63 == 0 {
			sig, rest, exp = sig<<1|rest>>63, rest<<1, exp-1
		}
	case types.Div:
		sign, exp = sx^sy, ex-ey+0x3fff
		hi, lo := x.Lo, uint64(0)
		if hi >= y.Lo {
			hi, lo = hi>>1, hi<<63
		} else {
			exp--
		}
		q, rem := bits.Div64(hi, lo, y.Lo)
		sig = q
		if rem != 0 { // the next bits of the quotient; Div64 needs rem < y
			rest, rem = bits.Div64(rem, 0, y.Lo)
			if rem != 0 {
				rest |= 1
			}
		}
	case types.Add, types.Sub:
		if op == types.Sub {
			sy ^= 1
		}
		a, b := x.Lo, y.Lo
		if ex < ey || ex == ey && a < b {
			a, b, ex, ey, sx, sy = b, a, ey, ex, sy, sx
		}
		shift := uint(ex - ey)
		var low uint64
		switch {
		case shift == 0:
		case shift < 64:
			b, low = b>>shift, b<<(64-shift)
		case shift == 64:
			b, low = 0, b
		case shift < 128:
			lost := uint64(0)
			if b<<(128-shift) != 0 {
				lost = 1
			}
			b, low = 0, b>>(shift-64)|lost
		default:
			b, low = 0, 1
		}
		sign, exp = sx, ex
		if sx == sy {
			var carry uint64
			if sig, carry = bits.Add64(a, b, 0); carry != 0 {
				low = low>>1 | sig<<63 | low&1
				sig, exp = sig>>1|1<<63, exp+1
			}
			rest = low
			break
		}
		var borrow uint64
		rest, borrow = bits.Sub64(0, low, 0)
		if sig, _ = bits.Sub64(a, b, borrow); sig == 0 && rest == 0 {
			return r, false
		}
		n := uint(bits.LeadingZeros64(sig))
		if n == 64 {
			return r, false
		}
		if n > 0 { // more than 1 only if no bit was shifted out
			sig, rest, exp = sig<<n|rest>>(64-n), rest<<n, exp-int32(n)
		}
	default:
		return r, false
	}
	sig, up := nearest87(sig, rest, uint(64-precision))
	exp += up
	if exp < 1 || exp >= 0x7fff {
		return r, false
	}
	return wide.U128{Hi: sign<<15 | uint64(exp), Lo: sig}, true
}

// nearest87 rounds away the lowest drop bits of a significand and what lies below it; up is 1 if that carries into a new
// leading bit.
func nearest87(sig, rest uint64, drop uint) (r uint64, up int32) {
	if drop > 0 {
		some := rest
		rest = sig << (64 - drop)
		if some != 0 {
			rest |= 1
		}
		sig &^= 1<<drop - 1
	}
	if rest > 1<<63 || rest == 1<<63 && sig>>drop&1 != 0 {
		if sig += 1 << drop; sig == 0 {
			return 1 << 63, 1
		}
	}
	return sig, 0
}

// quickLoad87 widens a normal number of binary32 or binary64.
func quickLoad87(t types.Type, x uint64) (r wide.U128, ok bool) {
	p, e, bias := uint(23), x>>23&0xff, uint64(127)
	top := uint64(0xff)
	if t == types.Double {
		p, e, bias, top = 52, x>>52&0x7ff, 1023, 0x7ff
	}
	if e == 0 || e == top {
		return r, false
	}
	return wide.U128{Hi: x>>(t.Bits()-1)<<15 | e - bias + 0x3fff, Lo: 1<<63 | x<<(64-p)>>1}, true
}

// quickStore87 rounds to a normal number of binary32 or binary64.
func quickStore87(t types.Type, x wide.U128) (r uint64, ok bool) {
	p, bias, top := uint(23), int32(127), int32(0xff)
	if t == types.Double {
		p, bias, top = 52, 1023, 0x7ff
	}
	e := int32(x.Hi & 0x7fff)
	if x.Lo>>63 == 0 || e == 0 || e == 0x7fff {
		return 0, false
	}
	sig, up := nearest87(x.Lo, 0, 63-p)
	if e += up + bias - 0x3fff; e < 1 || e >= top {
		return 0, false
	}
	return x.Hi>>15&1<<(t.Bits()-1) | uint64(e)<<p | sig<<1>>(64-p), true
}
