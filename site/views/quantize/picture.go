package quantize

import (
	"strconv"
	"strings"

	"ulplab/fpcore/blockscale"
	"ulplab/fpcore/fast"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/bits"
	"ulplab/site/kit/html"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// The widths of pictures on a wide and on a narrow page, and in a file.
const (
	wideWidth   = 1088
	narrowWidth = 358
	fileWidth   = 720
)

const (
	histUp   = 110 // the highest bar
	histDown = 62  // the longest stem
)

// place is a spot on the axis of a histogram, in 1/4096 of its length.
type place func(c uint32) (at int, ok bool)

// even places a binary32 number on the axis from -2^limit to 2^limit.
func even(limit int) place {
	return func(c uint32) (int, bool) {
		mag := int(c & 0x7fffffff)
		e := mag>>23 - 127 - limit
		if e >= 0 {
			return 0, false
		}
		at := 0
		if mag != 0 && e > -12 {
			at = (mag&0x7fffff | 1<<23) >> (23 - 11 - e)
		}
		if c>>31 != 0 {
			at = -at
		}
		return 2048 + at, true
	}
}

// octaves places a magnitude on the axis from 2^low to 2^limit, octaves of equal length; zero has no place.
func octaves(low, limit int) place {
	return func(c uint32) (int, bool) {
		mag := int(c & 0x7fffffff)
		from, to := (low+127)<<23, (limit+127)<<23
		if mag < from || mag >= to {
			return 0, false
		}
		return (mag - from) >> 11 * 4096 / ((to - from) >> 11), true
	}
}

// Histogram draws the scaled numbers upward and the codes downward.
func Histogram(r *Result, log bool, w int) svg.Picture {
	var p svg.Pen
	s := r.S
	left, right, top := 8, w-8, 22
	base := top + histUp
	at := even(s.Limit)
	bars := s.Even[:]
	if log {
		left = 56
		at = octaves(s.Low, s.Limit)
		bars = s.Octaves[:4*s.OctaveCount()]
	}
	x := func(k int) int { return left + (right-left)*k/4096 }
	mark := func(c uint32, label, ink string) {
		if k, ok := at(c); ok {
			p.Line(x(k), top-4, x(k), base+histDown, ink, "1", "stroke-dasharray", "3 3")
			p.Text(svg.ClampText(x(k), w, label), top-9, 12, svg.Middle, "var(--ink-2)", label)
		}
	}
	values := r.Scheme.Values()
	largest := values[largestCode(r.Scheme)]
	if f := r.Scheme.Elem; f != nil && log {
		a, _ := at(values[1])
		b, _ := at(values[1<<f.FracBits])
		p.Rect(x(a), top, x(b)-x(a), histUp+histDown, 0, "var(--g-tint)", "none")
		p.Text((x(a)+x(b))/2, top-9, 12, svg.Middle, "var(--g-ink)", "subnormal")
	}
	if log || w > 600 {
		mark(largest, "largest "+value(largest, 6), "var(--s)")
	}
	most := 1
	for _, n := range bars {
		most = max(most, n)
	}
	if log {
		most = max(most, s.Below)
	}
	var d strings.Builder
	bar := func(n, x, w int) {
		if n > 0 {
			h := max(n*histUp/most, 1)
			d.WriteString(words.Fill("M# #v-#h#v#z", x, base, h, w, h))
		}
	}
	for k, n := range bars {
		a, b := left+(right-left)*k/len(bars), left+(right-left)*(k+1)/len(bars)
		bar(n, a, max(b-a, 1))
	}
	if log {
		bar(s.Below, 24, 10)
	}
	p.Mark("path", "d", d.String(), "fill", "var(--t)", "opacity", "0.55")
	// The codes, those of one place together.
	var count [4097]struct{ codes, n int } // of the places
	zeros, longest, places := 0, 1, 0
	for c := range 1 << width(r.Scheme) {
		v := values[c]
		if v&0x7fffffff >= 0x7f800000 {
			continue
		}
		k, ok := at(v)
		if log && v&0x7fffffff == 0 {
			zeros += s.Codes[c]
			longest = max(longest, zeros)
			continue
		}
		if ok {
			if count[k].codes++; count[k].codes == 1 {
				places++
			}
			count[k].n += s.Codes[c]
			longest = max(longest, count[k].n)
		}
	}
	var ticks, stems strings.Builder
	stem := func(x, n int) {
		ticks.WriteString(words.Fill("M# #v5", x, base))
		if n > 0 {
			stems.WriteString(words.Fill("M# #v#", x, base+5, max(n*(histDown-8)/longest, 1)))
		}
	}
	for k := range count {
		if count[k].codes > 0 {
			stem(x(k), count[k].n)
		}
	}
	if log {
		stem(29, zeros)
		p.Digits(29, base+histDown+17, 12, svg.Middle, "var(--ink-2)", "0")
	}
	thick := "1.5"
	if places < 40 {
		thick = "4"
	}
	p.Path(stems.String(), "var(--e)", thick)
	p.Line(left, base, right, base, "var(--ink-2)", "1")
	p.Path(ticks.String(), "var(--ink)", "1")
	labels(&p, s, log, w, base+histDown+17, x)
	return p.Picture("Numbers over their scales and codes: "+r.Recipe.Title(), w, base+histDown+24)
}

// labels names places of the axis.
func labels(p *svg.Pen, s *blockscale.Survey, log bool, w, y int, x func(int) int) {
	if !log {
		for k := -2; k <= 2; k++ {
			label := words.Minus(words.Num(k << s.Limit / 2))
			p.Digits(svg.ClampText(x(2048+1024*k), w, label), y, 12, svg.Middle, "var(--ink-2)", label)
		}
		return
	}
	step := 1
	for (x(4096)-x(0))*step/s.OctaveCount() < 40 {
		step *= 2
	}
	for e := s.Low; e <= s.Limit; e++ {
		if e%step == 0 {
			at := x((e - s.Low) * 4096 / s.OctaveCount())
			p.Raised(min(at, w-16), y, 12, svg.Middle, "var(--ink-2)", words.Minus(words.Fill("2^#", e)))
		}
	}
}

func largestCode(s blockscale.Scheme) uint8 {
	if s.Elem == nil {
		return 127
	}
	return uint8(s.Elem.Max(false).Lo)
}

// One drawing of blocks: as many columns as fit.
const (
	blocksHigh   = 190
	blocksColumn = 16 // at least, with the gap
)

// span is what a block holds and what its codes can hold, as magnitudes in binary32.
type span struct {
	_               [0]func() // not comparable
	from, to        int       // elements
	least, largest  uint32
	small, norm, up uint32 // smallest code, smallest normal code, largest code, times the scale
}

func spanOf(m *Model, r *Result, at int) span {
	var b span
	b.from, b.to = r.Q.BlockAt(at)
	var f Facts
	f.add(m.X[b.from:b.to])
	b.least, b.largest = f.Least, f.Largest
	scale := r.scaleAt(at)
	values := r.Scheme.Values()
	times := func(c int) uint32 {
		v, _ := fast.Mul32Bits(values[c], scale, false)
		return v
	}
	b.small, b.up = times(1), times(int(largestCode(r.Scheme)))
	if b.norm = b.small; r.Scheme.Elem != nil {
		b.norm = times(1 << r.Scheme.Elem.FracBits)
	}
	return b
}

// spansAround are the blocks to draw around an element.
func spansAround(m *Model, r *Result, at, most int) (list []span) {
	from, _ := r.Q.BlockAt(at)
	for range most / 2 {
		if from == 0 {
			break
		}
		from, _ = r.Q.BlockAt(from - 1)
	}
	for k := from; k < len(m.X) && len(list) < most; {
		b := spanOf(m, r, k)
		list = append(list, b)
		k = b.to
	}
	return list
}

// Blocks draws what blocks hold and what their codes can hold.
func Blocks(m *Model, r *Result, at, w int) svg.Picture {
	var p svg.Pen
	left, top := 48, 8
	list := spansAround(m, r, at, (w-left-8)/blocksColumn)
	column := min((w-left-8)/len(list), 3*blocksColumn)
	lo, hi := uint32(0x7f800000), uint32(0)
	for _, b := range list {
		if b.small != 0 {
			lo = min(lo, b.small)
		}
		hi = max(hi, b.up, b.largest)
	}
	hi = min(hi, 0x7f7fffff)
	low, high := int(lo>>23)-128, int(hi>>23)-126
	if lo > hi {
		low, high = -1, 1
	}
	y := func(c uint32) int {
		return top + blocksHigh - min(max(int(c>>13)-(low+127)<<10, 0)*blocksHigh/((high-low)<<10), blocksHigh)
	}
	step := 1
	for (high-low)/step > 9 {
		step *= 2
	}
	for e := low; e <= high; e++ {
		if e%step == 0 {
			line := y(uint32(max(e+127, 0)) << 23)
			p.Line(left, line, w-8, line, "var(--line)", "1")
			p.Raised(left-6, line+4, 12, svg.Right, "var(--ink-2)", words.Minus(words.Fill("2^#", e)))
		}
	}
	for k, b := range list {
		x := left + 4 + k*column
		if at >= b.from && at < b.to {
			p.Rect(x-2, top-6, column-1, blocksHigh+12, 2, "none", "var(--ink)")
		}
		if b.up != 0 {
			p.Rect(x, y(b.norm), column-5, max(y(b.small)-y(b.norm), 1), 0, "var(--g-tint)", "var(--g)", "stroke-width", "0.5")
			p.Rect(x, y(b.up), column-5, max(y(b.norm)-y(b.up), 1), 0, "var(--e-tint)", "var(--e)", "stroke-width", "0.5")
		}
		if b.largest != 0 {
			mid := x + (column-5)/2
			p.Line(mid, y(b.least), mid, y(b.largest), "var(--t)", "2")
			p.Dot(mid, y(b.largest), "3", "var(--t)")
		}
	}
	return p.Picture("Blocks: their numbers and the range of their codes, "+r.Recipe.Title(), w, top+blocksHigh+10)
}

// blocksCaption counts what the picture of a side shows; that of A says what is drawn.
func blocksCaption(m *Model, side, at int) string {
	r, note := m.Sides[side], ""
	if side == 0 {
		note = blocksNote + " "
	}
	list := spansAround(m, r, at, (wideWidth-56)/blocksColumn)
	above, below := 0, 0
	for _, b := range list {
		if b.largest > b.up {
			above++
		}
		if b.least != 0 && b.least < b.small {
			below++
		}
	}
	if len(r.Q.Scales) == 1 {
		return words.Escape(note + "One block holds all " + words.Thousands(len(m.X)) + " numbers.")
	}
	last := list[len(list)-1]
	return words.Escape(note + "Of " + words.Count(len(list), "block") + words.Fill(" around the one looked at, elements # to #, # hold a number above the band and # one below it.", list[0].from, last.to-1, above, below))
}

// codeBits writes a code in its fields.
func codeBits(s blockscale.Scheme, c uint8) string {
	if s.Elem != nil {
		return strings.ReplaceAll(bits.CodeBits(bits.BitsOf(s.Elem, wide.From64(uint64(c)))), "<wbr>", "") // which would break the line in a table
	}
	t := strconv.FormatUint(uint64(c), 2)
	t = "00000000"[len(t):] + t
	return `<span class="op-bits num">` + t[:4] + html.Gap + t[4:] + `</span>`
}
