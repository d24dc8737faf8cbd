//go:build !opening

package draw

import (
	"strings"

	"ulplab/site/model"
	"ulplab/site/prose"
)

// SumTreeLook is how a tree of few elements is shown.
type SumTreeLook struct {
	Step  int    // the last step that was carried out
	Lanes bool   // threads side by side, not the tree's own order
	Node  string // the path of the node looked at
	Live  bool   // nodes can be reached
}

// ReductionTree draws the order of a row, carried out: leaves on top, additions below them, the result last.
func ReductionTree(t *model.SumTree) Picture {
	return SumTreePicture(t, SumTreeLook{Step: t.Height})
}

// sumPlan places the nodes of a tree.
type sumPlan struct {
	x, y      []int
	w, h      int
	gap, step int
	top       int
	lanes     []int // of each thread that has elements: its number
	edge      []int // and the left edge of its lane, the end of the last one after them
}

func sumPlanOf(t *model.SumTree, look SumTreeLook) (p sumPlan) {
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

// SumTreePicture draws a tree of few elements at a step.
func SumTreePicture(t *model.SumTree, look SumTreeLook) Picture {
	var p pen
	at := sumPlanOf(t, look)
	n, last := t.N, len(t.Nodes)-1
	words := at.gap >= 60
	bottom := at.y[last] + 12
	// Lanes and steps.
	for k := range at.lanes {
		x, w := at.edge[k], at.edge[k+1]-at.edge[k]
		if k%2 == 0 {
			p.rect(x, 20, w, bottom-20, 0, "var(--line)", "none", "fill-opacity", "0.28")
		}
		if w > 18 || k%4 == 0 {
			p.digits(x+w/2, 14, 12, middle, "var(--ink-2)", t.LaneLabel(at.lanes[k]))
		}
	}
	if len(at.lanes) > 0 && t.Lane != "loop" {
		p.text(0, 14, 12, left, "var(--ink-2)", t.Lane)
	}
	for s := 1; s <= t.Height; s++ {
		y := at.top + at.step*s
		p.line(28, y, at.w-12, y, "var(--line)", "1", "stroke-dasharray", "1 5")
		if at.step >= 14 || s%4 == 0 {
			ink, weight := "var(--ink-2)", "400"
			if s == look.Step && look.Step < t.Height {
				ink, weight = "var(--ink)", "700"
			}
			p.digits(18, y+4, 12, right, ink, num(s), "font-weight", weight)
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
			b.WriteString("M" + num(at.x[k]) + " " + num(at.y[k]+2*btoi(k < n)) + "L" + num(at.x[i]) + " " + num(at.y[i]))
		}
	}
	p.path(later.String(), "var(--line)", "1", "stroke-dasharray", "2 3")
	p.path(done.String(), "var(--tick)", "1.25")
	p.path(now.String(), "var(--t)", "2.25")
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
			said := "element " + num(i) + " = " + Minus(d.Value)
			if i >= n {
				said = "step " + num(d.Level) + ": " + Minus(d.Value) + ", rounding " + d.Local + ", error so far " + Minus(d.SoFar) + " ulp"
			}
			p.open("g", "class", "node sumt-node", "data-tap", "sumb:p"+d.Path, "id", "sumt-"+d.Path, "data-bit", num(i), "tabindex", tab, "role", "button", "aria-label", said)
			p.open("title")
			p.b.WriteString(Escape(said))
			p.close("title")
		} else {
			p.open("g")
		}
		x, y := at.x[i], at.y[i]
		if d.Path == look.Node && look.Node != "" {
			p.dot(x, y-4*btoi(i < n), "14", "none", "stroke", "var(--t)", "stroke-width", "2.5")
		}
		switch {
		case i < n && at.gap >= 24:
			p.dot(x, y-4, "10", "var(--bg)", "fill-opacity", "0")
			p.digits(x, y-2, 12, middle, "var(--t-ink)", num(i))
			if words {
				p.digits(x, y-16, 12, middle, "var(--ink-2)", Minus(d.Short))
			}
		case i < n:
			p.dot(x, y-3, "3", "var(--t)")
		case d.Level > look.Step:
			p.dot(x, y, r, "var(--bg)", "stroke", "var(--tick)", "stroke-width", "1", "stroke-dasharray", "2 2")
		default:
			p.dot(x, y, r, "var(--bg)", "stroke", "var(--ink-2)", "stroke-width", "1.25")
			if d.Tint > 0 {
				p.dot(x, y, r, "var(--g)", "fill-opacity", tints[d.Tint], "stroke", "none")
			}
			if r == "9" {
				p.text(x, y+5, 14, middle, "var(--ink)", "+")
			}
			if words && i < last && at.step >= 40 {
				halo := []string{"paint-order", "stroke", "stroke", "var(--bg)", "stroke-width", "3"}
				p.digits(x+13, y-3, 12, left, "var(--ink)", Minus(sumShort(d)), halo...)
				p.digits(x+13, y+10, 12, left, "var(--ink-2)", d.Code, halo...)
				p.digits(x+13, y+23, 12, left, "var(--g-ink)", Minus(sumSoFar(d)), halo...)
			}
		}
		p.close("g")
	}
	// The result.
	if look.Step >= t.Height {
		a, x := middle, at.x[last]
		if x < 110 {
			a, x = left, 4
		} else if x > at.w-110 {
			a, x = right, at.w-4
		}
		d := &t.Nodes[last]
		p.digits(x, at.y[last]+28, 13, a, "var(--ink)", Minus(model.SumValue(t.F, t.Bits))+"  "+d.Code, "font-weight", "600")
		p.digits(x, at.y[last]+45, 12, a, "var(--g-ink)", Minus(d.SoFar)+" ulp")
	}
	title := t.Name
	if look.Step < t.Height {
		title += ", after step " + num(look.Step) + " of " + num(t.Height)
	}
	return p.picture(title, at.w, at.h)
}

// sumShort is a value in the room beside a node.
func sumShort(d *model.SumNode) string {
	if len(d.Value) <= 9 {
		return d.Value
	}
	return d.Short
}

// sumSoFar is the error of a partial sum with two digits after the point.
func sumSoFar(d *model.SumNode) string {
	s := d.SoFar
	if s == "0" || s == "+0" || s == "-0" {
		return "exact"
	}
	if i := strings.IndexByte(s, '.'); i >= 0 && len(s) > i+3 && strings.IndexByte(s, 'e') < 0 {
		s = s[:i+3]
	}
	return s + " ulp"
}

// SumTreeTools are the steps of a tree and its lanes; still leaves out what moves by itself.
func SumTreeTools(t *model.SumTree, look SumTreeLook, playing, still bool) string {
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
	b.WriteString(`<span class="num" role="status">step ` + num(look.Step) + ` of ` + num(t.Height) + `: ` + sumTreeNow(t, look.Step) + `</span>`)
	if t.Lanes > 0 {
		for i, label := range [...]string{"as a tree", "by " + t.Lane} {
			b.WriteString(`<button type="button" class="chip" data-tap="sumt:l` + num(i) + `" aria-pressed="` + truth(look.Lanes == (i == 1)) + `">` + label + `</button>`)
		}
	}
	b.WriteString(`</div>`)
	return b.String()
}

// sumTreeNow says what happens in a step.
func sumTreeNow(t *model.SumTree, step int) string {
	if step == 0 {
		return "nothing added yet"
	}
	k := 0
	for i := t.N; i < len(t.Nodes); i++ {
		if t.Nodes[i].Level == step {
			k++
		}
	}
	return plural(k, "addition") + " at once"
}

// SumTreeFigure is the small tree as a figure.
func SumTreeFigure(t *model.SumTree, look SumTreeLook, playing, still bool) string {
	look.Live = true
	caption := prose.SumTreeCaption
	if look.Lanes {
		caption += prose.SumLaneCaption
	}
	pic := SumTreePicture(t, look)
	svg := strings.Replace(pic.SVG(), `role="img"`, `role="group"`, 1)
	return Figure("sum-tree", prose.SumTreeTitle+": "+t.Name, SumTreeTools(t, look, playing, still)+
		`<div class="sum-scroll" tabindex="0" role="group" data-keys="sum.tree" aria-label="The tree; arrow keys go from node to node">`+svg+`</div><p class="dot-legend">`+GraphLegendHTML()+`</p>`, caption)
}
