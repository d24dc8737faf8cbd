package functions

import (
	"strings"

	"ulplab/site/kit/html"
	"ulplab/site/kit/words"
)

// Buttons are rows of toggles as text: button i has data-tap "fn:" + tap + i, and the one numbered on is pressed.
func buttons(label, class, tap string, names []string, on int, off bool) string {
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
		b.WriteString(`<button type="button" class="` + class + `" data-tap="fn:` + tap + words.Num(i) + `" aria-pressed="` + state + `">` + words.Escape(n) + `</button>`)
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

// tabs are the parts of the view.
func tabs(part Part) string {
	return buttons("Part", "fn-tab", "t", parts[:], int(part), false)
}

// dilemmaSteps move the argument by one ulp.
func dilemmaSteps(off bool) string {
	d := ""
	if off {
		d = " disabled"
	}
	return `<button type="button" class="plain" data-tap="fn:u0" aria-label="Argument one ulp down"` + d + `>− ulp</button><button type="button" class="plain" data-tap="fn:u1" aria-label="Argument one ulp up"` + d + `>+ ulp</button>`
}

// dilemmaToggles choose format and rounding.
func dilemmaToggles(s State, off bool) string {
	return buttons(formatLabel, "op-toggle", "f", []string{"binary32", "binary64"}, oneIf(s.Format == "f64"), off) +
		buttons("Rounding", "op-toggle", "d", []string{nearest, toward}, oneIf(s.Directed), off)
}

// dilemmaAll is everything of the first part under the answer. hard may be nil.
func dilemmaAll(m *DilemmaModel, hard *AccHard) string {
	if m.Note != "" {
		return ""
	}
	return `<div data-part="bits">` + html.Figure("fn-bits", bitsTitle, dilemmaBitsBoth(m), dilemmaCaption(m)) + `</div>` + dilemmaBelow(m, hard)
}

// figure6Top is the second part above the slider, Figure6Below what follows it.
func figure6Top(m *Figure6Model) string {
	return `<section><h2>` + figure6Title + `</h2><div class="fn-code">` + figure6Code(m) + `</div>` + figure6Results(m) + `</section>` +
		html.Figure("fn-pi", figure6PiTitle, html.WideNarrow(figure6BitsPicture(m, wideCells), figure6BitsPicture(m, narrowCells)), figure6PiCaption(m))
}

// figure6Cut chooses what happens to the last bit of pi.
func figure6Cut(cut, off bool) string {
	return buttons("Last bit of pi", "op-toggle", "c", []string{"rounded", "truncated"}, oneIf(cut), off)
}

// figure6Below is the second part under the slider.
func figure6Below(m *Figure6Model) string {
	return `<div class="two"><section><h2>` + figure6Reduce + `</h2>` + figure6Steps(m) + `<p class="note fn-words">` + words.Escape(figure6Words) + `</p></section><section><h2>` +
		figure6Table + `</h2>` + figure6Rows(m) + `<p class="note fn-words">` + words.Escape(figure6Note) + `</p></section></div><p class="dim fn-source">` + words.Escape(figure6Source) + `</p>`
}

// filters choose mode and functions of the table.
func filters(s State) string {
	return buttons("Compiled", "op-toggle", "m", fnModes[:], int(s.Mode), false) + buttons("Functions", "op-toggle", "g", groupsWords[:], int(s.Group), false)
}

// under stands under the table.
func under(t *Table) string {
	return legend() + `<p class="dim fn-source">` + words.Num(len(t.Rows)) + ` of ` + words.Num(t.Total) + ` functions. ` + words.Escape(tableSource) + `</p>`
}

// beside is what stands under the profile.
func beside(t *Table, s State) string {
	return `<section><h2>In three modes</h2>` + detail(t, s) + `</section>` + html.Figure("fn-dist", distTitle, distancesBoth(t.PickRow.Run), distCaption)
}

// doublePart is the part about binary64.
func doublePart(t *Table) string {
	return `<h2>` + doubleTitle + `</h2><div class="tablebox fn-scroll" tabindex="0" role="region" aria-label="` + doubleTitle + `">` + doubles(t) + `</div><p class="dim fn-source">` + words.Escape(doubleSource) + `</p>`
}

// ranges are ranges for the sweep, one tap away; ranges holds their ends.
func ranges(m *Sweep, ranges [4][2]uint32, off bool) string {
	on := -1
	for i, r := range ranges {
		if r == [2]uint32{m.Lo, m.Hi} {
			on = i
		}
	}
	s := `<span class="num">` + code8(m.Lo) + `</span> to <span class="num">` + code8(m.Hi) + `</span>, ` + words.Thousands(m.Points) + ` arguments`
	if m.Points < 1<<32 {
		s += `, from <span class="num">` + words.Escape(words.Minus(m.From)) + `</span> to <span class="num">` + words.Escape(words.Minus(m.To)) + `</span>`
	}
	return `<div class="fn-ranges">` + buttons("Range", "chip", "r", fnRanges[:], on, off) + `</div><p class="note">` + s + `</p>`
}
