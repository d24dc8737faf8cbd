package run_test

import (
	"fmt"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/expr/run"
)

func ExampleProgram() {
	c, _ := expr.Parse("a*b - c", expr.Options{Free: expr.Float})
	show := func(p *run.Program) {
		in := []uint64{0x3f800001, 0x3f800001, 0x3f800002} // (1 + 2^-23)² - (1 + 2^-22)
		fmt.Printf("%08x", p.Result(in))
		for _, s := range p.Trace(in) {
			fmt.Print(" ", s.Name, " ", s.Local)
		}
		fmt.Println()
	}
	for _, id := range []string{"9.0", "9.0-nofma"} {
		t, _ := expr.TargetByID(id)
		p, _ := expr.Compile(c, t)
		show(&p.Program)
	}
	// Output:
	// 28800000 fma.rn.f32 0
	// 00000000 mul.rn.f32 -1.19209e-7 sub.rn.f32 0
}
