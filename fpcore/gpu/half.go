package gpu

import "ulplab/fpcore/mufu"

// The functions of cuda_fp16.h and cuda_bf16.h as nvcc 13.0 compiles them: evaluated in binary32, rounded to 16 bits
// once more, and mended where that rounding goes wrong.

// repair is an operand (or, with ofResult, a result) at which ulp is added to a binary16 result.
type repair struct {
	at, ulp  uint64
	ofResult bool
}

// mend adds what the list says by fused multiply-adds, one for each entry: 1*ulp or 0*ulp.
func (m machine) mend(x, r uint64, list []repair) uint64 {
	for _, p := range list {
		equal := uint64(0)
		if !p.ofResult && x == p.at || p.ofResult && r == p.at {
			equal = 0x3c00
		}
		r = m.fma(&fmaF16, equal, p.ulp, r)
	}
	return r
}

var (
	expRepairs   = []repair{{at: 0x1f79, ulp: 0x9400}, {at: 0x25cf, ulp: 0x9400}, {at: 0xc13b, ulp: 0x0400}, {at: 0xc1ef, ulp: 0x0200}}
	exp10Repairs = []repair{{at: 0x34de, ulp: 0x9800}, {at: 0x9766, ulp: 0x9000}, {at: 0x9972, ulp: 0x1000}, {at: 0xa5c4, ulp: 0x1000}, {at: 0xbf0a, ulp: 0x8100}}
	logRepairs   = []repair{{at: 0x160d, ulp: 0x9c00}, {at: 0x3bfe, ulp: 0x8010}, {at: 0x3c0b, ulp: 0x8080}, {at: 0x6051, ulp: 0x1c00}}
	log2Repairs  = []repair{{at: 0xa2e2, ulp: 0x8080, ofResult: true}, {at: 0xbf46, ulp: 0x9400, ofResult: true}}
	log10Repairs = []repair{{at: 0x338f, ulp: 0x1000}, {at: 0x33f8, ulp: 0x9000}, {at: 0x57e1, ulp: 0x9800}, {at: 0x719d, ulp: 0x9c00}}
	sinRepairs   = []repair{{at: 0x32b3, ulp: 0x0800}, {at: 0x5cb0, ulp: 0x9000}}
	cosRepairs   = []repair{{at: 0x2b7c, ulp: 0x1000}}
)

func (m machine) widen16(x uint64) uint64 { return m.one(&fromF16, x) }
func (m machine) to16(x uint64) uint64    { return m.one(&toF16, x) }
func (m machine) toBF(x uint64) uint64    { return m.one(&toBF16, x) }

// inHalf evaluates in binary32 with flushing what is a function of binary16 without any constant.
func inHalf(f mufu.Function) sequence {
	return func(m machine, x [3]uint64) uint64 { return m.to16(m.mufu(f, m.widen16(x[0]))) }
}

// inBFloat evaluates a binary32 sequence on a bfloat16 operand.
func inBFloat(f sequence) sequence {
	return func(m machine, x [3]uint64) uint64 { return m.toBF(f(m, [3]uint64{x[0] << 16})) }
}

func halfExp(c uint64, list []repair) sequence {
	return func(m machine, x [3]uint64) uint64 {
		y := m.mufu(mufu.EX2, m.fma(&fmaF32, m.widen16(x[0]), c, negZero32))
		return m.mend(x[0], m.to16(y), list)
	}
}

// halfExp2 adds 2^-24 of the unit's result to it.
func halfExp2(m machine, x [3]uint64) uint64 {
	y := m.mufu(mufu.EX2, m.widen16(x[0]))
	return m.to16(m.fma(&fmaF32, y, 0x33800000, y))
}

func halfLog(c uint64, list []repair) sequence {
	return func(m machine, x [3]uint64) uint64 {
		y := m.mufu(mufu.LG2, m.widen16(x[0]))
		if c != one32 {
			y = m.two(&mulF32, y, c)
		}
		return m.mend(x[0], m.to16(y), list)
	}
}

func halfSin(m machine, x [3]uint64) uint64 {
	const sign = 0x8000
	r := m.to16(m.halfTrig(m.widen16(x[0]), 0))
	return m.mend(x[0]&^sign, r&^sign, sinRepairs) | r&sign
}

func halfCos(m machine, x [3]uint64) uint64 {
	return m.mend(x[0]&^0x8000, m.to16(m.halfTrig(m.widen16(x[0]), 1)), cosRepairs)
}

// Constants of the reduction by pi/2 in binary32: 2/pi, and pi/2 as a sum with each part's sign reversed.
const (
	twoOverPi = 0x3f22f983
	halfPi1   = 0xbfc90fda
	halfPi2   = 0xb3a22168
	halfPi3   = 0xa7c234c5
)

// halfTrig is the sine (quadrant 0) or cosine (1) of a binary16 number widened to binary32.
func (m machine) halfTrig(x, quadrant uint64) uint64 {
	const shifter = 0x4b400000 // 3*2^22: the integer stands in the lowest bits of the sum
	s := m.fma(&fmaF32, x, twoOverPi, shifter)
	n := m.two(&addF32, s, shifter^signBit32)
	r := m.fma(&fmaF32, n, halfPi1, x)
	r = m.fma(&fmaF32, n, halfPi2, r)
	return m.halfPolynomial(r, s+quadrant)
}

// Coefficients of sine, cosine and hyperbolic tangent in powers of r*r, the highest first.
var (
	halfSine    = [...]uint64{0xb94ca1f9, 0x3c08839e, 0xbe2aaaa3, 0}
	halfCosine  = [...]uint64{0x37ccf5ce, 0xbab6061a, 0x3d2aaaa5, 0xbf000000}
	floatSine   = [...]uint64{0xb94d4153, 0x3c0885e4, 0xbe2aaaa8}
	halfTanhSum = [...]uint64{0x3c80f082, 0xbd563cae, 0x3e085941, 0xbeaaa9ed, 0}
	floatCosine = [...]uint64{0x37cbac00, 0xbab607ed, 0x3d2aaabb, 0xbeffffff}
)

// halfPolynomial is the sine of r in quadrant q: r + r*(...), or 1 + r*r*(...), with its sign reversed in the last two.
func (m machine) halfPolynomial(r, q uint64) uint64 {
	square := m.two(&mulF32, r, r)
	c, by, end := halfSine[:], r, r
	if q&1 != 0 {
		c, by, end = halfCosine[:], square, one32
	}
	p := m.evaluatePolynomial(square, c)
	p = m.fma(&fmaF32, p, by, end)
	if q&2 != 0 {
		p = negate32(p)
	}
	return p
}

// negate32 reverses the sign of a number, not of a NaN.
func negate32(x uint64) uint64 {
	if isNaN32(x) {
		return x
	}
	return x ^ signBit32
}

// halfTanh is htanh of binary16: 1 - 2/(2^(2*log2(e)*|x|) + 1), or a polynomial below 0.6.
func halfTanh(m machine, x [3]uint64) uint64 {
	const (
		six  = 0x3f19999a // 0.6
		nine = 0x41102cb4 // 9.0109
	)
	f := m.widen16(x[0])
	a := magnitude32(f)
	if a >= six && !isNaN32(f) {
		y := m.mufu(mufu.EX2, m.two(&mulF32, a, 0x4038aa3b))
		y = m.fma(&fmaF32, m.mufu(mufu.RCP, m.two(&addF32, y, one32)), 0xc0000000, one32)
		if a >= nine {
			y = one32
		}
		return m.to16(y | f&signBit32)
	}
	square := m.two(&mulF32, f, f)
	return m.to16(m.fma(&fmaF32, m.evaluatePolynomial(square, halfTanhSum[:]), f, f))
}

// bfloatExp10 has one operand that is mended.
func bfloatExp10(m machine, x [3]uint64) uint64 {
	if x[0] == 0xbc95 {
		return 0x3f75
	}
	return inBFloat(expOf(log2Ten))(m, x)
}

// bfloatTrig is hsin (quadrant 0) and hcos (1) of bfloat16: binary32 sine and cosine, then rounded.
func bfloatTrig(quadrant uint64) sequence {
	return func(m machine, x [3]uint64) uint64 {
		const large = 0x47ce4780 // 105615
		f := x[0] << 16
		a := magnitude32(f)
		var r, q uint64
		switch {
		case a == inf32:
			r = m.two(&mulF32, f, 0)
		case a >= large && !isNaN32(f):
			r, q = m.reduceLarge(f)
		default:
			q = m.one(&f32ToS32, m.two(&mulF32, f, twoOverPi))
			n := m.one(&s32ToF32, q)
			r = m.fma(&fmaF32, n, halfPi1, f)
			r = m.fma(&fmaF32, n, halfPi2, r)
			r = m.fma(&fmaF32, n, halfPi3, r)
		}
		return m.toBF(m.floatTrig(r, q+quadrant))
	}
}

// floatTrig is the polynomial of binary32's sine and cosine: as halfPolynomial, but r*r*r (or r*r*1) is formed first.
func (m machine) floatTrig(r, q uint64) uint64 {
	square := m.two(&mulF32, r, r)
	c, end := floatSine[:], r
	if q&1 != 0 {
		c, end = floatCosine[:], one32
	}
	p := m.evaluatePolynomial(square, c)
	p = m.fma(&fmaF32, p, m.fma(&fmaF32, square, end, 0), end)
	if q&2 != 0 {
		p = m.fma(&fmaF32, p, 0xbf800000, 0)
	}
	return p
}

// twoOverPiBits are the first 192 bits of 2/pi, the lowest word first.
var twoOverPiBits = [6]uint32{0x3c439041, 0xdb629599, 0xf534ddc0, 0xfc2757d1, 0x4e441529, 0xa2f9836e}

// reduceLarge reduces a binary32 number of at least 105615 by pi/2: the product of its significand and 2/pi modulo 4,
// to the nearest integer q, and the 64 bits of the rest times pi/2.
func (m machine) reduceLarge(f uint64) (r, q uint64) {
	const halfPi64 = 0x3bf921fb54442d19 // pi/2 * 2^-64
	e := f>>23&0xff - 128
	sig := f<<8&0xffffffff | signBit32
	var p [7]uint32
	carry := uint64(0)
	for k, w := range twoOverPiBits {
		carry += uint64(w) * sig
		p[k], carry = uint32(carry), carry>>32
	}
	p[6] = uint32(carry)
	top := 6 - e>>5
	hi, lo := p[top], p[top-1]
	if s := uint(e & 31); s != 0 {
		hi = hi<<s | lo>>(32-s)
		lo = lo<<s | p[top-2]>>(32-s)
	}
	rest := uint64(hi)<<32 | uint64(lo)
	q = rest>>62 + rest>>61&1
	rest <<= 2
	negative := f&signBit32 != 0
	flip := rest >= 1<<63
	if flip {
		rest = ^rest
	}
	if negative {
		q = -q
	}
	d := m.two(&mulF64, m.one(&s64ToF64, rest), halfPi64)
	r = m.one(&f64ToF32, d)
	if negative != flip {
		r = negate32(r)
	}
	return r, q
}

// evaluatePolynomial is Horner's rule by fused multiply-adds, the highest coefficient first.
func (m machine) evaluatePolynomial(x uint64, c []uint64) uint64 {
	p := c[0]
	for _, next := range c[1:] {
		p = m.fma(&fmaF32, p, x, next)
	}
	return p
}
