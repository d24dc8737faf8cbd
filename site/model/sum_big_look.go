//go:build !opening

package model

import (
	"math"
	"strconv"
)

// SumLens is how a tree lies on a picture of W by H pixels. The leaves from From on, Span of them, share the middle
// evenly; all the others are squeezed into a margin at either side, ever more the farther away they are. A node begins
// at a row that depends on the width that its leaves take, and reaches to the row of the sum that it goes into: time
// goes down. Leaves begin at row 0.
type SumLens struct {
	N          int
	From, Span float64
	W, H       int
	Scale      float64   // pixels for a leaf of the middle
	Top, Foot  int       // rows of leaves alone, rows of the result alone
	Width      []float64 // of nodes that begin at row Top, Top+1, ...: at least so many pixels
	left, far  float64   // where the margins begin, in ranks
}

// SumMargin is the width of a margin in pixels.
const SumMargin = 28

// NewSumLens returns the lens for a window, which it brings into range.
func NewSumLens(n int, from, span float64, w, h int, old []float64) SumLens {
	if !(span >= 1) || span > float64(n) {
		span = float64(n)
	}
	from = math.Min(math.Max(from, 0), float64(n)-span)
	l := SumLens{N: n, From: from, Span: span, W: w, H: h, Scale: float64(w-2*SumMargin) / span, Top: 16, Foot: 22, left: from, far: from + span}
	if l.Scale > 40 {
		l.Top, l.Foot = 46, 46
	}
	whole := l.X(float64(n)) - l.X(0)
	u := whole / l.Scale
	// Between equal steps for equal factors (power 0) and for equal differences (power 1), by the size of the window.
	power := math.Min(math.Max((7-math.Log2(u))/8, 0), 0.7)
	rows := max(h-l.Top-l.Foot, 1)
	if cap(old) <= rows {
		old = make([]float64, rows+1)
	}
	l.Width = old[:rows+1]
	end, factor := math.Log(u), 0.0
	if power > 0 {
		end = math.Pow(u, power) - 1
	}
	for r := range l.Width {
		t := end * float64(r) / float64(rows)
		switch {
		case power > 0:
			l.Width[r] = l.Scale * math.Pow(1+t, 1/power)
		case r%16 == 0:
			l.Width[r] = l.Scale * math.Exp(t)
			factor = math.Exp(end / float64(rows))
		default:
			l.Width[r] = l.Width[r-1] * factor
		}
	}
	l.Width[rows] = whole * (1 - 1e-9)
	return l
}

// X returns the place of the left end of a leaf.
func (l *SumLens) X(rank float64) float64 {
	switch d := (l.left - rank) * l.Scale; {
	case d > 0:
		return SumMargin - SumMargin*d/(d+SumMargin)
	case rank > l.far:
		d = (rank - l.far) * l.Scale
		return float64(l.W) - SumMargin + SumMargin*d/(d+SumMargin)
	}
	return SumMargin + (rank-l.left)*l.Scale
}

// Rank is the inverse of X, within the leaves.
func (l *SumLens) Rank(x float64) float64 {
	r := 0.0
	switch d := x - float64(l.W) + SumMargin; {
	case x < SumMargin:
		d = SumMargin - x
		r = l.left - d*SumMargin/(math.Max(SumMargin-d, 1e-9)*l.Scale)
	case d > 0:
		r = l.far + d*SumMargin/(math.Max(SumMargin-d, 1e-9)*l.Scale)
	default:
		r = l.left + (x-SumMargin)/l.Scale
	}
	return math.Min(math.Max(r, 0), math.Nextafter(float64(l.N), 0))
}

// Row returns the row at which a node of so many pixels begins.
func (l *SumLens) Row(width float64) int {
	lo, hi := 0, len(l.Width)-1
	for lo < hi {
		if mid := (lo + hi + 1) / 2; l.Width[mid] <= width {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return l.Top + lo
}

// SumAt is a node of a SumBig: an addition by its place, or with Place -1 the leaf of a rank.
type SumAt struct{ Place, Rank int32 }

// Place returns the leaves of an addition and the last place of its path.
func (b *SumBig) Place(p int32) (start, count, last int32) {
	d := &b.place[p]
	return d.start, d.count, d.last
}

// Light returns the operand with fewer elements of an addition, the first of its leaves and their number.
func (b *SumBig) Light(p int32) (at SumAt, start, count int32) {
	d := &b.place[p]
	count = b.lightOf(p)
	start = d.start
	if d.light&1 == 0 {
		start += d.count - count
	}
	if q := d.light >> 1; q != sumLeaf {
		return SumAt{q, start}, start, count
	}
	return SumAt{-1, start}, start, count
}

// Shade returns the shade of an addition.
func (b *SumBig) Shade(p int32) uint8 { return b.shade[b.mode][b.place[p].id] }

// Mean returns the mean shade of the places from p to end-1.
func (b *SumBig) Mean(p, end int32) uint8 { return uint8((b.before[end] - b.before[p]) / (end - p)) }

// Octave returns where the additions of 2^j to 2^(j+1)-1 elements stand in the lists of Octaves.
func (b *SumBig) Octave(j int) (from, to int) { return b.octave[j], b.octave[j+1] }

// Octaves returns the first leaves of all additions, sorted within each octave, and the sums of shades before each.
func (b *SumBig) Octaves() (first, total []int32) { return b.first, b.total }

// Element returns the element that is the leaf of a rank.
func (b *SumBig) Element(rank int32) int { return int(b.leaf[rank]) }

// Range returns the leaves of a node.
func (b *SumBig) Range(at SumAt) (start, count int32) {
	if at.Place < 0 {
		return at.Rank, 1
	}
	return b.place[at.Place].start, b.place[at.Place].count
}

// on returns the last place of the path from p on whose leaves hold those of a range.
func (b *SumBig) on(p, start, count int32) int32 {
	lo, hi := p, b.place[p].last
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if d := &b.place[mid]; d.start <= start && d.start+d.count >= start+count {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return lo
}

// Hit returns the node at a point of the picture.
func (b *SumBig) Hit(l *SumLens, x, y float64) SumAt {
	rank := int32(l.Rank(x))
	for p := int32(0); ; {
		q := b.on(p, rank, 1)
		lo, hi := p, q+1 // the first place that begins above y
		for lo < hi {
			mid := (lo + hi) / 2
			if d := &b.place[mid]; float64(l.Row(l.X(float64(d.start+d.count))-l.X(float64(d.start)))) <= y {
				hi = mid
			} else {
				lo = mid + 1
			}
		}
		if lo <= q {
			return SumAt{lo, 0}
		}
		at, start, count := b.Light(q)
		if rank < start || rank >= start+count || at.Place < 0 {
			return SumAt{-1, rank}
		}
		p = at.Place
	}
}

// Kids returns the operands of an addition; ok is false for a leaf.
func (b *SumBig) Kids(at SumAt) (first, second SumAt, ok bool) {
	if at.Place < 0 {
		return at, at, false
	}
	d := &b.place[at.Place]
	light, start, _ := b.Light(at.Place)
	heavy := SumAt{at.Place + 1, 0}
	if at.Place == d.last {
		heavy = SumAt{-1, d.start + d.count - 1}
		if start > d.start {
			heavy.Rank = d.start
		}
	}
	if light.Place >= 0 {
		light.Rank = 0
	}
	if start == d.start {
		return light, heavy, true
	}
	return heavy, light, true
}

// Parent returns the sum that a node goes into; ok is false for the result.
func (b *SumBig) Parent(at SumAt) (up SumAt, ok bool) {
	if at.Place == 0 {
		return at, false
	}
	start, count := b.Range(at)
	for p := int32(0); ; {
		q := b.on(p, start, count)
		if at.Place > p && at.Place <= q {
			return SumAt{at.Place - 1, 0}, true
		}
		light, s, c := b.Light(q)
		if light.Place < 0 || light.Place == at.Place || start < s || start >= s+c {
			return SumAt{q, 0}, true
		}
		p = light.Place
	}
}

// SumCrumb is a station of the way from the result to a node.
type SumCrumb struct {
	At    SumAt
	Steps int // from the station before, all to the first operand or all to the second
	Right bool
	Count int
}

// Way returns the stations of the way from the result to a node: where it changes its side.
func (b *SumBig) Way(at SumAt) (list []SumCrumb) {
	list = append(list, SumCrumb{At: SumAt{0, 0}, Count: b.N})
	step := func(to SumAt, right bool) {
		_, count := b.Range(to)
		if top := &list[len(list)-1]; len(list) > 1 && top.Right == right {
			top.At, top.Count = to, int(count)
			top.Steps++
			return
		}
		list = append(list, SumCrumb{to, 1, right, int(count)})
	}
	start, count := b.Range(at)
	for p := int32(0); ; {
		q := b.on(p, start, count)
		if at.Place >= p && at.Place <= q {
			q = at.Place
		}
		for k := p; k < q; k++ {
			step(SumAt{k + 1, 0}, b.place[k].light&1 != 0)
		}
		if q == at.Place {
			return list
		}
		first, second, _ := b.Kids(SumAt{q, 0})
		s, _ := b.Range(second)
		next := first
		if start >= s {
			next = second
		}
		step(next, start >= s)
		if next.Place < 0 || next == at {
			return list
		}
		p = next.Place
	}
}

// sumLongPath is the length of a path as text beyond which a node is named by its leaves.
const sumLongPath = 120

// Path names a node: "." for the result, else the way as reduce.Tree.At reads it; a long one by its first leaf and the number of leaves: "n512.128".
func (b *SumBig) Path(at SumAt) string {
	if at.Place == 0 {
		return "."
	}
	s := ""
	for _, c := range b.Way(at)[1:] {
		s += "lr"[btoi(c.Right):][:1]
		if c.Steps > 1 {
			s += strconv.Itoa(c.Steps)
		}
		if len(s) > sumLongPath {
			start, count := b.Range(at)
			return "n" + strconv.Itoa(int(start)) + "." + strconv.Itoa(int(count))
		}
	}
	return s
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// At returns the node of a name; ok is false where there is none.
func (b *SumBig) At(path string) (at SumAt, ok bool) {
	if path == "." {
		return at, true
	}
	number := func(i int) (n, next int) {
		for next = i; next < len(path) && path[next] >= '0' && path[next] <= '9' && n <= b.N; next++ {
			n = n*10 + int(path[next]-'0')
		}
		return n, next
	}
	if path != "" && path[0] == 'n' {
		start, i := number(1)
		count := 0
		if i < len(path) && path[i] == '.' {
			count, i = number(i + 1)
		}
		if i < len(path) || count < 1 || start+count > b.N {
			return at, false
		}
		at = b.Holding(start, count)
		s, c := b.Range(at)
		return at, int(s) == start && int(c) == count
	}
	for i := 0; i < len(path); {
		side := path[i]
		if side != 'l' && side != 'r' {
			return at, false
		}
		k, next := number(i + 1)
		if next == i+1 {
			k = 1
		}
		for i = next; k > 0; k-- {
			first, second, more := b.Kids(at)
			if !more {
				return at, false
			}
			if at = first; side == 'r' {
				at = second
			}
		}
	}
	return at, path != ""
}

// Holding returns the smallest node that holds count leaves from start on.
func (b *SumBig) Holding(start, count int) SumAt {
	for p := int32(0); ; {
		q := b.on(p, int32(start), int32(count))
		light, s, c := b.Light(q)
		if int32(start) >= s && int32(start+count) <= s+c {
			if light.Place < 0 {
				return light
			}
			p = light.Place
			continue
		}
		if d := &b.place[q]; q == d.last && count == 1 {
			return SumAt{-1, int32(start)}
		}
		return SumAt{q, 0}
	}
}

// Beside returns the largest node next to one, to the right or left, that has no more elements; ok is false at the edge.
func (b *SumBig) Beside(at SumAt, right bool) (next SumAt, ok bool) {
	start, count := b.Range(at)
	rank := start - 1
	if right {
		rank = start + count
	}
	if rank < 0 || int(rank) >= b.N {
		return at, false
	}
	for p := int32(0); ; {
		q := b.on(p, rank, 1)
		lo, hi := p, q+1
		for lo < hi {
			mid := (lo + hi) / 2
			if b.place[mid].count <= count {
				hi = mid
			} else {
				lo = mid + 1
			}
		}
		if lo <= q {
			return SumAt{lo, 0}, true
		}
		light, s, c := b.Light(q)
		if light.Place < 0 || rank < s || rank >= s+c {
			return SumAt{-1, rank}, true
		}
		p = light.Place
	}
}
