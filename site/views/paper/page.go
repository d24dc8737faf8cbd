package paper

import (
	"strconv"
	"ulplab/site/views/paper/editions"

	"ulplab/site/kit/markup"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
)

// view is the Paper view: a page to read, with links into the other views.
type view struct {
	In State
}

func (v view) render() markup.Node {
	names := "paper"
	if v.In.Only != AnyMark {
		names = "paper only-" + string(v.In.Only)
	}
	var parts []markup.Node
	for i := range Sections {
		part := Build().Parts[i]
		parts = append(parts, markup.Panel("", paperFold{i, v.In.Opened()>>i&1 != 0, slip(part, v.In), v.In.presented(i)}, paperSection))
	}
	return markup.El("div", markup.Class(names),
		markup.Raw("div", "paper-head", head()),
		markup.Panel("paper-summary", "", func(string) markup.Node { return markup.Raw("div", "", counts(Build())) }),
		markup.Panel("paper-filters", v.In, paperFilter),
		markup.Panel("", "", func(string) markup.Node {
			return markup.El("details", markup.Class("paper-index"), markup.Raw("summary", "", words.Escape(editions.Index)), markup.Raw("div", "", index()))
		}),
		markup.Raw("div", "paper-stay", bar(v.In), markup.PanelOf(0)),
		markup.El("div", markup.Class("paper-body"), markup.List(parts)),
		markup.Raw("div", "paper-end", editionList()))
}

// paperFilter is the row of buttons that choose a mark, and the one that opens or closes everything.
func paperFilter(in State) markup.Node {
	m := Build()
	filters := []markup.Node{markup.Button(editions.All+" "+strconv.Itoa(m.Total), Only{}, markup.Pressed(in.Only == AnyMark))}
	for i, mark := range Marks {
		filters = append(filters, markup.Button(string(mark)+" "+strconv.Itoa(m.Counts[i]), Only{Mark: mark}, markup.Pressed(in.Only == mark)))
	}
	all := in.Opened() == EverySection
	label := editions.Unfold
	if all {
		label = editions.Fold
	}
	return markup.El("div", markup.Class("row"),
		markup.El("div", markup.Class("paper-filter row"), markup.Attr("role", "group"), markup.Attr("aria-label", editions.Filter), markup.List(filters)),
		markup.Button(label, Fold{Open: !all}, markup.Class("plain paper-all")))
}

// paperFold is a section of PaperSections, open or folded, and its printing errors.
type paperFold struct {
	i     int
	open  bool
	slips bool
	at    string // the statement that is presented
}

// paperSection is a section: its introduction, and its statements, which can be folded away. What the filter hides is
// hidden by the style sheet. The browser opens a section by itself when it finds text there.
func paperSection(in paperFold) markup.Node {
	part, panel := Build().Parts[in.i], 0
	if in.at == "" {
		panel = markup.NoPanel // another section is presented
	}
	toggle := markup.On("toggle", func(e markup.Event) markup.Action { return Fold{ID: part.Section, Open: e.Open} })
	return markup.El("section", markup.Class("paper-part"), markup.Attr("aria-labelledby", id(part.Section)),
		markup.Raw("div", "", intro(in.i), markup.PanelOf(panel)),
		markup.El("details", markup.Class("paper-fold"), markup.Flag("open", in.open), toggle,
			markup.Raw("summary", "", tally(part)),
			markup.Raw("div", "", paperStatements(part, in.slips, in.at))))
}

// tasks scrolls to the section or statement that is another than before, and moves the focus there.
func tasks(s State) []lab.Task {
	at := s.At()
	return []lab.Task{lab.Slices[string]{Name: "paper.at", In: at, Begin: func(string) string { return at }, Done: func(string) markup.Action {
		reveal(at)
		return nil
	}}.Task()}
}

// reveal scrolls to a section or statement once it is on the page, and moves the focus there.
func reveal(section string) {
	if section != "" {
		lab.Focus("#" + id(section))
	}
}

// paperGo follows the table of contents, again if need be.
func paperGo(section string) markup.Action {
	reveal(section)
	return Section{ID: section}
}

// says is what is read out of a state: how many statements are shown. The section that is gone to gets the focus.
func says(s State) []string {
	m := Build()
	for i, mark := range Marks {
		if mark == s.Only {
			return []string{words.Num(m.Counts[i]) + " of " + words.Num(m.Total) + " statements: " + string(mark) + "."}
		}
	}
	return []string{"All " + words.Num(m.Total) + " statements."}
}
