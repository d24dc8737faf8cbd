package fast

import (
	"math"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// The kernels set d[i] = round(a[i] + b[i]), round(a[i] * b[i]) or round(a[i]*b[i] + c[i]) under env for every i below
// len(d), as package arith does, bit for bit. Operands are as long as d, and d may be one of them. The four directions
// roundTiesToEven, roundTowardZero, roundTowardPositive and roundTowardNegative, with any flushing, are fast; everything
// else is left to package arith, and so are blocks with NaNs, infinite operands or numbers near the ends of the range.

// block is the number of elements that are computed before anything is asked about them.
const block = 64

// toward says how a result to nearest is corrected: the step toward zero is allowed where always or sign^flip is 1,
// the step away from it elsewhere. All are 0 or 1.
type toward struct{ always, flip uint64 }

// way sorts the environments: hard are those of Go's own operations, directed those with a correction.
func way(env round.Env) (hard, directed, flush bool, t toward) {
	if env.Precision != 0 || env.Overflow != round.OverflowIEEE {
		return
	}
	flush = env.FlushIn || env.FlushOut != round.KeepSubnormals
	switch env.Direction {
	case round.TiesToEven:
		hard = true
	case round.TowardZero:
		directed, t.always = true, 1
	case round.TowardPositive:
		directed = true
	case round.TowardNegative:
		directed, t.flip = true, 1
	}
	return
}

// steps is 1, 0 or -1 for a result of sign s and the bits of the difference.
func (t toward) steps(s, d uint64) uint64 {
	some := (d<<1 | -(d << 1)) >> 63
	opposite := d>>63 ^ s
	in := t.always | (s ^ t.flip)
	return some&(in^1)&(opposite^1) - some&in&opposite
}

// twoSum returns x + y to nearest and what it lacks. It is exact unless the sum overflows.
func twoSum(x, y float64) (s, e float64) {
	s = x + y
	v := s - x
	return s, (x - (s - v)) + (y - v)
}

// negativeZero returns 1 where an exact zero sum of the operand bits x and y is -0 toward negative: u are the bits of
// the sum without the sign.
func (t toward) negativeZero(u, operands uint64) uint64 {
	return ((u - 1) >> 63) & ((operands | -operands) >> 63) & t.flip
}

// tiny32 reports a subnormal number or the smallest normal one.
func tiny32(x float32) bool { return math.Float32bits(x)<<1-1 < 0x01000000 }

func tiny64(x float64) bool { return math.Float64bits(x)<<1-1 < 1<<53 }

func anyTiny32(lists ...[]float32) bool {
	for _, l := range lists {
		for _, x := range l {
			if tiny32(x) {
				return true
			}
		}
	}
	return false
}

func anyTiny64(lists ...[]float64) bool {
	for _, l := range lists {
		for _, x := range l {
			if tiny64(x) {
				return true
			}
		}
	}
	return false
}

// Add64 sets d[i] = round(a[i] + b[i]).
func Add64(env round.Env, d, a, b []float64) {
	hard, directed, flush, to := way(env)
	slow := func(x, y float64) float64 {
		return from64(arith.Add(env, format.F64, format.F64, bits64(x), bits64(y), nil).Bits)
	}
	if hard && !flush {
		add(d, a, b, slow)
		return
	}
	var room [block]float64
	for len(d) > 0 {
		n := min(block, len(d))
		r, x, y := room[:n], a[:n], b[:n]
		ok := false
		switch {
		case hard:
			ok = addNear(r, x, y)
		case directed:
			ok = to.add64(r, x, y)
		}
		if ok && !(flush && anyTiny64(x, y, r)) {
			copy(d, r)
		} else {
			for k := range r {
				d[k] = slow(x[k], y[k])
			}
		}
		a, b, d = a[n:], b[n:], d[n:]
	}
}

// correct64 is correct32 for binary64, with the sign of an exact zero.
func correct64(t toward, r, delta float64, operands uint64) float64 {
	u := math.Float64bits(r)
	u += t.steps(u>>63, math.Float64bits(delta))
	return math.Float64frombits(u | t.negativeZero(u<<1>>1, operands)<<63)
}

func (t toward) add64(d, a, b []float64) bool {
	check := 0.0
	a, b = a[:len(d)], b[:len(d)]
	for k := range d {
		x, y := a[k], b[k]
		s, e := twoSum(x, y)
		check += e - e
		d[k] = correct64(t, s, e, math.Float64bits(x)|math.Float64bits(y))
	}
	return check == 0
}

// Mul64 sets d[i] = round(a[i] * b[i]).
func Mul64(env round.Env, d, a, b []float64) {
	hard, directed, flush, to := way(env)
	var room [block]float64
	for len(d) > 0 {
		n := min(block, len(d))
		r, x, y := room[:n], a[:n], b[:n]
		ok := false
		switch {
		case hard:
			ok = mulNear(r, x, y)
		case directed:
			ok = to.mul64(r, x, y)
		}
		if ok && !(flush && anyTiny64(x, y, r)) {
			copy(d, r)
		} else {
			for k := range r {
				d[k] = from64(arith.Mul(env, format.F64, format.F64, bits64(x[k]), bits64(y[k]), nil).Bits)
			}
		}
		a, b, d = a[n:], b[n:], d[n:]
	}
}

// far returns a number with its highest bit set unless |x| is from 2^-e up to 2^e.
func far(x float64, e uint64) uint64 {
	f := math.Float64bits(x) >> 52 & 0x7ff
	return (f - (1023 - e)) | (1023 + e - 1 - f)
}

// twoProduct returns x*y to nearest and what it lacks, exactly for magnitudes from 2^-480 to 2^480 (Dekker).
func twoProduct(x, y float64) (p, e float64) {
	const split = 1<<27 + 1
	p = float64(x * y)
	c := float64(split * x)
	xh := c - (c - x)
	xl := x - xh
	c = float64(split * y)
	yh := c - (c - y)
	yl := y - yh
	return p, float64(xl*yl) - (((p - float64(xh*yh)) - float64(xl*yh)) - float64(xh*yl))
}

func (t toward) mul64(d, a, b []float64) bool {
	check := uint64(0)
	a, b = a[:len(d)], b[:len(d)]
	for k := range d {
		x, y := a[k], b[k]
		check |= far(x, 480) | far(y, 480)
		p, e := twoProduct(x, y)
		u := math.Float64bits(p)
		d[k] = math.Float64frombits(u + t.steps(u>>63, math.Float64bits(e)))
	}
	return check>>63 == 0
}

// FMA64 sets d[i] = round(a[i]*b[i] + c[i]).
func FMA64(env round.Env, d, a, b, c []float64) {
	hard, directed, flush, to := way(env)
	var room [block]float64
	for len(d) > 0 {
		n := min(block, len(d))
		r, x, y, z := room[:n], a[:n], b[:n], c[:n]
		ok := (hard || directed) && to.fma64(r, x, y, z, hard)
		if ok && !(flush && anyTiny64(x, y, z, r)) {
			copy(d, r)
		} else {
			for k := range r {
				d[k] = from64(arith.FMA(env, format.F64, format.F64, bits64(x[k]), bits64(y[k]), bits64(z[k]), nil).Bits)
			}
		}
		a, b, c, d = a[n:], b[n:], c[n:], d[n:]
	}
}

// fma64 adds the exact product in two parts and c in two steps; what is left of them is rounded to odd, so that the
// last sum rounds as the exact one does (Boldo and Melquiond 2008). A directed result is corrected by what the last sum
// lacks or, where it lacks nothing, by the sign of what was lost before.
func (t toward) fma64(d, a, b, c []float64, near bool) bool {
	check := uint64(0)
	a, b, c = a[:len(d)], b[:len(d)], c[:len(d)]
	for k := range d {
		x, y, z := a[k], b[k], c[k]
		check |= far(x, 440) | far(y, 440)
		if z != 0 {
			check |= far(z, 880)
		}
		p, q := twoProduct(x, y)
		m, low := twoSum(z, q)
		h, mid := twoSum(p, m)
		s, e := twoSum(mid, low)
		u, v := math.Float64bits(s), math.Float64bits(e)
		some := (v<<1 | -(v << 1)) >> 63 &^ u
		opposite := (u ^ v) >> 63
		rest := math.Float64frombits(u + some&(opposite^1) - some&opposite)
		if near {
			d[k] = h + rest
			continue
		}
		r, lost := twoSum(h, s)
		d[k] = correct64(t, r, lost+e, math.Float64bits(p)|math.Float64bits(z))
	}
	return check>>63 == 0
}

func mulNear(d, a, b []float64) bool {
	check := 0.0
	a, b = a[:len(d)], b[:len(d)]
	for len(d) >= 4 {
		x, y, z := (*[4]float64)(a), (*[4]float64)(b), (*[4]float64)(d)
		r0, r1, r2, r3 := float64(x[0]*y[0]), float64(x[1]*y[1]), float64(x[2]*y[2]), float64(x[3]*y[3])
		check += (r0 - r0) + (r1 - r1) + (r2 - r2) + (r3 - r3)
		z[0], z[1], z[2], z[3] = r0, r1, r2, r3
		a, b, d = a[4:], b[4:], d[4:]
	}
	for k := range d {
		r := float64(a[k] * b[k])
		check += r - r
		d[k] = r
	}
	return check == 0
}
