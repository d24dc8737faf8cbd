package matrixunit

import (
	"strconv"

	"ulplab/fpcore/tensor"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
)

// view is the Matrix unit view.
type view struct {
	In       State
	ReadOnly bool
}

// running is the task that computes the model.
const running = "mma.run"

// tasks computes the model of the operands: pointing at a fragment computes nothing.
func tasks(s State) []lab.Task {
	s.Pick, s.Over = Element{}, Element{}
	return []lab.Task{lab.Slices[*Model]{Name: running, In: s, Begin: func(*Model) *Model { return Build(s) }}}
}

func (v view) render() markup.Node {
	s := v.In
	m, _ := lab.Made[*Model](running)
	unread := m.Unread()
	captions, step, hint := figureCaption, "", ""
	if m.F[2] == nil {
		captions, step, hint = integerCaption, "1", "100, -1, 0x7fffffff"
	}
	figure := func(i int) markup.Node {
		side, caption := &m.Sides[i], captions[i]
		if side.Chain { // there is no picture
			caption = ""
		}
		return markup.Figure{ID: "mma-unit" + strconv.Itoa(i+1), Title: side.Name + ": what the unit adds", Caption: words.Escape(caption),
			Body:   markup.Raw("div", "op-scope", unit(side)),
			Export: markup.Exported("mma-unit"+strconv.Itoa(i+1), func() svg.Picture { return Picture(side) })}.Show()
	}
	return markup.El("div", markup.Class(html.StaleClass("op mma", unread)),
		markup.Panel("op-examples", markup.ExampleChoice{Example: exampleOf(s), ReadOnly: v.ReadOnly}, chooseExample),
		markup.El("div", markup.Class("sidefirst"),
			markup.El("div", markup.Class("op-inputs"),
				markup.Panel("op-choices", choices{s.Unit, v.ReadOnly}, choose),
				v.list(m, rowA), v.list(m, scalesA), v.list(m, columnB), v.list(m, scalesB),
				operand.Box{View: "mma", Name: "C", I: 2, Unit: step, Hint: hint, Shown: m.C.Text, Problem: m.C.Problem, Under: Under(m), ReadOnly: v.ReadOnly,
					Typed: func(t string) markup.Action { return Type{Text: t} },
					Step:  func(up bool) markup.Action { return Step{Up: up} }}.Node(),
				markup.Panel("op-choices", filling{m.F[2] == nil, v.ReadOnly}, fill),
				markup.AnswerBar(html.Bar(unread, m.Verdict))),
			markup.El("div", markup.Class("op-answer"),
				markup.Raw("div", "stale-slot", html.Stale(unread)),
				markup.Raw("div", "", Results(m)))),
		markup.El("div", markup.Class("op-part of-operands"), markup.Reveals(markup.Explanation), figure(0)),
		markup.El("div", markup.Class("op-part of-operands"), markup.Reveals(markup.Explanation), figure(1)),
		markup.PhoneFold(sourcesTitle, markup.Raw("div", "op-part of-operands", Sources(m))),
		markup.PhoneFold(fragmentTitle, markup.El("div", markup.Class("op-part"), markup.List{fragmentFigure(s)})))
}

// list is the field of a row or a column.
func (v view) list(m *Model, i int) markup.Node {
	x, hint := v.In.X[i], listHint
	t, n := v.In.list(i)
	switch {
	case n == 0:
		return markup.El("div", markup.Flag("hidden", true))
	case i >= scalesA:
		hint = "1"
	case t.format() == nil:
		hint = integerHint
	}
	shown := x.Text.Text
	if !x.Text.On {
		shown = Write(x.Code[:n], t)
	}
	return markup.El("div",
		markup.Field(markup.Entry{ID: "mma-" + keys[i], Label: listNames[i] + ", " + counted(n, t), Shown: shown, Hint: hint, Problem: m.Problems[i], Disabled: v.ReadOnly,
			Typed: func(t string) markup.Action { return TypeList{I: uint8(i), Text: t} }}))
}

// choices is the input of the selects.
type choices struct {
	units    [2]Unit
	readOnly bool
}

func choose(in choices) markup.Node {
	i := in.units[0].Instruction()
	typed := func(id, label, value string, list []string, pick func(string) markup.Action) markup.Node {
		var out []markup.Choice
		for _, t := range list {
			out = append(out, markup.Choice{Value: t, Label: typeWords(t)})
		}
		return markup.Select(id, label, value, out, in.readOnly, pick)
	}
	scalings, scales := types(i.A, i.B, i.D), "Block scales"
	if i.A == "b1" {
		scales = "Bits are combined by"
	}
	var sides []markup.Choice
	list := units(typesOf(i))
	for _, u := range list {
		g := generation(u)
		sides = append(sides, markup.Choice{Value: unitValue(u), Label: ccName(u.CC) + " " + shortName(u.Instruction()), Group: ccName(u.CC) + " " + g.Family + ": " + g.Chips})
	}
	side := func(n uint8) markup.Node {
		return markup.Select("mma-unit-"+strconv.Itoa(int(n)+1), "Unit "+strconv.Itoa(int(n)+1), unitValue(in.units[n]), sides, in.readOnly, func(v string) markup.Action {
			for _, u := range list {
				if unitValue(u) == v {
					return Choose{Side: n, Unit: u}
				}
			}
			return nil
		})
	}
	return markup.El("div", markup.Class("op-fields"),
		markup.El("div", markup.Class("op-pair"),
			typed("mma-ta", "Type of A", i.A, types(), func(t string) markup.Action { return Types{A: t, B: i.B, D: i.D, Scales: scaling(i)} }),
			typed("mma-tb", "Type of B", i.B, types(i.A), func(t string) markup.Action { return Types{A: i.A, B: t, D: i.D, Scales: scaling(i)} })),
		typed("mma-td", "Type of C and D", i.D, types(i.A, i.B), func(t string) markup.Action { return Types{A: i.A, B: i.B, D: t, Scales: scaling(i)} }),
		markup.El("div", markup.Flag("hidden", len(scalings) < 2), typed("mma-s", scales, scaling(i), scalings, func(t string) markup.Action { return Types{A: i.A, B: i.B, D: i.D, Scales: t} })),
		side(0), side(1),
		markup.El("div", markup.Class("row"), markup.Button("Exchange the units", Swap{}, markup.Class("op-toggle"), markup.Flag("disabled", in.readOnly))))
}

func unitValue(u Unit) string { return strconv.Itoa(int(u.CC)) + " " + u.ID }

// shortName is operation, shape and kind.
func shortName(i tensor.Instruction) string {
	name := string(i.Op) + " m" + strconv.Itoa(i.M) + "n" + strconv.Itoa(i.N) + "k" + strconv.Itoa(i.K)
	if i.M == 1 {
		name = string(i.Op)
	}
	if i.Kind != "" {
		name += " " + i.Kind
	}
	if i.Form != "" {
		name += " ." + i.Form
	}
	return name
}

// filling is the input of the patterns.
type filling struct{ integers, readOnly bool }

// fill are the patterns.
func fill(in filling) markup.Node {
	parts := []markup.Node{markup.El("span", markup.Class("label"), markup.Text(fillHint))}
	for _, p := range patterns(in.integers) {
		parts = append(parts, markup.Button(p.Name, Fill{ID: p.ID}, markup.Class("op-toggle"), markup.Flag("disabled", in.readOnly)))
	}
	return markup.El("div", markup.Class("row"), markup.Attr("role", "group"), markup.Attr("aria-label", fillHint), markup.List(parts))
}

func chooseExample(in markup.ExampleChoice) markup.Node {
	return markup.Examples("mma", ExampleWords, "", in.Example, in.ReadOnly, func(id string) markup.Action { return Open{ID: id} })
}

// says is what is read out of a state.
func says(s State) []string {
	m, _ := lab.Made[*Model](running)
	if m == nil {
		return nil
	}
	s.Over = Element{}
	return []string{m.Verdict, livesWords(s)}
}
