package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// The first example: a release build against a debug build, with the bits that were posted.
func TestExprFirst(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/expr", Wide)
		p.contains(".expr-stack", "0x4601d400", "0x4601d3ff", "ulp")
		p.contains(".expr-verdict", "differ by 1 ulp", "Closer to the exact value")
		p.contains(".expr-cause", "d + b*c", "fma.rn.f32")
		p.contains(".expr-lists", "fma.rn.f32", "mul.rn.f32", "microscope")
		if n := p.count(".expr-back .expr-apart"); n != 1 {
			t.Errorf("%d pieces of the text are marked", n)
		}
		if n := p.count(".expr-stack mark"); n < 4 {
			t.Errorf("%d marks in the bits", n)
		}
		if h := p.hash(); h != "#/v1/expr" {
			t.Errorf("the link is %s", h)
		}
	})
}

// Figure 1 as the paper prints it: read in spite of the missing semicolon, and both outputs.
func TestExprFigure1(t *testing.T) {
	p := open(t, Hosted, "#/v1/expr", Wide)
	p.pick("#expr-example", "figure1")
	p.contains(".expr-notes", "semicolon")
	p.contains(".expr-prints", "a 1.0000001", "b -1.0000002", "r 0", "r 1.4210855e-14")
	p.contains(".expr-stack", "0x28800000", "0x00000000")
}

// Typing: errors stand at their place, the last results stay away, nothing typed is lost; back undoes.
func TestExprTyping(t *testing.T) {
	p := open(t, Hosted, "#/v1/expr", Wide)
	p.fill("#expr-text", "a*(b + ")
	p.contains("#expr-text-problem", "Character 6", "expected")
	if got := p.eval(`document.querySelector("#expr-text").value`); got != "a*(b + " {
		t.Errorf("the editor holds %q", got)
	}
	if n := p.count(".expr-back .expr-bad"); n != 1 {
		t.Errorf("%d pieces are marked as wrong", n)
	}
	p.fill("#expr-text", "a*b + c*d")
	p.contains(".expr-stack", "0x")
	p.fill("#expr-in-0", "1e400")
	p.contains(".expr-fields", "0x7f800000")
	p.fill("#expr-in-0", "zwei")
	p.wait(`document.querySelector("#expr-in-0-problem").textContent !== ""`)
	p.fill("#expr-in-0", "2/3")
	p.contains(".expr-fields", "0x3f2aaaab")
	p.press(kb.ArrowUp)
	p.contains(".expr-fields", "0x3f2aaaac")
	p.fill("#expr-text", "")
	p.contains(".expr-left", "Type an expression")
	for _, text := range []string{"1e400", strings.Repeat("(", 400), "for(;;)", "\x00ü\"", "float x[9999999];"} {
		p.fill("#expr-text", text)
		p.settle()
	}
	p.fill("#expr-text", "<img src=x onerror=alert(1)>")
	p.wait(`document.querySelector("#expr-text-problem").textContent.length > 5`)
	if p.count(".expr img") != 0 {
		t.Error("what was typed became markup")
	}
	p.must(p.Eval("history.back()", nil))
	p.must(p.Eval("history.back()", nil))
}

// Columns: added, compared, moved, removed; the link opens the same page.
func TestExprColumns(t *testing.T) {
	p := open(t, Hosted, "#/v1/expr", Wide)
	p.pick("#expr-add", "1.2")
	p.contains(".expr-stack", "capability 1.2")
	if got := p.eval(`document.querySelector("#expr-add").value`); got != "" {
		t.Errorf("the menu stays at %q", got)
	}
	p.click(`[data-tap="expr:B5"]`)
	p.wait(`document.querySelector('[data-tap="expr:B5"]').getAttribute("aria-pressed") === "true"`)
	p.click(`[data-tap="expr:+"]`)
	p.contains(".expr-rows", "17278", "Row")
	p.click(`#expr-find-start`)
	p.wait(`document.querySelectorAll(".expr-rows tbody tr").length >= 4`)
	p.click("#expr-sweep-on")
	p.wait(`document.querySelector("#expr-sweep svg")`)
	link := p.hash()
	again := open(t, Hosted, link, Wide)
	again.wait(`document.querySelector("#expr-sweep svg")`)
	if got, want := again.text("main"), p.text("main"); got != want {
		t.Errorf("%s shows\n%s\ninstead of\n%s", link, clipTo(got, 900), clipTo(want, 900))
	}
	p.click("footer button")
	p.contains(".expr-stack", "0x4601d400")
	if h := p.hash(); h != "#/v1/expr" {
		t.Errorf("after the reset the link is %s", h)
	}
}

// Iteration: where the orbits part, the slider, own steps.
func TestIterView(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/iter", Wide)
		p.contains(".iter-verdict", "The bits diverge at step")
		p.contains(".iter-fit", "bits a step", "Lyapunov")
		p.wait(`document.querySelector("#iter-plot svg")`)
		p.contains(".iter-table", "ulp")
		p.fill("#iter-text", "x = x + ")
		p.contains("#iter-text-problem", "expected")
		p.fill("#iter-text", "a + b")
		p.contains(".iter", "Nothing is carried over")
		p.fill("#iter-text", "x = x*x - 1.5f;")
		p.contains(".iter-stack", "Step")
		p.pick("#iter-example", "newton")
		p.contains(".iter-verdict", "the same again")
	})
}

// On a phone nothing makes the page scroll sideways; the accessibility checks pass in both themes.
func TestExprNarrow(t *testing.T) {
	for _, id := range []string{"debug", "figure1", "horner", "norm", "literal", "loop"} {
		for _, look := range []Look{Phone, Narrow} {
			p := open(t, Hosted, "#/v1/expr", look)
			p.pick("#expr-example", id)
			p.settle()
			p.fits(look.Width)
		}
	}
	for _, view := range []string{"expr", "iter"} {
		p := open(t, Hosted, "#/v1/"+view, Phone)
		p.fits(Phone.Width)
		p = open(t, Hosted, "#/v1/"+view, Wide)
		p.settle()
		p.axe()
		dark := open(t, Hosted, "#/v1/"+view+"?theme=dark", Wide)
		dark.settle()
		dark.axe()
	}
}
