package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// The paper's data in every order: libraries with the bits that were recorded for the first 1000 elements of seed 1.
func TestSumFirst(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/sum", Wide)
		p.contains(".sum-hero", "Sum of 1,000 elements", "445.653625", "0x43ded3aa", "different results")
		p.contains(".sum-table", "serial", "torch.sum", "cupy.sum", "not verified for n = 1,000", "Kahan", "exact, rounded once", "0x43ded3a9")
		p.wait(`document.querySelector("#sum-cores .sum-now")`)
		p.contains(".sum-grids", "7 different results from 270 launches of a GPU", "and 64 of a CPU", "0x43ded3ab")
		p.wait(`document.querySelector("#sum-trees") && !document.querySelector("#sum-trees progress")`)
		p.contains("#sum-trees", "trees drawn at random", "different results")
	})
}

// Figure 5 of the paper, all of its orders; Neumaier's example; own numbers and what is wrong with them.
func TestSumExamples(t *testing.T) {
	p := open(t, Hosted, "#/v1/sum", Wide)
	p.pick("#sum-example", "fig5")
	p.contains(".sum-table", "0x3d653510", "0x3d653501", "0x3d653500")
	p.contains("#sum-trees", "= 15 ways")
	p.pick("#sum-example", "neumaier")
	p.contains(".sum-hero", "0x4000000000000000")
	p.contains(".sum-table", "Neumaier", "−4.5e+15")
	p.contains(".sum-part", "binary32 and are left out")
	p.fill("#sum-own", "1 2x 3")
	p.contains(".sum-hero", "Number 2, “2x”")
	p.fill("#sum-own", "0.5 0.25 8")
	p.contains(".sum-hero", "8.75")
	if h := p.hash(); !strings.Contains(h, "v=0.5~200.25~208") {
		t.Errorf("the link is %s", h)
	}
	p.pick("#sum-example", "eight")
	p.contains("#sum-trees", "135,135 ways")
	p.contains("#sum-tree", "blocks in parallel")
	p.click(`button[data-tap="sum:oserial"]`)
	p.contains("#sum-tree", "The order as a tree: serial")
	p.contains(".sum-table .here", "one loop from the first element to the last")
	again := open(t, Hosted, p.hash(), Wide)
	again.contains("#sum-tree", "The order as a tree: serial")
	p.fill("#sum-n", "1")
	p.contains("#sum-n-problem", "A number from 2 to 1048576")
	p.contains(".sum-page > .stale-slot", "Elements not understood")
	if p.eval(`String(document.querySelector(".sum-hero").matches(".stale *"))`) != "true" {
		t.Error("results of another number of elements stand as if they were of this one")
	}
	p.fill("#sum-n", "9")
	p.contains(".sum-hero", "Sum of 9 elements")
	if p.eval(`String(document.querySelector(".sum-hero").matches(".stale *"))`) != "false" {
		t.Error("the results stay dim")
	}
	p.eval(`document.querySelector('[data-tap="sum:gsum-all"]').click()`)
	p.wait(`(function (y) { return y >= 0 && y < 20; })(document.querySelector("#sum-all").getBoundingClientRect().top)`)
	p.click("footer button")
	p.contains(".sum-hero", "445.653625")
	if h := p.hash(); h != "#/v1/sum" {
		t.Errorf("after the reset the link is %s", h)
	}
}

// A cell of the grid becomes the launch of the table; the arrows walk through the grid.
func TestSumLaunches(t *testing.T) {
	p := open(t, Hosted, "#/v1/sum", Wide)
	p.wait(`document.querySelector("#sum-cores .sum-now")`)
	p.contains(".sum-grids", "different results")
	p.click("#sum-c0")
	p.contains(".sum-table", "shared memory, halving, 1 × 32")
	p.wait(`document.activeElement.id === "sum-c0"`)
	p.press(kb.ArrowRight, kb.ArrowDown)
	p.wait(`document.activeElement.id === "sum-c7"`)
	p.press(kb.Enter)
	p.contains(".sum-table", "shared memory, halving, 2 × 64")
	p.must(p.Eval("history.back()", nil))
	p.contains(".sum-table", "shared memory, halving, 1 × 32")
}

// A million numbers: the page stays in use while the orders come in, and all come.
func TestSumMillion(t *testing.T) {
	p := open(t, Hosted, "#/v1/sum", Wide)
	p.pick("#sum-example", "million")
	p.wait(`/Sum of 1,048,576 elements/.test(document.querySelector(".sum-hero").textContent)`)
	p.contains(".sum-hero", "0x49006d1c")
	p.click(`button[data-tap="sum:l1"]`)
	p.wait(`/0x49006e09/.test(document.querySelector(".sum-table").textContent)`)
	p.contains(".sum-table", "serial")
	p.wait(`document.querySelectorAll(".sum-legend tbody tr").length > 1`)
	p.contains(".sum-table", "exact, rounded once", "Klein")
	if s := p.text(".sum-table"); strings.Contains(s, "…") {
		t.Error("orders are missing")
	}
}

func TestSumOnAPhone(t *testing.T) {
	p := open(t, Hosted, "#/v1/sum?n=32", Phone)
	p.wait(`document.querySelector("#sum-cores .sum-now")`)
	p.contains(".sum-grids", "from 270 launches")
	p.wait(`document.querySelector("#sum-trees") && !document.querySelector("#sum-trees progress")`)
	p.fits(390)
	p.fits(320)
	p.axe()
}
