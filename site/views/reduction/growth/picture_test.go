package growth

import (
	"testing"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/golden"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/views/reduction/sumtest"
)

// The golden was looked at in a browser, light and dark.
func TestGrowthGoldens(t *testing.T) {
	m := sumtest.Done(t, sum.Input{Input: summation.Input{N: 200, Seed: 1, Threads: 32, Blocks: 1, Accums: 2, CPU: 4}})
	x, ok := m.Growth("gridstride")
	if !ok {
		t.Fatal("no errors by step")
	}
	for !x.Step() {
	}
	golden.Compare(t, "time.svg", picture(x, 344).File(true))
}
