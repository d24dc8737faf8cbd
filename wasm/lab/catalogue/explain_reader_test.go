//go:build !js && !opening

package catalogue

import "testing"

// The first question: cause, remedy, truth, tolerance, place, in this order.
func TestExplainFirst(t *testing.T) {
	p := read(t, "#/v1/explain")
	p.contains(".explain-answer", "FMA contraction")
	p.contains(".explain-answer", "FMA contraction", "__fmul_rn(b, c)", "fmaf(b, c, d)", "8308.999540685210377",
		"+0.470338 ulp", "The second result is closer", "differ by at most", "An input that tells them apart")
	p.contains(".explain-list", "nvcc -arch=sm_90 program.cu", "-fmad=false", "Comparing with a double reference")
	p.linked("#/v1/explain")
}

// Every question on offer, and the reader's own.
func TestExplainQuestions(t *testing.T) {
	p := read(t, "#/v1/explain")
	for _, q := range [][2]string{
		{"x87", "x87 extended precision"}, {"tie", "rounded to TF32, ties away from zero"}, {"zsz", "rounded to TF32"}, {"dot", "evaluation in another format"}, {"exp", "float and double mixed"},
		{"library", "another implementation of a function"}, {"fp8", "another policy for overflow in a conversion"}, {"double", "evaluation in another format"}, {"atomic", "another order of operations"},
	} {
		p.pick("#explain-example", q[0])
		p.contains(".explain-answer", q[1])
	}
	p.pick("#explain-example", "fma")
	p.fill("#explain-program", "a*b +")
	p.contains("#explain-program-problem", "The text ends here")
	p.fill("#explain-program", "a*b + c")
	p.contains("#explain-rows-problem", "A row is missing; it has a b c")
	p.fill("#explain-rows", "0.1 0.2 -0.02")
	p.fill("#explain-seen1", "1.8626451e-9")
	p.fill("#explain-seen2", "1.0430813e-9")
	p.contains(".explain-answer", "FMA contraction")
	p.contains(".explain-answer", "First difference")
	p = p.reopened(t, ".explain-answer")
	p.fill("#explain-pair", "1 1\n2 2.0000005\n3 nan")
	p.contains(".explain-columns", "Largest distance 2 ulp", "NaN on one side 1")
}
