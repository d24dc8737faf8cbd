//go:build !opening

package ui

import (
	"strconv"
	"strings"

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
	Intrin   state.Intrin
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

func (v devicesView) render() node {
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
	return el("div", has(class(draw.StaleClass("op dev", unread))),
		panel(timeline, d.T, devTimeline),
		panel("op-examples", in, devExamples),
		el("div", has(class("sidefirst")),
			el("div", has(class("op-inputs")),
				panel("op-choices", in, devSelects),
				el("div", has(class("op-operands")), list(v.operands(m))),
				el("div", has(class("dev-seek")),
					button(prose.DevSeekButton, state.Dev{Do: state.DevSeek}, attr("id", "dev-seek"), flag("disabled", v.ReadOnly)),
					el("div", has(attr("aria-live", "polite")), raw("div", "", draw.DevSeek(d.Seek)))),
				answerBar(draw.Bar(unread, draw.Minus(m.Verdict)))),
			raw("div", "op-answer", answer, exported("dev-values", func() draw.Picture { return draw.DevValues(m) }))),
		panel("op-part", devRules{d.T, v.ReadOnly}, devWhy),
		panel("op-part", true, devMachines),
		panel("op-part", d.T, devTable),
		panel("op-part", devFeatures{d.T, d.Feature}, devMatrix),
		panel("op-part dev-every", true, devAll),
		panel("op-part intrin-part", intrinIn{v.Intrin, v.ReadOnly}, intrinsics))
}

// devTimeline is the picture of the machines, and the keyboard of its two rows.
func devTimeline(t [2]string) node {
	slide := func(side int) node {
		name := "AB"[side : side+1]
		at := 0
		for i, c := range model.DevColumns() {
			if c.ID == model.DevBase(t[side]) {
				at = i
			}
		}
		return el("div", has(class("dev-slide dev-slide-"+name), attr("role", "slider"), attr("tabindex", "0"), attr("aria-label", "Machine "+name),
			attr("aria-valuemin", "0"), attr("aria-valuemax", strconv.Itoa(len(model.DevColumns())-1)), attr("aria-valuenow", strconv.Itoa(at)),
			attr("aria-valuetext", devName(t[side])), data("keys", "dev."+name)))
	}
	return figure{
		ID: "dev-line", Title: prose.DevLineTitle, Caption: draw.Escape(prose.DevLineCaption),
		Body: el("div", has(class("dev-line")),
			raw("div", "op-wide", draw.DevLine(t).SVG()),
			raw("div", "op-narrow", draw.DevList(t).SVG()),
			slide(0), slide(1)),
		Export: func() draw.Picture { return draw.DevLine(t) },
	}.show()
}

func devName(id string) string {
	t, _ := target.ByID(id)
	return t.Name()
}

// devKey is the keyboard of a row of the timeline.
func devKey(side int) func(p press, bit int) (state.Action, bool) {
	return func(p press, _ int) (state.Action, bool) {
		switch p.key {
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

func devOperandKey(i int) func(p press, bit int) (state.Action, bool) {
	return operandKey(func(up bool) state.Action { return state.Dev{Do: state.DevNudge, I: i, Up: up} })
}

// devPick reads "09.0": target A becomes 9.0.
func devPick(rest string) state.Action {
	if rest == "" {
		return nil
	}
	return state.Dev{Do: state.DevPick, I: int(rest[0] - '0'), Text: rest[1:]}
}

func devFeature(rest string) state.Action {
	stay("dev.feature:" + rest)
	n, _ := strconv.Atoi(rest)
	return state.DevFeature{Feature: gpu.Feature(n)}
}

func devWitness(rest string) state.Action {
	n, _ := strconv.Atoi(rest)
	return state.Dev{Do: state.DevWitness, I: n}
}

func (v devicesView) operands(m model.Devices) []node {
	var out []node
	for i := range v.In.X {
		p, under := model.Operand{Name: "abc"[i : i+1]}, ""
		if i < len(m.Operands) {
			p, under = m.Operands[i], draw.OperandUnder(m.Operands[i], v.In.X[i])
		}
		out = append(out, operandBox("dev", "ulp", i, p.Name, p.Shown, p.Problem, under, v.ReadOnly,
			func(s string) state.Action { return state.Dev{Do: state.DevType, I: i, Text: s} },
			func(up bool) state.Action { return state.Dev{Do: state.DevNudge, I: i, Up: up} }))
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
	if sought.in == d && sought.search != nil {
		return
	}
	sought.in = d
	sought.search = target.NewSearch(d.Target(0), d.Target(1), d.Operation(), d.Double, d.Seek.Want, 1, target.DefaultBudget)
	app.host.After("dev.seek", 0, seekOn)
}

func seekOn() {
	s := sought.search
	if app.state.Devices != sought.in {
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
		d.Feature, d.Seek = 0, state.Seek{}
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

func devExamples(in devChoices) node {
	ids := ""
	for _, e := range state.DevicesExamples {
		ids += " " + e.ID
	}
	return el("div",
		el("h2", text(prose.DevRunTitle)),
		examplesIn{"dev", ids, in.example, in.readOnly}.choose(prose.DevicesExample, func(s string) state.Action { return state.Dev{Do: state.DevOpen, Text: s} }))
}

func devSelects(in devChoices) node {
	var ops []choice
	for i, o := range gpu.Operations {
		group := "Arithmetic"
		if i > 7 {
			group = "Functions"
		}
		ops = append(ops, choice{o.ID, model.FlagsC(o, in.double), group})
	}
	return el("div", has(class("op-fields")),
		devMachine(in, 0), devMachine(in, 1),
		el("div", has(class("row")), button(prose.DevSwapButton, state.Dev{Do: state.DevSwap}, class("op-toggle"), flag("disabled", in.readOnly))),
		choose("dev-op", "Operation", in.op, ops, in.readOnly, func(s string) state.Action { return state.Dev{Do: state.DevOp, Text: s} }),
		el("div", has(class("row"), attr("role", "group"), attr("aria-label", "Type of the operands")),
			button("float", state.Dev{Do: state.DevDouble}, class("op-toggle"), pressed(!in.double), flag("disabled", in.readOnly)),
			button("double", state.Dev{Do: state.DevDouble, Up: true}, class("op-toggle"), pressed(in.double), flag("disabled", in.readOnly))))
}

// devMachine are the two selects of a target: the machine, and its options.
func devMachine(in devChoices, side int) node {
	name, id := "AB"[side:side+1], in.t[side]
	base := model.DevBase(id)
	var machines, options []choice
	for _, c := range model.DevColumns() {
		group := "x86"
		if c.Family != "" {
			group = c.Family
		}
		machines = append(machines, choice{c.ID, devMachineName(c), group})
	}
	for _, o := range model.DevVariants(id) {
		options = append(options, choice{o.ID, o.Label, ""})
	}
	pick := func(s string) state.Action { return state.Dev{Do: state.DevPick, I: side, Text: s} }
	return el("div", has(class("dev-machine")),
		choose("dev-"+name, "Machine "+name, base, machines, in.readOnly, pick),
		el("div", has(flag("hidden", len(options) < 2)), choose("dev-"+name+"-options", "Options of "+name, id, options, in.readOnly, pick)))
}

func devMachineName(c model.DevColumn) string {
	if p, ok := model.DevProfile(c.ID); ok {
		example, _, _ := strings.Cut(p.Examples, ",")
		return c.Label + "  " + example
	}
	return c.Label
}

func devWhy(in devRules) node { return raw("div", "", draw.DevWhy(in.t, in.readOnly)) }

func devMachines(bool) node { return raw("div", "", draw.DevMachines()) }

func devTable(t [2]string) node { return raw("div", "", draw.DevTable(t)) }

func devMatrix(in devFeatures) node { return raw("div", "", draw.DevMatrix(in.t, in.feature)) }

func devAll(bool) node { return raw("div", "", draw.DevAll()) }
