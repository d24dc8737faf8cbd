package functions

import (
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/libm"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
	"ulplab/site/views/functions/evaluation"
	"ulplab/site/work"
)

// view is the Functions view: three parts, of which one is shown.
type view struct {
	In       State
	ReadOnly bool
}

// in is the input of a part: the state without what the part does not look at.
type in struct {
	s        State
	accuracy *Accuracy // the recorded figures, nil until it is here
	failed   bool      // it could not be had
	sweep    lab.Progress
	part     uint8
	seen     bool
	readOnly bool
}

func (v view) render() markup.Node {
	s := v.In
	record, had := lab.Made[*Accuracy](figures)
	_, sweep := swept()
	in := [...]in{
		Dilemma: {accuracy: record, s: State{ID: s.ID, Format: s.Format, X: s.X, Directed: s.Directed}},
		Figure6: {s: State{Pi: s.Pi, Cut: s.Cut}},
		Measured: {accuracy: record, failed: had.State == work.Failed, sweep: sweep, s: State{Pick: s.Pick, Mode: s.Mode, Order: s.Order, Group: s.Group,
			Find: s.Find, Cell: s.Cell, Hover: s.Hover, Lo: s.Lo, Hi: s.Hi, From: s.From, To: s.To, Run: s.Run}},
		Steps: {accuracy: record, s: State{Lib: s.Lib, Operand: s.Operand, Mode: s.Mode}},
	}
	parts := []markup.Node{markup.Raw("div", "fn-tabs", tabs(s.Part))}
	for p := range in {
		in[p].part, in[p].seen, in[p].readOnly = uint8(p), s.Shows(Part(p)), v.ReadOnly
		parts = append(parts, markup.El("div", markup.Class("fn-part"), markup.Flag("hidden", int(s.Part) != p), markup.List{markup.PartOf(in[p], part)}))
	}
	return markup.El("div", markup.Class("op fn"), markup.List(parts))
}

// part draws a part, or a piece of the last one, once it was shown.
func part(in in) markup.Node {
	if !in.seen {
		return markup.El("div")
	}
	switch in.part {
	case uint8(Dilemma):
		return dilemma(in)
	case uint8(Figure6):
		return figure6(in)
	case uint8(Steps):
		return stepped(in)
	case pieceList:
		return list(in)
	case piecePicked:
		return picked(in)
	}
	return measured(in)
}

// dilemma is the first part.
func dilemma(in in) markup.Node {
	s, off := in.s, in.readOnly
	var hard *AccHard
	if in.accuracy != nil && s.Format == format.F32.ID && !s.Directed {
		hard = in.accuracy.HardOf(s.ID)
	}
	m := buildDilemma(s, hard)
	kept := markup.All{markup.Exported("fn-bits", func() svg.Picture { return dilemmaBits(&m, 48) }), markup.Exported("fn-line", func() svg.Picture { return dilemmaLinePicture(&m, 720) })}
	if hard != nil {
		kept = append(kept, markup.Exported("fn-curve", func() svg.Picture { return dilemmaCurve(hard, m.Need.Run, 720) }))
	}
	var functions []markup.Choice
	for i := range exact.Functions {
		f := &exact.Functions[i]
		functions = append(functions, markup.Choice{Value: f.ID, Label: f.ID + ":  " + f.Formula})
	}
	var unread []string
	if m.Problem != "" {
		unread = []string{"the argument"}
	}
	return markup.El("div", markup.Class(html.StaleClass("fn-dilemma", unread)),
		markup.Examples("fn", fnExamples, "", s.Example(), off, func(v string) markup.Action { return Open{Name: v} }),
		markup.El("div", markup.Class("sidefirst"),
			markup.El("div", markup.Class("op-inputs op-fields"),
				markup.Select("fn-function", functionLabel, s.ID, functions, off, func(v string) markup.Action { return Function{ID: v} }),
				markup.El("div", markup.Class("op-operand"), markup.Data("keys", "fn.x"), markup.Attr("title", words.StepKeys),
					markup.Field(markup.Entry{ID: "fn-x", Label: argumentLabel, Shown: m.Shown, Hint: "0.1, 2/3, pi, 0x40490fdb", Problem: m.Problem, Disabled: off,
						Typed: func(v string) markup.Action { return Type{Text: v} }}),
					markup.Raw("div", "op-steps", dilemmaSteps(off))),
				markup.Raw("div", "op-fields", dilemmaToggles(s, off))),
			markup.Raw("div", "op-answer", html.Stale(unread)+dilemmaHero(&m))),
		markup.Raw("div", "fn-below op-part of-operands", disabledIf(dilemmaAll(&m, hard), "x", off), kept...))
}

// stepped is the last part: how CUDA and the C library compute a function.
func stepped(in in) markup.Node {
	s, off := in.s, in.readOnly
	f := s.library()
	var x [3]wide.U128
	var fields markup.List
	var unread []string
	for k := range f.Arity {
		x[k] = s.Operand[k].Bits
		label, entry := "Argument "+string(rune('x'+k)), s.Operand[k].Text
		shown, problem := text.Entry(f.Format, x[k]), ""
		if entry.On {
			shown = entry.Text
			if _, err := operand.Read(shown, f.Format); err != nil {
				problem = words.Problem(err)
				unread = append(unread, label)
			}
		}
		step := func(up bool, label string) markup.Node {
			return markup.Button(label, StepOperand{uint8(k), up}, markup.Flag("disabled", off), markup.Class("plain"), markup.Attr("aria-label", "Argument "+label))
		}
		fields = append(fields, markup.El("div", markup.Class("op-operand"),
			markup.Field(markup.Entry{ID: "fn-" + operandKeys[k], Label: label, Shown: shown, Hint: "0.1, 2/3, pi, 0x40490fdb", Problem: problem, Disabled: off,
				Typed: func(v string) markup.Action { return TypeOperand{uint8(k), v} }}),
			markup.El("div", markup.Class("op-steps"), step(false, "− ulp"), step(true, "+ ulp"))))
	}
	var functions []markup.Choice
	for _, name := range libm.Names() {
		g, _ := libm.Find(name, libm.Default)
		functions = append(functions, markup.Choice{Value: name, Label: name, Group: g.Format.Name})
	}
	both := evaluation.Both(s.Lib, libm.Variant(s.Mode), x)
	both[0].Worst = in.accuracy.worst(s)
	open := func(arg wide.U128) string {
		s.Part, s.Operand[0] = Steps, operand.Entered{Bits: arg}
		return Link(s)
	}
	return markup.El("div", markup.Class(html.StaleClass("fn-stepped", unread)),
		markup.El("div", markup.Class("sidefirst"),
			markup.El("div", markup.Class("op-inputs op-fields"),
				markup.Select("fn-lib", functionLabel, s.Lib, functions, off, func(v string) markup.Action { return Compute{Name: v} }),
				markup.El("div", fields),
				markup.Raw("div", "op-fields", buttons("Compiled", "op-toggle", "m", fnModes[:], int(s.Mode), off))),
			markup.Raw("div", "op-answer", html.Stale(unread)+evaluation.Answer(both, open))),
		markup.Raw("div", "fn-below op-part of-operands", evaluation.Tables(both)))
}

// figure6 is the second part.
func figure6(in in) markup.Node {
	s := in.s
	m := buildFigure6(s)
	return markup.El("div", markup.Class("fn-six"),
		markup.Raw("div", "fn-below", figure6Top(&m), markup.Exported("fn-pi", func() svg.Picture { return figure6BitsPicture(&m, 48) })),
		markup.El("div", markup.Class("fn-slide"),
			markup.El("label", markup.Attr("for", "fn-pi-bits"), markup.Text("Bits of pi: "+strconv.Itoa(m.N))),
			markup.El("input", markup.Attr("id", "fn-pi-bits"), markup.Attr("type", "range"), markup.Attr("min", strconv.Itoa(PiLeast)), markup.Attr("max", strconv.Itoa(PiMost)),
				markup.Prop("value", strconv.Itoa(m.N)), markup.Prop("disabled", in.readOnly),
				markup.OnInput(func(s string) markup.Action {
					n, _ := strconv.Atoi(s)
					return Pi{N: n}
				}), markup.OnSettled(nil)),
			markup.Raw("div", "", figure6Cut(s.Cut, in.readOnly))),
		markup.Raw("div", "op-part", disabledIf(figure6Below(&m), "p", in.readOnly)))
}

// disabledIf makes the buttons of a drawing whose taps begin with a letter unusable on a read-only page.
func disabledIf(html, letter string, readOnly bool) string {
	if readOnly {
		return strings.ReplaceAll(html, `data-tap="fn:`+letter, `disabled data-tap="fn:`+letter)
	}
	return html
}

// tap reads data-tap of the view's drawings: a letter for what is chosen, then its number, code or name.
func tap(rest string) markup.Action {
	if rest == "" {
		return nil
	}
	word := rest[1:]
	n, _ := strconv.Atoi(word)
	on := n == 1
	switch rest[0] {
	case 't':
		return Show{Part: Part(n)}
	case 'f':
		return Format{ID: [2]string{"f32", "f64"}[n&1]}
	case 'd':
		return Directed{On: on}
	case 'u':
		return Step{Up: on}
	case 'c':
		return Cut{On: on}
	case 'm':
		return Mode{Mode: uint8(n)}
	case 'g':
		return Group{Group: uint8(n)}
	case 'o':
		if uint8(n) == lab.Now[State]().Order {
			n = 0
		}
		return Sort{Order: uint8(n)}
	case 'k':
		return Pick{Name: word}
	case 'x':
		x, _ := strconv.ParseUint(word, 16, 32)
		return Argument{Bits: uint32(x)}
	case 'p':
		cut := word != "" && word[len(word)-1] == 'c'
		if cut {
			n, _ = strconv.Atoi(word[:len(word)-1])
		}
		return PiRow{N: n, Cut: cut}
	case 'r':
		r := rangeCodes(lab.Now[State]())[n&3]
		return Range{Lo: r[0], Hi: r[1]}
	}
	return nil
}

var key = lab.OperandKey(func(up bool) markup.Action { return Step{Up: up} })

// says is what is read out of a state.
func says(s State) []string {
	record, _ := lab.Made[*Accuracy](figures)
	switch s.Part {
	case Dilemma:
		m := buildDilemma(s, nil)
		said := formula(m.F.ID, m.X) + " is " + words.Minus(m.Result)
		if m.Error != "" && m.Error != "0" {
			said += ", error " + words.Minus(m.Error) + " ulp"
		}
		if m.Need.Bits > 0 && !m.Need.Exact {
			said += "; " + words.Num(m.Need.Bits) + " bits decide"
		}
		return []string{said + "."}
	case Figure6:
		m := buildFigure6(s)
		return []string{"With " + words.Num(m.N) + " bits of pi the cosine is " + words.Minus(m.Printed) + ", " + words.Count(m.Right, "digit") + " right."}
	case Steps:
		return []string{evaluation.Said(evaluation.Both(s.Lib, libm.Variant(s.Mode), [3]wide.U128{s.Operand[0].Bits, s.Operand[1].Bits, s.Operand[2].Bits}))}
	}
	if record == nil {
		return nil
	}
	t := buildTable(record, s)
	if t.Picked == nil {
		return nil
	}
	return []string{s.Pick + ": at most " + words.Minus(fnMax(t.PickRow.Run.Max)) + " ulp over all arguments, " + t.PickRow.Share + " not correctly rounded.",
		words.Count(len(t.Rows), "function") + " of " + words.Num(t.Total) + " shown."}
}
