package quantize

import (
	"strconv"

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
	a, b, rows := facts(m.Sides[0]), facts(m.Sides[1]), ""
	for i, name := range [...]string{"Bits an element", "Signal to noise", "Mean square error", "Mean error", "Largest error", "Became zero", "Subnormal codes", "Saturated", "Scales"} {
		rows += html.Fill(`<tr><th scope="row">#</th><td class="num">~</td><td class="num">~</td></tr>`, name, a[i], b[i])
	}
	return html.Fill(`<p class="op-why" id="quant-verdict">#</p><table class="quant-facts" aria-label="Both recipes"><thead><tr><th scope="col"><span class="quiet">What</span></th><th scope="col">#</th><th scope="col">#</th></tr></thead><tbody>~</tbody></table>`,
		said, m.title(0), m.title(1), rows)
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
	return html.Fill("A # #, B # #", a.Scheme.Name, db(&a.S.Errors), b.Scheme.Name, db(&b.S.Errors))
}

// block shows the block looked at, element by element.
func block(m *Model, at int) string {
	from, to := m.Shown(at)
	var tables [2][256]uint32
	s, rows := html.Heading(openTitle, openNote), ""
	for i, r := range m.Sides {
		tables[i] = r.Scheme.Values()
		s += html.Fill(`<p class="note quant-scale">#: ~</p>`, "AB"[i:i+1], html.Powers(blockWords(r, from, to)))
	}
	for k := from; k < to; k++ {
		n := words.Num(k)
		rows += html.Fill(`<tr~><th scope="row"><button type="button" class="plain" data-tap="quant:~" aria-label="Element ~">~</button></th><td class="num">~</td>`, here(k == at), n, n, n, value(m.X[k], 9))
		for i, r := range m.Sides {
			e := elementOf(r, &tables[i], m.X[k], k)
			rows += html.Fill(`<td class="num">~</td><td>~</td><td class="num">~</td><td class="num">~</td>`, e.Scaled, codeBits(r.Scheme, r.Q.Codes[k]), e.Value, e.Error)
		}
		rows += `</tr>`
	}
	const columns = `<th scope="col">x / scale</th><th scope="col">code</th><th scope="col">value</th><th scope="col">error</th>`
	return s + html.TableBoxOpen(openTitle) + html.Fill(` class="quant-block"><thead><tr><th rowspan="2" scope="col">Element</th><th rowspan="2" scope="col">x</th><th colspan="4" scope="colgroup">#</th><th colspan="4" scope="colgroup">#</th></tr><tr>`+columns+columns+`</tr></thead><tbody>~</tbody></table></div>`,
		m.title(0), m.title(1), rows)
}

// here is the class of a row that is looked at.
func here(yes bool) string {
	if yes {
		return ` class="here"`
	}
	return ""
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
func formats(m *Model, _ int) string {
	a := &m.In.R[0]
	note := "Rounding as in A"
	if a.Power() {
		note += ", and its scale rule where scales are powers of two"
	}
	s := html.Heading(tableTitle, note+". A and B take a format over.") + html.TableBoxOpen(tableTitle) + ` class="quant-formats"><thead><tr><th scope="col">Format</th><th scope="col"><span class="quiet">Take over</span></th><th scope="col" class="n">bits</th><th scope="col" class="n">signal to noise</th><th scope="col" class="n">mean square error</th><th scope="col" class="n">largest error</th><th scope="col" class="n">became zero</th><th scope="col" class="n">subnormal</th><th scope="col" class="n">saturated</th></tr></thead><tbody>`
	n := len(m.X)
	for i, r := range m.Table {
		name := blockscale.Schemes[i].Name
		s += html.Fill(`<tr~><th scope="row">#</th><td class="quant-take">`, here(r == m.Sides[0] || r == m.Sides[1]), name)
		for side := range 2 {
			letter := "AB"[side : side+1]
			s += html.Fill(`<button type="button" data-tap="quant:##" aria-label="# as #" aria-pressed="#">#</button>`, "ab"[side:side+1], r.Recipe.Scheme, name, letter, strconv.FormatBool(m.In.R[side].Scheme == r.Recipe.Scheme), letter)
		}
		s += `</td>`
		cells := [...]string{"…", "…", "…", "…", "…", "…", "…"}
		if r.Done && r.S != nil {
			c, e := &r.Q.Counts, &r.S.Errors
			cells = [...]string{bitsEach(r.Q), db(e), decimal(e.MeanSquare(), 4), decimal(e.Worst, 4), percent(c.Zeros, n), percent(c.Subnormals, n), percent(c.Saturated, n)}
			if r.Scheme.Elem == nil {
				cells[5] = "–"
			}
		}
		for _, c := range cells {
			s += `<td class="n num">` + c + `</td>`
		}
		s += `</tr>`
	}
	return s + `</tbody></table></div>`
}
