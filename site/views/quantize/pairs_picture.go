package quantize

import (
	"strings"

	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// token is the colour of a class; rounded results are mixed with the background by their error.
func (c Class) token() string {
	return [classes]string{"--e-tint", "--t", "--g", "--x", "--s", "--tick"}[c]
}

// shades is how many tints a saved picture has for a class.
const shades = 6

// tint is the part of a class's colour, of shades.
func (t *Table) tint(k int) int {
	if c := t.Class[k]; c == Rounded || c == Tiny {
		return 1 + int(t.Shade[k])*(shades-1)/256
	}
	return shades
}

// pairsInk returns the colours of a theme by class and shade.
func pairsInk(dark bool) (ink [classes][256]uint32) {
	back := svg.Colour("--bg", dark)
	for c := range Class(classes) {
		full := svg.Colour(c.token(), dark)
		for k := range 256 {
			ink[c][k] = full.Pixel()
			if c == Rounded || c == Tiny {
				ink[c][k] = svg.Mix(back, full, 0.15+0.85*float64(k)/255).Pixel()
			}
		}
	}
	return ink
}

// pairsPixels draws the window of a Pairs into w by h pixels.
func pairsPixels(t *Table, p Pairs, w, h int, dark bool, pix []uint32) []uint32 {
	if cap(pix) < w*h {
		pix = make([]uint32, w*h)
	}
	pix = pix[:w*h]
	ink := pairsInk(dark)
	mark := svg.Colour("--ink", dark).Pixel()
	x0, y0, span := p.Window()
	for y := range h {
		row := y0 + span - 1 - y*span/h
		for x := range w {
			k := row*t.N + x0 + x*span/w
			pix[y*w+x] = ink[t.Class[k]][t.Shade[k]]
		}
	}
	// A frame around what is looked at, and lines to the edges.
	px, py := int(p.X)-x0, int(p.Y)-y0
	if px < 0 || py < 0 || px >= span || py >= span {
		return pix
	}
	left, right := px*w/span-1, (px+1)*w/span
	top, bottom := (span-1-py)*h/span-1, (span-py)*h/span
	for x := max(left, 0); x <= min(right, w-1); x++ {
		pix[max(top, 0)*w+x], pix[min(bottom, h-1)*w+x] = mark, mark
	}
	for y := max(top, 0); y <= min(bottom, h-1); y++ {
		pix[y*w+max(left, 0)], pix[y*w+min(right, w-1)] = mark, mark
	}
	return pix
}

// PairsPicture draws the window as marks, for a file.
func PairsPicture(t *Table, p Pairs) svg.Picture {
	var pen svg.Pen
	const left, top, side = 8, 8, 512
	x0, y0, span := p.Window()
	cell := side / span
	var runs [classes * (shades + 1)]strings.Builder
	for row := range span {
		for from := 0; from < span; {
			key := func(col int) int {
				k := (y0+span-1-row)*t.N + x0 + col
				return int(t.Class[k])*(shades+1) + t.tint(k)
			}
			to, kind := from+1, key(from)
			for to < span && key(to) == kind {
				to++
			}
			w := (to - from) * cell
			runs[kind].WriteString(words.Fill("M# #h#v#h-#z", left+from*cell, top+row*cell, w, cell, w))
			from = to
		}
	}
	for kind := range runs {
		if d := runs[kind].String(); d != "" {
			pen.Mark("path", "d", d, "fill", "var("+Class(kind/(shades+1)).token()+")", "fill-opacity", words.Fill("0.#", min(99, 15+kind%(shades+1)*85/shades)), "shape-rendering", "crispEdges")
		}
	}
	y := top + side + 18
	for i, axis := range [...]struct {
		name string
		from int
	}{{"x from ", x0}, {"y from ", y0}} {
		pen.Digits(left, y+16*i, 12, svg.Left, "var(--ink-2)", axis.name+words.Minus(t.said(p.Code(axis.from))))
		pen.Digits(left+side, y+16*i, 12, svg.Right, "var(--ink-2)", "to "+words.Minus(t.said(p.Code(axis.from+span-1))))
	}
	for c := range Class(classes) {
		lx, ly := left+int(c)%3*172, y+28+int(c)/3*20
		pen.Rect(lx, ly, 12, 12, 0, "var("+c.token()+")", "var(--line)")
		pen.Text(lx+18, ly+11, 12, svg.Left, "var(--ink)", classNames[c][0])
	}
	return pen.Picture("Every one of the "+p.word()+" of two "+t.F.Name+" codes", left+side+8, y+72)
}
