package functions

import (
	"strings"

	"ulplab/fpcore/format"
	"ulplab/site/kit/html"
	"ulplab/site/kit/words"
	"ulplab/site/views/encoding"
)

// argLink is the link of an argument into the Encoding view.
func argLink(code uint32) string {
	return words.Escape(encoding.Link(encoding.State{Format: format.F32.ID, Bits: fnCode(code), Random: encoding.FirstRandom}))
}

// fnMax writes a recorded maximum: "8.38859e+06" as 8.389 × 10⁶.
func fnMax(s string) string {
	m, e, big := strings.Cut(s, "e+")
	if !big {
		return words.Escape(s)
	}
	if len(m) > 5 {
		m = m[:5]
	}
	return words.Escape(m) + ` × 10<sup>` + words.Escape(strings.TrimLeft(e, "0")) + `</sup>`
}

// power writes "2^-21.41" with the whole exponent raised.
func power(s string) string {
	before, after, ok := strings.Cut(s, "2^")
	if !ok {
		return words.Escape(words.Minus(s))
	}
	n := 0
	for n < len(after) && (after[n] == '-' || after[n] == '.' || '0' <= after[n] && after[n] <= '9') {
		n++
	}
	return words.Escape(before) + `2<sup>` + words.Escape(words.Minus(after[:n])) + `</sup>` + power(after[n:])
}

// bound writes a documented bound.
func bound(b AccBound) string {
	if b.Text == "" {
		return `<span class="dim">none</span>`
	}
	s := power(b.Text)
	switch b.Measure {
	case "abs", "rel":
		s += ` <span class="dim">` + b.Measure + `.</span>`
	}
	return s
}

var verdicts = [...]struct{ mark, class, words string }{
	boundNone:    {"–", "dim", "nothing documented"},
	boundHolds:   {"✓", "t", "holds"},
	boundExceeds: {"✗", "s", "exceeded"},
	boundPart:    {"◐", "g", "for part of the arguments"},
	boundOther:   {"≠", "dim", "bound is not in ulp"},
}

// fnVerdict marks a row: a sign, and its words for those who do not see it.
func fnVerdict(v Verdict) string {
	x := verdicts[v]
	return `<span class="fn-mark ` + x.class + `" title="` + x.words + `"><span aria-hidden="true">` + x.mark + `</span><span class="quiet">` + x.words + `</span></span>`
}

// legend explains the marks.
func legend() string {
	s := `<p class="fn-legend">`
	for _, x := range verdicts[1:] {
		s += `<span><span class="fn-mark ` + x.class + `" aria-hidden="true">` + x.mark + `</span> ` + x.words + `</span> `
	}
	return s + `</p>`
}

// fnTable is the table of the measured functions.
func fnTable(t *Table, order uint8) string {
	if len(t.Rows) == 0 {
		return `<p class="note">` + noRows + `</p>`
	}
	var b strings.Builder
	head := func(name, class string, by uint8) {
		sorted, arrow := "", ""
		if order == by {
			sorted, arrow = ` aria-sort="other"`, ` ▾`
		}
		b.WriteString(`<th scope="col"` + class + sorted + `><button type="button" class="plain" data-tap="fn:o` + words.Num(int(by)) + `">` + name + arrow + `</button></th>`)
	}
	b.WriteString(`<table class="fn-table" aria-label="` + tableTitle + `"><thead><tr>`)
	head("Function", "", ByName)
	head("Maximum, ulp", ` class="n"`, ByError)
	head("Bound", "", ByBound)
	b.WriteString(`<th scope="col" class="n">Max distance, ulp steps</th>`)
	head("Not correctly rounded", ` class="n"`, ByShare)
	b.WriteString(`<th scope="col">Worst argument</th></tr></thead><tbody>`)
	for i := range t.Rows {
		r := &t.Rows[i]
		row, pressed := `<tr>`, "false"
		if r.Here {
			row, pressed = `<tr class="here">`, "true"
		}
		became := ""
		if r.Became != "" {
			became = ` <span class="dim fn-became">is ` + words.Escape(r.Became) + `</span>`
		}
		if r.Flushed {
			became += ` <span class="dim fn-became">flushes</span>`
		}
		b.WriteString(row + `<th scope="row"><button type="button" class="plain num" data-tap="fn:k` + words.Escape(r.Name) + `" aria-pressed="` + pressed + `">` + words.Escape(r.Name) + `</button>` + became +
			`</th><td class="n num">` + fnMax(r.Run.Max) + `</td><td class="num">` + fnVerdict(r.Verdict) + ` ` + bound(r.Bound) + `</td><td class="n num">` + words.Escape(r.Steps) + `</td><td class="n num">` + words.Escape(r.Share) +
			`</td><td class="num fn-arg"><a href="` + argLink(r.Run.Arg) + `">` + words.Escape(words.Minus(r.Arg)) + `</a></td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

// detail is what is known of the picked function: its three modes and the history of its bound.
func detail(t *Table, s State) string {
	if t.Picked == nil {
		return ""
	}
	f := t.Picked
	var b strings.Builder
	b.WriteString(html.TableBoxOpen("In three modes") + ` class="fn-modes"><thead><tr><th scope="col">Compiled</th><th scope="col" class="n">Maximum, ulp</th><th scope="col">at</th><th scope="col" class="n">Not correctly rounded</th><th scope="col" class="n">Other class</th></tr></thead><tbody>`)
	special, mode := "", -1
	for m := range f.Modes {
		r := &f.Modes[m]
		row := `<tr>`
		if m == int(s.Mode) {
			row = `<tr class="here">`
		}
		b.WriteString(row + `<th scope="row">` + fnModes[m] + `</th><td class="n num">` + fnMax(r.Max) + `</td><td class="num"><a href="` + argLink(r.Arg) + `">` + words.Code(format.F32, fnCode(r.Arg)) +
			`</a></td><td class="n num">` + share(r.Not, r.Finite) + `</td><td class="n num">` + words.Thousands(r.Special) + `</td></tr>`)
		if r.Special > 0 {
			special, mode = fnSpecial(f.Name, m), m
		}
	}
	b.WriteString(`</tbody></table></div><dl class="facts fn-facts"><dt>Documented</dt><dd>` + bound(t.PickRow.Bound))
	bound := t.PickRow.Bound
	if bound.Measure == "ulp" && bound.Text != "" {
		b.WriteString(` ulp`)
	}
	if bound.Domain != "" {
		b.WriteString(` <span class="words dim">` + power(bound.Domain) + `</span>`)
	}
	if t.PickRow.Became != "" {
		b.WriteString(` <span class="words dim">the bound of ` + words.Escape(t.PickRow.Became) + `, which stands for it</span>`)
	}
	b.WriteString(` <span class="words">` + fnVerdict(t.PickRow.Verdict) + ` ` + verdicts[t.PickRow.Verdict].words)
	b.WriteString(`</span></dd>`)
	if t.PickRow.Flushed {
		b.WriteString(`<dt>Flushed</dt><dd><span class="words">` + flushed + `</span></dd>`)
	}
	for _, old := range []struct{ name, value string }{{"In CUDA 11", f.Bound.Cuda11}, {"Before", f.Bound.Old}, {"Measured by others", f.Bound.Ada}} {
		if old.value == "" || old.value == "same" {
			continue
		}
		note := ""
		if old.name == "Measured by others" {
			note = ` <span class="words dim">ulp from the correctly rounded result, all arguments, RTX 4000 SFF Ada (LLVM libc)</span>`
		}
		b.WriteString(`<dt>` + old.name + `</dt><dd>` + power(old.value) + note + `</dd>`)
	}
	b.WriteString(`</dl>`)
	if mode >= 0 {
		b.WriteString(`<p class="note"><strong>Other class:</strong> ` + words.Escape(special) + `</p>`)
	}
	return b.String()
}

// doubles is the table of the sampled binary64 functions.
func doubles(t *Table) string {
	var b strings.Builder
	b.WriteString(`<table class="fn-doubles" aria-label="` + doubleTitle + `"><thead><tr><th scope="col">Function</th><th scope="col" class="n">Largest error seen, ulp</th><th scope="col">at</th><th scope="col" class="n">Not correctly rounded</th><th scope="col">Bound</th></tr></thead><tbody>`)
	for i := range t.Doubles {
		d := &t.Doubles[i]
		s := encoding.First()

		s.Format = format.F64.ID
		link := encoding.Link(encoding.Type{Text: d.Arg}.Apply(s))
		b.WriteString(`<tr><th scope="row" class="num">` + words.Escape(d.Name) + `</th><td class="n num">` + words.Escape(d.Max) + `</td><td class="num fn-arg"><a href="` + words.Escape(link) + `">` + words.Escape(words.Minus(d.Arg)) + `</a></td><td class="n num">` + words.Escape(d.Share) +
			`</td><td class="num">` + fnVerdict(d.Verdict) + ` ` + bound(d.Bound) + `</td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}
