package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// The picture of every product: codes are reached by keyboard and pointer, what is looked at is said and in the link.
func TestQuantizePairs(t *testing.T) {
	t.Parallel()
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
