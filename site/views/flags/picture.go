package flags

import (
	"strings"

	"ulplab/fpcore/wide"
	"ulplab/site/kit/html"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
	"ulplab/site/views/encoding"
	"ulplab/site/views/functions"
	"ulplab/site/views/operation"
	"ulplab/site/views/ptx"
)

// switches are the options of one side as buttons that show their values, and its command line.
func switches(m FlagsMode, side int, readOnly bool) string {
	var b strings.Builder
	b.WriteString(`<div class="row flags-switches" role="group" aria-label="Options on the ` + sides[side] + `">`)
	for i, o := range m.Options {
		names, off := "num", ""
		if o.Changed {
			names = "num flags-set"
		}
		if readOnly || o.Implied {
			off = ` disabled=""`
		}
		b.WriteString(button("set:"+words.Num(side)+words.Num(i), names, o.On, off, o.Label))
	}
	b.WriteString(`</div><p class="flags-command"><code>` + html.Options(m.Command) + `</code> ` + html.Copy(m.Command, "the command line") + `</p>`)
	return b.String()
}

// types chooses between float and double.
func types(double, readOnly bool) string {
	off := ""
	if readOnly {
		off = ` disabled=""`
	}
	return button("type:32", "op-toggle", !double, off, "float") + button("type:64", "op-toggle", double, off, "double")
}

// button is a button that does what ui's flagsTap says, pressed or not.
func button(tap, names string, on bool, more, label string) string {
	pressed := "false"
	if on {
		pressed = "true"
	}
	return `<button type="button" class="` + names + `" aria-pressed="` + pressed + `" data-tap="flags:` + tap + `"` + more + `>` + words.Escape(label) + `</button>`
}

// hex writes a code with the digits that differ from another one marked.
func hex(hex, other string) string {
	n := 0
	for n < len(hex) && n < len(other) && hex[n] == other[n] {
		n++
	}
	if n == len(hex) || len(hex) != len(other) {
		return hex
	}
	return hex[:n] + `<span class="flags-off">` + hex[n:] + `</span>`
}

// hero is the result of the operation in detail on one side, in large digits.
func hero(m Model, side int) string {
	row := m.Rows[m.Chosen]
	r := row.Side[side]
	var b strings.Builder
	b.WriteString(`<p class="flags-code num">` + r.Code + `</p>`)
	if !r.Known {
		if r.Near != "" && r.Bound != "" {
			b.WriteString(`<p class="flags-near">` + r.Bound + ` from</p><p class="op-big op-long num dim">` + words.Escape(words.Minus(r.Near)) + `</p>`)
		} else {
			b.WriteString(`<p class="op-big op-long dim">bits not known</p>`)
		}
		b.WriteString(`<p class="note">` + words.Escape(firstUpper(r.Why)) + `.</p>`)
		if r.Bound != "" {
			b.WriteString(`<p class="flags-kind"><span class="paper-kind">documented</span> ` + boundSource + `</p>`)
		}
		return b.String()
	}
	size := "op-big num"
	if len(r.Brief) > 13 {
		size += " op-long"
	}
	b.WriteString(`<p class="` + size + `">` + words.Escape(words.Minus(r.Brief)) + `</p><p class="op-code"><span class="num">` + hex(r.Hex, row.Side[1-side].Hex) + `</span> ` + html.Copy(r.Hex, "the code") + ` <a href="` + words.Escape(encoding.LinkTo(r.F.ID, operand.Entered{Bits: wide.From64(r.Bits)})) + `" aria-label="Result on the ` +
		sides[side] + ` in the Encoding view">bit by bit</a></p>`)
	if r.Err != "" {
		b.WriteString(`<p class="fma-error">error <span class="num">` + words.Escape(words.Minus(words.Grouped(r.Err))) + `</span> ` + html.Term("ulp", "ulp") + `</p>`)
	}
	b.WriteString(`<p class="flags-kind"><span class="paper-kind">` + r.Kind + `</span> ` + words.Escape(strings.TrimPrefix(r.Source, "measured for this lab: ")) + `</p>`)
	return b.String()
}

// firstUpper makes a sentence begin with a capital, but for the name of an instruction.
func firstUpper(s string) string {
	if word, _, _ := strings.Cut(s, " "); s == "" || strings.Contains(word, ".") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// answer is how the two results compare, the exact value, the search for other operands, and
// the number line.
func answer(m Model, failed string, readOnly bool) string {
	row := m.Rows[m.Chosen]
	s := `<p class="op-why" data-part="why">` + html.Options(m.Verdict) + `</p>`
	if m.Exact != "" {
		s += `<dl class="facts" data-part="exact"><dt>Exact ` + words.Escape(row.C) + `</dt><dd class="x">` + words.Escape(words.Minus(m.Exact)) + `</dd></dl>`
	}
	if m.NoEffect != "" {
		s += `<p class="note">` + words.Escape(m.NoEffect) + `</p>`
	}
	off := ""
	if readOnly || row.Code {
		off = ` disabled=""`
	}
	if failed != "" {
		failed = firstUpper(failed) + "."
	}
	s += `<p class="row flags-find"><button type="button" data-tap="flags:find"` + off + `>` + find + `</button> <span class="note">` + words.Escape(failed) + `</span></p>`
	if m.Line.OK {
		s += html.Figure("flags-line", lineTitle, `<div class="op-wide">`+linePicture(m, 720).SVG()+`</div><div class="op-narrow">`+linePicture(m, microscope.ScopeNarrow.Width).SVG()+`</div>`, lineCaption)
	}
	return s
}

// works is how the chosen operation gets its results.
func works(m Model) string {
	return `<section class="op-part"><h2>` + workTitle + `: ` + words.Escape(m.Rows[m.Chosen].C) + `</h2><div class="flags-works"><div>` + flagsWork(m, 0) + `</div><div>` + flagsWork(m, 1) + `</div></div><p class="note"><a href="` + words.Escape(ptx.Link(ptx.First())) + `">` + kernelLink + `</a>. <a href="` + words.Escape(functions.StepsLink("expf")) + `">` + functionLink + `</a>.</p></section>`
}

// table is the table of all operations.
func table(m Model) string {
	var b strings.Builder
	b.WriteString(`<table class="flags-table" role="table"><thead role="rowgroup"><tr role="row">`)
	for _, h := range []string{"Operation", m.Modes[0].Name, m.Modes[1].Name, "ulp distance", "Because of"} {
		n := ""
		if h == "ulp distance" {
			n = ` class="n"`
		}
		b.WriteString(`<th scope="col" role="columnheader"` + n + `>` + words.Escape(h))
		if h == "Operation" {
			b.WriteString(` <span class="x">exact value</span>`)
		}
		b.WriteString(`</th>`)
	}
	b.WriteString(`</tr></thead><tbody role="rowgroup">`)
	for i, r := range m.Rows {
		row, label := `<tr role="row">`, ""
		if i == m.Chosen {
			row, label = `<tr role="row" class="here" aria-current="true">`, " op-on"
		}
		b.WriteString(row + `<th scope="row" role="rowheader"><button type="button" class="plain num` + label + `" data-tap="flags:op:` + words.Escape(r.ID) + `">` + words.Escape(r.C) + `</button>`)
		if r.Exact != "" {
			b.WriteString(`<span class="op-hex num x">` + words.Escape(words.Minus(r.Exact)) + `</span>`)
		}
		b.WriteString(`</th>`)
		cells(&b, r)
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

// cells are the cells after the name: one for both sides where they agree.
func cells(b *strings.Builder, r Row) {
	left, right := r.Side[0], r.Side[1]
	switch {
	case r.Same:
		code := left.Code
		if !r.Code {
			code += ` | ` + right.Code
		}
		b.WriteString(`<td role="cell" class="num" colspan="2">` + cell(left, "", code) + `</td><td role="cell" class="n dim">same</td><td role="cell"></td>`)
		return
	case !left.Known && !right.Known:
		b.WriteString(`<td role="cell" class="dim" colspan="2">` + bound(left) + `<span class="op-hex num">` + left.Code + `</span></td>`)
	default:
		for k, s := range r.Side {
			other := ""
			if k == 1 {
				other = left.Hex
			}
			side := `<span class="flags-side" aria-hidden="true">` + sides[k] + `</span>`
			if s.Known {
				b.WriteString(`<td role="cell" class="num">` + side + cell(s, other, s.Code) + `</td>`)
			} else {
				b.WriteString(`<td role="cell" class="num">` + side + `<span class="words dim">` + bound(s) + `</span><span class="op-hex">` + s.Code + `</span></td>`)
			}
		}
	}
	if !r.Known {
		b.WriteString(`<td role="cell" class="n"></td><td role="cell"></td>`)
		return
	}
	b.WriteString(`<td role="cell" class="n num flags-apart">` + count(r.Apart) + `</td><td role="cell" class="flags-why num">` + html.Options(r.Why) + `</td>`)
}

// count writes a count in groups of three digits, on a phone with its name; words stay.
func count(s string) string {
	if s == "" || s[0] < '0' || s[0] > '9' {
		return s
	}
	return `<span class="flags-side">apart</span>` + html.Digits(s, 3)
}

// cell is a result with its code, instruction, error and how it is known.
func cell(s Result, other, code string) string {
	out := words.Escape(words.Minus(s.Brief)) + ` <span class="flags-hex">` + hex(s.Hex, other) + `</span><span class="op-hex">` + code
	switch {
	case s.Err == "0":
		out += ` · exact`
	case s.Err != "":
		out += ` · ` + words.Escape(words.Minus(words.Grouped(s.Short))) + ` ulp`
	}
	return out + ` · ` + s.Kind + `</span>`
}

// bound is what is known of a function whose bits are not.
func bound(s Result) string {
	if s.Bound == "" {
		return "bits not known"
	}
	from := "off"
	if s.Near != "" {
		from = `from <span class="num">` + words.Escape(words.Minus(s.Near)) + `</span>`
	}
	return s.Bound + ` ` + from + ` by default (documented); bits not known`
}

// flagsWork is how one side gets its result, step by step.
func flagsWork(m Model, side int) string {
	w, r := m.Work[side], m.Rows[m.Chosen].Side[side]
	var b strings.Builder
	if len(w.Steps) == 0 {
		return `<p class="note">` + words.Escape(firstUpper(r.Why)) + `.</p>`
	}
	b.WriteString(`<ol class="flags-steps">`)
	for i := 0; i < len(w.Steps); i++ {
		end := i
		for w.Steps[end].Inner {
			end++
		}
		whole := w.Steps[end]
		b.WriteString(`<li class="flags-whole"><p><span class="num flags-name">` + words.Escape(whole.Name) + `</span></p>`)
		if end == i {
			step(&b, whole)
		}
		b.WriteString(`</li>`)
		for ; i < end; i++ {
			s := w.Steps[i]
			b.WriteString(`<li class="flags-inner"><p><span class="num flags-name">` + words.Escape(s.Name) + `</span>`)
			if s.Unit {
				b.WriteString(` <span class="flags-unit">` + unit + `</span>`)
			}
			b.WriteString(`</p>`)
			step(&b, s)
			b.WriteString(`</li>`)
		}
	}
	b.WriteString(`</ol>`)
	if w.Scope.ID != "" {
		b.WriteString(`<p class="flags-note"><a href="` + words.Escape(operation.Link(w.Scope)) + `">this rounding under the microscope</a></p>`)
	}
	return b.String()
}

// step is what a step made of its operands.
func step(b *strings.Builder, s FlagsStep) {
	b.WriteString(`<p class="flags-values num">`)
	hex := ""
	for k, x := range s.X {
		if k > 0 {
			b.WriteString(`, `)
			hex += " "
		}
		b.WriteString(value(x))
		hex += x.Hex
	}
	b.WriteString(` → <strong>` + value(s.Z) + `</strong><span class="op-hex">` + hex + ` → ` + s.Z.Hex + `</span></p>`)
	note, names := s.Note, "flags-note"
	switch {
	case s.Err == "0":
		note = "exact"
	case s.Correct:
		note = words.Minus(words.Grouped(s.Err)) + " ulp: the nearest number"
	case s.Err != "":
		note, names = words.Minus(words.Grouped(s.Err))+" ulp: not the nearest number", "flags-note g"
	}
	if note != "" {
		b.WriteString(`<p class="` + names + `">` + words.Escape(note) + `</p>`)
	}
}

func value(d Datum) string {
	if d.Brief == "" {
		return d.Hex
	}
	return words.Escape(words.Minus(d.Brief))
}

// options is the table of what each option does.
func options() string {
	var b strings.Builder
	b.WriteString(`<dl class="flags-options">`)
	for i, line := range strings.Split(optionRows, "\n") {
		w := strings.Split(line, "|")
		b.WriteString(`<div><dt class="num">` + FlagNames[i] + `<span class="op-hex">default ` + w[1] + `</span></dt><dd>` + words.Escape(firstUpper(w[2])) +
			`. <span class="dim">On double: ` + w[3] + ` (` + words.Escape(w[4]) + `).</span></dd></div>`)
	}
	b.WriteString(`</dl>`)
	return b.String()
}
