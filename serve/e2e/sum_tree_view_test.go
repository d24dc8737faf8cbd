package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// Small trees: steps, threads, nodes by pointer and keyboard, links and back.
func TestSumTreeSteps(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/sum?n=32&t=32&b=1&o=shuffledown", Wide)
		p.contains("#sum-tree", "warp shuffle down", "step 5 of 5: 1 addition at once", "by thread")
		p.click(`[data-tap="sumt:<"]`)
		p.click(`[data-tap="sumt:<"]`)
		p.contains("#sum-tree", "step 3 of 5: 4 additions at once")
		p.wait(`/[?&]y=3(&|$)/.test(location.hash)`)
		p.click(`[data-tap="sumt:l1"]`)
		p.contains("#sum-tree", "Each column is a thread")
		again := open(t, e, p.hash(), Phone)
		again.contains("#sum-tree", "step 3 of 5", "Each column is a thread")
		again.fits(390)
		again.fits(320)
		p.must(p.Eval("history.back()", nil))
		p.wait(`!/Each column/.test(document.querySelector("#sum-tree").textContent)`)
		p.focus(`#sum-tree .sumt-node[tabindex="0"]`)
		p.press(kb.Enter)
		p.contains(".sumt-node-words", "all 32", "error so far", "5 dependent additions")
		p.press(kb.ArrowUp)
		p.contains(".sumt-node-words", "first 16")
		p.wait(`document.activeElement.id === "sumt-l"`)
		p.press(kb.ArrowRight)
		p.contains(".sumt-node-words", "second 16")
	})
}

// The reader's own tree: typed, wrong, edited by hand and by keys, in the table and in the link; back undoes.
func TestSumFree(t *testing.T) {
	p := open(t, Hosted, "#/v1/sum?n=8&s=33", Wide)
	p.contains("#sum-tree", "blocks in parallel")
	p.click(`[data-tap="sumf:s"]`)
	p.contains("#sum-tree", "The order as a tree: your tree")
	p.contains(".sum-table", "your tree")
	p.wait(`document.querySelector("#sum-free").value === "(((0 4) (2 6)) ((1 5) (3 7)))"`)
	p.click(`[id="sumt-l"]`)
	p.contains(".sumf-tools", "the sum of 4")
	p.click(`[data-tap="sumf:1"]`)
	p.wait(`document.querySelector("#sum-free").value === "((0 (4 (2 6))) ((1 5) (3 7)))"`)
	p.must(p.Eval("history.back()", nil))
	p.wait(`document.querySelector("#sum-free").value === "(((0 4) (2 6)) ((1 5) (3 7)))"`)
	p.focus(`[id="sumt-l"]`)
	p.press("s")
	p.wait(`document.querySelector("#sum-free").value === "(((2 6) (0 4)) ((1 5) (3 7)))"`)
	p.wait(`document.activeElement.id === "sumt-l"`)
	p.press("p")
	p.click(`[id="sumt-r2"]`)
	p.click(`[data-tap="sumf:3"]`)
	p.wait(`document.querySelector("#sum-free").value === "((1 5) ((3 7) ((2 6) (0 4))))"`)
	again := open(t, Hosted, p.hash(), Wide)
	again.contains("#sum-tree", "your tree")
	if a, b := p.text("#sum-tree"), again.text("#sum-tree"); a != b {
		t.Errorf("the link shows %s, not %s", b, a)
	}
	p.fill("#sum-free", "(0 1 2 3 4 5 6")
	p.contains("#sum-free-problem", "opened at character 1 is not closed")
	p.contains("#sum-tree", "your tree")
	p.fill("#sum-free", "(0 1 2 x 4 5 6 7)")
	p.contains("#sum-free-problem", "At character 8")
	if s := p.text(".sumf-where mark"); s != "x" {
		t.Errorf("%q is marked", s)
	}
	p.fill("#sum-free", "(0 1 2 3 4 5 6 7)")
	p.wait(`document.querySelector("#sum-free-problem").textContent === ""`)
	p.contains("#sum-tree", "step 7 of 7")
	if !strings.Contains(p.hash(), "z=-0.1.2.3.4.5.6.7_") {
		t.Error(p.hash())
	}
	p.axe()
}

// The errors by step come for any order.
func TestSumTimeFigure(t *testing.T) {
	p := open(t, Hosted, "#/v1/sum?n=4096&o=gridstride", Wide)
	p.wait(`document.querySelector("#sum-time svg")`)
	p.contains("#sum-time", "serial", "pairwise, neighbours", "grid stride", "worst-case bound")
	p.pick("#sum-dot", "1")
	p.wait(`document.querySelector("#sum-time svg")`)
	p.click(`button[data-tap="sum:ofma"]`)
	p.contains("#sum-time", "serial with FMA")
}
