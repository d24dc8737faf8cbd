package matrixproduct

import (
	"encoding/base64"
	"strconv"

	"ulplab/fpcore/tensor"
	"ulplab/fpcore/tensor/field"
	"ulplab/site/kit/html"
	"ulplab/site/kit/plot"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// Targets is the table of the ways to compute the element.
func Targets(m *Model) string {
	rows := make([]html.Result, len(m.Ways))
	for i := range rows {
		w := &m.Ways[i]
		r := html.Result{Here: w.Own, Name: w.Name, Detail: w.Detail, Value: "…", Error: w.Error, Second: w.Size}
		if w.Error != "" {
			r.Value, r.Code = w.Result.Brief, w.Result.Hex
		}
		switch {
		case w.Preset != nil:
			r.Known = " " + html.Known(w.Kind.String(), "H200", w.Source)
		case w.Source != "":
			r.Known = " " + html.Known(w.Kind.String(), w.Source, tensor.SourceTitle(w.Source))
		}
		rows[i] = r
	}
	s := html.Results("Element", "Error in "+html.Term("ulp", "ulp")+`<span class="detail">÷ Σ|a·b|</span>`, rows)
	if x := m.Exact(); x != "" {
		s += `<dl class="facts"><dt>Exact Σ a·b</dt><dd class="x">` + words.Escape(words.Minus(x)) + `</dd></dl>`
	}
	if m.Why != "" {
		s += `<p class="note"><a href="` + words.Escape(m.Why) + `">Why this element differs from a CPU’s</a> in Explain</p>`
	}
	return s
}

// strokes are those of curves: a colour and dashes, so that colour is never alone.
var strokes = [mostCurves][2]string{{"var(--t)", ""}, {"var(--s)", "8 4"}, {"var(--e)", "2 3"}, {"var(--x)", "10 3 2 3"}, {"var(--g)", "5 5"}, {"var(--ink)", "1 4"}}

// Chain draws the error of each accumulator along K.
func Chain(m *Model, width int) svg.Picture {
	var p svg.Pen
	const top, left = 14, 52
	high := 300
	low := -64 * 8
	curves := 0
	for curves < min(len(m.Ways), mostCurves) {
		for _, x := range m.Ways[curves].Curve {
			if !x.Exact && !x.Bad {
				low = min(low, x.Level)
			}
		}
		curves++
	}
	low = (low - 128) / 256 * 256 // whole steps of four powers of two
	right := width - 12
	n := len(m.A)
	x, y := plot.Linear(0, float64(max(n, 1)), left, right), plot.Linear(float64(low)/64, 0, high, top)
	plot.Rows(&p, y.Whole(8), left, right, func(t plot.Tick) string { return words.Minus(words.Fill("2^#", int(t.Value))) })
	p.Line(left, high+14, right, high+14, "var(--x)", "1", "stroke-dasharray", "2 3")
	p.Text(left-6, high+18, 12, svg.Right, "var(--x-ink)", "exact")
	plot.Columns(&p, x.Whole(6), high+18, func(t plot.Tick) string { return words.Num(int(t.Value)) })
	p.Text(left, high+54, 12, svg.Left, "var(--ink-2)", "k")
	for i := range curves {
		w := &m.Ways[i]
		var curve plot.Curve
		for at, pt := range w.Curve {
			switch {
			case pt.Bad:
				curve.Break()
			case pt.Exact:
				curve.To(x.Map(float64(m.Ends[at])), high+14)
			default:
				curve.To(x.Map(float64(m.Ends[at])), y.Map(float64(pt.Level)/64))
			}
		}
		if d := curve.String(); d != "" {
			p.Path(d, strokes[i][0], "2", "stroke-dasharray", strokes[i][1], "stroke-linejoin", "round")
		}
	}
	columns := 1
	if width > 700 {
		columns = 2
	}
	room := (width - left) / columns
	for i := range curves {
		x, y := left+i%columns*room, high+78+i/columns*20
		p.Line(x, y-4, x+36, y-4, strokes[i][0], "2.5", "stroke-dasharray", strokes[i][1])
		p.Text(x+46, y, 13, svg.Left, "var(--ink)", svg.ClipLabel(m.Ways[i].Name, (room-46)/7))
	}
	return p.Picture(chainTitle, width, high+78+(curves+columns-1)/columns*20)
}

// Tolerance is the derivation of the bound.
func Tolerance(m *Model) string {
	w := m.chosen()
	if w == nil {
		return `<p class="note">` + words.Escape(noPlan(m.In.preset(), m.In.N)) + `</p>`
	}
	b := BoundOf(w.Plan, w.Preset.Out, len(m.A))
	s := `<p class="note">` + tolNote + `</p><table class="gemm-bound" aria-label="` + tolTitle + `"><thead><tr><th scope="col">Source of error</th><th scope="col" class="n">Times</th><th scope="col">At most</th></tr></thead><tbody>`
	for i := range b.Parts {
		p := &b.Parts[i]
		s += html.Fill(`<tr><th scope="row">#</th><td class="num n">~</td><td class="num">~</td></tr>`, p.What, words.Thousands(p.Times), html.Powers(p.Said))
	}
	s += `</tbody></table><dl class="facts"><dt>n, their sum</dt><dd>` + words.Minus(b.N.Ratio().Digits(4).Scientific(1)) + `</dd>`
	if !b.OK {
		return s + `<dt>γ</dt><dd class="words">none: n is not below 1, so that nothing can be promised for this length</dd></dl>`
	}
	s += `<dt>γ = n ÷ (1 − n)</dt><dd>` + words.Minus(gammaText(&b)) + `</dd>`
	if b.Gamma.Cmp(power(0).Ratio()) >= 0 {
		s += `<dt></dt><dd class="words">more than the sum itself: at this length the order promises nothing that a test could use</dd>`
	}
	if w.Size != "" {
		s += `<dt>This element</dt><dd>` + words.Escape(words.Minus(w.Size)) + `</dd>`
	}
	return s + `</dl>`
}

// gammaText is γ with three digits, rounded up.
func gammaText(b *Bound) string {
	d := b.Gamma.Digits(3)
	if d.Ratio().Cmp(b.Gamma) < 0 {
		n, _ := strconv.Atoi((d.D + "00")[:3])
		d.D = strconv.Itoa(n + 1)
		if len(d.D) > 3 {
			d.D, d.Exp = d.D[:3], d.Exp+1
		}
	}
	return d.Scientific(1)
}

// levels are the smallest and largest letters of a field that stand for errors, how many elements have each, and the rest.
type levels struct {
	Count          [field.Smallest + 1]int
	Large, Small   byte // letters; Large 0: no errors
	All, Exact, In int
}

func levelsOf(e *field.Errors) (l levels) {
	for _, c := range e.Level {
		l.All++
		switch {
		case c == field.Exact:
			l.Exact++
		case c >= field.Largest && c <= field.Smallest:
			l.Count[c]++
			if l.Large == 0 || c < l.Large {
				l.Large = c
			}
			l.Small = max(l.Small, c)
			l.In++
		}
	}
	return l
}

// median is the letter that half of the errors lie at or below.
func (l *levels) median() byte {
	seen := 0
	for c := byte(field.Smallest); c > field.Largest; c-- {
		if seen += l.Count[c]; 2*seen >= l.In {
			return c
		}
	}
	return field.Largest
}

// scale is viridis in nine steps, the smallest error first.
var scale = [9][3]byte{{0x44, 0x01, 0x54}, {0x47, 0x2c, 0x7a}, {0x3b, 0x51, 0x8b}, {0x2c, 0x71, 0x8e}, {0x21, 0x90, 0x8d}, {0x27, 0xad, 0x81}, {0x5c, 0xc8, 0x63}, {0xaa, 0xdc, 0x32}, {0xfd, 0xe7, 0x25}}

// shade is the step of the scale of a letter.
func (l *levels) shade(c byte) int {
	if l.Small == l.Large {
		return len(scale) - 1
	}
	return int(l.Small-c) * (len(scale) - 1) / int(l.Small-l.Large)
}

// Image is the field as a bitmap of a pixel an element, in base64: 8 bits with a palette, the scale, then white for exact
// elements and grey for those that are not there.
func Image(e *field.Errors, m, n int) string {
	l := levelsOf(e)
	row := (n + 3) &^ 3
	const colours = 16
	head := 54 + 4*colours
	// The header of the file and that of the bitmap, with the first row on top, and the palette.
	fields := [13 + colours]int{head + row*m, 0, head, 40, n, -m, 1 | 8<<16, 11: colours, 13 + len(scale): 0xffffff, 0x9a9a9a}
	for i, c := range scale {
		fields[13+i] = int(c[0])<<16 | int(c[1])<<8 | int(c[2])
	}
	b := append(make([]byte, 0, head+row*m), "BM"...)
	for _, v := range fields {
		b = append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	for i := range m {
		for j := range row {
			v := byte(len(scale) + 1)
			if k := i*n + j; j < n && k < len(e.Level) {
				switch c := e.Level[k]; {
				case c == field.Exact:
					v = byte(len(scale))
				case c >= field.Largest && c <= field.Smallest:
					v = byte(l.shade(c))
				}
			}
			b = append(b, v)
		}
	}
	return base64.StdEncoding.EncodeToString(b)
}

// Whole is the picture of the errors of all elements.
func Whole(e *field.Errors, m, n int) svg.Picture {
	var p svg.Pen
	cell := max(1, 512/max(m, n))
	w, h := n*cell, m*cell
	p.Mark("image", "href", "data:image/bmp;base64,"+Image(e, m, n), "width", words.Num(w), "height", words.Num(h), "preserveAspectRatio", "none", "image-rendering", "pixelated")
	l := levelsOf(e)
	y := h + 14
	for i, c := range scale {
		p.Rect(i*24, y, 24, 14, 0, words.Fill("rgb(#,#,#)", int(c[0]), int(c[1]), int(c[2])), "none")
	}
	if l.Large != 0 {
		p.Raised(0, y+32, 12, svg.Left, "var(--ink-2)", words.Minus(words.Fill("2^#", field.Largest-int(l.Small))))
		p.Raised(24*len(scale), y+32, 12, svg.Right, "var(--ink-2)", words.Minus(words.Fill("2^#", field.Largest-int(l.Large))))
	}
	p.Rect(24*len(scale)+20, y, 24, 14, 0, "#ffffff", "var(--tick)")
	p.Text(24*len(scale)+50, y+12, 12, svg.Left, "var(--ink-2)", "exact")
	return p.Picture(wholeTitle, max(w, 24*len(scale)+90), y+40)
}

// wholeCaption says what the picture shows, with its numbers.
func wholeCaption(e *field.Errors) string {
	l := levelsOf(e)
	if l.In == 0 {
		return "No element that is there has an error."
	}
	text := "The error of every element against the sum of the magnitudes of its products, to a factor of two. The largest of " + words.Thousands(l.In+l.Exact) +
		words.Fill(" is about 2^#, half of those with an error are at most about 2^#; ", field.Largest-int(l.Large), field.Largest-int(l.median())) + words.Thousands(l.Exact)
	if l.Exact == 1 {
		return text + " is exact."
	}
	return text + " are exact."
}
