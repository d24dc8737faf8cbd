//go:build !opening

package draw

import (
	"math/bits"
	"strings"

	"ulplab/fpcore/wide"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/route"
	"ulplab/site/state"
)

// fnFormula writes a function at an argument: "exp(−14.567)".
func fnFormula(id, x string) string { return id + "(" + Minus(x) + ")" }

// DilemmaHero is the argument, the correctly rounded value and the exact one.
func DilemmaHero(m *model.Dilemma) string {
	size := "op-big num"
	if len(m.Result) > 13 {
		size += " op-long"
	}
	s := `<p class="op-formula num">` + Escape(fnFormula(m.F.ID, m.X)) + ` <span class="dim">` + m.Code + `</span></p><p class="` + size + `">` + Escape(Minus(m.Result)) +
		`</p><p class="op-code"><span class="num">` + m.ResultHex + `</span> ` + Copy(m.ResultHex, "the code") + ` <a href="` +
		Escape(DatumLink(m.Format.ID, state.Operand{Bits: m.Bits})) + `">bit by bit</a></p>`
	if m.Note != "" {
		return s + `<p class="op-why">` + Escape(m.Note) + `</p>` + fnExact(m)
	}
	if m.Need.Exact {
		return s + `<p class="op-why">` + prose.FnExactly + `</p>` + fnExact(m)
	}
	if m.Need.Run == 0 {
		return s + `<p class="op-why">` + prose.FnAtOnce + `</p>` + fnExact(m)
	}
	return s + `<p class="op-why">` + num(m.Need.Bits) + ` bits of the value had to be known to round it to ` + num(m.Need.Kept) + `: ` + Term("run", "a run") + ` of ` +
		num(m.Need.Run) + ` equal bits says nothing. The value is ` + Powers(m.Tail) + ` ulp from ` + fnNear(m) + ` or nearer.</p>` + fnExact(m)
}

// fnNear says what the exact value is close to.
func fnNear(m *model.Dilemma) string {
	if m.In.Directed {
		return "a number of the format"
	}
	return "the middle between two numbers"
}

func fnExact(m *model.Dilemma) string {
	if m.Digits == "" {
		return ""
	}
	s := `<dl class="facts"><dt>` + Term("exact", "Exact value") + `</dt><dd class="x">` + Digits(Minus(m.Digits), 5) + `</dd>`
	if m.Error != "" && m.Error != "0" {
		s += `<dt>Error of the result</dt><dd>` + Escape(Minus(m.Error)) + ` ` + Term("ulp", "ulp") + `</dd>`
	}
	return s + `</dl>`
}

// The widths of the bit rows in cells.
const (
	fnWideCells   = 48
	fnNarrowCells = 16
)

// DilemmaBits draws the first bits of the value: those the format keeps, the rounding bit, the run that says nothing, the
// bit that decides, and what follows.
func DilemmaBits(m *model.Dilemma, cells int) Picture {
	var p pen
	kept := m.Need.Kept
	run := kept + 1 // where the run begins
	if m.In.Directed {
		run = kept
	}
	end := run + m.Need.Run // the bit that decides
	w := 0
	for i := range len(m.Text) {
		row, col := i/cells, i%cells
		x, y := col*cellW+col/4*nibble, 26+row*(cellH+44)
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
		p.rect(x, y, cellW-1, cellH, 3, fill, stroke, "stroke-width", thick)
		p.digits(x+cellW/2, y+19, 15, middle, ink, m.Text[i:i+1])
		if i == 0 {
			p.dot(x+cellW, y+cellH-4, "2", "var(--ink)")
		}
		above, below := "", ""
		switch {
		case i == 0:
			above = num(kept) + " bits kept"
		case m.Need.Exact:
		case i == end:
			below = "decides"
		case i == run && m.Need.Run > 0:
			above = "run of " + num(m.Need.Run)
		case i == kept && !m.In.Directed:
			below = "rounding bit"
		}
		a := left
		if col > cells-6 {
			a, x = right, x+cellW-1
		}
		p.text(x, y-8, 12, a, ink, above)
		p.text(x, y+cellH+15, 12, a, ink, below)
		w = max(w, (min(cells, len(m.Text))-1)*cellW+(min(cells, len(m.Text))-1)/4*nibble+cellW)
	}
	rows := (len(m.Text) + cells - 1) / cells
	return p.picture("The first bits of "+fnFormula(m.F.ID, m.X), w, 26+rows*(cellH+44)-24)
}

// both makes a picture in two widths; the style sheet shows one of them.
func both(wide, narrow Picture) string {
	return `<div class="op-wide">` + wide.SVG() + `</div><div class="op-narrow">` + narrow.SVG() + `</div>`
}

// DilemmaCaption says what to notice in the row of bits.
func DilemmaCaption(m *model.Dilemma) string {
	if m.Need.Exact {
		return `No bit follows: the value is exact.`
	}
	if m.In.Directed {
		return `Blue is kept. As long as the bits after it are alike, the value could be the number itself or its neighbour; the purple bit decides.`
	}
	return `Blue is kept. After the rounding bit, ` + num(m.Need.Run) + ` bits in a row are its opposite: as long as they go on the value could lie on either side of the middle. The purple bit decides.`
}

// DilemmaBitsBoth is the row of bits for the page.
func DilemmaBitsBoth(m *model.Dilemma) string {
	if m.Note != "" {
		return ""
	}
	sign := ""
	if m.Neg {
		sign = "−"
	}
	return `<p class="fn-scale num">` + Escape(m.F.ID) + `(x) = ` + sign + Powers(m.Exp) + ` ×</p>` + both(DilemmaBits(m, fnWideCells), DilemmaBits(m, fnNarrowCells))
}

// DilemmaLine draws the exact value between its candidates, and a window around what it is close to.
func DilemmaLine(m *model.Dilemma, w int) Picture {
	var p pen
	l := m.Line
	const pad, y = 40, 56
	at := func(pos int) int { return pad + (w-2*pad)*(pos/100)/(model.LineUnit/100) }
	x := at(l.Pos)
	p.line(0, y, w, y, "var(--tick)", "1")
	for _, t := range []struct {
		x          int
		label, hex string
		a          anchor
	}{{at(0), l.Low, l.LowHex, left}, {at(model.LineUnit), l.High, l.HighHex, right}} {
		p.line(t.x, y-13, t.x, y+13, "var(--ink)", "1.5")
		tx := 0
		if t.a == right {
			tx = w
		}
		p.digits(tx, y+34, 13, t.a, "var(--ink)", Minus(t.label))
		p.digits(tx, y+51, 12, t.a, "var(--ink-2)", t.hex)
	}
	p.line(at(model.LineUnit/2), y-5, at(model.LineUnit/2), y+5, "var(--tick)", "1")
	to := at(0)
	if l.ResultHigh {
		to = at(model.LineUnit)
	}
	if x != to {
		p.path("M"+num(x)+" "+num(y-16)+" Q"+num((x+to)/2)+" "+num(y-44)+" "+num(to)+" "+num(y-9), "var(--x)", "1.5", "stroke-dasharray", "3 3")
	}
	p.line(x, y-22, x, y+10, "var(--x)", "1.5")
	p.text(max(36, min(w-36, x)), y-30, 13, middle, "var(--x-ink)", "exact value")
	p.dot(to, y, "6", "var(--t)")
	if l.Magnified < 3 {
		return p.picture("The exact value between two numbers", w, y+58)
	}
	// the window
	focus := at(model.LineUnit / 2)
	if !l.Middle {
		focus = at(0)
		if l.AtHigh {
			focus = at(model.LineUnit)
		}
	}
	const v = y + 132
	p.path("M"+num(focus)+" "+num(y+14)+" L"+num(pad)+" "+num(v-18)+" M"+num(focus)+" "+num(y+14)+" L"+num(w-pad)+" "+num(v-18), "var(--line)", "1")
	p.line(pad, v, w-pad, v, "var(--tick)", "1")
	p.line(w/2, v-13, w/2, v+13, "var(--ink)", "1.5")
	ex := w/2 + (w/2-pad)*(l.MagnifiedAt/100)/(model.LineUnit/100)
	p.line(ex, v-18, ex, v+18, "var(--x)", "2")
	what := "the middle"
	if !l.Middle {
		what = "a number"
	}
	p.text(w/2, v+32, 13, middle, "var(--ink)", what)
	p.text(max(40, min(w-40, ex)), v-26, 13, middle, "var(--x-ink)", "exact value")
	p.raised(w/2, v+52, 12, middle, "var(--ink-2)", "magnified 2^"+num(l.Magnified))
	return p.picture("The exact value between two numbers, and magnified", w, v+60)
}

// DilemmaTries is the table of numbers of bits to try with.
func DilemmaTries(m *model.Dilemma) string {
	if len(m.Tries) == 0 {
		return ""
	}
	counted := m.Tries[0].Counted
	var b strings.Builder
	b.WriteString(tableBox(prose.FnTryTitle) + `<table class="fn-tries"><thead><tr><th scope="col">Bits computed</th><th scope="col">This value</th><th scope="col" class="n">Open, expected</th>`)
	if counted {
		b.WriteString(`<th scope="col" class="n">Open, counted</th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	for _, t := range m.Tries {
		words := `<td class="g">open</td>`
		if t.Decided {
			words = `<td class="t">decided</td>`
		}
		b.WriteString(`<tr><th scope="row" class="num">` + num(m.Need.Kept) + ` + ` + num(t.Bits-m.Need.Kept) + `</th>` + words + `<td class="n num">` + Powers(t.Share) + `</td>`)
		if counted {
			b.WriteString(`<td class="n num">` + model.Thousands(t.Count) + `</td>`)
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table></div>`)
	return b.String()
}

// DilemmaHard lists the hardest arguments, each one click away.
func DilemmaHard(m *model.Dilemma) string {
	if len(m.Hardest) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<h3>` + prose.FnHardTitle + `</h3><p class="fn-chips">`)
	for _, h := range m.Hardest {
		pressed := "false"
		if h.Here {
			pressed = "true"
		}
		code := route.Hex(fnCode(h.Bits), 32)
		b.WriteString(`<button type="button" class="chip num" data-tap="fn:x` + code + `" aria-pressed="` + pressed + `">` + Escape(Minus(h.X)) + ` <span class="dim">run ` + num(h.Run) + `</span></button>`)
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

// DilemmaCurve draws how many results of the function have a run of at least k bits, over k, as counted over all
// arguments, beside the halving with each bit.
func DilemmaCurve(h *model.AccHard, run, w int) Picture {
	var p pen
	const height, top, pad = 220, 20, 44
	last := max(36, len(h.AtLeast)+2)
	at := func(k int) int { return pad + (w-pad-12)*k/last }
	y := func(log int) int { return top + height - height*log/33000 }
	for _, e := range []int{0, 8, 16, 24, 32} {
		p.line(pad, y(e*1000), w-12, y(e*1000), "var(--line)", "1")
		p.raised(pad-8, y(e*1000)+4, 12, right, "var(--ink-2)", "2^"+num(e))
	}
	for k := 0; k <= last; k += 8 {
		p.line(at(k), top+height, at(k), top+height+5, "var(--tick)", "1")
		p.digits(at(k), top+height+20, 12, middle, "var(--ink-2)", num(k))
	}
	p.text((pad+w)/2, top+height+38, 12, middle, "var(--ink-2)", "run of at least k bits after the rounding bit")
	n := log2of(max(2, h.AtLeast[0])) // the line of a coin begins after the first bit
	p.line(at(1), y(n), at(1+n/1000), y(n-n/1000*1000), "var(--tick)", "1.5", "stroke-dasharray", "5 4")
	p.text(at(10), y(n-9000)-14, 12, left, "var(--ink-2)", "halved with each bit")
	p.dot(at(0), y(log2of(h.N)), "3.5", "var(--t)")
	for i, c := range h.AtLeast {
		if c > 0 {
			p.dot(at(i+1), y(log2of(c)), "3.5", "var(--t)")
		}
	}
	if run >= 0 && run <= last {
		count, _ := model.RunShare(h, run)
		p.line(at(run), top-4, at(run), top+height, "var(--x)", "1.5")
		a, x := left, at(run)+6
		if at(run) > w/2 {
			a, x = right, at(run)-6
		}
		p.text(x, top+8, 13, a, "var(--x-ink)", "this argument: "+num(run))
		p.text(x, top+25, 12, a, "var(--ink-2)", model.Thousands(count)+" of "+model.Thousands(h.N))
	}
	return p.picture("Results of "+h.ID+" by the length of their run", w, top+height+46)
}

// DilemmaBelow is everything of the first part under the row of bits. hard may be nil.
func DilemmaBelow(m *model.Dilemma, hard *model.AccHard) string {
	if m.Note != "" || m.Need.Exact {
		return ""
	}
	s := `<div class="two"><div>`
	if m.Line.OK {
		s += Figure("fn-line", prose.FnLineTitle, both(DilemmaLine(m, 520), DilemmaLine(m, 350)), lineCaption(m))
	}
	s += `</div><section><h2>` + prose.FnTryTitle + `</h2>` + DilemmaTries(m) + `<p class="note fn-words">` + Escape(prose.FnTryWords) + `</p></section></div>`
	if hard == nil {
		return s + `<section><h2>` + prose.FnRunTitle + `</h2><p class="note">` + prose.FnNoCounts + `</p></section>`
	}
	return s + `<div class="two"><div>` + Figure("fn-curve", prose.FnRunTitle, both(DilemmaCurve(hard, m.Need.Run, 520), DilemmaCurve(hard, m.Need.Run, 350)),
		prose.FnCurveCaption) +
		`</div><section class="fn-hard"><p class="note">` + Escape(prose.FnRunWords) + `</p>` + DilemmaHard(m) + `<p class="dim fn-source">` + prose.FnRunSource + `</p></section></div>`
}

// lineCaption says what to notice on the number line.
func lineCaption(m *model.Dilemma) string {
	if m.In.Directed {
		return `Rounded toward zero the value takes the number of smaller magnitude, however near the other one is.`
	}
	side := "below"
	if m.Line.Above {
		side = "above"
	}
	return `The exact value lies ` + side + ` the middle by less than ` + Powers(m.Tail) + ` ` + Term("ulp", "ulp") + `; only that decides.`
}

// fnCode is a binary32 code.
func fnCode(c uint32) wide.U128 { return wide.From64(uint64(c)) }
