package explain

import (
	"strings"

	"ulplab/fpcore/explain"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/html"
	"ulplab/site/kit/words"
)

// arrays is the comparison of two columns.
func arrays(c *Compared) string {
	if c == nil {
		return ""
	}
	a := c.Arrays
	if a == nil {
		return `<p class="problem">` + words.Escape(html.Sentence(c.Problem)) + `</p>`
	}
	var b strings.Builder
	b.WriteString(`<dl class="facts"><dt>Pairs</dt><dd class="num">` + words.Num(a.Done) + ` <span class="words">in ` + a.Format.Name + `</span></dd><dt>Equal bits</dt><dd class="num">` + words.Num(a.Same) +
		`</dd><dt>Largest distance</dt><dd class="num">` + big(a.Max()) + ` ulp</dd><dt>Mean distance</dt><dd class="num">` + a.Mean() + ` ulp</dd><dt>First is greater</dt><dd class="num">` + words.Num(a.Above) +
		`</dd><dt>Second is greater</dt><dd class="num">` + words.Num(a.Below) + `</dd>`)
	fact := func(name string, n int) {
		if n > 0 {
			b.WriteString(`<dt>` + name + `</dt><dd class="num">` + words.Num(n) + `</dd>`)
		}
	}
	fact("NaN on both sides", a.NaNs)
	fact("NaN on one side", a.Other)
	fact("Zeros of different sign", a.ZeroSigns)
	b.WriteString(`</dl>`)
	if c.Note != "" {
		b.WriteString(`<p class="note">` + words.Escape(c.Note) + `</p>`)
	}
	if a.Problem != "" {
		b.WriteString(`<p class="problem">` + words.Escape(html.Sentence(a.Problem)) + `</p>`)
	}
	if a.Vague > 0 {
		b.WriteString(`<p class="note">` + words.Num(a.Vague) + ` pairs were printed with fewer digits than tell neighbouring numbers apart: their distances are those of the nearest numbers.</p>`)
	}
	b.WriteString(`<div class="explain-two">` + html.TableBox("Distances", histogram(a)) + worst(a) + `</div>`)
	return b.String()
}

func histogram(a *explain.Arrays) string {
	var b strings.Builder
	most, last := 1, 0
	for k, n := range a.Histogram {
		if n > 0 {
			most, last = max(most, n), k
		}
	}
	b.WriteString(`<table><thead><tr><th scope="col">ulp apart</th><th scope="col" class="n">pairs</th><th scope="col"><span class="quiet">as a bar</span></th></tr></thead><tbody>`)
	for k := 0; k <= last; k++ {
		n := a.Histogram[k]
		if n == 0 && k > 12 {
			continue
		}
		name := "0"
		switch {
		case k == 1:
			name = "1"
		case k > 1:
			name = big(1<<(k-1)) + " – " + big(1<<k-1)
		}
		b.WriteString(`<tr><th scope="row" class="num">` + name + `</th><td class="n num">` + words.Num(n) + `</td><td><svg width="120" height="10" aria-hidden="true"><rect width="` + words.Num((n*120+most-1)/most) +
			`" height="10" fill="var(--t)"/></svg></td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

func worst(a *explain.Arrays) string {
	if len(a.Worst) == 0 {
		return `<p>All pairs are equal.</p>`
	}
	var b strings.Builder
	b.WriteString(`<table><thead><tr><th scope="col" class="n">pair</th><th scope="col" class="n">first</th><th scope="col" class="n">second</th><th scope="col" class="n">ulp</th><th scope="col" class="n">relative</th></tr></thead><tbody>`)
	for _, w := range a.Worst {
		ulps, rel := big(w.Ulps), words.Minus(a.Relative(w))
		if w.Other {
			ulps, rel = "–", "–"
		}
		b.WriteString(`<tr><td class="n num">` + words.Num(w.Index+1) + `</td><td class="n num">` + words.Minus(words.Brief(a.Format, wide.U128{Lo: w.A})) + `</td><td class="n num">` + words.Minus(words.Brief(a.Format, wide.U128{Lo: w.B})) +
			`</td><td class="n num">` + ulps + `</td><td class="n num">` + rel + `</td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return html.TableBox("Worst pairs", b.String())
}

// big writes a count with thin spaces between groups.
func big(n uint64) string {
	s := wide.NatFrom64(n).String()
	if len(s) <= 4 {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteString("\u202f")
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
