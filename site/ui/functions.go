//go:build !opening

package ui

import (
	"strconv"
	"strings"

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

func (v fnView) render() node {
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
	parts := []node{raw("div", "fn-tabs", draw.FnTabs(s.Part))}
	for p := range in {
		in[p].part, in[p].seen, in[p].readOnly = uint8(p), seen[p], v.ReadOnly
		parts = append(parts, el("div", has(class("fn-part"), flag("hidden", int(s.Part) != p)), nodes{partOf(in[p], fnPart)}))
	}
	return el("div", has(class("op fn")), list(parts))
}

// fnPart draws a part, or a piece of the last one, once it was shown.
func fnPart(in fnIn) node {
	if !in.seen {
		return el("div")
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
func fnDilemma(in fnIn) node {
	s, off := in.s, in.readOnly
	var hard *model.AccHard
	if accuracy != nil && s.Format == format.F32.ID && !s.Directed {
		hard = accuracy.HardOf(s.ID)
	}
	m := model.BuildDilemma(s, hard)
	kept := has(exported("fn-bits", func() draw.Picture { return draw.DilemmaBits(&m, 48) }), exported("fn-line", func() draw.Picture { return draw.DilemmaLine(&m, 720) }))
	if hard != nil {
		kept = append(kept, exported("fn-curve", func() draw.Picture { return draw.DilemmaCurve(hard, m.Need.Run, 720) }))
	}
	var functions []choice
	for i := range exact.Functions {
		f := &exact.Functions[i]
		functions = append(functions, choice{f.ID, f.ID + ":  " + f.Formula, ""})
	}
	examples := []choice{{"", prose.OwnExample, ""}}
	for _, e := range state.FnExamples {
		examples = append(examples, choice{e.Name, prose.FnExamples[e.Name].Name, ""})
	}
	var unread []string
	if m.Problem != "" {
		unread = []string{"the argument"}
	}
	return el("div", has(class(draw.StaleClass("fn-dilemma", unread))),
		el("div", has(class("op-example")),
			choose("fn-example", "Example", s.Example(), examples, off, func(v string) state.Action { return state.FnOpen{Name: v} }),
			raw("p", "note", draw.Escape(prose.FnExamples[s.Example()].Note))),
		el("div", has(class("sidefirst")),
			el("div", has(class("op-inputs op-fields")),
				choose("fn-function", prose.FnFunctionLabel, s.ID, functions, off, func(v string) state.Action { return state.FnFunction{ID: v} }),
				el("div", has(class("op-operand"), data("keys", "fn.x"), attr("title", prose.OpKeys)),
					field(entry{id: "fn-x", label: prose.FnArgumentLabel, shown: m.Shown, hint: "0.1, 2/3, pi, 0x40490fdb", problem: m.Problem, disabled: off,
						typed: func(v string) state.Action { return state.FnType{Text: v} }}),
					raw("div", "op-steps", draw.DilemmaSteps(off))),
				raw("div", "op-fields", draw.DilemmaToggles(s, off))),
			raw("div", "op-answer", draw.Stale(unread)+draw.DilemmaHero(&m))),
		raw("div", "fn-below op-part of-operands", fnStill(draw.DilemmaAll(&m, hard), "x", off), kept...))
}

// fnFigure6 is the second part.
func fnFigure6(in fnIn) node {
	s := in.s
	m := model.BuildFigure6(s)
	return el("div", has(class("fn-six")),
		raw("div", "fn-below", draw.Figure6Top(&m), exported("fn-pi", func() draw.Picture { return draw.Figure6Bits(&m, 48) })),
		el("div", has(class("fn-slide")),
			el("label", has(attr("for", "fn-pi-bits")), text("Bits of pi: "+strconv.Itoa(m.N))),
			el("input", has(attr("id", "fn-pi-bits"), attr("type", "range"), attr("min", strconv.Itoa(state.FnPiLeast)), attr("max", strconv.Itoa(state.FnPiMost)),
				prop("value", strconv.Itoa(m.N)), prop("disabled", in.readOnly),
				inputs(func(s string) state.Action {
					n, _ := strconv.Atoi(s)
					return state.FnPi{N: n}
				}), settles(nil))),
			raw("div", "", draw.Figure6Cut(s.Cut, in.readOnly))),
		raw("div", "op-part", fnStill(draw.Figure6Below(&m), "p", in.readOnly)))
}

// fnStill makes the buttons of a drawing whose taps begin with a letter unusable on a read-only page.
func fnStill(html, letter string, readOnly bool) string {
	if readOnly {
		return strings.ReplaceAll(html, `data-tap="fn:`+letter, `disabled data-tap="fn:`+letter)
	}
	return html
}

// fnTap reads data-tap of the view's drawings: a letter for what is chosen, then its number, code or name.
func fnTap(rest string) state.Action {
	if rest == "" {
		return nil
	}
	// What is drawn anew with the answer takes the focus with it: it comes back to the same button, or to the one that
	// stands for it.
	if rest[0] == 's' {
		refocus(".fn-run button")
	} else {
		refocus(`[data-tap="fn:` + rest + `"]`)
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

var fnKey = operandKey(func(up bool) state.Action { return state.FnStep{Up: up} })
