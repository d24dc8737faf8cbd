package functions

import (
	"math/bits"
	"strings"

	"ulplab/fpcore/wide"
	kitbits "ulplab/site/kit/bits"
	"ulplab/site/kit/html"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/lab/link"
	"ulplab/site/views/encoding"
)

// formula writes a function at an argument: "exp(−14.567)".
func formula(id, x string) string { return id + "(" + words.Minus(x) + ")" }

// dilemmaHero is the argument, the correctly rounded value and the exact one.
func dilemmaHero(m *DilemmaModel) string {
	size := "op-big num"
	if len(m.Result) > 13 {
		size += " op-long"
	}
	s := `<p class="op-formula num">` + words.Escape(formula(m.F.ID, m.X)) + ` <span class="dim">` + m.Code + `</span></p><p class="` + size + `" data-part="result">` + words.Escape(words.Minus(m.Result)) +
		`</p><p class="op-code"><span class="num">` + m.ResultHex + `</span> ` + html.Copy(m.ResultHex, "the code") + ` <a href="` +
		words.Escape(encoding.LinkTo(m.Format.ID, operand.Entered{Bits: m.Bits})) + `">bit by bit</a></p>`
	if m.Note != "" {
		return s + `<p class="op-why" data-part="why">` + words.Escape(m.Note) + `</p>` + fnExact(m)
	}
	if m.Need.Exact {
		return s + `<p class="op-why" data-part="why">` + exactly + `</p>` + fnExact(m)
	}
	if m.Need.Run == 0 {
		return s + `<p class="op-why" data-part="why">` + atOnce + `</p>` + fnExact(m)
	}
	return s + `<p class="op-why" data-part="why">` + words.Num(m.Need.Bits) + ` bits of the value had to be known to round it to ` + words.Num(m.Need.Kept) + `: ` + html.Term("run", "a run") + ` of ` +
		words.Num(m.Need.Run) + ` equal bits says nothing. The value is ` + html.Powers(m.Tail) + ` ulp from ` + near(m) + ` or nearer.</p>` + fnExact(m)
}

// near says what the exact value is close to.
func near(m *DilemmaModel) string {
	if m.In.Directed {
		return "a number of the format"
	}
	return "the middle between two numbers"
}

func fnExact(m *DilemmaModel) string {
	if m.Digits == "" {
		return ""
	}
	s := `<dl class="facts" data-part="exact"><dt>` + html.Term("exact", "Exact value") + `</dt><dd class="x">` + html.Digits(words.Minus(m.Digits), 5) + `</dd>`
	if m.Error != "" && m.Error != "0" {
		s += `<dt>Error of the result</dt><dd>` + words.Escape(words.Minus(m.Error)) + ` ` + html.Term("ulp", "ulp") + `</dd>`
	}
	return s + `</dl>`
}

// The widths of the bit rows in cells.
const (
	wideCells   = 48
	narrowCells = 16
)

// dilemmaBits draws the first bits of the value: those the format keeps, the rounding bit, the run that says nothing, the
// bit that decides, and what follows.
func dilemmaBits(m *DilemmaModel, cells int) svg.Picture {
	var p svg.Pen
	kept := m.Need.Kept
	run := kept + 1 // where the run begins
	if m.In.Directed {
		run = kept
	}
	end := run + m.Need.Run // the bit that decides
	w := 0
	for i := range len(m.Text) {
		row, col := i/cells, i%cells
		x, y := col*kitbits.CellW+col/4*kitbits.Nibble, 26+row*(kitbits.CellH+44)
		fill, stroke, ink, thick := "none", "var(--line)", "var(--ink-2)", "1"
		one := m.Text[i] == '1'
		switch {
		case i < kept:
			stroke, ink = "var(--t)", "var(--t-ink)"
			if one {
				fill = "var(--t-tint)"
			}
		case m.Need.Exact:
		case i == kept && !m.In.Directed:
			fill, stroke, ink, thick = "var(--g-tint)", "var(--g)", "var(--g-ink)", "2"
		case i >= run && i < end:
			fill, stroke, ink = "var(--g-tint)", "var(--g-tint)", "var(--g-ink)"
		case i == end:
			fill, stroke, ink, thick = "var(--x-tint)", "var(--x)", "var(--x-ink)", "2"
		}
		p.Rect(x, y, kitbits.CellW-1, kitbits.CellH, 3, fill, stroke, "stroke-width", thick)
		p.Digits(x+kitbits.CellW/2, y+19, 15, svg.Middle, ink, m.Text[i:i+1])
		if i == 0 {
			p.Dot(x+kitbits.CellW, y+kitbits.CellH-4, "2", "var(--ink)")
		}
		above, below := "", ""
		switch {
		case i == 0:
			above = words.Num(kept) + " bits kept"
		case m.Need.Exact:
		case i == end:
			below = "decides"
		case i == run && m.Need.Run > 0:
			above = "run of " + words.Num(m.Need.Run)
		case i == kept && !m.In.Directed:
			below = "rounding bit"
		}
		a := svg.Left
		if col > cells-6 {
			a, x = svg.Right, x+kitbits.CellW-1
		}
		p.Text(x, y-8, 12, a, ink, above)
		p.Text(x, y+kitbits.CellH+15, 12, a, ink, below)
		w = max(w, (min(cells, len(m.Text))-1)*kitbits.CellW+(min(cells, len(m.Text))-1)/4*kitbits.Nibble+kitbits.CellW)
	}
	rows := (len(m.Text) + cells - 1) / cells
	return p.Picture("The first bits of "+formula(m.F.ID, m.X), w, 26+rows*(kitbits.CellH+44)-24)
}

// dilemmaCaption says what to notice in the row of bits.
func dilemmaCaption(m *DilemmaModel) string {
	if m.Need.Exact {
		return `No bit follows: the value is exact.`
	}
	if m.In.Directed {
		return `Blue is kept. As long as the bits after it are alike, the value could be the number itself or its neighbour; the purple bit decides.`
	}
	return `Blue is kept. After the rounding bit, ` + words.Num(m.Need.Run) + ` bits in a row are its opposite: as long as they go on the value could lie on either side of the middle. The purple bit decides.`
}

// dilemmaBitsBoth is the row of bits for the page.
func dilemmaBitsBoth(m *DilemmaModel) string {
	if m.Note != "" {
		return ""
	}
	sign := ""
	if m.Neg {
		sign = "−"
	}
	return `<p class="fn-scale num">` + words.Escape(m.F.ID) + `(x) = ` + sign + html.Powers(m.Exp) + ` ×</p>` + html.WideNarrow(dilemmaBits(m, wideCells), dilemmaBits(m, narrowCells))
}

// dilemmaLinePicture draws the exact value between its candidates, and a window around what it is close to.
func dilemmaLinePicture(m *DilemmaModel, w int) svg.Picture {
	var p svg.Pen
	l := m.Line
	const pad, y = 40, 56
	at := func(pos int) int { return pad + (w-2*pad)*(pos/100)/(numberline.Unit/100) }
	x := at(l.Pos)
	p.Line(0, y, w, y, "var(--tick)", "1")
	for _, t := range []struct {
		x          int
		label, hex string
		a          svg.Anchor
	}{{at(0), l.Low, l.LowHex, svg.Left}, {at(numberline.Unit), l.High, l.HighHex, svg.Right}} {
		p.Line(t.x, y-13, t.x, y+13, "var(--ink)", "1.5")
		tx, value, code := 0, y+34, y+51
		if t.a == svg.Right {
			tx = w
			if 8*len([]rune(l.Low+l.High)) > w { // side by side they would meet
				value, code = code, value
			}
		}
		p.Digits(tx, value, 13, t.a, "var(--ink)", words.Minus(t.label))
		p.Digits(tx, code, 12, t.a, "var(--ink-2)", t.hex)
	}
	p.Line(at(numberline.Unit/2), y-5, at(numberline.Unit/2), y+5, "var(--tick)", "1")
	to := at(0)
	if l.ResultHigh {
		to = at(numberline.Unit)
	}
	if x != to {
		p.Path("M"+words.Num(x)+" "+words.Num(y-16)+" Q"+words.Num((x+to)/2)+" "+words.Num(y-44)+" "+words.Num(to)+" "+words.Num(y-9), "var(--x)", "1.5", "stroke-dasharray", "3 3")
	}
	p.Line(x, y-22, x, y+10, "var(--x)", "1.5")
	p.Text(max(36, min(w-36, x)), y-30, 13, svg.Middle, "var(--x-ink)", "exact value")
	p.Dot(to, y, "6", "var(--t)")
	if l.Magnified < 3 {
		return p.Picture("The exact value between two numbers", w, y+58)
	}
	// the window
	focus := at(numberline.Unit / 2)
	if !l.Middle {
		focus = at(0)
		if l.AtHigh {
			focus = at(numberline.Unit)
		}
	}
	const v = y + 132
	p.Path("M"+words.Num(focus)+" "+words.Num(y+14)+" L"+words.Num(pad)+" "+words.Num(v-18)+" M"+words.Num(focus)+" "+words.Num(y+14)+" L"+words.Num(w-pad)+" "+words.Num(v-18), "var(--line)", "1")
	p.Line(pad, v, w-pad, v, "var(--tick)", "1")
	p.Line(w/2, v-13, w/2, v+13, "var(--ink)", "1.5")
	ex := w/2 + (w/2-pad)*(l.MagnifiedAt/100)/(numberline.Unit/100)
	p.Line(ex, v-18, ex, v+18, "var(--x)", "2")
	what := "the middle"
	if !l.Middle {
		what = "a number"
	}
	p.Text(w/2, v+32, 13, svg.Middle, "var(--ink)", what)
	p.Text(max(40, min(w-40, ex)), v-26, 13, svg.Middle, "var(--x-ink)", "exact value")
	p.Raised(w/2, v+52, 12, svg.Middle, "var(--ink-2)", "magnified 2^"+words.Num(l.Magnified))
	return p.Picture("The exact value between two numbers, and magnified", w, v+60)
}

// dilemmaTries is the table of numbers of bits to try with.
func dilemmaTries(m *DilemmaModel) string {
	if len(m.Tries) == 0 {
		return ""
	}
	counted := m.Tries[0].Counted
	var b strings.Builder
	b.WriteString(html.TableBoxOpen(tryTitle) + ` class="fn-tries"><thead><tr><th scope="col">Bits computed</th><th scope="col">This value</th><th scope="col" class="n">Open, expected</th>`)
	if counted {
		b.WriteString(`<th scope="col" class="n">Open, counted</th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	for _, t := range m.Tries {
		said := `<td class="g">open</td>`
		if t.Decided {
			said = `<td class="t">decided</td>`
		}
		b.WriteString(`<tr><th scope="row" class="num">` + words.Num(m.Need.Kept) + ` + ` + words.Num(t.Bits-m.Need.Kept) + `</th>` + said + `<td class="n num">` + html.Powers(t.Share) + `</td>`)
		if counted {
			b.WriteString(`<td class="n num">` + words.Thousands(t.Count) + `</td>`)
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table></div>`)
	return b.String()
}

// dilemmaHard lists the hardest arguments, each one click away.
func dilemmaHard(m *DilemmaModel) string {
	if len(m.Hardest) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<h3>` + hardTitle + `</h3><p class="fn-chips">`)
	for _, h := range m.Hardest {
		pressed := "false"
		if h.Here {
			pressed = "true"
		}
		code := link.Hex(fnCode(h.Bits), 32)
		b.WriteString(`<button type="button" class="chip num" data-tap="fn:x` + code + `" aria-pressed="` + pressed + `">` + words.Escape(words.Minus(h.X)) + ` <span class="dim">run ` + words.Num(h.Run) + `</span></button>`)
	}
	b.WriteString(`</p>`)
	return b.String()
}

// log2of returns 1000 times the binary logarithm of n > 0, rounded down to within 2.
func log2of(n uint64) int {
	e := bits.Len64(n) - 1
	x := n << (63 - e) // significand, 1.0 at bit 63
	r := e * 1024
	for place := 512; place > 0; place /= 2 {
		hi, lo := bits.Mul64(x, x)
		if hi>>63 != 0 {
			r, x = r+place, hi
		} else {
			x = hi<<1 | lo>>63
		}
	}
	return r * 1000 / 1024
}

// dilemmaCurve draws how many results of the function have a run of at least k bits, over k, as counted over all
// arguments, beside the halving with each bit.
func dilemmaCurve(h *AccHard, run, w int) svg.Picture {
	var p svg.Pen
	const height, top, pad = 220, 20, 44
	last := max(36, len(h.AtLeast)+2)
	at := func(k int) int { return pad + (w-pad-12)*k/last }
	y := func(log int) int { return top + height - height*log/33000 }
	for _, e := range []int{0, 8, 16, 24, 32} {
		p.Line(pad, y(e*1000), w-12, y(e*1000), "var(--line)", "1")
		p.Raised(pad-8, y(e*1000)+4, 12, svg.Right, "var(--ink-2)", "2^"+words.Num(e))
	}
	for k := 0; k <= last; k += 8 {
		p.Line(at(k), top+height, at(k), top+height+5, "var(--tick)", "1")
		p.Digits(at(k), top+height+20, 12, svg.Middle, "var(--ink-2)", words.Num(k))
	}
	p.Text((pad+w)/2, top+height+38, 12, svg.Middle, "var(--ink-2)", "run of at least k bits after the rounding bit")
	n := log2of(max(2, h.AtLeast[0])) // the line of a coin begins after the first bit
	p.Line(at(1), y(n), at(1+n/1000), y(n-n/1000*1000), "var(--tick)", "1.5", "stroke-dasharray", "5 4")
	p.Text(at(10), y(n-9000)-14, 12, svg.Left, "var(--ink-2)", "halved with each bit")
	p.Dot(at(0), y(log2of(h.N)), "3.5", "var(--t)")
	for i, c := range h.AtLeast {
		if c > 0 {
			p.Dot(at(i+1), y(log2of(c)), "3.5", "var(--t)")
		}
	}
	if run >= 0 && run <= last {
		count, _ := runShare(h, run)
		p.Line(at(run), top-4, at(run), top+height, "var(--x)", "1.5")
		a, x := svg.Left, at(run)+6
		if at(run) > w/2 {
			a, x = svg.Right, at(run)-6
		}
		p.Text(x, top+8, 13, a, "var(--x-ink)", "this argument: "+words.Num(run))
		p.Text(x, top+25, 12, a, "var(--ink-2)", words.Thousands(count)+" of "+words.Thousands(h.N))
	}
	return p.Picture("Results of "+h.ID+" by the length of their run", w, top+height+46)
}

// dilemmaBelow is everything of the first part under the row of bits. hard may be nil.
func dilemmaBelow(m *DilemmaModel, hard *AccHard) string {
	if m.Note != "" || m.Need.Exact {
		return ""
	}
	s := `<div class="two"><div>`
	if m.Line.OK {
		s += html.Figure("fn-line", lineTitle, html.WideNarrow(dilemmaLinePicture(m, 520), dilemmaLinePicture(m, 350)), lineCaption(m))
	}
	s += `</div><section><h2>` + tryTitle + `</h2>` + dilemmaTries(m) + `<p class="note fn-words">` + words.Escape(tryWords) + `</p></section></div>`
	if hard == nil {
		return s + `<section><h2>` + runTitle + `</h2><p class="note">` + noCounts + `</p></section>`
	}
	return s + `<div class="two"><div>` + html.Figure("fn-curve", runTitle, html.WideNarrow(dilemmaCurve(hard, m.Need.Run, 520), dilemmaCurve(hard, m.Need.Run, 350)),
		curveCaption) +
		`</div><section class="fn-hard"><p class="note">` + words.Escape(runWords) + `</p>` + dilemmaHard(m) + `<p class="dim fn-source">` + runSource + `</p></section></div>`
}

// lineCaption says what to notice on the number line.
func lineCaption(m *DilemmaModel) string {
	if m.In.Directed {
		return `Rounded toward zero the value takes the number of smaller magnitude, however near the other one is.`
	}
	side := "below"
	if m.Line.Above {
		side = "above"
	}
	return `The exact value lies ` + side + ` the middle by less than ` + html.Powers(m.Tail) + ` ` + html.Term("ulp", "ulp") + `; only that decides.`
}

// fnCode is a binary32 code.
func fnCode(c uint32) wide.U128 { return wide.From64(uint64(c)) }
