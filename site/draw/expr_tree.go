//go:build !opening

package draw

import (
	"strings"

	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/route"
	"ulplab/site/state"
)

// The measures of the tree.
const (
	treeRow  = 54
	treeR    = 15
	treeTop  = 34
	treeLeft = 14
)

// exprPen draws a tree: leaves on the left, the result on the right.
type exprPen struct {
	pen
	part  *model.ExprPart
	x, y  []int
	step  int
	depth int
	rows  int
	taps  bool
}

// ExprTree draws the operations of A and B in one tree. The operations can be clicked where taps is set.
func ExprTree(p *model.ExprPart, a, b string, taps bool) Picture {
	d := &exprPen{part: p, x: make([]int, len(p.Nodes)), y: make([]int, len(p.Nodes)), taps: taps}
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
	d.text(treeLeft-6, 16, 12, left, "var(--ink-2)", "A  "+a)
	d.text(treeLeft-6+len(a)*7+50, 16, 12, left, "var(--ink-2)", "B  "+b)
	return d.picture("The operations of "+a+" and "+b+" as a tree, leaves on the left", max(w, (len(a)+len(b))*7+90), treeTop+d.rows*treeRow+18)
}

// place gives node i its column, counted from the result, and its row.
func (d *exprPen) place(i, depth int) {
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

func (d *exprPen) edges(i int) {
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
		d.path("M"+pt(x1, y1)+"C"+pt(mid, y1)+" "+pt(mid, y2)+" "+pt(x2, y2), "var(--tick)", "1.25", "stroke-dasharray", dash)
		d.edges(k)
	}
}

// exprTint is the index of the tint of a rounding error in 2^-20 ulp.
func exprTint(n model.ExprSide) int {
	e := n.Fixed
	if e < 0 {
		e = -e
	}
	if !n.Has || e == 0 {
		return 0
	}
	return int(min(5, 1+(e*8-1)>>20))
}

func (d *exprPen) node(i int) {
	n := &d.part.Nodes[i]
	x, y, above := d.x[i], d.y[i], 0
	leaf := len(n.Kids) == 0
	if d.taps && !leaf {
		d.open("g", "data-tap", "expr:o"+num(int(n.Value)+1), "class", "expr-node")
		defer d.close("g")
	}
	if n.Parts && leaf {
		w := len([]rune(clipLabel(n.Label, 16)))*9 + 12
		d.rect(x+treeR-w+6, y-13, w, 24, 6, "var(--g-tint)", "var(--g)", "stroke-width", "2")
	} else if n.Parts {
		above = 8
		w := treeR*2 + 14
		d.rect(x-w/2, y-w/2, w, w, 7, "var(--g-tint)", "var(--g)", "stroke-width", "2")
	}
	switch {
	case leaf:
		d.text(x+treeR, y+4, 14, right, "var(--ink)", clipLabel(n.Label, 16), "font-style", "italic")
	case len(n.Label) <= 4 && len([]rune(n.Label)) <= 2:
		d.ring(x, y, n)
		d.text(x, y+6, 17, middle, "var(--ink)", n.Label)
	default:
		w := len(n.Label)*7 + 12
		both := n.Side[0].Fused && n.Side[1].Fused
		dash := "none"
		if both {
			dash = "3 2"
		}
		d.rect(x-w/2, y-12, w, 24, 12, "var(--bg)", "none")
		d.rect(x-w/2, y-12, w, 24, 12, "var(--g)", "var(--ink)", "fill-opacity", tints[max(exprTint(n.Side[0]), exprTint(n.Side[1]))], "stroke-width", "1.25", "stroke-dasharray", dash)
		d.digits(x, y+4, 12, middle, "var(--ink)", clipLabel(n.Label, 18))
	}
	if n.Name != "" && !leaf {
		d.text(x, y-treeR-5-above, 12, middle, "var(--ink-2)", clipLabel(n.Name, 16)+" =", "font-style", "italic")
	}
	d.values(n, x, y, leaf)
}

// ring is the disc of an operation: its left half is tinted by A's rounding error, its right half by B's.
func (d *exprPen) ring(x, y int, n *model.ExprNode) {
	d.dot(x, y, num(treeR), "var(--bg)")
	for side, sweep := range [2]string{"0", "1"} {
		s := n.Side[side]
		dash := "none"
		if s.Fused {
			dash = "3 2"
		}
		d.mark("path", "d", "M"+pt(x, y-treeR)+"A"+num(treeR)+" "+num(treeR)+" 0 0 "+sweep+" "+pt(x, y+treeR), "fill", "var(--g)", "fill-opacity", tints[exprTint(s)],
			"stroke", "var(--ink)", "stroke-width", "1.25", "stroke-dasharray", dash)
	}
}

// values are the results below a node.
func (d *exprPen) values(n *model.ExprNode, x, y int, leaf bool) {
	a, b := n.Side[0], n.Side[1]
	at, place := x, middle
	below := y + treeR + 13
	if leaf {
		at, place, below = x+treeR, right, y+18
	}
	if n.Parts {
		below += 8
	}
	if n.Differ && a.Brief == b.Brief { // in another format
		a.Brief, b.Brief = a.Hex, b.Hex
	}
	switch {
	case a.Known && b.Known && !n.Differ:
		d.digits(at, below, 12, place, "var(--ink-2)", clipLabel(Minus(a.Brief), 22))
	case a.Fused && b.Fused:
	default:
		for side, s := range [2]model.ExprSide{a, b} {
			switch {
			case s.Fused:
				d.text(at, below+side*14, 12, place, "var(--ink-2)", "AB"[side:side+1]+" fused")
			case s.Known:
				d.digits(at, below+side*14, 12, place, "var(--ink)", "AB"[side:side+1]+" "+clipLabel(Minus(s.Brief), 22), "font-weight", "600")
			}
		}
	}
}

func clipLabel(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// ExprPart is the comparison of two targets: the tree and the operations of both.
func ExprPart(m *model.Expr, look int, still bool) string {
	p := m.Part
	if p == nil {
		if m.Code != nil && len(m.Code.Values) > model.ExprTraced {
			return `<p class="note">` + prose.ExprTooLong + `</p>`
		}
		return ""
	}
	var b strings.Builder
	names := [2]string{m.Columns[p.Columns[0]].Name, m.Columns[p.Columns[1]].Name}
	if len(p.Nodes) > 1 {
		b.WriteString(Figure("expr-tree", prose.ExprPartTitle, `<div class="expr-scroll" tabindex="0" role="region" aria-label="`+prose.ExprPartTitle+`">`+ExprTree(p, names[0], names[1], !still).SVG()+`</div><p class="dot-legend">`+GraphLegendHTML()+`</p>`, prose.ExprPartCaption))
	} else {
		b.WriteString(`<h2>` + prose.ExprPartTitle + `</h2>`)
	}
	b.WriteString(`<div class="expr-lists">`)
	for side := range p.Lines {
		exprList(&b, p, side, names[side], look)
	}
	b.WriteString(`</div><p class="note">` + prose.ExprNoFlags + `</p>`)
	return b.String()
}

// exprList lists the operations of a side.
func exprList(b *strings.Builder, p *model.ExprPart, side int, name string, look int) {
	b.WriteString(`<section class="expr-list"><h3>` + exprSide(side) + Options(name) + `</h3><ol>`)
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
		b.WriteString(`<li class="` + class + `" tabindex="-1"><p><span class="num dev-name">` + Escape(l.Name) + `</span>`)
		if len(l.Operands) > 0 {
			b.WriteString(` <span class="num dim">` + Escape(Minus(strings.Join(l.Operands, ", "))) + `</span>`)
		}
		if l.Op != nil {
			b.WriteString(` <a href="` + Escape(opLink(l.Op)) + `" aria-label="` + Escape(l.Name) + ` in the microscope">microscope</a>`)
		}
		b.WriteString(`</p><p class="expr-gives"><span class="dim">→</span> <span class="num">` + Escape(Minus(l.Brief)) + `</span> <span class="num dim">` + l.Hex + `</span></p>`)
		if l.Piece != "" || l.Local != "" || l.Flags != "" {
			b.WriteString(`<p class="expr-more">`)
			if l.Piece != "" {
				b.WriteString(`<code>` + Escape(l.Piece) + `</code> `)
			}
			if l.Folded {
				b.WriteString(`<span>folded by the compiler</span> `)
			}
			if l.Local != "" && l.Local != "0" {
				b.WriteString(`<span>rounding error <span class="num">` + Escape(Minus(l.Local)) + `</span> ulp</span> `)
			}
			if l.Total != "" && l.Total != "0" && l.Total != l.Local {
				b.WriteString(`<span>accumulated <span class="num">` + Escape(Minus(l.Total)) + `</span> ulp</span> `)
			}
			if l.Flags != "" {
				b.WriteString(`<span class="dim">` + Escape(l.Flags) + `</span>`)
			}
			b.WriteString(`</p>`)
		}
		b.WriteString(`</li>`)
	}
	b.WriteString(`</ol>`)
	if n := p.More[side]; n > 0 {
		b.WriteString(`<p class="note">` + thousands(n) + ` more operations are not listed.</p>`)
	}
	b.WriteString(`</section>`)
}

// ExprX87 is the link of an expression into the x87 view, "" where that view cannot evaluate it.
func ExprX87(m *model.Expr, double bool) string {
	if m.Code == nil || len(m.Rows) == 0 {
		return ""
	}
	v, ok := m.X87Link(double)
	if !ok {
		return ""
	}
	s := state.Default()
	s.View, s.X87 = state.Extended, v
	return `<p class="note"><a href="` + Escape(route.Encode(s)) + `">This expression ` + prose.ExprX87Link + `</a>, register by register.</p>`
}
