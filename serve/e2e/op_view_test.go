package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// On a phone the picture is the narrow one, readable without scrolling.
func TestOpOnAPhone(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/v1/op?o=mul&f=f64&ta=1e200&tb=1e-300", Phone)
	if p.shown("#op-scope .op-wide svg") || !p.shown("#op-scope .op-narrow svg") {
		t.Error("the wide picture is shown on a phone")
	}
	if got := p.eval(`document.querySelector("#op-scope .op-narrow svg").getBoundingClientRect().width > 320`); got != "true" {
		t.Error("the narrow picture is scaled down")
	}
}

// Arrow keys in a field step by one ulp, and the field then shows the value.
func TestOpKeys(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/v1/op?o=add&f=f32&ta=1&tb=1", Wide)
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
