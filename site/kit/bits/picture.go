package bits

import (
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// hue names the tokens of a kind of bit: stroke, text and background.
type hue struct{ Stroke, Ink, Tint string }

var Hues = [...]hue{
	Sign:     {"var(--s)", "var(--s-ink)", "var(--s-tint)"},
	Exponent: {"var(--e)", "var(--e-ink)", "var(--e-tint)"},
	Integer:  {"var(--t)", "var(--t-ink)", "var(--t-tint)"},
	Trailing: {"var(--t)", "var(--t-ink)", "var(--t-tint)"},
}

// The measures of the bit picture.
const (
	CellW   = 20 // width of a cell
	CellH   = 28
	Nibble  = 6  // space after four bits
	between = 14 // space between fields
	rowMost = 40 // bits after which a field goes on in the next row
)

// Draw draws a code in its fields: cells grouped by nibbles, a bracket with the field's letter, name and width
// above, bit numbers below the lowest bit of each nibble and at the ends.
func Draw(b Bits, title string) svg.Picture {
	var p svg.Pen
	x, y, w := 0, 24, 0
	for _, f := range b.Fields {
		rows := chunk(f.Bits)
		if x > 0 && (len(rows) > 1 || x+widthOf(f.Bits) > rowMost*(CellW+2)) {
			x, y = 0, y+CellH+52
		}
		for i, row := range rows {
			if i > 0 {
				x, y = 0, y+CellH+26
			}
			end := drawRow(&p, x, y, row, f.Kind)
			if i == 0 {
				h := Hues[f.Kind]
				p.Line(x, y-6, end, y-6, h.Stroke, "2")
				label := f.Kind.Letter() + " " + f.Kind.Name() + ", " + count(len(f.Bits))
				if end-x < 8*len(label) {
					label = f.Kind.Letter()
				}
				p.Text(x, y-12, 12, svg.Left, h.Ink, label)
			}
			x = end + between
			w = max(w, end)
		}
	}
	return p.Picture(title, w, y+CellH+18)
}

func count(n int) string {
	if n == 1 {
		return "1 bit"
	}
	return words.Num(n) + " bits"
}

// chunk cuts a field into rows of at most rowMost bits, each but the first a whole number of nibbles.
func chunk(bits []Bit) [][]Bit {
	var rows [][]Bit
	for len(bits) > rowMost {
		n := (len(bits)-1)%rowMost + 1
		rows = append(rows, bits[:n])
		bits = bits[n:]
	}
	return append(rows, bits)
}

func widthOf(bits []Bit) int { return len(bits)*CellW + len(bits)/4*Nibble }

// drawRow draws cells from x and returns where they end.
func drawRow(p *svg.Pen, x, y int, bits []Bit, k Kind) int {
	h := Hues[k]
	for i, b := range bits {
		place := len(bits) - i // cells from here to the end, this one included
		if i > 0 && place%4 == 0 {
			x += Nibble
		}
		fill, ink, digit := "none", "var(--ink-2)", "0"
		if b.One {
			fill, ink, digit = h.Tint, h.Ink, "1"
		}
		p.Rect(x, y, CellW-1, CellH, 3, fill, h.Stroke, "stroke-width", "1", "stroke-opacity", Opacity(b.One))
		p.Digits(x+CellW/2, y+19, 15, svg.Middle, ink, digit)
		if i == 0 || place%4 == 1 {
			p.Digits(x+CellW/2, y+CellH+14, 12, svg.Middle, "var(--ink-2)", words.Num(b.Index))
		}
		x += CellW
	}
	return x - 1
}

func Opacity(one bool) string {
	if one {
		return "1"
	}
	return "0.45"
}
