package types_test

import (
	"fmt"

	"ulplab/fpcore/expr/types"
)

func ExampleConvertBits() {
	// 3e9 is no int: the compiler does not fold it, x86 and a GPU differ.
	big := uint64(0x4f32d05e) // 3e9f
	for _, o := range []types.Overflow{types.FoldInts, types.HostInts, types.GPUInts} {
		code, ok := types.ConvertBits(types.Int, types.Float, big, o)
		fmt.Printf("%08x %v\n", code, ok)
	}
	// Output:
	// 00000000 false
	// 80000000 true
	// 7fffffff true
}

func ExampleMeaningOf() {
	m, ok := types.MeaningOf("__fadd_rz")
	fmt.Println(m.ID, m.Directed, ok)
	// Output: add true true
}
