//go:build !js && !opening

package catalogue

import (
	"strings"
	"testing"
)

// The arithmetic of the additions goes into the link, and table, launches and arrivals follow it.
func TestSumArithmetic(t *testing.T) {
	p := read(t, "#/v1/sum")
	p.click(".sum-arith summary")
	p.pick("#sum-ar", "mixed")
	p.contains(".sum-arith summary", "bfloat16 elements, sums in binary32")
	p.pick("#sum-ar-s", "bf16")
	p.pick("#sum-ar-sd", "rtz")
	p.contains(".sum-arith summary", "sums in bfloat16 roundTowardZero")
	p.links("ar=")
	p.says(".sum-hero", "orders, .* results")
	p.lacks(".sum-hero [role=status]")
	p = p.reopened(t, ".sum-hero")
	p.contains(".sum-arith summary", "sums in bfloat16 roundTowardZero")
	p.pick("#sum-ar-m", "mad")
	p.contains(".sum-arith .problem", "knows binary32 only")
	p.pick("#sum-ar", "plain")
	p.contains(".sum-hero", "445.653625")
}

// Sliders change the bits that are shown, the grid and the strip change the sliders.
func TestSumCoreCounts(t *testing.T) {
	p := read(t, "#/v1/sum")
	p.one("#sum-cores .sum-now")
	p.contains("#sum-cores .sum-now", "8 × 128 threads", "0x43ded3a9", "4 threads")
	p.slide("#sum-slide-t", "3")
	p.contains("#sum-cores .sum-now", "8 × 256 threads", "0x43ded3aa")
	p.contains(".sum-agree", "They differ")
	p.click("#sum-u1")
	p.contains("#sum-cores .sum-now", "1 thread")
	p.focus("#sum-u1")
	p.press("ArrowRight", "ArrowDown", "Enter")
	p.contains("#sum-cores .sum-now", "18 threads")
	p.slide("#sum-slide-a", "2")
	p.contains("#sum-cores .sum-now", "4 accumulators each")
	p.links("ac=4", "cp=18", "t=256")
}

// Arrivals of blocks, threads and elements, beside what an H200 gave; CUB's levels on the data shown.
func TestSumAtomics(t *testing.T) {
	p := read(t, "#/v1/sum")
	arrived := func() {
		t.Helper()
		p.one("#sum-arrivals svg")
		p.lacks("#sum-arrivals progress")
	}
	arrived()
	p.contains("#sum-arrivals", "On an H200: 2 results in 1,000 runs")
	p.click(`button[data-tap="sum:aatomics"]`)
	p.links("at=atomics")
	arrived()
	p.contains("#sum-arrivals", "On an H200: 21 results in 1,000 runs; run 2 was the first that differed")
	p.contains(".sum-levels", "not_guaranteed", "run_to_run", "gpu_to_gpu", "0x43ded3aa")
}

// All trees of eight elements come; the anchors lead to their parts.
func TestSumAllTrees(t *testing.T) {
	p := read(t, "#/v1/sum?n=8")
	p.contains("#sum-trees", "135,135 ways")
	p.click(`button[data-tap="sum:gsum-vectors"]`)
	p.focused("#sum-vectors")
}

// The large tree of every kind of order is there and can be looked into.
func TestSumBigOrders(t *testing.T) {
	for _, order := range []string{"serial", "blocked", "pairwise", "torch.sum", "numpy.sum"} {
		p := read(t, "#/v1/sum?n=16384&o="+order)
		p.says("#sumb-read", "^all [0-9,]+ leaves$")
		p.click(`[data-tap="sumb:+"]`)
		p.says("#sumb-read", "leaves .* of 16,384")
		p.links("w=")
		p.one("#sum-time svg")
		if strings.Contains(p.text(".sum-table"), "…") {
			t.Errorf("%s: orders are missing", order)
		}
	}
}

// Sums and dot products of many numbers in each format come to their end.
func TestSumFormats(t *testing.T) {
	for _, link := range []string{"#/v1/sum?n=16384", "#/v1/sum?n=16384&d=1", "#/v1/sum?n=16384&f=64", "#/v1/sum?n=16384&d=1&f=64"} {
		p := read(t, link)
		p.lacks("#sum-arrivals progress")
		if strings.Contains(p.text(".sum-table"), "…") {
			t.Errorf("%s: orders are missing", link)
		}
	}
}
