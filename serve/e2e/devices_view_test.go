package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// Machines are picked on the timeline by pointer and by keyboard, which stays where it is; back undoes it.
func TestDevicesTimeline(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/v1/devices", Wide)
	p.click(`#dev-line .op-wide [data-tap="dev.pick:19.0"]`)
	p.contains(".dev-results", "compute capability 9.0")
	if h := p.hash(); h != "#/v1/devices?q=9.0" {
		t.Errorf("the link is %s", h)
	}
	p.focus(".dev-slide-A")
	p.press(kb.ArrowLeft, kb.ArrowLeft)
	p.contains(".dev-results", "compute capability 1.1")
	if got := p.eval(`document.activeElement.getAttribute("aria-valuetext")`); got != "compute capability 1.1" {
		t.Errorf("the row has the focus and says %q", got)
	}
	p.must(p.Eval("history.back()", nil))
	p.contains(".dev-results", "compute capability 1.3")
}

// The title of a source is one focus away.
func TestDevicesSources(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/v1/devices", Wide)
	p.focus(".dev-table .term")
	if !p.shown(".dev-table .term:focus .tip") {
		t.Error("the title of a source is not shown on focus")
	}
}

func TestDevicesOnAPhone(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/v1/devices?p=1.2&q=x87&o=a~2ab&d=1&ta=0.1&tb=0.2", Phone)
	if p.shown("#dev-line .op-wide svg") || !p.shown("#dev-line .op-narrow svg") {
		t.Error("the wide timeline is shown on a phone")
	}
	if high := number(p, "document.documentElement.scrollHeight"); high > 7500 {
		t.Errorf("the page is %v px long: what is looked up does not fold", high)
	}
	p.click(".fold > summary")
	if !p.shown(".dev-machines") {
		t.Error("a part does not open under its heading")
	}
	p.click(`#dev-line .op-narrow [data-tap="dev.pick:012.0"]`)
	p.contains(".dev-results", "compute capability 12.0")
}
