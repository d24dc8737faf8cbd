package build_test

import (
	"fmt"

	"ulplab/fpcore/expr/build"
	"ulplab/fpcore/expr/types"
)

func ExampleParse() {
	c, err := build.Parse("float s = 0; for (int i = 1; i <= 3; i++) s += x/i; s", types.Options{})
	if err != nil {
		panic(err)
	}
	divisions := 0
	for _, v := range c.Values {
		if v.Op == types.Div {
			divisions++
		}
	}
	fmt.Println(divisions, c.Inputs[0].Name, c.Values[c.Result].Name)

	_, err = build.Parse("x + 7/(3 - 3)", types.Options{})
	fmt.Println(err.Text)
	// Output:
	// 3 x s
	// an integer divided by zero; for an infinity or a NaN write a floating-point number
}
