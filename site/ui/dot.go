package ui

import (
	"strconv"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"

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

func (v dotView) render() markup.Node {
	d := v.In
	in := model.DotInputOf(d)
	rows := remember[int]("dot.rows") // element rows that were ever shown: later ones are hidden, not removed
	*rows = max(*rows, int(d.N))
	shape, at := int(d.Shape), int(d.Node)
	if d.Over.Shape > 0 {
		shape, at = int(d.Over.Shape)-1, int(d.Over.Node)
	}
	unread := d.Unread()
	return markup.El("div", markup.Class(draw.StaleClass("dot", unread)), markup.On("focusin", dotFocused), markup.On("paste", dotPasted), markup.On("mouseleave", dotLeft),
		markup.Panel("dot-controls", dotControlsIn{d.Sum, d.Format, d.Name, d.Dir, d.Flush, model.DotExampleOf(in), v.ReadOnly}, dotControls),
		markup.El("div", markup.Class("dot-inputs"),
			markup.El("div", markup.Class("dot-vectors"), markup.List{markup.Guarded(func() markup.Node { return v.vectors(in, *rows) })}),
			markup.El("div", markup.Class("dot-results"),
				markup.Raw("div", "stale-slot", draw.Stale(unread)),
				markup.Panel("tablebox dot-tablebox of-operands", dotTableIn{in, shown(d)}, dotTable),
				markup.Panel("of-operands", in, dotExact),
				markup.Panel("dot-note note", model.DotExampleOf(in), dotNote))),
		markup.El("div", markup.Class("dot-figures of-operands"),
			markup.Panel("dot-detail", dotDetailIn{in, shape, at}, dotDetail),
			markup.Panel("dot-three", dotThreeIn{in, shape, at}, dotThree),
			markup.El("div", markup.Class("dot-large"), markup.Flag("hidden", d.Sum), markup.List{markup.PartOf(dotLargeIn{in, int(d.Shape), shape, at, d.Sum}, dotLarge)})))
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
func dotControls(in dotControlsIn) markup.Node {
	mode, flush := "dot", "keep"
	if in.sum {
		mode = "sum"
	}
	if in.flush {
		flush = "flush"
	}
	examples := []markup.Choice{}
	if in.example == "" {
		examples = append(examples, markup.Choice{Value: "", Label: prose.DotOwn})
	}
	for _, e := range prose.DotExamples {
		group := "Dot products"
		if e.ID == "abc" {
			group = "Sums"
		}
		examples = append(examples, markup.Choice{Value: e.ID, Label: e.Name, Group: group})
	}
	f := state.FormatOf(in.format)
	var formats []markup.Choice
	known := false
	for _, g := range prose.FormatGroups {
		for _, x := range g.Formats {
			formats = append(formats, markup.Choice{Value: x.ID, Label: x.Name, Group: g.Title})
			known = known || x.ID == f.ID
		}
	}
	if !known {
		formats = append(formats, markup.Choice{Value: f.ID, Label: f.ID, Group: "Custom"})
	}
	custom, problem := "", ""
	if in.name.On {
		custom = in.name.Text
		if _, err := format.Parse(custom); err != nil && custom != "" {
			problem = prose.FormatProblem
		}
	}
	var directions []markup.Choice
	for _, c := range directionChoices() {
		for _, i := range round.Directions {
			if i.ID == c.Value && state.DotTakes(i.Dir) {
				directions = append(directions, c)
			}
		}
	}
	return markup.El("div", markup.Class("controls"),
		markup.Select("dot-mode", "Compute", mode, []markup.Choice{{Value: "dot", Label: "dot product"}, {Value: "sum", Label: "A + B + C"}}, in.readOnly,
			func(s string) markup.Action { return state.DotSum{On: s == "sum"} }),
		markup.Select("dot-example", "Example", in.example, examples, in.readOnly, func(s string) markup.Action { return state.DotPreset{ID: s} }),
		markup.Select("dot-format", "Format", f.ID, formats, in.readOnly, func(s string) markup.Action { return state.DotFormat{Name: s} }),
		markup.Field(markup.Entry{ID: "dot-name", Label: "Custom format eXmY", Shown: custom, Hint: "e5m3", Problem: problem, Disabled: in.readOnly,
			Typed:   func(s string) markup.Action { return state.DotFormatName{Text: s} },
			Settled: func() markup.Action { return state.DotFormatSettle{} }}),
		markup.Select("dot-dir", "Rounding direction", directionID(in.dir), directions, in.readOnly, func(s string) markup.Action {
			for _, i := range round.Directions {
				if i.ID == s {
					return state.DotDir{Dir: i.Dir}
				}
			}
			return state.DotDir{}
		}),
		markup.Select("dot-flush", "Subnormal numbers", flush, []markup.Choice{{Value: "keep", Label: "kept (IEEE 754)"}, {Value: "flush", Label: "become zero (.ftz)"}}, in.readOnly,
			func(s string) markup.Action { return state.DotFlush{On: s == "flush"} }))
}

type dotTableIn struct {
	in   model.DotInput
	here int
}

func dotTable(in dotTableIn) markup.Node {
	return markup.Raw("div", "", draw.DotTable(dotOf(in.in), in.here))
}

func dotExact(in model.DotInput) markup.Node { return markup.Raw("div", "", draw.DotExact(dotOf(in))) }

func dotNote(id string) markup.Node { return markup.Raw("div", "", draw.DotNote(id)) }

type dotThreeIn struct {
	in        model.DotInput
	shape, at int
}

// dotThree is the figure of the first three orders side by side.
func dotThree(in dotThreeIn) markup.Node {
	var three []markup.Node
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
		three = append(three, markup.El("div", markup.Class(names), markup.El("div", markup.Class("dot-graph"),
			markup.Panel("dot-picture", dotSmallIn{in.in, k}, dotSmall),
			markup.Raw("div", "dot-mark", draw.DotSmallMark(d, k, marked)))))
	}
	return markup.Figure{ID: "dot-three", Title: prose.DotThreeTitle(in.in.Sum), Caption: draw.Escape(prose.DotThreeCaption(in.in.Sum, d.AllExact())),
		Body: markup.El("div", markup.El("div", markup.Class("dot-side"), markup.List(three)), markup.Raw("p", "dot-legend", draw.GraphLegendHTML())),
		Export: markup.Exported("dot-three",

			func() draw.Picture { return draw.DotThree(d) })}.Show()
}

type dotSmallIn struct {
	in model.DotInput
	k  int
}

func dotSmall(in dotSmallIn) markup.Node {
	return markup.Raw("div", "", draw.DotSmall(dotOf(in.in), in.k, "dot-s").Live("dot.s"+strconv.Itoa(in.k)))
}

type dotLargeIn struct {
	in        model.DotInput
	large     int
	shape, at int
	sum       bool
}

// dotLarge is the figure of one order with the values at its nodes.
func dotLarge(in dotLargeIn) markup.Node {
	if in.sum {
		return markup.El("div", markup.Flag("hidden", true))
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
	return markup.Figure{ID: "dot-one", Title: prose.DotLargeTitle(g.Name), Caption: draw.Escape(prose.DotLargeCaption),
		Body: markup.El("div", markup.Class("dot-scroll"), markup.El("div", markup.Class("dot-graph"),
			markup.Panel("dot-picture", dotSmallIn{in.in, in.large}, dotLargePicture),
			markup.Raw("div", "dot-mark", draw.GraphMark(g, draw.GraphLarge, marked)))),
		Export: markup.Exported("dot-one",

			func() draw.Picture {
				return draw.Beside(prose.DotLargeTitle(g.Name), 28, draw.GraphLegend(), draw.Graph(g, draw.GraphLarge, ""))
			})}.Show()
}

func dotLargePicture(in dotSmallIn) markup.Node {
	return markup.Raw("div", "", draw.Graph(dotOf(in.in).Graph(in.k), draw.GraphLarge, "dot-l").Live("dot.l"))
}

type dotDetailIn struct {
	in        model.DotInput
	shape, at int
}

func dotDetail(in dotDetailIn) markup.Node {
	return markup.Raw("div", "", draw.DotDetail(dotOf(in.in), in.shape, in.at))
}

// dotShapeOf returns the order that a group of nodes belongs to, counted from 1.
func dotShapeOf(group string) uint8 {
	if group == "dot.l" {
		return app.state.Dot.Shape + 1
	}
	return group[len(group)-1] - '0' + 1
}

// dotPick and dotOver make the lines of toggled and hovered for a group.
func dotPick(group string) func(bit int) markup.Action {
	return func(n int) markup.Action {
		return state.DotPick{DotNode: state.DotNode{Shape: dotShapeOf(group), Node: int16(n)}}
	}
}

func dotOver(group string) func(bit int) markup.Action {
	return func(n int) markup.Action {
		if n < 0 {
			return state.DotOver{}
		}
		return state.DotOver{DotNode: state.DotNode{Shape: dotShapeOf(group), Node: int16(n)}}
	}
}

// dotKey makes the line of keyed for a group: the arrows walk through the graph, focus follows, and the details with
// it.
func dotKey(group string) func(p lab.Key, bit int) (markup.Action, bool) {
	return func(p lab.Key, bit int) (markup.Action, bool) {
		if bit < 0 {
			return nil, false
		}
		shape := dotShapeOf(group)
		switch p.Name {
		case "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End":
		case "Enter", " ":
			return dotPick(group)(bit), true
		default:
			return nil, false
		}
		next := dotOf(model.DotInputOf(app.state.Dot)).Graphs[shape-1].Step(bit, p.Name)
		live := "dot-s"
		if group == "dot.l" {
			live = "dot-l"
		}
		app.host.Focus("#" + draw.NodeID(live, int(shape)-1, next))
		return nil, true
	}
}

// dotFocused shows the details of the node that got the focus.
func dotFocused(e markup.Event) markup.Action {
	group, n := e.Closest("data-bits"), e.Closest("data-bit")
	if k, err := strconv.Atoi(n); err == nil && len(group) > 4 && group[:4] == "dot." {
		return dotPick(group)(k)
	}
	return nil
}

// dotLeft shows the chosen node again when the pointer leaves the view.
func dotLeft(markup.Event) markup.Action { return state.DotOver{} }

// dotShape shows an order large: the rest of data-tap is its number from 1.
func dotShape(rest string) markup.Action {
	k, err := strconv.Atoi(rest)
	if err != nil || k < 1 || k > 99 {
		return nil
	}
	return state.DotPick{DotNode: state.DotNode{Shape: uint8(k), Node: -1}}
}
