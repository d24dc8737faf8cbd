package tree

import (
	"math"
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// ink are the colours of the big tree in one theme, as pixels with red in the lowest byte.
type ink struct {
	back, leaf uint32
	shade      [2][256]uint32
}

// inkOf returns the colours of a theme.
func inkOf(dark bool) *ink {
	back, amber, red, exact := svg.Colour("--bg", dark), svg.Colour("--g", dark), svg.Colour("--s", dark), svg.Colour("--x-tint", dark)
	base := svg.Mix(back, svg.Colour("--ink", dark), 0.06)
	most := 0.72
	if dark {
		most = 0.55
	}
	ink := &ink{back: back.Pixel(), leaf: svg.Colour("--t-tint", dark).Pixel()}
	for i := range 256 {
		x := float64(i)
		switch {
		case i > 240:
			ink.shade[summation.Local][i] = svg.Mix(back, red, most).Pixel()
		default:
			ink.shade[summation.Local][i] = svg.Mix(base, amber, most*x/240).Pixel()
		}
		switch {
		case i <= 24: // half an ulp
			ink.shade[summation.SoFar][i] = exact.Pixel()
		case i <= 144: // 32 ulp
			ink.shade[summation.SoFar][i] = svg.Mix(base, amber, most*(0.1+0.9*(x-24)/120)).Pixel()
		default:
			ink.shade[summation.SoFar][i] = svg.Mix(svg.Mix(back, amber, most), svg.Mix(back, red, most), math.Min((x-144)/96, 1)).Pixel()
		}
	}
	return ink
}

// box is a node large enough for words, in pixels.
type box struct {
	At             summation.Node
	X0, X1, Y0, Y1 int
}

// boxes bounds the boxes of a picture.
const boxes = 140

// pixels draws the part of a tree that a lens shows into W by H pixels, and lists the nodes that have room for words.
// What is smaller than a pixel is drawn as the mean of its colours.
type pixels struct {
	Pix   []uint32
	Boxes []box

	b     *summation.Tree
	l     *lens
	shade *[256]uint32
	ink   *ink
	limit int32 // elements that a node of a pixel's width has at least
	lines [][]uint32
}

// Draw draws.
func (d *pixels) Draw(b *summation.Tree, l *lens, ink *ink, mode int) {
	d.b, d.l, d.ink, d.shade = b, l, ink, &ink.shade[mode]
	if n := l.W * l.H; cap(d.Pix) < n {
		d.Pix = make([]uint32, n)
	} else {
		d.Pix = d.Pix[:n]
	}
	d.Boxes = d.Boxes[:0]
	d.limit = int32(math.Ceil(1 / l.Scale))
	d.density()
	d.path(0, l.H)
}

// density fills the picture with the means of what begins in each column: row by row, for the sizes that have a pixel's
// width there, the largest additions that are no larger.
func (d *pixels) density() {
	l, w := d.l, d.l.W
	const octaves = 22
	if len(d.lines) == 0 || len(d.lines[0]) != w {
		d.lines = make([][]uint32, octaves)
		for j := range d.lines {
			d.lines[j] = make([]uint32, w)
		}
	}
	first, total := d.b.Octaves()
	lo, hi := 0, w
	for x := range d.lines[0] {
		d.lines[0][x] = d.ink.leaf
	}
	if l.Scale >= 1 { // the middle has leaves of a pixel and more
		hi = 0
	}
	for j := 1; j < octaves; j++ {
		line, below := d.lines[j], d.lines[j-1]
		from, to := d.b.Octave(j)
		copy(line, below)
		if from == to {
			continue
		}
		at := from
		for x := lo; x < w; x++ {
			if x == hi+margin && hi < w {
				x = w - margin
				at = from
			}
			a := int32(l.Rank(float64(x)))
			z := int32(l.Rank(float64(x + 1)))
			if z == a {
				z++
			}
			at = seek(first, at, to, a)
			end := seek(first, at, to, z)
			if end > at {
				line[x] = d.shade[uint8((total[end]-total[at])/int32(end-at))]
			}
			at = end
		}
	}
	// Rows of one octave are alike, but for the margins, where leaves are narrower.
	row := 0
	for j := range octaves {
		end := l.H
		if j+1 < octaves {
			if size := l.Scale * float64(int(2)<<j); size < l.Width[len(l.Width)-1] {
				end = l.Row(size)
			}
		}
		for ; row < end; row++ {
			copy(d.Pix[row*w:(row+1)*w], d.lines[j])
		}
	}
	for x := range w {
		if x == margin {
			x = w - margin
		}
		if float64(x) < l.X(0)-0.5 || float64(x) >= l.X(float64(l.N))-0.5 { // beside the tree
			for row := range l.H {
				d.Pix[row*w+x] = d.ink.back
			}
			continue
		}
		wide := 1 / math.Max(l.Rank(float64(x+1))-l.Rank(float64(x)), 1e-9)
		if x >= margin && x < w-margin || wide >= l.Scale {
			continue
		}
		row := 0
		for j := range octaves {
			end := l.H
			if j+1 < octaves {
				if size := wide * float64(int(2)<<j); size < l.Width[0] {
					end = l.Top
				} else if size < l.Width[len(l.Width)-1] {
					end = l.Row(size)
				}
			}
			c := d.lines[j][x]
			for ; row < end; row++ {
				d.Pix[row*w+x] = c
			}
		}
	}
}

// seek returns the first place from at on, up to end, whose entry is not below limit.
func seek(list []int32, at, end int, limit int32) int {
	step := 1
	for at+step < end && list[at+step] < limit {
		at += step
		step *= 2
	}
	end = min(end, at+step)
	for at < end {
		if mid := (at + end) / 2; list[mid] < limit {
			at = mid + 1
		} else {
			end = mid
		}
	}
	return at
}

// path draws the additions of a path, the first of which reaches down to a row, and what goes into them.
func (d *pixels) path(p int32, bottom int) {
	l := d.l
	start, count, last := d.b.Place(p)
	for p <= last {
		x0, x1 := l.X(float64(start)), l.X(float64(start+count))
		if x1-x0 < 1 {
			return
		}
		y := l.Row(x1 - x0)
		end := p + 1 // of the additions that begin at the same row
		if p < last {
			s, c, _ := d.b.Place(p + 1)
			if l.Row(l.X(float64(s+c))-l.X(float64(s))) == y {
				end = d.row(p+1, last, y)
			}
		}
		if bottom > y {
			if end > p+1 {
				if bottom > y+1 {
					d.node(summation.Node{Place: p}, x0, x1, y+1, bottom, d.shade[d.b.Shade(p)])
				}
				d.fill(int(x0+0.5), y, int(x1+0.5), y+1, d.shade[d.b.Mean(p, end)])
			} else {
				d.node(summation.Node{Place: p}, x0, x1, y, bottom, d.shade[d.b.Shade(p)])
			}
		}
		d.operands(p, end, last, y)
		if end > last { // the operand at the end of the path
			s, c, _ := d.b.Place(last)
			at, from, n := d.b.Light(last)
			if from == s {
				s += n
			}
			if c-n == 1 && at.Place < 0 {
				d.leafAt(s, y)
			}
			return
		}
		p, bottom = end, y
		start, count, _ = d.b.Place(p)
	}
}

// row returns the first place after those from p on that begin at a row.
func (d *pixels) row(p, last int32, y int) int32 {
	l := d.l
	lo, hi, step := p, last, int32(1)
	for lo+step <= last {
		s, c, _ := d.b.Place(lo + step)
		if l.Row(l.X(float64(s+c))-l.X(float64(s))) != y {
			hi = lo + step - 1
			break
		}
		lo += step
		step *= 2
	}
	for lo < hi {
		mid := (lo + hi + 1) / 2
		s, c, _ := d.b.Place(mid)
		if l.Row(l.X(float64(s+c))-l.X(float64(s))) == y {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return lo + 1
}

// operands draws the operands with fewer elements of the additions from p to end-1 of a path. Those that stand together
// on less than a pixel at either side are left out at once.
func (d *pixels) operands(p, end, last int32, y int) {
	for end-p > 1 {
		if end <= last {
			s, c, _ := d.b.Place(p)
			t, e, _ := d.b.Place(end)
			if d.l.X(float64(t))-d.l.X(float64(s)) < 1 && d.l.X(float64(s+c))-d.l.X(float64(t+e)) < 1 {
				return
			}
		}
		mid := (p + end) / 2
		d.operands(mid, end, last, y)
		end = mid
	}
	if p < end {
		d.operand(p, y)
	}
}

// operand draws the operand with fewer elements of an addition that begins at a row.
func (d *pixels) operand(p int32, y int) {
	at, start, count := d.b.Light(p)
	if count < d.limit {
		return
	}
	if at.Place < 0 {
		d.leafAt(start, y)
		return
	}
	d.path(at.Place, y)
}

func (d *pixels) leafAt(rank int32, bottom int) {
	x0, x1 := d.l.X(float64(rank)), d.l.X(float64(rank+1))
	if x1-x0 >= 1 {
		d.node(summation.Node{Place: -1, Rank: rank}, x0, x1, 0, bottom, d.ink.leaf)
	}
}

// node draws a node, with a gap to its neighbours where there is room.
func (d *pixels) node(at summation.Node, x0, x1 float64, y, bottom int, colour uint32) {
	a, z := int(x0+0.5), int(x1+0.5)
	if z <= a || bottom <= y {
		return
	}
	if z-a >= 4 {
		d.fill(z-1, y, z, bottom, d.ink.back)
		z--
	}
	if bottom-y >= 4 {
		bottom--
		d.fill(a, bottom, z, bottom+1, d.ink.back)
	}
	d.fill(a, y, z, bottom, colour)
	if z-a >= 44 && bottom-y >= 14 && len(d.Boxes) < boxes {
		d.Boxes = append(d.Boxes, box{at, a, z, y, bottom})
	}
}

func (d *pixels) fill(x0, y0, x1, y1 int, colour uint32) {
	x1 = min(x1, d.l.W)
	if x1 <= x0 || y1 <= y0 {
		return
	}
	w := d.l.W
	line := d.Pix[y0*w+x0 : y0*w+x1]
	for i := range line {
		line[i] = colour
	}
	for y := y0 + 1; y < y1; y++ {
		copy(d.Pix[y*w+x0:y*w+x1], line)
	}
}

// bigLabels writes what stands on the pixels: values in the boxes that have room, the node looked at, and the scale.
func bigLabels(b *summation.Tree, l *lens, boxes []box, said func(summation.Node) lines, chosen summation.Node, on bool) string {
	var p svg.Pen
	// How many elements the sums have that begin at a height.
	last := l.H
	for j := 20; j >= 1; j-- {
		size := l.Scale * float64(int(1)<<j)
		if size > l.Width[len(l.Width)-1]*1.0001 {
			continue
		}
		y := l.Row(size)
		if last-y < 34 {
			continue
		}
		last = y
		p.Line(0, y, 5, y, "var(--ink-2)", "1")
		p.Digits(8, y+4, 12, svg.Left, "var(--ink-2)", words.Thousands(1<<j), "paint-order", "stroke", "stroke", "var(--bg)", "stroke-width", "3")
	}
	for _, box := range boxes {
		x0, x1 := max(box.X0, 0), min(box.X1, l.W)
		w, h := x1-x0, box.Y1-box.Y0
		t := said(box.At)
		x, lines := (x0+x1)/2, [3]string{words.Minus(t.Value), t.Code, words.Minus(t.Error)}
		rows := min(h/14, 3)
		if w < 60 || rows == 0 {
			rows = min(rows, 1)
		}
		y := box.Y0 + (h-14*rows)/2 + 11
		for k, s := range lines[:rows] {
			size, fill := 12, "var(--ink)"
			if k > 0 {
				fill = "var(--ink-2)"
			}
			if k == 0 && len([]rune(s))*73 > 10*w {
				s = words.Minus(t.Short)
			}
			if s != "" && len([]rune(s))*size*61 <= 100*w {
				p.Digits(x, y, size, svg.Middle, fill, s)
			}
			y += 14
		}
	}
	if on {
		d := boxOf(b, l, chosen)
		p.Rect(d.X0, d.Y0, max(d.X1-d.X0-1, 3), max(d.Y1-d.Y0-1, 3), 1, "none", "var(--bg)", "stroke-width", "5", "stroke-opacity", "0.8")
		p.Rect(d.X0, d.Y0, max(d.X1-d.X0-1, 3), max(d.Y1-d.Y0-1, 3), 1, "none", "var(--t)", "stroke-width", "2.5")
	}
	return p.B.String()
}

// boxOf is where a node lies.
func boxOf(b *summation.Tree, l *lens, at summation.Node) (d box) {
	begin := func(at summation.Node) (x0, x1 float64, y int) {
		s, c := b.Range(at)
		x0, x1 = l.X(float64(s)), l.X(float64(s+c))
		if at.Place < 0 {
			return x0, x1, 0
		}
		return x0, x1, l.Row(x1 - x0)
	}
	x0, x1, y := begin(at)
	d = box{at, int(x0 + 0.5), int(x1 + 0.5), y, l.H}
	if up, ok := b.Parent(at); ok {
		_, _, d.Y1 = begin(up)
	}
	return d
}

// bigPicture is the tree as a picture to keep.
func bigPicture(b *summation.Tree, name string, from, span float64, mode int, dark bool, said func(summation.Node) lines, chosen summation.Node, on bool) svg.Picture {
	l := newLens(b.N, from, span, 960, 440, nil)
	var body strings.Builder
	hex := func(c uint32) string {
		const digits = "0123456789abcdef"
		s := []byte("#000000")
		for i := range 3 {
			v := c >> (8 * i) & 255
			s[1+2*i], s[2+2*i] = digits[v>>4], digits[v&15]
		}
		return string(s)
	}
	d := pixels{}
	d.Draw(b, &l, inkOf(dark), mode)
	// The pixels as rectangles: runs of a row, as far down as the row stays the same.
	for y := 0; y < l.H; {
		row := d.Pix[y*l.W : (y+1)*l.W]
		end := y + 1
		for end < l.H && same(row, d.Pix[end*l.W:(end+1)*l.W]) {
			end++
		}
		for x := 0; x < l.W; {
			z := x + 1
			for z < l.W && row[z] == row[x] {
				z++
			}
			body.WriteString(`<path fill="` + hex(row[x]) + `" d="M` + words.Num(x) + ` ` + words.Num(y) + `h` + words.Num(z-x) + `v` + words.Num(end-y) + `h` + words.Num(x-z) + `z"/>`)
			x = z
		}
		y = end
	}
	body.WriteString(bigLabels(b, &l, d.Boxes, said, chosen, on))
	return svg.Picture{Title: bigTitle + ": " + name, W: l.W, H: l.H, Body: `<g shape-rendering="crispEdges">` + body.String() + `</g>`}
}

func same(a, b []uint32) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
