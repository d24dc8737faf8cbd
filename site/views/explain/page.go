package explain

import (
	"strconv"

	"ulplab/fpcore/explain"
	"ulplab/fpcore/format"
	"ulplab/site/files"
	"ulplab/site/kit/code"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
	"ulplab/site/views/ptx"
	"ulplab/site/work"
)

// view is the Explain view.
type view struct {
	In       State
	ReadOnly bool
}

// part is the input of a part of the view.
type part struct {
	made     *Explanation // of the parts that show it
	v        State        // of the parts that look at fields; zero for the others
	at       lab.Progress // of the search, or of the comparison
	compared *Compared
	wrong    *explain.Problem
	readOnly bool
}

func (v view) render() markup.Node {
	m, at := lab.Made[*Explanation](search)
	compared, pairs := lab.Made[*Compared](compare)
	form := part{v: v.In, readOnly: v.ReadOnly, wrong: m.Problem}
	answer := part{made: m}
	progress := part{made: m, at: at, readOnly: v.ReadOnly}
	columns := part{at: pairs, compared: compared, readOnly: v.ReadOnly}
	columns.v.Pair, columns.v.PairBits, columns.v.Files = v.In.Pair, v.In.PairBits, v.In.Files
	return markup.El("div",
		markup.Raw("p", "note", note),
		markup.El("div", markup.Class("explain-main"),
			markup.El("div", markup.Class("explain-left"), markup.Panel("explain-form", form, explainForm), markup.AnswerBar(bar(m))),
			markup.El("div", markup.Class("explain-right"),
				markup.Panel("explain-progress", progress, explainProgress),
				markup.Panel("explain-answer", answer, func(in part) markup.Node { return markup.Raw("div", "", explainAnswer(in.made)) }))),
		markup.El("div", markup.Class("explain-list"), markup.Flag("hidden", !m.Answered()),
			markup.Fold(explainFound, markup.PartOf(answer, func(in part) markup.Node { return markup.Raw("div", "", found(in.made)) })),
			markup.Panel("", answer, func(in part) markup.Node { return markup.Raw("div", "", caution(in.made)) })),
		markup.El("div", markup.Class("explain-columns"), markup.Fold(explainArrays, markup.PartOf(columns, explainColumns))))
}

// explainProgress is what the search is at, with the buttons that pause and end it, and a fault. A search that has not told
// anything yet is about to end.
func explainProgress(in part) markup.Node {
	run := in.at.Control(search, "explain", "", nil)
	run.Label = progress
	if in.at.State == work.Finished || in.at.State == work.Running && in.at.Doing == "" {
		run = markup.Progress{ID: "explain"}
	}
	run.Classes = "explain-run"
	return markup.El("div",
		markup.El("p", markup.Class("problem"), markup.Text(in.made.Fault)),
		run.Show())
}

// opened takes a file for the columns; one that could not be read shows as a problem of its name.
func opened(s *files.Source, problem string) markup.Action {
	f := File{Name: problem, Digest: "-"}
	if s != nil {
		f = File{Name: s.Name, Digest: s.Digest}
	}
	return OpenFile{File: f}
}

func set(what Field) func(string) markup.Action {
	return func(s string) markup.Action { return Set{What: what, Text: s} }
}

// area is a text of several lines with what is wrong with it beneath.
func area(id, label, value, rows, problem string, what Field, off bool) markup.Node {
	return markup.El("div", markup.Class("field explain-area"), markup.PanelOf(0),
		markup.El("label", markup.Class("label"), markup.Attr("for", id), markup.Text(label)),
		markup.El("textarea", markup.Attr("id", id), markup.Attr("rows", rows), markup.Attr("spellcheck", "false"), markup.Attr("autocomplete", "off"), markup.Attr("autocapitalize", "off"), markup.Attr("wrap", "off"),
			markup.Prop("value", value), markup.Prop("readOnly", off), markup.Attr("aria-invalid", strconv.FormatBool(problem != "")), markup.Attr("aria-describedby", id+"-problem"),
			markup.OnInput(set(what)), markup.OnSettled(nil)),
		markup.El("p", markup.Class("problem"), markup.Attr("id", id+markup.ProblemOf), markup.Text(problem)))
}

// explainCode is the editor of a program, with the place of a problem underlined and the problem beneath.
func explainCode(id, label, value string, in part, where explain.Field, what Field) markup.Node {
	p := in.wrong
	if p != nil && p.Where != where {
		p = nil
	}
	problem := ""
	if p != nil {
		problem = code.Problem(value, &p.Error) + ptx.Instead(value)
	}
	panel := 0
	if where == explain.InSecondText && value == "" {
		panel = markup.NoPanel
	}
	return markup.El("div", markup.Class("explain-text"), markup.PanelOf(panel),
		markup.CodeField(markup.Code{ID: id, Label: label, Text: value, Back: back(value, p, where), Bad: p != nil, ReadOnly: in.readOnly, Typed: set(what)}),
		markup.Raw("div", "", problem, markup.Attr("id", id+markup.ProblemOf)))
}

// explainSaid is the title of the folded choices, with those that were made.
func explainSaid(in saidIn) string {
	s := said
	sep := ": "
	for side, k := range in.known {
		if known, ok := explain.KnownOf(k); ok && k != "" {
			s += sep + [...]string{"first ", "second "}[side] + known.Words()
			sep = "; "
		}
	}
	if in.double {
		s += sep + "undeclared variables are double"
		sep = "; "
	}
	if in.results != "" {
		s += sep + "result columns: " + in.results
	}
	return s
}

func explainForm(in part) markup.Node {
	v, off := in.v, in.readOnly
	problem := func(f explain.Field) string {
		if p := in.wrong; p != nil && p.Where == f {
			return html.Sentence(p.Text)
		}
		return ""
	}
	shown := v.Example()
	_, note := example(shown)
	about := saidIn{v.Known, v.multiplies(), v.Double, v.Results, v.Layout, v.Bits, off}
	result := func(side int, label string) markup.Node {
		what := Seen1 + Field(side)
		return markup.Field(markup.Entry{ID: "explain-seen" + strconv.Itoa(side+1), Label: label, Shown: v.Seen[side], Hint: seenHint, Problem: problem(explain.InFirst + explain.Field(side)),
			Disabled: off, Typed: set(what)})
	}
	return markup.El("div",
		markup.Bare(exampleIn{shown, off}, explainExample),
		markup.Raw("p", "note", words.Escape(note)),
		explainCode("explain-program", explainText, v.Program, in, explain.InText, Program),
		explainCode("explain-second", second, v.Second, in, explain.InSecondText, Second),
		area("explain-rows", explainRows, v.Rows, "3", problem(explain.InRows), Rows, off),
		markup.El("div", markup.Class("explain-results"), markup.PanelOf(0), markup.Flag("hidden", v.Results != ""), result(0, seen1), result(1, seen2)),
		markup.Bare(about, explainAbout))
}

// exampleIn is the input of the choice of an example.
type exampleIn struct {
	shown    string
	readOnly bool
}

func explainExample(in exampleIn) markup.Node {
	examples := []markup.Choice{}
	for _, e := range Examples {
		title, _ := example(e.ID)
		examples = append(examples, markup.Choice{Value: e.ID, Label: title})
	}
	if in.shown == "" {
		title, _ := example("")
		examples = append(examples, markup.Choice{Value: "", Label: title})
	}
	return markup.Select("explain-example", "Example", in.shown, examples, in.readOnly, set(Open))
}

// saidIn is what is known of the two results, as it is folded away.
type saidIn struct {
	known                 [2]string
	products              bool // the program is an element of a matrix product
	double                bool
	results, layout, bits string
	readOnly              bool
}

func explainAbout(in saidIn) markup.Node {
	off := in.readOnly
	var machines, layouts, formats []markup.Choice
	for _, t := range explainMachines(in.known, in.products) {
		machines = append(machines, markup.Choice{Value: t[0], Label: t[1], Group: t[2]})
	}
	for _, l := range explain.Layouts {
		layouts = append(layouts, markup.Choice{Value: l.ID, Label: l.Name})
	}
	formats = []markup.Choice{{Value: "", Label: "from digit count"}}
	for _, f := range format.All {
		if f.Bits <= 64 {
			formats = append(formats, markup.Choice{Value: f.ID, Label: f.Name})
		}
	}
	if in.layout == "" {
		in.layout = layouts[0].Value
	}
	free := ""
	if in.double {
		free = "double"
	}
	return markup.El("details", markup.Class("explain-said"), markup.El("summary", markup.Text(explainSaid(in))), markup.El("div", markup.Class("explain-results"),
		markup.Select("explain-known1", known+" (first result)", in.known[0], machines, off, set(Known1)),
		markup.Select("explain-known2", known+" (second result)", in.known[1], machines, off, set(Known2)),
		markup.Select("explain-free", explainFree, free, []markup.Choice{{Value: "", Label: "float"}, {Value: "double", Label: "double"}}, off, set(Free)),
		markup.Select("explain-columns", columns, in.results, []markup.Choice{{Value: "", Label: "none: entered above"}, {Value: "1", Label: "one, at the end of each row"}, {Value: "2", Label: "two, at the end of each row"}}, off, set(Results)),
		markup.Select("explain-layout", explainLayout, in.layout, layouts, off, set(Layout)),
		markup.Select("explain-bits", explainFormat, in.bits, formats, off, set(Bits))))
}

func explainColumns(in part) markup.Node {
	formats := []markup.Choice{{Value: "", Label: "guessed"}}
	for _, f := range format.All {
		if f.Bits <= 64 {
			formats = append(formats, markup.Choice{Value: f.ID, Label: f.Name})
		}
	}
	shown := in.v.Files[0].Name
	if in.v.Files[1].Name != "" {
		shown += ", " + in.v.Files[1].Name
	}
	return markup.El("div", markup.Data("drop", "explain"),
		markup.Raw("p", "note", arraysNote),
		markup.El("div", markup.Class("row"), lab.FilePlace("explain", shown, in.readOnly),
			markup.Button(explainClose, OpenFile{}, markup.Class("plain"), markup.Flag("hidden", shown == ""))),
		markup.El("div", markup.Class("explain-pair"),
			area("explain-pair", pair, in.v.Pair, "5", "", Pair, in.readOnly),
			markup.Select("explain-pairbits", "Format", in.v.PairBits, formats, in.readOnly, set(PairBits))),
		markup.Raw("div", "", arrays(in.compared)))
}

// says is what is read out of a state.
func says(s State) []string {
	m, _ := lab.Made[*Explanation](search)
	if m == nil || m.Problem != nil || !m.Done {
		return nil
	}
	return []string{verdict(&m.Answer) + "."}
}
