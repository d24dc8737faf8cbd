package draw

import (
	"strings"

	"ulplab/fpcore/reduce"
	"ulplab/fpcore/text"
	"ulplab/site/model"
)

// tints are the opacities of the amber of rounding, from no error to more than half an ulp.
var tints = [model.Tints]string{"0", "0.12", "0.24", "0.36", "0.48", "0.62"}

// tintWords name the tints in the legend.
var tintWords = [model.Tints]string{"exact", "≤ 1/8", "≤ 1/4", "≤ 3/8", "≤ 1/2", "> 1/2 ulp"}

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

// Graph draws an order of operations: one circle an operation, arrows from its arguments to it, tinted by the
// rounding error of the operation alone. live names the page's part that the picture is in: its nodes can then be
// reached by pointer and keyboard; "" draws a picture to keep.
func Graph(g model.DotGraph, size GraphSize, live string) Picture {
	p := planOf(g, size)
	d := graphPen{plan: p, g: g, live: live}
	d.heading(size)
	if p.miniature {
		d.miniature()
	} else {
		d.rulers()
		d.arrows()
		d.nodes()
	}
	d.result(size)
	return d.pen.picture(g.Name+": "+d.summary(), p.w, p.h)
}

// graphPen draws one graph.
type graphPen struct {
	pen
	plan
	g     model.DotGraph
	live  string
	heads strings.Builder    // the arrowheads, in one path
	lines strings.Builder    // the arrows, in one path
	texts [6]strings.Builder // labels by look: value, code and error, beside the node and under it
}

func (d *graphPen) summary() string {
	return plural(d.g.Steps, "step") + ", " + plural(d.g.Count, "rounding")
}

func plural(n int, word string) string {
	if n == 1 {
		return num(n) + " " + word
	}
	return num(n) + " " + word + "s"
}

func (d *graphPen) heading(size GraphSize) {
	d.text(0, 16, 16, left, "var(--ink)", d.g.Name, "font-weight", "600")
	d.text(d.w, 16, 13, right, "var(--ink-2)", d.summary())
}

// rulers number the steps.
func (d *graphPen) rulers() {
	for t, y := range d.steps {
		d.line(22, y, d.w, y, "var(--line)", "1", "stroke-dasharray", "1 5")
		d.digits(8, y+4, 12, middle, "var(--ink-2)", num(t+1))
	}
}

// arrows draws the inputs and all arrows.
func (d *graphPen) arrows() {
	for i, n := range d.g.Nodes {
		at := d.at[i]
		if n.Kind == reduce.Start {
			d.digits(at.x, at.y+5, d.font+3, middle, "var(--ink)", "0")
			continue
		}
		if n.Leaf >= 0 {
			d.leaf(i)
		}
		switch {
		case contracted(d.g, i):
			d.shoulder(d.at[n.L], at, -1)
		case n.Kind == reduce.FusedAdd:
			d.join(n.L, i)
		case n.Kind == reduce.Plus && d.g.Nodes[0].Kind == reduce.Start:
			d.join(n.L, i)
			d.down(d.at[n.R], at)
		case n.Kind == reduce.Plus:
			d.shoulder(d.at[n.L], at, 1)
			d.shoulder(d.at[n.R], at, -1)
		}
	}
	d.path(d.lines.String(), "var(--tick)", "1.25")
	d.mark("path", "d", d.heads.String(), "fill", "var(--tick)")
}

// leaf draws the elements that node i takes from the vectors.
func (d *graphPen) leaf(i int) {
	n, at := d.g.Nodes[i], d.at[i]
	in := d.inputs[n.Leaf]
	sub := model.Subscript(n.Leaf + 1)
	switch {
	case in.r == 0:
		// Upright: "a₁ × b₁ = -1.78", where the product is a node of its own.
		words := "a" + sub + " × b" + sub
		if n.Kind == reduce.Multiply {
			words += " = " + Minus(d.g.Short(i))
		}
		x := in.x
		d.digits(0, 0, 12, left, "var(--ink)", words, "transform", "translate("+num(x+4)+" "+num(in.y)+") rotate(-90)")
		if n.Kind == reduce.Multiply {
			d.down(spot{x, in.y + 4, 0}, at)
		} else {
			d.shoulder(spot{x, in.y + 4, 0}, at, 1)
		}
	case d.values:
		// Names and values, arriving at the shoulders.
		for k, v := range [2]string{d.value(n.Leaf, 0), d.value(n.Leaf, 1)} {
			x, side := in.x-in.r, 1
			if k == 1 {
				x, side = in.x+in.r, -1
			}
			d.text(x, in.y, 16, middle, "var(--ink)", "ab"[k:k+1]+sub, "font-style", "italic")
			d.digits(x, in.y+18, 12, middle, "var(--ink-2)", v)
			if k == 1 && contracted(d.g, i) {
				d.top(spot{x, in.y + 24, 0}, at)
				continue
			}
			d.shoulder(spot{x, in.y + 24, 0}, at, side)
		}
	default:
		for k := range 2 {
			x := in.x - in.r
			if k == 1 {
				x = in.x + in.r
			}
			d.text(x, in.y, 13, middle, "var(--ink)", "ab"[k:k+1]+sub, "font-style", "italic")
			if contracted(d.g, i) {
				if from := (spot{x, in.y + 5, 0}); k == 0 {
					d.shoulder(from, at, 1)
				} else {
					d.top(from, at)
				}
				continue
			}
			// The circle's edge at this distance from its middle.
			y := at.y - edge(at.r, in.r)
			d.stroke("M" + pt(x, in.y+5) + "V" + num(y-4))
			d.head(x, y-1, 0)
		}
	}
}

// value writes an element of a vector.
func (d *graphPen) value(leaf, vector int) string {
	c := d.g.A[leaf]
	if vector == 1 {
		c = d.g.B[leaf]
	}
	return Minus(text.ValueTo(d.g.F, c, 8))
}

// edge returns the height of a circle of radius r at distance x from its middle.
func edge(r, x int) int {
	h := 0
	for h < r && (h+1)*(h+1) <= r*r-x*x {
		h++
	}
	return h
}

func pt(x, y int) string { return num(x) + " " + num(y) }

// stroke adds a piece to the arrows.
func (d *graphPen) stroke(s string) { d.lines.WriteString(s) }

// head adds an arrowhead whose tip is at x, y: pointing down (0), right (1), down and right (2), down and
// left (-2).
func (d *graphPen) head(x, y, way int) {
	d.heads.WriteString("M" + pt(x, y))
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
func (d *graphPen) down(from, to spot) {
	d.stroke("M" + pt(from.x, from.y+from.r) + "V" + num(to.y-to.r-6))
	d.head(to.x, to.y-to.r-1, 0)
}

// shoulder draws an arrow that leaves downwards and arrives at the upper left (side 1) or upper right (side -1).
func (d *graphPen) shoulder(from, to spot, side int) {
	q := to.r*181/256 + 1 // r/√2
	x, y := to.x-side*q, to.y-q
	drop := (y - from.y - from.r) * 45 / 100
	k := min(drop, abs(x-from.x)/2)
	d.stroke("M" + pt(from.x, from.y+from.r) + "C" + pt(from.x, from.y+from.r+drop) + " " + pt(x-side*(k+4), y-k-4) + " " + pt(x-side*4, y-4))
	d.head(x, y, 2*side)
}

// top draws an arrow that leaves downwards and arrives from above.
func (d *graphPen) top(from, to spot) {
	y := to.y - to.r - 1
	drop := (y - from.y) * 45 / 100
	d.stroke("M" + pt(from.x, from.y+from.r) + "C" + pt(from.x, from.y+from.r+drop) + " " + pt(to.x, y-drop) + " " + pt(to.x, y-6))
	d.head(to.x, y, 0)
}

// join draws the arrow of the running sum from node l to node i: it leaves downwards and arrives from the side, or
// runs along the line of a wrapped loop.
func (d *graphPen) join(l, i int) {
	from, to := d.at[l], d.at[i]
	first := d.g.Nodes[l].Kind == reduce.Start
	switch {
	case from.y == to.y:
		d.stroke("M" + pt(from.x+from.r, from.y) + "H" + num(to.x-to.r-6))
		d.head(to.x-to.r-1, to.y, 1)
	case d.wrapped:
		// From the end of a line to the beginning of the next, between the lines.
		between := d.inputs[d.firstLeaf(i)].y - 26
		d.stroke("M" + pt(from.x+from.r, from.y) + "h18q8 0 8 8V" + num(between-8) + "q0 8 -8 8H32q-8 0 -8 8V" + num(to.y-8) + "q0 8 8 8H" + num(to.x-to.r-6))
		d.head(to.x-to.r-1, to.y, 1)
	default:
		x := to.x - to.r - 1
		y := from.y + from.r
		if first {
			y = from.y + 8
		}
		d.stroke("M" + pt(from.x, y) + "C" + pt(from.x, y+(to.y-y)*7/10) + " " + pt(from.x+(x-from.x)*4/10, to.y) + " " + pt(x-6, to.y))
		d.head(x, to.y, 1)
	}
}

// firstLeaf returns an element that node i takes itself or through its product.
func (d *graphPen) firstLeaf(i int) int {
	n := d.g.Nodes[i]
	if n.Leaf >= 0 {
		return n.Leaf
	}
	return d.g.Nodes[n.R].Leaf
}

// nodes draws the circles with their symbols and values.
func (d *graphPen) nodes() {
	last := len(d.g.Nodes) - 1
	// The result comes first, so that the keyboard enters there and leaves from any other node.
	d.open("g", "font-family", "var(--sans)", "text-anchor", "middle", "fill", "var(--ink)")
	d.node(last)
	for i := range d.g.Nodes[:last] {
		d.node(i)
	}
	d.close("g")
	d.putAll()
}

func (d *graphPen) node(i int) {
	n, at := d.g.Nodes[i], d.at[i]
	d.begin(i)
	if n.Kind == reduce.Start {
		d.dot(at.x, at.y, num(at.r+3), "transparent", "class", "ring")
		d.end()
		return
	}
	if at.r < 12 { // easier to hit
		d.dot(at.x, at.y, num(at.r+3), "transparent")
	}
	if i == len(d.g.Nodes)-1 {
		d.dot(at.x, at.y, num(at.r+3), "var(--bg)", "stroke", "var(--ink)", "stroke-width", "1")
	}
	d.dot(at.x, at.y, num(at.r), "var(--bg)")
	d.dot(at.x, at.y, num(at.r), "var(--g)", "fill-opacity", tints[n.Tint()], "class", "ring", "stroke", "var(--ink)", "stroke-width", "1.25")
	if at.r >= 8 {
		size := at.r * 3 / 2
		if n.Kind == reduce.FusedAdd {
			size = at.r * 9 / 8
		}
		d.b.WriteString(`<text x="` + num(at.x) + `" y="` + num(at.y+size*35/100) + `" font-size="` + num(size) + `">` + symbol(n.Kind) + `</text>`)
	}
	d.end()
	d.label(i)
}

// begin opens the group of a node with what pointer, keyboard and screen reader need.
func (d *graphPen) begin(i int) {
	if d.live == "" {
		d.open("g")
		return
	}
	n := d.g.Nodes[i]
	tab := "-1"
	if i == len(d.g.Nodes)-1 {
		tab = "0"
	}
	said := d.g.Formula(i)
	if n.Rounds() {
		said += " = " + Minus(d.g.Short(i))
		if n.OK {
			said += ", rounding error " + model.Ulps(n.Local) + " ulp"
		}
	}
	d.open("g", "class", "node", "id", NodeID(d.live, d.g.Shape, i), "data-bit", num(i), "tabindex", tab, "role", "button", "aria-label", said)
}

func (d *graphPen) end() { d.close("g") }

// NodeID is the id of the element of a node.
func NodeID(live string, shape, node int) string { return live + "-" + num(shape) + "-" + num(node) }

// label writes the value of a node and, where there is room, its code and its rounding error.
func (d *graphPen) label(i int) {
	n, at := d.g.Nodes[i], d.at[i]
	if d.labels[i] != rightLabel && d.labels[i] != belowLabel {
		return
	}
	fits := func(s string, size int) bool { return len([]rune(s))*size*61/100 <= d.room }
	var rows [3]string
	if !d.brief {
		rows[0], rows[1] = Minus(text.Value(d.g.F, n.Bits)), model.DotHex(d.g.F, n.Bits)
		if !fits(rows[0], d.font) {
			rows[0] = Minus(d.g.Short(i))
		}
		if n.OK {
			rows[2] = model.Ulps(n.Local) + " ulp"
			if n.Tint() == model.TintExact {
				rows[2] = "exact"
			}
		}
	}
	x, y, look := at.x+at.r+7, at.y+4, 0
	if d.brief { // a single line
		x = at.x + at.r + 5
		if i == len(d.g.Nodes)-1 {
			x += 3
		}
		s := Minus(text.ValueTo(d.g.F, n.Bits, 4))
		for digits := 3; digits > 1 && !fits(s, d.font); digits-- {
			s = Minus(text.ValueTo(d.g.F, n.Bits, digits))
		}
		d.put(0, x, y, s)
		return
	}
	if d.labels[i] == belowLabel {
		x, y, look = at.x, at.y+at.r+16, 3
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
func (d *graphPen) small() int { return min(d.font, 12) }

// put adds a line to the labels of one look.
func (d *graphPen) put(look, x, y int, s string) {
	d.texts[look].WriteString(`<text x="` + num(x) + `" y="` + num(y) + `">` + Escape(s) + `</text>`)
}

// putAll draws the labels.
func (d *graphPen) putAll() {
	for look := range d.texts {
		if d.texts[look].Len() == 0 {
			continue
		}
		a, size := left, d.font
		if look >= 3 {
			a = middle
		}
		if look%3 > 0 {
			size = d.small()
		}
		d.open("g", "font-family", "var(--mono)", "font-size", num(size), "text-anchor", string(a), "fill", [3]string{"var(--ink)", "var(--ink-2)", "var(--g-ink)"}[look%3])
		d.b.WriteString(d.texts[look].String())
		d.close("g")
	}
}

// result writes the result under the last node.
func (d *graphPen) result(size GraphSize) {
	last := d.at[len(d.at)-1]
	y := last.y + last.r + 6
	if d.wrapped {
		y = d.h - 46
	} else {
		bottom := y + 16
		d.line(last.x, y, last.x, bottom, "var(--tick)", "1.25")
		d.mark("path", "d", "M"+pt(last.x, bottom+6)+"l-4 -8h8z", "fill", "var(--tick)")
		y = bottom
	}
	x, a := last.x, middle
	const half = 116 // of the widest line
	if x > d.w-half {
		x, a = d.w, right
	} else if x < half {
		x, a = 0, left
	}
	big := 14
	if size == GraphLarge {
		big = 16
	}
	d.digits(x, y+24, big, a, "var(--ink)", d.g.Hex, "font-weight", "600")
	note := Minus(d.g.Decimal)
	if d.g.Error != "" {
		note += ", " + d.g.Error + " ulp"
	}
	if d.g.Correct {
		note += " ✓"
	}
	d.digits(x, y+42, 12, a, "var(--ink-2)", note)
}

// miniature draws a graph of many nodes as dots and lines: its shape, not its numbers.
func (d *graphPen) miniature() {
	for i, n := range d.g.Nodes {
		at := d.at[i]
		for _, k := range [2]int{n.L, n.R} {
			if k >= 0 {
				d.stroke("M" + pt(d.at[k].x, d.at[k].y) + "L" + pt(at.x, at.y))
			}
		}
		if n.Leaf >= 0 {
			d.stroke("M" + pt(at.x, at.y) + "V" + num(d.inputs[n.Leaf].y))
		}
	}
	d.path(d.lines.String(), "var(--tick)", "1")
	var all strings.Builder
	var by [model.Tints]strings.Builder
	for i, n := range d.g.Nodes {
		if n.Rounds() {
			r := num(d.at[i].r)
			circle := "M" + pt(d.at[i].x-d.at[i].r, d.at[i].y) + "a" + r + " " + r + " 0 1 0 " + num(2*d.at[i].r) + " 0a" + r + " " + r + " 0 1 0 " + num(-2*d.at[i].r) + " 0z"
			all.WriteString(circle)
			by[n.Tint()].WriteString(circle)
		}
	}
	d.mark("path", "d", all.String(), "fill", "var(--bg)")
	for t := range by {
		if by[t].Len() > 0 {
			d.mark("path", "d", by[t].String(), "fill", "var(--g)", "fill-opacity", tints[t], "stroke", "var(--ink)", "stroke-width", "0.75")
		}
	}
}

// GraphLegend explains the tint.
func GraphLegend() Picture {
	var p pen
	const step = 92
	p.text(0, 16, 12, left, "var(--ink-2)", "rounding error of one operation:")
	x := 222
	for t := range model.Tints {
		p.dot(x, 12, "8", "var(--bg)")
		p.dot(x, 12, "8", "var(--g)", "fill-opacity", tints[t], "stroke", "var(--ink)", "stroke-width", "1.25")
		p.digits(x+14, 16, 12, left, "var(--ink-2)", tintWords[t])
		x += step
	}
	return p.picture("Legend: the tint of a circle is the rounding error of its operation, from exact to more than half an ulp", x-10, 24)
}

// GraphLegendHTML is the legend for the page, where it wraps.
func GraphLegendHTML() string {
	var b strings.Builder
	b.WriteString(`<span>rounding error of one operation:</span>`)
	for t := range model.Tints {
		var p pen
		p.dot(9, 9, "8", "var(--bg)")
		p.dot(9, 9, "8", "var(--g)", "fill-opacity", tints[t], "stroke", "var(--ink)", "stroke-width", "1.25")
		b.WriteString(`<span class="dot-swatch"><svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">` + p.b.String() + `</svg>` + Escape(tintWords[t]) + `</span>`)
	}
	return b.String()
}

// GraphMark draws the ring around the node that details are about, and the arrows to it stronger, over a graph of
// the same size.
func GraphMark(g model.DotGraph, size GraphSize, node int) string {
	p := planOf(g, size)
	var d pen
	if !p.miniature && node >= 0 && node < len(p.at) {
		at := p.at[node]
		d.dot(at.x, at.y, num(at.r+6), "none", "stroke", "var(--focus)", "stroke-width", "2.5")
		for _, k := range [2]int{g.Nodes[node].L, g.Nodes[node].R} {
			if k >= 0 {
				d.dot(p.at[k].x, p.at[k].y, num(p.at[k].r+4), "none", "stroke", "var(--focus)", "stroke-width", "1.5", "stroke-dasharray", "3 3")
			}
		}
	}
	return markOf(p.w, p.h, &d)
}

// Live returns a picture whose nodes can be reached: a group of buttons instead of one image. The group's name
// tells the page which picture is pointed at.
func (p Picture) Live(group string) string {
	return `<svg class="picture graph" viewBox="0 0 ` + num(p.W) + ` ` + num(p.H) + `" width="` + num(p.W) + `" height="` + num(p.H) +
		`" role="group" data-bits="` + Escape(group) + `" data-keys="` + Escape(group) + `" aria-label="` + Escape(p.Title) + `">` + p.Body + `</svg>`
}

// Beside puts pictures side by side, in rows as wide as they come, and the last one below the others.
func Beside(title string, gap int, below Picture, pictures ...Picture) Picture {
	var p pen
	x, h := 0, 0
	for _, q := range pictures {
		p.open("g", "transform", "translate("+num(x)+" 0)")
		p.b.WriteString(q.Body)
		p.close("g")
		x += q.W + gap
		h = max(h, q.H)
	}
	w := x - gap
	if below.Body != "" {
		p.open("g", "transform", "translate(0 "+num(h+gap/2)+")")
		p.b.WriteString(below.Body)
		p.close("g")
		h += gap/2 + below.H
	}
	return p.picture(title, max(w, below.W), h)
}
