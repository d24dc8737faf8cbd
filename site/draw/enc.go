package draw

import (
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/route"
	"ulplab/site/state"
)

// Minus writes numbers with a true minus sign, for reading; what is copied keeps the hyphen.
func Minus(s string) string { return strings.ReplaceAll(s, "-", "−") }

// Powers writes every 2^-27 in a text with a raised exponent.
func Powers(s string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '^')
		if i < 0 {
			b.WriteString(Escape(Minus(s)))
			return b.String()
		}
		b.WriteString(Escape(Minus(s[:i])) + "<sup>")
		j := i + 1
		for j < len(s) && (s[j] == '-' || '0' <= s[j] && s[j] <= '9') {
			j++
		}
		b.WriteString(Minus(s[i+1:j]) + "</sup>")
		s = s[j:]
	}
}

// Superscripts is Powers for plain text: 2^-27 becomes 2⁻²⁷.
func Superscripts(s string) string {
	var b strings.Builder
	raised := false
	for _, r := range Minus(s) {
		digit := strings.IndexRune("0123456789", r)
		switch {
		case r == '^':
			raised = true
			continue
		case raised && r == '−':
			r = '⁻'
		case raised && digit >= 0:
			r = []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[digit]
		default:
			raised = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// EncHero is the value in large digits with its code and class.
func EncHero(m model.Enc) string {
	size := "enc-big"
	if len(m.Value) > 24 {
		size = "enc-big long"
	}
	note := ""
	if n := prose.ClassNote(m.F, m.Class); n != "" {
		note = `<p class="note">` + Escape(n) + `</p>`
	}
	return `<p class="enc-value"><span class="num ` + size + `">` + Escape(Minus(m.Value)) + `</span> <span class="num enc-code">` +
		Escape(m.Code) + `</span> <span class="enc-class">` + Term("class", prose.ClassName(m.Class)) + `</span></p>` + note
}

// EncFormula is the value as (−1)^s × 2^(e−bias) × 1.xxx, each part in the hue of its field.
func EncFormula(m model.Enc) string {
	f := m.Formula
	if !f.OK {
		return `<p class="formula dim">` + Escape(prose.ClassName(m.Class)) + `: no number, so there is no formula.</p>`
	}
	var b strings.Builder
	b.WriteString(`<p class="formula num">`)
	if f.Signed {
		b.WriteString(`<span class="part">(−1)<sup class="s">` + string(f.Sign) + `</sup> ×</span> `)
	}
	if f.Sub {
		b.WriteString(`<span class="part">2<sup class="e">` + Escape(Minus(f.Exponent)) + `</sup> ×</span> `)
	} else {
		bias := "−" + f.Bias
		if strings.HasPrefix(f.Bias, "-") {
			bias = "+" + f.Bias[1:]
		}
		b.WriteString(`<span class="part">2<sup><span class="e">` + f.Biased + `</span>` + bias + `</sup> ×</span> `)
	}
	lead := `<span class="implied" title="the leading bit is implied by the exponent">` + string(f.Lead) + `</span>`
	if f.Explicit {
		lead = `<span class="t">` + string(f.Lead) + `</span>`
	}
	b.WriteString(`<span class="part long">` + lead)
	if f.Frac != "" {
		b.WriteString(`.<span class="t">` + Digits(f.Frac, 4) + `</span>`)
	}
	b.WriteString(`<sub>2</sub></span></p><p class="formula num dim">= `)
	if f.Sign == '1' {
		b.WriteString("−")
	}
	b.WriteString(`<span class="part">2<sup>` + Escape(Minus(f.Exponent)) + `</sup> ×</span> <span class="long">` + Digits(cutDigits(f.SigValue), 5) + `</span></p>`)
	return b.String()
}

// cutDigits shortens a digit string for a line of text.
func cutDigits(s string) string {
	if len(s) <= 60 {
		return s
	}
	return s[:56] + "…"
}

// EncTriple is typed text, stored value and difference side by side.
func EncTriple(m model.Enc) string {
	t := m.Typed
	var b strings.Builder
	cell := func(label, body string) {
		b.WriteString(`<div><h3>` + label + `</h3><div class="num long enc-cell">` + body + `</div></div>`)
	}
	b.WriteString(`<div class="enc-triple">`)
	switch {
	case m.Problem != "":
		cell("Typed", `<span class="dim words">not understood</span>`)
	case !t.On:
		cell("Typed", `<span class="dim words">set bit by bit</span>`)
	default:
		cell("Typed", `<span class="x">`+Escape(Minus(cutText(t.Text)))+`</span>`)
	}
	cell("Stored", `<span class="t">`+longNumber(m.Decimal)+`</span>`)
	switch {
	case !t.On:
		cell("Difference", `<span class="dim">—</span>`)
	case !t.Exact:
		cell("Difference", `<span class="dim words">`+Escape(t.Words)+`</span>`)
	case t.Same:
		cell("Difference", `0 <span class="words">exact</span>`)
	default:
		cell("Difference", Escape(Minus(plus(t.Diff)))+`<br><span class="g">`+Escape(Minus(t.Ulps))+`</span> `+Term("ulp", "ulp"))
	}
	b.WriteString(`</div>`)
	return b.String()
}

func plus(s string) string {
	if strings.HasPrefix(s, "-") {
		return s
	}
	return "+" + s
}

func cutText(s string) string {
	if r := []rune(s); len(r) > 200 {
		return string(r[:199]) + "…"
	}
	return s
}

// longNumber shows a number of any length: up to 90 characters in groups, longer ones folded, with their length.
func longNumber(s string) string {
	if len(s) <= 90 {
		return minusDigits(s, 5)
	}
	full := Escape(Minus(s))
	if len(s) <= 1500 {
		full = minusDigits(s, 5)
	}
	return `<details class="more"><summary>` + Escape(Minus(s[:36])) + `…` + Escape(s[len(s)-16:]) + ` <span class="words">` + num(len(strings.Trim(s, "-."))) +
		` characters</span></summary><span class="long">` + full + `</span></details>`
}

// minusDigits is Digits with a true minus sign in front.
func minusDigits(s string, n int) string {
	if strings.HasPrefix(s, "-") {
		return "−" + Digits(s[1:], n)
	}
	return Digits(s, n)
}

// EncFacts lists the forms of the value, each with a button that copies it.
func EncFacts(m model.Enc) string {
	var b strings.Builder
	b.WriteString(`<dl class="facts">`)
	fact := func(label, body, copied, what string) {
		b.WriteString(`<dt>` + label + `</dt><dd>` + body)
		if copied != "" {
			b.WriteString(" " + Copy(copied, what))
		}
		b.WriteString(`</dd>`)
	}
	if !m.Finite {
		fact("Written", Escape(Minus(m.Shortest)), m.Shortest, "the text")
	} else {
		fact("Exact decimal", longNumber(m.Decimal), m.Decimal, "the exact decimal")
		fact("Shortest decimal", Escape(Minus(m.Shortest)), m.Shortest, "the shortest decimal")
		fact("Hex-float", Escape(Minus(m.Hex)), m.Hex, "the hexadecimal floating-point number")
		base, exp, has := strings.Cut(m.Fraction, "^")
		body := minusDigits(base, 3)
		if i := strings.IndexByte(base, ' '); i >= 0 {
			body = minusDigits(base[:i], 3) + Escape(base[i:])
		}
		if has {
			body += `<sup>` + Escape(Minus(exp)) + `</sup>`
		}
		fact("Integer × 2"+`<sup>k</sup>`, body, m.Fraction, "the fraction")
	}
	fact("Bits", Digits(m.Code, 4), m.Code, "the bits in hexadecimal")
	fact("In binary", `<span class="long">`+fieldsOf(m)+`</span>`, m.Binary, "the bits in binary")
	if m.Ulp != "" {
		fact(Term("quantum", "Quantum (1 ulp)"), Powers(m.Ulp), "", "")
	}
	for _, n := range []struct {
		label string
		n     model.EncNeighbour
	}{{"Next up", m.Next}, {"Next down", m.Prev}} {
		if !n.n.OK {
			fact(n.label, `<span class="words dim">none</span>`, "", "")
			continue
		}
		e := m.In
		e.Bits, e.Text = n.n.Bits, state.Draft{}
		body := `<a href="` + encLink(e) + `">` + Escape(Minus(n.n.Value)) + `</a> <span class="dim">` + Escape(n.n.Code) + `</span>`
		if n.n.Distance != "" {
			body += ` <span class="words dim">at a distance of</span> `
			if n.n.Power != "" {
				body += Powers(n.n.Power) + ` ≈ `
			}
			body += Escape(Minus(n.n.Distance))
		}
		fact(n.label, body, "", "")
	}
	b.WriteString(`</dl>`)
	return b.String()
}

// fieldsOf writes the code in binary with each field in its hue.
func fieldsOf(m model.Enc) string {
	var b strings.Builder
	for i, f := range model.BitsOf(m.F, m.In.Bits).Fields {
		if i > 0 {
			b.WriteString(`<span class="dim">_</span><wbr>`)
		}
		b.WriteString(`<span class="` + strings.ToLower(strings.Replace(f.Kind.Letter(), "I", "T", 1)) + `">`)
		for j, bit := range f.Bits {
			if rest := len(f.Bits) - j; j > 0 && rest%4 == 0 {
				b.WriteString(gap)
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
func encLink(e state.Enc) string { return Escape(route.Enc(e)) }

// EncNamed is the menu of named values.
func EncNamed(m model.Enc) string {
	var b strings.Builder
	for _, n := range m.Named {
		pressed := "false"
		if n.Here {
			pressed = "true"
		}
		b.WriteString(`<button type="button" class="chip" data-tap="enc.put:` + n.ID + `" aria-pressed="` + pressed + `">` + Escape(prose.NamedLabel(n.ID)) + `</button>`)
	}
	return b.String()
}

// EncOthers is the table of the value in every format.
func EncOthers(m model.Enc) string {
	var b strings.Builder
	b.WriteString(`<table><thead><tr><th scope="col">Format</th><th scope="col">Bits</th><th scope="col">Value</th><th scope="col" class="n">Error in ` +
		Term("ulp", "ulp") + `</th><th scope="col">Exceptions</th></tr></thead><tbody>`)
	for _, o := range m.Others {
		row := `<tr>`
		if o.Here {
			row = `<tr class="here">`
		}
		e := m.In
		e.Format, e.Bits = o.F.ID, o.Bits
		if m.In.Stored {
			e.Text = state.Draft{}
		}
		name := Escape(o.F.Name)
		if o.Here {
			name = `<strong>` + name + `</strong>`
		} else {
			name = `<a href="` + encLink(e) + `">` + name + `</a>`
		}
		class, words := "n num", Escape(Minus(o.Error))
		switch {
		case o.Exact:
			class, words = "n exact", "exact"
		case o.Error == "":
			class, words = "n dim", "–"
		}
		b.WriteString(row + `<th scope="row">` + name + `</th><td class="num">` + Escape(o.Code) + `</td><td class="num">` + Escape(Minus(o.Value)) +
			`</td><td class="` + class + `">` + words + `</td><td class="dim">` + Escape(FlagWords(o.Flags)) + `</td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

// FlagWords names the exceptions of a set, "" for none.
func FlagWords(f round.Flags) string {
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

// EncBelow is everything of the view under the bits but the table of formats.
func EncBelow(m model.Enc) string {
	s := `<div class="enc-hero">` + EncHero(m) + `</div><div class="enc-formula">` + EncFormula(m) + `</div>` + EncTriple(m)
	if m.HasLines {
		s += `<div class="enc-lines two">` +
			Figure("enc-zoom", prose.EncZoomTitle, encLine(m.Zoom, EncZoom(m)), Escape(prose.EncZoomCaption(m.Typed.On && m.Typed.Exact))) +
			Figure("enc-binade", prose.EncBinadeTitle, encLine(m.Binade, EncBinade(m)), Powers(prose.EncBinadeCaption(m.Binade.Every, m.F.P))) + `</div>`
	}
	return s + `<section><h2>` + prose.EncFactsTitle + `</h2>` + EncFacts(m) + `</section>`
}

// EncTable is the table of formats under the sentence that says what it shows; direction is in words.
func EncTable(m model.Enc, direction string) string {
	return `<p class="note">` + Escape(prose.EncOthersNote(Minus(m.Source), direction)) + `</p><div class="tablebox">` + EncOthers(m) + `</div>`
}

// encLine is a number line as wide as half the page, and as narrow as a phone, where long labels lose their middle.
func encLine(l model.Line, wide Picture) string {
	l.Width = ScopeNarrow.Width
	short := func(s string) string {
		if r := []rune(s); len(r) > 20 {
			return string(r[:9]) + "…" + string(r[len(r)-10:])
		}
		return s
	}
	l.Ticks = append([]model.Tick(nil), l.Ticks...)
	for i := range l.Ticks {
		l.Ticks[i].Label = short(l.Ticks[i].Label)
	}
	l.ExactLabel, l.ResultName = short(l.ExactLabel), short(l.ResultName)
	return `<div class="op-wide">` + wide.SVG() + `</div><div class="op-narrow">` + NumberLine(l, wide.Title).SVG() + `</div>`
}

// EncBinade and EncZoom are the two number lines of the view.
func EncBinade(m model.Enc) Picture {
	return NumberLine(m.Binade, Minus(m.Value)+" between powers of two")
}

// EncZoom shows the stored value among its neighbours.
func EncZoom(m model.Enc) Picture {
	return NumberLine(m.Zoom, Minus(m.Value)+" and its neighbours in "+m.F.Name)
}

// EncBits is the code as a picture for saving.
func EncBits(m model.Enc) Picture {
	return Bits(model.BitsOf(m.F, m.In.Bits), Minus(m.Value)+" in "+m.F.Name+": "+m.Code)
}

// EncCaption says what to notice in the bits.
func EncCaption(f *format.Format) string {
	switch {
	case f.Codes == format.PowerOnly:
		return `Eight bits of ` + Term("biased-exponent", "") + ` and nothing else: the value is a power of two.`
	case f.Explicit:
		return `The only format here that stores the leading bit of the ` + Term("significand", "") + ` (I): some of its codes are therefore invalid.`
	case f.Unsigned:
		return `No sign: all bits go to the ` + Term("biased-exponent", "") + ` and the ` + Term("trailing", "") + `.`
	}
	return `Click a bit, drag over several, or type 0 and 1; up and down go to the next value, page up and down double and halve it.`
}

// Code writes a code of a format in hexadecimal.
func Code(f *format.Format, c wide.U128) string { return text.Bits(f, c) }
