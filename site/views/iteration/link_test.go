package iteration

import (
	"strings"
	"testing"

	"ulplab/site/lab/labtest"
)

// Every example of the iteration comes back from its link.
func TestIterLinks(t *testing.T) {
	labtest.Worded(t, Examples, ExampleWords)
	bench.Becomes(t, map[string]string{"#/v1/iter": "#/v1/iter"})
	for _, e := range Examples {
		bench.Returns(t, labtest.Turns(bench, bench.With(e.State), []Set{{Do: Target, I: 1, Text: "gcc"}, {Do: Swap}, {Do: Steps, I: 500}, {Do: Look, I: 33}, {Do: Put, Name: "x", Text: "0.25"},
			{Do: Free, I: 1}, {Do: Type, Text: "x = ~x"}})...)
	}
}

func TestIterLinkProblems(t *testing.T) {
	bench.Says(t, map[string]string{
		"#/v1/iter?p=nonsense":                      "“nonsense”",
		"#/v1/iter?n=0":                             "from 1 to 5000",
		"#/v1/iter?i=5000":                          "one of those computed",
		"#/v1/iter?x=" + strings.Repeat("b", 20000): "longer than 12000 bytes",
	})
}

// FuzzIter: any keys give a state whose link gives the same state again.
func FuzzIter(f *testing.F) {
	bench.Fuzz(f, Examples, "x=a+b&p=9.0~20gcc&v=a~3d1~09b~3d2~0aa~3d3&i=3&n=7", "x=&p=&v=", "x=~0a~09~7e&p=x~20y&v=~3d~09~3d~3d~0aa")
}
