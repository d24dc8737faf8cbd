package summation

import (
	"testing"

	"ulplab/fpcore/reduce"
	"ulplab/fpcore/wide"
)

// The small picture of every order: operands, steps and values as package reduce has them; each thread does one addition
// in a step at most, and holds the numbers that it adds to.
func TestStepsOfEveryOrder(t *testing.T) {
	for _, n := range []int32{2, 3, 8, 33, 64} {
		for k := range 2 {
			m := done(t, Input{N: n, Seed: 2, Dot: k == 1, Threads: 32, Blocks: 2, Accums: 2, CPU: 4})
			for i := range m.Rows {
				r := &m.Rows[i]
				tree, ok := m.Steps(r.ID)
				if ok != r.HasTree() {
					t.Errorf("%s of %d: a tree is %v", r.ID, n, ok)
				}
				if !ok {
					continue
				}
				if tree.Height != r.Height || m.out(tree.Bits) != r.Bits {
					t.Errorf("%s of %d: height %d, %x", r.ID, n, tree.Height, tree.Bits.Lo)
				}
				free := reduce.Free(r.Form, m.N)
				var values []wide.U128
				if !r.Fused && r.ID != "numpy.dot" {
					values = reduce.Values(m.Machine(false), &free, nil)
				}
				busy := map[[2]int]bool{}
				for j := m.N; j < len(tree.Nodes); j++ {
					d := tree.Nodes[j]
					if kids := free.Nodes[j-m.N]; kids[0] != d.L || kids[1] != d.R {
						t.Fatalf("%s of %d: node %d has the operands %d and %d, want %v", r.ID, n, j, d.L, d.R, kids)
					}
					if want := max(tree.Nodes[d.L].Level, tree.Nodes[d.R].Level) + 1; d.Level != want {
						t.Errorf("%s of %d: node %d in step %d, want %d", r.ID, n, j, d.Level, want)
					}
					if values != nil {
						if _, c := tree.Tree.Number(d.At); c != values[j] {
							t.Errorf("%s of %d: node %d is %x, want %x", r.ID, n, j, c.Lo, values[j].Lo)
						}
					}
					if tree.Lanes == 0 || r.Kind == Random {
						continue
					}
					at := [2]int{d.Lane, d.Level}
					if busy[at] {
						t.Errorf("%s of %d: %s %d adds twice in step %d", r.ID, n, tree.Lane, d.Lane, d.Level)
					}
					busy[at] = true
				}
			}
		}
	}
}
