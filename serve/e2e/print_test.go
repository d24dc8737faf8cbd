package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// The width in pixels of what is printed on a sheet: A4 and Letter, less the margins of style.css.
var sheets = map[string]int{"A4": 680, "Letter": 702}

// brokenNumbers lists the numbers in tables that do not stand in one line or reach out of their cells, and headings with nothing printed below them.
const brokenNumbers = `(function () {
	var out = [], words = document.createTreeWalker(document.getElementById("main"), NodeFilter.SHOW_TEXT), range = document.createRange();
	while (words.nextNode()) {
		var text = words.currentNode;
		if (!text.parentElement.closest("table") || !text.parentElement.checkVisibility()) { continue; }
		for (var m of text.data.matchAll(/[^\s]*[0-9][^\s]*/g)) {
			range.setStart(text, m.index);
			range.setEnd(text, m.index + m[0].length);
			var tops = new Set([].map.call(range.getClientRects(), function (r) { return Math.round(r.top); }));
			var cell = text.parentElement.closest("td, th");
			if (tops.size > 1 || cell && cell.scrollWidth > cell.clientWidth + 1) { out.push(m[0] + " in " + text.parentElement.closest("table").className); }
		}
	}
	document.querySelectorAll("main :is(h2, h3, h4)").forEach(function (h) {
		if (!h.checkVisibility() || !h.getBoundingClientRect().height) { return; }
		var main = document.getElementById("main"), next = h;
		do { // what is printed next
			while (next !== main && !next.nextElementSibling) { next = next.parentElement; }
			next = next === main ? null : next.nextElementSibling;
		} while (next && (!next.getBoundingClientRect().height || next.matches(".quiet")));
		next = next && (/^H[1-4]$/.test(next.tagName) ? next : !next.firstChild.data && next.matches(":not(.figure) > *") && next.firstElementChild);
		if (next === null || next && /^H[1-4]$/.test(next.tagName) && next.tagName <= h.tagName) { out.push(h.textContent + " has nothing below it"); }
	});
	return out.slice(0, 12).join("; ");
})()`

// TestPrint: on paper every view, and a step of every lesson beside one, has its title, the address where it can be opened, nothing to press but what holds a result,
// nothing that would have to be scrolled, and nothing that is folded.
func TestPrint(t *testing.T) {
	t.Parallel()
	p := openURL(t, shared.site.URL(Hosted, "", "#/v1/gallery"), Wide)
	check := func(link, title string) {
		p.follow(link)
		for name, width := range sheets {
			p.must(p.Show(Look{Width: width, Height: 990}))
			p.must(p.Run(emulation.SetEmulatedMedia().WithMedia("print")))
			p.eval(`dispatchEvent(new Event("beforeprint"))`)
			p.settle()
			p.contains("h1", title)
			p.contains("#printed", p.hash())
			if strings.Contains(link, "les=") && !p.shown("#lesson h2") {
				t.Errorf("%s on %s: the lesson is not printed", link, name)
			}
			if left := p.eval(`(function () {
				var out = [];
				document.querySelectorAll("#app *").forEach(function (e) {
					var s = getComputedStyle(e), r = e.getBoundingClientRect();
					if (e.tagName === "DETAILS" && !e.closest("header") && !e.lastElementChild.getBoundingClientRect().height && r.width) { out.push(e.firstElementChild.textContent + " is folded"); }
					if (!r.width || s.display === "inline" || e.closest(".quiet, label, svg *")) { return; }
					if (r.right > document.documentElement.clientWidth + 10) { out.push(e.tagName + "." + e.getAttribute("class") + " to " + Math.round(r.right)); }
					if (s.overflowX !== "visible" && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)) { out.push(e.tagName + "." + e.className + " is cut"); }
					if (e.tagName === "BUTTON" && !e.closest("td, th, li, [data-keys]") && !e.matches(".bit, [aria-pressed=true]")) { out.push("button " + e.textContent); }
				});
				return out.slice(0, 5).join("; ");
			})()`); left != "" {
				t.Errorf("%s on %s: %s", link, name, left)
			}
			if found := p.eval(brokenNumbers); found != "" {
				t.Errorf("%s on %s: %s", link, name, found)
			}
			p.must(p.Run(emulation.SetEmulatedMedia()))
		}
	}
	for _, v := range views() {
		check(fragment(v), v.Title)
	}
	for _, lesson := range lessons(t) {
		check("#/v1/enc?les="+lesson+".1", "Encoding")
	}
	// Before its first step a lesson is a sheet with all its steps, and without the view.
	check("#/v1/enc?les=sums", "Encoding")
	p.must(p.Run(emulation.SetEmulatedMedia().WithMedia("print")))
	if n := p.count("#lesson .on-paper h3"); n != 10 || !p.shown("#lesson .on-paper h3") || p.shown("main") {
		t.Errorf("the sheet of the lesson has %d steps", n)
	}
	p.must(p.Run(emulation.SetEmulatedMedia()))
}

// TestPrintsLight: pictures of pixels, which no style sheet colours, are dark on a dark screen, light on paper, and follow the theme.
func TestPrintsLight(t *testing.T) {
	t.Parallel()
	dark := Wide
	dark.Dark = true
	for link, canvas := range map[string]string{"#/v1/quant": "#quant-stage canvas", "#/v1/sum": "#sum-stage canvas"} {
		p := visit(t, link, dark)
		bright := func(is string) { // of 255, on average
			t.Helper()
			p.wait(`((c, d) => (d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data, d.reduce((s, v, i) => i % 4 < 3 ? s + v : s, 0) / d.length * 4 / 3 ` + is + `))(document.querySelector("` + canvas + `"))`)
		}
		bright("< 110")
		p.must(p.Run(emulation.SetEmulatedMedia().WithMedia("print")))
		bright("> 150")
		p.must(p.Show(dark))
		p.must(p.Run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}})))
		bright("< 110")
		p.eval(`dispatchEvent(new Event("beforeprint"))`)
		bright("> 150")
		p.eval(`dispatchEvent(new Event("afterprint"))`)
		bright("< 110")
		p.must(p.Show(Wide))
		bright("> 150")
		visit(t, "#/v1/enc", Wide)
		visit(t, link, dark) // the colours changed while another view was shown
		bright("< 110")
	}
}
