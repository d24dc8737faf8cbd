package ui

import (
	"strconv"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"

	"ulplab/fpcore/round"
	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// fmaView is the FMA view.
type fmaView struct {
	In       state.FMA
	ReadOnly bool
}

// fmaChoices is the input of the selects: nothing that typing changes.
type fmaChoices struct {
	format, example string
	dir             round.Direction
	decimal         bool
	places          uint8
	readOnly        bool
}

func (v fmaView) render() markup.Node {
	s := v.In
	m := model.BuildFMA(s)
	in := fmaChoices{s.Format, fmaExampleOf(s), s.Dir, s.Decimal, s.Places, v.ReadOnly}
	steps, title, caption := draw.FMASteps(m, s.Full), prose.FMAScopeTitle, prose.FMAScopeCaption
	if s.Decimal {
		steps, title, caption = draw.DecimalSteps(m.Decimal), prose.FMADecimalTitle, prose.FMADecimalCaption
	}
	unread := m.Unread()
	return markup.El("div", markup.Class(draw.StaleClass("op fma", unread)),
		markup.Panel("op-examples", in, fmaExamples),
		markup.El("div", markup.Class("sidefirst"),
			markup.El("div", markup.Class("op-inputs"),
				markup.Panel("op-choices", in, fmaMachine),
				markup.El("div", markup.Class("op-operands"), markup.Flag("hidden", s.Decimal), markup.List(v.operands(m))),
				markup.El("div", markup.Flag("hidden", !s.Decimal), v.decimal(m)),
				markup.Panel("op-choices", in, fmaTargets),
				markup.AnswerBar(draw.Bar(unread, m.Verdict))),
			markup.El("div", markup.Class("op-answer"),
				markup.Raw("div", "stale-slot", draw.Stale(unread)),
				markup.Raw("div", "", draw.FMAResults(m)),
				markup.El("section", markup.Class("fma-one"), markup.Flag("hidden", m.Figure == nil),
					markup.El("h2", markup.Text(prose.FMAFigureTitle)),
					markup.Raw("div", "", draw.FMAFigure(m)),
					markup.El("p", markup.Class("note"), markup.Text(prose.FMAFigureNote))))),
		markup.El("div", markup.Class("op-part of-operands"), markup.Figure{
			ID: "fma-steps", Title: title, Caption: draw.Escape(caption),
			Body: markup.El("div", markup.Raw("div", "op-scope", steps),
				markup.El("div", markup.Class("row"), markup.Flag("hidden", s.Decimal), markup.Button(prose.OpEveryBit, state.FMAShow{}, markup.Pressed(s.Full), markup.Class("op-toggle")))),
			Export: markup.Exported("fma-steps",

				func() draw.Picture { return draw.FMAPicture(m) }),
		}.Show()))
}

// operands are the three fields.
func (v fmaView) operands(m model.FMA) []markup.Node {
	var out []markup.Node
	for i, name := range [3]string{"x", "y", "z"} {
		p, under := model.Operand{Name: name}, ""
		if i < len(m.Operands) {
			p, under = m.Operands[i], draw.FMAOperand(m, v.In, i)
		}
		off := markup.Flag("disabled", v.ReadOnly)
		out = append(out, markup.El("div", markup.Class("op-operand"), markup.Data("keys", "fma."+strconv.Itoa(i)), markup.Attr("title", prose.OpKeys),
			markup.Field(markup.Entry{ID: "fma-" + name, Label: "Operand " + name, Shown: p.Shown, Hint: "0.1, 2/3, 0x1.8p+1, 0x3f800000", Problem: p.Problem, Disabled: v.ReadOnly,
				Typed: func(s string) markup.Action { return state.FMAType{I: uint8(i), Text: s} }}),
			markup.El("div", markup.Class("op-steps"),
				markup.Button("− ulp", state.FMAStep{I: uint8(i)}, off, markup.Class("plain"), markup.Attr("aria-label", "Operand "+name+" one ulp down")),
				markup.Button("+ ulp", state.FMAStep{I: uint8(i), Up: true}, off, markup.Class("plain"), markup.Attr("aria-label", "Operand "+name+" one ulp up"))),
			markup.Raw("div", "op-under", under)))
	}
	return out
}

// decimal is the field of the decimal machine's x.
func (v fmaView) decimal(m model.FMA) markup.Node {
	problem := ""
	if m.Decimal != nil {
		problem = m.Decimal.Problem
	}
	return markup.Field(markup.Entry{ID: "fma-dec", Label: "x", Shown: v.In.DecText.Text, Hint: "1.0008", Problem: problem, Disabled: v.ReadOnly,
		Typed: func(s string) markup.Action { return state.FMADecimal{Text: s} }})
}

// fmaExampleOf returns the ID of the example shown, "" for a state of the reader's own.
func fmaExampleOf(v state.FMA) string {
	plain := func(v state.FMA) state.FMA { // without what does not change the numbers shown
		v.Full = false
		for i := range v.X {
			v.X[i].Text = state.Draft{}
		}
		if v.Decimal {
			v.Format, v.X, v.Dir = "", [3]state.Operand{}, 0
		} else {
			v.Places, v.Dec, v.DecText = 0, "", state.Draft{}
		}
		return v
	}
	v = plain(v)
	for _, e := range state.FMAExamples {
		if plain(e.FMA) == v {
			return e.ID
		}
	}
	return ""
}

func fmaKey(i uint8) func(p lab.Key, bit int) (markup.Action, bool) {
	return operandKey(func(up bool) markup.Action { return state.FMAStep{I: i, Up: up} })
}

func fmaExamples(in fmaChoices) markup.Node {
	choices := []markup.Choice{{Value: "", Label: prose.OwnExample}}
	for _, e := range state.FMAExamples {
		choices = append(choices, markup.Choice{Value: e.ID, Label: prose.FMAExamples[e.ID].Name})
	}
	return markup.El("div", markup.Class("op-example"),
		markup.Select("fma-example", "Example", in.example, choices, in.readOnly, func(s string) markup.Action { return state.FMAOpen{ID: s} }),
		markup.El("p", markup.Class("note"), markup.Text(prose.FMAExamples[in.example].Note)))
}

func fmaMachine(in fmaChoices) markup.Node {
	var places []markup.Choice
	for n := state.MinDecimal; n <= state.MaxDecimal; n++ {
		places = append(places, markup.Choice{Value: strconv.Itoa(n), Label: strconv.Itoa(n) + " digits"})
	}
	return markup.El("div", markup.Class("op-fields"),
		markup.El("div", markup.Class("row"), markup.Attr("role", "group"), markup.Attr("aria-label", "Machine"),
			markup.Button(prose.MachineBinary, state.FMAMachine{}, markup.Class("op-toggle"), markup.Pressed(!in.decimal), markup.Flag("disabled", in.readOnly)),
			markup.Button(prose.MachineDecimal, state.FMAMachine{Decimal: true}, markup.Class("op-toggle"), markup.Pressed(in.decimal), markup.Flag("disabled", in.readOnly))),
		markup.El("div", markup.Flag("hidden", in.decimal),
			markup.Select("fma-format", "Format", in.format, formatChoices(in.format, false), in.readOnly, func(s string) markup.Action { return state.FMAFormat{Format: s} })),
		markup.El("div", markup.Flag("hidden", !in.decimal),
			markup.Select("fma-places", "Significant digits", strconv.Itoa(int(in.places)), places, in.readOnly, func(s string) markup.Action {
				n, _ := strconv.Atoi(s)
				return state.FMAPlaces{N: uint8(n)}
			})))
}

func fmaTargets(in fmaChoices) markup.Node {
	var directions []markup.Choice
	for _, c := range directionChoices() {
		if c.Value != directionID(round.Stochastic) {
			directions = append(directions, c)
		}
	}
	return markup.El("div", markup.Class("op-fields"),
		markup.El("div", markup.Flag("hidden", in.decimal),
			markup.Select("fma-dir", "Rounding direction of every step", directionID(in.dir), directions, in.readOnly, func(s string) markup.Action {
				for _, d := range round.Directions {
					if d.ID == s {
						return state.FMADir{Dir: d.Dir}
					}
				}
				return state.FMADir{}
			})))
}
