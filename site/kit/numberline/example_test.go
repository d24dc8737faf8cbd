package numberline_test

import (
	"fmt"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/numberline"
)

// A line has floats as ticks and the exact value between them.
func Example() {
	line := numberline.Line{
		Ticks: []numberline.Tick{
			numberline.Neighbour(format.F16, wide.From64(0x2e66), 0),
			numberline.Neighbour(format.F16, wide.From64(0x2e67), numberline.Unit),
		},
		HasExact: true, Exact: numberline.Unit * 4 / 10, ExactLabel: "0.1",
	}
	p := numberline.Draw(line, "0.1 between its neighbours in binary16")
	fmt.Println(line.Ticks[0].Label, line.Ticks[0].Note, line.Ticks[1].Label, p.W)
	// Output:
	// 0.0999755859375 0x2e66 0.10003662109375 720
}
