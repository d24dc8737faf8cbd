package numberline

import (
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// FluidHeight is the height of a fluid line in CSS pixels, and FluidMark the middle of the upper end of its exact value, where a
// handle can lie.
const FluidHeight = 176

// Fluid draws a line with an exact value and its result as wide as the place that it finds: places are shares of the width, and
// texts keep their size. It is hidden from screen readers; what it shows must be said beside it.
func Fluid(l Line) string {
	const y = 84 // of the line
	var p svg.Pen
	at := func(pos int) string {
		return words.Num(pos/(Unit/100)) + "." + words.Num(pos/(Unit/1000)%10) + words.Num(pos/(Unit/10000)%10) + "%"
	}
	line := func(x1, y1, x2, y2 int, stroke, width string, more ...string) {
		p.Mark("line", append([]string{"x1", at(x1), "y1", words.Num(y1), "x2", at(x2), "y2", words.Num(y2), "stroke", stroke, "stroke-width", width}, more...)...)
	}
	label := func(x, y int, size, anchor, family, fill, s string) {
		p.Open("text", "x", at(x), "y", words.Num(y), "font-size", size, "text-anchor", anchor, "font-family", family, "fill", fill)
		p.B.WriteString(words.Escape(words.Minus(words.Superscripts(s))))
		p.Close("text")
	}
	line(0, y, Unit, y, "var(--tick)", "1")
	for _, t := range l.Ticks {
		line(t.Pos, y-11, t.Pos, y+11, "var(--ink)", "1.5")
		label(t.Pos, y+30, "13", "middle", "var(--mono)", "var(--ink)", t.Label)
		label(t.Pos, y+47, "12", "middle", "var(--mono)", "var(--ink-2)", t.Note)
	}
	line(l.Exact, y, l.Result, y, "var(--x)", "4", "stroke-opacity", "0.6")
	line(l.Exact, 44, l.Exact, y+11, "var(--x)", "1.5")
	anchor := "middle"
	switch {
	case l.Exact < Unit/5:
		anchor = "start"
	case l.Exact > Unit*4/5:
		anchor = "end"
	}
	label(l.Exact, 16, "15", anchor, "var(--mono)", "var(--x-ink)", l.ExactLabel)
	p.Mark("circle", "cx", at(l.Result), "cy", words.Num(y), "r", "6.5", "fill", "var(--t)")
	for _, g := range l.Gaps {
		line(g.From, y+62, g.To, y+62, "var(--ink-2)", "1")
		line(g.From, y+57, g.From, y+67, "var(--ink-2)", "1")
		line(g.To, y+57, g.To, y+67, "var(--ink-2)", "1")
		label((g.From+g.To)/2, y+82, "13", "middle", "var(--sans)", "var(--ink-2)", g.Label)
	}
	return `<svg class="fluid" width="100%" height="` + words.Num(FluidHeight) + `" aria-hidden="true" focusable="false">` + p.B.String() + `</svg>`
}
