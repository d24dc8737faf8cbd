//go:build !opening

package catalogue

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"ulplab/site/lab"
)

func TestFirstPaintShowsTheFirstExample(t *testing.T) {
	html := lab.Shell(Views())
	for _, want := range []string{"0x3dcccccd", "ULP Lab", "Encoding", "normal", "1.490116119384765625e−9", "2<sup>"} {
		if !strings.Contains(html, want) {
			t.Errorf("the first paint does not show %s", want)
		}
	}
	if n := strings.Count(html, `class="bit`) - strings.Count(html, `class="bits `) - strings.Count(html, `class="bitfield`); n != 32 {
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
