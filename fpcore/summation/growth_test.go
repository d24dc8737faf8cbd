package summation

import (
	"math"
	"math/big"
	"testing"

	"ulplab/fpcore/reduce"
)

// The errors by step are those of every node of the tree, by rational numbers.
func TestTime(t *testing.T) {
	for k := range 4 {
		m := done(t, Input{N: 300, Seed: 3, Dot: k&1 != 0, Double: k&2 != 0, Threads: 32, Blocks: 3})
		ids := 0
		for i := range m.Rows {
			r := &m.Rows[i]
			if !r.HasTree() || r.Fused || r.ID == "numpy.dot" {
				continue
			}
			x, ok := m.Growth(r.ID)
			if !ok {
				t.Fatal(r.ID)
			}
			for !x.Step() {
			}
			l := x.Lines[len(x.Lines)-1]
			for _, line := range x.Lines {
				if line.Row.ID == r.ID {
					l = line
				}
			}
			if l.Row.ID != r.ID || l.Steps != r.Height || math.Abs(l.Last-r.Ulps) > 1e-4*math.Max(1, math.Abs(r.Ulps)) {
				t.Errorf("%s: %d steps and %v ulp at the end, the table has %d and %v", r.ID, l.Steps, l.Last, r.Height, r.Ulps)
			}
			tree := reduce.Free(r.Form, m.N)
			values := reduce.Values(m.Machine(false), &tree, nil)
			exact, steps := make([]*big.Rat, len(values)), make([]int, len(values))
			worst, sums := map[int]float64{}, map[int]int{}
			unit := new(big.Float).SetMantExp(big.NewFloat(1), x.Unit)
			for n := range values {
				if n < m.N {
					exact[n] = ratTerm(m, n)
					continue
				}
				kids := tree.Nodes[n-m.N]
				exact[n] = new(big.Rat).Add(exact[kids[0]], exact[kids[1]])
				steps[n] = max(steps[kids[0]], steps[kids[1]]) + 1
				e := new(big.Rat).Sub(new(big.Rat).SetFloat64(m.number(values[n])), exact[n])
				f, _ := new(big.Float).Quo(new(big.Float).SetRat(e.Abs(e)), unit).Float64()
				place := growthPlace(steps[n])
				worst[place] = math.Max(worst[place], f)
				sums[place]++
			}
			for _, p := range l.Points {
				place := growthPlace(p.From)
				if place != growthPlace(p.To) || sums[place] != p.Sums || math.Abs(worst[place]-p.Worst) > 1e-9*math.Max(worst[place], 1e-3) {
					t.Errorf("%s, steps %d to %d: %d sums, worst %v; %d and %v", r.ID, p.From, p.To, p.Sums, p.Worst, sums[place], worst[place])
				}
				delete(sums, place)
			}
			if len(sums) > 0 {
				t.Errorf("%s: no points for %v", r.ID, sums)
			}
			ids++
		}
		if ids < 9 {
			t.Errorf("%d orders", ids)
		}
	}
}

func TestTimePlaces(t *testing.T) {
	last := -1
	for h := range 1 << 20 {
		p := growthPlace(h)
		if p != last && p != last+1 {
			t.Fatalf("step %d has place %d after %d", h, p, last)
		}
		last = p
	}
	if last > 400 {
		t.Errorf("%d places", last)
	}
}
