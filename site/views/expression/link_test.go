package expression

import (
	"strings"
	"testing"

	"ulplab/site/lab/labtest"
	"ulplab/site/lab/link"
)

// Every example, with everything else that the view can show, comes back from its link.
func TestExprLinks(t *testing.T) {
	labtest.Worded(t, Examples, examples)
	for k, e := range Examples {
		s := bench.First()
		s.View, s.Part = ID, e.State
		states := []linked{s}
		for _, a := range []Set{{Do: Add, Text: "1.3"}, {Do: Left, I: 2}, {Do: A, I: 1}, {Do: B, I: 0}, {Do: AddRow},
			{Do: Put, I: 0, Name: "a", Text: "2/3 = x\ty"}, {Do: Pick, I: 1}, {Do: Look, I: 5}, {Do: SweepOn, I: 1}, {Do: SweepFrom, Text: "-1e-3"},
			{Do: SweepStep, Text: "2 ulp"}, {Do: SweepN, I: 801}, {Do: SweepName, Text: "b"}, {Do: Speak, I: 2}, {Do: Free, I: 1},
			{Do: Drop, I: 0}, {Do: DropRow, I: 0}, {Do: Type, Text: "π + \"~%20\"\n\tif (a < b) ?"}} {
			s = bench.Then(s, a)
			states = append(states, s)
		}
		for i, s := range states {
			link := bench.Link(s)
			if got := bench.At(link, ""); got.Problems != "" || got != s {
				t.Errorf("%s, state %d: %s gives\n%+v\nwant\n%+v\n%s", e.ID, i, link, got.Part, s.Part, got.Problems)
			}
			if k == 0 && i == 0 && link != "#/v1/expr" {
				t.Errorf("the first example is %s", link)
			}
		}
	}
}

func TestExprLinkProblems(t *testing.T) {
	for link, words := range map[string]string{
		"#/v1/expr?p=gcc~20nonsense":                "“nonsense”",
		"#/v1/expr?r=99":                            "not a number from 0",
		"#/v1/expr?q=1.1":                           "different numbers",
		"#/v1/expr?q=9.1":                           "different numbers",
		"#/v1/expr?z=a":                             "A sweep is",
		"#/v1/expr?x=" + strings.Repeat("a", 20000): "longer than 12000 bytes",
		"#/v1/expr?v=" + strings.Repeat("a~3d1~09", 20) + "z": "",
	} {
		if s := bench.At(link, ""); words == "" && s.Problems != "" || !strings.Contains(s.Problems, words) {
			t.Errorf("%.60s: %q does not say %q", link, s.Problems, words)
		}
	}
}

// FuzzExpr: any keys give a state whose link gives the same state again.
func FuzzExpr(f *testing.F) {
	f.Add("a+b", "9.0 gcc", "a=1\tb=2\na=3", "1.2", "a\t1\t1 ulp\t9")
	f.Add("", "", "", "", "")
	f.Add("\n\t~", "x y", "=\t==\na", "0.0", "\t\t\t2")
	f.Fuzz(func(t *testing.T, text, targets, rows, pair, sweep string) {
		s := bench.At("#/v1/expr?x="+link.Escape(text)+"&p="+link.Escape(targets)+"&v="+link.Escape(rows)+"&q="+link.Escape(pair)+"&z="+link.Escape(sweep)+"&r=2&i=3&n=7", "")
		s.Problems = ""
		theLink := bench.Link(s)
		if got := bench.At(theLink, ""); got != s && len(theLink) < link.Most {
			t.Fatalf("%q gives %+v, want %+v: %s", theLink, got.Part, s.Part, got.Problems)
		}
	})
}
