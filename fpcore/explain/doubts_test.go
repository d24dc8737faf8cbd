package explain

import (
	"slices"
	"testing"
)

// TestDoubts: the program needs more values at once than x87 holds. g++ 12.2 -m32 -O2 -mfpmath=387 gave the first results, with
// SSE the second: x87 is among the causes, and no other one stands alone.
func TestDoubts(t *testing.T) {
	for _, q := range []Question{
		{Rows: "a=0.1 b=0.7 c=1.3 d=2.9", Observed: [2]string{"0xbe745798", "0xbe745799"}},
		{Rows: "a=1.1 b=0.3 c=-0.7 d=0.9", Observed: [2]string{"0xbfc6677f", "0xbfc66777"}},
		{Rows: "a=0.77 b=-1.3 c=2.3 d=0.19", Observed: [2]string{"0xbec83619", "0xbec83618"}},
	} {
		q.Text = `float f(float a, float b, float c, float d) {
  float p = a*b, q = b*c, r = c*d, s = d*a, t = a*c, u = b*d, v = a*a, w = b*b, x = c*c, y = d*d;
  float m = (p - q)*(r - s), n = (t - u)*(v - w), o = (x - y)*(p - r);
  return (m - n)/(o - q*s) - (t*v - u*w)/(x*p - y*r) - p*q*r*s + t*u*v*w*x*y;
}`
		a, _ := ask(t, q)
		if !slices.ContainsFunc(a.Causes, func(c Cause) bool { return c.ID == CauseX87 }) {
			t.Errorf("%s: x87 is not among the causes", q.Rows)
		}
		for _, c := range a.Causes {
			if c.Alone && c.ID != CauseX87 {
				t.Errorf("%s: %v stands alone", q.Rows, c.ID)
			}
		}
	}
}
