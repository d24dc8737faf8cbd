package expression

import (
	"strings"

	"ulplab/site/kit/code"
	"ulplab/site/kit/graph"
	"ulplab/site/kit/html"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/views/operation"
	"ulplab/site/views/x87"
)

// The measures of the tree.
const (
	treeRow  = 54
	treeR    = 15
	treeTop  = 34
	treeLeft = 14
)

// pen draws a tree: leaves on the left, the result on the right.
type pen struct {
	svg.Pen
	part  *Part
	x, y  []int
	step  int
	depth int
	rows  int
	taps  bool
}

// tree draws the operations of A and B in one tree. The operations can be clicked where taps is set.
func tree(p *Part, a, b string, taps bool) svg.Picture {
	d := &pen{part: p, x: make([]int, len(p.Nodes)), y: make([]int, len(p.Nodes)), taps: taps}
	longest, leaf := 0, 0
	for i := range p.Nodes {
		n := &p.Nodes[i]
		long := max(len(n.Side[0].Brief), len(n.Side[1].Brief))
		if len(n.Kids) == 0 {
			leaf = max(leaf, min(long, 22), min(len(n.Label), 16))
		}
		longest = max(longest, long+2, len(n.Label)+len(n.Name)/2)
	}
	d.step = max(92, min(longest, 24)*7+28)
	d.place(0, 0)
	w := max(0, leaf*15/2-d.step/2-treeR) + treeLeft + d.depth*d.step + d.step + 20
	for i := range d.x {
		d.x[i] = w - d.step/2 - 24 - d.x[i]*d.step
	}
	d.edges(0)
	for i := range p.Nodes {
		d.node(i)
	}
	d.Text(treeLeft-6, 16, 12, svg.Left, "var(--ink-2)", "A  "+a)
	d.Text(treeLeft-6+len(a)*7+50, 16, 12, svg.Left, "var(--ink-2)", "B  "+b)
	return d.Picture("The operations of "+a+" and "+b+" as a tree, leaves on the left", max(w, (len(a)+len(b))*7+90), treeTop+d.rows*treeRow+18)
}

// place gives node i its column, counted from the result, and its row.
func (d *pen) place(i, depth int) {
	n := &d.part.Nodes[i]
	d.x[i], d.depth = depth, max(d.depth, depth)
	if len(n.Kids) == 0 {
		d.y[i] = treeTop + d.rows*treeRow + treeRow/2
		d.rows++
		return
	}
	for _, k := range n.Kids {
		d.place(k, depth+1)
	}
	d.y[i] = (d.y[n.Kids[0]] + d.y[n.Kids[len(n.Kids)-1]]) / 2
}

func (d *pen) edges(i int) {
	n := &d.part.Nodes[i]
	for _, k := range n.Kids {
		dash := "none"
		if s := d.part.Nodes[k].Side; s[0].Fused || s[1].Fused {
			dash = "4 3"
		}
		x1, y1, x2, y2 := d.x[k]+treeR, d.y[k], d.x[i]-treeR, d.y[i]
		if len(d.part.Nodes[k].Kids) == 0 {
			x1 += 4
		}
		mid := (x1 + x2) / 2
		d.Path("M"+graph.Pt(x1, y1)+"C"+graph.Pt(mid, y1)+" "+graph.Pt(mid, y2)+" "+graph.Pt(x2, y2), "var(--tick)", "1.25", "stroke-dasharray", dash)
		d.edges(k)
	}
}

// tint is the index of the tint of a rounding error in 2^-20 ulp.
func tint(n Side) int {
	e := n.Fixed
	if e < 0 {
		e = -e
	}
	if !n.Has || e == 0 {
		return 0
	}
	return int(min(5, 1+(e*8-1)>>20))
}

func (d *pen) node(i int) {
	n := &d.part.Nodes[i]
	x, y, above := d.x[i], d.y[i], 0
	leaf := len(n.Kids) == 0
	if d.taps && !leaf {
		d.Open("g", "data-tap", "expr:o"+words.Num(int(n.Value)+1), "class", "expr-node")
		defer d.Close("g")
	}
	if n.Parts && leaf {
		w := len([]rune(svg.ClipLabel(n.Label, 16)))*9 + 12
		d.Rect(x+treeR-w+6, y-13, w, 24, 6, "var(--g-tint)", "var(--g)", "stroke-width", "2")
	} else if n.Parts {
		above = 8
		w := treeR*2 + 14
		d.Rect(x-w/2, y-w/2, w, w, 7, "var(--g-tint)", "var(--g)", "stroke-width", "2")
	}
	switch {
	case leaf:
		d.Text(x+treeR, y+4, 14, svg.Right, "var(--ink)", svg.ClipLabel(n.Label, 16), "font-style", "italic")
	case len(n.Label) <= 4 && len([]rune(n.Label)) <= 2:
		d.ring(x, y, n)
		d.Text(x, y+6, 17, svg.Middle, "var(--ink)", n.Label)
	default:
		w := len(n.Label)*7 + 12
		both := n.Side[0].Fused && n.Side[1].Fused
		dash := "none"
		if both {
			dash = "3 2"
		}
		d.Rect(x-w/2, y-12, w, 24, 12, "var(--bg)", "none")
		d.Rect(x-w/2, y-12, w, 24, 12, "var(--g)", "var(--ink)", "fill-opacity", graph.TintsPicture[max(tint(n.Side[0]), tint(n.Side[1]))], "stroke-width", "1.25", "stroke-dasharray", dash)
		d.Digits(x, y+4, 12, svg.Middle, "var(--ink)", svg.ClipLabel(n.Label, 18))
	}
	if n.Name != "" && !leaf {
		d.Text(x, y-treeR-5-above, 12, svg.Middle, "var(--ink-2)", svg.ClipLabel(n.Name, 16)+" =", "font-style", "italic")
	}
	d.values(n, x, y, leaf)
}

// ring is the disc of an operation: its left half is tinted by A's rounding error, its right half by B's.
func (d *pen) ring(x, y int, n *Node) {
	d.Dot(x, y, words.Num(treeR), "var(--bg)")
	for side, sweep := range [2]string{"0", "1"} {
		s := n.Side[side]
		dash := "none"
		if s.Fused {
			dash = "3 2"
		}
		d.Mark("path", "d", "M"+graph.Pt(x, y-treeR)+"A"+words.Num(treeR)+" "+words.Num(treeR)+" 0 0 "+sweep+" "+graph.Pt(x, y+treeR), "fill", "var(--g)", "fill-opacity", graph.TintsPicture[tint(s)],
			"stroke", "var(--ink)", "stroke-width", "1.25", "stroke-dasharray", dash)
	}
}

// values are the results below a node.
func (d *pen) values(n *Node, x, y int, leaf bool) {
	a, b := n.Side[0], n.Side[1]
	at, place := x, svg.Middle
	below := y + treeR + 13
	if leaf {
		at, place, below = x+treeR, svg.Right, y+18
	}
	if n.Parts {
		below += 8
	}
	if n.Differ && a.Brief == b.Brief { // in another format
		a.Brief, b.Brief = a.Hex, b.Hex
	}
	switch {
	case a.Known && b.Known && !n.Differ:
		d.Digits(at, below, 12, place, "var(--ink-2)", svg.ClipLabel(words.Minus(a.Brief), 22))
	case a.Fused && b.Fused:
	default:
		for side, s := range [2]Side{a, b} {
			switch {
			case s.Fused:
				d.Text(at, below+side*14, 12, place, "var(--ink-2)", "AB"[side:side+1]+" fused")
			case s.Known:
				d.Digits(at, below+side*14, 12, place, "var(--ink)", "AB"[side:side+1]+" "+svg.ClipLabel(words.Minus(s.Brief), 22), "font-weight", "600")
			}
		}
	}
}

// part is the comparison of two targets: the tree and the operations of both.
func part(m *Model, look int, still bool) string {
	p := m.Part
	if p == nil {
		if m.Code != nil && len(m.Code.Values) > traced {
			return `<p class="note">` + tooLong + `</p>`
		}
		return ""
	}
	var b strings.Builder
	names := [2]string{m.Columns[p.Columns[0]].Name, m.Columns[p.Columns[1]].Name}
	if len(p.Nodes) > 1 {
		b.WriteString(`<div data-panel="1">` + html.Figure("expr-tree", partTitle, `<div class="expr-scroll" tabindex="0" role="region" aria-label="`+partTitle+`">`+tree(p, names[0], names[1], !still).SVG()+`</div><p class="dot-legend">`+graph.GraphLegendHTML()+`</p>`, partCaption) + `</div>`)
	} else {
		b.WriteString(`<h2>` + partTitle + `</h2>`)
	}
	b.WriteString(`<div class="expr-lists" data-panel="3">`)
	for side := range p.Lines {
		list(&b, p, side, names[side], look)
	}
	b.WriteString(`</div><p class="note">` + noFlags + `</p>`)
	return b.String()
}

// list lists the operations of a side.
func list(b *strings.Builder, p *Part, side int, name string, look int) {
	b.WriteString(`<section class="expr-list"><h3>` + code.Side(side) + html.Options(name) + `</h3><ol>`)
	for i := range p.Lines[side] {
		l := &p.Lines[side][i]
		class := ""
		switch {
		case l.Parts:
			class = "expr-parts"
		case l.Inner:
			class = "expr-inner"
		}
		if look > 0 && int(l.Value)+1 == look {
			class += " expr-look"
		}
		b.WriteString(`<li class="` + class + `" tabindex="-1"><p><span class="num dev-name">` + words.Escape(l.Name) + `</span>`)
		if len(l.Operands) > 0 {
			b.WriteString(` <span class="num dim">` + words.Escape(words.Minus(strings.Join(l.Operands, ", "))) + `</span>`)
		}
		if l.Op != nil {
			b.WriteString(` <a href="` + words.Escape(operation.Link(*l.Op)) + `" aria-label="` + words.Escape(l.Name) + ` in the microscope">microscope</a>`)
		}
		b.WriteString(`</p><p class="expr-gives"><span class="dim">→</span> <span class="num">` + words.Escape(words.Minus(l.Brief)) + `</span> <span class="num dim">` + l.Hex + `</span></p>`)
		if l.Piece != "" || l.Local != "" || l.Flags != "" {
			b.WriteString(`<p class="expr-more">`)
			if l.Piece != "" {
				b.WriteString(`<code>` + words.Escape(l.Piece) + `</code> `)
			}
			if l.Folded {
				b.WriteString(`<span>folded by the compiler</span> `)
			}
			if l.Local != "" && l.Local != "0" {
				b.WriteString(`<span>rounding error <span class="num">` + words.Escape(words.Minus(words.Grouped(l.Local))) + `</span> ulp</span> `)
			}
			if l.Total != "" && l.Total != "0" && l.Total != l.Local {
				b.WriteString(`<span>accumulated <span class="num">` + words.Escape(words.Minus(words.Grouped(l.Total))) + `</span> ulp</span> `)
			}
			if l.Flags != "" {
				b.WriteString(`<span class="dim">` + words.Escape(l.Flags) + `</span>`)
			}
			b.WriteString(`</p>`)
		}
		b.WriteString(`</li>`)
	}
	b.WriteString(`</ol>`)
	if n := p.More[side]; n > 0 {
		b.WriteString(`<p class="note">` + words.Thousands(n) + ` more operations are not listed.</p>`)
	}
	b.WriteString(`</section>`)
}

// exprX87 is the link of an expression into the x87 view, "" where that view cannot evaluate it.
func exprX87(m *Model, double bool) string {
	if m.Code == nil || len(m.Rows) == 0 {
		return ""
	}
	v, ok := m.X87Link(double)
	if !ok {
		return ""
	}
	return `<p class="note"><a href="` + words.Escape(x87.Link(v)) + `">This expression ` + x87Link + `</a>, register by register.</p>`
}
