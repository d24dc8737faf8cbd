//go:build !opening

package draw

import (
	"ulplab/site/model"
	"ulplab/site/prose"
)

// X87Stack draws the registers before and after the instruction shown, 80 bits each: in one row, or, narrow, in three
// rows of at most 32 cells.
func X87Stack(m model.X87, narrow bool) Picture {
	var p pen
	w, y := 1088, 0
	if narrow {
		w = 362
	}
	part := func(title string, regs []model.X87Reg) {
		p.text(0, y+13, 13, left, "var(--ink-2)", title)
		if !narrow && len(regs) > 0 {
			for i, x := range [4]int{56, 71, 233, 248} {
				h := hues[i]
				p.text(x, y+13, 12, left, h.ink, [4]string{"S", "E biased exponent", "I", "T fraction, 63 bits"}[i])
			}
		}
		y += 22
		if len(regs) == 0 {
			p.text(0, y+13, 13, left, "var(--ink-2)", "all registers are empty")
			y += 26
		}
		for _, r := range regs {
			y = p.register(r, y, narrow)
		}
		y += 12
	}
	part("before", m.Before)
	part("after", m.After)
	return p.picture(prose.X87RegsTitle, w, y-12)
}

// register draws one register at y and returns where the next begins.
func (p *pen) register(r model.X87Reg, y int, narrow bool) int {
	ink, weight := "var(--ink)", "400"
	if r.Changed {
		weight = "650"
	}
	const cell, height = 10, 20
	x, start := 56, 56
	if narrow {
		p.digits(0, y+14, 13, left, ink, r.Name, "font-weight", weight)
		p.digits(362, y+14, 13, right, ink, Minus(r.Value), "font-weight", weight)
		x, start = 0, 0
		y += 21
	} else {
		p.digits(0, y+14, 13, left, ink, r.Name, "font-weight", weight)
	}
	if narrow {
		p.text(206, y+13, 12, left, "var(--ink-2)", "S, E; below: I, T")
	}
	count := 0
	for _, f := range r.Bits.Fields {
		h := hues[f.Kind]
		for i, b := range f.Bits {
			if narrow && (count == 16 || count == 48) {
				x, y = start, y+height+3
			}
			fill, digit, color := "none", "0", "var(--ink-2)"
			if b.One {
				fill, digit, color = h.tint, "1", h.ink
			}
			p.rect(x, y, cell-1, height-3, 2, fill, h.stroke, "stroke-width", "0.75", "stroke-opacity", opacity(b.One))
			p.digits(x+cell/2, y+13, 12, middle, color, digit)
			x += cell
			count++
			if rest := len(f.Bits) - 1 - i; rest > 0 && rest%4 == 0 && f.Kind != model.Sign {
				x += 2
			}
		}
		x += 5
	}
	if !narrow {
		size := 13
		if n := len([]rune(r.Value)); n > 21 {
			size = 12
		}
		p.digits(1088, y+14, size, right, ink, Minus(r.Value), "font-weight", weight)
	}
	return y + height + 5
}

// The measures of the picture of two roundings.
const (
	twiceW  = 720
	twiceX0 = 90
	twiceX1 = 630
)

// X87Twice draws both roundings on the line of the type, and the surroundings of the exact value magnified to the
// numbers of the register.
func X87Twice(m model.X87, narrow bool) Picture {
	r := m.Rounding
	if r == nil || !r.Drawn {
		return Picture{Title: prose.X87TwiceTitle}
	}
	var p pen
	w, x0, x1 := twiceW, twiceX0, twiceX1
	if narrow {
		w, x0, x1 = 362, 40, 322
	}
	at := func(pos int) int { return x0 + (x1-x0)*pos/model.LineUnit }
	y := 86
	// The line of the type.
	p.line(0, y, w, y, "var(--tick)", "1")
	for i, t := range [2]model.Tick{r.Low, r.High} {
		x := [2]int{x0, x1}[i]
		p.line(x, y-12, x, y+12, "var(--ink)", "1.5")
		lx, a := clampText(x, w, t.Label), middle
		if narrow {
			lx, a = []int{0, w}[i], []anchor{left, right}[i]
		}
		p.digits(lx, y+30, 12, a, "var(--ink)", Minus(t.Label))
		p.digits(lx, y+46, 12, a, "var(--ink-2)", t.Note)
	}
	mid := (x0 + x1) / 2
	p.line(mid, y-5, mid, y+5, "var(--tick)", "1")
	// One rounding from the exact value, dashed; two from the register.
	ex, fx := at(r.ExactAt), at(r.FirstAt)
	p.line(ex, y-26, ex, y+8, "var(--x)", "1.5")
	p.arc(ex, at(r.DirectAt), y-26, 24, "var(--x)", "1.5", "stroke-dasharray", "4 3")
	p.arc(fx, at(r.SecondAt), y+8, -16, "var(--t)", "2")
	p.dot(fx, y, "4.5", "var(--g)")
	p.dot(at(r.SecondAt), y, "6", "var(--t)")
	if r.Double {
		p.dot(at(r.DirectAt), y, "6", "var(--bg)", "stroke", "var(--x)", "stroke-width", "2")
	}
	p.text(clampText(ex, w, "rounded once"), 14, 12, middle, "var(--x-ink)", "rounded once, from the exact value: "+Minus(r.Direct.Brief))
	p.text(mid, y+66, 12, middle, "var(--t-ink)", "rounded twice, through "+num(r.Bits)+" bits: "+Minus(r.Second.Brief))
	p.raised(mid, y+84, 12, middle, "var(--ink-2)", r.Gap)
	y += 102
	if !r.Zoom {
		return p.picture(prose.X87TwiceTitle, w, y)
	}
	// The magnified piece.
	below := y + 84
	p.path("M"+num(ex-3)+" "+num(y-12)+" L"+num(x0-30)+" "+num(below-34)+" M"+num(ex+3)+" "+num(y-12)+" L"+num(x1+30)+" "+num(below-34), "var(--line)", "1")
	p.text(w/2, y+18, 12, middle, "var(--ink-2)", "magnified: the numbers of "+num(r.Bits)+" bits around the exact value")
	p.line(0, below, w, below, "var(--tick)", "1")
	for i, label := range r.ZoomLabels {
		x := [2]int{x0, x1}[i]
		p.line(x, below-12, x, below+12, "var(--g)", "1.5")
		lx, a := clampText(x, w, label), middle
		if narrow {
			lx, a = []int{0, w}[i], []anchor{left, right}[i]
		}
		p.raised(lx, below+30, 12, a, "var(--g-ink)", label)
	}
	zx, zf := at(r.ZoomExactAt), at(r.ZoomFirstAt)
	p.line(zx, below-24, zx, below+8, "var(--x)", "1.5")
	label := "exact"
	if r.Lost != "" {
		label = "exact − mark = " + r.Lost
	}
	p.raised(clampText(zx, w, label), below-32, 12, middle, "var(--x-ink)", Minus(label))
	if abs(zx-zf) > 12 {
		p.arc(zx, zf, below-24, 22, "var(--g)", "2")
	}
	p.dot(zf, below, "6", "var(--g)")
	p.raised(w/2, below+50, 12, middle, "var(--ink-2)", r.ZoomGap)
	return p.picture(prose.X87TwiceTitle, w, below+58)
}

// arc draws an arrow's path from one mark to another, bulging by rise above (below if negative) y.
func (p *pen) arc(from, to, y, rise int, stroke, width string, more ...string) {
	p.path("M"+num(from)+" "+num(y)+" Q"+num((from+to)/2)+" "+num(y-2*rise)+" "+num(to)+" "+num(y+rise/3), stroke, width, more...)
}
