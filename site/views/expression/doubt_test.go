package expression

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/expr"
)

// TestExprDoubt: ten products that are all needed do not fit into the registers of x87. g++ 12.2 -m32 -O2 -mfpmath=387 ran
// the program; its results are among those that the rules leave open, and where there are several the page names a second.
func TestExprDoubt(t *testing.T) {
	const program = `float f(float a, float b, float c, float d) {
  float p = a*b, q = b*c, r = c*d, s = d*a, t = a*c, u = b*d, v = a*a, w = b*b, x = c*c, y = d*d;
  float m = (p - q)*(r - s), n = (t - u)*(v - w), o = (x - y)*(p - r);
  return (m - n)/(o - q*s) - (t*v - u*w)/(x*p - y*r) - p*q*r*s + t*u*v*w*x*y;
}`
	m := made(State{Text: program, Targets: "x87 gcc", Rows: "a=0.1\tb=0.7\tc=1.3\td=2.9\na=1.1\tb=0.3\tc=-0.7\td=0.9\na=3.3\tb=1.7\tc=0.13\td=-1.9\na=0.77\tb=-1.3\tc=2.3\td=0.19"})
	doubts := 0
	for row, want := range []string{"0xbe745798", "0xbfc6677f", "0xc19787a3", "0xbec83619"} {
		m.In.Row = uint8(row)
		m = made(m.In)
		c, got := &m.Columns[column(t, m, "x87")], m.Rows[row].Results[0].Hex
		possible := []string{got}
		list, _ := c.Plan.Others()
		for _, choice := range list {
			p, err := expr.PlanOf(c.Code, choice)
			if err != nil || !c.load(&m.Rows[row]) {
				t.Fatal(row)
			}
			possible = append(possible, "0x"+strconv.FormatUint(p.Result(c.In), 16))
		}
		if !slices.Contains(possible, want) || c.Other.Known && !slices.Contains(possible[1:], c.Other.Hex) {
			t.Errorf("row %d: %v, shown is %q, g++ gave %s", row, possible, c.Other.Hex, want)
		}
		if c.Doubt == "" || strings.HasPrefix(c.Doubt, "Not certain") != c.Other.Known {
			t.Errorf("row %d: %q with another result %q", row, c.Doubt, c.Other.Hex)
		}
		doubts += strings.Count(c.Doubt, "Not certain")
		if gcc := &m.Columns[column(t, m, "gcc")]; gcc.Doubt != "" {
			t.Errorf("SSE: %s", gcc.Doubt)
		}
	}
	if doubts == 0 || doubts == 4 {
		t.Errorf("%d of 4 rows are not certain", doubts)
	}
	if m := made(State{Text: "a*b+c", Targets: "x87"}); m.Columns[0].Doubt != "" {
		t.Errorf("a*b+c: %s", m.Columns[0].Doubt)
	}
}
