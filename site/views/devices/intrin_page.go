package devices

import (
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
)

// intrinIn is the input of the table of rounding intrinsics, a panel of the Devices view.
type intrinIn struct {
	in       Intrin
	readOnly bool
}

// intrinsicsPanel is the panel: panel("intrin", intrinIn{s, readOnly}, intrinsics).
func intrinsicsPanel(in intrinIn) markup.Node {
	m := BuildIntrin(in.in)
	example := intrinExamplePanel(in.in)
	var fields []markup.Node
	var unread []string
	for i, p := range m.Operands {
		if p.Problem != "" {
			unread = append(unread, p.Name)
		}
		fields = append(fields, operand.Box{View: "intrin", Unit: "ulp of binary32", Name: p.Name, I: i, Shown: p.Shown, Problem: p.Problem, Under: IntrinOperandPicture(p), ReadOnly: in.readOnly,
			Typed: func(s string) markup.Action { return IntrinType{I: uint8(i), Text: s} },
			Step:  func(up bool) markup.Action { return IntrinStep{I: uint8(i), Up: up} }}.Node())
	}
	return markup.El("div", markup.Class(html.StaleClass("intrin", unread)), markup.Attr("id", "intrin"),
		markup.Raw("p", "note", intrinNote),
		markup.Examples("intrin", intrinExamples, "Operands of your own.", example, in.readOnly, func(s string) markup.Action { return IntrinOpen{ID: s} }),
		markup.El("div", markup.Class("intrin-operands"), markup.List(fields)),
		markup.El("div", markup.Class("row"), markup.Button(intrinFTZ, IntrinFTZ{}, markup.Pressed(in.in.FTZ), markup.Class("op-toggle num"), markup.Flag("disabled", in.readOnly))),
		markup.Raw("div", "", html.Stale(unread)),
		markup.Raw("div", "of-operands", html.TableBox(intrinTitle, IntrinTable(m))+IntrinFrom(m)))
}

// intrinExamplePanel returns the ID of the operands shown, "" for the reader's own.
func intrinExamplePanel(in Intrin) string {
	for _, e := range IntrinExamples {
		same := true
		for i, x := range e.State.X {
			same = same && x.F32 == in.X[i].F32 && x.F64 == in.X[i].F64
		}
		if same {
			return e.ID
		}
	}
	return ""
}

func intrinStep(i uint8, up bool) markup.Action { return IntrinStep{I: i, Up: up} }
