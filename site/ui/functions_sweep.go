//go:build !opening

package ui

import (
	"ulplab/site/draw"
	"ulplab/site/kit/markup"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
	"ulplab/site/work"
)

// swept is the result of the last sweep as far as it is finished, nil before the first.
var swept *model.Swept

// fnSwept returns what the sweep found of the function and mode shown, nil if there is nothing.
func fnSwept(s state.Fn) *model.Profile {
	if swept == nil || swept.Subject != model.SweepJob(s.Pick, int(s.Mode)) {
		return nil
	}
	return &swept.Profile
}

// fnWork starts (0), pauses (1), resumes (2) or cancels (3) the sweep.
func fnWork(what int) {
	switch {
	case app.state.ReadOnly:
	case what == 1:
		app.host.PauseWork("fn")
	case what == 2:
		app.host.ResumeWork("fn")
	case what == 3:
		app.host.CancelWork("fn")
	default:
		startSweep()
	}
}

// startSweep runs the picked function over the range in workers.
func startSweep() {
	s := app.state.Fn
	subject := model.SweepJob(s.Pick, int(s.Mode))
	if _, _, problem := s.Range(); subject == "" || problem != state.FnRangeFine {
		return
	}
	lo, hi, version, text := s.Lo, s.Hi, s.Work.Version+1, ""
	swept = nil
	app.host.Work("fn", model.SweepText(subject, lo, hi), func(r work.Report) {
		if r.Result != "" && r.Result != text {
			text = r.Result
			if result := model.ParseSwept(subject, lo, hi, text); result != nil {
				swept = result
				version++
			}
		}
		stages := [...]state.FnStage{work.Running: state.FnRunning, work.Paused: state.FnPaused, work.Finished: state.FnDone, work.Cancelled: state.FnCancelled, work.Failed: state.FnFailed}
		dispatch(state.FnWorked{Work: state.FnWork{Stage: stages[r.State], Of: subject, Done: r.Done, Total: r.Total, Workers: uint8(r.Workers), Version: version, Problem: r.Problem}})
	})
}

// fnRanges are the ranges that are one tap away.
func fnRanges(s state.Fn) [4][2]uint32 {
	s.Hover = 0
	lo, hi := model.CellCodes(fnAt(s))
	return [4][2]uint32{{lo, hi}, {0x3f800000, 0x3fffffff}, {0, 0x7f7fffff}, {0, 0xffffffff}}
}

// fnSweep is the panel of the sweep.
func fnSweep(in fnIn, t *model.FnTable) markup.Node {
	s := in.s
	m := model.BuildFnSweep(s, t.Picked, swept)
	off := s.Work.Stage == state.FnRunning || s.Work.Stage == state.FnPaused || in.readOnly
	words := prose.FnSweepWords
	if m.Job == "" {
		words = prose.FnSweepNone
	}
	end := func(id, label, hint, value string, d state.Draft, problem string, high bool) markup.Node {
		if d.On {
			value = d.Text
		}
		return markup.Field(markup.Entry{ID: id, Label: label, Shown: value, Hint: hint, Problem: problem, Disabled: off,
			Typed: func(v string) markup.Action { return state.FnEnd{High: high, Text: v} }})
	}
	return markup.El("section", markup.Class("op-part fn-sweep"), markup.Raw("div", "", "<h2>"+prose.FnSweepTitle+`</h2><p class="note">`+words+"</p>"),
		markup.El("div", markup.Flag("hidden", m.Job == ""),
			markup.El("div", markup.Class("fn-ends"), end("fn-from", "From", "1", m.From, s.From, m.Ends[0], false), end("fn-to", "To", "2", m.To, s.To, m.Ends[1], true)),
			markup.Raw("div", "", draw.FnRanges(&m, fnRanges(s), off)),
			markup.El("div", markup.Class("row fn-run"), markup.Raw("div", "row", draw.FnRun(s.Work.Stage, in.readOnly || m.Problem != state.FnRangeFine)), markup.Raw("div", "row fn-stands", draw.FnProgress(&m))),
			markup.Raw("div", "fn-results", draw.FnSweepResult(&m))))
}
