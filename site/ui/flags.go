//go:build !opening

package ui

import (
	"strconv"
	"strings"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"

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

func (v flagsView) render() markup.Node {
	s := v.In
	m := model.BuildFlags(s)
	in := flagsChoices{flagsExampleOf(s), s.ID, s.CC, s.Double, v.ReadOnly}
	var sides []markup.Node
	for k := range m.Modes {
		sides = append(sides, markup.El("div", markup.Panel("", flagsModeIn{k, m.Modes[k].ID, v.ReadOnly}, flagsMode),
			markup.Raw("div", "", draw.FlagsSwitches(m.Modes[k], k, v.ReadOnly)),
			markup.Raw("div", "flags-result", draw.FlagsHero(m, k))))
	}
	unread := model.Unread(m.Operands[:])
	return markup.El("div", markup.Class(draw.StaleClass("op flags", unread)),
		markup.Panel("op-examples", in, flagsExamples),
		markup.El("div", markup.Class("sidefirst"),
			markup.El("div", markup.Class("op-inputs"),
				markup.Panel("op-choices", in, flagsOperation),
				markup.El("div", markup.Class("op-operands"), markup.List(v.operands(m))),
				markup.Panel("op-choices", in, flagsMachine),
				markup.Raw("p", "note flags-arch", draw.Escape(m.Arch)),
				markup.AnswerBar(draw.Bar(unread, m.Verdict))),
			markup.El("div", markup.Class("op-answer"),
				markup.Raw("div", "stale-slot", draw.Stale(unread)),
				markup.El("div", markup.Class("fma-results"), markup.List(sides)),
				markup.Raw("div", "flags-verdict", draw.FlagsAnswer(m, s.Failed, v.ReadOnly)))),
		markup.Raw("div", "flags-below of-operands", draw.FlagsBelow(m), markup.Exported("flags-line", func() draw.Picture { return draw.FlagsLinePicture(m, 720) })),
		markup.Panel("op-part", model.FlagsPlotOf(s), flagsPlot),
		markup.Raw("section", "op-part", draw.FlagsOptions()))
}

// operands are the three fields.
func (v flagsView) operands(m model.Flags) []markup.Node {
	var out []markup.Node
	for i, p := range m.Operands {
		out = append(out, operandBox("flags", "ulp", i, p.Name, p.Shown, p.Problem, draw.OperandUnder(p, draw.DatumLink(p.Bits.Format.ID, v.In.X[i])), v.ReadOnly,
			func(s string) markup.Action { return state.FlagsType{I: uint8(i), Text: s} },
			func(up bool) markup.Action { return state.FlagsStep{I: uint8(i), Up: up} }))
	}
	return out
}

// operandBox is the field of operand i with its steps by one unit and what stands under it; the keyboard area is
// VIEW.i, the field VIEW-name. An operand that the operation does not have, with nothing under it, is hidden.
func operandBox(view, unit string, i int, name, shown, problem, under string, readOnly bool, typed func(string) markup.Action, step func(up bool) markup.Action) markup.Node {
	off := markup.Flag("disabled", readOnly)
	return markup.El("div", markup.Class("op-operand"), markup.Data("keys", view+"."+strconv.Itoa(i)), markup.Attr("title", prose.OpKeys), markup.Flag("hidden", under == ""),
		markup.Field(markup.Entry{ID: view + "-" + name, Label: "Operand " + name, Shown: shown, Hint: "0.1, 2/3, 0x1.8p+1, 0x3f800000", Problem: problem, Disabled: readOnly, Typed: typed}),
		markup.El("div", markup.Class("op-steps"),
			markup.Button("− ulp", step(false), off, markup.Class("plain"), markup.Attr("aria-label", "Operand "+name+" one "+unit+" down")),
			markup.Button("+ ulp", step(true), off, markup.Class("plain"), markup.Attr("aria-label", "Operand "+name+" one "+unit+" up"))),
		markup.Raw("div", "op-under", under))
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

func flagsKey(i uint8) func(p lab.Key, bit int) (markup.Action, bool) {
	return operandKey(func(up bool) markup.Action { return state.FlagsStep{I: i, Up: up} })
}

// examplesIn chooses among the examples of a view: IDs in their order, the one shown, and their words.
type examplesIn struct {
	view, ids, shown string
	readOnly         bool
}

func (in examplesIn) choose(words func(id string) prose.OpWords, open func(id string) markup.Action) markup.Node {
	var choices []markup.Choice
	for _, id := range strings.Split(in.ids, " ") { // the first is "", the reader's own state
		choices = append(choices, markup.Choice{Value: id, Label: words(id).Name})
	}
	return markup.El("div", markup.Class("op-example"),
		markup.Select(in.view+"-example", "Example", in.shown, choices, in.readOnly, open),
		markup.Raw("p", "note", draw.Options(words(in.shown).Note)))
}

func flagsExamples(in flagsChoices) markup.Node {
	ids := ""
	for _, e := range state.FlagsExamples {
		ids += " " + e.ID
	}
	return examplesIn{"flags", ids, in.example, in.readOnly}.choose(prose.FlagsExample, func(s string) markup.Action { return state.FlagsOpen{ID: s} })
}

func flagsOperation(in flagsChoices) markup.Node {
	var choices []markup.Choice
	for _, o := range gpu.Operations {
		choices = append(choices, markup.Choice{Value: o.ID, Label: model.FlagsC(o, in.double)})
	}
	return markup.Select("flags-op", "Operation", in.id, choices, false, func(s string) markup.Action { return state.FlagsPick{ID: s} })
}

func flagsMachine(in flagsChoices) markup.Node {
	var choices []markup.Choice
	for _, p := range gpu.Profiles() {
		choices = append(choices, markup.Choice{Value: p.CC.String(), Label: p.CC.String() + "  " + p.Family})
	}
	return markup.El("div", markup.Class("op-fields"),
		markup.Raw("div", "row", draw.FlagsTypes(in.double, in.readOnly)),
		markup.Select("flags-cc", "Compute capability", in.cc.String(), choices, in.readOnly, func(s string) markup.Action {
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

func flagsMode(in flagsModeIn) markup.Node {
	name := prose.FlagsSides[in.side]
	choices := []markup.Choice{{Value: "", Label: prose.OwnExample}}
	for i, p := range gpu.Presets {
		choices = append(choices, markup.Choice{Value: p.ID, Label: prose.FlagsModes[i]})
	}
	return markup.Select("flags-"+name, "Options on the "+name, in.id, choices, in.readOnly, func(s string) markup.Action { return state.FlagsMode{Side: uint8(in.side), ID: s} })
}

// flagsPlot is the histogram.
func flagsPlot(in model.FlagsPlotIn) markup.Node {
	m := model.BuildFlagsPlot(in)
	return markup.Raw("div", "", draw.FlagsPlot(m), markup.Exported("flags-plot", func() draw.Picture { return draw.FlagsPlotPicture(m, draw.FlagsPlotWide) }))
}

// flagsTap is what the buttons of the drawings mean: "op:a/b", "over:1", "set:12" for option 2 on side 1, "type:64" for
// double, "find".
func flagsTap(said string) markup.Action {
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
