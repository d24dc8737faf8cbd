package svg_test

import (
	"fmt"

	"ulplab/site/kit/svg"
)

// A pen collects marks; a picture has a size and a text alternative, and is a document of its own in either theme.
func Example() {
	var p svg.Pen
	p.Digits(20, 24, 14, svg.Middle, "ink", "0.1")
	file := p.Picture("One tenth", 40, 32).File(false)
	fmt.Println(svg.TitleOf(file))
	fmt.Println(svg.SizeOf(file))
	// Output:
	// One tenth
	// 72 64
}
