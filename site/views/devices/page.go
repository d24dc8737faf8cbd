package devices

import (
	"strconv"
	"strings"

	"ulplab/fpcore/gpu"
	"ulplab/fpcore/target"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	targets "ulplab/site/kit/target"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
	"ulplab/site/views/encoding"
)

// view is the Devices view.
type view struct {
	In       State
	ReadOnly bool
}

// choices is the input of the selects: nothing that typing an operand changes.
type choices struct {
	t        [2]string
	op       string
	double   bool
	example  string
	readOnly bool
}

// devRules is the input of the table of rules.
type devRules struct {
	t        [2]string
	readOnly bool
}

// devFeatures is the input of the tables of features.
type devFeatures struct {
	t       [2]string
	feature gpu.Feature
}

func (v view) render() markup.Node {
	d := v.In
	m := build(d)
	in := choices{d.T, d.Op, d.Double, exampleOf(d), v.ReadOnly}
	unread := operand.Unread(m.Operands)
	answer := html.Stale(unread) + results(m)
	if m.HasLine {
		answer += `<div data-part="why">` + html.Figure("dev-values", valuesTitle, lines(m), valuesCaption) + `</div>`
	}
	timeline := "dev-timeline"
	if v.ReadOnly {
		timeline = "dev-timeline dev-still"
	}
	return markup.El("div", markup.Class(html.StaleClass("op dev", unread)),
		markup.Panel(timeline, d.T, devTimeline),
		markup.Panel("op-examples", in, devExamples),
		markup.El("div", markup.Class("sidefirst"),
			markup.El("div", markup.Class("op-inputs"),
				markup.Panel("op-choices", in, selects),
				markup.El("div", markup.Class("op-operands"), markup.List(v.operands(m))),
				markup.El("div", markup.Class("dev-seek"),
					markup.Button(seekButton, Dev{Do: DevSeek}, markup.Attr("id", "dev-seek"), markup.Flag("disabled", v.ReadOnly)),
					markup.Raw("div", "", seek(d.Seek))),
				markup.AnswerBar(html.Bar(unread, words.Minus(m.Verdict)))),
			markup.Raw("div", "op-answer", answer, markup.Exported("dev-values", func() svg.Picture { return values(m) }))),
		markup.Panel("op-part", devRules{d.T, v.ReadOnly}, devWhy),
		markup.Fold(machinesTitle, markup.PartOf(true, machinesPanel)),
		markup.Fold(tableTitle, markup.PartOf(d.T, devTable)),
		markup.Fold(matrixTitle, markup.PartOf(devFeatures{d.T, d.Feature}, devMatrix)),
		markup.Fold(allTitle, markup.PartOf(true, devAll)),
		markup.Panel("op-part dev-every", true, devSources),
		markup.Fold(intrinTitle, markup.PartOf(intrinIn{d.Intrin, v.ReadOnly}, intrinsicsPanel)))
}

// devTimeline is the picture of the machines, and the keyboard of its two rows.
func devTimeline(t [2]string) markup.Node {
	slide := func(side int) markup.Node {
		name := "AB"[side : side+1]
		at := 0
		for i, c := range columns() {
			if c.ID == base(t[side]) {
				at = i
			}
		}
		return markup.El("div", markup.Class("dev-slide dev-slide-"+name), markup.Attr("role", "slider"), markup.Attr("tabindex", "0"), markup.Attr("aria-label", "Machine "+name),
			markup.Attr("aria-valuemin", "0"), markup.Attr("aria-valuemax", strconv.Itoa(len(columns())-1)), markup.Attr("aria-valuenow", strconv.Itoa(at)),
			markup.Attr("aria-valuetext", devName(t[side])), markup.Data("keys", "dev."+name))
	}
	return markup.Figure{
		ID: "dev-line", Title: lineTitle, Caption: words.Escape(lineCaption),
		Body: markup.El("div", markup.Class("dev-line"),
			markup.Raw("div", "op-wide", devLine(t).SVG()),
			markup.Raw("div", "op-narrow", list(t).SVG()),
			slide(0), slide(1)),
		Export: markup.Exported("dev-line",

			func() svg.Picture { return devLine(t) }),
	}.Show()
}

func devName(id string) string {
	t, _ := target.ByID(id)
	return t.Name()
}

// key is the keyboard of a row of the timeline.
func key(side int) func(p lab.Key, bit int) (markup.Action, bool) {
	return func(p lab.Key, _ int) (markup.Action, bool) {
		switch p.Name {
		case "ArrowRight", "ArrowDown":
			return Dev{Do: Move, I: side, Up: true}, true
		case "ArrowLeft", "ArrowUp":
			return Dev{Do: Move, I: side}, true
		case "Home":
			return Dev{Do: Pick, I: side, Text: "1.0"}, true
		case "End":
			return Dev{Do: Pick, I: side, Text: "x87"}, true
		}
		return nil, false
	}
}

func nudge(i uint8, up bool) markup.Action { return Dev{Do: Nudge, I: int(i), Up: up} }

// pick reads "09.0": target A becomes 9.0.
func pick(rest string) markup.Action {
	if rest == "" {
		return nil
	}
	return Dev{Do: Pick, I: int(rest[0] - '0'), Text: rest[1:]}
}

func feature(rest string) markup.Action {
	n, _ := strconv.Atoi(rest)
	return Feature{Feature: gpu.Feature(n)}
}

func devWitness(rest string) markup.Action {
	n, _ := strconv.Atoi(rest)
	return Dev{Do: Witness, I: n}
}

func (v view) operands(m Model) []markup.Node {
	var out []markup.Node
	for i := range v.In.X {
		p, under := operand.Operand{Name: "abc"[i : i+1]}, ""
		if i < len(m.Operands) {
			p, under = m.Operands[i], operand.Under(m.Operands[i], encoding.LinkTo(m.Operands[i].Bits.Format.ID, v.In.X[i]))
		}
		out = append(out, operand.Box{View: "dev", Name: p.Name, I: i, Shown: p.Text, Problem: p.Problem, Under: under, ReadOnly: v.ReadOnly,
			Typed: func(s string) markup.Action { return Dev{Do: Type, I: i, Text: s} },
			Step:  func(up bool) markup.Action { return Dev{Do: Nudge, I: i, Up: up} }}.Node())
	}
	return out
}

// exampleOf returns the ID of the example shown, "" for a state of the reader's own.
func exampleOf(d State) string {
	plain := func(d State) State { // without what does not change the numbers
		d.Feature, d.Seek, d.Intrin = 0, Seek{}, Intrin{}
		for i := range d.X {
			if d.X[i].Text = (operand.Draft{}); i >= d.Operation().Arity {
				d.X[i] = operand.Entered{}
			}
		}
		return d
	}
	return Examples.Like(d, plain)
}

func devExamples(in choices) markup.Node {
	return markup.El("div",
		markup.El("h2", markup.Text(runTitle)),
		markup.Examples("dev", examples, "Your own machines, operation and operands.", in.example, in.readOnly, func(s string) markup.Action { return Dev{Do: Open, Text: s} }))
}

func selects(in choices) markup.Node {
	var ops []markup.Choice
	for i, o := range gpu.Operations {
		group := "Arithmetic"
		if i > 7 {
			group = "Functions"
		}
		ops = append(ops, markup.Choice{Value: o.ID, Label: targets.InC(o, in.double), Group: group})
	}
	return markup.El("div", markup.Class("op-fields"),
		machine(in, 0), machine(in, 1),
		markup.El("div", markup.Class("row"), markup.Button(swapButton, Dev{Do: Swap}, markup.Class("op-toggle"), markup.Flag("disabled", in.readOnly))),
		markup.Select("dev-op", "Operation", in.op, ops, in.readOnly, func(s string) markup.Action { return Dev{Do: Op, Text: s} }),
		markup.El("div", markup.Class("row"), markup.Attr("role", "group"), markup.Attr("aria-label", "Type of the operands"),
			markup.Button("float", Dev{Do: Double}, markup.Class("op-toggle"), markup.Pressed(!in.double), markup.Flag("disabled", in.readOnly)),
			markup.Button("double", Dev{Do: Double, Up: true}, markup.Class("op-toggle"), markup.Pressed(in.double), markup.Flag("disabled", in.readOnly))))
}

// machine are the two selects of a target: the machine, and its options.
func machine(in choices, side int) markup.Node {
	name, id := "AB"[side:side+1], in.t[side]
	base := base(id)
	var machines, options []markup.Choice
	for _, c := range columns() {
		group := "x86"
		if c.Family != "" {
			group = c.Family
		}
		machines = append(machines, markup.Choice{Value: c.ID, Label: machineName(c), Group: group})
	}
	for _, o := range variants(id) {
		options = append(options, markup.Choice{Value: o.ID, Label: o.Label})
	}
	pick := func(s string) markup.Action { return Dev{Do: Pick, I: side, Text: s} }
	return markup.El("div", markup.Class("dev-machine"),
		markup.Select("dev-"+name, "Machine "+name, base, machines, in.readOnly, pick),
		markup.El("div", markup.Flag("hidden", len(options) < 2), markup.Select("dev-"+name+"-options", "Options of "+name, id, options, in.readOnly, pick)))
}

func machineName(c Column) string {
	if p, ok := profile(c.ID); ok {
		example, _, _ := strings.Cut(p.Examples, ",")
		return c.Label + "  " + example
	}
	return c.Label
}

func devWhy(in devRules) markup.Node { return markup.Raw("div", "", why(in.t, in.readOnly)) }

func machinesPanel(bool) markup.Node { return markup.Raw("div", "", devMachines()) }

func devTable(t [2]string) markup.Node { return markup.Raw("div", "", table(t)) }

func devMatrix(in devFeatures) markup.Node {
	return markup.Raw("div", "", matrix(in.t, in.feature))
}

func devAll(bool) markup.Node { return markup.Raw("div", "dev-all", all()) }

func devSources(bool) markup.Node { return markup.Raw("div", "", sources()) }

// says is what is read out of a state.
func says(s State) []string {
	return []string{words.Minus(build(s).Verdict), words.Plain(seek(s.Seek))}
}
