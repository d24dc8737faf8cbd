package operation

import (
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
)

// view is the Operation view.
type view struct {
	In       State
	ReadOnly bool
}

// choices is the input of the selects: nothing that typing an operand changes.
type choices struct {
	id, src, dst, example string
	env                   round.Env
	integer               uint8
	own, hex              operand.Draft
	open, readOnly        bool
}

func (v view) render() markup.Node {
	o := v.In
	m := build(o)
	saved := m
	m.point(int(o.Over))
	in := choices{o.ID, o.Src, o.Dst, exampleOf(o), o.Env, o.Int, o.Own, o.Hex, v.opened(), v.ReadOnly}
	why, facts := why(m), facts(m, o.Digits)
	unit := "Error, ulp"
	if m.Error.Unit == "" {
		unit = "Error"
	}
	scope, line := "", ""
	if m.Drawn {
		scope = opScope(m, o.Full)
	}
	if m.HasLine {
		line = opLine(m)
	}
	numeric := m.Compare == nil
	unread := operand.Unread(m.Operands)
	if _, err := o.ReadRandom(o.Hex.Text); o.Env.Direction == round.Stochastic && o.Hex.On && err != nil {
		unread = append(unread, "the word of random bits")
	}
	return markup.El("div", markup.Class(html.StaleClass("op", unread)),
		markup.Panel("op-examples", in, opExamples),
		markup.El("div", markup.Class("sidefirst"),
			markup.El("div", markup.Class("op-inputs"),
				markup.Panel("op-choices", in, selects),
				markup.El("div", markup.Class("op-operands"), markup.List(v.operands(m))),
				markup.Panel("op-choices", in, targets),
				markup.Panel("op-advanced", in, opAdvanced),
				markup.AnswerBar(bar(m, unread))),
			markup.El("div", markup.Class("op-answer"),
				markup.Raw("div", "stale-slot", html.Stale(unread)),
				markup.Raw("div", "op-hero", hero(m, operand.DirectionName(o.Env.Direction))),
				markup.Raw("div", "op-whys", why, markup.Reveals(markup.Explanation)),
				markup.Raw("div", "", facts),
				markup.El("div", markup.Class("row"), markup.Flag("hidden", !numeric),
					markup.Button(digits, Show{What: "digits"}, markup.Pressed(o.Digits), markup.Class("op-toggle"))),
				markup.El("div", markup.Flag("hidden", !m.HasLine), markup.Figure{
					ID: "op-line", Title: opLineTitle, Caption: words.Escape(lineCaption),
					Body: markup.Raw("div", "op-lines", line),
					Export: markup.Exported("op-line",

						func() svg.Picture { return linePicture(saved) }),
				}.Show()))),
		markup.El("div", markup.Class("op-part of-operands"), markup.Reveals(markup.Explanation), markup.Flag("hidden", !m.Drawn), markup.Figure{
			ID: "op-scope", Title: opScopeTitle, Caption: scopeCaption(),
			Body: markup.El("div", markup.Slot("", stepper(m.Steps)), markup.Raw("div", "op-scope", scope, markup.Data("bits", "op.scope")),
				markup.El("div", markup.Class("row"), markup.Button(words.EveryBit, Show{What: "bits"}, markup.Pressed(o.Full), markup.Class("op-toggle")))),
			Export: markup.Exported("op-scope",

				func() svg.Picture { return microscope.Draw(saved.shown(), microscope.ScopeWide, scopeTitle(m)) }),
		}.Show()),
		markup.El("p", markup.Class("note of-operands"), markup.Flag("hidden", m.Steps.None == ""), markup.Text(m.Steps.None)),
		markup.Slot("op-draws", v.draws(m)),
		markup.El("section", markup.Class("op-part of-operands"), markup.Flag("hidden", !m.Rounds),
			markup.El("h2", markup.Text(directionsTitle)),
			markup.El("p", markup.Class("note"), markup.Text(directionsNote)),
			markup.El("div", markup.Class("tablebox"), markup.Attr("tabindex", "0"), markup.Attr("role", "region"), markup.Attr("aria-label", directionsTitle),
				markup.Raw("div", "", markup.Still(directions(m, unit), v.ReadOnly)))),
		markup.El("section", markup.Class("op-part of-operands"), markup.Flag("hidden", numeric),
			markup.El("h2", markup.Text(compareTitle)),
			markup.Raw("div", "", opCompare(m))))
}

// stepper walks through the frames of an operation; arrow keys do so too.
func stepper(s Steps) markup.Node {
	if s.N == 0 {
		return nil
	}
	if s.At == 0 {
		return markup.El("div", markup.Class("row op-walk"), markup.Button(stepByStep, ToStep{To: 1}))
	}
	button := func(label, what string, to int) markup.Node {
		return markup.Button(label, ToStep{To: uint16(max(1, min(to, s.N)))}, markup.Attr("aria-label", what), markup.Attr("title", what), markup.Attr("aria-disabled", strconv.FormatBool(to < 1 || to > s.N)))
	}
	return markup.El("div", markup.Class("op-stepper"), markup.Data("keys", "op.steps"), markup.Attr("role", "group"), markup.Attr("aria-label", stepByStep),
		markup.El("div", markup.Class("row op-walk"),
			button("◀ back", "Step back (arrow left)", s.At-1),
			markup.El("span", markup.Class("num op-at"), markup.Text(strconv.Itoa(s.At)+" of "+strconv.Itoa(s.N))),
			button("forward ▶", "Step forward (arrow right)", s.At+1),
			markup.Button(allAtOnce, ToStep{})),
		markup.El("p", markup.Class("op-step"), markup.El("strong", markup.Text(s.Title+". ")), markup.Text(s.Text)))
}

// stepKey walks through the frames.
func stepKey(k lab.Key, _ int) (markup.Action, bool) {
	at := lab.Now[State]()
	n := build(at).Steps.N
	to := min(int(at.Step), n)
	switch k.Name {
	case "ArrowRight":
		to++
	case "ArrowLeft":
		to--
	case "Home":
		to = 1
	case "End":
		to = n
	default:
		return nil, false
	}
	return ToStep{To: uint16(max(1, min(to, n)))}, !k.Ctrl && !k.Shift
}

// opened reports whether an option differs from its default, or did.
func (v view) opened() bool {
	open, _ := lab.Made[bool](options)
	return open
}

// options is the task that remembers whether an option differed from its default.
const options = "op.options"

func tasks(s State) []lab.Task {
	env := s.Env
	env.Direction, env.Random, env.RandomBits = 0, 0, 0
	list := []lab.Task{lab.Slices[bool]{Name: options, In: env, Begin: func(before bool) bool { return before || env != round.Env{} }}.Task()}
	if s.random() {
		list = append(list, drawing(s))
	}
	return list
}

// operands are the three fields; those beyond the arity are hidden.
func (v view) operands(m Model) []markup.Node {
	hint := "0.1, 2/3, 0x1.8p+1, 0x3f800000, inf, nan"
	if v.In.ID == FromInt {
		hint = "16777217"
	}
	var out []markup.Node
	for i, name := range operand.Names {
		p, under := operand.Operand{}, ""
		if i < len(m.Operands) {
			p, under = m.Operands[i], opOperand(m, v.In, i)
		}
		out = append(out, operand.Box{View: "op", Name: name, I: i, Hint: hint, Shown: p.Text, Problem: p.Problem, Under: under, ReadOnly: v.ReadOnly,
			Typed: func(s string) markup.Action { return Type{I: uint8(i), Text: s} },
			Step:  func(up bool) markup.Action { return Step{I: uint8(i), Up: up} }}.Node())
	}
	return out
}

// exampleOf returns the ID of the example shown, "" for a state of the reader's own.
func exampleOf(o State) string {
	plain := func(o State) State { // without what does not change the numbers
		o.Full, o.Digits, o.Step, o.Over, o.Draws, o.Seed, o.Own, o.Hex = false, false, 0, 0, 0, 0, operand.Draft{}, operand.Draft{}
		for i := range o.X {
			if o.X[i].Text = (operand.Draft{}); i >= o.Arity() {
				o.X[i] = operand.Entered{}
			}
		}
		return o
	}
	return Examples.Like(o, plain)
}

func neighbour(i uint8, up bool) markup.Action { return Step{I: i, Up: up} }

// opExamples is the select of named examples with what to notice.
func opExamples(in choices) markup.Node {
	return markup.Examples("op", ExampleWords, "", in.example, in.readOnly, openExample)
}

func selects(in choices) markup.Node {
	var ops []markup.Choice
	for _, g := range groups {
		for _, id := range g.IDs {
			name, symbol := name[id], symbol[id]
			if op, ok := arith.Find(id); ok {
				name, symbol = op.Name, op.Symbol
			}
			if !strings.HasPrefix(symbol, name) {
				symbol = name + "  " + symbol
			}
			ops = append(ops, markup.Choice{Value: id, Label: symbol, Group: g.Name})
		}
	}
	return markup.El("div", markup.Class("op-fields"),
		markup.Select("op-id", "Operation", in.id, ops, in.readOnly, func(s string) markup.Action { return Pick{ID: s} }),
		markup.Select("op-src", "Format of the operands", in.src, operand.FormatChoices(in.src, false), in.readOnly || in.id == FromInt,
			func(s string) markup.Action { return Src{Format: s} }))
}

func targets(in choices) markup.Node {
	toInt := in.id == ToInt || in.id == FromInt
	return markup.El("div", markup.Class("op-fields"),
		markup.El("div", markup.Flag("hidden", in.id == ToInt || in.id == Compare),
			markup.Select("op-dst", "Format of the result", in.dst, operand.FormatChoices(in.dst, true), in.readOnly, func(s string) markup.Action { return Dst{Format: s} })),
		markup.El("div", markup.Flag("hidden", !toInt), opOption(in, 5)),
		markup.El("div", markup.Flag("hidden", !State{ID: in.id, Src: in.src, Dst: in.dst}.Rounds()),
			markup.Select("op-dir", "Rounding direction", operand.DirectionID(in.env.Direction), operand.DirectionChoices(), in.readOnly, pickDir)),
		markup.Slot("op-random", random(in)))
}

func pickDir(s string) markup.Action {
	for _, d := range round.Directions {
		if d.ID == s {
			return Dir{Dir: d.Dir}
		}
	}
	return Dir{}
}

// random are the fields of stochastic rounding.
func random(in choices) markup.Node {
	if in.env.Direction != round.Stochastic {
		return nil
	}
	var widths []markup.Choice
	for _, n := range []int{0, 1, 2, 4, 8, 10, 13, 16, 24, 32, 48, 64} {
		widths = append(widths, markup.Choice{Value: strconv.Itoa(n), Label: strconv.Itoa(n) + " bits"})
	}
	o := State{Env: in.env}
	shown, problem := o.Option("rn"), ""
	if in.hex.On {
		shown = in.hex.Text
		if _, err := o.ReadRandom(shown); err != nil {
			problem = err.Error()
		}
	}
	return markup.El("div", markup.Class("op-pair"),
		markup.Select("op-rb", "Number of random bits", o.Option("rb"), widths, in.readOnly, func(s string) markup.Action { return Set{Key: "rb", Value: s} }),
		markup.Field(markup.Entry{ID: "op-rn", Label: "Random bits (hex)", Shown: shown, Hint: "80", Problem: problem, Disabled: in.readOnly,
			Typed: func(s string) markup.Action { return Random{Text: s} }}))
}

// opOption is the select of entry i of Options.
func opOption(in choices, i int) markup.Node {
	opt := Options[i]
	words := option[opt.Key]
	var list []markup.Choice
	for k, v := range opt.Values {
		list = append(list, markup.Choice{Value: v, Label: words.Values[k]})
	}
	o := State{Env: in.env, Int: in.integer}
	return markup.Select("op-"+opt.Key, words.Label, o.Option(opt.Key), list, in.readOnly, func(s string) markup.Action { return Set{Key: opt.Key, Value: s} })
}

// opAdvanced holds what the standard leaves open and what hardware adds.
func opAdvanced(in choices) markup.Node {
	own := ""
	problem := ""
	if in.own.On {
		own = in.own.Text
		if _, err := format.Parse(own); err != nil && own != "" {
			problem = words.FormatProblem
		}
	}
	return markup.El("details", markup.Flag("open", in.open),
		markup.El("summary", markup.Text(advanced)),
		markup.El("div", markup.Class("op-fields"),
			opOption(in, 0), opOption(in, 1), opOption(in, 2), opOption(in, 3), opOption(in, 4), opOption(in, 6),
			markup.Field(markup.Entry{ID: "op-own", Label: "Operands in any format eXmY", Shown: own, Hint: "e5m3", Problem: problem, Disabled: in.readOnly,
				Typed: func(s string) markup.Action { return Own{Text: s} }})))
}

// says is what is read out of a state.
func says(s State) []string {
	m := build(s)
	list := []string{answer(m) + "."}
	if m.Steps.At > 0 {
		list = append(list, "Step "+words.Num(m.Steps.At)+" of "+words.Num(m.Steps.N)+": "+m.Steps.Title+". "+m.Steps.Text)
	}
	return list
}

// openExample shows the example of an ID.
func openExample(id string) markup.Action { return Open{ID: id} }
