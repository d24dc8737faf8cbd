// Package golden compares what tests make with files beside them.
package golden

import (
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ulplab/site/kit/svg"
)

var update = flag.Bool("update", false, "write the goldens of testdata anew; look at them before you commit them")

// Compare compares got with testdata/name. The goldens were written by -update and looked at in a browser.
func Compare(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; write it with go test -update in its package", err)
	}
	if got != string(want) {
		t.Errorf("%s differs from the golden; compare them and, if the new one is right, run go test -update there", path)
	}
}

// Markup reports a fault in a fragment of the page: it has one root, holds nothing of a reader's text as markup, and no
// style of its own. A reader's text of the tests has <img.
func Markup(t *testing.T, what, s string) {
	t.Helper()
	WellFormed(t, what, strings.ReplaceAll(s, "<wbr>", "<wbr/>"))
	if strings.Contains(s, "<img") || strings.Contains(s, "style=") {
		t.Errorf("%s: a reader's text or a style attribute in %s", what, s)
	}
}

// Inside reports what a picture draws beyond its right edge, and a picture that is wider than limit; 0 is no limit.
func Inside(t *testing.T, what string, p svg.Picture, limit int) {
	t.Helper()
	if limit > 0 && p.W > limit {
		t.Errorf("%s: %d px wide, more than %d", what, p.W, limit)
	}
	for _, tag := range strings.Split(p.Body, "<") {
		tag, _, _ = strings.Cut(tag, ">")
		names := []string{` x2="`, ` cx="`}
		if strings.HasPrefix(tag, "rect ") || strings.HasPrefix(tag, "text ") {
			names = append(names, ` x="`)
		}
		for _, name := range names {
			_, rest, _ := strings.Cut(tag, name)
			value, _, _ := strings.Cut(rest, `"`)
			for _, x := range strings.Fields(value) {
				if n, err := strconv.Atoi(x); err != nil || n > p.W {
					t.Errorf("%s: a mark at %s of %d px", what, x, p.W)
				}
			}
		}
	}
}

// WellFormed reports a fault of XML in a document or a fragment with one root.
func WellFormed(t *testing.T, what, s string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(s))
	for {
		_, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("%s is not well-formed: %v", what, err)
		}
	}
}
