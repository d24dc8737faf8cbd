package fast

import (
	"math"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// group is the block on which binary32 kernels work; shorter ones are filled up with zeros.
type group [block]float32

// sided is a direction: sums and products are made with the sign that turns
// roundTowardNegative into roundTowardPositive; up is 1 for the latter, 0 for roundTowardZero.
type sided struct {
	sign float64
	up   uint64
}

func (t toward) sided() sided {
	w := sided{1, 1 - t.always}
	if t.flip != 0 {
		w.sign = -1
	}
	return w
}

// cut is the part of a binary64 significand that binary32 does not have.
const cut = 1<<29 - 1

// sticky rounds s + e to odd, e being what s lacks of a sum: the bits of s cut off toward zero, the lowest one set if
// anything is lost.
func sticky(s, e float64) uint64 {
	u, v := math.Float64bits(s), math.Float64bits(e)
	some := (v<<1 | -(v << 1)) >> 63
	return (u - some&((u^v)>>63)) | some
}

// narrow takes a result of binary64, exact or rounded to odd, to binary32: by cutting off, or for up and positive
// numbers by going up. Results below 2^-126 are not for it unless they are exact.
func (w sided) narrow(u uint64) float32 {
	u += cut & -(w.up &^ (u >> 63))
	return float32(math.Float64frombits(u&^cut) * w.sign)
}

// below32 has its highest bit set for the bits of a non-zero number below 2^-126.
func below32(u uint64) uint64 {
	u = u<<1 - 1
	return (u - ((1023-126)<<53 - 1)) &^ u
}

// beyond has its highest bit set for the bits of infinities and NaNs.
func beyond(u uint64) uint64 { return u&^(1<<63) + 1<<52 }

// Add32 sets d[i] = round(a[i] + b[i]).
func Add32(env round.Env, d, a, b []float32) {
	hard, directed, flush, to := way(env)
	slow := func(x, y float32) float32 {
		return from32(arith.Add(env, format.F32, format.F32, bits32(x), bits32(y), nil).Bits)
	}
	if hard && !flush {
		add(d, a, b, slow)
		return
	}
	var r, p, q group
	for len(d) > 0 {
		n := min(block, len(d))
		x, y := fill(&p, a[:n]), fill(&q, b[:n])
		ok := false
		switch {
		case hard:
			ok = addNear(r[:n], a, b)
		case directed:
			ok = to.sided().add(&r, x, y)
		}
		if ok && !(flush && anyTiny32(a[:n], b[:n], r[:n])) {
			copy(d, r[:n])
		} else {
			for k := range n {
				d[k] = slow(a[k], b[k])
			}
		}
		a, b, d = a[n:], b[n:], d[n:]
	}
}

// fill returns v as a group, itself if it is one.
func fill(room *group, v []float32) *group {
	if len(v) == block {
		return (*group)(v)
	}
	clear(room[copy(room[:], v):])
	return room
}

func addNear[T float32 | float64](d, a, b []T) bool {
	var check T
	for k := range d {
		s := a[k] + b[k]
		d[k] = s
		check += s - s
	}
	return check == 0
}

func (w sided) add(d, a, b *group) bool {
	var check float32
	lost := 0.0
	for k := 0; k <= block-4; k += 4 {
		s0, e0 := TwoSum(float64(a[k])*w.sign, float64(b[k])*w.sign)
		s1, e1 := TwoSum(float64(a[k+1])*w.sign, float64(b[k+1])*w.sign)
		s2, e2 := TwoSum(float64(a[k+2])*w.sign, float64(b[k+2])*w.sign)
		s3, e3 := TwoSum(float64(a[k+3])*w.sign, float64(b[k+3])*w.sign)
		r0, r1, r2, r3 := w.narrow(sticky(s0, e0)), w.narrow(sticky(s1, e1)), w.narrow(sticky(s2, e2)), w.narrow(sticky(s3, e3))
		check += (r0 - r0) + (r1 - r1) + (r2 - r2) + (r3 - r3)
		lost += (e0 + e1) + (e2 + e3) // a NaN where an operand is none or infinite
		d[k], d[k+1], d[k+2], d[k+3] = r0, r1, r2, r3
	}
	return check == 0 && lost == lost
}

// Mul32 sets d[i] = round(a[i] * b[i]).
func Mul32(env round.Env, d, a, b []float32) {
	hard, directed, flush, to := way(env)
	var r, p, q group
	for len(d) > 0 {
		n := min(block, len(d))
		x, y := fill(&p, a[:n]), fill(&q, b[:n])
		ok := false
		switch {
		case hard:
			ok = mulNear32(&r, x, y)
		case directed:
			ok = to.sided().mul(&r, x, y)
		}
		if ok && !(flush && anyTiny32(a[:n], b[:n], r[:n])) {
			copy(d, r[:n])
		} else {
			for k := range n {
				d[k] = from32(arith.Mul(env, format.F32, format.F32, bits32(a[k]), bits32(b[k]), nil).Bits)
			}
		}
		a, b, d = a[n:], b[n:], d[n:]
	}
}

func mulNear32(d, a, b *group) bool {
	var check float32
	for k := 0; k <= block-4; k += 4 {
		r0, r1, r2, r3 := float32(a[k]*b[k]), float32(a[k+1]*b[k+1]), float32(a[k+2]*b[k+2]), float32(a[k+3]*b[k+3])
		check += (r0 - r0) + (r1 - r1) + (r2 - r2) + (r3 - r3)
		d[k], d[k+1], d[k+2], d[k+3] = r0, r1, r2, r3
	}
	return check == 0
}

func (w sided) mul(d, a, b *group) bool {
	var check float32
	var small uint64
	for k := 0; k <= block-4; k += 4 {
		u0 := math.Float64bits(float64(a[k]) * w.sign * float64(b[k]))
		u1 := math.Float64bits(float64(a[k+1]) * w.sign * float64(b[k+1]))
		u2 := math.Float64bits(float64(a[k+2]) * w.sign * float64(b[k+2]))
		u3 := math.Float64bits(float64(a[k+3]) * w.sign * float64(b[k+3]))
		small |= below32(u0) | below32(u1) | below32(u2) | below32(u3) | beyond(u0) | beyond(u1) | beyond(u2) | beyond(u3)
		r0, r1, r2, r3 := w.narrow(u0), w.narrow(u1), w.narrow(u2), w.narrow(u3)
		check += (r0 - r0) + (r1 - r1) + (r2 - r2) + (r3 - r3)
		d[k], d[k+1], d[k+2], d[k+3] = r0, r1, r2, r3
	}
	return check == 0 && small>>63 == 0
}

// FMA32 sets d[i] = round(a[i]*b[i] + c[i]).
func FMA32(env round.Env, d, a, b, c []float32) {
	hard, directed, flush, to := way(env)
	var r, p, q, o group
	for len(d) > 0 {
		n := min(block, len(d))
		x, y, z := fill(&p, a[:n]), fill(&q, b[:n]), fill(&o, c[:n])
		ok := false
		switch {
		case hard:
			ok = fmaNear32(&r, x, y, z)
		case directed:
			ok = to.sided().fma(&r, x, y, z)
		}
		if ok && !(flush && anyTiny32(a[:n], b[:n], c[:n], r[:n])) {
			copy(d, r[:n])
		} else {
			for k := range n {
				d[k] = from32(arith.FMA(env, format.F32, format.F32, bits32(a[k]), bits32(b[k]), bits32(c[k]), nil).Bits)
			}
		}
		a, b, c, d = a[n:], b[n:], c[n:], d[n:]
	}
}

func fmaNear32(d, a, b, c *group) bool {
	var check float32
	for k := 0; k <= block-2; k += 2 {
		s0, e0 := TwoSum(float64(float64(a[k])*float64(b[k])), float64(c[k]))
		s1, e1 := TwoSum(float64(float64(a[k+1])*float64(b[k+1])), float64(c[k+1]))
		r0, r1 := float32(math.Float64frombits(sticky(s0, e0))), float32(math.Float64frombits(sticky(s1, e1)))
		check += (r0 - r0) + (r1 - r1)
		d[k], d[k+1] = r0, r1
	}
	return check == 0
}

func (w sided) fma(d, a, b, c *group) bool {
	var check float32
	var small uint64
	lost := 0.0
	for k := 0; k <= block-2; k += 2 {
		s0, e0 := TwoSum(float64(float64(a[k])*w.sign*float64(b[k])), float64(c[k])*w.sign)
		s1, e1 := TwoSum(float64(float64(a[k+1])*w.sign*float64(b[k+1])), float64(c[k+1])*w.sign)
		u0, u1 := sticky(s0, e0), sticky(s1, e1)
		small |= below32(u0) | below32(u1)
		r0, r1 := w.narrow(u0), w.narrow(u1)
		check += (r0 - r0) + (r1 - r1)
		lost += e0 + e1
		d[k], d[k+1] = r0, r1
	}
	return check == 0 && lost == lost && small>>63 == 0
}

// chain32 is chain in a direction; ok is false where a NaN, an infinity or an overflow came in.
func (t toward) chain32(sum float32, a []float32, i, step, n int) (_ float32, ok bool) {
	w := t.sided()
	var check float32
	lost := 0.0
	for ; n > 0; n-- {
		s, e := TwoSum(float64(sum)*w.sign, float64(a[i])*w.sign)
		sum = w.narrow(sticky(s, e))
		check += sum - sum
		lost += e
		i += step
	}
	return sum, check == 0 && lost == lost
}
