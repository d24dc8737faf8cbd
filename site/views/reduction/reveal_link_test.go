package reduction

import (
	"strings"
	"testing"

	"ulplab/site/lab"
	"ulplab/site/lab/link"
)

// Everything that can be set in the panels on revealing and on files comes back from its link.
func TestSumRevealLinks(t *testing.T) {
	s := bench.First()
	s.View = ID
	for _, a := range []lab.Action[State]{
		RevealSet{Do: RevealSetBox, Text: "chunked_halving"}, RevealSet{Do: RevealSetN, I: 128}, RevealStep{I: 77}, RevealSet{Do: RevealSetBox, Text: "numpy.dot"},
		RevealSet{Do: ProbeSetLang, I: 1}, RevealSet{Do: ProbeSetFn, Text: "cub.raking"}, RevealSet{Do: ProbeSetN, I: 1024}, RevealSet{Do: ProbeSetDouble, I: 1},
		RevealSet{Do: ProbePaste, Text: "ulplab-tree 1\nof <b>&“x”\n"}, RevealSet{Do: CodeSetLang, I: 2}, RevealSet{Do: ProbeSetLang, I: 2},
		OpenFile{Name: "my numbers & more.csv", Digest: "00ff00ff00ff00ff"}, FileSet{Column: 3, Raw: "bf16"}, Put{ID: "k", Value: "uniform"},
	} {
		s = bench.Then(s, a)
		link := bench.Link(s)
		if got := bench.At(link, ""); got.Problems != "" || got != s {
			t.Fatalf("%T: %s gives %s\n%+v\nwant\n%+v", a, link, got.Problems, got.Part, s.Part)
		}
	}
	long := bench.Then(s, RevealSet{Do: ProbePaste, Text: strings.Repeat("x", MaxLinked+1)})
	if link := bench.Link(long); strings.Contains(link, "rp=x") || len(link) > 2000 {
		t.Errorf("what is long is in the link of %d bytes", len(link))
	}
	playing := bench.Then(s, RevealStep{I: 5, Play: true})
	if bench.At(bench.Link(playing), "").Part.Reveal.Play {
		t.Error("a link plays")
	}
	for theLink, words := range map[string]string{
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
		if got := bench.At(theLink, ""); !strings.Contains(got.Problems, words) {
			t.Errorf("%s: %q", link.Clip(theLink), got.Problems)
		}
	}
}

func longText(n int) string { return strings.Repeat("x", n) }
