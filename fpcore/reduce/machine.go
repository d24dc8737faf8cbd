package reduce

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Bits carries an order out with the arithmetic of package arith: the sum of A, or where B is set the dot product of A
// and B, data of format F. Fused says that Run rounds a product and its addition once.
//
// Products are rounded to Product and sums to Sum, each F if nil; data and products are converted to Sum before they are
// added, rounded where it is narrower. ForProduct, if set, takes the place of Env for products. MulAdd, if set, takes the
// place of the fused multiply-add: t + a*b of compute capability 1.x, say.
type Bits struct {
	Env          round.Env
	F            *format.Format
	A, B         []wide.U128
	Fused        bool
	Product, Sum *format.Format
	ForProduct   *round.Env
	MulAdd       func(a, b, t wide.U128) wide.U128
}

// formats returns the formats of products and of sums.
func (m *Bits) formats() (product, sum *format.Format) {
	product, sum = m.Product, m.Sum
	if product == nil {
		product = m.F
	}
	if sum == nil {
		sum = m.F
	}
	return product, sum
}

// Zero implements Machine.
func (m Bits) Zero() wide.U128 {
	_, sum := m.formats()
	return sum.Zero(false)
}

// to converts from one format to another.
func (m *Bits) to(dst, src *format.Format, c wide.U128) wide.U128 {
	if dst == src {
		return c
	}
	return arith.Convert(m.Env, dst, src, c, nil).Bits
}

// Leaf implements Machine.
func (m Bits) Leaf(i int) wide.U128 {
	product, sum := m.formats()
	if m.B == nil {
		return m.to(sum, m.F, m.A[i])
	}
	env := m.Env
	if m.ForProduct != nil {
		env = *m.ForProduct
	}
	return m.to(sum, product, arith.Mul(env, product, m.F, m.A[i], m.B[i], nil).Bits)
}

// Add implements Machine.
func (m Bits) Add(l, r wide.U128) wide.U128 {
	_, sum := m.formats()
	return arith.Add(m.Env, sum, sum, l, r, nil).Bits
}

// Run implements Machine.
func (m Bits) Run(t wide.U128, i, step, n int) wide.U128 {
	_, sum := m.formats()
	for ; n > 0; n-- {
		switch {
		case !m.Fused || m.B == nil:
			t = m.Add(t, m.Leaf(i))
		case m.MulAdd != nil:
			t = m.MulAdd(m.A[i], m.B[i], t)
		default:
			t = arith.FMA(m.Env, sum, sum, m.to(sum, m.F, m.A[i]), m.to(sum, m.F, m.B[i]), t, nil).Bits
		}
		i += step
	}
	return t
}

// Double implements Machine.
func (m Bits) Double(t wide.U128, has bool, i, step, n int) wide.U128 {
	_, sum := m.formats()
	s := format.F64.Zero(false)
	for ; n > 0; n-- {
		x := arith.Convert(m.Env, format.F64, sum, m.Leaf(i), nil).Bits
		s = arith.Add(m.Env, format.F64, format.F64, s, x, nil).Bits
		i += step
	}
	if has {
		s = arith.Add(m.Env, format.F64, format.F64, s, arith.Convert(m.Env, format.F64, sum, t, nil).Bits, nil).Bits
	}
	return arith.Convert(m.Env, sum, format.F64, s, nil).Bits
}

// Leaves is the machine that forgets values and keeps who is added to whom: Eval returns the index of the root.
// Index i < N is element i, and index N + k the sum of Pairs[k]. A start at +0 is Absent and vanishes. Its numbers are int32, as those
// of other machines that make no sums are: Eval is in the program once for each type.
type Leaves struct {
	N     int
	Pairs [][2]int
}

// Absent is what Leaves has for a number that is no sum of elements.
const Absent = -1

// Zero implements Machine.
func (m *Leaves) Zero() int32 { return Absent }

// Leaf implements Machine.
func (m *Leaves) Leaf(i int) int32 { return int32(i) }

// Add implements Machine.
func (m *Leaves) Add(l, r int32) int32 {
	if l == Absent {
		return r
	}
	if r == Absent {
		return l
	}
	m.Pairs = append(m.Pairs, [2]int{int(l), int(r)})
	return int32(m.N + len(m.Pairs) - 1)
}

// Run implements Machine.
func (m *Leaves) Run(t int32, i, step, n int) int32 {
	for ; n > 0; n-- {
		t = m.Add(t, int32(i))
		i += step
	}
	return t
}

// Double implements Machine.
func (m *Leaves) Double(t int32, has bool, i, step, n int) int32 {
	s := m.Run(int32(i), i+step, step, n-1)
	if has {
		s = m.Add(t, s)
	}
	return s
}
