//go:build !opening

package state

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
)

// KnownFn reports whether a name can be that of a measured function: letters, digits and underscores.
func KnownFn(name string) bool {
	if name == "" || len(name) > 24 {
		return false
	}
	for i := range len(name) {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '_':
		default:
			return false
		}
	}
	return true
}

// FnPick looks at one function of the table.
type FnPick struct {
	once
	Name string
}

func (FnPick) navigates() {}

func (a FnPick) apply(s State) State {
	if KnownFn(a.Name) {
		s.Fn.Pick, s.Fn.Cell = a.Name, 0
	}
	return s
}

// FnMode chooses the compiler mode of the table.
type FnMode struct {
	once
	Mode uint8
}

func (FnMode) navigates() {}

func (a FnMode) apply(s State) State {
	if a.Mode < 3 {
		s.Fn.Mode, s.Fn.Cell = a.Mode, 0
	}
	return s
}

// FnSort chooses the order of the table.
type FnSort struct {
	once
	Order uint8
}

func (FnSort) navigates() {}

func (a FnSort) apply(s State) State {
	if a.Order < fnOrders {
		s.Fn.Order = a.Order
	}
	return s
}

// FnGroup chooses the functions of the table.
type FnGroup struct {
	once
	Group uint8
}

func (FnGroup) navigates() {}

func (a FnGroup) apply(s State) State {
	if a.Group < fnGroups {
		s.Fn.Group = a.Group
	}
	return s
}

// FnFind types a part of a name.
type FnFind struct{ Text string }

func (FnFind) gesture() string { return "fn.find" }

func (FnFind) navigates() {}

func (a FnFind) apply(s State) State {
	if len(a.Text) > 24 {
		a.Text = a.Text[:24]
	}
	s.Fn.Find = a.Text
	return s
}

// FnCell looks at one exponent of the profile: sign*256 + biased exponent.
type FnCell struct{ Cell int }

func (FnCell) gesture() string { return "fn.cell" }

func (FnCell) navigates() {}

func (a FnCell) apply(s State) State {
	if a.Cell >= 0 && a.Cell < 512 {
		s.Fn.Cell = uint16(a.Cell) + 1
	}
	return s
}

// FnHover looks at the exponent under the pointer, -1 when it left.
type FnHover struct{ Cell int }

func (FnHover) gesture() string { return "fn.hover" }

func (FnHover) navigates() {}

func (a FnHover) apply(s State) State {
	s.Fn.Hover = 0
	if a.Cell >= 0 && a.Cell < 512 {
		s.Fn.Hover = uint16(a.Cell) + 1
	}
	return s
}

// FnRange sets the range of the sweep.
type FnRange struct {
	once
	Lo, Hi uint32
}

func (a FnRange) apply(s State) State {
	if a.Lo <= a.Hi {
		s.Fn.Lo, s.Fn.Hi, s.Fn.From, s.Fn.To = a.Lo, a.Hi, Draft{}, Draft{}
	}
	return s
}

// FnEnd types an end of the range: the lower one, or the upper one if High.
type FnEnd struct {
	High bool
	Text string
}

func (a FnEnd) gesture() string {
	if a.High {
		return "fn.to"
	}
	return "fn.from"
}

func (a FnEnd) apply(s State) State {
	if a.High {
		s.Fn.To = Typed(a.Text)
	} else {
		s.Fn.From = Typed(a.Text)
	}
	if lo, hi, problem := s.Fn.Range(); problem == FnRangeFine {
		s.Fn.Lo, s.Fn.Hi = lo, hi
	}
	return s
}

// FnRangeProblem says what is wrong with the range as typed.
type FnRangeProblem uint8

// What can be wrong with a range.
const (
	FnRangeFine FnRangeProblem = iota
	FnRangeText                // an end cannot be read
	FnRangeSign                // the ends have different signs
)

// Range returns the codes between the ends: those typed, or those set. Codes of one sign are in the order of their
// magnitudes; a range from a positive to a negative number is one of codes only when it was set as codes.
func (s Fn) Range() (lo, hi uint32, problem FnRangeProblem) {
	if !s.From.On && !s.To.On {
		return s.Lo, s.Hi, FnRangeFine
	}
	lo, hi = s.Lo, s.Hi
	for _, end := range []struct {
		d    Draft
		code *uint32
	}{{s.From, &lo}, {s.To, &hi}} {
		if !end.d.On {
			continue
		}
		p, err := text.Parse(end.d.Text, format.F32, round.Env{})
		if err != nil {
			return 0, 0, FnRangeText
		}
		*end.code = uint32(p.Bits.Lo)
	}
	if lo>>31 != hi>>31 {
		return 0, 0, FnRangeSign
	}
	return min(lo, hi), max(lo, hi), FnRangeFine
}

// FnLoaded says how the recorded accuracy stands.
type FnLoaded struct{ Stage uint8 }

func (FnLoaded) gesture() string { return "fn.load" }

func (FnLoaded) navigates() {}

func (a FnLoaded) apply(s State) State {
	s.Fn.Loaded = a.Stage
	return s
}

// FnWorked says how far the sweep is.
type FnWorked struct{ Work FnWork }

func (FnWorked) gesture() string { return "fn.work" }

func (FnWorked) navigates() {}

func (a FnWorked) apply(s State) State {
	if a.Work.Stage <= FnFailed {
		s.Fn.Work = a.Work
	}
	return s
}

// kept returns a state of the view with what the page holds: neither a link nor a reset changes it.
func (s Fn) kept(page Fn) Fn {
	s.Loaded, s.Work = page.Loaded, page.Work
	return s
}
