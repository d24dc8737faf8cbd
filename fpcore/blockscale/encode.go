package blockscale

import (
	"math/bits"

	"ulplab/fpcore/fast"
	"ulplab/fpcore/format"
)

// encoder turns binary32 numbers into codes of an element format.
type encoder struct {
	_       [0]func() // not comparable
	o       Options
	frac    uint
	emin    int32
	max     uint32 // largest finite code
	sign    uint32
	over    uint32 // code of what is beyond
	nan     uint32
	integer bool
	// Of the codes of positive numbers as they lie in binary32: bits that are dropped of a normal one, the least normal
	// one, and what is left below it.
	drop uint
	low  int64
	base int64

	quotients [256]uint32 // of divide
}

func newEncoder(f *format.Format, o Options) *encoder {
	if f == nil {
		// Integers are subnormal all: those from 2 on are beyond.
		return &encoder{o: o, integer: true, frac: 6, max: 127, over: 127, nan: 127, drop: 16, low: 128 << 23}
	}
	e := &encoder{o: o, frac: uint(f.FracBits), emin: f.Emin, max: uint32(f.Max(false).Lo), sign: 1 << (f.Bits - 1)}
	e.drop, e.low = 23-e.frac, int64(127+e.emin)<<23
	e.base = e.low>>e.drop - 1<<e.frac
	e.over, e.nan = e.max, e.max
	if f.HasNaN() {
		e.nan = uint32(f.NaN(format.AllOnes).Lo)
	}
	switch {
	case o.Overflow && f.HasInf():
		e.over = uint32(f.Inf(false).Lo)
	case o.Overflow:
		e.over = e.nan
	}
	return e
}

// random returns the 32 random bits of element i.
func (e *encoder) random(i int) uint64 {
	z := e.o.Seed + (uint64(i)+1)*0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return (z ^ z>>31) >> 32
}

// block encodes x[k] * 2^shift; the first element is number i. It does what code does, without what few numbers need.
func (e *encoder) block(codes []uint8, x []uint32, shift int32, i int, n *Counts) {
	drop, low, half, moved := e.drop, e.low, int64(1)<<(e.drop-1)-1, int64(shift)<<23
	codes = codes[:len(x)]
	for k, v := range x {
		mag := int64(v & 0x7fffffff)
		m := mag + moved // the number times 2^shift as binary32 would have it, were its exponents not bounded
		if mag < 1<<23 || mag >= inf || m < low-8<<23 {
			codes[k] = e.code(v, shift, i+k, n)
			continue
		}
		switch {
		case m < low:
			off := drop + uint((low-m+1<<23-1)>>23) // at most 31
			m = mag&0x7fffff | 1<<23
			if e.o.Stochastic {
				m = (m<<(32-off) + int64(e.random(i+k))) >> 32
			} else {
				m = (m + 1<<(off-1) - 1 + m>>off&1) >> off
			}
		case e.o.Stochastic: // the carry of the rounding goes into the exponent
			m = (m<<(32-drop)+int64(e.random(i+k)))>>32 - e.base
		default:
			m = (m+half+m>>drop&1)>>drop - e.base
		}
		switch {
		case m > int64(e.max) || e.integer && mag+moved >= low:
			codes[k] = e.code(v, shift, i+k, n)
			continue
		case m == 0:
			n.Zeros++
		case m < 1<<e.frac && !e.integer:
			n.Subnormals++
		}
		codes[k] = e.signed(uint32(m), v>>31)
	}
}

// divide encodes x[k] / scale, the quotient rounded to binary32 first.
func (e *encoder) divide(codes []uint8, x []uint32, scale uint32, i int, n *Counts) {
	if scale == 0 { // everything in the block is far below the tensor's largest number
		for k, v := range x {
			if v&0x7fffffff == 0 || v&0x7fffffff > inf {
				codes[k] = e.code(v, 0, i+k, n)
			} else {
				codes[k] = uint8(v >> 31 * e.sign)
				n.Zeros++
			}
		}
		return
	}
	quotients := &e.quotients
	for k := 0; k < len(x); k += len(quotients) {
		part := x[k:min(k+len(quotients), len(x))]
		fast.Quotients32(quotients[:], part, scale)
		for j, v := range part {
			if quotients[j]<<1 == 0 && v<<1 != 0 {
				n.Zeros++
			}
		}
		e.block(codes[k:], quotients[:len(part)], 0, i+k, n)
	}
}

// code encodes v * 2^shift.
func (e *encoder) code(v uint32, shift int32, i int, n *Counts) uint8 {
	mag, neg := v&0x7fffffff, v>>31
	if mag >= inf {
		if mag > inf {
			n.NaNs++
			return uint8(e.nan)
		}
		n.Saturated++
		return e.signed(e.over, neg)
	}
	if mag == 0 {
		return e.signed(0, neg)
	}
	exp, sig := int32(mag>>23), mag&0x7fffff
	if exp == 0 {
		lz := int32(bits.LeadingZeros32(sig)) - 8
		exp, sig = 1-lz, sig<<uint(lz)
	}
	sig |= 1 << 23
	exp += shift - 127
	low := max(exp, e.emin)
	if e.integer {
		low = 0
	}
	drop := 23 - int32(e.frac) + low - exp // bits of sig below the last that is kept
	var kept uint32
	switch {
	case drop > 0:
		kept = e.round(uint64(sig), uint(min(drop, 63)), i)
	case drop > -8:
		kept = sig << uint(-drop) // integers of 2 and more
	default:
		kept = 1 << 31
	}
	code := kept
	if !e.integer {
		if low-e.emin > 31 {
			code = 1 << 31
		} else {
			code += uint32(low-e.emin) << e.frac
		}
	}
	if code > e.max {
		n.Saturated++
		return e.signed(e.over, neg)
	}
	switch {
	case code == 0:
		n.Zeros++
	case !e.integer && code < 1<<e.frac:
		n.Subnormals++
	}
	return e.signed(code, neg)
}

// round drops the low bits of sig, to nearest even, or with random bits.
func (e *encoder) round(sig uint64, drop uint, i int) uint32 {
	kept, rest := sig>>drop, sig&(1<<drop-1)
	if e.o.Stochastic {
		if drop <= 32 {
			rest <<= 32 - drop
		} else {
			rest >>= drop - 32
		}
		return uint32(kept + (rest+e.random(i))>>32)
	}
	half := uint64(1) << (drop - 1)
	if rest > half || rest == half && kept&1 != 0 {
		kept++
	}
	return uint32(kept)
}

func (e *encoder) signed(code, neg uint32) uint8 {
	if neg == 0 {
		return uint8(code)
	}
	if e.integer {
		return uint8(-code)
	}
	return uint8(code | e.sign)
}
