//go:build !opening

package ui

import (
	"strconv"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"

	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// The widths of the profile.
const (
	fnWide   = 1040
	fnNarrow = 350
)

// Pieces of the third part, numbered after the parts.
const (
	fnPieceList = uint8(len(state.FnParts)) + iota
	fnPiecePicked
)

// fnMeasured is the third part.
func fnMeasured(in fnIn) markup.Node {
	if accuracy == nil {
		words := prose.FnLoading
		if in.s.Loaded == 3 {
			words = prose.FnNotLoaded
		}
		return markup.El("div", markup.El("p", markup.Class("note"), markup.Attr("role", "status"), markup.Text(words)),
			markup.El("div", markup.Flag("hidden", in.s.Loaded != 3), markup.Button(prose.FnAgain, state.FnLoaded{})))
	}
	few := in
	few.s.Hover, few.s.Cell, few.s.Lo, few.s.Hi, few.s.From, few.s.To, few.s.Work = 0, 0, 0, 0, state.Draft{}, state.Draft{}, state.FnWork{}
	few.part, in.part = fnPieceList, fnPiecePicked
	t := model.BuildFnTable(accuracy, state.Fn{})
	return markup.El("div", markup.Class("fn-measured"),
		markup.Panel("", few, fnPart),
		markup.Panel("op-part", in, fnPart),
		markup.Raw("section", "op-part", draw.FnDoublePart(&t)))
}

// fnList is the table with its filters.
func fnList(in fnIn) markup.Node {
	s := in.s
	t := model.BuildFnTable(accuracy, s)
	return markup.El("div",
		markup.El("h2", markup.Text(prose.FnTableTitle)),
		markup.El("div", markup.Class("fn-filter"), markup.Raw("div", "fn-filters", draw.FnFilters(s)),
			markup.Field(markup.Entry{ID: "fn-find", Label: "Name contains", Shown: s.Find, Hint: "sin", Typed: func(v string) markup.Action { return state.FnFind{Text: v} }})),
		markup.El("div", markup.Class("tablebox fn-scroll"), markup.Attr("tabindex", "0"), markup.Attr("role", "region"), markup.Attr("aria-label", prose.FnTableTitle), markup.Raw("div", "", draw.FnTable(&t, s.Order))),
		markup.Raw("div", "", draw.FnUnder(&t)))
}

// fnPicked is all that is shown of one function.
func fnPicked(in fnIn) markup.Node {
	s := in.s
	t := model.BuildFnTable(accuracy, s)
	if t.Picked == nil {
		return markup.El("div", markup.El("p", markup.Class("note"), markup.Text("There are no figures of a function named "+s.Pick+".")))
	}
	m := model.BuildFnProfile(t.Picked, s)
	m.Sweep = fnSwept(s)
	still := m // what the sweep finds is drawn over it: the cells under the pointer stay as they are
	still.Sweep = nil
	plot := func(w int, names string) markup.Node {
		return markup.El("div", markup.Class("fn-plot "+names), markup.Raw("div", "", draw.FnProfile(&still, w).SVG()+draw.FnCells(&m, w)), markup.Raw("div", "", draw.FnSwept(&m, w)), markup.Raw("div", "", draw.FnCursor(&m, w)))
	}
	return markup.El("div",
		markup.Figure{ID: "fn-profile", Title: s.Pick + ": " + prose.FnProfileTitle, Caption: prose.FnProfileCaption,
			Body: markup.El("div",
				markup.Raw("p", "fn-reading", draw.FnReading(&m)),
				markup.El("div", markup.Class("fn-profile"), markup.Data("keys", "fn.cells"), markup.Data("bits", "fn.cells"), markup.Attr("tabindex", "0"), markup.Attr("role", "slider"),
					markup.Attr("aria-label", "Exponent of the argument"), markup.Attr("aria-valuemin", "0"), markup.Attr("aria-valuemax", "511"), markup.Attr("aria-valuenow", strconv.Itoa(model.CellPlace(m.Cell))),
					markup.Attr("aria-valuetext", draw.FnSpoken(&m)), plot(fnWide, "op-wide"), plot(fnNarrow, "op-narrow"))),
			Export: markup.Exported("fn-profile",

				func() draw.Picture { return draw.FnProfile(&m, fnWide) })}.Show(),
		markup.Raw("div", "two fn-duo op-part", draw.FnBeside(&t, s), markup.Exported("fn-dist", func() draw.Picture { return draw.FnDistances(t.PickRow.Run, 520) })),
		fnSweep(in, &t))
}

func fnCell(bit int) markup.Action { return state.FnCell{Cell: bit} }

func fnOver(bit int) markup.Action { return state.FnHover{Cell: bit} }

// fnAt is the exponent looked at: the one chosen, or that of the worst argument.
func fnAt(s state.Fn) int {
	if accuracy != nil {
		if f := accuracy.Function(s.Pick); f != nil {
			return model.FnCellOf(f, s)
		}
	}
	return 0
}

// fnSteps are the keys of the profile.
var fnSteps = map[string]int{"ArrowLeft": -1, "ArrowDown": -1, "ArrowRight": 1, "ArrowUp": 1, "PageDown": -16, "PageUp": 16, "Home": -512, "End": 512}

// fnCellKey moves over the profile.
func fnCellKey(p lab.Key, _ int) (markup.Action, bool) {
	step := fnSteps[p.Name]
	s := app.state.Fn
	s.Hover = 0
	return state.FnCell{Cell: model.CellAt(max(0, min(model.CellPlace(fnAt(s))+step, 511)))}, step != 0
}
