package functions

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
)

// Known reports whether a name can be that of a measured function: letters, digits and underscores.
func Known(name string) bool {
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

// Pick looks at one function of the table.
type Pick struct {
	lab.Navigation

	lab.Once
	Name string
}

func (a Pick) Apply(s State) State {
	if Known(a.Name) {
		s.Pick, s.Cell = a.Name, 0
	}
	return s
}

// Mode chooses the compiler mode of the table.
type Mode struct {
	lab.Navigation

	lab.Once
	Mode uint8
}

func (a Mode) Apply(s State) State {
	if a.Mode < 3 {
		s.Mode, s.Cell = a.Mode, 0
	}
	return s
}

// Sort chooses the order of the table.
type Sort struct {
	lab.Navigation

	lab.Once
	Order uint8
}

func (a Sort) Apply(s State) State {
	if a.Order < orders {
		s.Order = a.Order
	}
	return s
}

// Group chooses the functions of the table.
type Group struct {
	lab.Navigation

	lab.Once
	Group uint8
}

func (a Group) Apply(s State) State {
	if a.Group < groups {
		s.Group = a.Group
	}
	return s
}

// Find types a part of a name.
type Find struct {
	lab.Navigation
	Text string
}

func (Find) Gesture() string { return "fn.find" }

func (a Find) Apply(s State) State {
	if len(a.Text) > 24 {
		a.Text = a.Text[:24]
	}
	s.Find = a.Text
	return s
}

// Cell looks at one exponent of the profile: sign*256 + biased exponent.
type Cell struct {
	lab.Navigation
	Cell int
}

func (Cell) Gesture() string { return "fn.cell" }

func (a Cell) Apply(s State) State {
	if a.Cell >= 0 && a.Cell < 512 {
		s.Cell = uint16(a.Cell) + 1
	}
	return s
}

// Hover looks at the exponent under the pointer, -1 when it left.
type Hover struct {
	lab.Navigation
	Cell int
}

func (Hover) Gesture() string { return "fn.hover" }

func (a Hover) Apply(s State) State {
	s.Hover = 0
	if a.Cell >= 0 && a.Cell < 512 {
		s.Hover = uint16(a.Cell) + 1
	}
	return s
}

// Range sets the range of the sweep.
type Range struct {
	lab.Once
	Lo, Hi uint32
}

func (a Range) Apply(s State) State {
	if a.Lo <= a.Hi {
		s.Lo, s.Hi, s.From, s.To = a.Lo, a.Hi, operand.Draft{}, operand.Draft{}
	}
	return s
}

// End types an end of the range: the lower one, or the upper one if High.
type End struct {
	High bool
	Text string
}

func (a End) Gesture() string {
	if a.High {
		return "fn.to"
	}
	return "fn.from"
}

func (a End) Apply(s State) State {
	if a.High {
		s.To = operand.Typed(a.Text)
	} else {
		s.From = operand.Typed(a.Text)
	}
	if lo, hi, problem := s.Range(); problem == RangeFine {
		s.Lo, s.Hi = lo, hi
	}
	return s
}

// RangeProblem says what is wrong with the range as typed.
type RangeProblem uint8

// What can be wrong with a range.
const (
	RangeFine RangeProblem = iota
	RangeText              // an end cannot be read
	RangeSign              // the ends have different signs
)

// Range returns the codes between the ends: those typed, or those set. Codes of one sign are in the order of their
// magnitudes; a range from a positive to a negative number is one of codes only when it was set as codes.
func (s State) Range() (lo, hi uint32, problem RangeProblem) {
	if !s.From.On && !s.To.On {
		return s.Lo, s.Hi, RangeFine
	}
	lo, hi = s.Lo, s.Hi
	for _, end := range []struct {
		d    operand.Draft
		code *uint32
	}{{s.From, &lo}, {s.To, &hi}} {
		if !end.d.On {
			continue
		}
		p, err := text.Parse(end.d.Text, format.F32, round.Env{})
		if err != nil {
			return 0, 0, RangeText
		}
		*end.code = uint32(p.Bits.Lo)
	}
	if lo>>31 != hi>>31 {
		return 0, 0, RangeSign
	}
	return min(lo, hi), max(lo, hi), RangeFine
}

// Start asks for a sweep of the function that is picked, over the range.
type Start struct{ lab.Once }

func (Start) Apply(s State) State {
	subject := sweepJob(s.Pick, int(s.Mode))
	if _, _, problem := s.Range(); subject != "" && problem == RangeFine {
		s.Run = Run{subject, s.Lo, s.Hi, s.Run.N + 1}
	}
	return s
}

// kept returns a state of the view with what the page holds: neither a link nor a reset changes it.
func (s State) kept(page State) State {
	s.Run, s.Seen = page.Run, page.Seen|1<<page.Part
	return s
}
