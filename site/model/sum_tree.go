//go:build !opening

package model

import (
	"strconv"

	"ulplab/fpcore/summation"
	"ulplab/site/state"
)

// SumTree is an order on few elements as a tree, with what stands on its nodes.
type SumTree struct {
	summation.Steps
	Name  string
	Nodes []SumNode
}

// SumNode is an element or an addition of two nodes.
type SumNode struct {
	summation.Step
	Path string
	SumWords
	Local, SoFar string // of an addition: its own error and that of the partial sum, in ulp
	Tint         Tint
}

// SumTreeOf returns the tree of a row; ok is false where there is none to draw.
func SumTreeOf(m *Sum, id string) (t SumTree, ok bool) {
	s, ok := m.Steps(id)
	if !ok {
		return t, false
	}
	t = SumTree{Steps: s, Name: SumName(s.Row), Nodes: make([]SumNode, len(s.Nodes))}
	for i, step := range s.Nodes {
		n := SumNode{Step: step, Path: s.Tree.Path(step.At), SumWords: SumWordsOf(s.Tree, step.At)}
		if i >= s.N {
			n.Local, n.SoFar, n.Tint = sumFixed(step.Local, step.Measured)+" ulp", SumSoFar(step.SoFar), TintBeyond
			if step.Measured {
				n.Tint = DotNode{OK: true, Local: step.Local}.Tint()
			}
		}
		t.Nodes[i] = n
	}
	return t, true
}

// LaneLabel names a thread of the tree.
func (t *SumTree) LaneLabel(k int) string {
	if t.Lane == "loop" {
		return "one loop"
	}
	return strconv.Itoa(k)
}

// SumTreeStep is the step shown of a tree: what the reader chose, or all of them.
func SumTreeStep(l state.SumLook, t *SumTree) int {
	if l.Step <= 0 || int(l.Step) > t.Height+1 {
		return t.Height
	}
	return int(l.Step) - 1
}
