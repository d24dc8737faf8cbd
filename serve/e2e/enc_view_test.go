package e2e

import (
	"fmt"
	"strings"
	"testing"

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

func TestEncOpensOnOneTenth(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "", Wide)
		p.contains("main", "0x3dcccccd", "normal", "1.490116119384765625e−9", "+0.200000 ulp", "0x1.99999ap−4", "0x3fb999999999999a", "≈0.099999994039535522", "≈0.10000000894069672")
		p.contains(".enc-triple", "Typed 0.1 Stored 0.1", "Difference")
		if got := p.eval(`document.querySelector(".enc-triple > div:nth-child(2) .enc-cell").textContent`); got != "0.100000001490116119384765625" {
			t.Errorf("the stored value is %s", got)
		}
		if n := p.count(`[data-bits="enc.bits"] [data-bit]`); n != 32 {
			t.Errorf("%d bits", n)
		}
	})
}

// The paper's chapter 2: 2/3 and -192 in binary32 and binary64.
func TestEncPapersNumbers(t *testing.T) {
	p := open(t, Hosted, "#/f32/2/3", Wide)
	p.contains("main", "0x3f2aaaab", "0x3fe5555555555555")
	p.fill(value, "-192")
	p.code("0xc3400000")
	p.contains("main", "0xc3400000", "0xc068000000000000")
	p = open(t, Hosted, "#/f64/2/3", Wide)
	p.code("0x3fe5555555555555")
}

func TestEncTyping(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "", Wide)
		for _, c := range []struct{ text, code string }{
			{"0.1", "0x3dcccccd"}, {"-0", "0x80000000"}, {"1e-45", "0x00000001"}, {"inf", "0x7f800000"}, {"nan", "0x7fc00000"},
			{"2/3", "0x3f2aaaab"}, {"0x1p-149", "0x00000001"}, {"1e400", "0x7f800000"}, {"0x40490fdb", "0x40490fdb"}, {"−2^-3", "0xbe000000"},
		} {
			p.fill(value, c.text)
			p.code(c.code)
			if got := p.eval(`document.querySelector("#enc-value").value`); got != c.text {
				t.Errorf("the field was rewritten from %s to %s", c.text, got)
			}
			if p.eval(`document.querySelector("#enc-value").getAttribute("aria-invalid")`) != "false" {
				t.Errorf("%s: an error is shown: %s", c.text, p.text("#enc-value-problem"))
			}
		}
		for _, bad := range []string{"", "rubbish", "1..5", "2/0"} {
			p.fill(value, "1")
			p.code("0x3f800000")
			p.fill(value, bad)
			p.wait(`document.querySelector("#enc-value").getAttribute("aria-invalid") === "true"`)
			p.contains("#enc-value-problem", "At character")
			if got := p.eval(`document.querySelector("#enc-value").value`); got != bad {
				t.Errorf("the field was rewritten from %q to %q", bad, got)
			}
		}
		// A bit sets the value; the field then shows it.
		p.click(bit(31))
		p.wait(`document.querySelector("#enc-value").getAttribute("aria-invalid") === "false"`)
	})
}

// The caret stays where it is while a number is edited in its middle.
func TestEncCaretStays(t *testing.T) {
	p := open(t, Hosted, "#/f32/1.5", Wide)
	p.focus(value)
	p.must(p.Eval(`document.querySelector("#enc-value").setSelectionRange(2, 2)`, nil))
	p.press("0", "0")
	p.code("0x3f80a3d7")
	if got := p.eval(`document.querySelector("#enc-value").value + "|" + document.querySelector("#enc-value").selectionStart`); got != "1.005|4" {
		t.Errorf("the field and its caret: %s", got)
	}
}

func TestEncKeyboard(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/f32/1", Wide)
		if n := p.count(`[data-bits="enc.bits"] [tabindex="0"]`); n != 1 {
			t.Errorf("%d tab stops among the bits", n)
		}
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
		p.press("1")
		p.code("0xff800000")
		p.press(kb.End)
		p.focused(0)
		p.press(kb.ArrowLeft)
		p.focused(1)
		p.press(kb.ArrowRight)
		p.focused(0)
		p.press("1")
		p.code("0xff800001")
		p.press("0")
		p.code("0xff800000")
		p.press(kb.ArrowUp) // from -infinity to the largest negative number
		p.code("0xff7fffff")
		p.press(kb.PageDown)
		p.code("0xfeffffff")
		p.press(kb.PageUp)
		p.code("0xff7fffff")
		p.press(kb.ArrowDown)
		p.code("0xff800000")
		p.press("]")
		p.code("0xff7fffff")
		p.must(p.Run(chromedp.KeyEvent(kb.ArrowLeft, chromedp.KeyModifiers(2))))
		p.focused(30)
		if got := p.eval(`document.querySelector('[data-bits="enc.bits"] [tabindex="0"]').dataset.bit`); got != "30" {
			t.Errorf("the tab stop is on bit %s", got)
		}
		if got := p.eval(`document.activeElement.getAttribute("aria-label") + "," + document.activeElement.getAttribute("aria-pressed")`); got != "biased exponent bit 30, weight 2^7,true" {
			t.Errorf("the bit is named %s", got)
		}
	})
}

// focused waits until the keyboard is on a bit.
func (p *tpage) focused(n int) {
	p.t.Helper()
	p.must(p.Wait(fmt.Sprintf(`document.activeElement.dataset.bit === "%d"`, n)))
	p.settle()
}

func TestEncBackUndoes(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/enc", Wide)
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
		if got := p.hash(); got != "#/v1/enc?b=bdcccccd&f=f32" {
			t.Errorf("the link is %s", got)
		}
		// What is typed in one go is one step back.
		p.fill(value, "12345")
		p.code("0x4640e400")
		p.must(p.Eval("history.back()", nil))
		p.code("0xbdcccccd")
		// What a link does not tell apart is no step: the pointer over a bit of a page without a link.
		fresh := open(t, e, "", Wide)
		before := fresh.eval(`history.length`)
		fresh.must(fresh.Eval(`document.querySelector("[data-bits='enc.bits'] [data-bit='3']").dispatchEvent(new MouseEvent("mouseover", { bubbles: true }))`, nil))
		fresh.settle()
		if got := fresh.eval(`history.length`); got != before {
			t.Errorf("the pointer over a bit makes an entry of the history: %s entries, %s before", got, before)
		}
	})
}

// A drag paints: every bit it meets gets the opposite of the first.
func TestEncDragPaints(t *testing.T) {
	p := open(t, Hosted, "#/f32/0", Wide)
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
	p := open(t, Hosted, "#/f16/1", Phone)
	p.must(p.Eval(`document.querySelector(`+"`"+bit(15)+"`"+`).scrollIntoView({ block: "center" })`, nil))
	p.click(bit(15))
	p.code("0xbc00")
	// Values of all lengths stay inside the narrowest page.
	for _, link := range []string{"#/f32/-1e-42", "#/f64/-1e-310", "#/f128/-2^-16494", "#/f128/1e4000", "#/x87/-2/3", "#/e2m1/0.7", "#/f32/nan(12345)", "#/f64/" + strings.Repeat("7", 300), "#/e15m112/rubbish"} {
		p.must(p.Eval(fmt.Sprintf("location.hash = %q", link), nil))
		p.settle()
		p.fits(320)
	}
}

func TestEncFormats(t *testing.T) {
	p := open(t, Hosted, "#/f32/0.1", Wide)
	for format, code := range map[string]string{"f64": "0x3fb999999999999a", "e4m3": "0x1d", "x87": "0x3ffbcccccccccccccccd", "f128": "0x3ffb999999999999999999999999999a", "e2m1": "0x0", "e8m0": "0x7c"} {
		p.must(p.Eval(fmt.Sprintf(`(function (s) { s.value = %q; s.dispatchEvent(new Event("change", { bubbles: true })); })(document.querySelector("#enc-format"))`, format), nil))
		p.code(code)
	}
	p.fill("#enc-name", "e5m7")
	p.code("0x05cd") // 0_01011_1001101: 1.1001101 × 2^-4 with bias 15
	p.contains("main", "custom e5m7")
	p.fill("#enc-name", "e99m1")
	p.contains("#enc-name-problem", "A custom format is eXmY")
	// x87 codes that the processor refuses are named.
	for code, name := range map[string]string{"3fff0000000000000001": "unnormal (invalid)", "00008000000000000000": "pseudo-denormal", "7fff0000000000000000": "pseudo-infinity (invalid)", "7fff0000000000000005": "pseudo-NaN (invalid)"} {
		p.must(p.Eval(fmt.Sprintf(`location.hash = "#/v1/enc?f=x87&b=%s"`, code), nil))
		p.code("0x" + code)
		p.contains(".enc-hero", name)
	}
}

func TestEncDirections(t *testing.T) {
	p := open(t, Hosted, "#/f32/0.1", Wide)
	for id, code := range map[string]string{"rtz": "0x3dcccccc", "rtp": "0x3dcccccd", "rtn": "0x3dcccccc", "odd": "0x3dcccccd", "rne": "0x3dcccccd"} {
		p.must(p.Eval(fmt.Sprintf(`(function (s) { s.value = %q; s.dispatchEvent(new Event("change", { bubbles: true })); })(document.querySelector("#enc-dir"))`, id), nil))
		p.code(code)
	}
}

// TestEncNamed: the menu of values, and that copying tells so.
func TestEncNamed(t *testing.T) {
	p := open(t, Hosted, "#/f32/1", Wide)
	for id, code := range map[string]string{"max": "0x7f7fffff", "minnormal": "0x00800000", "minpos": "0x00000001", "pi": "0x40490fdb", "inf": "0x7f800000", "negzero": "0x80000000", "snan": "0x7f800001", "gpunan": "0x7fffffff"} {
		p.click(fmt.Sprintf(`[data-tap="enc.put:%s"]`, id))
		p.code(code)
	}
}

// A shared link, opened anew, shows the same; a page that may not be changed keeps its value.
func TestEncReadOnly(t *testing.T) {
	p := open(t, Hosted, "#/v1/enc?b=3f800000&f=f32&ro=1", Wide)
	p.click(bit(0))
	p.focus(value)
	p.press("7")
	p.settle()
	p.code("0x3f800000")
	if p.count(".enc-named button") == 0 || p.count(".enc-named button:not([disabled])") != 0 {
		t.Error("named values look as if they could be chosen")
	}
	if got := p.hash(); !strings.Contains(got, "ro=1") {
		t.Errorf("the link is %s", got)
	}
}

// TestEncTerm: a word of the glossary explains itself on focus.
func TestEncTerm(t *testing.T) {
	p := open(t, Hosted, "", Wide)
	if p.shown(".enc-class .tip") {
		t.Error("a definition is shown without being asked for")
	}
	p.focus(".enc-class .term")
	if !p.shown(".enc-class .tip") {
		t.Error("a term does not show its definition on focus")
	}
}
