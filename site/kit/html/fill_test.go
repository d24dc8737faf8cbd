package html

import "testing"

func TestFill(t *testing.T) {
	for _, c := range [][2]string{
		{Fill("<b>#</b> ~", "1 < 2 # ~", "<i># ~</i>"), "<b>1 &lt; 2 # ~</b> <i># ~</i>"},
		{Fill("#, #", "one"), "one, #"},
		{Fill("none", "one"), "none"},
	} {
		if c[0] != c[1] {
			t.Errorf("got %q, want %q", c[0], c[1])
		}
	}
}
