package microscope

import (
	"strings"
	"unicode/utf8"

	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// ScopeSize says how much room a microscope has. Budget is the number of cells, 0 for the widest picture; Label is the
// width of the column of labels, 0 to write them above their rows.
type ScopeSize struct{ Width, Label, Budget int }

// The sizes: the width of the page, half of it, a phone, and every bit (wider than the page, up to a bound).
var (
	ScopeWide   = ScopeSize{1088, 128, 60}
	ScopeHalf   = ScopeSize{518, 84, 30}
	ScopeNarrow = ScopeSize{346, 0, 20}
	ScopeFull   = ScopeSize{0, 128, 320}
)

// Measures in CSS pixels.
const (
	scopeTop   = 44 // words about the cut and the axis of weights
	scopeRow   = 26 // height of a cell
	scopeSpace = 9  // between rows
	scopeLabel = 17 // a label above a row
	scopeUnder = 36 // guard, round and sticky under the exact row
	scopeBand  = 30 // the bracket of the window, above everything else
)

// cell styles of the microscope.
const (
	plainZero = iota
	plainOne
	guardZero
	guardOne
	stickyZero
	stickyOne
	changedZero
	changedOne
	addedZero
	addedOne
	cutZero
	cutOne
	styles
)

var cellStyles = [styles]struct{ fill, stroke, opacity, ink, weight string }{
	plainZero:   {"none", "var(--t)", "0.35", "var(--ink-2)", "400"},
	plainOne:    {"var(--t-tint)", "var(--t)", "1", "var(--t-ink)", "600"},
	guardZero:   {"none", "var(--g)", "1", "var(--g-ink)", "400"},
	guardOne:    {"var(--g-tint)", "var(--g)", "1", "var(--g-ink)", "700"},
	stickyZero:  {"none", "var(--g)", "0.45", "var(--ink-2)", "400"},
	stickyOne:   {"var(--g-tint)", "var(--g)", "0.7", "var(--g-ink)", "600"},
	changedZero: {"var(--g-tint)", "var(--g)", "1", "var(--g-ink)", "700"},
	changedOne:  {"var(--g-tint)", "var(--g)", "1", "var(--g-ink)", "700"},
	addedZero:   {"none", "var(--tick)", "0.6", "var(--ink-2)", "400"},
	addedOne:    {"none", "var(--tick)", "1", "var(--ink)", "600"},
	cutZero:     {"none", "var(--g)", "0.6", "var(--ink-2)", "400"},
	cutOne:      {"var(--g-tint)", "var(--g)", "1", "var(--g-ink)", "600"},
}

// scopePen draws one microscope.
type scopePen struct {
	svg.Pen
	s     *Scope
	cols  []Column
	x     []int // left edge of each column
	cell  int
	right int // right edge of the last column
	after int // room behind it for digits that go on
	size  ScopeSize
	top   int // where the rows begin
}

// Draw draws rows of bits over one axis of weights, the cut after the last kept bit, and guard, round and sticky.
func Draw(s *Scope, size ScopeSize, title string) svg.Picture {
	p := scopePen{s: s, cols: s.Columns(size.Budget), size: size}
	p.place()
	switch p.top = scopeTop; {
	case len(p.cols) == 0:
		p.top = 6
	case s.Window || s.Staged:
		p.top += scopeBand
	}
	y, top := p.top, p.top
	bottom := y
	for i := range s.Rows {
		r := &s.Rows[i]
		if r.Hidden {
			y += scopeRow + scopeSpace
			if size.Label == 0 {
				y += scopeLabel
			}
			if r.Kind == ScopeExact && s.Rounded {
				y += scopeUnder
			}
			bottom = y
			continue
		}
		if r.Sum {
			p.Line(p.left(), y-scopeSpace/2-1, p.right, y-scopeSpace/2-1, "var(--ink)", "1")
		}
		y = p.label(y, r.Label, r.Note)
		p.row(y, r)
		bottom = y + scopeRow
		y = bottom + scopeSpace
		if r.Product && s.Lost && r.Low < s.LostCut && !r.Zero {
			p.lost(bottom, r)
			y += scopeSpace * 2
		}
		if r.Kind == ScopeExact && s.Rounded && !r.Zero {
			if s.Uncut || p.under(bottom, r) || s.Staged {
				y += scopeUnder
			}
		}
	}
	if s.Outcome != "" {
		y = p.label(y, s.OutcomeLabel, "")
		p.Digits(p.left()+2, y+19, 17, svg.Left, "var(--t-ink)", s.Outcome, "font-weight", "600")
		bottom = y + scopeRow
	}
	// The axis, the gaps and the cut lie under the rows; how far they reach is known only now.
	rows := p.B.String()
	p.B = strings.Builder{}
	if len(p.cols) > 0 {
		p.lit(top, bottom)
		p.axis()
		p.gaps(top, bottom)
		p.window(bottom)
		p.cut(top, bottom)
	}
	p.B.WriteString(rows)
	p.live(top, bottom)
	width := p.right + 2 + p.after
	if size.Width > width {
		width = size.Width
	}
	if s.Live {
		bottom += 16
	}
	return p.Picture(title, width, bottom+4)
}

// place decides the width of cells and where the columns stand.
func (p *scopePen) place() {
	cells := 0
	for _, c := range p.cols {
		cells++
		if c.Hidden > 0 {
			cells++
		}
	}
	for _, r := range p.s.Rows {
		if r.More {
			p.after = 16
		}
	}
	p.cell = 16
	if p.size.Width > 0 {
		most := 20
		if p.s.Window {
			most = 26
		}
		p.cell = max(13, min(most, (p.size.Width-p.left()-2-p.after)/max(cells, 1)))
	}
	x := p.left()
	for _, c := range p.cols {
		p.x = append(p.x, x)
		x += p.cell
		if c.Hidden > 0 {
			x += p.cell
		}
	}
	p.right = max(x, p.left()+40)
}

// left is where the first column starts: after the labels and the sign.
func (p *scopePen) left() int { return p.size.Label + 18 }

// label writes the name of a row and returns where its cells start.
func (p *scopePen) label(y int, name, note string) int {
	if p.size.Label == 0 {
		if note != "" {
			name += " · " + note
		}
		p.Text(0, y+11, 12, svg.Left, "var(--ink)", name, "stroke", "var(--bg)", "stroke-width", "5", "paint-order", "stroke", "font-weight", "600")
		return y + scopeLabel
	}
	at := y + 18
	if note != "" {
		at = y + 12
		p.Text(0, y+25, 12, svg.Left, "var(--ink-2)", note)
	}
	p.Text(0, at, 14, svg.Left, "var(--ink)", name, "font-weight", "600")
	return y
}

// row draws the sign and the cells of a row: one path and one text for each style in use.
func (p *scopePen) row(y int, r *ScopeRow) {
	if !r.Unsigned {
		sign := "+"
		if r.Sign {
			sign = "−"
		}
		p.Digits(p.left()-10, y+18, 15, svg.Middle, "var(--s-ink)", sign)
	}
	if r.Zero {
		p.Digits(p.left()+2, y+18, 15, svg.Left, "var(--t-ink)", "0")
		return
	}
	var path, xs, digits [styles]strings.Builder
	var struck strings.Builder
	for i, c := range p.cols {
		x := p.x[i]
		if c.Hidden > 0 {
			if run := r.Run(c); run < 3 {
				p.Digits(x+p.cell, y+18, 12, svg.Middle, "var(--ink-2)", [...]string{"0…0", "1…1", "···"}[run])
			}
			continue
		}
		if !r.Has(c.Weight) {
			continue
		}
		b := int(r.Bit(c.Weight))
		k := p.style(r, c.Weight) + b
		path[k].WriteString("M" + words.Num(x+1) + " " + words.Num(y) + "h" + words.Num(p.cell-2) + "v" + words.Num(scopeRow) + "h-" + words.Num(p.cell-2) + "z")
		xs[k].WriteString(words.Num(x+p.cell/2) + " ")
		digits[k].WriteByte('0' + byte(b))
		if k-b == cutZero {
			struck.WriteString("M" + words.Num(x+1) + " " + words.Num(y+scopeRow) + "l" + words.Num(p.cell-2) + " -" + words.Num(scopeRow))
		}
	}
	for k := range cellStyles {
		if path[k].Len() == 0 {
			continue
		}
		st := cellStyles[k]
		p.Mark("path", "d", path[k].String(), "fill", st.fill, "stroke", st.stroke, "stroke-opacity", st.opacity, "stroke-width", "1")
		p.Open("text", "x", strings.TrimSuffix(xs[k].String(), " "), "y", words.Num(y+18), "font-family", "var(--mono)", "font-size", "14",
			"text-anchor", "middle", "font-weight", st.weight, "fill", st.ink)
		p.B.WriteString(digits[k].String())
		p.Close("text")
	}
	if struck.Len() > 0 {
		p.Path(struck.String(), "var(--g)", "1.25")
	}
	if r.More {
		p.Digits(p.xOf(r.Low)+p.cell+4, y+18, 14, svg.Left, "var(--g-ink)", "…")
	}
}

// style returns the style of a zero in the cell of weight w; that of a one follows it.
func (p *scopePen) style(r *ScopeRow, w int) int {
	s := p.s
	switch {
	case r.Kind == ScopeRandom:
		return addedZero
	case s.Window && !s.Staged && r.Kind == ScopeOperand && w < s.Floor:
		return cutZero
	case r.Kind == ScopeDelivered && s.Changed(r, w):
		return changedZero
	case s.Lost && r.Product && w < s.LostCut:
		return stickyZero
	case r.Kind != ScopeExact:
		return plainZero
	case s.Uncut:
		return plainZero
	case s.Rounded && w < s.Cut-2:
		return stickyZero
	case s.Rounded && w < s.Cut:
		return guardZero
	}
	return plainZero
}

// xOf returns the left edge of the column of weight w, the right edge of the picture if it has none.
func (p *scopePen) xOf(w int) int {
	for i, c := range p.cols {
		if c.Weight == w && c.Hidden == 0 {
			return p.x[i]
		}
	}
	return p.right
}

// under names guard, round and sticky below the exact row; false if nothing was discarded.
func (p *scopePen) under(y int, r *ScopeRow) bool {
	s := p.s
	named := false
	if r.Low < s.Cut || r.More {
		d := s.Decision
		for i, letter := range [2]string{"G", "R"} {
			if w := s.Cut - 1 - i; w >= r.Low {
				p.Text(p.xOf(w)+p.cell/2, y+14, 12, svg.Middle, "var(--g-ink)", letter, "font-weight", "700")
			}
		}
		if r.Low <= s.Cut-3 {
			a, b := p.xOf(s.Cut-3)+2, p.xOf(r.Low)+p.cell-2
			p.Path("M"+words.Num(a)+" "+words.Num(y+5)+"v4H"+words.Num(b)+"v-4", "var(--g)", "1")
			p.Text((a+b)/2, y+20, 12, svg.Middle, "var(--g-ink)", "S", "font-weight", "700")
		}
		if s.Open {
			return true
		}
		words := "guard " + words.Num(int(d.Guard)) + " · round " + words.Num(int(d.Round)) + " · sticky " + words.Num(int(d.Sticky))
		p.aside(p.xOf(s.Cut-1), y+34, words)
		named = true
	}
	return named
}

// lost underlines the bits of a product that a separate multiplication would have rounded away.
func (p *scopePen) lost(y int, r *ScopeRow) {
	a, b := p.xOf(min(p.s.LostCut-1, r.High)), p.xOf(r.Low)+p.cell
	p.Line(a+1, y+4, b-1, y+4, "var(--g)", "2")
	p.aside(a, y+18, words.LostElsewhere)
}

// aside writes amber words from x, or ending at the right edge where they would run over it.
func (p *scopePen) aside(x, y int, words string) {
	edge := max(p.right, p.size.Width)
	halo := []string{"stroke", "var(--bg)", "stroke-width", "5", "paint-order", "stroke"}
	if x+7*len([]rune(words)) > edge {
		p.Text(edge, y, 12, svg.Right, "var(--g-ink)", words, halo...)
		return
	}
	p.Text(x+3, y, 12, svg.Left, "var(--g-ink)", words, halo...)
}

// axis writes weights above the columns: the cut, the ends, and what fits between.
func (p *scopePen) axis() {
	if p.s.Loose {
		return
	}
	// A weight takes its letters, which are of 8 pixels where a phone makes them larger, and a count too, both at least these.
	half := func(letters int) int { return max(18, 4*letters) }
	type span struct{ x, half int }
	var taken []span
	free := func(x, half int) bool {
		for _, t := range taken {
			if svg.Abs(t.x-x) < t.half+half {
				return false
			}
		}
		return true
	}
	put := func(i int) {
		x, letters := p.x[i]+p.cell/2, lettersOf(p.cols[i].Weight)
		if letters > 5 { // it may reach over an edge
			x = max(4*letters, min(x, max(p.right, p.size.Width)-4*letters))
		}
		if free(x, half(letters)) {
			taken = append(taken, span{x, half(letters)})
			p.power(x, p.top-13, svg.Middle, p.cols[i].Weight)
			x = p.x[i] + p.cell/2
			p.Line(x, p.top-9, x, p.top-5, "var(--tick)", "1")
		}
	}
	cut := 0
	if p.s.Rounded {
		letters := lettersOf(p.s.Cut)
		cut = p.xOf(p.s.Cut) + p.cell
		x, side := cut-4, svg.Right
		taken = append(taken, span{x - 4*letters, 4*letters - 2})
		if x < 8*letters { // at the left edge
			x, side = cut+4, svg.Left
			taken[0].x = x + 4*letters
		}
		p.power(x, p.top-13, side, p.s.Cut)
	}
	for i, c := range p.cols {
		if c.Hidden > 0 {
			x, words := p.x[i]+p.cell, "+"+words.Num(c.Hidden)
			if free(x, 4*len(words)) {
				p.Text(x, p.top-13, 12, svg.Middle, "var(--ink-2)", words)
			}
			taken = append(taken, span{x, half(len(words))})
		}
	}
	if cut > 0 { // nothing beside the weight of the cut
		taken = append(taken, span{cut, 34})
	}
	ends := []int{0, len(p.cols) - 1}
	for _, i := range ends {
		if p.cols[i].Hidden == 0 {
			put(i)
		}
	}
	for _, step := range []int{8, 4, 1} {
		for i, c := range p.cols {
			if c.Hidden == 0 && c.Weight%step == 0 {
				put(i)
			}
		}
	}
}

// lettersOf is the number of letters that power writes.
func lettersOf(e int) int { return 1 + utf8.RuneCountInString(words.Num(e)) }

// power writes 2 with a raised exponent.
func (p *scopePen) power(x, y int, a svg.Anchor, e int) {
	p.Open("text", "x", words.Num(x), "y", words.Num(y), "font-family", "var(--mono)", "font-size", "12", "text-anchor", string(a), "fill", "var(--ink-2)")
	sign := ""
	if e < 0 {
		sign, e = "−", -e
	}
	p.B.WriteString(`2<tspan dy="-4">` + sign + words.Num(e) + `</tspan>`)
	p.Close("text")
}

// lit lights the column that is pointed at.
func (p *scopePen) lit(top, bottom int) {
	for i, c := range p.cols {
		if p.s.Lit > 0 && c.Hidden == 0 && PlaceOf(c.Weight) == p.s.Lit-1 {
			p.Rect(p.x[i]-1, top-6, p.cell+2, bottom-top+10, 2, "var(--g-tint)", "var(--g)")
			p.power(p.x[i]+p.cell/2, bottom+16, svg.Middle, c.Weight)
		}
	}
}

// live lays over every column what the pointer can be on.
func (p *scopePen) live(top, bottom int) {
	for i, c := range p.cols {
		if p.s.Live && c.Hidden == 0 {
			p.Rect(p.x[i], top-6, p.cell, bottom-top+10, 0, "transparent", "none", "data-bit", words.Num(PlaceOf(c.Weight)))
		}
	}
}

// gaps marks the columns that are left out.
func (p *scopePen) gaps(top, bottom int) {
	for i, c := range p.cols {
		if c.Hidden > 0 {
			for _, x := range [2]int{p.x[i] + 3, p.x[i] + 2*p.cell - 3} {
				p.Line(x, top-4, x, bottom, "var(--tick)", "1", "stroke-dasharray", "1 4")
			}
		}
	}
}

// window draws the bracket over the weights that the terms keep, and the line after the last of them.
func (p *scopePen) window(bottom int) {
	s := p.s
	if !s.Window {
		return
	}
	a, b := p.xOf(s.Reach), p.xOf(s.Floor)+p.cell
	p.Path("M"+words.Num(a+1)+" 24v-6H"+words.Num(b-1)+"v6", "var(--e)", "1.5")
	x := max(p.left(), min(a, max(p.right, p.size.Width)-7*len([]rune(s.WindowLabel))))
	p.Text(x, 11, 12, svg.Left, "var(--e-ink)", s.WindowLabel)
	p.Line(b, 18, b, bottom, "var(--e)", "1.5", "stroke-dasharray", "4 3")
}

// cut draws the line after the last kept bit.
func (p *scopePen) cut(top, bottom int) {
	if !p.s.Rounded || p.s.Uncut {
		return
	}
	x := p.xOf(p.s.Cut) + p.cell
	p.Line(x, top-42, x, bottom, "var(--ink)", "1.5")
	p.Text(x-6, top-33, 12, svg.Right, "var(--t-ink)", "kept")
	if e := p.s.Exact(); e != nil && (e.Low < p.s.Cut || e.More) {
		if x+66 > max(p.right, p.size.Width) {
			return
		}
		p.Text(x+6, top-33, 12, svg.Left, "var(--g-ink)", "discarded")
	}
}
