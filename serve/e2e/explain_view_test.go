package e2e

import (
	"strconv"
	"testing"
)

// The first question: cause, remedy, truth, tolerance, place, in this order.
func TestExplainFirst(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/explain", Wide)
		p.explained("A product and a sum became one operation")
		p.contains(".explain-answer", "A product and a sum became one operation", "-fmad=false", "d+__fmul_rn(b, c)", "fmaf(b, c, d)", "8308.999540685210377",
			"+0.470338 ulp", "The second result is closer", "differ by at most", "0x3f9e8cbe")
		p.contains(".explain-list", "nvcc -arch=sm_90 program.cu", "One more input that tells them apart", "Higher precision is another program")
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
		{"x87", "x87 registers"}, {"tie", "rounded to TF32, ties away from zero"}, {"zsz", "rounded to TF32"}, {"dot", "double precision"}, {"exp", "literal of another type"},
		{"library", "CUDA 9"}, {"fp8", "Another policy for overflow"}, {"double", "double became float"}, {"atomic", "The order of additions is not fixed"},
	} {
		p.pick("#explain-example", q[0])
		p.explained(q[1])
	}
	p.pick("#explain-example", "fma")
	p.fill("#explain-program", "a*b +")
	p.contains("#explain-program-problem", "The text ends here")
	p.fill("#explain-program", "a*b + c")
	p.contains("#explain-rows-problem", "Values of the inputs are missing: a b c")
	p.fill("#explain-rows", "0.1 0.2 -0.02")
	p.fill("#explain-seen1", "1.8626451e-9")
	p.fill("#explain-seen2", "1.0430813e-9")
	p.explained("A product and a sum became one operation")
	p.contains(".explain-answer", "Where the bits part")
	link := p.hash()
	again := open(t, Hosted, link, Wide)
	again.explained("A product and a sum became one operation")
	p.fill("#explain-pair", "1 1\n2 2.0000005\n3 nan")
	p.contains(".explain-columns", "Largest distance 2 ulp", "NaN on one side 1")
}
