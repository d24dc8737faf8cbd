package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// dotNode is the selector of a node of the large graph, or of a small one by its shape.
func dotNode(n int) string { return fmt.Sprintf(`[data-bits="dot.l"] [data-bit="%d"]`, n) }

func dotSmall(shape, n int) string { return fmt.Sprintf("#dot-s-%d-%d", shape, n) }

// The keyboard walks through a graph, and what it is on is described; Tab leaves the graph.
func TestDotKeyboard(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/v1/dot", Wide)
	p.focus(dotNode(8))
	on := func(n int, words string) {
		t.Helper()
		p.must(p.Wait(fmt.Sprintf(`document.activeElement.id === "dot-l-0-%d"`, n)))
		p.settle()
		p.contains(".dot-detail", words)
	}
	p.press(kb.ArrowUp)
	on(7, "p₄ = rn(a₄ × b₄)")
	p.press(kb.ArrowLeft)
	on(5, "p₃ = rn(a₃ × b₃)")
	p.press(kb.ArrowDown)
	on(6, "t₃ = rn(t₂ + p₃)")
	p.press(kb.Home)
	on(0, "t₀ = 0")
	p.press(kb.End)
	on(8, "final sum")
	p.press(kb.Tab)
	p.wait(`!document.activeElement.closest("svg")`)
	p.focus(dotNode(7))
	p.contains(".dot-detail", "p₄ = rn(a₄ × b₄)")
}

// Pointer and tap: hovering shows a node while it lasts, a click keeps it and shows its order large.
func TestDotPointer(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/v1/dot", Wide)
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
	p = visit(t, "#/v1/dot", Phone)
	p.click(dotSmall(1, 3))
	p.contains(".dot-detail", "FMA step 3 of 4")
}

// A field shows what was typed, also once it is left; a list that is pasted grows the vectors.
func TestDotFields(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/v1/dot", Wide)
	p.fill("#dot-0-0", "2/3")
	value := func(i int) string { return p.eval(fmt.Sprintf(`document.querySelector("#dot-0-%d").value`, i)) }
	if got := value(0); got != "2/3" {
		t.Errorf("the field was rewritten to %q", got)
	}
	p.press(kb.Tab)
	if got := value(0); got != "2/3" {
		t.Errorf("the field left shows %q", got)
	}
	p.must(p.Eval(`(function (f) {
		var d = new DataTransfer(); d.setData("text", "1, 2\n3 4\t5,6");
		f.focus(); f.dispatchEvent(new ClipboardEvent("paste", { clipboardData: d, bubbles: true, cancelable: true }));
	})(document.querySelector("#dot-0-1"))`, nil))
	p.settle()
	if got := value(0) + "," + value(1) + "," + value(6); got != "2/3,1,6" {
		t.Errorf("the vector is %s", got)
	}
}
