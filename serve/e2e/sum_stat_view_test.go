package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
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
	p := open(t, Hosted, "#/v1/sum?n=8", Wide, longTasks())
	p.wait(`document.querySelector("#sum-trees") && !document.querySelector("#sum-trees progress")`)
	for _, link := range []string{"#/v1/sum?n=1048576", "#/v1/sum?n=1048576&d=1&f=64"} {
		p.must(p.Eval(`window.longTasks.length = 0; location.hash = "`+link+`"`, nil))
		p.settle()
		p.wait(fmt.Sprintf(`document.querySelector(".sum-hero").textContent.includes("1,048,576") && document.querySelector(".sum-hero").textContent.includes("Dot") === %v`, strings.Contains(link, "d=1")))
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

// Many vectors run in workers, can be paused, gone on with and cancelled, and finish.
func TestSumManyVectors(t *testing.T) {
	t.Parallel()
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
