// Package wide holds unsigned integers wider than a machine word: U128 and U256 of fixed width for
// significands and products, and Nat of any width for exact values and decimal conversion.
//
// Every function is a pure function of its arguments; shifts accept any count (a count of the width or
// more gives zero); "jam" means that the bits shifted out are ORed into the lowest bit of the result, so
// that "was anything lost?" survives (the sticky bit of IEEE hardware).
package wide

import "math/bits"

// U128 is the integer Hi*2^64 + Lo.
type U128 struct{ Hi, Lo uint64 }

// From64 returns x as a U128.
func From64(x uint64) U128 { return U128{0, x} }

// IsZero reports x == 0.
func (x U128) IsZero() bool { return x.Hi|x.Lo == 0 }

// Cmp returns -1, 0 or +1 as x is less than, equal to or greater than y.
func (x U128) Cmp(y U128) int {
	switch {
	case x.Hi < y.Hi:
		return -1
	case x.Hi > y.Hi:
		return 1
	case x.Lo < y.Lo:
		return -1
	case x.Lo > y.Lo:
		return 1
	}
	return 0
}

// Less reports x < y.
func (x U128) Less(y U128) bool { return x.Hi < y.Hi || x.Hi == y.Hi && x.Lo < y.Lo }

// Add returns x+y modulo 2^128.
func (x U128) Add(y U128) U128 {
	lo, c := bits.Add64(x.Lo, y.Lo, 0)
	hi, _ := bits.Add64(x.Hi, y.Hi, c)
	return U128{hi, lo}
}

// AddCarry returns x+y modulo 2^128 and the carry out (0 or 1).
func (x U128) AddCarry(y U128) (U128, uint64) {
	lo, c := bits.Add64(x.Lo, y.Lo, 0)
	hi, c := bits.Add64(x.Hi, y.Hi, c)
	return U128{hi, lo}, c
}

// Sub returns x-y modulo 2^128.
func (x U128) Sub(y U128) U128 {
	lo, b := bits.Sub64(x.Lo, y.Lo, 0)
	hi, _ := bits.Sub64(x.Hi, y.Hi, b)
	return U128{hi, lo}
}

// And returns the bitwise AND.
func (x U128) And(y U128) U128 { return U128{x.Hi & y.Hi, x.Lo & y.Lo} }

// Or returns the bitwise OR.
func (x U128) Or(y U128) U128 { return U128{x.Hi | y.Hi, x.Lo | y.Lo} }

// Xor returns the bitwise exclusive OR.
func (x U128) Xor(y U128) U128 { return U128{x.Hi ^ y.Hi, x.Lo ^ y.Lo} }

// Not returns the bitwise complement.
func (x U128) Not() U128 { return U128{^x.Hi, ^x.Lo} }

// Shl returns x*2^n modulo 2^128.
func (x U128) Shl(n uint) U128 {
	if n < 64 {
		// A Go shift by 64 gives 0, so n == 0 needs no branch.
		return U128{x.Hi<<n | x.Lo>>(64-n), x.Lo << n}
	}
	return U128{x.Lo << (n - 64), 0}
}

// Shr returns floor(x / 2^n).
func (x U128) Shr(n uint) U128 {
	if n < 64 {
		return U128{x.Hi >> n, x.Lo>>n | x.Hi<<(64-n)}
	}
	return U128{0, x.Hi >> (n - 64)}
}

// ShrJam returns floor(x / 2^n) with its lowest bit set if any bit shifted out was set.
func (x U128) ShrJam(n uint) U128 {
	r := x.Shr(n)
	if !r.Shl(n).eq(x) || n >= 128 && !x.IsZero() {
		r.Lo |= 1
	}
	return r
}

func (x U128) eq(y U128) bool { return x.Hi == y.Hi && x.Lo == y.Lo }

// LeadingZeros returns the number of zero bits above the highest set bit: 128 for 0.
func (x U128) LeadingZeros() int {
	if x.Hi != 0 {
		return bits.LeadingZeros64(x.Hi)
	}
	return 64 + bits.LeadingZeros64(x.Lo)
}

// TrailingZeros returns the number of zero bits below the lowest set bit: 128 for 0.
func (x U128) TrailingZeros() int {
	if x.Lo != 0 {
		return bits.TrailingZeros64(x.Lo)
	}
	return 64 + bits.TrailingZeros64(x.Hi)
}

// Len returns the number of bits needed to write x: 0 for 0.
func (x U128) Len() int { return 128 - x.LeadingZeros() }

// Bit returns bit n (0 is the lowest) as 0 or 1; bits of 128 and above are 0.
func (x U128) Bit(n uint) uint64 { return x.Shr(n).Lo & 1 }

// SetBit returns x with bit n set to b (0 or 1).
func (x U128) SetBit(n uint, b uint64) U128 {
	m := U128{0, 1}.Shl(n)
	if b == 0 {
		return x.And(m.Not())
	}
	return x.Or(m)
}

// Mask returns 2^n - 1 for 0 <= n <= 128.
func Mask(n uint) U128 {
	if n >= 128 {
		return U128{^uint64(0), ^uint64(0)}
	}
	return U128{0, 1}.Shl(n).Sub(U128{0, 1})
}

// Mul128 returns the full product x*y.
func Mul128(x, y U128) U256 {
	h00, l00 := bits.Mul64(x.Lo, y.Lo)
	h01, l01 := bits.Mul64(x.Lo, y.Hi)
	h10, l10 := bits.Mul64(x.Hi, y.Lo)
	h11, l11 := bits.Mul64(x.Hi, y.Hi)
	w1, c := bits.Add64(h00, l01, 0)
	w2, c := bits.Add64(h01, l11, c)
	w3 := h11 + c
	w1, c = bits.Add64(w1, l10, 0)
	w2, c = bits.Add64(w2, h10, c)
	w3 += c
	return U256{w3, w2, w1, l00}
}

// Div128 returns floor(n/d) and the remainder for a 256-bit n whose upper half is less than d, so that the
// quotient fits in 128 bits. It panics if d <= upper half of n, as bits.Div64 does.
func Div128(n U256, d U128) (q, r U128) {
	if !n.Hi().Less(d) {
		panic("wide: quotient overflow")
	}
	if d.Hi == 0 {
		// Upper half is below d < 2^64, hence A == 0.
		qh, rem := bits.Div64(n.B, n.C, d.Lo)
		ql, rem := bits.Div64(rem, n.D, d.Lo)
		return U128{qh, ql}, U128{0, rem}
	}
	// Knuth's algorithm D with two 64-bit digits in the divisor, one quotient digit at a time.
	s := uint(bits.LeadingZeros64(d.Hi))
	d = d.Shl(s)
	n = n.Shl(s)
	qh, r := div3by2(n.A, n.B, n.C, d)
	ql, r := div3by2(r.Hi, r.Lo, n.D, d)
	return U128{qh, ql}, r.Shr(s)
}

// div3by2 divides the three-digit number (a,b,c) by d, whose top bit is set, given (a,b) < d.
func div3by2(a, b, c uint64, d U128) (uint64, U128) {
	var q uint64
	if a >= d.Hi {
		q = ^uint64(0)
	} else {
		q, _ = bits.Div64(a, b, d.Hi)
	}
	// r = (a,b,c) - q*d, corrected at most twice.
	ph, pm := bits.Mul64(q, d.Hi)
	qh, pl := bits.Mul64(q, d.Lo)
	pm, k := bits.Add64(pm, qh, 0)
	ph += k
	rl, w := bits.Sub64(c, pl, 0)
	rm, w := bits.Sub64(b, pm, w)
	rh, w := bits.Sub64(a, ph, w)
	for w != 0 {
		q--
		var cc uint64
		rl, cc = bits.Add64(rl, d.Lo, 0)
		rm, cc = bits.Add64(rm, d.Hi, cc)
		rh, cc = bits.Add64(rh, 0, cc)
		w -= cc
	}
	_ = rh
	return q, U128{rm, rl}
}

// Mod128 returns n modulo d for any 256-bit n and d != 0.
func Mod128(n U256, d U128) U128 {
	h := n.Hi()
	if !h.Less(d) {
		_, h = Div128(U256{0, 0, h.Hi, h.Lo}, d)
	}
	_, r := Div128(U256{h.Hi, h.Lo, n.C, n.D}, d)
	return r
}
