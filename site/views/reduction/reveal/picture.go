package reveal

import (
	"strings"

	"ulplab/fpcore/reduce"
	"ulplab/fpcore/summation"
	"ulplab/site/kit/html"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/views/reduction/names"
)

// side is the side of the square of pairs; the sizes of the experiment divide it.
const side = 256

// hue is the opacity of a pair by the size of the sum in which it meets: small sums are strong.
func hue(size, n int) string {
	steps, at := 0, 0
	for s := 2; s < n; s *= 2 {
		steps++
	}
	for s := 2; s < size; s *= 2 {
		at++
	}
	k := 92 - 72*at/max(steps, 1)
	return "0." + string(rune('0'+k/10)) + string(rune('0'+k%10))
}

// picture draws the experiment after k probes: the pairs, and the tree as far as it is known.
func picture(r *summation.Reveal, k, w int) svg.Picture {
	var p svg.Pen
	left0, top0 := 1, 40
	treeX, treeY, treeW := left0+side+56, 40, w-left0-side-56-14
	if w < 600 {
		left0 = (w - side) / 2
		treeX, treeY, treeW = 14, top0+side+78, w-28
	}
	pairs(&p, r, k, left0, top0)
	bottom := drawTree(&p, r, k, treeX, treeY, treeW)
	return p.Picture("Probes of "+names.Launch(r.Box)+" and the tree that they reveal", w, max(bottom, top0+side+30))
}

// pairs draws the square: above the diagonal what was asked, below it what is known.
func pairs(p *svg.Pen, r *summation.Reveal, k, x0, y0 int) {
	n := r.N
	c := side / n
	known := r.Pairs(k)
	asked := make([]int16, n*n)
	for _, a := range r.Asks[:min(k, len(r.Asks))] {
		i, j := min(a.I, a.J), max(a.I, a.J)
		asked[i*n+j] = int16(r.Size[a.Node])
	}
	for i := range n {
		for j := range i {
			asked[i*n+j] = known[i*n+j]
		}
	}
	paths := map[int16]*strings.Builder{}
	var sizes []int16
	for i := range n {
		for j := 0; j < n; {
			s, from := asked[i*n+j], j
			for j < n && asked[i*n+j] == s {
				j++
			}
			if s == 0 {
				continue
			}
			b := paths[s]
			if b == nil {
				b = &strings.Builder{}
				paths[s] = b
				sizes = append(sizes, s)
			}
			b.WriteString("M" + words.Num(x0+from*c) + " " + words.Num(y0+i*c) + "h" + words.Num((j-from)*c) + "v" + words.Num(c) + "h-" + words.Num((j-from)*c) + "z")
		}
	}
	p.Rect(x0, y0, side, side, 0, "none", "var(--line)")
	for _, s := range sizes {
		p.Mark("path", "d", paths[s].String(), "fill", "var(--t)", "fill-opacity", hue(int(s), n))
	}
	p.Line(x0, y0, x0+side, y0+side, "var(--bg)", "1.5")
	p.Line(x0, y0, x0+side, y0+side, "var(--tick)", "1")
	if k > 0 && k < len(r.Asks) {
		a := r.Asks[k-1]
		i, j := min(a.I, a.J), max(a.I, a.J)
		p.Rect(x0+j*c-1, y0+i*c-1, c+2, c+2, 0, "none", "var(--g)", "stroke-width", "2")
		p.Rect(x0+i*c-1, y0+j*c-1, c+2, c+2, 0, "none", "var(--g)", "stroke-width", "2")
	}
	p.Text(x0+side, y0-10, 12, svg.Right, "var(--ink-2)", "asked")
	p.Text(x0, y0+side+18, 12, svg.Left, "var(--ink-2)", "known")
	p.Digits(x0, y0-10, 12, svg.Left, "var(--ink-2)", "0")
	p.Digits(x0+side, y0+side+18, 12, svg.Right, "var(--ink-2)", words.Num(n-1))
}

// drawTree draws the tree as far as it is known and returns where it ends.
func drawTree(p *svg.Pen, r *summation.Reveal, k, x0, y0, w int) (bottom int) {
	n := r.N
	seen, links := r.Known(k)
	all := n + len(r.Tree.Nodes)
	x, y := make([]int, all), make([]int, all)
	height := r.Level[all-1]
	tall := min(max(40*height, 120), side-30)
	for i := range all {
		if i < n {
			x[i], y[i] = x0+(2*r.Place[i]+1)*w/(2*n), y0
			continue
		}
		kids := r.Tree.Nodes[i-n]
		for _, c := range kids {
			x[i] += x[c]
		}
		x[i] /= len(kids)
		y[i] = y0 + 12 + tall*r.Level[i]/height
	}
	last := k >= len(r.Asks)
	var now summation.Ask
	hot := map[int]bool{}
	if k > 0 && !last {
		now = r.Asks[k-1]
		hot[now.I], hot[now.J], hot[now.Node] = true, true, true
	}
	lost := make([]bool, n)
	if len(hot) > 0 {
		for e := range n {
			at := e
			for at != r.Parent[at] && at != now.Node {
				at = r.Parent[at]
			}
			lost[e] = at == now.Node
		}
	}
	var direct, loose strings.Builder
	for _, l := range links {
		b := &loose
		if l.Direct {
			b = &direct
		}
		b.WriteString("M" + words.Num(x[l.From]) + " " + words.Num(y[l.From]) + "L" + words.Num(x[l.To]) + " " + words.Num(y[l.To]))
	}
	if loose.Len() > 0 {
		p.Path(loose.String(), "var(--tick)", "1", "stroke-dasharray", "2 3")
	}
	if direct.Len() > 0 {
		p.Path(direct.String(), "var(--ink-2)", "1.25")
	}
	if len(hot) > 0 {
		for _, e := range [2]int{now.I, now.J} {
			p.Line(x[e], y[e], x[now.Node], y[now.Node], "var(--g)", "2")
		}
	}
	big := "4"
	if n > 32 {
		big = "2.5"
	}
	small := "2.5"
	if n > 32 {
		small = "1.5"
	}
	for i := n; i < all; i++ {
		if !seen[i] {
			continue
		}
		fill, edge := "var(--bg)", "var(--ink-2)"
		if hot[i] {
			fill, edge = "var(--g)", "var(--g)"
		}
		p.Dot(x[i], y[i], big, fill, "stroke", edge, "stroke-width", "1.25")
	}
	for e := range n {
		switch {
		case hot[e]:
			p.Dot(x[e], y[e], "4", "var(--g)")
			word := "M"
			if e == now.J {
				word = "−M"
			}
			p.Digits(x[e], y[e]-10, 12, svg.Middle, "var(--g-ink)", word, "font-weight", "650", "paint-order", "stroke", "stroke", "var(--bg)", "stroke-width", "3")
		case len(hot) > 0 && lost[e]:
			p.Dot(x[e], y[e], small, "var(--bg)", "stroke", "var(--tick)", "stroke-width", "1")
		case len(hot) > 0:
			p.Dot(x[e], y[e], small, "var(--e)")
		default:
			p.Dot(x[e], y[e], small, "var(--tick)")
		}
		if n <= 16 && !hot[e] {
			p.Digits(x[e], y[e]-10, 12, svg.Middle, "var(--ink-2)", words.Num(e))
		}
	}
	if n > 16 {
		p.Text(x0, y0-24, 12, svg.Left, "var(--ink-2)", words.Num(n)+" elements")
	}
	return y0 + 12 + tall + 24
}

// say is what the last of k probes says, and at the end what all have said.
func say(r *summation.Reveal, k int) string {
	n := r.N
	all := len(r.Asks)
	naive := n * (n - 1) / 2
	if !r.OK {
		return `<p class="sum-say problem">No tree was found.</p>`
	}
	if k < all {
		a := r.Asks[k-1]
		lost := n - 2 - a.Got
		ones := words.Thousands(lost) + " of the ones are lost"
		switch lost {
		case 0:
			ones = "nothing is lost"
		case 1:
			ones = "one of the ones is lost"
		}
		return `<p class="sum-say"><b>Probe ` + words.Thousands(k) + ` of ` + words.Thousands(all) + `.</b> Element ` + words.Num(a.I) + ` holds <span class="num">M</span>, element ` + words.Num(a.J) + ` <span class="num">−M</span>, the other ` + words.Num(n-2) + ` hold 1. The box answers <b class="num">` +
			words.Num(a.Got) + `</b>: ` + ones + `, so ` + words.Num(a.I) + ` and ` + words.Num(a.J) + ` meet in a sum of ` + words.Num(n-a.Got) + `.</p>`
	}
	same := `<b class="problem">The tree found is not the order’s own.</b>`
	if r.Same {
		same = `<b class="e">✓ The tree found equals the order’s own, sum for sum.</b>`
	}
	return `<p class="sum-say"><b>` + words.Thousands(all) + ` probes</b> instead of n(n−1)/2 = ` + words.Thousands(naive) + `. ` + same + `</p>`
}

// experimentFigure is the experiment after k probes.
func experimentFigure(r *summation.Reveal, k int) string {
	if !r.OK {
		return ""
	}
	return html.Figure("sum-reveal", figureTitle+" "+names.Launch(r.Box), html.WideNarrow(picture(r, k, 900), picture(r, k, 344)), caption)
}

// foundPicture draws a tree that a probe found; mark is a sum to be looked at, 0 for none.
func foundPicture(t *reduce.FreeTree, title string, mark int) svg.Picture {
	var p svg.Pen
	parent, _, level, place := summation.Layout(t)
	n, all := t.N, t.N+len(t.Nodes)
	gap := max(3, min(40, 690/n))
	height := max(level[all-1], 1)
	tall := min(max(30*height, 100), 300)
	x, y := make([]int, all), make([]int, all)
	var lines, hot strings.Builder
	for i := range all {
		if i < n {
			x[i], y[i] = 15+gap*place[i], 26
			continue
		}
		for _, c := range t.Nodes[i-n] {
			x[i] += x[c]
		}
		x[i] /= len(t.Nodes[i-n])
		y[i] = 38 + tall*level[i]/height
	}
	under := make([]bool, all)
	for i := all - 1; i >= 0; i-- {
		under[i] = mark >= n && (i == mark || parent[i] != i && under[parent[i]])
		if parent[i] == i {
			continue
		}
		b := &lines
		if under[parent[i]] {
			b = &hot
		}
		b.WriteString("M" + words.Num(x[i]) + " " + words.Num(y[i]) + "L" + words.Num(x[parent[i]]) + " " + words.Num(y[parent[i]]))
	}
	p.Path(lines.String(), "var(--ink-2)", "1")
	if hot.Len() > 0 {
		p.Path(hot.String(), "var(--g)", "2")
	}
	for i := range all {
		switch {
		case i < n && gap >= 17:
			p.Digits(x[i], 18, 12, svg.Middle, "var(--ink-2)", words.Num(i))
		case i < n && (place[i] == 0 || place[i] == n-1):
			a := svg.Left
			if place[i] > 0 {
				a = svg.Right
			}
			p.Digits(x[i], 18, 12, a, "var(--ink-2)", words.Num(i))
		}
		if i >= n && gap >= 9 {
			r := "3"
			if len(t.Nodes[i-n]) > 2 {
				r = "5"
			}
			fill := "var(--bg)"
			if i == mark {
				fill = "var(--g)"
			}
			p.Dot(x[i], y[i], r, fill, "stroke", "var(--ink-2)", "stroke-width", "1")
		}
	}
	return p.Picture(title, 30+gap*(n-1), 38+tall+12)
}

// foundHTML is what a probe's output says; link shows the view with the tree found as an order, "" for none.
func foundHTML(p *found, m *summation.Match, link string) string {
	if p.Problem != "" {
		return `<p class="problem">` + words.Escape(p.Problem) + `</p>`
	}
	var b strings.Builder
	format := "binary32"
	if p.Double {
		format = "binary64"
	}
	by := ""
	if p.By != "" {
		by = ` <span class="dim">` + words.Escape(p.By) + `</span>`
	}
	b.WriteString(`<p class="sum-say"><b>` + words.Escape(p.Of) + `</b>, ` + words.Thousands(p.N) + ` elements of ` + format + `, ` + words.Thousands(p.Probes) + ` probes instead of ` + words.Thousands(p.N*(p.N-1)/2) + `.` + by + `</p>`)
	if p.None != "" || p.Tree.N == 0 {
		b.WriteString(`<p class="sum-say"><b>No tree.</b> The probe found answers that no order of additions gives: ` + words.Escape(p.None) + `. The order changes from call to call, as with atomics, or something else than a sum is computed.</p>`)
		return b.String()
	}
	switch {
	case m == nil || !m.Done:
		b.WriteString(`<p class="dim" data-passing="">Comparing with every order and launch…</p>`)
	case len(m.Equal) > 0:
		var list []string
		for _, l := range m.Equal {
			list = append(list, names.Launch(l))
		}
		more := m.More
		if len(list) > 5 {
			more += len(list) - 5
			list = list[:5]
		}
		b.WriteString(`<p class="sum-say"><b class="e">✓ This is the tree of ` + words.Escape(strings.Join(list, "; ")) + `.</b>`)
		if more > 0 {
			b.WriteString(` ` + words.Thousands(more) + ` other orders and launches have the same tree at this size.`)
		}
		b.WriteString(`</p>`)
	default:
		v := m.Near
		list := make([]string, len(v.Part))
		for i, e := range v.Part {
			list[i] = words.Num(e)
		}
		tail := ""
		if v.Size > len(v.Part) {
			tail = ", …"
		}
		b.WriteString(`<p class="sum-say"><b>No order of the lab has this tree.</b> Nearest: ` + words.Escape(names.Launch(v.Launch)) + `, ` + words.Thousands(v.Common) + ` of ` + words.Thousands(v.Sums) + ` sums in common. The first difference: this one adds elements ` +
			strings.Join(list, ", ") + tail + ` in a sum of ` + words.Thousands(v.Size) + ` (amber): there, these meet in a sum of ` + words.Thousands(v.Theirs) + `.</p>`)
	}
	sum, ok := p.Sum()
	switch {
	case p.Varies:
		b.WriteString(`<p class="note">The check at the end was not the same each time: this order changes from call to call.</p>`)
	case p.Checked && ok && sum == p.Check:
		b.WriteString(`<p class="note"><span class="e">✓</span> The tree, added up in ` + format + `, gives the bits that the function gave on ` + words.Thousands(p.N) + ` seeded numbers: <span class="num">` + probeBits(p.Check, p.Double) + `</span>.</p>`)
	case p.Checked && ok:
		b.WriteString(`<p class="note">On ` + words.Thousands(p.N) + ` seeded numbers the function gave <span class="num">` + probeBits(p.Check, p.Double) + `</span>, the tree in ` + format + ` gives <span class="num">` + probeBits(sum, p.Double) + `</span>: some of its sums are kept in a wider format, or differ in another way.</p>`)
	case p.Checked:
		b.WriteString(`<p class="note">Sums of more than two operands are rounded once; how, a tree does not tell.</p>`)
	}
	if link != "" {
		b.WriteString(`<p><a href="` + words.Escape(link) + `">` + foundUse + `</a></p>`)
	}
	mark := 0
	if m != nil && m.Done && len(m.Equal) == 0 {
		mark = m.Near.Node
	}
	t := p.Tree.Canonical()
	b.WriteString(html.Figure("sum-probed", foundTitle+": "+p.Of, `<div class="sum-scroll" tabindex="0">`+foundPicture(&t, foundTitle, mark).SVG()+`</div>`, foundCaption))
	return b.String()
}

func probeBits(c uint64, double bool) string {
	const hex = "0123456789abcdef"
	k := 8
	if double {
		k = 16
	}
	b := make([]byte, k)
	for i := k - 1; i >= 0; i-- {
		b[i] = hex[c&15]
		c >>= 4
	}
	return "0x" + string(b)
}
