package print_test

import (
	"fmt"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/expr/print"
)

func ExampleEmit() {
	c, _ := expr.Parse("a*b + c", expr.Options{Free: expr.Float})
	t, _ := expr.TargetByID("9.0")
	p, _ := expr.Compile(c, t)
	in := []uint64{0x3f8ccccd, 0x400ccccd, 0x40533333} // 1.1, 2.2 and 3.3
	program, missing := print.Emit(p, print.LanguagePython, in, false)
	fmt.Println(missing == "")
	for line := range strings.Lines(program) {
		if strings.Contains(line, "= fma32(a") {
			fmt.Println(strings.TrimSpace(line))
		}
	}

	t, _ = expr.TargetByID("exact")
	p, _ = expr.Compile(c, t)
	_, missing = print.Emit(p, print.LanguageC, in, false)
	fmt.Println(missing)
	// Output:
	// true
	// t1 = fma32(a, b, c)  # fma.rn.f32: a*b + c
	// the exact value is not computed by floating-point operations
}
