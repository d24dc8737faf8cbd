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

// Example is the name of an example and what to notice in it.
type Example struct{ Name, Note string }
