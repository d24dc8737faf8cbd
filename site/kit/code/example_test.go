package code_test

import (
	"fmt"
	"strings"

	"ulplab/site/kit/code"
)

// A table of inputs is a text: a row a line, cells between tabs; one of them can be changed.
func Example() {
	rows := code.Inputs("a=0.1\tb=0.2\na=1\tb=3")
	rows[1] = code.Put(rows[1], "b", "7")
	fmt.Println(strings.ReplaceAll(code.Join(rows), "\t", " | "))
	// Output:
	// a=0.1 | b=0.2
	// a=1 | b=7
}
