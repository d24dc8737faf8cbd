package wide

import "math/bits"

// DivMod64 returns floor(x/d) and the remainder; d must not be 0.
func (x Nat) DivMod64(d uint64) (q Nat, r uint64) {
	z := make(Nat, len(x))
	r = divRow(z, x, d)
	return z.norm(), r
}

// divRow sets z = floor(x/d) and returns the remainder; z may be x itself.
func divRow(z, x Nat, d uint64) (r uint64) {
	for i := len(x) - 1; i >= 0; i-- {
		z[i], r = bits.Div64(r, x[i], d)
	}
	return r
}

// DivMod returns floor(x/d) and the remainder (Knuth's algorithm D); it panics if d is 0.
func (x Nat) DivMod(d Nat) (q, r Nat) {
	switch {
	case len(d) == 0:
		panic("wide: Nat division by zero")
	case x.Cmp(d) < 0:
		return nil, x
	case len(d) == 1:
		q, r := x.DivMod64(d[0])
		return q, NatFrom64(r)
	}
	n := len(d)
	s := uint(bits.LeadingZeros64(d[n-1]))
	d = d.Shl(s)
	u := make(Nat, len(x)+1)
	copy(u, x.Shl(s))
	q = make(Nat, len(x)-n+1)
	top, next := d[n-1], d[n-2]
	for j := len(q) - 1; j >= 0; j-- {
		qd := quotientDigit(u[j+n], u[j+n-1], u[j+n-2], top, next)
		if qd == 0 {
			continue
		}
		// u[j:j+n+1] -= qd*d, corrected once if the digit was one too large.
		var carry uint64
		for i, w := range d {
			h, l := bits.Mul64(w, qd)
			l, c := bits.Add64(l, carry, 0)
			h += c
			u[i+j], c = bits.Sub64(u[i+j], l, 0)
			carry = h + c
		}
		var b uint64
		u[j+n], b = bits.Sub64(u[j+n], carry, 0)
		if b != 0 {
			qd--
			var c uint64
			for i, w := range d {
				u[i+j], c = bits.Add64(u[i+j], w, c)
			}
			u[j+n] += c
		}
		q[j] = qd
	}
	return q.norm(), u[:n].norm().Shr(s)
}

// Sqrt returns floor(sqrt(x)) by Newton's iteration from above.
func (x Nat) Sqrt() Nat {
	if x.IsZero() {
		return nil
	}
	s := NatFrom64(1).Shl(uint((x.Len() + 1) / 2)) // above the root
	for {
		q, _ := x.DivMod(s)
		t := s.Add(q).Shr(1)
		if t.Cmp(s) >= 0 {
			return s
		}
		s = t
	}
}

// quotientDigit estimates floor((a,b,c...)/(top,next...)) for top with its highest bit set: the result is right
// or one too large.
func quotientDigit(a, b, c, top, next uint64) uint64 {
	var q, r uint64
	if a < top {
		q, r = bits.Div64(a, b, top)
	} else { // a == top: the digit is at most 2^64-1
		q, r = ^uint64(0), b+top
		if r < b {
			return q
		}
	}
	for {
		h, l := bits.Mul64(q, next)
		if h < r || h == r && l <= c {
			return q
		}
		q--
		r += top
		if r < top { // r exceeds 2^64: no further correction
			return q
		}
	}
}

// Decimal conversion halves the number at 10^(19*2^level); up to decimalBase levels (152 digits) it works limb by limb.
const (
	chunk       = 10_000_000_000_000_000_000 // 10^19
	chunkDigits = 19
	decimalBase = 3
)

// AppendDecimal appends the decimal digits of x to dst: "0" for 0, no leading zeros otherwise.
func (x Nat) AppendDecimal(dst []byte) []byte {
	if len(x) == 0 {
		return append(dst, '0')
	}
	if len(x) == 1 {
		var buf [20]byte
		i := len(buf)
		for v := x[0]; v != 0; v /= 10 {
			i--
			buf[i] = byte('0' + v%10)
		}
		return append(dst, buf[i:]...)
	}
	powers := decimalPowers(len(x))
	// Enough levels that x < 10^(19*2^level).
	level := decimalBase
	for _, p := range powers {
		if x.Cmp(p) < 0 {
			break
		}
		level++
	}
	start := len(dst)
	dst = appendPadded(dst, x, level, powers)
	skip := start
	for dst[skip] == '0' {
		skip++
	}
	return append(dst[:start], dst[skip:]...)
}

// String returns the decimal digits of x.
func (x Nat) String() string { return string(x.AppendDecimal(nil)) }

// decimalPowers returns 10^(19*2^i) for i from decimalBase on, up to the first that has more than limbs limbs.
func decimalPowers(limbs int) []Nat {
	var powers []Nat
	p := NatPow10(chunkDigits << decimalBase)
	for {
		powers = append(powers, p)
		if len(p) > limbs {
			return powers
		}
		if 2*len(p)-1 > limbs {
			return append(powers, p.Mul(p))
		}
		p = p.Mul(p)
	}
}

// appendPadded appends x < 10^(19*2^level) with exactly 19*2^level digits.
func appendPadded(dst []byte, x Nat, level int, powers []Nat) []byte {
	if level > decimalBase {
		q, r := x.DivMod(powers[level-decimalBase-1])
		dst = appendPadded(dst, q, level-1, powers)
		return appendPadded(dst, r, level-1, powers)
	}
	n := chunkDigits << level
	start := len(dst)
	for range n {
		dst = append(dst, '0')
	}
	out := dst[start:]
	rest := append(Nat(nil), x...)
	for end := n; len(rest) > 0; end -= chunkDigits {
		r := divRow(rest, rest, chunk)
		rest = rest.norm()
		for i := end - 1; r != 0; i-- {
			out[i] = byte('0' + r%10)
			r /= 10
		}
	}
	return dst
}

// NatFromDecimal returns the number written by the digits s, which must all be '0' to '9'; "" is 0.
func NatFromDecimal(s string) Nat {
	for len(s) > 0 && s[0] == '0' {
		s = s[1:]
	}
	var powers []Nat
	for n := chunkDigits << decimalBase; n < len(s); n *= 2 {
		if powers == nil {
			powers = append(powers, NatPow10(uint(n)))
		} else {
			p := powers[len(powers)-1]
			powers = append(powers, p.Mul(p))
		}
	}
	return fromDecimal(s, powers)
}

// fromDecimal reads s of at most twice as many digits as the last of powers has zeros.
func fromDecimal(s string, powers []Nat) Nat {
	if n := len(powers); n > 0 {
		cut := len(s) - chunkDigits<<(decimalBase+n-1)
		if cut <= 0 {
			return fromDecimal(s, powers[:n-1])
		}
		high := fromDecimal(s[:cut], powers[:n-1])
		return high.Mul(powers[n-1]).Add(fromDecimal(s[cut:], powers[:n-1]))
	}
	z := make(Nat, 0, len(s)/chunkDigits+2)
	for len(s) > 0 {
		n := (len(s)-1)%chunkDigits + 1 // the first piece takes the odd digits
		var v, m uint64 = 0, 1
		for _, c := range []byte(s[:n]) {
			v = v*10 + uint64(c-'0')
			m *= 10
		}
		s = s[n:]
		if carry := mulAddRow(z, z, m, v); carry != 0 {
			z = append(z, carry)
		}
	}
	return z.norm()
}
