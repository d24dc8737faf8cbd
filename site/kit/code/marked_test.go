package code

import (
	"regexp"
	"strings"
	"testing"

	"ulplab/fpcore/expr"
	"ulplab/site/kit/golden"
)

// A marked text is the text: nothing is lost, whatever is marked.
func TestMarkedCode(t *testing.T) {
	strip := regexp.MustCompile(`<[^>]*>`)
	text := "a <b> &\n\"é\" π + c"
	for from := -1; from <= len(text)+2; from++ {
		for to := from; to <= len(text)+2; to++ {
			got := MarkedCode(text, CodeMark{From: from, To: to, Class: "x"}, CodeMark{From: 3, To: 9, Class: "y"})
			golden.WellFormed(t, "text", "<p>"+got+"</p>")
			plain := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", "&#34;", `"`, "&#39;", "'").Replace(strip.ReplaceAllString(got, ""))
			if strings.ReplaceAll(strings.TrimSuffix(plain, " "), " \n", "\n") != strings.ReplaceAll(text, " \n", "\n") {
				t.Fatalf("%d to %d: %q", from, to, plain)
			}
		}
	}
	if got := Back("a +", &expr.Error{From: 3, To: 3}, 0, 0); got != "a +<mark class=\"expr-bad\"> </mark>\n" {
		t.Errorf("%q", got)
	}
	if got := Place("a\nbc", 3); got != "Line 2, character 2" {
		t.Error(got)
	}
}
