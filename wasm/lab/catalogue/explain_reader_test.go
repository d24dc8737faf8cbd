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

// The second result's program may be PTX: it is run, and leaves of the causes that the bits allow the one that it shows.
func TestExplainPTX(t *testing.T) {
	p := read(t, "#/v1/explain")
	p.pick("#explain-example", "ptx")
	p.contains(".explain-answer", "Rounding, explained: FMA contraction.", "The PTX gives the second result with the multiplications and additions that name no rounding fused, as ptxas does by default. As it is written it would give 0x3c23d708.",
		"det_param_0 a, det_param_1 b, det_param_2 c, det_param_3 d, det_param_4 the result", "The bits, the PTX, or what was said of the machines exclude every other cause")
	p = p.reopened(t, ".explain-answer")
	text := p.one("#explain-second").attr["value"]
	p.fill("#explain-seen2", "0x3c23d70b")
	p.contains(".explain-answer", "The PTX does not give the second result, but 0x3c23d708 as it is written, and 0x3c23d70a where ptxas fuses", "does not rest on it")
	p.fill("#explain-seen2", "0x3c23d70a")
	p.fill("#explain-second", "")
	p.contains(".explain-answer", "Less plausible, and not excluded by the bits", "Evaluation in another format")
	p.fill("#explain-second", text[:len(text)-1])
	p.contains("#explain-second-problem", "is not closed")
	p.fill("#explain-program", text)
	p.contains("#explain-program-problem", "field of the second result", "Run it thread by thread")
	p.pick("#explain-example", "ptx")
	p.click(".explain-answer a[href*=ptx]")
	p.contains(".ptx-verdict", "1 element written")
}
