//go:build !opening

package ui

import (
	"strconv"
	"strings"

	"ulplab/fpcore/gpu"
	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// flagsView is the Flags view.
type flagsView struct {
	In       state.Flags
	ReadOnly bool
}

// flagsChoices is the input of the selects.
type flagsChoices struct {
	example, id string
	cc          gpu.Capability
	double      bool
	readOnly    bool
}

func (v flagsView) render() node {
	s := v.In
	m := model.BuildFlags(s)
	in := flagsChoices{flagsExampleOf(s), s.ID, s.CC, s.Double, v.ReadOnly}
	var sides []node
	for k := range m.Modes {
		sides = append(sides, el("div", panel("", flagsModeIn{k, m.Modes[k].ID, v.ReadOnly}, flagsMode),
			raw("div", "", draw.FlagsSwitches(m.Modes[k], k, v.ReadOnly)),
			raw("div", "flags-result", draw.FlagsHero(m, k))))
	}
	unread := model.Unread(m.Operands[:])
	return el("div", has(class(draw.StaleClass("op flags", unread))),
		panel("op-examples", in, flagsExamples),
		el("div", has(class("sidefirst")),
			el("div", has(class("op-inputs")),
				panel("op-choices", in, flagsOperation),
				el("div", has(class("op-operands")), list(v.operands(m))),
				panel("op-choices", in, flagsMachine),
				raw("p", "note flags-arch", draw.Escape(m.Arch)),
				answerBar(draw.Bar(unread, m.Verdict))),
			el("div", has(class("op-answer")),
				raw("div", "stale-slot", draw.Stale(unread)),
				el("div", has(class("fma-results")), list(sides)),
				raw("div", "flags-verdict", draw.FlagsAnswer(m, s.Failed, v.ReadOnly)))),
		raw("div", "flags-below of-operands", draw.FlagsBelow(m), exported("flags-line", func() draw.Picture { return draw.FlagsLinePicture(m, 720) })),
		panel("op-part", model.FlagsPlotOf(s), flagsPlot),
		raw("section", "op-part", draw.FlagsOptions()))
}

// operands are the three fields.
func (v flagsView) operands(m model.Flags) []node {
	var out []node
	for i, p := range m.Operands {
		out = append(out, operandBox("flags", "ulp", i, p.Name, p.Shown, p.Problem, draw.OperandUnder(p, v.In.X[i]), v.ReadOnly,
			func(s string) state.Action { return state.FlagsType{I: uint8(i), Text: s} },
			func(up bool) state.Action { return state.FlagsStep{I: uint8(i), Up: up} }))
	}
	return out
}

// operandBox is the field of operand i with its steps by one unit and what stands under it; the keyboard area is
// VIEW.i, the field VIEW-name. An operand that the operation does not have, with nothing under it, is hidden.
func operandBox(view, unit string, i int, name, shown, problem, under string, readOnly bool, typed func(string) state.Action, step func(up bool) state.Action) node {
	off := flag("disabled", readOnly)
	return el("div", has(class("op-operand"), data("keys", view+"."+strconv.Itoa(i)), attr("title", prose.OpKeys), flag("hidden", under == "")),
		field(entry{id: view + "-" + name, label: "Operand " + name, shown: shown, hint: "0.1, 2/3, 0x1.8p+1, 0x3f800000", problem: problem, disabled: readOnly, typed: typed}),
		el("div", has(class("op-steps")),
			button("− ulp", step(false), off, class("plain"), attr("aria-label", "Operand "+name+" one "+unit+" down")),
			button("+ ulp", step(true), off, class("plain"), attr("aria-label", "Operand "+name+" one "+unit+" up"))),
		raw("div", "op-under", under))
}

// flagsExampleOf returns the ID of the example shown, "" for a state of the reader's own.
func flagsExampleOf(v state.Flags) string {
	plain := func(v state.Flags) state.Flags { // without what does not change the numbers shown
		v.Over, v.Seed, v.Failed = 0, 0, ""
		for i := range v.X {
			v.X[i].Text = state.Draft{}
		}
		return v
	}
	v = plain(v)
	for _, e := range state.FlagsExamples {
		if plain(e.Flags) == v {
			return e.ID
		}
	}
	return ""
}

func flagsKey(i uint8) func(p press, bit int) (state.Action, bool) {
	return operandKey(func(up bool) state.Action { return state.FlagsStep{I: i, Up: up} })
}

// examplesIn chooses among the examples of a view: IDs in their order, the one shown, and their words.
type examplesIn struct {
	view, ids, shown string
	readOnly         bool
}

func (in examplesIn) choose(words func(id string) prose.OpWords, open func(id string) state.Action) node {
	var choices []choice
	for _, id := range strings.Split(in.ids, " ") { // the first is "", the reader's own state
		choices = append(choices, choice{id, words(id).Name, ""})
	}
	return el("div", has(class("op-example")),
		choose(in.view+"-example", "Example", in.shown, choices, in.readOnly, open),
		raw("p", "note", draw.Options(words(in.shown).Note)))
}

func flagsExamples(in flagsChoices) node {
	ids := ""
	for _, e := range state.FlagsExamples {
		ids += " " + e.ID
	}
	return examplesIn{"flags", ids, in.example, in.readOnly}.choose(prose.FlagsExample, func(s string) state.Action { return state.FlagsOpen{ID: s} })
}

func flagsOperation(in flagsChoices) node {
	var choices []choice
	for _, o := range gpu.Operations {
		choices = append(choices, choice{o.ID, model.FlagsC(o, in.double), ""})
	}
	return choose("flags-op", "Operation", in.id, choices, false, func(s string) state.Action { return state.FlagsPick{ID: s} })
}

func flagsMachine(in flagsChoices) node {
	var choices []choice
	for _, p := range gpu.Profiles() {
		choices = append(choices, choice{p.CC.String(), p.CC.String() + "  " + p.Family, ""})
	}
	return el("div", has(class("op-fields")),
		raw("div", "row", draw.FlagsTypes(in.double, in.readOnly)),
		choose("flags-cc", "Compute capability", in.cc.String(), choices, in.readOnly, func(s string) state.Action {
			for _, p := range gpu.Profiles() {
				if p.CC.String() == s {
					return state.FlagsCC{CC: p.CC}
				}
			}
			return state.FlagsCC{}
		}))
}

// flagsModeIn is the input of the menu of one set of options.
type flagsModeIn struct {
	side     int
	id       string
	readOnly bool
}

func flagsMode(in flagsModeIn) node {
	name := prose.FlagsSides[in.side]
	choices := []choice{{"", prose.OwnExample, ""}}
	for i, p := range gpu.Presets {
		choices = append(choices, choice{p.ID, prose.FlagsModes[i], ""})
	}
	return choose("flags-"+name, "Options on the "+name, in.id, choices, in.readOnly, func(s string) state.Action { return state.FlagsMode{Side: uint8(in.side), ID: s} })
}

// flagsPlot is the histogram.
func flagsPlot(in model.FlagsPlotIn) node {
	m := model.BuildFlagsPlot(in)
	return raw("div", "", draw.FlagsPlot(m), exported("flags-plot", func() draw.Picture { return draw.FlagsPlotPicture(m, draw.FlagsPlotWide) }))
}

// stay brings the focus back to a button of a drawing, which is drawn anew with the answer to its press.
func stay(said string) {
	app.host.After("stay", 40, func() { app.host.Focus(`[data-tap="` + said + `"]`) })
}

// flagsTap is what the buttons of the drawings mean: "op:a/b", "over:1", "set:12" for option 2 on side 1, "type:64" for
// double, "find".
func flagsTap(said string) state.Action {
	stay("flags:" + said)
	word, rest, _ := strings.Cut(said, ":")
	n, _ := strconv.Atoi(rest)
	switch word {
	case "op":
		return state.FlagsPick{ID: rest}
	case "type":
		return state.FlagsDouble{Double: n == 64}
	case "over":
		return state.FlagsOver{Over: state.Over(n)}
	case "set":
		return state.FlagsToggle{Side: uint8(n / 10), Flag: uint8(n % 10)}
	}
	return state.FlagsFind{}
}
