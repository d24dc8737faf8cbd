package functions

import (
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
	"ulplab/site/work"
)

// sweepKept is the result of the last sweep as far as it is finished, nil before the first.
func sweepKept() **Swept { return lab.Remember[*Swept]("fn.swept") }

// fnSwept returns what the sweep found of the function and mode shown, nil if there is nothing.
func fnSwept(s State) *Profile {
	if *sweepKept() == nil || (*sweepKept()).Subject != sweepJob(s.Pick, int(s.Mode)) {
		return nil
	}
	return &(*sweepKept()).Profile
}

// fnWork starts (0), pauses (1), resumes (2) or cancels (3) the sweep.
func fnWork(what int) {
	switch {
	case lab.ReadOnly():
	case what == 1:
		lab.Host().(lab.Workers).PauseWork("fn")
	case what == 2:
		lab.Host().(lab.Workers).ResumeWork("fn")
	case what == 3:
		lab.Host().(lab.Workers).CancelWork("fn")
	default:
		startSweep()
	}
}

// startSweep runs the picked function over the range in workers.
func startSweep() {
	s := lab.Now[State]()
	subject := sweepJob(s.Pick, int(s.Mode))
	if _, _, problem := s.Range(); subject == "" || problem != RangeFine {
		return
	}
	lo, hi, version, text := s.Lo, s.Hi, s.Work.Version+1, ""
	*sweepKept() = nil
	lab.Host().(lab.Workers).Work("fn", sweepText(subject, lo, hi), func(r work.Report) {
		if r.Result != "" && r.Result != text {
			text = r.Result
			if result := parseSwept(subject, lo, hi, text); result != nil {
				*sweepKept() = result
				version++
			}
		}
		lab.Dispatch(Worked{Work: Work{Stage: r.State, Of: subject, Done: r.Done, Total: r.Total, Workers: uint8(r.Workers), Version: version, Problem: r.Problem}})
	})
}

// rangeCodes are the ranges that are one tap away.
func rangeCodes(s State) [4][2]uint32 {
	s.Hover = 0
	lo, hi := cellCodes(at(s))
	return [4][2]uint32{{lo, hi}, {0x3f800000, 0x3fffffff}, {0, 0x7f7fffff}, {0, 0xffffffff}}
}

// fnSweep is the panel of the sweep.
func fnSweep(in in, t *Table) markup.Node {
	s := in.s
	m := buildSweep(s, t.Picked, *sweepKept())
	off := s.Work.Stage == work.Running || s.Work.Stage == work.Paused || in.readOnly
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
			markup.El("div", markup.Class("row fn-run"), markup.Raw("div", "row", run(s.Work.Stage, in.readOnly || m.Problem != RangeFine)), markup.Raw("div", "row fn-stands", progress(&m))),
			markup.Raw("div", "fn-results", sweepResult(&m))))
}
