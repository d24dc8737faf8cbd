//go:build !opening

package ui

import (
	"ulplab/site/draw"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
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
func intrinsics(in intrinIn) markup.Node {
	m := model.BuildIntrin(in.in)
	example := intrinExample(in.in)
	var fields []markup.Node
	var unread []string
	for i, p := range m.Operands {
		if p.Problem != "" {
			unread = append(unread, p.Name)
		}
		fields = append(fields, operandBox("intrin", "ulp of binary32", i, p.Name, p.Shown, p.Problem, draw.IntrinOperand(p), in.readOnly,
			func(s string) markup.Action { return state.IntrinType{I: uint8(i), Text: s} },
			func(up bool) markup.Action { return state.IntrinStep{I: uint8(i), Up: up} }))
	}
	ids := ""
	for _, e := range state.IntrinExamples {
		ids += " " + e.ID
	}
	return markup.El("div", markup.Class(draw.StaleClass("intrin", unread)),
		markup.Raw("div", "", draw.Heading(prose.IntrinTitle, prose.IntrinNote)),
		examplesIn{"intrin", ids, example, in.readOnly}.choose(prose.IntrinExample, func(s string) markup.Action { return state.IntrinOpen{ID: s} }),
		markup.El("div", markup.Class("intrin-operands"), markup.List(fields)),
		markup.El("div", markup.Class("row"), markup.Button(prose.IntrinFTZ, state.IntrinFTZ{}, markup.Pressed(in.in.FTZ), markup.Class("op-toggle num"), markup.Flag("disabled", in.readOnly))),
		markup.Raw("div", "", draw.Stale(unread)),
		markup.Raw("div", "of-operands", draw.TableBox(prose.IntrinTitle, draw.IntrinTable(m))+draw.IntrinFrom(m)))
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

func intrinKey(i uint8) func(p lab.Key, bit int) (markup.Action, bool) {
	return operandKey(func(up bool) markup.Action { return state.IntrinStep{I: i, Up: up} })
}
