//go:build !opening

package ui

import (
	"strconv"
	"strings"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"

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

func (v exprView) render() markup.Node {
	e := v.In
	m := exprOf(e)
	in := exprPart{tick: evaluated.tick, readOnly: v.ReadOnly}
	look, lang := in, in
	look.at, lang.lang = e.At, e.Lang
	back := e.Text + "\n"
	fresh := m.In.Text == e.Text
	if back = draw.MarkedCode(e.Text) + "\n"; fresh {
		back = exprBack(e.Text, m)
	}
	var problem *expr.Error
	if fresh && e.Text != "" {
		problem = m.Problem
	}
	empty := ""
	if strings.TrimSpace(e.Text) == "" {
		problem, empty = nil, `<p class="note">`+prose.ExprEmpty+`</p>`
	}
	return markup.El("div", markup.Class("op expr"),
		markup.Panel("op-examples", x87Choices{exprExampleOf(e), v.ReadOnly}, exprExamples),
		markup.El("div", markup.Class("expr-top"),
			markup.El("div", markup.Class("expr-left"),
				markup.CodeField(markup.Code{ID: "expr-text", Label: prose.ExprTextLabel, Text: e.Text, Back: back, Bad: problem != nil, ReadOnly: v.ReadOnly,
					Typed: func(t string) markup.Action { return state.ExprSet{Do: state.ExprType, Text: t} }}),
				markup.El("div", markup.Attr("aria-live", "polite"), markup.Attr("id", "expr-text-problem"), markup.Raw("div", "", draw.ExprProblem(e.Text, problem)+empty)),
				markup.Raw("div", "", draw.ExprNotes(m.In.Text, m.Notes)),
				markup.Panel("row expr-free", freeIn{e.Double, v.ReadOnly}, exprFree),
				markup.El("p", markup.Class("note"), markup.Text(prose.ExprTextNote))),
			markup.El("div", markup.Class("expr-right"),
				markup.Raw("div", "expr-rowbar", draw.ExprRowBar(m, v.ReadOnly)),
				markup.El("div", markup.Class("expr-fields"), markup.List(exprFields("expr", exprCells(m), v.ReadOnly, draw.DatumLink, func(name, t string) markup.Action {
					return state.ExprSet{Do: state.ExprPut, I: m.Row(), Name: name, Text: t}
				}))),
				markup.Raw("div", "", markup.Still(draw.ExprInputsNote(m), v.ReadOnly))),
			markup.AnswerBar(draw.Bar(nil, m.Verdict))),
		markup.El("div", markup.Class("expr-results"),
			markup.El("div", markup.Class("expr-head"),
				markup.El("h2", markup.Text(prose.ExprResultsTitle)),
				markup.Panel("expr-add", exprAddIn{e.Targets, v.ReadOnly}, exprAdd)),
			markup.Panel("", in, func(in exprPart) markup.Node {
				return markup.Raw("div", "", draw.ExprStack(evaluated.made, in.readOnly)+draw.ExprX87(evaluated.made, evaluated.made.In.Double))
			})),
		markup.Panel("expr-part", in, func(exprPart) markup.Node { return markup.Raw("div", "", draw.ExprPrints(evaluated.made)) }),
		markup.Panel("expr-part", look, func(in exprPart) markup.Node {
			m := evaluated.made
			if m.Part != nil && len(m.Part.Nodes) > 1 {
				p, a, b := m.Part, m.Columns[m.A].Name, m.Columns[m.B].Name
				return markup.Raw("div", "", draw.ExprPart(m, int(in.at), in.readOnly), markup.Exported("expr-tree", func() draw.Picture { return draw.ExprTree(p, a, b, false) }))
			}
			return markup.Raw("div", "", draw.ExprPart(m, int(in.at), in.readOnly))
		}),
		markup.Panel("expr-part", in, func(in exprPart) markup.Node {
			return markup.Raw("div", "expr-tables", draw.ExprMatrix(evaluated.made)+draw.ExprRows(evaluated.made, in.readOnly))
		}),
		markup.El("div", markup.Class("expr-part"), markup.Flag("hidden", m.Code == nil || len(m.Code.Inputs) == 0),
			markup.El("div", markup.Class("expr-head"), markup.El("h2", markup.Text(prose.ExprSweepTitle)),
				markup.Button(sweepWord(e.Sweep.On), state.ExprSet{Do: state.ExprSweepOn, I: 1 - one(e.Sweep.On)}, markup.Class("op-toggle"), markup.Attr("id", "expr-sweep-on"), markup.Pressed(e.Sweep.On), markup.Prop("disabled", v.ReadOnly))),
			markup.El("div", markup.Class("controls expr-sweep-in"), markup.Flag("hidden", !e.Sweep.On), markup.List(sweepFields(e, m, v.ReadOnly))),
			markup.Panel("", in, func(exprPart) markup.Node {
				m := evaluated.made
				return markup.Raw("div", "", draw.ExprSweep(m), markup.Exported("expr-sweep", func() draw.Picture { return draw.ExprSweepPicture(m, 720) }))
			})),
		markup.Panel("expr-part", lang, func(in exprPart) markup.Node {
			return markup.Raw("div", "", draw.ExprCode(evaluated.made, int(in.lang))+draw.ExprSources(evaluated.made))
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

// exprShown is the largest number of inputs with a field.
const exprShown = 24

// exprCells are the inputs of the row looked at.
func exprCells(m *model.Expr) []model.ExprCell {
	if m.Code == nil || len(m.Rows) == 0 {
		return nil
	}
	return m.Rows[m.Row()].Cells
}

// exprFields are the fields of inputs; area is the keyboard area, whose arrows step to the neighbours, and link leads to the
// bits of a datum.
func exprFields(area string, cells []model.ExprCell, readOnly bool, link func(format string, x state.Operand) string, put func(name, text string) markup.Action) (out []markup.Node) {
	for i := range cells[:min(len(cells), exprShown)] {
		c := &cells[i]
		name := c.Name
		out = append(out, markup.El("div", markup.Class("expr-cell"), markup.Data("keys", area+".in"), markup.Data("bit", strconv.Itoa(i)), markup.Attr("title", prose.OpKeys),
			markup.Field(markup.Entry{ID: area + "-in-" + strconv.Itoa(i), Label: name + ", " + c.TypeName(), Shown: c.Shown, Hint: "0.1, 2/3, 0x3f800000", Problem: c.Problem, Disabled: readOnly,
				Typed: func(t string) markup.Action { return put(name, t) }}),
			markup.Raw("p", "op-code", draw.ExprUnder(c, link))))
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

func exprKey(p lab.Key, i int) (markup.Action, bool) {
	m := evaluated.made
	if m == nil || i < 0 || i >= len(exprCells(m)) {
		return nil, false
	}
	c := &m.Rows[m.Row()].Cells[i]
	return operandKey(func(up bool) markup.Action {
		return state.ExprSet{Do: state.ExprNudge, I: m.Row(), Name: c.Name, Text: exprStep(c, up)}
	})(p, i)
}

// freeIn is the input of the buttons for the type of undeclared names.
type freeIn struct{ double, readOnly bool }

func exprFree(in freeIn) markup.Node {
	return in.buttons(func(i int) markup.Action { return state.ExprSet{Do: state.ExprFree, I: i} })
}

// buttons choose the type: set(0) is float, set(1) double.
func (in freeIn) buttons(set func(i int) markup.Action) markup.Node {
	return markup.El("div", markup.Class("row"), markup.Attr("role", "group"), markup.Attr("aria-label", prose.ExprFreeLabel),
		markup.El("span", markup.Class("label"), markup.Text(prose.ExprFreeLabel)),
		markup.Button("float", set(0), markup.Class("op-toggle"), markup.Pressed(!in.double), markup.Prop("disabled", in.readOnly)),
		markup.Button("double", set(1), markup.Class("op-toggle"), markup.Pressed(in.double), markup.Prop("disabled", in.readOnly)))
}

func exprExamples(in x87Choices) markup.Node {
	ids := ""
	for _, e := range state.ExprExamples {
		ids += " " + e.ID
	}
	return examplesIn{"expr", ids, in.example, in.readOnly}.choose(prose.ExprExample, func(s string) markup.Action { return state.ExprSet{Do: state.ExprOpen, Text: s} })
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
func targetChoices() (out []markup.Choice) {
	for _, t := range expr.Targets() {
		out = append(out, markup.Choice{Value: t.ID(), Label: t.Name(), Group: model.TargetGroup(t)})
	}
	return out
}

type exprAddIn struct {
	targets  string
	readOnly bool
}

// exprAdd is the menu that adds a target.
func exprAdd(in exprAddIn) markup.Node {
	have := strings.Fields(in.targets)
	choices := []markup.Choice{{Value: "", Label: "Add a target …"}}
	for _, c := range targetChoices() {
		there := false
		for _, id := range have {
			there = there || id == c.Value
		}
		if !there {
			choices = append(choices, c)
		}
	}
	// The menu goes back to its first line: value is compared with what the page shows.
	return markup.El("label", markup.Class("field"), markup.Attr("for", "expr-add"), markup.El("span", markup.Class("quiet"), markup.Text("Targets")),
		markup.El("select", markup.Attr("id", "expr-add"), markup.Prop("value", ""), markup.Prop("disabled", in.readOnly || len(have) >= state.ExprMost), markup.On("change", func(e markup.Event) markup.Action {
			return state.ExprSet{Do: state.ExprAdd, Text: e.Value}
		}), markup.List(markup.Options(choices, nil))))
}

// sweepFields are what a sweep takes.
func sweepFields(e state.Expr, m *model.Expr, off bool) []markup.Node {
	set := func(do state.ExprDo) func(string) markup.Action {
		return func(s string) markup.Action {
			n, _ := strconv.Atoi(s)
			return state.ExprSet{Do: do, I: n, Text: s}
		}
	}
	var names []markup.Choice
	shown := e.Sweep.Name
	if m.Code != nil {
		for _, in := range m.Code.Inputs {
			names = append(names, markup.Choice{Value: in.Name, Label: in.Name})
		}
	}
	var from, step string
	if m.Sweep != nil {
		shown, from, step = m.Sweep.Name, m.Sweep.From, m.Sweep.Step
	}
	return []markup.Node{
		markup.Select("expr-sweep-name", "Input", shown, names, off, set(state.ExprSweepName)),
		markup.Field(markup.Entry{ID: "expr-sweep-from", Label: "From", Shown: e.Sweep.From, Hint: "0.1", Problem: from, Disabled: off, Typed: set(state.ExprSweepFrom)}),
		markup.Field(markup.Entry{ID: "expr-sweep-step", Label: "Step: a number, or ulps", Shown: e.Sweep.Step, Hint: "0.001, 1 ulp", Problem: step, Disabled: off, Typed: set(state.ExprSweepStep)}),
		markup.Select("expr-sweep-n", "Values", strconv.Itoa(int(e.Sweep.N)), markup.Numbers([]int{51, 101, 201, 401, 801}, strconv.Itoa), off, set(state.ExprSweepN)),
	}
}

// exprTap reads data-tap of the view's drawings: a letter for what is meant, then its number or text.
func exprTap(rest string) markup.Action {
	m := evaluated.made
	if rest == "" || m == nil {
		return nil
	}
	word := rest[1:]
	n, _ := strconv.Atoi(word)
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
func exprWorst(m *model.Expr, hex string) markup.Action {
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "0x"), 16, 64)
	if err != nil || m.Sweep == nil || m.Sweep.Format == nil {
		return nil
	}
	return state.ExprSet{Do: state.ExprPut, I: m.Row(), Name: m.Sweep.Name, Text: number.Shortest(m.Sweep.Format, wide.From64(n))}
}

// exprBack is what lies behind the text: its error, or the piece where the two targets part.
func exprBack(text string, m *model.Expr) string {
	if p := m.Part; p != nil && p.Value >= 0 {
		return draw.ExprBack(text, m.Problem, p.From, p.To)
	}
	return draw.ExprBack(text, m.Problem, 0, 0)
}
