package state

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// Encoding is the view of one value in any format.
const Encoding View = "enc"

// Enc is what the Encoding view shows: a code of a format, how it was entered, and the direction of reading and
// converting.
type Enc struct {
	Format string // a name that format.Parse reads
	Bits   wide.U128
	Dir    round.Direction
	Random uint32 // the random bits of stochastic rounding
	Text   Draft  // the value as typed
	Name   Draft  // the format's name as typed; not in links
	Stored bool   // other formats are given the stored value, not the typed text
	Cursor uint8  // the bit that the keyboard is on; not in links
	Hover  uint8  // the bit under the pointer plus one, 0 for none; not in links
}

// FirstRandom is the random bits that stochastic rounding starts with: half of their range, so that it rounds to nearest.
const FirstRandom = 0x80000000

// FirstEnc returns the first example: 0.1 in binary32.
func FirstEnc() Enc {
	return Enc{Format: "f32", Bits: wide.From64(0x3dcccccd), Random: FirstRandom, Text: Typed("0.1")}
}

// F returns the format shown.
func (e Enc) F() *format.Format { return FormatOf(e.Format) }

// Env returns the environment in which text is read, and values are converted, into f. The random bits are 32, fewer
// where so many do not fit below the last place of f (binary128 has 13): then the highest ones are used.
func (e Enc) Env(f *format.Format) round.Env {
	n := min(32, 126-f.P)
	return round.Env{Direction: e.Dir, Random: uint64(e.Random) >> (32 - n), RandomBits: uint8(n)}
}

// Read returns what the typed text means in the format and direction shown.
func (e Enc) Read() (text.Parsed, error) { return text.Parse(e.Text.Text, e.F(), e.Env(e.F())) }

// reread takes the value from the text again, if text is shown and can be read.
func (e Enc) reread() Enc {
	if e.Text.On {
		if p, err := e.Read(); err == nil {
			e.Bits = p.Bits
		}
	}
	return e
}

// EncToggle flips one bit; bit 0 is the lowest.
type EncToggle struct {
	once
	Bit uint8
}

func (a EncToggle) apply(s State) State {
	return s.encBits(s.Enc.Bits.SetBit(uint(a.Bit), 1-s.Enc.Bits.Bit(uint(a.Bit))), a.Bit)
}

// EncPaint sets one bit as part of a drag or of typing 0 and 1.
type EncPaint struct {
	Bit uint8
	One bool
}

func (EncPaint) gesture() string { return "enc.paint" }

func (a EncPaint) apply(s State) State {
	b := uint64(0)
	if a.One {
		b = 1
	}
	return s.encBits(s.Enc.Bits.SetBit(uint(a.Bit), b), a.Bit)
}

// encBits shows another code of the same format; what was typed no longer describes it.
func (s State) encBits(c wide.U128, cursor uint8) State {
	f := s.Enc.F()
	c = c.And(wide.Mask(uint(f.Bits)))
	if c != s.Enc.Bits {
		s.Enc.Bits = c
		s.Enc.Text = Draft{}
	}
	if int(cursor) < f.Bits {
		s.Enc.Cursor = cursor
	}
	return s
}

// EncType is a change of the value's text field.
type EncType struct{ Text string }

func (EncType) gesture() string { return "enc.type" }

func (a EncType) apply(s State) State {
	s.Enc.Text = Typed(a.Text)
	s.Enc = s.Enc.reread()
	return s
}

// EncFormat chooses a format. The value follows: typed text is read anew, so that it is rounded once; any other
// value is converted.
type EncFormat struct {
	once
	Name string
}

func (a EncFormat) apply(s State) State {
	f, err := format.Parse(a.Name)
	if err != nil {
		return s
	}
	s.Enc.Name = Draft{}
	s.Enc = s.Enc.in(f)
	return s
}

// EncName is a change of the field for a format's name.
type EncName struct{ Text string }

func (EncName) gesture() string { return "enc.name" }

func (a EncName) apply(s State) State {
	if len(a.Text) > 32 {
		a.Text = a.Text[:32]
	}
	s.Enc.Name = Typed(a.Text)
	if f, err := format.Parse(a.Text); err == nil {
		s.Enc = s.Enc.in(f)
	}
	return s
}

// in returns e in another format.
func (e Enc) in(f *format.Format) Enc {
	old := e.F()
	if f.ID == old.ID {
		return e
	}
	e.Format = f.ID
	e.Cursor = 0
	if e.Text.On {
		if p, err := e.Read(); err == nil && p.Kind != text.KindBits {
			e.Bits = p.Bits
			return e
		}
		e.Text = Draft{}
	}
	e.Bits = arith.Convert(e.Env(f), f, old, e.Bits, nil).Bits
	return e
}

// EncDir chooses the direction of reading and converting.
type EncDir struct {
	once
	Dir round.Direction
}

func (a EncDir) apply(s State) State {
	if a.Dir > round.Stochastic {
		return s
	}
	s.Enc.Dir = a.Dir
	s.Enc = s.Enc.reread()
	return s
}

// EncRandom sets the random bits of stochastic rounding.
type EncRandom struct{ Random uint32 }

func (EncRandom) gesture() string { return "enc.random" }

func (a EncRandom) apply(s State) State {
	s.Enc.Random = a.Random
	s.Enc = s.Enc.reread()
	return s
}

// EncStored chooses what the other formats are given: the stored value, or the typed text.
type EncStored struct {
	once
	Stored bool
}

func (a EncStored) apply(s State) State {
	s.Enc.Stored = a.Stored
	return s
}

// EncUlps steps to the next (Up) or the previous value.
type EncUlps struct{ Up bool }

func (EncUlps) gesture() string { return "enc.ulps" }

func (a EncUlps) apply(s State) State {
	f := s.Enc.F()
	if a.Up {
		return s.encBits(f.NextUp(s.Enc.Bits), s.Enc.Cursor)
	}
	return s.encBits(f.NextDown(s.Enc.Bits), s.Enc.Cursor)
}

// EncTwice doubles (Up) or halves the value, which moves the exponent of a normal number by one. It stops at the
// ends of the range: a finite number stays finite and other than zero.
type EncTwice struct{ Up bool }

func (EncTwice) gesture() string { return "enc.twice" }

func (a EncTwice) apply(s State) State {
	f := s.Enc.F()
	n := int64(-1)
	if a.Up {
		n = 1
	}
	c := arith.ScaleB(round.Env{}, f, f, s.Enc.Bits, n, nil).Bits
	if before, after := f.ClassOf(s.Enc.Bits), f.ClassOf(c); !before.IsFinite() || !after.IsFinite() || before != format.Zero && after == format.Zero {
		return s
	}
	return s.encBits(c, s.Enc.Cursor)
}

// EncPut shows a code: a named value.
type EncPut struct {
	once
	Named string // an ID of Named
}

func (a EncPut) apply(s State) State {
	f := s.Enc.F()
	for _, n := range NamedValues {
		if n.ID != a.Named {
			continue
		}
		if n.Text != "" {
			s.Enc.Text = Typed(n.Text)
			s.Enc = s.Enc.reread()
			return s
		}
		if c, ok := n.Code(f); ok {
			return s.encBits(c, s.Enc.Cursor)
		}
	}
	return s
}

// EncSpecial goes to the next (Up) or the previous value that has a name, in the order of the numbers.
type EncSpecial struct{ Up bool }

func (EncSpecial) gesture() string { return "enc.special" }

func (a EncSpecial) apply(s State) State {
	f := s.Enc.F()
	if c, ok := nextNamed(f, s.Enc.Bits, a.Up); ok {
		return s.encBits(c, s.Enc.Cursor)
	}
	return s
}

// EncCursor moves the keyboard to a bit.
type EncCursor struct{ Bit uint8 }

func (EncCursor) gesture() string { return "enc.cursor" }

func (EncCursor) navigates() {}

func (a EncCursor) apply(s State) State {
	if int(a.Bit) < s.Enc.F().Bits {
		s.Enc.Cursor = a.Bit
	}
	return s
}

// EncHover is the pointer over a bit, or over none (-1).
type EncHover struct{ Bit int }

func (EncHover) gesture() string { return "enc.hover" }

func (EncHover) navigates() {}

func (a EncHover) apply(s State) State {
	s.Enc.Hover = 0
	if a.Bit >= 0 && a.Bit < s.Enc.F().Bits {
		s.Enc.Hover = uint8(a.Bit + 1)
	}
	return s
}
