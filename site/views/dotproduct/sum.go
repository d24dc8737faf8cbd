package dotproduct

import (
	"strings"

	"ulplab/fpcore/reduce"
	"ulplab/site/kit/graph"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
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

// sumTree draws a sum of three numbers as a tree that grows downwards in lanes, with the significands beside it in
// binary as the paper prints them: of each operation the exact result, with the digits that rounding discards
// marked, and the rounded one.
func sumTree(d *Model, k int, live string) svg.Picture {
	g := d.Graph(k)
	s := sumPen{d: d, g: g, live: live, at: sumSpots(g)}
	s.Text(0, 16, 16, svg.Left, "var(--ink)", g.Name, "font-weight", "600")
	s.edges()
	w := sumW
	for i := len(g.Nodes) - 1; i >= 0; i-- { // the result first: see nodes
		w = max(w, s.row(i))
	}
	last := s.at[len(g.Nodes)-1]
	y := last.Y + plusH - 12
	s.Digits(sumX, y, 14, svg.Left, "var(--ink)", g.Hex, "font-weight", "600")
	w = max(w, s.words(sumX, y+18, words.Minus(g.Decimal)))
	note := ""
	if g.Error != "" {
		note = g.Error + " ulp"
		if f := ulpFraction(d.F, g.Result().Bits, d.Exact); f != "" {
			note = g.Error[:len(g.Error)-len(strings.TrimLeft(g.Error, "+−"))] + f + " ulp"
		}
		note += " from the exact sum"
		if g.Correct {
			note += " ✓"
		}
	}
	w = max(w, s.words(sumX, y+36, note))
	return s.Pen.Picture(g.Name, w, y+44)
}

// sumSpots returns where the nodes of a sum stand.
func sumSpots(g graph.Graph) []graph.Spot {
	at := make([]graph.Spot, len(g.Nodes))
	y, depth := 50, 0
	for i, n := range g.Nodes {
		if n.Kind == reduce.Load {
			at[i] = graph.Spot{X: laneX + depth*laneStep, Y: y, R: 11}
			depth++
			y += loadH
			continue
		}
		depth--
		at[i] = graph.Spot{X: laneX + (depth-1)*laneStep, Y: y + 16, R: 12}
		y += plusH
	}
	return at
}

type sumPen struct {
	svg.Pen
	d    *Model
	g    graph.Graph
	live string
	at   []graph.Spot
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
		lines.WriteString("M" + graph.Pt(l.X, l.Y+l.R) + "V" + words.Num(to.Y-to.R-6))
		heads.WriteString("M" + graph.Pt(to.X, to.Y-to.R-1) + "l-4 -8h8z")
		x := to.X + to.R + 1
		lines.WriteString("M" + graph.Pt(r.X, r.Y+r.R) + "V" + words.Num(to.Y-8) + "q0 8 -8 8H" + words.Num(x+6))
		heads.WriteString("M" + graph.Pt(x, to.Y) + "l8 -4v8z")
	}
	s.Path(lines.String(), "var(--tick)", "1.25")
	s.Mark("path", "d", heads.String(), "fill", "var(--tick)")
}

// row draws node i with its digits and returns how wide that is.
func (s *sumPen) row(i int) int {
	n, at := s.g.Nodes[i], s.at[i]
	p := graph.GraphPen{G: s.g, Live: s.live}
	p.Begin(i)
	p.Dot(at.X, at.Y, words.Num(at.R+3), "transparent")
	if n.Kind == reduce.Load {
		p.Dot(at.X, at.Y, words.Num(at.R), "var(--bg)", "class", "ring", "stroke", "var(--ink)", "stroke-width", "1.25", "stroke-dasharray", "2 2")
		p.Text(at.X, at.Y+5, 14, svg.Middle, "var(--ink)", n.Name)
	} else {
		if i == len(s.g.Nodes)-1 {
			p.Dot(at.X, at.Y, words.Num(at.R+3), "var(--bg)", "stroke", "var(--ink)", "stroke-width", "1")
		}
		p.Dot(at.X, at.Y, words.Num(at.R), "var(--bg)")
		p.Dot(at.X, at.Y, words.Num(at.R), "var(--g)", "fill-opacity", graph.TintsPicture[n.Tint()], "class", "ring", "stroke", "var(--ink)", "stroke-width", "1.25")
		p.Text(at.X, at.Y+7, 19, svg.Middle, "var(--ink)", "+")
	}
	p.End()
	s.B.WriteString(p.B.String())
	if n.Kind == reduce.Load {
		s.Text(sumX, at.Y-6, 12, svg.Left, "var(--ink-2)", n.Name)
		return s.binary(at.Y+11, binaryCode(s.d.F, n.Bits))
	}
	y := at.Y - 26
	w := 0
	if n.OK {
		s.Text(sumX, y+4, 12, svg.Left, "var(--ink-2)", s.name(n.L)+" + "+s.name(n.R)+", exactly")
		w = s.binary(y+20, binaryOf(s.d.F, n.Before, 8))
	}
	s.Text(sumX, y+40, 12, svg.Left, "var(--ink-2)", s.g.Formula(i))
	if n.OK {
		said := words.Ulps(n.Local) + " ulp"
		if n.Tint() == graph.TintExact {
			said = "exact"
		}
		s.Digits(sumX+252, y+40, 12, svg.Right, "var(--g-ink)", said)
	}
	return max(w, s.binary(y+56, binaryCode(s.d.F, n.Bits)))
}

// name writes an operand of a sum: a letter, or the rounded sum it is.
func (s *sumPen) name(i int) string { return s.g.Formula(i) }

// digitW is the width of a digit at size 12, in tenths of a pixel.
const digitW = 72

// words writes text of fixed width and returns where it ends.
func (s *sumPen) words(x, y int, t string) int {
	s.Digits(x, y, 12, svg.Left, "var(--ink-2)", t)
	return x + len([]rune(t))*digitW/10 + 2
}

// binary writes a number as 2^e × 1.0110…: digits kept in the colour of the significand, digits discarded on amber.
func (s *sumPen) binary(y int, b Binary) int {
	if b.Other != "" {
		return s.words(sumX, y, words.Minus(b.Other))
	}
	head := words.Pow2(int(b.Exp)) + " × "
	if b.Neg {
		head = "−" + head
	}
	s.Digits(sumX, y, 12, svg.Left, "var(--e-ink)", head)
	x := sumX + len([]rune(head))*digitW/10 + 1
	kept := b.Lead + "." + b.Kept
	s.Digits(x, y, 12, svg.Left, "var(--t-ink)", kept, "textLength", words.Num(len(kept)*digitW/10))
	x += len(kept)*digitW/10 + 3
	if b.Lost != "" {
		lost := b.Lost
		if b.More {
			lost += "…"
		}
		w := len([]rune(lost)) * digitW / 10
		s.Rect(x-1, y-11, w+4, 15, 2, "var(--g-tint)", "var(--g)", "stroke-width", "0.75")
		s.Digits(x+1, y, 12, svg.Left, "var(--g-ink)", lost, "textLength", words.Num(w))
		x += w + 4
	}
	return x
}

// sumMark is graph.GraphMark for a sum.
func sumMark(g graph.Graph, w, h, node int) string {
	var d svg.Pen
	if node >= 0 && node < len(g.Nodes) {
		at := sumSpots(g)
		d.Dot(at[node].X, at[node].Y, words.Num(at[node].R+5), "none", "stroke", "var(--focus)", "stroke-width", "2.5")
	}
	return graph.MarkOf(w, h, &d)
}
