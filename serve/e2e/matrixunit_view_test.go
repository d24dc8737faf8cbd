package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A matrix unit: an example, a field with a good and a bad text, and what pointer and keyboard say of places.
func TestMatrixUnit(t *testing.T) {
	p := open(t, Hosted, "#/v1/mma", Wide)
	p.contains(".mma-results", "9.0 Hopper", "0x3f800004", "8.0 Ampere", "0x3f800000", "−4.00000")
	p.pick("#mma-example", "truncate")
	p.contains("main", "0.750000 ulp off")
	p.fill("#mma-a", "1 abc")
	p.contains("#mma-a-problem", "Number 2, “abc”: ")
	p.fill("#mma-a", "1 2^-12 x3")
	p.contains("#mma-a-problem", "")
	p.pick("#mma-ta", "bf16")
	p.contains("main", "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", "bfloat16")
	p.click(`[data-bits="mma.B"] [data-bit="74"]`)
	p.contains(".mma-lives", "B, k = 9, column 2: lane 8, its element 3")
	p.focus(".mma-lives")
	p.press("c", kb.ArrowDown, kb.ArrowRight)
	p.contains(".mma-lives", "C and D, row 1, column 1: lane 4, its element 1")
	link := p.hash()
	again := open(t, Hosted, link, Phone)
	if got, want := again.text(".mma-results"), p.text(".mma-results"); got != want {
		t.Errorf("%s shows\n%s\ninstead of\n%s", link, got, want)
	}
	again.contains(".mma-lives", "row 1, column 1")
	again.fits(390)
	p.axe()
}
