package quantize

import (
	"strings"
	"testing"

	"ulplab/site/lab"
	"ulplab/site/lab/labtest"
)

// TestLinks: every example, with everything that can be set, comes back from its link.
func TestLinks(t *testing.T) {
	labtest.Worded(t, Examples, ExampleWords)
	for _, e := range Examples {
		for _, s := range labtest.Turns(bench, bench.With(e.State), []lab.Action[State]{
			Set{What: Kind, Text: "laplace"}, Set{What: TypeN, Text: "2^14"}, Set{What: TypeSeed, Text: "77"}, Set{What: TypeWidth, Text: "128"}, Set{What: Settle},
			Set{What: Outliers, I: 1000}, Set{What: Scheme, Side: 1, Text: "mxint8"}, Set{What: RuleOf, Text: "ceil"}, Set{What: RuleOf, Side: 1, Text: "nearest"},
			Set{What: Rounding, I: 1}, Set{What: Beyond, Side: 1, I: 1}, Set{What: Swap}, Set{What: Axis, I: 1}, Set{What: Look, I: 40},
			Set{What: TypeOwn, Text: "1, ½ <b>\n&; 2"}, OpenFile{Name: "a b.csv", Digest: "0123456789abcdef"}, Set{What: Raw, Text: "bf16"}, Set{What: Raw, Text: "f32"},
		}) {
			s.Part.Draft = First().Draft
			bench.Returns(t, s)
		}
	}
}

// TestLinkProblems: what a link says that means nothing is named, and the rest is shown.
func TestLinkProblems(t *testing.T) {
	bench.Says(t, map[string]string{
		"#/v1/quant?k=cauchy":         "not a kind of data",
		"#/v1/quant?n=0":              "a number of elements from 1 to 1048576",
		"#/v1/quant?n=1e6":            "a number of elements",
		"#/v1/quant?n=2^21":           "a number of elements",
		"#/v1/quant?s=-1":             "a seed from 0",
		"#/v1/quant?w=x":              "the length of a row",
		"#/v1/quant?o=7":              "outliers on offer",
		"#/v1/quant?i=-2":             "not an element",
		"#/v1/quant?a=mxfp5":          "not a recipe",
		"#/v1/quant?b=mxfp4.floor.up": "not a recipe",
		"#/v1/quant?fd=12":            "not the digest of a file",
		"#/v1/quant?fr=f8":            "not a format of raw values",
		"#/v1/quant?l=2":              "neither 0 nor 1",
		"#/v1/quant?zz=2":             "means nothing here",
		"#/v1/quant?x=" + strings.Repeat("1 ", MaxText): "the rest was left out",
	})
	if got := bench.Link(bench.At("#/v1/quant?n=4096&a=mxfp4.floor&b=nvfp4&k=normal", "")); got != "#/v1/quant" {
		t.Errorf("the first example is %s", got)
	}
}
