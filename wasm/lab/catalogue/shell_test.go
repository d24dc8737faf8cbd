//go:build !opening

package catalogue

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"ulplab/site/lab"
	"ulplab/site/views/start"
)

// TestStartIsPaintedFirst: the page before the program has the picture, its bits and every door as a link, and nothing in it waits
// for a script.
func TestStartIsPaintedFirst(t *testing.T) {
	html := lab.Shell(Views(), "")
	for _, want := range append([]string{"0.100000001490116119384765625", "0.2 ulp above", "0x3dcccccd", `id="start-find"`, "What is an ulp?"}, doorLinks()...) {
		if !strings.Contains(html, want) {
			t.Errorf("the first paint lacks %s", want)
		}
	}
	if strings.Contains(html, "style=") || strings.Contains(html, "<script") {
		t.Error("the policy of the page forbids styles and scripts inside it")
	}
}

func doorLinks() (list []string) {
	for _, d := range start.Doors {
		list = append(list, `href="`+strings.ReplaceAll(d.Link, "&", "&amp;")+`"`)
	}
	return list
}

func TestFirstPaintShowsTheFirstExample(t *testing.T) {
	html := lab.Shell(Views(), "#/v1/enc")
	for _, want := range []string{"0x3dcccccd", "ULP Lab", "Encoding", "normal", "1.490116119384765625e−9", "2<sup>"} {
		if !strings.Contains(html, want) {
			t.Errorf("the first paint does not show %s", want)
		}
	}
	view := html[strings.Index(html, `data-view="enc"`):]
	if n := strings.Count(view, `class="bit`) - strings.Count(view, `class="bits `) - strings.Count(view, `class="bitfield`); n != 32 {
		t.Errorf("it shows %d bits", n)
	}
	if strings.Contains(html, "style=") || strings.Contains(html, "<script") {
		t.Error("the policy of the page forbids styles and scripts inside it")
	}
	// It is XML but for the tags without an end and attributes without a value.
	x := strings.NewReplacer("<wbr>", "", " disabled", "", " readonly", "").Replace(html)
	d := xml.NewDecoder(strings.NewReader(x))
	d.Strict, d.AutoClose = false, []string{"input"}
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("the markup is not well-formed: %v", err)
		}
	}
}
