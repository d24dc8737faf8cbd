package fast

import (
	"math"
	"math/bits"
)

// Lanes are the values of 32 threads, the lower half of each a code of binary32. The functions on them compute what the
// scalar ones do for the threads of a mask; those that are not sure are returned and left as they are.
type Lanes = [32]uint64

// Add32Lanes is Add32Bits; flip is xored into b, and 1<<31 there subtracts.
func Add32Lanes(d, a, b *Lanes, mask, flip uint32, flush bool) (unsure uint32) {
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m) & 31
		x, y := math.Float32frombits(uint32(a[l])), math.Float32frombits(uint32(b[l])^flip)
		r := x + y
		if r != r || flush && (tiny32(x) || tiny32(y) || tiny32(r)) {
			unsure |= 1 << l
			continue
		}
		d[l] = uint64(math.Float32bits(r))
	}
	return unsure
}

// Mul32Lanes is Mul32Bits.
func Mul32Lanes(d, a, b *Lanes, mask uint32, flush bool) (unsure uint32) {
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m) & 31
		x, y := math.Float32frombits(uint32(a[l])), math.Float32frombits(uint32(b[l]))
		r := float32(x * y)
		if r != r || flush && (tiny32(x) || tiny32(y) || tiny32(r)) {
			unsure |= 1 << l
			continue
		}
		d[l] = uint64(math.Float32bits(r))
	}
	return unsure
}

// FMA32Lanes is FMA32Bits; product and sum are xored into a and c.
func FMA32Lanes(d, a, b, c *Lanes, mask, product, sum uint32, flush bool) (unsure uint32) {
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m) & 31
		x, y, z := math.Float32frombits(uint32(a[l])^product), math.Float32frombits(uint32(b[l])), math.Float32frombits(uint32(c[l])^sum)
		s, e := TwoSum(float64(float64(x)*float64(y)), float64(z))
		r := float32(math.Float64frombits(sticky(s, e)))
		if e != e || r != r || flush && (tiny32(x) || tiny32(y) || tiny32(z) || tiny32(r)) {
			unsure |= 1 << l
			continue
		}
		d[l] = uint64(math.Float32bits(r))
	}
	return unsure
}
