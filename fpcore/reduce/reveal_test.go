package reduce

import (
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// catalogue lists every order, preset and pattern for n elements, and what other tests have.
func catalogue(n int) map[string]*Form {
	list := more(n)
	for _, k := range []Knobs{{32, 1, 1, 5}, {32, 2, 4, 6}, {64, 1, 3, 7}, {4, 3, 2, 8}} {
		for _, o := range Orders {
			if f, ok := o.At(k); ok {
				list[o.ID+string(rune('0'+k.Seed))] = f
			}
		}
	}
	return list
}

// TestReveal: masking finds the tree of every order, from outside.
func TestReveal(t *testing.T) {
	sizes := []int{1, 2, 3, 17, 64}
	for _, n := range sizes {
		for name, f := range catalogue(n) {
			box, ok := BoxOf(format.F32, n, func(v []wide.U128) wide.U128 {
				return Eval[wide.U128](Bits{F: format.F32, A: v}, f, n)
			})
			if !ok {
				t.Fatalf("%d elements of binary32 are too many", n)
			}
			got, probes, ok := Reveal(n, box)
			want := Free(f, n)
			if g, w := got.Canonical(), want.Canonical(); !ok || g.Text(nil) != w.Text(nil) {
				t.Fatalf("%s of %d: %v %s, want %s", name, n, ok, g.Text(nil), w.Text(nil))
			}
			if probes > n*n/2 || name == "fold" && probes != n-1 {
				t.Errorf("%s of %d: %d probes", name, n, probes)
			}
		}
	}
}

// wideTree draws a tree of sums of up to five.
func wideTree(r *rand.Rand, n int) FreeTree {
	t := FreeTree{N: n}
	open := make([]int, n)
	for i := range open {
		open[i] = i
	}
	r.Shuffle(n, func(i, j int) { open[i], open[j] = open[j], open[i] })
	for len(open) > 1 {
		k := min(2+r.IntN(4), len(open))
		r.Shuffle(len(open), func(i, j int) { open[i], open[j] = open[j], open[i] })
		t.Nodes = append(t.Nodes, append([]int{}, open[:k]...))
		open = append(open[k:], n+len(t.Nodes)-1)
	}
	return t
}

// TestRevealWide: sums of more than two, exact until they are rounded, and such that lose everything beside an M.
func TestRevealWide(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 4))
	exactly := func(list []wide.U128) wide.U128 {
		return exact.RoundSum(round.Env{}, format.F32, format.F32, list).Bits
	}
	losing := func(list []wide.U128) wide.U128 {
		var big []wide.U128
		for _, c := range list {
			if format.F32.Unpack(c).Exp > 60 {
				big = append(big, c)
			}
		}
		if big != nil {
			return exactly(big)
		}
		return exactly(list)
	}
	for k := range 200 {
		n := 1 + r.IntN(40)
		want := wideTree(r, n)
		for kind, fused := range []func([]wide.U128) wide.U128{exactly, losing} {
			box, _ := BoxOf(format.F32, n, func(v []wide.U128) wide.U128 {
				values := Values[wide.U128](Bits{F: format.F32, A: v}, &want, fused)
				return values[len(values)-1]
			})
			got, _, ok := Reveal(n, box)
			if g, w := got.Canonical(), want.Canonical(); !ok || g.Text(nil) != w.Text(nil) {
				t.Fatalf("tree %d of kind %d: %v %s, want %s", k, kind, ok, g.Text(nil), w.Text(nil))
			}
		}
	}
}

// TestRevealNoTree: what is no tree is not taken for one, and nothing hangs.
func TestRevealNoTree(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 5))
	found := 0
	for range 50 {
		if _, _, ok := Reveal(12, func([]Mark) int { return r.IntN(12) - 1 }); ok {
			found++
		}
	}
	if found > 5 {
		t.Errorf("%d trees in noise", found)
	}
	for _, n := range []int{0, -1} {
		if _, _, ok := Reveal(n, func([]Mark) int { return 0 }); ok {
			t.Errorf("a tree of %d elements", n)
		}
	}
	for _, c := range []struct {
		f  *format.Format
		n  int
		ok bool
	}{{format.F32, 1 << 20, true}, {format.F32, 1 << 24, false}, {format.F16, 2, true}, {format.F16, 64, false}, {format.BF16, 64, true}, {format.E2M1, 2, false}} {
		if _, ok := BoxOf(c.f, c.n, nil); ok != c.ok {
			t.Errorf("a box of %d of %s: %v", c.n, c.f.ID, ok)
		}
	}
}

// TestCatalogueOrders: IDs are unique, knobs bounded, and every order adds every element once.
func TestCatalogueOrders(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range Orders {
		if seen[o.ID] || o.Title == "" || o.What == "" {
			t.Errorf("%q stands twice or has no words", o.ID)
		}
		seen[o.ID] = true
		if got, ok := FindOrder(o.ID); !ok || got.ID != o.ID {
			t.Errorf("%s is not found", o.ID)
		}
		for _, bad := range []Knobs{{0, 0, 0, 0}, {1 << 20, 1, 1, 0}, {1, -1, 1, 0}, {1024, 1 << 16, 16, 0}} {
			if _, ok := o.At(bad); ok && o.Uses&(UsesThreads|UsesBlocks|UsesAccums) != 0 && bad.Threads != 1024 {
				if o.Uses&UsesThreads != 0 && bad.Threads != 1 || o.Uses&UsesBlocks != 0 && bad.Blocks < 1 {
					t.Errorf("%s takes %+v", o.ID, bad)
				}
			}
		}
		f, ok := o.At(Knobs{64, 3, 4, 1})
		if !ok {
			t.Fatalf("%s has no form", o.ID)
		}
		for _, n := range []int{1, 5, 64, 1000, 3001} {
			m := Leaves{N: n}
			Eval(&m, f, n)
			if len(m.Pairs) != n-1 {
				t.Errorf("%s of %d: %d additions", o.ID, n, len(m.Pairs))
			}
		}
	}
	if _, ok := FindOrder("none"); ok {
		t.Error("an order that is not there is found")
	}
}

func TestShuffle(t *testing.T) {
	counts := map[[4]int32]int{}
	for seed := range uint64(24000) {
		counts[[4]int32(Shuffle(seed, 4))]++
	}
	for p, n := range counts {
		if n < 840 || n > 1160 { // 1000 +- 5 standard deviations
			t.Errorf("%v comes up %d times of 24000", p, n)
		}
	}
	if len(counts) != 24 {
		t.Errorf("%d permutations of 4", len(counts))
	}
}

func TestMagnitudes(t *testing.T) {
	v := []wide.U128{wide.From64(0xc0000000), wide.From64(0x3f800000), wide.From64(0x40000000), wide.From64(0)}
	for falling, want := range map[bool][]int32{false: {3, 1, 0, 2}, true: {0, 2, 1, 3}} {
		f := Magnitudes(format.F32, len(v), func(i int) wide.U128 { return v[i] }, falling)
		for i, p := range f.Perm {
			if p != want[i] {
				t.Errorf("falling %v: %v, want %v", falling, f.Perm, want)
			}
		}
	}
}
