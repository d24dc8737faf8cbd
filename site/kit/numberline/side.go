package numberline

import (
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// Side says where a result lies.
type Side uint8

// The sides. Elsewhere is a result that is neither neighbour of the exact value, or one without an exact value.
const (
	Elsewhere Side = iota
	OnExact
	Below
	Above
)

// SideOf says where c lies, low and high being the neighbours of ref in f: the same datum where ref is one, or lies
// beyond the largest number.
func SideOf(f *format.Format, c, low, high wide.U128, ref exact.Ratio) Side {
	if c != low && c != high {
		return Elsewhere
	}
	v, ok := exact.FromBits(f, c)
	switch {
	case ok && v.Ratio().Cmp(ref) == 0:
		return OnExact
	case c == low && (c != high || v.Ratio().Cmp(ref) < 0):
		return Below
	}
	return Above
}

// SideMarks are the shapes of Side with their words.
var SideMarks = [...]struct{ Mark, Words string }{
	Elsewhere: {"", ""},
	OnExact:   {"=", "exact"},
	Below:     {"▼", "lower neighbour"},
	Above:     {"▲", "upper neighbour"},
}
