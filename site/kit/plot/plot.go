// Package plot places numbers along axes: a Scale maps them to places in a picture and back and finds its ticks; Apart keeps
// labels from covering each other; a Curve is a line that may have gaps.
package plot

import (
	"math"
	"strings"

	"ulplab/fpcore/stable"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// Scale maps numbers from low to high to places from From to To, in pixels; To may be the lesser one.
type Scale struct {
	From, To  int
	low, high float64 // as the scale sees them: logarithms of a logarithmic one
	kind      kind
}

type kind uint8

const (
	linear kind = iota
	logarithmic
	signed
)

// Linear is the scale v.
func Linear(low, high float64, from, to int) Scale { return Scale{from, to, low, high, linear} }

// Log is the scale log v, for low > 0. Numbers below low, 0 and less among them, lie at from.
func Log(low, high float64, from, to int) Scale {
	return Scale{from, to, math.Log2(low), math.Log2(high), logarithmic}
}

// Signed is the scale sign(v) * log2(1 + |v|), linear about 0 and logarithmic far out, from 1 - 2^span to 2^span - 1.
func Signed(span float64, from, to int) Scale { return Scale{from, to, -span, span, signed} }

// see returns a number as the scale sees it.
func (s Scale) see(v float64) float64 {
	switch s.kind {
	case logarithmic:
		if !(v > 0) {
			return s.low
		}
		return max(math.Log2(v), s.low)
	case signed:
		return SignedLog(v)
	}
	return v
}

// SignedLog is what a Signed scale is linear in: sign(v) * log2(1 + |v|).
func SignedLog(v float64) float64 { return math.Copysign(math.Log2(1+math.Abs(v)), v) }

// Map returns the place of v: exactly From and To for low and high, beyond them for numbers beyond, infinities among them,
// though not farther than ten times as far.
func (s Scale) Map(v float64) int {
	along := (s.see(v) - s.low) / (s.high - s.low)
	return s.From + int(math.Round(float64(s.To-s.From)*min(max(along, -10), 10)))
}

// Invert returns the number at a place: Map(Invert(x)) is x.
func (s Scale) Invert(at int) float64 {
	v := s.low + float64(at-s.From)/float64(s.To-s.From)*(s.high-s.low)
	switch s.kind {
	case logarithmic:
		return math.Exp2(v)
	case signed:
		return math.Copysign(math.Exp2(math.Abs(v))-1, v)
	}
	return v
}

// Per returns how many pixels a step of 1 takes on a linear scale.
func (s Scale) Per() float64 { return math.Abs(float64(s.To-s.From) / (s.high - s.low)) }

// Tick is a number at which an axis is marked.
type Tick struct {
	Value float64
	Power int // of a tick of Powers: the exponent
	At    int
}

// Powers returns the powers of base within a logarithmic scale, every one or every k-th, so that there are at most most
// intervals.
func (s Scale) Powers(base float64, most int) (list []Tick) {
	unit := math.Log2(base)
	first, last := int(math.Ceil(s.low/unit-1e-9)), int(math.Floor(s.high/unit+1e-9))
	every := max((last-first+most-1)/most, 1)
	for e := first; e <= last; e += every {
		v := math.Pow(base, float64(e))
		list = append(list, Tick{v, e, s.Map(v)})
	}
	return list
}

// Round returns multiples of 1, 2 or 5 times a power of ten within a linear scale, with at most most intervals.
func (s Scale) Round(most float64) []Tick {
	return s.round(math.Pow(10, math.Floor(math.Log10(s.high-s.low))-3), most)
}

// Whole is Round with whole numbers only.
func (s Scale) Whole(most float64) []Tick { return s.round(1, most) }

func (s Scale) round(step, most float64) (list []Tick) {
	for k := 0; (s.high-s.low)/step > most; k++ {
		step *= [...]float64{2, 2.5, 2}[k%3]
	}
	for n := math.Ceil(s.low/step - 1e-9); n*step <= s.high+step*1e-9; n++ {
		v := n*step + 0 // not -0
		list = append(list, Tick{Value: v, At: s.Map(v)})
	}
	return list
}

// Label is a text beside a mark: X and Y where it begins, W how wide it is.
type Label struct{ X, Y, W int }

// Apart moves labels up and down until those above each other are least apart, and none lies below bottom where there is
// room. Their order from top to bottom stays.
func Apart(labels []*Label, least, bottom int) {
	list := stable.Clone(labels)
	stable.Sort(list, func(a, b *Label) int { return a.Y - b.Y })
	meet := func(a, b *Label) bool { return a.X < b.X+b.W && b.X < a.X+a.W }
	for i, l := range list {
		for _, above := range list[:i] {
			if meet(l, above) {
				l.Y = max(l.Y, above.Y+least)
			}
		}
	}
	for i := len(list) - 1; i >= 0; i-- {
		l := list[i]
		l.Y = min(l.Y, bottom)
		for _, below := range list[i+1:] {
			if meet(l, below) {
				l.Y = min(l.Y, below.Y-least)
			}
		}
	}
}

// Curve is the path of a line through points; after Break it begins anew.
type Curve struct {
	d  strings.Builder
	on bool
}

// To draws on to a point. A point alone is drawn too.
func (c *Curve) To(x, y int) {
	if c.on {
		c.d.WriteByte('L')
	} else {
		c.d.WriteByte('M')
	}
	c.d.WriteString(words.Num(x) + " " + words.Num(y))
	if !c.on {
		c.d.WriteString("h.01")
	}
	c.on = true
}

// Break ends the line before the next point.
func (c *Curve) Break() { c.on = false }

// String returns the path's data, "" without points.
func (c *Curve) String() string { return c.d.String() }

// PowerLabel writes a power of a base as Raised of package svg takes it, small ones as numbers: 0.1, 1, 10, 10^3.
func PowerLabel(base string, e int) string {
	switch {
	case e == 0:
		return "1"
	case e == 1:
		return base
	case e == -1 && base == "10":
		return "0.1"
	}
	return base + "^" + words.Minus(words.Num(e))
}

// Halo are the attributes of a text that stays readable on lines, on the colour of the page.
func Halo(width string) []string {
	return []string{"paint-order", "stroke", "stroke", "var(--bg)", "stroke-width", width}
}

// Rows draws the ticks of a vertical scale: a fine line from left to right, and a label before it.
func Rows(p *svg.Pen, ticks []Tick, left, right int, label func(Tick) string) {
	for _, t := range ticks {
		p.Line(left, t.At, right, t.At, "var(--line)", "1")
		p.Raised(left-7, t.At+4, 12, svg.Right, "var(--ink-2)", label(t))
	}
}

// Columns draws the ticks of a horizontal scale below the line y, and a label under each.
func Columns(p *svg.Pen, ticks []Tick, y int, label func(Tick) string) {
	for _, t := range ticks {
		p.Line(t.At, y, t.At, y+5, "var(--tick)", "1")
		p.Raised(t.At, y+20, 12, svg.Middle, "var(--ink-2)", label(t))
	}
}
