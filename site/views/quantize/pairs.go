package quantize

import (
	"math"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
)

// PairFormats are the formats whose products and sums are drawn.
var PairFormats = [...]*format.Format{format.E4M3, format.E5M2, format.E2M3, format.E3M2, format.E2M1}

// Pairs is what the picture of a whole format shows. Places are those of codes in the order of their values, from 0: the
// negative ones with NaNs and infinity first, then the positive ones.
type Pairs struct {
	F    string // ID of the format
	Sum  bool   // sums, not products
	X, Y uint8  // places of the codes looked at
	From [2]uint8
	Span uint16 // places that are shown, 0 for all
}

// FirstPairs is the whole picture of the products of a format, with a number in the middle of the positive ones looked at.
func FirstPairs(f string) Pairs {
	p := Pairs{F: f}
	k := uint8(p.Count() * 3 / 4)
	p.X, p.Y = k, k
	return p
}

// table is what the table of a Pairs depends on.
func (p Pairs) table() Pairs { return Pairs{F: p.F, Sum: p.Sum} }

// Count is the number of codes.
func (p Pairs) Count() int { return 1 << operand.FormatOf(p.F).Bits }

// Code returns the code at a place.
func (p Pairs) Code(place int) uint8 {
	half := p.Count() / 2
	if place < half {
		return uint8(p.Count() - 1 - place)
	}
	return uint8(place - half)
}

// Window returns the first places shown and how many.
func (p Pairs) Window() (x, y, span int) {
	n := p.Count()
	if span = int(p.Span); span == 0 || span > n {
		span = n
	}
	return min(int(p.From[0]), n-span), min(int(p.From[1]), n-span), span
}

// PairSet changes the picture of a whole format.
type PairSet struct {
	_    [0]func() // not comparable
	What PairWhat
	I, J int
	Text string
}

// PairWhat is what a PairSet changes.
type PairWhat uint8

// What can be changed.
const (
	PairFormat PairWhat = iota // to the format Text
	PairSum                    // sums if I is 1
	PairStep                   // the codes looked at, by I and J places
	PairAt                     // the codes looked at: places I and J
	PairZoom                   // to so many places, about the codes looked at
	PairMove                   // the window, by I and J places
)

// Gesture implements lab.Action.
func (a PairSet) Gesture() string {
	if a.What < PairStep {
		return ""
	}
	return "quant.pairs"
}

// leastSpan is the fewest places that are shown.
const leastSpan = 8

// Apply implements lab.Action.
func (a PairSet) Apply(s State) State {
	p := &s.Pairs
	n := p.Count()
	within := func(k int) uint8 { return uint8(min(max(k, 0), n-1)) }
	switch a.What {
	case PairFormat:
		for _, f := range PairFormats {
			if f.ID == a.Text && f.ID != p.F {
				sum := p.Sum
				*p = FirstPairs(f.ID)
				p.Sum = sum
			}
		}
		return s
	case PairSum:
		p.Sum = a.I == 1
		return s
	case PairStep:
		p.X, p.Y = within(int(p.X)+a.I), within(int(p.Y)+a.J)
	case PairAt:
		p.X, p.Y = within(a.I), within(a.J)
	case PairZoom:
		span := leastSpan
		for span < min(a.I, n) {
			span *= 2
		}
		_, _, was := p.Window()
		if span >= n {
			p.Span, p.From = 0, [2]uint8{}
			return s
		}
		if p.Span = uint16(span); span != was {
			p.From = [2]uint8{uint8(max(int(p.X)-span/2, 0)), uint8(max(int(p.Y)-span/2, 0))}
		}
	case PairMove:
		x, y, span := p.Window()
		p.From = [2]uint8{uint8(min(max(x+a.I, 0), n-span)), uint8(min(max(y+a.J, 0), n-span))}
		return s
	}
	x, y, span := p.Window() // what is looked at is shown
	see := func(from int, at uint8) uint8 {
		return uint8(min(max(from, int(at)-span+1), int(at)))
	}
	if p.Span != 0 {
		p.From = [2]uint8{see(x, p.X), see(y, p.Y)}
	}
	return s
}

// Class says what an operation came to.
type Class uint8

// The classes of results.
const (
	Exact Class = iota
	Rounded
	Tiny    // a subnormal result that had to be rounded
	ToZero  // not zero, but rounded to zero
	TooHigh // beyond the largest code
	Special // of an infinity or a NaN
	classes = iota
)

// Table is every product or sum of a format.
type Table struct {
	_     [0]func() // not comparable
	Of    Pairs
	F     *format.Format
	N     int
	Class []Class // by places, y first
	Shade []uint8 // of the relative error: 255 is 2^-p and more
	Code  []uint8 // of the result
	Count [classes]int
	Worst float64      // largest relative error of Rounded
	value [256]float64 // of the codes
	done  int
}

// NewTable begins a table.
func NewTable(p Pairs) *Table {
	t := &Table{Of: p.table(), F: operand.FormatOf(p.F), N: p.Count()}
	t.Class, t.Shade, t.Code = make([]Class, t.N*t.N), make([]uint8, t.N*t.N), make([]uint8, t.N*t.N)
	for c := range t.N {
		t.value[c] = math.Float64frombits(arith.Convert(round.Env{}, format.F64, t.F, wide.From64(uint64(c)), nil).Bits.Lo)
	}
	return t
}

// exactly is the product or sum, which binary64 holds.
func (t *Table) exactly(a, b uint8) float64 {
	if t.Of.Sum {
		return t.value[a] + t.value[b]
	}
	return t.value[a] * t.value[b]
}

// result is what the operation delivers, rounded to nearest even.
func (t *Table) result(a, b uint8) round.Result {
	x, y := wide.From64(uint64(a)), wide.From64(uint64(b))
	if t.Of.Sum {
		return arith.Add(round.Env{}, t.F, t.F, x, y, nil)
	}
	return arith.Mul(round.Env{}, t.F, t.F, x, y, nil)
}

// Step does about n pairs and reports whether all are done.
func (t *Table) Step(n int) bool {
	scale := math.Ldexp(255, t.F.P)
	for ; n > 0 && t.done < len(t.Class); n, t.done = n-1, t.done+1 {
		a, b := t.Of.Code(t.done%t.N), t.Of.Code(t.done/t.N)
		r := t.result(a, b)
		code, e := uint8(r.Bits.Lo), t.exactly(a, b)
		got, class := t.value[code], Rounded
		switch {
		case e-e != 0:
			class = Special
		case r.Flags&round.Overflowed != 0:
			class = TooHigh
		case r.Flags&round.Inexact == 0:
			class = Exact
		case got == 0:
			class = ToZero
		case r.Flags&round.Underflow != 0:
			class = Tiny
		}
		if class == Rounded || class == Tiny {
			rel := math.Abs((got - e) / e)
			t.Shade[t.done] = uint8(math.Min(rel*scale, 255))
			if class == Rounded {
				t.Worst = math.Max(t.Worst, rel)
			}
		}
		t.Class[t.done], t.Code[t.done] = class, code
		t.Count[class]++
	}
	return t.done == len(t.Class)
}
