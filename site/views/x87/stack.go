package x87

import (
	"ulplab/site/kit/bits"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// stack draws the registers before and after the instruction shown, 80 bits each: in one row, or, narrow, in three
// rows of at most 32 cells.
func stack(m Model, narrow bool) svg.Picture {
	var p svg.Pen
	w, y := 1088, 0
	if narrow {
		w = 362
	}
	part := func(title string, regs []Reg) {
		p.Text(0, y+13, 13, svg.Left, "var(--ink-2)", title)
		if !narrow && len(regs) > 0 {
			for i, x := range [4]int{46, 60, 221, 235} {
				h := bits.Hues[i]
				p.Text(x, y+13, 12, svg.Left, h.Ink, [4]string{"S", "E biased exponent", "I", "T fraction, 63 bits"}[i])
			}
		}
		y += 22
		if len(regs) == 0 {
			p.Text(0, y+13, 13, svg.Left, "var(--ink-2)", "all registers are empty")
			y += 26
		}
		for _, r := range regs {
			y = register(&p, r, y, narrow)
		}
		y += 12
	}
	part("before", m.Before)
	part("after", m.After)
	return p.Picture(regsTitle, w, y-12)
}

// register draws one register at y and returns where the next begins.
func register(p *svg.Pen, r Reg, y int, narrow bool) int {
	ink, weight := "var(--ink)", "400"
	if r.Changed {
		weight = "650"
	}
	const cell, height = 10, 20
	x, start := 46, 46
	if narrow {
		p.Digits(0, y+14, 13, svg.Left, ink, r.Name, "font-weight", weight)
		p.Digits(362, y+14, 13, svg.Right, ink, words.Minus(r.Value), "font-weight", weight)
		x, start = 0, 0
		y += 21
	} else {
		p.Digits(0, y+14, 13, svg.Left, ink, r.Name, "font-weight", weight)
	}
	if narrow {
		p.Text(206, y+13, 12, svg.Left, "var(--ink-2)", "S, E; below: I, T")
	}
	count := 0
	for _, f := range r.Bits.Fields {
		h := bits.Hues[f.Kind]
		for i, b := range f.Bits {
			if narrow && (count == 16 || count == 48) {
				x, y = start, y+height+3
			}
			fill, digit, color := "none", "0", "var(--ink-2)"
			if b.One {
				fill, digit, color = h.Tint, "1", h.Ink
			}
			p.Rect(x, y, cell-1, height-3, 2, fill, h.Stroke, "stroke-width", "0.75", "stroke-opacity", bits.Opacity(b.One))
			p.Digits(x+cell/2, y+13, 12, svg.Middle, color, digit)
			x += cell
			count++
			if rest := len(f.Bits) - 1 - i; rest > 0 && rest%4 == 0 && f.Kind != bits.Sign {
				x += 2
			}
		}
		x += 4
	}
	if !narrow {
		size, spacing := 13, "0"
		switch n := len([]rune(r.Value)); {
		case n > 25: // the longest, with their exponents, fit beside the bits no other way
			size, spacing = 12, "-0.7"
		case n > 21:
			size = 12
		}
		p.Digits(1088, y+14, size, svg.Right, ink, words.Minus(r.Value), "font-weight", weight, "letter-spacing", spacing)
	}
	return y + height + 5
}

// The measures of the picture of two roundings.
const (
	twiceW  = 720
	twiceX0 = 90
	twiceX1 = 630
)

// x87Twice draws both roundings on the line of the type, and the surroundings of the exact value magnified to the
// numbers of the register.
func x87Twice(m Model, narrow bool) svg.Picture {
	r := m.Rounding
	if r == nil || !r.Drawn {
		return svg.Picture{Title: twiceTitle}
	}
	var p svg.Pen
	w, x0, x1 := twiceW, twiceX0, twiceX1
	if narrow {
		w, x0, x1 = 362, 40, 322
	}
	at := func(pos int) int { return x0 + (x1-x0)*pos/numberline.Unit }
	y := 86
	// The line of the type.
	p.Line(0, y, w, y, "var(--tick)", "1")
	for i, t := range [2]numberline.Tick{r.Low, r.High} {
		x := [2]int{x0, x1}[i]
		p.Line(x, y-12, x, y+12, "var(--ink)", "1.5")
		lx, a := svg.ClampText(x, w, t.Label), svg.Middle
		if narrow {
			lx, a = []int{0, w}[i], []svg.Anchor{svg.Left, svg.Right}[i]
		}
		p.Digits(lx, y+30, 12, a, "var(--ink)", words.Minus(t.Label))
		p.Digits(lx, y+46, 12, a, "var(--ink-2)", t.Note)
	}
	mid := (x0 + x1) / 2
	p.Line(mid, y-5, mid, y+5, "var(--tick)", "1")
	// One rounding from the exact value, dashed; two from the register.
	ex, fx := at(r.ExactAt), at(r.FirstAt)
	p.Line(ex, y-26, ex, y+8, "var(--x)", "1.5")
	arc(&p, ex, at(r.DirectAt), y-26, 24, "var(--x)", "1.5", "stroke-dasharray", "4 3")
	arc(&p, fx, at(r.SecondAt), y+8, -16, "var(--t)", "2")
	p.Dot(fx, y, "4.5", "var(--g)")
	p.Dot(at(r.SecondAt), y, "6", "var(--t)")
	if r.Double {
		p.Dot(at(r.DirectAt), y, "6", "var(--bg)", "stroke", "var(--x)", "stroke-width", "2")
	}
	once := "rounded once, from the exact value: "
	if narrow {
		once = "rounded once: "
	}
	once += words.Minus(r.Direct.Brief)
	p.Text(svg.ClampText(ex, w, once), 14, 12, svg.Middle, "var(--x-ink)", once)
	p.Text(mid, y+66, 12, svg.Middle, "var(--t-ink)", "rounded twice, through "+words.Num(r.Bits)+" bits: "+words.Minus(r.Second.Brief))
	p.Raised(mid, y+84, 12, svg.Middle, "var(--ink-2)", r.Gap)
	y += 102
	if !r.Zoom {
		return p.Picture(twiceTitle, w, y)
	}
	// The magnified piece.
	below := y + 112
	p.Path("M"+words.Num(ex-3)+" "+words.Num(y-8)+" L"+words.Num(x0-30)+" "+words.Num(below-66)+" M"+words.Num(ex+3)+" "+words.Num(y-8)+" L"+words.Num(x1+30)+" "+words.Num(below-66), "var(--line)", "1")
	p.Text(w/2, below-53, 12, svg.Middle, "var(--ink-2)", "magnified: the numbers of "+words.Num(r.Bits)+" bits around the exact value")
	p.Line(0, below, w, below, "var(--tick)", "1")
	row := 30 // of the labels; two of them fill the line of a phone
	for i, label := range r.ZoomLabels {
		x := [2]int{x0, x1}[i]
		p.Line(x, below-12, x, below+12, "var(--g)", "1.5")
		lx, a := svg.ClampText(x, w, label), svg.Middle
		if narrow {
			lx, a, row = []int{0, w}[i], []svg.Anchor{svg.Left, svg.Right}[i], 30+16*i
		}
		p.Raised(lx, below+row, 12, a, "var(--g-ink)", label)
	}
	zx, zf := at(r.ZoomExactAt), at(r.ZoomFirstAt)
	p.Line(zx, below-24, zx, below+8, "var(--x)", "1.5")
	label := "exact"
	if r.Lost != "" {
		label = "exact − mark = " + r.Lost
	}
	p.Raised(svg.ClampText(zx, w, label), below-32, 12, svg.Middle, "var(--x-ink)", words.Minus(label))
	if svg.Abs(zx-zf) > 12 {
		arc(&p, zx, zf, below-24, 22, "var(--g)", "2")
	}
	p.Dot(zf, below, "6", "var(--g)")
	p.Raised(w/2, below+row+20, 12, svg.Middle, "var(--ink-2)", r.ZoomGap)
	return p.Picture(twiceTitle, w, below+row+28)
}

// arc draws an arrow's path from one mark to another, bulging by rise above (below if negative) y.
func arc(p *svg.Pen, from, to, y, rise int, stroke, width string, more ...string) {
	p.Path("M"+words.Num(from)+" "+words.Num(y)+" Q"+words.Num((from+to)/2)+" "+words.Num(y-2*rise)+" "+words.Num(to)+" "+words.Num(y+rise/3), stroke, width, more...)
}
