package state

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/text"
)

// Draft is the raw text of a field. While On, the field shows Text exactly as it was typed, whatever it means;
// otherwise the field shows the value. A field under the caret is never rewritten.
type Draft struct {
	On   bool
	Text string
}

// MaxText is the length in bytes to which typed text is cut. It is one more than text.Parse reads, so that no text
// that was cut is taken for the number it begins with.
const MaxText = text.MaxInput + 1

// Typed returns the draft of a field in which s was typed.
func Typed(s string) Draft {
	if len(s) > MaxText {
		s = s[:MaxText]
	}
	return Draft{On: true, Text: s}
}

// FormatOf returns the format with the given name, binary32 where there is none.
func FormatOf(name string) *format.Format {
	f, err := format.Parse(name)
	if err != nil {
		return format.F32
	}
	return f
}
