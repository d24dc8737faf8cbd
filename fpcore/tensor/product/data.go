package product

import (
	"math/bits"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// Data says which numbers a generator makes: the same for the same seed and position, as the measurements have them, so
// that a program elsewhere can make them too. Exponents are Low and those above it that Spread, one less than a power of
// two, lets through.
type Data struct {
	ID, Name string
	Low      int
	Spread   uint64
	Positive bool
}

// Measured are the numbers that libraries were measured with.
var Measured = Data{"measured", "either sign, exponents −4 … 3", -4, 7, false}

// Kinds lists the generators.
var Kinds = []Data{Measured, {"positive", "positive, exponents −4 … 3", -4, 7, true}, {"narrow", "either sign, from 1 to 2", 0, 0, false}, {"ones", "positive, from 1 to 2", 0, 0, true}}

// FindData returns the generator of an ID.
func FindData(id string) (Data, bool) {
	for _, d := range Kinds {
		if d.ID == id {
			return d, true
		}
	}
	return Data{}, false
}

// fill writes elements start, start+step and so on: splitmix64's output function of a seed and a counter gives sign,
// trailing significand and exponent.
func (d Data) fill(v []uint64, seed, start, step uint64, f *format.Format) {
	frac, sign, low := uint64(1)<<f.FracBits-1, uint(f.Bits-1), uint64(int64(f.Bias)+int64(d.Low))
	if d.Positive {
		sign = 64
	}
	for k := range v {
		z := (start+uint64(k)*step+1)*0x9E3779B97F4A7C15 + seed*0xD1342543DE82EF95
		z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		z ^= z >> 31
		v[k] = z&frac | (low+z>>52&d.Spread)<<f.FracBits | z>>63<<sign
	}
}

// Row writes row i of A, which is as long as v; the seed of A is twice that of the data plus 1.
func (d Data) Row(v []uint64, seed uint64, i int, f *format.Format) {
	d.fill(v, 2*seed-1, uint64(i)*uint64(len(v)), 1, f)
}

// Column writes column j of B, which has n columns; the order in memory decides which numbers these are.
func (d Data) Column(v []uint64, seed uint64, j, n int, l Layout, f *format.Format) {
	if l == Rows {
		d.fill(v, 2*seed, uint64(j), uint64(n), f)
		return
	}
	d.fill(v, 2*seed, uint64(j)*uint64(len(v)), 1, f)
}

// Errors compares elements with their exact values: sums of products in fixed point, 256 bits in two's complement.
type Errors struct {
	f, out *format.Format
	low    int // the smallest exponent of an operand
	spread uint64
	unit   int // weight of the lowest bit
}

// NewErrors returns the comparison for normal operands of a generator, and results of a format.
func NewErrors(d Data, in, out *format.Format) *Errors {
	return &Errors{in, out, d.Low, d.Spread, 2*d.Low - 2*in.FracBits}
}

// Level returns how far below the sum of the magnitudes of all products, in powers of two, the error of r lies: 10 says that
// it is about 2^-10 of it. exactly says that there is none; ok is false where r is not finite or the bits are too few.
func (e *Errors) Level(a, b []uint64, r uint64) (level int, exactly, ok bool) {
	var sum, all wide.U256
	if 2*e.f.P+2*int(e.spread) <= 64 {
		sum, all = e.narrow(a, b)
	} else {
		sum, all = e.wide(a, b)
	}
	n := e.out.Unpack(wide.From64(r))
	if !n.Class.IsFinite() {
		return 0, false, false
	}
	if n.Class != format.Zero {
		top := wide.Top128(n.Sig) // bit 255 has the weight of the exponent
		shift := 255 - (int(n.Exp) - e.unit)
		if shift < 0 {
			return 0, false, false
		}
		v := top.Shr(uint(shift))
		if v.Shl(uint(shift)) != top {
			return 0, false, false
		}
		if n.Sign {
			sum, _ = sum.Add(v)
		} else {
			sum = sum.Sub(v)
		}
	}
	if sum.A>>63 != 0 {
		sum = wide.U256{}.Sub(sum)
	}
	if sum.IsZero() {
		return 0, true, true
	}
	return sum.LeadingZeros() - all.LeadingZeros(), false, true
}

// narrow adds products that fit 64 bits, in 128.
func (e *Errors) narrow(a, b []uint64) (sum, all wide.U256) {
	frac, sign := uint(e.f.FracBits)&63, uint(e.f.Bits-1)&63
	mask, lead, least := uint64(1)<<frac-1, uint64(1)<<frac, 2*uint64(int64(e.f.Bias)+int64(e.low))
	var plus, minus [2]uint64
	for k, x := range a {
		y := b[k]
		p := (x&mask | lead) * (y&mask | lead) << ((x&^(1<<sign)>>frac + y&^(1<<sign)>>frac - least) & 63)
		to := &plus
		if (x^y)>>sign != 0 {
			to = &minus
		}
		var carry uint64
		to[0], carry = bits.Add64(to[0], p, 0)
		to[1] += carry
	}
	p, m := wide.U256{C: plus[1], D: plus[0]}, wide.U256{C: minus[1], D: minus[0]}
	all, _ = p.Add(m)
	return p.Sub(m), all
}

// wide is narrow for longer products.
func (e *Errors) wide(a, b []uint64) (sum, all wide.U256) {
	frac, sign := uint(e.f.FracBits)&63, uint(e.f.Bits-1)&63
	mask, lead, least := uint64(1)<<frac-1, uint64(1)<<frac, 2*uint64(int64(e.f.Bias)+int64(e.low))
	for k, x := range a {
		y := b[k]
		hi, lo := bits.Mul64(x&mask|lead, y&mask|lead)
		p := wide.U256{C: hi, D: lo}.Shl(uint(x&^(1<<sign)>>frac + y&^(1<<sign)>>frac - least))
		all, _ = all.Add(p)
		if (x^y)>>sign != 0 {
			sum = sum.Sub(p)
		} else {
			sum, _ = sum.Add(p)
		}
	}
	return sum, all
}
