package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A thread is walked by keyboard and by pressing its statements; a result leads to the thread that wrote it, and the link
// follows.
func TestPTXSteps(t *testing.T) {
	t.Parallel()
	p := open(t, Hosted, "#/v1/ptx", Wide)
	p.contains(".ptx-walk", "Step 14 of 16")
	if at := p.eval(`document.querySelector("#ptx-step").value`); at != "14" {
		t.Errorf("the slider stands at %s", at)
	}
	p.focus("#ptx-step")
	p.press(kb.ArrowLeft, kb.ArrowLeft)
	p.contains(".ptx-walk", "Step 12 of 16", "Memory: b[0].")
	if h := p.hash(); h != "#/v1/ptx?i=12" {
		t.Errorf("the link is %s", h)
	}
	p.press(kb.Home)
	p.contains(".ptx-walk", "Step 1 of 16")
	p.click(".ptx-lines li:nth-child(3) button")
	p.contains(".ptx-walk", "Step 3 of 16")
	p.click(".ptx-results tbody tr:nth-child(4) button")
	if h := p.hash(); h != "#/v1/ptx?w=0.3" {
		t.Errorf("the link is %s", h)
	}
	p.contains("main", "In block 0, thread 3")
}
