//go:build !opening

package ui

import (
	"strconv"
	"strings"
	"ulplab/site/kit/markup"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// fnView is the Functions view: three parts, of which one is shown.
type fnView struct {
	In       state.Fn
	ReadOnly bool
}

// fnIn is the input of a part: the state without what the part does not look at.
type fnIn struct {
	s        state.Fn
	part     uint8
	seen     bool
	readOnly bool
}

func (v fnView) render() markup.Node {
	s := v.In
	seen := remember[[len(state.FnParts)]bool]("fn.seen") // parts that were shown: they stay on the page
	seen[s.Part] = true
	askAccuracy(s.Loaded)
	in := [...]fnIn{
		state.FnDilemma: {s: state.Fn{ID: s.ID, Format: s.Format, X: s.X, Directed: s.Directed, Loaded: s.Loaded}},
		state.FnFigure6: {s: state.Fn{Pi: s.Pi, Cut: s.Cut}},
		state.FnMeasured: {s: state.Fn{Pick: s.Pick, Mode: s.Mode, Order: s.Order, Group: s.Group, Find: s.Find, Cell: s.Cell, Hover: s.Hover,
			Lo: s.Lo, Hi: s.Hi, From: s.From, To: s.To, Loaded: s.Loaded, Work: s.Work}},
	}
	parts := []markup.Node{markup.Raw("div", "fn-tabs", draw.FnTabs(s.Part))}
	for p := range in {
		in[p].part, in[p].seen, in[p].readOnly = uint8(p), seen[p], v.ReadOnly
		parts = append(parts, markup.El("div", markup.Class("fn-part"), markup.Flag("hidden", int(s.Part) != p), markup.List{markup.PartOf(in[p], fnPart)}))
	}
	return markup.El("div", markup.Class("op fn"), markup.List(parts))
}

// fnPart draws a part, or a piece of the last one, once it was shown.
func fnPart(in fnIn) markup.Node {
	if !in.seen {
		return markup.El("div")
	}
	switch in.part {
	case uint8(state.FnDilemma):
		return fnDilemma(in)
	case uint8(state.FnFigure6):
		return fnFigure6(in)
	case fnPieceList:
		return fnList(in)
	case fnPiecePicked:
		return fnPicked(in)
	}
	return fnMeasured(in)
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

// fnDilemma is the first part.
func fnDilemma(in fnIn) markup.Node {
	s, off := in.s, in.readOnly
	var hard *model.AccHard
	if accuracy != nil && s.Format == format.F32.ID && !s.Directed {
		hard = accuracy.HardOf(s.ID)
	}
	m := model.BuildDilemma(s, hard)
	kept := markup.All{markup.Exported("fn-bits", func() draw.Picture { return draw.DilemmaBits(&m, 48) }), markup.Exported("fn-line", func() draw.Picture { return draw.DilemmaLine(&m, 720) })}
	if hard != nil {
		kept = append(kept, markup.Exported("fn-curve", func() draw.Picture { return draw.DilemmaCurve(hard, m.Need.Run, 720) }))
	}
	var functions []markup.Choice
	for i := range exact.Functions {
		f := &exact.Functions[i]
		functions = append(functions, markup.Choice{Value: f.ID, Label: f.ID + ":  " + f.Formula})
	}
	examples := []markup.Choice{{Value: "", Label: prose.OwnExample}}
	for _, e := range state.FnExamples {
		examples = append(examples, markup.Choice{Value: e.Name, Label: prose.FnExamples[e.Name].Name})
	}
	var unread []string
	if m.Problem != "" {
		unread = []string{"the argument"}
	}
	return markup.El("div", markup.Class(draw.StaleClass("fn-dilemma", unread)),
		markup.El("div", markup.Class("op-example"),
			markup.Select("fn-example", "Example", s.Example(), examples, off, func(v string) markup.Action { return state.FnOpen{Name: v} }),
			markup.Raw("p", "note", draw.Escape(prose.FnExamples[s.Example()].Note))),
		markup.El("div", markup.Class("sidefirst"),
			markup.El("div", markup.Class("op-inputs op-fields"),
				markup.Select("fn-function", prose.FnFunctionLabel, s.ID, functions, off, func(v string) markup.Action { return state.FnFunction{ID: v} }),
				markup.El("div", markup.Class("op-operand"), markup.Data("keys", "fn.x"), markup.Attr("title", prose.OpKeys),
					markup.Field(markup.Entry{ID: "fn-x", Label: prose.FnArgumentLabel, Shown: m.Shown, Hint: "0.1, 2/3, pi, 0x40490fdb", Problem: m.Problem, Disabled: off,
						Typed: func(v string) markup.Action { return state.FnType{Text: v} }}),
					markup.Raw("div", "op-steps", draw.DilemmaSteps(off))),
				markup.Raw("div", "op-fields", draw.DilemmaToggles(s, off))),
			markup.Raw("div", "op-answer", draw.Stale(unread)+draw.DilemmaHero(&m))),
		markup.Raw("div", "fn-below op-part of-operands", fnStill(draw.DilemmaAll(&m, hard), "x", off), kept...))
}

// fnFigure6 is the second part.
func fnFigure6(in fnIn) markup.Node {
	s := in.s
	m := model.BuildFigure6(s)
	return markup.El("div", markup.Class("fn-six"),
		markup.Raw("div", "fn-below", draw.Figure6Top(&m), markup.Exported("fn-pi", func() draw.Picture { return draw.Figure6Bits(&m, 48) })),
		markup.El("div", markup.Class("fn-slide"),
			markup.El("label", markup.Attr("for", "fn-pi-bits"), markup.Text("Bits of pi: "+strconv.Itoa(m.N))),
			markup.El("input", markup.Attr("id", "fn-pi-bits"), markup.Attr("type", "range"), markup.Attr("min", strconv.Itoa(state.FnPiLeast)), markup.Attr("max", strconv.Itoa(state.FnPiMost)),
				markup.Prop("value", strconv.Itoa(m.N)), markup.Prop("disabled", in.readOnly),
				markup.OnInput(func(s string) markup.Action {
					n, _ := strconv.Atoi(s)
					return state.FnPi{N: n}
				}), markup.OnSettled(nil)),
			markup.Raw("div", "", draw.Figure6Cut(s.Cut, in.readOnly))),
		markup.Raw("div", "op-part", fnStill(draw.Figure6Below(&m), "p", in.readOnly)))
}

// fnStill makes the buttons of a drawing whose taps begin with a letter unusable on a read-only page.
func fnStill(html, letter string, readOnly bool) string {
	if readOnly {
		return strings.ReplaceAll(html, `data-tap="fn:`+letter, `disabled data-tap="fn:`+letter)
	}
	return html
}

// fnTap reads data-tap of the view's drawings: a letter for what is chosen, then its number, code or name.
func fnTap(rest string) markup.Action {
	if rest == "" {
		return nil
	}
	word := rest[1:]
	n, _ := strconv.Atoi(word)
	on := n == 1
	switch rest[0] {
	case 't':
		return state.FnShow{Part: state.FnPart(n)}
	case 'f':
		return state.FnFormat{ID: [2]string{"f32", "f64"}[n&1]}
	case 'd':
		return state.FnDirected{On: on}
	case 'u':
		return state.FnStep{Up: on}
	case 'c':
		return state.FnCut{On: on}
	case 'm':
		return state.FnMode{Mode: uint8(n)}
	case 'g':
		return state.FnGroup{Group: uint8(n)}
	case 'o':
		if uint8(n) == app.state.Fn.Order {
			n = 0
		}
		return state.FnSort{Order: uint8(n)}
	case 'k':
		return state.FnPick{Name: word}
	case 'x':
		x, _ := strconv.ParseUint(word, 16, 32)
		return state.FnArgument{Bits: uint32(x)}
	case 'p':
		cut := word != "" && word[len(word)-1] == 'c'
		if cut {
			n, _ = strconv.Atoi(word[:len(word)-1])
		}
		return state.FnPiRow{N: n, Cut: cut}
	case 'r':
		r := fnRanges(app.state.Fn)[n&3]
		return state.FnRange{Lo: r[0], Hi: r[1]}
	case 's':
		fnWork(n)
	}
	return nil
}

var fnKey = operandKey(func(up bool) markup.Action { return state.FnStep{Up: up} })
