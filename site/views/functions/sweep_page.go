package functions

import (
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
	"ulplab/site/work"
)

// rangeCodes are the ranges that are one tap away.
func rangeCodes(s State) [4][2]uint32 {
	s.Hover = 0
	lo, hi := cellCodes(at(s))
	return [4][2]uint32{{lo, hi}, {0x3f800000, 0x3fffffff}, {0, 0x7f7fffff}, {0, 0xffffffff}}
}

// fnSweep is the panel of the sweep.
func fnSweep(in in, t *Table) markup.Node {
	s := in.s
	result, at := swept()
	m := buildSweep(s, t.Picked, result)
	busy := at.State == work.Running || at.State == work.Paused
	off := busy || in.readOnly
	of := ""
	if s.Run.Subject != m.Job {
		if of = "of " + s.Run.Subject; !busy {
			at = lab.Progress{}
		}
	}
	run := at.Control(sweeping, "fn", of, Start{})
	run.Off = in.readOnly || m.Problem != RangeFine
	words := sweepWords
	if m.Job == "" {
		words = sweepNone
	}
	end := func(id, label, hint, value string, d operand.Draft, problem string, high bool) markup.Node {
		if d.On {
			value = d.Text
		}
		return markup.Field(markup.Entry{ID: id, Label: label, Shown: value, Hint: hint, Problem: problem, Disabled: off,
			Typed: func(v string) markup.Action { return End{High: high, Text: v} }})
	}
	return markup.El("section", markup.Class("op-part fn-sweep"), markup.Raw("div", "", "<h2>"+sweepTitle+`</h2><p class="note">`+words+"</p>"),
		markup.El("div", markup.Flag("hidden", m.Job == ""),
			markup.El("div", markup.Class("fn-ends"), end("fn-from", "From", "1", m.From, s.From, m.Ends[0], false), end("fn-to", "To", "2", m.To, s.To, m.Ends[1], true)),
			markup.Raw("div", "", ranges(&m, rangeCodes(s), off)),
			run.Show(),
			markup.Raw("div", "fn-results", sweepResult(&m))))
}
