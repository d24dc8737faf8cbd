//go:build !js && !opening

package catalogue

import (
	"strings"
	"testing"
)

// TestShare: what the dialog offers of a state: its link, text, code for other pages and its pictures, which carry the link.
func TestShare(t *testing.T) {
	p := read(t, "#/v1/enc?b=3dcccccd&f=f32")
	p.lacks("#share-code")
	p.click(`[data-act="offer"]`)
	const link = "https://example.org/#/v1/enc?b=3dcccccd&f=f32"
	form := func(name string) {
		t.Helper()
		for i, n := range p.all("#share .chip") {
			if n.shown() == name {
				p.click("#share .chip:nth-child(" + string(rune('1'+i)) + ")")
				return
			}
		}
		t.Errorf("no %s", name)
	}
	p.has("#share-code", "value", link)
	p.contains("#share", "https://example.org/s?v1/enc?b=3dcccccd&f=f32")
	form("iframe")
	p.fill("#share-height", "12")
	p.contains("#share-height-problem", "40")
	p.fill("#share-height", "333")
	p.pick("#share-theme", "dark")
	p.pick("#share-figure", "enc-zoom")
	p.has("#share-code", "value", `<iframe src="https://example.org/embed.html?theme=dark#/v1/enc?b=3dcccccd&amp;f=f32&amp;fig=enc-zoom" title="Neighbouring values" width="100%" height="333"
  style="border:0" sandbox="allow-same-origin allow-scripts allow-popups allow-downloads" allow="clipboard-write"
  referrerpolicy="no-referrer" loading="lazy"></iframe>`)
	p.counts("#share iframe", 1)
	form("<ulp-lab> element")
	p.has("#share-code", "value", `<script src="https://example.org/embed.js" async></script>
<ulp-lab src="#/v1/enc?b=3dcccccd&amp;f=f32&amp;fig=enc-zoom" title="Neighbouring values" height="333" theme="dark">
  <a href="https://example.org/#/v1/enc?b=3dcccccd&amp;f=f32&amp;fig=enc-zoom">Neighbouring values</a>
</ulp-lab>`)
	form("Markdown")
	p.has("#share-code", "value", "[![≈0.10000000149011612 and its neighbours in binary32](ulplab-enc-zoom.svg)]("+link+"&fig=enc-zoom)")
	p.lacks("#share iframe")
	form("Picture")
	p.click(`[data-act="share-svg"]`)
	p.file("ulplab-enc-zoom.svg", "<title>≈0.10000000149011612 and its neighbours in binary32</title>", `<a href="`+strings.ReplaceAll(link, "&", "&amp;")+`&amp;fig=enc-zoom">`, "https://example.org/#/v1/")
	p.click(`#share button[data-copy]`)
	if len(p.copied) != 1 || !strings.Contains(p.copied[0], `alt="≈0.10000000149011612 and its neighbours in binary32"`) {
		t.Errorf("copied %q", p.copied)
	}
	p.linked("#/v1/enc?b=3dcccccd&f=f32")
}
