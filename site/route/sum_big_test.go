//go:build !opening

package route

import (
	"strings"
	"testing"

	"ulplab/fpcore/summation"
	"ulplab/site/state"
)

// What is looked at of a tree comes back from its link, and what cannot be read is said.
func TestSumLookLinks(t *testing.T) {
	s := state.Default()
	s.View = state.Reduction
	for _, a := range []state.Action{
		state.SumMove{From: 1000, Span: 5000}, state.SumNode{Path: "l1000rl2"}, state.SumColour{SoFar: true}, state.SumNode{Path: "n12.34"},
		state.SumMove{From: 0, Span: summation.Most * state.SumUnits}, state.SumNode{Path: "."}, state.SumMove{}, state.SumNode{},
		state.SumTreeType{Text: "((0 1) (2 3))"}, state.SumTreeType{Text: "(a_b - é"}, state.SumTreeEdit{Text: "(0 1)", Path: "l"}, state.SumPick{ID: "serial"}, state.SumTreeStep{Step: 3}, state.SumLanes{On: true},
		state.SumTreeStep{Step: 0}, state.SumTreeType{},
	} {
		s = state.Update(s, a)
		link := Encode(s)
		if got := Decode(link, ""); got.Problems != "" || got != s {
			t.Errorf("%s gives %s %+v, want %+v", link, got.Problems, got.Sum.Look, s.Sum.Look)
		}
	}
	for link, words := range map[string]string{
		"#/v1/sum?w=5":                            "not a window",
		"#/v1/sum?w=5-0":                          "not a window",
		"#/v1/sum?w=-5-4096":                      "not a window",
		"#/v1/sum?w=0-1073741825":                 "not a window",
		"#/v1/sum?w=0-1023":                       "not a window",
		"#/v1/sum?x=l~3c":                         "names no node",
		"#/v1/sum?e=2":                            "neither 0 nor 1",
		"#/v1/sum?x=" + strings.Repeat("lr", 200): "names no node",
	} {
		if got := Decode(link, ""); !strings.Contains(got.Problems, words) {
			t.Errorf("%s: %q", link, got.Problems)
		}
	}
}
