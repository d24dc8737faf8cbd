//go:build !opening

package draw

import (
	"strings"

	"ulplab/fpcore/wide"
	"ulplab/site/model"
	"ulplab/site/prose"
)

// The measures of the plots.
const (
	iterH    = 240
	iterLeft = 64
)

// IterPlot draws the logarithms of the distances by step.
func IterPlot(m *model.Iter, look, w int) Picture {
	var p pen
	const top, bottom = 12, 30
	h := iterH + top + bottom
	title := "Distance of " + m.Columns[0].Name + " and " + m.Columns[1].Name + " by step"
	low, high := int64(1<<40), int64(-1<<40) // of the absolute distance, in 2^-10
	ulps := int64(0)
	for _, d := range m.Apart {
		if d.Same || d.Far {
			continue
		}
		low, high, ulps = min(low, d.Log), max(high, d.Log), max(ulps, model.Log2Ulps(max(d.Ulps, 1)))
	}
	if low > high {
		p.text(w/2, h/2, 14, middle, "var(--ink-2)", "The bits are the same in every step.")
		return p.picture(title, w, h)
	}
	span := max((high-low+1023)/1024, (ulps+1023)/1024, 4) // bits
	base := low >> 10
	right_ := w - iterLeft
	x := func(n int) int { return iterLeft + (right_-iterLeft)*n/max(m.N, 1) }
	y := func(log int64, zero int64) int { return top + iterH - int((log-zero*1024)*iterH/(span*1024)) }
	every := int64(1)
	for span/every > 8 {
		every *= 2
	}
	for k := int64(0); k <= span; k += every {
		yy := y(k*1024, 0)
		p.line(iterLeft, yy, right_, yy, "var(--line)", "1")
		p.digits(iterLeft-6, yy+4, 12, right, "var(--x-ink)", "2"+superscript(base+k))
		p.digits(right_+6, yy+4, 12, left, "var(--ink)", powerOf(int(k)))
	}
	step := 1
	for m.N/step > 10 {
		step *= 10
		if m.N/step < 4 {
			step /= 2
		}
	}
	for n := 0; n <= m.N; n += step {
		p.line(x(n), top+iterH, x(n), top+iterH+4, "var(--tick)", "1")
		p.digits(x(n), top+iterH+17, 12, middle, "var(--ink-2)", num(n))
	}
	p.text(iterLeft-40, h-2, 12, left, "var(--x-ink)", "absolute")
	p.text(w, h-2, 12, right, "var(--ink)", "in ulp")
	if m.Parted >= 0 {
		p.line(x(m.Parted), top, x(m.Parted), top+iterH, "var(--g)", "1.5", "stroke-dasharray", "3 3")
		anchor, at := left, x(m.Parted)+5
		if x(m.Parted) > w*3/4 {
			anchor, at = right, x(m.Parted)-5
		}
		p.text(at, top+10, 12, anchor, "var(--g-ink)", "step "+num(m.Parted)+": first difference")
	}
	curve := func(of func(d model.IterApart) (int64, bool), zero int64, stroke, width, dash string) {
		var b strings.Builder
		on := false
		for n, d := range m.Apart {
			v, ok := of(d)
			if d.Same || d.Far || !ok {
				on = false
				continue
			}
			if on {
				b.WriteByte('L')
			} else {
				b.WriteByte('M')
			}
			b.WriteString(pt(x(n), y(v, zero)))
			if !on {
				b.WriteString("h.01")
			}
			on = true
		}
		p.path(b.String(), stroke, width, "stroke-dasharray", dash, "stroke-linejoin", "round", "stroke-linecap", "round")
	}
	curve(func(d model.IterApart) (int64, bool) { return d.Log, d.Log > -1<<39 }, base, "var(--x)", "2", "0.1 4")
	curve(func(d model.IterApart) (int64, bool) { return model.Log2Ulps(max(d.Ulps, 1)), d.Ulps > 0 }, 0, "var(--ink)", "1.5", "none")
	if f := m.Fit; f != nil {
		at := func(n int) int { return y((f.At+f.Slope*int64(n-f.From))>>10, base) }
		p.line(x(f.From), at(f.From), x(f.To), at(f.To), "var(--x)", "2.5", "stroke-dasharray", "7 4")
	}
	p.line(x(look), top, x(look), top+iterH, "var(--ink)", "1")
	p.dot(x(look), top, "3.5", "var(--ink)")
	return p.picture(title, w, h)
}

// IterOrbit draws the first variable by step on both targets.
func IterOrbit(m *model.Iter, look, w int) Picture {
	var p pen
	const h, top = 150, 8
	title := "Both orbits"
	if len(m.Vars) == 0 {
		return p.picture(title, w, h)
	}
	v := &m.Vars[0]
	ys, first, last := model.Heights(v.Format, h, v.Code[0], v.Code[1])
	right_ := w - 8
	x := func(n int) int { return iterLeft + (right_-iterLeft)*n/max(m.N, 1) }
	p.line(iterLeft, top, right_, top, "var(--line)", "1")
	p.line(iterLeft, top+h, right_, top+h, "var(--line)", "1")
	p.digits(iterLeft-6, top+8, 12, right, "var(--ink-2)", clipLabel(Minus(last), 8))
	p.digits(iterLeft-6, top+h, 12, right, "var(--ink-2)", clipLabel(Minus(first), 8))
	p.line(x(look), top, x(look), top+h, "var(--ink)", "1")
	for side := 1; side >= 0; side-- {
		var b strings.Builder
		on := false
		for n, y := range ys[side] {
			if y < 0 {
				on = false
				continue
			}
			if on && m.N <= 400 {
				b.WriteString("L" + pt(x(n), top+h-y))
			} else {
				b.WriteString("M" + pt(x(n), top+h-y) + "h.01")
			}
			on = true
		}
		if side == 1 {
			p.path(b.String(), "var(--g)", "4", "stroke-linecap", "round", "stroke-linejoin", "round", "opacity", "0.6")
		} else {
			p.path(b.String(), "var(--ink)", "1.25", "stroke-linecap", "round", "stroke-linejoin", "round")
		}
	}
	p.text(iterLeft, top+h+20, 12, left, "var(--ink)", "A "+clipLabel(m.Columns[0].Name, min(w/10, 44)))
	if w < 500 { // one below the other
		p.text(iterLeft, top+h+38, 12, left, "var(--g-ink)", "B "+clipLabel(m.Columns[1].Name, w/10))
		return p.picture(title+": "+v.Name, w, top+h+46)
	}
	p.text(right_, top+h+20, 12, right, "var(--g-ink)", "B "+clipLabel(m.Columns[1].Name, w/16))
	return p.picture(title+": "+v.Name, w, top+h+28)
}

// IterBar is the answer as one line.
func IterBar(m *model.Iter) string {
	if m.Problem != nil || m.Trouble != "" {
		return ""
	}
	return Escape(prose.IterVerdict(m.N, m.Parted, m.Ended, m.Split))
}

// IterAnswer is the answer in words and numbers.
func IterAnswer(m *model.Iter) string {
	if m.Problem != nil || m.Trouble != "" {
		if m.Trouble != "" {
			return `<p class="problem">` + Escape(m.Trouble) + `</p>`
		}
		return ""
	}
	var b strings.Builder
	b.WriteString(`<p class="op-why iter-verdict">` + Escape(prose.IterVerdict(m.N, m.Parted, m.Ended, m.Split)) + `</p>`)
	if !m.Done {
		b.WriteString(`<p class="note">` + num(m.N) + ` of ` + num(int(m.In.N)) + ` steps …</p>`)
	}
	if m.Flat {
		b.WriteString(`<p class="note">` + prose.IterFlat + `</p>`)
	}
	if f := m.Fit; f != nil {
		b.WriteString(`<dl class="facts iter-fit"><dt>Growth</dt><dd><span class="num">` + Minus(f.Bits) + `</span> bits a step`)
		if f.Factor != "" {
			b.WriteString(`, a factor of <span class="num">` + f.Factor + `</span>`)
		}
		b.WriteString(`</dd><dt>` + Term("lyapunov", "Lyapunov exponent") + `</dt><dd><span class="num">` + Minus(f.Lyapunov) + `</span>, fitted from step ` + num(f.From) + ` to ` + num(f.To) + `</dd></dl>`)
	}
	return b.String()
}

// IterLook shows both targets at a step, bit under bit.
func IterLook(m *model.Iter, look int) string {
	if m.Problem != nil || m.Trouble != "" || look > m.N {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<table class="expr-stack iter-stack" role="table"><thead><tr role="row"><th scope="col" role="columnheader">Step ` + num(look) + `</th><th scope="col" role="columnheader">Bits</th><th scope="col" role="columnheader">Value</th></tr></thead><tbody>`)
	for i := range m.Vars {
		v := &m.Vars[i]
		mark := wide.From64(v.Code[0][look] ^ v.Code[1][look])
		for side := range m.Columns {
			d := v.Value(side, look)
			b.WriteString(`<tr role="row"><th scope="row" role="rowheader"><span class="expr-name">` + exprSide(side) + `<span class="expr-who"><i>` + Escape(v.Name) + `</i> <span class="dim">` + Escape(m.Columns[side].Name) + `</span></span></span></th><td role="cell" class="expr-bits">` + ExprBits(d, mark) +
				`</td><td role="cell" class="expr-value"><span class="num expr-big">` + Escape(Minus(d.Brief)) + `</span> <span class="num expr-hex">` + d.Hex + `</span></td></tr>`)
		}
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

// IterTable lists the steps around the one looked at.
func IterTable(m *model.Iter, look int) string {
	if m.Problem != nil || m.Trouble != "" {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<table class="iter-table"><thead><tr><th scope="col">Step</th>`)
	for i := range m.Vars {
		for side := range m.Columns {
			b.WriteString(`<th scope="col"><i>` + Escape(m.Vars[i].Name) + `</i> ` + "AB"[side:side+1] + `</th>`)
		}
	}
	b.WriteString(`<th scope="col" class="n">ulp</th></tr></thead><tbody>`)
	last := -1
	for _, n := range m.Rows(look) {
		if n != last+1 {
			b.WriteString(`<tr><td colspan="` + num(2+2*len(m.Vars)) + `" class="dim">…</td></tr>`)
		}
		last = n
		class := ""
		if n == look {
			class = ` class="here"`
		}
		b.WriteString(`<tr` + class + `><th scope="row"><button type="button" class="plain" data-tap="iter:` + num(n) + `" aria-label="Step ` + num(n) + `">` + num(n) + `</button></th>`)
		for i := range m.Vars {
			v := &m.Vars[i]
			mark := wide.From64(v.Code[0][n] ^ v.Code[1][n])
			for side := range m.Columns {
				d := v.Value(side, n)
				b.WriteString(`<td class="num">` + Escape(Minus(d.Brief)) + `<span class="expr-hex">` + markedHex(d.Hex, mark) + `</span></td>`)
			}
		}
		b.WriteString(`<td class="n num">`)
		switch d := m.Apart[n]; {
		case d.Same:
			b.WriteString(`<span class="dim">0</span>`)
		case d.Far:
			b.WriteString(`–`)
		default:
			b.WriteString(apartText(d.Ulps))
		}
		b.WriteString(`</td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return Heading(prose.IterTableTitle, prose.IterTableNote) + TableBox(prose.IterTableTitle, b.String())
}

// IterFigures are the plots.
func IterFigures(m *model.Iter, look int) string {
	if m.Problem != nil || m.Trouble != "" {
		return ""
	}
	both := func(f func(m *model.Iter, look, w int) Picture) string {
		return `<div class="op-wide">` + f(m, look, 1088).SVG() + `</div><div class="op-narrow">` + f(m, look, 358).SVG() + `</div>`
	}
	return Figure("iter-plot", prose.IterPlotTitle, both(IterPlot), prose.IterPlotCaption) + Figure("iter-orbit", prose.IterOrbitTitle, both(IterOrbit), prose.IterOrbitNote)
}
