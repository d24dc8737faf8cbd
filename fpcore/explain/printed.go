package explain

import (
	"slices"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// leastDigits is the number of significant digits from which on a decimal is taken to have been rounded when it was printed, and not to
// be a number that somebody chose.
const leastDigits = 4

// margins bounds what the inputs of a program lost on a row when they were printed: half a unit of the last digit of a decimal with fewer
// digits than tell all numbers of its type apart. Beside such decimals a shorter one lost zeros, as %g drops them. It is nil where nothing was
// lost: numbers of few digits, whole ones and bits are what they are.
func (s *Search) margins(c *expr.Code, row int) []mag {
	list, some := make([]mag, len(c.Inputs)), false
	shown, most := make([]Observed, len(c.Inputs)), 0
	for i, v := range c.Inputs {
		if v.Type == expr.Float || v.Type == expr.Double {
			if shown[i] = s.shown(v.Name, i, row); shown[i].Shape == Decimal {
				most = max(most, len(shown[i].digits))
			}
		}
	}
	for i := range shown {
		o := &shown[i]
		n, last := len(o.digits), o.exp
		if n < leastDigits {
			n, last = most, o.exp+n-most
		}
		if o.Shape == Decimal && o.digits != "0" && n >= leastDigits && n < digitsOf(c.Inputs[i].Type.Format()) {
			half := exact.Ratio{Num: wide.NatFrom64(5), Exp10: int64(last - 1)}
			list[i], some = magOf(format.F64, half.Round(round.Env{Direction: round.TowardPositive}, format.F64).Bits.Lo), true
		}
	}
	if !some {
		return nil
	}
	return list
}

// shown is an input as it is written on a row, if that is a decimal with a point or an exponent; it is the i-th, if it stands at its place.
func (s *Search) shown(name string, i, row int) (o Observed) {
	if i >= len(s.orig) || s.orig[i].Name != name {
		i = slices.IndexFunc(s.orig, func(v expr.InputVar) bool { return v.Name == name })
	}
	spans := s.table.Spans[row]
	if i < 0 || i >= len(spans) {
		return o
	}
	if text := s.q.Rows[spans[i].From:spans[i].To]; strings.ContainsAny(text, ".eE") {
		o, _ = ParseObserved(text, nil, AnyLayout)
	}
	return o
}

// rounded reports that no evaluation gives a result on either side, and that what the inputs may have lost when they were printed reaches
// from the exact value to each of them.
func (s *Search) rounded(list [2][]evaluation) bool {
	some := false
	for side := range s.sides {
		c, ok := s.program(s.main[min(side, 1)])
		if !ok || len(list[side]) > 0 {
			return false
		}
		for row := range s.table.In {
			o := s.table.Observed[row][side]
			if o.Layout == AnyLayout && o.decimals > 2 {
				o.Layout = Fixed // all digits that were printed, however few
			}
			lo, hi, ok := o.number(c.Values[c.Result].Type.Format())
			margins := s.margins(c, row)
			b := boundAround(c, s.rowInputs(c, row), margins, allModel)
			s.pause(4 * len(c.Values))
			if n, bounded := b.Times(lo, hi); !ok || bounded && n > 0 {
				return false
			}
			some = some || margins != nil
		}
	}
	return some
}
