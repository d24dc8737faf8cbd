//go:build !opening

package model

import (
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// SumTree is an order on few elements as a tree. Nodes below N are the elements.
type SumTree struct {
	Name   string
	F      *format.Format
	N      int
	Height int
	Bits   wide.U128
	Nodes  []SumNode
}

// SumNode is an element or an addition of two nodes.
type SumNode struct {
	L, R         int
	Place, Level int // of a leaf from the left; of an addition from the leaves
	Value, Local string
	Tint         Tint
}

// Tree returns the tree of a row; ok is false where there is none to draw.
func (m *Sum) Tree(id string) (t SumTree, ok bool) {
	r := m.Row(id)
	if r == nil || !r.Done || r.form == nil || m.N > SumPicture {
		return t, false
	}
	free := reduce.Free(r.form, m.N)
	// Products that are fused into additions have no number of their own.
	values := reduce.Values(reduce.Bits{F: m.F, A: m.bits(false), B: m.bits(true)}, &free, nil)
	if values[len(values)-1] != r.Bits {
		return t, false
	}
	t = SumTree{Name: r.Name, F: m.F, N: m.N, Bits: r.Bits, Nodes: make([]SumNode, len(values))}
	for k, kids := range free.Nodes {
		i := m.N + k
		l, r := kids[0], kids[1]
		d := SumNode{L: l, R: r, Level: max(t.Nodes[l].Level, t.Nodes[r].Level) + 1, Value: text.FormatG(m.F, values[i], 9), Local: "0 ulp", Tint: TintBeyond}
		t.Height = max(t.Height, d.Level)
		x, xok := exact.FromBits(m.F, values[l])
		y, yok := exact.FromBits(m.F, values[r])
		if xok && yok {
			if e, ok := exact.ErrorFixed(m.F, values[i], x.Add(y)); ok {
				n := DotNode{OK: true, Local: e}
				d.Tint, d.Local = n.Tint(), Ulps(e)+" ulp"
			}
		}
		t.Nodes[i] = d
	}
	place := 0
	stack := []int{len(values) - 1}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if i < m.N {
			t.Nodes[i].Place = place
			place++
			continue
		}
		stack = append(stack, t.Nodes[i].R, t.Nodes[i].L)
	}
	return t, true
}

// Elements returns the data as codes; b is nil for a sum.
func (m *Sum) Elements() (a, b []wide.U128) { return m.bits(false), m.bits(true) }
