package encoding

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
)

// ID is the view of one value in any format.
const ID lab.ID = "enc"

// State is what the Encoding view shows: a code of a format, how it was entered, and the direction of reading and
// converting.
type State struct {
	Format string // a name that format.Parse reads
	Bits   wide.U128
	Dir    round.Direction
	Random uint32        // the random bits of stochastic rounding
	Text   operand.Draft // the value as typed
	Name   operand.Draft // the format's name as typed; not in links
	Stored bool          // other formats are given the stored value, not the typed text
	Chart  Chart
	Cursor uint8 // the bit that the keyboard is on; not in links
	Hover  uint8 // the bit under the pointer plus one, 0 for none; not in links
}

// FirstRandom is the random bits that stochastic rounding starts with: half of their range, so that it rounds to nearest.
const FirstRandom = 0x80000000

// First returns the first example: 0.1 in binary32.
func First() State {
	return State{Format: "f32", Bits: wide.From64(0x3dcccccd), Random: FirstRandom, Text: operand.Typed("0.1")}
}

// F returns the format shown.
func (e State) F() *format.Format { return operand.FormatOf(e.Format) }

// Env returns the environment in which text is read, and values are converted, into f. The random bits are 32, fewer
// where so many do not fit below the last place of f (binary128 has 13): then the highest ones are used.
func (e State) Env(f *format.Format) round.Env {
	n := min(32, 126-f.P)
	return round.Env{Direction: e.Dir, Random: uint64(e.Random) >> (32 - n), RandomBits: uint8(n)}
}

// Read returns what the typed text means in the format and direction shown.
func (e State) Read() (text.Parsed, error) { return text.Parse(e.Text.Text, e.F(), e.Env(e.F())) }

// reread takes the value from the text again, if text is shown and can be read.
func (e State) reread() State {
	if e.Text.On {
		if p, err := e.Read(); err == nil {
			e.Bits = p.Bits
		}
	}
	return e
}

// Toggle flips one bit; bit 0 is the lowest.
type Toggle struct {
	lab.Once
	Bit uint8
}

func (a Toggle) Apply(s State) State {
	return s.encBits(s.Bits.SetBit(uint(a.Bit), 1-s.Bits.Bit(uint(a.Bit))), a.Bit)
}

// Paint sets one bit as part of a drag or of typing 0 and 1.
type Paint struct {
	Bit uint8
	One bool
}

func (Paint) Gesture() string { return "enc.paint" }

func (a Paint) Apply(s State) State {
	b := uint64(0)
	if a.One {
		b = 1
	}
	return s.encBits(s.Bits.SetBit(uint(a.Bit), b), a.Bit)
}

// encBits shows another code of the same format; what was typed no longer describes it.
func (s State) encBits(c wide.U128, cursor uint8) State {
	f := s.F()
	c = c.And(wide.Mask(uint(f.Bits)))
	if c != s.Bits {
		s.Bits = c
		s.Text = operand.Draft{}
	}
	if int(cursor) < f.Bits {
		s.Cursor = cursor
	}
	return s
}

// Type is a change of the value's text field.
type Type struct{ Text string }

func (Type) Gesture() string { return "enc.type" }

func (a Type) Apply(s State) State {
	s.Text = operand.Typed(a.Text)
	s = s.reread()
	return s
}

// Format chooses a format. The value follows: typed text is read anew, so that it is rounded once; any other
// value is converted.
type Format struct {
	lab.Once
	Name string
}

func (a Format) Apply(s State) State {
	f, err := format.Parse(a.Name)
	if err != nil {
		return s
	}
	s.Name = operand.Draft{}
	s = s.in(f)
	return s
}

// Name is a change of the field for a format's name.
type Name struct{ Text string }

func (Name) Gesture() string { return "enc.name" }

func (a Name) Apply(s State) State {
	if len(a.Text) > 32 {
		a.Text = a.Text[:32]
	}
	s.Name = operand.Typed(a.Text)
	if f, err := format.Parse(a.Text); err == nil {
		s = s.in(f)
	}
	return s
}

// in returns e in another format.
func (e State) in(f *format.Format) State {
	old := e.F()
	if f.ID == old.ID {
		return e
	}
	e.Format = f.ID
	e.Cursor = 0
	e.Chart = Chart{On: e.Chart.On}
	if e.Text.On {
		if p, err := e.Read(); err == nil && p.Kind != text.KindBits {
			e.Bits = p.Bits
			return e
		}
		e.Text = operand.Draft{}
	}
	e.Bits = arith.Convert(e.Env(f), f, old, e.Bits, nil).Bits
	return e
}

// Dir chooses the direction of reading and converting.
type Dir struct {
	lab.Once
	Dir round.Direction
}

func (a Dir) Apply(s State) State {
	if a.Dir > round.Stochastic {
		return s
	}
	s.Dir = a.Dir
	s = s.reread()
	return s
}

// Random sets the random bits of stochastic rounding.
type Random struct{ Random uint32 }

func (Random) Gesture() string { return "enc.random" }

func (a Random) Apply(s State) State {
	s.Random = a.Random
	s = s.reread()
	return s
}

// Stored chooses what the other formats are given: the stored value, or the typed text.
type Stored struct {
	lab.Once
	Stored bool
}

func (a Stored) Apply(s State) State {
	s.Stored = a.Stored
	return s
}

// Ulps steps to the next (Up) or the previous value.
type Ulps struct{ Up bool }

func (Ulps) Gesture() string { return "enc.ulps" }

func (a Ulps) Apply(s State) State {
	f := s.F()
	if a.Up {
		return s.encBits(f.NextUp(s.Bits), s.Cursor)
	}
	return s.encBits(f.NextDown(s.Bits), s.Cursor)
}

// Place puts the value at a place of the line between powers of two, counted from 0 in magnitude: its first placeBits bits of the
// trailing significand become I, the others 0. The place after the last one is the last number before the next power of two.
type Place struct{ I uint8 }

func (Place) Gesture() string { return "enc.place" }

func (a Place) Apply(s State) State {
	f := s.F()
	width := uint(f.P - 1)
	n := min(width, placeBits)
	if n == 0 || !f.ClassOf(s.Bits).IsFinite() {
		return s
	}
	low := wide.Mask(width)
	trailing := low
	if uint64(a.I) < 1<<n {
		trailing = wide.From64(uint64(a.I)).Shl(width - n)
	}
	c := s.Bits.Shr(width).Shl(width).Or(trailing)
	if !f.ClassOf(c).IsFinite() {
		return s
	}
	return s.encBits(c, s.Cursor)
}

// Twice doubles (Up) or halves the value, which moves the exponent of a normal number by one. It stops at the
// ends of the range: a finite number stays finite and other than zero.
type Twice struct{ Up bool }

func (Twice) Gesture() string { return "enc.twice" }

func (a Twice) Apply(s State) State {
	f := s.F()
	n := int64(-1)
	if a.Up {
		n = 1
	}
	c := arith.ScaleB(round.Env{}, f, f, s.Bits, n, nil).Bits
	if before, after := f.ClassOf(s.Bits), f.ClassOf(c); !before.IsFinite() || !after.IsFinite() || before != format.Zero && after == format.Zero {
		return s
	}
	return s.encBits(c, s.Cursor)
}

// Put shows a code: a named value.
type Put struct {
	lab.Once
	Named string // an ID of Named
}

func (a Put) Apply(s State) State {
	f := s.F()
	for _, n := range NamedValues {
		if n.ID != a.Named {
			continue
		}
		if n.Text != "" {
			s.Text = operand.Typed(n.Text)
			s = s.reread()
			return s
		}
		if c, ok := n.Code(f); ok {
			return s.encBits(c, s.Cursor)
		}
	}
	return s
}

// Special goes to the next (Up) or the previous value that has a name, in the order of the numbers.
type Special struct{ Up bool }

func (Special) Gesture() string { return "enc.special" }

func (a Special) Apply(s State) State {
	f := s.F()
	if c, ok := nextNamed(f, s.Bits, a.Up); ok {
		return s.encBits(c, s.Cursor)
	}
	return s
}

// Cursor moves the keyboard to a bit.
type Cursor struct {
	lab.Navigation
	Bit uint8
}

func (Cursor) Gesture() string { return "enc.cursor" }

func (a Cursor) Apply(s State) State {
	if int(a.Bit) < s.F().Bits {
		s.Cursor = a.Bit
	}
	return s
}

// Hover is the pointer over a bit, or over none (-1).
type Hover struct {
	lab.Navigation
	Bit int
}

func (Hover) Gesture() string { return "enc.hover" }

func (a Hover) Apply(s State) State {
	s.Hover = 0
	if a.Bit >= 0 && a.Bit < s.F().Bits {
		s.Hover = uint8(a.Bit + 1)
	}
	return s
}
