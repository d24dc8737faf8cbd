package operand

import (
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
