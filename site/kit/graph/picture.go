package graph

import (
	"strings"

	"ulplab/fpcore/reduce"
	"ulplab/fpcore/text"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// TintsPicture are the opacities of the amber of rounding, from no error to more than half an ulp.
var TintsPicture = [Tints]string{"0", "0.12", "0.24", "0.36", "0.48", "0.62"}

// tintWords name the tints in the legend.
var tintWords = [Tints]string{"exact", "≤ 1/8", "≤ 1/4", "≤ 3/8", "≤ 1/2", "> 1/2 ulp"}

// symbols of the operations.
func symbol(k reduce.Kind) string {
	switch k {
	case reduce.Multiply:
		return "×"
	case reduce.FusedAdd:
		return "×+"
	}
	return "+"
}

// Draw draws an order of operations: one circle an operation, arrows from its arguments to it, tinted by the
// rounding error of the operation alone. live names the page's part that the picture is in: its nodes can then be
// reached by pointer and keyboard; "" draws a picture to keep.
func Draw(g Graph, size GraphSize, live string) svg.Picture {
	p := planOf(g, size)
	d := GraphPen{plan: p, G: g, Live: live}
	d.heading(size)
	if p.miniature {
		d.miniature()
	} else {
		d.rulers()
		d.arrows()
		d.nodes()
	}
	d.result(size)
	return d.Pen.Picture(g.Name+": "+d.summary(), p.w, p.h)
}

// GraphPen draws one graph.
type GraphPen struct {
	svg.Pen
	plan
	G     Graph
	Live  string
	heads strings.Builder    // the arrowheads, in one path
	lines strings.Builder    // the arrows, in one path
	texts [6]strings.Builder // labels by look: value, code and error, beside the node and under it
}

func (d *GraphPen) summary() string {
	return words.Count(d.G.Steps, "step") + ", " + words.Count(d.G.Count, "rounding")
}

func (d *GraphPen) heading(size GraphSize) {
	d.Text(0, 16, 16, svg.Left, "var(--ink)", d.G.Name, "font-weight", "600")
	d.Text(d.w, 16, 13, svg.Right, "var(--ink-2)", d.summary())
}

// rulers number the steps.
func (d *GraphPen) rulers() {
	for t, y := range d.steps {
		d.Line(22, y, d.w, y, "var(--line)", "1", "stroke-dasharray", "1 5")
		d.Digits(8, y+4, 12, svg.Middle, "var(--ink-2)", words.Num(t+1))
	}
}

// arrows draws the inputs and all arrows.
func (d *GraphPen) arrows() {
	for i, n := range d.G.Nodes {
		at := d.at[i]
		if n.Kind == reduce.Start {
			d.Digits(at.X, at.Y+5, d.font+3, svg.Middle, "var(--ink)", "0")
			continue
		}
		if n.Leaf >= 0 {
			d.leaf(i)
		}
		switch {
		case contracted(d.G, i):
			d.shoulder(d.at[n.L], at, -1)
		case n.Kind == reduce.FusedAdd:
			d.join(n.L, i)
		case n.Kind == reduce.Plus && d.G.Nodes[0].Kind == reduce.Start:
			d.join(n.L, i)
			d.down(d.at[n.R], at)
		case n.Kind == reduce.Plus:
			d.shoulder(d.at[n.L], at, 1)
			d.shoulder(d.at[n.R], at, -1)
		}
	}
	d.Path(d.lines.String(), "var(--tick)", "1.25")
	d.Mark("path", "d", d.heads.String(), "fill", "var(--tick)")
}

// leaf draws the elements that node i takes from the vectors.
func (d *GraphPen) leaf(i int) {
	n, at := d.G.Nodes[i], d.at[i]
	in := d.inputs[n.Leaf]
	sub := Subscript(n.Leaf + 1)
	switch {
	case in.R == 0:
		// Upright: "a₁ × b₁ = -1.78", where the product is a node of its own.
		said := "a" + sub + " × b" + sub
		if n.Kind == reduce.Multiply {
			said += " = " + words.Minus(d.G.Short(i))
		}
		x := in.X
		d.Digits(0, 0, 12, svg.Left, "var(--ink)", said, "transform", "translate("+words.Num(x+4)+" "+words.Num(in.Y)+") rotate(-90)")
		if n.Kind == reduce.Multiply {
			d.down(Spot{x, in.Y + 4, 0}, at)
		} else {
			d.shoulder(Spot{x, in.Y + 4, 0}, at, 1)
		}
	case d.values:
		// Names and values, arriving at the shoulders.
		for k, v := range [2]string{d.value(n.Leaf, 0), d.value(n.Leaf, 1)} {
			x, side := in.X-in.R, 1
			if k == 1 {
				x, side = in.X+in.R, -1
			}
			d.Text(x, in.Y, 16, svg.Middle, "var(--ink)", "ab"[k:k+1]+sub, "font-style", "italic")
			d.Digits(x, in.Y+18, 12, svg.Middle, "var(--ink-2)", v)
			if k == 1 && contracted(d.G, i) {
				d.top(Spot{x, in.Y + 24, 0}, at)
				continue
			}
			d.shoulder(Spot{x, in.Y + 24, 0}, at, side)
		}
	default:
		for k := range 2 {
			x := in.X - in.R
			if k == 1 {
				x = in.X + in.R
			}
			d.Text(x, in.Y, 13, svg.Middle, "var(--ink)", "ab"[k:k+1]+sub, "font-style", "italic")
			if contracted(d.G, i) {
				if from := (Spot{x, in.Y + 5, 0}); k == 0 {
					d.shoulder(from, at, 1)
				} else {
					d.top(from, at)
				}
				continue
			}
			// The circle's edge at this distance from its middle.
			y := at.Y - edge(at.R, in.R)
			d.stroke("M" + Pt(x, in.Y+5) + "V" + words.Num(y-4))
			d.head(x, y-1, 0)
		}
	}
}

// value writes an element of a vector.
func (d *GraphPen) value(leaf, vector int) string {
	c := d.G.A[leaf]
	if vector == 1 {
		c = d.G.B[leaf]
	}
	return words.Minus(text.ValueTo(d.G.F, c, 8))
}

// edge returns the height of a circle of radius r at distance x from its middle.
func edge(r, x int) int {
	h := 0
	for h < r && (h+1)*(h+1) <= r*r-x*x {
		h++
	}
	return h
}

func Pt(x, y int) string { return words.Num(x) + " " + words.Num(y) }

// stroke adds a piece to the arrows.
func (d *GraphPen) stroke(s string) { d.lines.WriteString(s) }

// head adds an arrowhead whose tip is at x, y: pointing down (0), right (1), down and right (2), down and
// left (-2).
func (d *GraphPen) head(x, y, way int) {
	d.heads.WriteString("M" + Pt(x, y))
	switch way {
	case 0:
		d.heads.WriteString("l-4 -8h8z")
	case 1:
		d.heads.WriteString("l-8 -4v8z")
	case 2:
		d.heads.WriteString("l-3 -8l-5 5z")
	case -2:
		d.heads.WriteString("l3 -8l5 5z")
	}
}

// down draws a vertical arrow.
func (d *GraphPen) down(from, to Spot) {
	d.stroke("M" + Pt(from.X, from.Y+from.R) + "V" + words.Num(to.Y-to.R-6))
	d.head(to.X, to.Y-to.R-1, 0)
}

// shoulder draws an arrow that leaves downwards and arrives at the upper left (side 1) or upper right (side -1).
func (d *GraphPen) shoulder(from, to Spot, side int) {
	q := to.R*181/256 + 1 // r/√2
	x, y := to.X-side*q, to.Y-q
	drop := (y - from.Y - from.R) * 45 / 100
	k := min(drop, svg.Abs(x-from.X)/2)
	d.stroke("M" + Pt(from.X, from.Y+from.R) + "C" + Pt(from.X, from.Y+from.R+drop) + " " + Pt(x-side*(k+4), y-k-4) + " " + Pt(x-side*4, y-4))
	d.head(x, y, 2*side)
}

// top draws an arrow that leaves downwards and arrives from above.
func (d *GraphPen) top(from, to Spot) {
	y := to.Y - to.R - 1
	drop := (y - from.Y) * 45 / 100
	d.stroke("M" + Pt(from.X, from.Y+from.R) + "C" + Pt(from.X, from.Y+from.R+drop) + " " + Pt(to.X, y-drop) + " " + Pt(to.X, y-6))
	d.head(to.X, y, 0)
}

// join draws the arrow of the running sum from node l to node i: it leaves downwards and arrives from the side, or
// runs along the line of a wrapped loop.
func (d *GraphPen) join(l, i int) {
	from, to := d.at[l], d.at[i]
	first := d.G.Nodes[l].Kind == reduce.Start
	switch {
	case from.Y == to.Y:
		d.stroke("M" + Pt(from.X+from.R, from.Y) + "H" + words.Num(to.X-to.R-6))
		d.head(to.X-to.R-1, to.Y, 1)
	case d.wrapped:
		// From the end of a line to the beginning of the next, between the lines.
		between := d.inputs[d.firstLeaf(i)].Y - 26
		d.stroke("M" + Pt(from.X+from.R, from.Y) + "h18q8 0 8 8V" + words.Num(between-8) + "q0 8 -8 8H32q-8 0 -8 8V" + words.Num(to.Y-8) + "q0 8 8 8H" + words.Num(to.X-to.R-6))
		d.head(to.X-to.R-1, to.Y, 1)
	default:
		x := to.X - to.R - 1
		y := from.Y + from.R
		if first {
			y = from.Y + 8
		}
		d.stroke("M" + Pt(from.X, y) + "C" + Pt(from.X, y+(to.Y-y)*7/10) + " " + Pt(from.X+(x-from.X)*4/10, to.Y) + " " + Pt(x-6, to.Y))
		d.head(x, to.Y, 1)
	}
}

// firstLeaf returns an element that node i takes itself or through its product.
func (d *GraphPen) firstLeaf(i int) int {
	n := d.G.Nodes[i]
	if n.Leaf >= 0 {
		return n.Leaf
	}
	return d.G.Nodes[n.R].Leaf
}

// nodes draws the circles with their symbols and values.
func (d *GraphPen) nodes() {
	last := len(d.G.Nodes) - 1
	// The result comes first, so that the keyboard enters there and leaves from any other node.
	d.Open("g", "font-family", "var(--sans)", "text-anchor", "middle", "fill", "var(--ink)")
	d.node(last)
	for i := range d.G.Nodes[:last] {
		d.node(i)
	}
	d.Close("g")
	d.putAll()
}

func (d *GraphPen) node(i int) {
	n, at := d.G.Nodes[i], d.at[i]
	d.Begin(i)
	if n.Kind == reduce.Start {
		d.Dot(at.X, at.Y, words.Num(at.R+3), "transparent", "class", "ring")
		d.End()
		return
	}
	if at.R < 12 { // easier to hit
		d.Dot(at.X, at.Y, words.Num(at.R+3), "transparent")
	}
	if i == len(d.G.Nodes)-1 {
		d.Dot(at.X, at.Y, words.Num(at.R+3), "var(--bg)", "stroke", "var(--ink)", "stroke-width", "1")
	}
	d.Dot(at.X, at.Y, words.Num(at.R), "var(--bg)")
	d.Dot(at.X, at.Y, words.Num(at.R), "var(--g)", "fill-opacity", TintsPicture[n.Tint()], "class", "ring", "stroke", "var(--ink)", "stroke-width", "1.25")
	if at.R >= 8 {
		size := at.R * 3 / 2
		if n.Kind == reduce.FusedAdd {
			size = at.R * 9 / 8
		}
		d.B.WriteString(`<text x="` + words.Num(at.X) + `" y="` + words.Num(at.Y+size*35/100) + `" font-size="` + words.Num(size) + `">` + symbol(n.Kind) + `</text>`)
	}
	d.End()
	d.label(i)
}

// Begin opens the group of a node with what pointer, keyboard and screen reader need.
func (d *GraphPen) Begin(i int) {
	if d.Live == "" {
		d.Open("g")
		return
	}
	n := d.G.Nodes[i]
	tab := "-1"
	if i == len(d.G.Nodes)-1 {
		tab = "0"
	}
	said := d.G.Formula(i)
	if n.Rounds() {
		said += " = " + words.Minus(d.G.Short(i))
		if n.OK {
			said += ", rounding error " + words.Ulps(n.Local) + " ulp"
		}
	}
	d.Open("g", "class", "node", "id", NodeID(d.Live, d.G.Shape, i), "data-bit", words.Num(i), "tabindex", tab, "role", "button", "aria-label", said)
}

func (d *GraphPen) End() { d.Close("g") }

// NodeID is the id of the element of a node.
func NodeID(live string, shape, node int) string {
	return live + "-" + words.Num(shape) + "-" + words.Num(node)
}

// label writes the value of a node and, where there is room, its code and its rounding error.
func (d *GraphPen) label(i int) {
	n, at := d.G.Nodes[i], d.at[i]
	if d.labels[i] != rightLabel && d.labels[i] != belowLabel {
		return
	}
	fits := func(s string, size int) bool { return len([]rune(s))*size*61/100 <= d.room }
	var rows [3]string
	if !d.brief {
		rows[0], rows[1] = words.Minus(text.Value(d.G.F, n.Bits)), Hex(d.G.F, n.Bits)
		if !fits(rows[0], d.font) {
			rows[0] = words.Minus(d.G.Short(i))
		}
		if n.OK {
			rows[2] = words.Ulps(n.Local) + " ulp"
			if n.Tint() == TintExact {
				rows[2] = "exact"
			}
		}
	}
	x, y, look := at.X+at.R+7, at.Y+4, 0
	if d.brief { // a single line
		x = at.X + at.R + 5
		if i == len(d.G.Nodes)-1 {
			x += 3
		}
		s := words.Minus(text.ValueTo(d.G.F, n.Bits, 4))
		for digits := 3; digits > 1 && !fits(s, d.font); digits-- {
			s = words.Minus(text.ValueTo(d.G.F, n.Bits, digits))
		}
		d.put(0, x, y, s)
		return
	}
	if d.labels[i] == belowLabel {
		x, y, look = at.X, at.Y+at.R+16, 3
	} else {
		y -= 10
	}
	d.put(look, x, y, rows[0])
	if fits(rows[1], d.small()) {
		y += 15
		d.put(look+1, x, y, rows[1])
	}
	if rows[2] != "" {
		y += 15
		d.put(look+2, x, y, rows[2])
	}
}

// small is the size of the lines under a value.
func (d *GraphPen) small() int { return min(d.font, 12) }

// put adds a line to the labels of one look.
func (d *GraphPen) put(look, x, y int, s string) {
	d.texts[look].WriteString(`<text x="` + words.Num(x) + `" y="` + words.Num(y) + `">` + words.Escape(s) + `</text>`)
}

// putAll draws the labels.
func (d *GraphPen) putAll() {
	for look := range d.texts {
		if d.texts[look].Len() == 0 {
			continue
		}
		a, size := svg.Left, d.font
		if look >= 3 {
			a = svg.Middle
		}
		if look%3 > 0 {
			size = d.small()
		}
		d.Open("g", "font-family", "var(--mono)", "font-size", words.Num(size), "text-anchor", string(a), "fill", [3]string{"var(--ink)", "var(--ink-2)", "var(--g-ink)"}[look%3])
		d.B.WriteString(d.texts[look].String())
		d.Close("g")
	}
}

// result writes the result under the last node.
func (d *GraphPen) result(size GraphSize) {
	last := d.at[len(d.at)-1]
	y := last.Y + last.R + 6
	if d.wrapped {
		y = d.h - 46
	} else {
		bottom := y + 16
		d.Line(last.X, y, last.X, bottom, "var(--tick)", "1.25")
		d.Mark("path", "d", "M"+Pt(last.X, bottom+6)+"l-4 -8h8z", "fill", "var(--tick)")
		y = bottom
	}
	x, a := last.X, svg.Middle
	const half = 116 // of the widest line
	if x > d.w-half {
		x, a = d.w, svg.Right
	} else if x < half {
		x, a = 0, svg.Left
	}
	big := 14
	if size == GraphLarge {
		big = 16
	}
	d.Digits(x, y+24, big, a, "var(--ink)", d.G.Hex, "font-weight", "600")
	note := words.Minus(d.G.Decimal)
	if d.G.Error != "" {
		note += ", " + d.G.Error + " ulp"
	}
	if d.G.Correct {
		note += " ✓"
	}
	d.Digits(x, y+42, 12, a, "var(--ink-2)", note)
}

// miniature draws a graph of many nodes as dots and lines: its shape, not its numbers.
func (d *GraphPen) miniature() {
	for i, n := range d.G.Nodes {
		at := d.at[i]
		for _, k := range [2]int{n.L, n.R} {
			if k >= 0 {
				d.stroke("M" + Pt(d.at[k].X, d.at[k].Y) + "L" + Pt(at.X, at.Y))
			}
		}
		if n.Leaf >= 0 {
			d.stroke("M" + Pt(at.X, at.Y) + "V" + words.Num(d.inputs[n.Leaf].Y))
		}
	}
	d.Path(d.lines.String(), "var(--tick)", "1")
	var all strings.Builder
	var by [Tints]strings.Builder
	for i, n := range d.G.Nodes {
		if n.Rounds() {
			r := words.Num(d.at[i].R)
			circle := "M" + Pt(d.at[i].X-d.at[i].R, d.at[i].Y) + "a" + r + " " + r + " 0 1 0 " + words.Num(2*d.at[i].R) + " 0a" + r + " " + r + " 0 1 0 " + words.Num(-2*d.at[i].R) + " 0z"
			all.WriteString(circle)
			by[n.Tint()].WriteString(circle)
		}
	}
	d.Mark("path", "d", all.String(), "fill", "var(--bg)")
	for t := range by {
		if by[t].Len() > 0 {
			d.Mark("path", "d", by[t].String(), "fill", "var(--g)", "fill-opacity", TintsPicture[t], "stroke", "var(--ink)", "stroke-width", "0.75")
		}
	}
}

// GraphLegend explains the tint.
func GraphLegend() svg.Picture {
	var p svg.Pen
	const step = 92
	p.Text(0, 16, 12, svg.Left, "var(--ink-2)", "rounding error of one operation:")
	x := 222
	for t := range Tints {
		p.Dot(x, 12, "8", "var(--bg)")
		p.Dot(x, 12, "8", "var(--g)", "fill-opacity", TintsPicture[t], "stroke", "var(--ink)", "stroke-width", "1.25")
		p.Digits(x+14, 16, 12, svg.Left, "var(--ink-2)", tintWords[t])
		x += step
	}
	return p.Picture("Legend: the tint of a circle is the rounding error of its operation, from exact to more than half an ulp", x-10, 24)
}

// GraphLegendHTML is the legend for the page, where it wraps.
func GraphLegendHTML() string {
	var b strings.Builder
	b.WriteString(`<span>rounding error of one operation:</span>`)
	for t := range Tints {
		var p svg.Pen
		p.Dot(9, 9, "8", "var(--bg)")
		p.Dot(9, 9, "8", "var(--g)", "fill-opacity", TintsPicture[t], "stroke", "var(--ink)", "stroke-width", "1.25")
		b.WriteString(`<span class="dot-swatch"><svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">` + p.B.String() + `</svg>` + words.Escape(tintWords[t]) + `</span>`)
	}
	return b.String()
}

// GraphMark draws the ring around the node that details are about, and the arrows to it stronger, over a graph of
// the same size.
func GraphMark(g Graph, size GraphSize, node int) string {
	p := planOf(g, size)
	var d svg.Pen
	if !p.miniature && node >= 0 && node < len(p.at) {
		at := p.at[node]
		d.Dot(at.X, at.Y, words.Num(at.R+6), "none", "stroke", "var(--focus)", "stroke-width", "2.5")
		for _, k := range [2]int{g.Nodes[node].L, g.Nodes[node].R} {
			if k >= 0 {
				d.Dot(p.at[k].X, p.at[k].Y, words.Num(p.at[k].R+4), "none", "stroke", "var(--focus)", "stroke-width", "1.5", "stroke-dasharray", "3 3")
			}
		}
	}
	return MarkOf(p.w, p.h, &d)
}
