//go:build !js && !opening

package catalogue

import (
	"strings"
	"testing"

	"ulplab/fpcore/conform/testfile"
)

// recordedProbe is an output of a probe on real hardware, by its file.
func recordedProbe(t *testing.T, name string) string {
	t.Helper()
	all := testfile.Text(t, "../../../site/views/reduction/reveal/testdata/probes.txt.gz")
	_, after, ok := strings.Cut(string(all), "\n== "+name+"\n")
	if !ok {
		t.Fatalf("no output of %s", name)
	}
	body, _, _ := strings.Cut(after, "\n== ")
	return body
}

// Black boxes are revealed: each of the catalogue, the libraries and the patterns, at 64 elements; step by step.
func TestSumReveal(t *testing.T) {
	p := read(t, "#/v1/sum?n=8")
	p.contains("#sum-reveal-part", "32 probes instead of n(n−1)/2 = 120", "equals the order’s own, sum for sum", "The experiment on torch.sum")
	p.pick("#sum-box-n", "64")
	boxes := p.all("#sum-box option")
	if len(boxes) < 37 {
		t.Fatalf("%d black boxes", len(boxes))
	}
	for _, b := range boxes {
		p.pick("#sum-box", b.attr["value"])
		p.contains("#sum-reveal-part", "instead of n(n−1)/2 = 2,016. ✓ The tree found equals the order’s own, sum for sum.")
	}
	p.pick("#sum-box", "serial")
	p.contains("#sum-reveal-part", "63 probes")
	p.click(`[aria-label="One probe back"]`)
	p.contains("#sum-reveal-part", "Probe 62 of 63.", "Element 0 holds M, element 62 −M", "The box answers 1: 61 of the ones are lost, so 0 and 62 meet in a sum of 63.")
	p.links("rs=62", "rb=serial", "rn=64")
	p = p.reopened(t, "#sum-reveal-part")
	p.contains("#sum-reveal-part", "Probe 62 of 63.")
	p.click(`[aria-label="One probe on"]`)
	p.contains("#sum-reveal-part", "63 probes")
	p.pick("#sum-box-n", "4")
	p.contains("#sum-reveal-part", "3 probes instead of n(n−1)/2 = 6")
	p.click(".sum-play button") // plays to its end
	p.says("#sum-reveal-part", `3 probes`)
}

// What a probe printed on real hardware is drawn and named; rubbish has its sentence.
func TestSumProbeReadBack(t *testing.T) {
	p := read(t, "#/v1/sum?n=8")
	part := "#sum-reveal-part"
	p.put("#sum-paste", recordedProbe(t, "64s-ulplab-probe-torch-sum.py.txt"))
	p.says("#sum-reveal-part", `This is the tree of torch.sum`)
	p.contains(part, "64 elements of binary32, 192 probes instead of 2,016.", "torch 2.11.0+cu130, NVIDIA H200", "The tree, added up in binary32, gives the bits that the function gave on 64 seeded numbers: 0x42195a2a.")
	p = p.reopened(t, part)
	p.says(part, `This is the tree of torch.sum`)
	p.put("#sum-paste", recordedProbe(t, "gcc -O3 -ffast-math s"))
	p.says("#sum-reveal-part", `No order of the lab has this tree`)
	p.contains(part, "gcc 12.2.0, fast math", "The first difference: this one adds elements")
	p.click(part + ` a[href^="#/v1/sum"]`)
	p.contains(".sum-table", "your tree")
	p.contains(".sum-hero", "Sum of 64 elements")
	p.contains("#sum-program", "def tree(x):", "((x[0] + x[61]) + (x[62] + x[63]))")
	p.put("#sum-paste", recordedProbe(t, "atomic.cu.out.txt"))
	p.contains(part, "No tree.", "with 0 and 29 masked the sum is 506")
	p.put("#sum-paste", "ulplab-tree 1\nof f\n")
	p.contains(part, "The last line, “end”, is not there")
	p.put("#sum-paste", "")
	p.lacks("#sum-probed")
}

// Programs are shown, copied and saved in three languages, with the bits of the table; the probes as well.
func TestSumPrograms(t *testing.T) {
	p := read(t, "#/v1/sum")
	part := "#sum-program"
	p.contains(part, "ulplab-blocked.py", "assert bits == 0x43ded3a9")
	p.click(part + ` .sum-langs button:nth-child(2)`)
	p.contains(part, "ulplab-blocked.cu", "nvcc -fmad=false", "__global__ void blocks", "assert(bits == 0x43ded3a9);")
	p.click(part + ` .sum-langs button:nth-child(3)`)
	p.contains(part, "gcc -O2 -ffp-contract=off ulplab-blocked.c")
	p.click(`button[data-tap="sum:otorch.sum"]`)
	p.contains(part, "torch")
	p.click(part + ` [data-tap="sumr:co"]`)
	if len(p.copied) != 1 || !strings.Contains(p.copied[0], "assert(bits == 0x43ded3aa);") {
		t.Errorf("copied: %q", p.copied)
	}
	p.click(part + ` .sum-langs button:nth-child(1)`)
	p.contains(part, "torch.sum(torch.from_numpy(a).cuda()).item()")
	p.click(part + ` [data-tap="sumr:do"]`)
	p.file("ulplab-torch-sum.py", "import torch\n")
	p.pick("#sum-probe-lang", "1")
	p.pick("#sum-probe-fn", "cub.raking")
	p.pick("#sum-probe-n", "128")
	p.click(`#sum-reveal-part [data-tap="sumr:dp"]`)
	p.file("", "cub::BLOCK_REDUCE_RAKING>", "enum { N = 128 };")
}

// Tables and histograms are saved as CSV.
func TestSumCSV(t *testing.T) {
	p := read(t, "#/v1/sum?n=8")
	p.one(".sum-legend tbody tr")
	for figure, first := range map[string]string{"sum-strip": "id,order,result,bits,error_ulp,", "sum-trees": "result,bits,error_ulp,count\r\n", "sum-grid": "machine,accumulators,blocks,threads,"} {
		p.click(`[data-figure="` + figure + `"] [data-act="csv"]`)
		if s := p.file("ulplab-" + figure + ".csv"); !strings.HasPrefix(s, first) || strings.Count(s, "\r\n") < 2 {
			t.Errorf("%s: %s", figure, clip(s))
		}
	}
}

// A file dropped onto the view is its data; a probe's file is read too.
func TestSumFile(t *testing.T) {
	p := read(t, "#/v1/sum")
	p.drop("#sum-orders", "mine.csv", "x,y\n0.5,2\n0.25,4\n8,0.125\n")
	p.says(".sum-hero", `Sum of 3 elements`)
	p.contains(".sum-hero", "8.75")
	p.contains(".sum-top", "mine.csv: 3 numbers, text, decimals rounded to binary32, digest")
	p.pick("#sum-column", "1")
	p.contains(".sum-hero", "6.125")
	p.pick("#sum-dot", "1")
	p.contains(".sum-hero", "Dot product of 3 elements", "3")
	p.links("k=file", "fl=mine.csv", "fd=", "fc=1")
	link := p.fragment
	p.drop("#sum-paste", "tree.png", "\x89PNG\r\n\x1a\n\x00\x00")
	p.contains(".warning", "This file is no text")
	p.linked(link)
	p.drop("#sum-orders", "mine.npz", "PK\x03\x04\x14\x00")
	p.contains(".sum-hero", "a ZIP archive")
	p.pick("#sum-kind", "own")
	p.put("#sum-own", strings.Repeat("0.12345678 ", 2000))
	p.contains(".sum-hero", "Dot product of 1,000 elements")
	p.contains(".sum-top", "pasted numbers: 2000 numbers")
	p.drop("#sum-orders", "mine.csv", "x,y\n0.5,2\n0.25,4\n8,0.125\n")
	p.drop("#sum-paste", "tree.txt", recordedProbe(t, "64s-ulplab-probe-numpy-sum.py.txt"))
	p.says("#sum-reveal-part", `This is the tree of numpy.sum`)
	p.contains(".sum-hero", "Dot product of 3 elements")
}
