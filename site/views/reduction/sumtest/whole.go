// Package sumtest computes sums of the view Reduction for the tests of its parts.
package sumtest

import (
	"testing"

	"ulplab/fpcore/summation"
	"ulplab/site/views/reduction/sum"
)

// Launched gives an input the launch that the view opens on, if it has none.
func Launched(in sum.Input) sum.Input {
	if in.Threads == 0 {
		in.Threads, in.Blocks, in.Accums, in.CPU = 128, 8, 1, 4
	}
	return in
}

// Done computes all of an input.
func Done(t testing.TB, in sum.Input) *sum.Model {
	t.Helper()
	m := sum.New(Launched(in))
	for i := 0; !m.Step(300_000, false) && m.Problem == ""; i++ {
		if i > 100_000 {
			t.Fatal("no end")
		}
	}
	return m
}

// Example computes all of an example.
func Example(t testing.TB, id string) *sum.Model {
	t.Helper()
	e, ok := sum.Examples.Find(id)
	if !ok {
		t.Fatalf("no example %q", id)
	}
	m := sum.New(sum.InputOf(e))
	for !m.Step(300_000, false) {
	}
	return m
}

// Stages calls f at every stage of the computation of every kind of data, a reader's own text among it.
func Stages(f func(m *sum.Model)) {
	own := func(text string) sum.Input {
		return sum.Input{Input: summation.Input{Kind: summation.Own, Threads: 32, Blocks: 1}, Own: text}
	}
	inputs := []sum.Input{own(`<img src=x onerror="alert(1)">`), own("inf nan 1"), own("1 -1"), own("3e38 3e38 -3e38 0")}
	for _, e := range sum.Examples {
		if e.ID != "million" {
			inputs = append(inputs, sum.InputOf(e.State))
		}
	}
	for _, in := range inputs {
		m := sum.New(in)
		for i, done := 0, false; !done && i < 60; i++ {
			done = m.Step(1, false)
			if i > 4 && !done {
				done = m.Step(400_000, false)
			}
			f(m)
		}
	}
}
