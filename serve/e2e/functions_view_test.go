package e2e

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// The recorded accuracy is loaded in both editions, and the keyboard reads its profile.
func TestFunctionsMeasured(t *testing.T) {
	t.Parallel()
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/functions?p=measured&k=tanf", Wide)
		p.wait(`document.querySelectorAll(".fn-table tbody tr").length === 55`)
		p.focus(".fn-profile")
		p.press(kb.Home)
		p.contains(".fn-reading", "infinity and NaN")
		p.press(kb.ArrowRight)
		p.contains(".fn-reading", "−2128 < x ≤ −2127")
	})
}

// A sweep of one exponent runs to its end and gives what the GPU gave; a long one pauses, resumes and is cancelled while
// the page answers.
func TestFunctionsSweep(t *testing.T) {
	t.Parallel()
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
