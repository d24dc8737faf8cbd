package operand

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/bits"
	"ulplab/site/kit/words"
)

// Operand is an operand as it is shown beside its field.
type Operand struct {
	Name    string // "a"
	Text    string // what the field holds
	Typed   bool   // which is what was typed
	Problem string // why the text cannot be read
	Note    string // what became of the typed number
	Datum
}

// Unread returns the names of the operands whose text is not understood.
func Unread(operands []Operand) (names []string) {
	for _, p := range operands {
		if p.Problem != "" {
			names = append(names, p.Name)
		}
	}
	return names
}

// Datum is a code with its forms.
type Datum struct {
	Code     wide.U128
	Bits     bits.Bits
	Hex      string
	Brief    string // the value, as text.Value writes it; ∞ for infinities
	Entry    string // what a field shows: a decimal that reads back
	Decimal  string // every digit, only if asked for
	HexFloat string
	Class    string
}

// Error is the distance of a result from the exact value. Unit is "ulp", or "" for results that are integers.
type Error struct {
	Known bool
	Text  string // "+0.5", "0", "none: the result is not a number"
	Unit  string
}

// Names of operands.
var Names = [3]string{"a", "b", "c"}

// Judge says what is wrong with an operand's text, or what rounding it to f did.
func Judge(f *format.Format, x Entered) (problem, note string) {
	t, err := text.Parse(x.Text.Text, f, round.Env{})
	switch {
	case err != nil:
		return words.Problem(err), ""
	case t.Flags&round.Overflowed != 0:
		return "", words.StoredOverflow(f.Name)
	case t.Finite:
		if typed := words.Evaluated(t); typed != "" {
			note = "typed: " + typed
		}
		if t.Flags&round.Inexact == 0 {
			return "", note
		}
		if note != "" {
			note += "; "
		}
		stored := words.Few(text.Decimal(f, x.Bits), 28)
		if v, ok := exact.FromBits(f, x.Bits); ok && v.Digits(1).Exp < -5 {
			stored = words.FirstDigits(v.Digits, 26)
		}
		return "", note + words.Stored(stored, exact.ErrorUlps(f, x.Bits, t.Exact))
	}
	return "", ""
}

func DatumOf(f *format.Format, c wide.U128, digits bool) Datum {
	d := Datum{Code: c, Bits: bits.BitsOf(f, c), Hex: text.Bits(f, c), Brief: words.Brief(f, c), Entry: text.Entry(f, c), HexFloat: text.Hex(f, c), Class: arith.ClassNames[arith.Class(f, c)]}
	if digits {
		d.Decimal = text.Decimal(f, c)
	}
	return d
}

// ErrorOf returns the distance of c from ref in ulp, or in units of one where unit is "".
func ErrorOf(f *format.Format, c wide.U128, ref exact.Ratio, unit string, ok bool) Error {
	v, finite := exact.FromBits(f, c)
	switch {
	case !ok:
		return Error{Text: "–"}
	case !finite:
		return Error{Text: "–", Unit: unit}
	case unit == "ulp":
		return Error{Known: true, Text: words.Grouped(exact.ErrorUlps(f, c, ref)), Unit: unit}
	}
	return Error{Known: true, Text: words.Offset(v, ref)}
}
