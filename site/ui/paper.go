//go:build !opening

package ui

import (
	"strconv"
	"ulplab/site/kit/markup"

	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// paperView is the Paper view: a page to read, with links into the other views.
type paperView struct {
	In state.Reading
}

func (v paperView) render() markup.Node {
	last := remember[string]("paper.at") // the section or statement that was last scrolled to
	if at := v.In.At(); at != *last {
		*last = at
		reveal(at)
	}
	names := "paper"
	if v.In.Only != state.AnyMark {
		names = "paper only-" + string(v.In.Only)
	}
	var parts []markup.Node
	for i := range state.PaperSections {
		part := model.BuildPaper().Parts[i]
		parts = append(parts, markup.Panel("", paperFold{i, v.In.Opened()>>i&1 != 0, draw.PaperSlip(part, v.In)}, paperSection))
	}
	return markup.El("div", markup.Class(names),
		markup.Raw("div", "paper-head", draw.PaperHead()),
		markup.Panel("paper-summary", "", func(string) markup.Node { return markup.Raw("div", "", draw.PaperCounts(model.BuildPaper())) }),
		markup.Panel("paper-filters", v.In, paperFilter),
		markup.Panel("", "", func(string) markup.Node {
			return markup.El("details", markup.Class("paper-index"), markup.Raw("summary", "", draw.Escape(prose.PaperIndex)), markup.Raw("div", "", draw.PaperIndex()))
		}),
		markup.Raw("div", "paper-stay", draw.PaperBar(v.In)),
		markup.El("div", markup.Class("paper-body"), markup.List(parts)),
		markup.Raw("div", "paper-end", draw.PaperEditions()))
}

// paperFilter is the row of buttons that choose a mark, and the one that opens or closes everything.
func paperFilter(in state.Reading) markup.Node {
	m := model.BuildPaper()
	filters := []markup.Node{markup.Button(prose.PaperAll+" "+strconv.Itoa(m.Total), state.PaperOnly{}, markup.Pressed(in.Only == state.AnyMark))}
	for i, mark := range state.Marks {
		filters = append(filters, markup.Button(string(mark)+" "+strconv.Itoa(m.Counts[i]), state.PaperOnly{Mark: mark}, markup.Pressed(in.Only == mark)))
	}
	all := in.Opened() == state.EverySection
	label := prose.PaperUnfold
	if all {
		label = prose.PaperFold
	}
	return markup.El("div", markup.Class("row"),
		markup.El("div", markup.Class("paper-filter row"), markup.Attr("role", "group"), markup.Attr("aria-label", prose.PaperFilter), markup.List(filters)),
		markup.Button(label, state.PaperFold{Open: !all}, markup.Class("plain paper-all")))
}

// paperFold is a section of PaperSections, open or folded, and its printing errors.
type paperFold struct {
	i     int
	open  bool
	slips bool
}

// paperSection is a section: its introduction, and its statements, which can be folded away. What the filter hides is
// hidden by the style sheet. The browser opens a section by itself when it finds text there.
func paperSection(in paperFold) markup.Node {
	part := model.BuildPaper().Parts[in.i]
	toggle := markup.On("toggle", func(e markup.Event) markup.Action { return state.PaperFold{ID: part.Section, Open: e.Open} })
	return markup.El("section", markup.Class("paper-part"), markup.Attr("aria-labelledby", draw.PaperID(part.Section)),
		markup.Raw("div", "", draw.PaperIntro(in.i)),
		markup.El("details", markup.Class("paper-fold"), markup.Flag("open", in.open), toggle,
			markup.Raw("summary", "", draw.PaperTally(part)),
			markup.Raw("div", "", draw.PaperStatements(part, in.slips))))
}

// reveal scrolls to a section or statement once it is on the page, and moves the focus there.
func reveal(section string) {
	if section != "" {
		app.host.After("paper.reveal", 60, func() { app.host.Focus("#" + draw.PaperID(section)) })
	}
}

// paperGo follows the table of contents, again if need be.
func paperGo(section string) markup.Action {
	reveal(section)
	return state.PaperSection{ID: section}
}
