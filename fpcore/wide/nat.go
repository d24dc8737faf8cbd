package wide

import "math/bits"

// Nat is a natural number of any size: the sum of Nat[i] * 2^(64*i), without zero limbs at the top, so that nil
// is zero. Nats are immutable by convention: no function changes the limbs of an operand, and results may share
// them.
type Nat []uint64

// karatsubaLimbs is the operand length from which products are split in three instead of four.
const karatsubaLimbs = 40

// NatFrom64 returns x as a Nat.
func NatFrom64(x uint64) Nat {
	if x == 0 {
		return nil
	}
	return Nat{x}
}

// NatFromLimbs returns the sum of limbs[i] * 2^(64*i); the Nat keeps the slice.
func NatFromLimbs(limbs []uint64) Nat { return Nat(limbs).norm() }

// Nat returns x as a Nat.
func (x U128) Nat() Nat { return Nat{x.Lo, x.Hi}.norm() }

// Nat returns x as a Nat.
func (x U256) Nat() Nat { return Nat{x.D, x.C, x.B, x.A}.norm() }

// norm drops zero limbs at the top. It is called from so many places that copies of it make the program larger.
//
//go:noinline
func (x Nat) norm() Nat {
	n := len(x)
	for n > 0 && x[n-1] == 0 {
		n--
	}
	if n == 0 {
		return nil
	}
	return x[:n]
}

// IsZero reports x == 0.
func (x Nat) IsZero() bool { return len(x) == 0 }

// IsOne reports x == 1.
func (x Nat) IsOne() bool { return len(x) == 1 && x[0] == 1 }

// Len returns the number of bits needed to write x: 0 for 0.
func (x Nat) Len() int {
	if len(x) == 0 {
		return 0
	}
	return 64*len(x) - bits.LeadingZeros64(x[len(x)-1])
}

// TrailingZeros returns the number of zero bits below the lowest set bit: 0 for 0.
func (x Nat) TrailingZeros() int {
	for i, w := range x {
		if w != 0 {
			return 64*i + bits.TrailingZeros64(w)
		}
	}
	return 0
}

// Bit returns bit n (0 is the lowest) as 0 or 1.
func (x Nat) Bit(n int) uint64 {
	if n < 0 || n/64 >= len(x) {
		return 0
	}
	return x[n/64] >> (n % 64) & 1
}

// Low64 returns x modulo 2^64.
func (x Nat) Low64() uint64 {
	if len(x) == 0 {
		return 0
	}
	return x[0]
}

// U128 returns x and whether it is below 2^128; the value is x modulo 2^128 if not.
func (x Nat) U128() (U128, bool) {
	var r U128
	if len(x) > 0 {
		r.Lo = x[0]
	}
	if len(x) > 1 {
		r.Hi = x[1]
	}
	return r, len(x) <= 2
}

// Top128 returns the leading 128 bits of x > 0, the highest set bit as bit 127, and whether any bit below them is set.
func (x Nat) Top128() (sig U128, sticky bool) {
	n := x.Len()
	if n <= 128 {
		sig, _ = x.U128()
		return sig.Shl(uint(128 - n)), false
	}
	sig, _ = x.Shr(uint(n - 128)).U128()
	return sig, x.TrailingZeros() < n-128
}

// Cmp returns -1, 0 or +1 as x is less than, equal to or greater than y.
func (x Nat) Cmp(y Nat) int {
	if len(x) != len(y) {
		if len(x) < len(y) {
			return -1
		}
		return 1
	}
	for i := len(x) - 1; i >= 0; i-- {
		if x[i] != y[i] {
			if x[i] < y[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}

// Add returns x+y.
func (x Nat) Add(y Nat) Nat {
	if len(x) < len(y) {
		x, y = y, x
	}
	if len(y) == 0 {
		return x
	}
	z := make(Nat, len(x)+1)
	copy(z, x)
	addTo(z, y)
	return z.norm()
}

// addTo adds y to z in place; the carry must fit in z.
func addTo(z, y Nat) {
	var c uint64
	for i, w := range y {
		z[i], c = bits.Add64(z[i], w, c)
	}
	for i := len(y); c != 0 && i < len(z); i++ {
		z[i], c = bits.Add64(z[i], 0, c)
	}
}

// subFrom subtracts y from z in place, z >= y.
func subFrom(z, y Nat) {
	var b uint64
	for i, w := range y {
		z[i], b = bits.Sub64(z[i], w, b)
	}
	for i := len(y); b != 0; i++ {
		z[i], b = bits.Sub64(z[i], 0, b)
	}
}

// Sub returns x-y and panics if x < y.
func (x Nat) Sub(y Nat) Nat {
	if x.Cmp(y) < 0 {
		panic("wide: Nat difference below zero")
	}
	if len(y) == 0 {
		return x
	}
	z := make(Nat, len(x))
	copy(z, x)
	subFrom(z, y)
	return z.norm()
}

// Shl returns x*2^n.
func (x Nat) Shl(n uint) Nat {
	if len(x) == 0 || n == 0 {
		return x
	}
	limbs, s := int(n/64), n%64
	z := make(Nat, len(x)+limbs+1)
	var carry uint64
	for i, w := range x {
		z[limbs+i] = w<<s | carry
		carry = w >> (64 - s) // a Go shift by 64 gives 0
	}
	z[limbs+len(x)] = carry
	return z.norm()
}

// Shr returns floor(x / 2^n).
func (x Nat) Shr(n uint) Nat {
	if n == 0 {
		return x
	}
	if n/64 >= uint(len(x)) {
		return nil
	}
	limbs, s := int(n/64), n%64
	z := make(Nat, len(x)-limbs)
	for i := range z {
		z[i] = x[limbs+i] >> s
		if limbs+i+1 < len(x) {
			z[i] |= x[limbs+i+1] << (64 - s)
		}
	}
	return z.norm()
}

// MulAdd64 returns x*m + a.
func (x Nat) MulAdd64(m, a uint64) Nat {
	z := make(Nat, len(x)+1)
	z[len(x)] = mulAddRow(z[:len(x)], x, m, a)
	return z.norm()
}

// mulAddRow sets z = x*m + a and returns the carry out of the top limb; z may be x itself.
func mulAddRow(z, x Nat, m, a uint64) uint64 {
	for i, w := range x {
		h, l := bits.Mul64(w, m)
		var c uint64
		z[i], c = bits.Add64(l, a, 0)
		a = h + c
	}
	return a
}

// Mul returns x*y: schoolbook below 40 limbs, Karatsuba's three products above.
func (x Nat) Mul(y Nat) Nat {
	if len(x) < len(y) {
		x, y = y, x
	}
	switch {
	case len(y) == 0:
		return nil
	case len(y) == 1:
		return x.MulAdd64(y[0], 0)
	case len(y) < karatsubaLimbs:
		z := make(Nat, len(x)+len(y))
		for i, m := range y {
			var carry uint64
			for j, w := range x {
				h, l := bits.Mul64(w, m)
				l, c := bits.Add64(l, carry, 0)
				h += c
				z[i+j], c = bits.Add64(z[i+j], l, 0)
				carry = h + c
			}
			z[i+len(x)] = carry
		}
		return z.norm()
	case len(x) >= 2*len(y):
		z := make(Nat, len(x)+len(y)+1)
		for i := 0; i < len(x); i += len(y) {
			part := x[i:min(i+len(y), len(x))].norm()
			addTo(z[i:], part.Mul(y))
		}
		return z.norm()
	}
	h := (len(x) + 1) / 2
	x0, x1 := x[:h].norm(), x[h:]
	y0, y1 := y[:min(h, len(y))].norm(), y[min(h, len(y)):]
	low, high := x0.Mul(y0), x1.Mul(y1)
	mid := x0.Add(x1).Mul(y0.Add(y1))
	mid = mid.Sub(low).Sub(high)
	z := make(Nat, len(x)+len(y)+1)
	copy(z, low)
	addTo(z[2*h:], high)
	addTo(z[h:], mid)
	return z.norm()
}

// Pow returns x^n.
func (x Nat) Pow(n uint) Nat {
	r := Nat{1}
	for i := bits.Len(n) - 1; i >= 0; i-- {
		r = r.Mul(r)
		if n>>i&1 != 0 {
			r = r.Mul(x)
		}
	}
	return r
}

// NatPow5 returns 5^n.
func NatPow5(n uint) Nat {
	const top = 7450580596923828125 // 5^27, the largest power below 2^64
	if n < 27 {
		r := uint64(1)
		for range n {
			r *= 5
		}
		return Nat{r}
	}
	return Nat{top}.Pow(n / 27).Mul(NatPow5(n % 27))
}

// NatPow10 returns 10^n.
func NatPow10(n uint) Nat { return NatPow5(n).Shl(n) }
