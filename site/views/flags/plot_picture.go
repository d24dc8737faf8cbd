package flags

import (
	"strings"

	"ulplab/site/kit/html"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// linePicture draws the numbers around the exact value, the exact value, and both results.
func linePicture(m Model, w int) svg.Picture {
	const y = 76
	l, row := m.Line, m.Rows[m.Chosen]
	pad := 60
	at := func(pos int) int { return pad + (w-2*pad)*pos/numberline.Unit }
	var p svg.Pen
	p.Line(0, y, w, y, "var(--tick)", "1")
	for i, t := range l.Ticks {
		x := at(t.Pos)
		p.Line(x, y-9, x, y+9, "var(--ink)", "1.5")
		if w < 500 && (w-2*pad)/(len(l.Ticks)-1) < 8*len(t.Label) && t.Pos != l.Result[0] && t.Pos != l.Result[1] {
			continue // no room for every label
		}
		low := 0
		if w < 500 && i%2 == 1 {
			low = 38
		}
		p.Digits(svg.ClampText(x, w, t.Label), y+30+low, 13, svg.Middle, "var(--ink)", words.Minus(t.Label))
		p.Digits(svg.ClampText(x, w, t.Note), y+47+low, 12, svg.Middle, "var(--ink-2)", t.Note)
	}
	x := at(l.Exact)
	p.Line(x, y-32, x, y+10, "var(--x)", "1.5")
	p.Digits(svg.ClampText(x, w, l.ExactLabel), y-58, 13, svg.Middle, "var(--x-ink)", words.Minus(l.ExactLabel))
	a, b := at(l.Result[0]), at(l.Result[1])
	p.Dot(a, y, "6", "var(--t)")
	p.Dot(b, y, "9", "none", "stroke", "var(--s)", "stroke-width", "2")
	if a == b {
		p.Text(svg.ClampText(a, w, "left and right"), y-19, 12, svg.Middle, "var(--ink)", "left and right")
	} else {
		p.Text(a, y-19, 12, svg.Middle, "var(--t-ink)", "left")
		p.Text(b, y-19, 12, svg.Middle, "var(--s-ink)", "right")
	}
	h := y + 56
	if w < 500 {
		h += 38
	}
	return p.Picture("Both results of "+row.C+" among the numbers around the exact value", w, h)
}

// flagsPlot is the histogram as a figure, in the sizes that the page chooses from, with the choice of its operands.
func flagsPlot(p Plot) string {
	body := `<div class="row flags-overs" role="group" aria-label="Operands">`
	for i, label := range over {
		body += button("over:"+words.Num(i), "chip", int(p.Over) == i, "", label)
	}
	body += `</div>`
	if p.Why != "" {
		return `<h2>` + plotTitle + `</h2>` + body + `<p class="note">` + words.Escape(firstUpper(strings.TrimSuffix(p.Why, "."))) + `.</p>`
	}
	moved := "a"
	if p.ID == "a/b" {
		moved = "b"
	}
	left := ""
	if p.Left > 0 {
		left = `; ` + words.Num(p.Left) + ` more overflow or underflow to zero`
	}
	body += `<p class="flags-sum">` + words.Num(p.N) + ` ` + overWords[p.Over] + ` of ` + moved + `, <span class="num">` + words.Escape(words.Minus(p.From)) + `</span> to <span class="num">` +
		words.Escape(words.Minus(p.To)) + `</span>` + left + `.</p><div class="op-wide">` + plotPicture(p, plotWide).SVG() + `</div><div class="op-narrow">` + plotPicture(p, microscope.ScopeNarrow.Width).SVG() + `</div>`
	return html.Figure("flags-plot", plotTitle+": "+p.C, body, plotCaption)
}

// plotWide is the width of the histogram on a wide page.
const plotWide = 960

// plotTicks label the axis.
var plotTicks = []struct {
	eighths int
	label   string
}{{-16, "−2 ulp"}, {-8, "−1"}, {-4, "−0.5"}, {0, "0"}, {4, "0.5"}, {8, "1"}, {16, "2 ulp"}}

// plotPicture draws the errors of both sides, one histogram over the other.
func plotPicture(m Plot, w int) svg.Picture {
	const high = 120
	var p svg.Pen
	gutter := 66
	if w < 500 {
		gutter = 82
	}
	width := w / plotBins * plotBins
	left0 := (w - width) / 2
	bar := width / plotBins
	at := func(eighths int) int { return left0 + (eighths+plotBins/2)*bar }
	y := 0
	for k, s := range m.Side {
		y += gutter
		base := y + high
		p.Digits(0, y-gutter+32, 14, svg.Left, "var(--ink)", sides[k]+": "+s.Code, "font-weight", "600")
		words := firstUpper(errors(m.N, s.Wrong, s.Share, s.Largest, s.Below+s.Above))
		if first, rest, ok := strings.Cut(words, "; "); ok && w < 500 {
			p.Text(0, y-30, 12, svg.Left, "var(--ink-2)", first+";")
			words = rest
		}
		p.Text(0, y-14, 12, svg.Left, "var(--ink-2)", words)
		p.Rect(at(-4), y-4, at(4)-at(-4), high+4, 0, "var(--t-tint)", "none")
		for i, n := range s.Bins {
			h := n * high / max(m.Peak, 1)
			if n == 0 {
				continue
			}
			e := i - plotBins/2
			fill := "var(--g)"
			if -4 <= e && e < 4 {
				fill = "var(--t)"
			}
			p.Rect(at(e)+1, base-max(h, 1), bar-1, max(h, 1), 0, fill, "none")
		}
		p.Line(left0, base, left0+width, base, "var(--ink)", "1")
		for _, tick := range plotTicks {
			e, label := tick.eighths, tick.label
			x := at(e)
			p.Line(x, base, x, base+4, "var(--ink)", "1")
			a, tx := svg.Middle, x
			if e == -plotBins/2 {
				a, tx = svg.Left, 0
			} else if e == plotBins/2 {
				a, tx = svg.Right, w
			}
			p.Digits(tx, base+18, 12, a, "var(--ink-2)", label)
		}
		y = base + 22
	}
	return p.Picture("Errors of "+m.C+" in ulp under both sets of options", w, y)
}
