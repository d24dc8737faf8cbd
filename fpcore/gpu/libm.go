package gpu

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/mufu"
)

// Functions of CUDA's mathematical library whose results have errors of some ulp, as nvcc 13.0 compiles them by
// default. Another toolkit may use other sequences.

// hypot is hypotf: the larger operand's exponent, with its lowest bit cleared, is scaled away, then the sum of squares
// has a correctly rounded root.
func hypot(m machine, x [3]uint64) uint64 {
	hi, lo := canonical(magnitude32(x[0])), canonical(magnitude32(x[1]))
	if hi < lo {
		hi, lo = lo, hi
	}
	e := hi & 0xfe000000
	k := 0x7e800000 - e
	b, a := m.two(&mulF32, lo, k), m.two(&mulF32, hi, k)
	root := m.one(&sqrtF32, m.fma(&fmaF32, a, a, m.two(&mulF32, b, b)))
	switch lo {
	case 0:
		return hi
	case inf32:
		return inf32
	}
	return m.two(&mulF32, e|0x800000, root)
}

// canonical makes a NaN canonical.
func canonical(v uint64) uint64 {
	if isNaN32(v) {
		return format.F32.NaN(format.AllOnes).Lo
	}
	return v
}

// evaluatePolynomial is Horner's rule by fused multiply-adds, the highest coefficient first.
func (m machine) evaluatePolynomial(x uint64, c []uint64) uint64 {
	p := c[0]
	for _, next := range c[1:] {
		p = m.fma(&fmaF32, p, x, next)
	}
	return p
}

var (
	powLog2 = [...]uint64{0x3a2c32e4, 0x3b52e7db, 0x3c93bb73, 0x3df6384f}
	powExp2 = [...]uint64{0x391fcb8e, 0x3aaf85ed, 0x3c1d9856, 0x3d6357bb, 0x3e75fdec, 0x3f317218, one32}
	atanSum = [...]uint64{0x3b33710b, 0xbc807748, 0x3d2cdab2, 0xbd992d10, 0x3dd9ea6c, 0xbe117cb1, 0x3e4cbce0, 0xbeaaaa7d}
)

// pow is powf: special cases, else 2^(y*log2|x|), negative if x is and y is odd.
func pow(m machine, x [3]uint64) uint64 {
	a, b := x[0], x[1]
	magnitude := magnitude32(a)
	if a == one32 || magnitude32(b) == 0 {
		return one32
	}
	if isNaN32(a) || isNaN32(b) {
		return m.two(&addF32, a, b)
	}
	trunc := m.one(&truncF32, m.two(&mulF32, b, half32))
	odd := magnitude32(m.two(&subF32, b, m.two(&addF32, trunc, trunc))) == one32
	switch {
	case magnitude == 0 || magnitude == inf32:
		r := m.two(&addF32, a, a)
		if b >= signBit32 {
			r ^= inf32
		}
		if !odd {
			r = magnitude32(r)
		}
		return r
	case a == one32|signBit32 && magnitude32(b) == inf32:
		return one32
	case a < signBit32:
		return m.exp2Product(m.log2Pair(magnitude), b)
	case m.one(&floorF32, b) != b:
		return format.F32.NaN(format.AllOnes).Lo
	}
	r := m.exp2Product(m.log2Pair(magnitude), b)
	if odd {
		r ^= signBit32
	}
	return r
}

// log2Pair is log2(x) of a positive number as the unevaluated sum of two binary32 numbers.
func (m machine) log2Pair(x uint64) (sum [2]uint64) {
	const rootHalf, exponents, log2EHigh, log2ELow, three, scale = 0x3f3504f3, 0xff800000, log2E, 0x32a55e34, 0x40400000, 0x34000000
	first := uint64(0)
	if tiny(x) {
		x, first = m.two(&mulF32, x, two24), minus24
	}
	// x = s * 2^(e/2^23) with s between sqrt(1/2) and sqrt(2)
	e := uint64(uint32(x)-rootHalf) & exponents
	s := uint64(uint32(x) - uint32(e))
	whole := m.fma(&fmaF32, m.one(&s32ToF32, e), scale, first)
	// u = 2*(s-1)/(s+1), its error, and log2(s) as a series in it
	d := m.two(&addF32, s, one32|signBit32)
	r := m.mufu(mufu.RCP, m.two(&addF32, s, one32))
	u := m.two(&mulF32, m.two(&addF32, d, d), r)
	square := m.two(&mulF32, u, u)
	v := m.two(&subF32, d, u)
	v = m.fma(&fmaF32, u^signBit32, d, m.two(&addF32, v, v))
	v = m.two(&mulF32, r, v)
	p := m.two(&mulF32, m.evaluatePolynomial(square, powLog2[:]), square)
	high := m.fma(&fmaF32, u, log2EHigh, whole)
	low := m.fma(&fmaF32, u, log2EHigh, m.two(&subF32, whole, high))
	low = m.fma(&fmaF32, v, log2EHigh, low)
	low = m.fma(&fmaF32, u, log2ELow, low)
	low = m.fma(&fmaF32, m.two(&mulF32, p, three), v, low)
	low = m.fma(&fmaF32, p, u, low)
	sum[0] = m.two(&addF32, high, low)
	sum[1] = m.two(&subF32, low, m.two(&subF32, sum[0], high))
	return sum
}

// exp2Product is 2^(l*y) for the sum l of two numbers.
func (m machine) exp2Product(l [2]uint64, y uint64) uint64 {
	const limit, below, shift, twoTo127 = 0x43180000, 0x83000000, 23, 0x7f000000
	t := m.two(&mulF32, l[0], y)
	rest := m.fma(&fmaF32, l[1], y, m.fma(&fmaF32, l[0], y, t^signBit32))
	n := m.one(&rintF32, t)
	f := m.two(&addF32, rest, m.two(&subF32, t, n))
	p := m.evaluatePolynomial(f, powExp2[:])
	first := uint32(0)
	if n == 0 || n >= signBit32 {
		first = below
	}
	last := uint32(m.one(&f32ToS32, t))<<shift - first
	r := m.two(&mulF32, m.two(&mulF32, p, uint64(first+twoTo127)), uint64(last))
	switch {
	case magnitude32(t) <= limit || isNaN32(t):
		return r
	case t >= signBit32:
		return 0
	}
	return inf32
}

// atan2 is atan2f: the arc tangent of the smaller operand's quotient by the larger, reflected into its octant.
func atan2(m machine, x [3]uint64) uint64 {
	const (
		halfPi, pi                = 0x3f6ee581, 0x3feee581 // times factor
		factor                    = 0x3fd774eb
		piF32, quarterPi, threePi = 0x40490fdb, 0x3f490fdb, 0x4016cbe4 // pi, pi/4, 3*pi/4
	)
	num, den := magnitude32(x[0]), magnitude32(x[1])
	negative := x[1] >= signBit32
	if isNaN32(num) || isNaN32(den) {
		return m.two(&addF32, num, den)
	}
	var r uint64
	switch {
	case num == 0 && den == 0 && negative:
		r = piF32
	case num == 0 && den == 0:
		r = 0
	case num == den && negative:
		r = threePi
	case num == den:
		r = quarterPi
	default:
		q := m.two(&divF32, min(num, den), max(num, den))
		square := m.two(&mulF32, q, q)
		r = m.fma(&fmaF32, m.two(&mulF32, square, m.evaluatePolynomial(square, atanSum[:])), q, q)
		switch {
		case num > den && negative:
			r = m.fma(&fmaF32, halfPi, factor, r)
		case num > den:
			r = m.fma(&fmaF32, halfPi, factor, r^signBit32)
		case negative:
			r = m.fma(&fmaF32, pi, factor, r^signBit32)
		}
	}
	return magnitude32(r) | x[0]&signBit32
}
