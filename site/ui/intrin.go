package ui

import (
	"strconv"

	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// intrinIn is the input of the table of rounding intrinsics, a panel of the Devices view.
type intrinIn struct {
	in       state.Intrin
	readOnly bool
}

// intrinsics is the panel: panel("intrin", intrinIn{s, readOnly}, intrinsics).
func intrinsics(in intrinIn) node {
	m := model.BuildIntrin(in.in)
	example := intrinExample(in.in)
	var fields []node
	for i, p := range m.Operands {
		off := flag("disabled", in.readOnly)
		fields = append(fields, el("div", has(class("op-operand"), data("keys", "intrin."+strconv.Itoa(i)), attr("title", prose.OpKeys)),
			field(entry{id: "intrin-" + p.Name, label: "Operand " + p.Name, shown: p.Shown, hint: "0.1, 2/3, 0x3dcccccd", problem: p.Problem, disabled: in.readOnly,
				typed: func(s string) state.Action { return state.IntrinType{I: uint8(i), Text: s} }}),
			el("div", has(class("op-steps")),
				button("− ulp", state.IntrinStep{I: uint8(i)}, off, class("plain"), attr("aria-label", "Operand "+p.Name+" one ulp of binary32 down")),
				button("+ ulp", state.IntrinStep{I: uint8(i), Up: true}, off, class("plain"), attr("aria-label", "Operand "+p.Name+" one ulp of binary32 up"))),
			raw("div", "op-under", draw.IntrinOperand(p))))
	}
	choices := []choice{{"", prose.OwnExample, ""}}
	for _, e := range state.IntrinExamples {
		choices = append(choices, choice{e.ID, prose.IntrinExamples[e.ID].Name, ""})
	}
	return el("div", has(class("intrin")),
		el("h2", text(prose.IntrinTitle)),
		el("p", has(class("note")), text(prose.IntrinNote)),
		el("div", has(class("op-example")),
			choose("intrin-example", "Example", example, choices, in.readOnly, func(s string) state.Action { return state.IntrinOpen{ID: s} }),
			el("p", has(class("note")), text(prose.IntrinExamples[example].Note))),
		el("div", has(class("intrin-operands")), list(fields)),
		el("div", has(class("row")), button(prose.IntrinFTZ, state.IntrinFTZ{}, pressed(in.in.FTZ), class("op-toggle num"), flag("disabled", in.readOnly))),
		el("div", has(class("tablebox"), attr("tabindex", "0"), attr("role", "region"), attr("aria-label", prose.IntrinTitle)),
			raw("div", "", draw.IntrinTable(m))),
		raw("div", "", draw.IntrinFrom(m)))
}

// intrinExample returns the ID of the operands shown, "" for the reader's own.
func intrinExample(in state.Intrin) string {
	for _, e := range state.IntrinExamples {
		same := true
		for i, x := range e.In.X {
			same = same && x.F32 == in.X[i].F32 && x.F64 == in.X[i].F64
		}
		if same {
			return e.ID
		}
	}
	return ""
}

func intrinKey(i uint8) func(p press, bit int) (state.Action, bool) {
	return operandKey(func(up bool) state.Action { return state.IntrinStep{I: i, Up: up} })
}
