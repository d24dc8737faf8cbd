package explain

import (
	"math"
	"testing"

	"ulplab/fpcore/expr"
)

// TestRegrouped: the groupings of three terms, and results that only they give.
func TestRegrouped(t *testing.T) {
	c, err := expr.Parse("a-b-c", expr.Options{Free: expr.Float})
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]float32{}
	x := []float32{16777216, 1, 1}
	in := make([]uint64, 3)
	for i := range x {
		in[i] = uint64(math.Float32bits(x[i]))
	}
	for _, ch := range chains(c) {
		for index := range uint64(3) {
			if d, text, ok := ch.regroup(c, index); ok {
				p, err := expr.Compile(d, mustTarget("gcc"))
				if err != nil {
					t.Fatal(err)
				}
				texts[text] = math.Float32frombits(uint32(p.Result(in)))
			}
		}
	}
	// 2^24-1-1 = 2^24-2 in every order of a and one term; a-(b+c) gives 2^24-2 too, exactly.
	if len(texts) != 2 || texts["a-(b+c)"] != x[0]-(x[1]+x[2]) || texts["(a-c)-b"] != (x[0]-x[2])-x[1] {
		t.Errorf("%v", texts)
	}
	a, _ := ask(t, Question{Text: "a+b+c", Rows: "16777216 1 1", Observed: [2]string{"16777216", "16777218"}})
	if g := first(t, a, 1); !cause(a, CauseOrder) && !cause(a, CauseX87) && !cause(a, CauseWide) {
		t.Errorf("%+v", g)
	}
	a, _ = ask(t, Question{Text: "a*b*c", Rows: "1e20 1e20 1e-20", Observed: [2]string{"inf", "1e20"}, Known: [2]string{"gpu", "gpu"}})
	if g := first(t, a, 1); !cause(a, CauseOrder) && !cause(a, CauseWide) {
		t.Errorf("%+v", g)
	}
	found := false
	for _, g := range a.Sides[1].Groups {
		found = found || hasChange(&g.Best, Regrouped) && g.Best.Changes[0].Fn == "a*(b*c)"
	}
	if !found {
		t.Error("a*(b*c) is not among the evaluations")
	}
}
