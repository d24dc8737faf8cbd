package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"ulplab/site/lab/link"
)

// projected are states that a teacher projects, with the inputs and the picture that stand on the screen together. A view that is not
// named has the fields of operands above its first figure.
var projected = [...]struct{ link, inputs, picture string }{
	{"#/v1/enc", ".enc-controls", ".enc-lines svg"},
	{"#/v1/op", ".op-inputs", "#op-scope svg"},
	{"#/v1/fma", ".op-inputs", "#fma-steps .fma-ways"},
	{"#/v1/dot", ".dot-inputs", ".dot-three svg"},
	{"#/v1/flags", ".op-inputs", "#flags-line svg"},
	{"#/v1/x87", ".op-inputs", "#x87-stack svg"},
	{"#/v1/mma", ".op-inputs", "#mma-unit1 svg"},
	{"#/v1/quant", ".quant-inputs", "#quant-histogram-a svg"},
	{"#/v1/devices", ".op-inputs", "#dev-values svg"},
	{"#/v1/functions", ".op-inputs", "#fn-bits svg"},
	{"#/v1/iter", ".expr-top", "#iter-plot svg"},
	{"#/v1/sum", ".sum-controls", "#sum-stage"},
	{"#/v1/sum?n=8", ".sum-controls", "#sum-tree-part svg"},
	{"#/v1/expr", ".expr-fields", "svg.picture"},
	{"#/v1/ptx", ".ptx-params", "table"},
	{"#/v1/explain", ".explain-results", "svg.picture"},
	{"#/v1/gallery", "#gallery-title", "table"},
	{"#/v1/paper", ".paper-bar", ".paper-claim"},
	{"#/v1/start", ".start-line", ".start-line svg"},
}

// shortened lists the choices and the names of fields that do not show all of their words.
const shortened = `(function () {
	var out = [];
	document.querySelectorAll("` + shownView + ` :is(select, .label)").forEach(function (e) {
		if (!e.checkVisibility() || e.getBoundingClientRect().width < 2 || getComputedStyle(e).visibility !== "visible") { return; }
		var room = e.clientWidth, needs = e.scrollWidth, words = e.textContent;
		if (e.tagName === "SELECT") {
			var copy = e.parentElement.insertBefore(e.cloneNode(true), e);
			copy.value = e.value;
			copy.style.cssText = "position: absolute; visibility: hidden; width: max-content; min-width: 0; max-width: none; field-sizing: content; font: " + getComputedStyle(e).font;
			needs = copy.clientWidth;
			copy.remove();
			words = e.selectedOptions[0].textContent;
		}
		if (needs > room + 1) { out.push(words + " needs " + needs + " px and has " + room); }
	});
	return out.join("; ");
})()`

// TestPresentingFits: projected, the inputs and the picture of every view are on the screen together, with all words of names and choices,
// no panel is scrolled and no letter is below 12 pixels, also in pictures.
func TestPresentingFits(t *testing.T) {
	t.Parallel()
	looks := []Look{{Width: 1280, Height: 720}, {Width: 1920, Height: 1080, Dark: true}}
	all := projected[:]
	for _, v := range views() {
		if !slices.ContainsFunc(all, func(s struct{ link, inputs, picture string }) bool { return s.link == fragment(v) }) {
			all = append(all, struct{ link, inputs, picture string }{fragment(v), ".op-inputs", "figure svg.picture"})
		}
	}
	for _, s := range all {
		t.Run(s.link, func(t *testing.T) {
			t.Parallel()
			sign := "?"
			if strings.Contains(s.link, "?") {
				sign = "&"
			}
			p := visit(t, s.link+sign+"present=1", looks[0])
			for _, look := range looks {
				p.must(p.Show(look))
				last := p.count(".present-bar .panel") - 1
				if look != looks[0] { // everything is larger in proportion
					last = min(last, 0)
				}
				for n := last; n >= min(last, 0); n-- { // the first one last
					if n >= 0 {
						p.eval(fmt.Sprintf(`document.querySelectorAll(".present-bar .panel")[%d].click()`, n))
						p.settle()
					}
					p.wait(`document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth`)
					p.wait(`/* main does not scroll: a picture is as wide as the screen, and one that is too high then stands in a panel (markup.PanelOf) */ (main => main.scrollHeight <= main.clientHeight + 1 && main.scrollWidth <= main.clientWidth + 1)(document.querySelector("main"))`)
					for _, fault := range []string{undersized, colliding, shortened} {
						if found := p.eval(fault); found != "" {
							t.Errorf("panel %d at %v: %s", n+1, look, found)
						}
					}
				}
				for _, selector := range []string{s.inputs, s.picture} {
					if p.count(`section:not([hidden]) `+selector) == 0 {
						t.Fatalf("there is no %s: the inputs and the picture of this view are a line of projected (present_test.go)", selector)
					}
					p.wait(`((r, bar) => r.height > 20 && r.top >= 0 && r.bottom <= bar.top + 1 && r.right <= innerWidth + 1)(
						[...document.querySelectorAll('section:not([hidden]) ` + selector + `')].map(e => e.getBoundingClientRect()).find(r => r.height > 0),
						document.querySelector(".present-bar").getBoundingClientRect())`)
				}
			}
			// The colours are those of every page; headings between those that are shown are not there, as on a slide.
			p.axeOf("document", `rules: { "color-contrast": { enabled: false }, "heading-order": { enabled: false } }`)
			p.press(kb.Escape) // a page that presents goes on to
		})
	}
}

// TestPresentingKeys: what is projected is reached and led by the keyboard alone: each control of each view that presents, and the keys
// that begin, hide, show the panels, go through a playlist, and end it.
func TestPresentingKeys(t *testing.T) {
	t.Parallel()
	beamer := Look{Width: 1280, Height: 720}
	for _, v := range views() {
		p := visit(t, fragment(v)+"?present=1", beamer)
		t.Logf("%s: %d controls", v.ID, p.walk("body"))
		p.eval(`document.activeElement.blur()`)
		p.press(kb.Escape) // what is visited next would be presented too
	}
	p := visit(t, "#/v1/expr?list="+link.Escape("#/v1/expr A program\n#/v1/op A sum"), beamer)
	for _, step := range []struct{ key, becomes string }{
		{"p", `document.querySelector(".present-bar b").textContent === "A program"`},
		{kb.ArrowDown, `document.querySelector(".lab").matches(".panel-2") && location.hash.includes("panel=2")`},
		{kb.ArrowUp, `document.querySelector(".lab").matches(".panel-1")`},
		{"1", `getComputedStyle(document.querySelector(".expr-verdict")).visibility === "hidden"`},
		{"1", `getComputedStyle(document.querySelector(".expr-verdict")).visibility === "visible"`},
		{kb.ArrowRight, `location.hash.startsWith("#/v1/op?") && document.querySelector(".present-bar .num").textContent === "2 / 2"`},
		{"4", `getComputedStyle(document.querySelector(".op-whys")).visibility === "hidden"`},
		{kb.PageUp, `location.hash.startsWith("#/v1/expr?")`},
		{kb.PageDown, `location.hash.startsWith("#/v1/op?") && !location.hash.includes("hide")`},
		{kb.Escape, `!document.querySelector(".lab").matches(".presenting")`},
	} {
		p.press(step.key)
		p.wait(step.becomes)
	}
}

// TestPresentingHides: a hidden part keeps its place, its page is as accessible, and Escape leads back.
func TestPresentingHides(t *testing.T) {
	t.Parallel()
	p := open(t, Hosted, "#/v1/op?present=1", Look{Width: 1280, Height: 720})
	place := func() string {
		var at string
		p.must(p.Eval(`JSON.stringify(document.querySelector("#op-scope svg").getBoundingClientRect())`, &at))
		return at
	}
	before := place()
	p.press("1")
	p.wait(`getComputedStyle(document.querySelector(".op-big")).visibility === "hidden"`)
	if after := place(); after != before {
		t.Errorf("the picture went from %s to %s", before, after)
	}
	p.axe()
	p.press("1")
	p.wait(`getComputedStyle(document.querySelector(".op-big")).visibility === "visible"`)
	p.press(kb.Escape)
	p.wait(`location.hash === "#/v1/op"`)
}

func TestUndo(t *testing.T) {
	t.Parallel()
	p := open(t, Hosted, "#/v1/enc", Wide)
	p.click(`[data-bits="enc.bits"] [data-bit="31"]`)
	p.wait(`location.hash.includes("bdcccccd")`)
	p.click(`[data-act="undo"]`)
	p.wait(`!location.hash.includes("bdcccccd") && document.querySelector('[data-act="undo"]').disabled`)
	p.must(p.Eval("history.forward()", nil))
	p.wait(`location.hash.includes("bdcccccd") && document.querySelector('[data-act="redo"]').disabled`)
	p.must(p.Eval("window.before = true; location.reload()", nil)) // the entries keep their numbers
	p.wait(`!window.before && window.__ready && !document.querySelector('[data-act="undo"]').disabled`)
	p.click(`[data-act="undo"]`)
	p.wait(`!location.hash.includes("bdcccccd")`)
}

// TestFrameLeavesHistory: what is done in an embedded lab makes no entry in the history of the page around.
func TestFrameLeavesHistory(t *testing.T) {
	t.Parallel()
	p := newPage(t, Wide)
	p.must(p.Load(hostPage(t, nil, lesson)))
	p.wait(`seen.some(s => s.name === "ready")`)
	before := p.eval("history.length")
	p.must(p.Eval(`document.getElementById("lab").setState("#/v1/op")`, nil))
	p.wait(`seen.some(s => s.name === "state" && JSON.stringify(s.detail).includes("v1/op"))`)
	if after := p.eval("history.length"); after != before {
		t.Errorf("the history of the page has %s entries, and had %s", after, before)
	}
}
