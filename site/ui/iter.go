//go:build !opening

package ui

import (
	"strconv"

	"ulplab/fpcore/expr"
	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// iterView is the Iteration view.
type iterView struct {
	In       state.Iter
	ReadOnly bool
}

// iterated is the iteration shown and what is computed of it. Its answers are those of shown: made, or the last one of the
// same program while a value of the first step is not understood.
var iterated struct {
	made    *model.Iter
	shown   *model.Iter
	tick    uint32
	running bool
}

// iterSlice is how many operations a slice performs, about.
const iterSlice = 12_000

// iterOf returns the model of a state: the first slice at once, the others later.
func iterOf(v state.Iter) *model.Iter {
	e := &iterated
	if in := model.IterOf(v); e.made == nil || e.made.In != in {
		e.made = model.NewIter(v)
		e.tick++
		e.made.Step(iterSlice)
	}
	if last := e.shown; e.made.Unread == nil || last == nil || last.Trouble != "" || last.In.Text != v.Text || last.In.Double != v.Double || last.In.T != v.T {
		e.shown = e.made
	}
	if !e.running && !e.made.Step(0) {
		e.running = true
		app.host.After("iter", 0, iterOn)
	}
	return e.made
}

// iterOn does one slice and shows it.
func iterOn() {
	e := &iterated
	e.running = false
	if app.state.View != state.Iteration || e.made.In != model.IterOf(app.state.Iter) {
		return // the next render of the view begins again
	}
	e.running = !e.made.Step(iterSlice)
	e.tick++
	if e.running {
		app.host.After("iter", 0, iterOn)
	}
	dispatch(state.IterSet{Do: state.IterTick})
}

// iterPart is the input of a part of the view.
type iterPart struct {
	tick     uint32
	look     int
	readOnly bool
}

func (v iterView) render() node {
	s := v.In
	m := iterOf(s)
	shown := iterated.shown
	look := shown.Look(s.At)
	in := iterPart{iterated.tick, look, v.ReadOnly}
	var unread []string
	if shown != m {
		unread = m.Unread
	}
	var problem *expr.Error
	if s.Text != "" {
		problem = m.Problem
	}
	return el("div", has(class(draw.StaleClass("op expr iter", unread))),
		panel("op-examples", x87Choices{iterExampleOf(s), v.ReadOnly}, iterExamples),
		el("div", has(class("expr-top")),
			el("div", has(class("expr-left")),
				codeEditor(codeEdit{id: "iter-text", label: prose.IterTextLabel, text: s.Text, back: draw.ExprBack(s.Text, m.Problem, nil), bad: problem != nil, readOnly: v.ReadOnly,
					typed: func(t string) state.Action { return state.IterSet{Do: state.IterType, Text: t} }}),
				el("div", has(attr("aria-live", "polite"), attr("id", "iter-text-problem")), raw("div", "", draw.ExprProblem(s.Text, problem))),
				raw("div", "", draw.ExprNotes(s.Text, m.Notes)),
				panel("row expr-free", freeIn{s.Double, v.ReadOnly, "iter"}, exprFree),
				el("p", has(class("note")), text(prose.IterTextNote)),
				panel("iter-targets", iterTargetsIn{s.T, v.ReadOnly}, iterTargets)),
			el("div", has(class("expr-right")),
				el("h2", text(prose.IterStartTitle)),
				el("div", has(class("expr-fields")), list(exprFields("iter", m.Cells, v.ReadOnly, func(name, t string) state.Action {
					return state.IterSet{Do: state.IterPut, Name: name, Text: t}
				}))),
				panel("", iterStepsIn{s.N, v.ReadOnly}, iterSteps)),
			answerBar(draw.IterBar(m))),
		raw("div", "stale-slot", draw.Stale(unread)),
		el("div", has(class("expr-results of-operands")),
			panel("", in, func(in iterPart) node { return raw("div", "", draw.IterAnswer(iterated.shown)) }),
			el("div", has(class("iter-slide"), flag("hidden", shown.Problem != nil || shown.Trouble != "")),
				el("label", has(class("label"), attr("for", "iter-step")), text("Step")),
				el("input", has(attr("type", "range"), attr("id", "iter-step"), attr("min", "0"), attr("max", strconv.Itoa(int(s.N))), attr("step", "1"), prop("value", strconv.Itoa(look)),
					inputs(func(s string) state.Action {
						n, _ := strconv.Atoi(s)
						return state.IterSet{Do: state.IterLook, I: n + 1}
					}), settles(nil))),
				el("output", has(class("num"), attr("for", "iter-step")), text(strconv.Itoa(look)))),
			panel("", in, func(in iterPart) node { return raw("div", "", draw.IterLook(iterated.shown, in.look)) })),
		panel("expr-part of-operands", in, func(in iterPart) node {
			m := iterated.shown
			return raw("div", "", draw.IterFigures(m, in.look),
				exported("iter-plot", func() draw.Picture { return draw.IterPlot(m, in.look, 720) }),
				exported("iter-orbit", func() draw.Picture { return draw.IterOrbit(m, in.look, 720) }))
		}),
		panel("expr-part of-operands", in, func(in iterPart) node {
			return raw("div", "", still(draw.IterTable(iterated.shown, in.look), in.readOnly))
		}))
}

func iterExamples(in x87Choices) node {
	ids := ""
	for _, e := range state.IterExamples {
		ids += " " + e.ID
	}
	return examplesIn{"iter", ids, in.example, in.readOnly}.choose(prose.IterExample, func(s string) state.Action { return state.IterSet{Do: state.IterOpen, Text: s} })
}

// iterExampleOf returns the ID of the example shown, "" for a state of the reader's own.
func iterExampleOf(v state.Iter) string {
	v = model.IterOf(v)
	for _, e := range state.IterExamples {
		if e.Iter == v {
			return e.ID
		}
	}
	return ""
}

type iterTargetsIn struct {
	t        [2]string
	readOnly bool
}

func iterTargets(in iterTargetsIn) node {
	side := func(i int) node {
		return choose("iter-"+"AB"[i:i+1], "Target "+"AB"[i:i+1], in.t[i], targetChoices(), in.readOnly, func(s string) state.Action {
			return state.IterSet{Do: state.IterTarget, I: i, Text: s}
		})
	}
	return el("div", has(class("expr-two")), side(0), side(1))
}

type iterStepsIn struct {
	n        uint16
	readOnly bool
}

func iterSteps(in iterStepsIn) node {
	counts := []int{12, 40, 100, 200, 500, 1000, 2000, 5000}
	return el("div", has(class("expr-two")), choose("iter-n", "Steps", strconv.Itoa(int(in.n)), sumChoices(counts, strconv.Itoa), in.readOnly, func(s string) state.Action {
		n, _ := strconv.Atoi(s)
		return state.IterSet{Do: state.IterSteps, I: n}
	}))
}

func iterKey(p press, i int) (state.Action, bool) {
	m := iterated.made
	if m == nil || i < 0 || i >= len(m.Cells) {
		return nil, false
	}
	c := &m.Cells[i]
	return operandKey(func(up bool) state.Action {
		return state.IterSet{Do: state.IterPut, Name: c.Name, Text: exprStep(c, up)}
	})(p, i)
}

func iterTap(rest string) state.Action {
	n, _ := strconv.Atoi(rest)
	stay("iter:" + rest)
	return state.IterSet{Do: state.IterLook, I: n + 1}
}
