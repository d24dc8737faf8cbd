package microscope

import (
	"math/rand"
	"testing"

	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// TestColumns: whatever the rows, columns run downwards without holes, both ends of every row and the cut are seen,
// and the budget is kept unless the ends alone need more.
func TestColumns(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for n := 0; n < 3000; n++ {
		var s Scope
		rows := 1 + r.Intn(4)
		for range rows {
			high := r.Intn(400) - 200
			s.Rows = append(s.Rows, ScopeRow{High: high, Low: high - r.Intn(60), Zero: r.Intn(10) == 0})
		}
		s.Rounded, s.Cut = r.Intn(3) > 0, r.Intn(300)-150
		if s.Rounded {
			s.Rows[0].Kind, s.Rows[0].Zero = ScopeExact, false
			s.cut(round.Decision{Rounded: true, Quantum: int32(s.Cut)})
		}
		budget := []int{0, 20, 30, 60}[r.Intn(4)]
		cols := s.Columns(budget)
		high, low, any := 0, 0, false
		for _, row := range s.Rows {
			if row.Zero {
				continue
			}
			if !any {
				high, low, any = row.High, row.Low, true
			}
			high, low = max(high, row.High), min(low, row.Low)
		}
		if !any {
			if len(cols) != 0 {
				t.Fatalf("columns %v for nothing", cols)
			}
			continue
		}
		next := high
		seen := map[int]bool{}
		for _, c := range cols {
			if c.Weight != next {
				t.Fatalf("%+v: column %d follows %d", s, c.Weight, next+1)
			}
			if c.Hidden > 0 {
				next -= c.Hidden
			} else {
				seen[c.Weight] = true
				next--
			}
		}
		if next != low-1 {
			t.Fatalf("%+v: the columns end at %d, not %d", s, next+1, low)
		}
		for _, row := range s.Rows {
			if !row.Zero && (!seen[row.High] || !seen[row.Low]) {
				t.Fatalf("%+v: an end of %+v is hidden in %v", s, row, cols)
			}
		}
		if s.Rounded && !seen[s.Cut] {
			t.Fatalf("%+v: the cut is hidden", s)
		}
		if budget == 0 && len(cols) != high-low+1 {
			t.Fatalf("%+v: %d columns of %d", s, len(cols), high-low+1)
		}
		if need := 4 * (2*rows + 5); budget > 0 && width(cols) > max(budget, need) {
			t.Fatalf("%+v: %d cells for a budget of %d", s, width(cols), budget)
		}
	}
}

// TestRun: a gap mark says truly what it hides.
func TestRun(t *testing.T) {
	row := ScopeRow{High: 10, Low: 0, Top: 10, Sig: wide.U256{A: 0b11110001000 << 53}}
	for _, c := range []struct {
		col  Column
		want int
	}{{Column{Weight: 10, Hidden: 4}, 1}, {Column{Weight: 6, Hidden: 3}, 0}, {Column{Weight: 10, Hidden: 5}, 2}, {Column{Weight: 20, Hidden: 5}, 3}, {Column{Weight: 2, Hidden: 3}, 0}} {
		if got := row.Run(c.col); got != c.want {
			t.Errorf("weights %d to %d: %d, want %d", c.col.Weight, c.col.Weight-c.col.Hidden+1, got, c.want)
		}
	}
}
