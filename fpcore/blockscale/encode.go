package blockscale

import (
	"math/bits"

	"ulplab/fpcore/format"
)

// encoder turns binary32 numbers into codes of an element format.
type encoder struct {
	o       Options
	frac    uint
	emin    int32
	max     uint32 // largest finite code
	sign    uint32
	over    uint32 // code of what is beyond
	nan     uint32
	integer bool
}

func newEncoder(f *format.Format, o Options) *encoder {
	if f == nil {
		return &encoder{o: o, integer: true, frac: 6, max: 127, over: 127, nan: 127}
	}
	e := &encoder{o: o, frac: uint(f.FracBits), emin: f.Emin, max: uint32(f.Max(false).Lo), sign: 1 << (f.Bits - 1)}
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

// block encodes x[k] * 2^shift; the first element is number i.
func (e *encoder) block(codes []uint8, x []uint32, shift int32, i int, n *Counts) {
	for k, v := range x {
		codes[k] = e.code(v, shift, i+k, n)
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
	for k, v := range x {
		if v&0x7fffffff < inf {
			q := div(v, scale)
			if q<<1 == 0 && v<<1 != 0 {
				n.Zeros++
			}
			v = q
		}
		codes[k] = e.code(v, 0, i+k, n)
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
