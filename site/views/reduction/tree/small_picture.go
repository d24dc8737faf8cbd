package tree

import (
	"strconv"
	"strings"

	"ulplab/site/kit/graph"
	"ulplab/site/kit/html"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/views/reduction/names"
)

// smallLook is how a tree of few elements is shown.
type smallLook struct {
	Step  int    // the last step that was carried out
	Lanes bool   // threads side by side, not the tree's own order
	Node  string // the path of the node looked at
	Live  bool   // nodes can be reached
}

// plan places the nodes of a tree.
type plan struct {
	x, y      []int
	w, h      int
	gap, step int
	top       int
	lanes     []int // of each thread that has elements: its number
	edge      []int // and the left edge of its lane, the end of the last one after them
}

func planOf(t *small, look smallLook) (p plan) {
	n := t.N
	p.gap = max(15, min(92, 960/n))
	p.step = max(17, min(64, 620/max(t.Height, 1)))
	if p.gap < 60 {
		p.step = min(p.step, 44)
	}
	left0 := 46
	p.top = 34
	p.x, p.y = make([]int, len(t.Nodes)), make([]int, len(t.Nodes))
	if look.Lanes && t.Lanes > 0 {
		p.top = 52
		used := make([]int, t.Lanes) // elements of each thread
		for i := range n {
			used[t.Nodes[i].Lane]++
		}
		x := left0
		at := make([]int, t.Lanes)
		for k, c := range used {
			if c > 0 {
				p.lanes = append(p.lanes, k)
				p.edge = append(p.edge, x)
				at[k] = x
				x += max(c*p.gap, 26)
			}
		}
		p.edge = append(p.edge, x)
		// The elements of a thread in the order of the tree.
		byPlace := make([]int, n)
		for i := range n {
			byPlace[t.Nodes[i].Place] = i
		}
		for _, i := range byPlace {
			k := t.Nodes[i].Lane
			p.x[i] = at[k] + p.gap/2
			at[k] += p.gap
		}
	} else {
		for i := range n {
			p.x[i] = left0 + p.gap/2 + p.gap*t.Nodes[i].Place
		}
	}
	for i := range t.Nodes {
		d := &t.Nodes[i]
		p.y[i] = p.top + p.step*d.Level
		if i < n {
			continue
		}
		p.x[i] = (p.x[d.L] + p.x[d.R]) / 2
		if look.Lanes && t.Lanes > 0 && t.Nodes[d.R].Lane != d.Lane {
			p.x[i] = p.x[d.L] // the thread that adds stays in its lane
		}
	}
	p.w = max(left0+p.gap*n+24, 320)
	if len(p.edge) > 0 {
		p.w = max(p.edge[len(p.edge)-1]+24, 320)
	}
	p.h = p.top + p.step*t.Height + 62
	return p
}

// smallPicture draws a tree of few elements at a step.
func smallPicture(t *small, look smallLook) svg.Picture {
	var p svg.Pen
	at := planOf(t, look)
	n, last := t.N, len(t.Nodes)-1
	said := at.gap >= 60
	bottom := at.y[last] + 12
	// Lanes and steps.
	for k := range at.lanes {
		x, w := at.edge[k], at.edge[k+1]-at.edge[k]
		if k%2 == 0 {
			p.Rect(x, 20, w, bottom-20, 0, "var(--line)", "none", "fill-opacity", "0.28")
		}
		if w > 18 || k%4 == 0 {
			p.Digits(x+w/2, 14, 12, svg.Middle, "var(--ink-2)", t.LaneLabel(at.lanes[k]))
		}
	}
	if len(at.lanes) > 0 && t.Lane != "loop" {
		p.Text(0, 14, 12, svg.Left, "var(--ink-2)", t.Lane)
	}
	for s := 1; s <= t.Height; s++ {
		y := at.top + at.step*s
		p.Line(28, y, at.w-12, y, "var(--line)", "1", "stroke-dasharray", "1 5")
		if at.step >= 14 || s%4 == 0 {
			ink, weight := "var(--ink-2)", "400"
			if s == look.Step && look.Step < t.Height {
				ink, weight = "var(--ink)", "700"
			}
			p.Digits(18, y+4, 12, svg.Right, ink, words.Num(s), "font-weight", weight)
		}
	}
	// Edges: those of the step shown are strong, later ones faint.
	var done, now, later strings.Builder
	for i := n; i <= last; i++ {
		d := &t.Nodes[i]
		b := &done
		if d.Level > look.Step {
			b = &later
		} else if d.Level == look.Step && look.Step < t.Height {
			b = &now
		}
		for _, k := range [2]int{d.L, d.R} {
			b.WriteString("M" + words.Num(at.x[k]) + " " + words.Num(at.y[k]+2*btoi(k < n)) + "L" + words.Num(at.x[i]) + " " + words.Num(at.y[i]))
		}
	}
	p.Path(later.String(), "var(--line)", "1", "stroke-dasharray", "2 3")
	p.Path(done.String(), "var(--tick)", "1.25")
	p.Path(now.String(), "var(--t)", "2.25")
	r := "9"
	if at.gap < 30 || at.step < 26 {
		r = "5"
	}
	for i := range t.Nodes {
		d := &t.Nodes[i]
		if look.Live {
			tab := "-1"
			if d.Path == look.Node || look.Node == "" && i == last {
				tab = "0"
			}
			said := "element " + words.Num(i) + " = " + words.Minus(d.Value)
			if i >= n {
				said = "step " + words.Num(d.Level) + ": " + words.Minus(d.Value) + ", rounding " + d.Local + ", error so far " + words.Minus(d.SoFar) + " ulp"
			}
			p.Open("g", "class", "node sumt-node", "data-tap", "sumb:p"+d.Path, "id", "sumt-"+d.Path, "data-bit", words.Num(i), "tabindex", tab, "role", "button", "aria-label", said)
			p.Open("title")
			p.B.WriteString(words.Escape(said))
			p.Close("title")
		} else {
			p.Open("g")
		}
		x, y := at.x[i], at.y[i]
		if d.Path == look.Node && look.Node != "" {
			p.Dot(x, y-4*btoi(i < n), "14", "none", "stroke", "var(--t)", "stroke-width", "2.5")
		}
		switch {
		case i < n && at.gap >= 24:
			p.Dot(x, y-4, "10", "var(--bg)", "fill-opacity", "0")
			p.Digits(x, y-2, 12, svg.Middle, "var(--t-ink)", words.Num(i))
			if said {
				p.Digits(x, y-16, 12, svg.Middle, "var(--ink-2)", words.Minus(d.Short))
			}
		case i < n:
			p.Dot(x, y-3, "3", "var(--t)")
		case d.Level > look.Step:
			p.Dot(x, y, r, "var(--bg)", "stroke", "var(--tick)", "stroke-width", "1", "stroke-dasharray", "2 2")
		default:
			p.Dot(x, y, r, "var(--bg)", "stroke", "var(--ink-2)", "stroke-width", "1.25")
			if d.Tint > 0 {
				p.Dot(x, y, r, "var(--g)", "fill-opacity", graph.TintsPicture[d.Tint], "stroke", "none")
			}
			if r == "9" {
				p.Text(x, y+5, 14, svg.Middle, "var(--ink)", "+")
			}
			if said && i < last && at.step >= 40 {
				halo := []string{"paint-order", "stroke", "stroke", "var(--bg)", "stroke-width", "3"}
				p.Digits(x+13, y-3, 12, svg.Left, "var(--ink)", words.Minus(short(d)), halo...)
				p.Digits(x+13, y+10, 12, svg.Left, "var(--ink-2)", d.Code, halo...)
				p.Digits(x+13, y+23, 12, svg.Left, "var(--g-ink)", words.Minus(twoPlaces(d)), halo...)
			}
		}
		p.Close("g")
	}
	// The result.
	if look.Step >= t.Height {
		a, x := svg.Middle, at.x[last]
		if x < 110 {
			a, x = svg.Left, 4
		} else if x > at.w-110 {
			a, x = svg.Right, at.w-4
		}
		d := &t.Nodes[last]
		p.Digits(x, at.y[last]+28, 13, a, "var(--ink)", words.Minus(names.Value(t.F, t.Bits))+"  "+d.Code, "font-weight", "600")
		p.Digits(x, at.y[last]+45, 12, a, "var(--g-ink)", words.Minus(d.SoFar)+" ulp")
	}
	title := t.Name
	if look.Step < t.Height {
		title += ", after step " + words.Num(look.Step) + " of " + words.Num(t.Height)
	}
	return p.Picture(title, at.w, at.h)
}

// short is a value in the room beside a node.
func short(d *smallNode) string {
	if len(d.Value) <= 9 {
		return d.Value
	}
	return d.Short
}

// twoPlaces is the error of a partial sum with two digits after the point.
func twoPlaces(d *smallNode) string {
	s := d.SoFar
	if s == "0" || s == "+0" || s == "-0" {
		return "exact"
	}
	if i := strings.IndexByte(s, '.'); i >= 0 && len(s) > i+3 && strings.IndexByte(s, 'e') < 0 {
		s = s[:i+3]
	}
	return s + " ulp"
}

// smallTools are the steps of a tree and its lanes; still leaves out what moves by itself.
func smallTools(t *small, look smallLook, playing, still bool) string {
	var b strings.Builder
	b.WriteString(`<div class="sumt-tools">`)
	button := func(do, label, what string, off bool) {
		b.WriteString(`<button type="button" data-tap="sumt:` + do + `" aria-label="` + what + `" title="` + what + `"`)
		if off {
			b.WriteString(` disabled`)
		}
		b.WriteString(`>` + label + `</button>`)
	}
	button("<", "‹", "One step back", look.Step == 0)
	if playing {
		button("s", "pause", "Pause", false)
	} else if !still {
		button("p", "play", "Run step by step", false)
	}
	button(">", "›", "One step on", look.Step == t.Height)
	b.WriteString(`<span class="num" data-passing="">step ` + words.Num(look.Step) + ` of ` + words.Num(t.Height) + `: ` + inStep(t, look.Step) + `</span>`)
	if t.Lanes > 0 {
		for i, label := range [...]string{"as a tree", "by " + t.Lane} {
			b.WriteString(`<button type="button" class="chip" data-tap="sumt:l` + words.Num(i) + `" aria-pressed="` + strconv.FormatBool(look.Lanes == (i == 1)) + `">` + label + `</button>`)
		}
	}
	b.WriteString(`</div>`)
	return b.String()
}

// inStep says what happens in a step.
func inStep(t *small, step int) string {
	if step == 0 {
		return "nothing added yet"
	}
	k := 0
	for i := t.N; i < len(t.Nodes); i++ {
		if t.Nodes[i].Level == step {
			k++
		}
	}
	return words.Count(k, "addition") + " at once"
}

// smallFigure is the small tree as a figure.
func smallFigure(t *small, look smallLook, playing, still bool) string {
	look.Live = true
	caption := smallCaption
	if look.Lanes {
		caption += laneCaption
	}
	pic := smallPicture(t, look)
	svg := strings.Replace(pic.SVG(), `role="img"`, `role="group"`, 1)
	return html.Figure("sum-tree", smallTitle+": "+t.Name, smallTools(t, look, playing, still)+
		`<div class="sum-scroll" tabindex="0" role="group" data-keys="sum.tree" aria-label="The tree; arrow keys go from node to node">`+svg+`</div><p class="dot-legend">`+graph.GraphLegendHTML()+`</p>`, caption)
}
