package reduction

import (
	"strconv"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/graph"
)

// Tree is an order on few elements as a tree, with what stands on its nodes.
type Tree struct {
	summation.Steps
	Name  string
	Nodes []SumNode
}

// SumNode is an element or an addition of two nodes.
type SumNode struct {
	summation.Step
	Path string
	Words
	Local, SoFar string // of an addition: its own error and that of the partial sum, in ulp
	Tint         graph.Tint
}

// treeOf returns the tree of a row; ok is false where there is none to draw.
func treeOf(m *Model, id string) (t Tree, ok bool) {
	s, ok := m.Steps(id)
	if !ok {
		return t, false
	}
	t = Tree{Steps: s, Name: Name(s.Row), Nodes: make([]SumNode, len(s.Nodes))}
	for i, step := range s.Nodes {
		n := SumNode{Step: step, Path: s.Tree.Path(step.At), Words: wordsOf(s.Tree, step.At)}
		if i >= s.N {
			n.Local, n.SoFar, n.Tint = fixed(step.Local, step.Measured)+" ulp", soFar(step.SoFar), graph.TintBeyond
			if step.Measured {
				n.Tint = graph.Node{OK: true, Local: step.Local}.Tint()
			}
		}
		t.Nodes[i] = n
	}
	return t, true
}

// LaneLabel names a thread of the tree.
func (t *Tree) LaneLabel(k int) string {
	if t.Lane == "loop" {
		return "one loop"
	}
	return strconv.Itoa(k)
}

// treeStep is the step shown of a tree: what the reader chose, or all of them.
func treeStep(l Look, t *Tree) int {
	if l.Step <= 0 || int(l.Step) > t.Height+1 {
		return t.Height
	}
	return int(l.Step) - 1
}
