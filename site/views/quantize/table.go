package quantize

import (
	"strconv"
	"strings"

	"ulplab/fpcore/blockscale"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/fast"
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/html"
	"ulplab/site/kit/words"
)

// answer compares the sides: a sentence, then numbers.
func answer(m *Model) string {
	var b strings.Builder
	if said := verdict(m); said != "" {
		b.WriteString(`<p class="op-why" id="quant-verdict">` + words.Escape(said) + `</p>`)
	} else {
		b.WriteString(`<p class="op-why" id="quant-verdict">Quantizing…</p>`)
	}
	row := func(name string, of func(r *Result) string) {
		b.WriteString(`<tr><th scope="row">` + name + `</th>`)
		for _, r := range m.Sides {
			said := `<span class="dim">…</span>`
			if r.Done {
				said = of(r)
			}
			b.WriteString(`<td class="num">` + said + `</td>`)
		}
		b.WriteString(`</tr>`)
	}
	n := len(m.X)
	b.WriteString(`<table class="quant-facts" aria-label="Both recipes"><thead><tr><th scope="col"><span class="quiet">What</span></th><th scope="col">A: ` + words.Escape(m.Sides[0].Recipe.Title()) + `</th><th scope="col">B: ` + words.Escape(m.Sides[1].Recipe.Title()) + `</th></tr></thead><tbody>`)
	row("Bits an element", func(r *Result) string { return bitsEach(r.Q) })
	row("Signal to noise", func(r *Result) string { return db(&r.S.Errors) })
	row("Mean square error", func(r *Result) string { return decimal(r.S.Errors.MeanSquare(), 4) })
	row("Mean error", func(r *Result) string { return decimal(r.S.Errors.Mean(), 3) })
	row("Largest error", func(r *Result) string {
		if r.S.Errors.Worst == 0 {
			return "0"
		}
		at := strconv.Itoa(r.S.Errors.At)
		return decimal(r.S.Errors.Worst, 4) + `, <button type="button" class="plain quant-go" data-tap="quant:` + at + `">element ` + at + `</button>`
	})
	row("Became zero", func(r *Result) string { return share(r.Q.Counts.Zeros, n) })
	row("Subnormal codes", func(r *Result) string {
		if r.Scheme.Elem == nil {
			return "none: integers"
		}
		return share(r.Q.Counts.Subnormals, n)
	})
	row("Saturated", func(r *Result) string { return share(r.Q.Counts.Saturated, n) })
	row("Scales", func(r *Result) string { return words.Escape(scaleRange(r)) })
	b.WriteString(`</tbody></table>`)
	for i, r := range m.Sides {
		if r.problem != "" {
			b.WriteString(`<p class="problem">` + "AB"[i:i+1] + `: ` + words.Escape(r.problem) + `.</p>`)
		}
	}
	return b.String()
}

// bar is the answer as one line.
func bar(m *Model) string {
	if m.Problem != "" || !m.Sides[0].Done || !m.Sides[1].Done {
		return ""
	}
	return words.Escape("A " + m.Sides[0].Scheme.Name + " " + db(&m.Sides[0].S.Errors) + ", B " + m.Sides[1].Scheme.Name + " " + db(&m.Sides[1].S.Errors))
}

// opened shows the block looked at, element by element.
func block(m *Model, at int) string {
	from, to := m.Shown(at)
	var b strings.Builder
	b.WriteString(html.Heading(openTitle, openNote))
	for i, r := range m.Sides {
		b.WriteString(`<p class="note quant-scale">` + "AB"[i:i+1] + `: ` + html.Powers(blockWords(r, from, to)) + `</p>`)
	}
	b.WriteString(html.TableBoxOpen(openTitle) + ` class="quant-block"><thead><tr><th rowspan="2" scope="col">Element</th><th rowspan="2" scope="col">x</th>`)
	for i, r := range m.Sides {
		b.WriteString(`<th colspan="4" scope="colgroup">` + "AB"[i:i+1] + `: ` + words.Escape(r.Recipe.Title()) + `</th>`)
	}
	b.WriteString(`</tr><tr>`)
	for range m.Sides {
		b.WriteString(`<th scope="col">x / scale</th><th scope="col">code</th><th scope="col">value</th><th scope="col">error</th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	var tables [2][256]uint32
	for i, r := range m.Sides {
		tables[i] = r.Scheme.Values()
	}
	for k := from; k < to; k++ {
		class := ""
		if k == at {
			class = ` class="here"`
		}
		n := strconv.Itoa(k)
		b.WriteString(`<tr` + class + `><th scope="row"><button type="button" class="plain" data-tap="quant:` + n + `" aria-label="Element ` + n + `">` + n + `</button></th><td class="num">` + value(m.X[k], 9) + `</td>`)
		for i, r := range m.Sides {
			e := elementOf(r, &tables[i], m.X[k], k)
			b.WriteString(`<td class="num">` + e.Scaled + `</td><td>` + codeBits(r.Scheme, r.Q.Codes[k]) + `</td><td class="num">` + e.Value + `</td><td class="num">` + e.Error + `</td>`)
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table></div>`)
	return b.String()
}

// element is one element of a result, in words.
type element struct{ Scaled, Value, Error string }

func elementOf(r *Result, values *[256]uint32, x uint32, k int) (e element) {
	scale := r.Q.ScaleOf(r.Q.ScaleAt(k/r.Q.Cols, k%r.Q.Cols))
	e.Scaled = "–"
	if scale != 0 {
		var by [1]uint32
		fast.Quotients32(by[:], []uint32{x}, scale)
		e.Scaled = value(by[0], 7)
	}
	y := values[r.Q.Codes[k]]
	if v, ok := fast.Mul32Bits(y, scale, false); ok {
		y = v
	}
	e.Value, e.Error = value(y, 9), "–"
	a, ok1 := exact.FromBits(format.F32, wide.From64(uint64(x)))
	b, ok2 := exact.FromBits(format.F32, wide.From64(uint64(y)))
	if ok1 && ok2 {
		e.Error = "0"
		if d := b.Sub(a); !d.IsZero() {
			n := d.Digits(4)
			about := ""
			if n.Inexact {
				about = "≈"
			} else {
				n = n.Trim()
			}
			if n.Exp < -5 || n.Exp >= 9 {
				e.Error = about + words.Minus(n.Scientific(1))
			} else {
				e.Error = about + words.Minus(n.Plain())
			}
		}
	}
	return e
}

// formats lists what every scheme makes of the numbers.
func formats(m *Model) string {
	var b strings.Builder
	a := m.In.R[0]
	note := "Rounding as in A"
	if a.Power() {
		note += ", and its scale rule where scales are powers of two"
	}
	b.WriteString(html.Heading(tableTitle, note+". A and B take a format over."))
	b.WriteString(html.TableBoxOpen(tableTitle) + ` class="quant-formats"><thead><tr><th scope="col">Format</th><th scope="col"><span class="quiet">Take over</span></th><th scope="col" class="n">bits</th><th scope="col" class="n">signal to noise</th><th scope="col" class="n">mean square error</th><th scope="col" class="n">largest error</th><th scope="col" class="n">became zero</th><th scope="col" class="n">subnormal</th><th scope="col" class="n">saturated</th></tr></thead><tbody>`)
	n := len(m.X)
	for i, r := range m.Table {
		class := ""
		if r == m.Sides[0] || r == m.Sides[1] {
			class = ` class="here"`
		}
		name := blockscale.Schemes[i].Name
		b.WriteString(`<tr` + class + `><th scope="row">` + words.Escape(name) + `</th><td class="quant-take">`)
		for side := range 2 {
			letter := "AB"[side : side+1]
			b.WriteString(`<button type="button" data-tap="quant:` + strings.ToLower(letter) + r.Recipe.Scheme + `" aria-label="` + words.Escape(name) + ` as ` + letter + `" aria-pressed="` + strconv.FormatBool(m.In.R[side].Scheme == r.Recipe.Scheme) + `">` + letter + `</button>`)
		}
		b.WriteString(`</td>`)
		cells := []string{"…", "…", "…", "…", "…", "…", "…"}
		if r.Done && r.S != nil {
			c := r.Q.Counts
			cells = []string{bitsEach(r.Q), db(&r.S.Errors), decimal(r.S.Errors.MeanSquare(), 4), decimal(r.S.Errors.Worst, 4), percent(c.Zeros, n), percent(c.Subnormals, n), percent(c.Saturated, n)}
			if r.Scheme.Elem == nil {
				cells[5] = "–"
			}
		}
		for _, c := range cells {
			b.WriteString(`<td class="n num">` + c + `</td>`)
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table></div>`)
	return b.String()
}
