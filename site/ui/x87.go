//go:build !opening

package ui

import (
	"strconv"
	"strings"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"

	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// x87View is the view of expressions in SSE and x87.
type x87View struct {
	In       state.X87
	ReadOnly bool
}

// x87Choices is the input of the select of examples.
type x87Choices struct {
	example  string
	readOnly bool
}

func (v x87View) render() markup.Node {
	m := model.BuildX87(v.In)
	x87Shown = &m
	var pieces []markup.Node
	for _, html := range draw.X87Page(m, v.ReadOnly) {
		pieces = append(pieces, markup.Raw("div", "", html))
	}
	unread := m.Unread()
	return markup.El("div", markup.Class(draw.StaleClass("op x87view", unread)),
		markup.Panel("op-examples", x87Choices{x87ExampleOf(v.In), v.ReadOnly}, x87Examples),
		markup.El("div", markup.Class("sidefirst"),
			markup.El("div", markup.Class("op-inputs"),
				markup.Raw("div", "row", draw.X87Types(v.In.Double, v.ReadOnly)),
				markup.Field(markup.Entry{ID: "x87-formula", Label: "Formula", Shown: m.Shown, Hint: "a*b+c", Problem: m.Problem, Disabled: v.ReadOnly, Names: "x87-formula",
					Typed: func(t string) markup.Action { return state.X87Type{Text: t} }}),
				markup.Raw("div", "note", draw.X87Fault(m)+prose.X87FormulaNote),
				markup.El("div", markup.Class(draw.X87OperandsClass(m)), markup.List(v.operands(m)))),
			markup.Raw("div", "op-answer", draw.Stale(unread)+draw.X87Results(m))),
		markup.El("div", markup.Class("of-operands"),
			markup.Exported("x87-stack", func() draw.Picture { return draw.X87Stack(m, false) }),
			markup.Exported("x87-twice", func() draw.Picture { return draw.X87Twice(m, false) }), markup.List(pieces)),
		markup.Panel("op-part", 0, x87Table))
}

func x87Table(int) markup.Node {
	return markup.Raw("div", "", "<h2>"+prose.X87TableTitle+"</h2>"+draw.X87Table())
}

// operands are the fields of a to h; those that the formula does not use are hidden.
func (v x87View) operands(m model.X87) []markup.Node {
	var out []markup.Node
	for i := range v.In.X {
		p := &m.Operands[i]
		out = append(out, markup.El("div", markup.Class("op-operand"), markup.Data("keys", "x87.op"), markup.Data("bit", strconv.Itoa(i)), markup.Flag("hidden", !p.Used), markup.Attr("title", prose.OpKeys),
			markup.Field(markup.Entry{ID: "x87-" + p.Name, Label: p.Name, Shown: p.Shown, Hint: "0.1, 0x1.8p+1", Problem: p.Problem, Disabled: v.ReadOnly,
				Typed: func(t string) markup.Action { return state.X87Operand{I: uint8(i), Text: t} }}),
			markup.Raw("div", "op-under", draw.X87Operand(m, v.In, i, v.ReadOnly))))
	}
	return out
}

func x87Examples(in x87Choices) markup.Node {
	choices := []markup.Choice{{Value: "", Label: prose.OwnExample}}
	for _, e := range state.X87Examples {
		choices = append(choices, markup.Choice{Value: e.ID, Label: prose.X87Example(e.ID).Name})
	}
	return markup.El("div", markup.Class("op-example"),
		markup.Select("x87-example", "Example", in.example, choices, in.readOnly, func(s string) markup.Action { return state.X87Open{ID: s} }),
		markup.El("p", markup.Class("note"), markup.Text(prose.X87Example(in.example).Note)))
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
	if x87Plain == nil { // once: each takes a compilation
		for _, e := range state.X87Examples {
			x87Plain = append(x87Plain, plain(e.X87))
		}
	}
	v = plain(v)
	for i := range x87Plain {
		if x87Plain[i] == v {
			return state.X87Examples[i].ID
		}
	}
	return ""
}

// x87Plain holds the examples without what does not change the numbers.
var x87Plain []state.X87

// x87Key is for the operand whose number stands in data-bit.
func x87Key(p lab.Key, i int) (markup.Action, bool) {
	return operandKey(func(up bool) markup.Action { return state.X87Nudge{I: uint8(i), Up: up} })(p, i)
}

// x87Shown is the model as last drawn.
var x87Shown *model.X87

// x87Tap reads what a click means: on an instruction, a spill point, a way to compile, a type, a step of an operand or
// of the player.
func x87Tap(said string) markup.Action {
	word, rest, _ := strings.Cut(said, ":")
	if rest == "" || x87Shown == nil {
		return nil
	}
	n, _ := strconv.Atoi(rest)
	n = max(0, min(n, 255))
	at, last := x87Shown.At+1, len(x87Shown.Columns[2].Lines) // counted from 1
	switch word {
	case "type":
		return state.X87Declare{Double: rest == "double"}
	case "nudge":
		return state.X87Nudge{I: rest[0] - 'a', Up: rest[1:] == "+"}
	case "spill":
		return state.X87Spill{Step: uint8(n)}
	case "way":
		if n < len(x87Shown.Ways) {
			return state.X87Set{Precision: x87Shown.Ways[n].Precision, Spills: x87Shown.Ways[n].Spills}
		}
		return nil
	case "walk":
		switch rest {
		case "first":
			n = 1
		case "back":
			n = at - 1
		case "next":
			n = at + 1
		default:
			n = last
		}
	}
	return state.X87Show{At: uint8(max(1, min(n, last)))}
}

func x87Word(area string) func(bit int) markup.Action {
	return func(bit int) markup.Action {
		return state.X87Bit{MXCSR: area == "x87.mx", Bit: uint8(bit)}
	}
}
