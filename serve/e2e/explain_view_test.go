package e2e

import (
	"strconv"
	"testing"
)

// The first question: cause, remedy, truth, tolerance, place, in this order.
func TestExplainFirst(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/explain", Wide)
		p.explained("FMA contraction")
		p.contains(".explain-answer", "FMA contraction", "__fmul_rn(b, c)", "fmaf(b, c, d)", "8308.999540685210377",
			"+0.470338 ulp", "The second result is closer", "differ by at most", "An input that tells them apart")
		p.contains(".explain-list", "nvcc -arch=sm_90 program.cu", "-fmad=false", "Comparing with a double reference")
		if h := p.hash(); h != "#/v1/explain" {
			t.Errorf("the link is %s", h)
		}
	})
}

// explained waits for the answer that speaks of words.
func (p *tpage) explained(words string) {
	p.t.Helper()
	p.wait(`document.querySelector(".explain-answer").textContent.includes(` + strconv.Quote(words) + `)`)
}

// Every question on offer, and the reader's own.
func TestExplainQuestions(t *testing.T) {
	p := open(t, Hosted, "#/v1/explain", Wide)
	for _, q := range [][2]string{
		{"x87", "x87 extended precision"}, {"tie", "rounded to TF32, ties away from zero"}, {"zsz", "rounded to TF32"}, {"dot", "evaluation in another precision"}, {"exp", "float and double mixed"},
		{"library", "another implementation of a function"}, {"fp8", "another policy for overflow in a conversion"}, {"double", "evaluation in another precision"}, {"atomic", "another order of operations"},
	} {
		p.pick("#explain-example", q[0])
		p.explained(q[1])
	}
	p.pick("#explain-example", "fma")
	p.fill("#explain-program", "a*b +")
	p.contains("#explain-program-problem", "The text ends here")
	p.fill("#explain-program", "a*b + c")
	p.contains("#explain-rows-problem", "A row is missing; it has a b c")
	p.fill("#explain-rows", "0.1 0.2 -0.02")
	p.fill("#explain-seen1", "1.8626451e-9")
	p.fill("#explain-seen2", "1.0430813e-9")
	p.explained("FMA contraction")
	p.contains(".explain-answer", "First difference")
	link := p.hash()
	again := open(t, Hosted, link, Wide)
	again.explained("FMA contraction")
	p.fill("#explain-pair", "1 1\n2 2.0000005\n3 nan")
	p.contains(".explain-columns", "Largest distance 2 ulp", "NaN on one side 1")
}
