package reduction

import (
	"strings"
	"testing"

	"ulplab/fpcore/summation"
	"ulplab/site/lab"
	"ulplab/site/lab/labtest"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/views/reduction/tree"
)

// What is looked at of a tree comes back from its link, and what cannot be read is said.
func TestSumLookLinks(t *testing.T) {
	bench.Returns(t, labtest.Turns(bench, bench.With(sum.First()), []lab.Action[sum.State]{
		tree.Move{From: 1000, Span: 5000}, tree.Node{Path: "l1000rl2"}, tree.Colour{SoFar: true}, tree.Node{Path: "n12.34"},
		tree.Move{From: 0, Span: summation.Most * 1024}, tree.Node{Path: "."}, tree.Move{}, tree.Node{},
		tree.Type{Text: "((0 1) (2 3))"}, tree.Type{Text: "(a_b - é"}, tree.Edit{Text: "(0 1)", Path: "l"}, Pick{ID: "serial"}, tree.Step{Step: 3}, tree.Lanes{On: true},
		tree.Step{Step: 0}, tree.Type{},
	})...)
	bench.Says(t, map[string]string{
		"#/v1/sum?w=5":                            "not a window",
		"#/v1/sum?w=5-0":                          "not a window",
		"#/v1/sum?w=-5-4096":                      "not a window",
		"#/v1/sum?w=0-1073741825":                 "not a window",
		"#/v1/sum?w=0-1023":                       "not a window",
		"#/v1/sum?x=l~3c":                         "names no node",
		"#/v1/sum?e=2":                            "neither 0 nor 1",
		"#/v1/sum?x=" + strings.Repeat("lr", 200): "names no node",
	})
}
