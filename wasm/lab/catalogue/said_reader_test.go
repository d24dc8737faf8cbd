//go:build !js && !opening

package catalogue

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// saidFiles have links with the sentence that is read out of each, a line each with a tab between them, those of a view in its folder.
const saidFiles = "../../../site/views/*/testdata/said.txt"

// TestSaidOfViews: every view says its answer in words, another one in each of at least three states, the same each time; and nothing in
// any page is read out but by the one place for it.
func TestSaidOfViews(t *testing.T) {
	paths, err := filepath.Glob(saidFiles)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	h := newSettled(t)
	said := map[lab.ID]map[string]bool{}
	for line := range strings.Lines(all.String()) {
		link, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		h.open(link)
		view, got := h.views.Decode(link, "").View, lab.Answer()
		if got != want {
			t.Errorf("%s\t%s", link, got)
		}
		if said[view] == nil {
			said[view] = map[string]bool{}
		}
		if got != "" {
			said[view][got] = true
		}
		if strings.ContainsAny(got, "<>\n") && !strings.Contains(got, " < ") && !strings.Contains(got, " > ") || strings.HasSuffix(got, "..") || len(got) > 400 || strings.HasSuffix(got, "…") {
			t.Errorf("%s: %q is no sentence", link, got)
		}
		places := 0
		each(fromHTML(markup.HTML(h.hooks.Whole())), func(p *piece) {
			if p.attr["role"] == "status" || p.attr["aria-live"] != "" {
				if places++; p.attr["class"] != "quiet" {
					t.Errorf("%s: <%s class=%q> is read out by itself", link, p.tag, p.attr["class"])
				}
			}
		})
		if places != 1 {
			t.Errorf("%s: %d places are read out", link, places)
		}
	}
	for _, v := range h.views.Infos() {
		if len(said[v.ID]) < 3 {
			t.Errorf("%d different sentences are read out of %s, three at least are wanted: lines of testdata/said.txt in its folder, a link and after a tab the sentence, which this test prints once the link is there", len(said[v.ID]), v.ID)
		}
	}
}

// TestSaidOnce: one change, one sentence: after typing, by a link, of what is found, of a step, of an error, of a lesson's answer.
func TestSaidOnce(t *testing.T) {
	heard := func(p *reader) string { return p.text("[role=status]") }
	p := read(t, "#/v1/op")
	if got := heard(p); got != "" {
		t.Errorf("on loading %q is said", got)
	}
	for _, c := range []struct {
		do   func()
		want string
	}{
		{func() { p.fill("#op-a", "0.5") }, "0.5 + 0.2 is ≈0.69999999999999996, error −0.500000 ulp."},
		{func() { p.fill("#op-a", "zero") }, "Operand a: "},
		{func() { p.fill("#op-a", "0.1") }, "0.1 + 0.2 is ≈0.30000000000000004, error "},
		{func() { p.click(".op-walk button") }, "Step 1 of "},
		{func() { p.point(".op-scope [data-bit]") }, "Step 1 of "}, // a pointer that moves says nothing
		{func() { p.follow("#/v1/fma") }, "The fused result is exact"},
		{func() { p.follow("#/v1/start"); p.fill("#start-find", "ulp") }, "10 found, the first: ulp, Term."},
		{func() { p.follow("#/v1/enc?les=rounding.1") }, "Step 1: "},
	} {
		c.do()
		if got := heard(p); !strings.HasPrefix(got, c.want) {
			t.Errorf("%q is said, want %q", got, c.want)
		}
	}
}
