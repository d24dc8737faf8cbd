//go:build !opening

package ui

import (
	"strconv"

	"github.com/hexops/vecty"
	"github.com/hexops/vecty/event"

	"ulplab/site/draw"
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

// startSweep runs the picked function over the range in workers.
func startSweep() {
	s := app.state.Fn
	subject := model.SweepJob(s.Pick, int(s.Mode))
	if subject == "" {
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

// effect makes a button that does something which is no action.
func effect(label string, do func(), m ...markup) *vecty.HTML {
	m = append(m, attr("type", "button"), event.Click(func(*vecty.Event) { do() }))
	return el("button", has(m...), text(label))
}

// fnSweep is the panel of the sweep.
func fnSweep(in fnPicked, t model.FnTable) node {
	s := in.s
	m := model.BuildFnSweep(s, t.Picked, swept)
	w := s.Work
	busy := w.Stage == state.FnRunning || w.Stage == state.FnPaused
	off := busy || in.readOnly
	problem := map[state.FnRangeProblem]string{state.FnRangeText: prose.FnEndText, state.FnRangeSign: prose.FnEndSign}[m.Problem]
	shown := func(d state.Draft, value string) string {
		if d.On {
			return d.Text
		}
		return value
	}
	cell := model.BuildFnProfile(t.PickRow, t.Picked, state.Fn{Mode: s.Mode, Cell: s.Cell}).Cell
	lo, hi := model.CellCodes(cell)
	set := func(label string, lo, hi uint32) node {
		return button(label, state.FnRange{Lo: lo, Hi: hi}, class("chip"), pressed(s.Lo == lo && s.Hi == hi), flag("disabled", off))
	}
	words := prose.FnSweepWords
	if m.Job == "" {
		words = prose.FnSweepNone
	}
	return el("section", has(class("op-part fn-sweep")), el("h2", text(prose.FnSweepTitle)),
		el("p", has(class("note")), text(words)),
		el("div", has(flag("hidden", m.Job == "")),
			el("div", has(class("fn-ends")),
				field(entry{id: "fn-from", label: "From", shown: shown(s.From, m.From), hint: "1", problem: problem, disabled: off,
					typed: func(v string) state.Action { return state.FnEnd{Text: v} }}),
				field(entry{id: "fn-to", label: "To", shown: shown(s.To, m.To), hint: "2", disabled: off,
					typed: func(v string) state.Action { return state.FnEnd{High: true, Text: v} }})),
			el("div", has(class("row fn-ranges"), attr("role", "group"), attr("aria-label", "Range")), list([]node{
				set("the exponent looked at", lo, hi), set("[1, 2)", 0x3f800000, 0x3fffffff), set("all positive numbers", 0, 0x7f7fffff), set("all 2³² arguments", 0, 0xffffffff)})),
			raw("p", "note", draw.FnRange(m)),
			el("div", has(class("row fn-run")), list([]node{
				effect("Start", startSweep, attr("id", "fn-start"), flag("hidden", busy), flag("disabled", in.readOnly || problem != "")),
				effect("Pause", func() { app.host.PauseWork("fn") }, attr("id", "fn-pause"), flag("hidden", w.Stage != state.FnRunning)),
				effect("Resume", func() { app.host.ResumeWork("fn") }, attr("id", "fn-resume"), flag("hidden", w.Stage != state.FnPaused)),
				effect("Cancel", func() { app.host.CancelWork("fn") }, attr("id", "fn-cancel"), flag("hidden", !busy)),
				el("progress", has(attr("max", "100"), attr("value", "0"+m.Percent), attr("aria-label", "Progress of the sweep"), flag("hidden", !busy))),
				el("span", has(class("dim num"), attr("id", "fn-progress")), text(sweepWords(m)))})),
			raw("div", "fn-results", draw.FnSweepResult(m))))
}

// sweepWords says how the sweep stands.
func sweepWords(m model.FnSweep) string {
	w := m.Work
	if w.Stage == state.FnIdle || w.Of != m.Job && w.Stage != state.FnRunning && w.Stage != state.FnPaused {
		return ""
	}
	s := model.Thousands(w.Done) + " of " + model.Thousands(w.Total)
	if w.Of != m.Job {
		s += " of " + w.Of
	}
	switch w.Stage {
	case state.FnRunning:
		s += ", " + strconv.Itoa(int(w.Workers)) + " workers"
		if w.Workers == 1 {
			s = s[:len(s)-1]
		}
	case state.FnPaused:
		s += ", paused"
	case state.FnDone:
		s += ", done"
	case state.FnCancelled:
		s += ", cancelled"
	case state.FnFailed:
		s = w.Problem
	}
	return s
}
