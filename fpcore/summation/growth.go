package summation

import (
	"iter"
	"math"
	"math/bits"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/reduce"
)

// Growth is how errors grow while orders run: for each step the largest error of the sums that are made in it. A sum
// is made in the step after the later one of its operands: additions of one step can run together.
type Growth struct {
	Of     string // the order looked at
	Lines  []GrowthLine
	Bounds []GrowthBound
	Unit   int // the exponent of the quantum of the exact sum: errors are in units of 2^Unit
	Done   bool

	sum  *Sums
	next func() (struct{}, bool)
	stop func()
}

// GrowthLine is an order.
type GrowthLine struct {
	Row    *Row
	Steps  int
	Points []GrowthPoint
	Last   float64 // the error of the result in ulp, signed
}

// GrowthPoint is the largest magnitude of the errors in ulp of the exact sum of all elements, of the sums that are
// made in some steps, and how many these sums are.
type GrowthPoint struct {
	From, To int // steps
	Worst    float64
	Sums     int
}

// GrowthBound is the bound of the error after some steps.
type GrowthBound struct {
	Steps         int
	Worst, Likely float64
}

// growthSteps: steps up to here have a point of their own, those after it 16 points for each factor of two.
const growthSteps = 32

func growthPlace(h int) int {
	if h <= growthSteps {
		return h
	}
	e := bits.Len(uint(h)) - 1 // at least 5
	return growthSteps + (e-5)*16 + (h>>(e-4))&15
}

// Growth prepares the errors of the order of a row beside the serial and the pairwise order; ok is false where there are none.
func (m *Sums) Growth(id string) (t *Growth, ok bool) {
	r := m.Row(id)
	if r == nil || !r.HasTree() || !m.drawable() || !m.Described() || !m.Data.Finite || m.heavy(40) {
		return nil, false
	}
	t = &Growth{Of: id, Unit: int(exact.Quantum(m.S, m.Data.Sum)), sum: m}
	t.next, t.stop = iter.Pull(func(yield func(struct{}) bool) {
		defer func() {
			if r := recover(); r != nil && r != any(cancelled{}) {
				panic(r)
			}
		}()
		list := []string{"serial", "pairwise", id}
		if id == "serial" || id == "pairwise" {
			list = list[:2]
		}
		for _, other := range list {
			if row := m.Row(other); row != nil && row.HasTree() {
				t.Lines = append(t.Lines, t.line(row, yield))
			}
		}
		if m.DefaultArithmetic() {
			most := 0
			for _, l := range t.Lines {
				most = max(most, l.Steps)
			}
			for k := 1; ; k = min(k*2, most) {
				b := m.Data.BoundOfOrder(m.F, k, false, 0.99)
				t.Bounds = append(t.Bounds, GrowthBound{k, b.Worst, b.Likely})
				if k >= most {
					break
				}
			}
		}
		t.Done = true
	})
	return t, true
}

// Step computes for some milliseconds at most and reports whether all is there.
func (t *Growth) Step() (done bool) {
	_, more := t.next()
	return !more
}

// Close ends the computation.
func (t *Growth) Close() { t.stop() }

func (t *Growth) line(row *Row, yield func(struct{}) bool) GrowthLine {
	m := t.sum
	w := &tracker{follower: newFollower(m, row.Fused, yield), unit: math.Ldexp(1, -max(t.Unit, -1000))}
	last := reduce.Eval[track](w, row.Form, m.N)
	l := GrowthLine{Row: row, Steps: int(last.h), Last: last.e * w.unit, Points: w.points}
	k := 0
	for _, p := range l.Points {
		if p.Sums > 0 {
			l.Points[k] = p
			k++
		}
	}
	l.Points = l.Points[:k]
	return l
}

// track is a number with its error so far and the step in which it is made; step -1 is for what is absent.
type track struct {
	v, e float64
	h    int32
}

// tracker is the machine that follows errors.
type tracker struct {
	follower
	unit   float64
	points []GrowthPoint
}

func (t *tracker) made(x track) track {
	place := growthPlace(int(x.h))
	for len(t.points) <= place {
		t.points = append(t.points, GrowthPoint{})
	}
	p := &t.points[place]
	if p.Sums == 0 {
		p.From = int(x.h)
	}
	p.From, p.To = min(p.From, int(x.h)), max(p.To, int(x.h))
	p.Sums++
	if e := math.Abs(x.e) * t.unit; e > p.Worst {
		p.Worst = e
	}
	t.pause(t.cost())
	return x
}

func (t *tracker) Zero() track { return track{h: -1} }

func (t *tracker) Leaf(i int) track { return t.begin(i, false) }

func (t *tracker) begin(i int, begun bool) track {
	v, x, rest := t.leaf(i, begun)
	return track{v, (v - x) - rest, 0}
}

// joined is the sum of x and y + rest, y having the error e, when v is what the arithmetic makes of it.
func (t *tracker) joined(x track, y, rest, e, v float64, h int32) track {
	return t.made(track{v, x.e + e + lost(v, x.v, y, rest), max(x.h, h) + 1})
}

func (t *tracker) Add(l, r track) track {
	if l.h < 0 {
		return r
	}
	if r.h < 0 {
		return l
	}
	return t.joined(l, r.v, 0, r.e, t.add(l.v, r.v), r.h)
}

func (t *tracker) Run(x track, i, step, n int) track {
	for ; n > 0; n-- {
		switch {
		case !t.fused:
			x = t.Add(x, t.Leaf(i))
		case x.h < 0:
			x = t.begin(i, t.begins())
		default:
			y, rest := t.term(i)
			x = t.joined(x, y, rest, 0, t.fuse(x.v, i), 0)
		}
		i += step
	}
	return x
}

// Double implements reduce.Machine.
func (t *tracker) Double(x track, has bool, i, step, n int) track {
	s := t.Leaf(i)
	add := func(l, r track, last bool) track { return t.joined(l, r.v, 0, r.e, t.double(l.v, r.v, last), r.h) }
	for k := 1; k < n; k++ {
		s = add(s, t.Leaf(i+k*step), k == n-1 && !has)
	}
	if has {
		s = add(x, s, true)
	}
	return s
}

// Load, Halve and Couple implement reduce.Bulk.
func (t *tracker) Load(v []track, i, step int) {
	for k := range v {
		v[k] = t.Leaf(i)
		i += step
	}
}

// Halve implements reduce.Bulk.
func (t *tracker) Halve(v []track, n int) {
	for j := range len(v) - n {
		v[j] = t.Add(v[j], v[j+n])
	}
}

// Couple implements reduce.Bulk.
func (t *tracker) Couple(v []track) {
	for j := range len(v) / 2 {
		v[j] = t.Add(v[2*j], v[2*j+1])
	}
}
