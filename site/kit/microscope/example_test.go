package microscope_test

import (
	"fmt"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/microscope"
)

// 1 + 2^-24 in binary32, bit under bit: the exact sum needs one place more than the result has.
func Example() {
	var t trace.Trace
	r := arith.Add(round.Env{}, format.F32, format.F32, wide.From64(0x3f800000), wide.From64(0x33800000), &t)
	s := microscope.Of("add", round.Env{}, format.F32, r, &t, microscope.Words{Operands: [3]string{"a", "b"}, Exact: "a + b", Result: "result"})
	for _, row := range s.Rows {
		fmt.Println(row.Label, row.High, row.Low)
	}
	fmt.Println("cut below", s.Cut)
	// Output:
	// a 0 -23
	// b -24 -47
	// a + b 0 -24
	// result 0 -23
	// cut below -23
}
