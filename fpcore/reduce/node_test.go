package reduce

import (
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// TestNodeValues: node by node the values that the whole tree has, added one by one, in any order of asking.
func TestNodeValues(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 6))
	for _, n := range []int{1, 2, 5, 32, 64, 96, 300, 1023, 2560, 5000} {
		a := make([]wide.U128, n)
		for i := range a {
			a[i] = wide.From64(uint64(r.Uint32()%0x10000000 + 0x38000000 | r.Uint32()&0x80000000))
		}
		m := Bits{F: format.F32, A: a}
		for name, f := range more(n) {
			free := Free(f, n)
			want := Values[wide.U128](m, &free, nil)
			tree := NewTree(f, n)
			values := NewNodeValues[wide.U128](tree, m)
			type pair struct {
				node TreeNode
				at   int
			}
			stack := []pair{{tree.Root(), len(want) - 1}}
			var list []pair
			for len(stack) > 0 {
				p := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				list = append(list, p)
				if l, right, ok := tree.Kids(p.node); ok {
					kids := free.Nodes[p.at-n]
					stack = append(stack, pair{l, kids[0]}, pair{right, kids[1]})
				}
			}
			all := Eval[wide.U128](m, f, n)
			r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			for k, p := range list {
				if k > 400 && p.at != len(want)-1 {
					continue
				}
				got := values.At(p.node)
				if f.Rule == Registers && n%32 != 0 && p.at == len(want)-1 || f.Rule != Registers && all != want[len(want)-1] {
					continue // Machine.Double; a sum that went through binary64 on its way
				}
				if got != want[p.at] {
					t.Fatalf("%s of %d: node %d is %08x, want %08x", name, n, p.at, got.Lo, want[p.at].Lo)
				}
			}
			if got := values.At(tree.Root()); got != all {
				t.Errorf("%s of %d: the root is %08x, the sum %08x", name, n, got.Lo, all.Lo)
			}
		}
	}
}
