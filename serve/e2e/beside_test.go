package e2e

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestBeside: two states side by side, each live in a frame of its own: nothing starts before it is asked for; what is typed in a
// frame reaches the address and comes back from it; the keyboard goes into both; and it ends.
func TestBeside(t *testing.T) {
	t.Parallel()
	everyEdition(t, func(t *testing.T, e Edition) {
		for _, look := range []Look{Wide, Phone} {
			p := open(t, e, "#/v1/fma", look)
			if n := p.count("iframe"); n != 0 {
				t.Fatalf("%d frames before two states are asked for", n)
			}
			p.click(".does > summary")
			p.press(kb.ArrowDown, kb.ArrowDown, kb.Enter)
			p.wait(`location.hash.includes("pin=") && document.querySelectorAll(".beside iframe[src]").length === 2`)
			// Across origins, which the frames of a file are, a page learns no more than what they tell.
			p.must(p.Eval(`addEventListener("message", e => { if (e.data.type === "ulplab:ready") { window.begun = (window.begun || 0) + 1; } })`, nil))
			p.wait(`window.begun === 2`)
			p.fits(look.Width)
			p.axe()
			p.press(kb.Tab)
			p.wait(`document.activeElement.closest(".beside")`)
			for i := 0; i < 8 && p.eval(`document.activeElement.tagName`) != "IFRAME"; i++ {
				p.press(kb.Tab)
			}
			p.wait(`document.activeElement === document.querySelector(".beside iframe")`)
			before := p.hash()
			p.must(p.Eval(`document.querySelectorAll(".beside iframe")[1].contentWindow.postMessage({ v: 1, type: "ulplab:set", url: "#/v1/fma?m=dec" }, "*")`, nil))
			p.wait(`/^#\/v1\/fma\?m=dec&pin=/.test(location.hash)`)
			p.must(p.Eval(`history.back()`, nil))
			p.wait(`location.hash === ` + strconv.Quote(before))
			p.click(".beside button")
			p.wait(`document.querySelectorAll("iframe").length === 0 && location.hash === "#/v1/fma"`)
		}
	})
}
