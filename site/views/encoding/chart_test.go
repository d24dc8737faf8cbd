package encoding

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/numberline"
)

// TestChart: every code of a narrow format has one cell, which opens it; a binade of a wide one opens its first number. The
// window stays on the map whatever is done, holds the place that is opened, and its link opens it again.
func TestChart(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, f := range format.All {
		s := State{Format: f.ID, Chart: Chart{On: true}}
		cols, rows := grid(f)
		if f.Bits <= gridBits {
			seen := map[wide.U128]bool{}
			for row := range rows {
				for col := range cols {
					s = MapOpen{X: col, Y: row}.Apply(s)
					seen[s.Bits] = true
					if x, y := s.place(); x != col || y != row {
						t.Fatalf("%s: %x opens at %d, %d, not %d, %d", f.ID, s.Bits, x, y, col, row)
					}
				}
			}
			if len(seen) != 1<<f.Bits {
				t.Errorf("%s: %d cells of %d codes", f.ID, len(seen), 1<<f.Bits)
			}
		}
		for range 400 {
			switch col, row := r.IntN(cols), r.IntN(rows); r.IntN(4) {
			case 0:
				s = MapOpen{X: col, Y: row}.Apply(s)
				if x, y, w, h := s.window(); col < x || col >= x+w || row < y || row >= y+h {
					t.Fatalf("%s: %d, %d is not in the window %d %d %d %d", f.ID, col, row, x, y, w, h)
				}
			case 1:
				s = MapZoom{In: r.IntN(3) > 0, X: col, Y: row}.Apply(s)
			case 2:
				s = MapMove{X: r.IntN(9) - 4, Y: r.IntN(9) - 4}.Apply(s)
			case 3:
				s = MapZoom{All: r.IntN(9) == 0, X: -7, Y: 1 << 20}.Apply(s)
			}
			x, y, w, h := s.window()
			if x < 0 || y < 0 || x+w > cols || y+h > rows || w < 1 || h < 1 || x != int(s.Chart.X) || y != int(s.Chart.Y) {
				t.Fatalf("%s: window %d %d %d %d of %d x %d, %+v", f.ID, x, y, w, h, cols, rows, s.Chart)
			}
			if c, ok := readChart(s.Chart.written()); !ok || c.Zoom != s.Chart.Zoom || c.Zoom > 0 && c != s.Chart {
				t.Fatalf("%s is read as %+v, not %+v", s.Chart.written(), c, s.Chart)
			}
			if p := drawMap(s, 346); p.H < mapFoot {
				t.Fatalf("%s: nothing is drawn", f.ID)
			}
		}
	}
}

// TestPlace: the places of the line between powers of two are equally far apart, keep sign and exponent, and the span of a
// bit is from the number with a 0 there to that with a 1.
func TestPlace(t *testing.T) {
	for _, f := range format.All {
		n := min(f.P-1, placeBits)
		if n == 0 {
			continue
		}
		s := State{Format: f.ID, Bits: exact.New(!f.Unsigned, wide.NatFrom64(1), 0).Round(round.Env{}, f).Bits}
		one, _ := exact.FromBits(f, s.Bits)
		for i := range 1 << n {
			s = Place{I: uint8(i)}.Apply(s)
			v, _ := exact.FromBits(f, s.Bits)
			want := exact.New(one.Neg, wide.NatFrom64(uint64(1<<n+i)), int64(-n))
			if f.ClassOf(s.Bits).IsFinite() && v.Cmp(want) != 0 {
				t.Errorf("%s: place %d is %s, want %s", f.ID, i, v.Decimal(), want.Decimal())
			}
		}
		for i := range f.P - 1 {
			g := spanOf(f, s.Bits, i)
			want, _ := new(big.Rat).Mul(new(big.Rat).SetFrac64(1, 1<<min(f.P-1-i, 40)), big.NewRat(numberline.Unit, 1)).Float64()
			if got := g.To - g.From; float64(got) < want-2 || float64(got) > want+2 {
				t.Errorf("%s: bit %d spans %d, want %v", f.ID, i, got, want)
			}
		}
	}
}
