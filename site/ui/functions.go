//go:build !opening

package ui

import (
	"strconv"

	"github.com/hexops/vecty"
	"github.com/hexops/vecty/event"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// fnView is the Functions view: three parts, of which one is shown.
type fnView struct {
	vecty.Core
	In       state.Fn `vecty:"prop"`
	ReadOnly bool     `vecty:"prop"`

	seen [len(state.FnParts)]bool // parts that were shown: they stay on the page
}

// fnIn is the input of a part: the state without what the part does not look at.
type fnIn struct {
	s        state.Fn
	seen     bool
	readOnly bool
}

// SkipRender implements vecty.RenderSkipper.
func (v *fnView) SkipRender(prev vecty.Component) bool {
	last := prev.(*fnView)
	return last.In == v.In && last.ReadOnly == v.ReadOnly
}

// Render implements vecty.Component.
func (v *fnView) Render() vecty.ComponentOrHTML {
	return el("div", vecty.List{guarded(v.render)})
}

func (v *fnView) render() node {
	s := v.In
	v.seen[s.Part] = true
	askAccuracy(s.Loaded)
	dilemma := state.Fn{ID: s.ID, Format: s.Format, X: s.X, Directed: s.Directed, Loaded: s.Loaded}
	six := state.Fn{Pi: s.Pi, Cut: s.Cut}
	table := s
	table.ID, table.Format, table.X, table.Directed, table.Pi, table.Cut, table.Part = "", "", state.Operand{}, false, 0, false, 0
	part := func(p state.FnPart, in state.Fn, draw func(fnIn) node) node {
		return el("div", has(class("fn-part"), flag("hidden", s.Part != p)), vecty.List{partOf(fnIn{in, v.seen[p], v.ReadOnly}, func(in fnIn) node {
			if !in.seen {
				return el("div")
			}
			return draw(in)
		})})
	}
	return el("div", has(class("op fn")), panel("", s.Part, fnTabs),
		part(state.FnDilemma, dilemma, fnDilemma),
		part(state.FnFigure6, six, fnFigure6),
		part(state.FnMeasured, table, fnMeasured))
}

// accuracy is the recorded evidence, nil until it is loaded.
var accuracy *model.Accuracy

// accuracyAsked is on while it is on its way.
var accuracyAsked bool

// askAccuracy loads the evidence when the view is first shown.
func askAccuracy(stage uint8) {
	if accuracy != nil || accuracyAsked || stage == 3 {
		return
	}
	accuracyAsked = true
	app.host.Load("accuracy.txt", func(data []byte, problem string) {
		accuracyAsked = false
		done := uint8(3)
		if problem == "" {
			if a, err := model.ParseAccuracy(string(data)); err == nil {
				accuracy, done = a, 2
			}
		}
		dispatch(state.FnLoaded{Stage: done})
	})
}

func fnTabs(part state.FnPart) node {
	var tabs []node
	for i, name := range prose.FnParts {
		tabs = append(tabs, button(name, state.FnShow{Part: state.FnPart(i)}, pressed(int(part) == i)))
	}
	return el("div", has(class("fn-tabs row"), attr("role", "group"), attr("aria-label", "Part")), list(tabs))
}

// toggles is a row of buttons of which one is pressed.
func toggles(label string, names []string, on int, off bool, pick func(i int) state.Action) *vecty.HTML {
	var items []node
	for i, n := range names {
		items = append(items, button(n, pick(i), class("op-toggle"), pressed(i == on), flag("disabled", off)))
	}
	return el("div", has(class("row"), attr("role", "group"), attr("aria-label", label)), list(items))
}

func hardCounts(s state.Fn) *model.AccHard {
	if accuracy == nil || s.Format != format.F32.ID || s.Directed {
		return nil
	}
	return accuracy.HardOf(s.ID)
}

// fnDilemma is the first part.
func fnDilemma(in fnIn) node {
	s, off := in.s, in.readOnly
	hard := hardCounts(s)
	m := model.BuildDilemma(s, hard)
	exported("fn-line", func() draw.Picture { return draw.DilemmaLine(m, 720) })
	exported("fn-curve", func() draw.Picture { return draw.DilemmaCurve(hard, m.Need.Run, 720) })
	var functions []choice
	for i := range exact.Functions {
		f := &exact.Functions[i]
		functions = append(functions, choice{f.ID, f.ID + ":  " + f.Formula, ""})
	}
	examples := []choice{{"", prose.OwnExample, ""}}
	for _, e := range state.FnExamples {
		examples = append(examples, choice{e.Name, prose.FnExamples[e.Name].Name, ""})
	}
	directed := 0
	if s.Directed {
		directed = 1
	}
	formats := []string{"f32", "f64"}
	double := 0
	if s.Format == "f64" {
		double = 1
	}
	nothing := m.Note != ""
	return el("div", has(class("fn-dilemma")),
		el("div", has(class("op-example")),
			choose("fn-example", "Example", s.Example(), examples, off, func(v string) state.Action { return state.FnOpen{Name: v} }),
			el("p", has(class("note")), text(prose.FnExamples[s.Example()].Note))),
		el("div", has(class("sidefirst")),
			el("div", has(class("op-inputs op-fields")),
				choose("fn-function", prose.FnFunctionLabel, s.ID, functions, off, func(v string) state.Action { return state.FnFunction{ID: v} }),
				el("div", has(class("op-operand"), data("keys", "fn.x"), attr("title", prose.OpKeys)),
					field(entry{id: "fn-x", label: prose.FnArgumentLabel, shown: m.Shown, hint: "0.1, 2/3, pi, 0x40490fdb", problem: m.Problem, disabled: off,
						typed: func(v string) state.Action { return state.FnType{Text: v} }}),
					el("div", has(class("op-steps")),
						button("− ulp", state.FnStep{}, flag("disabled", off), class("plain"), attr("aria-label", "Argument one ulp down")),
						button("+ ulp", state.FnStep{Up: true}, flag("disabled", off), class("plain"), attr("aria-label", "Argument one ulp up")))),
				toggles(prose.FnFormatLabel, []string{format.F32.Name, format.F64.Name}, double, off, func(i int) state.Action { return state.FnFormat{ID: formats[i]} }),
				toggles("Rounding", []string{prose.FnNearest, prose.FnToward}, directed, off, func(i int) state.Action { return state.FnDirected{On: i == 1} })),
			raw("div", "op-answer", draw.DilemmaHero(m))),
		el("div", has(class("op-part"), flag("hidden", nothing)), figure{
			ID: "fn-bits", Title: prose.FnBitsTitle, Caption: draw.DilemmaCaption(m),
			Body:   raw("div", "", draw.DilemmaBitsBoth(m)),
			Export: func() draw.Picture { return draw.DilemmaBits(m, 48) },
		}.show()),
		raw("div", "fn-below op-part", draw.DilemmaBelow(m, hard)))
}

// fnFigure6 is the second part.
func fnFigure6(in fnIn) node {
	s, off := in.s, in.readOnly
	m := model.BuildFigure6(s)
	cut := 0
	if s.Cut {
		cut = 1
	}
	return el("div", has(class("fn-six")),
		el("section", el("h2", text(prose.Figure6Title)),
			raw("div", "fn-code", draw.Figure6Code(m)),
			raw("div", "", draw.Figure6Results(m))),
		el("div", has(class("op-part")), figure{
			ID: "fn-pi", Title: prose.Figure6PiTitle, Caption: draw.Figure6PiCaption(m),
			Body: el("div", raw("div", "", draw.Figure6BitsBoth(m)),
				el("div", has(class("fn-slide")),
					el("label", has(attr("for", "fn-pi-bits")), text("Bits of pi: "+strconv.Itoa(m.N))),
					el("input", has(attr("id", "fn-pi-bits"), attr("type", "range"), attr("min", strconv.Itoa(state.FnPiLeast)), attr("max", strconv.Itoa(state.FnPiMost)),
						vecty.Property("value", strconv.Itoa(m.N)), vecty.Property("disabled", off),
						event.Input(func(e *vecty.Event) {
							n, _ := strconv.Atoi(e.Target.Get("value").String())
							dispatch(state.FnPi{N: n})
						}), event.Change(func(*vecty.Event) { endGesture() }))),
					toggles("Last bit of pi", []string{"rounded", "cut off"}, cut, off, func(i int) state.Action { return state.FnCut{On: i == 1} }))),
			Export: func() draw.Picture { return draw.Figure6Bits(m, 48) },
		}.show()),
		el("div", has(class("two op-part")),
			el("section", el("h2", text(prose.Figure6Reduce)), raw("div", "", draw.Figure6Steps(m)), el("p", has(class("note fn-words")), text(prose.Figure6Words))),
			el("section", el("h2", text(prose.Figure6Table)), raw("div", "", draw.Figure6Rows(m)), el("p", has(class("note fn-words")), text(prose.Figure6Note)))),
		el("p", has(class("dim fn-source")), text(prose.Figure6Source)))
}

// fnTap reads data-tap of the view's drawings: x and a code, pi and bits, o and an order, k and a function's name.
func fnTap(rest string) state.Action {
	switch {
	case rest == "":
	case rest[0] == 'x':
		n, _ := strconv.ParseUint(rest[1:], 16, 32)
		return state.FnArgument{Bits: uint32(n)}
	case rest[0] == 'o':
		n, _ := strconv.Atoi(rest[1:])
		if uint8(n) == app.state.Fn.Order {
			n = 0
		}
		return state.FnSort{Order: uint8(n)}
	case rest[0] == 'k':
		return state.FnPick{Name: rest[1:]}
	case len(rest) >= 4 && rest[:2] == "pi":
		n, _ := strconv.Atoi(rest[2:4])
		return state.FnPiRow{N: n, Cut: len(rest) > 4}
	}
	return nil
}

var fnKey = operandKey(func(up bool) state.Action { return state.FnStep{Up: up} })
