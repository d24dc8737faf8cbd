//go:build !opening

package ui

import (
	"strconv"
	"strings"

	"github.com/hexops/vecty"

	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// paperView is the Paper view: a page to read, with links into the other views.
type paperView struct {
	vecty.Core
	In state.Reading `vecty:"prop"`

	at string // the section or statement that was last scrolled to
}

// SkipRender implements vecty.RenderSkipper.
func (v *paperView) SkipRender(prev vecty.Component) bool {
	last, ok := prev.(*paperView)
	return ok && last.In == v.In
}

// Render implements vecty.Component.
func (v *paperView) Render() vecty.ComponentOrHTML {
	if at := v.In.At(); at != v.at {
		v.at = at
		reveal(at)
	}
	names := "paper"
	if v.In.Only != state.AnyMark {
		names = "paper only-" + string(v.In.Only)
	}
	return el("div", has(class(names)),
		raw("div", "paper-head", draw.PaperHead(v.In)),
		panel("paper-summary", "", func(string) node { return raw("div", "", draw.PaperCounts(model.BuildPaper())) }),
		panel("paper-filters", v.In.Only, paperFilter),
		raw("div", "paper-stay", draw.PaperBar(v.In)),
		panel("paper-text", "", paperText))
}

// paperFilter is the row of buttons that choose a mark.
func paperFilter(only state.Mark) node {
	m := model.BuildPaper()
	filters := []node{button(prose.PaperAll+" "+strconv.Itoa(m.Total), state.PaperOnly{}, pressed(only == state.AnyMark))}
	for i, mark := range state.Marks {
		filters = append(filters, button(string(mark)+" "+strconv.Itoa(m.Counts[i]), state.PaperOnly{Mark: mark}, pressed(only == mark)))
	}
	return el("div", has(class("paper-filter row"), attr("role", "group"), attr("aria-label", prose.PaperFilter)), list(filters))
}

// paperText is everything below: it is made once, and what the filter hides is hidden by the style sheet.
func paperText(string) node {
	return el("div",
		raw("div", "paper-body", draw.PaperParts(model.BuildPaper())),
		raw("div", "paper-end", draw.PaperEditions()))
}

// reveal scrolls to a section or statement once it is on the page, and moves the focus there.
func reveal(section string) {
	if section != "" {
		app.host.After("paper.reveal", 60, func() { app.host.Focus("#paper-" + strings.ReplaceAll(section, ".", "-")) })
	}
}

// paperGo follows the table of contents, again if need be.
func paperGo(section string) state.Action {
	reveal(section)
	return state.PaperSection{ID: section}
}
