package explain

import (
	"strings"

	"ulplab/fpcore/explain"
	"ulplab/site/kit/code"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// The measures of the line, and its unit: a millionth of an ulp.
const (
	lineW   = 560
	linePad = 90
	lineY   = 84
	ulp     = 1_000_000
	mostUlp = 1_000_000 // farther results are not drawn
)

// line draws the exact value and the results on a line in ulp, w pixels wide. ok is false where a result has no error in ulp, or
// where the results are of different types.
func line(m *Explanation, w int) (p svg.Picture, ok bool) {
	t := &m.Answer.Truth
	if !t.Known || m.Answer.Count == 0 || !m.OneType() {
		return p, false
	}
	var at [2]int
	lo, hi := 0, 0
	for side := range m.Answer.Count {
		if at[side], ok = microUlps(t.Errors[side]); !ok {
			return p, false
		}
		lo, hi = min(lo, at[side]), max(hi, at[side])
	}
	span := max(hi-lo, ulp)
	middleOf := (lo + hi) / 2
	x := func(u int) int {
		return w/2 + (u-middleOf)*(w-2*linePad)/span
	}
	var d svg.Pen
	y := lineY
	d.Line(0, y, w, y, "var(--tick)", "1")
	if span <= 16*ulp { // the numbers of the type
		for u := at[0] - 40*ulp; u <= at[0]+40*ulp; u += ulp {
			if q := x(u); 0 <= q && q <= w {
				d.Line(q, y-7, q, y+7, "var(--tick)", "1")
			}
		}
	}
	label := func(q, y int, fill, s string) { d.Text(svg.ClampText(q, w, s), y, 13, svg.Middle, fill, s) }
	q := x(0)
	d.Line(q, y-34, q, y+12, "var(--x)", "1.5")
	label(q, y-42, "var(--x-ink)", "exact")
	for side := range m.Answer.Count {
		q := x(at[side])
		row := y + 28
		if side == 1 {
			row = y + 50
			d.Line(q, y, q, y+38, "var(--t)", "1")
		}
		fill := "var(--t)"
		if side == 1 && at[1] == at[0] {
			fill = "var(--bg)"
		}
		r := "6"
		if side == 1 && at[1] == at[0] {
			r = "3"
		}
		d.Dot(q, y, r, fill)
		label(q, row, "var(--t-ink)", [...]string{"first", "second"}[side]+" "+words.Minus(words.Grouped(t.Errors[side]))+" ulp")
	}
	return d.Picture("Exact value and results, in ulp", w, y+62), true
}

// microUlps reads an error as explain.Truth writes it; ok is false for what is no number and for what is far away.
func microUlps(s string) (n int, ok bool) {
	w, f, _ := strings.Cut(strings.TrimLeft(s, "+-"), ".")
	if w == "" || len(w) > 7 {
		return 0, false
	}
	for len(f) < 6 {
		f += "0"
	}
	for _, c := range w + f[:6] {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	if strings.HasPrefix(s, "-") {
		n = -n
	}
	return n, n <= mostUlp*ulp && n >= -mostUlp*ulp
}

// back is the text of a program behind its editor, with the place of a problem marked.
func back(text string, p *explain.Problem, where explain.Field) string {
	if p == nil || p.Where != where {
		return code.MarkedCode(text) + "\n"
	}
	return code.Back(text, &p.Error, 0, 0)
}
