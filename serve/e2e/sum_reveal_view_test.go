package e2e

import (
	"strconv"
	"strings"
	"testing"
)

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

// drop lets a file of text fall onto an element.
func (p *tpage) drop(selector, name, text string) {
	p.t.Helper()
	p.eval(`(function (e) { var d = new DataTransfer(); d.items.add(new File([` + strconv.Quote(text) + `], ` + strconv.Quote(name) + `));
		["dragenter", "dragover", "drop"].forEach(function (n) { e.dispatchEvent(new DragEvent(n, {bubbles: true, cancelable: true, dataTransfer: d})); }); })(document.querySelector("` + selector + `"))`)
	p.settle()
}

// A search that is played goes from probe to probe.
func TestSumRevealPlays(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/v1/sum?n=8&rb=serial&rn=4", Wide)
	p.eval(`document.querySelector(".sum-play button").click()`)
	for _, words := range []string{"Probe 1 of 3", "Probe 2 of 3", "3 probes"} {
		p.wait(`document.querySelector("#sum-reveal-part").textContent.includes("` + words + `")`)
	}
}

// What is offered for download holds what the page shows, in a file of its name, and so does the clipboard.
func TestSumFiles(t *testing.T) {
	t.Parallel()
	p := open(t, Single, "#/v1/sum?n=8", Wide)
	p.wait(`document.querySelectorAll(".sum-legend tbody tr").length > 0 && document.querySelector('[data-figure="sum-trees"] [data-act="csv"]')`)
	if p.eval(catchFiles) != "true" {
		t.Fatal("downloads cannot be watched")
	}
	p.eval(`document.querySelector('[data-figure="sum-trees"] [data-act="csv"]').click()`)
	if s := p.caughtText(); !strings.HasPrefix(s, "result,bits,error_ulp,count\r\n") || p.eval("caughtName") != "ulplab-sum-trees.csv" {
		t.Errorf("saved: %s", clipTo(s, 300))
	}
	p.click(`#sum-program [data-tap="sumr:do"]`)
	program := p.caughtText()
	if !strings.Contains(program, "assert bits == 0x") {
		t.Errorf("saved: %s", clipTo(program, 400))
	}
	p.click(`#sum-program [data-tap="sumr:co"]`)
	p.wait(`copied.length === 1`)
	if s := p.eval(`copied[0]`); strings.TrimSpace(s) != strings.TrimSpace(program) {
		t.Errorf("copied: %s", clipTo(s, 400))
	}
}

// A file dropped onto the view is its data; its link asks for it where it is not.
func TestSumFile(t *testing.T) {
	t.Parallel()
	p := open(t, Hosted, "#/v1/sum", Wide)
	p.drop("#sum-orders", "mine.csv", "x,y\n0.5,2\n0.25,4\n8,0.125\n")
	p.wait(`/Sum of 3 elements/.test(document.querySelector(".sum-hero").textContent)`)
	p.pick("#sum-column", "1")
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
}
