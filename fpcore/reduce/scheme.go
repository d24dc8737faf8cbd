package reduce

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/superacc"
	"ulplab/fpcore/wide"
)

// Number is a Machine with what compensated sums need besides.
type Number[T any] interface {
	Machine[T]
	Sub(l, r T) T
	Larger(l, r T) bool          // |l| >= |r|; false if one is NaN
	TwoProduct(i int) (p, low T) // Leaf(i) and the rounding error of the product, fma(a, b, -p): 0 for a sum
}

// Scheme is a way to sum up that carries more than one number along. It is written down for any format and any
// direction, but what is said of its error holds for roundTiesToEven.
type Scheme struct {
	ID, Title, What string
}

// Schemes lists what Accumulate can do, one loop over the elements each.
var Schemes = []Scheme{
	{"naive", "naive", "s = s + x"},
	{"kahan", "Kahan", "y = x - c; t = s + y; c = (t - s) - y; s = t"},
	{"neumaier", "Neumaier", "as Kahan’s, but the smaller of s and x gives what was lost, and the losses are added at the end"},
	{"klein", "Klein, second order", "Neumaier’s sum whose losses are summed up in the same way"},
	{"twofold", "two-fold", "s is kept as an unevaluated sum of two numbers, renormalised in every step"},
	{"dot2", "Sum2 and Dot2", "TwoSum for every addition, TwoProduct for every product; what they lose is added up and put back at the end"},
}

// twoSum returns l + r and its rounding error, exact to nearest (Knuth).
func twoSum[T any](m Number[T], l, r T) (s, low T) {
	s = m.Add(l, r)
	v := m.Sub(s, l)
	return s, m.Add(m.Sub(l, m.Sub(s, v)), m.Sub(r, v))
}

// fastTwoSum is twoSum by a comparison (Dekker).
func fastTwoSum[T any](m Number[T], l, r T) (s, low T) {
	s = m.Add(l, r)
	if m.Larger(l, r) {
		return s, m.Add(m.Sub(l, s), r)
	}
	return s, m.Add(m.Sub(r, s), l)
}

// Accumulate sums up n elements with a scheme; ok is false if there is none of that ID.
func Accumulate[T any](m Number[T], id string, n int) (sum T, ok bool) {
	s, c, cc := m.Zero(), m.Zero(), m.Zero()
	switch id {
	case "naive":
		return m.Run(s, 0, 1, n), true
	case "kahan":
		for i := range n {
			y := m.Sub(m.Leaf(i), c)
			t := m.Add(s, y)
			c = m.Sub(m.Sub(t, s), y)
			s = t
		}
		return s, true
	case "neumaier":
		for i := range n {
			var low T
			s, low = fastTwoSum(m, s, m.Leaf(i))
			c = m.Add(c, low)
		}
		return m.Add(s, c), true
	case "klein":
		for i := range n {
			var low, lower T
			s, low = fastTwoSum(m, s, m.Leaf(i))
			c, lower = fastTwoSum(m, c, low)
			cc = m.Add(cc, lower)
		}
		return m.Add(s, m.Add(c, cc)), true
	case "twofold":
		for i := range n {
			t, low := twoSum(m, s, m.Leaf(i))
			low = m.Add(c, low)
			s = m.Add(t, low)
			c = m.Sub(low, m.Sub(s, t))
		}
		return s, true
	case "dot2":
		for i := range n {
			p, r := m.TwoProduct(i)
			var low T
			s, low = twoSum(m, s, p)
			c = m.Add(c, m.Add(low, r))
		}
		return m.Add(s, c), true
	}
	return s, false
}

// Sub implements Number.
func (m Bits) Sub(l, r wide.U128) wide.U128 {
	_, sum := m.formats()
	return arith.Sub(m.Env, sum, sum, l, r, nil).Bits
}

// Larger implements Number.
func (m Bits) Larger(l, r wide.U128) bool {
	_, f := m.formats()
	x, y := f.Unpack(l), f.Unpack(r)
	if x.Class.IsNaN() || y.Class.IsNaN() {
		return false
	}
	sign := wide.U128{}
	if !f.Unsigned {
		sign = sign.SetBit(uint(f.Bits-1), 1)
	}
	return !l.And(sign.Not()).Less(r.And(sign.Not()))
}

// TwoProduct implements Number.
func (m Bits) TwoProduct(i int) (p, low wide.U128) {
	_, sum := m.formats()
	p = m.Leaf(i)
	if m.B == nil {
		return p, sum.Zero(false)
	}
	return p, arith.FMA(m.Env, sum, sum, m.to(sum, m.F, m.A[i]), m.to(sum, m.F, m.B[i]), arith.Negate(sum, p), nil).Bits
}

// Binned is a sum that does not depend on the order of its terms nor on how they were parted: bins of Width bits stand
// at fixed places, and a term is cut into slices, one for each of Fold bins beginning with the highest that any term
// reaches; what is below is rounded away term by term (the idea of Ahrens, Demmel and Nguyen 2020). Slices are added
// as integers.
type Binned struct {
	f           *format.Format
	Width, Fold int
	top         int // the number of the highest bin; bin k has the unit 2^(Width*k)
	any         bool
	bins        [][2]int64 // from the highest: units, and 2^40 units each
	pending     int
	rest        *superacc.Accumulator // zeros and what is not finite
}

// NewBinned returns an empty sum for data of f with three bins, of 13 bits for binary32 and 40 for binary64 as those
// authors chose, P/2 + 1 bits for others, at most 40.
func NewBinned(f *format.Format) *Binned {
	width := min(f.P/2+1, 40)
	if f == format.F64 {
		width = 40
	}
	return &Binned{f: f, Width: width, Fold: 3, bins: make([][2]int64, 3), rest: superacc.New(round.Env{}, f, false)}
}

// Unit returns the exponent of the lowest bin's unit: every term is rounded to a multiple of it, so the error is at most
// half of it for each. ok is false while there is no term but zeros.
func (b *Binned) Unit() (exp int, ok bool) { return (b.top - b.Fold + 1) * b.Width, b.any }

// raise makes bin k the highest.
func (b *Binned) raise(k int) {
	if !b.any {
		b.top, b.any = k, true
		return
	}
	if k <= b.top {
		return
	}
	shift := min(k-b.top, b.Fold)
	copy(b.bins[shift:], b.bins[:b.Fold-shift])
	clear(b.bins[:shift])
	b.top = k
}

// carry moves what a bin has of 2^40 units to its second word. Nothing goes to another bin: what falls out below must
// leave no trace.
func (b *Binned) carry() {
	for k := range b.bins {
		b.bins[k][1] += b.bins[k][0] >> 40
		b.bins[k][0] &= 1<<40 - 1
	}
	b.pending = 0
}

// Add adds a term.
func (b *Binned) Add(c wide.U128) {
	n := b.f.Unpack(c)
	if !n.Class.IsFinite() || n.Class == format.Zero {
		b.rest.Add(c)
		return
	}
	b.rest.Counted()
	// k is the highest bin in which the term rounds to a multiple of the bin's unit that is not zero.
	reach := int(n.Exp) + 2
	k := (reach+b.Width*4096-1)/b.Width - 4096
	b.raise(k)
	rest, shift := n.Sig, int(n.Exp)-127 // |rest| * 2^shift
	neg := n.Sign
	for j := range b.bins {
		q, r, up := nearest(rest, (b.top-j)*b.Width-shift)
		if neg {
			b.bins[j][0] -= q
		} else {
			b.bins[j][0] += q
		}
		if rest = r; up {
			neg = !neg
		}
	}
	if b.pending++; b.pending >= 1<<20 {
		b.carry()
	}
}

// nearest divides x by 2^n, n > 0, to the nearest integer, halves away from zero, and returns the magnitude of what is left and
// whether that is negative.
func nearest(x wide.U128, n int) (q int64, rest wide.U128, up bool) {
	if n > 128 {
		return 0, x, false
	}
	q = int64(x.Shr(uint(n)).Lo)
	rest = x.Sub(x.Shr(uint(n)).Shl(uint(n)))
	if rest.Bit(uint(n-1)) != 0 {
		if n == 128 {
			rest = wide.U128{}.Sub(rest)
		} else {
			rest = wide.U128{}.SetBit(uint(n), 1).Sub(rest)
		}
		return q + 1, rest, true
	}
	return q, rest, false
}

// Merge adds what c holds, a sum of data of the same format.
func (b *Binned) Merge(c *Binned) {
	b.rest.Merge(c.rest)
	if !c.any {
		return
	}
	b.raise(c.top)
	b.carry()
	c.carry()
	for j, v := range c.bins {
		if k := b.top - c.top + j; k < b.Fold {
			b.bins[k][0] += v[0]
			b.bins[k][1] += v[1]
		}
	}
	b.pending = 1
}

// Round delivers the sum of all slices, rounded once under env.
func (b *Binned) Round(env round.Env, dst *format.Format) round.Result {
	t := b.rest.Copy(env)
	for j, v := range b.bins {
		for k, units := range v {
			neg, m := units < 0, uint64(units)
			if neg {
				m = -m
			}
			t.AddScaled(neg, m, (b.top-j)*b.Width+40*k)
		}
	}
	return t.Round(env, dst)
}
