package quantize

import (
	"strconv"
	"strings"

	"ulplab/fpcore/blockscale"
	"ulplab/fpcore/fast"
	"ulplab/site/kit/html"
	"ulplab/site/kit/words"
)

// answer compares the sides: a sentence, then numbers.
func answer(m *Model) string {
	said := verdict(m)
	if said == "" {
		said = "Quantizing…"
	}
	s := `<p class="op-why" id="quant-verdict">` + words.Escape(said) + `</p><table class="quant-facts" aria-label="Both recipes"><thead><tr><th scope="col"><span class="quiet">What</span></th><th scope="col">` + words.Escape(m.title(0)) + `</th><th scope="col">` + words.Escape(m.title(1)) + `</th></tr></thead><tbody>`
	a, b := facts(m.Sides[0]), facts(m.Sides[1])
	for i, name := range [...]string{"Bits an element", "Signal to noise", "Mean square error", "Mean error", "Largest error", "Became zero", "Subnormal codes", "Saturated", "Scales"} {
		s += `<tr><th scope="row">` + name + `</th><td class="num">` + a[i] + `</td><td class="num">` + b[i] + `</td></tr>`
	}
	return s + `</tbody></table>`
}

// facts are the cells of a side.
func facts(r *Result) (cells [9]string) {
	if !r.Done {
		for i := range cells {
			cells[i] = `<span class="dim">…</span>`
		}
		return cells
	}
	e, c, n := &r.S.Errors, &r.Q.Counts, len(r.Q.Codes)
	worst, subnormals := "0", "none: integers"
	if e.Worst != 0 {
		worst = decimal(e.Worst, 4) + words.Fill(`, <button type="button" class="plain quant-go" data-tap="quant:#">element #</button>`, e.At, e.At)
	}
	if r.Scheme.Elem != nil {
		subnormals = share(c.Subnormals, n)
	}
	return [...]string{bitsEach(r.Q), db(e), decimal(e.MeanSquare(), 4), decimal(e.Mean(), 3), worst, share(c.Zeros, n), subnormals, share(c.Saturated, n), words.Escape(scaleRange(r))}
}

// bar is the answer as one line.
func bar(m *Model) string {
	if m.Problem != "" || !m.Sides[0].Done || !m.Sides[1].Done {
		return ""
	}
	a, b := m.Sides[0], m.Sides[1]
	return words.Escape("A " + a.Scheme.Name + " " + db(&a.S.Errors) + ", B " + b.Scheme.Name + " " + db(&b.S.Errors))
}

// block shows the block looked at, element by element.
func block(m *Model, at int) string {
	from, to := m.Shown(at)
	var b strings.Builder
	b.WriteString(html.Heading(openTitle, openNote))
	for i, r := range m.Sides {
		b.WriteString(`<p class="note quant-scale">` + "AB"[i:i+1] + `: ` + html.Powers(blockWords(r, from, to)) + `</p>`)
	}
	b.WriteString(html.TableBoxOpen(openTitle) + ` class="quant-block"><thead><tr><th rowspan="2" scope="col">Element</th><th rowspan="2" scope="col">x</th>`)
	for i := range m.Sides {
		b.WriteString(`<th colspan="4" scope="colgroup">` + words.Escape(m.title(i)) + `</th>`)
	}
	const columns = `<th scope="col">x / scale</th><th scope="col">code</th><th scope="col">value</th><th scope="col">error</th>`
	b.WriteString(`</tr><tr>` + columns + columns + `</tr></thead><tbody>`)
	var tables [2][256]uint32
	for i, r := range m.Sides {
		tables[i] = r.Scheme.Values()
	}
	for k := from; k < to; k++ {
		class := ""
		if k == at {
			class = ` class="here"`
		}
		b.WriteString(`<tr` + class + words.Fill(`><th scope="row"><button type="button" class="plain" data-tap="quant:#" aria-label="Element #">#</button></th><td class="num">`, k, k, k) + value(m.X[k], 9) + `</td>`)
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
	scale := r.scaleAt(k)
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
	a, ok1 := exactOf(x)
	b, ok2 := exactOf(y)
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
			plain := n.Plain()
			if n.Exp < -5 || n.Exp >= 9 {
				plain = n.Scientific(1)
			}
			e.Error = about + words.Minus(plain)
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
			b.WriteString(`<button type="button" data-tap="quant:` + "ab"[side:side+1] + r.Recipe.Scheme + `" aria-label="` + words.Escape(name) + ` as ` + letter + `" aria-pressed="` + strconv.FormatBool(m.In.R[side].Scheme == r.Recipe.Scheme) + `">` + letter + `</button>`)
		}
		b.WriteString(`</td>`)
		cells := [...]string{"…", "…", "…", "…", "…", "…", "…"}
		if r.Done && r.S != nil {
			c, e := &r.Q.Counts, &r.S.Errors
			cells = [...]string{bitsEach(r.Q), db(e), decimal(e.MeanSquare(), 4), decimal(e.Worst, 4), percent(c.Zeros, n), percent(c.Subnormals, n), percent(c.Saturated, n)}
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
