package dotproduct

import (
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/site/kit/graph"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
)

// view is the Dot product view.
type view struct {
	In       State
	ReadOnly bool
}

// The tasks of the view.
const (
	running = "dot.run"
	rows    = "dot.rows"
)

// tasks run the orders on the input, and remember how many rows of elements were ever shown: later ones are hidden, not removed.
func tasks(d State) []lab.Task {
	in := InputOf(d)
	return []lab.Task{
		lab.Slices[*Model]{Name: running, In: in, Begin: func(*Model) *Model { return run(in) }}.Task(),
		lab.Slices[int]{Name: rows, In: d.N, Begin: func(before int) int { return max(before, int(d.N)) }}.Task(),
	}
}

// orders are the orders run on the input shown: every panel of a page draws from the same.
func orders() *Model {
	m, _ := lab.Made[*Model](running)
	return m
}

func (v view) render() markup.Node {
	d := v.In
	in := InputOf(d)
	shown, _ := lab.Made[int](rows)
	shape, at := int(d.Shape), int(d.Node)
	if d.Over.Shape > 0 {
		shape, at = int(d.Over.Shape)-1, int(d.Over.Node)
	}
	unread := d.Unread()
	return markup.El("div", markup.Class(html.StaleClass("dot", unread)), markup.On("focusin", focused), markup.On("paste", pasted), markup.On("mouseleave", left),
		markup.Panel("dot-controls", controlsIn{d.Sum, d.Format, d.Name, d.Dir, d.Flush, exampleOf(in), v.ReadOnly}, controls),
		markup.El("div", markup.Class("dot-inputs"),
			markup.El("div", markup.Class("dot-vectors"), markup.PanelOf(0), markup.List{markup.Guarded(func() markup.Node { return v.vectors(in, shown) })}),
			markup.El("div", markup.Class("dot-results"), markup.PanelOf(2),
				markup.Raw("div", "stale-slot", html.Stale(unread)),
				markup.Panel("tablebox dot-tablebox of-operands", tableIn{in, int(d.Shape)}, dotTable),
				markup.Panel("of-operands", in, exactPanel),
				markup.Panel("dot-note note", exampleOf(in), dotNote))),
		markup.El("div", markup.Class("dot-figures of-operands"), markup.PanelOf(1), markup.Reveals(markup.Explanation),
			markup.Panel("dot-detail", detailIn{in, shape, at}, dotDetail),
			markup.Panel("dot-three", threeIn{in, shape, at}, three),
			markup.El("div", markup.Class("dot-large"), markup.Flag("hidden", d.Sum), markup.List{markup.PartOf(largeIn{in, int(d.Shape), shape, at, d.Sum}, large)})))
}

type controlsIn struct {
	sum      bool
	format   string
	name     operand.Draft
	dir      round.Direction
	flush    bool
	example  string
	readOnly bool
}

// controls are the fields on top: what is computed, the example, format, direction and flushing.
func controls(in controlsIn) markup.Node {
	mode, flush := "dot", "keep"
	if in.sum {
		mode = "sum"
	}
	if in.flush {
		flush = "flush"
	}
	examples := []markup.Choice{}
	if in.example == "" {
		examples = append(examples, markup.Choice{Value: "", Label: own})
	}
	for _, e := range dotExamples {
		group := "Dot products"
		if e.ID == "abc" {
			group = "Sums"
		}
		examples = append(examples, markup.Choice{Value: e.ID, Label: e.Name, Group: group})
	}
	f := operand.FormatOf(in.format)
	var formats []markup.Choice
	known := false
	for _, g := range words.FormatGroups {
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
			problem = words.FormatProblem
		}
	}
	var directions []markup.Choice
	for _, c := range operand.DirectionChoices() {
		for _, i := range round.Directions {
			if i.ID == c.Value && Takes(i.Dir) {
				directions = append(directions, c)
			}
		}
	}
	return markup.El("div", markup.Class("controls"), markup.PanelOf(0),
		markup.Select("dot-mode", "Compute", mode, []markup.Choice{{Value: "dot", Label: "dot product"}, {Value: "sum", Label: "A + B + C"}}, in.readOnly,
			func(s string) markup.Action { return Sum{On: s == "sum"} }),
		markup.Select("dot-example", "Example", in.example, examples, in.readOnly, func(s string) markup.Action { return Preset{ID: s} }),
		markup.Select("dot-format", "Format", f.ID, formats, in.readOnly, func(s string) markup.Action { return Format{Name: s} }),
		markup.Field(markup.Entry{ID: "dot-name", Label: "Custom format", Shown: custom, Hint: "e5m3", Problem: problem, Disabled: in.readOnly,
			Typed:   func(s string) markup.Action { return FormatName{Text: s} },
			Settled: func() markup.Action { return FormatSettle{} }}),
		markup.Select("dot-dir", "Rounding direction", operand.DirectionID(in.dir), directions, in.readOnly, func(s string) markup.Action {
			for _, i := range round.Directions {
				if i.ID == s {
					return Dir{Dir: i.Dir}
				}
			}
			return Dir{}
		}),
		markup.Select("dot-flush", "Subnormal numbers", flush, []markup.Choice{{Value: "keep", Label: "kept (IEEE 754)"}, {Value: "flush", Label: "become zero (.ftz)"}}, in.readOnly,
			func(s string) markup.Action { return Flush{On: s == "flush"} }))
}

type tableIn struct {
	in   Input
	here int
}

func dotTable(in tableIn) markup.Node {
	return markup.Raw("div", "", table(orders(), in.here), markup.Reveals(markup.Result))
}

func exactPanel(in Input) markup.Node {
	return markup.Raw("div", "", dotExact(orders()), markup.Reveals(markup.ExactValue))
}

func dotNote(id string) markup.Node { return markup.Raw("div", "", note(id)) }

type threeIn struct {
	in        Input
	shape, at int
}

// three is the figure of the first three orders side by side.
func three(in threeIn) markup.Node {
	var three []markup.Node
	d := orders()
	for k := range 3 {
		marked := -1
		if k == in.shape {
			marked = in.at
			if marked < 0 {
				marked = len(d.Graphs[k].Nodes) - 1
			}
		}
		names := "dot-small"
		if small(d, k, "").W > 400 {
			names = "dot-small dot-wide"
		}
		three = append(three, markup.El("div", markup.Class(names), markup.El("div", markup.Class("dot-graph"),
			markup.Panel("dot-picture", smallIn{in.in, k}, dotSmall),
			markup.Raw("div", "dot-mark", smallMark(d, k, marked)))))
	}
	return markup.Figure{ID: "dot-three", Title: threeTitle(in.in.Sum), Caption: words.Escape(threeCaption(in.in.Sum, d.AllExact())),
		Body: markup.El("div", markup.El("div", markup.Class("dot-side"), markup.List(three)), markup.Raw("p", "dot-legend", graph.GraphLegendHTML())),
		Export: markup.Exported("dot-three",

			func() svg.Picture { return dotThree(d) })}.Show()
}

type smallIn struct {
	in Input
	k  int
}

func dotSmall(in smallIn) markup.Node {
	return markup.Raw("div", "", small(orders(), in.k, "dot-s").Live("dot.s"+strconv.Itoa(in.k)))
}

type largeIn struct {
	in        Input
	large     int
	shape, at int
	sum       bool
}

// large is the figure of one order with the values at its nodes.
func large(in largeIn) markup.Node {
	if in.sum {
		return markup.El("div", markup.Flag("hidden", true))
	}
	d := orders()
	g := d.Graph(in.large)
	marked := -1
	if in.shape == in.large {
		marked = in.at
		if marked < 0 {
			marked = len(g.Nodes) - 1
		}
	}
	return markup.Figure{ID: "dot-one", Title: largeTitle(g.Name), Caption: words.Escape(largeCaption),
		Body: markup.El("div", markup.Class("dot-scroll"), markup.El("div", markup.Class("dot-graph"),
			markup.Panel("dot-picture", smallIn{in.in, in.large}, largePicture),
			markup.Raw("div", "dot-mark", graph.GraphMark(g, graph.GraphLarge, marked)))),
		Export: markup.Exported("dot-one",

			func() svg.Picture {
				return svg.Beside(largeTitle(g.Name), 28, graph.GraphLegend(), graph.Draw(g, graph.GraphLarge, ""))
			})}.Show()
}

func largePicture(in smallIn) markup.Node {
	return markup.Raw("div", "", graph.Draw(orders().Graph(in.k), graph.GraphLarge, "dot-l").Live("dot.l"))
}

type detailIn struct {
	in        Input
	shape, at int
}

func dotDetail(in detailIn) markup.Node {
	return markup.Raw("div", "", detail(orders(), in.shape, in.at))
}

// shapeOf returns the order that a group of nodes belongs to, counted from 1.
func shapeOf(group string) uint8 {
	if group == "dot.l" {
		return lab.Now[State]().Shape + 1
	}
	return group[len(group)-1] - '0' + 1
}

// pick and over make the lines of toggled and hovered for a group.
func pick(group string) func(bit int) markup.Action {
	return func(n int) markup.Action {
		return Pick{DotNode: DotNode{Shape: shapeOf(group), Node: int16(n)}}
	}
}

func over(group string) func(bit int) markup.Action {
	return func(n int) markup.Action {
		if n < 0 {
			return Over{}
		}
		return Over{DotNode: DotNode{Shape: shapeOf(group), Node: int16(n)}}
	}
}

// key makes the line of keyed for a group: the arrows walk through the graph, focus follows, and the details with
// it.
func key(group string) func(p lab.Key, bit int) (markup.Action, bool) {
	return func(p lab.Key, bit int) (markup.Action, bool) {
		if bit < 0 {
			return nil, false
		}
		shape := shapeOf(group)
		switch p.Name {
		case "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End":
		case "Enter", " ":
			return pick(group)(bit), true
		default:
			return nil, false
		}
		next := orders().Graphs[shape-1].Step(bit, p.Name)
		live := "dot-s"
		if group == "dot.l" {
			live = "dot-l"
		}
		lab.Host().Focus("#" + graph.NodeID(live, int(shape)-1, next))
		return nil, true
	}
}

// focused shows the details of the node that got the focus.
func focused(e markup.Event) markup.Action {
	group, n := e.Closest("data-bits"), e.Closest("data-bit")
	if k, err := strconv.Atoi(n); err == nil && len(group) > 4 && group[:4] == "dot." {
		return pick(group)(k)
	}
	return nil
}

// left shows the chosen node again when the pointer leaves the view.
func left(markup.Event) markup.Action { return Over{} }

// shape shows an order large: the rest of data-tap is its number from 1.
func shape(rest string) markup.Action {
	k, err := strconv.Atoi(rest)
	if err != nil || k < 1 || k > 99 {
		return nil
	}
	return Pick{DotNode: DotNode{Shape: uint8(k), Node: -1}}
}

// says is what is read out of a state.
func says(s State) []string {
	if orders() == nil {
		return nil
	}
	return []string{answer(orders())}
}
