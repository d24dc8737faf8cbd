//go:build !js && !opening

package catalogue

import (
	"strings"
	"testing"
)

// Small trees: steps, threads, nodes by pointer and keyboard, links and back.
func TestSumTreeSteps(t *testing.T) {
	p := read(t, "#/v1/sum?n=32&t=32&b=1&o=shuffledown")
	p.contains("#sum-tree", "warp shuffle down", "step 5 of 5: 1 addition at once", "by thread")
	p.click(`[data-tap="sumt:<"]`)
	p.click(`[data-tap="sumt:<"]`)
	p.contains("#sum-tree", "step 3 of 5: 4 additions at once")
	p.links("&y=3")
	p.click(`[data-tap="sumt:l1"]`)
	p.contains("#sum-tree", "Each column is a thread")
	p.contains("#sum-tree", "step 3 of 5")
	lanes := p.fragment
	p.back()
	if strings.Contains(p.text("#sum-tree"), "Each column") {
		t.Error("back leaves the columns")
	}
	p = read(t, lanes)
	p.contains("#sum-tree", "step 3 of 5", "Each column is a thread")
	p.focus(`#sum-tree .sumt-node[tabindex="0"]`)
	p.press("Enter")
	p.contains(".sumt-node-words", "all 32", "error so far", "5 dependent additions")
	p.press("ArrowUp")
	p.contains(".sumt-node-words", "first 16")
	p.focused(`[id="sumt-l"]`)
	p.press("ArrowRight")
	p.contains(".sumt-node-words", "second 16")
}

// The reader's own tree: typed, wrong, edited by hand and by keys, in the table and in the link; back undoes.
func TestSumFree(t *testing.T) {
	p := read(t, "#/v1/sum?n=8&s=33")
	p.contains("#sum-tree", "blocks in parallel")
	p.click(`[data-tap="sumf:s"]`)
	p.contains("#sum-tree", "The order as a tree: your tree")
	p.contains(".sum-table", "your tree")
	p.has("#sum-free", "value", "(((0 4) (2 6)) ((1 5) (3 7)))")
	p.click(`[id="sumt-l"]`)
	p.contains(".sumf-tools", "the sum of 4")
	p.click(`[data-tap="sumf:1"]`)
	p.has("#sum-free", "value", "((0 (4 (2 6))) ((1 5) (3 7)))")
	p.back()
	p.has("#sum-free", "value", "(((0 4) (2 6)) ((1 5) (3 7)))")
	p.focus(`[id="sumt-l"]`)
	p.press("s")
	p.has("#sum-free", "value", "(((2 6) (0 4)) ((1 5) (3 7)))")
	p.focused(`[id="sumt-l"]`)
	p.press("p")
	p.click(`[id="sumt-r2"]`)
	p.click(`[data-tap="sumf:3"]`)
	p.has("#sum-free", "value", "((1 5) ((3 7) ((2 6) (0 4))))")
	p = p.reopened(t, "#sum-tree")
	p.contains("#sum-tree", "your tree")
	p.fill("#sum-free", "(0 1 2 3 4 5 6")
	p.contains("#sum-free-problem", "opened at character 1 is not closed")
	p.contains("#sum-tree", "your tree")
	p.fill("#sum-free", "(0 1 2 x 4 5 6 7)")
	p.contains("#sum-free-problem", "At character 8")
	p.is(".sumf-where mark", "x")
	p.fill("#sum-free", "(0 1 2 3 4 5 6 7)")
	p.is("#sum-free-problem", "")
	p.contains("#sum-tree", "step 7 of 7")
	p.links("z=-0.1.2.3.4.5.6.7_")
}

// The errors by step come for any order.
func TestSumTimeFigure(t *testing.T) {
	p := read(t, "#/v1/sum?n=4096&o=gridstride")
	p.one("#sum-time svg")
	p.contains("#sum-time", "serial", "pairwise, neighbours", "grid stride", "worst-case bound")
	p.pick("#sum-dot", "1")
	p.one("#sum-time svg")
	p.click(`button[data-tap="sum:ofma"]`)
	p.contains("#sum-time", "serial with FMA")
}
