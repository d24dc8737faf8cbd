package expression

import (
	"strings"
	"testing"

	"ulplab/site/lab/labtest"
)

// Every example, with everything else that the view can show, comes back from its link.
func TestExprLinks(t *testing.T) {
	labtest.Worded(t, Examples, ExampleWords)
	bench.Becomes(t, map[string]string{"#/v1/expr": "#/v1/expr"})
	for _, e := range Examples {
		bench.Returns(t, labtest.Turns(bench, bench.With(e.State), []Set{{Do: Add, Text: "1.3"}, {Do: Left, I: 2}, {Do: A, I: 1}, {Do: B, I: 0}, {Do: AddRow},
			{Do: Put, I: 0, Name: "a", Text: "2/3 = x\ty"}, {Do: Pick, I: 1}, {Do: Look, I: 5}, {Do: SweepOn, I: 1}, {Do: SweepFrom, Text: "-1e-3"},
			{Do: SweepStep, Text: "2 ulp"}, {Do: SweepN, I: 801}, {Do: SweepName, Text: "b"}, {Do: Speak, I: 2}, {Do: Free, I: 1},
			{Do: Assemble, Text: ".version 8.7\n.entry k\t(\"~"}, {Do: Take, Text: "b, a"}, {Do: B, I: 9}, {Do: Drop, I: 0}, {Do: DropRow, I: 0}, {Do: Type, Text: "π + \"~%20\"\n\tif (a < b) ?"}})...)
	}
}

func TestExprLinkProblems(t *testing.T) {
	bench.Says(t, map[string]string{
		"#/v1/expr?p=gcc~20nonsense":                "“nonsense”",
		"#/v1/expr?r=99":                            "not a number from 0",
		"#/v1/expr?q=1.1":                           "different numbers",
		"#/v1/expr?q=9.1":                           "different numbers",
		"#/v1/expr?q=11.1&u=x":                      "different numbers",
		"#/v1/expr?u=" + strings.Repeat("a", 20000): "longer than 16000 bytes",
		"#/v1/expr?z=a":                             "A sweep is",
		"#/v1/expr?x=" + strings.Repeat("a", 20000): "longer than 12000 bytes",
	})
	if s := bench.At("#/v1/expr?v="+strings.Repeat("a~3d1~09", 20)+"z", ""); s.Problems != "" {
		t.Error(s.Problems)
	}
}

// FuzzExpr: any keys give a state whose link gives the same state again.
func FuzzExpr(f *testing.F) {
	bench.Fuzz(f, Examples, "x=a+b&p=9.0~20gcc&v=a~3d1~09b~3d2~0aa~3d3&q=1.2&z=a~091~091~20ulp~099&r=2&i=3&n=7", "x=&p=&v=&q=&z=", "u=.version~208.7&k=a~20b&q=10.9&p=9.0", "x=~0a~09~7e&p=x~20y&v=~3d~09~3d~3d~0aa&q=0.0&z=~09~09~092")
}
