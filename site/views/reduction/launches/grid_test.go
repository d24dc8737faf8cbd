package launches

import (
	"strings"
	"testing"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/golden"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/views/reduction/sumtest"
)

// The golden was looked at in a browser, light and dark.
func TestLaunchesGoldens(t *testing.T) {
	golden.Compare(t, "first_grid.html", grid(sumtest.Example(t, "first")))
}

// The launches as CSV: a line for each, fields quoted where they must be.
func TestLaunchesCSV(t *testing.T) {
	m := sumtest.Done(t, sum.Input{Input: summation.Input{N: 8, Seed: 33}})
	text := csv(m)
	if n := strings.Count(text, "\r\n"); n != 1+summation.Places+summation.MostCPU || !strings.Contains(text, "\r\nCPU,1,1,64,") {
		t.Errorf("%d lines, want %d:\n%s", n, 1+summation.Places+summation.MostCPU, text[:min(len(text), 600)])
	}
}

// Every text is well-formed at every stage of the computation, with any data, and keeps a reader's text apart.
func TestLaunchesMarkup(t *testing.T) {
	sumtest.Stages(func(m *sum.Model) { golden.Markup(t, "a part", "<div>"+now(m)+grid(m)+"</div>") })
}
