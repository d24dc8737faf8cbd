package summation_test

import (
	"fmt"

	"ulplab/fpcore/summation"
)

// One set of numbers in some of the orders: numpy.sum and torch.sum gave these bits for the same 512 numbers on an H200
// (conform/testdata/orders/sums.txt.gz); the serial and the exact sum are those of Python's floats and fractions.
func Example() {
	m := summation.New(summation.Input{N: 512, Seed: 1, Threads: 128, Blocks: 8, Accums: 1, CPU: 4}, nil)
	for !m.Step(1_000_000, true) { // which leaves the trees out
	}
	for _, id := range []string{"serial", "numpy.sum", "torch.sum", "exact"} {
		r := m.Row(id)
		fmt.Printf("%-9s %08x %+.2f ulp\n", id, r.Bits.Lo, r.Ulps)
	}
	// Output:
	// serial    436bf209 -0.72 ulp
	// numpy.sum 436bf20a +0.28 ulp
	// torch.sum 436bf209 -0.72 ulp
	// exact     436bf20a +0.28 ulp
}
