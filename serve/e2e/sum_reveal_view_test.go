package e2e

import (
	"compress/gzip"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
)

// put writes a text into a field as a paste does.
func (p *tpage) put(selector, text string) {
	p.t.Helper()
	p.eval(`(function (e) { e.value = ` + strconv.Quote(text) + `; e.dispatchEvent(new Event("input", {bubbles: true})); e.dispatchEvent(new Event("change", {bubbles: true})); })(document.querySelector("` + selector + `"))`)
	p.settle()
}

// caughtText returns the text of the only file that was saved since the last call.
func (p *tpage) caughtText() string {
	p.t.Helper()
	p.wait(`caught.length === 1`)
	p.eval(`(caught[0].text().then(function (s) { window.got = s; }), window.caught = [], 0)`)
	p.wait(`window.got !== undefined`)
	s := p.eval(`window.got`)
	p.eval(`delete window.got`)
	return s
}

// recordedProbe is an output of a probe on real hardware, by its file.
func recordedProbe(t *testing.T, name string) string {
	t.Helper()
	f, err := os.Open("../../site/views/reduction/reveal/testdata/probes.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	_, after, ok := strings.Cut(string(all), "\n== "+name+"\n")
	if !ok {
		t.Fatalf("no output of %s", name)
	}
	body, _, _ := strings.Cut(after, "\n== ")
	return body
}

// Black boxes are revealed: each of the catalogue, the libraries and the patterns, at 64 elements; step by step.
func TestSumReveal(t *testing.T) {
	p := open(t, Hosted, "#/v1/sum?n=8", Wide)
	p.contains("#sum-reveal-part", "32 probes instead of n(n−1)/2 = 120", "equals the order’s own, sum for sum", "The experiment on torch.sum")
	p.pick("#sum-box-n", "64")
	boxes := strings.Fields(p.eval(`Array.from(document.querySelectorAll("#sum-box option")).map(function (o) { return o.value; }).join(" ")`))
	if len(boxes) < 37 {
		t.Fatalf("%d black boxes", len(boxes))
	}
	for _, b := range boxes {
		p.pick("#sum-box", b)
		p.contains("#sum-reveal-part", "instead of n(n−1)/2 = 2,016. ✓ The tree found equals the order’s own, sum for sum.")
	}
	p.pick("#sum-box", "serial")
	p.contains("#sum-reveal-part", "63 probes")
	p.click(`[aria-label="One probe back"]`)
	p.contains("#sum-reveal-part", "Probe 62 of 63.", "Element 0 holds M, element 62 −M", "The box answers 1: 61 of the ones are lost, so 0 and 62 meet in a sum of 63.")
	if h := p.hash(); !strings.Contains(h, "rs=62") || !strings.Contains(h, "rb=serial") || !strings.Contains(h, "rn=64") {
		t.Errorf("the link is %s", h)
	}
	again := open(t, Hosted, p.hash(), Wide)
	again.contains("#sum-reveal-part", "Probe 62 of 63.")
	p.click(`[aria-label="One probe on"]`)
	p.contains("#sum-reveal-part", "63 probes")
	p.pick("#sum-box-n", "4")
	p.contains("#sum-reveal-part", "3 probes instead of n(n−1)/2 = 6")
	p.eval(`document.querySelector(".sum-play button").click()`)
	p.wait(`/Probe 1 of 3/.test(document.querySelector("#sum-reveal-part").textContent)`)
	p.wait(`/Probe 2 of 3/.test(document.querySelector("#sum-reveal-part").textContent)`)
	p.wait(`/3 probes/.test(document.querySelector("#sum-reveal-part").textContent)`)
}

// What a probe printed on real hardware is drawn and named; rubbish has its sentence.
func TestSumProbeReadBack(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/sum?n=8", Wide)
		part := "#sum-reveal-part"
		p.put("#sum-paste", recordedProbe(t, "64s-ulplab-probe-torch-sum.py.txt"))
		p.wait(`/This is the tree of torch.sum/.test(document.querySelector("#sum-reveal-part").textContent)`)
		p.contains(part, "64 elements of binary32, 192 probes instead of 2,016.", "torch 2.11.0+cu130, NVIDIA H200", "The tree, added up in binary32, gives the bits that the function gave on 64 seeded numbers: 0x42195a2a.")
		again := open(t, e, p.hash(), Wide)
		again.wait(`/This is the tree of torch.sum/.test(document.querySelector("#sum-reveal-part").textContent)`)
		p.put("#sum-paste", recordedProbe(t, "gcc -O3 -ffast-math s"))
		p.wait(`/No order of the lab has this tree/.test(document.querySelector("#sum-reveal-part").textContent)`)
		p.contains(part, "gcc 12.2.0, fast math", "They part where this one adds elements")
		p.click(part + ` a[href^="#/v1/sum"]`)
		p.contains(".sum-table", "your tree")
		p.contains(".sum-hero", "Sum of 64 elements")
		p.contains("#sum-program", "def tree(x):", "((x[0] + x[61]) + (x[62] + x[63]))")
		p.put("#sum-paste", recordedProbe(t, "atomic.cu.out.txt"))
		p.contains(part, "No tree.", "with 0 and 29 masked the sum is 506")
		p.put("#sum-paste", "ulplab-tree 1\nof f\n")
		p.contains(part, "The last line, “end”, is not there")
		p.put("#sum-paste", "")
		if p.shown("#sum-probed") {
			t.Error("a tree is left")
		}
	})
}

// Programs are shown, copied and saved in three languages, with the bits of the table; the probes as well.
func TestSumPrograms(t *testing.T) {
	p := open(t, Hosted, "#/v1/sum", Wide)
	if p.eval(catchFiles) != "true" {
		t.Fatal("downloads cannot be watched")
	}
	part := "#sum-program"
	p.contains(part, "ulplab-blocked.py", "assert bits == 0x43ded3a9")
	p.click(part + ` .sum-langs button:nth-child(2)`)
	p.contains(part, "ulplab-blocked.cu", "nvcc -fmad=false", "__global__ void blocks", "assert(bits == 0x43ded3a9);")
	p.click(part + ` .sum-langs button:nth-child(3)`)
	p.contains(part, "gcc -O2 -ffp-contract=off ulplab-blocked.c")
	p.click(`button[data-tap="sum:otorch.sum"]`)
	p.contains(part, "torch")
	p.click(part + ` [data-tap="sumr:co"]`)
	p.wait(`copied.length === 1`)
	if s := p.eval(`copied[0]`); !strings.Contains(s, "assert(bits == 0x43ded3aa);") {
		t.Errorf("copied: %s", clipTo(s, 400))
	}
	p.click(part + ` .sum-langs button:nth-child(1)`)
	p.contains(part, "torch.sum(torch.from_numpy(a).cuda()).item()")
	p.click(part + ` [data-tap="sumr:do"]`)
	if s := p.caughtText(); !strings.Contains(s, "import torch\n") || p.eval("caughtName") != "ulplab-torch-sum.py" {
		t.Errorf("saved: %s", clipTo(s, 400))
	}
	p.pick("#sum-probe-lang", "1")
	p.pick("#sum-probe-fn", "cub.raking")
	p.pick("#sum-probe-n", "128")
	p.click(`#sum-reveal-part [data-tap="sumr:dp"]`)
	if s := p.caughtText(); !strings.Contains(s, "cub::BLOCK_REDUCE_RAKING>") || !strings.Contains(s, "enum { N = 128 };") {
		t.Errorf("saved: %s", clipTo(s, 400))
	}
}

// Tables and histograms are saved as CSV.
func TestSumCSV(t *testing.T) {
	p := open(t, Hosted, "#/v1/sum?n=8", Wide)
	p.wait(`document.querySelectorAll(".sum-legend tbody tr").length > 0 && document.querySelector('[data-figure="sum-trees"] [data-act="csv"]')`)
	if p.eval(catchFiles) != "true" {
		t.Fatal("downloads cannot be watched")
	}
	for figure, first := range map[string]string{"sum-strip": "id,order,result,bits,error_ulp,", "sum-trees": "result,bits,error_ulp,count\r\n", "sum-grid": "machine,accumulators,blocks,threads,"} {
		p.eval(`document.querySelector('[data-figure="` + figure + `"] [data-act="csv"]').click()`)
		if s := p.caughtText(); !strings.HasPrefix(s, first) || strings.Count(s, "\r\n") < 2 || p.eval("caughtName") != "ulplab-"+figure+".csv" {
			t.Errorf("%s: %s", figure, clipTo(s, 300))
		}
	}
}

// drop lets a file of text fall onto an element.
func (p *tpage) drop(selector, name, text string) {
	p.t.Helper()
	p.eval(`(function (e) { var d = new DataTransfer(); d.items.add(new File([` + strconv.Quote(text) + `], ` + strconv.Quote(name) + `));
		["dragenter", "dragover", "drop"].forEach(function (n) { e.dispatchEvent(new DragEvent(n, {bubbles: true, cancelable: true, dataTransfer: d})); }); })(document.querySelector("` + selector + `"))`)
	p.settle()
}

// A file dropped onto the view is its data; its link asks for it where it is not; a probe's file is read too.
func TestSumFile(t *testing.T) {
	p := open(t, Hosted, "#/v1/sum", Wide)
	p.drop("#sum-orders", "mine.csv", "x,y\n0.5,2\n0.25,4\n8,0.125\n")
	p.wait(`/Sum of 3 elements/.test(document.querySelector(".sum-hero").textContent)`)
	p.contains(".sum-hero", "8.75")
	p.contains(".sum-top", "mine.csv: 3 numbers, text, decimals rounded to binary32, digest")
	p.pick("#sum-column", "1")
	p.contains(".sum-hero", "6.125")
	p.pick("#sum-dot", "1")
	p.contains(".sum-hero", "Dot product of 3 elements", "3")
	link := p.hash()
	if !strings.Contains(link, "k=file") || !strings.Contains(link, "fl=mine.csv") || !strings.Contains(link, "fd=") || !strings.Contains(link, "fc=1") {
		t.Errorf("the link is %s", link)
	}
	again := open(t, Hosted, link, Wide)
	again.contains(".sum-hero", "This link needs the file “mine.csv”", "open yours here")
	again.drop("header", "other.csv", "x,y\n1,2\n3,4\n")
	again.contains(".sum-hero", "“other.csv”, is another file")
	again.click(".sum-file-anyway button")
	again.contains(".sum-hero", "Dot product of 2 elements")
	again = open(t, Hosted, link, Wide)
	again.drop(".sum-top .drop", "mine.csv", "x,y\n0.5,2\n0.25,4\n8,0.125\n")
	again.contains(".sum-hero", "Dot product of 3 elements")
	at := p.hash()
	p.drop("#sum-paste", "tree.png", "\x89PNG\r\n\x1a\n\x00\x00")
	p.contains(".warning", "This file is no text")
	if h := p.hash(); h != at {
		t.Errorf("the link is %s", h)
	}
	p.drop("#sum-orders", "mine.npz", "PK\x03\x04\x14\x00")
	p.contains(".sum-hero", "a ZIP archive")
	p.pick("#sum-kind", "own")
	p.put("#sum-own", strings.Repeat("0.12345678 ", 2000))
	p.contains(".sum-hero", "Dot product of 1,000 elements")
	p.contains(".sum-top", "pasted numbers: 2000 numbers")
	p.drop("#sum-orders", "mine.csv", "x,y\n0.5,2\n0.25,4\n8,0.125\n")
	p.drop("#sum-paste", "tree.txt", recordedProbe(t, "64s-ulplab-probe-numpy-sum.py.txt"))
	p.wait(`/This is the tree of numpy.sum/.test(document.querySelector("#sum-reveal-part").textContent)`)
	p.contains(".sum-hero", "Dot product of 3 elements")
}

func TestSumRevealOnAPhone(t *testing.T) {
	p := open(t, Hosted, "#/v1/sum?n=8&rn=64&rs=100&rb=chunked_halving", Phone)
	p.contains("#sum-reveal-part", "Probe 100 of 192")
	p.put("#sum-paste", recordedProbe(t, "512s-ulplab-probe-torch-sum.py.txt"))
	p.wait(`/This is the tree of torch.sum/.test(document.querySelector("#sum-reveal-part").textContent)`)
	p.fits(390)
	p.fits(320)
	p.axe()
}
