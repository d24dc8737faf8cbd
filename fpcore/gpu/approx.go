package gpu

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/mufu"
)

// The sequences of this file are those of nvcc 13.0 for sm_90, read from its machine code: the special-function unit
// flushes subnormal numbers, so that code which keeps them scales by powers of two around it.

// Scale factors and constants in binary32.
const (
	quarter      = 0x3e800000 // 2^-2
	half32       = 0x3f000000 // 2^-1
	two24        = 0x4b800000 // 2^24
	two12        = 0x45800000 // 2^12
	twoM12       = 0x39800000 // 2^-12
	minus24      = 0xc1c00000
	turn         = 0x3e22f983 // 1/(2*pi)
	log2E        = 0x3fb8aa3b
	log2Ten      = 0x40549a78
	ln2          = 0x3f317218
	log10Two     = 0x3e9a209b
	minus126Bits = 0xc2fc0000
)

// alone is the special-function unit without anything around it.
func alone(f mufu.Function) sequence {
	return func(m machine, x [3]uint64) uint64 { return m.mufu(f, x[0]) }
}

// upperHalf runs the unit on the upper half of a binary64 number; the lower half of the result is zero.
func upperHalf(f mufu.Function) sequence {
	return func(m machine, x [3]uint64) uint64 { return m.mufu(f, x[0]>>32) << 32 }
}

func rcpApprox(m machine, x [3]uint64) uint64 {
	k := uint64(one32)
	switch {
	case huge(x[0]):
		k = quarter
	case tiny(x[0]):
		k = two24
	default:
		return m.mufu(mufu.RCP, x[0])
	}
	return m.two(&mulF32, k, m.mufu(mufu.RCP, m.two(&mulF32, k, x[0])))
}

func rsqrtApprox(m machine, x [3]uint64) uint64 {
	if tiny(x[0]) {
		return m.two(&mulF32, m.mufu(mufu.RSQ, m.two(&mulF32, x[0], two24)), two12)
	}
	return m.mufu(mufu.RSQ, x[0])
}

func sqrtApprox(m machine, x [3]uint64) uint64 {
	if tiny(x[0]) {
		return m.two(&mulF32, m.mufu(mufu.SQRT, m.two(&mulF32, x[0], two24)), twoM12)
	}
	return m.mufu(mufu.SQRT, x[0])
}

func lg2Approx(m machine, x [3]uint64) uint64 { return m.lg2(x[0]) }

func (m machine) lg2(x uint64) uint64 {
	if tiny(x) {
		return m.two(&addF32, m.mufu(mufu.LG2, m.two(&mulF32, x, two24)), minus24)
	}
	return m.mufu(mufu.LG2, x)
}

func ex2Approx(m machine, x [3]uint64) uint64 { return m.ex2(x[0]) }

func (m machine) ex2(x uint64) uint64 {
	if x > minus126Bits && !isNaN32(x) { // x < -126
		r := m.mufu(mufu.EX2, m.two(&mulF32, x, half32))
		return m.two(&mulF32, r, r)
	}
	return m.mufu(mufu.EX2, x)
}

func sinApprox(m machine, x [3]uint64) uint64 {
	return m.mufu(mufu.SIN, m.two(&mulRZ, x[0], turn))
}

func cosApprox(m machine, x [3]uint64) uint64 {
	return m.mufu(mufu.COS, m.two(&mulRZ, x[0], turn))
}

func tanIntrinsic(m machine, x [3]uint64) uint64 {
	u := m.two(&mulRZ, x[0], turn)
	c, s := m.mufu(mufu.COS, u), m.mufu(mufu.SIN, u)
	if tiny(c) {
		c, s = m.two(&mulF32, c, two24), m.two(&mulF32, s, two24)
	}
	return m.two(&mulF32, m.mufu(mufu.RCP, c), s)
}

func tanIntrinsicFTZ(m machine, x [3]uint64) uint64 {
	u := m.two(&mulRZ, x[0], turn)
	s, c := m.mufu(mufu.SIN, u), m.mufu(mufu.COS, u)
	return m.two(&mulFTZ, s, m.mufu(mufu.RCP, c))
}

// expOf is __expf and __exp10f: 2^(c*x); logOf is __logf and __log10f: c*log2(x).
func expOf(c uint64) sequence {
	return func(m machine, x [3]uint64) uint64 { return m.ex2(m.two(&mulF32, x[0], c)) }
}

func expOfFTZ(c uint64) sequence {
	return func(m machine, x [3]uint64) uint64 { return m.mufu(mufu.EX2, m.two(&mulFTZ, x[0], c)) }
}

func logOf(c uint64) sequence {
	return func(m machine, x [3]uint64) uint64 { return m.two(&mulF32, m.lg2(x[0]), c) }
}

func logOfFTZ(c uint64) sequence {
	return func(m machine, x [3]uint64) uint64 { return m.two(&mulFTZ, m.mufu(mufu.LG2, x[0]), c) }
}

func powIntrinsic(m machine, x [3]uint64) uint64 {
	return m.ex2(m.two(&mulF32, m.lg2(x[0]), x[1]))
}

func powIntrinsicFTZ(m machine, x [3]uint64) uint64 {
	return m.mufu(mufu.EX2, m.two(&mulFTZ, m.mufu(mufu.LG2, x[0]), x[1]))
}

func divApprox(m machine, x [3]uint64) uint64 { return m.quotient(x[0], x[1]) }

// quotient is a * (1/b): correct to 2 ulp, but for |b| > 2^126, where the reciprocal is flushed.
func (m machine) quotient(a, b uint64) uint64 {
	if tiny(b) {
		a, b = m.two(&mulF32, a, two24), m.two(&mulF32, b, two24)
	}
	return m.two(&mulF32, m.mufu(mufu.RCP, b), a)
}

func divFull(m machine, x [3]uint64) uint64 {
	a, b := x[0], x[1]
	if huge(b) {
		a, b = m.two(&mulF32, a, quarter), m.two(&mulF32, b, quarter)
	}
	return m.quotient(a, b)
}

func divApproxFTZ(m machine, x [3]uint64) uint64 {
	return m.two(&mulFTZ, m.mufu(mufu.RCP, x[1]), x[0])
}

func divFullFTZ(m machine, x [3]uint64) uint64 {
	a, b := x[0], x[1]
	if huge(b) {
		a, b = m.two(&mulFTZ, a, quarter), m.two(&mulFTZ, b, quarter)
	}
	return m.two(&mulFTZ, m.mufu(mufu.RCP, b), a)
}

// rsqrtDouble is rsqrt.approx.f64: one step of third order after the unit's 20 bits.
func rsqrtDouble(m machine, x [3]uint64) uint64 {
	const (
		one      = 0x3ff0000000000000
		halfF64  = 0x3fe0000000000000
		threeF64 = 0x3fd8000000000000 // 3/8
		two54    = 0x4350000000000000
		two27    = 0x41a0000000000000
		inf      = 0x7ff0000000000000
		sign     = 1 << 63
	)
	refine := func(x uint64) uint64 {
		y := m.mufu(mufu.RSQ64H, x>>32) << 32
		e := m.fma(&fmaF64, x, m.two(&mulF64, y, y)^sign, one)
		c := m.fma(&fmaF64, e, threeF64, halfF64)
		return m.fma(&fmaF64, c, m.two(&mulF64, y, e), y)
	}
	a := x[0]
	switch {
	case a&^sign == 0:
		return a | inf
	case a&^sign > inf:
		return m.two(&addF64, a, a)
	case a >= sign:
		return format.F64.NaN(format.NegativeQuiet).Lo
	case a == inf:
		return 0
	case a>>52 == 0:
		return m.two(&mulF64, refine(m.two(&mulF64, a, two54)), two27)
	}
	return refine(a)
}
