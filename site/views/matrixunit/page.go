package matrixunit

import (
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
	return []lab.Task{lab.Slices[*Model]{Name: running, In: s, Begin: func(*Model) *Model { return Build(s) }}.Task()}
}

func (v *view) render() markup.Node {
	s := &v.In
	m, _ := lab.Made[*Model](running)
	unread := m.Unread()
	captions, by, hint := figureCaption, "", ""
	if m.F[2] == nil {
		captions, by, hint = integerCaption, "1", "100, -1, 0x7fffffff"
	}
	figure := func(i int) markup.Node {
		side, caption := &m.Sides[i], captions[i]
		if side.Chain { // there is no picture
			caption = ""
		}
		id := words.Fill("mma-unit#", i+1)
		return markup.El("div", markup.Class("op-part of-operands"), markup.Reveals(markup.Explanation), markup.Figure{ID: id, Title: side.Name + ": what the unit adds", Caption: words.Escape(caption),
			Body:   markup.Raw("div", "op-scope", unit(side)),
			Export: markup.Exported(id, func() svg.Picture { return Picture(side) })}.Show())
	}
	return markup.El("div", markup.Class(html.StaleClass("op mma", unread)),
		markup.ExamplePanel("mma", ExampleWords, "", exampleOf(s), v.ReadOnly, openExample),
		markup.El("div", markup.Class("sidefirst"),
			markup.El("div", markup.Class("op-inputs"),
				markup.PanelBy("op-choices", choices{s.Unit, v.ReadOnly}, choose),
				v.list(m, rowA), v.list(m, scalesA), v.list(m, columnB), v.list(m, scalesB),
				operand.Box{View: "mma", Name: "C", I: 2, Unit: by, Hint: hint, Shown: m.C.Text, Problem: m.C.Problem, Under: Under(m), ReadOnly: v.ReadOnly,
					Typed: texts(Type, 0),
					Step:  step}.Node(),
				markup.PanelBy("op-choices", filling{m.F[2] == nil, v.ReadOnly}, fill),
				markup.AnswerBar(html.Bar(unread, m.Verdict))),
			markup.El("div", markup.Class("op-answer"),
				markup.Raw("div", "stale-slot", html.Stale(unread)),
				markup.Raw("div", "", Results(m)))),
		figure(0), figure(1),
		markup.PhoneFold(sourcesTitle, markup.Raw("div", "op-part of-operands", Sources(m))),
		markup.PhoneFold(fragmentTitle, markup.El("div", markup.Class("op-part"), markup.List{fragmentFigure(s)})))
}

// texts makes Sets of texts.
func texts(what What, i int) func(string) markup.Action {
	return func(t string) markup.Action { return Set{What: what, I: i, Text: t} }
}

// step moves C to a neighbour.
func step(up bool) markup.Action {
	a := Set{What: Step}
	if up {
		a.I = 1
	}
	return a
}

// list is the field of a row or a column.
func (v *view) list(m *Model, i int) markup.Node {
	x, hint := v.In.X[i], listHint
	t, n := v.In.list(i)
	switch {
	case n == 0:
		return markup.Hidden(true)
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
		markup.Field(markup.Entry{ID: "mma-" + keys[i], Label: listNames[i] + ", " + counted(n, t), Shown: shown, Hint: hint, Problem: m.Problems[i], Disabled: v.ReadOnly, Typed: texts(TypeList, i)}))
}

// choices is the input of the selects.
type choices struct {
	units    [2]Unit
	readOnly bool
}

func choose(v any) markup.Node {
	in := v.(choices)
	i := in.units[0].Instruction()
	have := typesOf(i)
	typed := func(n int, id, label string) markup.Node {
		var list markup.Choices
		for _, t := range types(have[:n]...) {
			list.Add(t, typeWords(t), "")
		}
		return markup.Select("mma-"+id, label, have[n], list, in.readOnly, func(t string) markup.Action {
			want := have
			want[n] = t
			return Types{A: want[0], B: want[1], D: want[2], Scales: want[3]}
		})
	}
	scales := "Block scales"
	if i.A == "b1" {
		scales = "Bits are combined by"
	}
	var sides markup.Choices
	list := units(have)
	for _, u := range list {
		g, cc := generation(u), ccName(u.CC)
		sides.Add(unitValue(u), cc+" "+shortName(u.Instruction()), cc+" "+g.Family+": "+g.Chips)
	}
	side := func(n int) markup.Node {
		return markup.Select(words.Fill("mma-unit-#", n+1), words.Fill("Unit #", n+1), unitValue(in.units[n]), sides, in.readOnly, func(v string) markup.Action {
			for _, u := range list {
				if unitValue(u) == v {
					return Choose{Side: uint8(n), Unit: u}
				}
			}
			return nil
		})
	}
	return markup.El("div", markup.Class("op-fields"),
		markup.El("div", markup.Class("op-pair"), typed(0, "ta", "Type of A"), typed(1, "tb", "Type of B")),
		typed(2, "td", "Type of C and D"),
		markup.Hidden(len(types(have[:3]...)) < 2, typed(3, "s", scales)),
		side(0), side(1),
		markup.El("div", markup.Class("row"), markup.Button("Exchange the units", Set{What: Swap}, markup.Class("op-toggle"), markup.Flag("disabled", in.readOnly))))
}

func unitValue(u Unit) string { return words.Num(int(u.CC)) + " " + u.ID }

// shortName is operation, shape and kind.
func shortName(i tensor.Instruction) string {
	name := string(i.Op)
	if i.M != 1 {
		name += words.Fill(" m#n#k#", i.M, i.N, i.K)
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
func fill(v any) markup.Node {
	in := v.(filling)
	parts := markup.List{markup.Words("span", "label", fillHint)}
	for _, p := range Patterns {
		if in.integers && p.Integers || !in.integers && p.Floats {
			parts = append(parts, markup.Button(p.Name, Set{What: Fill, Text: p.ID}, markup.Class("op-toggle"), markup.Flag("disabled", in.readOnly)))
		}
	}
	return markup.El("div", markup.Class("row"), markup.Attrs("role=group"), markup.Attr("aria-label", fillHint), parts)
}

// says is what is read out of a state.
func says(s State) []string {
	m, _ := lab.Made[*Model](running)
	if m == nil {
		return nil
	}
	s.Over = Element{}
	return []string{m.Verdict, livesWords(&s)}
}

// openExample shows the example of an ID.
func openExample(id string) markup.Action { return Set{What: Open, Text: id} }
