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

// Errors compares elements with their exact values: sums of products in fixed point, wide enough for all numbers of a format.
type Errors struct {
	f, out      *format.Format
	special     uint64   // magnitudes from here on are infinities and NaNs
	unit        int      // weight of the lowest bit
	plus, minus []uint64 // what is added and what is subtracted, the lowest word first
	all, off    []uint64
}

// NewErrors returns the comparison for operands and results of two formats, and up to 2^16 products.
func NewErrors(in, out *format.Format) *Errors {
	e := &Errors{f: in, out: out, special: in.Max(false).Lo + 1, unit: 2 * (int(in.Emin) - in.FracBits)}
	n := (2*(int(in.Emax)+1)-e.unit+16)/64 + 3
	for _, words := range [4]*[]uint64{&e.plus, &e.minus, &e.all, &e.off} {
		*words = make([]uint64, n)
	}
	return e
}

// Level returns how far below the sum of the magnitudes of all products, in powers of two, the error of r lies: 10 says that
// it is about 2^-10 of it. exactly says that there is none; ok is false where a number is not finite.
func (e *Errors) Level(a, b []uint64, r uint64) (level int, exactly, ok bool) {
	clear(e.plus)
	clear(e.minus)
	frac, sign := uint(e.f.FracBits)&63, uint(e.f.Bits-1)&63
	mask := uint64(1)<<sign - 1
	for k, x := range a {
		y := b[k]
		to := e.plus
		if (x^y)>>sign != 0 {
			to = e.minus
		}
		if x, y = x&mask, y&mask; x >= e.special || y >= e.special {
			return 0, false, false
		}
		xe, ye := max(x>>frac, 1)-1, max(y>>frac, 1)-1 // a subnormal number has the exponent of the smallest normal one
		x, y = x-xe<<frac, y-ye<<frac
		hi, lo := uint64(0), x*y
		if e.f.P > 32 {
			hi, lo = bits.Mul64(x, y)
		}
		shift := uint(xe + ye)
		if w, s := &to[shift/64], shift%64; hi|lo>>(64-s) == 0 && *w+lo<<s >= *w { // most products of narrow formats
			*w += lo << s
			continue
		}
		add(to, hi, lo, shift)
	}
	c := wide.From64(r)
	n := e.out.Unpack(c)
	if !n.Class.IsFinite() {
		return 0, false, false
	}
	carry, borrow := uint64(0), uint64(0)
	for i, p := range e.plus {
		e.all[i], carry = bits.Add64(p, e.minus[i], carry)
	}
	sig, q := e.out.IntegerSig(c)
	at, m := int(q)-e.unit, sig.Lo
	if drop := uint(max(0, -at)); m>>drop<<drop != m || at >= 64*(len(e.plus)-2) {
		return 0, false, false
	} else if m, at = m>>drop, max(at, 0); n.Sign {
		add(e.plus, 0, m, uint(at))
	} else {
		add(e.minus, 0, m, uint(at))
	}
	for i, p := range e.plus {
		e.off[i], borrow = bits.Sub64(p, e.minus[i], borrow)
	}
	if borrow != 0 {
		carry = 1
		for i, w := range e.off {
			e.off[i], carry = bits.Add64(^w, 0, carry)
		}
	}
	if level = length(e.off); level == 0 {
		return 0, true, true
	}
	return length(e.all) - level, false, true
}

// add adds (hi, lo) * 2^shift to a number.
func add(words []uint64, hi, lo uint64, shift uint) {
	i, s := shift/64, shift%64
	var carry uint64
	words[i], carry = bits.Add64(words[i], lo<<s, 0)
	words[i+1], carry = bits.Add64(words[i+1], hi<<s|lo>>(64-s), carry)
	for hi, i = hi>>(64-s), i+2; hi|carry != 0; hi, i = 0, i+1 {
		words[i], carry = bits.Add64(words[i], hi, carry)
	}
}

// length is the number of bits of a number.
func length(words []uint64) int {
	for i := len(words) - 1; i >= 0; i-- {
		if words[i] != 0 {
			return 64*i + bits.Len64(words[i])
		}
	}
	return 0
}
