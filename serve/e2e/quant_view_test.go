package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// Two recipes, the block looked at by keyboard and by a press, numbers typed and numbers that are none.
func TestQuantize(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/quant", Wide)
		p.contains("#quant-verdict", "MXFP4", "NVFP4", "with 4.25 bits an element")
		p.contains(".quant-formats", "MXINT8", "E5M2, a scale for each row")
		p.focus("#quant-at")
		p.press(kb.ArrowRight)
		p.contains(".quant-scale", "elements 32 to 63")
		p.click(`[data-tap="quant:40"]`)
		p.wait(`document.activeElement.getAttribute("data-tap") === "quant:40"`) // the table is drawn anew
		p.pick("#quant-b-scheme", "mxint8")
		p.contains("#quant-verdict", "MXINT8")
		p.click(`[data-tap="quant:bmxfp4"]`)
		p.pick("#quant-b-rule", "max")
		p.contains(".quant-facts", "B: MXFP4, largest to largest")
		if h := p.hash(); h != "#/v1/quant?b=mxfp4.max&i=40" {
			t.Errorf("the link is %s", h)
		}
		p.pick("#quant-kind", "own")
		p.fill("#quant-own", "one")
		p.contains("#quant-own-problem", "no number in the text")
		p.fill("#quant-own", "6, 1, -0.1")
		p.contains("#quant-verdict", "Signal to noise")
		p.contains(".quant-about", "3 numbers")
	})
}

// The picture of every product: codes are reached by keyboard and pointer, what is looked at is said and in the link.
func TestQuantizePairs(t *testing.T) {
	p := open(t, Hosted, "#/v1/quant?pf=e2m1", Wide)
	p.contains(".quant-pairs", "Of 256 products of two FP4 E2M1 codes 67.2 % are exact", "x 0x4 = 2, y 0x4 = 2: x × y is exactly 4")
	p.wait(`document.querySelector("#quant-stage canvas").width > 100`)
	p.focus("#quant-stage")
	p.press(kb.ArrowRight, kb.ArrowUp)
	p.contains(".quant-pair-said", "x 0x5 = 3, y 0x5 = 3: x × y is exactly 9, delivers 0x7 = 6: overflow")
	p.press("+")
	if h := p.hash(); h != "#/v1/quant?pf=e2m1&pw=13.13.8.8.8" {
		t.Errorf("the link is %s", h)
	}
	p.click("#quant-stage canvas") // its middle
	p.contains(".quant-pair-said", "x 0x4 = 2, y 0x3 = 1.5: x × y is exactly 3, a code: 0x5 = 3")
}
