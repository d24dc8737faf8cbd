package outcomes

import (
	"strings"
	"testing"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/golden"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/views/reduction/sumtest"
)

// The golden was looked at in a browser, light and dark.
func TestOutcomesGoldens(t *testing.T) {
	golden.Compare(t, "eight_trees.svg", histogram(sumtest.Example(t, "eight"), 344).File(true))
}

// The results as CSV: a line for each, fields quoted where they must be.
func TestOutcomesCSV(t *testing.T) {
	m := sumtest.Done(t, sum.Input{Input: summation.Input{N: 8, Seed: 33}})
	text := csv(m, m.DrawnSoFar())
	if n := strings.Count(text, "\r\n"); n != 1+len(m.Trees) || !strings.Contains(text, "result,bits,error_ulp,count\r\n") {
		t.Errorf("%d lines, want %d:\n%s", n, 1+len(m.Trees), text[:min(len(text), 600)])
	}
}

// A distribution is told in words.
func TestResultsSay(t *testing.T) {
	list := []summation.Outcome{{Count: 2, Ulps: -3, OK: true}, {Count: 5, Ulps: 1, OK: true}, {Count: 1}}
	if s := resultsSay(list); s != "3 results from −3.00 to +1.00 ulp, most often +1.00 ulp, 5 of 8" {
		t.Error(s)
	}
}

// Every text is well-formed at every stage of the computation, with any data, and keeps a reader's text apart.
func TestOutcomesMarkup(t *testing.T) {
	sumtest.Stages(func(m *sum.Model) {
		golden.Markup(t, "a part", "<div>"+drawnOrders(m, true)+atomics(m, false)+cub(m)+"</div>")
	})
}
