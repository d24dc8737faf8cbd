package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// pick chooses an entry of a select as a reader does.
func (p *tpage) pick(selector, value string) {
	p.t.Helper()
	p.must(p.Eval(fmt.Sprintf(`(function (e) { e.value = %q; if (e.value !== %q) { throw new Error("no such entry"); } e.dispatchEvent(new Event("change", { bubbles: true })); })(document.querySelector(%q))`, value, value, selector), nil))
	p.settle()
}

func TestOpOpensOnATie(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/op", Wide)
		p.contains("main", "0.30000000000000004", "0x3fd3333333333334", "exactly half an ulp is lost, a tie", "+0.500000 ulp", "inexact",
			"0x3fb999999999999a", "0x3fc999999999999a", "stored: 0.10000000000000000555111512")
		p.contains(".op-table", "roundTiesToEven .rn", "roundTiesToAway .rna", "roundTowardZero .rz", "roundTowardPositive .rp", "roundTowardNegative .rm", "roundToOdd", "stochastic .rs",
			"0x3fd3333333333333", "−0.500000", "lower neighbour", "upper neighbour")
		p.contains("#op-scope", "kept", "discarded", "guard 1 · round 0 · sticky 0")
		p.contains("#op-line", "exact 0.3000000000000000166", "midpoint")
	})
}

// A + B of the paper's chapter 2.2.
func TestOpPaperSum(t *testing.T) {
	p := open(t, Hosted, "#/v1/op", Wide)
	p.pick("#op-example", "paper")
	p.contains("main", "≈3.0000004768371582", "0x40400002", "0x40000001", "0x3f800001", "3.00000035762786865234375")
	p.contains("#op-scope", "guard 1 · round 0 · sticky 0")
}

func TestOpTypingAndHistory(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/op?o=add&f=f32&ta=1&tb=1", Wide)
		p.contains(".op-hero", "1 + 1", "2")
		p.fill("#op-b", "2^-24")
		p.contains("main", "0x33800000", "a tie; the last kept bit is 0")
		typed := p.hash()
		p.click(`[data-tap="op.dir:rtp"]`)
		p.contains(".op-hero", "1.0000001", "roundTowardPositive")
		p.contains(".op-table .here", "roundTowardPositive")
		if p.eval(`document.querySelector("#op-dir").value`) != "rtp" {
			t.Error("the select does not follow the table")
		}
		p.must(p.Eval("history.back()", nil))
		p.wait(fmt.Sprintf("location.hash === %q", typed))
		p.contains(".op-hero", "roundTiesToEven")
		p.must(p.Eval("history.back()", nil))
		p.contains(".op-hero", "1 + 1", "2")
		p.must(p.Eval("history.forward()", nil))
		p.contains("main", "0x33800000")
		p.fill("#op-a", "rubbish")
		p.contains("#op-a-problem", "At character 1: ")
		p.contains(".op-hero", "1")
		if got := p.eval(`document.querySelector("#op-a").value`); got != "rubbish" {
			t.Errorf("the field was rewritten to %q", got)
		}
	})
}

func TestOpOperationsAndFormats(t *testing.T) {
	p := open(t, Hosted, "#/v1/op", Wide)
	p.pick("#op-example", "fp8")
	p.contains(".op-hero", "464", "448", "FP8 E4M3")
	p.fill("#op-a", "465")
	p.contains("main", "nan", "has no infinity; its NaN takes the place", "overflow, inexact")
	p.pick("#op-ov", "sat")
	p.contains("main", "448", "Saturated")
	p.pick("#op-example", "tf32")
	p.contains("main", "1025", "0x22401")
	p.pick("#op-example", "overflow")
	p.contains(".op-table", "0x7f800000", "0x7f7fffff", "≈3.4028234663852886e+38")
	p.pick("#op-example", "twothirds")
	p.contains("main", "0x3f2aaaab", "+0.333333 ulp", "a − b × result = −5.9604644775390625e−8")
	p.pick("#op-id", "sqrt")
	if p.shown("#op-b") {
		t.Error("a root shows two operands")
	}
	p.contains("main", "1.4142135", "0x3fb504f3")
	p.pick("#op-src", "f16")
	p.contains("main", "1.414")
	p.pick("#op-id", "cmp")
	p.contains("main", "compareQuietEqual", "compareSignalingGreaterUnordered", "totalOrder(a, b)")
	p.pick("#op-id", "toint")
	p.pick("#op-it", "s8")
	p.fill("#op-a", "200")
	p.contains("main", "127", "outside the range of the type", "invalid")
	p.click(`button[aria-label="Operand a one ulp up"]`)
	p.contains("main", "127")
}

func TestOpDigitsAndBits(t *testing.T) {
	p := open(t, Hosted, "#/v1/op", Wide)
	p.click(".op-answer .op-toggle")
	p.contains("main", "0.3000000000000000166533453693773481063544750213623046875", "0.3000000000000000444089209850062616169452667236328125")
	p.click(".op-part .op-toggle")
	p.wait(`!!document.querySelector("#op-scope .scope-full svg")`)
	link := p.hash()
	again := open(t, Hosted, link, Wide)
	again.contains("main", "0.3000000000000000166533453693773481063544750213623046875")
	again.wait(`!!document.querySelector("#op-scope .scope-full svg")`)
	again.axe()
	again.fits(320)
}

// The other faces of the view are as accessible as the first, and fit a phone.
func TestOpFaces(t *testing.T) {
	p := open(t, Hosted, "#/v1/op", Phone)
	for _, link := range []string{
		"#/v1/op?o=cmp&f=f128&ta=nan&tb=1", "#/v1/op?o=toint&f=f64&ta=-1.5&it=u64", "#/v1/op?o=fma&f=f128&ta=1/3&tb=1e4000&tc=1e-4000&t=before&nan=arm",
		"#/v1/op?o=cvt&f=f32&g=bf16&a=3f803000&r=sr&rb=16&rn=d123", "#/v1/op?o=div&f=x87&ta=rubbish&tb=0", "#/v1/op?o=add&f=e5m3&ta=1&tb=1e9&ov=sat",
		"#/v1/fma?f=f128&tx=1/3&ty=1e4000&tz=-1e-4000&all=1", "#/v1/fma?m=dec&n=10&dx=123456.789", "#/v1/fma?f=e8m0&tx=-1&ty=nan&tz=0",
	} {
		p.must(p.Eval(fmt.Sprintf("location.hash = %q", link), nil))
		p.wait(fmt.Sprintf("location.hash === %q", link))
		p.settle()
		if p.count(".failed") > 0 {
			t.Errorf("%s: %s", link, p.text(".failed"))
		}
		p.axe()
		p.fits(320)
		p.must(p.Show(Wide))
		p.fits(1280)
	}
}

// On a phone the picture is the narrow one, readable without scrolling.
func TestOpOnAPhone(t *testing.T) {
	p := open(t, Hosted, "#/v1/op?o=mul&f=f64&ta=1e200&tb=1e-300", Phone)
	if p.shown("#op-scope .op-wide svg") || !p.shown("#op-scope .op-narrow svg") {
		t.Error("the wide picture is shown on a phone")
	}
	if got := p.eval(`document.querySelector("#op-scope .op-narrow svg").getBoundingClientRect().width > 320`); got != "true" {
		t.Error("the narrow picture is scaled down")
	}
	p.contains(".op-table", "roundTowardNegative", "ulp")
}

// Arrow keys in a field step by one ulp, and the field then shows the value.
func TestOpKeys(t *testing.T) {
	p := open(t, Hosted, "#/v1/op?o=add&f=f32&ta=1&tb=1", Wide)
	p.focus("#op-a")
	p.press(kb.ArrowUp)
	p.contains("main", "0x3f800001")
	if got := p.eval(`document.querySelector("#op-a").value`); got != "1.0000001" {
		t.Errorf("after a step up the field holds %q", got)
	}
	p.press(kb.ArrowDown, kb.ArrowDown)
	p.contains("main", "0x3f7fffff")
	if got := p.eval(`document.activeElement.id`); got != "op-a" {
		t.Errorf("the focus went to %q", got)
	}
}
