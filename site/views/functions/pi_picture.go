package functions

import (
	"strings"

	"ulplab/site/kit/bits"
	"ulplab/site/kit/html"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// figure6Results are the two results of the figure.
func figure6Results(m *Figure6Model) string {
	var b strings.Builder
	one := func(title string, r Figure6Result, term string) {
		b.WriteString(`<div><p class="op-formula">` + words.Escape(title) + `</p><p class="op-big num printed">` + words.Escape(words.Minus(r.Printed)) + `</p><p class="op-code"><span class="num">` + r.Code + `</span> ` +
			html.Copy(r.Code, "the code") + `</p><dl class="facts"><dt>More digits</dt><dd>` + html.Digits(words.Minus(r.Digits), 5) + `</dd><dt>Error</dt><dd>` + words.Escape(words.Minus(r.Ulps)) + ` ` + html.Term("ulp", "ulp") + ` ` + term + `</dd>`)
		if r.Register != "" {
			b.WriteString(`<dt>Register</dt><dd>` + r.Register + `</dd>`)
		}
		b.WriteString(`</dl></div>`)
	}
	b.WriteString(`<div class="fma-results">`)
	one(figure6Correct, m.Correct, "")
	one(figure6Fcos, m.X87, `<span class="words">of binary64</span>`)
	b.WriteString(`</div>`)
	return b.String()
}

// figure6Code is the program of the figure with its two outputs.
func figure6Code(m *Figure6Model) string {
	return `<div class="fma-figure"><pre class="num fma-code">` + words.Escape("volatile float x = 5992555.0;\nprintf(\"cos(%f): %.10g\\n\", x, cos(x));") + `</pre><div class="fma-prints"><div><h3>gcc test.c -lm -m64</h3><pre class="num">cos(5992555.000000): <strong>` +
		words.Escape(m.Correct.Printed) + `</strong></pre></div><div><h3>gcc test.c -lm -m32</h3><pre class="num">cos(5992555.000000): <strong>` + words.Escape(m.X87.Printed) + `</strong></pre></div></div></div>`
}

// figure6BitsPicture draws pi with the cut after m.N bits.
func figure6BitsPicture(m *Figure6Model, cells int) svg.Picture {
	var p svg.Pen
	w := 0
	rows := (len(m.Pi) + cells - 1) / cells
	for i := range len(m.Pi) {
		row, col := i/cells, i%cells
		x, y := col*bits.CellW+col/4*bits.Nibble, 24+row*(bits.CellH+30)
		fill, stroke, ink := "none", "var(--line)", "var(--tick)"
		one := m.Pi[i] == '1'
		if i < m.N {
			stroke, ink = "var(--t)", "var(--t-ink)"
			if one {
				fill = "var(--t-tint)"
			}
		} else if one {
			stroke, ink = "var(--g)", "var(--g-ink)"
		}
		p.Rect(x, y, bits.CellW-1, bits.CellH, 3, fill, stroke, "stroke-width", "1")
		p.Digits(x+bits.CellW/2, y+19, 15, svg.Middle, ink, m.Pi[i:i+1])
		if i == 1 { // pi is 11.0010… in binary
			p.Dot(x+bits.CellW, y+bits.CellH-4, "2", "var(--ink)")
		}
		if i == m.N-1 {
			p.Line(x+bits.CellW, y-6, x+bits.CellW, y+bits.CellH+6, "var(--s)", "2.5")
			at, side := x+bits.CellW-3, svg.Right
			if col < 4 { // no room on the left
				at, side = x+bits.CellW+4, svg.Left
			}
			p.Text(at, y-10, 12, side, "var(--s-ink)", words.Num(m.N)+" bits")
		}
		w = max(w, x+bits.CellW+1)
	}
	return p.Picture("Pi with "+words.Num(m.N)+" significant bits", w, 24+rows*(bits.CellH+30)-16)
}

// figure6PiCaption says what to notice in pi's bits.
func figure6PiCaption(m *Figure6Model) string {
	s := `Blue is what is used, amber the ones that are lost. `
	if m.N >= 66 && m.N <= 68 {
		s += `The 67th and the 68th bit of pi are 0: 66, 67 and 68 bits, truncated or rounded, are the same number.`
	} else {
		s += `Pi in binary begins with two bits before the point.`
	}
	return s
}

// apart writes digits with those after the first n marked.
func apart(s string, n int) string {
	s = words.Minus(s)
	seen := 0
	for i := range len(s) {
		if s[i] == 'e' {
			break
		}
		if s[i] < '0' || s[i] > '9' {
			continue
		}
		if seen++; seen > n {
			digits, exp, _ := strings.Cut(s[i:], "e")
			return words.Escape(s[:i]) + `<span class="fn-wrong">` + words.Escape(digits) + `</span>e` + words.Escape(exp)
		}
	}
	return words.Escape(s)
}

// figure6Steps shows the reduction with the bits of pi chosen.
func figure6Steps(m *Figure6Model) string {
	same := 0
	for same < len(m.R) && same < len(m.RTrue) && m.R[same] == m.RTrue[same] {
		same++
	}
	digits := max(0, same-1)
	if strings.HasPrefix(m.R, "-") {
		digits--
	}
	row := func(name, value string) string { return `<dt>` + name + `</dt><dd>` + value + `</dd>` }
	return `<dl class="facts fn-steps">` + row("Pi lacks", words.Escape(words.Minus(m.Off))) + row("Quarter turns taken away", m.Q) +
		row("Angle left, r", apart(m.R, digits)) + row("with all of pi", words.Minus(m.RTrue)) + row("r is off by", words.Escape(words.Minus(m.RShift))) +
		row("cos x = sin r", `<strong>`+apart(m.Value, m.Right)+`</strong>`) + row("exact", words.Minus(m.True)) + row("printed", `<strong class="printed">`+words.Escape(words.Minus(m.Printed))+`</strong> <span class="dim">`+m.Code+`</span>`) + `</dl>`
}

// figure6Rows is the table of results by bits of pi.
func figure6Rows(m *Figure6Model) string {
	var b strings.Builder
	b.WriteString(html.TableBoxOpen(figure6Table) + ` class="fn-pi"><thead><tr><th scope="col">Bits of pi</th><th scope="col">%.10g</th><th scope="col" class="n">Right digits</th></tr></thead><tbody>`)
	for _, r := range m.Rows {
		row, name := `<tr>`, "all"
		if r.Here {
			row = `<tr class="here">`
		}
		if r.Bits > 0 {
			tap, mode := words.Num(r.Bits), "rounded"
			if r.Cut {
				tap, mode = tap+"c", "truncated"
			}
			if r.Bits >= 66 && r.Bits <= 68 {
				mode = "either way"
			}
			name = `<button type="button" class="plain" data-tap="fn:pi` + tap + `">` + words.Num(r.Bits) + `, ` + mode + `</button>`
		}
		if r.Note != "" {
			name += `<span class="dim fn-what">` + words.Escape(r.Note) + `</span>`
		}
		b.WriteString(row + `<th scope="row">` + name + `</th><td class="num">` + apart(r.Printed, min(10, r.Right)) + `</td><td class="n num">` + words.Num(r.Right) + `</td></tr>`)
	}
	b.WriteString(`</tbody></table></div>`)
	return b.String()
}
