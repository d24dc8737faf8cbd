// Package numberline is a piece of the number line: floats as ticks, the exact value, the result chosen and distances.
package numberline

import (
	"slices"

	"ulplab/fpcore/format"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/words"
)

// Unit is the length of a number line: positions run from 0 to Unit.
const Unit = 1_000_000

// Weight says how a tick stands out.
type Weight uint8

const (
	Plain Weight = iota
	Minor
	Major
)

// Tick is a floating-point number on a line.
type Tick struct {
	_      [0]func() // not comparable
	Pos    int
	Weight Weight
	Label  string // digits under the tick; 2^-3 is drawn raised
	Note   string // words under the label
	Side   int    // -1: the label ends at the tick, one row lower; +1: it begins there; 0: centred
}

// Gap is a distance between two positions, written under the line.
type Gap struct {
	_        [0]func() // not comparable
	From, To int
	Label    string
}

// Line is a piece of the number line: floats as ticks, the exact value, the result chosen and distances.
type Line struct {
	Ticks      []Tick
	Gaps       []Gap
	HasExact   bool
	Exact      int
	ExactLabel string
	ArcLabel   string // the distance from the exact value to the result
	HasResult  bool
	Result     int
	ResultName string // digits over the dot; "" where a tick says it
	Width      int    // in CSS pixels, 0 for 720
	Every      bool   // every float of the piece is a tick
	Span       *Gap   // what lights up with a bit that is pointed at
}

// Narrow returns the line for a narrower place; of labels of more than most letters the middle is left out, or
// the end where little or nothing follows what was left out already.
func (l Line) Narrow(width, most int) Line {
	short := func(s string) string {
		r := []rune(s)
		if len(r) <= most {
			return s
		}
		keep := r[len(r)-most/2:]
		if i := slices.Index(r, '…'); i >= len(r)-most/4 {
			keep = r[i+1:]
		}
		return string(r[:max(0, most-1-len(keep))]) + "…" + string(keep)
	}
	l.Width = width
	l.Ticks = append([]Tick(nil), l.Ticks...)
	for i := range l.Ticks {
		l.Ticks[i].Label = short(l.Ticks[i].Label)
	}
	l.ExactLabel, l.ResultName = short(l.ExactLabel), short(l.ResultName)
	return l
}

func Neighbour(f *format.Format, c wide.U128, pos int) Tick {
	return Tick{Pos: pos, Weight: Major, Label: words.Brief(f, c), Note: text.Bits(f, c)}
}
