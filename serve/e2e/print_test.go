package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// The width in pixels of what is printed on a sheet: A4 and Letter, less the margins of style.css.
var sheets = map[string]int{"A4": 680, "Letter": 702}

// TestPrint: on paper every view has its title, the address where it can be opened, nothing to press but what holds a result, and
// nothing that would have to be scrolled.
func TestPrint(t *testing.T) {
	for name, width := range sheets {
		t.Run(name, func(t *testing.T) {
			p := openURL(t, shared.site.URL(Hosted, "", "#/v1/gallery"), Look{Width: width, Height: 990})
			for _, v := range views() {
				p.follow(fragment(v))
				p.must(p.Run(emulation.SetEmulatedMedia().WithMedia("print")))
				p.eval(`dispatchEvent(new Event("beforeprint"))`)
				p.settle()
				p.contains("h1", v.Title)
				p.contains("#printed", p.hash())
				if left := p.eval(`(function () {
					var out = [];
					document.querySelectorAll("#app *").forEach(function (e) {
						var s = getComputedStyle(e), r = e.getBoundingClientRect();
						if (!r.width || s.display === "inline" || e.closest(".quiet, label, svg *")) { return; }
						if (r.right > document.documentElement.clientWidth + 10) { out.push(e.tagName + "." + e.getAttribute("class") + " to " + Math.round(r.right)); }
						if (s.overflowX !== "visible" && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)) { out.push(e.tagName + "." + e.className + " is cut"); }
						if (e.tagName === "BUTTON" && !e.closest("td, th, li, [data-keys]") && !e.matches(".bit, [aria-pressed=true]")) { out.push("button " + e.textContent); }
					});
					return out.slice(0, 5).join("; ");
				})()`); left != "" {
					t.Errorf("%s on %s: %s", v.ID, name, left)
				}
				p.must(p.Run(emulation.SetEmulatedMedia()))
			}
		})
	}
}
