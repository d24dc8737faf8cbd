package reference_test

import (
	"fmt"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/reference"
)

// What 1/3 and the unit's sine are exactly, to as many digits as are asked for.
func Example() {
	third := reference.Exact("a/b", format.F32, [3]wide.U128{wide.From64(0x3f800000), wide.From64(0x40400000)})
	sine := reference.Unit("MUFU.SIN", wide.From64(0x3e800000))
	fmt.Println(third.Digits(12))
	fmt.Println(sine.Digits(12))
	// Output:
	// 0.333333333333…
	// 1
}
