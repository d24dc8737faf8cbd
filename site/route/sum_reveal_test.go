//go:build !opening

package route

import (
	"strings"
	"testing"

	"ulplab/site/state"
)

// Everything that can be set in the panels on revealing and on files comes back from its link.
func TestSumRevealLinks(t *testing.T) {
	s := state.Default()
	s.View = state.Reduction
	for _, a := range []state.Action{
		state.SumRevealSet{Do: state.SumRevealSetBox, Text: "chunked_halving"}, state.SumRevealSet{Do: state.SumRevealSetN, I: 128}, state.SumRevealStep{I: 77}, state.SumRevealSet{Do: state.SumRevealSetBox, Text: "numpy.dot"},
		state.SumRevealSet{Do: state.SumProbeSetLang, I: 1}, state.SumRevealSet{Do: state.SumProbeSetFn, Text: "cub.raking"}, state.SumRevealSet{Do: state.SumProbeSetN, I: 1024}, state.SumRevealSet{Do: state.SumProbeSetDouble, I: 1},
		state.SumRevealSet{Do: state.SumProbePaste, Text: "ulplab-tree 1\nof <b>&“x”\n"}, state.SumRevealSet{Do: state.SumCodeSetLang, I: 2}, state.SumRevealSet{Do: state.SumProbeSetLang, I: 2},
		state.SumOpenFile{Name: "my numbers & more.csv", Digest: "00ff00ff00ff00ff"}, state.SumFileSet{Column: 3, Raw: "bf16"}, state.SumPut{ID: "k", Value: "uniform"},
	} {
		s = state.Update(s, a)
		link := Encode(s)
		if got := Decode(link, ""); got.Problems != "" || got != s {
			t.Fatalf("%T: %s gives %s\n%+v\nwant\n%+v", a, link, got.Problems, got.Sum, s.Sum)
		}
	}
	long := state.Update(s, state.SumRevealSet{Do: state.SumProbePaste, Text: strings.Repeat("x", state.SumMaxLinked+1)})
	if link := Encode(long); strings.Contains(link, "rp=x") || len(link) > 2000 {
		t.Errorf("what is long is in the link of %d bytes", len(link))
	}
	playing := state.Update(s, state.SumRevealStep{I: 5, Play: true})
	if Decode(Encode(playing), "").Sum.Reveal.Play {
		t.Error("a link plays")
	}
	for link, words := range map[string]string{
		"#/v1/sum?rb=fastest":            "an order, pattern or library",
		"#/v1/sum?rn=15":                 "a number of elements on offer",
		"#/v1/sum?rs=5000":               "a number of probes",
		"#/v1/sum?pl=3":                  "a language",
		"#/v1/sum?pf=cub.raking":         "a function that a probe looks at",
		"#/v1/sum?pn=63":                 "a number of elements on offer",
		"#/v1/sum?pd=yes":                "0 or 1",
		"#/v1/sum?cl=-1":                 "a language",
		"#/v1/sum?fd=123":                "the digest of a file",
		"#/v1/sum?fc=64":                 "not a column",
		"#/v1/sum?fr=f8":                 "a format of raw values",
		"#/v1/sum?rp=" + longText(7<<10): "too long for a link",
	} {
		if got := Decode(link, ""); !strings.Contains(got.Problems, words) {
			t.Errorf("%s: %q", clip(link), got.Problems)
		}
	}
}

func longText(n int) string { return strings.Repeat("x", n) }
