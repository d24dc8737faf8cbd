package mufu

import (
	"math/bits"
	"sync"
)

// unit is what distinguishes one function's interpolation from another's: P = C0*2^s0 + r + k1*C1*xl + k2*C2*T(xl)
// in units of 2^-unit. r, one constant a function, makes up for the truncations.
type unit struct {
	rows   []row
	xlBits uint
	s0     uint
	r      int64
	k1, k2 int64
	unit   int
	cut    uint // lowest bits of P that are dropped: the rounding
}

// units holds the parameters by Function; COS uses the table of SIN.
var units = [...]unit{
	RCP:  {rcpRows[:], 16, 13, 2023, -1, 1, 39, 15},
	RSQ:  {rsqRows[:], 17, 14, 16383, -1, 4, 40, 16},
	SQRT: {sqrtRows[:], 17, 15, 32767, 1, -2, 40, 17},
	EX2:  {ex2Rows[:], 17, 13, 6114, 1, 1, 38, 15},
	LG2:  {lg2Rows[:], 17, 12, 837, 1, -2, 38, 2},
	SIN:  {sinRows[:], 17, 12, 0, 1, -1, 37, 0},
	COS:  {sinRows[:], 17, 12, 0, 1, -1, 37, 0},
	TANH: {tanhRows[:], 17, 15, 0, 1, -1, 39, 0},
}

// evaluate is the datapath: P before truncation.
func (u *unit) evaluate(row int, xl uint32) uint64 {
	c := &u.rows[row]
	return uint64(int64(c.c0)<<u.s0 + u.r + u.k1*int64(c.c1)*int64(xl) + u.k2*int64(c.c2)*int64(u.squared(xl)))
}

const squareBits = 17

// squares holds T of every 17-bit xl.
var (
	squares     [1 << squareBits]uint16
	fillSquares sync.Once
)

// squared is T(xl), the truncated square: of the partial products of xl*xl, folded so that the bits i < j make one
// of weight 2^(i+j+1), only those of the 14 upper columns are summed, in units of the lowest, 2^19 (for an xl of 16
// bits 2^17, as if it had a zero below). Nothing makes up for the columns left out.
func (u *unit) squared(xl uint32) uint32 {
	fillSquares.Do(func() {
		// Of x = 2^k + y with y < 2^k, bit k adds its products with the bits of y, and its own square 2^(2k).
		for k := range uint(squareBits) {
			own := uint32(1) << (2 * k) >> 19
			if k >= 16 {
				own = 1 << (2*k - 19)
			}
			for y := range uint32(1) << k {
				squares[1<<k+y] = uint16(uint32(squares[y]) + y>>(18-k) + own)
			}
		}
	})
	return uint32(squares[xl<<(squareBits-u.xlBits)&(1<<squareBits-1)])
}

// register is a binary format as the unit reads it: sign, exponent field, then frac bits of the significand.
type register struct {
	frac uint
	bias uint32
}

var (
	binary32 = register{23, 127}
	upper64  = register{20, 1023} // the upper half of a binary64 number
)

const (
	signBit = 1 << 31
	nan     = 0x7fffffff
	inf32   = 0x7f800000
	twoTo16 = (127 + 16) << 23 // beyond the largest binary16 number
	frac    = 23               // the datapath works on this many bits below the leading one
	mask23  = 1<<frac - 1
	xlMask  = 1<<17 - 1
)

// do evaluates a function in a register format.
func (f Function) do(x uint32, g register) uint32 {
	if r, ok := f.special(x, g); ok {
		return r
	}
	a := f.reduce(x, g)
	u := &units[f]
	v := u.evaluate(a.row, a.xl) >> u.cut
	switch f {
	case LG2:
		return logarithm(a.exp, v)
	case SIN, COS, TANH:
		return a.sign | float(v, u.unit)
	}
	// v is a significand of 24 bits, 2^24 included: its leading bit, or carry, counts in the exponent field.
	y := (uint32(v) - 1<<frac) >> (frac - g.frac)
	r := a.exp<<g.frac + int32(y)
	if r < 1<<g.frac {
		r = 0
	}
	return a.sign | uint32(r)
}

// special delivers the results that do not come from the tables.
func (f Function) special(x uint32, g register) (uint32, bool) {
	a, sign := x&^signBit, x&signBit
	infinity, one := (2*g.bias+1)<<g.frac, g.bias<<g.frac
	zero := a < 1<<g.frac // subnormal numbers included
	switch {
	case a > infinity:
		return nan, true
	case f == TANH && a < one-8<<g.frac:
		return x, true
	case f == TANH && a >= one+3<<g.frac:
		return sign | one, true
	case f == TANH:
		return 0, false
	case f == SIN || f == COS:
		return nan, a == infinity
	case f == RCP && zero:
		return sign | infinity, true
	case f == RCP:
		return sign, a == infinity
	case f == EX2:
		return special2(x, a, infinity)
	case f == SQRT && zero:
		return sign, true
	case f == RSQ && zero:
		return sign | infinity, true
	case zero: // LG2
		return signBit | infinity, true
	case sign != 0:
		return nan, true
	case f == RSQ && a == infinity:
		return 0, true
	case a == infinity:
		return infinity, true
	case f == RSQ && a&(2<<g.frac-1) == 1<<g.frac: // 4^h gives 2^-h; the table would give one unit less
		return (3*g.bias - a>>g.frac) / 2 << g.frac, true
	case f == LG2 && a == one:
		return 0, true
	}
	return 0, false
}

// special2 delivers 2^x beyond the range of finite normal results, |x| >= 2^8 and infinities included.
func special2(x, a, infinity uint32) (uint32, bool) {
	switch {
	case x < signBit && a >= (127+7)<<frac:
		return infinity, true
	case x > signBit && a > 0x42fc0000: // -126
		return 0, true
	}
	return 0, false
}

// reduced is an argument as the tables take it, with what becomes of the result: for significands the exponent
// field that goes with the leading bit, less one; for LG2 the exponent of the argument.
type reduced struct {
	row  int
	xl   uint32
	exp  int32
	sign uint32
}

// reduce splits the operand. It is not special.
func (f Function) reduce(x uint32, g register) (r reduced) {
	field := int32(x &^ signBit >> g.frac)
	bias := int32(g.bias)
	e := field - bias
	m := x << (frac - g.frac) & mask23
	switch f {
	case RCP:
		r.sign = x & signBit
		r.row, r.xl = int(m>>16), m&0xffff
		r.exp = bias - 1 - e
	case RSQ, SQRT:
		r.row, r.xl = int(e&1)<<6|int(m>>17), m&xlMask
		r.exp = bias - 1 - e>>1
		if f == SQRT {
			r.exp = bias + e>>1
		}
	case LG2:
		r.row, r.xl = int(m>>17), m&xlMask
		r.exp = e
	case EX2:
		n, t := power(x, m, e)
		r.row, r.xl = int(t>>17), t&xlMask
		r.exp = bias + n
	case SIN, COS:
		q, t := turns(m, e)
		r.sign = x & signBit
		if f == COS {
			q, r.sign = q+1, 0
		}
		if q&1 != 0 {
			t = ^t & mask23
		}
		r.sign ^= q >> 1 & 1 << 31
		r.row, r.xl = int(t>>17), t&xlMask
	case TANH:
		o := octaves[e+8]
		t := m >> o.drop
		r.sign = x & signBit
		r.row, r.xl = int(o.row)+int(t>>17), t&xlMask
	}
	return r
}

// octaves says how TANH splits |x| in [2^(k-8), 2^(k-7)): the bits of the significand dropped, and the first row.
var octaves = [...]struct{ drop, row uint8 }{
	{6, 0}, {6, 1}, {6, 2}, {5, 3}, {5, 5}, {4, 7}, {4, 11}, {4, 15}, {3, 19}, {2, 27}, {3, 43},
}

// power splits x of EX2, |x| < 2^8, into floor and 23-bit fraction after |x| is cut to 23 bits below the point. Of
// negative x the fraction is the one's complement of that of |x|: not quite 1 less it.
func power(x, m uint32, e int32) (n int32, t uint32) {
	sig := m | 1<<frac
	if e < -127+1 {
		sig = 0
	}
	if e >= 0 {
		sig <<= uint(e) & 31
	} else {
		sig >>= uint(-e)
	}
	n, t = int32(sig>>frac), sig&mask23
	if x >= signBit {
		n = -n
		if t != 0 {
			n, t = n-1, ^t&mask23
		}
	}
	return n, t
}

// turns splits |x| modulo 1, cut to 25 bits, into quarter turns and a 23-bit fraction of one.
func turns(m uint32, e int32) (q, t uint32) {
	sig := m | 1<<frac
	switch s := e + 2; {
	case s < -frac || s >= 25:
		sig = 0
	case s < 0:
		sig >>= uint(-s)
	default:
		sig = sig << uint(s)
	}
	return sig >> frac & 3, sig & mask23
}

// logarithm is e + w*2^-36. Of a negative sum the one's complement is taken, one unit less than its magnitude.
func logarithm(e int32, w uint64) uint32 {
	const unit = 36
	v := int64(e)<<unit + int64(w)
	if v < 0 {
		return signBit | float(uint64(^v), unit)
	}
	return float(uint64(v), unit)
}

// float is v*2^-unit truncated to 24 significant bits, as a binary32 number; it is never subnormal.
func float(v uint64, unit int) uint32 {
	if v == 0 {
		return 0
	}
	n := bits.Len64(v)
	sig := uint32(v << (64 - n) >> (63 - frac)) // with its leading bit, that counts in the exponent field
	return uint32(127+n-2-unit)<<frac + sig
}
