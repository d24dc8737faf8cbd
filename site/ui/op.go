package ui

import (
	"strconv"
	"strings"

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

func (v opView) render() node {
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
	return el("div", has(class(draw.StaleClass("op", unread))),
		panel("op-examples", in, opExamples),
		el("div", has(class("sidefirst")),
			el("div", has(class("op-inputs")),
				panel("op-choices", in, opSelects),
				el("div", has(class("op-operands")), list(v.operands(m))),
				panel("op-choices", in, opTargets),
				panel("op-advanced", in, opAdvanced),
				answerBar(draw.OpBar(m, unread))),
			el("div", has(class("op-answer"), attr("aria-live", "off")),
				raw("div", "stale-slot", draw.Stale(unread)),
				raw("div", "op-hero", draw.OpHero(m, directionName(o.Env.Direction))),
				raw("div", "op-whys", why),
				raw("div", "", facts),
				el("div", has(class("row"), flag("hidden", !numeric)),
					button(prose.OpDigits, state.OpShow{What: "digits"}, pressed(o.Digits), class("op-toggle"))),
				el("div", has(flag("hidden", !m.HasLine)), figure{
					ID: "op-line", Title: prose.OpLineTitle, Caption: draw.Escape(prose.OpLineCaption),
					Body:   raw("div", "op-lines", line),
					Export: func() draw.Picture { return draw.OpLinePicture(m) },
				}.show()))),
		el("div", has(class("op-part of-operands"), flag("hidden", !m.Drawn)), figure{
			ID: "op-scope", Title: prose.OpScopeTitle, Caption: draw.OpScopeCaption(),
			Body: el("div", raw("div", "op-scope", scope),
				el("div", has(class("row")), button(prose.OpEveryBit, state.OpShow{What: "bits"}, pressed(o.Full), class("op-toggle")))),
			Export: func() draw.Picture { return draw.Microscope(&m.Scope, draw.ScopeWide, draw.OpScopeTitle(m)) },
		}.show()),
		el("section", has(class("op-part of-operands"), flag("hidden", !m.Rounds)),
			el("h2", text(prose.OpDirectionsTitle)),
			el("p", has(class("note")), text(prose.OpDirectionsNote)),
			el("div", has(class("tablebox"), attr("tabindex", "0"), attr("role", "region"), attr("aria-label", prose.OpDirectionsTitle)),
				raw("div", "", still(draw.OpDirections(m, unit), v.ReadOnly)))),
		el("section", has(class("op-part of-operands"), flag("hidden", numeric)),
			el("h2", text(prose.OpCompareTitle)),
			raw("div", "", draw.OpCompare(m))))
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
func (v opView) operands(m model.Op) []node {
	var out []node
	for i := range v.In.X {
		if i >= len(m.Operands) {
			out = append(out, el("div", has(flag("hidden", true)), v.operandField(i, model.Operand{Name: "abc"[i : i+1]}), v.steps(i), raw("div", "op-under", "")))
			continue
		}
		out = append(out, el("div", has(class("op-operand"), data("keys", "op."+strconv.Itoa(i)), attr("title", prose.OpKeys)), v.operandField(i, m.Operands[i]), v.steps(i), raw("div", "op-under", draw.OpOperand(m, v.In, i))))
	}
	return out
}

func (v opView) operandField(i int, p model.Operand) node {
	hint := "0.1, 2/3, 0x1.8p+1, 0x3f800000, inf, nan"
	if v.In.ID == state.OpFromInt {
		hint = "16777217"
	}
	return field(entry{id: "op-" + p.Name, label: "Operand " + p.Name, shown: p.Shown, hint: hint, problem: p.Problem, disabled: v.ReadOnly,
		typed: func(s string) state.Action { return state.OpType{I: uint8(i), Text: s} }})
}

func (v opView) steps(i int) node {
	off := flag("disabled", v.ReadOnly)
	name := "abc"[i : i+1]
	return el("div", has(class("op-steps")),
		button("− ulp", state.OpStep{I: uint8(i)}, off, class("plain"), attr("aria-label", "Operand "+name+" one ulp down")),
		button("+ ulp", state.OpStep{I: uint8(i), Up: true}, off, class("plain"), attr("aria-label", "Operand "+name+" one ulp up")))
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
func operandKey(step func(up bool) state.Action) func(p press, bit int) (state.Action, bool) {
	return func(p press, _ int) (state.Action, bool) {
		if p.ctrl || p.shift {
			return nil, false
		}
		switch p.key {
		case "ArrowUp":
			return step(true), true
		case "ArrowDown":
			return step(false), true
		}
		return nil, false
	}
}

func opKey(i uint8) func(p press, bit int) (state.Action, bool) {
	return operandKey(func(up bool) state.Action { return state.OpStep{I: i, Up: up} })
}

// opExamples is the select of named examples with what to notice.
func opExamples(in opChoices) node {
	choices := []choice{{"", prose.OwnExample, ""}}
	for _, e := range state.OpExamples {
		choices = append(choices, choice{e.ID, prose.OpExamples[e.ID].Name, ""})
	}
	return el("div", has(class("op-example")),
		choose("op-example", "Example", in.example, choices, in.readOnly, func(s string) state.Action { return state.OpOpen{ID: s} }),
		el("p", has(class("note")), text(prose.OpExamples[in.example].Note)))
}

func opSelects(in opChoices) node {
	var ops []choice
	for _, g := range prose.OpGroups {
		for _, id := range g.IDs {
			name, symbol := prose.OpName[id], prose.OpSymbol[id]
			if op, ok := arith.Find(id); ok {
				name, symbol = op.Name, op.Symbol
			}
			if !strings.HasPrefix(symbol, name) {
				symbol = name + "  " + symbol
			}
			ops = append(ops, choice{id, symbol, g.Name})
		}
	}
	return el("div", has(class("op-fields")),
		choose("op-id", "Operation", in.id, ops, in.readOnly, func(s string) state.Action { return state.OpPick{ID: s} }),
		choose("op-src", "Format of the operands", in.src, formatChoices(in.src, false), in.readOnly || in.id == state.OpFromInt,
			func(s string) state.Action { return state.OpSrc{Format: s} }))
}

// formatChoices lists the named formats in their groups, and the one shown if it is the reader's own; other views use
// it too.
func formatChoices(shown string, same bool) []choice {
	var list []choice
	if same {
		list = append(list, choice{"", prose.SameFormat, ""})
	}
	found := shown == ""
	for _, g := range prose.FormatGroups {
		for _, f := range g.Formats {
			list = append(list, choice{f.ID, f.Name, g.Title})
			found = found || f.ID == shown
		}
	}
	if !found {
		list = append(list, choice{shown, shown, prose.OwnFormat})
	}
	return list
}

func opTargets(in opChoices) node {
	toInt := in.id == state.OpToInt || in.id == state.OpFromInt
	return el("div", has(class("op-fields")),
		el("div", has(flag("hidden", in.id == state.OpToInt || in.id == state.OpCompare)),
			choose("op-dst", "Format of the result", in.dst, formatChoices(in.dst, true), in.readOnly, func(s string) state.Action { return state.OpDst{Format: s} })),
		el("div", has(flag("hidden", !toInt)), opOption(in, 5)),
		el("div", has(flag("hidden", !state.Op{ID: in.id, Src: in.src, Dst: in.dst}.Rounds())),
			choose("op-dir", "Rounding direction", directionID(in.env.Direction), directionChoices(), in.readOnly, pickOpDir)),
		slot("op-random", opRandom(in)))
}

func pickOpDir(s string) state.Action {
	for _, d := range round.Directions {
		if d.ID == s {
			return state.OpDir{Dir: d.Dir}
		}
	}
	return state.OpDir{}
}

// opRandom are the fields of stochastic rounding.
func opRandom(in opChoices) node {
	if in.env.Direction != round.Stochastic {
		return nil
	}
	var widths []choice
	for _, n := range []int{0, 1, 2, 4, 8, 10, 13, 16, 24, 32, 48, 64} {
		widths = append(widths, choice{strconv.Itoa(n), strconv.Itoa(n) + " bits", ""})
	}
	o := state.Op{Env: in.env}
	shown, problem := o.Option("rn"), ""
	if in.hex.On {
		shown = in.hex.Text
		if _, err := o.ReadRandom(shown); err != nil {
			problem = err.Error()
		}
	}
	return el("div", has(class("op-pair")),
		choose("op-rb", "Number of random bits", o.Option("rb"), widths, in.readOnly, func(s string) state.Action { return state.OpSet{Key: "rb", Value: s} }),
		field(entry{id: "op-rn", label: "Random bits (hex)", shown: shown, hint: "80", problem: problem, disabled: in.readOnly,
			typed: func(s string) state.Action { return state.OpRandom{Text: s} }}))
}

// opOption is the select of entry i of state.OpOptions.
func opOption(in opChoices, i int) node {
	opt := state.OpOptions[i]
	words := prose.OpOption[opt.Key]
	var list []choice
	for k, v := range opt.Values {
		list = append(list, choice{v, words.Values[k], ""})
	}
	o := state.Op{Env: in.env, Int: in.integer}
	return choose("op-"+opt.Key, words.Label, o.Option(opt.Key), list, in.readOnly, func(s string) state.Action { return state.OpSet{Key: opt.Key, Value: s} })
}

// opAdvanced holds what the standard leaves open and what hardware adds.
func opAdvanced(in opChoices) node {
	own := ""
	problem := ""
	if in.own.On {
		own = in.own.Text
		if _, err := format.Parse(own); err != nil && own != "" {
			problem = prose.FormatProblem
		}
	}
	return el("details", has(flag("open", in.open)),
		el("summary", text(prose.OpAdvanced)),
		el("div", has(class("op-fields")),
			opOption(in, 0), opOption(in, 1), opOption(in, 2), opOption(in, 3), opOption(in, 4), opOption(in, 6),
			field(entry{id: "op-own", label: "Operands in any format eXmY", shown: own, hint: "e5m3", problem: problem, disabled: in.readOnly,
				typed: func(s string) state.Action { return state.OpOwn{Text: s} }})))
}
