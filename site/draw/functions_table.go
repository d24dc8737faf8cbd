//go:build !opening

package draw

import (
	"strings"

	"ulplab/fpcore/format"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/route"
	"ulplab/site/state"
)

// tableBox begins a box in which a wide table scrolls, by keyboard too.
func tableBox(name string) string {
	return `<div class="tablebox" tabindex="0" role="region" aria-label="` + Escape(name) + `">`
}

// fnArgLink is the link of an argument into the Encoding view.
func fnArgLink(code uint32) string {
	return Escape(route.Enc(state.Enc{Format: format.F32.ID, Bits: fnCode(code), Random: state.FirstRandom}))
}

// fnMax writes a recorded maximum: "8.38859e+06" as 8.389 × 10⁶.
func fnMax(s string) string {
	m, e, big := strings.Cut(s, "e+")
	if !big {
		return Escape(s)
	}
	if len(m) > 5 {
		m = m[:5]
	}
	return Escape(m) + ` × 10<sup>` + Escape(strings.TrimLeft(e, "0")) + `</sup>`
}

// fnPower writes "2^-21.41" with the whole exponent raised.
func fnPower(s string) string {
	before, after, ok := strings.Cut(s, "2^")
	if !ok {
		return Escape(Minus(s))
	}
	n := 0
	for n < len(after) && (after[n] == '-' || after[n] == '.' || '0' <= after[n] && after[n] <= '9') {
		n++
	}
	return Escape(before) + `2<sup>` + Escape(Minus(after[:n])) + `</sup>` + fnPower(after[n:])
}

// fnBound writes a documented bound.
func fnBound(b model.AccBound) string {
	if b.Text == "" {
		return `<span class="dim">none</span>`
	}
	s := fnPower(b.Text)
	switch b.Measure {
	case "abs", "rel":
		s += ` <span class="dim">` + b.Measure + `.</span>`
	}
	return s
}

var fnVerdicts = [...]struct{ mark, class, words string }{
	model.BoundNone:    {"–", "dim", "nothing documented"},
	model.BoundHolds:   {"✓", "t", "holds"},
	model.BoundExceeds: {"✗", "s", "exceeded"},
	model.BoundPart:    {"◐", "g", "for part of the arguments"},
	model.BoundOther:   {"≠", "dim", "another measure"},
}

// fnVerdict marks a row: a sign, and its words for those who do not see it.
func fnVerdict(v model.Verdict) string {
	x := fnVerdicts[v]
	return `<span class="fn-mark ` + x.class + `" title="` + x.words + `"><span aria-hidden="true">` + x.mark + `</span><span class="quiet">` + x.words + `</span></span>`
}

// FnLegend explains the marks.
func FnLegend() string {
	s := `<p class="fn-legend">`
	for _, x := range fnVerdicts[1:] {
		s += `<span><span class="fn-mark ` + x.class + `" aria-hidden="true">` + x.mark + `</span> ` + x.words + `</span> `
	}
	return s + `</p>`
}

// FnTable is the table of the measured functions.
func FnTable(t *model.FnTable, order uint8) string {
	if len(t.Rows) == 0 {
		return `<p class="note">` + prose.FnNoRows + `</p>`
	}
	var b strings.Builder
	head := func(name, class string, by uint8) {
		sorted, arrow := "", ""
		if order == by {
			sorted, arrow = ` aria-sort="other"`, ` ▾`
		}
		b.WriteString(`<th scope="col"` + class + sorted + `><button type="button" class="plain" data-tap="fn:o` + num(int(by)) + `">` + name + arrow + `</button></th>`)
	}
	b.WriteString(`<table class="fn-table"><thead><tr>`)
	head("Function", "", state.FnByName)
	head("Maximum, ulp", ` class="n"`, state.FnByError)
	head("Bound", "", state.FnByBound)
	b.WriteString(`<th scope="col" class="n">Codes away</th>`)
	head("Not correctly rounded", ` class="n"`, state.FnByShare)
	b.WriteString(`<th scope="col">Worst argument</th></tr></thead><tbody>`)
	for i := range t.Rows {
		r := &t.Rows[i]
		row, pressed := `<tr>`, "false"
		if r.Here {
			row, pressed = `<tr class="here">`, "true"
		}
		became := ""
		if r.Became != "" {
			became = ` <span class="dim fn-became">is ` + Escape(r.Became) + `</span>`
		}
		if r.Flushed {
			became += ` <span class="dim fn-became">flushes</span>`
		}
		b.WriteString(row + `<th scope="row"><button type="button" class="plain num" data-tap="fn:k` + Escape(r.Name) + `" aria-pressed="` + pressed + `">` + Escape(r.Name) + `</button>` + became +
			`</th><td class="n num">` + fnMax(r.Run.Max) + `</td><td class="num">` + fnVerdict(r.Verdict) + ` ` + fnBound(r.Bound) + `</td><td class="n num">` + Escape(r.Steps) + `</td><td class="n num">` + Escape(r.Share) +
			`</td><td class="num fn-arg"><a href="` + fnArgLink(r.Run.Arg) + `">` + Escape(Minus(r.Arg)) + `</a></td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

// FnDetail is what is known of the picked function: its three modes and the history of its bound.
func FnDetail(t *model.FnTable, s state.Fn) string {
	if t.Picked == nil {
		return ""
	}
	f := t.Picked
	var b strings.Builder
	b.WriteString(tableBox("In three modes") + `<table class="fn-modes"><thead><tr><th scope="col">Compiled</th><th scope="col" class="n">Maximum, ulp</th><th scope="col">at</th><th scope="col" class="n">Not correctly rounded</th><th scope="col" class="n">Other class</th></tr></thead><tbody>`)
	special, mode := "", -1
	for m := range f.Modes {
		r := &f.Modes[m]
		row := `<tr>`
		if m == int(s.Mode) {
			row = `<tr class="here">`
		}
		b.WriteString(row + `<th scope="row">` + prose.FnModes[m] + `</th><td class="n num">` + fnMax(r.Max) + `</td><td class="num"><a href="` + fnArgLink(r.Arg) + `">` + Code(format.F32, fnCode(r.Arg)) +
			`</a></td><td class="n num">` + model.Share(r.Not, r.Finite) + `</td><td class="n num">` + model.Thousands(r.Special) + `</td></tr>`)
		if r.Special > 0 {
			special, mode = prose.FnSpecial(f.Name, m), m
		}
	}
	b.WriteString(`</tbody></table></div><dl class="facts fn-facts"><dt>Documented</dt><dd>` + fnBound(t.PickRow.Bound))
	bound := t.PickRow.Bound
	if bound.Measure == "ulp" && bound.Text != "" {
		b.WriteString(` ulp`)
	}
	if bound.Domain != "" {
		b.WriteString(` <span class="words dim">` + fnPower(bound.Domain) + `</span>`)
	}
	if t.PickRow.Became != "" {
		b.WriteString(` <span class="words dim">the bound of ` + Escape(t.PickRow.Became) + `, which stands for it</span>`)
	}
	b.WriteString(` <span class="words">` + fnVerdict(t.PickRow.Verdict) + ` ` + fnVerdicts[t.PickRow.Verdict].words)
	b.WriteString(`</span></dd>`)
	if t.PickRow.Flushed {
		b.WriteString(`<dt>Flushed</dt><dd><span class="words">` + prose.FnFlushed + `</span></dd>`)
	}
	for _, old := range []struct{ name, value string }{{"In CUDA 11", f.Bound.Cuda11}, {"Before", f.Bound.Old}, {"Measured by others", f.Bound.Ada}} {
		if old.value == "" || old.value == "same" {
			continue
		}
		note := ""
		if old.name == "Measured by others" {
			note = ` <span class="words dim">ulp from the correctly rounded result, all arguments, RTX 4000 SFF Ada (LLVM libc)</span>`
		}
		b.WriteString(`<dt>` + old.name + `</dt><dd>` + fnPower(old.value) + note + `</dd>`)
	}
	b.WriteString(`</dl>`)
	if mode >= 0 {
		b.WriteString(`<p class="note"><strong>Other class:</strong> ` + Escape(special) + `</p>`)
	}
	return b.String()
}

// FnDoubles is the table of the sampled binary64 functions.
func FnDoubles(t *model.FnTable) string {
	var b strings.Builder
	b.WriteString(`<table class="fn-doubles"><thead><tr><th scope="col">Function</th><th scope="col" class="n">Largest error seen, ulp</th><th scope="col">at</th><th scope="col" class="n">Not correctly rounded</th><th scope="col">Bound</th></tr></thead><tbody>`)
	for i := range t.Doubles {
		d := &t.Doubles[i]
		s := state.Default()
		s.View = state.Encoding
		s.Enc.Format = format.F64.ID
		link := route.Encode(state.Update(s, state.EncType{Text: d.Arg}))
		b.WriteString(`<tr><th scope="row" class="num">` + Escape(d.Name) + `</th><td class="n num">` + Escape(d.Max) + `</td><td class="num fn-arg"><a href="` + Escape(link) + `">` + Escape(Minus(d.Arg)) + `</a></td><td class="n num">` + Escape(d.Share) +
			`</td><td class="num">` + fnVerdict(d.Verdict) + ` ` + fnBound(d.Bound) + `</td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}
