//go:build !opening

package draw

import (
	"strings"

	"ulplab/site/model"
	"ulplab/site/prose"
)

// FlagsLinePicture draws the numbers around the exact value, the exact value, and both results.
func FlagsLinePicture(m model.Flags, w int) Picture {
	const y = 76
	l, row := m.Line, m.Rows[m.Chosen]
	pad := 60
	at := func(pos int) int { return pad + (w-2*pad)*pos/model.LineUnit }
	var p pen
	p.line(0, y, w, y, "var(--tick)", "1")
	for i, t := range l.Ticks {
		x := at(t.Pos)
		p.line(x, y-9, x, y+9, "var(--ink)", "1.5")
		if w < 500 && (w-2*pad)/(len(l.Ticks)-1) < 8*len(t.Label) && t.Pos != l.Result[0] && t.Pos != l.Result[1] {
			continue // no room for every label
		}
		low := 0
		if w < 500 && i%2 == 1 {
			low = 38
		}
		p.digits(clampText(x, w, t.Label), y+30+low, 13, middle, "var(--ink)", Minus(t.Label))
		p.digits(clampText(x, w, t.Note), y+47+low, 12, middle, "var(--ink-2)", t.Note)
	}
	x := at(l.Exact)
	p.line(x, y-32, x, y+10, "var(--x)", "1.5")
	p.digits(clampText(x, w, l.ExactLabel), y-58, 13, middle, "var(--x-ink)", Minus(l.ExactLabel))
	a, b := at(l.Result[0]), at(l.Result[1])
	p.dot(a, y, "6", "var(--t)")
	p.dot(b, y, "9", "none", "stroke", "var(--s)", "stroke-width", "2")
	if a == b {
		p.text(clampText(a, w, "left and right"), y-19, 12, middle, "var(--ink)", "left and right")
	} else {
		p.text(a, y-19, 12, middle, "var(--t-ink)", "left")
		p.text(b, y-19, 12, middle, "var(--s-ink)", "right")
	}
	h := y + 56
	if w < 500 {
		h += 38
	}
	return p.picture("Both results of "+row.C+" among the numbers around the exact value", w, h)
}

// FlagsPlot is the histogram as a figure, in the sizes that the page chooses from, with the choice of its operands.
func FlagsPlot(p model.FlagsPlot) string {
	body := `<div class="row flags-overs" role="group" aria-label="Operands">`
	for i, label := range prose.FlagsOver {
		body += flagsButton("over:"+num(i), "chip", int(p.Over) == i, "", label)
	}
	body += `</div>`
	if p.Why != "" {
		return `<h2>` + prose.FlagsPlotTitle + `</h2>` + body + `<p class="note">` + Escape(firstUpper(strings.TrimSuffix(p.Why, "."))) + `.</p>`
	}
	moved := "a"
	if p.ID == "a/b" {
		moved = "b"
	}
	left := ""
	if p.Left > 0 {
		left = `; ` + num(p.Left) + ` more overflow or underflow to zero`
	}
	body += `<p class="flags-sum">` + num(p.N) + ` ` + prose.FlagsOverWords[p.Over] + ` of ` + moved + `, <span class="num">` + Escape(Minus(p.From)) + `</span> to <span class="num">` +
		Escape(Minus(p.To)) + `</span>` + left + `.</p><div class="op-wide">` + FlagsPlotPicture(p, FlagsPlotWide).SVG() + `</div><div class="op-narrow">` + FlagsPlotPicture(p, ScopeNarrow.Width).SVG() + `</div>`
	return Figure("flags-plot", prose.FlagsPlotTitle+": "+p.C, body, prose.FlagsPlotCaption)
}

// FlagsPlotWide is the width of the histogram on a wide page.
const FlagsPlotWide = 960

// plotTicks label the axis.
var plotTicks = []struct {
	eighths int
	label   string
}{{-16, "−2 ulp"}, {-8, "−1"}, {-4, "−0.5"}, {0, "0"}, {4, "0.5"}, {8, "1"}, {16, "2 ulp"}}

// FlagsPlotPicture draws the errors of both sides, one histogram over the other.
func FlagsPlotPicture(m model.FlagsPlot, w int) Picture {
	const high = 120
	var p pen
	gutter := 66
	if w < 500 {
		gutter = 82
	}
	width := w / model.PlotBins * model.PlotBins
	left0 := (w - width) / 2
	bar := width / model.PlotBins
	at := func(eighths int) int { return left0 + (eighths+model.PlotBins/2)*bar }
	y := 0
	for k, s := range m.Side {
		y += gutter
		base := y + high
		p.digits(0, y-gutter+32, 14, left, "var(--ink)", prose.FlagsSides[k]+": "+s.Code, "font-weight", "600")
		words := firstUpper(prose.FlagsErrors(m.N, s.Wrong, s.Share, s.Largest, s.Below+s.Above))
		if first, rest, ok := strings.Cut(words, "; "); ok && w < 500 {
			p.text(0, y-30, 12, left, "var(--ink-2)", first+";")
			words = rest
		}
		p.text(0, y-14, 12, left, "var(--ink-2)", words)
		p.rect(at(-4), y-4, at(4)-at(-4), high+4, 0, "var(--t-tint)", "none")
		for i, n := range s.Bins {
			h := n * high / max(m.Peak, 1)
			if n == 0 {
				continue
			}
			e := i - model.PlotBins/2
			fill := "var(--g)"
			if -4 <= e && e < 4 {
				fill = "var(--t)"
			}
			p.rect(at(e)+1, base-max(h, 1), bar-1, max(h, 1), 0, fill, "none")
		}
		p.line(left0, base, left0+width, base, "var(--ink)", "1")
		for _, tick := range plotTicks {
			e, label := tick.eighths, tick.label
			x := at(e)
			p.line(x, base, x, base+4, "var(--ink)", "1")
			a, tx := middle, x
			if e == -model.PlotBins/2 {
				a, tx = left, 0
			} else if e == model.PlotBins/2 {
				a, tx = right, w
			}
			p.digits(tx, base+18, 12, a, "var(--ink-2)", label)
		}
		y = base + 22
	}
	return p.picture("Errors of "+m.C+" in ulp under both sets of options", w, y)
}
