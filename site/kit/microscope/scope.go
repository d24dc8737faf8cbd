package microscope

import (
	"slices"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// ScopeKind says what a row of the microscope is.
type ScopeKind uint8

const (
	ScopeOperand   ScopeKind = iota // an operand or an intermediate number
	ScopeExact                      // the number that went to the rounding point: kept bits, guard, round, sticky
	ScopeRandom                     // the random bits added before truncation
	ScopeDelivered                  // the significand of the result
)

// ScopeRow is a binary number on the common axis of weights: the cell of weight w holds the digit of 2^w.
type ScopeRow struct {
	_        [0]func() // not comparable
	Kind     ScopeKind
	Label    string // "a", "exact a + b"
	Note     string // the value in short, "" for none
	Sign     bool
	Unsigned bool // no sign is shown
	Zero     bool // the number is zero: no cells
	Sum      bool // a rule above, as in a written sum
	Factor   bool // an operand of a product, quotient or root
	Product  bool // the exact product of a fused operation
	Hidden   bool // of a frame: the row comes later, and keeps its place
	High     int  // weight of the first cell
	Low      int  // weight of the last cell
	More     bool // non-zero digits follow below Low

	Sig wide.U256
	Top int // weight of bit 255 of sig
}

// PlaceOf is the number of places that the column of weight w is below 2^16384, the top of every format.
func PlaceOf(w int) int { return 1<<14 - w }

// Bit returns the digit of weight w.
func (r *ScopeRow) Bit(w int) uint8 {
	if d := r.Top - w; d >= 0 && d < 256 {
		return uint8(r.Sig.Bit(uint(255 - d)))
	}
	return 0
}

// Has reports whether the row has a cell of weight w.
func (r *ScopeRow) Has(w int) bool { return !r.Zero && r.Low <= w && w <= r.High }

// Scope is what the microscope shows: rows over one axis of weights and the place where the rounding cut.
type Scope struct {
	Rows         []ScopeRow
	Rounded      bool // there is a cut
	Cut          int  // weight of the last kept bit
	Decision     round.Decision
	Outcome      string // what was delivered where it has no significand: "inf", "nan", "0"
	OutcomeLabel string
	Lost         bool // another way of computing lost the bits of weight below LostCut: they are marked in the product
	LostCut      int
	// Window: the rows of operands were cut below weight Floor before they were added; Reach is the largest exponent.
	Window       bool
	Reach, Floor int
	WindowLabel  string
	// Live makes every column one that can be pointed at: data-bit is Place of its weight. Lit is the place that is pointed at
	// plus one, 0 for none.
	Live bool
	Lit  int
	// Of a frame: Staged keeps the place of what comes later; Uncut: the cut is not made yet; Loose: every row begins with its
	// leading digit, and there is no axis; Open: the sticky bit is not known yet.
	Staged, Uncut, Loose, Open bool
	shared                     []seed // of pictures over one axis
}

// Together puts pictures over one axis: all of them show the same weights.
func Together(scopes []*Scope) {
	var all []seed
	for _, s := range scopes {
		for _, x := range s.seeds() {
			if !slices.Contains(all, x) {
				all = append(all, x)
			}
		}
	}
	for _, s := range scopes {
		s.shared = all
	}
}

// rowOf makes a row of a recorded number.
func rowOf(kind ScopeKind, label, note string, t trace.Row) ScopeRow {
	r := ScopeRow{Kind: kind, Label: label, Note: note, Sign: t.Sign, More: t.More, Sig: t.Sig, Top: int(t.Exp)}
	if t.Sig.IsZero() {
		r.Zero = true
		return r
	}
	r.High = int(t.Exp)
	r.Low = r.High - max(1, int(t.Bits)) + 1
	return r
}

// delivered makes the row of a finite non-zero result in f, down to the quantum of the rounding.
func delivered(f *format.Format, c wide.U128, d round.Decision, label, note string) (ScopeRow, bool) {
	n := f.Unpack(c)
	if !n.Class.IsFinite() || n.Class == format.Zero {
		return ScopeRow{}, false
	}
	_, q := f.IntegerSig(c)
	r := ScopeRow{Kind: ScopeDelivered, Label: label, Note: note, Sign: n.Sign, Sig: wide.Top128(n.Sig), Top: int(n.Exp), High: int(n.Exp), Low: int(q)}
	if d.Rounded && !d.Overflow && !d.Flushed {
		r.Low = max(r.Low, int(d.Quantum))
	}
	r.Low = min(r.Low, r.High)
	return r, true
}

// random makes the row of the k random bits added below the cut.
func random(env round.Env, cut int, label string) ScopeRow {
	k := min(int(env.RandomBits), 64)
	v := env.Random
	if k < 64 {
		v &= 1<<k - 1
	}
	return ScopeRow{Kind: ScopeRandom, Label: label, Unsigned: true, High: cut - 1, Low: cut - k, Top: cut - 1,
		Sig: wide.U256{A: v << (64 - k)}}
}

// cut stretches the exact row to the cut: the places between its bits and the last kept one hold zeros.
func (s *Scope) cut(d round.Decision) {
	if !d.Rounded {
		return
	}
	s.Rounded, s.Cut, s.Decision = true, int(d.Quantum), d
	for i := range s.Rows {
		if r := &s.Rows[i]; r.Kind == ScopeExact && !r.Zero {
			r.High, r.Low = max(r.High, s.Cut), min(r.Low, s.Cut)
		}
	}
}

// Exact returns the row that was rounded, nil if there is none.
func (s *Scope) Exact() *ScopeRow {
	for i := range s.Rows {
		if s.Rows[i].Kind == ScopeExact {
			return &s.Rows[i]
		}
	}
	return nil
}

// Changed reports whether the result's digit of weight w differs from what was kept.
func (s *Scope) Changed(r *ScopeRow, w int) bool {
	if !s.Rounded || r.Kind != ScopeDelivered || s.Decision.Overflow || w < s.Cut {
		return false
	}
	return r.Bit(w) != uint8(s.Decision.Kept.Bit(uint(min(w-s.Cut, 127))))
}

// Column is a column of the picture: one weight, or a mark for Hidden weights that are left out, of which Weight is
// the highest.
type Column struct {
	Weight int
	Hidden int
}

// gapCells is the width of a gap mark in cells.
const gapCells = 2

// seeds are the weights to be seen: both ends of every row and the surroundings of the cuts.
func (s *Scope) seeds() (seeds []seed) {
	see := func(w, reach int) { seeds = append(seeds, seed{w, reach}) }
	for i := range s.Rows {
		if r := &s.Rows[i]; !r.Zero {
			see(r.High, 1)
			see(r.Low, 1)
		}
	}
	if s.Window {
		see(s.Reach, 1)
		see(s.Floor, 2)
	}
	if len(seeds) == 0 {
		return nil
	}
	high, low := ends(seeds)
	if s.Lost {
		for w := min(s.LostCut, high); w >= max(s.LostCut-1, low); w-- {
			see(w, 1)
		}
	}
	if s.Rounded {
		see(s.Cut, 2)
		for w := s.Cut - 1; w >= max(s.Cut-3, low); w-- {
			see(w, 2)
		}
	}
	return seeds
}

func ends(seeds []seed) (high, low int) {
	high, low = seeds[0].weight, seeds[0].weight
	for _, s := range seeds {
		high, low = max(high, s.weight), min(low, s.weight)
	}
	return high, low
}

// Columns chooses at most budget cells (a few more if the rows have many ends) so that both ends of every row and
// the surroundings of the cut are seen; what lies between is left out behind a gap mark. budget 0 shows all.
func (s *Scope) Columns(budget int) []Column {
	seeds := s.shared
	if seeds == nil {
		seeds = s.seeds()
	}
	if len(seeds) == 0 {
		return nil
	}
	high, low := ends(seeds)
	best := spread(seeds, 0, high, low)
	for r := 1; ; r++ {
		next := spread(seeds, r, high, low)
		if budget > 0 && width(next) > budget {
			return best
		}
		best = next
		if len(best) == high-low+1 {
			return best
		}
	}
}

// seed is a weight to be seen and how fast its surroundings grow.
type seed struct{ weight, reach int }

// spread shows every weight within r times its reach of a seed, and weights that a gap mark would only replace.
func spread(seeds []seed, r, high, low int) []Column {
	type span struct{ high, low int }
	spans := make([]span, len(seeds))
	for i, s := range seeds {
		spans[i] = span{min(high, s.weight+r*s.reach), max(low, s.weight-r*s.reach)}
	}
	for i := range spans { // highest first
		for k := i; k > 0 && spans[k].high > spans[k-1].high; k-- {
			spans[k], spans[k-1] = spans[k-1], spans[k]
		}
	}
	var cols []Column
	next := high
	for _, sp := range spans {
		if sp.low > next {
			continue
		}
		if hidden := next - sp.high; hidden > gapCells {
			cols = append(cols, Column{Weight: next, Hidden: hidden})
			next = sp.high
		}
		for ; next >= sp.low; next-- {
			cols = append(cols, Column{Weight: next})
		}
	}
	return cols
}

// width counts cells, gap marks included.
func width(cols []Column) int {
	n := 0
	for _, c := range cols {
		if c.Hidden > 0 {
			n += gapCells
		} else {
			n++
		}
	}
	return n
}

// Run says what a row holds in a gap: 0 or 1 if every hidden digit is that one, 2 for mixed digits, 3 for no cells.
func (r *ScopeRow) Run(c Column) int {
	first, seen := uint8(0), false
	for w := c.Weight; w > c.Weight-c.Hidden; w-- {
		if !r.Has(w) {
			continue
		}
		switch b := r.Bit(w); {
		case !seen:
			first, seen = b, true
		case b != first:
			return 2
		}
		if r.Top-w > 256 { // only zeros follow
			break
		}
	}
	if !seen {
		return 3
	}
	return int(first)
}
