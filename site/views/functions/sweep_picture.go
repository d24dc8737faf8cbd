package functions

import (
	"strings"

	"ulplab/site/kit/html"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// sweptRings draws what the sweep found as rings, over the profile.
func sweptRings(m *FnProfile, w int) string {
	if m.Sweep == nil {
		return ""
	}
	return `<svg class="fn-cursor" viewBox="0 0 ` + words.Num(w) + ` ` + words.Num(profTop+profH+42) + `" aria-hidden="true">` + rings(m, w) + `</svg>`
}

// rings are the rings of the sweep.
func rings(m *FnProfile, w int) string {
	var p svg.Pen
	s := profScale{m, w}
	for i, u := range m.Sweep {
		if log, ok := u.Log(); ok && log >= m.Low*1000 && (m.Both || i < 256) {
			p.Mark("circle", "cx", tenth(s.x10(i)+s.cellW10()/2), "cy", words.Num(s.y(log)), "r", "2.75", "fill", "none", "stroke", "var(--ink)", "stroke-width", "1.25")
		}
	}
	return p.B.String()
}

// code8 is a binary32 code.
func code8(c uint32) string { return "0x" + hex8(c) }

func hex8(c uint32) string {
	b := make([]byte, 8)
	for i := range b {
		b[i] = "0123456789abcdef"[c>>(28-4*i)&15]
	}
	return string(b)
}

// sweepResult is the table of what the sweep found beside what the GPU gave.
func sweepResult(m *Sweep) string {
	if len(m.Rows) == 0 {
		return ""
	}
	var b strings.Builder
	known := m.Rows[0].Known
	b.WriteString(`<div class="tablebox"><table class="fn-found" aria-label="` + sweepTitle + `"><thead><tr><td></td><th scope="col" class="n">This browser</th><th scope="col" class="n">H200, ` +
		`all arguments</th>`)
	if known {
		b.WriteString(`<td></td>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	for _, r := range m.Rows {
		b.WriteString(`<tr><th scope="row">` + r.Name + `</th><td class="n num">` + words.Escape(words.Minus(r.Here)) + `</td><td class="n num">` + words.Escape(words.Minus(r.There)) + `</td>`)
		if known {
			mark := `<span class="t">the same</span>`
			if !r.Same {
				mark = `<span class="g">differs</span>`
			}
			b.WriteString(`<td>` + mark + `</td>`)
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table></div>`)
	if m.Cells > 0 {
		words := words.Num(m.Same) + ` of ` + words.Num(m.Cells) + ` exponents that were covered whole have the maximum that the H200 had, to four digits.`
		if m.Cells == 1 && m.Same == 1 {
			words = `The exponent that was covered whole has the maximum that the H200 had, to four digits.`
		}
		if m.Differ >= 0 {
			words += ` The first that differs: ` + html.Powers(cellRange(m.Differ)) + `.`
		}
		b.WriteString(`<p class="note fn-verdict">` + words + `</p>`)
	}
	if known {
		b.WriteString(`<p class="dim fn-source">` + sweepReference + `</p>`)
	}
	return b.String()
}
