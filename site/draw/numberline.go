package draw

import "ulplab/site/model"

// The measures of a number line.
const (
	lineW    = 720
	linePadX = 60
	lineY    = 96
)

// NumberLine draws floats as ticks, the exact value as a thin purple mark, the chosen result as a filled dot, the
// rounding as an arc from the exact value to the result, and distances in ulp where they are seen.
func NumberLine(l model.Line, title string) Picture {
	var p pen
	at := func(pos int) int { return linePadX + (lineW-2*linePadX)*pos/model.LineUnit }
	y := lineY
	p.line(0, y, lineW, y, "var(--tick)", "1")
	for _, t := range l.Ticks {
		x := at(t.Pos)
		half, stroke, width := 8, "var(--tick)", "1"
		switch t.Weight {
		case model.Major:
			half, stroke, width = 14, "var(--ink)", "1.5"
		case model.Minor:
			half = 4
		}
		p.line(x, y-half, x, y+half, stroke, width)
		if t.Label != "" {
			p.digits(x, y+32, 13, middle, "var(--ink)", t.Label)
		}
		if t.Note != "" {
			p.text(x, y+50, 12, middle, "var(--ink-2)", t.Note)
		}
	}
	if l.HasResult && l.HasExact && l.Exact != l.Result {
		a, b := at(l.Exact), at(l.Result)
		top := y - 22 - min(abs(b-a)/3, 34)
		p.path("M"+num(a)+" "+num(y-20)+" Q"+num((a+b)/2)+" "+num(top)+" "+num(b)+" "+num(y-9), "var(--x)", "1.5", "stroke-dasharray", "3 3")
	}
	if l.HasExact {
		x := at(l.Exact)
		p.line(x, y-26, x, y+10, "var(--x)", "2")
		if l.ExactLabel != "" {
			p.digits(clampText(x, l.ExactLabel), y-58, 13, middle, "var(--x-ink)", l.ExactLabel)
			p.line(x, y-52, x, y-26, "var(--x)", "1", "stroke-dasharray", "1 3")
		}
	}
	if l.HasResult {
		p.dot(at(l.Result), y, "6", "var(--t)")
	}
	for _, g := range l.Gaps {
		a, b := at(g.From), at(g.To)
		p.line(a+3, y+62, b-3, y+62, "var(--tick)", "1")
		p.line(a+3, y+58, a+3, y+66, "var(--tick)", "1")
		p.line(b-3, y+58, b-3, y+66, "var(--tick)", "1")
		p.digits((a+b)/2, y+80, 12, middle, "var(--ink-2)", g.Label)
	}
	h := y + 58
	if len(l.Gaps) > 0 {
		h = y + 88
	}
	return p.picture(title, lineW, h)
}

// clampText keeps a centred label of 13 px digits inside the picture.
func clampText(x int, s string) int {
	half := 4 * len([]rune(s))
	return max(half, min(lineW-half, x))
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
