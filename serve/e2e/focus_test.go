package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What is pressed keeps the focus, although a drawing is made anew when it changes: presets, rows of tables, buttons that
// start and stop, keys of a keyboard area.
func TestPressKeepsTheFocus(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ link, selector, still string }{
		{"#/v1/enc", `[data-tap="enc.put:max"]`, `dataset.tap === "enc.put:max"`},
		{"#/v1/enc", `.enc-others tbody tr:nth-child(3) a`, `closest(".enc-others") !== null`},
		{"#/v1/op", `[data-tap^="op.dir:"]`, `dataset.tap.startsWith("op.dir:")`},
		{"#/v1/sum?n=64", `#sum-run-start`, `closest(".sum-run") !== null`},
		{"#/v1/sum?n=64", `[data-tap="sum:c5"]`, `dataset.tap === "sum:c5"`},
		{"#/v1/flags", `[data-tap="flags:over:2"]`, `dataset.tap === "flags:over:2"`},
		{"#/v1/x87", `[data-tap^="x87:walk:"]`, `dataset.tap.startsWith("x87:walk:")`},
		{"#/v1/x87", `[data-bits="x87.cw"] [data-bit]`, `closest("[data-bits]").dataset.bits === "x87.cw"`},
		{"#/v1/functions?p=figure6", `[data-tap="fn:pi53"]`, `dataset.tap === "fn:pi53"`},
		{"#/v1/quant?i=33", `[data-tap="quant:40"]`, `dataset.tap === "quant:40"`},
		{"#/v1/iter", `[data-tap^="iter:"]`, `dataset.tap.startsWith("iter:")`},
	} {
		p := visit(t, c.link, Wide)
		p.wait(`document.querySelector('` + c.selector + `')`)
		p.focus(c.selector)
		p.press(kb.Enter)
		p.settle()
		p.wait(`document.activeElement !== document.body && document.activeElement.` + c.still)
	}
}

// TestTips: what a term means appears under the pointer, stays while the pointer is on it, and leaves with Escape (WCAG 2.2, 1.4.13).
func TestTips(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/v1/op", Wide)
	const term, tip = ".op-facts .term", ".op-facts .term > .tip"
	if got := p.eval(`(e => [e.role, e.ariaLabel === e.firstChild.textContent, e.ariaDescription === e.lastChild.textContent].join(" "))(document.querySelector("` + term + `"))`); got != "button true true" {
		t.Errorf("a term is told as %s", got)
	}
	middle := func(selector string) (at []float64) {
		p.must(p.Eval(`(function (r) { return [r.left + r.width / 2, r.top + r.height / 2]; })(document.querySelector("`+selector+`").getBoundingClientRect())`, &at))
		return at
	}
	p.eval(`document.querySelector("` + term + `").scrollIntoView({ block: "center" })`)
	for _, on := range []string{term, tip} {
		at := middle(on)
		p.must(p.Run(chromedp.MouseEvent(input.MouseMoved, at[0], at[1])))
		p.settle()
		if !p.shown(tip) {
			t.Fatalf("the pointer is on %s, and nothing is said", on)
		}
	}
	p.press(kb.Escape)
	if p.shown(tip) {
		t.Error("Escape leaves it there")
	}
	p.must(p.Run(chromedp.MouseEvent(input.MouseMoved, 1, 1)))
	at := middle(term)
	p.must(p.Run(chromedp.MouseEvent(input.MouseMoved, at[0], at[1])))
	if p.settle(); !p.shown(tip) {
		t.Error("it does not come again")
	}
}
