package fma

import (
	"strings"

	"ulplab/site/kit/microscope"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// scientific writes d.ddd × 10ⁿ.
func scientific(n DecimalNumber) string {
	if n.Zero {
		return "0"
	}
	if n.Exp == "0" {
		return words.Escape(words.Minus(n.Digits))
	}
	return words.Escape(words.Minus(n.Digits)) + ` × 10<sup>` + words.Escape(words.Minus(n.Exp)) + `</sup>`
}

// decimalResults is both results of the decimal machine with their errors.
func decimalResults(d *DecimalFMA) string {
	var b strings.Builder
	one := func(name string, n DecimalNumber, e DecimalError) {
		b.WriteString(`<div><p class="op-formula num">` + name + `</p><p class="op-big num">` + scientific(n) + `</p>`)
		if e.Zero {
			b.WriteString(`<p class="fma-error">exact</p></div>`)
			return
		}
		b.WriteString(`<p class="fma-error">error <span class="num">` + words.Escape(words.Minus(e.Text)) + `</span>, <span class="num">` + words.Escape(e.Units) + `</span> units of the last digit</p></div>`)
	}
	b.WriteString(`<div class="fma-results">`)
	one("rn(rn(x × x) − 1)", d.Apart, d.ApartError)
	one("rn(x × x − 1)", d.Fused, d.FusedError)
	b.WriteString(`</div><dl class="facts"><dt>Exact x × x − 1</dt><dd class="x">` + scientific(d.Exact) + `</dd><dt>Lost by rn(x × x)</dt><dd class="g">` + scientific(d.Lost) + `</dd></dl>`)
	if d.XNote != "" {
		b.WriteString(`<p class="note">` + words.Escape(d.XNote) + `</p>`)
	}
	if d.Paper {
		b.WriteString(`<p class="notice fma-paper">` + words.Escape(decimalNote) + `</p>`)
	}
	return b.String()
}

// decimalCells is the number of decimal places beyond which the picture of the decimal machine is left out.
const decimalCells = 26

// DecimalSteps is the picture of the decimal machine, as wide as the page or on a phone one way below the other.
func DecimalSteps(d *DecimalFMA) string {
	if d == nil || len(d.ApartRows) == 0 {
		return ""
	}
	return `<div class="fma-ways"><section><h3>Two roundings: rn(rn(x × x) − 1)</h3>` + decimalWay(d.ApartRows, "two roundings").SVG() +
		`</section><section><h3>One rounding: rn(x × x − 1)</h3>` + decimalWay(d.FusedRows, "one rounding").SVG() + `</section></div>`
}

// decimalPicture is both ways as one drawing.
func decimalPicture(d *DecimalFMA) svg.Picture {
	var p svg.Pen
	a, c := decimalWay(d.ApartRows, ""), decimalWay(d.FusedRows, "")
	p.Text(0, 14, 15, svg.Left, "var(--ink)", "Two roundings: rn(rn(x × x) − 1)", "font-weight", "600")
	x := a.W + 60
	p.Text(x, 14, 15, svg.Left, "var(--ink)", "One rounding: rn(x × x − 1)", "font-weight", "600")
	for i, part := range []svg.Picture{a, c} {
		p.Open("g", "transform", "translate("+words.Num(i*x)+" 30)")
		p.B.WriteString(part.Body)
		p.Close("g")
	}
	return p.Picture(scopeTitle, x+c.W, 30+max(a.H, c.H))
}

// Measures of the decimal picture in CSS pixels.
const (
	tenLabel = 84
	tenCell  = 17
	tenRow   = 34
)

// decimalWay draws rows of decimal digits aligned at the point; digits beyond the last one kept are amber.
func decimalWay(rows []DecimalRow, title string) svg.Picture {
	var p svg.Pen
	high, low := 0, 0
	wide := false
	for _, r := range rows {
		h, l := places(r.Number)
		high, low = max(high, h), min(low, l)
		wide = wide || strings.ContainsRune(r.Number.Plain, 'e')
	}
	if wide || high-low > decimalCells {
		y := 0
		for _, r := range rows {
			p.Text(0, y+18, 14, svg.Left, "var(--ink)", r.Label, "font-weight", "600")
			p.Digits(tenLabel, y+18, 15, svg.Left, "var(--ink)", words.Minus(r.Number.Plain))
			y += tenRow
		}
		return p.Picture(title, microscope.ScopeHalf.Width, y)
	}
	at := func(place int) int {
		x := tenLabel + 18 + (high-place)*tenCell
		if place < 0 {
			x += 8 // the point
		}
		return x
	}
	y := 0
	end := at(low) + tenCell
	for _, r := range rows {
		if r.Sum {
			p.Line(tenLabel, y-4, end, y-4, "var(--ink)", "1")
		}
		p.Text(0, y+19, 14, svg.Left, "var(--ink)", r.Label, "font-weight", "600")
		decimalRow(&p, y, r, at)
		y += tenRow
	}
	return p.Picture(title, max(end+4, 300), y)
}

func decimalRow(p *svg.Pen, y int, r DecimalRow, at func(int) int) {
	s := r.Number.Plain
	if strings.HasPrefix(s, "-") {
		p.Digits(tenLabel+9, y+19, 15, svg.Middle, "var(--s-ink)", "−")
		s = s[1:]
	}
	whole, frac, _ := strings.Cut(s, ".")
	if r.Result && !r.Number.Zero { // every digit that the machine keeps, zeros included
		frac += strings.Repeat("0", max(0, digitCount(r.Number)-1-r.Number.Place-len(frac)))
	}
	if frac != "" {
		p.Digits(at(-1)-4, y+19, 16, svg.Middle, "var(--ink)", ".")
	}
	for i, c := range whole + frac {
		place := len(whole) - 1 - i
		fill, stroke, ink := "none", "var(--t)", "var(--ink)"
		leading := place > r.Number.Place
		switch {
		case r.Number.Zero || leading:
			stroke, ink = "none", "var(--ink-2)"
		case r.Rounds && place < r.Cut:
			fill, stroke, ink = "var(--g-tint)", "var(--g)", "var(--g-ink)"
		case r.Result:
			fill = "var(--t-tint)"
		}
		p.Rect(at(place)+1, y, tenCell-2, 26, 2, fill, stroke)
		p.Digits(at(place)+tenCell/2, y+19, 15, svg.Middle, ink, string(c))
	}
	if r.Rounds && !r.Number.Zero && -len(frac) < r.Cut {
		x := at(r.Cut-1) - 1
		if r.Cut == 0 {
			x -= 4
		}
		p.Line(x, y-3, x, y+29, "var(--ink)", "1.5")
	}
}

// places returns the decimal places of the first and the last digit in plain notation.
func places(n DecimalNumber) (high, low int) {
	whole, frac, _ := strings.Cut(strings.TrimPrefix(n.Plain, "-"), ".")
	low = -len(frac)
	if !n.Zero {
		low = min(low, n.Place-digitCount(n)+1)
	}
	return len(whole) - 1, low
}

// digitCount returns the number of digits that a number was written with.
func digitCount(n DecimalNumber) int {
	return len(n.Digits) - strings.Count(n.Digits, ".") - strings.Count(n.Digits, "-")
}
