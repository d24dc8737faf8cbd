//go:build !opening

package ui

import (
	"strconv"

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
func fnMeasured(in fnIn) node {
	if accuracy == nil {
		words := prose.FnLoading
		if in.s.Loaded == 3 {
			words = prose.FnNotLoaded
		}
		return el("div", el("p", has(class("note"), attr("role", "status")), text(words)),
			el("div", has(flag("hidden", in.s.Loaded != 3)), button(prose.FnAgain, state.FnLoaded{})))
	}
	few := in
	few.s.Hover, few.s.Cell, few.s.Lo, few.s.Hi, few.s.From, few.s.To, few.s.Work = 0, 0, 0, 0, state.Draft{}, state.Draft{}, state.FnWork{}
	few.part, in.part = fnPieceList, fnPiecePicked
	t := model.BuildFnTable(accuracy, state.Fn{})
	return el("div", has(class("fn-measured")),
		panel("", few, fnPart),
		panel("op-part", in, fnPart),
		raw("section", "op-part", draw.FnDoublePart(&t)))
}

// fnList is the table with its filters.
func fnList(in fnIn) node {
	s := in.s
	t := model.BuildFnTable(accuracy, s)
	return el("div",
		el("h2", text(prose.FnTableTitle)),
		el("div", has(class("fn-filter")), raw("div", "fn-filters", draw.FnFilters(s)),
			field(entry{id: "fn-find", label: "Name contains", shown: s.Find, hint: "sin", typed: func(v string) state.Action { return state.FnFind{Text: v} }})),
		el("div", has(class("tablebox fn-scroll"), attr("tabindex", "0"), attr("role", "region"), attr("aria-label", prose.FnTableTitle)), raw("div", "", draw.FnTable(&t, s.Order))),
		raw("div", "", draw.FnUnder(&t)))
}

// fnPicked is all that is shown of one function.
func fnPicked(in fnIn) node {
	s := in.s
	t := model.BuildFnTable(accuracy, s)
	if t.Picked == nil {
		return el("div", el("p", has(class("note")), text("There are no figures of a function named "+s.Pick+".")))
	}
	m := model.BuildFnProfile(t.Picked, s)
	m.Sweep = fnSwept(s)
	still := m // what the sweep finds is drawn over it: the cells under the pointer stay as they are
	still.Sweep = nil
	plot := func(w int, names string) node {
		return el("div", has(class("fn-plot "+names)), raw("div", "", draw.FnProfile(&still, w).SVG()+draw.FnCells(&m, w)), raw("div", "", draw.FnSwept(&m, w)), raw("div", "", draw.FnCursor(&m, w)))
	}
	return el("div",
		figure{ID: "fn-profile", Title: s.Pick + ": " + prose.FnProfileTitle, Caption: prose.FnProfileCaption,
			Body: el("div",
				raw("p", "fn-reading", draw.FnReading(&m)),
				el("div", has(class("fn-profile"), data("keys", "fn.cells"), data("bits", "fn.cells"), attr("tabindex", "0"), attr("role", "slider"),
					attr("aria-label", "Exponent of the argument"), attr("aria-valuemin", "0"), attr("aria-valuemax", "511"), attr("aria-valuenow", strconv.Itoa(model.CellPlace(m.Cell))),
					attr("aria-valuetext", draw.FnSpoken(&m))), plot(fnWide, "op-wide"), plot(fnNarrow, "op-narrow"))),
			Export: func() draw.Picture { return draw.FnProfile(&m, fnWide) }}.show(),
		raw("div", "two fn-duo op-part", draw.FnBeside(&t, s), exported("fn-dist", func() draw.Picture { return draw.FnDistances(t.PickRow.Run, 520) })),
		fnSweep(in, &t))
}

func fnCell(bit int) state.Action { return state.FnCell{Cell: bit} }

func fnOver(bit int) state.Action { return state.FnHover{Cell: bit} }

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
func fnCellKey(p press, _ int) (state.Action, bool) {
	step := fnSteps[p.key]
	s := app.state.Fn
	s.Hover = 0
	return state.FnCell{Cell: model.CellAt(max(0, min(model.CellPlace(fnAt(s))+step, 511)))}, step != 0
}
