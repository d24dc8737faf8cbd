package expr_test

import (
	"fmt"

	"ulplab/fpcore/expr"
)

// The same text on a GPU, which fuses the product with the sum, and on x86-64 without FMA.
func Example() {
	for _, id := range []string{"9.0", "gcc"} {
		t, _ := expr.TargetByID(id)
		c, err := expr.Parse("a*a + b", t.Reads(expr.Options{Free: expr.Float}))
		if err != nil {
			panic(err)
		}
		p, err := expr.Compile(c, t)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: %08x\n", t.Name(), p.Result([]uint64{0x3f800001, 0xbf800002}))
	}
	// Output:
	// compute capability 9.0: 28800000
	// g++, SSE2: 00000000
}
