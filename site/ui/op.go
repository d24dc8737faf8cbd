package ui

import (
	"strconv"
	"strings"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// opView is the Operation view.
type opView struct {
	In       state.Op
	ReadOnly bool
}

// opChoices is the input of the selects: nothing that typing an operand changes.
type opChoices struct {
	id, src, dst, example string
	env                   round.Env
	integer               uint8
	own, hex              state.Draft
	open, readOnly        bool
}

func (v opView) render() markup.Node {
	o := v.In
	m := model.BuildOp(o)
	in := opChoices{o.ID, o.Src, o.Dst, opExample(o), o.Env, o.Int, o.Own, o.Hex, v.opened(), v.ReadOnly}
	why, facts := draw.OpWhy(m), draw.OpFacts(m, o.Digits)
	unit := "Error, ulp"
	if m.Error.Unit == "" {
		unit = "Error"
	}
	scope, line := "", ""
	if m.Drawn {
		scope = draw.OpScope(m, o.Full)
	}
	if m.HasLine {
		line = draw.OpLine(m)
	}
	numeric := m.Compare == nil
	unread := model.Unread(m.Operands)
	return markup.El("div", markup.Class(draw.StaleClass("op", unread)),
		markup.Panel("op-examples", in, opExamples),
		markup.El("div", markup.Class("sidefirst"),
			markup.El("div", markup.Class("op-inputs"),
				markup.Panel("op-choices", in, opSelects),
				markup.El("div", markup.Class("op-operands"), markup.List(v.operands(m))),
				markup.Panel("op-choices", in, opTargets),
				markup.Panel("op-advanced", in, opAdvanced),
				markup.AnswerBar(draw.OpBar(m, unread))),
			markup.El("div", markup.Class("op-answer"), markup.Attr("aria-live", "off"),
				markup.Raw("div", "stale-slot", draw.Stale(unread)),
				markup.Raw("div", "op-hero", draw.OpHero(m, directionName(o.Env.Direction))),
				markup.Raw("div", "op-whys", why),
				markup.Raw("div", "", facts),
				markup.El("div", markup.Class("row"), markup.Flag("hidden", !numeric),
					markup.Button(prose.OpDigits, state.OpShow{What: "digits"}, markup.Pressed(o.Digits), markup.Class("op-toggle"))),
				markup.El("div", markup.Flag("hidden", !m.HasLine), markup.Figure{
					ID: "op-line", Title: prose.OpLineTitle, Caption: draw.Escape(prose.OpLineCaption),
					Body: markup.Raw("div", "op-lines", line),
					Export: markup.Exported("op-line",

						func() draw.Picture { return draw.OpLinePicture(m) }),
				}.Show()))),
		markup.El("div", markup.Class("op-part of-operands"), markup.Flag("hidden", !m.Drawn), markup.Figure{
			ID: "op-scope", Title: prose.OpScopeTitle, Caption: draw.OpScopeCaption(),
			Body: markup.El("div", markup.Raw("div", "op-scope", scope),
				markup.El("div", markup.Class("row"), markup.Button(prose.OpEveryBit, state.OpShow{What: "bits"}, markup.Pressed(o.Full), markup.Class("op-toggle")))),
			Export: markup.Exported("op-scope",

				func() draw.Picture { return draw.Microscope(&m.Scope, draw.ScopeWide, draw.OpScopeTitle(m)) }),
		}.Show()),
		markup.El("section", markup.Class("op-part of-operands"), markup.Flag("hidden", !m.Rounds),
			markup.El("h2", markup.Text(prose.OpDirectionsTitle)),
			markup.El("p", markup.Class("note"), markup.Text(prose.OpDirectionsNote)),
			markup.El("div", markup.Class("tablebox"), markup.Attr("tabindex", "0"), markup.Attr("role", "region"), markup.Attr("aria-label", prose.OpDirectionsTitle),
				markup.Raw("div", "", markup.Still(draw.OpDirections(m, unit), v.ReadOnly)))),
		markup.El("section", markup.Class("op-part of-operands"), markup.Flag("hidden", numeric),
			markup.El("h2", markup.Text(prose.OpCompareTitle)),
			markup.Raw("div", "", draw.OpCompare(m))))
}

// opened reports whether an option differs from its default, or did.
func (v opView) opened() bool {
	env := v.In.Env
	env.Direction, env.Random, env.RandomBits = 0, 0, 0
	open := remember[bool]("op.open")
	*open = *open || env != round.Env{}
	return *open
}

// operands are the three fields; those beyond the arity are hidden.
func (v opView) operands(m model.Op) []markup.Node {
	var out []markup.Node
	for i := range v.In.X {
		if i >= len(m.Operands) {
			out = append(out, markup.El("div", markup.Flag("hidden", true), v.operandField(i, model.Operand{Name: "abc"[i : i+1]}), v.steps(i), markup.Raw("div", "op-under", "")))
			continue
		}
		out = append(out, markup.El("div", markup.Class("op-operand"), markup.Data("keys", "op."+strconv.Itoa(i)), markup.Attr("title", prose.OpKeys), v.operandField(i, m.Operands[i]), v.steps(i), markup.Raw("div", "op-under", draw.OpOperand(m, v.In, i))))
	}
	return out
}

func (v opView) operandField(i int, p model.Operand) markup.Node {
	hint := "0.1, 2/3, 0x1.8p+1, 0x3f800000, inf, nan"
	if v.In.ID == state.OpFromInt {
		hint = "16777217"
	}
	return markup.Field(markup.Entry{ID: "op-" + p.Name, Label: "Operand " + p.Name, Shown: p.Shown, Hint: hint, Problem: p.Problem, Disabled: v.ReadOnly,
		Typed: func(s string) markup.Action { return state.OpType{I: uint8(i), Text: s} }})
}

func (v opView) steps(i int) markup.Node {
	off := markup.Flag("disabled", v.ReadOnly)
	name := "abc"[i : i+1]
	return markup.El("div", markup.Class("op-steps"),
		markup.Button("− ulp", state.OpStep{I: uint8(i)}, off, markup.Class("plain"), markup.Attr("aria-label", "Operand "+name+" one ulp down")),
		markup.Button("+ ulp", state.OpStep{I: uint8(i), Up: true}, off, markup.Class("plain"), markup.Attr("aria-label", "Operand "+name+" one ulp up")))
}

// opExample returns the ID of the example shown, "" for a state of the reader's own.
func opExample(o state.Op) string {
	plain := func(o state.Op) state.Op { // without what does not change the numbers
		o.Full, o.Digits, o.Own, o.Hex = false, false, state.Draft{}, state.Draft{}
		for i := range o.X {
			if o.X[i].Text = (state.Draft{}); i >= o.Arity() {
				o.X[i] = state.Operand{}
			}
		}
		return o
	}
	o = plain(o)
	for _, e := range state.OpExamples {
		if plain(e.Op) == o {
			return e.ID
		}
	}
	return ""
}

// operandKey is the keyboard of the operands' fields: up and down step by one ulp.
func operandKey(step func(up bool) markup.Action) func(p lab.Key, bit int) (markup.Action, bool) {
	return func(p lab.Key, _ int) (markup.Action, bool) {
		if p.Ctrl || p.Shift {
			return nil, false
		}
		switch p.Name {
		case "ArrowUp":
			return step(true), true
		case "ArrowDown":
			return step(false), true
		}
		return nil, false
	}
}

func opKey(i uint8) func(p lab.Key, bit int) (markup.Action, bool) {
	return operandKey(func(up bool) markup.Action { return state.OpStep{I: i, Up: up} })
}

// opExamples is the select of named examples with what to notice.
func opExamples(in opChoices) markup.Node {
	choices := []markup.Choice{{Value: "", Label: prose.OwnExample}}
	for _, e := range state.OpExamples {
		choices = append(choices, markup.Choice{Value: e.ID, Label: prose.OpExamples[e.ID].Name})
	}
	return markup.El("div", markup.Class("op-example"),
		markup.Select("op-example", "Example", in.example, choices, in.readOnly, func(s string) markup.Action { return state.OpOpen{ID: s} }),
		markup.El("p", markup.Class("note"), markup.Text(prose.OpExamples[in.example].Note)))
}

func opSelects(in opChoices) markup.Node {
	var ops []markup.Choice
	for _, g := range prose.OpGroups {
		for _, id := range g.IDs {
			name, symbol := prose.OpName[id], prose.OpSymbol[id]
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
		markup.Select("op-id", "Operation", in.id, ops, in.readOnly, func(s string) markup.Action { return state.OpPick{ID: s} }),
		markup.Select("op-src", "Format of the operands", in.src, formatChoices(in.src, false), in.readOnly || in.id == state.OpFromInt,
			func(s string) markup.Action { return state.OpSrc{Format: s} }))
}

// formatChoices lists the named formats in their groups, and the one shown if it is the reader's own; other views use
// it too.
func formatChoices(shown string, same bool) []markup.Choice {
	var list []markup.Choice
	if same {
		list = append(list, markup.Choice{Value: "", Label: prose.SameFormat})
	}
	found := shown == ""
	for _, g := range prose.FormatGroups {
		for _, f := range g.Formats {
			list = append(list, markup.Choice{Value: f.ID, Label: f.Name, Group: g.Title})
			found = found || f.ID == shown
		}
	}
	if !found {
		list = append(list, markup.Choice{Value: shown, Label: shown, Group: prose.OwnFormat})
	}
	return list
}

func opTargets(in opChoices) markup.Node {
	toInt := in.id == state.OpToInt || in.id == state.OpFromInt
	return markup.El("div", markup.Class("op-fields"),
		markup.El("div", markup.Flag("hidden", in.id == state.OpToInt || in.id == state.OpCompare),
			markup.Select("op-dst", "Format of the result", in.dst, formatChoices(in.dst, true), in.readOnly, func(s string) markup.Action { return state.OpDst{Format: s} })),
		markup.El("div", markup.Flag("hidden", !toInt), opOption(in, 5)),
		markup.El("div", markup.Flag("hidden", !state.Op{ID: in.id, Src: in.src, Dst: in.dst}.Rounds()),
			markup.Select("op-dir", "Rounding direction", directionID(in.env.Direction), directionChoices(), in.readOnly, pickOpDir)),
		markup.Slot("op-random", opRandom(in)))
}

func pickOpDir(s string) markup.Action {
	for _, d := range round.Directions {
		if d.ID == s {
			return state.OpDir{Dir: d.Dir}
		}
	}
	return state.OpDir{}
}

// opRandom are the fields of stochastic rounding.
func opRandom(in opChoices) markup.Node {
	if in.env.Direction != round.Stochastic {
		return nil
	}
	var widths []markup.Choice
	for _, n := range []int{0, 1, 2, 4, 8, 10, 13, 16, 24, 32, 48, 64} {
		widths = append(widths, markup.Choice{Value: strconv.Itoa(n), Label: strconv.Itoa(n) + " bits"})
	}
	o := state.Op{Env: in.env}
	shown, problem := o.Option("rn"), ""
	if in.hex.On {
		shown = in.hex.Text
		if _, err := o.ReadRandom(shown); err != nil {
			problem = err.Error()
		}
	}
	return markup.El("div", markup.Class("op-pair"),
		markup.Select("op-rb", "Number of random bits", o.Option("rb"), widths, in.readOnly, func(s string) markup.Action { return state.OpSet{Key: "rb", Value: s} }),
		markup.Field(markup.Entry{ID: "op-rn", Label: "Random bits (hex)", Shown: shown, Hint: "80", Problem: problem, Disabled: in.readOnly,
			Typed: func(s string) markup.Action { return state.OpRandom{Text: s} }}))
}

// opOption is the select of entry i of state.OpOptions.
func opOption(in opChoices, i int) markup.Node {
	opt := state.OpOptions[i]
	words := prose.OpOption[opt.Key]
	var list []markup.Choice
	for k, v := range opt.Values {
		list = append(list, markup.Choice{Value: v, Label: words.Values[k]})
	}
	o := state.Op{Env: in.env, Int: in.integer}
	return markup.Select("op-"+opt.Key, words.Label, o.Option(opt.Key), list, in.readOnly, func(s string) markup.Action { return state.OpSet{Key: opt.Key, Value: s} })
}

// opAdvanced holds what the standard leaves open and what hardware adds.
func opAdvanced(in opChoices) markup.Node {
	own := ""
	problem := ""
	if in.own.On {
		own = in.own.Text
		if _, err := format.Parse(own); err != nil && own != "" {
			problem = prose.FormatProblem
		}
	}
	return markup.El("details", markup.Flag("open", in.open),
		markup.El("summary", markup.Text(prose.OpAdvanced)),
		markup.El("div", markup.Class("op-fields"),
			opOption(in, 0), opOption(in, 1), opOption(in, 2), opOption(in, 3), opOption(in, 4), opOption(in, 6),
			markup.Field(markup.Entry{ID: "op-own", Label: "Operands in any format eXmY", Shown: own, Hint: "e5m3", Problem: problem, Disabled: in.readOnly,
				Typed: func(s string) markup.Action { return state.OpOwn{Text: s} }})))
}
