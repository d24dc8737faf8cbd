//go:build !opening

package draw

import (
	"strings"

	"ulplab/fpcore/x86"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// The titles of the columns.
var x87Titles = [3]string{"SSE", "SSE with FMA3", "x87"}

// X87Types are the buttons of the declared type.
func X87Types(double, readOnly bool) string {
	return tapButton("x87:type:float", "float", !double, readOnly) + tapButton("x87:type:double", "double", double, readOnly)
}

// tapButton is a toggle that dispatches what its word means.
func tapButton(tap, label string, on, off bool) string {
	return `<button type="button" class="op-toggle" data-tap="` + tap + `" aria-pressed="` + boolean(on) + disabled(off) + label + `</button>`
}

// disabled ends a start tag inside its last attribute.
func disabled(off bool) string {
	if off {
		return `" disabled="">`
	}
	return `">`
}

// X87Operand is what stands around the field of operand i.
func X87Operand(m model.X87, v state.X87, i int, readOnly bool) string {
	p := m.Operands[i]
	if !p.Used {
		return ""
	}
	note := ""
	if p.Note != "" {
		note = `<p class="note op-note">` + Escape(Minus(p.Note)) + `</p>`
	}
	step := func(sign, where string) string {
		return `<button type="button" class="plain" data-tap="x87:nudge:` + p.Name + sign + `" aria-label="` + p.Name + ` one ulp ` + where + disabled(readOnly) + Minus(sign) + ` ulp</button>`
	}
	return note + `<p class="op-code"><span class="num">` + p.Hex + `</span> <a href="` + Escape(DatumLink(m.F.ID, v.X[i])) +
		`" aria-label="Operand ` + p.Name + ` in the Encoding view">bits</a></p><div class="op-steps">` + step("-", "down") + step("+", "up") + `</div>`
}

// X87OperandsClass is that of the list of operands: more than three stand closer.
func X87OperandsClass(m model.X87) string {
	if m.Operands[3].Used {
		return "x87-operands x87-many"
	}
	return "x87-operands"
}

// X87Page is everything below the results but the table that never changes, in pieces: those that stay the same need
// not be drawn again.
func X87Page(m model.X87, readOnly bool) (pieces [6]string) {
	part := func(title, note, body string) string {
		return `<section class="op-part"><h2>` + title + `</h2>` + note + body + `</section>`
	}
	note := func(s string) string { return `<p class="note">` + s + `</p>` }
	figure := func(id, title, top string, draw func(model.X87, bool) Picture, caption string) string {
		return `<div class="op-part">` + Figure(id, title, top+both(draw(m, false), draw(m, true)), caption) + `</div>`
	}
	pieces[0] = part(prose.X87LinesTitle, note(Options(prose.X87LinesNote)), X87Lines(m, readOnly))
	pieces[1] = figure("x87-stack", prose.X87RegsTitle, x87Player(m)+X87Now(m), X87Stack, prose.X87RegsCaption)
	if m.Rounding != nil && m.Rounding.Drawn {
		pieces[2] = figure("x87-twice", prose.X87TwiceTitle, `<p class="x87-verdict">`+m.Rounding.Verdict+`</p>`, X87Twice, prose.X87TwiceCaption)
	}
	if m.Cosine != nil {
		pieces[3] = part(prose.X87CosTitle, "", `<div class="x87-scroll">`+X87Cosine(m)+`</div>`+note(prose.X87CosNote))
	}
	pieces[4] = part(prose.X87WaysTitle, "", `<div class="x87-scroll">`+X87Ways(m, readOnly)+`</div>`+note(Options(prose.X87WaysNote)))
	pieces[5] = part(prose.X87WordsTitle, note(prose.X87WordsNote), `<div class="x87-words">`+X87Registers(m, readOnly)+`</div>`)
	return pieces
}

// x87Player steps through the x87 instructions.
func x87Player(m model.X87) string {
	last := len(m.Columns[2].Lines) - 1
	s := `<div class="row x87-steps" role="group" aria-label="x87 instruction">`
	for i, word := range [4]string{"first", "back", "next", "last"} {
		end := i < 2 && m.At == 0 || i > 1 && m.At == last // not disabled: the focus would be lost
		s += `<button type="button" class="op-toggle" data-tap="x87:walk:` + word + `" aria-disabled="` + boolean(end) + `">` + word + `</button>`
	}
	return s + `<span class="dim">instruction ` + num(m.At+1) + ` of ` + num(last+1) + `</span></div>`
}

// X87Fault shows where the formula cannot be read: the text up to there, and a caret.
func X87Fault(m model.X87) string {
	if m.Problem == "" {
		return ""
	}
	return `<p class="num x87-fault" aria-hidden="true"><span>` + Escape(m.Caret) + `</span>^</p>`
}

// X87Results is the answer: three results side by side, the exact value, and the register against its copy.
func X87Results(m model.X87) string {
	var b strings.Builder
	b.WriteString(`<p class="op-formula num">` + Escape(m.Formula) + `</p><div class="x87-results">`)
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
		b.WriteString(`<div><p class="x87-unit">` + x87Titles[i] + `</p>`)
		if c.Trap != "" {
			b.WriteString(`<p class="op-big x87-trap">stops</p><p class="fma-error">` + Escape(c.Trap) + ` is not masked</p></div>`)
			continue
		}
		b.WriteString(`<p class="` + size + `">` + Escape(Minus(c.Result.Brief)) + `</p><p class="op-code"><span class="num">` + c.Result.Hex + `</span> ` + Copy(c.Result.Hex, "the code") + `</p>`)
		if c.Error.Known {
			b.WriteString(`<p class="fma-error">error <span class="num">` + Escape(Minus(c.Error.Text)) + `</span> ` + Term("ulp", "ulp") + `</p>`)
		}
		b.WriteString(`<p class="dim fma-error">` + Escape(strings.Join(c.Flags, ", ")) + `</p></div>`)
	}
	b.WriteString(`</div>`)
	if m.Exact != "" {
		b.WriteString(`<dl class="facts"><dt>Without any rounding</dt><dd class="x">` + Escape(Minus(m.Exact)) + `</dd></dl>`)
	}
	if m.Compare != "" && m.Different {
		b.WriteString(`<p class="x87-compare">` + Escape(m.Compare) + `</p>`)
	}
	return b.String()
}

// X87Lines is the three programs, instruction by instruction; those of x87 can be chosen and their values stored.
func X87Lines(m model.X87, readOnly bool) string {
	var b strings.Builder
	b.WriteString(`<div class="x87-columns">`)
	for i, c := range m.Columns {
		b.WriteString(`<section><h3>` + x87Titles[i] + `</h3><ol class="x87-lines">`)
		for k := range c.Lines {
			x87Line(&b, &c.Lines[k], i == 2, i == 2 && k == m.At, readOnly, k+1)
		}
		b.WriteString(`</ol></section>`)
	}
	b.WriteString(`</div>`)
	return b.String()
}

func x87Line(b *strings.Builder, l *model.X87Line, x87, here, readOnly bool, n int) {
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
		b.WriteString(`<button type="button" class="plain" data-tap="x87:show:` + num(n) + `"` + current + `>` + Escape(l.Name) + `</button>`)
	} else {
		b.WriteString(Escape(l.Name))
	}
	b.WriteString(`</span><span class="x87-from num">` + Escape(l.From) + `</span>`)
	if l.Spill >= 0 && x87 {
		b.WriteString(`<button type="button" class="chip x87-spill" data-tap="x87:spill:` + num(l.Spill) + `" aria-pressed="` + boolean(l.On) + `" aria-label="Store ` + Escape(l.From) + disabled(readOnly) + `store</button>`)
	}
	if l.Kind != x86.LineLoad {
		b.WriteString(`<span class="x87-value num">` + Escape(Minus(l.Value)))
		if l.Flags != "" {
			b.WriteString(` <span class="words">` + Escape(l.Flags) + `</span>`)
		}
		b.WriteString(`</span>`)
	}
	b.WriteString(`</li>`)
}

func boolean(on bool) string {
	if on {
		return "true"
	}
	return "false"
}

// X87Now says what the instruction shown does.
func X87Now(m model.X87) string {
	s := `<p class="x87-now"><span class="num">` + Escape(m.Now.Name) + `</span> <span class="num dim">` + Escape(m.Now.From) + `</span> `
	for _, w := range m.Now.Words {
		s += Escape(w) + " "
	}
	if m.Now.Flags != "" {
		s += `Raised: ` + Escape(m.Now.Flags) + `.`
	}
	return s + `</p>`
}

// X87Registers is the control and status registers, bit by bit; bits that can be changed are buttons.
func X87Registers(m model.X87, readOnly bool) string {
	var b strings.Builder
	word := func(title, area, value string, fields []model.X87Field) {
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
				b.WriteString(`<button type="button" class="` + class + `" data-bit="` + num(bit.Index) + `" aria-pressed="` + boolean(bit.One) + `" aria-label="` + title + `, ` + f.Name + `, bit ` + num(bit.Index) + `">` + digit + `</button>`)
			}
			b.WriteString(`</span><span class="x87-means">` + Escape(f.Means) + `</span></div>`)
		}
		b.WriteString(`</div></section>`)
	}
	word("x87 control word", "x87.cw", m.Words[0], m.Control)
	word("MXCSR of SSE", "x87.mx", m.Words[1], m.MXCSR)
	word("x87 status word", "", m.Words[2], m.Status)
	return b.String()
}

// X87Ways is the table of compiler options and what they give.
func X87Ways(m model.X87, readOnly bool) string {
	var b strings.Builder
	b.WriteString(`<table class="x87-ways"><thead><tr><th scope="col">Evaluation</th><th scope="col">Command</th><th scope="col">Result</th><th scope="col" class="n">Error, ulp</th></tr></thead><tbody>`)
	for i, w := range m.Ways {
		class := ""
		if w.Here {
			class = ` class="here"`
		}
		b.WriteString(`<tr` + class + `><th scope="row">`)
		if w.Precision > 0 && !readOnly {
			b.WriteString(`<button type="button" class="plain" data-tap="x87:way:` + num(i) + `">` + Escape(w.Name) + `</button>`)
		} else {
			b.WriteString(Escape(w.Name))
		}
		b.WriteString(`</th><td class="x87-command"><code>` + Options(w.Command) + `</code> ` + Copy(w.Command, "the command") + `</td><td class="num">`)
		if w.Trap {
			b.WriteString(`<span class="words">stops</span></td><td class="n"></td></tr>`)
			continue
		}
		same := ""
		if !w.Same {
			same = ` <span class="x87-other">not as SSE</span>`
		}
		b.WriteString(Escape(Minus(w.Result.Brief)) + same + `<span class="op-hex num">` + w.Result.Hex + `</span></td><td class="n num">` + Escape(Minus(w.Error.Text)) + `</td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

// X87Cosine shows why fcos differs.
func X87Cosine(m model.X87) string {
	c := m.Cosine
	if c == nil {
		return ""
	}
	if c.Refuse {
		return `<p>` + c.Name + ` takes operands below 2<sup>63</sup> in magnitude. For ` + Escape(c.Arg) + ` it sets the flag C2 and leaves the operand where it is.</p>`
	}
	row := func(name, pi, rest, result, code, note string) string {
		return `<tr><th scope="row">` + name + `</th><td class="num">` + pi + `</td><td class="num">` + Escape(Minus(rest)) + `</td><td class="num"><strong>` + Escape(Minus(result)) + `</strong><span class="op-hex num">` + code + `</span><span class="op-hex">` + note + `</span></td></tr>`
	}
	return `<table class="x87-cos"><thead><tr><th scope="col">Reduced with</th><th scope="col">π, hexadecimal</th><th scope="col">` + Escape(c.Arg) + ` − ` + Escape(Minus(c.Turns)) + ` · π/2</th><th scope="col">` + c.Name[1:] + `, printed with %.10g</th></tr></thead><tbody>` +
		row("π itself, a library’s "+c.Name[1:], c.Pi[0]+`<wbr><span class="dim">`+c.Pi[1]+`…</span>`, c.Rest[0], c.Result[0], c.Codes[0], "correctly rounded; gcc -m64 in Figure 6") +
		row("66 bits of π, "+c.Name, c.Pi[0], c.Rest[1], c.Result[1], c.Codes[1], "error "+Escape(Minus(c.Off))+" ulp; gcc -m32 in Figure 6") + `</tbody></table>`
}

// X87Table is chapter 4.7 with sources.
func X87Table() string {
	var b strings.Builder
	b.WriteString(`<table class="x87-table"><thead><tr><th scope="col">What</th><th scope="col">GPU</th><th scope="col">SSE</th><th scope="col">x87</th></tr></thead><tbody>`)
	for _, r := range prose.X87Table() {
		b.WriteString(`<tr><th scope="row">` + Escape(r[0]) + `</th>`)
		for i := 1; i+1 < len(r); i += 2 {
			b.WriteString(`<td data-unit="` + "GPUSSEx87"[i/2*3:i/2*3+3] + `">` + Options(r[i]) + ` <span class="x87-source">` + Options(r[i+1]) + `</span></td>`)
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}
