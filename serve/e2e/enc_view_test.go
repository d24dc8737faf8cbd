package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const value = "#enc-value"

func bit(n int) string { return fmt.Sprintf(`[data-bits="enc.bits"] [data-bit="%d"]`, n) }

// code waits until the view shows a code.
func (p *tpage) code(want string) {
	p.t.Helper()
	p.must(p.Wait(fmt.Sprintf(`document.querySelector(".enc-code").textContent === %q`, want)))
}

// hover moves the mouse to the middle of an element.
func (p *tpage) middle(selector string) (x, y float64) {
	p.t.Helper()
	var at []float64
	p.must(p.Eval(fmt.Sprintf(`(function (r) { return [r.left + r.width / 2, r.top + r.height / 2]; })(document.querySelector(%q).getBoundingClientRect())`, selector), &at))
	return at[0], at[1]
}

// The caret stays where it is while a number is edited in its middle.
func TestEncCaretStays(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/f32/1.5", Wide)
	p.focus(value)
	p.must(p.Eval(`document.querySelector("#enc-value").setSelectionRange(2, 2)`, nil))
	p.press("0", "0")
	p.code("0x3f80a3d7")
	if got := p.eval(`document.querySelector("#enc-value").value + "|" + document.querySelector("#enc-value").selectionStart`); got != "1.005|4" {
		t.Errorf("the field and its caret: %s", got)
	}
}

// Keys change bits and walk among them; one of them is the tab stop.
func TestEncKeyboard(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/f32/1", Wide)
	p.focus(bit(0))
	p.press(" ")
	p.code("0x3f800001")
	p.press(kb.Enter)
	p.code("0x3f800000")
	p.press(kb.Home)
	p.focused(31)
	p.press("1")
	p.code("0xbf800000")
	p.focused(30)
	p.press(kb.End)
	p.focused(0)
	p.press(kb.ArrowLeft)
	p.focused(1)
	p.press(kb.ArrowRight)
	p.focused(0)
	p.press(kb.PageUp)
	p.code("0xc0000000")
	p.must(p.Run(chromedp.KeyEvent(kb.ArrowLeft, chromedp.KeyModifiers(2))))
	p.focused(30)
	if got := p.eval(`Array.from(document.querySelectorAll('[data-bits="enc.bits"] [tabindex="0"]'), function (e) { return e.dataset.bit; }).join()`); got != "30" {
		t.Errorf("the tab stops are bits %s", got)
	}
	if got := p.eval(`document.activeElement.getAttribute("aria-label")`); got != "biased exponent bit 30, weight 2^7" {
		t.Errorf("the bit is named %s", got)
	}
}

// focused waits until the keyboard is on a bit.
func (p *tpage) focused(n int) {
	p.t.Helper()
	p.must(p.Wait(fmt.Sprintf(`document.activeElement.dataset.bit === "%d"`, n)))
	p.settle()
}

// A click and what is typed in one go are a step back each; what a link does not tell apart is none: the pointer over a
// bit of a page without a link.
func TestEncBackUndoes(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/v1/enc", Wide)
	p.click(bit(31))
	p.code("0xbdcccccd")
	p.click(bit(0))
	p.code("0xbdcccccc")
	p.must(p.Eval("history.back()", nil))
	p.code("0xbdcccccd")
	p.must(p.Eval("history.back()", nil))
	p.code("0x3dcccccd")
	if got := p.eval(`document.querySelector("#enc-value").value`); got != "0.1" {
		t.Errorf("back brings %s, not the typed text", got)
	}
	p.must(p.Eval("history.forward()", nil))
	p.code("0xbdcccccd")
	p.fill(value, "12345")
	p.code("0x4640e400")
	p.must(p.Eval("history.back()", nil))
	p.code("0xbdcccccd")
	fresh := open(t, Hosted, "#/v1/enc", Wide)
	before := fresh.eval(`history.length`)
	fresh.must(fresh.Eval(`document.querySelector("[data-bits='enc.bits'] [data-bit='3']").dispatchEvent(new MouseEvent("mouseover", { bubbles: true }))`, nil))
	fresh.settle()
	if got := fresh.eval(`history.length`); got != before {
		t.Errorf("the pointer over a bit makes an entry of the history: %s entries, %s before", got, before)
	}
}

// A drag paints: every bit it meets gets the opposite of the first.
func TestEncDragPaints(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/f32/0", Wide)
	p.must(p.Eval(`document.querySelector(`+"`"+bit(22)+"`"+`).scrollIntoView({ block: "center" })`, nil))
	x0, y := p.middle(bit(22))
	x1, _ := p.middle(bit(12))
	p.must(p.Run(chromedp.MouseEvent("mousePressed", x0, y, chromedp.ButtonLeft, chromedp.ClickCount(1))))
	for i := 1; i <= 40; i++ {
		p.must(p.Run(chromedp.MouseEvent("mouseMoved", x0+(x1-x0)*float64(i)/40, y, chromedp.ButtonLeft)))
	}
	p.must(p.Run(chromedp.MouseEvent("mouseReleased", x1, y, chromedp.ButtonLeft, chromedp.ClickCount(1))))
	p.code("0x007ff000")
	p.must(p.Eval("history.back()", nil))
	p.code("0x00000000")
}

func TestEncTouch(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/f16/1", Phone)
	p.must(p.Eval(`document.querySelector(`+"`"+bit(15)+"`"+`).scrollIntoView({ block: "center" })`, nil))
	p.click(bit(15))
	p.code("0xbc00")
}

// TestEncTerm: a word of the glossary explains itself on focus.
func TestEncTerm(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/v1/enc", Wide)
	if p.shown(".enc-class .tip") {
		t.Error("a definition is shown without being asked for")
	}
	p.focus(".enc-class .term")
	if !p.shown(".enc-class .tip") {
		t.Error("a term does not show its definition on focus")
	}
}

// The point on the line is dragged with the mouse, in one entry of the history.
func TestEncPointIsDragged(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/f32/1", Wide)
	before := p.eval("String(history.length)")
	from, to := `.enc-point .op-wide [data-bit="16"]`, `.enc-point .op-wide [data-bit="96"]`
	p.must(p.Run(chromedp.ScrollIntoView(".enc-point")))
	x, y := p.middle(from)
	tx, _ := p.middle(to)
	p.must(p.Run(chromedp.MouseEvent(input.MousePressed, x, y, chromedp.ButtonLeft)))
	for i := range 9 {
		p.must(p.Run(chromedp.MouseEvent(input.MouseMoved, x+(tx-x)*float64(i)/8, y, chromedp.ButtonLeft)))
	}
	p.must(p.Run(chromedp.MouseEvent(input.MouseReleased, tx, y, chromedp.ButtonLeft)))
	p.code("0x3fe00000")
	if after := p.eval("String(history.length)"); after != before && before != "50" {
		if n := p.eval(fmt.Sprintf("String(history.length - %s)", before)); n != "1" {
			t.Errorf("a drag made %s entries", n)
		}
	}
}

// A tap on the map opens a code; the wheel zooms it once it has the focus.
func TestEncMapIsZoomed(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/v1/enc?f=e4m3&b=38&m=0", Wide)
	p.must(p.Run(chromedp.ScrollIntoView(".enc-map")))
	p.click(".enc-map canvas")
	p.focus(".enc-map")
	x, y := p.middle(".enc-map canvas")
	p.must(p.Run(input.DispatchMouseEvent(input.MouseWheel, x, y).WithDeltaX(0).WithDeltaY(-100)))
	p.wait(`location.hash.includes("m=1-")`)
	p.axe()
}
