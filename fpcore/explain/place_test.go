package explain

import "testing"

// Of two texts the first difference is told where one's operations stand for the other's, and not otherwise.
func TestPlaceInTwoTexts(t *testing.T) {
	for _, c := range []struct{ a, b, rows, first, second, place string }{
		{"x*y/z", "x/z*y", "x=1e-30 y=1e-20 z=1e-25", "0", "1e-25", ""},
		{"x*x/(x*x)*0.5f", "0.5f*(1.0f - 1.0f/(1.0f + expf(y)))", "x=1e-30 y=100", "-nan", "0.5", ""},
		{"sqrtf(x*x + y*y)", "hypotf(x, y)", "x=1e20 y=1e20", "inf", "1.41421358e+20", ""},
		{"x*0.1", "x*0.1f", "x=1", "0.10000000000000001", "0.100000001", "0.1"},
		{"(a + b) + c", "a + (b + c)", "a=1 b=1e-8 c=1e-8", "1", "1", ""},
	} {
		q := Question{Text: c.a, Second: c.b, Rows: c.rows, Observed: [2]string{c.first, c.second}, Known: [2]string{"cpu", "cpu"}}
		a, _ := ask(t, q)
		got := ""
		if a.Place.Found {
			got = c.a[a.Place.From:a.Place.To]
		}
		if got != c.place {
			t.Errorf("%s, %s: %q, want %q", c.a, c.b, got, c.place)
		}
	}
}
