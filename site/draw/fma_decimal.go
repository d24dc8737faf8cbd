package draw

import (
	"strings"

	"ulplab/site/model"
	"ulplab/site/prose"
)

// scientific writes d.ddd × 10ⁿ.
func scientific(n model.DecimalNumber) string {
	if n.Zero {
		return "0"
	}
	if n.Exp == "0" {
		return Escape(Minus(n.Digits))
	}
	return Escape(Minus(n.Digits)) + ` × 10<sup>` + Escape(Minus(n.Exp)) + `</sup>`
}

// decimalResults is both results of the decimal machine with their errors.
func decimalResults(d *model.DecimalFMA) string {
	var b strings.Builder
	one := func(name string, n model.DecimalNumber, e model.DecimalError) {
		b.WriteString(`<div><p class="op-formula num">` + name + `</p><p class="op-big num">` + scientific(n) + `</p>`)
		if e.Zero {
			b.WriteString(`<p class="fma-error">exact</p></div>`)
			return
		}
		b.WriteString(`<p class="fma-error">error <span class="num">` + Escape(Minus(e.Text)) + `</span>, <span class="num">` + Escape(e.Units) + `</span> units of the last digit</p></div>`)
	}
	b.WriteString(`<div class="fma-results">`)
	one("rn(rn(x × x) − 1)", d.Apart, d.ApartError)
	one("rn(x × x − 1)", d.Fused, d.FusedError)
	b.WriteString(`</div><dl class="facts"><dt>Exact x × x − 1</dt><dd class="x">` + scientific(d.Exact) + `</dd><dt>Lost by rn(x × x)</dt><dd class="g">` + scientific(d.Lost) + `</dd></dl>`)
	if d.XNote != "" {
		b.WriteString(`<p class="note">` + Escape(d.XNote) + `</p>`)
	}
	if d.Paper {
		b.WriteString(`<p class="notice fma-paper">` + Escape(prose.FMADecimalNote) + `</p>`)
	}
	return b.String()
}

// decimalCells is the number of decimal places beyond which the picture of the decimal machine is left out.
const decimalCells = 26

// DecimalSteps is the picture of the decimal machine, as wide as the page or on a phone one way below the other.
func DecimalSteps(d *model.DecimalFMA) string {
	if d == nil || len(d.ApartRows) == 0 {
		return ""
	}
	return `<div class="fma-ways"><section><h3>Two roundings: rn(rn(x × x) − 1)</h3>` + decimalWay(d.ApartRows, "two roundings").SVG() +
		`</section><section><h3>One rounding: rn(x × x − 1)</h3>` + decimalWay(d.FusedRows, "one rounding").SVG() + `</section></div>`
}

// decimalPicture is both ways as one drawing.
func decimalPicture(d *model.DecimalFMA) Picture {
	var p pen
	a, c := decimalWay(d.ApartRows, ""), decimalWay(d.FusedRows, "")
	p.text(0, 14, 15, left, "var(--ink)", "Two roundings: rn(rn(x × x) − 1)", "font-weight", "600")
	x := a.W + 60
	p.text(x, 14, 15, left, "var(--ink)", "One rounding: rn(x × x − 1)", "font-weight", "600")
	for i, part := range []Picture{a, c} {
		p.open("g", "transform", "translate("+num(i*x)+" 30)")
		p.b.WriteString(part.Body)
		p.close("g")
	}
	return p.picture(prose.FMAScopeTitle, x+c.W, 30+max(a.H, c.H))
}

// Measures of the decimal picture in CSS pixels.
const (
	tenLabel = 84
	tenCell  = 17
	tenRow   = 34
)

// decimalWay draws rows of decimal digits aligned at the point; digits beyond the last one kept are amber.
func decimalWay(rows []model.DecimalRow, title string) Picture {
	var p pen
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
			p.text(0, y+18, 14, left, "var(--ink)", r.Label, "font-weight", "600")
			p.digits(tenLabel, y+18, 15, left, "var(--ink)", Minus(r.Number.Plain))
			y += tenRow
		}
		return p.picture(title, ScopeHalf.Width, y)
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
			p.line(tenLabel, y-4, end, y-4, "var(--ink)", "1")
		}
		p.text(0, y+19, 14, left, "var(--ink)", r.Label, "font-weight", "600")
		p.decimalRow(y, r, at)
		y += tenRow
	}
	return p.picture(title, max(end+4, 300), y)
}

func (p *pen) decimalRow(y int, r model.DecimalRow, at func(int) int) {
	s := r.Number.Plain
	if strings.HasPrefix(s, "-") {
		p.digits(tenLabel+9, y+19, 15, middle, "var(--s-ink)", "−")
		s = s[1:]
	}
	whole, frac, _ := strings.Cut(s, ".")
	if r.Result && !r.Number.Zero { // every digit that the machine keeps, zeros included
		frac += strings.Repeat("0", max(0, digitCount(r.Number)-1-r.Number.Place-len(frac)))
	}
	if frac != "" {
		p.digits(at(-1)-4, y+19, 16, middle, "var(--ink)", ".")
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
		p.rect(at(place)+1, y, tenCell-2, 26, 2, fill, stroke)
		p.digits(at(place)+tenCell/2, y+19, 15, middle, ink, string(c))
	}
	if r.Rounds && !r.Number.Zero && -len(frac) < r.Cut {
		x := at(r.Cut-1) - 1
		if r.Cut == 0 {
			x -= 4
		}
		p.line(x, y-3, x, y+29, "var(--ink)", "1.5")
	}
}

// places returns the decimal places of the first and the last digit in plain notation.
func places(n model.DecimalNumber) (high, low int) {
	whole, frac, _ := strings.Cut(strings.TrimPrefix(n.Plain, "-"), ".")
	low = -len(frac)
	if !n.Zero {
		low = min(low, n.Place-digitCount(n)+1)
	}
	return len(whole) - 1, low
}

// digitCount returns the number of digits that a number was written with.
func digitCount(n model.DecimalNumber) int {
	return len(n.Digits) - strings.Count(n.Digits, ".") - strings.Count(n.Digits, "-")
}
