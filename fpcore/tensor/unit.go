// Package tensor evaluates the matrix instructions of NVIDIA GPUs, bit for bit: one element of D = A*B + C at a time.
//
// Every tensor core that has been measured is one parametric block (Unit): exact products are aligned to the largest
// exponent among them, cut to a number of fraction bits, added as integers and rounded once. Which block a compute
// capability has is data with a source for each fact (profile.go); instructions on integers are exact (integer.go); which instructions there are, and which lane and
// register hold which element, is data too (catalogue.go, fragment.go).
package tensor

import (
	"math/bits"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Unit says how a tensor core adds the products of one element and its accumulator.
//
// A block takes up to Terms products and the accumulator. A product keeps the exponent ea+eb, its significand in [0, 4)
// is not normalised; a subnormal operand has the exponent of the smallest normal number. Terms that are zero are passed
// over. The others are cut toward zero to Frac fraction bits below the largest exponent, or below Floor if that is
// larger, and added exactly. The sum is normalised once and rounded to the accumulator's format, or to Precision bits of
// it; a zero is always +0. Blocks follow one another in rising k, each with the result before it as its accumulator.
//
// Frac 0 stands for a chain of fused multiply-adds, one product after another, rounded to nearest (binary64), or, where Chain is not 0, for
// chains that are added to the accumulator.
type Unit struct {
	Terms     int
	Frac      int
	Floor     int32 // NoFloor: none
	Precision int   // 0: that of the accumulator
	Direction round.Direction
	// Halves: a block takes the products whose k mod 4 is 0 or 1, the next those with 2 or 3, both starting from +0, and
	// C is added at the end by an ordinary addition to nearest: an instruction that is carried out by others.
	Halves bool
	// Chain: so many products are added by fused multiply-adds in binary32, and what they come to is added to the accumulator, to nearest; at the
	// end binary16 is rounded to. One of all products starts from +0, a shorter one from its first product.
	Chain int
	// Zeros: terms that are zero are not passed over when the largest exponent is sought, and a factor, scale or accumulator that is zero has
	// the exponent -126.
	Zeros bool
}

// zeroFactor is the exponent of zero where Unit.Zeros says that it has one.
const zeroFactor = -126

// NoFloor is a Floor below every exponent.
const NoFloor = -1 << 20

// MaxTerms is the largest number of products that a block takes.
const MaxTerms = 64

// operand says how codes of a format are read: magnitudes from special on are infinities and NaNs.
type operand struct {
	f       *format.Format
	drop    uint // low bits of a register that are not read
	frac    uint
	sign    uint
	mask    uint64 // of the magnitude
	special uint64
	bias    int32
}

// newOperand is a call, as factor, aligned and termOf are, which makes the program smaller.
//
//go:noinline
func newOperand(f *format.Format) operand {
	o := operand{f: f, frac: uint(f.FracBits), sign: uint(f.Bits - 1), bias: f.Bias}
	if f == format.TF32 {
		o.drop = 13
	}
	o.mask = 1<<o.sign - 1
	if f.Unsigned {
		o.mask, o.sign = 1<<f.Bits-1, 63
	}
	o.special = o.mask + 1
	switch f.Codes {
	case format.IEEE:
		o.special = f.Inf(false).Lo
	case format.OneNaN:
		o.special = f.NaN(format.PositiveQuiet).Lo & o.mask
	}
	return o
}

// read returns the sign, the exponent and the significand, an integer with frac fraction bits; the exponent of a
// subnormal number is that of the smallest normal one.
func (o *operand) read(c uint64) (sign uint64, exp int32, sig uint64) {
	c >>= o.drop
	m := c & o.mask
	e := m >> (o.frac & 63)
	sig = m & (1<<(o.frac&63) - 1)
	if e != 0 {
		sig |= 1 << (o.frac & 63)
	} else {
		e = 1
	}
	return c >> (o.sign & 63) & 1, int32(e) - o.bias, sig
}

// class returns the magnitude and sign of a special operand: nan, or infinite.
func (o *operand) class(c uint64) (nan, inf, zero, neg bool) {
	c >>= o.drop
	m := c & o.mask
	if m >= o.special {
		if o.f.Codes == format.IEEE && m == o.special {
			inf = true
		} else {
			nan = true
		}
	}
	return nan, inf, m == 0, c>>(o.sign&63)&1 != 0
}

// zeroExp is the exponent of a product that is zero, below those of all others.
const zeroExp = -1 << 16

// Dot evaluates elements of one instruction: a Unit with its formats. It has room for the terms of a block and is not
// for use by several goroutines at once.
type Dot struct {
	_        [0]func() // not comparable
	Unit     Unit
	a, b, c  operand
	acc      *format.Format
	env      round.Env
	nan      uint64
	pf       int32 // fraction bits of a product
	prec     uint
	up, dup  uint // shifts of a product and of the accumulator at the largest exponent
	ddown    uint
	shift    int32            // added to the exponents of products: block scales
	products [MaxTerms]uint64 // the exponent in the upper half, the significand, and the sign in the lowest bit
}

// canonical delivers 0x7FFFFFFF and 0x7FFF for every NaN; doubles keep an operand's NaN, quiet.
var (
	canonical = round.NaNRule{NoPropagate: true, Default: format.AllOnes}
	double    = round.NaNRule{Default: format.NegativeQuiet, Order: [3]uint8{2, 3, 1}}
)

// NewDot returns the evaluator of products of a and b with accumulators of format acc.
func NewDot(u Unit, a, b, acc *format.Format) *Dot {
	d := &Dot{Unit: u, a: newOperand(a), b: newOperand(b), c: newOperand(acc), acc: acc, pf: int32(a.FracBits + b.FracBits)}
	d.env = round.Env{Direction: u.Direction, Precision: uint8(u.Precision), Overflow: round.OverflowToInfinity, NaN: canonical}
	d.prec = uint(acc.P)
	if u.Precision != 0 {
		d.prec = uint(u.Precision)
	}
	if acc == format.F64 {
		d.env = round.Env{Direction: u.Direction, NaN: double}
	}
	d.nan = acc.NaN(format.AllOnes).Lo
	d.up = uint(max(0, int32(u.Frac)-d.pf))
	d.dup, d.ddown = uint(max(0, u.Frac-acc.FracBits)), uint(max(0, acc.FracBits-u.Frac))
	return d
}

// Do returns c plus the products of a and b, which are as long as each other. Operands are codes of their formats; TF32
// is held in the upper 19 bits of 32, the others are not read.
func (d *Dot) Do(a, b []uint64, c uint64) uint64 {
	switch {
	case d.Unit.Chain != 0:
		return d.chains(a, b, c)
	case d.Unit.Frac == 0:
		for k, x := range a {
			c = arith.FMA(d.env, d.acc, d.acc, wide.From64(x), wide.From64(b[k]), wide.From64(c), nil).Bits.Lo
		}
		return c
	case d.Unit.Halves:
		return d.halves(a, b, c, nil)
	}
	n := d.Unit.Terms
	for len(a) > n {
		c = d.block(a[:n], b[:n], c, nil)
		a, b = a[n:], b[n:]
	}
	return d.block(a, b, c, nil)
}

// chains adds chains of products to an accumulator, in binary32.
func (d *Dot) chains(a, b []uint64, c uint64) uint64 {
	f := format.F32
	to := func(to, from *format.Format, c wide.U128) wide.U128 {
		return arith.Convert(d.env, to, from, c, nil).Bits
	}
	acc := to(f, d.acc, wide.From64(c))
	start := wide.U128{}
	if d.Unit.Chain < len(a) {
		start = f.Zero(true) // a first product is added to -0
	}
	for from := 0; from < len(a); from += d.Unit.Chain {
		t := start
		for k := from; k < min(from+d.Unit.Chain, len(a)); k++ {
			t = arith.FMA(d.env, f, f, to(f, d.a.f, wide.From64(a[k])), to(f, d.b.f, wide.From64(b[k])), t, nil).Bits
		}
		acc = arith.Add(d.env, f, f, acc, t, nil).Bits
	}
	return to(d.acc, f, acc).Lo
}

// halves carries out an instruction that the compiler makes of others.
func (d *Dot) halves(a, b []uint64, c uint64, note func(Step)) uint64 {
	n := d.Unit.Terms
	var x, y [2 * MaxTerms]uint64
	var t uint64
	for len(a) > 0 {
		whole := min(len(a), 2*n)
		i, j := 0, whole/2
		for k := range whole {
			p := &i
			if k&2 != 0 {
				p = &j
			}
			x[*p], y[*p] = a[k], b[k]
			*p++
		}
		t = d.block(x[:whole/2], y[:whole/2], t, note)
		t = d.block(x[whole/2:whole], y[whole/2:whole], t, note)
		a, b = a[whole:], b[whole:]
	}
	return arith.Add(round.Env{NaN: canonical}, d.acc, d.acc, wide.From64(t), wide.From64(c), nil).Bits.Lo
}

// block adds up to Terms products and an accumulator.
func (d *Dot) block(a, b []uint64, c uint64, note func(Step)) uint64 {
	top, special := d.terms(a, b)
	if special || c&d.c.mask >= d.c.special {
		return d.special(a, b, c, note)
	}
	cs, ce, cm := d.c.read(c)
	top = max(top+d.shift, d.Unit.Floor)
	if cm != 0 {
		top = max(top, ce)
	}
	if d.Unit.Zeros {
		top = max(top, d.zeros(a, b, cm))
	}
	sum := int64(cm<<(d.dup&63)>>(d.ddown&63)>>(uint(min(top-ce, 63))&63)^-cs) + int64(cs)
	up, last := d.up&63, top-d.shift
	for _, p := range d.products[:len(a)] {
		m := uint64(uint32(p))
		neg := -int64(m & 1)
		sum += (int64(m>>1<<up>>(uint(min(last-int32(p>>32), 63))&63)) ^ neg) - neg
	}
	r := d.deliver(sum, top-int32(d.Unit.Frac))
	if note != nil {
		note(d.step(a, b, c, top, sum, r))
	}
	return r
}

// zeros returns the largest exponent of terms that are zero, those of factors that are being zeroFactor.
func (d *Dot) zeros(a, b []uint64, cm uint64) int32 {
	top := int32(NoFloor)
	if cm == 0 {
		top = zeroFactor
	}
	for k, x := range a {
		_, xe, xm := d.a.read(x)
		_, ye, ym := d.b.read(b[k])
		if xm == 0 {
			xe = zeroFactor
		}
		if ym == 0 {
			ye = zeroFactor
		}
		if xm*ym == 0 {
			top = max(top, xe+ye+d.shift)
		}
	}
	return top
}

// terms reads the products and returns their largest exponent, and whether an operand is an infinity or a NaN.
func (d *Dot) terms(a, b []uint64) (top int32, special bool) {
	products := d.products[:len(a)]
	b = b[:len(a)]
	top = NoFloor
	xd, xf, xn, xs := d.a.drop&63, d.a.frac&63, d.a.mask, d.a.sign&63
	yd, yf, yn, ys := d.b.drop&63, d.b.frac&63, d.b.mask, d.b.sign&63
	xh, yh := uint64(1)<<xf, uint64(1)<<yf
	xo, yo := xn+1-d.a.special, yn+1-d.b.special // what carries a special magnitude out of the mask
	bias := d.a.bias + d.b.bias
	all := uint64(0)
	for k, x := range a {
		x, y := x>>xd, b[k]>>yd
		xm, ym := x&xn, y&yn
		all |= (xm+xo)&(xn+1) | (ym+yo)&(yn+1)
		xe, ye := xm>>xf, ym>>yf
		xm, ym = xm&(xh-1), ym&(yh-1)
		if xe != 0 {
			xm |= xh
		} else {
			xe = 1
		}
		if ye != 0 {
			ym |= yh
		} else {
			ye = 1
		}
		m, e := xm*ym, int32(xe+ye)-bias
		if m == 0 {
			e = zeroExp
		}
		top = max(top, e)
		products[k] = uint64(e)<<32 | m<<1 | (x>>xs^y>>ys)&1
	}
	return top, all != 0
}

// deliver returns sum * 2^quantum in the accumulator's format.
func (d *Dot) deliver(sum int64, quantum int32) uint64 {
	if sum == 0 {
		return 0
	}
	mag, sign := uint64(sum), uint64(0)
	if sum < 0 {
		mag, sign = -mag, 1
	}
	lz := bits.LeadingZeros64(mag)
	e := quantum + 63 - int32(lz)
	mag <<= uint(lz) & 63
	if d.env.Direction == round.TowardZero && e >= d.acc.Emin && e <= d.acc.Emax {
		kept := mag &^ (1<<(64-d.prec) - 1) << 1 >> (64 - d.c.frac)
		return sign<<d.c.sign | uint64(e+d.c.bias)<<d.c.frac | kept
	}
	var r round.Result
	round.PackNarrow(&r, &d.env, d.acc, sign != 0, e, mag, false)
	if r.Bits.Lo<<1&(1<<d.acc.Bits-1) == 0 {
		return 0 // never -0
	}
	return r.Bits.Lo
}

// special returns the result with an infinite operand or a NaN: a NaN operand, zero times infinity and infinities of
// both signs give the canonical NaN, other infinities remain.
func (d *Dot) special(a, b []uint64, c uint64, note func(Step)) uint64 {
	nan, inf, _, neg := d.c.class(c)
	plus, minus := inf && !neg, inf && neg
	for k, x := range a {
		xn, xi, xz, xs := d.a.class(x)
		yn, yi, yz, ys := d.b.class(b[k])
		nan = nan || xn || yn || xi && yz || xz && yi
		if xi || yi {
			plus, minus = plus || xs == ys, minus || xs != ys
		}
	}
	r := d.acc.Inf(minus).Lo
	if nan || plus && minus {
		r = d.nan
	}
	if note != nil {
		note(d.step(a, b, c, 0, 0, r))
	}
	return r
}
