package rounding_test

import (
	"fmt"

	"ulplab/fpcore/gpu"
	"ulplab/site/kit/rounding"
)

// 1/3 in binary32 lies a third of an ulp above the exact quotient.
func Example() {
	div, _ := gpu.Find("div.rn.f32")
	r, _ := rounding.Of(div, [3]uint64{0x3f800000, 0x40400000}, 0x3eaaaaab)
	fmt.Println(r.Exact, r.Error)
	// Output:
	// 0.3333333333333333333333333… +0.333 ulp
}
