package expression

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
	number "ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/files"
	"ulplab/site/kit/code"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/target"
	"ulplab/site/lab"
	"ulplab/site/views/encoding"
	"ulplab/site/views/ptx"
)

// view is the Expression view.
type view struct {
	In       State
	ReadOnly bool
}

// exprPart is the input of a part of the view.
type exprPart struct {
	m        *Model
	version  uint32 // of the model
	at       uint16
	lang     uint8
	readOnly bool
}

func (v view) render() markup.Node {
	e := v.In
	m, at := lab.Made[*Model](evaluate)
	in := exprPart{m: m, version: at.Version, readOnly: v.ReadOnly}
	look, lang := in, in
	look.at, lang.lang = e.At, e.Lang
	fresh := m.In.Text == e.Text
	back := code.MarkedCode(e.Text) + "\n"
	if fresh {
		back = exprBack(e.Text, m)
	}
	var problem *expr.Error
	if fresh && e.Text != "" {
		problem = m.Problem
	}
	said := code.Problem(e.Text, problem)
	if strings.TrimSpace(e.Text) == "" {
		problem, said = nil, `<p class="note">`+exprEmpty+`</p>`
	} else if is := ptx.Instead(e.Text); is != "" {
		said = is
	}
	return markup.El("div", markup.Class("op expr"),
		markup.ExamplePanel("expr", ExampleWords, "", exampleOf(e), v.ReadOnly, openExample),
		markup.El("div", markup.Class("expr-top"),
			markup.El("div", markup.Class("expr-left"),
				markup.El("div", markup.PanelOf(0), markup.CodeField(markup.Code{ID: "expr-text", Label: textLabel, Text: e.Text, Back: back, Bad: problem != nil, ReadOnly: v.ReadOnly,
					Typed: func(t string) markup.Action { return Set{Do: Type, Text: t} }})),
				markup.Raw("div", "", said, markup.Attr("id", "expr-text"+markup.ProblemOf)),
				markup.Raw("div", "", code.Notes(m.In.Text, m.Notes)),
				markup.Panel("row expr-free", code.FreeIn{Double: e.Double, ReadOnly: v.ReadOnly}, free),
				markup.El("p", markup.Class("note"), markup.Text(textNote)),
				v.assembly(m)),
			markup.El("div", markup.Class("expr-right"),
				markup.Raw("div", "expr-rowbar", rowBar(m, v.ReadOnly)),
				markup.El("div", markup.Class("expr-fields"), markup.PanelOf(0), markup.List(code.Fields("expr", cells(m), v.ReadOnly, encoding.LinkTo, func(name, t string) markup.Action {
					return Set{Do: Put, I: m.Row(), Name: name, Text: t}
				}))),
				markup.Raw("div", "", inputsNote(m)),
				finding(m)),
			markup.AnswerBar(html.Bar(nil, m.Verdict))),
		markup.El("div", markup.Class("expr-results"),
			markup.El("div", markup.Class("expr-head"),
				markup.El("h2", markup.Text(resultsTitle)),
				markup.Panel("expr-add", addIn{e.Targets, v.ReadOnly}, add)),
			markup.Panel("", in, func(in exprPart) markup.Node {
				return markup.Raw("div", "", Stack(in.m, in.readOnly)+exprX87(in.m, in.m.In.Double))
			})),
		markup.Panel("expr-part", in, func(in exprPart) markup.Node { return markup.Raw("div", "", prints(in.m), markup.PanelOf(2)) }),
		markup.Panel("expr-part", look, func(in exprPart) markup.Node {
			m := in.m
			if m.Part != nil && len(m.Part.Nodes) > 1 {
				p, a, b := m.Part, m.Columns[m.A].Name, m.Columns[m.B].Name
				return markup.Raw("div", "", part(m, int(in.at), in.readOnly), markup.Exported("expr-tree", func() svg.Picture { return tree(p, a, b, false) }))
			}
			return markup.Raw("div", "", part(m, int(in.at), in.readOnly))
		}),
		markup.Panel("expr-part", in, func(in exprPart) markup.Node {
			return markup.Raw("div", "expr-tables", matrix(in.m)+rows(in.m, in.readOnly), markup.PanelOf(4))
		}),
		markup.El("div", markup.Class("expr-part"), markup.Flag("hidden", m.Code == nil || len(m.Code.Inputs) == 0),
			markup.El("div", markup.Class("expr-head"), markup.El("h2", markup.Text(sweepTitle)),
				markup.Button(sweepWord(e.Sweep.On), Set{Do: SweepOn, I: 1 - one(e.Sweep.On)}, markup.Class("op-toggle"), markup.Attr("id", "expr-sweep-on"), markup.Pressed(e.Sweep.On), markup.Prop("disabled", v.ReadOnly))),
			markup.El("div", markup.Class("controls expr-sweep-in"), markup.Flag("hidden", !e.Sweep.On), markup.List(sweepFields(e, m, v.ReadOnly))),
			markup.Panel("", in, func(in exprPart) markup.Node {
				m := in.m
				return markup.Raw("div", "", exprSweep(m), markup.Exported("expr-sweep", func() svg.Picture { return sweepPicture(m, 720) }))
			})),
		markup.Panel("expr-part", lang, func(in exprPart) markup.Node {
			return markup.Raw("div", "", exprCode(in.m, int(in.lang))+sources(in.m), markup.PanelOf(5))
		}))
}

// assembly is the field of the PTX.
func (v view) assembly(m *Model) markup.Node {
	e := v.In
	back, said := code.MarkedCode(e.PTX)+"\n", ""
	bad, wrong := false, ""
	if a := m.PTX; a != nil && m.In.PTX == e.PTX {
		back, said, bad = ptxBack(m), code.Problem(e.PTX, a.Problem)+bindings(m), a.Problem != nil
		wrong = a.Order
	}
	return markup.El("details", markup.Class("more expr-ptx"), markup.Flag("open", e.PTX != ""),
		markup.El("summary", markup.Text(ptxTitle)),
		markup.CodeField(markup.Code{ID: "expr-ptx", Label: ptxLabel, Text: e.PTX, Back: back, Bad: bad, ReadOnly: v.ReadOnly,
			Typed: func(t string) markup.Action { return Set{Do: Assemble, Text: t} }}),
		markup.Raw("div", "", said, markup.Attr("id", "expr-ptx"+markup.ProblemOf)),
		markup.Field(markup.Entry{ID: "expr-ptx-order", Label: ptxOrder, Shown: e.Takes, Hint: "a, b, c", Problem: wrong, Disabled: v.ReadOnly || e.PTX == "",
			Typed: func(t string) markup.Action { return Set{Do: Take, Text: t} }}),
		lab.FilePlace("expr", ptxDrop, v.ReadOnly),
		markup.El("p", markup.Class("note"), markup.Text(ptxNote)))
}

// opened takes a file of PTX.
func opened(f *files.Source, problem string) markup.Action {
	switch {
	case f == nil:
		lab.Warn(problem)
	case len(f.Data) > MaxPTX:
		lab.Warn(ptxTooLong)
	default:
		return Set{Do: Assemble, Text: string(f.Data)}
	}
	return nil
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

// finding is the search for inputs on which A and B differ.
func finding(m *Model) markup.Node {
	if m.Code == nil || len(m.Code.Inputs) == 0 || m.A < 0 || m.B < 0 || len(m.Rows) >= code.ExprMaxRows {
		return markup.Progress{ID: "expr-find"}.Show()
	}
	_, at := lab.Made[*Finder](find)
	c := at.Control(find, "expr-find", findSets, Set{Do: Find, I: 1})
	c.Label, c.Word = findProgress, findButton
	return c.Show()
}

// cells are the inputs of the row looked at.
func cells(m *Model) []code.Cell {
	if m.Code == nil || len(m.Rows) == 0 {
		return nil
	}
	return m.Rows[m.Row()].Cells
}

func key(p lab.Key, i int) (markup.Action, bool) {
	m, _ := lab.Made[*Model](evaluate)
	if m == nil || i < 0 || i >= len(cells(m)) {
		return nil, false
	}
	c := &m.Rows[m.Row()].Cells[i]
	return lab.OperandKey(func(up bool) markup.Action {
		return Set{Do: Nudge, I: m.Row(), Name: c.Name, Text: code.Step(c, up)}
	})(p, i)
}

func free(in code.FreeIn) markup.Node {
	return in.Buttons(func(i int) markup.Action { return Set{Do: Free, I: i} })
}

// exampleOf returns the ID of the example shown, "" for a state of the reader's own.
func exampleOf(e State) string {
	for _, x := range Examples {
		if x.State.Text == e.Text && x.State.Rows == e.Rows && x.State.PTX == e.PTX && x.State.Double == e.Double && x.State.Targets == e.Targets {
			return x.ID
		}
	}
	return ""
}

type addIn struct {
	targets  string
	readOnly bool
}

// add is the menu that adds a target.
func add(in addIn) markup.Node {
	have := strings.Fields(in.targets)
	choices := []markup.Choice{{Value: "", Label: "Add a target …"}}
	for _, c := range target.TargetChoices() {
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
		markup.El("select", markup.Attr("id", "expr-add"), markup.Prop("value", ""), markup.Prop("disabled", in.readOnly || len(have) >= Most), markup.On("change", func(e markup.Event) markup.Action {
			return Set{Do: Add, Text: e.Value}
		}), markup.List(markup.Options(choices, nil))))
}

// sweepFields are what a sweep takes.
func sweepFields(e State, m *Model, off bool) []markup.Node {
	set := func(do Do) func(string) markup.Action {
		return func(s string) markup.Action {
			n, _ := strconv.Atoi(s)
			return Set{Do: do, I: n, Text: s}
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
		markup.Select("expr-sweep-name", "Input", shown, names, off, set(SweepName)),
		markup.Field(markup.Entry{ID: "expr-sweep-from", Label: "From", Shown: e.Sweep.From, Hint: "0.1", Problem: from, Disabled: off, Typed: set(SweepFrom)}),
		markup.Field(markup.Entry{ID: "expr-sweep-step", Label: "Step: a number, or ulps", Shown: e.Sweep.Step, Hint: "0.001, 1 ulp", Problem: step, Disabled: off, Typed: set(SweepStep)}),
		markup.Select("expr-sweep-n", "Values", strconv.Itoa(int(e.Sweep.N)), markup.Numbers([]int{51, 101, 201, 401, 801}, strconv.Itoa), off, set(SweepN)),
	}
}

// tap reads data-tap of the view's drawings: a letter for what is meant, then its number or text.
func tap(rest string) markup.Action {
	m, _ := lab.Made[*Model](evaluate)
	if rest == "" || m == nil {
		return nil
	}
	word := rest[1:]
	n, _ := strconv.Atoi(word)
	switch rest[0] {
	case 'A':
		return Set{Do: A, I: n}
	case 'B':
		return Set{Do: B, I: n}
	case 'u':
		return Set{Do: Left, I: n}
	case 'x':
		lab.Focus("#expr-add")
		return Set{Do: Drop, I: n}
	case 'r':
		return Set{Do: Pick, I: n}
	case 'o':
		lab.Focus(".expr-look")
		return Set{Do: Look, I: n}
	case 'l':
		return Set{Do: Speak, I: n}
	case '+':
		return Set{Do: AddRow}
	case '-':
		return Set{Do: DropRow, I: m.Row()}
	case 's':
		if name, program, missing := source(m, int(lab.Now[State]().Lang)); missing == "" {
			lab.Host().SaveText(name, "text/plain", program)
		}
	case 'w':
		return worst(m, word)
	}
	return nil
}

// worst puts the value of a sweep into the row looked at.
func worst(m *Model, hex string) markup.Action {
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "0x"), 16, 64)
	if err != nil || m.Sweep == nil || m.Sweep.Format == nil {
		return nil
	}
	return Set{Do: Put, I: m.Row(), Name: m.Sweep.Name, Text: number.Shortest(m.Sweep.Format, wide.From64(n))}
}

// exprBack is what lies behind the text: its error, or the piece where the two targets part.
func exprBack(text string, m *Model) string {
	if p := m.Part; p != nil && p.Value >= 0 {
		return code.Back(text, m.Problem, p.From, p.To)
	}
	return code.Back(text, m.Problem, 0, 0)
}

// says is what is read out of a state.
func says(s State) []string {
	m, _ := lab.Made[*Model](evaluate)
	if m == nil || m.In.Text != s.Text {
		return nil
	}
	return []string{m.Verdict}
}

// openExample shows the example of an ID.
func openExample(id string) markup.Action { return Set{Do: Open, Text: id} }
