package reduce

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Bits carries an order out with the arithmetic of package arith: the sum of A, or where B is set the dot product of A
// and B, data of format F. Fused says that Run rounds a product and its addition once.
type Bits struct {
	Env   round.Env
	F     *format.Format
	A, B  []wide.U128
	Fused bool
}

// Zero implements Machine.
func (m Bits) Zero() wide.U128 { return m.F.Zero(false) }

// Leaf implements Machine.
func (m Bits) Leaf(i int) wide.U128 {
	if m.B == nil {
		return m.A[i]
	}
	return arith.Mul(m.Env, m.F, m.F, m.A[i], m.B[i], nil).Bits
}

// Add implements Machine.
func (m Bits) Add(l, r wide.U128) wide.U128 { return arith.Add(m.Env, m.F, m.F, l, r, nil).Bits }

// Run implements Machine.
func (m Bits) Run(t wide.U128, i, step, n int) wide.U128 {
	for ; n > 0; n-- {
		if m.Fused && m.B != nil {
			t = arith.FMA(m.Env, m.F, m.F, m.A[i], m.B[i], t, nil).Bits
		} else {
			t = m.Add(t, m.Leaf(i))
		}
		i += step
	}
	return t
}

// Double implements Machine.
func (m Bits) Double(t wide.U128, has bool, i, step, n int) wide.U128 {
	s := format.F64.Zero(false)
	for ; n > 0; n-- {
		x := arith.Convert(m.Env, format.F64, m.F, m.Leaf(i), nil).Bits
		s = arith.Add(m.Env, format.F64, format.F64, s, x, nil).Bits
		i += step
	}
	if has {
		s = arith.Add(m.Env, format.F64, format.F64, s, arith.Convert(m.Env, format.F64, m.F, t, nil).Bits, nil).Bits
	}
	return arith.Convert(m.Env, m.F, format.F64, s, nil).Bits
}

// Leaves is the machine that forgets values and keeps who is added to whom: Eval returns the index of the root.
// Index i < N is element i, and index N + k the sum of Pairs[k]. A start at +0 is Absent and vanishes.
type Leaves struct {
	N     int
	Pairs [][2]int
}

// Absent is what Leaves has for a number that is no sum of elements.
const Absent = -1

// Zero implements Machine.
func (m *Leaves) Zero() int { return Absent }

// Leaf implements Machine.
func (m *Leaves) Leaf(i int) int { return i }

// Add implements Machine.
func (m *Leaves) Add(l, r int) int {
	if l == Absent {
		return r
	}
	if r == Absent {
		return l
	}
	m.Pairs = append(m.Pairs, [2]int{l, r})
	return m.N + len(m.Pairs) - 1
}

// Run implements Machine.
func (m *Leaves) Run(t int, i, step, n int) int {
	for ; n > 0; n-- {
		t = m.Add(t, i)
		i += step
	}
	return t
}

// Double implements Machine.
func (m *Leaves) Double(t int, has bool, i, step, n int) int {
	s := m.Run(i, i+step, step, n-1)
	if has {
		s = m.Add(t, s)
	}
	return s
}
