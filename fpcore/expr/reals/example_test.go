package reals_test

import (
	"fmt"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/expr/reals"
)

func ExampleOf() {
	c, _ := expr.Parse("(a + b) - a", expr.Options{Free: expr.Float})
	in := []uint64{0x4b800000, 0x3e800000} // 2^24 and 0.25: in binary32 nothing of b is left
	r := reals.Of(c, in, nil)[c.Result]
	fmt.Println(r.Text(), r.Exact())

	c, _ = expr.Parse("a/3", expr.Options{Free: expr.Float})
	r = reals.Of(c, []uint64{0x3f800000}, nil)[c.Result]
	fmt.Println(r.Text(), r.Exact())
	// Output:
	// 0.25 true
	// 0.333333333333333333333333333333… false
}
