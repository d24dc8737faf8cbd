//go:build !opening

package ui

import (
	"strconv"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"

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

func (v iterView) render() markup.Node {
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
	return markup.El("div", markup.Class(draw.StaleClass("op expr iter", unread)),
		markup.Panel("op-examples", x87Choices{iterExampleOf(s), v.ReadOnly}, iterExamples),
		markup.El("div", markup.Class("expr-top"),
			markup.El("div", markup.Class("expr-left"),
				markup.CodeField(markup.Code{ID: "iter-text", Label: prose.IterTextLabel, Text: s.Text, Back: draw.ExprBack(s.Text, m.Problem, 0, 0), Bad: problem != nil, ReadOnly: v.ReadOnly,
					Typed: func(t string) markup.Action { return state.IterSet{Do: state.IterType, Text: t} }}),
				markup.El("div", markup.Attr("aria-live", "polite"), markup.Attr("id", "iter-text-problem"), markup.Raw("div", "", draw.ExprProblem(s.Text, problem))),
				markup.Raw("div", "", draw.ExprNotes(s.Text, m.Notes)),
				markup.Panel("row expr-free", freeIn{s.Double, v.ReadOnly}, iterFree),
				markup.El("p", markup.Class("note"), markup.Text(prose.IterTextNote)),
				markup.Panel("iter-targets", iterTargetsIn{s.T, v.ReadOnly}, iterTargets)),
			markup.El("div", markup.Class("expr-right"),
				markup.El("h2", markup.Text(prose.IterStartTitle)),
				markup.El("div", markup.Class("expr-fields"), markup.List(exprFields("iter", m.Cells, v.ReadOnly, draw.DatumLink, func(name, t string) markup.Action {
					return state.IterSet{Do: state.IterPut, Name: name, Text: t}
				}))),
				markup.Panel("", iterStepsIn{s.N, v.ReadOnly}, iterSteps)),
			markup.AnswerBar(draw.IterBar(m))),
		markup.Raw("div", "stale-slot", draw.Stale(unread)),
		markup.El("div", markup.Class("expr-results of-operands"),
			markup.Panel("", in, func(in iterPart) markup.Node { return markup.Raw("div", "", draw.IterAnswer(iterated.shown)) }),
			markup.El("div", markup.Class("iter-slide"), markup.Flag("hidden", shown.Problem != nil || shown.Trouble != ""),
				markup.El("label", markup.Class("label"), markup.Attr("for", "iter-step"), markup.Text("Step")),
				markup.El("input", markup.Attr("type", "range"), markup.Attr("id", "iter-step"), markup.Attr("min", "0"), markup.Attr("max", strconv.Itoa(int(s.N))), markup.Attr("step", "1"), markup.Prop("value", strconv.Itoa(look)),
					markup.OnInput(func(s string) markup.Action {
						n, _ := strconv.Atoi(s)
						return state.IterSet{Do: state.IterLook, I: n + 1}
					}), markup.OnSettled(nil)),
				markup.El("output", markup.Class("num"), markup.Attr("for", "iter-step"), markup.Text(strconv.Itoa(look)))),
			markup.Panel("", in, func(in iterPart) markup.Node { return markup.Raw("div", "", draw.IterLook(iterated.shown, in.look)) })),
		markup.Panel("expr-part of-operands", in, func(in iterPart) markup.Node {
			m := iterated.shown
			return markup.Raw("div", "", draw.IterFigures(m, in.look),
				markup.Exported("iter-plot", func() draw.Picture { return draw.IterPlot(m, in.look, 720) }),
				markup.Exported("iter-orbit", func() draw.Picture { return draw.IterOrbit(m, in.look, 720) }))
		}),
		markup.Panel("expr-part of-operands", in, func(in iterPart) markup.Node {
			return markup.Raw("div", "", markup.Still(draw.IterTable(iterated.shown, in.look), in.readOnly))
		}))
}

func iterExamples(in x87Choices) markup.Node {
	ids := ""
	for _, e := range state.IterExamples {
		ids += " " + e.ID
	}
	return examplesIn{"iter", ids, in.example, in.readOnly}.choose(prose.IterExample, func(s string) markup.Action { return state.IterSet{Do: state.IterOpen, Text: s} })
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

func iterTargets(in iterTargetsIn) markup.Node {
	side := func(i int) markup.Node {
		return markup.Select("iter-"+"AB"[i:i+1], "Target "+"AB"[i:i+1], in.t[i], targetChoices(), in.readOnly, func(s string) markup.Action {
			return state.IterSet{Do: state.IterTarget, I: i, Text: s}
		})
	}
	return markup.El("div", markup.Class("expr-two"), side(0), side(1))
}

type iterStepsIn struct {
	n        uint16
	readOnly bool
}

func iterSteps(in iterStepsIn) markup.Node {
	counts := []int{12, 40, 100, 200, 500, 1000, 2000, 5000}
	return markup.El("div", markup.Class("expr-two"), markup.Select("iter-n", "Steps", strconv.Itoa(int(in.n)), markup.Numbers(counts, strconv.Itoa), in.readOnly, func(s string) markup.Action {
		n, _ := strconv.Atoi(s)
		return state.IterSet{Do: state.IterSteps, I: n}
	}))
}

func iterKey(p lab.Key, i int) (markup.Action, bool) {
	m := iterated.made
	if m == nil || i < 0 || i >= len(m.Cells) {
		return nil, false
	}
	c := &m.Cells[i]
	return operandKey(func(up bool) markup.Action {
		return state.IterSet{Do: state.IterPut, Name: c.Name, Text: exprStep(c, up)}
	})(p, i)
}

func iterTap(rest string) markup.Action {
	n, _ := strconv.Atoi(rest)
	return state.IterSet{Do: state.IterLook, I: n + 1}
}

func iterFree(in freeIn) markup.Node {
	return in.buttons(func(i int) markup.Action { return state.IterSet{Do: state.IterFree, I: i} })
}
