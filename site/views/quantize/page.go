package quantize

import (
	"strconv"

	"ulplab/fpcore/blockscale"
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

func (v view) render() markup.Node {
	s := v.In
	m, progress := lab.Made[*Model]("quant.run")
	at := min(int(s.At), max(len(m.X)-1, 0))
	in := part{m, progress.Version, at, s.Log, v.ReadOnly}
	still := part{m: m, version: in.version, readOnly: v.ReadOnly}
	ready := m.Problem == "" && m.Sides[0].Done && m.Sides[1].Done
	off := markup.Flag("hidden", !ready)
	return markup.El("div", markup.Class("op quant"),
		markup.Panel("op-examples", markup.ExampleChoice{Example: exampleOf(s), ReadOnly: v.ReadOnly}, chooseExample),
		markup.El("div", markup.Class("quant-top"),
			markup.El("div", markup.Class("quant-inputs"),
				markup.Panel("", dataIn{s.Data, s.Draft, m.Problem, v.ReadOnly}, dataFields),
				markup.Panel("quant-recipes", recipesIn{s.R, v.ReadOnly}, recipes),
				markup.AnswerBar(bar(m))),
			markup.El("div", markup.Class("quant-answer"),
				markup.Panel("", still, func(in part) markup.Node {
					return markup.Raw("div", "", markup.Still(result(in.m), in.readOnly), markup.Reveals(markup.Result))
				}))),
		markup.El("div", markup.Class("row quant-axis"), off,
			markup.El("span", markup.Class("label"), markup.Text("Axis")),
			markup.Button("linear", Set{What: Axis}, markup.Class("chip"), markup.Pressed(!s.Log), markup.Prop("disabled", v.ReadOnly)),
			markup.Button("logarithmic", Set{What: Axis, I: 1}, markup.Class("chip"), markup.Pressed(s.Log), markup.Prop("disabled", v.ReadOnly))),
		markup.Panel("quant-figures", part{m: m, version: in.version, log: s.Log}, histograms),
		markup.El("div", markup.Class("quant-look"), off,
			markup.El("label", markup.Class("label"), markup.Attr("for", "quant-at"), markup.Text("Element")),
			markup.El("input", markup.Attr("type", "range"), markup.Attr("id", "quant-at"), markup.Attr("min", "0"), markup.Attr("max", strconv.Itoa(max(len(m.X)-1, 0))), markup.Attr("step", strconv.Itoa(blockStep(m))),
				markup.Prop("value", strconv.Itoa(at)), markup.Prop("disabled", v.ReadOnly),
				markup.OnInput(numbers(Look, 0)), markup.OnSettled(nil)),
			markup.El("span", markup.Class("num"), markup.Text(strconv.Itoa(at)))),
		markup.Panel("quant-figures", part{m: m, version: in.version, at: at}, blocks),
		markup.PhoneFold(openTitle, markup.Panel("", part{m: m, version: in.version, at: at, readOnly: v.ReadOnly}, once(func(in part) string { return block(in.m, in.at) })), off),
		markup.PhoneFold(tableTitle, markup.Panel("", still, once(func(in part) string { return formats(in.m) })), off),
		markup.El("div", markup.Class("quant-dot"), off,
			markup.El("h2", markup.Text(dotTitle)),
			markup.El("p", markup.Class("note"), markup.Text(dotNote)),
			markup.El("div", markup.Flag("hidden", s.Dotted), markup.Button(dotAsk, Set{What: AskDot}, markup.Attr("id", "quant-dot-ask"), markup.Prop("disabled", v.ReadOnly))),
			markup.El("div", markup.Flag("hidden", !s.Dotted), markup.Panel("quant-rows", dotIn{s.Dot, s.Draft, v.ReadOnly}, dotFields)),
			markup.Panel("", still, func(in part) markup.Node {
				if !in.ready() || !in.m.In.Dotted {
					return markup.Raw("div", "", "")
				}
				return markup.Raw("div", "quant-dots", dots(in.m))
			})),
		markup.El("div", markup.Class("quant-export"), off,
			markup.El("h2", markup.Text("Codes and scales")),
			markup.El("p", markup.Class("note"), markup.Text(exportNote)),
			exports(0), exports(1)),
		markup.PhoneFold(pairsTitle, pairsSection(s.Pairs, v.ReadOnly)))
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
func (in part) ready() bool {
	return in.m.Problem == "" && in.m.Sides[0].Done && in.m.Sides[1].Done && in.m.Sides[0].S != nil && in.m.Sides[1].S != nil
}

// once draws a part of the page from when both sides are there.
func once(draw func(in part) string) func(part) markup.Node {
	return func(in part) markup.Node {
		if !in.ready() {
			return markup.Raw("div", "", "")
		}
		return markup.Raw("div", "", markup.Still(draw(in), in.readOnly))
	}
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

func chooseExample(in markup.ExampleChoice) markup.Node {
	return markup.Examples("quant", ExampleWords, "", in.Example, in.ReadOnly, texts(Open, 0))
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

func dataFields(in dataIn) markup.Node {
	var kinds, outliers, raws []markup.Choice
	for _, k := range sample.Kinds {
		kinds = append(kinds, markup.Choice{Value: k.ID, Label: words.Capital(k.Name), Group: "Distributions"})
	}
	kinds = append(kinds, markup.Choice{Value: Own, Label: "Typed or pasted", Group: "Your numbers"}, markup.Choice{Value: File, Label: "File", Group: "Your numbers"})
	for _, n := range OutlierChoices {
		label := "none"
		if n > 0 {
			label = "1 of " + words.Thousands(n) + ", times " + strconv.Itoa(sample.OutlierFactor)
		}
		outliers = append(outliers, markup.Choice{Value: strconv.Itoa(n), Label: label})
	}
	for _, id := range Raws {
		raws = append(raws, markup.Choice{Value: id, Label: operand.FormatOf(id).Name})
	}
	raw := in.d.File.Raw
	if raw == "" {
		raw = Raws[0]
	}
	isRaw := false
	if f := files.Get(in.d.File.Digest); f != nil {
		isRaw = files.NeedsFormat(f.Name, f.Data)
	}
	field := func(what What, id, label, hint, problem string, n int32) markup.Node {
		return typedField(in.draft, in.readOnly, what, id, label, hint, problem, n)
	}
	distribution := in.d.Kind != Own && in.d.Kind != File
	return markup.El("div", markup.Class("quant-data"),
		markup.Select("quant-kind", "Numbers", in.d.Kind, kinds, in.readOnly, texts(Kind, 0)),
		markup.El("div", markup.Class("quant-slot"), markup.Flag("hidden", !distribution),
			field(TypeN, "quant-n", "How many", "4096 or 2^12", "A number of elements from 1 to "+words.Thousands(Most)+", as 4096 or 2^12.", in.d.N)),
		markup.El("div", markup.Class("quant-slot"), markup.Flag("hidden", !distribution),
			markup.Select("quant-outliers", "Outliers", strconv.Itoa(int(in.d.Outliers)), outliers, in.readOnly, numbers(Outliers, 0))),
		field(TypeSeed, "quant-seed", "Seed", "1", "A seed is a whole number from 0 to "+words.Thousands(MostSeed)+".", in.d.Seed),
		field(TypeWidth, "quant-width", widthLabel, widthHint, "The length of a row is a whole number up to "+words.Thousands(Most)+", or nothing for that of the data.", in.d.Width),
		markup.El("div", markup.Class("quant-own"), markup.Flag("hidden", in.d.Kind != Own),
			markup.CodeField(markup.Code{ID: "quant-own", Label: ownLabel, Text: in.d.Own, Back: words.Escape(in.d.Own), Bad: in.problem != "" && in.d.Kind == Own, ReadOnly: in.readOnly, Typed: typed}),
			markup.El("p", markup.Class("problem"), markup.Attr("id", "quant-own-problem"), markup.Text(onlyIf(in.d.Kind == Own, in.problem)))),
		markup.El("div", markup.Class("quant-own"), markup.Flag("hidden", in.d.Kind != File),
			lab.FilePlace("quant", fileWords(in.d.File), in.readOnly),
			markup.El("div", markup.Class("quant-slot"), markup.Flag("hidden", !isRaw),
				markup.Select("quant-raw", "Raw values are", raw, raws, in.readOnly, texts(Raw, 0)))))
}

// typedField is the field of a number that is typed.
func typedField(draft [5]operand.Draft, readOnly bool, what What, id, label, hint, problem string, n int32) markup.Node {
	d := draft[what-TypeN]
	shown := strconv.Itoa(int(n))
	if what == TypeWidth && n == 0 {
		shown = ""
	}
	wrong := ""
	if d.On {
		s := State{Draft: draft}
		if shown = d.Text; !s.read(what) {
			wrong = problem
		}
	}
	return markup.Field(markup.Entry{ID: id, Label: label, Shown: shown, Hint: hint, Problem: wrong, Disabled: readOnly,
		Typed:   texts(what, 0),
		Settled: func() markup.Action { return Set{What: Settle} }})
}

type dotIn struct {
	rows     [2]int32
	draft    [5]operand.Draft
	readOnly bool
}

// dotFields are the rows of the dot product.
func dotFields(in dotIn) markup.Node {
	field := func(side int) markup.Node {
		return typedField(in.draft, in.readOnly, TypeDot1+What(side), "quant-row"+strconv.Itoa(side+1), [2]string{"Row", "With row"}[side], "0", "A row is a whole number from 0; beyond the last one it is the last.", in.rows[side])
	}
	return markup.El("div", markup.Class("gemm-numbers"), field(0), field(1))
}

func onlyIf(on bool, s string) string {
	if on {
		return s
	}
	return ""
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

func recipes(in recipesIn) markup.Node {
	return markup.El("div",
		recipe(0, in.r[0], in.readOnly), recipe(1, in.r[1], in.readOnly),
		markup.Button("Exchange A and B", Set{What: Swap}, markup.Class("plain"), markup.Prop("disabled", in.readOnly)))
}

func recipe(side int, r Recipe, readOnly bool) markup.Node {
	letter := "AB"[side : side+1]
	id := "quant-" + "ab"[side:side+1] + "-"
	var schemes, rules []markup.Choice
	for _, s := range blockscale.Schemes {
		group := "A power of two for 32 elements"
		switch {
		case s.Second:
			group = "E4M3 for 16 elements, binary32 for all"
		case !powers(s):
			group = "binary32"
		}
		schemes = append(schemes, markup.Choice{Value: s.ID, Label: s.Name, Group: group})
	}
	rule := "max"
	for _, i := range blockscale.Rules {
		rules = append(rules, markup.Choice{Value: i.ID, Label: words.Capital(i.Name)})
		if r.Power() && i.Rule == r.Rule {
			rule = i.ID
		}
	}
	two := func(name, label string, on bool, what What, no, yes string) markup.Node {
		return markup.Select(id+name, label, strconv.Itoa(bit(on)), []markup.Choice{{Value: "0", Label: no}, {Value: "1", Label: yes}}, readOnly, numbers(what, side))
	}
	return markup.El("fieldset", markup.Class("quant-recipe"),
		markup.El("legend", markup.Text("Recipe "+letter)),
		markup.Select(id+"scheme", "Format", r.Scheme, schemes, readOnly, texts(Scheme, side)),
		markup.Select(id+"rule", "Scale", rule, rules, readOnly || !r.Power(), texts(RuleOf, side)),
		two("round", "Rounding", r.Stochastic, Rounding, "To nearest even", "Stochastic, from the seed"),
		two("beyond", "Beyond the largest code", r.Overflow, Beyond, "Saturate", "Infinity or NaN, where there is one"))
}

func bit(on bool) int {
	if on {
		return 1
	}
	return 0
}

func histograms(in part) markup.Node {
	return figures(in, "quant-histogram-", "", func(r *Result, w int) svg.Picture { return Histogram(r, in.log, w) },
		func(side int) string { return words.Escape(histogram(in.m.Sides[side], side, in.log)) })
}

func blocks(in part) markup.Node {
	return figures(in, "quant-blocks-", "Blocks of ", func(r *Result, w int) svg.Picture { return Blocks(in.m, r, in.at, w) },
		func(side int) string { return blocksCaption(in.m, side, in.at) })
}

// figures draws both sides.
func figures(in part, id, title string, draw func(r *Result, w int) svg.Picture, caption func(side int) string) markup.Node {
	if !in.ready() {
		return markup.Raw("div", "", "")
	}
	s := ""
	var all markup.All
	for i, r := range in.m.Sides {
		id := id + "ab"[i:i+1]
		s += html.Figure(id, title+"AB"[i:i+1]+": "+r.Recipe.Title(), html.WideNarrow(draw(r, wideWidth), draw(r, narrowWidth)), caption(i))
		all = append(all, markup.Exported(id, func() svg.Picture { return draw(r, fileWidth) }))
	}
	return markup.Raw("div", "", s, all)
}

// exports are the files of a side.
func exports(side int) markup.Node {
	letter := "AB"[side : side+1]
	save := func(label string, do func(m *Model, r *Result, name string)) markup.Node {
		return markup.El("button", markup.Attr("type", "button"), markup.Attr("aria-label", letter+": "+label), markup.On("click", func(markup.Event) markup.Action {
			if m, _ := lab.Made[*Model]("quant.run"); (part{m: m}).ready() {
				do(m, m.Sides[side], "ulplab-"+m.Sides[side].Recipe.Scheme)
			}
			return nil
		}), markup.Text(label))
	}
	return markup.El("p", markup.Class("row"), markup.El("b", markup.Text(letter)),
		save("Codes, CSV", func(m *Model, r *Result, name string) {
			lab.Host().SaveText(name+"-codes.csv", "text/csv", codesCSV(m, r))
		}),
		save("Scales, CSV", func(_ *Model, r *Result, name string) {
			lab.Host().SaveText(name+"-scales.csv", "text/csv", scalesCSV(r))
		}),
		save("Codes, raw", func(_ *Model, r *Result, name string) {
			lab.Host().(lab.Saver).SaveBytes(name+"-codes.bin", codesRaw(r))
		}),
		save("Scales, raw", func(_ *Model, r *Result, name string) {
			lab.Host().(lab.Saver).SaveBytes(name+"-scales.bin", scalesRaw(r))
		}))
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
