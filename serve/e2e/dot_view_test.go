package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// dotNode is the selector of a node of the large graph, or of a small one by its shape.
func dotNode(n int) string { return fmt.Sprintf(`[data-bits="dot.l"] [data-bit="%d"]`, n) }

func dotSmall(shape, n int) string { return fmt.Sprintf("#dot-s-%d-%d", shape, n) }

// Figure 5 with the recovered vectors: all four codes of the paper, the exact digits, and which result is the
// correctly rounded one.
func TestDotFigure5(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/dot", Wide)
		p.contains(".dot-table", "exact 0.0559587528435… 0x3D653501.5635B0", "serial ≈0.05595880747 0x3D653510 +14.6632 no 0x3D653510 ✓",
			"FMA ≈0.05595875159 0x3D653501 −0.336757 ✓ yes 0x3D653501 ✓", "parallel ≈0.05595874786 0x3D653500 −1.33676 no 0x3D653500 ✓",
			"serial, reversed ≈0.05595862865 0x3D6534E0 −33.3368 no", "FMA, reversed ≈0.05595878139 0x3D653509 +7.66324 no")
		p.contains(".dot-exact", "0.05595875284357632040155294816941022872924804687", "0x3D653501.5635B0")
		p.contains(".dot-note", "several print alike", "0x3D65350158…")
		p.contains("#dot-three", "5 steps, 8 roundings", "4 steps, 4 roundings", "3 steps, 7 roundings")
		// The vectors as printed, with both digits of the third element.
		p.choose("#dot-example", "printed")
		p.contains(".dot-table", "0x3D6533F0", "0x3D6533F6", "0x3D6533E0", "0x3D653510 ✗")
		p.contains(".dot-note", "do not give the table of Figure 5")
		p.choose("#dot-example", "typo")
		p.contains(".dot-table", "0x3D6C4450", "0x3D6C4456", "0x3D6C4460")
		p.must(p.Eval("history.back()", nil))
		p.contains(".dot-table", "0x3D6533F0")
		p.must(p.Eval("history.back()", nil))
		p.contains(".dot-table", "0x3D653510 +14.6632")
	})
}

// choose picks an entry of a select as a reader does.
func (p *tpage) choose(selector, value string) {
	p.t.Helper()
	p.must(p.Eval(fmt.Sprintf(`(function (s) { s.value = %q; s.dispatchEvent(new Event("change", { bubbles: true })); })(document.querySelector(%q))`, value, selector), nil))
	p.settle()
}

// Chapter 2.2: the bits and the binary significands of A + B + C.
func TestDotSum(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/dot", Wide)
		p.choose("#dot-mode", "sum")
		p.wait(`location.hash === "#/v1/dot?x=40000001.3f800001.41000001"`)
		p.contains(".dot-table", "(A + B) + C 11.0000019073486328125 0x41300002 +0.625000 no", "A + (B + C) 11.00000095367431640625 0x41300001 −0.375000 ✓ yes",
			"(A + C) + B 11.00000095367431640625 0x41300001 −0.375000 ✓ yes", "exact 11.00000131130218505859375")
		p.contains(".dot-exact", "2³ × 1.01100000000000000000001011")
		for k, words := range [][]string{{"1.01100000000000000000010", "+5/8 ulp from the exact sum"}, {"1.01100000000000000000001", "−3/8 ulp from the exact sum"}} {
			got := p.eval(fmt.Sprintf(`document.querySelectorAll(".dot-side svg.graph")[%d].textContent`, k))
			for _, w := range words {
				if !strings.Contains(got, w) {
					t.Errorf("tree %d does not show %s: %s", k, w, got)
				}
			}
		}
		if p.shown("#dot-one") {
			t.Error("a sum has a large graph of a dot product")
		}
		p.fill("#dot-2-1", "-2")
		p.contains(".dot-table", "exact 8.00000119209289550781")
		p.axe()
		p.fits(320)
	})
}

// The keyboard walks through a graph; what it is on is described, and marked in the link.
func TestDotKeyboard(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/dot", Wide)
		p.contains(".dot-detail", "serial step 5 of 5: final sum", "t₄ = rn(t₃ + p₄)", "0x3D653510", "+14.6632 ulp", "0.0559587528435763")
		p.focus(dotNode(8))
		on := func(n int, words ...string) {
			t.Helper()
			p.must(p.Wait(fmt.Sprintf(`document.activeElement.id === "dot-l-0-%d"`, n)))
			p.settle()
			p.contains(".dot-detail", words...)
		}
		p.press(kb.ArrowUp)
		on(7, "p₄ = rn(a₄ × b₄)", "step 1 of 5: a product")
		p.press(kb.ArrowLeft)
		on(5, "p₃ = rn(a₃ × b₃)")
		p.press(kb.ArrowDown)
		on(6, "t₃ = rn(t₂ + p₃)", "a₁b₁ + a₂b₂ + a₃b₃ exactly")
		p.wait(`location.hash === "#/v1/dot?n=7"`)
		p.press(kb.Home)
		on(0, "t₀ = 0", "where the sum begins")
		p.press(kb.End)
		on(8, "final sum")
		if got := p.eval(`document.activeElement.getAttribute("aria-label")`); got != "t₄ = rn(t₃ + p₄) = ≈0.0559588, rounding error 0 ulp" {
			t.Errorf("the node is named %s", got)
		}
		// Tab leaves the graph.
		p.press(kb.Tab)
		p.wait(`!document.activeElement.closest("svg")`)
		// The operation of a node opens in the Operation view; back comes to the same node.
		p.focus(dotNode(7))
		p.contains(".dot-detail", "p₄ = rn(a₄ × b₄)")
		p.click(".dot-op")
		p.wait(`location.hash.startsWith("#/v1/op?")`)
		p.must(p.Eval("history.back()", nil))
		p.wait(`location.hash === "#/v1/dot?n=8"`)
		p.contains(".dot-detail", "p₄ = rn(a₄ × b₄)")
	})
}

// Pointer and tap: hovering shows a node while it lasts, a click keeps it and shows its order large.
func TestDotPointer(t *testing.T) {
	p := open(t, Hosted, "#/v1/dot", Wide)
	p.must(p.Eval(`document.querySelector("#dot-three").scrollIntoView({ block: "center", behavior: "instant" })`, nil))
	before := p.eval(`document.querySelector("#dot-three").getBoundingClientRect().top`)
	x, y := p.middle(dotSmall(2, 2))
	p.must(p.Run(chromedp.MouseEvent("mouseMoved", x, y)))
	p.settle()
	p.contains(".dot-detail", "parallel step 2 of 3: a sum", "t₁ = rn(p₁ + p₂)")
	if after := p.eval(`document.querySelector("#dot-three").getBoundingClientRect().top`); after != before {
		t.Errorf("the details moved the figure from %s to %s", before, after)
	}
	p.must(p.Run(chromedp.MouseEvent("mouseMoved", 5, 5)))
	p.settle()
	p.contains(".dot-detail", "serial step 5 of 5")
	p.click(dotSmall(2, 2))
	p.contains("#dot-one", "Every operation, in the order: parallel")
	p.contains(".dot-detail", "parallel step 2 of 3")
	p.wait(`location.hash === "#/v1/dot?n=3&o=parallel"`)
	p.click(`[data-tap="dot.shape:5"]`)
	p.contains("#dot-one h2", "FMA, reversed")
	p.contains(".dot-detail", "FMA, reversed step 4 of 4", "+7.66324 ulp")

	phone := open(t, Hosted, "#/v1/dot", Phone)
	phone.click(dotSmall(1, 3))
	phone.contains(".dot-detail", "FMA step 3 of 4", "a₁b₁ + a₂b₂ + a₃b₃ exactly")
}

// Vectors: typing, errors beside the field, lists, elements.
func TestDotVectors(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/dot", Wide)
		p.fill("#dot-1-3", "0")
		p.contains(".dot-table", "exact 0.737605513854… 0x3F3CD3B7.075A60")
		p.fill("#dot-0-0", "2/")
		p.wait(`document.querySelector("#dot-0-0").getAttribute("aria-invalid") === "true"`)
		if p.text("#dot-0-0-problem") == "" || p.text("#dot-1-0-problem") != "" {
			t.Errorf("the problem is %q", p.text("#dot-0-0-problem"))
		}
		p.fill("#dot-0-0", "2/3")
		p.wait(`document.querySelector("#dot-0-0").getAttribute("aria-invalid") === "false"`)
		if got := p.eval(`document.querySelector("#dot-0-0").value`); got != "2/3" {
			t.Errorf("the field was rewritten to %q", got)
		}
		p.press(kb.Tab)
		if got := p.eval(`document.querySelector("#dot-0-0").value`); got != "2/3" {
			t.Errorf("the field left shows %q", got)
		}
		// A pasted list grows the vectors.
		p.must(p.Eval(`(function (f) {
			var d = new DataTransfer(); d.setData("text", "1, 2\n3 4\t5,6");
			f.focus(); f.dispatchEvent(new ClipboardEvent("paste", { clipboardData: d, bubbles: true, cancelable: true }));
		})(document.querySelector("#dot-0-1"))`, nil))
		p.settle()
		if got := p.eval(`[0,1,2,3,4,5,6].map(function (i) { return document.querySelector("#dot-0-" + i).value; }).join()`); got != "2/3,1,2,3,4,5,6" {
			t.Errorf("the vector is %s", got)
		}
		if got := p.eval(`document.querySelectorAll(".dot-rows li:not([hidden])").length`); got != "7" && got != "10" {
			t.Errorf("%s rows", got)
		}
		p.click(`[aria-label="Remove element 7"]`)
		p.click(`[aria-label="Remove element 1"]`)
		if got := p.eval(`document.querySelector("#dot-0-0").value + document.querySelector("#dot-0-4").value`); got != "15" {
			t.Errorf("after removing, %s", got)
		}
		if p.shown("#dot-0-5") {
			t.Error("a removed element is shown")
		}
	})
}

// Larger examples, formats and options, without anything sticking out.
func TestDotExamples(t *testing.T) {
	p := open(t, Hosted, "#/v1/dot", Wide)
	for id, words := range map[string]string{
		"ints": "exact 234038038 0x4D5F3231.60", "worse": "parallel 0 0x00000000 −8388608.0", "tiny": "serial 1 0x3F800000 −7.50000",
		"uniform": "0x40A1F22F", "wide": "0x4F6DF26E", "half": "0x2B34", "bf16": "0x3D81",
	} {
		p.choose("#dot-example", id)
		p.contains(".dot-table", words)
		p.contains(".dot-note", "")
	}
	p.choose("#dot-example", "uniform")
	for k := range 6 {
		p.click(fmt.Sprintf(`[data-tap="dot.shape:%d"]`, k+1))
		if n := p.count(`[data-bits="dot.l"] [data-bit]`); n < 64 {
			t.Errorf("order %d has %d nodes", k, n)
		}
	}
	p.axe()
	p.fits(1280)
	p.fits(390)
	p.choose("#dot-format", "f64")
	p.contains(".dot-table", "0x4014")
	p.choose("#dot-dir", "rtz")
	p.wait(`location.hash.includes("r=rtz")`)
	p.choose("#dot-flush", "flush")
	p.wait(`location.hash.includes("z=1")`)
	link := p.hash()
	again := open(t, Single, link, Wide)
	if got, want := again.text(".dot-table"), p.text(".dot-table"); got != want {
		t.Errorf("the link shows %s, want %s", got, want)
	}
	p.choose("#dot-format", "f128")
	p.fits(320)
}
