package reveal

import (
	"strings"
	"testing"

	"ulplab/site/lab"
	"ulplab/site/lab/labtest"
	"ulplab/site/lab/link"
	"ulplab/site/views/reduction/sum"
)

// bench is a lab of this part of the view alone.
var bench = labtest.Of(lab.View[sum.State]{Info: lab.Info{ID: sum.ID}, First: sum.First, Encode: func(s sum.State, w *link.Writer) { Encode(&s, w) }, Decode: Decode})

// Everything that can be set in the panels on revealing comes back from its link.
func TestSumRevealLinks(t *testing.T) {
	all := labtest.Turns(bench, bench.With(sum.First()), []lab.Action[sum.State]{
		Set{Do: setBox, Text: "chunked_halving"}, Set{Do: setN, I: 128}, Step{I: 77}, Set{Do: setBox, Text: "numpy.dot"},
		Set{Do: setLang, I: 1}, Set{Do: setFn, Text: "cub.raking"}, Set{Do: setSize, I: 1024}, Set{Do: setDouble, I: 1},
		Set{Do: setPasted, Text: "ulplab-tree 1\nof <b>&“x”\n"}, Set{Do: setLang, I: 2},
	})
	bench.Returns(t, all...)
	s := all[len(all)-1]
	long := bench.Then(s, Set{Do: setPasted, Text: strings.Repeat("x", maxLinked+1)})
	if link := bench.Link(long); strings.Contains(link, "rp=x") || len(link) > 2000 {
		t.Errorf("what is long is in the link of %d bytes", len(link))
	}
	playing := bench.Then(s, Step{I: 5, Play: true})
	if bench.At(bench.Link(playing), "").Part.Reveal.Play {
		t.Error("a link plays")
	}
	bench.Says(t, map[string]string{
		"#/v1/sum?rb=fastest":            "an order, pattern or library",
		"#/v1/sum?rn=15":                 "a number of elements on offer",
		"#/v1/sum?rs=5000":               "a number of probes",
		"#/v1/sum?pl=3":                  "a language",
		"#/v1/sum?pf=cub.raking":         "a function that a probe looks at",
		"#/v1/sum?pn=63":                 "a number of elements on offer",
		"#/v1/sum?pd=yes":                "0 or 1",
		"#/v1/sum?rp=" + longText(7<<10): "too long for a link",
	})
}

func longText(n int) string { return strings.Repeat("x", n) }
