package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestMenu: on a narrow screen the views are a menu that opens by finger and by key, says what each view answers, and
// closes by choosing, by a click beside it and by Escape. On a wide screen they are one line.
func TestMenu(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "", Wide)
		if p.shown(".menu summary") || !p.shown(".strip a") {
			t.Error("a wide screen shows the menu in place of the strip")
		}
		if lines := p.eval(`new Set(Array.from(document.querySelectorAll("header .name, .strip a, header .tools"), function (a) {
			return Math.round(a.getBoundingClientRect().top / 20); })).size`); lines != "1" {
			t.Errorf("the header of a wide screen has %s lines", lines)
		}
		p.must(p.Show(Phone))
		if !p.shown(".menu summary") || p.shown(".strip") {
			t.Fatal("a narrow screen shows no menu")
		}
		isOpen := func(want bool) {
			t.Helper()
			if got := p.eval(`document.querySelector(".menu").open`) == "true"; got != want {
				t.Errorf("the menu is open: %v", got)
			}
		}
		isOpen(false)
		p.click(".menu summary")
		isOpen(true)
		for _, v := range views() {
			p.contains(".menu", v.Title, v.About)
		}
		p.axe()
		p.fits(320)
		p.must(p.Show(Phone))
		p.click("main h2")
		isOpen(false)
		p.focus(".menu summary")
		p.press(kb.Enter)
		isOpen(true)
		p.press(kb.Tab)
		p.press(kb.Escape)
		isOpen(false)
		if p.eval(`document.activeElement.tagName`) != "SUMMARY" {
			t.Error("Escape loses the focus")
		}
		to := views()[1]
		p.press(kb.Enter)
		p.click(fmt.Sprintf(`.menu a[href^="%s"]`, fragment(to)))
		p.wait(titled(to))
		isOpen(false)
		if got := p.text(".menu summary"); got != to.Title {
			t.Errorf("the menu's button says %q", got)
		}
	})
}
