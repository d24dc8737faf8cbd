package numberline

import (
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// The measures of a number line.
const (
	lineW    = 720 // unless the model says otherwise
	linePadX = 40
	lineY    = 84 // of the line, from the top; less without an exact value over it
)

// Draw draws floats as ticks, the exact value as a thin purple mark, the chosen result as a filled dot, the
// rounding as an arc from the exact value to the result, and distances in ulp where they are seen.
func Draw(l Line, title string) svg.Picture {
	var p svg.Pen
	w, y, at := l.measures()
	bottom := y + 40
	if g := l.Span; g != nil {
		a, b := at(g.From), at(g.To)
		p.Open("g", "class", "lit-line")
		p.Line(a, y, b, y, "var(--g)", "7", "stroke-opacity", "0.55")
		p.Raised(svg.ClampText((a+b)/2, w, g.Label), y+24, 12, svg.Middle, "var(--g-ink)", words.Minus(g.Label))
		p.Close("g")
	}
	p.Line(0, y, w, y, "var(--tick)", "1")
	beside := 0 // letters of the labels beside the middle, which stand in one row
	for _, t := range l.Ticks {
		if t.Side != 0 {
			beside += len([]rune(t.Label))
		}
	}
	size, letter := 13, 80 // tenths of a pixel
	if 8*beside > w-16 {
		size, letter = 12, 73
	}
	for _, t := range l.Ticks {
		x := at(t.Pos)
		half, stroke, width := 8, "var(--tick)", "1"
		switch t.Weight {
		case Major:
			half, stroke, width = 13, "var(--ink)", "1.5"
		case Minor:
			half = 4
		}
		p.Line(x, y-half, x, y+half, stroke, width)
		row, a, lx := y+32, svg.Middle, svg.ClampText(x, w, t.Label)
		switch {
		case t.Side < 0:
			row, a, lx = y+52, svg.Right, max(x+8, min(w, letter*len([]rune(t.Label))/10))
		case t.Side > 0:
			row, a, lx = y+52, svg.Left, max(0, min(x-8, w-letter*len([]rune(t.Label))/10))
		}
		if t.Label != "" {
			p.Raised(lx, row, size, a, "var(--ink)", words.Minus(t.Label))
			bottom = max(bottom, row+8)
		}
		if t.Note != "" {
			if t.Side == 0 {
				lx = svg.ClampText(x, w, t.Note)
			}
			p.Text(lx, row+18, 12, a, "var(--ink-2)", words.Minus(t.Note))
			bottom = max(bottom, row+26)
		}
	}
	if l.HasResult && l.HasExact && l.Exact != l.Result {
		a, b := at(l.Exact), at(l.Result)
		top := y - 24 - min(svg.Abs(b-a)/3, 30)
		p.Path("M"+words.Num(a)+" "+words.Num(y-18)+" Q"+words.Num((a+b)/2)+" "+words.Num(top)+" "+words.Num(b)+" "+words.Num(y-9), "var(--x)", "1.5", "stroke-dasharray", "3 3")
	}
	if l.HasExact {
		x := at(l.Exact)
		p.Line(x, y-34, x, y+10, "var(--x)", "1.5")
		p.Digits(svg.ClampText(x, w, l.ExactLabel), y-60, 13, svg.Middle, "var(--x-ink)", words.Minus(l.ExactLabel))
		if l.ArcLabel != "" {
			p.Digits(svg.ClampText(x, w, l.ArcLabel), y-42, 12, svg.Middle, "var(--ink-2)", words.Minus(l.ArcLabel))
		}
	}
	if l.HasResult {
		x := at(l.Result)
		p.Dot(x, y, "6", "var(--t)")
		if l.ResultName != "" {
			p.Digits(svg.ClampText(x, w, l.ResultName), y-18, 13, svg.Middle, "var(--t-ink)", words.Minus(l.ResultName))
		}
	}
	if len(l.Gaps) > 0 {
		bottom += 6
	}
	for _, g := range l.Gaps {
		a, b := at(g.From), at(g.To)
		p.Line(a+3, bottom, b-3, bottom, "var(--tick)", "1")
		p.Line(a+3, bottom-4, a+3, bottom+4, "var(--tick)", "1")
		p.Line(b-3, bottom-4, b-3, bottom+4, "var(--tick)", "1")
		p.Raised((a+b)/2, bottom+18, 12, svg.Middle, "var(--ink-2)", words.Minus(g.Label))
	}
	if len(l.Gaps) > 0 {
		bottom += 24
	}
	return p.Picture(title, w, bottom)
}

// measures are the width of a drawn line, where it is from the top, and where its places are.
func (l Line) measures() (w, y int, at func(pos int) int) {
	w, y = lineW, lineY
	if !l.HasExact {
		y = 44
	}
	if l.Width > 0 {
		w = l.Width
	}
	return w, y, func(pos int) int { return linePadX + (w-2*linePadX)*pos/Unit }
}

// Places is what lies over a line that was drawn, as large as that, so that n places from its one end to the other can be pressed or
// dragged to: data-bit is the number of one. Nothing of it is seen, and it stays the same where only what is shown changes.
func Places(l Line, n int, drawn svg.Picture) svg.Picture {
	var p svg.Pen
	_, y, at := l.measures()
	p.Open("g", "fill", "transparent")
	for i := range n { // hundreds of marks, so each is short
		step := Unit / (n - 1)
		a, b := at(max(0, i*step-step/2)), at(min(Unit, i*step+step/2))
		p.Mark("path", "d", "M"+words.Num(a)+" "+words.Num(y-30)+"h"+words.Num(b-a+1)+"v60H"+words.Num(a), "data-bit", words.Num(i))
	}
	p.Close("g")
	return p.Picture("", drawn.W, drawn.H)
}
