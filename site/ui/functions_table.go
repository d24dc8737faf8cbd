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

// fnMeasured is the third part.
func fnMeasured(in fnIn) node {
	s := in.s
	if accuracy == nil {
		words := prose.FnLoading
		if s.Loaded == 3 {
			words = prose.FnNotLoaded
		}
		return el("div", has(class("fn-measured")), el("div",
			el("p", has(class("note"), attr("role", "status")), text(words)),
			el("div", has(flag("hidden", s.Loaded != 3)), button(prose.FnAgain, state.FnLoaded{}))),
			el("div"))
	}
	list := s
	list.Hover, list.Cell, list.Lo, list.Hi, list.From, list.To, list.Work = 0, 0, 0, 0, state.Draft{}, state.Draft{}, state.FnWork{}
	return el("div", has(class("fn-measured")), el("div",
		el("h2", text(prose.FnTableTitle)),
		panel("fn-filters", list, fnFilters),
		panel("", list, fnList)),
		el("div", panel("op-part", fnPicked{s, in.readOnly}, fnPickedPart), panel("op-part", "", fnDoubles)))
}

func fnFilters(s state.Fn) node {
	return el("div", has(class("fn-filter")),
		toggles("Compiled", prose.FnModes[:], int(s.Mode), false, func(i int) state.Action { return state.FnMode{Mode: uint8(i)} }),
		toggles("Functions", prose.FnGroups[:], int(s.Group), false, func(i int) state.Action { return state.FnGroup{Group: uint8(i)} }),
		field(entry{id: "fn-find", label: "Name contains", shown: s.Find, hint: "sin", typed: func(v string) state.Action { return state.FnFind{Text: v} }}))
}

func fnList(s state.Fn) node {
	t := model.BuildFnTable(accuracy, s)
	return el("div",
		el("div", has(class("tablebox fn-scroll"), attr("tabindex", "0"), attr("role", "region"), attr("aria-label", prose.FnTableTitle)), raw("div", "", draw.FnTable(t, s.Order))),
		raw("div", "", draw.FnLegend()+`<p class="dim fn-source">`+draw.Escape(strconv.Itoa(len(t.Rows))+" of "+strconv.Itoa(t.Total)+" functions. "+prose.FnTableSource)+`</p>`))
}

type fnPicked struct {
	s        state.Fn
	readOnly bool
}

// fnPickedPart is all that is shown of one function.
func fnPickedPart(in fnPicked) node {
	s := in.s
	t := model.BuildFnTable(accuracy, s)
	if t.Picked == nil {
		return el("div", el("p", has(class("note")), text("There are no figures of a function named "+s.Pick+".")))
	}
	m := model.BuildFnProfile(t.PickRow, t.Picked, s)
	m.Sweep = fnSwept(s)
	still := m // what the sweep finds is drawn over it: the cells under the pointer stay as they are
	still.Sweep = nil
	plot := func(w int, names string) node {
		return el("div", has(class("fn-plot "+names)), raw("div", "", draw.FnProfile(still, w).SVG()+draw.FnCells(m, w)), raw("div", "", draw.FnSwept(m, w)), raw("div", "", draw.FnCursor(m, w)))
	}
	exported("fn-dist", func() draw.Picture { return draw.FnDistances(t.PickRow.Run, 520) })
	return el("div",
		figure{ID: "fn-profile", Title: s.Pick + ": " + prose.FnProfileTitle, Caption: prose.FnProfileCaption,
			Body: el("div",
				raw("p", "fn-reading", draw.FnReading(m)),
				el("div", has(class("fn-profile"), data("keys", "fn.cells"), data("bits", "fn.cells"), attr("tabindex", "0"), attr("role", "slider"),
					attr("aria-label", "Exponent of the argument"), attr("aria-valuemin", "0"), attr("aria-valuemax", "511"), attr("aria-valuenow", strconv.Itoa(fnPlace(m.Cell))),
					attr("aria-valuetext", draw.FnSpoken(m))), plot(fnWide, "op-wide"), plot(fnNarrow, "op-narrow"))),
			Export: func() draw.Picture { return draw.FnProfile(m, fnWide) }}.show(),
		el("div", has(class("two fn-duo op-part")),
			raw("section", "", `<h2>In three modes</h2>`+draw.FnDetail(t, s)),
			raw("div", "", draw.Figure("fn-dist", prose.FnDistTitle, draw.FnDistancesBoth(t.PickRow.Run), prose.FnDistCaption))),
		fnSweep(in, t))
}

func fnDoubles(string) node {
	t := model.BuildFnTable(accuracy, state.Fn{})
	return el("section", el("h2", text(prose.FnDoubleTitle)),
		el("div", has(class("tablebox fn-scroll"), attr("tabindex", "0"), attr("role", "region"), attr("aria-label", prose.FnDoubleTitle)), raw("div", "", draw.FnDoubles(t))),
		el("p", has(class("dim fn-source")), text(prose.FnDoubleSource)))
}

// fnPlace is the place of a cell from left to right.
func fnPlace(cell int) int {
	if cell >= 256 {
		return 511 - cell
	}
	return 256 + cell
}

func fnCell(bit int) state.Action { return state.FnCell{Cell: bit} }

func fnOver(bit int) state.Action { return state.FnHover{Cell: bit} }

// fnCellKey moves over the profile.
func fnCellKey(p press, _ int) (state.Action, bool) {
	s := app.state.Fn
	cell := int(s.Cell) - 1
	if cell < 0 {
		if f := fnPickedFunction(s); f != nil {
			arg := f.Modes[s.Mode].Arg
			cell = int(arg>>31<<8 | arg>>23&255)
		} else {
			cell = 0
		}
	}
	at := fnPlace(cell)
	switch p.key {
	case "ArrowLeft", "ArrowDown":
		at--
	case "ArrowRight", "ArrowUp":
		at++
	case "PageDown":
		at -= 16
	case "PageUp":
		at += 16
	case "Home":
		at = 0
	case "End":
		at = 511
	default:
		return nil, false
	}
	at = max(0, min(at, 511))
	if at < 256 {
		return state.FnCell{Cell: 511 - at}, true
	}
	return state.FnCell{Cell: at - 256}, true
}

func fnPickedFunction(s state.Fn) *model.AccFunction {
	if accuracy == nil {
		return nil
	}
	return accuracy.Function(s.Pick)
}
