//go:build !opening

package draw

import (
	"strings"

	"ulplab/fpcore/wide"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/route"
	"ulplab/site/state"
)

// OperandUnder is what stands under the field of an operand of the views Devices and Flags; link leads to its bits.
func OperandUnder(p model.Operand, link string) string {
	note := ""
	if p.Note != "" {
		note = `<p class="note op-note">` + Escape(Minus(p.Note)) + `</p>`
	}
	return note + codeBits(p.Bits) + `<p class="op-code"><span class="num">` + p.Hex + `</span> ` + Copy(p.Hex, "operand "+p.Name) + ` <a href="` + Escape(link) +
		`" aria-label="Operand ` + p.Name + ` in the Encoding view">bit by bit</a></p>`
}

// FlagsSwitches are the options of one side as buttons that show their values, and its command line.
func FlagsSwitches(m model.FlagsMode, side int, readOnly bool) string {
	var b strings.Builder
	b.WriteString(`<div class="row flags-switches" role="group" aria-label="Options on the ` + prose.FlagsSides[side] + `">`)
	for i, o := range m.Options {
		names, off := "num", ""
		if o.Changed {
			names = "num flags-set"
		}
		if readOnly || o.Implied {
			off = ` disabled=""`
		}
		b.WriteString(flagsButton("set:"+num(side)+num(i), names, o.On, off, o.Label))
	}
	b.WriteString(`</div><p class="flags-command"><code>` + Options(m.Command) + `</code> ` + Copy(m.Command, "the command line") + `</p>`)
	return b.String()
}

// FlagsTypes chooses between float and double.
func FlagsTypes(double, readOnly bool) string {
	off := ""
	if readOnly {
		off = ` disabled=""`
	}
	return flagsButton("type:32", "op-toggle", !double, off, "float") + flagsButton("type:64", "op-toggle", double, off, "double")
}

// flagsButton is a button that does what ui's flagsTap says, pressed or not.
func flagsButton(tap, names string, on bool, more, label string) string {
	pressed := "false"
	if on {
		pressed = "true"
	}
	return `<button type="button" class="` + names + `" aria-pressed="` + pressed + `" data-tap="flags:` + tap + `"` + more + `>` + Escape(label) + `</button>`
}

// flagsHex writes a code with the digits that differ from another one marked.
func flagsHex(hex, other string) string {
	n := 0
	for n < len(hex) && n < len(other) && hex[n] == other[n] {
		n++
	}
	if n == len(hex) || len(hex) != len(other) {
		return hex
	}
	return hex[:n] + `<span class="flags-off">` + hex[n:] + `</span>`
}

// FlagsHero is the result of the operation in detail on one side, in large digits.
func FlagsHero(m model.Flags, side int) string {
	row := m.Rows[m.Chosen]
	r := row.Side[side]
	var b strings.Builder
	b.WriteString(`<p class="flags-code num">` + r.Code + `</p>`)
	if !r.Known {
		if r.Near != "" && r.Bound != "" {
			b.WriteString(`<p class="flags-near">` + r.Bound + ` from</p><p class="op-big op-long num dim">` + Escape(Minus(r.Near)) + `</p>`)
		} else {
			b.WriteString(`<p class="op-big op-long dim">bits not known</p>`)
		}
		b.WriteString(`<p class="note">` + Escape(firstUpper(r.Why)) + `.</p>`)
		if r.Bound != "" {
			b.WriteString(`<p class="flags-kind"><span class="paper-kind">documented</span> ` + prose.FlagsBoundSource + `</p>`)
		}
		return b.String()
	}
	size := "op-big num"
	if len(r.Brief) > 13 {
		size += " op-long"
	}
	b.WriteString(`<p class="` + size + `">` + Escape(Minus(r.Brief)) + `</p><p class="op-code"><span class="num">` + flagsHex(r.Hex, row.Side[1-side].Hex) + `</span> ` + Copy(r.Hex, "the code") + ` <a href="` + Escape(DatumLink(r.F.ID, state.Operand{Bits: wide.From64(r.Bits)})) + `" aria-label="Result on the ` +
		prose.FlagsSides[side] + ` in the Encoding view">bit by bit</a></p>`)
	if r.Err != "" {
		b.WriteString(`<p class="fma-error">error <span class="num">` + Escape(Minus(r.Err)) + `</span> ` + Term("ulp", "ulp") + `</p>`)
	}
	b.WriteString(`<p class="flags-kind"><span class="paper-kind">` + r.Kind + `</span> ` + Escape(strings.TrimPrefix(r.Source, "measured for this lab: ")) + `</p>`)
	return b.String()
}

// firstUpper makes a sentence begin with a capital, but for the name of an instruction.
func firstUpper(s string) string {
	if word, _, _ := strings.Cut(s, " "); s == "" || strings.Contains(word, ".") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// FlagsAnswer is what the two results have to do with each other, the exact value, the search for other operands, and
// the number line.
func FlagsAnswer(m model.Flags, failed string, readOnly bool) string {
	row := m.Rows[m.Chosen]
	s := `<p class="op-why">` + Options(m.Verdict) + `</p>`
	if m.Exact != "" {
		s += `<dl class="facts"><dt>Exact ` + Escape(row.C) + `</dt><dd class="x">` + Escape(Minus(m.Exact)) + `</dd></dl>`
	}
	if m.NoEffect != "" {
		s += `<p class="note">` + Escape(m.NoEffect) + `</p>`
	}
	off := ""
	if readOnly || row.Code {
		off = ` disabled=""`
	}
	if failed != "" {
		failed = firstUpper(failed) + "."
	}
	s += `<p class="row flags-find"><button type="button" data-tap="flags:find"` + off + `>` + prose.FlagsFind + `</button> <span class="note" role="status">` + Escape(failed) + `</span></p>`
	if m.Line.OK {
		s += Figure("flags-line", prose.FlagsLineTitle, `<div class="op-wide">`+FlagsLinePicture(m, 720).SVG()+`</div><div class="op-narrow">`+FlagsLinePicture(m, ScopeNarrow.Width).SVG()+`</div>`, prose.FlagsLineCaption)
	}
	return s
}

// Heading is the title of a part with the note under it.
func Heading(title, note string) string {
	return `<h2>` + title + `</h2><p class="note">` + note + `</p>`
}

// TableBox is a place in which a wide table scrolls, by the keyboard too.
func TableBox(title, table string) string {
	return `<div class="tablebox" tabindex="0" role="region" aria-label="` + title + `">` + table + `</div>`
}

// FlagsBelow is the table of all operations and how the chosen one gets its results.
func FlagsBelow(m model.Flags) string {
	return `<section class="op-part"><h2>` + prose.FlagsTableTitle + `</h2>` + TableBox(prose.FlagsTableTitle, FlagsTable(m)) + `</section><section class="op-part"><h2>` + prose.FlagsWorkTitle + `: ` + Escape(m.Rows[m.Chosen].C) + `</h2><div class="flags-works"><div>` + FlagsWork(m, 0) + `</div><div>` + FlagsWork(m, 1) + `</div></div></section>`
}

// FlagsTable is the table of all operations.
func FlagsTable(m model.Flags) string {
	var b strings.Builder
	b.WriteString(`<table class="flags-table" role="table"><thead role="rowgroup"><tr role="row">`)
	for _, h := range []string{"Operation", m.Modes[0].Name, m.Modes[1].Name, "ulp distance", "Because of"} {
		n := ""
		if h == "ulp distance" {
			n = ` class="n"`
		}
		b.WriteString(`<th scope="col" role="columnheader"` + n + `>` + Escape(h))
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
		b.WriteString(row + `<th scope="row" role="rowheader"><button type="button" class="plain num` + label + `" data-tap="flags:op:` + Escape(r.ID) + `">` + Escape(r.C) + `</button>`)
		if r.Exact != "" {
			b.WriteString(`<span class="op-hex num x">` + Escape(Minus(r.Exact)) + `</span>`)
		}
		b.WriteString(`</th>`)
		flagsCells(&b, r)
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

// flagsCells are the cells after the name: one for both sides where they agree.
func flagsCells(b *strings.Builder, r model.FlagsRow) {
	left, right := r.Side[0], r.Side[1]
	switch {
	case r.Same:
		code := left.Code
		if !r.Code {
			code += ` | ` + right.Code
		}
		b.WriteString(`<td role="cell" class="num" colspan="2">` + flagsCell(left, "", code) + `</td><td role="cell" class="n dim">same</td><td role="cell"></td>`)
		return
	case !left.Known && !right.Known:
		b.WriteString(`<td role="cell" class="dim" colspan="2">` + flagsBound(left) + `<span class="op-hex num">` + left.Code + `</span></td>`)
	default:
		for k, s := range r.Side {
			other := ""
			if k == 1 {
				other = left.Hex
			}
			side := `<span class="flags-side" aria-hidden="true">` + prose.FlagsSides[k] + `</span>`
			if s.Known {
				b.WriteString(`<td role="cell" class="num">` + side + flagsCell(s, other, s.Code) + `</td>`)
			} else {
				b.WriteString(`<td role="cell" class="num">` + side + `<span class="words dim">` + flagsBound(s) + `</span><span class="op-hex">` + s.Code + `</span></td>`)
			}
		}
	}
	if !r.Known {
		b.WriteString(`<td role="cell" class="n"></td><td role="cell"></td>`)
		return
	}
	b.WriteString(`<td role="cell" class="n num flags-apart">` + flagsCount(r.Apart) + `</td><td role="cell" class="flags-why num">` + Options(r.Why) + `</td>`)
}

// flagsCount writes a count in groups of three digits, on a phone with its name; words stay.
func flagsCount(s string) string {
	if s == "" || s[0] < '0' || s[0] > '9' {
		return s
	}
	return `<span class="flags-side">apart</span>` + Digits(s, 3)
}

// flagsCell is a result with its code, instruction, error and how it is known.
func flagsCell(s model.FlagsResult, other, code string) string {
	out := Escape(Minus(s.Brief)) + ` <span class="flags-hex">` + flagsHex(s.Hex, other) + `</span><span class="op-hex">` + code
	switch {
	case s.Err == "0":
		out += ` · exact`
	case s.Err != "":
		out += ` · ` + Escape(Minus(s.Short)) + ` ulp`
	}
	return out + ` · ` + s.Kind + `</span>`
}

// flagsBound is what is known of a function whose bits are not.
func flagsBound(s model.FlagsResult) string {
	if s.Bound == "" {
		return "bits not known"
	}
	from := "off"
	if s.Near != "" {
		from = `from <span class="num">` + Escape(Minus(s.Near)) + `</span>`
	}
	return s.Bound + ` ` + from + ` by default (documented); bits not known`
}

// FlagsWork is how one side gets its result, step by step.
func FlagsWork(m model.Flags, side int) string {
	w, r := m.Work[side], m.Rows[m.Chosen].Side[side]
	var b strings.Builder
	if len(w.Steps) == 0 {
		return `<p class="note">` + Escape(firstUpper(r.Why)) + `.</p>`
	}
	b.WriteString(`<ol class="flags-steps">`)
	for i := 0; i < len(w.Steps); i++ {
		end := i
		for w.Steps[end].Inner {
			end++
		}
		whole := w.Steps[end]
		b.WriteString(`<li class="flags-whole"><p><span class="num flags-name">` + Escape(whole.Name) + `</span></p>`)
		if end == i {
			flagsStep(&b, whole)
		}
		b.WriteString(`</li>`)
		for ; i < end; i++ {
			s := w.Steps[i]
			b.WriteString(`<li class="flags-inner"><p><span class="num flags-name">` + Escape(s.Name) + `</span>`)
			if s.Unit {
				b.WriteString(` <span class="flags-unit">` + prose.FlagsUnit + `</span>`)
			}
			b.WriteString(`</p>`)
			flagsStep(&b, s)
			b.WriteString(`</li>`)
		}
	}
	b.WriteString(`</ol>`)
	if w.Scope.ID != "" {
		s := state.Default()
		s.View, s.Op = state.Operation, w.Scope
		b.WriteString(`<p class="flags-note"><a href="` + Escape(route.Encode(s)) + `">this rounding under the microscope</a></p>`)
	}
	return b.String()
}

// flagsStep is what a step made of its operands.
func flagsStep(b *strings.Builder, s model.FlagsStep) {
	b.WriteString(`<p class="flags-values num">`)
	hex := ""
	for k, x := range s.X {
		if k > 0 {
			b.WriteString(`, `)
			hex += " "
		}
		b.WriteString(flagsValue(x))
		hex += x.Hex
	}
	b.WriteString(` → <strong>` + flagsValue(s.Z) + `</strong><span class="op-hex">` + hex + ` → ` + s.Z.Hex + `</span></p>`)
	note, names := s.Note, "flags-note"
	switch {
	case s.Err == "0":
		note = "exact"
	case s.Correct:
		note = Minus(s.Err) + " ulp: the nearest number"
	case s.Err != "":
		note, names = Minus(s.Err)+" ulp: not the nearest number", "flags-note g"
	}
	if note != "" {
		b.WriteString(`<p class="` + names + `">` + Escape(note) + `</p>`)
	}
}

func flagsValue(d model.FlagsDatum) string {
	if d.Brief == "" {
		return d.Hex
	}
	return Escape(Minus(d.Brief))
}

// FlagsOptions is the table of what each option does.
func FlagsOptions() string {
	var b strings.Builder
	b.WriteString(`<h2>` + prose.FlagsOptions + `</h2><dl class="flags-options">`)
	for i, line := range strings.Split(prose.FlagsOptionRows, "\n") {
		w := strings.Split(line, "|")
		b.WriteString(`<div><dt class="num">` + state.FlagNames[i] + `<span class="op-hex">default ` + w[1] + `</span></dt><dd>` + Escape(firstUpper(w[2])) +
			`. <span class="dim">On double: ` + w[3] + ` (` + Escape(w[4]) + `).</span></dd></div>`)
	}
	b.WriteString(`</dl>`)
	return b.String()
}
