//go:build !opening

package ui

import (
	"strconv"
	"ulplab/site/kit/markup"

	"ulplab/fpcore/explain"
	"ulplab/fpcore/format"
	"ulplab/site/draw"
	"ulplab/site/files"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
	"ulplab/site/work"
)

// explainView is the Explain view.
type explainView struct {
	In       state.Explain
	ReadOnly bool
}

// explained is the question shown and the columns compared; tick never repeats.
var explained struct {
	in       model.ExplainInput
	made     *model.Explanation // of in, or for explainLate of the question before
	doing    string             // what the search is at, "" before it told
	done     int                // in thousandths
	stopped  bool
	pair     model.ComparedInput
	compared *model.Compared
	tick     uint32
	running  bool // the comparison, in slices
	shown    float64
}

// explainOf returns the explanation that is shown. The search for the one of the state runs in a worker: another input
// begins it anew, and Stop ends it.
func explainOf(v state.Explain) *model.Explanation {
	x := &explained
	if in := model.ExplainInputOf(v); x.made == nil || x.in != in {
		if x.in = in; x.made == nil {
			x.made = model.Unexplained(in)
		}
		x.stopped = v.Stopped
		app.host.After("explain", 0, explainAsk)
	} else if x.stopped != v.Stopped {
		x.stopped = v.Stopped
		app.host.After("explain", 0, explainAsk)
	}
	if pair := model.ComparedInputOf(v); x.pair != pair {
		x.pair, x.compared = pair, model.NewCompared(pair)
		x.tick++
		compareWork()
	}
	if !x.running && compareBusy() {
		x.running = true
		app.host.After("compare", 0, compareOn)
	}
	return x.made
}

// explainLate is for how many milliseconds the answer of the question before may stand, so that the page keeps still where
// the new one comes at once.
const explainLate = 100

// explainAsk begins the search for the input shown, or ends it if it was stopped.
func explainAsk() {
	x := &explained
	if x.stopped {
		app.host.CancelWork("explain")
		return
	}
	x.doing, x.done = "", 0
	in := x.in
	app.host.After("explain late", explainLate, func() {
		if x.in == in && !x.made.Of(in) {
			x.made = model.Unexplained(in)
			x.tick++
			dispatch(state.ExplainTick{N: x.tick})
		}
	})
	app.host.Work("explain", model.ExplainJob(in), func(r work.Report) {
		if x.in != in || x.stopped {
			return
		}
		x.doing, x.done = r.Doing, int(r.Done)
		switch {
		case r.State == work.Finished:
			x.made = model.Explained(in, r.Result, "")
		case r.State == work.Failed:
			x.made = model.Explained(in, "", r.Problem)
		case r.Doing == "":
			return
		}
		x.tick++
		dispatch(state.ExplainTick{N: x.tick})
	})
}

func compareBusy() bool { return explained.compared != nil && !explained.compared.Step(0) }

// compareWork compares for a slice and reports whether nothing is left to do.
func compareWork() (done bool) {
	x := &explained
	for begin := sumClock(); x.compared != nil && !x.compared.Step(200); {
		if now := sumClock(); now == 0 || now-begin > sumSlice {
			return false
		}
	}
	return true
}

// compareOn does one slice and shows what is new.
func compareOn() {
	x := &explained
	x.running = false
	if app.state.View != state.Explains {
		return // the next render of the view begins again
	}
	done := compareWork()
	if x.running = !done; x.running {
		app.host.After("compare", 0, compareOn)
	}
	if now := sumClock(); done || now == 0 || now-x.shown > sumShow {
		x.shown = now
		x.tick++
		dispatch(state.ExplainTick{N: x.tick})
	}
}

// explainPart is the input of a part of the view.
type explainPart struct {
	made     *model.Explanation // of the parts that show it
	v        state.Explain      // of the parts that look at fields; zero for the others
	doing    string
	at       int
	pairs    int
	pair     model.ComparedInput
	wrong    *explain.Problem
	readOnly bool
}

func (v explainView) render() markup.Node {
	m := explainOf(v.In)
	form := explainPart{v: v.In, readOnly: v.ReadOnly, wrong: m.Problem}
	form.v.Tick, form.v.Stopped = 0, false
	answer := explainPart{made: m}
	progress := explainPart{made: m, doing: explained.doing, at: explained.done, readOnly: v.ReadOnly}
	progress.v.Stopped = v.In.Stopped
	columns := explainPart{pair: explained.pair, readOnly: v.ReadOnly}
	if c := explained.compared; c != nil && c.Arrays != nil {
		columns.pairs = c.Arrays.Done
	}
	columns.v.Pair, columns.v.PairBits, columns.v.Files = v.In.Pair, v.In.PairBits, v.In.Files
	return markup.El("div",
		markup.Raw("p", "note", prose.ExplainNote),
		markup.El("div", markup.Class("explain-main"),
			markup.El("div", markup.Class("explain-left"), markup.Panel("explain-form", form, explainForm), markup.AnswerBar(draw.ExplainBar(m))),
			markup.El("div", markup.Class("explain-right"),
				markup.Panel("explain-progress", progress, explainProgress),
				markup.Panel("explain-answer", answer, func(in explainPart) markup.Node { return markup.Raw("div", "", draw.ExplainAnswer(in.made)) }))),
		markup.Panel("explain-list", answer, func(in explainPart) markup.Node {
			return markup.Raw("div", "", draw.ExplainFound(in.made)+draw.ExplainCaution(in.made))
		}),
		markup.Panel("explain-columns", columns, explainColumns))
}

// explainProgress is what the search is at, the button that stops it, and a fault.
func explainProgress(in explainPart) markup.Node {
	stopped := in.v.Stopped
	stop, label, words := "1", prose.ExplainStop, in.doing
	if stopped {
		stop, label, words = "", prose.ExplainGoOn, prose.ExplainStopped
	}
	return markup.El("div",
		markup.El("p", markup.Class("problem"), markup.Attr("role", "alert"), markup.Text(in.made.Fault)),
		markup.El("div", markup.Class("row explain-run"), markup.Flag("hidden", words == ""),
			markup.El("progress", markup.Attr("max", "1000"), markup.Attr("value", strconv.Itoa(in.at)), markup.Attr("aria-label", prose.ExplainProgress), markup.Flag("hidden", stopped)),
			markup.El("span", markup.Class("words dim"), markup.Text(words)),
			markup.Button(label, state.ExplainSet{What: state.ExplainStop, Text: stop}, markup.Class("plain"))))
}

// explainOpened takes a file for the columns; one that could not be read shows as a problem of its name.
func explainOpened(s *files.Source, problem string) markup.Action {
	f := state.ExplainFile{Name: problem, Digest: "-"}
	if s != nil {
		f = state.ExplainFile{Name: s.Name, Digest: s.Digest}
	}
	return state.ExplainOpenFile{File: f}
}

func explainSet(what state.ExplainField) func(string) markup.Action {
	return func(s string) markup.Action { return state.ExplainSet{What: what, Text: s} }
}

// explainArea is a text of several lines with what is wrong with it beneath.
func explainArea(id, label, value, rows, problem string, what state.ExplainField, off bool) markup.Node {
	return markup.El("div", markup.Class("field explain-area"),
		markup.El("label", markup.Class("label"), markup.Attr("for", id), markup.Text(label)),
		markup.El("textarea", markup.Attr("id", id), markup.Attr("rows", rows), markup.Attr("spellcheck", "false"), markup.Attr("autocomplete", "off"), markup.Attr("autocapitalize", "off"), markup.Attr("wrap", "off"),
			markup.Prop("value", value), markup.Prop("readOnly", off), markup.Attr("aria-invalid", strconv.FormatBool(problem != "")), markup.Attr("aria-describedby", id+"-problem"),
			markup.OnInput(explainSet(what)), markup.OnSettled(nil)),
		markup.El("p", markup.Class("problem"), markup.Attr("id", id+"-problem"), markup.Attr("aria-live", "polite"), markup.Text(problem)))
}

// explainCode is the editor of a program, with the place of a problem underlined and the problem beneath.
func explainCode(id, label, value string, in explainPart, where explain.Field, what state.ExplainField) markup.Node {
	p := in.wrong
	if p != nil && p.Where != where {
		p = nil
	}
	problem := ""
	if p != nil {
		problem = draw.ExprProblem(value, &p.Error)
	}
	return markup.El("div", markup.Class("explain-text"),
		markup.CodeField(markup.Code{ID: id, Label: label, Text: value, Back: draw.ExplainBack(value, p, where), Bad: p != nil, ReadOnly: in.readOnly, Typed: explainSet(what)}),
		markup.El("div", markup.Attr("aria-live", "polite"), markup.Attr("id", id+"-problem"), markup.Raw("div", "", problem)))
}

// explainSaid is the title of the folded choices, with those that were made.
func explainSaid(v state.Explain) string {
	s := prose.ExplainSaid
	sep := ": "
	for side, k := range v.Known {
		if known, ok := explain.KnownOf(k); ok && k != "" {
			s += sep + [...]string{"first ", "second "}[side] + known.Words()
			sep = "; "
		}
	}
	if v.Double {
		s += sep + "undeclared variables are double"
		sep = "; "
	}
	if v.Results != "" {
		s += sep + "result columns: " + v.Results
	}
	return s
}

func explainForm(in explainPart) markup.Node {
	v, off := in.v, in.readOnly
	problem := func(f explain.Field) string {
		if p := in.wrong; p != nil && p.Where == f {
			return draw.Sentence(p.Text)
		}
		return ""
	}
	examples := []markup.Choice{}
	for _, e := range state.ExplainExamples {
		title, _ := prose.ExplainExample(e.ID)
		examples = append(examples, markup.Choice{Value: e.ID, Label: title})
	}
	id := v.Example()
	title, note := prose.ExplainExample(id)
	if id == "" {
		examples = append(examples, markup.Choice{Value: "", Label: title})
	}
	var machines, layouts, formats []markup.Choice
	for _, t := range model.ExplainMachines() {
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
	layout := v.Layout
	if layout == "" {
		layout = layouts[0].Value
	}
	free := ""
	if v.Double {
		free = "double"
	}
	result := func(side int, label string) markup.Node {
		what := state.ExplainSeen1 + state.ExplainField(side)
		return markup.Field(markup.Entry{ID: "explain-seen" + strconv.Itoa(side+1), Label: label, Shown: v.Seen[side], Hint: prose.ExplainSeenHint, Problem: problem(explain.InFirst + explain.Field(side)),
			Disabled: off, Typed: explainSet(what)})
	}
	return markup.El("div",
		markup.Select("explain-example", "Example", id, examples, off, explainSet(state.ExplainOpen)),
		markup.Raw("p", "note", draw.Escape(note)),
		explainCode("explain-program", prose.ExplainText, v.Program, in, explain.InText, state.ExplainProgram),
		explainCode("explain-second", prose.ExplainSecond, v.Second, in, explain.InSecondText, state.ExplainSecond),
		explainArea("explain-rows", prose.ExplainRows, v.Rows, "3", problem(explain.InRows), state.ExplainRows, off),
		markup.El("div", markup.Class("explain-results"), markup.Flag("hidden", v.Results != ""), result(0, prose.ExplainSeen1), result(1, prose.ExplainSeen2)),
		markup.El("details", markup.Class("explain-said"), markup.El("summary", markup.Text(explainSaid(v))), markup.El("div", markup.Class("explain-results"),
			markup.Select("explain-known1", prose.ExplainKnown+" (first result)", v.Known[0], machines, off, explainSet(state.ExplainKnown1)),
			markup.Select("explain-known2", prose.ExplainKnown+" (second result)", v.Known[1], machines, off, explainSet(state.ExplainKnown2)),
			markup.Select("explain-free", prose.ExplainFree, free, []markup.Choice{{Value: "", Label: "float"}, {Value: "double", Label: "double"}}, off, explainSet(state.ExplainFree)),
			markup.Select("explain-columns", prose.ExplainColumns, v.Results, []markup.Choice{{Value: "", Label: "none: entered above"}, {Value: "1", Label: "one, at the end of each row"}, {Value: "2", Label: "two, at the end of each row"}}, off, explainSet(state.ExplainResults)),
			markup.Select("explain-layout", prose.ExplainLayout, layout, layouts, off, explainSet(state.ExplainLayout)),
			markup.Select("explain-bits", prose.ExplainFormat, v.Bits, formats, off, explainSet(state.ExplainBits)))))
}

func explainColumns(in explainPart) markup.Node {
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
		markup.Raw("div", "", draw.Heading(prose.ExplainArrays, prose.ExplainArraysNote)),
		markup.El("div", markup.Class("row"), filePlace("explain", shown, in.readOnly),
			markup.Button(prose.ExplainClose, state.ExplainOpenFile{}, markup.Class("plain"), markup.Flag("hidden", shown == ""))),
		markup.El("div", markup.Class("explain-pair"),
			explainArea("explain-pair", prose.ExplainPair, in.v.Pair, "5", "", state.ExplainPair, in.readOnly),
			markup.Select("explain-pairbits", "Format", in.v.PairBits, formats, in.readOnly, explainSet(state.ExplainPairBits))),
		markup.Raw("div", "", draw.ExplainArrays(explained.compared)))
}
