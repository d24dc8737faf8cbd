package fast

import "math"

// The functions of this file compute one result to nearest, with the bits of package arith; ok is false where that is
// not sure: for NaNs, and with flush for operands or results that flushing may change. Then package arith decides.

// Add32Bits returns a + b in binary32.
func Add32Bits(a, b uint32, flush bool) (bits uint32, ok bool) {
	x, y := math.Float32frombits(a), math.Float32frombits(b)
	r := x + y
	return math.Float32bits(r), r == r && (!flush || !tiny32(x) && !tiny32(y) && !tiny32(r))
}

// Mul32Bits returns a * b in binary32.
func Mul32Bits(a, b uint32, flush bool) (bits uint32, ok bool) {
	x, y := math.Float32frombits(a), math.Float32frombits(b)
	r := float32(x * y)
	return math.Float32bits(r), r == r && (!flush || !tiny32(x) && !tiny32(y) && !tiny32(r))
}

// Div32Bits returns a / b in binary32.
func Div32Bits(a, b uint32, flush bool) (bits uint32, ok bool) {
	x, y := math.Float32frombits(a), math.Float32frombits(b)
	r := x / y
	return math.Float32bits(r), r == r && (!flush || !tiny32(x) && !tiny32(y) && !tiny32(r))
}

// Sqrt32Bits returns the square root of a in binary32: rounding the binary64 root again changes nothing, since
// 53 >= 2*24 + 2 (Figueroa 1995).
func Sqrt32Bits(a uint32, flush bool) (bits uint32, ok bool) {
	x := math.Float32frombits(a)
	r := float32(math.Sqrt(float64(x)))
	return math.Float32bits(r), r == r && (!flush || !tiny32(x))
}

// FMA32Bits returns a*b + c in binary32: the product is exact in binary64, and the sum is rounded to odd there, which
// makes the second rounding right.
func FMA32Bits(a, b, c uint32, flush bool) (bits uint32, ok bool) {
	x, y, z := math.Float32frombits(a), math.Float32frombits(b), math.Float32frombits(c)
	s, e := TwoSum(float64(float64(x)*float64(y)), float64(z))
	if e != e { // an infinite operand
		return 0, false
	}
	r := float32(math.Float64frombits(sticky(s, e)))
	return math.Float32bits(r), r == r && (!flush || !tiny32(x) && !tiny32(y) && !tiny32(z) && !tiny32(r))
}

// Add64Bits returns a + b in binary64.
func Add64Bits(a, b uint64) (bits uint64, ok bool) {
	r := math.Float64frombits(a) + math.Float64frombits(b)
	return math.Float64bits(r), r == r
}

// Mul64Bits returns a * b in binary64.
func Mul64Bits(a, b uint64) (bits uint64, ok bool) {
	r := float64(math.Float64frombits(a) * math.Float64frombits(b))
	return math.Float64bits(r), r == r
}

// Div64Bits returns a / b in binary64.
func Div64Bits(a, b uint64) (bits uint64, ok bool) {
	r := math.Float64frombits(a) / math.Float64frombits(b)
	return math.Float64bits(r), r == r
}

// Sqrt64Bits returns the square root of a in binary64.
func Sqrt64Bits(a uint64) (bits uint64, ok bool) {
	r := math.Sqrt(math.Float64frombits(a))
	return math.Float64bits(r), r == r
}

// FMA64Bits returns a*b + c in binary64: without an instruction, as fmaNear64 does where the operands allow it.
func FMA64Bits(a, b, c uint64) (bits uint64, ok bool) {
	x, y, z := math.Float64frombits(a), math.Float64frombits(b), math.Float64frombits(c)
	p := float64(x * y)
	if hasFMA || (far(x, 440)|far(y, 440)|far(z, 880)|zeros(p, z))>>63 != 0 {
		r := math.FMA(x, y, z)
		return math.Float64bits(r), r == r
	}
	m, low := TwoSum(z, lack(x, y, p))
	h, mid := TwoSum(p, m)
	return math.Float64bits(h + math.Float64frombits(sticky(TwoSum(mid, low)))), true
}

// Widen returns a binary32 number in binary64.
func Widen(a uint32) (bits uint64, ok bool) {
	r := float64(math.Float32frombits(a))
	return math.Float64bits(r), r == r
}

// Narrow returns a binary64 number rounded to binary32.
func Narrow(a uint64, flush bool) (bits uint32, ok bool) {
	r := float32(math.Float64frombits(a))
	return math.Float32bits(r), r == r && (!flush || !tiny32(r))
}
