package functions

import (
	"strconv"

	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	"ulplab/site/lab"
)

// The widths of the profile.
const (
	fnWide = 1040
	narrow = 350
)

// Pieces of the third part, numbered after the parts.
const (
	pieceList = uint8(len(Parts)) + iota
	piecePicked
)

// measured is the third part.
func measured(in in) markup.Node {
	if in.accuracy == nil {
		words := loading
		if in.failed {
			words = notLoaded
		}
		return markup.El("div", markup.El("p", markup.Class("note"), markup.Passing(), markup.Text(words)),
			markup.El("div", markup.Flag("hidden", !in.failed), markup.Button(again, lab.Steer{Name: figures, Do: lab.Resume})))
	}
	few := in
	few.s.Hover, few.s.Cell, few.s.Lo, few.s.Hi, few.s.From, few.s.To, few.s.Run = 0, 0, 0, 0, operand.Draft{}, operand.Draft{}, Run{}
	few.sweep = lab.Progress{}
	few.part, in.part = pieceList, piecePicked
	t := buildTable(in.accuracy, State{})
	return markup.El("div", markup.Class("fn-measured"),
		markup.Panel("", few, part),
		markup.Panel("op-part", in, part),
		markup.Raw("section", "op-part", doublePart(&t)))
}

// list is the table with its filters.
func list(in in) markup.Node {
	s := in.s
	t := buildTable(in.accuracy, s)
	return markup.El("div",
		markup.El("h2", markup.Text(tableTitle)),
		markup.El("div", markup.Class("fn-filter"), markup.Raw("div", "fn-filters", filters(s)),
			markup.Field(markup.Entry{ID: "fn-find", Label: "Name contains", Shown: s.Find, Hint: "sin", Typed: func(v string) markup.Action { return Find{Text: v} }})),
		markup.El("div", markup.Class("tablebox fn-scroll"), markup.Attr("tabindex", "0"), markup.Attr("role", "region"), markup.Attr("aria-label", tableTitle), markup.Raw("div", "", fnTable(&t, s.Order))),
		markup.Raw("div", "", under(&t)))
}

// picked is all that is shown of one function.
func picked(in in) markup.Node {
	s := in.s
	t := buildTable(in.accuracy, s)
	if t.Picked == nil {
		return markup.El("div", markup.El("p", markup.Class("note"), markup.Text("There are no figures of a function named "+s.Pick+".")))
	}
	m := buildProfile(t.Picked, s)
	m.Sweep = sweptOf(s)
	still := m // what the sweep finds is drawn over it: the cells under the pointer stay as they are
	still.Sweep = nil
	plot := func(w int, names string) markup.Node {
		return markup.El("div", markup.Class("fn-plot "+names), markup.Raw("div", "", fnProfile(&still, w).SVG()+fnCells(&m, w)), markup.Raw("div", "", sweptRings(&m, w)), markup.Raw("div", "", cursor(&m, w)))
	}
	return markup.El("div",
		markup.Figure{ID: "fn-profile", Title: s.Pick + ": " + profileTitle, Caption: profileCaption,
			Body: markup.El("div",
				markup.Raw("p", "fn-reading", reading(&m)),
				markup.El("div", markup.Class("fn-profile"), markup.Data("keys", "fn.cells"), markup.Data("bits", "fn.cells"), markup.Attr("tabindex", "0"), markup.Attr("role", "slider"),
					markup.Attr("aria-label", "Exponent of the argument"), markup.Attr("aria-valuemin", "0"), markup.Attr("aria-valuemax", "511"), markup.Attr("aria-valuenow", strconv.Itoa(cellPlace(m.Cell))),
					markup.Attr("aria-valuetext", spoken(&m)), plot(fnWide, "op-wide"), plot(narrow, "op-narrow"))),
			Export: markup.Exported("fn-profile",

				func() svg.Picture { return fnProfile(&m, fnWide) })}.Show(),
		markup.Raw("div", "two fn-duo op-part", beside(&t, s), markup.Exported("fn-dist", func() svg.Picture { return distances(t.PickRow.Run, 520) })),
		fnSweep(in, &t))
}

func cell(bit int) markup.Action { return Cell{Cell: bit} }

func over(bit int) markup.Action { return Hover{Cell: bit} }

// at is the exponent looked at: the one chosen, or that of the worst argument.
func at(s State) int {
	if recorded, _ := lab.Made[*Accuracy](figures); recorded != nil {
		if f := recorded.Function(s.Pick); f != nil {
			return cellOf(f, s)
		}
	}
	return 0
}

// steps are the keys of the profile.
var steps = map[string]int{"ArrowLeft": -1, "ArrowDown": -1, "ArrowRight": 1, "ArrowUp": 1, "PageDown": -16, "PageUp": 16, "Home": -512, "End": 512}

// cellKey moves over the profile.
func cellKey(p lab.Key, _ int) (markup.Action, bool) {
	step := steps[p.Name]
	s := lab.Now[State]()
	s.Hover = 0
	return Cell{Cell: cellAt(max(0, min(cellPlace(at(s))+step, 511)))}, step != 0
}
