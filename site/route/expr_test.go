package route

import (
	"strings"
	"testing"

	"ulplab/site/state"
)

// Every example, with everything else that the view can show, comes back from its link.
func TestExprLinks(t *testing.T) {
	for k, e := range state.ExprExamples {
		s := state.Default()
		s.View, s.Expr = state.Expression, e.Expr
		states := []state.State{s}
		for _, a := range []state.ExprSet{{Do: state.ExprAdd, Text: "1.3"}, {Do: state.ExprLeft, I: 2}, {Do: state.ExprA, I: 1}, {Do: state.ExprB, I: 0}, {Do: state.ExprAddRow},
			{Do: state.ExprPut, I: 0, Name: "a", Text: "2/3 = x\ty"}, {Do: state.ExprPick, I: 1}, {Do: state.ExprLook, I: 5}, {Do: state.ExprSweepOn, I: 1}, {Do: state.ExprSweepFrom, Text: "-1e-3"},
			{Do: state.ExprSweepStep, Text: "2 ulp"}, {Do: state.ExprSweepN, I: 801}, {Do: state.ExprSweepName, Text: "b"}, {Do: state.ExprSpeak, I: 2}, {Do: state.ExprFree, I: 1},
			{Do: state.ExprDrop, I: 0}, {Do: state.ExprDropRow, I: 0}, {Do: state.ExprType, Text: "π + \"~%20\"\n\tif (a < b) ?"}} {
			s = state.Update(s, a)
			states = append(states, s)
		}
		for i, s := range states {
			link := Encode(s)
			if got := Decode(link, ""); got.Problems != "" || got != s {
				t.Errorf("%s, state %d: %s gives\n%+v\nwant\n%+v\n%s", e.ID, i, link, got.Expr, s.Expr, got.Problems)
			}
			if k == 0 && i == 0 && link != "#/v1/expr" {
				t.Errorf("the first example is %s", link)
			}
		}
	}
}

func TestExprLinkProblems(t *testing.T) {
	for link, words := range map[string]string{
		"#/v1/expr?p=gcc~20nonsense":                          "“nonsense”",
		"#/v1/expr?r=99":                                      "not a number from 0",
		"#/v1/expr?q=1.1":                                     "different numbers",
		"#/v1/expr?q=9.1":                                     "different numbers",
		"#/v1/expr?z=a":                                       "A sweep is",
		"#/v1/expr?x=" + strings.Repeat("a", 20000):           "longer than 12000 bytes",
		"#/v1/iter?p=nonsense":                                "“nonsense”",
		"#/v1/iter?n=0":                                       "from 1 to 5000",
		"#/v1/iter?i=5000":                                    "one of those computed",
		"#/v1/iter?x=" + strings.Repeat("b", 20000):           "longer than 12000 bytes",
		"#/v1/expr?v=" + strings.Repeat("a~3d1~09", 20) + "z": "",
	} {
		if s := Decode(link, ""); words == "" && s.Problems != "" || !strings.Contains(s.Problems, words) {
			t.Errorf("%.60s: %q does not say %q", link, s.Problems, words)
		}
	}
}

// Every example of the iteration comes back from its link.
func TestIterLinks(t *testing.T) {
	for k, e := range state.IterExamples {
		s := state.Default()
		s.View, s.Iter = state.Iteration, e.Iter
		states := []state.State{s}
		for _, a := range []state.IterSet{{Do: state.IterTarget, I: 1, Text: "gcc"}, {Do: state.IterSwap}, {Do: state.IterSteps, I: 500}, {Do: state.IterLook, I: 33}, {Do: state.IterPut, Name: "x", Text: "0.25"},
			{Do: state.IterFree, I: 1}, {Do: state.IterType, Text: "x = ~x"}} {
			s = state.Update(s, a)
			states = append(states, s)
		}
		for i, s := range states {
			link := Encode(s)
			if got := Decode(link, ""); got.Problems != "" || got != s {
				t.Errorf("%s, state %d: %s gives\n%+v\nwant\n%+v\n%s", e.ID, i, link, got.Iter, s.Iter, got.Problems)
			}
			if k == 0 && i == 0 && link != "#/v1/iter" {
				t.Errorf("the first example is %s", link)
			}
		}
	}
}

// FuzzExpr: any keys give a state whose link gives the same state again.
func FuzzExpr(f *testing.F) {
	f.Add("a+b", "9.0 gcc", "a=1\tb=2\na=3", "1.2", "a\t1\t1 ulp\t9")
	f.Add("", "", "", "", "")
	f.Add("\n\t~", "x y", "=\t==\na", "0.0", "\t\t\t2")
	f.Fuzz(func(t *testing.T, text, targets, rows, pair, sweep string) {
		for _, view := range []string{"expr", "iter"} {
			s := Decode("#/v1/"+view+"?x="+Escape(text)+"&p="+Escape(targets)+"&v="+Escape(rows)+"&q="+Escape(pair)+"&z="+Escape(sweep)+"&r=2&i=3&n=7", "")
			s.Problems = ""
			link := Encode(s)
			if got := Decode(link, ""); got != s && len(link) < MaxLink {
				t.Fatalf("%q gives %+v, want %+v: %s", link, got.Expr, s.Expr, got.Problems)
			}
		}
	})
}
