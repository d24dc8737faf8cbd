//go:build !opening

package draw

import (
	"ulplab/fpcore/text"
	"ulplab/site/model"
)

// ReductionTree draws the order of a row: leaves on top, additions below them, the result last.
func ReductionTree(t *model.SumTree) Picture {
	var p pen
	n := t.N
	gap := max(15, min(44, 660/n))
	step := 40
	if t.Height > 8 {
		step = max(14, 320/t.Height)
	}
	left0, top := 20, 24
	x := make([]int, len(t.Nodes))
	y := make([]int, len(t.Nodes))
	for i, d := range t.Nodes {
		if i < n {
			x[i], y[i] = left0+gap*d.Place, top+14
			continue
		}
		x[i], y[i] = (x[d.L]+x[d.R])/2, top+14+step*d.Level
		stroke := "var(--tick)"
		for _, k := range [2]int{d.L, d.R} {
			p.path("M"+num(x[k])+" "+num(y[k])+"L"+num(x[i])+" "+num(y[i]), stroke, "1.25")
		}
	}
	for i, d := range t.Nodes {
		if i < n {
			if n <= 32 {
				p.digits(x[i], y[i]-6, 11, middle, "var(--ink-2)", num(i))
			} else {
				p.dot(x[i], y[i], "2", "var(--tick)")
			}
			continue
		}
		p.open("g")
		p.open("title")
		p.b.WriteString(Escape(Minus(d.Value) + ", rounding error " + d.Local))
		p.close("title")
		r := "6"
		if gap < 20 || step < 18 {
			r = "4.5"
		}
		p.dot(x[i], y[i], r, "var(--bg)", "stroke", "var(--ink-2)", "stroke-width", "1.25")
		if d.Tint > 0 {
			p.dot(x[i], y[i], r, "var(--g)", "fill-opacity", tints[d.Tint], "stroke", "none")
		}
		p.close("g")
	}
	last := len(t.Nodes) - 1
	w := max(left0*2+gap*(n-1), 300)
	value := text.FormatG(t.F, t.Bits, 9)
	a, at := middle, x[last]
	if at < 90 {
		a, at = left, 0
	}
	p.digits(at, y[last]+24, 13, a, "var(--ink)", Minus(value))
	return p.picture(t.Name, w, y[last]+34)
}
