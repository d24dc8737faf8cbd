package iteration

import (
	"strconv"

	"ulplab/fpcore/expr"
	"ulplab/site/kit/code"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/target"
	"ulplab/site/lab"
	"ulplab/site/views/encoding"
)

// view is the Iteration view.
type view struct {
	In       State
	ReadOnly bool
}

// computed is the iteration shown and what is computed of it. Its answers are those of shown: made, or the last one of the
// same program while a value of the first step is not understood.
type computed struct{ made, shown *Model }

// little is how many operations a step of the work performs, about.
const little = 1000

// tasks has the iteration run.
func tasks(s State) []lab.Task {
	return []lab.Task{lab.Slices[*computed]{Name: "iter.run", In: of(s),
		Begin: func(before *computed) *computed {
			m := New(s)
			c := &computed{m, m}
			if m.Unread != nil && before != nil {
				if last := before.shown; last.Trouble == "" && last.In.Text == s.Text && last.In.Double == s.Double && last.In.T == s.T {
					c.shown = last
				}
			}
			return c
		},
		Step: func(c *computed) bool { return c.made.Step(little) }}.Task()}
}

// iterated is what is computed of the iteration shown.
func iterated() (*computed, lab.Progress) { return lab.Made[*computed]("iter.run") }

// part is the input of a part of the view.
type part struct {
	shown    *Model
	version  uint32
	look     int
	readOnly bool
}

func (v view) render() markup.Node {
	s := v.In
	run, at := iterated()
	m, shown := run.made, run.shown
	look := shown.Look(s.At)
	in := part{shown, at.Version, look, v.ReadOnly}
	var unread []string
	if shown != m {
		unread = m.Unread
	}
	var problem *expr.Error
	if s.Text != "" {
		problem = m.Problem
	}
	return markup.El("div", markup.Class(html.StaleClass("op expr iter", unread)),
		markup.ExamplePanel("iter", ExampleWords, "", exampleOf(s), v.ReadOnly, openExample),
		markup.El("div", markup.Class("expr-top"),
			markup.El("div", markup.Class("expr-left"),
				markup.CodeField(markup.Code{ID: "iter-text", Label: textLabel, Text: s.Text, Back: code.Back(s.Text, m.Problem, 0, 0), Bad: problem != nil, ReadOnly: v.ReadOnly,
					Typed: func(t string) markup.Action { return Set{Do: Type, Text: t} }}),
				markup.Raw("div", "", code.Problem(s.Text, problem), markup.Attr("id", "iter-text"+markup.ProblemOf)),
				markup.Raw("div", "", code.Notes(s.Text, m.Notes)),
				markup.Panel("row expr-free", code.FreeIn{Double: s.Double, ReadOnly: v.ReadOnly}, free),
				markup.El("p", markup.Class("note"), markup.Text(textNote)),
				markup.Panel("iter-targets", targetsIn{s.T, v.ReadOnly}, targets)),
			markup.El("div", markup.Class("expr-right"),
				markup.El("h2", markup.Text(startTitle)),
				markup.El("div", markup.Class("expr-fields"), markup.List(code.Fields("iter", m.Cells, v.ReadOnly, encoding.LinkTo, func(name, t string) markup.Action {
					return Set{Do: Put, Name: name, Text: t}
				}))),
				markup.Panel("", stepsIn{s.N, v.ReadOnly}, steps)),
			markup.AnswerBar(bar(m))),
		markup.Raw("div", "stale-slot", html.Stale(unread)),
		markup.El("div", markup.Class("expr-results of-operands"),
			markup.Panel("", in, func(in part) markup.Node {
				return markup.Raw("div", "", Answer(in.shown), markup.Reveals(markup.Result))
			}),
			markup.El("div", markup.Class("iter-slide"), markup.Flag("hidden", shown.Problem != nil || shown.Trouble != ""),
				markup.El("label", markup.Class("label"), markup.Attr("for", "iter-step"), markup.Text("Step")),
				markup.El("input", markup.Attr("type", "range"), markup.Attr("id", "iter-step"), markup.Attr("min", "0"), markup.Attr("max", strconv.Itoa(int(s.N))), markup.Attr("step", "1"), markup.Prop("value", strconv.Itoa(look)),
					markup.OnInput(func(s string) markup.Action {
						n, _ := strconv.Atoi(s)
						return Set{Do: Look, I: n + 1}
					}), markup.OnSettled(nil)),
				markup.El("span", markup.Class("num"), markup.Text(strconv.Itoa(look)))),
			markup.Panel("", in, func(in part) markup.Node { return markup.Raw("div", "", IterLook(in.shown, in.look)) })),
		markup.Panel("expr-part of-operands", in, func(in part) markup.Node {
			m := in.shown
			return markup.Raw("div", "", Figures(m, in.look), markup.Reveals(markup.Explanation),
				markup.Exported("iter-plot", func() svg.Picture { return Plot(m, in.look, 720) }),
				markup.Exported("iter-orbit", func() svg.Picture { return Orbit(m, in.look, 720) }))
		}),
		markup.Panel("expr-part of-operands", in, func(in part) markup.Node {
			return markup.Raw("div", "", markup.Still(Table(in.shown, in.look), in.readOnly))
		}))
}

// exampleOf returns the ID of the example shown, "" for a state of the reader's own.
func exampleOf(v State) string {
	return Examples.Like(v, of)
}

type targetsIn struct {
	t        [2]string
	readOnly bool
}

func targets(in targetsIn) markup.Node {
	side := func(i int) markup.Node {
		return markup.Select("iter-"+"AB"[i:i+1], "Target "+"AB"[i:i+1], in.t[i], target.TargetChoices(), in.readOnly, func(s string) markup.Action {
			return Set{Do: Target, I: i, Text: s}
		})
	}
	return markup.El("div", markup.Class("expr-two"), side(0), side(1))
}

type stepsIn struct {
	n        uint16
	readOnly bool
}

func steps(in stepsIn) markup.Node {
	counts := []int{12, 40, 100, 200, 500, 1000, 2000, 5000}
	return markup.El("div", markup.Class("expr-two"), markup.Select("iter-n", "Steps", strconv.Itoa(int(in.n)), markup.Numbers(counts, strconv.Itoa), in.readOnly, func(s string) markup.Action {
		n, _ := strconv.Atoi(s)
		return Set{Do: Steps, I: n}
	}))
}

func key(p lab.Key, i int) (markup.Action, bool) {
	run, _ := iterated()
	if run == nil || i < 0 || i >= len(run.made.Cells) {
		return nil, false
	}
	c := &run.made.Cells[i]
	return lab.OperandKey(func(up bool) markup.Action {
		return Set{Do: Put, Name: c.Name, Text: code.Step(c, up)}
	})(p, i)
}

func tap(rest string) markup.Action {
	n, _ := strconv.Atoi(rest)
	return Set{Do: Look, I: n + 1}
}

func free(in code.FreeIn) markup.Node {
	return in.Buttons(func(i int) markup.Action { return Set{Do: Free, I: i} })
}

// says is what is read out of a state.
func says(s State) []string {
	run, _ := iterated()
	if run == nil || !run.made.Done || run.made.Problem != nil || run.made.Trouble != "" {
		return nil
	}
	return []string{verdict(run.made.N, run.made.FirstDifference, run.made.Ended, run.made.Split)}
}

// openExample shows the example of an ID.
func openExample(id string) markup.Action { return Set{Do: Open, Text: id} }
