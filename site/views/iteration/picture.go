package iteration

import (
	"strings"

	"ulplab/fpcore/wide"
	"ulplab/site/kit/bits"
	"ulplab/site/kit/code"
	"ulplab/site/kit/html"
	"ulplab/site/kit/plot"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// The measures of the plots.
const (
	iterH = 240
	left  = 64
)

// Plot draws the logarithms of the distances by step.
func Plot(m *Model, look, w int) svg.Picture {
	var p svg.Pen
	const top, bottom = 12, 30
	h := iterH + top + bottom
	title := "Distance of " + m.Columns[0].Name + " and " + m.Columns[1].Name + " by step"
	low, high := int64(1<<40), int64(-1<<40) // of the absolute distance, in 2^-10
	ulps := int64(0)
	for _, d := range m.Distances {
		if d.Same || d.Far {
			continue
		}
		low, high, ulps = min(low, d.Log), max(high, d.Log), max(ulps, log2Ulps(max(d.Ulps, 1)))
	}
	if low > high {
		p.Text(w/2, h/2, 14, svg.Middle, "var(--ink-2)", "The bits are the same in every step.")
		return p.Picture(title, w, h)
	}
	span := max((high-low+1023)/1024, (ulps+1023)/1024, 4) // bits
	base := low >> 10
	right_ := w - left
	steps := plot.Linear(0, float64(max(m.N, 1)), left, right_)
	x := func(n int) int { return steps.Map(float64(n)) }
	y := func(log int64, zero int64) int { return top + iterH - int((log-zero*1024)*iterH/(span*1024)) }
	every := int64(1)
	for span/every > 8 {
		every *= 2
	}
	for k := int64(0); k <= span; k += every {
		yy := y(k*1024, 0)
		p.Line(left, yy, right_, yy, "var(--line)", "1")
		p.Digits(left-6, yy+4, 12, svg.Right, "var(--x-ink)", words.Pow2(int(base+k)))
		p.Digits(right_+6, yy+4, 12, svg.Left, "var(--ink)", html.PowerOf(int(k)))
	}
	step := 1
	for m.N/step > 10 {
		step *= 10
		if m.N/step < 4 {
			step /= 2
		}
	}
	for n := 0; n <= m.N; n += step {
		p.Line(x(n), top+iterH, x(n), top+iterH+4, "var(--tick)", "1")
		p.Digits(x(n), top+iterH+17, 12, svg.Middle, "var(--ink-2)", words.Num(n))
	}
	p.Text(left-40, h-2, 12, svg.Left, "var(--x-ink)", "absolute")
	p.Text(w, h-2, 12, svg.Right, "var(--ink)", "in ulp")
	if m.FirstDifference >= 0 {
		p.Line(x(m.FirstDifference), top, x(m.FirstDifference), top+iterH, "var(--g)", "1.5", "stroke-dasharray", "3 3")
		anchor, at := svg.Left, x(m.FirstDifference)+5
		if x(m.FirstDifference) > w*3/4 {
			anchor, at = svg.Right, x(m.FirstDifference)-5
		}
		p.Text(at, top+10, 12, anchor, "var(--g-ink)", "step "+words.Num(m.FirstDifference)+": first difference")
	}
	curve := func(of func(d Distance) (int64, bool), zero int64, stroke, width, dash string) {
		var c plot.Curve
		for n, d := range m.Distances {
			if v, ok := of(d); d.Same || d.Far || !ok {
				c.Break()
			} else {
				c.To(x(n), y(v, zero))
			}
		}
		p.Path(c.String(), stroke, width, "stroke-dasharray", dash, "stroke-linejoin", "round", "stroke-linecap", "round")
	}
	curve(func(d Distance) (int64, bool) { return d.Log, d.Log > -1<<39 }, base, "var(--x)", "2", "0.1 4")
	curve(func(d Distance) (int64, bool) { return log2Ulps(max(d.Ulps, 1)), d.Ulps > 0 }, 0, "var(--ink)", "1.5", "none")
	if f := m.Fit; f != nil {
		at := func(n int) int { return y((f.At+f.Slope*int64(n-f.From))>>10, base) }
		p.Line(x(f.From), at(f.From), x(f.To), at(f.To), "var(--x)", "2.5", "stroke-dasharray", "7 4")
	}
	p.Line(x(look), top, x(look), top+iterH, "var(--ink)", "1")
	p.Dot(x(look), top, "3.5", "var(--ink)")
	return p.Picture(title, w, h)
}

// Orbit draws the first variable by step on both targets.
func Orbit(m *Model, look, w int) svg.Picture {
	var p svg.Pen
	const h, top = 150, 8
	title := "Both orbits"
	if len(m.Vars) == 0 {
		return p.Picture(title, w, h)
	}
	v := &m.Vars[0]
	ys, first, last := code.Heights(v.Format, h, v.Code[0], v.Code[1])
	right_ := w - 8
	steps := plot.Linear(0, float64(max(m.N, 1)), left, right_)
	x := func(n int) int { return steps.Map(float64(n)) }
	p.Line(left, top, right_, top, "var(--line)", "1")
	p.Line(left, top+h, right_, top+h, "var(--line)", "1")
	p.Digits(left-6, top+8, 12, svg.Right, "var(--ink-2)", svg.ClipLabel(words.Minus(last), 8))
	p.Digits(left-6, top+h, 12, svg.Right, "var(--ink-2)", svg.ClipLabel(words.Minus(first), 8))
	p.Line(x(look), top, x(look), top+h, "var(--ink)", "1")
	for side := 1; side >= 0; side-- {
		var c plot.Curve
		for n, y := range ys[side] {
			if y < 0 || m.N > 400 { // so many steps are dots
				c.Break()
			}
			if y >= 0 {
				c.To(x(n), top+h-y)
			}
		}
		if side == 1 {
			p.Path(c.String(), "var(--g)", "4", "stroke-linecap", "round", "stroke-linejoin", "round", "opacity", "0.6")
		} else {
			p.Path(c.String(), "var(--ink)", "1.25", "stroke-linecap", "round", "stroke-linejoin", "round")
		}
	}
	p.Text(left, top+h+20, 12, svg.Left, "var(--ink)", "A "+svg.ClipLabel(m.Columns[0].Name, min(w/10, 44)))
	if w < 500 { // one below the other
		p.Text(left, top+h+38, 12, svg.Left, "var(--g-ink)", "B "+svg.ClipLabel(m.Columns[1].Name, w/10))
		return p.Picture(title+": "+v.Name, w, top+h+46)
	}
	p.Text(right_, top+h+20, 12, svg.Right, "var(--g-ink)", "B "+svg.ClipLabel(m.Columns[1].Name, w/16))
	return p.Picture(title+": "+v.Name, w, top+h+28)
}

// bar is the answer as one line.
func bar(m *Model) string {
	if m.Problem != nil || m.Trouble != "" {
		return ""
	}
	return words.Escape(verdict(m.N, m.FirstDifference, m.Ended, m.Split))
}

// Answer is the answer in words and numbers.
func Answer(m *Model) string {
	if m.Problem != nil || m.Trouble != "" {
		if m.Trouble != "" {
			return `<p class="problem">` + words.Escape(m.Trouble) + `</p>`
		}
		return ""
	}
	var b strings.Builder
	b.WriteString(`<p class="op-why iter-verdict">` + words.Escape(verdict(m.N, m.FirstDifference, m.Ended, m.Split)) + `</p>`)
	if !m.Done {
		b.WriteString(`<p class="note">` + words.Num(m.N) + ` of ` + words.Num(int(m.In.N)) + ` steps …</p>`)
	}
	if m.Flat {
		b.WriteString(`<p class="note">` + flat + `</p>`)
	}
	if f := m.Fit; f != nil {
		b.WriteString(`<dl class="facts iter-fit"><dt>Growth</dt><dd><span class="num">` + words.Minus(f.Bits) + `</span> bits a step`)
		if f.Factor != "" {
			b.WriteString(`, a factor of <span class="num">` + f.Factor + `</span>`)
		}
		b.WriteString(`</dd><dt>` + html.Term("lyapunov", "Lyapunov exponent") + `</dt><dd><span class="num">` + words.Minus(f.Lyapunov) + `</span>, fitted from step ` + words.Num(f.From) + ` to ` + words.Num(f.To) + `</dd></dl>`)
	}
	return b.String()
}

// IterLook shows both targets at a step, bit under bit.
func IterLook(m *Model, look int) string {
	if m.Problem != nil || m.Trouble != "" || look > m.N {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<table class="expr-stack iter-stack" role="table" aria-label="Step ` + words.Num(look) + `"><thead><tr role="row"><th scope="col" role="columnheader">Step ` + words.Num(look) + `</th><th scope="col" role="columnheader">Bits</th><th scope="col" role="columnheader">Value</th></tr></thead><tbody>`)
	for i := range m.Vars {
		v := &m.Vars[i]
		mark := wide.From64(v.Code[0][look] ^ v.Code[1][look])
		for side := range m.Columns {
			d := v.Value(side, look)
			b.WriteString(`<tr role="row"><th scope="row" role="rowheader"><span class="expr-name">` + code.Side(side) + `<span class="expr-who"><i>` + words.Escape(v.Name) + `</i> <span class="dim">` + words.Escape(m.Columns[side].Name) + `</span></span></span></th><td role="cell" class="expr-bits">` + code.Bits(d, mark) +
				`</td><td role="cell" class="expr-value"><span class="num expr-big">` + words.Escape(words.Minus(d.Brief)) + `</span> <span class="num expr-hex">` + d.Hex + `</span></td></tr>`)
		}
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

// Table lists the steps around the one looked at.
func Table(m *Model, look int) string {
	if m.Problem != nil || m.Trouble != "" {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<table class="iter-table"><thead><tr><th scope="col">Step</th>`)
	for i := range m.Vars {
		for side := range m.Columns {
			b.WriteString(`<th scope="col"><i>` + words.Escape(m.Vars[i].Name) + `</i> ` + "AB"[side:side+1] + `</th>`)
		}
	}
	b.WriteString(`<th scope="col" class="n">ulp</th></tr></thead><tbody>`)
	last := -1
	for _, n := range m.Rows(look) {
		if n != last+1 {
			b.WriteString(`<tr><td colspan="` + words.Num(2+2*len(m.Vars)) + `" class="dim">…</td></tr>`)
		}
		last = n
		class := ""
		if n == look {
			class = ` class="here"`
		}
		b.WriteString(`<tr` + class + `><th scope="row"><button type="button" class="plain" data-tap="iter:` + words.Num(n) + `" aria-label="Step ` + words.Num(n) + `">` + words.Num(n) + `</button></th>`)
		for i := range m.Vars {
			v := &m.Vars[i]
			mark := wide.From64(v.Code[0][n] ^ v.Code[1][n])
			for side := range m.Columns {
				d := v.Value(side, n)
				b.WriteString(`<td class="num">` + words.Escape(words.Minus(d.Brief)) + `<span class="expr-hex">` + bits.MarkedHex(d.Hex, mark) + `</span></td>`)
			}
		}
		b.WriteString(`<td class="n num">`)
		switch d := m.Distances[n]; {
		case d.Same:
			b.WriteString(`<span class="dim">0</span>`)
		case d.Far:
			b.WriteString(`–`)
		default:
			b.WriteString(code.ApartText(d.Ulps))
		}
		b.WriteString(`</td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return html.Heading(tableTitle, tableNote) + html.TableBox(tableTitle, b.String())
}

// Figures are the plots.
func Figures(m *Model, look int) string {
	if m.Problem != nil || m.Trouble != "" {
		return ""
	}
	both := func(f func(m *Model, look, w int) svg.Picture) string {
		return html.WideNarrow(f(m, look, 1088), f(m, look, 358))
	}
	return html.Figure("iter-plot", plotTitle, both(Plot), plotCaption) + html.Figure("iter-orbit", orbitTitle, both(Orbit), orbitNote)
}
