package operand

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// IsPattern reports whether a text is a bit pattern, which means another number in another format.
func IsPattern(s string) bool {
	p, err := text.Parse(s, format.F128, round.Env{})
	return err == nil && p.Kind == text.KindBits
}

// Entered is a datum and how it was entered. While Text is on it says what was typed; Bits is the code it means, or
// the last one that could be read.
type Entered struct {
	Bits wide.U128
	Text Draft
}

// CodeOnly is an operand of an example: its code and the text it was typed as. A test holds the two together.
func CodeOnly(s string, hi, lo uint64) Entered {
	return Entered{Bits: wide.U128{Hi: hi, Lo: lo}, Text: Draft{On: true, Text: s}}
}

func Short(s string, bits uint64) Entered { return CodeOnly(s, 0, bits) }

// Read returns the code that a text means in f, rounded to nearest.
func Read(s string, f *format.Format) (wide.U128, error) {
	p, err := text.Parse(s, f, round.Env{})
	return p.Bits, err
}

// Reader is Read in f.
func Reader(f *format.Format) func(string) (wide.U128, error) {
	return func(s string) (wide.U128, error) { return Read(s, f) }
}

// Type takes what was typed: read says which code it means, and while it means none the last one stays.
func (x *Entered) Type(typed string, read func(string) (wide.U128, error)) {
	x.Text = Typed(typed)
	if c, err := read(x.Text.Text); err == nil {
		x.Bits = c
	}
}

// Step moves to the upper (up) or lower neighbour in f.
func (x *Entered) Step(f *format.Format, up bool) {
	x.Text = Draft{}
	if up {
		x.Bits = f.NextUp(x.Bits)
	} else {
		x.Bits = f.NextDown(x.Bits)
	}
}

// Refit takes the operand to another format: what was typed is read again in it, so that it is rounded once; bit patterns,
// which mean another number there, and other data are rounded to it.
func (x *Entered) Refit(from, to *format.Format, read func(string) (wide.U128, error)) {
	if x.Text.On && !IsPattern(x.Text.Text) {
		if c, err := read(x.Text.Text); err == nil {
			x.Bits = c
			return
		}
	}
	x.Text = Draft{}
	x.Bits = arith.Convert(round.Env{}, to, from, x.Bits, nil).Bits
}
