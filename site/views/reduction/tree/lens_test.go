package tree

import (
	"math"
	"testing"

	"ulplab/fpcore/summation"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/views/reduction/sumtest"
)

// What lies at a point is what is drawn there: each box's middle hits its node. X and Rank undo each other.
func TestSumLens(t *testing.T) {
	m := sumtest.Done(t, sum.Input{Input: summation.Input{N: 1000, Seed: 1}})
	b, ok := m.Tree("blocked", summation.Local, nil)
	if !ok {
		t.Fatal("no tree")
	}
	for !b.Step() {
	}
	for _, w := range [][2]float64{{0, 1000}, {500, 20}, {999, 1}, {0, 3}, {300.25, 200.5}} {
		l := newLens(b.N, w[0], w[1], 900, 400, nil)
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
			up, ok := b.Parent(summation.Node{Place: p})
			bottom := l.H
			if ok {
				us, uc, _ := b.Place(up.Place)
				bottom = l.Row(l.X(float64(us+uc)) - l.X(float64(us)))
			}
			y := l.Row(x1 - x0)
			if x1-x0 < 2 || bottom <= y {
				continue
			}
			if at := l.Hit(b, (x0+x1)/2, float64(bottom)-0.5); at.Place != p {
				t.Errorf("window %v: %v is drawn where %v is hit", w, p, at)
			}
		}
	}
}
