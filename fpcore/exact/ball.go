package exact

import (
	"math/bits"

	"ulplab/fpcore/wide"
)

// ball is the set of the real numbers r*2^exp with |r - c| <= err, where c = (-1)^neg * mag. Every operation returns a
// ball that contains each possible result for each choice of numbers from the operands: enclosures hold by
// construction, and no error analysis of a whole formula is needed. A precision p bounds the length of mag; err stays
// below 2^32.
type ball struct {
	neg bool
	mag wide.Nat
	exp int64
	err uint64
}

// unboundedExp is the exponent of the ball that holds every real number that occurs here.
const unboundedExp = 1 << 40

// wholeLine says nothing: no enclosure is known.
var wholeLine = ball{exp: unboundedExp, err: 1}

func ballOf(x Value, p int) ball { return ball{neg: x.Neg, mag: x.Mag, exp: x.Exp}.trim(p) }

func ballInt(n uint64) ball { return ball{mag: wide.NatFrom64(n)} }

// shrUp returns ceil(n / 2^s).
func shrUp(n uint64, s int) uint64 {
	if s >= 64 {
		return min(n, 1)
	}
	return n>>s + min(n&(1<<s-1), 1)
}

// trim cuts mag to p bits, and further while err has more than 32.
func (b ball) trim(p int) ball {
	s := max(b.mag.Len()-p, bits.Len64(b.err)-31)
	if s <= 0 {
		return b
	}
	b.err = shrUp(b.err, s)
	if b.mag.TrailingZeros() < s && !b.mag.IsZero() {
		b.err++
	}
	b.mag, b.exp = b.mag.Shr(uint(s)), b.exp+int64(s)
	return b
}

// top is an exponent with |x| < 2^top for every x in b.
func (b ball) top() int64 {
	if b.err == 0 && b.mag.IsZero() {
		return -unboundedExp
	}
	return b.exp + int64(max(b.mag.Len(), bits.Len64(b.err))) + 1
}

// low is an exponent with |x| >= 2^low for every x in b; ok is false if b may hold 0 or numbers much smaller than others.
func (b ball) low() (int64, bool) {
	n := b.mag.Len()
	return b.exp + int64(n) - 2, n >= bits.Len64(b.err)+2 || b.err == 0 && n > 0
}

// plus returns b widened by 2^e.
func (b ball) plus(e int64, p int) ball {
	if e < b.exp { // finer units, as many as p and the error allow
		n := max(e, b.exp+int64(b.mag.Len()-p))
		if b.err != 0 {
			n = max(n, b.exp-int64(max(0, 30-bits.Len64(b.err))))
		}
		b = b.at(min(n, b.exp))
	}
	switch d := e - b.exp; {
	case d < 0:
		b.err++
	case d < 60:
		b.err += 1 << d
	default: // far above: lift b
		b = b.at(e - 30)
		b.err += 1 << 30
	}
	return b.trim(p)
}

// at returns b with the exponent e.
func (b ball) at(e int64) ball {
	switch {
	case b.exp > e:
		d := uint(b.exp - e)
		b.mag = b.mag.Shl(d)
		b.err <<= d // callers see to it that this fits
	case b.exp < e:
		d := e - b.exp
		b.err = shrUp(b.err, int(min(d, 64)))
		if !b.mag.IsZero() && int64(b.mag.TrailingZeros()) < d {
			b.err++
		}
		b.mag = b.mag.Shr(uint(d))
	}
	b.exp = e
	return b
}

func (b ball) negated() ball {
	b.neg = !b.neg
	return b
}

func (b ball) scaled(n int64) ball {
	b.exp += n
	return b
}

// add returns a+b. Bits more than p+32 below the leading one go into the error.
func (a ball) add(b ball, p int) ball {
	e := max(min(a.exp, b.exp), max(a.exp+int64(a.mag.Len()), b.exp+int64(b.mag.Len()))-int64(p)-32)
	// An error must not be shifted out of its 64 bits.
	for _, x := range [2]ball{a, b} {
		if x.err != 0 {
			e = max(e, x.exp-30)
		}
	}
	a, b = a.at(e), b.at(e)
	r := ball{exp: e, err: a.err + b.err}
	switch {
	case a.neg == b.neg:
		r.neg, r.mag = a.neg, a.mag.Add(b.mag)
	case a.mag.Cmp(b.mag) >= 0:
		r.neg, r.mag = a.neg, a.mag.Sub(b.mag)
	default:
		r.neg, r.mag = b.neg, b.mag.Sub(a.mag)
	}
	return r.trim(p)
}

func (a ball) sub(b ball, p int) ball { return a.add(b.negated(), p) }

// upper returns u and e with mag <= u * 2^e, u below 2^33, closely.
func upper(mag wide.Nat) (u uint64, e int) {
	n := mag.Len()
	if n <= 32 {
		return mag.Low64(), 0
	}
	return mag.Shr(uint(n-32)).Low64() + 1, n - 32
}

// shifted returns a bound of n * 2^s.
func shifted(n uint64, s int) (bound uint64, fits bool) {
	if n == 0 {
		return 0, true
	}
	if s <= 0 {
		bound = shrUp(n, -s)
		return bound, bits.Len64(bound) <= 60
	}
	return n << s, bits.Len64(n)+s <= 60
}

// mul returns a*b: |xy - ab| <= |a| err(b) + |b| err(a) + err(a) err(b).
func (a ball) mul(b ball, p int) ball {
	r := ball{neg: a.neg != b.neg, mag: a.mag.Mul(b.mag), exp: a.exp + b.exp}
	if a.err == 0 && b.err == 0 {
		return r.trim(p)
	}
	s := max(0, r.mag.Len()-p-30)
	for {
		ua, ea := upper(a.mag)
		ub, eb := upper(b.mag)
		// ua*err(b) is below 2^33 * 2^31.
		x, okx := shifted(ua*b.err, ea-s)
		y, oky := shifted(ub*a.err, eb-s)
		z, okz := shifted(a.err*b.err, -s)
		if okx && oky && okz {
			r.err = x + y + z
			break
		}
		s += 32
	}
	if s > 0 {
		r.exp += int64(s)
		if r.mag.TrailingZeros() < s && !r.mag.IsZero() {
			r.err++
		}
		r.mag = r.mag.Shr(uint(s))
	}
	return r.trim(p)
}

// mulInt returns b*n for n < 2^31.
func (b ball) mulInt(n uint64, p int) ball {
	b.mag, b.err = b.mag.MulAdd64(n, 0), b.err*n
	return b.trim(p)
}

// divInt returns b/n for 0 < n < 2^62, keeping the leading p bits.
func (b ball) divInt(n uint64, p int) ball {
	if s := p + bits.Len64(n) - b.mag.Len(); s > 0 && b.err == 0 || s > 0 && s < 24 {
		b.mag, b.err, b.exp = b.mag.Shl(uint(s)), b.err<<min(s, 24), b.exp-int64(s)
	}
	q, rest := b.mag.DivMod64(n)
	b.mag, b.err = q, (b.err+rest+n-1)/n
	return b.trim(p)
}

// div returns a/b, or everything if b may be near 0. With Q = floor(A/B): |a/b - A/B| <= (err(a) + A/B err(b))/(B - err(b)),
// and B - err(b) >= 2^(len(B)-2).
func (a ball) div(b ball, p int) ball {
	if _, ok := b.low(); !ok {
		return wholeLine
	}
	s := max(0, p+b.mag.Len()-a.mag.Len()+1)
	q, rest := a.mag.Shl(uint(s)).DivMod(b.mag)
	r := ball{neg: a.neg != b.neg, mag: q, exp: a.exp - b.exp - int64(s)}
	if !rest.IsZero() {
		r.err = 1
	}
	u, e := upper(q)
	x, okx := shifted(a.err, s-b.mag.Len()+2)
	y, oky := shifted((u+1)*b.err, e-b.mag.Len()+2)
	if okx && oky {
		r.err += x + y
		return r.trim(p)
	}
	// The operand is coarse: work with fewer bits.
	if p -= 16; p < 16 {
		return wholeLine
	}
	return a.trim(p).div(b.trim(p), p)
}

// sqrt returns the square root of a ball of positive numbers: |sqrt(A+d) - sqrt(A)| <= |d|/sqrt(A).
func (a ball) sqrt(p int) ball {
	if _, ok := a.low(); !ok || a.neg {
		return wholeLine
	}
	if a.err != 0 { // more bits than the error leaves are of no use
		p = min(p, a.mag.Len()-bits.Len64(a.err)+34)
	}
	s := max(0, 2*p-a.mag.Len())
	if (a.exp-int64(s))&1 != 0 {
		s++
	}
	root := a.mag.Shl(uint(s)).Sqrt()
	r := ball{mag: root, exp: (a.exp - int64(s)) / 2, err: 1}
	x, ok := shifted(a.err, s-root.Len()+1)
	if !ok {
		return wholeLine
	}
	r.err += x
	return r.trim(p)
}

// bounds returns numbers strictly below and above every number of b.
func (b ball) bounds() (lo, hi Value) {
	c, e := New(b.neg, b.mag, b.exp), New(false, wide.NatFrom64(b.err+1), b.exp)
	return c.Sub(e), c.Add(e)
}
