//go:build !js && !opening

package catalogue

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"ulplab/site/lab"
)

// TestLinksReopen: what a view shows after a change is shown again by the link alone.
func TestLinksReopen(t *testing.T) {
	for _, v := range Views().Infos() {
		p := read(t, "#/v1/"+string(v.ID))
		if bits := `section:not([hidden]) [data-bits] [data-bit="0"]`; p.number(bits) > 0 {
			p.click(bits)
		}
		p.reopened(t, "main")
	}
}

// TestBadLinks: a damaged link gives a page that works and says what it could not read.
func TestBadLinks(t *testing.T) {
	for _, f := range []string{
		"#/v1/nosuchview", "#/v9/enc?b=1", "#/v1/", "#/nosuchformat/1", "#/f32/garbage", "#/f32/0x",
		"#/v1/enc?f=f32&b=zz", "#/v1/enc?f=e99m99", "#/v1/enc?zzz=1", "#%%%", "#/%ff%fe", "#/v1/enc?b=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
		"#/f32/<script>alert(1)</script>", "#/v1/enc?f=" + strings.Repeat("f", 5000), "#/" + strings.Repeat("/", 3000), "#" + strings.Repeat("a", 70000),
	} {
		p := read(t, f)
		p.counts("#app h1", 1)
		p.counts("script", 0)
		if said := p.text("#app"); !strings.Contains(strings.ToLower(strings.TrimPrefix(said, p.text("header"))), "link") {
			t.Errorf("%s: no word about the link in %s", clip(f), clip(said))
		}
	}
}

// TestPicturesAreSaved: every picture of every view is a well-formed SVG document that needs no style sheet.
func TestPicturesAreSaved(t *testing.T) {
	saved := map[lab.ID]int{}
	links := []string{"#/v1/dot?x=40000001.3f800001.41000001", "#/v1/sum?n=8", "#/v1/functions?p=measured&k=tanf"}
	for _, v := range Views().Infos() {
		links = append(links, "#/v1/"+string(v.ID))
	}
	for _, link := range links {
		p := read(t, link)
		for _, button := range p.all(`section:not([hidden]) [data-act="svg"]`) {
			p.do(func() { p.hooks.Clicked(at{button, new(bool)}) })
			wellFormed(t, link, p.file("ulplab-"+button.closest("data-figure")+".svg"))
			saved[p.views.Decode(link, "").View]++
		}
	}
	for _, id := range []lab.ID{"enc", "op", "fma", "dot", "devices", "flags", "x87", "functions", "sum"} {
		if saved[id] == 0 {
			t.Errorf("%s has no picture to save", id)
		}
	}
}

// wellFormed checks a saved drawing: XML with an svg root, no reference to the page's style sheet.
func wellFormed(t *testing.T, link, text string) {
	t.Helper()
	if strings.Contains(text, "var(") || strings.Contains(text, "href=") {
		t.Errorf("%s: the drawing refers to the page: %s", link, clip(text))
	}
	root := ""
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v in %s", link, err, clip(text))
		}
		if start, ok := token.(xml.StartElement); ok && root == "" {
			root = start.Name.Local
		}
	}
	if root != "svg" {
		t.Errorf("%s: the root is %q: %s", link, root, clip(text))
	}
}
