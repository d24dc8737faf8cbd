package target_test

import (
	"fmt"

	"ulplab/fpcore/gpu"
	"ulplab/site/kit/target"
)

// An operation of a GPU is written in C, in single and in double precision.
func Example() {
	sqrt, _ := gpu.FindOperation("sqrt")
	div, _ := gpu.FindOperation("a/b")
	fmt.Println(target.InC(sqrt, false), target.InC(sqrt, true), target.InC(div, false))
	// Output:
	// sqrtf(a) sqrt(a) a/b
}
