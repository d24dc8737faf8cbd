package reduce

import (
	"math/rand/v2"
	"testing"
)

// more lists forms with orders inside orders, and those that shapes has.
func more(n int) map[string]*Form {
	list := shapes(n)
	back := &Form{Rule: Back}
	list["static"] = &Form{Rule: Static, K: 4, Inner: fold(), Outer: pairs()}
	list["shuffled"] = &Form{Rule: Shuffled, U: 9, Inner: pairs()}
	list["arrival"] = lanes(13, fold(), &Form{Rule: Shuffled, U: 2, Inner: fold()})
	list["permuted"] = &Form{Rule: Permuted, Perm: Shuffle(1, n), Inner: lanes(3, back, fold())}
	list["shuffled units"] = &Form{Rule: Deal, K: 3, U: 4, Inner: &Form{Rule: Shuffled, U: 5, Inner: lanes(2, fold(), fold())}, Outer: back}
	list["lead in deal"] = &Form{Rule: Deal, K: 3, U: 2, Inner: &Form{Rule: Lead, K: 3, Inner: lanes(2, fold(), fold()), Outer: pairs()}, Outer: back}
	list["back of lead"] = &Form{Rule: Lead, K: 5, Inner: back, Outer: &Form{Rule: Tail, K: 2, Inner: pairs()}}
	list["split of results"] = chunks(3, back, &Form{Rule: Split, K: 3, U: 1, Inner: fold()})
	list["halves of empty"] = lanes(40, fold(), chunks(4, fold(), halves(0)))
	list["registers of results"] = lanes(70, fold(), &Form{Rule: Cascade})
	return list
}

// TestTree: seen node by node, an order is the tree that the machine of leaves builds.
func TestTree(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 200, 257, 300, 515, 1000, 2049, 4100} {
		if testing.Short() && n > 300 {
			continue
		}
		for name, f := range more(n) {
			m := Leaves{N: n}
			root := Eval(&m, f, n)
			tree := NewTree(f, n)
			sum := make([]Summary, n, n+len(m.Pairs))
			for i := range sum {
				sum[i] = Summary{1, 0, int32(i), int32(i)}
			}
			for _, p := range m.Pairs {
				l, r := sum[p[0]], sum[p[1]]
				sum = append(sum, Summary{l.Leaves + r.Leaves, max(l.Height, r.Height) + 1, min(l.Min, r.Min), max(l.Max, r.Max)})
			}
			seen := map[TreeNode]int{}
			type pair struct {
				node TreeNode
				at   int
			}
			stack := []pair{{tree.Root(), int(root)}}
			for len(stack) > 0 {
				p := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				if at, twice := seen[p.node]; twice {
					t.Fatalf("%s of %d: nodes %d and %d are one", name, n, at, p.at)
				}
				seen[p.node] = p.at
				if len(seen) < 600 || p.at%17 == 0 {
					if got := tree.Summary(p.node); got != sum[p.at] {
						t.Fatalf("%s of %d: node %d is %+v, want %+v", name, n, p.at, got, sum[p.at])
					}
				}
				l, r, ok := tree.Kids(p.node)
				i, leaf := p.node.Leaf()
				if ok == leaf || ok != (p.at >= n) || leaf && i != p.at {
					t.Fatalf("%s of %d: node %d is leaf %d %v", name, n, p.at, i, leaf)
				}
				if ok {
					stack = append(stack, pair{l, m.Pairs[p.at-n][0]}, pair{r, m.Pairs[p.at-n][1]})
				}
			}
			if len(seen) != 2*n-1 {
				t.Fatalf("%s of %d: %d nodes", name, n, len(seen))
			}
		}
	}
}

// TestTreePath: paths lead where steps one by one do.
func TestTreePath(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for name, f := range more(500) {
		tree := NewTree(f, 500)
		for range 20 {
			n, path := tree.Root(), ""
			for {
				l, right, ok := tree.Kids(n)
				if !ok {
					break
				}
				if r.IntN(5) == 0 {
					n, path = right, path+"r"
				} else {
					n, path = l, path+"l"
				}
			}
			if got, ok := tree.At(path); !ok || got != n {
				t.Errorf("%s: %s leads elsewhere", name, path)
			}
			if _, ok := tree.At(path + "l"); ok {
				t.Errorf("%s: %sl leads beyond a leaf", name, path)
			}
		}
	}
	tree := NewTree(fold(), 1<<20)
	n, ok := tree.At("l1000000r")
	if i, leaf := n.Leaf(); !ok || !leaf || i != 1<<20-1000000-1 {
		t.Errorf("leaf %d %v", i, leaf)
	}
	for _, bad := range []string{"x", "1", "l9999999999999999999999", "l1048577", "rr", "l-1", "L"} {
		if _, ok := tree.At(bad); ok {
			t.Errorf("%q is taken for a path", bad)
		}
	}
	if _, ok := tree.At(""); !ok {
		t.Error("the root has no path")
	}
}

// BenchmarkTree looks at a million leaves: what the first picture of a tree needs.
func BenchmarkTree(b *testing.B) {
	const n = 1 << 20
	list := more(n)
	for _, name := range []string{"fold", "pairs", "torch.sum", "numpy.sum", "numpy.dot", "cupy.sum", "strided_halving", "split"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				tree := NewTree(list[name], n)
				level := []TreeNode{tree.Root()}
				for range 10 {
					var next []TreeNode
					for _, k := range level {
						tree.Summary(k)
						if l, r, ok := tree.Kids(k); ok {
							next = append(next, l, r)
						}
					}
					level = next
				}
			}
		})
	}
}
