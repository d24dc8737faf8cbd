package summation

import (
	"math"
	"math/big"
	"math/rand"
	"slices"
	"strconv"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/wide"
)

func treeOf(t *testing.T, m *Sums, id string, mode int, old *Tree) *Tree {
	t.Helper()
	b, ok := m.Tree(id, mode, old)
	if !ok {
		return nil
	}
	for i := 0; !b.Step(); i++ {
		if i > 10_000 {
			t.Fatal("no end")
		}
	}
	return b
}

// valueAt is a value by package reduce, node by node.
func valuesOf(m *Sums, r *Row, t *reduce.Tree) func(reduce.TreeNode) wide.U128 {
	return reduce.NewNodeValues[wide.U128](t, m.Machine(r.Fused)).At
}

// Every order's tree is that of package reduce: paths, leaves, heights and values at random nodes, errors by rational
// numbers.
func TestTreeIsThatOfReduce(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	var old *Tree
	nodes := 0
	sizes, least := []int32{2, 3, 7, 8, 33, 130, 1000}, 2000
	if testing.Short() {
		sizes, least = sizes[:5], 600
	}
	for _, n := range sizes {
		for k := range 12 {
			words := [...]string{"", "sd=rtz", "i=bf16,p=bf16,s=f32,r=bf16", "z=1,m=fma", "i=f16", "i=e4m3,p=f32,s=f32", "z=1,m=mad", "p=f64,s=f64,r=f32"}[max(k-3, 0)%8]
			arith, ok := ReadArith(words)
			if !ok || words != "" && n != 3 && n != 33 {
				continue
			}
			m := done(t, Input{N: n, Seed: 5, Dot: k&1 != 0, Double: k&2 != 0 && k < 4, Threads: 32, Blocks: 4, Accums: 1, CPU: 4, Arith: arith})
			for i := range m.Rows {
				r := &m.Rows[i]
				b := treeOf(t, m, r.ID, Local, old)
				if b == nil {
					if r.Form != nil && !r.NotMeasured {
						t.Errorf("%s of %d has no tree", r.ID, n)
					}
					continue
				}
				old = b
				if !b.Done || b.Failed {
					t.Errorf("%s of %d, kind %d failed", r.ID, n, k)
					continue
				}
				tree := reduce.NewTree(r.Form, m.N)
				value := valuesOf(m, r, tree)
				seen := make([]bool, m.N)
				for rank := range b.N {
					seen[b.Element(int32(rank))] = true
				}
				for e, ok := range seen {
					if !ok {
						t.Fatalf("%s of %d: no leaf is element %d", r.ID, n, e)
					}
				}
				for range 12 {
					start := rnd.Intn(m.N)
					at := b.Holding(start, 1+rnd.Intn(m.N-start))
					path := b.Path(at)
					if got, ok := b.At(path); !ok || got.Place != at.Place || at.Place < 0 && got.Rank != at.Rank {
						t.Fatalf("%s of %d: %q leads to %v, not to %v", r.ID, n, path, got, at)
					}
					if up, ok := b.Parent(at); ok {
						if first, second, _ := b.Kids(up); first != at && second != at && (at.Place >= 0 || first.Rank != at.Rank && second.Rank != at.Rank) {
							t.Fatalf("%s of %d: %v is no operand of %v", r.ID, n, at, up)
						}
					}
					if path == "." || path[0] == 'n' {
						continue
					}
					node, ok := tree.At(path)
					if !ok {
						t.Fatalf("%s of %d: the tree has no %q", r.ID, n, path)
					}
					nodes++
					s := tree.Summary(node)
					d := b.Detail(at)
					for !b.Exactly(d) {
					}
					if int(s.Leaves) != d.Count || int(s.Height) != d.Height || int(s.Min) != d.SmallestIndex || int(s.Max) != d.LargestIndex {
						t.Errorf("%s of %d, %s: %+v, the tree says %+v", r.ID, n, path, d, s)
					}
					if want := value(node); (d.Sum || b.begun == nil) && d.F == m.S && want != d.Bits && r.ID != "numpy.dot" {
						t.Errorf("%s of %d, %s: %x, reduce says %x", r.ID, n, path, d.Bits.Lo, want.Lo)
					}
					sum := new(big.Rat)
					for rank := d.Start; rank < d.Start+d.Count; rank++ {
						sum.Add(sum, ratTerm(m, b.Element(int32(rank))))
					}
					want := uint64(0)
					if m.S.Bits == 64 {
						f, _ := sum.Float64()
						want = math.Float64bits(f)
					} else {
						f, _ := sum.Float32()
						want = uint64(math.Float32bits(f))
					}
					if m.S.Bits >= 32 && d.Exact.Lo != want {
						t.Errorf("%s of %d, %s: exact sum %x, want %x", r.ID, n, path, d.Exact.Lo, want)
					}
				}
			}
		}
	}
	if nodes < least {
		t.Errorf("%d nodes compared", nodes)
	}
}

func ratTerm(m *Sums, i int) *big.Rat {
	x, y := new(big.Rat), big.NewRat(1, 1)
	x.SetFloat64(m.element(false, i))
	if m.In.Dot {
		y.SetFloat64(m.element(true, i))
	}
	return x.Mul(x, y)
}

// What the colours say is what rational numbers say: the local error and the error so far of every addition.
func TestTreeShades(t *testing.T) {
	for k := range 4 {
		if testing.Short() && k > 0 {
			break
		}
		m := done(t, Input{N: 700, Seed: 9, Dot: k&1 != 0, Double: k&2 != 0, Threads: 64, Blocks: 2, Accums: 1, CPU: 4})
		for _, id := range []string{"serial", "halving", "gridstride", "fma", "torch.mv"} {
			b := treeOf(t, m, id, Local, nil)
			if b == nil {
				continue
			}
			for p := range int32(b.N - 1) {
				d := b.Detail(Node{p, 0})
				for !b.Exactly(d) {
				}
				so := math.Abs(parsed(t, d.Error))
				if got, want := float64(b.shade[SoFar][b.place[p].id]), 24*math.Log2(1+2*so); math.Abs(got-math.Min(want, 255)) > 4 {
					t.Fatalf("%s, %s: the colour of %s ulp so far is %v, want about %v", id, d.Path, d.Error, got, want)
				}
				local := math.Abs(math.Ldexp(float64(d.Local), -exact.FixedBits))
				if got := float64(b.shade[Local][b.place[p].id]); local <= 0.5 && math.Abs(got-480*local) > 4 {
					t.Fatalf("%s, %s: the colour of %v ulp is %v", id, d.Path, local, got)
				}
			}
		}
	}
}

// parsed reads an error as exact.ErrorUlps writes it.
func parsed(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// A tree that is not needed any more ends without a trace; other inputs use its room.
func TestTreeEndsEarly(t *testing.T) {
	m := New(started(Input{N: 1 << 18, Seed: 1}), nil)
	for m.RowsDone < 4 {
		m.Step(1, true)
	}
	b, ok := m.Tree("serial", Local, nil)
	if !ok || b.Step() {
		t.Fatal("not in steps")
	}
	c := treeOf(t, m, "pairwise", Local, b)
	if !c.Done || c.Failed {
		t.Fatal("the second tree is not there")
	}
	c.Recolour(SoFar)
	for !c.Step() {
	}
	if !c.Done {
		t.Fatal("not recoloured")
	}
	// Colours that are given up before they are done leave nothing behind.
	for n := range 3 {
		c.Recolour(Local)
		for range n {
			if c.Step() {
				t.Fatal("not in steps")
			}
		}
		if !c.Laid || c.Done {
			t.Fatal("the tree went away, or the colours were there at once")
		}
		c.Recolour(SoFar)
		for !c.Step() {
		}
		fresh := treeOf(t, m, "pairwise", SoFar, nil)
		if c.Mode() != SoFar || !slices.Equal(c.before, fresh.before) || !slices.Equal(c.first, fresh.first) || !slices.Equal(c.total, fresh.total) {
			t.Fatalf("after %d steps of other colours the tree is another", n)
		}
	}
}

func BenchmarkTree(b *testing.B) {
	m := New(started(Input{N: Most, Seed: 1}), nil)
	for m.RowsDone < 5 {
		m.Step(1, true)
	}
	for _, id := range []string{"serial", "pairwise"} {
		b.Run(id, func(b *testing.B) {
			var old *Tree
			for b.Loop() {
				old, _ = m.Tree(id, Local, old)
				for !old.Step() {
				}
			}
		})
	}
}
