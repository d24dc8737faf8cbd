//go:build !opening

package ui

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
	number "ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// exprView is the Expression view.
type exprView struct {
	In       state.Expr
	ReadOnly bool
}

// exprSlice is how many operations one slice of the computation performs, about: some ten milliseconds.
const exprSlice = 60_000

// exprSlow is the length of a text from which on the page waits for a pause in typing.
const exprSlow = 1500

// evaluated is the expression shown and what is computed of it; tick counts slices and never repeats.
var evaluated struct {
	made    *model.Expr
	tick    uint32
	running bool
	ready   bool // the pause is over
	shown   float64
}

// exprOf returns the model of a state: the first slice at once, the others later. While the reader types in a long
// program it is that of the text before.
func exprOf(v state.Expr) *model.Expr {
	e := &evaluated
	if in := model.ExprOf(v); e.made == nil || e.made.In != in {
		slow := e.made != nil && e.made.In.Text != v.Text && (len(v.Text) > exprSlow || e.made.Code != nil && len(e.made.Code.Values) > 3000)
		if slow && !e.ready {
			app.host.After("expr.wait", 200, func() {
				evaluated.ready = true
				evaluated.tick++
				dispatch(state.ExprSet{Do: state.ExprTick})
			})
			return e.made
		}
		e.made, e.ready = model.NewExpr(v), false
		e.tick++
		e.made.Step(exprSlice)
	}
	if !e.running && e.made.Busy() {
		e.running = true
		app.host.After("expr", 0, exprOn)
	}
	return e.made
}

// exprOn does one slice and shows it.
func exprOn() {
	e := &evaluated
	e.running = false
	if app.state.View != state.Expression || e.made.In != model.ExprOf(app.state.Expr) {
		return // the next render of the view begins again
	}
	e.running = !e.made.Step(exprSlice)
	e.tick++
	if e.running {
		app.host.After("expr", 0, exprOn)
	}
	dispatch(state.ExprSet{Do: state.ExprTick})
}

// exprFindOn does a slice of the search for inputs and shows how far it is, or what it found.
func exprFindOn() {
	m := evaluated.made
	f := m.Finding
	if f == nil || app.state.View != state.Expression || m.In != model.ExprOf(app.state.Expr) {
		m.Finding = nil // it was stopped, or is about other inputs
		return
	}
	begin := sumClock()
	now := begin
	done := false
	for !done && now-begin < sumSlice {
		done = f.Step(exprSlice / 16)
		if now = sumClock(); now == 0 {
			break
		}
	}
	if !done {
		app.host.After("expr.find", 0, exprFindOn)
		if now == 0 || now-evaluated.shown > sumShow {
			evaluated.shown = now
			dispatch(state.ExprSet{Do: state.ExprTick})
		}
		return
	}
	if m.Finding = nil; f.Row == "" {
		say(prose.ExprFindNone)
		dispatch(state.ExprSet{Do: state.ExprTick})
		return
	}
	dispatch(state.ExprSet{Do: state.ExprAddRow, Text: f.Row})
}

// exprPart is the input of a part of the view.
type exprPart struct {
	tick     uint32
	at       uint16
	lang     uint8
	readOnly bool
}

func (v exprView) render() node {
	e := v.In
	m := exprOf(e)
	in := exprPart{tick: evaluated.tick, readOnly: v.ReadOnly}
	look, lang := in, in
	look.at, lang.lang = e.At, e.Lang
	back := e.Text + "\n"
	fresh := m.In.Text == e.Text
	if back = draw.MarkedCode(e.Text) + "\n"; fresh {
		back = draw.ExprBack(e.Text, m.Problem, m.Part)
	}
	var problem *expr.Error
	if fresh && e.Text != "" {
		problem = m.Problem
	}
	empty := ""
	if strings.TrimSpace(e.Text) == "" {
		problem, empty = nil, `<p class="note">`+prose.ExprEmpty+`</p>`
	}
	return el("div", has(class("op expr")),
		panel("op-examples", x87Choices{exprExampleOf(e), v.ReadOnly}, exprExamples),
		el("div", has(class("expr-top")),
			el("div", has(class("expr-left")),
				codeEditor(codeEdit{id: "expr-text", label: prose.ExprTextLabel, text: e.Text, back: back, bad: problem != nil, readOnly: v.ReadOnly,
					typed: func(t string) state.Action { return state.ExprSet{Do: state.ExprType, Text: t} }}),
				el("div", has(attr("aria-live", "polite"), attr("id", "expr-text-problem")), raw("div", "", draw.ExprProblem(e.Text, problem)+empty)),
				raw("div", "", draw.ExprNotes(m.In.Text, m.Notes)),
				panel("row expr-free", freeIn{e.Double, v.ReadOnly, "expr"}, exprFree),
				el("p", has(class("note")), text(prose.ExprTextNote))),
			el("div", has(class("expr-right")),
				raw("div", "expr-rowbar", draw.ExprRowBar(m, v.ReadOnly)),
				el("div", has(class("expr-fields")), list(exprFields("expr", exprCells(m), v.ReadOnly, func(name, t string) state.Action {
					return state.ExprSet{Do: state.ExprPut, I: m.Row(), Name: name, Text: t}
				}))),
				raw("div", "", still(draw.ExprInputsNote(m), v.ReadOnly))),
			answerBar(draw.Bar(nil, m.Verdict))),
		el("div", has(class("expr-results")),
			el("div", has(class("expr-head")),
				el("h2", text(prose.ExprResultsTitle)),
				panel("expr-add", exprAddIn{e.Targets, v.ReadOnly}, exprAdd)),
			panel("", in, func(in exprPart) node {
				return raw("div", "", draw.ExprStack(evaluated.made, in.readOnly)+draw.ExprX87(evaluated.made, evaluated.made.In.Double))
			})),
		panel("expr-part", in, func(exprPart) node { return raw("div", "", draw.ExprPrints(evaluated.made)) }),
		panel("expr-part", look, func(in exprPart) node {
			m := evaluated.made
			if m.Part != nil && len(m.Part.Nodes) > 1 {
				p, a, b := m.Part, m.Columns[m.A].Name, m.Columns[m.B].Name
				return raw("div", "", draw.ExprPart(m, int(in.at), in.readOnly), exported("expr-tree", func() draw.Picture { return draw.ExprTree(p, a, b, false) }))
			}
			return raw("div", "", draw.ExprPart(m, int(in.at), in.readOnly))
		}),
		panel("expr-part", in, func(in exprPart) node {
			return raw("div", "expr-tables", draw.ExprMatrix(evaluated.made)+draw.ExprRows(evaluated.made, in.readOnly))
		}),
		el("div", has(class("expr-part"), flag("hidden", m.Code == nil || len(m.Code.Inputs) == 0)),
			el("div", has(class("expr-head")), el("h2", text(prose.ExprSweepTitle)),
				button(sweepWord(e.Sweep.On), state.ExprSet{Do: state.ExprSweepOn, I: 1 - one(e.Sweep.On)}, class("op-toggle"), attr("id", "expr-sweep-on"), pressed(e.Sweep.On), prop("disabled", v.ReadOnly))),
			el("div", has(class("controls expr-sweep-in"), flag("hidden", !e.Sweep.On)), list(sweepFields(e, m, v.ReadOnly))),
			panel("", in, func(exprPart) node {
				m := evaluated.made
				return raw("div", "", draw.ExprSweep(m), exported("expr-sweep", func() draw.Picture { return draw.ExprSweepPicture(m, 720) }))
			})),
		panel("expr-part", lang, func(in exprPart) node {
			return raw("div", "", draw.ExprCode(evaluated.made, int(in.lang))+draw.ExprSources(evaluated.made))
		}))
}

func one(on bool) int {
	if on {
		return 1
	}
	return 0
}

func sweepWord(on bool) string {
	if on {
		return "Hide"
	}
	return "Sweep an input"
}

// codeEdit is the input of an editor for code: back is the text as HTML with its marks, drawn behind the letters.
type codeEdit struct {
	id, label, text, back string
	bad, readOnly         bool
	typed                 func(string) state.Action
}

// codeEditor is a text area that grows with its text, over a copy of the text that carries the marks. What is wrong is
// said in the element with the ID id-problem.
func codeEditor(e codeEdit) node {
	return el("div", has(class("field expr-field")),
		el("label", has(class("label"), attr("for", e.id)), text(e.label)),
		el("div", has(class("expr-edit")),
			raw("pre", "expr-back", e.back, attr("aria-hidden", "true")),
			el("textarea", has(attr("id", e.id), attr("rows", "1"), attr("spellcheck", "false"), attr("autocomplete", "off"), attr("autocapitalize", "off"),
				attr("aria-invalid", strconv.FormatBool(e.bad)), attr("aria-describedby", e.id+"-problem"),
				prop("value", e.text), prop("readOnly", e.readOnly),
				inputs(e.typed),
				settles(nil)))))
}

// exprShown is the largest number of inputs with a field.
const exprShown = 24

// exprCells are the inputs of the row looked at.
func exprCells(m *model.Expr) []model.ExprCell {
	if m.Code == nil || len(m.Rows) == 0 {
		return nil
	}
	return m.Rows[m.Row()].Cells
}

// exprFields are the fields of inputs; area is the keyboard area, whose arrows step to the neighbours.
func exprFields(area string, cells []model.ExprCell, readOnly bool, put func(name, text string) state.Action) (out []node) {
	for i := range cells[:min(len(cells), exprShown)] {
		c := &cells[i]
		name := c.Name
		out = append(out, el("div", has(class("expr-cell"), data("keys", area+".in"), data("bit", strconv.Itoa(i)), attr("title", prose.OpKeys)),
			field(entry{id: area + "-in-" + strconv.Itoa(i), label: name + ", " + c.TypeName(), shown: c.Shown, hint: "0.1, 2/3, 0x3f800000", problem: c.Problem, disabled: readOnly,
				typed: func(t string) state.Action { return put(name, t) }}),
			raw("p", "op-code", draw.ExprUnder(c))))
	}
	return out
}

// exprStep moves an input to its neighbour.
func exprStep(c *model.ExprCell, up bool) string {
	if !c.Known || c.Format == nil {
		return c.Shown
	}
	next := c.Format.NextDown(c.Code)
	if up {
		next = c.Format.NextUp(c.Code)
	}
	return number.Shortest(c.Format, next)
}

func exprKey(p press, i int) (state.Action, bool) {
	m := evaluated.made
	if m == nil || i < 0 || i >= len(exprCells(m)) {
		return nil, false
	}
	c := &m.Rows[m.Row()].Cells[i]
	return operandKey(func(up bool) state.Action {
		return state.ExprSet{Do: state.ExprNudge, I: m.Row(), Name: c.Name, Text: exprStep(c, up)}
	})(p, i)
}

type freeIn struct {
	double, readOnly bool
	area             string
}

func exprFree(in freeIn) node {
	set := func(i int) state.Action {
		if in.area == "iter" {
			return state.IterSet{Do: state.IterFree, I: i}
		}
		return state.ExprSet{Do: state.ExprFree, I: i}
	}
	return el("div", has(class("row"), attr("role", "group"), attr("aria-label", prose.ExprFreeLabel)),
		el("span", has(class("label")), text(prose.ExprFreeLabel)),
		button("float", set(0), class("op-toggle"), pressed(!in.double), prop("disabled", in.readOnly)),
		button("double", set(1), class("op-toggle"), pressed(in.double), prop("disabled", in.readOnly)))
}

func exprExamples(in x87Choices) node {
	ids := ""
	for _, e := range state.ExprExamples {
		ids += " " + e.ID
	}
	return examplesIn{"expr", ids, in.example, in.readOnly}.choose(prose.ExprExample, func(s string) state.Action { return state.ExprSet{Do: state.ExprOpen, Text: s} })
}

// exprExampleOf returns the ID of the example shown, "" for a state of the reader's own.
func exprExampleOf(e state.Expr) string {
	for _, x := range state.ExprExamples {
		if x.Expr.Text == e.Text && x.Expr.Rows == e.Rows && x.Expr.Double == e.Double && x.Expr.Targets == e.Targets {
			return x.ID
		}
	}
	return ""
}

// targetChoices are the targets in groups.
func targetChoices() (out []choice) {
	for _, t := range expr.Targets() {
		out = append(out, choice{t.ID(), t.Name(), model.TargetGroup(t)})
	}
	return out
}

type exprAddIn struct {
	targets  string
	readOnly bool
}

// exprAdd is the menu that adds a target.
func exprAdd(in exprAddIn) node {
	have := strings.Fields(in.targets)
	choices := []choice{{"", "Add a target …", ""}}
	for _, c := range targetChoices() {
		there := false
		for _, id := range have {
			there = there || id == c.value
		}
		if !there {
			choices = append(choices, c)
		}
	}
	// The menu goes back to its first line: value is compared with what the page shows.
	return el("label", has(class("field"), attr("for", "expr-add")), el("span", has(class("quiet")), text("Targets")),
		el("select", has(attr("id", "expr-add"), prop("value", ""), prop("disabled", in.readOnly || len(have) >= state.ExprMost), on("change", func(e event) action {
			return state.ExprSet{Do: state.ExprAdd, Text: e.Value}
		})), list(options(choices, nil))))
}

// sweepFields are what a sweep takes.
func sweepFields(e state.Expr, m *model.Expr, off bool) []node {
	set := func(do state.ExprDo) func(string) state.Action {
		return func(s string) state.Action {
			n, _ := strconv.Atoi(s)
			return state.ExprSet{Do: do, I: n, Text: s}
		}
	}
	var names []choice
	shown := e.Sweep.Name
	if m.Code != nil {
		for _, in := range m.Code.Inputs {
			names = append(names, choice{in.Name, in.Name, ""})
		}
	}
	var from, step string
	if m.Sweep != nil {
		shown, from, step = m.Sweep.Name, m.Sweep.From, m.Sweep.Step
	}
	return []node{
		choose("expr-sweep-name", "Input", shown, names, off, set(state.ExprSweepName)),
		field(entry{id: "expr-sweep-from", label: "From", shown: e.Sweep.From, hint: "0.1", problem: from, disabled: off, typed: set(state.ExprSweepFrom)}),
		field(entry{id: "expr-sweep-step", label: "Step: a number, or ulps", shown: e.Sweep.Step, hint: "0.001, 1 ulp", problem: step, disabled: off, typed: set(state.ExprSweepStep)}),
		choose("expr-sweep-n", "Values", strconv.Itoa(int(e.Sweep.N)), sumChoices([]int{51, 101, 201, 401, 801}, strconv.Itoa), off, set(state.ExprSweepN)),
	}
}

// exprTap reads data-tap of the view's drawings: a letter for what is meant, then its number or text.
func exprTap(rest string) state.Action {
	m := evaluated.made
	if rest == "" || m == nil {
		return nil
	}
	word := rest[1:]
	n, _ := strconv.Atoi(word)
	stay("expr:" + rest)
	switch rest[0] {
	case 'A':
		return state.ExprSet{Do: state.ExprA, I: n}
	case 'B':
		return state.ExprSet{Do: state.ExprB, I: n}
	case 'u':
		return state.ExprSet{Do: state.ExprLeft, I: n}
	case 'x':
		app.host.After("stay", 40, func() { app.host.Focus("#expr-add") })
		return state.ExprSet{Do: state.ExprDrop, I: n}
	case 'r':
		return state.ExprSet{Do: state.ExprPick, I: n}
	case 'o':
		app.host.After("stay", 60, func() { app.host.Focus(".expr-look") })
		return state.ExprSet{Do: state.ExprLook, I: n}
	case 'l':
		return state.ExprSet{Do: state.ExprSpeak, I: n}
	case '+':
		return state.ExprSet{Do: state.ExprAddRow}
	case '-':
		return state.ExprSet{Do: state.ExprDropRow, I: m.Row()}
	case 's':
		if name, program, missing := draw.ExprSource(m, int(app.state.Expr.Lang)); missing == "" {
			app.host.SaveText(name, "text/plain", program)
		}
	case 'w':
		return exprWorst(m, word)
	case 'f':
		if m.Finding != nil {
			m.Finding = nil
		} else if m.Finding = m.Find(); m.Finding != nil {
			app.host.After("expr.find", 0, exprFindOn)
		} else {
			say(prose.ExprFindNot)
		}
		return state.ExprSet{Do: state.ExprTick}
	}
	return nil
}

// exprWorst puts the value of a sweep into the row looked at.
func exprWorst(m *model.Expr, hex string) state.Action {
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "0x"), 16, 64)
	if err != nil || m.Sweep == nil || m.Sweep.Format == nil {
		return nil
	}
	return state.ExprSet{Do: state.ExprPut, I: m.Row(), Name: m.Sweep.Name, Text: number.Shortest(m.Sweep.Format, wide.From64(n))}
}
