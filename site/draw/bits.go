package draw

import "ulplab/site/model"

// hue names the tokens of a kind of bit: stroke, text and background.
type hue struct{ stroke, ink, tint string }

var hues = [...]hue{
	model.Sign:     {"var(--s)", "var(--s-ink)", "var(--s-tint)"},
	model.Exponent: {"var(--e)", "var(--e-ink)", "var(--e-tint)"},
	model.Integer:  {"var(--t)", "var(--t-ink)", "var(--t-tint)"},
	model.Trailing: {"var(--t)", "var(--t-ink)", "var(--t-tint)"},
}

// The measures of the bit picture.
const (
	cellW   = 20 // width of a cell
	cellH   = 28
	nibble  = 6  // space after four bits
	between = 14 // space between fields
	rowMost = 40 // bits after which a field goes on in the next row
)

// Bits draws a code in its fields: cells grouped by nibbles, a bracket with the field's letter, name and width
// above, bit numbers below the lowest bit of each nibble and at the ends.
func Bits(b model.Bits, title string) Picture {
	var p pen
	x, y, w := 0, 24, 0
	for _, f := range b.Fields {
		rows := chunk(f.Bits)
		if x > 0 && (len(rows) > 1 || x+widthOf(f.Bits) > rowMost*(cellW+2)) {
			x, y = 0, y+cellH+52
		}
		for i, row := range rows {
			if i > 0 {
				x, y = 0, y+cellH+26
			}
			end := drawRow(&p, x, y, row, f.Kind)
			if i == 0 {
				h := hues[f.Kind]
				p.line(x, y-6, end, y-6, h.stroke, "2")
				label := f.Kind.Letter() + " " + f.Kind.Name() + ", " + count(len(f.Bits))
				if end-x < 8*len(label) {
					label = f.Kind.Letter()
				}
				p.text(x, y-12, 12, left, h.ink, label)
			}
			x = end + between
			w = max(w, end)
		}
	}
	return p.picture(title, w, y+cellH+18)
}

func count(n int) string {
	if n == 1 {
		return "1 bit"
	}
	return num(n) + " bits"
}

// chunk cuts a field into rows of at most rowMost bits, each but the first a whole number of nibbles.
func chunk(bits []model.Bit) [][]model.Bit {
	var rows [][]model.Bit
	for len(bits) > rowMost {
		n := (len(bits)-1)%rowMost + 1
		rows = append(rows, bits[:n])
		bits = bits[n:]
	}
	return append(rows, bits)
}

func widthOf(bits []model.Bit) int { return len(bits)*cellW + len(bits)/4*nibble }

// drawRow draws cells from x and returns where they end.
func drawRow(p *pen, x, y int, bits []model.Bit, k model.Kind) int {
	h := hues[k]
	for i, b := range bits {
		place := len(bits) - i // cells from here to the end, this one included
		if i > 0 && place%4 == 0 {
			x += nibble
		}
		fill, ink, digit := "none", "var(--ink-2)", "0"
		if b.One {
			fill, ink, digit = h.tint, h.ink, "1"
		}
		p.rect(x, y, cellW-1, cellH, 3, fill, h.stroke, "stroke-width", "1", "stroke-opacity", opacity(b.One))
		p.digits(x+cellW/2, y+19, 15, middle, ink, digit)
		if i == 0 || place%4 == 1 {
			p.digits(x+cellW/2, y+cellH+14, 12, middle, "var(--ink-2)", num(b.Index))
		}
		x += cellW
	}
	return x - 1
}

func opacity(one bool) string {
	if one {
		return "1"
	}
	return "0.45"
}
