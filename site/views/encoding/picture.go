package encoding

import (
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/site/kit/bits"
	"ulplab/site/kit/html"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// hero is the value in large digits with its code and class.
func hero(m Model) string {
	size := "enc-big"
	if len(m.Value) > 24 {
		size = "enc-big long"
	}
	note := ""
	if n := classNote(m.F, m.Class); n != "" {
		note = `<p class="note">` + words.Escape(n) + `</p>`
	}
	return `<p class="enc-value"><span class="num ` + size + `">` + words.Escape(words.Minus(m.Value)) + `</span> <span class="num enc-code">` +
		words.Escape(m.Code) + `</span> <span class="enc-class">` + html.Term("class", className(m.Class)) + `</span></p>` + note
}

// encFormula is the value as (−1)^s × 2^(e−bias) × 1.xxx, each part in the hue of its field; each names the bit that it stands
// for, and what stands for bit lit is marked.
func encFormula(m Model, lit int) string {
	f := m.Formula
	if !f.OK {
		return `<p class="formula dim">` + words.Escape(className(m.Class)) + `: no number, so there is no formula.</p>`
	}
	var b strings.Builder
	at := func(bit int, field bits.Kind) string {
		s := `" data-bit="` + words.Num(bit)
		if bit == lit || field == bits.Exponent && lit >= 0 && bits.KindOf(m.F, lit) == field {
			s = ` lit` + s
		}
		return s + `">`
	}
	b.WriteString(`<p class="formula num" data-bits="enc.formula">`)
	if f.Signed {
		b.WriteString(`<span class="part">(−1)<sup class="s` + at(m.F.Bits-1, bits.Sign) + string(f.Sign) + `</sup> ×</span> `)
	}
	if f.Sub {
		b.WriteString(`<span class="part">2<sup class="e` + at(m.F.FracBits, bits.Exponent) + words.Escape(words.Minus(f.Exponent)) + `</sup> ×</span> `)
	} else {
		bias := "−" + f.Bias
		if strings.HasPrefix(f.Bias, "-") {
			bias = "+" + f.Bias[1:]
		}
		b.WriteString(`<span class="part">2<sup><span class="e` + at(m.F.FracBits, bits.Exponent) + f.Biased + `</span>` + bias + `</sup> ×</span> `)
	}
	lead := `<span class="implied" title="the leading bit is implied by the exponent">` + string(f.Lead) + `</span>`
	if f.Explicit {
		lead = `<span class="t` + at(m.F.FracBits-1, bits.Integer) + string(f.Lead) + `</span>`
	}
	b.WriteString(`<span class="part long">` + lead)
	if f.Frac != "" {
		b.WriteString(`.<span class="t">`)
		for j := range len(f.Frac) {
			if j > 0 && j%4 == 0 {
				b.WriteString(html.Gap)
			}
			b.WriteString(`<span class="t` + at(len(f.Frac)-1-j, bits.Trailing) + f.Frac[j:j+1] + `</span>`)
		}
		b.WriteString(`</span>`)
	}
	b.WriteString(`<sub>2</sub></span></p><p class="formula num dim">= `)
	if f.Sign == '1' {
		b.WriteString("−")
	}
	b.WriteString(`<span class="part">2<sup>` + words.Escape(words.Minus(f.Exponent)) + `</sup> ×</span> <span class="long">` + html.Digits(html.CutDigits(f.SigValue), 5) + `</span></p>`)
	return b.String()
}

// triple is typed text, stored value and difference side by side.
func triple(m Model) string {
	t := m.Typed
	var b strings.Builder
	cell := func(label, body string) {
		b.WriteString(`<div><h3>` + label + `</h3><div class="num long enc-cell">` + body + `</div></div>`)
	}
	b.WriteString(`<div class="enc-triple" data-part="exact">`)
	switch {
	case m.Problem != "":
		cell("Typed", `<span class="dim words">not understood</span>`)
	case !t.On:
		cell("Typed", `<span class="dim words">set bit by bit</span>`)
	default:
		typed := `<span class="x">` + words.Escape(words.Minus(cutText(t.Text))) + `</span>`
		if t.Value != "" {
			typed += `<br>= ` + words.Escape(words.Minus(t.Value))
		}
		cell("Typed", typed)
	}
	cell("Stored", `<span class="t">`+html.LongNumber(m.Decimal)+`</span>`)
	switch {
	case !t.On:
		cell("Difference", `<span class="dim">—</span>`)
	case !t.Exact:
		cell("Difference", `<span class="dim words">`+words.Escape(t.Words)+`</span>`)
	case t.Near:
		cell("Difference", `<span class="words">none that 4,096 bits show</span>`)
	case t.Same:
		cell("Difference", `0 <span class="words">exact</span>`)
	default:
		cell("Difference", words.Escape(words.Minus(plus(t.Diff)))+`<br><span class="g">`+words.Escape(words.Minus(t.Ulps))+`</span> `+html.Term("ulp", "ulp"))
	}
	b.WriteString(`</div>`)
	return b.String()
}

func plus(s string) string {
	if digits := strings.TrimPrefix(s, "≈"); !strings.HasPrefix(digits, "-") {
		return s[:len(s)-len(digits)] + "+" + digits
	}
	return s
}

func cutText(s string) string {
	if r := []rune(s); len(r) > 200 {
		return string(r[:199]) + "…"
	}
	return s
}

// facts lists the forms of the value, each with a button that copies it.
func facts(m Model) string {
	var b strings.Builder
	b.WriteString(`<dl class="facts">`)
	fact := func(label, body, copied, what string) {
		b.WriteString(`<dt>` + label + `</dt><dd>` + body)
		if copied != "" {
			b.WriteString(" " + html.Copy(copied, what))
		}
		b.WriteString(`</dd>`)
	}
	if !m.Finite {
		fact("Written", words.Escape(words.Minus(m.Shortest)), m.Shortest, "the text")
	} else {
		fact("Exact decimal", html.LongNumber(m.Decimal), m.Decimal, "the exact decimal")
		fact("Shortest that reads back", words.Escape(words.Minus(m.Shortest)), m.Shortest, "the shortest decimal")
		fact("Hex-float", words.Escape(words.Minus(m.Hex)), m.Hex, "the hexadecimal floating-point number")
		base, exp, has := strings.Cut(m.Fraction, "^")
		body := html.MinusDigits(base, 3)
		if i := strings.IndexByte(base, ' '); i >= 0 {
			body = html.MinusDigits(base[:i], 3) + words.Escape(base[i:])
		}
		if has {
			body += `<sup>` + words.Escape(words.Minus(exp)) + `</sup>`
		}
		fact("Integer × 2"+`<sup>k</sup>`, body, m.Fraction, "the fraction")
	}
	fact("Bits", html.Digits(m.Code, 4), m.Code, "the bits in hexadecimal")
	fact("In binary", `<span class="long">`+fieldsOf(m)+`</span>`, m.Binary, "the bits in binary")
	if m.Ulp != "" {
		fact(html.Term("quantum", "Quantum (1 ulp)"), html.Powers(m.Ulp), "", "")
	}
	for _, n := range []struct {
		label string
		n     Neighbour
	}{{"Next up", m.Next}, {"Next down", m.Prev}} {
		if !n.n.OK {
			fact(n.label, `<span class="words dim">none</span>`, "", "")
			continue
		}
		e := m.In
		e.Bits, e.Text = n.n.Bits, operand.Draft{}
		body := `<a href="` + encLink(e) + `">` + words.Escape(words.Minus(n.n.Value)) + `</a> <span class="dim">` + words.Escape(n.n.Code) + `</span>`
		if n.n.Distance != "" {
			body += ` <span class="words dim">at a distance of</span> `
			sign := ` = `
			if n.n.Rounded {
				sign = ` ≈ `
			}
			if n.n.Power != "" {
				body += html.Powers(n.n.Power) + sign
			}
			body += words.Escape(words.Minus(n.n.Distance))
		}
		fact(n.label, body, "", "")
	}
	b.WriteString(`</dl>`)
	return b.String()
}

// fieldsOf writes the code in binary with each field in its hue.
func fieldsOf(m Model) string {
	var b strings.Builder
	for i, f := range bits.BitsOf(m.F, m.In.Bits).Fields {
		if i > 0 {
			b.WriteString(`<span class="dim">_</span><wbr>`)
		}
		b.WriteString(`<span class="` + strings.ToLower(strings.Replace(f.Kind.Letter(), "I", "T", 1)) + `">`)
		for j, bit := range f.Bits {
			if rest := len(f.Bits) - j; j > 0 && rest%4 == 0 {
				b.WriteString(html.Gap)
			}
			if bit.One {
				b.WriteByte('1')
			} else {
				b.WriteByte('0')
			}
		}
		b.WriteString(`</span>`)
	}
	return b.String()
}

// encLink is the link of a state of the Encoding view.
func encLink(e State) string { return words.Escape(Link(e)) }

// named is the menu of named values.
func named(m Model) string {
	var b strings.Builder
	for _, n := range m.Named {
		pressed := "false"
		if n.Here {
			pressed = "true"
		}
		label, spoken := namedLabel(n.ID)
		if spoken != "" {
			spoken = `" aria-label="` + spoken
		}
		b.WriteString(`<button type="button" class="chip" data-tap="enc.put:` + n.ID + `" aria-pressed="` + pressed + spoken + `">` + words.Escape(label) + `</button>`)
	}
	return b.String()
}

// encOthers is the table of the value in every format.
func encOthers(m Model) string {
	var b strings.Builder
	b.WriteString(`<table aria-label="` + othersTitle + `"><thead><tr><th scope="col">Format</th><th scope="col">Bits</th><th scope="col">Value</th><th scope="col" class="n">Error in ` +
		html.Term("ulp", "ulp") + `</th><th scope="col">Exceptions</th></tr></thead><tbody>`)
	for _, o := range m.Others {
		row := `<tr>`
		if o.Here {
			row = `<tr class="here">`
		}
		e := m.In
		e.Format, e.Bits = o.F.ID, o.Bits
		if m.In.Stored {
			e.Text = operand.Draft{}
		}
		name := words.Escape(o.F.Name)
		if o.Here {
			name = `<strong>` + name + `</strong>`
		} else {
			name = `<a href="` + encLink(e) + `">` + name + `</a>`
		}
		class, said := "n num", words.Escape(words.Minus(o.Error))
		switch {
		case o.Exact:
			class, said = "n exact", "exact"
		case o.Error == "":
			class, said = "n dim", "–"
		}
		b.WriteString(row + `<th scope="row">` + name + `</th><td class="num">` + words.Escape(o.Code) + `</td><td class="num">` + words.Escape(words.Minus(o.Value)) +
			`</td><td class="` + class + `">` + said + `</td><td class="dim">` + words.Escape(flagWords(o.Flags)) + `</td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

// flagWords names the exceptions of a set, "" for none.
func flagWords(f round.Flags) string {
	var list []string
	for _, x := range []struct {
		flag round.Flags
		word string
	}{{round.Invalid, "invalid"}, {round.DivideByZero, "division by zero"}, {round.Overflowed, "overflow"}, {round.Underflow, "underflow"}, {round.Inexact, "inexact"}} {
		if f&x.flag != 0 {
			list = append(list, x.word)
		}
	}
	return strings.Join(list, ", ")
}

// table is the table of formats under the sentence that says what it shows; direction is in words.
func table(m Model, direction string) string {
	return `<p class="note">` + words.Escape(othersNote(words.Minus(m.Source), direction)) + `</p><div class="tablebox">` + encOthers(m) + `</div>`
}

// line is a number line as wide as half the page, and as narrow as a phone, where long labels lose their middle.
func line(l numberline.Line, wide svg.Picture) string {
	_, narrow := narrowed(l, wide)
	return html.WideNarrow(wide, narrow)
}

func narrowed(l numberline.Line, wide svg.Picture) (numberline.Line, svg.Picture) {
	l = l.Narrow(microscope.ScopeNarrow.Width, 20)
	return l, numberline.Draw(l, wide.Title)
}

// pointPlaces is what lies over the line between powers of two so that its point can be put to places, "" where the format has
// none. It is apart from the line because it stays while the point moves.
func pointPlaces(m Model) string {
	if m.F.P < 2 {
		return ""
	}
	n := 1<<min(m.F.P-1, placeBits) + 1
	wide := encBinade(m)
	thin, narrow := narrowed(m.Binade, wide)
	return html.WideNarrow(numberline.Places(m.Binade, n, wide), numberline.Places(thin, n, narrow))
}

// encBinade is the line between powers of two.
func encBinade(m Model) svg.Picture {
	return numberline.Draw(m.Binade, words.Minus(m.Value)+" between powers of two")
}

// encZoom shows the stored value among its neighbours.
func encZoom(m Model) svg.Picture {
	return numberline.Draw(m.Zoom, words.Minus(m.Value)+" and its neighbours in "+m.F.Name)
}

// encBits is the code as a picture for saving.
func encBits(m Model) svg.Picture {
	return bits.Draw(bits.BitsOf(m.F, m.In.Bits), words.Minus(m.Value)+" in "+m.F.Name+": "+m.Code)
}

// caption says what to notice in the bits.
func caption(f *format.Format) string {
	switch {
	case f.Codes == format.PowerOnly:
		return `Eight bits of ` + html.Term("biased-exponent", "") + ` and nothing else: the value is a power of two.`
	case f.Explicit:
		return `The only format here that stores the leading bit of the ` + html.Term("significand", "") + ` (I): some of its codes are therefore invalid.`
	case f.Unsigned:
		return `No sign: all bits go to the ` + html.Term("biased-exponent", "") + ` and the ` + html.Term("trailing", "") + `.`
	}
	return `Click a bit, drag over several, or type 0 and 1; up and down go to the next value, page up and down double and halve it.`
}
