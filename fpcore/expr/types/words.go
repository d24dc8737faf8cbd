package types

import "strings"

// Letter returns the first letter of a word, 0 if it is not there.
//
//go:noinline
func Letter(list, key string) byte {
	if w := Word(list, key); w != "" {
		return w[0]
	}
	return 0
}

// Listed reports whether a list of words, with spaces around all of them, has a name.
//
//go:noinline
func Listed(list, name string) bool { return strings.Contains(list, " "+name+" ") }

// Word returns what stands behind key= in a list of words, "" if it is not there.
//
//go:noinline
func Word(list, key string) string {
	_, rest, _ := strings.Cut(list, " "+key+"=")
	rest, _, _ = strings.Cut(rest, " ")
	return rest
}

// IsLetter reports a byte that a name may begin with.
//
//go:noinline
func IsLetter(c byte) bool { return c == '_' || c == '$' || 'a' <= c|0x20 && c|0x20 <= 'z' }

// IsDigit reports a decimal digit.
//
//go:noinline
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }
