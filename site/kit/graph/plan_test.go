package graph

import (
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/wide"
)

// Circles lie inside the picture and apart from each other, in every order and size, for every number of elements.
func TestGraphsHaveRoom(t *testing.T) {
	for n := 2; n <= 64; n++ {
		for _, shape := range reduce.Shapes {
			tree := shape.Build(n)
			g := Graph{F: format.F32, ID: shape.ID, Terms: n, Steps: tree.Depth(), Nodes: make([]Node, len(tree))}
			for i, node := range tree {
				g.Nodes[i] = Node{Node: node, At: i, Bits: wide.From64(0x3f800000)}
			}
			for _, size := range []GraphSize{GraphSmall, GraphLarge} {
				p := planOf(g, size)
				if p.miniature {
					continue
				}
				for i, a := range p.at {
					if a.R < 6 || a.X-a.R < 0 || a.X+a.R > p.w || a.Y-a.R < 20 || a.Y+a.R > p.h-30 {
						t.Fatalf("%s of %d, size %d: node %d at %v leaves the picture of %d by %d", g.ID, n, size, i, a, p.w, p.h)
					}
					for k, b := range p.at[:i] {
						if dx, dy := a.X-b.X, a.Y-b.Y; dx*dx+dy*dy < (a.R+b.R)*(a.R+b.R) {
							t.Fatalf("%s of %d, size %d: nodes %d and %d overlap: %v %v", g.ID, n, size, k, i, b, a)
						}
					}
					if time := g.Nodes[i].Time; g.Nodes[i].L >= 0 && !p.wrapped && p.at[g.Nodes[i].L].Y >= a.Y {
						t.Fatalf("%s of %d, size %d: node %d at step %d is not below its operand", g.ID, n, size, i, time)
					}
				}
			}
		}
	}
}
