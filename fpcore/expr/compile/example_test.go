package compile_test

import (
	"fmt"

	"ulplab/fpcore/expr/build"
	"ulplab/fpcore/expr/compile"
	"ulplab/fpcore/expr/types"
)

func ExampleChoiceOf() {
	c, _ := build.Parse("e*f + a*c", types.Options{Free: types.Float})
	for _, id := range []string{"9.0", "9.0-nofma", "gcc-fma", "clang-fma"} {
		t, _ := compile.TargetByID(id)
		fmt.Println(t.Name(), compile.ChoiceOf(c, t).Fuse) // l: the left product is fused
	}
	// Output:
	// compute capability 9.0 r
	// compute capability 9.0, -fmad=false -
	// g++, FMA3, -ffp-contract=fast l
	// clang++, FMA3, -ffp-contract=fast r
}

func ExampleCompile() {
	c, _ := build.Parse("tanf(a)", types.Options{Free: types.Float})
	t, _ := compile.TargetByID("gcc")
	_, err := compile.Compile(c, t)
	fmt.Println(err.Text)
	// Output: tanf is code of a library, whose bits differ from one release to the next; the lab does not have it
}
