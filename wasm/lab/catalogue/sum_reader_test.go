//go:build !js && !opening

package catalogue

import (
	"strings"
	"testing"
)

// The paper's data in every order: libraries with the bits that were recorded for the first 1000 elements of seed 1.
func TestSumFirst(t *testing.T) {
	p := read(t, "#/v1/sum")
	p.contains(".sum-hero", "Sum of 1,000 elements", "445.653625", "0x43ded3aa", "different results")
	p.contains(".sum-table", "serial", "torch.sum", "cupy.sum", "not verified for n = 1,000", "Kahan", "exact, rounded once", "0x43ded3a9")
	p.one("#sum-cores .sum-now")
	p.contains(".sum-grids", "7 different results from 270 launches of a GPU", "and 64 of a CPU", "0x43ded3ab")
	p.lacks("#sum-trees progress")
	p.contains("#sum-trees", "trees drawn at random", "different results")
}

// Figure 5 of the paper, all of its orders; Neumaier's example; own numbers and what is wrong with them.
func TestSumExamples(t *testing.T) {
	p := read(t, "#/v1/sum")
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
	p.links("v=0.5~200.25~208")
	p.pick("#sum-example", "eight")
	p.contains("#sum-trees", "135,135 ways")
	p.contains("#sum-tree", "blocks in parallel")
	p.click(`button[data-tap="sum:oserial"]`)
	p.contains("#sum-tree", "The order as a tree: serial")
	p.contains(".sum-table .here", "one loop from the first element to the last")
	p = p.reopened(t, "#sum-tree")
	p.fill("#sum-n", "1")
	p.contains("#sum-n-problem", "A number from 2 to 1048576")
	p.contains(".sum-page > .stale-slot", "the number of elements is not understood")
	p.one(".stale .sum-hero") // results of another number of elements do not stand as if they were of this one
	p.fill("#sum-n", "9")
	p.contains(".sum-hero", "Sum of 9 elements")
	p.lacks(".stale .sum-hero")
	p.click(`[data-tap="sum:gsum-all"]`)
	p.focused("#sum-all")
	p.click("footer button")
	p.contains(".sum-hero", "445.653625")
	p.linked("#/v1/sum")
}

// A cell of the grid becomes the launch of the table; the arrows walk through the grid.
func TestSumLaunches(t *testing.T) {
	p := read(t, "#/v1/sum")
	p.one("#sum-cores .sum-now")
	p.contains(".sum-grids", "different results")
	p.focus("#sum-c0")
	p.press("Enter")
	p.contains(".sum-table", "shared memory, halving, 1 × 32")
	p.press("ArrowRight", "ArrowDown")
	p.focused("#sum-c7")
	p.press("Enter")
	p.contains(".sum-table", "shared memory, halving, 2 × 64")
	p.back()
	p.contains(".sum-table", "shared memory, halving, 1 × 32")
}

// A million numbers: the page stays in use while the orders come in, and all come.
func TestSumMillion(t *testing.T) {
	p := read(t, "#/v1/sum")
	p.pick("#sum-example", "million")
	p.says(".sum-hero", `Sum of 1,048,576 elements`)
	p.contains(".sum-hero", "0x49006d1c")
	p.click(`button[data-tap="sum:l1"]`)
	p.says(".sum-table", `0x49006e09`)
	p.contains(".sum-table", "serial")
	if p.number(".sum-legend tbody tr") < 2 {
		t.Error("the legend is empty")
	}
	p.contains(".sum-table", "exact, rounded once", "Klein")
	if s := p.text(".sum-table"); strings.Contains(s, "…") {
		t.Error("orders are missing")
	}
}
