package bits_test

import (
	"fmt"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/bits"
)

// A code is cut into fields, highest first, and each bit knows what it counts for.
func Example() {
	for _, f := range bits.BitsOf(format.E4M3, wide.From64(0x3b)).Fields {
		fmt.Println(f.Kind.Letter(), f.Kind.Name())
		for _, b := range f.Bits {
			fmt.Println(b.Index, b.One, b.Weight)
		}
	}
	// Output:
	// S sign
	// 7 false minus sign when 1
	// E biased exponent
	// 6 false 2^3 of the biased exponent
	// 5 true 2^2 of the biased exponent
	// 4 true 2^1 of the biased exponent
	// 3 true 2^0 of the biased exponent
	// T trailing significand
	// 2 false 2^-1 of the significand
	// 1 true 2^-2 of the significand
	// 0 true 2^-3 of the significand
}
