package draw

import (
	"strings"

	"ulplab/site/model"
)

// The measures of a number line.
const (
	lineW    = 720 // unless the model says otherwise
	linePadX = 40
	lineY    = 84 // of the line, from the top; less without an exact value over it
)

// NumberLine draws floats as ticks, the exact value as a thin purple mark, the chosen result as a filled dot, the
// rounding as an arc from the exact value to the result, and distances in ulp where they are seen.
func NumberLine(l model.Line, title string) Picture {
	var p pen
	w, y := lineW, lineY
	if !l.HasExact {
		y = 44
	}
	if l.Width > 0 {
		w = l.Width
	}
	at := func(pos int) int { return linePadX + (w-2*linePadX)*pos/model.LineUnit }
	bottom := y + 40
	p.line(0, y, w, y, "var(--tick)", "1")
	for _, t := range l.Ticks {
		x := at(t.Pos)
		half, stroke, width := 8, "var(--tick)", "1"
		switch t.Weight {
		case model.Major:
			half, stroke, width = 13, "var(--ink)", "1.5"
		case model.Minor:
			half = 4
		}
		p.line(x, y-half, x, y+half, stroke, width)
		row, a, lx := y+32, middle, clampText(x, w, t.Label)
		switch {
		case t.Side < 0:
			row, a, lx = y+52, right, max(x+8, min(w, 8*len([]rune(t.Label))))
		case t.Side > 0:
			row, a, lx = y+52, left, max(0, min(x-8, w-8*len([]rune(t.Label))))
		}
		if t.Label != "" {
			p.raised(lx, row, 13, a, "var(--ink)", Minus(t.Label))
			bottom = max(bottom, row+8)
		}
		if t.Note != "" {
			if t.Side == 0 {
				lx = clampText(x, w, t.Note)
			}
			p.text(lx, row+18, 12, a, "var(--ink-2)", Minus(t.Note))
			bottom = max(bottom, row+26)
		}
	}
	if l.HasResult && l.HasExact && l.Exact != l.Result {
		a, b := at(l.Exact), at(l.Result)
		top := y - 24 - min(abs(b-a)/3, 30)
		p.path("M"+num(a)+" "+num(y-18)+" Q"+num((a+b)/2)+" "+num(top)+" "+num(b)+" "+num(y-9), "var(--x)", "1.5", "stroke-dasharray", "3 3")
	}
	if l.HasExact {
		x := at(l.Exact)
		p.line(x, y-34, x, y+10, "var(--x)", "1.5")
		p.digits(clampText(x, w, l.ExactLabel), y-60, 13, middle, "var(--x-ink)", Minus(l.ExactLabel))
		if l.ArcLabel != "" {
			p.digits(clampText(x, w, l.ArcLabel), y-42, 12, middle, "var(--ink-2)", Minus(l.ArcLabel))
		}
	}
	if l.HasResult {
		x := at(l.Result)
		p.dot(x, y, "6", "var(--t)")
		if l.ResultName != "" {
			p.digits(clampText(x, w, l.ResultName), y-18, 13, middle, "var(--t-ink)", Minus(l.ResultName))
		}
	}
	if len(l.Gaps) > 0 {
		bottom += 6
	}
	for _, g := range l.Gaps {
		a, b := at(g.From), at(g.To)
		p.line(a+3, bottom, b-3, bottom, "var(--tick)", "1")
		p.line(a+3, bottom-4, a+3, bottom+4, "var(--tick)", "1")
		p.line(b-3, bottom-4, b-3, bottom+4, "var(--tick)", "1")
		p.raised((a+b)/2, bottom+18, 12, middle, "var(--ink-2)", Minus(g.Label))
	}
	if len(l.Gaps) > 0 {
		bottom += 24
	}
	return p.picture(title, w, bottom)
}

// clampText keeps a centred label of 13 px digits inside a picture of width w.
func clampText(x, w int, s string) int {
	half := 4 * len([]rune(s))
	return max(half, min(w-half, x))
}

// raised writes digits, with 2^-3 as 2 and a raised exponent.
func (p *pen) raised(x, y, size int, a anchor, fill, s string) {
	base, exp, ok := strings.Cut(s, "^")
	if !ok {
		p.digits(x, y, size, a, fill, s)
		return
	}
	p.open("text", "x", num(x), "y", num(y), "font-family", "var(--mono)", "font-size", num(size), "text-anchor", string(a), "fill", fill)
	p.b.WriteString(Escape(base) + `<tspan dy="-5" font-size="` + num(size*4/5) + `">` + Escape(exp) + `</tspan>`)
	p.close("text")
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
