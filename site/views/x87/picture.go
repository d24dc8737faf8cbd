package x87

import (
	"strconv"
	"strings"

	"ulplab/fpcore/x86"
	"ulplab/site/kit/html"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/views/encoding"
)

// The titles of the columns.
var titles = [3]string{"SSE", "SSE with FMA3", "x87"}

// types are the buttons of the declared type.
func types(double, readOnly bool) string {
	return tapButton("x87:type:float", "float", !double, readOnly) + tapButton("x87:type:double", "double", double, readOnly)
}

// tapButton is a toggle that dispatches what its word means.
func tapButton(tap, label string, on, off bool) string {
	return `<button type="button" class="op-toggle" data-tap="` + tap + `" aria-pressed="` + strconv.FormatBool(on) + html.Disabled(off) + label + `</button>`
}

// x87Operand is what stands around the field of operand i.
func x87Operand(m Model, v State, i int, readOnly bool) string {
	p := m.Operands[i]
	if !p.Used {
		return ""
	}
	note := ""
	if p.Note != "" {
		note = `<p class="note op-note">` + words.Escape(words.Minus(p.Note)) + `</p>`
	}
	step := func(sign, where string) string {
		return `<button type="button" class="plain" data-tap="x87:nudge:` + p.Name + sign + `" aria-label="` + p.Name + ` one ulp ` + where + html.Disabled(readOnly) + words.Minus(sign) + ` ulp</button>`
	}
	return note + `<p class="op-code"><span class="num">` + p.Hex + `</span> <a href="` + words.Escape(encoding.LinkTo(m.F.ID, v.X[i])) +
		`" aria-label="Operand ` + p.Name + ` in the Encoding view">bits</a></p><div class="op-steps">` + step("-", "down") + step("+", "up") + `</div>`
}

// operandsClass is that of the list of operands: more than three stand closer.
func operandsClass(m Model) string {
	if m.Operands[3].Used {
		return "x87-operands x87-many"
	}
	return "x87-operands"
}

// page is everything below the results but the table that never changes, in pieces: those that stay the same need
// not be drawn again.
func page(m Model, readOnly bool) (pieces [6]string) {
	part := func(title, note, body string) string {
		return `<section class="op-part"><h2>` + title + `</h2>` + note + body + `</section>`
	}
	note := func(s string) string { return `<p class="note">` + s + `</p>` }
	figure := func(id, title, top string, draw func(Model, bool) svg.Picture, caption string) string {
		return `<div class="op-part ` + id + `" data-part="bits">` + html.Figure(id, title, top+html.WideNarrow(draw(m, false), draw(m, true)), caption) + `</div>`
	}
	pieces[0] = part(linesTitle, note(html.Options(linesNote)), lines(m, readOnly))
	pieces[1] = figure("x87-stack", regsTitle, player(m)+now(m), stack, regsCaption)
	if m.Rounding != nil && m.Rounding.Drawn {
		pieces[2] = figure("x87-twice", twiceTitle, `<p class="x87-verdict">`+m.Rounding.Verdict+`</p>`, x87Twice, twiceCaption)
	}
	if m.Cosine != nil {
		pieces[3] = part(cosTitle, "", `<div class="x87-scroll">`+x87Cosine(m)+`</div>`+note(cosNote))
	}
	pieces[4] = part(waysTitle, "", `<div class="x87-scroll">`+x87Ways(m, readOnly)+`</div>`+note(html.Options(waysNote)))
	pieces[5] = part(wordsTitle, note(wordsNote), `<div class="x87-words">`+registers(m, readOnly)+`</div>`)
	return pieces
}

// player steps through the x87 instructions.
func player(m Model) string {
	last := len(m.Columns[2].Lines) - 1
	s := `<div class="row x87-steps" role="group" aria-label="x87 instruction">`
	for i, word := range [4]string{"first", "back", "next", "last"} {
		end := i < 2 && m.At == 0 || i > 1 && m.At == last // not disabled: the focus would be lost
		s += `<button type="button" class="op-toggle" data-tap="x87:walk:` + word + `" aria-disabled="` + strconv.FormatBool(end) + `">` + word + `</button>`
	}
	return s + `<span class="dim">instruction ` + words.Num(m.At+1) + ` of ` + words.Num(last+1) + `</span></div>`
}

// fault shows where the formula cannot be read: the text up to there, and a caret.
func fault(m Model) string {
	if m.Problem == "" {
		return ""
	}
	return `<p class="num x87-fault" aria-hidden="true"><span>` + words.Escape(m.Caret) + `</span>^</p>`
}

// results is the answer: three results side by side, the exact value, and the register against its copy.
func results(m Model) string {
	var b strings.Builder
	b.WriteString(`<p class="op-formula num">` + words.Escape(m.Formula) + `</p><div class="x87-results" data-part="result">`)
	longest := 0
	for _, c := range m.Columns {
		longest = max(longest, len([]rune(c.Result.Brief)))
	}
	size := "op-big num"
	switch {
	case longest > 18:
		size += " op-long x87-long"
	case longest > 7:
		size += " op-long"
	}
	for i, c := range m.Columns {
		b.WriteString(`<div><p class="x87-unit">` + titles[i] + `</p>`)
		if c.Trap != "" {
			b.WriteString(`<p class="op-big x87-trap">stops</p><p class="fma-error">` + words.Escape(c.Trap) + ` is not masked</p></div>`)
			continue
		}
		b.WriteString(`<p class="` + size + `">` + words.Escape(words.Minus(c.Result.Brief)) + `</p><p class="op-code"><span class="num">` + c.Result.Hex + `</span> ` + html.Copy(c.Result.Hex, "the code") + `</p>`)
		if c.Error.Known {
			b.WriteString(`<p class="fma-error">error <span class="num">` + words.Escape(words.Minus(c.Error.Text)) + `</span> ` + html.Term("ulp", "ulp") + `</p>`)
		}
		b.WriteString(`<p class="dim fma-error">` + words.Escape(strings.Join(c.Flags, ", ")) + `</p></div>`)
	}
	b.WriteString(`</div>`)
	if m.Exact != "" {
		b.WriteString(`<dl class="facts" data-part="exact"><dt>Without any rounding</dt><dd class="x">` + words.Escape(words.Minus(m.Exact)) + `</dd></dl>`)
	}
	if m.Compare != "" && m.Different {
		b.WriteString(`<p class="x87-compare" data-part="why">` + words.Escape(m.Compare) + `</p>`)
	}
	return b.String()
}

// lines is the three programs, instruction by instruction; those of x87 can be chosen and their values stored.
func lines(m Model, readOnly bool) string {
	var b strings.Builder
	b.WriteString(`<div class="x87-columns">`)
	for i, c := range m.Columns {
		b.WriteString(`<section><h3>` + titles[i] + `</h3><ol class="x87-lines">`)
		for k := range c.Lines {
			line(&b, &c.Lines[k], i == 2, i == 2 && k == m.At, readOnly, k+1)
		}
		b.WriteString(`</ol></section>`)
	}
	b.WriteString(`</div>`)
	return b.String()
}

func line(b *strings.Builder, l *Line, x87, here, readOnly bool, n int) {
	class := "x87-line"
	if here {
		class += " x87-here"
	}
	if l.Kind == x86.LineStore || l.Kind == x86.LineAgain {
		class += " x87-stored"
	}
	b.WriteString(`<li class="` + class + `"><span class="x87-name num">`)
	if x87 {
		current := ""
		if here {
			current = ` aria-current="true"`
		}
		b.WriteString(`<button type="button" class="plain" data-tap="x87:show:` + words.Num(n) + `"` + current + `>` + words.Escape(l.Name) + `</button>`)
	} else {
		b.WriteString(words.Escape(l.Name))
	}
	b.WriteString(`</span><span class="x87-from num">` + words.Escape(l.From) + `</span>`)
	if l.Spill >= 0 && x87 {
		b.WriteString(`<button type="button" class="chip x87-spill" data-tap="x87:spill:` + words.Num(l.Spill) + `" aria-pressed="` + strconv.FormatBool(l.On) + `" aria-label="Store ` + words.Escape(l.From) + html.Disabled(readOnly) + `store</button>`)
	}
	if l.Kind != x86.LineLoad {
		b.WriteString(`<span class="x87-value num">` + words.Escape(words.Minus(l.Value)))
		if l.Flags != "" {
			b.WriteString(` <span class="words">` + words.Escape(l.Flags) + `</span>`)
		}
		b.WriteString(`</span>`)
	}
	b.WriteString(`</li>`)
}

// now says what the instruction shown does.
func now(m Model) string {
	s := `<p class="x87-now"><span class="num">` + words.Escape(m.Now.Name) + `</span> <span class="num dim">` + words.Escape(m.Now.From) + `</span> `
	for _, w := range m.Now.Words {
		s += words.Escape(w) + " "
	}
	if m.Now.Flags != "" {
		s += `Raised: ` + words.Escape(m.Now.Flags) + `.`
	}
	return s + `</p>`
}

// registers is the control and status registers, bit by bit; bits that can be changed are buttons.
func registers(m Model, readOnly bool) string {
	var b strings.Builder
	word := func(title, area, value string, fields []Field) {
		b.WriteString(`<section class="x87-word" data-bits="` + area + `"><h3>` + title + ` <span class="num">` + value + `</span></h3><div class="x87-fields">`)
		for _, f := range fields {
			b.WriteString(`<div class="x87-field"><span class="x87-fname">` + f.Name + `</span><span class="x87-cells">`)
			for _, bit := range f.Bits {
				digit, class := "0", "x87-bit"
				if bit.One {
					digit, class = "1", "x87-bit x87-one"
				}
				if bit.Fixed || readOnly {
					b.WriteString(`<span class="` + class + `">` + digit + `</span>`)
					continue
				}
				b.WriteString(`<button type="button" class="` + class + `" data-bit="` + words.Num(bit.Index) + `" aria-pressed="` + strconv.FormatBool(bit.One) + `" aria-label="` + title + `, ` + f.Name + `, bit ` + words.Num(bit.Index) + `">` + digit + `</button>`)
			}
			b.WriteString(`</span><span class="x87-means">` + words.Escape(f.Means) + `</span></div>`)
		}
		b.WriteString(`</div></section>`)
	}
	word("x87 control word", "x87.cw", m.Words[0], m.Control)
	word("MXCSR of SSE", "x87.mx", m.Words[1], m.MXCSR)
	word("x87 status word", "", m.Words[2], m.Status)
	return b.String()
}

// x87Ways is the table of compiler options and what they give.
func x87Ways(m Model, readOnly bool) string {
	var b strings.Builder
	b.WriteString(`<table class="x87-ways" aria-label="` + waysTitle + `"><thead><tr><th scope="col">Evaluation</th><th scope="col">Command</th><th scope="col">Result</th><th scope="col" class="n">Error, ulp</th></tr></thead><tbody>`)
	for i, w := range m.Ways {
		class := ""
		if w.Here {
			class = ` class="here"`
		}
		b.WriteString(`<tr` + class + `><th scope="row">`)
		if w.Precision > 0 && !readOnly {
			b.WriteString(`<button type="button" class="plain" data-tap="x87:way:` + words.Num(i) + `">` + words.Escape(w.Name) + `</button>`)
		} else {
			b.WriteString(words.Escape(w.Name))
		}
		b.WriteString(`</th><td class="x87-command"><code>` + html.Options(w.Command) + `</code> ` + html.Copy(w.Command, "the command") + `</td><td class="num">`)
		if w.Trap {
			b.WriteString(`<span class="words">stops</span></td><td class="n"></td></tr>`)
			continue
		}
		same := ""
		if !w.Same {
			same = ` <span class="x87-other">not as SSE</span>`
		}
		b.WriteString(words.Escape(words.Minus(w.Result.Brief)) + same + `<span class="op-hex num">` + w.Result.Hex + `</span></td><td class="n num">` + words.Escape(words.Minus(w.Error.Text)) + `</td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

// x87Cosine shows why fcos differs.
func x87Cosine(m Model) string {
	c := m.Cosine
	if c == nil {
		return ""
	}
	if c.Refuse {
		return `<p>` + c.Name + ` takes operands below 2<sup>63</sup> in magnitude. For ` + words.Escape(c.Arg) + ` it sets the flag C2 and leaves the operand where it is.</p>`
	}
	row := func(name, pi, rest, result, code, note string) string {
		return `<tr><th scope="row">` + name + `</th><td class="num">` + pi + `</td><td class="num">` + words.Escape(words.Minus(rest)) + `</td><td class="num"><strong class="printed">` + words.Escape(words.Minus(result)) + `</strong><span class="op-hex num">` + code + `</span><span class="op-hex">` + note + `</span></td></tr>`
	}
	return `<table class="x87-cos" aria-label="` + cosTitle + `"><thead><tr><th scope="col">Reduced with</th><th scope="col">π, hexadecimal</th><th scope="col">` + words.Escape(c.Arg) + ` − ` + words.Escape(words.Minus(c.Turns)) + ` · π/2</th><th scope="col">` + c.Name[1:] + `, printed with %.10g</th></tr></thead><tbody>` +
		row("π itself, a library’s "+c.Name[1:], c.Pi[0]+`<wbr><span class="dim">`+c.Pi[1]+`…</span>`, c.Rest[0], c.Result[0], c.Codes[0], "correctly rounded; gcc -m64 in Figure 6") +
		row("66 bits of π, "+c.Name, c.Pi[0], c.Rest[1], c.Result[1], c.Codes[1], "error "+words.Escape(words.Minus(c.Off))+" ulp; gcc -m32 in Figure 6") + `</tbody></table>`
}

// table is chapter 4.7 with sources.
func table() string {
	var b strings.Builder
	b.WriteString(`<table class="x87-table" aria-label="` + tableTitle + `"><thead><tr><th scope="col">What</th><th scope="col">GPU</th><th scope="col">SSE</th><th scope="col">x87</th></tr></thead><tbody>`)
	for _, r := range tableWords() {
		b.WriteString(`<tr><th scope="row">` + words.Escape(r[0]) + `</th>`)
		for i := 1; i+1 < len(r); i += 2 {
			b.WriteString(`<td data-unit="` + "GPUSSEx87"[i/2*3:i/2*3+3] + `">` + html.Options(r[i]) + ` <span class="x87-source">` + html.Options(r[i+1]) + `</span></td>`)
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}
