package ui

import (
	"strconv"

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

func (v fmaView) render() node {
	s := v.In
	m := model.BuildFMA(s)
	in := fmaChoices{s.Format, fmaExampleOf(s), s.Dir, s.Decimal, s.Places, v.ReadOnly}
	steps, title, caption := draw.FMASteps(m, s.Full), prose.FMAScopeTitle, prose.FMAScopeCaption
	if s.Decimal {
		steps, title, caption = draw.DecimalSteps(m.Decimal), prose.FMADecimalTitle, prose.FMADecimalCaption
	}
	unread := m.Unread()
	return el("div", has(class(draw.StaleClass("op fma", unread))),
		panel("op-examples", in, fmaExamples),
		el("div", has(class("sidefirst")),
			el("div", has(class("op-inputs")),
				panel("op-choices", in, fmaMachine),
				el("div", has(class("op-operands"), flag("hidden", s.Decimal)), list(v.operands(m))),
				el("div", has(flag("hidden", !s.Decimal)), v.decimal(m)),
				panel("op-choices", in, fmaTargets),
				answerBar(draw.Bar(unread, m.Verdict))),
			el("div", has(class("op-answer")),
				raw("div", "stale-slot", draw.Stale(unread)),
				raw("div", "", draw.FMAResults(m)),
				el("section", has(class("fma-one"), flag("hidden", m.Figure == nil)),
					el("h2", text(prose.FMAFigureTitle)),
					raw("div", "", draw.FMAFigure(m)),
					el("p", has(class("note")), text(prose.FMAFigureNote))))),
		el("div", has(class("op-part of-operands")), figure{
			ID: "fma-steps", Title: title, Caption: draw.Escape(caption),
			Body: el("div", raw("div", "op-scope", steps),
				el("div", has(class("row"), flag("hidden", s.Decimal)), button(prose.OpEveryBit, state.FMAShow{}, pressed(s.Full), class("op-toggle")))),
			Export: func() draw.Picture { return draw.FMAPicture(m) },
		}.show()))
}

// operands are the three fields.
func (v fmaView) operands(m model.FMA) []node {
	var out []node
	for i, name := range [3]string{"x", "y", "z"} {
		p, under := model.Operand{Name: name}, ""
		if i < len(m.Operands) {
			p, under = m.Operands[i], draw.FMAOperand(m, v.In, i)
		}
		off := flag("disabled", v.ReadOnly)
		out = append(out, el("div", has(class("op-operand"), data("keys", "fma."+strconv.Itoa(i)), attr("title", prose.OpKeys)),
			field(entry{id: "fma-" + name, label: "Operand " + name, shown: p.Shown, hint: "0.1, 2/3, 0x1.8p+1, 0x3f800000", problem: p.Problem, disabled: v.ReadOnly,
				typed: func(s string) state.Action { return state.FMAType{I: uint8(i), Text: s} }}),
			el("div", has(class("op-steps")),
				button("− ulp", state.FMAStep{I: uint8(i)}, off, class("plain"), attr("aria-label", "Operand "+name+" one ulp down")),
				button("+ ulp", state.FMAStep{I: uint8(i), Up: true}, off, class("plain"), attr("aria-label", "Operand "+name+" one ulp up"))),
			raw("div", "op-under", under)))
	}
	return out
}

// decimal is the field of the decimal machine's x.
func (v fmaView) decimal(m model.FMA) node {
	problem := ""
	if m.Decimal != nil {
		problem = m.Decimal.Problem
	}
	return field(entry{id: "fma-dec", label: "x", shown: v.In.DecText.Text, hint: "1.0008", problem: problem, disabled: v.ReadOnly,
		typed: func(s string) state.Action { return state.FMADecimal{Text: s} }})
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

func fmaKey(i uint8) func(p press, bit int) (state.Action, bool) {
	return operandKey(func(up bool) state.Action { return state.FMAStep{I: i, Up: up} })
}

func fmaExamples(in fmaChoices) node {
	choices := []choice{{"", prose.OwnExample, ""}}
	for _, e := range state.FMAExamples {
		choices = append(choices, choice{e.ID, prose.FMAExamples[e.ID].Name, ""})
	}
	return el("div", has(class("op-example")),
		choose("fma-example", "Example", in.example, choices, in.readOnly, func(s string) state.Action { return state.FMAOpen{ID: s} }),
		el("p", has(class("note")), text(prose.FMAExamples[in.example].Note)))
}

func fmaMachine(in fmaChoices) node {
	var places []choice
	for n := state.MinDecimal; n <= state.MaxDecimal; n++ {
		places = append(places, choice{strconv.Itoa(n), strconv.Itoa(n) + " digits", ""})
	}
	return el("div", has(class("op-fields")),
		el("div", has(class("row"), attr("role", "group"), attr("aria-label", "Machine")),
			button(prose.MachineBinary, state.FMAMachine{}, class("op-toggle"), pressed(!in.decimal), flag("disabled", in.readOnly)),
			button(prose.MachineDecimal, state.FMAMachine{Decimal: true}, class("op-toggle"), pressed(in.decimal), flag("disabled", in.readOnly))),
		el("div", has(flag("hidden", in.decimal)),
			choose("fma-format", "Format", in.format, formatChoices(in.format, false), in.readOnly, func(s string) state.Action { return state.FMAFormat{Format: s} })),
		el("div", has(flag("hidden", !in.decimal)),
			choose("fma-places", "Significant digits", strconv.Itoa(int(in.places)), places, in.readOnly, func(s string) state.Action {
				n, _ := strconv.Atoi(s)
				return state.FMAPlaces{N: uint8(n)}
			})))
}

func fmaTargets(in fmaChoices) node {
	var directions []choice
	for _, c := range directionChoices() {
		if c.value != directionID(round.Stochastic) {
			directions = append(directions, c)
		}
	}
	return el("div", has(class("op-fields")),
		el("div", has(flag("hidden", in.decimal)),
			choose("fma-dir", "Rounding direction of every step", directionID(in.dir), directions, in.readOnly, func(s string) state.Action {
				for _, d := range round.Directions {
					if d.ID == s {
						return state.FMADir{Dir: d.Dir}
					}
				}
				return state.FMADir{}
			})))
}
