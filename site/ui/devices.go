//go:build !opening

package ui

import (
	"strconv"
	"strings"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"

	"ulplab/fpcore/gpu"
	"ulplab/fpcore/target"
	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// devicesView is the Devices view.
type devicesView struct {
	In       state.Devices
	ReadOnly bool
}

// devChoices is the input of the selects: nothing that typing an operand changes.
type devChoices struct {
	t        [2]string
	op       string
	double   bool
	example  string
	readOnly bool
}

// devRules is the input of the table of rules.
type devRules struct {
	t        [2]string
	readOnly bool
}

// devFeatures is the input of the tables of features.
type devFeatures struct {
	t       [2]string
	feature gpu.Feature
}

func (v devicesView) render() markup.Node {
	d := v.In
	m := model.BuildDevices(d)
	in := devChoices{d.T, d.Op, d.Double, devExampleOf(d), v.ReadOnly}
	if d.Seek.Phase == state.Seeking {
		seek(d)
	}
	unread := model.Unread(m.Operands)
	answer := draw.Stale(unread) + draw.DevResults(m)
	if m.HasLine {
		answer += draw.Figure("dev-values", prose.DevValuesTitle, draw.DevLines(m), prose.DevValuesCaption)
	}
	timeline := "dev-timeline"
	if v.ReadOnly {
		timeline = "dev-timeline dev-still"
	}
	return markup.El("div", markup.Class(draw.StaleClass("op dev", unread)),
		markup.Panel(timeline, d.T, devTimeline),
		markup.Panel("op-examples", in, devExamples),
		markup.El("div", markup.Class("sidefirst"),
			markup.El("div", markup.Class("op-inputs"),
				markup.Panel("op-choices", in, devSelects),
				markup.El("div", markup.Class("op-operands"), markup.List(v.operands(m))),
				markup.El("div", markup.Class("dev-seek"),
					markup.Button(prose.DevSeekButton, state.Dev{Do: state.DevSeek}, markup.Attr("id", "dev-seek"), markup.Flag("disabled", v.ReadOnly)),
					markup.El("div", markup.Attr("aria-live", "polite"), markup.Raw("div", "", draw.DevSeek(d.Seek)))),
				markup.AnswerBar(draw.Bar(unread, draw.Minus(m.Verdict)))),
			markup.Raw("div", "op-answer", answer, markup.Exported("dev-values", func() draw.Picture { return draw.DevValues(m) }))),
		markup.Panel("op-part", devRules{d.T, v.ReadOnly}, devWhy),
		markup.Panel("op-part", true, devMachines),
		markup.Panel("op-part", d.T, devTable),
		markup.Panel("op-part", devFeatures{d.T, d.Feature}, devMatrix),
		markup.Panel("op-part dev-every", true, devAll),
		markup.Panel("op-part intrin-part", intrinIn{d.Intrin, v.ReadOnly}, intrinsics))
}

// devTimeline is the picture of the machines, and the keyboard of its two rows.
func devTimeline(t [2]string) markup.Node {
	slide := func(side int) markup.Node {
		name := "AB"[side : side+1]
		at := 0
		for i, c := range model.DevColumns() {
			if c.ID == model.DevBase(t[side]) {
				at = i
			}
		}
		return markup.El("div", markup.Class("dev-slide dev-slide-"+name), markup.Attr("role", "slider"), markup.Attr("tabindex", "0"), markup.Attr("aria-label", "Machine "+name),
			markup.Attr("aria-valuemin", "0"), markup.Attr("aria-valuemax", strconv.Itoa(len(model.DevColumns())-1)), markup.Attr("aria-valuenow", strconv.Itoa(at)),
			markup.Attr("aria-valuetext", devName(t[side])), markup.Data("keys", "dev."+name))
	}
	return markup.Figure{
		ID: "dev-line", Title: prose.DevLineTitle, Caption: draw.Escape(prose.DevLineCaption),
		Body: markup.El("div", markup.Class("dev-line"),
			markup.Raw("div", "op-wide", draw.DevLine(t).SVG()),
			markup.Raw("div", "op-narrow", draw.DevList(t).SVG()),
			slide(0), slide(1)),
		Export: markup.Exported("dev-line",

			func() draw.Picture { return draw.DevLine(t) }),
	}.Show()
}

func devName(id string) string {
	t, _ := target.ByID(id)
	return t.Name()
}

// devKey is the keyboard of a row of the timeline.
func devKey(side int) func(p lab.Key, bit int) (markup.Action, bool) {
	return func(p lab.Key, _ int) (markup.Action, bool) {
		switch p.Name {
		case "ArrowRight", "ArrowDown":
			return state.Dev{Do: state.DevMove, I: side, Up: true}, true
		case "ArrowLeft", "ArrowUp":
			return state.Dev{Do: state.DevMove, I: side}, true
		case "Home":
			return state.Dev{Do: state.DevPick, I: side, Text: "1.0"}, true
		case "End":
			return state.Dev{Do: state.DevPick, I: side, Text: "x87"}, true
		}
		return nil, false
	}
}

func devOperandKey(i int) func(p lab.Key, bit int) (markup.Action, bool) {
	return operandKey(func(up bool) markup.Action { return state.Dev{Do: state.DevNudge, I: i, Up: up} })
}

// devPick reads "09.0": target A becomes 9.0.
func devPick(rest string) markup.Action {
	if rest == "" {
		return nil
	}
	return state.Dev{Do: state.DevPick, I: int(rest[0] - '0'), Text: rest[1:]}
}

func devFeature(rest string) markup.Action {
	n, _ := strconv.Atoi(rest)
	return state.DevFeature{Feature: gpu.Feature(n)}
}

func devWitness(rest string) markup.Action {
	n, _ := strconv.Atoi(rest)
	return state.Dev{Do: state.DevWitness, I: n}
}

func (v devicesView) operands(m model.Devices) []markup.Node {
	var out []markup.Node
	for i := range v.In.X {
		p, under := model.Operand{Name: "abc"[i : i+1]}, ""
		if i < len(m.Operands) {
			p, under = m.Operands[i], draw.OperandUnder(m.Operands[i], draw.DatumLink(m.Operands[i].Bits.Format.ID, v.In.X[i]))
		}
		out = append(out, operandBox("dev", "ulp", i, p.Name, p.Shown, p.Problem, under, v.ReadOnly,
			func(s string) markup.Action { return state.Dev{Do: state.DevType, I: i, Text: s} },
			func(up bool) markup.Action { return state.Dev{Do: state.DevNudge, I: i, Up: up} }))
	}
	return out
}

// sought is the search that runs, and what it runs for.
var sought struct {
	in     state.Devices
	search *target.Search
}

// seekSteps is the length of a slice of a search: some ten milliseconds.
const seekSteps = 4000

// seek begins the search that a state asks for, unless it runs already. Between two slices the page is free; a change
// of targets, operation or operands ends the search.
func seek(d state.Devices) {
	d.Intrin = state.Intrin{}
	if sought.in == d && sought.search != nil {
		return
	}
	sought.in = d
	sought.search = target.NewSearch(d.Target(0), d.Target(1), d.Operation(), d.Double, d.Seek.Want, 1, target.DefaultBudget)
	app.host.After("dev.seek", 0, seekOn)
}

func seekOn() {
	s := sought.search
	now := app.state.Devices
	now.Intrin = state.Intrin{}
	if now != sought.in {
		sought.search = nil
		return
	}
	if !s.Next(seekSteps) {
		app.host.After("dev.seek", 0, seekOn)
		return
	}
	sought.search = nil
	r := s.Result()
	phase := [...]state.SeekPhase{target.Found: state.SeekFound, target.SameCode: state.SeekNone, target.SameRules: state.SeekNone, target.NoBits: state.SeekMute, target.NotFound: state.SeekLost}[r.Verdict]
	dispatch(state.DevSought{Seek: state.Seek{Phase: phase, Why: r.Why}, X: r.X})
}

// devExampleOf returns the ID of the example shown, "" for a state of the reader's own.
func devExampleOf(d state.Devices) string {
	plain := func(d state.Devices) state.Devices { // without what does not change the numbers
		d.Feature, d.Seek, d.Intrin = 0, state.Seek{}, state.Intrin{}
		for i := range d.X {
			if d.X[i].Text = (state.Draft{}); i >= d.Operation().Arity {
				d.X[i] = state.Operand{}
			}
		}
		return d
	}
	d = plain(d)
	for _, e := range state.DevicesExamples {
		if plain(e.Devices) == d {
			return e.ID
		}
	}
	return ""
}

func devExamples(in devChoices) markup.Node {
	ids := ""
	for _, e := range state.DevicesExamples {
		ids += " " + e.ID
	}
	return markup.El("div",
		markup.El("h2", markup.Text(prose.DevRunTitle)),
		examplesIn{"dev", ids, in.example, in.readOnly}.choose(prose.DevicesExample, func(s string) markup.Action { return state.Dev{Do: state.DevOpen, Text: s} }))
}

func devSelects(in devChoices) markup.Node {
	var ops []markup.Choice
	for i, o := range gpu.Operations {
		group := "Arithmetic"
		if i > 7 {
			group = "Functions"
		}
		ops = append(ops, markup.Choice{Value: o.ID, Label: model.FlagsC(o, in.double), Group: group})
	}
	return markup.El("div", markup.Class("op-fields"),
		devMachine(in, 0), devMachine(in, 1),
		markup.El("div", markup.Class("row"), markup.Button(prose.DevSwapButton, state.Dev{Do: state.DevSwap}, markup.Class("op-toggle"), markup.Flag("disabled", in.readOnly))),
		markup.Select("dev-op", "Operation", in.op, ops, in.readOnly, func(s string) markup.Action { return state.Dev{Do: state.DevOp, Text: s} }),
		markup.El("div", markup.Class("row"), markup.Attr("role", "group"), markup.Attr("aria-label", "Type of the operands"),
			markup.Button("float", state.Dev{Do: state.DevDouble}, markup.Class("op-toggle"), markup.Pressed(!in.double), markup.Flag("disabled", in.readOnly)),
			markup.Button("double", state.Dev{Do: state.DevDouble, Up: true}, markup.Class("op-toggle"), markup.Pressed(in.double), markup.Flag("disabled", in.readOnly))))
}

// devMachine are the two selects of a target: the machine, and its options.
func devMachine(in devChoices, side int) markup.Node {
	name, id := "AB"[side:side+1], in.t[side]
	base := model.DevBase(id)
	var machines, options []markup.Choice
	for _, c := range model.DevColumns() {
		group := "x86"
		if c.Family != "" {
			group = c.Family
		}
		machines = append(machines, markup.Choice{Value: c.ID, Label: devMachineName(c), Group: group})
	}
	for _, o := range model.DevVariants(id) {
		options = append(options, markup.Choice{Value: o.ID, Label: o.Label})
	}
	pick := func(s string) markup.Action { return state.Dev{Do: state.DevPick, I: side, Text: s} }
	return markup.El("div", markup.Class("dev-machine"),
		markup.Select("dev-"+name, "Machine "+name, base, machines, in.readOnly, pick),
		markup.El("div", markup.Flag("hidden", len(options) < 2), markup.Select("dev-"+name+"-options", "Options of "+name, id, options, in.readOnly, pick)))
}

func devMachineName(c model.DevColumn) string {
	if p, ok := model.DevProfile(c.ID); ok {
		example, _, _ := strings.Cut(p.Examples, ",")
		return c.Label + "  " + example
	}
	return c.Label
}

func devWhy(in devRules) markup.Node { return markup.Raw("div", "", draw.DevWhy(in.t, in.readOnly)) }

func devMachines(bool) markup.Node { return markup.Raw("div", "", draw.DevMachines()) }

func devTable(t [2]string) markup.Node { return markup.Raw("div", "", draw.DevTable(t)) }

func devMatrix(in devFeatures) markup.Node {
	return markup.Raw("div", "", draw.DevMatrix(in.t, in.feature))
}

func devAll(bool) markup.Node { return markup.Raw("div", "", draw.DevAll()) }
