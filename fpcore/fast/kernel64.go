package fast

import (
	"math"
	"runtime"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// group64 is the block on which binary64 kernels work; shorter ones are filled up with ones.
type group64 [block]float64

func fill64(room *group64, v []float64) *group64 {
	if len(v) == block {
		return (*group64)(v)
	}
	for k := copy(room[:], v); k < block; k++ {
		room[k] = 1
	}
	return room
}

// step takes s, rounded to nearest, to the neighbour toward zero or up, e being what s lacks.
func (w sided) step(s, e float64) float64 {
	u, v := math.Float64bits(s), math.Float64bits(e)
	some := (v<<1 | -(v << 1)) >> 63
	away, opposite := w.up&^(u>>63), (u^v)>>63
	u += some & away &^ opposite
	u -= some & opposite &^ away
	return math.Float64frombits(u) * w.sign
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
	var r, p, q group64
	for len(d) > 0 {
		n := min(block, len(d))
		ok := false
		switch {
		case hard:
			ok = addNear(r[:n], a, b)
		case directed:
			ok = to.sided().add64(&r, fill64(&p, a[:n]), fill64(&q, b[:n]))
		}
		if ok && !(flush && anyTiny64(a[:n], b[:n], r[:n])) {
			copy(d, r[:n])
		} else {
			for k := range n {
				d[k] = slow(a[k], b[k])
			}
		}
		a, b, d = a[n:], b[n:], d[n:]
	}
}

func (w sided) add64(d, a, b *group64) bool {
	lost := 0.0
	for k := 0; k <= block-4; k += 4 {
		s0, e0 := TwoSum(a[k]*w.sign, b[k]*w.sign)
		s1, e1 := TwoSum(a[k+1]*w.sign, b[k+1]*w.sign)
		s2, e2 := TwoSum(a[k+2]*w.sign, b[k+2]*w.sign)
		s3, e3 := TwoSum(a[k+3]*w.sign, b[k+3]*w.sign)
		lost += ((e0 - e0) + (e1 - e1)) + ((e2 - e2) + (e3 - e3))
		d[k], d[k+1], d[k+2], d[k+3] = w.step(s0, e0), w.step(s1, e1), w.step(s2, e2), w.step(s3, e3)
	}
	return lost == 0
}

// Mul64 sets d[i] = round(a[i] * b[i]).
func Mul64(env round.Env, d, a, b []float64) {
	hard, directed, flush, to := way(env)
	var r, p, q group64
	for len(d) > 0 {
		n := min(block, len(d))
		x, y := fill64(&p, a[:n]), fill64(&q, b[:n])
		ok := false
		switch {
		case hard:
			ok = mulNear64(&r, x, y)
		case directed:
			ok = to.sided().mul64(&r, x, y)
		}
		if ok && !(flush && anyTiny64(a[:n], b[:n], r[:n])) {
			copy(d, r[:n])
		} else {
			for k := range n {
				d[k] = from64(arith.Mul(env, format.F64, format.F64, bits64(a[k]), bits64(b[k]), nil).Bits)
			}
		}
		a, b, d = a[n:], b[n:], d[n:]
	}
}

func mulNear64(d, a, b *group64) bool {
	check := 0.0
	for k := 0; k <= block-4; k += 4 {
		r0, r1, r2, r3 := float64(a[k]*b[k]), float64(a[k+1]*b[k+1]), float64(a[k+2]*b[k+2]), float64(a[k+3]*b[k+3])
		check += (r0 - r0) + (r1 - r1) + (r2 - r2) + (r3 - r3)
		d[k], d[k+1], d[k+2], d[k+3] = r0, r1, r2, r3
	}
	return check == 0
}

// far has its highest bit set unless x is zero or |x| from 2^-e up to 2^e.
func far(x float64, e uint64) uint64 {
	u := math.Float64bits(x) << 1
	f := u >> 53
	return ((f - (1023 - e)) | (1023 + e - 1 - f)) & (u | -u)
}

// zeros has its highest bit set if both are zero.
func zeros(x, y float64) uint64 {
	u := (math.Float64bits(x) | math.Float64bits(y)) << 1
	return ^(u | -u)
}

// hasFMA says that math.FMA is an instruction, where the processor has it; WebAssembly has none.
const hasFMA = runtime.GOARCH != "wasm"

// lack returns x*y - p for p = x*y to nearest, exactly for magnitudes from 2^-480 to 2^480 (Dekker).
func lack(x, y, p float64) float64 {
	if hasFMA {
		return math.FMA(x, y, -p)
	}
	xh, yh := upper(x), upper(y)
	xl, yl := x-xh, y-yh
	return float64(xl*yl) - (((p - float64(xh*yh)) - float64(xl*yh)) - float64(xh*yl))
}

// upper is x to nearest with 26 bits; the rest has no more, its sign being one (Veltkamp).
func upper(x float64) float64 {
	c := float64((1<<27 + 1) * x)
	return c - (c - x)
}

func (w sided) mul64(d, a, b *group64) bool {
	check := uint64(0)
	for k := 0; k <= block-2; k += 2 {
		x0, y0, x1, y1 := a[k]*w.sign, b[k], a[k+1]*w.sign, b[k+1]
		check |= far(x0, 480) | far(y0, 480) | far(x1, 480) | far(y1, 480)
		p0, p1 := float64(x0*y0), float64(x1*y1)
		d[k], d[k+1] = w.step(p0, lack(x0, y0, p0)), w.step(p1, lack(x1, y1, p1))
	}
	return check>>63 == 0
}

// FMA64 sets d[i] = round(a[i]*b[i] + c[i]).
func FMA64(env round.Env, d, a, b, c []float64) {
	hard, directed, flush, to := way(env)
	var r, p, q, o group64
	for len(d) > 0 {
		n := min(block, len(d))
		x, y, z := fill64(&p, a[:n]), fill64(&q, b[:n]), fill64(&o, c[:n])
		ok := false
		switch {
		case hard:
			ok = fmaNear64(&r, x, y, z)
		case directed:
			ok = to.sided().fma64(&r, x, y, z)
		}
		if ok && !(flush && anyTiny64(a[:n], b[:n], c[:n], r[:n])) {
			copy(d, r[:n])
		} else {
			for k := range n {
				d[k] = from64(arith.FMA(env, format.F64, format.F64, bits64(a[k]), bits64(b[k]), bits64(c[k]), nil).Bits)
			}
		}
		a, b, c, d = a[n:], b[n:], c[n:], d[n:]
	}
}

// Without an instruction, the exact product of x and y and z are added in three steps, h + s + e: h is the sum nearly
// rounded, s what it lacks, rounded, and e what that lacks (Boldo and Melquiond 2008), exactly where x, y and z are not
// far. A sum of zeros would not keep its sign.

// fmaNear64 rounds s + e to odd, so that its sum with h rounds as the exact one does.
func fmaNear64(d, a, b, c *group64) bool {
	if hasFMA {
		return fusedNear64(d, a, b, c)
	}
	check := uint64(0)
	for k := 0; k < block; k++ {
		x, y, z := a[k], b[k], c[k]
		p := float64(x * y)
		check |= far(x, 440) | far(y, 440) | far(z, 880) | zeros(p, z)
		m, low := TwoSum(z, lack(x, y, p))
		h, mid := TwoSum(p, m)
		d[k] = h + math.Float64frombits(sticky(TwoSum(mid, low)))
	}
	return check>>63 == 0
}

func fusedNear64(d, a, b, c *group64) bool {
	check := 0.0
	for k := 0; k <= block-4; k += 4 {
		r0, r1, r2, r3 := math.FMA(a[k], b[k], c[k]), math.FMA(a[k+1], b[k+1], c[k+1]), math.FMA(a[k+2], b[k+2], c[k+2]), math.FMA(a[k+3], b[k+3], c[k+3])
		check += ((r0 - r0) + (r1 - r1)) + ((r2 - r2) + (r3 - r3))
		d[k], d[k+1], d[k+2], d[k+3] = r0, r1, r2, r3
	}
	return check == 0
}

// fma64 corrects h + s by what it lacks or, where it lacks nothing, by the sign of e.
func (w sided) fma64(d, a, b, c *group64) bool {
	if hasFMA {
		return w.fused64(d, a, b, c)
	}
	check := uint64(0)
	for k := 0; k < block; k++ {
		x, y, z := a[k]*w.sign, b[k], c[k]*w.sign
		p := float64(x * y)
		check |= far(x, 440) | far(y, 440) | far(z, 880) | zeros(p, z)
		m, low := TwoSum(z, lack(x, y, p))
		h, mid := TwoSum(p, m)
		s, e := TwoSum(mid, low)
		r, lost := TwoSum(h, s)
		d[k] = w.step(r, lost+e)
	}
	return check>>63 == 0
}

// fused64 corrects what is rounded to nearest by the sign of what it lacks: the sum of two numbers, both exact where the
// product has no bits below the smallest subnormal number (Boldo and Muller 2011).
func (w sided) fused64(d, a, b, c *group64) bool {
	check, small := 0.0, uint64(0)
	for k := 0; k < block; k++ {
		x, y, z := a[k]*w.sign, b[k], c[k]*w.sign
		r, p := math.FMA(x, y, z), float64(x*y)
		m, low := TwoSum(z, math.FMA(x, y, -p))
		h, mid := TwoSum(p, m)
		e := ((h - r) + mid) + low
		check += (r - r) + (e - e)
		small |= tinyProduct(x, y, p)
		d[k] = w.step(r, e)
	}
	return check == 0 && small>>63 == 0
}

// tinyProduct has its highest bit set if p, the product of two numbers that are not zero, is below 2^-959.
func tinyProduct(x, y, p float64) uint64 {
	u, v := math.Float64bits(x)<<1, math.Float64bits(y)<<1
	return (math.Float64bits(p)<<1>>53 - 64) & (u | -u) & (v | -v)
}
