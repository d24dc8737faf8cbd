package words

import (
	"strings"
)

// ExampleOf finds the line of an example: ID, name, what to notice. own is what stands beside a state of the
// reader's own, whose ID is "".
func ExampleOf(lines, id, own string) Example {
	if id != "" {
		for _, line := range strings.Split(lines, "\n") {
			if of, words, _ := strings.Cut(line, "|"); of == id {
				name, note, _ := strings.Cut(words, "|")
				return Example{name, note}
			}
		}
	}
	return Example{OwnExample, own}
}

// Example is the name of an example of the Operation view and what to notice in it.
type Example struct{ Name, Note string }

// Packed finds the line of a table that begins with key and returns its other two columns.
func Packed(table, key string) (a, b string) {
	for line := range strings.SplitSeq(table, "\n") {
		if rest, ok := strings.CutPrefix(line, key+"|"); ok {
			a, b, _ = strings.Cut(rest, "|")
		}
	}
	return a, b
}
