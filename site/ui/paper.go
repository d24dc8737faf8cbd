//go:build !opening

package ui

import (
	"strconv"

	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// paperView is the Paper view: a page to read, with links into the other views.
type paperView struct {
	In state.Reading
}

func (v paperView) render() node {
	last := remember[string]("paper.at") // the section or statement that was last scrolled to
	if at := v.In.At(); at != *last {
		*last = at
		reveal(at)
	}
	names := "paper"
	if v.In.Only != state.AnyMark {
		names = "paper only-" + string(v.In.Only)
	}
	var parts []node
	for i := range state.PaperSections {
		part := model.BuildPaper().Parts[i]
		parts = append(parts, panel("", paperFold{i, v.In.Opened()>>i&1 != 0, draw.PaperSlip(part, v.In)}, paperSection))
	}
	return el("div", has(class(names)),
		raw("div", "paper-head", draw.PaperHead()),
		panel("paper-summary", "", func(string) node { return raw("div", "", draw.PaperCounts(model.BuildPaper())) }),
		panel("paper-filters", v.In, paperFilter),
		panel("", "", func(string) node {
			return el("details", has(class("paper-index")), raw("summary", "", draw.Escape(prose.PaperIndex)), raw("div", "", draw.PaperIndex()))
		}),
		raw("div", "paper-stay", draw.PaperBar(v.In)),
		el("div", has(class("paper-body")), list(parts)),
		raw("div", "paper-end", draw.PaperEditions()))
}

// paperFilter is the row of buttons that choose a mark, and the one that opens or closes everything.
func paperFilter(in state.Reading) node {
	m := model.BuildPaper()
	filters := []node{button(prose.PaperAll+" "+strconv.Itoa(m.Total), state.PaperOnly{}, pressed(in.Only == state.AnyMark))}
	for i, mark := range state.Marks {
		filters = append(filters, button(string(mark)+" "+strconv.Itoa(m.Counts[i]), state.PaperOnly{Mark: mark}, pressed(in.Only == mark)))
	}
	all := in.Opened() == state.EverySection
	label := prose.PaperUnfold
	if all {
		label = prose.PaperFold
	}
	return el("div", has(class("row")),
		el("div", has(class("paper-filter row"), attr("role", "group"), attr("aria-label", prose.PaperFilter)), list(filters)),
		button(label, state.PaperFold{Open: !all}, class("plain paper-all")))
}

// paperFold is a section of PaperSections, open or folded, and its printing errors.
type paperFold struct {
	i     int
	open  bool
	slips bool
}

// paperSection is a section: its introduction, and its statements, which can be folded away. What the filter hides is
// hidden by the style sheet. The browser opens a section by itself when it finds text there.
func paperSection(in paperFold) node {
	part := model.BuildPaper().Parts[in.i]
	toggle := on("toggle", func(e event) action { return state.PaperFold{ID: part.Section, Open: e.Open} })
	return el("section", has(class("paper-part"), attr("aria-labelledby", draw.PaperID(part.Section))),
		raw("div", "", draw.PaperIntro(in.i)),
		el("details", has(class("paper-fold"), flag("open", in.open), toggle),
			raw("summary", "", draw.PaperTally(part)),
			raw("div", "", draw.PaperStatements(part, in.slips))))
}

// reveal scrolls to a section or statement once it is on the page, and moves the focus there.
func reveal(section string) {
	if section != "" {
		app.host.After("paper.reveal", 60, func() { app.host.Focus("#" + draw.PaperID(section)) })
	}
}

// paperGo follows the table of contents, again if need be.
func paperGo(section string) state.Action {
	reveal(section)
	return state.PaperSection{ID: section}
}
