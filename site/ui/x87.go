package ui

import (
	"strconv"

	"github.com/hexops/vecty"

	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// x87View is the view of expressions in SSE and x87.
type x87View struct {
	vecty.Core
	In       state.X87 `vecty:"prop"`
	ReadOnly bool      `vecty:"prop"`
}

// SkipRender implements vecty.RenderSkipper.
func (v *x87View) SkipRender(prev vecty.Component) bool {
	last := prev.(*x87View)
	return last.In == v.In && last.ReadOnly == v.ReadOnly
}

// Render implements vecty.Component.
func (v *x87View) Render() vecty.ComponentOrHTML {
	return el("div", vecty.List{guarded(v.render)})
}

// x87Choices is the input of what does not change with the operands.
type x87Choices struct {
	example  string
	double   bool
	at, last int
	readOnly bool
}

func (v *x87View) render() node {
	s := v.In
	m := model.BuildX87(s)
	x87Ways = m.Ways
	in := x87Choices{x87ExampleOf(s), s.Double, m.At, len(m.Columns[2].Lines) - 1, v.ReadOnly}
	twice, verdict := "", ""
	if m.Rounding != nil {
		verdict = m.Rounding.Verdict
		if m.Rounding.Drawn {
			twice = `<div class="op-wide">` + draw.X87Twice(m, false).SVG() + `</div><div class="op-narrow">` + draw.X87Twice(m, true).SVG() + `</div>`
		}
	}
	operands := "x87-operands"
	if p := s.Program(); p.Uses(3) {
		operands += " x87-many"
	}
	return el("div", has(class("op x87view")),
		panel("op-examples", in, x87Examples),
		el("div", has(class("sidefirst")),
			el("div", has(class("op-inputs")),
				panel("op-choices", in, x87Types),
				field(entry{id: "x87-formula", label: "Formula", shown: m.Shown, hint: "a*b+c", problem: m.Problem, disabled: v.ReadOnly, names: "x87-formula",
					typed: func(t string) state.Action { return state.X87Type{Text: t} }}),
				raw("div", "", draw.X87Fault(m)),
				el("p", has(class("note")), text(prose.X87FormulaNote)),
				el("div", has(class(operands)), list(v.operands(m)))),
			raw("div", "op-answer", draw.X87Results(m))),
		el("section", has(class("op-part")),
			el("h2", text(prose.X87LinesTitle)),
			el("p", has(class("note")), text(prose.X87LinesNote)),
			raw("div", "", draw.X87Lines(m))),
		el("div", has(class("op-part")), figure{
			ID: "x87-stack", Title: prose.X87RegsTitle, Caption: draw.Escape(prose.X87RegsCaption),
			Body: el("div",
				panel("x87-player", in, x87Player),
				raw("div", "", draw.X87Now(m)),
				raw("div", "", `<div class="op-wide">`+draw.X87Stack(m, false).SVG()+`</div><div class="op-narrow">`+draw.X87Stack(m, true).SVG()+`</div>`)),
			Export: func() draw.Picture { return draw.X87Stack(m, false) },
		}.show()),
		el("div", has(class("op-part"), flag("hidden", twice == "")), figure{
			ID: "x87-twice", Title: prose.X87TwiceTitle, Caption: draw.Escape(prose.X87TwiceCaption),
			Body:   el("div", raw("p", "x87-verdict", draw.Escape(verdict)), raw("div", "", twice)),
			Export: func() draw.Picture { return draw.X87Twice(m, false) },
		}.show()),
		el("section", has(class("op-part"), flag("hidden", m.Cosine == nil)),
			el("h2", text(prose.X87CosTitle)),
			raw("div", "x87-scroll", draw.X87Cosine(m)),
			el("p", has(class("note")), text(prose.X87CosNote))),
		el("section", has(class("op-part")),
			el("h2", text(prose.X87WaysTitle)),
			raw("div", "x87-scroll", draw.X87Ways(m)),
			el("p", has(class("note")), text(prose.X87WaysNote))),
		el("section", has(class("op-part")),
			el("h2", text(prose.X87WordsTitle)),
			el("p", has(class("note")), text(prose.X87WordsNote)),
			raw("div", "x87-words", draw.X87Registers(m))),
		el("section", has(class("op-part")),
			el("h2", text(prose.X87TableTitle)),
			panel("x87-scroll", 0, x87Table)))
}

func x87Table(int) node { return raw("div", "", draw.X87Table()) }

// operands are the fields of a to h; those that the formula does not use are hidden.
func (v *x87View) operands(m model.X87) []node {
	var out []node
	for i := range v.In.X {
		p := m.Operands[i]
		off := flag("disabled", v.ReadOnly)
		out = append(out, el("div", has(class("op-operand"), data("keys", "x87."+strconv.Itoa(i)), flag("hidden", !p.Used), attr("title", prose.OpKeys)),
			field(entry{id: "x87-" + p.Name, label: p.Name, shown: p.Shown, hint: "0.1, 0x1.8p+1, 0x3f800000", problem: p.Problem, disabled: v.ReadOnly,
				typed: func(t string) state.Action { return state.X87Operand{I: uint8(i), Text: t} }}),
			el("div", has(class("op-steps")),
				button("− ulp", state.X87Nudge{I: uint8(i)}, off, class("plain"), attr("aria-label", p.Name+" one ulp down")),
				button("+ ulp", state.X87Nudge{I: uint8(i), Up: true}, off, class("plain"), attr("aria-label", p.Name+" one ulp up"))),
			raw("div", "op-under", draw.X87Operand(m, v.In, i))))
	}
	return out
}

func x87Examples(in x87Choices) node {
	choices := []choice{{"", prose.OwnExample, ""}}
	for _, e := range state.X87Examples {
		choices = append(choices, choice{e.ID, prose.X87Examples[e.ID].Name, ""})
	}
	return el("div", has(class("op-example")),
		choose("x87-example", "Example", in.example, choices, in.readOnly, func(s string) state.Action { return state.X87Open{ID: s} }),
		el("p", has(class("note")), text(prose.X87Examples[in.example].Note)))
}

func x87Types(in x87Choices) node {
	return el("div", has(class("row"), attr("role", "group"), attr("aria-label", "Type of the variables")),
		button("float", state.X87Declare{}, class("op-toggle"), pressed(!in.double), flag("disabled", in.readOnly)),
		button("double", state.X87Declare{Double: true}, class("op-toggle"), pressed(in.double), flag("disabled", in.readOnly)))
}

// x87Player steps through the x87 instructions.
func x87Player(in x87Choices) node {
	n := strconv.Itoa
	return el("div", has(class("row x87-steps"), attr("role", "group"), attr("aria-label", "x87 instruction")),
		button("first", state.X87Show{At: 1}, class("op-toggle"), flag("disabled", in.at == 0)),
		button("back", state.X87Show{At: uint8(max(in.at, 1))}, class("op-toggle"), flag("disabled", in.at == 0)),
		button("next", state.X87Show{At: uint8(min(in.at, in.last-1) + 2)}, class("op-toggle"), flag("disabled", in.at == in.last)),
		button("last", state.X87Show{At: uint8(in.last + 1)}, class("op-toggle"), flag("disabled", in.at == in.last)),
		el("span", has(class("dim")), text("instruction "+n(in.at+1)+" of "+n(in.last+1))))
}

// x87ExampleOf returns the ID of the example shown, "" for a state of the reader's own.
func x87ExampleOf(v state.X87) string {
	plain := func(v state.X87) state.X87 { // without what does not change the numbers
		p := v.Program()
		v.At, v.Text = 0, state.Draft{}
		for i := range v.X {
			if v.X[i].Text = (state.Draft{}); !p.Uses(i) {
				v.X[i] = state.Operand{}
			}
		}
		return v
	}
	v = plain(v)
	for _, e := range state.X87Examples {
		if plain(e.X87) == v {
			return e.ID
		}
	}
	return ""
}

func x87Key(i uint8) func(p press, bit int) (state.Action, bool) {
	return operandKey(func(up bool) state.Action { return state.X87Nudge{I: i, Up: up} })
}

// x87Ways are the lines of the table of options as last drawn.
var x87Ways []model.X87Way

// x87Tap reads what a click on an instruction, a spill point or a way to compile means.
func x87Tap(word string) func(rest string) state.Action {
	return func(rest string) state.Action {
		n, err := strconv.Atoi(rest)
		switch {
		case err != nil || n < 0:
		case word == "show":
			return state.X87Show{At: uint8(min(n, 255))}
		case word == "spill":
			return state.X87Spill{Step: uint8(min(n, 255))}
		case n < len(x87Ways):
			return state.X87Set{Precision: x87Ways[n].Precision, Spills: x87Ways[n].Spills}
		}
		return nil
	}
}

func x87Word(mxcsr bool) func(bit int) state.Action {
	return func(bit int) state.Action { return state.X87Bit{MXCSR: mxcsr, Bit: uint8(bit)} }
}
