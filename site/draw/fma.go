package draw

import (
	"strings"

	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// FMAOperand is what stands under the field of operand i.
func FMAOperand(m model.FMA, v state.FMA, i int) string {
	p := m.Operands[i]
	note := ""
	if p.Note != "" {
		note = `<p class="note op-note">` + Escape(Minus(p.Note)) + `</p>`
	}
	return note + codeBits(p.Bits) + `<p class="op-code"><span class="num">` + p.Hex + `</span> <a href="` + Escape(DatumLink(v.Format, v.X[i])) +
		`" aria-label="Operand ` + p.Name + ` in the Encoding view">bit by bit</a></p>`
}

// FMAResults is both results side by side with their errors, and the verdict.
func FMAResults(m model.FMA) string {
	if m.Decimal != nil {
		return decimalResults(m.Decimal)
	}
	var b strings.Builder
	b.WriteString(`<div class="fma-results">`)
	fmaResult(&b, prose.FMASeparate(m.Round), m.Sum, m.Raised, m.Closer > 0 && !m.Same)
	fmaResult(&b, prose.FMAFused(m.Round), m.Fused, m.Fused.Flags, m.Closer < 0 && !m.Same)
	b.WriteString(`</div><p class="op-why fma-verdict">` + Escape(m.Verdict) + `</p>`)
	if m.Exact != "" {
		b.WriteString(`<dl class="facts"><dt>Exact x × y + z</dt><dd class="x">` + Escape(Minus(m.Exact)) + `</dd>`)
		if m.Lost != "" {
			b.WriteString(`<dt>Lost by ` + Term("rounding-names", m.Round) + `(x × y)</dt><dd class="g">` + Escape(Minus(m.Lost)) + `</dd>`)
		}
		b.WriteString(`</dl>`)
	}
	return b.String()
}

// fmaResult shows the result of one way, s its last step, with the exceptions raised on that way.
func fmaResult(b *strings.Builder, name string, s model.FMAStep, raised []string, closer bool) {
	size := "op-big num"
	switch n := len([]rune(s.Result.Brief)); {
	case n > 19:
		size += " op-long fma-long"
	case n > 13:
		size += " op-long"
	}
	mark := ""
	if closer {
		mark = ` <span class="fma-closer">closer</span>`
	}
	b.WriteString(`<div><p class="op-formula num">` + Escape(name) + mark + `</p><p class="` + size + `">` + Escape(Minus(s.Result.Brief)) + `</p><p class="op-code"><span class="num">` +
		s.Result.Hex + `</span> ` + Copy(s.Result.Hex, "the code") + `</p>`)
	if s.Error.Known {
		b.WriteString(`<p class="fma-error">error <span class="num">` + Escape(Minus(s.Error.Text)) + `</span> ` + Term("ulp", "ulp") + `</p>`)
	}
	if len(raised) > 0 {
		b.WriteString(`<p class="dim fma-error">` + Escape(strings.Join(raised, ", ")) + `</p>`)
	}
	b.WriteString(`</div>`)
}

// FMASteps is both ways, step by step, with their microscopes.
func FMASteps(m model.FMA, full bool) string {
	if m.Decimal != nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<div class="fma-ways"><section><h3>` + prose.FMASeparateTitle + prose.FMASeparate(m.Round) + `</h3>`)
	fmaStep(&b, "First the product", m.Product, full)
	fmaStep(&b, "Then the sum", m.Sum, full)
	b.WriteString(`</section><section><h3>` + prose.FMAFusedTitle + prose.FMAFused(m.Round) + `</h3>`)
	fmaStep(&b, "Product and sum at once", m.Fused, full)
	b.WriteString(`</section></div>`)
	return b.String()
}

func fmaStep(b *strings.Builder, name string, s model.FMAStep, full bool) {
	b.WriteString(`<div class="fma-step"><h4>` + Escape(name) + `</h4>`)
	switch {
	case !s.Drawn:
	case full:
		b.WriteString(`<div class="scope-full" tabindex="0" role="region" aria-label="` + Escape(name) + `">` + Microscope(&s.Scope, ScopeFull, name).SVG() + `</div>`)
	default:
		b.WriteString(`<div class="op-wide">` + Microscope(&s.Scope, ScopeHalf, name).SVG() + `</div><div class="op-narrow">` + Microscope(&s.Scope, ScopeNarrow, name).SVG() + `</div>`)
	}
	for _, w := range s.Why {
		b.WriteString(`<p class="note">` + Escape(w) + `</p>`)
	}
	b.WriteString(`<p class="fma-value num">` + Escape(Minus(s.Result.Brief)) + ` <span class="dim">` + s.Result.Hex + `</span></p></div>`)
}

// FMAPicture is both ways as one drawing.
func FMAPicture(m model.FMA) Picture {
	if m.Decimal != nil {
		return decimalPicture(m.Decimal)
	}
	const gutter = 48
	var p pen
	right := ScopeHalf.Width + gutter
	a := p.step(0, 0, prose.FMASeparateTitle+prose.FMASeparate(m.Round), m.Product)
	a = p.step(0, a+24, "", m.Sum)
	c := p.step(right, 0, prose.FMAFusedTitle+prose.FMAFused(m.Round), m.Fused)
	return p.picture(prose.FMAScopeTitle, right+ScopeHalf.Width, max(a, c))
}

// step draws a microscope with its result at x, y and returns where it ends.
func (p *pen) step(x, y int, title string, s model.FMAStep) int {
	if title != "" {
		p.text(x, y+14, 15, left, "var(--ink)", title, "font-weight", "600")
		y += 34
	}
	if s.Drawn {
		scope := Microscope(&s.Scope, ScopeHalf, "")
		p.open("g", "transform", "translate("+num(x)+" "+num(y)+")")
		p.b.WriteString(scope.Body)
		p.close("g")
		y += scope.H
	}
	p.digits(x, y+24, 15, left, "var(--ink)", Minus(s.Result.Brief)+"  "+s.Result.Hex)
	return y + 34
}

// FMAFigure is Figure 1: the code with the operands shown, and what both machines print.
func FMAFigure(m model.FMA) string {
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
		return `<div><h3>` + title + `</h3><pre class="num">` + Escape(lines[0]) + "\n" + Escape(lines[1]) + "\n<strong>" + Escape(lines[2]) + `</strong></pre></div>`
	}
	return `<div class="fma-figure"><pre class="num fma-code">` + Escape(code) + `</pre><div class="fma-prints">` +
		out("Multiply, then add: x86-64 with SSE", f.Separate) + out("Fused: a GPU of compute capability 2.0 and later", f.FMA) + `</div></div>`
}
