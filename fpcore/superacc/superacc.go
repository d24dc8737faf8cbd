// Package superacc sums exactly: a superaccumulator, after Kulisch, is one fixed-point number as long as all exponents of a format, which is
// rounded once, at the end.
package superacc

import (
	"math"
	"math/bits"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Accumulator holds the exact sum of data of one format, or of their products, as one long fixed-point number: nothing
// is rounded until Round asks for a result. Digits of 32 bits stand in words of 64, so that 2^30 terms can be added
// before carries have to move. The order of the terms cannot matter, and accumulators of parts can be merged.
type Accumulator struct {
	f       *format.Format
	env     round.Env // FlushIn and the rule for NaNs
	low     int       // weight of the first digit's lowest bit: 2^low
	digits  []int64
	pending int

	nans     []format.Num // the first ones
	invalid  bool
	inf      [2]bool // by sign
	positive bool    // a term other than -0 was seen
	negative bool    // a term other than +0 was seen
}

const (
	digitBits  = 32
	digitMask  = 1<<digitBits - 1
	maxPending = 1 << 30
	maxNaNs    = 16
)

// New returns an empty accumulator for data of f, or for their products if dot is set. env says whether
// subnormal data count as zeros, and which NaN is delivered.
func New(env round.Env, f *format.Format, dot bool) *Accumulator {
	low, high := int(f.Etiny()), int(f.Emax)+1
	if dot {
		low, high = 2*low, 2*high
	}
	// 64 bits for the carries of 2^63 terms, and room for the last words of a significand.
	return &Accumulator{f: f, env: env, low: low, digits: make([]int64, (high-low+64)/digitBits+6)}
}

// Add adds a datum.
func (a *Accumulator) Add(c wide.U128) {
	n := a.f.Unpack(c)
	switch {
	case n.Class.IsFinite():
		a.finite(n)
	case n.Class == format.Infinity:
		a.addInf(n.Sign)
	default:
		a.addNaN(n)
	}
}

// AddProduct adds the exact product of two data.
func (a *Accumulator) AddProduct(c, d wide.U128) {
	x, y := a.f.Unpack(c), a.f.Unpack(d)
	switch {
	case x.Class.IsInvalid() || y.Class.IsInvalid():
		a.invalid = true
	case x.Class.IsNaN() || y.Class.IsNaN():
		for _, n := range [2]format.Num{x, y} {
			if n.Class.IsNaN() {
				a.addNaN(n)
			}
		}
	case x.Class == format.Infinity || y.Class == format.Infinity:
		if a.zero(x) || a.zero(y) {
			a.invalid = true
			return
		}
		a.addInf(x.Sign != y.Sign)
	case a.zero(x) || a.zero(y):
		a.sign(x.Sign != y.Sign)
	default:
		a.positive, a.negative = true, true
		p := wide.Mul128(x.Sig, y.Sig) // p * 2^(x.Exp+y.Exp-254)
		at := int(x.Exp) + int(y.Exp) - 254
		for _, w := range [4]uint64{p.D, p.C, p.B, p.A} {
			a.AddScaled(x.Sign != y.Sign, w, at)
			at += 64
		}
	}
}

func (a *Accumulator) zero(n format.Num) bool {
	return n.Class == format.Zero || n.Class == format.Subnormal && a.env.FlushIn
}

func (a *Accumulator) sign(neg bool) {
	a.positive = a.positive || !neg
	a.negative = a.negative || neg
}

func (a *Accumulator) addInf(neg bool) {
	if neg {
		a.inf[1] = true
	} else {
		a.inf[0] = true
	}
}

func (a *Accumulator) addNaN(n format.Num) {
	if n.Class != format.QuietNaN {
		a.invalid = true
	}
	if n.Class.IsNaN() && len(a.nans) < maxNaNs {
		a.nans = append(a.nans, n)
	}
}

func (a *Accumulator) finite(n format.Num) {
	if a.zero(n) {
		a.sign(n.Sign)
		return
	}
	a.positive, a.negative = true, true
	a.AddScaled(n.Sign, n.Sig.Lo, int(n.Exp)-127)
	a.AddScaled(n.Sign, n.Sig.Hi, int(n.Exp)-63)
}

// AddScaled adds m * 2^exp, or subtracts it. Bits below the first digit are zero.
func (a *Accumulator) AddScaled(neg bool, m uint64, exp int) {
	if m == 0 {
		return
	}
	at := exp - a.low
	if at < 0 {
		m >>= uint(-at)
		at = 0
	}
	s := int64(0)
	if neg {
		s = -1
	}
	a.put(m, uint(at), s)
	if a.pending++; a.pending >= maxPending {
		a.carry()
	}
}

// put adds m * 2^at units to the digits; s is 0, or -1 to subtract.
func (a *Accumulator) put(m uint64, at uint, s int64) {
	k, n := at/digitBits, at%digitBits
	d := a.digits[k : k+3 : k+3]
	low, high := m<<n, m>>(63-n)>>1
	d[0] += (int64(low&digitMask) ^ s) - s
	d[1] += (int64(low>>digitBits) ^ s) - s
	d[2] += (int64(high) ^ s) - s
}

// carry leaves digits from 0 to 2^32-1, the last one with the sign of the sum.
func (a *Accumulator) carry() {
	last := len(a.digits) - 1
	for k, d := range a.digits[:last] {
		a.digits[k] = d & digitMask
		a.digits[k+1] += d >> digitBits
	}
	a.pending = 0
}

// AddFloats32 adds data of binary32, for which the accumulator must be made.
func (a *Accumulator) AddFloats32(v []float32) {
	for len(v) > 0 {
		n := min(len(v), maxPending-a.pending)
		a.pending += n
		some, other := uint32(0), uint32(0)
		for _, x := range v[:n] {
			c := math.Float32bits(x)
			e := c >> 23 & 0xff
			if e-1 >= 254 { // zero, subnormal, infinite or NaN
				a.Add(wide.From64(uint64(c)))
				continue
			}
			some |= c
			other |= c ^ 1<<31
			m := uint64(c&(1<<23-1)|1<<23) << ((e - 1) & 31)
			s := int64(int32(c) >> 31)
			k := (e - 1) >> 5
			d := a.digits[k : k+2 : k+2]
			d[0] += (int64(m&digitMask) ^ s) - s
			d[1] += (int64(m>>digitBits) ^ s) - s
		}
		a.negative = a.negative || some != 0
		a.positive = a.positive || other != 0
		if a.pending >= maxPending/2 {
			a.carry()
		}
		v = v[n:]
	}
}

// AddFloats64 adds data of binary64, for which the accumulator must be made.
func (a *Accumulator) AddFloats64(v []float64) {
	for len(v) > 0 {
		n := min(len(v), maxPending-a.pending)
		a.pending += n
		for _, x := range v[:n] {
			c := math.Float64bits(x)
			e := c >> 52 & 0x7ff
			if e-1 >= 2046 {
				a.Add(wide.From64(c))
				continue
			}
			a.put(c&(1<<52-1)|1<<52, uint(e-1), int64(c)>>63)
			a.positive, a.negative = true, true
		}
		if a.pending >= maxPending/2 {
			a.carry()
		}
		v = v[n:]
	}
}

// AddProducts32 adds the exact products of data of binary32, for which the accumulator must be made as a dot product.
func (a *Accumulator) AddProducts32(v, w []float32) {
	for i := range min(len(v), len(w)) {
		c, d := math.Float32bits(v[i]), math.Float32bits(w[i])
		e, f := c>>23&0xff, d>>23&0xff
		if e-1 >= 254 || f-1 >= 254 {
			a.AddProduct(wide.From64(uint64(c)), wide.From64(uint64(d)))
			continue
		}
		m := uint64(c&(1<<23-1)|1<<23) * uint64(d&(1<<23-1)|1<<23)
		a.put(m, uint(e+f-2), int64(int32(c^d)>>31))
		a.count()
	}
}

// AddProducts64 adds the exact products of data of binary64, for which the accumulator must be made as a dot product.
func (a *Accumulator) AddProducts64(v, w []float64) {
	for i := range min(len(v), len(w)) {
		c, d := math.Float64bits(v[i]), math.Float64bits(w[i])
		e, f := c>>52&0x7ff, d>>52&0x7ff
		if e-1 >= 2046 || f-1 >= 2046 {
			a.AddProduct(wide.From64(c), wide.From64(d))
			continue
		}
		high, low := bits.Mul64(c&(1<<52-1)|1<<52, d&(1<<52-1)|1<<52)
		s := int64(c^d) >> 63
		a.put(low, uint(e+f-2), s)
		a.put(high, uint(e+f-2+64), s)
		a.count()
		a.count()
	}
}

func (a *Accumulator) count() {
	a.positive, a.negative = true, true
	if a.pending++; a.pending >= maxPending {
		a.carry()
	}
}

// Counted notes a term that is no zero and is added elsewhere: a sum of zero is +0 then.
func (a *Accumulator) Counted() { a.positive, a.negative = true, true }

// Copy returns an accumulator of the same sum for another environment.
func (a *Accumulator) Copy(env round.Env) *Accumulator {
	b := *a
	b.env = env
	b.digits = append([]int64{}, a.digits...)
	return &b
}

// Merge adds what b holds, an accumulator made for the same data.
func (a *Accumulator) Merge(b *Accumulator) {
	a.carry()
	b.carry()
	for k, d := range b.digits {
		a.digits[k] += d
	}
	a.pending = 1
	a.nans = append(a.nans, b.nans...)
	a.invalid = a.invalid || b.invalid
	a.inf[0], a.inf[1] = a.inf[0] || b.inf[0], a.inf[1] || b.inf[1]
	a.positive, a.negative = a.positive || b.positive, a.negative || b.negative
}

// Value returns the sum of the finite terms, (-1)^neg * mag * 2^exp, and whether all terms were finite.
func (a *Accumulator) Value() (neg bool, mag wide.Nat, exp int64, finite bool) {
	a.carry()
	d := a.digits
	if neg = d[len(d)-1] < 0; neg {
		d = make([]int64, len(a.digits))
		carry := int64(0)
		for k, x := range a.digits {
			x = carry - x
			d[k], carry = x, 0
			if k < len(d)-1 {
				d[k], carry = x&digitMask, x>>digitBits
			}
		}
	}
	limbs := make([]uint64, (len(d)+1)/2)
	for k, x := range d {
		limbs[k/2] |= uint64(x) << (digitBits * (k & 1))
	}
	finite = len(a.nans) == 0 && !a.invalid && !a.inf[0] && !a.inf[1]
	return neg, wide.NatFromLimbs(limbs), int64(a.low), finite
}

// Round delivers the sum rounded once to dst under env. A zero sum has the sign of its terms if they are all zeros of
// one sign; otherwise it is +0, or -0 under roundTowardNegative. NaN: the first NaN as the rule says; infinities of both
// signs, a product of zero and infinity and invalid encodings: Invalid.
func (a *Accumulator) Round(env round.Env, dst *format.Format) round.Result {
	switch {
	case len(a.nans) > 0:
		r := round.PackNaN(env, dst, a.nans...)
		if a.invalid {
			r.Flags |= round.Invalid
		}
		return r
	case a.invalid || a.inf[0] && a.inf[1]:
		return round.PackInvalid(env, dst)
	case a.inf[0] || a.inf[1]:
		return round.PackInf(env, dst, a.inf[1])
	}
	neg, mag, exp, _ := a.Value()
	if mag.IsZero() {
		sign := env.Direction == round.TowardNegative
		if a.positive != a.negative {
			sign = a.negative
		}
		if !a.positive && !a.negative {
			sign = false
		}
		return round.PackZero(env, dst, sign)
	}
	sig, sticky := mag.Top128()
	return round.Pack(env, dst, round.Unrounded{Sign: neg, Sticky: sticky, Exp: int32(exp + int64(mag.Len()) - 1), Sig: sig})
}
