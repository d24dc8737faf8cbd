package ui

import (
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// dotView is the Dot product view.
type dotView struct {
	In       state.Dot
	ReadOnly bool
}

// dots holds the orders run on the input shown last: every panel of a render draws from the same.
var dots struct {
	in   model.DotInput
	made *model.Dot
}

func dotOf(in model.DotInput) *model.Dot {
	if dots.made == nil || dots.in != in {
		dots.in, dots.made = in, model.RunDot(in)
	}
	return dots.made
}

func (v dotView) render() node {
	d := v.In
	in := model.DotInputOf(d)
	rows := remember[int]("dot.rows") // element rows that were ever shown: later ones are hidden, not removed
	*rows = max(*rows, int(d.N))
	shape, at := int(d.Shape), int(d.Node)
	if d.Over.Shape > 0 {
		shape, at = int(d.Over.Shape)-1, int(d.Over.Node)
	}
	unread := d.Unread()
	return el("div", has(class(draw.StaleClass("dot", unread)), on("focusin", dotFocused), on("paste", dotPasted), on("mouseleave", dotLeft)),
		panel("dot-controls", dotControlsIn{d.Sum, d.Format, d.Name, d.Dir, d.Flush, model.DotExampleOf(in), v.ReadOnly}, dotControls),
		el("div", has(class("dot-inputs")),
			el("div", has(class("dot-vectors")), nodes{guarded(func() node { return v.vectors(in, *rows) })}),
			el("div", has(class("dot-results")),
				raw("div", "stale-slot", draw.Stale(unread)),
				panel("tablebox dot-tablebox of-operands", dotTableIn{in, shown(d)}, dotTable),
				panel("of-operands", in, dotExact),
				panel("dot-note note", model.DotExampleOf(in), dotNote))),
		el("div", has(class("dot-figures of-operands")),
			panel("dot-detail", dotDetailIn{in, shape, at}, dotDetail),
			panel("dot-three", dotThreeIn{in, shape, at}, dotThree),
			el("div", has(class("dot-large"), flag("hidden", d.Sum)), nodes{partOf(dotLargeIn{in, int(d.Shape), shape, at, d.Sum}, dotLarge)})))
}

// shown returns the order shown large.
func shown(d state.Dot) int { return int(d.Shape) }

type dotControlsIn struct {
	sum      bool
	format   string
	name     state.Draft
	dir      round.Direction
	flush    bool
	example  string
	readOnly bool
}

// dotControls are the fields on top: what is computed, the example, format, direction and flushing.
func dotControls(in dotControlsIn) node {
	mode, flush := "dot", "keep"
	if in.sum {
		mode = "sum"
	}
	if in.flush {
		flush = "flush"
	}
	examples := []choice{}
	if in.example == "" {
		examples = append(examples, choice{value: "", label: prose.DotOwn})
	}
	for _, e := range prose.DotExamples {
		group := "Dot products"
		if e.ID == "abc" {
			group = "Sums"
		}
		examples = append(examples, choice{e.ID, e.Name, group})
	}
	f := state.FormatOf(in.format)
	var formats []choice
	known := false
	for _, g := range prose.FormatGroups {
		for _, x := range g.Formats {
			formats = append(formats, choice{x.ID, x.Name, g.Title})
			known = known || x.ID == f.ID
		}
	}
	if !known {
		formats = append(formats, choice{f.ID, f.ID, "Custom"})
	}
	custom, problem := "", ""
	if in.name.On {
		custom = in.name.Text
		if _, err := format.Parse(custom); err != nil && custom != "" {
			problem = prose.FormatProblem
		}
	}
	var directions []choice
	for _, c := range directionChoices() {
		for _, i := range round.Directions {
			if i.ID == c.value && state.DotTakes(i.Dir) {
				directions = append(directions, c)
			}
		}
	}
	return el("div", has(class("controls")),
		choose("dot-mode", "Compute", mode, []choice{{"dot", "dot product", ""}, {"sum", "A + B + C", ""}}, in.readOnly,
			func(s string) state.Action { return state.DotSum{On: s == "sum"} }),
		choose("dot-example", "Example", in.example, examples, in.readOnly, func(s string) state.Action { return state.DotPreset{ID: s} }),
		choose("dot-format", "Format", f.ID, formats, in.readOnly, func(s string) state.Action { return state.DotFormat{Name: s} }),
		field(entry{id: "dot-name", label: "Custom format eXmY", shown: custom, hint: "e5m3", problem: problem, disabled: in.readOnly,
			typed:   func(s string) state.Action { return state.DotFormatName{Text: s} },
			settled: func() state.Action { return state.DotFormatSettle{} }}),
		choose("dot-dir", "Rounding direction", directionID(in.dir), directions, in.readOnly, func(s string) state.Action {
			for _, i := range round.Directions {
				if i.ID == s {
					return state.DotDir{Dir: i.Dir}
				}
			}
			return state.DotDir{}
		}),
		choose("dot-flush", "Subnormal numbers", flush, []choice{{"keep", "kept (IEEE 754)", ""}, {"flush", "become zero (.ftz)", ""}}, in.readOnly,
			func(s string) state.Action { return state.DotFlush{On: s == "flush"} }))
}

type dotTableIn struct {
	in   model.DotInput
	here int
}

func dotTable(in dotTableIn) node { return raw("div", "", draw.DotTable(dotOf(in.in), in.here)) }

func dotExact(in model.DotInput) node { return raw("div", "", draw.DotExact(dotOf(in))) }

func dotNote(id string) node { return raw("div", "", draw.DotNote(id)) }

type dotThreeIn struct {
	in        model.DotInput
	shape, at int
}

// dotThree is the figure of the first three orders side by side.
func dotThree(in dotThreeIn) node {
	var three []node
	d := dotOf(in.in)
	for k := range 3 {
		marked := -1
		if k == in.shape {
			marked = in.at
			if marked < 0 {
				marked = len(d.Graphs[k].Nodes) - 1
			}
		}
		names := "dot-small"
		if draw.DotSmall(d, k, "").W > 400 {
			names = "dot-small dot-wide"
		}
		three = append(three, el("div", has(class(names)), el("div", has(class("dot-graph")),
			panel("dot-picture", dotSmallIn{in.in, k}, dotSmall),
			raw("div", "dot-mark", draw.DotSmallMark(d, k, marked)))))
	}
	return figure{ID: "dot-three", Title: prose.DotThreeTitle(in.in.Sum), Caption: draw.Escape(prose.DotThreeCaption(in.in.Sum, d.AllExact())),
		Body:   el("div", el("div", has(class("dot-side")), list(three)), raw("p", "dot-legend", draw.GraphLegendHTML())),
		Export: func() draw.Picture { return draw.DotThree(d) }}.show()
}

type dotSmallIn struct {
	in model.DotInput
	k  int
}

func dotSmall(in dotSmallIn) node {
	return raw("div", "", draw.DotSmall(dotOf(in.in), in.k, "dot-s").Live("dot.s"+strconv.Itoa(in.k)))
}

type dotLargeIn struct {
	in        model.DotInput
	large     int
	shape, at int
	sum       bool
}

// dotLarge is the figure of one order with the values at its nodes.
func dotLarge(in dotLargeIn) node {
	if in.sum {
		return el("div", has(flag("hidden", true)))
	}
	d := dotOf(in.in)
	g := d.Graph(in.large)
	marked := -1
	if in.shape == in.large {
		marked = in.at
		if marked < 0 {
			marked = len(g.Nodes) - 1
		}
	}
	return figure{ID: "dot-one", Title: prose.DotLargeTitle(g.Name), Caption: draw.Escape(prose.DotLargeCaption),
		Body: el("div", has(class("dot-scroll")), el("div", has(class("dot-graph")),
			panel("dot-picture", dotSmallIn{in.in, in.large}, dotLargePicture),
			raw("div", "dot-mark", draw.GraphMark(g, draw.GraphLarge, marked)))),
		Export: func() draw.Picture {
			return draw.Beside(prose.DotLargeTitle(g.Name), 28, draw.GraphLegend(), draw.Graph(g, draw.GraphLarge, ""))
		}}.show()
}

func dotLargePicture(in dotSmallIn) node {
	return raw("div", "", draw.Graph(dotOf(in.in).Graph(in.k), draw.GraphLarge, "dot-l").Live("dot.l"))
}

type dotDetailIn struct {
	in        model.DotInput
	shape, at int
}

func dotDetail(in dotDetailIn) node {
	return raw("div", "", draw.DotDetail(dotOf(in.in), in.shape, in.at))
}

// dotShapeOf returns the order that a group of nodes belongs to, counted from 1.
func dotShapeOf(group string) uint8 {
	if group == "dot.l" {
		return app.state.Dot.Shape + 1
	}
	return group[len(group)-1] - '0' + 1
}

// dotPick and dotOver make the lines of toggled and hovered for a group.
func dotPick(group string) func(bit int) state.Action {
	return func(n int) state.Action {
		return state.DotPick{DotNode: state.DotNode{Shape: dotShapeOf(group), Node: int16(n)}}
	}
}

func dotOver(group string) func(bit int) state.Action {
	return func(n int) state.Action {
		if n < 0 {
			return state.DotOver{}
		}
		return state.DotOver{DotNode: state.DotNode{Shape: dotShapeOf(group), Node: int16(n)}}
	}
}

// dotKey makes the line of keyed for a group: the arrows walk through the graph, focus follows, and the details with
// it.
func dotKey(group string) func(p press, bit int) (state.Action, bool) {
	return func(p press, bit int) (state.Action, bool) {
		if bit < 0 {
			return nil, false
		}
		shape := dotShapeOf(group)
		switch p.key {
		case "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End":
		case "Enter", " ":
			return dotPick(group)(bit), true
		default:
			return nil, false
		}
		next := dotOf(model.DotInputOf(app.state.Dot)).Graphs[shape-1].Step(bit, p.key)
		live := "dot-s"
		if group == "dot.l" {
			live = "dot-l"
		}
		app.host.Focus("#" + draw.NodeID(live, int(shape)-1, next))
		return nil, true
	}
}

// dotFocused shows the details of the node that got the focus.
func dotFocused(e event) action {
	group, n := e.Closest("data-bits"), e.Closest("data-bit")
	if k, err := strconv.Atoi(n); err == nil && len(group) > 4 && group[:4] == "dot." {
		return dotPick(group)(k)
	}
	return nil
}

// dotLeft shows the chosen node again when the pointer leaves the view.
func dotLeft(event) action { return state.DotOver{} }

// dotShape shows an order large: the rest of data-tap is its number from 1.
func dotShape(rest string) state.Action {
	k, err := strconv.Atoi(rest)
	if err != nil || k < 1 || k > 99 {
		return nil
	}
	return state.DotPick{DotNode: state.DotNode{Shape: uint8(k), Node: -1}}
}
