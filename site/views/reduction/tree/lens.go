package tree

import (
	"math"

	"ulplab/fpcore/summation"
)

// lens is how a tree lies on a picture of W by H pixels. The leaves from From on, Span of them, share the middle
// evenly; all the others are squeezed into a margin at either side, ever more the farther away they are. A node begins
// at a row that depends on the width that its leaves take, and reaches to the row of the sum that it goes into: time
// goes down. Leaves begin at row 0.
type lens struct {
	N          int
	From, Span float64
	W, H       int
	Scale      float64   // pixels for a leaf of the middle
	Top, Foot  int       // rows of leaves alone, rows of the result alone
	Width      []float64 // of nodes that begin at row Top, Top+1, ...: at least so many pixels
	left, far  float64   // where the margins begin, in ranks
}

// margin is the width of a margin in pixels.
const margin = 28

// newLens returns the lens for a window, which it brings into range.
func newLens(n int, from, span float64, w, h int, old []float64) lens {
	if !(span >= 1) || span > float64(n) {
		span = float64(n)
	}
	from = math.Min(math.Max(from, 0), float64(n)-span)
	l := lens{N: n, From: from, Span: span, W: w, H: h, Scale: float64(w-2*margin) / span, Top: 16, Foot: 22, left: from, far: from + span}
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
func (l *lens) X(rank float64) float64 {
	switch d := (l.left - rank) * l.Scale; {
	case d > 0:
		return margin - margin*d/(d+margin)
	case rank > l.far:
		d = (rank - l.far) * l.Scale
		return float64(l.W) - margin + margin*d/(d+margin)
	}
	return margin + (rank-l.left)*l.Scale
}

// Rank is the inverse of X, within the leaves.
func (l *lens) Rank(x float64) float64 {
	r := 0.0
	switch d := x - float64(l.W) + margin; {
	case x < margin:
		d = margin - x
		r = l.left - d*margin/(math.Max(margin-d, 1e-9)*l.Scale)
	case d > 0:
		r = l.far + d*margin/(math.Max(margin-d, 1e-9)*l.Scale)
	default:
		r = l.left + (x-margin)/l.Scale
	}
	return math.Min(math.Max(r, 0), math.Nextafter(float64(l.N), 0))
}

// Row returns the row at which a node of so many pixels begins.
func (l *lens) Row(width float64) int {
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

// Hit returns the node at a point of the picture.
func (l *lens) Hit(b *summation.Tree, x, y float64) summation.Node {
	rank := int32(l.Rank(x))
	for p := int32(0); ; {
		q := b.On(p, rank, 1)
		lo, hi := p, q+1 // the first place that begins above y
		for lo < hi {
			mid := (lo + hi) / 2
			if start, count, _ := b.Place(mid); float64(l.Row(l.X(float64(start+count))-l.X(float64(start)))) <= y {
				hi = mid
			} else {
				lo = mid + 1
			}
		}
		if lo <= q {
			return summation.Node{Place: lo}
		}
		at, start, count := b.Light(q)
		if rank < start || rank >= start+count || at.Place < 0 {
			return summation.Node{Place: -1, Rank: rank}
		}
		p = at.Place
	}
}
