package flags

import (
	"strconv"
	"strings"

	"ulplab/fpcore/gpu"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/target"
	"ulplab/site/kit/words"
	"ulplab/site/views/encoding"
)

// view is the Flags view.
type view struct {
	In       State
	ReadOnly bool
}

// choices is the input of the selects.
type choices struct {
	example, id string
	cc          gpu.Capability
	double      bool
	readOnly    bool
}

func (v view) render() markup.Node {
	s := v.In
	m := build(s)
	in := choices{exampleOf(s), s.ID, s.CC, s.Double, v.ReadOnly}
	var sides []markup.Node
	for k := range m.Modes {
		sides = append(sides, markup.El("div", markup.Panel("", modeIn{k, m.Modes[k].ID, v.ReadOnly}, flagsMode),
			markup.Raw("div", "", switches(m.Modes[k], k, v.ReadOnly)),
			markup.Raw("div", "flags-result", hero(m, k), markup.Reveals(markup.Result))))
	}
	unread := operand.Unread(m.Operands[:])
	return markup.El("div", markup.Class(html.StaleClass("op flags", unread)),
		markup.Panel("op-examples", in, examplesPanel),
		markup.El("div", markup.Class("sidefirst"),
			markup.El("div", markup.Class("op-inputs"),
				markup.Panel("op-choices", in, flagsOperation),
				markup.El("div", markup.Class("op-operands"), markup.List(v.operands(m))),
				markup.Panel("op-choices", in, machine),
				markup.Raw("p", "note flags-arch", words.Escape(m.Arch)),
				markup.AnswerBar(html.Bar(unread, m.Verdict))),
			markup.El("div", markup.Class("op-answer"),
				markup.Raw("div", "stale-slot", html.Stale(unread)),
				markup.El("div", markup.Class("fma-results"), markup.List(sides)),
				markup.Raw("div", "flags-verdict", answer(m, s.Failed, v.ReadOnly)))),
		markup.El("div", markup.Class("flags-below of-operands"), markup.Exported("flags-line", func() svg.Picture { return linePicture(m, 720) }),
			markup.Fold(tableTitle, markup.Raw("div", "", html.TableBox(tableTitle, table(m)))), markup.Raw("div", "", works(m))),
		markup.Panel("op-part", plotOf(s), plot),
		markup.Fold(flagsOptions, markup.Raw("div", "", options())))
}

// operands are the three fields.
func (v view) operands(m Model) []markup.Node {
	var out []markup.Node
	for i, p := range m.Operands {
		out = append(out, operand.Box{View: "flags", Name: p.Name, I: i, Shown: p.Text, Problem: p.Problem, Under: operand.Under(p, encoding.LinkTo(p.Bits.Format.ID, v.In.X[i])), ReadOnly: v.ReadOnly,
			Typed: func(s string) markup.Action { return Type{I: uint8(i), Text: s} },
			Step:  func(up bool) markup.Action { return Step{I: uint8(i), Up: up} }}.Node())
	}
	return out
}

// exampleOf returns the ID of the example shown, "" for a state of the reader's own.
func exampleOf(v State) string {
	plain := func(v State) State { // without what does not change the numbers shown
		v.Over, v.Seed, v.Failed = 0, 0, ""
		for i := range v.X {
			v.X[i].Text = operand.Draft{}
		}
		return v
	}
	return Examples.Like(v, plain)
}

func neighbour(i uint8, up bool) markup.Action { return Step{I: i, Up: up} }

func examplesPanel(in choices) markup.Node {
	return markup.Examples("flags", ExampleWords, "Options and operands of your own.", in.example, in.readOnly, openExample)
}

func flagsOperation(in choices) markup.Node {
	var choices []markup.Choice
	for _, o := range gpu.Operations {
		choices = append(choices, markup.Choice{Value: o.ID, Label: target.InC(o, in.double)})
	}
	return markup.Select("flags-op", "Operation", in.id, choices, false, func(s string) markup.Action { return Pick{ID: s} })
}

func machine(in choices) markup.Node {
	var choices []markup.Choice
	for _, p := range gpu.Profiles() {
		choices = append(choices, markup.Choice{Value: p.CC.String(), Label: p.CC.String() + "  " + p.Family})
	}
	return markup.El("div", markup.Class("op-fields"),
		markup.Raw("div", "row", types(in.double, in.readOnly)),
		markup.Select("flags-cc", "Compute capability", in.cc.String(), choices, in.readOnly, func(s string) markup.Action {
			for _, p := range gpu.Profiles() {
				if p.CC.String() == s {
					return CC{CC: p.CC}
				}
			}
			return CC{}
		}))
}

// modeIn is the input of the menu of one set of options.
type modeIn struct {
	side     int
	id       string
	readOnly bool
}

func flagsMode(in modeIn) markup.Node {
	name := sides[in.side]
	choices := []markup.Choice{{Value: "", Label: words.OwnExample}}
	for i, p := range gpu.Presets {
		choices = append(choices, markup.Choice{Value: p.ID, Label: modes[i]})
	}
	return markup.Select("flags-"+name, "Options on the "+name, in.id, choices, in.readOnly, func(s string) markup.Action { return Mode{Side: uint8(in.side), ID: s} })
}

// plot is the histogram.
func plot(in PlotIn) markup.Node {
	m := buildPlot(in)
	return markup.Raw("div", "", flagsPlot(m), markup.Exported("flags-plot", func() svg.Picture { return plotPicture(m, plotWide) }))
}

// tap is what the buttons of the drawings mean: "op:a/b", "over:1", "set:12" for option 2 on side 1, "type:64" for
// double, "find".
func tap(said string) markup.Action {
	word, rest, _ := strings.Cut(said, ":")
	n, _ := strconv.Atoi(rest)
	switch word {
	case "op":
		return Pick{ID: rest}
	case "type":
		return Double{Double: n == 64}
	case "over":
		return FlagsOver{Over: Over(n)}
	case "set":
		return Toggle{Side: uint8(n / 10), Flag: uint8(n % 10)}
	}
	return Find{}
}

// says is what is read out of a state.
func says(s State) []string {
	return []string{build(s).Verdict, firstUpper(s.Failed)}
}

// openExample shows the example of an ID.
func openExample(id string) markup.Action { return Open{ID: id} }
