package explain

import "testing"

// TestAssignments: every way to give a variable a value counts, comparisons and signs do not.
func TestAssignments(t *testing.T) {
	for s, n := range map[string]int{"float p = 1; p *= 2; p++; --p;": 4, "a - -p": 0, "p == 3 ? p : p + 1": 0, "p <= 1; int p = 0": 1, "for (p = 0; p < 3; p += 2) q": 2, "p": 0, "": 0, "p+": 0} {
		if k := assignments(s, "p"); k != n {
			t.Error(s, k, n)
		}
	}
}
