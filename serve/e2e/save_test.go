package e2e

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
)

// catchFiles keeps what the page offers for download and copies, instead of letting the browser store it.
const catchFiles = `(function () { window.caught = []; window.copied = [];
	URL.createObjectURL = function (b) { window.caught.push(b); return "blob:caught"; };
	HTMLAnchorElement.prototype.click = function () { window.caughtName = this.download; };
	Object.defineProperty(navigator, "clipboard", { value: { writeText: function (s) { window.copied.push(s); return Promise.resolve(); } } });
	return true; })()`

// Pictures are saved as well-formed SVG documents that need no style sheet, and as PNG pictures; the link is copied. That
// every picture is well-formed needs no browser (TestPicturesAreSaved of the catalogue).
func TestPicturesAreSaved(t *testing.T) {
	t.Parallel()
	everyEdition(t, func(t *testing.T, e Edition) {
		for _, view := range map[Edition][]string{Hosted: {"enc", "dot"}, Single: {"op"}}[e] {
			t.Run(view, func(t *testing.T) {
				p := open(t, e, "#/v1/"+view, Wide)
				if p.eval(catchFiles) != "true" {
					t.Fatal("downloads cannot be watched")
				}
				button := func(act string) string { return `section:not([hidden]) [data-act="` + act + `"]` }
				n := p.count(button("svg"))
				if n == 0 {
					t.Fatal("the view has no picture to save")
				}
				for i := range n {
					at := strconv.Itoa(i)
					p.eval(`document.querySelectorAll('` + button("svg") + `')[` + at + `].click() || caught.length`)
				}
				for i := range n {
					at := strconv.Itoa(i)
					p.wait(`caught.length >= ` + strconv.Itoa(n))
					p.eval(`(caught[` + at + `].text().then(function (s) { window.svg = s; }), 0)`)
					p.wait(`window.svg !== undefined`)
					text := p.eval(`window.svg`)
					p.eval(`delete window.svg`)
					wellFormed(t, text)
				}
				p.eval(`(window.caught = [], document.querySelector('` + button("png") + `').click())`)
				p.wait(`caught.length === 1`)
				if kind := p.eval(`caught[0].type + " " + (caught[0].size > 1000)`); kind != "image/png true" {
					t.Errorf("the PNG file is %s", kind)
				}
				p.wait(`(caught[0].text().then(function (s) { window.inside = s; }), (window.inside || "").includes("iTXtDescription"))`)
				p.must(p.Eval(`createImageBitmap(caught[0]).then(function (b) { return b.width; })`, nil)) // it is whole
				if name := p.eval(`caughtName`); !strings.HasSuffix(name, ".png") {
					t.Errorf("the PNG file is named %q", name)
				}
				p.eval(`document.querySelector('` + button("link") + `').click()`)
				p.wait(`copied.length === 1`)
				if link := p.eval(`copied[0]`); !strings.Contains(link, "#/v1/") {
					t.Errorf("the copied link is %q", link)
				}
			})
		}
	})
}

// wellFormed checks a saved drawing: XML with an svg root, no reference to the page's style sheet.
func wellFormed(t *testing.T, text string) {
	t.Helper()
	if strings.Contains(text, "var(") || strings.Contains(text, "href=") {
		t.Errorf("the drawing refers to the page: %s", clipTo(text, 300))
	}
	root := ""
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in %s", err, clipTo(text, 300))
		}
		if start, ok := token.(xml.StartElement); ok && root == "" {
			root = start.Name.Local
		}
	}
	if root != "svg" {
		t.Errorf("the root is %q: %s", root, clipTo(text, 300))
	}
}
