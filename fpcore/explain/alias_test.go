package explain

import (
	"strconv"
	"testing"
)

// TestAliases: what is shown of the second of two programs has the names that it has itself, and stands where it stands there.
func TestAliases(t *testing.T) {
	second := "float mix(float pp, float qq, float w) { float d = qq - pp; return pp + d*w; }"
	a, _ := ask(t, Question{Text: "float lerp(float a, float b, float t) { return a + (b - a)*t; }", Second: second,
		Rows: "a=0.741465564 b=2.63710195 t=0.876509895", Observed: [2]string{"2.40300941", "2.40300965"}, Known: [2]string{"cpu", "gpu"}})
	some := 0
	for _, r := range a.Remedies {
		if r.Side != 1 || r.Kind != Source {
			continue
		}
		if some++; r.Old == "" || second[r.From:r.To] != r.Old {
			t.Errorf("%q stands at %d to %d of the second program: %q", r.Old, r.From, r.To, second[r.From:r.To])
		}
	}
	if some == 0 {
		t.Error("no change of the second program is shown")
	}
}

// TestUlpOfTheNarrower: where one of two results is a double and the other a float, the tolerance in ulp is in ulp of float, as the larger error is.
func TestUlpOfTheNarrower(t *testing.T) {
	for _, c := range []struct{ text, second, rows, first, other string }{
		{"x*0.1", "x*0.1f", "x=8.64826136", "0.864826083", "0.864826143"},
		{"x*100/y", "(double)x*100/y", "x=2234 y=793", "281.714996", "281.71500630517022"},
	} {
		a, _ := ask(t, Question{Text: c.text, Second: c.second, Rows: c.rows, Observed: [2]string{c.first, c.other}})
		if n, err := strconv.ParseFloat(a.Tolerance.PairUlps, 64); err != nil || n < 1 || n > 4 {
			t.Errorf("%s beside %s: the tolerance is %s ulp", c.text, c.second, a.Tolerance.PairUlps)
		}
	}
}
