package fma

import (
	"strconv"

	"ulplab/fpcore/round"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// view is the FMA view.
type view struct {
	In       State
	ReadOnly bool
}

// choices is the input of the selects: nothing that typing changes.
type choices struct {
	format, example string
	dir             round.Direction
	decimal         bool
	places          uint8
	readOnly        bool
}

func (v view) render() markup.Node {
	s := v.In
	m := Build(s)
	in := choices{s.Format, exampleOf(s), s.Dir, s.Decimal, s.Places, v.ReadOnly}
	steps, title, caption := Steps(m, s.Full), scopeTitle, scopeCaption
	if s.Decimal {
		steps, title, caption = DecimalSteps(m.Decimal), decimalTitle, decimalCaption
	}
	unread := m.Unread()
	return markup.El("div", markup.Class(html.StaleClass("op fma", unread)),
		markup.Panel("op-examples", in, examplesPanel),
		markup.El("div", markup.Class("sidefirst"),
			markup.El("div", markup.Class("op-inputs"),
				markup.Panel("op-choices", in, machine),
				markup.El("div", markup.Class("op-operands"), markup.Flag("hidden", s.Decimal), markup.List(v.operands(m))),
				markup.El("div", markup.Flag("hidden", !s.Decimal), v.decimal(m)),
				markup.Panel("op-choices", in, targets),
				markup.AnswerBar(html.Bar(unread, m.Verdict))),
			markup.El("div", markup.Class("op-answer"),
				markup.Raw("div", "stale-slot", html.Stale(unread)),
				markup.Raw("div", "", Results(m)),
				markup.El("section", markup.Class("fma-one"), markup.Flag("hidden", m.Figure == nil),
					markup.El("h2", markup.Text(figureTitle)),
					markup.Raw("div", "", Figure(m)),
					markup.El("p", markup.Class("note"), markup.Text(figureNote))))),
		markup.El("div", markup.Class("op-part of-operands"), markup.Reveals(markup.Explanation), markup.Figure{
			ID: "fma-steps", Title: title, Caption: words.Escape(caption),
			Body: markup.El("div", markup.Raw("div", "op-scope", steps),
				markup.El("div", markup.Class("row"), markup.Flag("hidden", s.Decimal), markup.Button(words.EveryBit, Show{}, markup.Pressed(s.Full), markup.Class("op-toggle")))),
			Export: markup.Exported("fma-steps",

				func() svg.Picture { return Picture(m) }),
		}.Show()))
}

// operands are the three fields.
func (v view) operands(m Model) []markup.Node {
	var out []markup.Node
	for i, name := range [3]string{"x", "y", "z"} {
		p, under := operand.Operand{Name: name}, ""
		if i < len(m.Operands) {
			p, under = m.Operands[i], Operand(m, v.In, i)
		}
		out = append(out, operand.Box{View: "fma", Name: name, I: i, Shown: p.Text, Problem: p.Problem, Under: under, ReadOnly: v.ReadOnly,
			Typed: func(s string) markup.Action { return Type{I: uint8(i), Text: s} },
			Step:  func(up bool) markup.Action { return Step{I: uint8(i), Up: up} }}.Node())
	}
	return out
}

// decimal is the field of the decimal machine's x.
func (v view) decimal(m Model) markup.Node {
	problem := ""
	if m.Decimal != nil {
		problem = m.Decimal.Problem
	}
	return markup.Field(markup.Entry{ID: "fma-dec", Label: "x", Shown: v.In.DecText.Text, Hint: "1.0008", Problem: problem, Disabled: v.ReadOnly,
		Typed: func(s string) markup.Action { return Decimal{Text: s} }})
}

// exampleOf returns the ID of the example shown, "" for a state of the reader's own.
func exampleOf(v State) string {
	plain := func(v State) State { // without what does not change the numbers shown
		v.Full = false
		for i := range v.X {
			v.X[i].Text = operand.Draft{}
		}
		if v.Decimal {
			v.Format, v.X, v.Dir = "", [3]operand.Entered{}, 0
		} else {
			v.Places, v.Dec, v.DecText = 0, "", operand.Draft{}
		}
		return v
	}
	return Examples.Like(v, plain)
}

func neighbour(i uint8, up bool) markup.Action { return Step{I: i, Up: up} }

func examplesPanel(in choices) markup.Node {
	return markup.Examples("fma", ExampleWords, "", in.example, in.readOnly, openExample)
}

func machine(in choices) markup.Node {
	var places []markup.Choice
	for n := MinDecimal; n <= MaxDecimal; n++ {
		places = append(places, markup.Choice{Value: strconv.Itoa(n), Label: strconv.Itoa(n) + " digits"})
	}
	return markup.El("div", markup.Class("op-fields"),
		markup.El("div", markup.Class("row"), markup.Attr("role", "group"), markup.Attr("aria-label", "Machine"),
			markup.Button(machineBinary, Machine{}, markup.Class("op-toggle"), markup.Pressed(!in.decimal), markup.Flag("disabled", in.readOnly)),
			markup.Button(machineDecimal, Machine{Decimal: true}, markup.Class("op-toggle"), markup.Pressed(in.decimal), markup.Flag("disabled", in.readOnly))),
		markup.El("div", markup.Flag("hidden", in.decimal),
			markup.Select("fma-format", "Format", in.format, operand.FormatChoices(in.format, false), in.readOnly, func(s string) markup.Action { return Format{Format: s} })),
		markup.El("div", markup.Flag("hidden", !in.decimal),
			markup.Select("fma-places", "Significant digits", strconv.Itoa(int(in.places)), places, in.readOnly, func(s string) markup.Action {
				n, _ := strconv.Atoi(s)
				return Places{N: uint8(n)}
			})))
}

func targets(in choices) markup.Node {
	var directions []markup.Choice
	for _, c := range operand.DirectionChoices() {
		if c.Value != operand.DirectionID(round.Stochastic) {
			directions = append(directions, c)
		}
	}
	return markup.El("div", markup.Class("op-fields"),
		markup.El("div", markup.Flag("hidden", in.decimal),
			markup.Select("fma-dir", "Rounding direction of every step", operand.DirectionID(in.dir), directions, in.readOnly, func(s string) markup.Action {
				for _, d := range round.Directions {
					if d.ID == s {
						return Dir{Dir: d.Dir}
					}
				}
				return Dir{}
			})))
}

// says is what is read out of a state.
func says(s State) []string {
	return []string{Build(s).Verdict}
}

// openExample shows the example of an ID.
func openExample(id string) markup.Action { return Open{ID: id} }
