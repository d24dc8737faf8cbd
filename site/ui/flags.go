package ui

import (
	"strconv"

	"github.com/hexops/vecty"

	"ulplab/fpcore/gpu"
	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// flagsView is the Flags view.
type flagsView struct {
	vecty.Core
	In       state.Flags `vecty:"prop"`
	ReadOnly bool        `vecty:"prop"`
}

// SkipRender implements vecty.RenderSkipper.
func (v *flagsView) SkipRender(prev vecty.Component) bool {
	last := prev.(*flagsView)
	return last.In == v.In && last.ReadOnly == v.ReadOnly
}

// Render implements vecty.Component.
func (v *flagsView) Render() vecty.ComponentOrHTML {
	return el("div", vecty.List{guarded(v.render)})
}

// flagsChoices is the input of the selects.
type flagsChoices struct {
	example, id string
	cc          gpu.Capability
	double      bool
	readOnly    bool
}

func (v *flagsView) render() node {
	s := v.In
	m := model.BuildFlags(s)
	row := m.Rows[m.Chosen]
	in := flagsChoices{flagsExampleOf(s), s.ID, s.CC, s.Double, v.ReadOnly}
	return el("div", has(class("op flags")),
		panel("op-examples", in, flagsExamples),
		el("div", has(class("sidefirst")),
			el("div", has(class("op-inputs")),
				panel("op-choices", in, flagsOperation),
				el("div", has(class("op-operands")), list(v.operands(m))),
				panel("op-choices", in, flagsMachine),
				el("p", has(class("note flags-arch")), text(m.Arch))),
			el("div", has(class("op-answer")),
				el("div", has(class("fma-results")),
					el("div", panel("", flagsModeIn{0, m.Modes[0], v.ReadOnly}, flagsMode), raw("div", "flags-result", draw.FlagsHero(m, 0))),
					el("div", panel("", flagsModeIn{1, m.Modes[1], v.ReadOnly}, flagsMode), raw("div", "flags-result", draw.FlagsHero(m, 1)))),
				raw("div", "flags-verdict", draw.FlagsVerdict(m)),
				el("div", has(class("row flags-find")),
					button(prose.FlagsFind, state.FlagsFind{}, flag("disabled", v.ReadOnly || row.Code)),
					el("span", has(class("note"), attr("role", "status")), text(s.Failed))),
				el("div", has(flag("hidden", !m.Line.OK)), figure{
					ID: "flags-line", Title: prose.FlagsLineTitle, Caption: draw.Escape(prose.FlagsLineCaption),
					Body:   raw("div", "", draw.FlagsLine(m)),
					Export: func() draw.Picture { return draw.FlagsLinePicture(m, 720) },
				}.show()))),
		el("section", has(class("op-part")),
			el("h2", text(prose.FlagsTableTitle)),
			el("div", has(class("tablebox"), attr("tabindex", "0"), attr("role", "region"), attr("aria-label", prose.FlagsTableTitle)),
				raw("div", "", draw.FlagsTable(m)))),
		el("section", has(class("op-part")),
			el("h2", text(prose.FlagsWorkTitle+": "+row.C)),
			el("div", has(class("flags-works")), raw("div", "", draw.FlagsWork(m, 0)), raw("div", "", draw.FlagsWork(m, 1)))),
		panel("op-part", flagsPlotIn{model.FlagsPlotOf(s)}, flagsPlot),
		el("section", has(class("op-part")),
			el("h2", text(prose.FlagsOptions)),
			raw("div", "", draw.FlagsOptions())))
}

// operands are the three fields.
func (v *flagsView) operands(m model.Flags) []node {
	var out []node
	for i, p := range m.Operands {
		off := flag("disabled", v.ReadOnly)
		out = append(out, el("div", has(class("op-operand"), data("keys", "flags."+strconv.Itoa(i)), attr("title", prose.OpKeys)),
			field(entry{id: "flags-" + p.Name, label: "Operand " + p.Name, shown: p.Shown, hint: "0.1, 2/3, 0x1.8p+1, 0x3f800000", problem: p.Problem, disabled: v.ReadOnly,
				typed: func(s string) state.Action { return state.FlagsType{I: uint8(i), Text: s} }}),
			el("div", has(class("op-steps")),
				button("− ulp", state.FlagsStep{I: uint8(i)}, off, class("plain"), attr("aria-label", "Operand "+p.Name+" one ulp down")),
				button("+ ulp", state.FlagsStep{I: uint8(i), Up: true}, off, class("plain"), attr("aria-label", "Operand "+p.Name+" one ulp up"))),
			raw("div", "op-under", draw.FlagsOperand(m, v.In, i))))
	}
	return out
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

func flagsExamples(in flagsChoices) node {
	choices := []choice{{"", prose.OwnExample, ""}}
	for _, e := range state.FlagsExamples {
		choices = append(choices, choice{e.ID, prose.FlagsExamples[e.ID].Name, ""})
	}
	return el("div", has(class("op-example")),
		choose("flags-example", "Example", in.example, choices, in.readOnly, func(s string) state.Action { return state.FlagsOpen{ID: s} }),
		el("p", has(class("note")), text(prose.FlagsExamples[in.example].Note)))
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
	off := flag("disabled", in.readOnly)
	return el("div", has(class("op-fields")),
		el("div", has(class("row"), attr("role", "group"), attr("aria-label", "Type")),
			button("float", state.FlagsDouble{}, class("op-toggle"), pressed(!in.double), off),
			button("double", state.FlagsDouble{Double: true}, class("op-toggle"), pressed(in.double), off)),
		choose("flags-cc", "Compute capability", in.cc.String(), choices, in.readOnly, func(s string) state.Action {
			for _, p := range gpu.Profiles() {
				if p.CC.String() == s {
					return state.FlagsCC{CC: p.CC}
				}
			}
			return state.FlagsCC{}
		}))
}

// flagsModeIn is the input of one set of options.
type flagsModeIn struct {
	side     uint8
	mode     model.FlagsMode
	readOnly bool
}

// flagsMode is one set of options: a preset, and each option as a switch that shows its value.
func flagsMode(in flagsModeIn) node {
	name := [2]string{"left", "right"}[in.side]
	choices := []choice{{"", prose.OwnExample, ""}}
	for _, p := range gpu.Presets {
		choices = append(choices, choice{p.ID, prose.FlagsModes[p.ID], ""})
	}
	var options []node
	for i, o := range in.mode.Options {
		names := "op-toggle num"
		if o.Changed {
			names += " flags-set"
		}
		options = append(options, button(o.Label, state.FlagsToggle{Side: in.side, Flag: uint8(i)}, class(names), pressed(o.On), flag("disabled", in.readOnly || o.Implied)))
	}
	return el("div",
		choose("flags-"+name, "Options on the "+name, in.mode.ID, choices, in.readOnly, func(s string) state.Action { return state.FlagsMode{Side: in.side, ID: s} }),
		el("div", has(class("row flags-switches"), attr("role", "group"), attr("aria-label", "Options on the "+name)), list(options)),
		raw("p", "flags-command", draw.FlagsCommand(in.mode)))
}

// flagsPlotIn is the input of the histogram.
type flagsPlotIn struct{ in model.FlagsPlotIn }

// flagsPlot is the histogram with the choice of its operands.
func flagsPlot(in flagsPlotIn) node {
	m := model.BuildFlagsPlot(in.in)
	var overs []node
	for i, label := range prose.FlagsOver {
		overs = append(overs, button(label, state.FlagsOver{Over: state.Over(i)}, class("chip"), pressed(in.in.Over == state.Over(i))))
	}
	return el("div", figure{
		ID: "flags-plot", Title: prose.FlagsPlotTitle + ": " + m.C, Caption: draw.Escape(prose.FlagsPlotCaption),
		Body: el("div",
			el("div", has(class("row flags-overs"), attr("role", "group"), attr("aria-label", "Operands")), list(overs)),
			raw("div", "", draw.FlagsPlot(m))),
		Export: func() draw.Picture { return draw.FlagsPlotPicture(m, draw.FlagsPlotWide) },
	}.show())
}

// flagsPick shows an operation of the table in detail.
func flagsPick(id string) state.Action { return state.FlagsPick{ID: id} }
