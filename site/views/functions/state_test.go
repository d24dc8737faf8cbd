package functions

import (
	"os"
	"strings"
	"testing"

	"ulplab/fpcore/sweep"
	"ulplab/site/lab"
	"ulplab/site/lab/labtest"
	"ulplab/site/work"
)

// What the page holds, the sweep that was asked for and the parts that were shown, stays through links, resets and other views.
func TestFnKeepsWhatThePageHolds(t *testing.T) {
	s := bench.Then(bench.First(), Pick{Name: "ex2_approx"})
	s = bench.Then(bench.Then(s, Start{}), Show{Part: Measured})
	want := Run{Subject: "ex2.approx.f32", Lo: 0x3f800000, Hi: 0x3fffffff, N: 1}
	if s.Part.Run != want {
		t.Fatalf("asked for %+v, want %+v", s.Part.Run, want)
	}
	other := bench.First()
	other.View, other.Part.ID = ID, "cos"
	for name, got := range map[string]linked{"link": bench.Then(s, lab.Open{State: bench.State(other)}), "reset": bench.Then(s, lab.Reset{}), "example": bench.Then(s, Open{Name: "sin32"})} {
		if got.Part.Run != want || !got.Part.Shows(Dilemma) || !got.Part.Shows(Measured) || got.Part.Shows(Figure6) {
			t.Errorf("%s: %+v", name, got.Part)
		}
	}
	if bench.Then(s, lab.Open{State: bench.State(other)}).Part.ID != "cos" {
		t.Error("the link's function is not shown")
	}
}

// TestSweep: a sweep runs when it is asked for, pauses and ends as the reader says, and shows what it found; leaving the
// function does not end it, and it can be asked for again.
func TestSweep(t *testing.T) {
	data, err := os.ReadFile("../../../assets/data/accuracy.txt")
	if err != nil {
		t.Fatal(err)
	}
	p := labtest.Open("#/v1/functions?p=measured&k=ex2_approx&lo=3f800000&hi=3f8fffff", View().Entry())
	p.Pass(0)
	p.Loads["accuracy.txt"](nil, "the server answered 404")
	has := func(step string, want ...string) {
		t.Helper()
		for _, w := range want {
			if !strings.Contains(p.HTML(), w) {
				t.Errorf("%s: %q is not on the page", step, w)
			}
		}
	}
	has("no figures", "The recorded figures could not be loaded.", "Try again")
	p.Do(lab.Steer{Name: figures, Do: lab.Resume})
	p.Pass(0)
	p.Loads["accuracy.txt"](data, "")
	has("figures", `id="fn-start"`)
	for n := range 2 {
		p.Do(Start{})
		p.Pass(0)
		job := p.Jobs["fn.sweep"]
		if job == nil || job.Text != "ulp ex2.approx.f32 3f800000 3f900000" {
			t.Fatalf("the job is %+v", job)
		}
		job.Tell(work.Report{State: work.Running, Done: 1000, Total: 1 << 20, Workers: 2})
		has("running", `id="fn-pause"`, "1,000 of 1,048,576, 2 workers")
		job.Tell(work.Report{State: work.Paused, Done: 2000, Total: 1 << 20})
		has("paused", `id="fn-resume"`, "2,000 of 1,048,576, paused")
		p.Do(Pick{Name: "__sinf"})
		has("another", "2,000 of 1,048,576 of ex2.approx.f32, paused")
		p.Do(Pick{Name: "ex2_approx"})
		if n == 0 {
			job.Tell(work.Report{State: work.Cancelled, Done: 3000, Total: 1 << 20})
			has("cancelled", `id="fn-start"`, "3,000 of 1,048,576, cancelled")
			delete(p.Jobs, "fn.sweep")
			continue
		}
		j, err := sweep.Parse(job.Text)
		if err != nil {
			t.Fatal(err)
		}
		r := j.Start()
		for !r.Step(1 << 16) {
		}
		job.Tell(work.Report{State: work.Finished, Done: 1 << 20, Total: 1 << 20, Result: r.Encode()})
		has("finished", "1,048,576 of 1,048,576, done", "Maximum error, ulp")
	}
}

// Actions that make no sense change nothing; a read-only page can be looked at.
func TestFnActionsAreTotal(t *testing.T) {
	s := bench.First()
	for _, a := range []lab.Action[State]{Show{Part: 9}, Open{Name: "nothing"}, Function{ID: "gamma"}, Format{ID: "f16"}, Pick{Name: "a b"}, Mode{Mode: 3}, Sort{Order: 99},
		Group{Group: 99}, Cell{Cell: -1}, Cell{Cell: 512}, Hover{Cell: 512}, Range{Lo: 2, Hi: 1}} {
		if got := bench.Then(s, a); got != s {
			t.Errorf("%#v changes the state", a)
		}
	}
	if got := bench.Then(s, Pi{N: 1000}).Part.Pi; got != PiMost {
		t.Errorf("%d bits of pi", got)
	}
	s.ReadOnly = true
	for _, a := range []lab.Action[State]{Open{Name: "sin32"}, Type{Text: "1"}, Step{}, Pi{N: 60}, Range{Lo: 0, Hi: 1}} {
		if got := bench.Then(s, a); got != s {
			t.Errorf("%#v changes a read-only state", a)
		}
	}
	for _, a := range []lab.Action[State]{Show{Part: Measured}, Pick{Name: "cosf"}, Mode{Mode: 1}, Sort{Order: 1}, Cell{Cell: 3}} {
		if got := bench.Then(s, a); got == s {
			t.Errorf("%#v is not let through", a)
		}
	}
}

// Every example is one that the view can show, and each has its own argument.
func TestFnExamples(t *testing.T) {
	for i, e := range Examples {
		s := Open{Name: e.Name}.Apply(First())
		if s.Example() != e.Name || s.Function().ID != e.ID || s.F().ID != e.Format || i == 0 && s.X != First().X {
			t.Errorf("%s: %+v", e.Name, s)
		}
	}
}

// TestFirstOperands: the operands of the first function of libm are what choosing it makes of them.
func TestFirstOperands(t *testing.T) {
	if s := First(); s.Operand != ones(s.Lib) {
		t.Errorf("%v, choosing %s gives %v", s.Operand, s.Lib, ones(s.Lib))
	}
}
