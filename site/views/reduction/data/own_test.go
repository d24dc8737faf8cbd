package data

import (
	"math"
	"strings"
	"testing"

	"ulplab/fpcore/format"
)

// Numbers as typed: commas separate, or are decimal commas where they can be nothing else; what may be either is refused.
func TestSumOwnCommas(t *testing.T) {
	for text, c := range map[string]struct {
		dot   bool
		a, b  []float64
		wrong string
	}{
		"1,5,2,5":             {a: []float64{1, 5, 2, 5}},
		"1, 5, 2, 5":          {a: []float64{1, 5, 2, 5}},
		"1,2,3\n4,5,6":        {a: []float64{1, 2, 3, 4, 5, 6}},
		"1,5;2,5":             {a: []float64{1.5, 2.5}},
		"1,5; -2,25e1; 3":     {a: []float64{1.5, -22.5, 3}},
		"1,5\t2,5\n3,5\t4":    {a: []float64{1.5, 2.5, 3.5, 4}},
		"1,5 2,5 3":           {a: []float64{1.5, 2.5, 3}},
		"[1,5 2,5]; [3 4,25]": {dot: true, a: []float64{1.5, 2.5}, b: []float64{3, 4.25}},
		"1,5;2,5 ":            {dot: true, a: []float64{1, 5}, b: []float64{2, 5}},
		"1 2;3 4":             {wrong: "semicolon stands between the two vectors"},
		"1;2;3":               {dot: true, wrong: "semicolon stands between the two vectors"},
		"1,5\n2,5\n3,5":       {wrong: "one number with a decimal comma or two numbers"},
		"1,5, 2,5, 3,5":       {wrong: "may separate numbers or be decimal commas"},
		"1,234;2,345":         {wrong: "group thousands"},
		"1,5;2.5":             {wrong: "decimal point: use one of the two"},
	} {
		a, b, note, problem := parse(text, format.F64, c.dot)
		if c.wrong != "" {
			if !strings.Contains(problem, c.wrong) {
				t.Errorf("%q: %q, want %q", text, problem, c.wrong)
			}
			continue
		}
		if problem != "" || len(a) != len(c.a) || len(b) != len(c.b) {
			t.Errorf("%q: %s %d and %d elements", text, problem, len(a), len(b))
			continue
		}
		decimal := false
		for i := range a {
			if got := math.Float64frombits(a[i].Lo); got != c.a[i] {
				t.Errorf("%q: element %d is %v, want %v", text, i, got, c.a[i])
			}
			if b != nil && math.Float64frombits(b[i].Lo) != c.b[i] {
				t.Errorf("%q: element %d of the second vector", text, i)
			}
			decimal = decimal || c.a[i] != math.Trunc(c.a[i])
		}
		if decimal != strings.Contains(note, "decimal commas") {
			t.Errorf("%q: note %q", text, note)
		}
	}
}
