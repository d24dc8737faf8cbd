package x87

import (
	"strconv"
	"strings"

	"ulplab/fpcore/stable"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
)

// view is the view of expressions in SSE and x87.
type view struct {
	In       State
	ReadOnly bool
}

func (v view) render() markup.Node {
	m := *shown()
	var pieces []markup.Node
	for i, html := range page(m, v.ReadOnly) {
		piece := markup.Raw("div", "", html)
		switch i {
		case 4:
			piece = markup.PhoneFold(waysTitle, piece)
		case 5:
			piece = markup.PhoneFold(wordsTitle, piece)
		}
		pieces = append(pieces, piece)
	}
	unread := m.Unread()
	return markup.El("div", markup.Class(html.StaleClass("op x87view", unread)),
		markup.ExamplePanel("x87", ExampleWords, "", exampleOf(v.In), v.ReadOnly, openExample),
		markup.El("div", markup.Class("sidefirst"),
			markup.El("div", markup.Class("op-inputs"),
				markup.Raw("div", "row", types(v.In.Double, v.ReadOnly)),
				markup.Field(markup.Entry{ID: "x87-formula", Label: "Formula", Shown: m.Shown, Hint: "a*b+c", Problem: m.Problem, Disabled: v.ReadOnly, Names: "x87-formula",
					Typed: func(t string) markup.Action { return Type{Text: t} }}),
				markup.Raw("div", "note", fault(m)+formulaNote),
				markup.El("div", markup.Class(operandsClass(m)), markup.List(v.operands(m)))),
			markup.Raw("div", "op-answer", html.Stale(unread)+results(m))),
		markup.El("div", markup.Class("of-operands"),
			markup.Exported("x87-stack", func() svg.Picture { return stack(m, false) }),
			markup.Exported("x87-twice", func() svg.Picture { return x87Twice(m, false) }), markup.List(pieces)),
		markup.PhoneFold(tableFold, markup.Panel("op-part", 0, tablePanel)))
}

func tablePanel(int) markup.Node {
	return markup.Raw("div", "", "<h2>"+tableTitle+"</h2>"+table())
}

// operands are the fields of a to h; those that the formula does not use are hidden.
func (v view) operands(m Model) []markup.Node {
	var out []markup.Node
	for i := range v.In.X {
		p := &m.Operands[i]
		out = append(out, markup.El("div", markup.Class("op-operand"), markup.Data("keys", "x87.op"), markup.Data("bit", strconv.Itoa(i)), markup.Flag("hidden", !p.Used), markup.Attr("title", words.StepKeys),
			markup.Field(markup.Entry{ID: "x87-" + p.Name, Label: p.Name, Shown: p.Text, Hint: "0.1, 0x1.8p+1", Problem: p.Problem, Disabled: v.ReadOnly,
				Typed: func(t string) markup.Action { return Operand{I: uint8(i), Text: t} }}),
			markup.Raw("div", "op-under", x87Operand(m, v.In, i, v.ReadOnly))))
	}
	return out
}

// exampleOf returns the ID of the example shown, "" for a state of the reader's own.
func exampleOf(v State) string {
	v = plain(v)
	for i, p := range plainExamples() {
		if p == v {
			return Examples[i].ID
		}
	}
	return ""
}

// plain is a state without what does not change the numbers.
func plain(v State) State {
	p := v.Program()
	v.At, v.Text = 0, operand.Draft{}
	for i := range v.X {
		if v.X[i].Text = (operand.Draft{}); !p.Uses(i) {
			v.X[i] = operand.Entered{}
		}
	}
	return v
}

// plainExamples are the examples without what does not change the numbers; each takes a compilation.
var plainExamples = stable.Once(func() (list []State) {
	for _, e := range Examples {
		list = append(list, plain(e.State))
	}
	return list
})

// key is for the operand whose number stands in data-bit.
func key(p lab.Key, i int) (markup.Action, bool) {
	return lab.OperandKey(func(up bool) markup.Action { return Nudge{I: uint8(i), Up: up} })(p, i)
}

// running is the task that runs the formula.
const running = "x87.run"

func tasks(s State) []lab.Task {
	return []lab.Task{lab.Slices[*Model]{Name: running, In: s, Begin: func(*Model) *Model {
		m := build(s)
		return &m
	}}.Task()}
}

// shown is the model that the page shows.
func shown() *Model {
	m, _ := lab.Made[*Model](running)
	return m
}

// tap reads what a click means: on an instruction, a spill point, a way to compile, a type, a step of an operand or
// of the player.
func tap(said string) markup.Action {
	word, rest, _ := strings.Cut(said, ":")
	if rest == "" || shown() == nil {
		return nil
	}
	n, _ := strconv.Atoi(rest)
	n = max(0, min(n, 255))
	at, last := shown().At+1, len(shown().Columns[2].Lines) // counted from 1
	switch word {
	case "type":
		return Declare{Double: rest == "double"}
	case "nudge":
		return Nudge{I: rest[0] - 'a', Up: rest[1:] == "+"}
	case "spill":
		return Spill{Step: uint8(n)}
	case "way":
		if n < len(shown().Ways) {
			return Set{Precision: shown().Ways[n].Precision, Spills: shown().Ways[n].Spills}
		}
		return nil
	case "walk":
		switch rest {
		case "first":
			n = 1
		case "back":
			n = at - 1
		case "next":
			n = at + 1
		default:
			n = last
		}
	}
	return Show{At: uint8(max(1, min(n, last)))}
}

func x87Word(area string) func(bit int) markup.Action {
	return func(bit int) markup.Action {
		return Bit{MXCSR: area == "x87.mx", Bit: uint8(bit)}
	}
}

// says is what is read out of a state.
func says(s State) []string {
	if shown() == nil {
		return nil
	}
	return []string{answer(shown())}
}

// openExample shows the example of an ID.
func openExample(id string) markup.Action { return Open{ID: id} }
