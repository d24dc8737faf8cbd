package iteration

import (
	"strings"
	"testing"

	"ulplab/site/lab/labtest"
	"ulplab/site/lab/link"
)

// Every example of the iteration comes back from its link.
func TestIterLinks(t *testing.T) {
	labtest.Worded(t, Examples, examples)
	for k, e := range Examples {
		s := bench.First()
		s.View, s.Part = ID, e.State
		states := []linked{s}
		for _, a := range []Set{{Do: Target, I: 1, Text: "gcc"}, {Do: Swap}, {Do: Steps, I: 500}, {Do: Look, I: 33}, {Do: Put, Name: "x", Text: "0.25"},
			{Do: Free, I: 1}, {Do: Type, Text: "x = ~x"}} {
			s = bench.Then(s, a)
			states = append(states, s)
		}
		for i, s := range states {
			link := bench.Link(s)
			if got := bench.At(link, ""); got.Problems != "" || got != s {
				t.Errorf("%s, state %d: %s gives\n%+v\nwant\n%+v\n%s", e.ID, i, link, got.Part, s.Part, got.Problems)
			}
			if k == 0 && i == 0 && link != "#/v1/iter" {
				t.Errorf("the first example is %s", link)
			}
		}
	}
}

func TestIterLinkProblems(t *testing.T) {
	for link, words := range map[string]string{
		"#/v1/iter?p=nonsense":                      "“nonsense”",
		"#/v1/iter?n=0":                             "from 1 to 5000",
		"#/v1/iter?i=5000":                          "one of those computed",
		"#/v1/iter?x=" + strings.Repeat("b", 20000): "longer than 12000 bytes",
	} {
		if s := bench.At(link, ""); !strings.Contains(s.Problems, words) {
			t.Errorf("%.60s: %q does not say %q", link, s.Problems, words)
		}
	}
}

// FuzzIter: any keys give a state whose link gives the same state again.
func FuzzIter(f *testing.F) {
	f.Add("a+b", "9.0 gcc", "a=1\tb=2\na=3", "1.2", "a\t1\t1 ulp\t9")
	f.Add("", "", "", "", "")
	f.Add("\n\t~", "x y", "=\t==\na", "0.0", "\t\t\t2")
	f.Fuzz(func(t *testing.T, text, targets, rows, pair, sweep string) {
		s := bench.At("#/v1/iter?x="+link.Escape(text)+"&p="+link.Escape(targets)+"&v="+link.Escape(rows)+"&q="+link.Escape(pair)+"&z="+link.Escape(sweep)+"&r=2&i=3&n=7", "")
		s.Problems = ""
		theLink := bench.Link(s)
		if got := bench.At(theLink, ""); got != s && len(theLink) < link.Most {
			t.Fatalf("%q gives %+v, want %+v: %s", theLink, got.Part, s.Part, got.Problems)
		}
	})
}
