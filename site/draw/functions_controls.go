//go:build !opening

package draw

import (
	"strings"

	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// Buttons are rows of toggles as text: button i has data-tap "fn:" + tap + i, and the one numbered on is pressed.
func fnButtons(label, class, tap string, names []string, on int, off bool) string {
	var b strings.Builder
	b.WriteString(`<div class="row" role="group" aria-label="` + label + `">`)
	for i, n := range names {
		state := "false"
		if i == on {
			state = "true"
		}
		if off {
			state += `" disabled="`
		}
		b.WriteString(`<button type="button" class="` + class + `" data-tap="fn:` + tap + num(i) + `" aria-pressed="` + state + `">` + Escape(n) + `</button>`)
	}
	b.WriteString(`</div>`)
	return b.String()
}

func oneIf(on bool) int {
	if on {
		return 1
	}
	return 0
}

// FnTabs are the parts of the view.
func FnTabs(part state.FnPart) string {
	return fnButtons("Part", "fn-tab", "t", prose.FnParts[:], int(part), false)
}

// DilemmaSteps move the argument by one ulp.
func DilemmaSteps(off bool) string {
	d := ""
	if off {
		d = " disabled"
	}
	return `<button type="button" class="plain" data-tap="fn:u0" aria-label="Argument one ulp down"` + d + `>− ulp</button><button type="button" class="plain" data-tap="fn:u1" aria-label="Argument one ulp up"` + d + `>+ ulp</button>`
}

// DilemmaToggles choose format and rounding.
func DilemmaToggles(s state.Fn, off bool) string {
	return fnButtons(prose.FnFormatLabel, "op-toggle", "f", []string{"binary32", "binary64"}, oneIf(s.Format == "f64"), off) +
		fnButtons("Rounding", "op-toggle", "d", []string{prose.FnNearest, prose.FnToward}, oneIf(s.Directed), off)
}

// DilemmaAll is everything of the first part under the answer. hard may be nil.
func DilemmaAll(m *model.Dilemma, hard *model.AccHard) string {
	if m.Note != "" {
		return ""
	}
	return Figure("fn-bits", prose.FnBitsTitle, DilemmaBitsBoth(m), DilemmaCaption(m)) + DilemmaBelow(m, hard)
}

// Figure6Top is the second part above the slider, Figure6Below what follows it.
func Figure6Top(m *model.Figure6) string {
	return `<section><h2>` + prose.Figure6Title + `</h2><div class="fn-code">` + Figure6Code(m) + `</div>` + Figure6Results(m) + `</section>` +
		Figure("fn-pi", prose.Figure6PiTitle, both(Figure6Bits(m, fnWideCells), Figure6Bits(m, fnNarrowCells)), Figure6PiCaption(m))
}

// Figure6Cut chooses what happens to the last bit of pi.
func Figure6Cut(cut, off bool) string {
	return fnButtons("Last bit of pi", "op-toggle", "c", []string{"rounded", "cut off"}, oneIf(cut), off)
}

// Figure6Below is the second part under the slider.
func Figure6Below(m *model.Figure6) string {
	return `<div class="two"><section><h2>` + prose.Figure6Reduce + `</h2>` + Figure6Steps(m) + `<p class="note fn-words">` + Escape(prose.Figure6Words) + `</p></section><section><h2>` +
		prose.Figure6Table + `</h2>` + Figure6Rows(m) + `<p class="note fn-words">` + Escape(prose.Figure6Note) + `</p></section></div><p class="dim fn-source">` + Escape(prose.Figure6Source) + `</p>`
}

// FnFilters choose mode and functions of the table.
func FnFilters(s state.Fn) string {
	return fnButtons("Compiled", "op-toggle", "m", prose.FnModes[:], int(s.Mode), false) + fnButtons("Functions", "op-toggle", "g", prose.FnGroups[:], int(s.Group), false)
}

// FnUnder stands under the table.
func FnUnder(t *model.FnTable) string {
	return FnLegend() + `<p class="dim fn-source">` + num(len(t.Rows)) + ` of ` + num(t.Total) + ` functions. ` + Escape(prose.FnTableSource) + `</p>`
}

// FnBeside is what stands under the profile.
func FnBeside(t *model.FnTable, s state.Fn) string {
	return `<section><h2>In three modes</h2>` + FnDetail(t, s) + `</section>` + Figure("fn-dist", prose.FnDistTitle, FnDistancesBoth(t.PickRow.Run), prose.FnDistCaption)
}

// FnDoublePart is the part about binary64.
func FnDoublePart(t *model.FnTable) string {
	return `<h2>` + prose.FnDoubleTitle + `</h2><div class="tablebox fn-scroll" tabindex="0" role="region" aria-label="` + prose.FnDoubleTitle + `">` + FnDoubles(t) + `</div><p class="dim fn-source">` + Escape(prose.FnDoubleSource) + `</p>`
}

// FnRanges are ranges for the sweep, one tap away; ranges holds their ends.
func FnRanges(m *model.FnSweep, ranges [4][2]uint32, off bool) string {
	on := -1
	for i, r := range ranges {
		if r == [2]uint32{m.Lo, m.Hi} {
			on = i
		}
	}
	s := `<span class="num">` + Code8(m.Lo) + `</span> to <span class="num">` + Code8(m.Hi) + `</span>, ` + model.Thousands(m.Points) + ` arguments`
	if m.Points < 1<<32 {
		s += `, from <span class="num">` + Escape(Minus(m.From)) + `</span> to <span class="num">` + Escape(Minus(m.To)) + `</span>`
	}
	return `<div class="fn-ranges">` + fnButtons("Range", "chip", "r", prose.FnRanges[:], on, off) + `</div><p class="note">` + s + `</p>`
}

// FnRun are the buttons of the sweep.
func FnRun(stage state.FnStage, off bool) string {
	one := func(id, tap, label string) string {
		d := ""
		if off {
			d = " disabled"
		}
		return `<button type="button" id="fn-` + id + `" data-tap="fn:` + tap + `"` + d + `>` + label + `</button>`
	}
	switch stage {
	case state.FnRunning:
		return one("pause", "s1", "Pause") + one("cancel", "s3", "Cancel")
	case state.FnPaused:
		return one("resume", "s2", "Resume") + one("cancel", "s3", "Cancel")
	}
	return one("start", "s0", "Start")
}

// FnProgress says how the sweep stands.
func FnProgress(m *model.FnSweep) string {
	w := m.Work
	busy := w.Stage == state.FnRunning || w.Stage == state.FnPaused
	if w.Stage == state.FnIdle || w.Of != m.Job && !busy {
		return ""
	}
	s := model.Thousands(w.Done) + " of " + model.Thousands(w.Total)
	if w.Of != m.Job {
		s += " of " + w.Of
	}
	switch w.Stage {
	case state.FnRunning:
		s += ", " + num(int(w.Workers)) + " workers"
		if w.Workers == 1 {
			s = s[:len(s)-1]
		}
	case state.FnFailed:
		s = w.Problem
	default:
		s += ", " + prose.FnStages[w.Stage]
	}
	bar := ""
	if busy {
		bar = `<progress max="100" value="0` + m.Percent + `" aria-label="Progress of the sweep"></progress>`
	}
	return bar + `<span class="dim num" id="fn-progress">` + Escape(s) + `</span>`
}
