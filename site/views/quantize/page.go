package quantize

import (
	"strconv"

	"ulplab/fpcore/blockscale"
	"ulplab/fpcore/format"
	"ulplab/fpcore/sample"
	"ulplab/site/files"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
)

type view struct {
	In       State
	ReadOnly bool
}

// little is how many elements a step of the work does, about.
const little = 1 << 13

// asked is what the work depends on.
type asked struct {
	in    Input
	again uint32
}

func tasks(s State) []lab.Task {
	return []lab.Task{lab.Slices[*Model]{Name: "quant.run", In: asked{s.Input, s.Again},
		Begin: func(before *Model) *Model { return New(s.Input, before) },
		Step:  func(m *Model) bool { return m.Step(little) }}.Task(), pairsTask(s.Pairs)}
}

// part is the input of a part of the view.
type part struct {
	m        *Model
	version  uint32
	at       int
	log      bool
	readOnly bool
}

func (v *view) render() markup.Node {
	s := &v.In
	m, progress := lab.Made[*Model]("quant.run")
	last := max(len(m.X)-1, 0)
	at := min(int(s.At), last)
	still := part{m: m, version: progress.Version, readOnly: v.ReadOnly}
	drawn := part{m: m, version: progress.Version, log: s.Log}
	shown := part{m: m, version: progress.Version, at: at}
	open := part{m: m, version: progress.Version, at: at, readOnly: v.ReadOnly}
	off := markup.Flag("hidden", !(m.Problem == "" && m.Sides[0].Done && m.Sides[1].Done))
	disabled := markup.Prop("disabled", v.ReadOnly)
	return markup.El("div", markup.Class("op quant"),
		markup.ExamplePanel("quant", ExampleWords, "", exampleOf(v.In), v.ReadOnly, openExample),
		markup.El("div", markup.Class("quant-top"),
			markup.El("div", markup.Class("quant-inputs"),
				markup.PanelBy("", dataIn{s.Data, s.Draft, m.Problem, v.ReadOnly}, dataFields),
				markup.PanelBy("quant-recipes", recipesIn{s.R, v.ReadOnly}, recipes),
				markup.AnswerBar(bar(m))),
			markup.El("div", markup.Class("quant-answer"), markup.PanelBy("", still, results))),
		markup.El("div", markup.Class("row quant-axis"), off,
			markup.Words("span", "label", "Axis"),
			chip("linear", Set{What: Axis}, !s.Log, disabled), chip("logarithmic", Set{What: Axis, I: 1}, s.Log, disabled)),
		markup.PanelBy("quant-figures", drawn, histograms),
		markup.El("div", markup.Class("quant-look"), off,
			markup.El("label", markup.Class("label"), markup.Attrs("for=quant-at"), markup.Text("Element")),
			markup.El("input", markup.Attrs("type=range|id=quant-at|min=0"), markup.Attr("max", words.Num(last)), markup.Attr("step", words.Num(blockStep(m))),
				markup.Prop("value", words.Num(at)), disabled,
				markup.OnInput(numbers(Look, 0)), markup.OnSettled(nil)),
			markup.Words("span", "num", words.Num(at))),
		markup.PanelBy("quant-figures", shown, blocks),
		markup.PhoneFold(openTitle, markup.PanelBy("", open, once(block)), off),
		markup.PhoneFold(tableTitle, markup.PanelBy("", still, once(formats)), off),
		markup.El("div", markup.Class("quant-dot"), off,
			markup.Words("h2", "", dotTitle),
			markup.Words("p", "note", dotNote),
			markup.Hidden(s.Dotted, markup.Button(dotAsk, Set{What: AskDot}, markup.Attrs("id=quant-dot-ask"), disabled)),
			markup.Hidden(!s.Dotted, markup.PanelBy("quant-rows", dotIn{s.Dot, s.Draft, v.ReadOnly}, dotFields)),
			markup.PanelBy("", still, drawDots)),
		markup.El("div", markup.Class("quant-export"), off,
			markup.Words("h2", "", "Codes and scales"),
			markup.Words("p", "note", exportNote),
			exports(0), exports(1)),
		markup.PhoneFold(pairsTitle, pairsSection(s.Pairs, v.ReadOnly)))
}

// chip is one of two buttons of which one is on.
func chip(label string, a markup.Action, on bool, disabled markup.Setting) markup.Node {
	return markup.Button(label, a, markup.Class("chip"), markup.Pressed(on), disabled)
}

// texts makes Sets of texts, numbers those of numbers.
func texts(what What, side int) func(string) markup.Action {
	return func(t string) markup.Action { return Set{What: what, Side: side, Text: t} }
}

func numbers(what What, side int) func(string) markup.Action {
	return func(t string) markup.Action {
		n, _ := strconv.Atoi(t)
		return Set{What: what, Side: side, I: n}
	}
}

// ready reports whether both sides are there.
func (m *Model) ready() bool {
	a, b := m.Sides[0], m.Sides[1]
	return m.Problem == "" && a.Done && b.Done && a.S != nil && b.S != nil
}

// once draws a part of the page from when both sides are there.
func once(draw func(m *Model, at int) string) func(any) markup.Node {
	return func(v any) markup.Node {
		in, html := v.(part), ""
		if in.m.ready() {
			html = markup.Still(draw(in.m, in.at), in.readOnly)
		}
		return markup.Raw("div", "", html)
	}
}

func drawDots(v any) markup.Node {
	m := v.(part).m
	if !m.ready() || !m.In.Dotted {
		return markup.Raw("div", "", "")
	}
	return markup.Raw("div", "quant-dots", dots(m))
}

// blockStep is how many elements the slider moves: a block of A, or what is shown of it.
func blockStep(m *Model) int {
	if m.Problem != "" {
		return 1
	}
	if n := m.Sides[0].Scheme.Block; n > 0 {
		return min(n, m.Cols)
	}
	return Window
}

func results(v any) markup.Node {
	in := v.(part)
	return markup.Raw("div", "", markup.Still(result(in.m), in.readOnly), markup.Reveals(markup.Result))
}

func result(m *Model) string {
	if m.Problem != "" {
		return `<p class="problem" id="quant-problem">` + words.Escape(m.Problem) + `</p>`
	}
	s := answer(m)
	if m.Filled() {
		s += `<p class="note quant-about">` + words.Escape(about(m)) + `</p>`
	}
	for _, n := range m.Notes {
		s += `<p class="note quant-about">` + words.Escape(n) + `</p>`
	}
	return s
}

// exampleOf returns the ID of the example shown, "" for a state of the reader's own.
func exampleOf(s State) string {
	return Examples.Like(s, func(s State) State { return State{Input: s.Input} })
}

type dataIn struct {
	d        Data
	draft    [5]operand.Draft
	problem  string
	readOnly bool
}

func dataFields(v any) markup.Node {
	in := v.(dataIn)
	d := &in.d
	var kinds, outliers, raws markup.Choices
	for _, k := range sample.Kinds {
		kinds.Add(k.ID, words.Capital(k.Name), "Distributions")
	}
	kinds.Add(Own, "Typed or pasted", "Your numbers")
	kinds.Add(File, "File", "Your numbers")
	for _, n := range OutlierChoices {
		label := "none"
		if n > 0 {
			label = "1 of " + words.Thousands(n) + words.Fill(", times #", sample.OutlierFactor)
		}
		outliers.Add(words.Num(n), label, "")
	}
	for _, id := range Raws {
		raws.Add(id, operand.FormatOf(id).Name, "")
	}
	raw := d.File.Raw
	if raw == "" {
		raw = Raws[0]
	}
	isRaw := false
	if f := files.Get(d.File.Digest); f != nil {
		isRaw = files.NeedsFormat(f.Name, f.Data)
	}
	slot := func(hidden bool, class string, more ...markup.Node) markup.Node {
		return markup.El("div", markup.Class(class), markup.Flag("hidden", hidden), markup.All(more))
	}
	problem, own, file := "", d.Kind == Own, d.Kind == File
	if own {
		problem = in.problem
	}
	return markup.El("div", markup.Class("quant-data"),
		markup.Select("quant-kind", "Numbers", d.Kind, kinds, in.readOnly, texts(Kind, 0)),
		slot(own || file, "quant-slot", typedField(&in.draft, in.readOnly, TypeN, d.N)),
		slot(own || file, "quant-slot", markup.Select("quant-outliers", "Outliers", words.Num(int(d.Outliers)), outliers, in.readOnly, numbers(Outliers, 0))),
		typedField(&in.draft, in.readOnly, TypeSeed, d.Seed),
		typedField(&in.draft, in.readOnly, TypeWidth, d.Width),
		slot(!own, "quant-own",
			markup.CodeField(markup.Code{ID: "quant-own", Label: ownLabel, Text: d.Own, Back: words.Escape(d.Own), Bad: problem != "", ReadOnly: in.readOnly, Typed: typed}),
			markup.El("p", markup.Class("problem"), markup.Attrs("id=quant-own-problem"), markup.Text(problem))),
		slot(!file, "quant-own",
			lab.FilePlace("quant", fileWords(&d.File), in.readOnly),
			slot(!isRaw, "quant-slot", markup.Select("quant-raw", "Raw values are", raw, raws, in.readOnly, texts(Raw, 0)))))
}

// typedField is the field of a number that is typed.
func typedField(draft *[5]operand.Draft, readOnly bool, what What, n int32) markup.Node {
	e := typedFields[what-TypeN]
	e.ID, e.Disabled, e.Typed = "quant-"+e.ID, readOnly, texts(what, 0)
	e.Settled = func() markup.Action { return Set{What: Settle} }
	problem := e.Problem
	e.Problem = ""
	if d := &draft[what-TypeN]; d.On {
		s := State{Draft: *draft}
		if e.Shown = d.Text; !s.read(what) {
			e.Problem = problem
		}
	} else if what != TypeWidth || n != 0 {
		e.Shown = words.Num(int(n))
	}
	return markup.Field(e)
}

type dotIn struct {
	rows     [2]int32
	draft    [5]operand.Draft
	readOnly bool
}

// dotFields are the rows of the dot product.
func dotFields(v any) markup.Node {
	in := v.(dotIn)
	return markup.El("div", markup.Class("gemm-numbers"),
		typedField(&in.draft, in.readOnly, TypeDot1, in.rows[0]), typedField(&in.draft, in.readOnly, TypeDot2, in.rows[1]))
}

// typed takes the reader's own numbers: too many for a link become a file.
func typed(t string) markup.Action {
	if len(t) <= MaxText {
		return Set{What: TypeOwn, Text: t}
	}
	f := files.Put(pasted, []byte(t))
	lab.EndGesture()
	return OpenFile{Name: f.Name, Digest: f.Digest}
}

// opened takes a file that was opened for the view.
func opened(f *files.Source, problem string) markup.Action {
	if f == nil {
		lab.Warn(problem)
		return nil
	}
	return OpenFile{Name: f.Name, Digest: f.Digest}
}

type recipesIn struct {
	r        [2]Recipe
	readOnly bool
}

func recipes(v any) markup.Node {
	in := v.(recipesIn)
	return markup.El("div",
		recipe(0, &in.r[0], in.readOnly), recipe(1, &in.r[1], in.readOnly),
		markup.Button("Exchange A and B", Set{What: Swap}, markup.Class("plain"), markup.Prop("disabled", in.readOnly)))
}

func recipe(side int, r *Recipe, readOnly bool) markup.Node {
	id := "quant-" + "ab"[side:side+1] + "-"
	var schemes, rules markup.Choices
	for i := range blockscale.Schemes {
		s, group := &blockscale.Schemes[i], "binary32"
		switch s.Scale {
		case format.E8M0:
			group = "A power of two for 32 elements"
		case format.UE4M3:
			group = "E4M3 for 16 elements, binary32 for all"
		}
		schemes.Add(s.ID, s.Name, group)
	}
	rule := "max"
	for _, i := range blockscale.Rules {
		rules.Add(i.ID, words.Capital(i.Name), "")
		if r.Power() && i.Rule == r.Rule {
			rule = i.ID
		}
	}
	two := func(name, label string, on bool, what What, no, yes string) markup.Node {
		var list markup.Choices
		list.Add("0", no, "")
		list.Add("1", yes, "")
		value := "0"
		if on {
			value = "1"
		}
		return markup.Select(id+name, label, value, list, readOnly, numbers(what, side))
	}
	return markup.El("fieldset", markup.Class("quant-recipe"),
		markup.Words("legend", "", "Recipe "+"AB"[side:side+1]),
		markup.Select(id+"scheme", "Format", r.Scheme, schemes, readOnly, texts(Scheme, side)),
		markup.Select(id+"rule", "Scale", rule, rules, readOnly || !r.Power(), texts(RuleOf, side)),
		two("round", "Rounding", r.Stochastic, Rounding, "To nearest even", "Stochastic, from the seed"),
		two("beyond", "Beyond the largest code", r.Overflow, Beyond, "Saturate", "Infinity or NaN, where there is one"))
}

func histograms(v any) markup.Node {
	in := v.(part)
	return figures(in.m, "quant-histogram-", "", func(r *Result, w int) svg.Picture { return Histogram(r, in.log, w) },
		func(side int) string { return words.Escape(histogram(in.m.Sides[side], side, in.log)) })
}

func blocks(v any) markup.Node {
	in := v.(part)
	return figures(in.m, "quant-blocks-", "Blocks of ", func(r *Result, w int) svg.Picture { return Blocks(in.m, r, in.at, w) },
		func(side int) string { return blocksCaption(in.m, side, in.at) })
}

// figures draws both sides.
func figures(m *Model, id, title string, draw func(r *Result, w int) svg.Picture, caption func(side int) string) markup.Node {
	if !m.ready() {
		return markup.Raw("div", "", "")
	}
	s := ""
	var all markup.All
	for i, r := range m.Sides {
		id := id + "ab"[i:i+1]
		s += html.Figure(id, title+m.title(i), html.WideNarrow(draw(r, wideWidth), draw(r, narrowWidth)), caption(i))
		all = append(all, markup.Exported(id, func() svg.Picture { return draw(r, fileWidth) }))
	}
	return markup.Raw("div", "", s, all)
}

// exports are the files of a side.
func exports(side int) markup.Node {
	name := "AB"[side : side+1]
	row := markup.All{markup.Class("row"), markup.Words("b", "", name)}
	for i, label := range [...]string{"Codes, CSV", "Scales, CSV", "Codes, raw", "Scales, raw"} {
		row = append(row, markup.El("button", markup.Attrs("type=button"), markup.Attr("aria-label", name+": "+label), markup.On("click", func(markup.Event) markup.Action {
			if m, _ := lab.Made[*Model]("quant.run"); m.ready() {
				save(m, m.Sides[side], i)
			}
			return nil
		}), markup.Text(label)))
	}
	return markup.El("p", row)
}

// save saves one of the files of a side, by its place among the buttons.
func save(m *Model, r *Result, what int) {
	host, name := lab.Host(), "ulplab-"+r.Recipe.Scheme
	switch what {
	case 0:
		host.SaveText(name+"-codes.csv", "text/csv", codesCSV(m, r))
	case 1:
		host.SaveText(name+"-scales.csv", "text/csv", scalesCSV(r))
	case 2:
		host.(lab.Saver).SaveBytes(name+"-codes.bin", codesRaw(r))
	default:
		host.(lab.Saver).SaveBytes(name+"-scales.bin", scalesRaw(r))
	}
}

// tap looks at an element, or takes a format over.
func tap(rest string) markup.Action {
	if rest == "" {
		return nil
	}
	if side := int(rest[0]) - 'a'; side == 0 || side == 1 {
		return Set{What: Scheme, Side: side, Text: rest[1:]}
	}
	n, err := strconv.Atoi(rest)
	if err != nil {
		return nil
	}
	return Set{What: Look, I: n}
}

// says is what is read out of a state.
func says(s State) []string {
	m, _ := lab.Made[*Model]("quant.run")
	t, _ := lab.Made[*Table]("quant.pairs")
	if m == nil || t == nil {
		return nil
	}
	pair := ""
	if t.done == len(t.Class) {
		pair = pairSaid0(t, s.Pairs)
	}
	if bar(m) == "" {
		return []string{"", pair}
	}
	return []string{"Signal to noise: " + words.Plain(bar(m)) + ".", pair}
}

// openExample shows the example of an ID.
func openExample(id string) markup.Action { return Set{What: Open, Text: id} }
