package draw

import (
	"strings"

	"ulplab/fpcore/reduce"
	"ulplab/site/model"
)

// The measures of a sum: lanes at the left, lines of digits at the right.
const (
	laneX    = 14
	laneStep = 24
	sumX     = 92 // where the digits begin
	sumW     = 344
	loadH    = 50
	plusH    = 88
)

// SumTree draws a sum of three numbers as a tree that grows downwards in lanes, with the significands beside it in
// binary as the paper prints them: of each operation the exact result, with the digits that rounding discards
// marked, and the rounded one.
func SumTree(d *model.Dot, k int, live string) Picture {
	g := d.Graph(k)
	s := sumPen{d: d, g: g, live: live, at: SumSpots(g)}
	s.text(0, 16, 16, left, "var(--ink)", g.Name, "font-weight", "600")
	s.edges()
	w := sumW
	for i := len(g.Nodes) - 1; i >= 0; i-- { // the result first: see nodes
		w = max(w, s.row(i))
	}
	last := s.at[len(g.Nodes)-1]
	y := last.y + plusH - 12
	s.digits(sumX, y, 14, left, "var(--ink)", g.Hex, "font-weight", "600")
	w = max(w, s.words(sumX, y+18, Minus(g.Decimal)))
	note := ""
	if g.Error != "" {
		note = g.Error + " ulp"
		if f := model.UlpFraction(d.F, g.Result().Bits, d.Exact); f != "" {
			note = g.Error[:len(g.Error)-len(strings.TrimLeft(g.Error, "+−"))] + f + " ulp"
		}
		note += " from the exact sum"
		if g.Correct {
			note += " ✓"
		}
	}
	w = max(w, s.words(sumX, y+36, note))
	return s.pen.picture(g.Name, w, y+44)
}

// SumSpots returns where the nodes of a sum stand.
func SumSpots(g model.DotGraph) []spot {
	at := make([]spot, len(g.Nodes))
	y, depth := 50, 0
	for i, n := range g.Nodes {
		if n.Kind == reduce.Load {
			at[i] = spot{laneX + depth*laneStep, y, 11}
			depth++
			y += loadH
			continue
		}
		depth--
		at[i] = spot{laneX + (depth-1)*laneStep, y + 16, 12}
		y += plusH
	}
	return at
}

type sumPen struct {
	pen
	d    *model.Dot
	g    model.DotGraph
	live string
	at   []spot
}

// edges draws the arrows from numbers to sums: straight down a lane, or into it from the right.
func (s *sumPen) edges() {
	var lines, heads strings.Builder
	for i, n := range s.g.Nodes {
		if n.Kind == reduce.Load {
			continue
		}
		to := s.at[i]
		l, r := s.at[n.L], s.at[n.R]
		lines.WriteString("M" + pt(l.x, l.y+l.r) + "V" + num(to.y-to.r-6))
		heads.WriteString("M" + pt(to.x, to.y-to.r-1) + "l-4 -8h8z")
		x := to.x + to.r + 1
		lines.WriteString("M" + pt(r.x, r.y+r.r) + "V" + num(to.y-8) + "q0 8 -8 8H" + num(x+6))
		heads.WriteString("M" + pt(x, to.y) + "l8 -4v8z")
	}
	s.path(lines.String(), "var(--tick)", "1.25")
	s.mark("path", "d", heads.String(), "fill", "var(--tick)")
}

// row draws node i with its digits and returns how wide that is.
func (s *sumPen) row(i int) int {
	n, at := s.g.Nodes[i], s.at[i]
	p := graphPen{g: s.g, live: s.live}
	p.begin(i)
	p.dot(at.x, at.y, num(at.r+3), "transparent")
	if n.Kind == reduce.Load {
		p.dot(at.x, at.y, num(at.r), "var(--bg)", "class", "ring", "stroke", "var(--ink)", "stroke-width", "1.25", "stroke-dasharray", "2 2")
		p.text(at.x, at.y+5, 14, middle, "var(--ink)", n.Name)
	} else {
		if i == len(s.g.Nodes)-1 {
			p.dot(at.x, at.y, num(at.r+3), "var(--bg)", "stroke", "var(--ink)", "stroke-width", "1")
		}
		p.dot(at.x, at.y, num(at.r), "var(--bg)")
		p.dot(at.x, at.y, num(at.r), "var(--g)", "fill-opacity", tints[n.Tint()], "class", "ring", "stroke", "var(--ink)", "stroke-width", "1.25")
		p.text(at.x, at.y+7, 19, middle, "var(--ink)", "+")
	}
	p.end()
	s.b.WriteString(p.b.String())
	if n.Kind == reduce.Load {
		s.text(sumX, at.y-6, 12, left, "var(--ink-2)", n.Name)
		return s.binary(at.y+11, model.BinaryCode(s.d.F, n.Bits))
	}
	y := at.y - 26
	w := 0
	if n.OK {
		s.text(sumX, y+4, 12, left, "var(--ink-2)", s.name(n.L)+" + "+s.name(n.R)+", exactly")
		w = s.binary(y+20, model.BinaryOf(s.d.F, n.Before, 8))
	}
	s.text(sumX, y+40, 12, left, "var(--ink-2)", s.g.Formula(i))
	if n.OK {
		said := model.Ulps(n.Local) + " ulp"
		if n.Tint() == model.TintExact {
			said = "exact"
		}
		s.digits(sumX+252, y+40, 12, right, "var(--g-ink)", said)
	}
	return max(w, s.binary(y+56, model.BinaryCode(s.d.F, n.Bits)))
}

// name writes an operand of a sum: a letter, or the rounded sum it is.
func (s *sumPen) name(i int) string { return s.g.Formula(i) }

// digitW is the width of a digit at size 12, in tenths of a pixel.
const digitW = 72

// words writes text of fixed width and returns where it ends.
func (s *sumPen) words(x, y int, t string) int {
	s.digits(x, y, 12, left, "var(--ink-2)", t)
	return x + len([]rune(t))*digitW/10 + 2
}

// binary writes a number as 2^e × 1.0110…: digits kept in the colour of the significand, digits discarded on amber.
func (s *sumPen) binary(y int, b model.Binary) int {
	if b.Other != "" {
		return s.words(sumX, y, Minus(b.Other))
	}
	head := "2" + superscript(b.Exp) + " × "
	if b.Neg {
		head = "−" + head
	}
	s.digits(sumX, y, 12, left, "var(--e-ink)", head)
	x := sumX + len([]rune(head))*digitW/10 + 1
	kept := b.Lead + "." + b.Kept
	s.digits(x, y, 12, left, "var(--t-ink)", kept, "textLength", num(len(kept)*digitW/10))
	x += len(kept)*digitW/10 + 3
	if b.Lost != "" {
		lost := b.Lost
		if b.More {
			lost += "…"
		}
		w := len([]rune(lost)) * digitW / 10
		s.rect(x-1, y-11, w+4, 15, 2, "var(--g-tint)", "var(--g)", "stroke-width", "0.75")
		s.digits(x+1, y, 12, left, "var(--g-ink)", lost, "textLength", num(w))
		x += w + 4
	}
	return x
}

// superscript writes n with raised digits.
func superscript(n int64) string {
	var b strings.Builder
	if n < 0 {
		b.WriteRune('⁻')
		n = -n
	}
	for _, c := range num(int(n)) {
		b.WriteRune([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[c-'0'])
	}
	return b.String()
}

// SumMark is GraphMark for a sum.
func SumMark(g model.DotGraph, w, h, node int) string {
	var d pen
	if node >= 0 && node < len(g.Nodes) {
		at := SumSpots(g)
		d.dot(at[node].x, at[node].y, num(at[node].r+5), "none", "stroke", "var(--focus)", "stroke-width", "2.5")
	}
	return markOf(w, h, &d)
}

func markOf(w, h int, d *pen) string {
	return `<svg class="mark" viewBox="0 0 ` + num(w) + ` ` + num(h) + `" aria-hidden="true">` + d.b.String() + `</svg>`
}
