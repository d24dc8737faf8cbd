package fma

import (
	"strings"

	"ulplab/site/kit/bits"
	"ulplab/site/kit/html"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/views/encoding"
)

// Operand is what stands under the field of operand i.
func Operand(m Model, v State, i int) string {
	p := m.Operands[i]
	note := ""
	if p.Note != "" {
		note = `<p class="note op-note">` + words.Escape(words.Minus(p.Note)) + `</p>`
	}
	return note + bits.CodeBits(p.Bits) + `<p class="op-code"><span class="num">` + p.Hex + `</span> <a href="` + words.Escape(encoding.LinkTo(v.Format, v.X[i])) +
		`" aria-label="Operand ` + p.Name + ` in the Encoding view">bit by bit</a></p>`
}

// Results is both results side by side with their errors, and the verdict.
func Results(m Model) string {
	if m.Decimal != nil {
		return decimalResults(m.Decimal)
	}
	var b strings.Builder
	b.WriteString(`<div class="fma-results">`)
	digits := max(len([]rune(m.Sum.Result.Brief)), len([]rune(m.Fused.Result.Brief)))
	result(&b, separate(m.Round), m.Sum, m.Raised, m.Closer > 0 && !m.Same, digits)
	result(&b, fused(m.Round), m.Fused, m.Fused.Flags, m.Closer < 0 && !m.Same, digits)
	b.WriteString(`</div><p class="op-why fma-verdict" data-part="why">` + words.Escape(m.Verdict) + `</p>`)
	if m.Exact != "" {
		b.WriteString(`<dl class="facts" data-part="exact"><dt>Exact x × y + z</dt><dd class="x">` + words.Escape(words.Minus(m.Exact)) + `</dd>`)
		if m.Lost != "" {
			b.WriteString(`<dt>Lost by ` + html.Term("rounding-names", m.Round) + `(x × y)</dt><dd class="g">` + words.Escape(words.Minus(m.Lost)) + `</dd>`)
		}
		b.WriteString(`</dl>`)
	}
	return b.String()
}

// result shows the result of one way, s its last step, with the exceptions raised on that way, as large as the longer of
// both results may be: digits is its length.
func result(b *strings.Builder, name string, s FMAStep, raised []string, closer bool, digits int) {
	size := "op-big num"
	switch {
	case digits > 19:
		size += " op-long fma-long"
	case digits > 13:
		size += " op-long"
	}
	mark := ""
	if closer {
		mark = ` <span class="fma-closer">closer</span>`
	}
	b.WriteString(`<div><p class="op-formula num">` + words.Escape(name) + mark + `</p><div data-part="result"><p class="` + size + `">` + words.Escape(words.Minus(s.Result.Brief)) + `</p><p class="op-code"><span class="num">` +
		s.Result.Hex + `</span> ` + html.Copy(s.Result.Hex, "the code") + `</p>`)
	if s.Error.Known {
		b.WriteString(`<p class="fma-error">error <span class="num">` + words.Escape(words.Minus(s.Error.Text)) + `</span> ` + html.Term("ulp", "ulp") + `</p>`)
	}
	if len(raised) > 0 {
		b.WriteString(`<p class="dim fma-error">` + words.Escape(strings.Join(raised, ", ")) + `</p>`)
	}
	b.WriteString(`</div></div>`)
}

// Steps is both ways, step by step, with their microscopes.
func Steps(m Model, full bool) string {
	if m.Decimal != nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<div class="fma-ways"><section><h3>` + separateTitle + separate(m.Round) + `</h3>`)
	fmaStep(&b, "First the product", m.Product, full)
	fmaStep(&b, "Then the sum", m.Sum, full)
	b.WriteString(`</section><section><h3>` + fusedTitle + fused(m.Round) + `</h3>`)
	fmaStep(&b, "Product and sum at once", m.Fused, full)
	b.WriteString(`</section></div>`)
	return b.String()
}

func fmaStep(b *strings.Builder, name string, s FMAStep, full bool) {
	b.WriteString(`<div class="fma-step"><h4>` + words.Escape(name) + `</h4>`)
	switch {
	case !s.Drawn:
	case full:
		b.WriteString(`<div class="scope-full" tabindex="0" role="region" aria-label="` + words.Escape(name) + `">` + microscope.Draw(&s.Scope, microscope.ScopeFull, name).SVG() + `</div>`)
	default:
		b.WriteString(html.WideNarrow(microscope.Draw(&s.Scope, microscope.ScopeHalf, name), microscope.Draw(&s.Scope, microscope.ScopeNarrow, name)))
	}
	for _, w := range s.Why {
		b.WriteString(`<p class="note">` + words.Escape(w) + `</p>`)
	}
	b.WriteString(`<p class="fma-value num">` + words.Escape(words.Minus(s.Result.Brief)) + ` <span class="dim">` + s.Result.Hex + `</span></p></div>`)
}

// Picture is both ways as one drawing.
func Picture(m Model) svg.Picture {
	if m.Decimal != nil {
		return decimalPicture(m.Decimal)
	}
	const gutter = 48
	var p svg.Pen
	right := microscope.ScopeHalf.Width + gutter
	a := stepPicture(&p, 0, 0, separateTitle+separate(m.Round), m.Product)
	a = stepPicture(&p, 0, a+24, "", m.Sum)
	c := stepPicture(&p, right, 0, fusedTitle+fused(m.Round), m.Fused)
	return p.Picture(scopeTitle, right+microscope.ScopeHalf.Width, max(a, c))
}

// stepPicture draws a microscope with its result at x, y and returns where it ends.
func stepPicture(p *svg.Pen, x, y int, title string, s FMAStep) int {
	if title != "" {
		p.Text(x, y+14, 15, svg.Left, "var(--ink)", title, "font-weight", "600")
		y += 34
	}
	if s.Drawn {
		scope := microscope.Draw(&s.Scope, microscope.ScopeHalf, "")
		p.Open("g", "transform", "translate("+words.Num(x)+" "+words.Num(y)+")")
		p.B.WriteString(scope.Body)
		p.Close("g")
		y += scope.H
	}
	p.Digits(x, y+24, 15, svg.Left, "var(--ink)", words.Minus(s.Result.Brief)+"  "+s.Result.Hex)
	return y + 34
}

// Figure is Figure 1: the code with the operands shown, and what both machines print.
func Figure(m Model) string {
	f := m.Figure
	if f == nil {
		return ""
	}
	code := `union {
    float f;
    unsigned int i;
} a, b;
float r;

a.i = ` + f.A + `;
b.i = ` + f.B + `;
r = a.f * a.f + b.f;

printf("a %.8g\n", a.f);
printf("b %.8g\n", b.f);
printf("r %.8g\n", r);`
	out := func(title string, lines [3]string) string {
		return `<div><h3>` + title + `</h3><pre class="num">` + words.Escape(lines[0]) + "\n" + words.Escape(lines[1]) + "\n<strong>" + words.Escape(lines[2]) + `</strong></pre></div>`
	}
	return `<div class="fma-figure"><pre class="num fma-code">` + words.Escape(code) + `</pre><div class="fma-prints">` +
		out("Multiply, then add: x86-64 with SSE", f.Separate) + out("Fused: a GPU of compute capability 2.0 and later", f.FMA) + `</div></div>`
}
