package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"ulplab/site/lab"
	"ulplab/wasm/lab/catalogue"
)

// TestLists: on a wide screen the views stand in one line of short lists, which open by pointer and by key, one at a
// time, say what each view answers, and name the view that is shown.
func TestLists(t *testing.T) {
	t.Parallel()
	p := open(t, Hosted, "#/v1/enc", Wide)
	if p.shown(".menu summary") {
		t.Error("a wide screen shows the menu in place of the lists")
	}
	if lines := p.eval(`new Set(Array.from(document.querySelectorAll("header .name, .strip > a, .group > summary, header .tools"), function (a) {
		return Math.round(a.getBoundingClientRect().top / 20); })).size`); lines != "1" {
		t.Errorf("the header of a wide screen has %s lines", lines)
	}
	shut := func() {
		t.Helper()
		if n := p.count("header details[open]"); n != 0 {
			t.Errorf("%d lists are open", n)
		}
	}
	shut()
	n := 0
	for _, g := range catalogue.Views().Groups() {
		if len(g.Views) == 1 {
			if got := p.count(fmt.Sprintf(`.strip > a[href^="%s"]`, fragment(g.Views[0]))); got != 1 {
				t.Errorf("%s stands %d times in the header", g.Views[0].Title, got)
			}
			continue
		}
		n++
		list := fmt.Sprintf(".group:nth-of-type(%d)", n)
		p.click(list + " summary")
		if got := p.count("header details[open]"); got != 1 {
			t.Errorf("%d lists are open, want one", got)
		}
		for _, v := range g.Views {
			p.contains(list, v.Title, v.About)
		}
		p.axe()
		p.fits(Wide.Width)
	}
	if n == 0 {
		t.Fatal("no lists")
	}
	p.click("footer p")
	shut()
	first := ".group:nth-of-type(1) "
	var list []lab.Info // of the first list
	for _, g := range catalogue.Views().Groups() {
		if len(g.Views) > 1 {
			list = g.Views
			break
		}
	}
	p.focus(first + "summary")
	p.press(kb.ArrowDown)
	if got := p.eval(`document.activeElement.querySelector("b").textContent`); got != list[0].Title {
		t.Errorf("the arrow leads to %q", got)
	}
	p.press(kb.ArrowUp)
	if got := p.eval(`document.activeElement.querySelector("b").textContent`); got != list[len(list)-1].Title {
		t.Errorf("the arrow up leads to %q", got)
	}
	p.press(kb.Escape)
	shut()
	focused := func() {
		t.Helper()
		if p.eval(`document.activeElement.matches(".group:nth-of-type(1) > summary")`) != "true" {
			t.Errorf("the focus is on %s", p.eval(`document.activeElement.outerHTML.slice(0, 80)`))
		}
	}
	focused()
	p.press(kb.Enter)
	p.press(kb.ArrowDown)
	p.press(kb.ArrowDown)
	to := list[1]
	p.press(kb.Enter)
	p.wait(titled(to))
	shut()
	if got := p.eval(`document.activeElement.id`); got != "main" {
		t.Errorf("the focus is on %q, not on the view", got)
	}
	if got := p.text(first + "summary"); !strings.Contains(got, to.Title) {
		t.Errorf("the list's button says %q", got)
	}
	if got := p.count(`header [aria-current="page"]:is(.strip > a, .strip summary)`); got != 1 {
		t.Errorf("%d places of the header are marked as the one shown", got)
	}
}

// TestMenu: on a narrow screen the views are a menu that opens by finger and by key, has every view in sight, and
// closes by choosing, by a click beside it and by Escape.
func TestMenu(t *testing.T) {
	t.Parallel()
	p := open(t, Hosted, "", Wide)
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
		p.contains(".menu", v.Title)
	}
	for _, l := range []Look{Narrow, Phone} {
		p.must(p.Show(l))
		p.settle()
		out := `[].filter.call(document.querySelectorAll(".menu a"), function (a) { var r = a.getBoundingClientRect(); return r.bottom > innerHeight || r.right > innerWidth || r.width === 0; }).length`
		if got := p.eval(out); got != "0" {
			t.Errorf("%v: %s views of the menu are out of sight", l, got)
		}
	}
	p.axe()
	p.fits(320)
	p.must(p.Show(Phone))
	p.click("footer p") // the menu lies over the view
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
}
