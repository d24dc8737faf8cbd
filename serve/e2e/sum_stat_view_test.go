package e2e

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// longTasks keeps the lengths of tasks of more than 50 ms, as the browser reports them.
func longTasks() chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(`window.longTasks = [];
			new PerformanceObserver(function (l) { l.getEntries().forEach(function (e) { window.longTasks.push(Math.round(e.duration)); }); }).observe({ type: "longtask" });`).Do(ctx)
		return err
	})
}

// A million numbers of each format, sums and dot products: everything is computed in the end. The times that the page
// shows, and tasks of more than 50 ms after the start, are reported.
func TestSumMillionInSlices(t *testing.T) {
	for _, link := range []string{"#/v1/sum?n=1048576", "#/v1/sum?n=1048576&d=1", "#/v1/sum?n=1048576&f=64", "#/v1/sum?n=1048576&d=1&f=64"} {
		p := open(t, Hosted, "#/v1/sum?n=8", Wide, longTasks())
		p.wait(`document.querySelector("#sum-trees") && !document.querySelector("#sum-trees progress")`)
		p.must(p.Eval(`window.longTasks.length = 0; location.hash = "`+link+`"`, nil))
		p.wait(`document.querySelector(".sum-times")`)
		p.wait(`document.querySelector("#sum-arrivals") && !document.querySelector("#sum-arrivals progress") || /too long/.test(document.querySelector("#sum-atomics").textContent)`)
		var tasks string
		p.must(p.Eval(`window.longTasks.join(" ")`, &tasks))
		t.Logf("%s: %s; tasks of more than 50 ms: %s", link, p.text(".sum-times"), tasks)
		if s := p.text(".sum-table"); strings.Contains(s, "…") {
			t.Error("orders are missing")
		}
	}
}

// The arithmetic of the additions goes into the link, and table, launches and arrivals follow it.
func TestSumArithmetic(t *testing.T) {
	p := open(t, Hosted, "#/v1/sum", Wide)
	p.click(".sum-arith summary")
	p.pick("#sum-ar", "mixed")
	p.contains(".sum-arith summary", "bfloat16 elements, sums in binary32")
	p.pick("#sum-ar-s", "bf16")
	p.pick("#sum-ar-sd", "rtz")
	p.contains(".sum-arith summary", "sums in bfloat16 roundTowardZero")
	if h := p.hash(); !strings.Contains(h, "ar=") {
		t.Errorf("the link is %s", h)
	}
	p.wait(`/orders, .* results/.test(document.querySelector(".sum-hero").textContent) && !document.querySelector(".sum-hero [role=status]")`)
	again := open(t, Hosted, p.hash(), Wide)
	again.contains(".sum-arith summary", "sums in bfloat16 roundTowardZero")
	again.wait(`/orders, .* results/.test(document.querySelector(".sum-hero").textContent) && !document.querySelector(".sum-hero [role=status]")`)
	if got, want := again.text(".sum-hero"), p.text(".sum-hero"); got != want {
		t.Errorf("the link shows %s, want %s", got, want)
	}
	p.pick("#sum-ar-m", "mad")
	p.contains(".sum-arith .problem", "knows binary32 only")
	p.pick("#sum-ar", "plain")
	p.contains(".sum-hero", "445.653625")
}

// Sliders change the bits that are shown, the grid and the strip change the sliders.
func TestSumCoreCounts(t *testing.T) {
	p := open(t, Hosted, "#/v1/sum", Wide)
	p.wait(`document.querySelector("#sum-cores .sum-now")`)
	p.contains("#sum-cores .sum-now", "8 × 128 threads", "0x43ded3a9", "4 threads")
	p.must(p.Eval(`var s = document.querySelector("#sum-slide-t"); s.value = "3"; s.dispatchEvent(new Event("input", {bubbles: true}))`, nil))
	p.contains("#sum-cores .sum-now", "8 × 256 threads", "0x43ded3aa")
	p.contains(".sum-agree", "They differ")
	p.click("#sum-u1")
	p.contains("#sum-cores .sum-now", "1 thread")
	p.wait(`document.activeElement.id === "sum-u1"`)
	p.press(kb.ArrowRight, kb.ArrowDown, kb.Enter)
	p.contains("#sum-cores .sum-now", "18 threads")
	p.must(p.Eval(`var s = document.querySelector("#sum-slide-a"); s.value = "2"; s.dispatchEvent(new Event("input", {bubbles: true}))`, nil))
	p.contains("#sum-cores .sum-now", "4 accumulators each")
	if h := p.hash(); !strings.Contains(h, "ac=4") || !strings.Contains(h, "cp=18") || !strings.Contains(h, "t=256") {
		t.Errorf("the link is %s", h)
	}
}

// Arrivals of blocks, threads and elements, beside what an H200 gave; CUB's levels on the data shown.
func TestSumAtomics(t *testing.T) {
	p := open(t, Hosted, "#/v1/sum", Wide)
	arrived := func() {
		p.wait(`document.querySelector("#sum-arrivals svg") && !document.querySelector("#sum-arrivals progress")`)
	}
	arrived()
	p.contains("#sum-arrivals", "On an H200: 2 results in 1,000 runs")
	p.click(`button[data-tap="sum:aatomics"]`)
	p.wait(`location.hash.includes("at=atomics")`)
	arrived()
	p.contains("#sum-arrivals", "On an H200: 21 results in 1,000 runs; run 2 was the first that differed")
	p.contains(".sum-levels", "not_guaranteed", "run_to_run", "gpu_to_gpu", "0x43ded3aa")
	if h := p.hash(); !strings.Contains(h, "at=atomics") {
		t.Errorf("the link is %s", h)
	}
}

// Many vectors run in workers, can be paused, gone on with and cancelled, and finish.
func TestSumManyVectors(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/sum", Wide)
		p.contains("#sum-vectors", "computed beforehand", "300 vectors of each size")
		p.click(`button[data-tap="sum:v100"]`)
		p.click(`button[data-tap="sum:n12"]`)
		p.click("#sum-run-start")
		p.wait(`/900 of 900 vectors, done/.test(document.querySelector("#sum-vectors .sum-run").textContent)`)
		p.contains("#sum-vectors .sum-what-shown", "Sums of 100 vectors")
		p.click(`button[data-tap="sum:v1000"]`)
		p.click(`button[data-tap="sum:n20"]`)
		p.click("#sum-run-start")
		p.click("#sum-run-pause")
		p.wait(`/paused/.test(document.querySelector("#sum-vectors .sum-run").textContent)`)
		p.click("#sum-run-resume")
		p.wait(`/worker/.test(document.querySelector("#sum-vectors .sum-run").textContent)`)
		p.click("#sum-run-cancel")
		p.contains("#sum-vectors .sum-run", "cancelled")
	})
}

// All trees of eight elements can be stopped and gone on with; the anchors lead to their parts.
func TestSumAllTrees(t *testing.T) {
	p := open(t, Hosted, "#/v1/sum?n=8", Wide)
	p.contains("#sum-trees", "135,135 ways")
	p.click(`button[data-tap="sum:gsum-vectors"]`)
	p.wait(`document.activeElement.id === "sum-vectors"`)
}
