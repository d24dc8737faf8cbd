package matrixproduct

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/tensor/field"
	"ulplab/fpcore/tensor/product"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
	"ulplab/site/work"
)

// view is the Matrix product view.
type view struct {
	In       State
	ReadOnly bool
}

func (v *view) render() markup.Node {
	s := &v.In
	table, data := lab.Made[product.Table](plans)
	text, _ := lab.Made[string](programs)
	m, at := lab.Made[*Model](element)
	if m == nil {
		m = Begin(s.input(), table)
	}
	problem := m.Problem
	if data.State == work.Failed {
		problem = data.Problem
	}
	unread, said := v.unread(), verdict(m)
	return markup.El("div", markup.Class(html.StaleClass("op gemm", unread)),
		markup.ExamplePanel("gemm", ExampleWords, "", exampleOf(v.In), v.ReadOnly, openExample),
		markup.El("div", markup.Class("sidefirst"),
			markup.El("div", markup.Class("op-inputs"), markup.PanelOf(0),
				markup.PanelBy("op-choices", choices{s.Preset, s.Data, s.Layout, v.ReadOnly}, choose),
				v.fields(m.In.N), v.own(0), v.own(1), v.files(),
				markup.AnswerBar(html.Bar(unread, said))),
			markup.El("div", markup.Class("op-answer"),
				markup.Raw("div", "stale-slot", html.Stale(unread)),
				markup.El("p", markup.Class("op-why"), markup.PanelOf(0), markup.Reveals(markup.Result), markup.Text(said)),
				markup.Words("p", "problem", problem),
				markup.El("p", markup.Class("note"), markup.Flag("hidden", !m.NoPlan || data.State != work.Finished), markup.Text(noPlan(s.preset(), m.In.N))),
				markup.Hidden(at.State == work.Finished, at.Control(element, "gemm-element", "points", nil).Show()),
				markup.Raw("div", "gemm-targets", Targets(m), markup.PanelOf(2)))),
		markup.El("div", markup.Class("op-part of-operands"), markup.PanelOf(1), markup.Figure{ID: "gemm-chain", Title: chainTitle, Caption: words.Escape(chainCaption(m)),
			Body:   markup.Raw("div", "op-scope", html.WideNarrow(Chain(m, 1088), Chain(m, 346))),
			Export: markup.Exported("gemm-chain", func() svg.Picture { return Chain(m, 1088) })}.Show()),
		markup.El("div", markup.Class("op-part of-operands"), markup.PanelOf(3), v.whole(table)),
		markup.El("div", markup.Class("op-part of-operands gemm-two"),
			markup.Raw("section", "", "<h2>"+tolTitle+"</h2>"+Tolerance(m), markup.PanelOf(4)),
			markup.Raw("section", "gemm-code", program(m, text), markup.PanelOf(5))))
}

// typed makes Sets of texts.
func typed(what What, i int) func(string) markup.Action {
	return func(t string) markup.Action { return Set{What: what, I: i, Text: t} }
}

// program is the code that checks the product; text is what it is made of, "" before it is there.
func program(m *Model, text string) string {
	if m.Problem != "" {
		return ""
	}
	gamma, note := "", codeNote
	if w := m.chosen(); w != nil {
		if b := BoundOf(w.Plan, w.Preset.Out, len(m.A)); b.OK {
			gamma = gammaText(&b)
		}
	}
	if m.In.Data == FileData {
		note = ownNote
	}
	t := code(text, m, gamma)
	return html.Fill(`<h2>`+codeTitle+`</h2><p class="note">~ ~</p><pre class="num">#</pre>`, note, html.Copy(t, "the program"), t)
}

// unread are the fields whose text is not understood.
func (v *view) unread() (names []string) {
	s := &v.In
	check := func(typed bool, name string, err error) {
		if typed && err != nil {
			names = append(names, name)
		}
	}
	for i := range s.Text {
		_, err := s.number(i, s.Text[i].Text)
		check(s.Text[i].On && !(i == K && s.own()), bounds[i].Name, err)
	}
	for i := range s.Lists {
		_, err := readList(s.Lists[i].Text, s.preset().In)
		check(s.Data == "" && s.Lists[i].On, [2]string{"row", "column"}[i], err)
	}
	return names
}

// fields are M, N, K, the seed and the element; sized are those of the reader's files.
func (v *view) fields(sized [numbers]uint32) markup.Node {
	s, in := &v.In, v.In.input()
	var list markup.List
	for i := range bounds {
		shown, problem, fixed := words.Num(int(in.N[i])), "", in.fixed(i)
		if t := &s.Text[i]; fixed {
			shown = words.Num(int(sized[i]))
		} else if t.On {
			shown = t.Text
			if _, err := s.number(i, t.Text); err != nil {
				problem = err.Error()
			}
		}
		list = append(list, markup.Hidden(s.own() && i == Seed || in.one() && i > Seed,
			markup.Field(markup.Entry{ID: "gemm-" + keys[i], Label: bounds[i].Name, Shown: shown, Problem: problem, Disabled: v.ReadOnly || fixed, Typed: typed(Number, i)})))
	}
	return markup.El("div", markup.Class("gemm-numbers"), list)
}

// own is the field of the reader's own row or column.
func (v *view) own(i int) markup.Node {
	s := &v.In
	shown, problem := s.Own[i], ""
	if t := &s.Lists[i]; t.On {
		shown = t.Text
	}
	if s.Data == "" {
		if _, err := readList(shown, s.preset().In); err != nil {
			problem = words.Minus(err.Error())
		}
	}
	return markup.Hidden(s.Data != "",
		markup.Field(markup.Entry{ID: "gemm-" + "ab"[i:i+1], Label: [2]string{"Row of A", "Column of B"}[i], Shown: shown, Hint: ownFirst[i], Problem: problem, Disabled: v.ReadOnly, Typed: typed(List, i)}))
}

// files is the place of the reader's files.
func (v *view) files() markup.Node {
	shown := ""
	for i, f := range v.In.Files {
		if f.Digest != "" {
			if shown != "" {
				shown += "; "
			}
			shown += "AB"[i:i+1] + ": " + f.Name
		}
	}
	return markup.Hidden(v.In.Data != FileData, lab.FilePlace("gemm", shown, v.ReadOnly),
		markup.El("div", markup.Class("gemm-paste"), markup.On("paste", pasted),
			markup.Field(markup.Entry{ID: "gemm-paste", Label: pasteLabel, Hint: "1 2 3", Disabled: v.ReadOnly, Typed: func(string) markup.Action { return nil }})),
		markup.Words("p", "note", fileNote))
}

// whole is the picture of all elements with its control.
func (v *view) whole(table product.Table) markup.Node {
	s := &v.In
	e, at := lab.Made[*field.Errors](elements)
	here := s.input()
	here.N[Row], here.N[Col] = 0, 0
	problem := problemOf(here, table)
	if s.Whole != here {
		e, at = nil, lab.Progress{}
	}
	here, _ = here.sized()
	run := at.Control(elements, "gemm-all", "elements", nil)
	if at.State == work.Idle {
		run.Start = Set{What: Ask}
	}
	run.Word, run.Off = "Compute every element", v.ReadOnly || problem != ""
	note := problem
	if note == "" && e == nil {
		note = words.Thousands(int(here.N[M]*here.N[N])) + words.Fill(" elements of # products each.", int(here.N[K]))
	}
	var picture svg.Picture
	caption, drawn := "What each element’s error is against the sum of the magnitudes of its products.", ""
	if e != nil {
		picture = Whole(e, int(here.N[M]), int(here.N[N]))
		caption, drawn = html.Powers(wholeCaption(e)), picture.SVG()
	}
	return markup.Figure{ID: "gemm-whole", Title: wholeTitle, Caption: caption,
		Body:   markup.El("div", markup.Words("p", "note", note), run.Show(), markup.Raw("div", "gemm-field", drawn)),
		Export: markup.Exported("gemm-whole", func() svg.Picture { return picture })}.Show()
}

// choices is the input of the selects.
type choices struct {
	preset, data string
	layout       product.Layout
	readOnly     bool
}

func choose(v any) markup.Node {
	in := v.(choices)
	var calls, layouts, data markup.Choices
	for _, p := range product.Presets() {
		calls.Add(p.ID, p.Name, "")
	}
	for _, d := range product.Kinds {
		data.Add(d.ID, d.Name, "")
	}
	data.Add("own", "a row and a column of your own", "")
	data.Add(FileData, "files of your own", "")
	shown := in.data
	if shown == "" {
		shown = "own"
	}
	layouts.Add("NT", "B by columns (NT)", "")
	if p, _ := product.Find(in.preset); p.In != format.E4M3 {
		layouts.Add("NN", "B by rows (NN)", "")
	}
	return markup.El("div", markup.Class("op-fields"),
		markup.Select("gemm-preset", "Library call on an H200", in.preset, calls, in.readOnly, typed(Preset, 0)),
		markup.Select("gemm-layout", "Layout", string(in.layout), layouts, in.readOnly, typed(Layout, 0)),
		markup.Select("gemm-data", "Data", shown, data, in.readOnly, typed(Data, 0)))
}

// says is what is read out of a state.
func says(s State) []string {
	m, _ := lab.Made[*Model](element)
	if m == nil || m.Problem != "" {
		return nil
	}
	if w := m.chosen(); w != nil && w.Error == "" {
		return nil
	}
	return []string{verdict(m)}
}

// openExample shows the example of an ID.
func openExample(id string) markup.Action { return Set{What: Open, Text: id} }
