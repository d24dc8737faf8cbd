//go:build !opening

package model

import (
	"math"
	"math/big"
	"math/rand"
	"testing"

	"ulplab/fpcore/reduce"
	"ulplab/fpcore/wide"
	"ulplab/site/state"
)

func sumBigOf(t *testing.T, m *Sum, id string, mode int, old *SumBig) *SumBig {
	t.Helper()
	b, ok := m.Big(id, mode, old)
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
func valuesOf(m *Sum, r *SumRow, t *reduce.Tree) func(reduce.TreeNode) wide.U128 {
	return reduce.NewNodeValues[wide.U128](t, m.Machine(r.fused)).At
}

// Every order's tree is that of package reduce: paths, leaves, heights and values at random nodes, errors by rational
// numbers.
func TestSumBigIsTheTree(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	var old *SumBig
	nodes := 0
	for _, n := range []int32{2, 3, 7, 8, 33, 130, 1000} {
		for k := range 12 {
			words := [...]string{"", "sd=rtz", "i=bf16,p=bf16,s=f32,r=bf16", "z=1,m=fma", "i=f16", "i=e4m3,p=f32,s=f32", "z=1,m=mad", "p=f64,s=f64,r=f32"}[max(k-3, 0)%8]
			arith, ok := state.ReadSumArith(words)
			if !ok || words != "" && n != 3 && n != 33 {
				continue
			}
			m := sumDone(t, SumInput{N: n, Seed: 5, Dot: k&1 != 0, Double: k&2 != 0 && k < 4, Threads: 32, Blocks: 4, Accums: 1, CPU: 4, Arith: arith})
			for i := range m.Rows {
				r := &m.Rows[i]
				b := sumBigOf(t, m, r.ID, SumLocal, old)
				if b == nil {
					if r.form != nil && !r.Unclaimed {
						t.Errorf("%s of %d has no tree", r.ID, n)
					}
					continue
				}
				old = b
				if !b.Done || b.Failed {
					t.Errorf("%s of %d, kind %d failed", r.ID, n, k)
					continue
				}
				tree := reduce.NewTree(r.form, m.N)
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
	if nodes < 2000 {
		t.Errorf("%d nodes compared", nodes)
	}
}

func ratTerm(m *Sum, i int) *big.Rat {
	x, y := new(big.Rat), big.NewRat(1, 1)
	x.SetFloat64(m.element(false, i))
	if m.In.Dot {
		y.SetFloat64(m.element(true, i))
	}
	return x.Mul(x, y)
}

// What the colours say is what rational numbers say: the local error and the error so far of every addition.
func TestSumBigShades(t *testing.T) {
	for k := range 4 {
		m := sumDone(t, SumInput{N: 700, Seed: 9, Dot: k&1 != 0, Double: k&2 != 0, Threads: 64, Blocks: 2, Accums: 1, CPU: 4})
		for _, id := range []string{"serial", "halving", "gridstride", "fma", "torch.mv"} {
			b := sumBigOf(t, m, id, SumLocal, nil)
			if b == nil {
				continue
			}
			for p := range int32(b.N - 1) {
				d := b.Detail(SumAt{p, 0})
				for !b.Exactly(d) {
				}
				so := math.Abs(sumParse(t, d.Error))
				if got, want := float64(b.shade[SumSoFar][b.place[p].id]), 24*math.Log2(1+2*so); math.Abs(got-math.Min(want, 255)) > 4 {
					t.Fatalf("%s, %s: the colour of %s ulp so far is %v, want about %v", id, d.Path, d.Error, got, want)
				}
				local := math.Abs(sumParse(t, d.Local))
				if got := float64(b.shade[SumLocal][b.place[p].id]); local <= 0.5 && math.Abs(got-480*local) > 4 {
					t.Fatalf("%s, %s: the colour of %s ulp is %v", id, d.Path, d.Local, got)
				}
			}
		}
	}
}

func sumParse(t *testing.T, s string) float64 {
	t.Helper()
	neg := 1.0
	for _, r := range s {
		if r == '−' || r == '-' {
			neg = -1
		}
	}
	x := 0.0
	for i, r := range s {
		if r >= '0' && r <= '9' {
			f, ok := new(big.Float).SetString(s[i:])
			if !ok {
				t.Fatalf("%q is no number", s)
			}
			x, _ = f.Float64()
			break
		}
	}
	return neg * x
}

// What lies at a point is what is drawn there: each box's middle hits its node. X and Rank undo each other.
func TestSumLens(t *testing.T) {
	m := sumDone(t, SumInput{N: 1000, Seed: 1})
	b := sumBigOf(t, m, "blocked", SumLocal, nil)
	for _, w := range [][2]float64{{0, 1000}, {500, 20}, {999, 1}, {0, 3}, {300.25, 200.5}} {
		l := NewSumLens(b.N, w[0], w[1], 900, 400, nil)
		for r := 0.0; r < 1000; r += 0.7 {
			if x := l.X(r); math.Abs(l.Rank(x)-r) > 1e-3*math.Max(1, math.Abs(r-w[0])) {
				t.Errorf("window %v: rank %v lies at %v, where %v is", w, r, x, l.Rank(x))
			}
		}
		for k := 1; k < len(l.Width); k++ {
			if l.Width[k] <= l.Width[k-1] {
				t.Fatalf("window %v: row %d", w, k)
			}
		}
		for p := range int32(b.N - 1) {
			s, c, _ := b.Place(p)
			x0, x1 := l.X(float64(s)), l.X(float64(s+c))
			up, ok := b.Parent(SumAt{p, 0})
			bottom := l.H
			if ok {
				us, uc, _ := b.Place(up.Place)
				bottom = l.Row(l.X(float64(us+uc)) - l.X(float64(us)))
			}
			y := l.Row(x1 - x0)
			if x1-x0 < 2 || bottom <= y {
				continue
			}
			if at := b.Hit(&l, (x0+x1)/2, float64(bottom)-0.5); at.Place != p {
				t.Errorf("window %v: %v is drawn where %v is hit", w, p, at)
			}
		}
	}
}

// A tree that is not needed any more ends without a trace; other inputs use its room.
func TestSumBigEndsEarly(t *testing.T) {
	m := NewSum(sumInput(SumInput{N: 1 << 18, Seed: 1}))
	for m.RowsDone < 4 {
		m.Step(1, true)
	}
	b, ok := m.Big("serial", SumLocal, nil)
	if !ok || b.Step() {
		t.Fatal("not in steps")
	}
	c := sumBigOf(t, m, "pairwise", SumLocal, b)
	if !c.Done || c.Failed {
		t.Fatal("the second tree is not there")
	}
	c.Recolour(SumSoFar)
	for !c.Step() {
	}
	if !c.Done {
		t.Fatal("not recoloured")
	}
}

func BenchmarkSumBig(b *testing.B) {
	m := NewSum(sumInput(SumInput{N: state.SumMost, Seed: 1}))
	for m.RowsDone < 5 {
		m.Step(1, true)
	}
	for _, id := range []string{"serial", "pairwise"} {
		b.Run(id, func(b *testing.B) {
			var old *SumBig
			for b.Loop() {
				old, _ = m.Big(id, SumLocal, old)
				for !old.Step() {
				}
			}
		})
	}
}
