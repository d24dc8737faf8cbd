package graph

import (
	"ulplab/fpcore/reduce"
)

// GraphSize says how large a graph of operations is drawn.
type GraphSize uint8

const (
	GraphSmall GraphSize = iota // one of several side by side
	GraphLarge                  // alone, with values at the nodes
)

// Spot is where a node stands.
type Spot struct{ X, Y, R int }

// label says where a node's value is written.
type labelling uint8

const (
	noLabel labelling = iota
	rightLabel
	belowLabel
	aboveLabel // upright, over the node
)

// plan is the geometry of a graph. Time flows down, and in long loops to the right, line by line.
type plan struct {
	w, h      int
	at        []Spot
	labels    []labelling
	room      int // width of a label beside or under a node
	font      int
	brief     bool   // a label is one line
	inputs    []Spot // by leaf: the place of a and b; r is half their distance, 0 if they are not drawn
	values    bool   // inputs are written with their values
	steps     []int  // the height of each step, where steps are lines of their own
	wrapped   bool
	miniature bool
}

const (
	smallW = 344
	largeW = 1088
	// A loop of more elements than chainMost is drawn in lines of lineMost.
	chainMost = 8
	lineMost  = 8
)

// planOf lays a graph out.
func planOf(g Graph, size GraphSize) plan {
	chain := g.Nodes[0].Kind == reduce.Start
	switch {
	case size == GraphSmall:
		return stepPlan(g, smallGauge(g))
	case g.Terms <= chainMost:
		return stepPlan(g, largeGauge(g))
	case chain:
		return linePlan(g)
	}
	return treePlan(g)
}

// gauge holds the measures of a drawing in steps.
type gauge struct {
	w, left, right int // width and the places of the first and last column
	top, row       int // the height of step 1 and the distance of steps
	r, font        int
	brief          bool
	labels         bool
	inputs         int // half the distance of a and b, 0 for none
	values         bool
}

func smallGauge(g Graph) gauge {
	s := gauge{w: smallW, left: 40, right: smallW - 66, top: 96, row: 52, r: 13, font: 12, brief: true, labels: true, inputs: 9}
	if g.Terms > 4 {
		s.right, s.labels = smallW-24, false
		s.row = min(52, 290/max(g.Steps-1, 1))
		s.r = min(13, (s.right-s.left)/(g.Terms-1)/2-3, s.row/2-3)
	}
	if s.r < 8 {
		s.inputs, s.top = 0, 56
		s.r = max(2, min(7, (s.right-s.left)/(g.Terms-1)/3))
	}
	return s
}

func largeGauge(g Graph) gauge {
	s := gauge{w: largeW, left: 100, right: largeW - 150, top: 132, row: 84, r: 19, font: 14, labels: true, inputs: 46, values: true}
	if g.Terms > 4 {
		s.left, s.right, s.top, s.row, s.r, s.font, s.inputs, s.values = 70, largeW-120, 104, 72, 15, 12, 11, false
	}
	return s
}

// stepPlan puts every node at the height of its step: the fewest steps are seen at once.
func stepPlan(g Graph, s gauge) plan {
	p := plan{w: s.w, font: s.font, brief: s.brief, values: s.values, at: make([]Spot, len(g.Nodes)), labels: make([]labelling, len(g.Nodes)),
		inputs: make([]Spot, g.Terms), miniature: s.r < 8}
	column := columns(g)
	span := max(g.Terms-1, 1)
	x := func(leaf int) int { return s.left + (s.right-s.left)*column[leaf]/span }
	y := func(time int) int { return s.top + (time-1)*s.row }
	if p.miniature {
		y = func(time int) int { return s.top + 290*(time-1)/max(g.Steps-1, 8) }
	}
	p.room = (s.right-s.left)/span - s.r - s.inputs
	if !s.values {
		p.room -= 8
	} else {
		p.room -= 64
	}
	above := 48
	if s.values {
		above = 74
	} else if p.miniature {
		above = 14
	}
	for i := range p.inputs {
		p.inputs[i] = Spot{x(i), s.top - above, s.inputs}
	}
	for i, n := range g.Nodes {
		at := &p.at[i]
		*at = Spot{0, y(n.Time), s.r}
		switch {
		case contracted(g, i):
			at.X = (x(n.Leaf) + p.at[n.L].X) / 2
		case n.Kind == reduce.Multiply || n.Kind == reduce.FusedAdd:
			at.X = x(n.Leaf)
		case n.Kind == reduce.Plus && g.Nodes[0].Kind == reduce.Start:
			at.X = p.at[n.R].X
		case n.Kind == reduce.Plus:
			at.X = (p.at[n.L].X + p.at[n.R].X) / 2
		}
		if s.labels && n.Rounds() {
			p.labels[i] = rightLabel
		}
	}
	if g.Nodes[0].Kind == reduce.Start {
		// One step before it is used, at the left.
		first := g.Nodes[user(g, 0)]
		p.at[0] = Spot{s.left - 24, y(first.Time) - min(34, s.row*3/4), 9}
		if s.values {
			p.at[0] = Spot{s.left - 62, y(first.Time) - 52, 9}
			if first.Time == 1 { // below the values of the elements
				p.at[0] = Spot{s.left - 72, y(1) - 24, 9}
			}
		}
		if p.miniature {
			p.at[0] = Spot{s.left - 8, y(first.Time) - 6, 2}
		}
	}
	bottom := y(g.Steps)
	for t := 1; t <= g.Steps && !p.miniature; t++ {
		p.steps = append(p.steps, y(t))
	}
	p.h = bottom + s.r + 74
	return p
}

// contracted reports whether node i adds its product to another product instead of a running sum.
func contracted(g Graph, i int) bool {
	n := g.Nodes[i]
	return n.Kind == reduce.FusedAdd && g.Nodes[n.L].Kind == reduce.Multiply
}

// user returns the node that uses node i.
func user(g Graph, i int) int {
	for k, n := range g.Nodes {
		if n.L == i || n.R == i {
			return k
		}
	}
	return i
}

// columns returns the column of each leaf: in a loop the order in which elements are used, in a tree their own.
func columns(g Graph) []int {
	c := make([]int, g.Terms)
	next := 0
	for _, n := range g.Nodes {
		if n.Leaf >= 0 {
			c[n.Leaf] = next
			next++
		}
	}
	if g.Nodes[0].Kind != reduce.Start {
		for i := range c {
			c[i] = i
		}
	}
	return c
}

// linePlan draws a loop in lines, each from left to right.
func linePlan(g Graph) plan {
	p := plan{w: largeW, font: 12, wrapped: true, at: make([]Spot, len(g.Nodes)), labels: make([]labelling, len(g.Nodes)), inputs: make([]Spot, g.Terms)}
	const left, top = 78, 66
	pitch := (largeW - left - 104) / (lineMost - 1)
	product, sum, height := 46, 122, 212 // from the inputs of a line
	if g.Nodes[len(g.Nodes)-1].Kind == reduce.FusedAdd {
		sum, height = 56, 148
	}
	p.room = pitch - 26
	column := columns(g)
	for leaf, c := range column {
		p.inputs[leaf] = Spot{left + c%lineMost*pitch, top + c/lineMost*height, 12}
	}
	for i, n := range g.Nodes {
		switch n.Kind {
		case reduce.Multiply:
			in := p.inputs[n.Leaf]
			p.at[i], p.labels[i] = Spot{in.X, in.Y + product, 14}, rightLabel
		case reduce.FusedAdd:
			in := p.inputs[n.Leaf]
			p.at[i], p.labels[i] = Spot{in.X, in.Y + sum, 14}, belowLabel
		case reduce.Plus:
			in := p.inputs[g.Nodes[n.R].Leaf]
			p.at[i], p.labels[i] = Spot{in.X, in.Y + sum, 14}, belowLabel
		case reduce.Start:
			p.at[i] = Spot{left - 54, top + sum, 9}
		}
	}
	lines := (g.Terms + lineMost - 1) / lineMost
	p.h = top + lines*height + 34
	return p
}

// treePlan draws a tree of many elements: products stand close together with their values upright above them, and
// each level has twice the room of the one above.
func treePlan(g Graph) plan {
	p := plan{w: largeW, font: 12, at: make([]Spot, len(g.Nodes)), labels: make([]labelling, len(g.Nodes)), inputs: make([]Spot, g.Terms)}
	const left, top, row = 44, 244, 66
	span := largeW - 2*left - 20
	pitch := span / (g.Terms - 1)
	x := func(leaf int) int { return left + span*leaf/(g.Terms-1) }
	for i := range p.inputs {
		p.inputs[i] = Spot{x(i), top - 30, 0}
	}
	for i, n := range g.Nodes {
		at := &p.at[i]
		wide := pitch << (n.Time - 1)
		*at = Spot{0, top + (n.Time-1)*row, max(6, min(15, wide/2-2))}
		switch n.Kind {
		case reduce.Plus:
			at.X = (p.at[n.L].X + p.at[n.R].X) / 2
			if wide >= 104 {
				p.labels[i] = rightLabel
			}
		case reduce.FusedAdd:
			at.X = (x(n.Leaf) + p.at[n.L].X) / 2
			if wide >= 104 {
				p.labels[i] = rightLabel
			}
		default:
			at.X = x(n.Leaf)
			p.labels[i] = aboveLabel
		}
	}
	for t := 1; t <= g.Steps; t++ {
		p.steps = append(p.steps, top+(t-1)*row)
	}
	p.room = 96
	p.h = top + (g.Steps-1)*row + 84
	return p
}
