package wide

import "math/bits"

// U256 is the integer A*2^192 + B*2^128 + C*2^64 + D. Its shifts and bits are calls: that takes no time of an operation that was
// measured, and 3 KB of the single file.
type U256 struct{ A, B, C, D uint64 }

// From128 returns x as a U256.
func From128(x U128) U256 { return U256{0, 0, x.Hi, x.Lo} }

// Top128 returns x*2^128: the significand x placed at the upper end.
func Top128(x U128) U256 { return U256{x.Hi, x.Lo, 0, 0} }

// IsZero reports x == 0.
func (x U256) IsZero() bool { return x.A|x.B|x.C|x.D == 0 }

// Hi returns floor(x / 2^128).
func (x U256) Hi() U128 { return U128{x.A, x.B} }

// Lo returns x modulo 2^128.
func (x U256) Lo() U128 { return U128{x.C, x.D} }

// Less reports x < y.
func (x U256) Less(y U256) bool {
	if x.A != y.A {
		return x.A < y.A
	}
	if x.B != y.B {
		return x.B < y.B
	}
	if x.C != y.C {
		return x.C < y.C
	}
	return x.D < y.D
}

// Add returns x+y modulo 2^256 and the carry out (0 or 1).
func (x U256) Add(y U256) (U256, uint64) {
	d, c := bits.Add64(x.D, y.D, 0)
	cc, c := bits.Add64(x.C, y.C, c)
	b, c := bits.Add64(x.B, y.B, c)
	a, c := bits.Add64(x.A, y.A, c)
	return U256{a, b, cc, d}, c
}

// Sub returns x-y modulo 2^256.
func (x U256) Sub(y U256) U256 {
	d, c := bits.Sub64(x.D, y.D, 0)
	cc, c := bits.Sub64(x.C, y.C, c)
	b, c := bits.Sub64(x.B, y.B, c)
	a, _ := bits.Sub64(x.A, y.A, c)
	return U256{a, b, cc, d}
}

// Shl returns x*2^n modulo 2^256. With the loop inside, copies of it and of Shr make the program larger.
//
//go:noinline
func (x U256) Shl(n uint) U256 {
	for n >= 64 {
		if n >= 256 {
			return U256{}
		}
		x = U256{x.B, x.C, x.D, 0}
		n -= 64
	}
	m := 64 - n
	return U256{x.A<<n | x.B>>m, x.B<<n | x.C>>m, x.C<<n | x.D>>m, x.D << n}
}

// Shr returns floor(x / 2^n).
//
//go:noinline
func (x U256) Shr(n uint) U256 {
	for n >= 64 {
		if n >= 256 {
			return U256{}
		}
		x = U256{0, x.A, x.B, x.C}
		n -= 64
	}
	m := 64 - n
	return U256{x.A >> n, x.B>>n | x.A<<m, x.C>>n | x.B<<m, x.D>>n | x.C<<m}
}

// ShrJam returns floor(x / 2^n) with its lowest bit set if any bit shifted out was set.
func (x U256) ShrJam(n uint) U256 {
	if n == 0 {
		return x
	}
	if n >= 256 {
		if x.IsZero() {
			return U256{}
		}
		return U256{0, 0, 0, 1}
	}
	var lost uint64
	r := x
	for n >= 64 {
		lost |= r.D
		r = U256{0, r.A, r.B, r.C}
		n -= 64
	}
	m := 64 - n
	lost |= r.D << m
	r = U256{r.A >> n, r.B>>n | r.A<<m, r.C>>n | r.B<<m, r.D>>n | r.C<<m}
	if lost != 0 {
		r.D |= 1
	}
	return r
}

// LeadingZeros returns the number of zero bits above the highest set bit: 256 for 0.
//
//go:noinline
func (x U256) LeadingZeros() int {
	switch {
	case x.A != 0:
		return bits.LeadingZeros64(x.A)
	case x.B != 0:
		return 64 + bits.LeadingZeros64(x.B)
	case x.C != 0:
		return 128 + bits.LeadingZeros64(x.C)
	}
	return 192 + bits.LeadingZeros64(x.D)
}

// TrailingZeros returns the number of zero bits below the lowest set bit: 256 for 0.
func (x U256) TrailingZeros() int {
	switch {
	case x.D != 0:
		return bits.TrailingZeros64(x.D)
	case x.C != 0:
		return 64 + bits.TrailingZeros64(x.C)
	case x.B != 0:
		return 128 + bits.TrailingZeros64(x.B)
	}
	return 192 + bits.TrailingZeros64(x.A)
}

// Bit returns bit n (0 is the lowest) as 0 or 1; bits of 256 and above are 0.
//
//go:noinline
func (x U256) Bit(n uint) uint64 { return x.Shr(n).D & 1 }
