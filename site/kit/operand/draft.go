package operand

import (
	"strings"
	"unicode/utf8"

	"ulplab/fpcore/format"
	"ulplab/fpcore/text"
)

// Draft is the raw text of a field. While On, the field shows Text exactly as it was typed, whatever it means;
// otherwise the field shows the value. A field under the caret is never rewritten.
type Draft struct {
	On   bool
	Text string
}

// Cut bounds a text that was typed, pasted or read from a link by most bytes, and leaves out what is no UTF-8. One that
// is longer comes back with a few bytes more than most: whoever reads the text refuses it for its length and says so, and
// no text is read in part.
func Cut(s string, most int) string {
	s = strings.ToValidUTF8(s, "")
	if len(s) <= most {
		return s
	}
	end := most + 1
	for end < len(s) && !utf8.RuneStart(s[end]) {
		end++
	}
	return s[:end]
}

// Typed returns the draft of a field in which s was typed; text.Parse refuses what is too long.
func Typed(s string) Draft { return Draft{On: true, Text: Cut(s, text.MaxInput)} }

// FormatOf returns the format with the given name, binary32 where there is none.
func FormatOf(name string) *format.Format {
	f, err := format.Parse(name)
	if err != nil {
		return format.F32
	}
	return f
}
