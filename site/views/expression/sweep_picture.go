package expression

import (
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/code"
	"ulplab/site/kit/html"
	"ulplab/site/kit/plot"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// sweepFill are fill and opacity of a distance, by code.ApartClass; the last two are those of a result that is no number
// and of none.
var sweepFill = [...][2]string{{"var(--line)", "0.35"}, {"var(--g)", "0.3"}, {"var(--g)", "0.55"}, {"var(--g)", "0.9"}, {"var(--s)", "0.7"}, {"var(--s)", "1"}, {"var(--ink)", "1"}, {"none", "0"}}

var sweepWords = [...]string{"same bits", "1 ulp", "≤ 4 ulp", "≤ 64 ulp", "≤ 2¹⁶ ulp", "more", "one is NaN", "no result"}

func sweepClass(d int64) int {
	switch {
	case d == far:
		return 6
	case d == open:
		return 7
	case d < 0:
		d = -d
	}
	return code.ApartClass(uint64(d))
}

// sweepPicture draws a band for every target and, below, the distance of A and B from the base.
func sweepPicture(m *Model, w int) svg.Picture {
	s := m.Sweep
	var p svg.Pen
	title := sweepFigure
	if s == nil || !s.Done || len(s.X) == 0 {
		return p.Picture(title, w, 20)
	}
	const band, top, label = 24, 8, 16
	y := top
	for i := range m.Columns {
		d := s.Diff[i]
		if d == nil {
			continue
		}
		name := m.Columns[i].Name
		same := words.Thousands(s.Equal[i]) + " of " + words.Thousands(len(s.X)) + " same"
		if i == s.Base {
			same = "compared with"
		}
		if n := s.unfinished(i); n > 0 {
			same += ", " + words.Thousands(n) + " do not end"
		}
		p.Text(0, y+11, 12, svg.Left, "var(--ink)", svg.ClipLabel(name, w/9))
		p.Digits(w, y+11, 12, svg.Right, "var(--ink-2)", same)
		for from := 0; from < len(d); {
			c, to := sweepClass(d[from]), from+1
			for to < len(d) && sweepClass(d[to]) == c {
				to++
			}
			x1, x2 := w*from/len(d), w*to/len(d)
			p.Mark("rect", "x", words.Num(x1), "y", words.Num(y+label), "width", words.Num(max(x2-x1, 1)), "height", words.Num(band-6), "fill", sweepFill[c][0], "fill-opacity", sweepFill[c][1])
			from = to
		}
		y += band + label
	}
	f := s.Format
	first, last := s.X[0], s.X[len(s.X)-1]
	p.Digits(0, y+10, 12, svg.Left, "var(--ink-2)", words.Is(s.Name, short(f, first)))
	p.Digits(w, y+10, 12, svg.Right, "var(--ink-2)", short(f, last))
	y = sweepValues(&p, m, y+34, w)
	y = sweepPlot(&p, m, y+34, w)
	return p.Picture(title+" "+s.Name, w, y)
}

// unfinished counts the arguments for which a column or the base has no result.
func (s *ExprSweep) unfinished(i int) (n int) {
	for _, d := range s.Diff[i] {
		if d == open {
			n++
		}
	}
	return n
}

// cut reports that there are such arguments.
func (s *ExprSweep) cut() bool {
	for i := range s.Diff {
		if s.unfinished(i) > 0 {
			return true
		}
	}
	return false
}

// sweepValues draws the results of A and B themselves, over those of the base as a line.
func sweepValues(p *svg.Pen, m *Model, y, w int) int {
	s := m.Sweep
	const h = 150
	f := s.Type.Format()
	if f == nil {
		return y - 34
	}
	var series [][]uint64
	var order []int
	for _, i := range [3]int{s.Base, m.B, m.A} {
		if i >= 0 && s.Bits[i] != nil && (i != s.Base || len(order) == 0) {
			series, order = append(series, s.Bits[i]), append(order, i)
		}
	}
	ys, low, high := code.Heights(f, h, series...)
	p.Line(0, y, w, y, "var(--line)", "1")
	p.Line(0, y+h, w, y+h, "var(--line)", "1")
	p.Digits(w, y+12, 12, svg.Right, "var(--ink-2)", words.Minus(high))
	p.Digits(w, y+h-4, 12, svg.Right, "var(--ink-2)", words.Minus(low))
	at := 0
	legend := func(ink, mark string, i int) {
		name := mark + " " + svg.ClipLabel(m.Columns[i].Name, w/22)
		p.Text(at, y-7, 12, svg.Left, ink, name)
		at += len([]rune(name))*7 + 14
	}
	for k, i := range order {
		var c plot.Curve
		for n, v := range ys[k] {
			if v < 0 || k > 0 { // only the base is a line
				c.Break()
			}
			if v >= 0 {
				c.To(w*n/len(s.X)+w/len(s.X)/2, y+h-v)
			}
		}
		switch {
		case k == 0:
			p.Path(c.String(), "var(--x)", "1.5", "stroke-linejoin", "round")
			legend("var(--x-ink)", "—", i)
		case i == m.A:
			p.Path(c.String(), "var(--ink)", "2.5", "stroke-linecap", "round")
			legend("var(--ink)", "● A", i)
		default:
			p.Path(c.String(), "var(--g)", "4", "stroke-linecap", "round", "opacity", "0.8")
			legend("var(--g-ink)", "● B", i)
		}
	}
	return y + h
}

// sweepPlot draws the signed distances of A and B from the base as dots on a scale of powers of two.
func sweepPlot(p *svg.Pen, m *Model, y, w int) int {
	s := m.Sweep
	const h = 120
	mid := y + h/2
	p.Text(0, y-7, 12, svg.Left, "var(--ink-2)", "distance from "+svg.ClipLabel(m.Columns[s.Base].Name, w/12)+", in ulp")
	high := 1
	for _, i := range [2]int{m.A, m.B} {
		if i < 0 || s.Diff[i] == nil {
			continue
		}
		for _, d := range s.Diff[i] {
			if d != far && d != open {
				high = max(high, logHeight(d))
			}
		}
	}
	p.Line(0, mid, w, mid, "var(--tick)", "1")
	last := 0
	for _, k := range [...]int{1, 4, 10, 20, 30, 40, 52, 62} {
		if k > high || (h/2-6)*(k-last)/high < 12 {
			continue
		}
		last = k
		for _, sign := range [2]int{-1, 1} {
			yy := mid + sign*(h/2-6)*k/high
			p.Line(0, yy, w, yy, "var(--line)", "1", "stroke-dasharray", "2 4")
			if sign < 0 {
				p.Digits(w, yy-3, 12, svg.Right, "var(--ink-2)", html.PowerOf(k-1))
			}
		}
	}
	for side, i := range [2]int{m.A, m.B} {
		if i < 0 || s.Diff[i] == nil || i == s.Base {
			continue
		}
		look := [2]string{"var(--ink)", "var(--g)"}[side]
		var dots plot.Curve
		for k, d := range s.Diff[i] {
			if d == far || d == open || d == 0 {
				continue
			}
			v := logHeight(d)
			if d < 0 {
				v = -v
			}
			dots.Break()
			dots.To(w*k/len(s.X)+w/len(s.X)/2, mid-(h/2-6)*v/high)
		}
		p.Path(dots.String(), look, "4", "stroke-linecap", "round", "opacity", "0.8")
	}
	return y + h + 6
}

// logHeight is 1 and the whole binary logarithm of a distance.
func logHeight(d int64) int {
	if d < 0 {
		d = -d
	}
	n := 0
	for ; d > 0; d >>= 1 {
		n++
	}
	return n
}

// exprSweep is the figure of a sweep.
func exprSweep(m *Model) string {
	s := m.Sweep
	switch {
	case s == nil:
		return ""
	case s.Problem != "":
		return `<p class="note">` + words.Escape(s.Problem) + `</p>`
	case !s.Done:
		return `<p class="note">` + `Computing…` + `</p>`
	}
	base := "the result of " + m.Columns[s.Base].Name
	var legend strings.Builder
	for c, word := range sweepWords {
		if c == 7 && !s.cut() {
			break
		}
		legend.WriteString(`<span class="dot-swatch"><svg width="18" height="12" viewBox="0 0 18 12" aria-hidden="true"><rect width="18" height="12" fill="` + sweepFill[c][0] + `" fill-opacity="` + sweepFill[c][1] + `"/></svg>` + word + `</span>`)
	}
	body := html.WideNarrow(sweepPicture(m, 1088), sweepPicture(m, 358)) + `<p class="dot-legend">` + legend.String() + `</p>`
	return html.Figure("expr-sweep", sweepFigure+" "+s.Name, body, sweepCaption+words.Escape(base)+`. Below, the results themselves, and the distance of A and B from it, up where a result is larger. `+sweepWorst(m))
}

// sweepWorst names where A or B is farthest from the base.
func sweepWorst(m *Model) string {
	s := m.Sweep
	i := m.B
	if i == s.Base || i < 0 || s.Diff[i] == nil {
		i = m.A
	}
	if i < 0 || s.Diff[i] == nil {
		return ""
	}
	k := s.Worst[i]
	d := s.Diff[i][k]
	if d == 0 || d == open {
		return ""
	}
	where := `<span class="num">` + words.Escape(words.Is(s.Name, short(s.Format, s.X[k]))) + `</span>`
	button := ` <button type="button" class="plain" data-tap="expr:w` + text.Bits(s.Format, wide.From64(s.X[k])) + `">show it above</button>`
	if d == far {
		return `At least one of the results is NaN at ` + where + `.` + button
	}
	if d < 0 {
		d = -d
	}
	return words.Escape(m.Columns[i].Name) + ` is farthest from it at ` + where + `: <span class="num">` + code.ApartText(uint64(d)) + `</span> ulp.` + button
}

// short writes a value of a format for an axis.
func short(f *format.Format, c uint64) string { return words.Minus(text.ValueTo(f, wide.From64(c), 9)) }
