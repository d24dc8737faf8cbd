package e2e

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// The first example: the hardest binary32 argument of exp, its bits, its candidates and the counts over all arguments.
func TestFunctionsDilemma(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/functions", Wide)
		p.contains("main", "exp(≈−14.567090034484863)", "0x34fd331b", "53 bits of the value had to be known to round it to 24", "a run of 27 equal bits", "4.71621")
		p.wait(`document.querySelector(".fn-hard")`)
		p.contains(".fn-hard", "run 27", "run 26", "NVIDIA H200")
		p.contains(".fn-tries", "24 + 24", "66", "decided")
		p.click(".fn-hard .chip:nth-child(2)")
		p.contains("main", "a run of 26 equal bits")
		p.pick("#fn-example", "exp64")
		p.contains("main", "a run of 57 equal bits", "binary64")
		p.pick("#fn-function", "sqrt")
		p.fill("#fn-x", "4")
		p.contains("main", "it is exact, and there is nothing to decide")
		p.fill("#fn-x", "-1")
		p.contains("main", "outside the domain")
		p.fill("#fn-x", "x")
		p.contains("#fn-x-problem", "At character 1")
		if h := p.hash(); h != "#/v1/functions?f=f64&fn=sqrt&tx=x&x=bff0000000000000" {
			t.Errorf("the link is %s", h)
		}
	})
}

// Both figures of the paper's Figure 6, and pi as the cause.
func TestFunctionsFigure6(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/functions?p=figure6", Wide)
		p.contains(".fn-code", "cos(5992555.000000): 3.320904615e-07", "cos(5992555.000000): 3.320904692e-07")
		p.contains("main", "0x3e964945545d8d8d", "3,814,979", "4.045e−21", "the constant of fsin and fcos", "Intel SDM")
		p.contains(".fn-pi", "53, rounded", "3.323240616e", "3.320903658e", "3.320907794e", "3.320904692e")
		p.focus("#fn-pi-bits")
		p.press(kb.ArrowLeft, kb.ArrowLeft)
		p.contains(".fn-steps", "3.320903658e−07")
		p.click(`[data-tap="fn:pi53"]`)
		p.wait(`document.activeElement.getAttribute("data-tap") === "fn:pi53"`) // the table is drawn anew
		p.contains(".fn-steps", "3.323240616e−07")
		if h := p.hash(); h != "#/v1/functions?p=figure6&pi=53" {
			t.Errorf("the link is %s", h)
		}
	})
}

// The recorded accuracy, the worst argument's link and the profile.
func TestFunctionsMeasured(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/functions?p=measured", Wide)
		p.wait(`document.querySelectorAll(".fn-table tbody tr").length === 55`)
		p.contains(".fn-table", "sinf", "1.49939", "9.957 %", "−3271566.75")
		p.contains("main", "55 of 55 functions", "nvcc 13.0.88", "CUDA Programming Guide 13.x")
		p.click(`[data-tap="fn:ktanf"]`)
		p.contains(".fn-modes", "3.09553", "0xfdfc9d63", "16,777,220")
		p.contains("main", "tanf: Maximum error", "odd number of quarter turns")
		p.focus(".fn-profile")
		p.press(kb.Home)
		p.contains(".fn-reading", "infinity and NaN")
		p.press(kb.ArrowRight)
		p.contains(".fn-reading", "−2128 < x ≤ −2127", "default", "-use_fast_math")
		p.fill("#fn-find", "erf")
		if n := p.count(".fn-table tbody tr"); n != 5 {
			t.Errorf("%d functions with “erf”", n)
		}
		p.click(".fn-arg a")
		p.wait(`location.hash.indexOf("#/v1/enc?b=") === 0`)
		p.contains("main", "binary32")
	})
}

// A sweep of one exponent runs to its end and gives what the GPU gave; a long one pauses, resumes and is cancelled while
// the page answers.
func TestFunctionsSweep(t *testing.T) {
	p := open(t, Hosted, "#/v1/functions?p=measured&k=ex2_approx&lo=3f800000&hi=3f8fffff", Wide)
	p.wait(`document.querySelector("#fn-start")`)
	p.contains(".fn-sweep", "1,048,576 arguments, from 1 to 1.1249999")
	p.click("#fn-start")
	p.wait(`/1,048,576 of 1,048,576, done/.test(document.querySelector("#fn-progress").textContent)`)
	p.contains(".fn-results", "Maximum error, ulp", "1,048,576")
	p.click(".fn-ranges button:nth-child(4)")
	p.contains(".fn-sweep", "4,294,967,296 arguments")
	p.click("#fn-start")
	p.wait(`/workers?$/.test(document.querySelector("#fn-progress").textContent) && !/^0 of/.test(document.querySelector("#fn-progress").textContent)`)
	p.click("#fn-pause")
	p.wait(`/paused$/.test(document.querySelector("#fn-progress").textContent)`)
	p.must(p.Eval(`new Promise(function (done) { setTimeout(done, 500); })`, nil)) // for the slices that were under way
	before := p.text("#fn-progress")
	p.click(`[data-tap="fn:k__sinf"]`)
	p.contains("main", "__sinf: Maximum error")
	p.click(`[data-tap="fn:kex2_approx"]`)
	if after := p.text("#fn-progress"); after != before {
		t.Errorf("paused at %q, then %q", before, after)
	}
	p.click("#fn-resume")
	p.wait(`document.querySelector("#fn-progress").textContent !== ` + strconv.Quote(before))
	p.click("#fn-cancel")
	p.wait(`/cancelled$/.test(document.querySelector("#fn-progress").textContent)`)
	if !p.shown("#fn-start") || p.shown("#fn-pause") {
		t.Error("after the end the sweep cannot be started again")
	}
}

func TestFunctionsFit(t *testing.T) {
	for _, part := range []string{"", "?p=figure6", "?p=measured"} {
		p := open(t, Hosted, "#/v1/functions"+part, Wide)
		if part == "?p=measured" {
			p.wait(`document.querySelector(".fn-table")`)
		}
		p.axe()
		p.fits(320)
		p.fits(390)
	}
}
