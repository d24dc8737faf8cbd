package wide

import "math/bits"

// Sqrt256 returns s = floor(sqrt(n)) and whether s*s != n.
func Sqrt256(n U256) (s U128, inexact bool) {
	if n.IsZero() {
		return U128{}, false
	}
	lz := uint(n.LeadingZeros()) &^ 1
	m := n.Shl(lz) // bit 255 or 254 is set
	// Zimmermann's recursion: the root of the upper half, one division for the lower digit, one correction.
	s1, r1 := sqrtRem(m.Hi())
	q, u := Div128(U256{0, r1.Hi, r1.Lo, m.C}, U128{s1 >> 63, s1 << 1})
	s = U128{s1, 0}.Add(q)
	if (U256{0, u.Hi, u.Lo, m.D}).Less(Mul128(q, q)) {
		s = s.Sub(U128{0, 1})
	}
	s = s.Shr(lz / 2)
	return s, Mul128(s, s) != n
}

// Sqrt128 returns s = floor(sqrt(n)) and whether s*s != n.
func Sqrt128(n U128) (s uint64, inexact bool) {
	if n.IsZero() {
		return 0, false
	}
	lz := uint(n.LeadingZeros()) &^ 1
	s, r := sqrtRem(n.Shl(lz))
	if lz == 0 {
		return s, !r.IsZero()
	}
	s >>= lz / 2
	h, l := bits.Mul64(s, s)
	return s, U128{h, l} != n
}

// Sqrt64 returns s = floor(sqrt(n)) and whether s*s != n.
func Sqrt64(n uint64) (s uint64, inexact bool) {
	if n == 0 {
		return 0, false
	}
	lz := uint(bits.LeadingZeros64(n)) &^ 1
	h := n << lz
	s = min(nearRoot(h), 1<<32-1)
	for s*s > h {
		s--
	}
	s >>= lz / 2
	return s, s*s != n
}

// sqrtRem returns s = floor(sqrt(n)) and n - s*s for n with bit 127 or 126 set, so that s has bit 63 set.
func sqrtRem(n U128) (uint64, U128) {
	s := startRoot(n.Hi)
	// One Newton step from above leaves it at or above the floor of the root, and at most two units away.
	if n.Hi < s {
		q, _ := bits.Div64(n.Hi, n.Lo, s)
		t, c := bits.Add64(s, q, 0)
		s = min(s, t>>1|c<<63)
	}
	h, l := bits.Mul64(s, s)
	for n.Less(U128{h, l}) {
		s--
		h, l = bits.Mul64(s, s)
	}
	return s, n.Sub(U128{h, l})
}

// rootTable[i] is 256*sqrt((i+65)/256), rounded up: 8 bits of the root of a number with the leading bits 64+i.
var rootTable = func() (t [192]uint16) {
	r := uint16(129)
	for i := range t {
		for uint32(r)*uint32(r) < uint32(i+65)*256 {
			r++
		}
		t[i] = r
	}
	return t
}()

// nearRoot returns floor(sqrt(h)), or rarely one more, for h >= 2^62.
func nearRoot(h uint64) uint64 {
	// Newton's iteration from 8 bits of the root: 16 bits, 32 bits; it never falls below the floor of the root.
	r := uint64(rootTable[h>>56-64]) << 24
	r = (r + h/r) >> 1
	return (r + h/r) >> 1
}

// startRoot returns a value above sqrt((h+1)*2^64) by at most two units of 2^32, or 2^64-1, for h >= 2^62.
func startRoot(h uint64) uint64 {
	if r := nearRoot(h) + 1; r < 1<<32 {
		return r << 32
	}
	return ^uint64(0)
}
