package names

import (
	"testing"

	"ulplab/fpcore/summation"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/views/reduction/sumtest"
)

// Every row has a name of its own, and says what it does.
func TestSumNames(t *testing.T) {
	for _, dot := range []bool{false, true} {
		m := sumtest.Done(t, sum.Input{Input: summation.Input{N: 4, Seed: 1, Dot: dot, Tree: "(0 1 2 3)"}})
		seen := map[string]string{}
		for i := range m.Rows {
			r := &m.Rows[i]
			name := Row(r)
			if name == "" || What(m.Sums, r) == "" || seen[name] != "" {
				t.Errorf("%s is called %q, as %s; it does %q", r.ID, name, seen[name], What(m.Sums, r))
			}
			seen[name] = r.ID
		}
	}
}
