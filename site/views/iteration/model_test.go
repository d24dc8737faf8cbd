package iteration

import (
	"math"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
	"ulplab/site/lab/labtest"
)

func made(v State) *Model {
	m := New(v)
	for !m.Step(100) {
	}
	return m
}

func iterExample(t *testing.T, id string) *Model {
	t.Helper()
	return made(labtest.Example(t, Examples, id))
}

// The logistic map in floats without a fused operation, computed by Go's own arithmetic: each operation is rounded.
func TestIterLogistic(t *testing.T) {
	m := iterExample(t, "logistic")
	if m.Trouble != "" || m.Problem != nil || len(m.Vars) != 1 || m.N != 100 {
		t.Fatalf("%+v", m)
	}
	x, r := float32(0.3), float32(3.9)
	for n := range m.N + 1 {
		if got := uint32(m.Vars[0].Code[1][n]); got != math.Float32bits(x) {
			t.Fatalf("step %d: %08x, want %08x", n, got, math.Float32bits(x))
		}
		p := float32(x * x)
		q := float32(x - p)
		x = float32(r * q)
	}
}

// Every example can be iterated, and says something: the orbits part, or were meant not to.
func TestIterExamples(t *testing.T) {
	for _, e := range Examples {
		m := made(e.State)
		if m.Problem != nil || m.Trouble != "" {
			t.Errorf("%s: %+v %s", e.ID, m.Problem, m.Trouble)
			continue
		}
		if m.FirstDifference < 0 {
			t.Errorf("%s: the orbits do not part", e.ID)
		}
		if grows := e.ID != "leapfrog" && e.ID != "newton"; (m.Fit != nil) != grows {
			t.Errorf("%s: fit %+v", e.ID, m.Fit)
		}
	}
}

// The logarithm is that of math, to the 2^-10 it is given in.
func TestLog2Of(t *testing.T) {
	for _, f := range []float64{1, 2, 3, 0.1, 1e-300, 1e300, 1.9999999, 5e-324, 1<<52 + 1, math.Pi} {
		v, _ := exact.FromBits(format.F64, wide.From64(math.Float64bits(f)))
		got, want := float64(log2Of(v))/1024, math.Log2(f)
		if got > want+1e-9 || got < want-1.1/1024 {
			t.Errorf("log2 %g: %g, want %g", f, got, want)
		}
	}
}

// The line of least squares on a distance that doubles exactly.
func TestIterFit(t *testing.T) {
	m := &Model{FirstDifference: 3, N: 23, Distances: make([]Distance, 24)}
	for n := range m.Distances {
		m.Distances[n] = Distance{Same: n < 3, Log: int64(n-30) * 1024, Ulps: 1}
	}
	m.fit()
	if f := m.Fit; f == nil || f.Bits != "1.000" || f.Factor != "2.000" || f.Lyapunov != "0.693" {
		t.Errorf("%+v", m.Fit)
	}
	for _, x := range []float64{0, 0.25, 0.5, 1, 1.7, 3.3} {
		if got := float64(exp2Fixed(int64(x*(1<<20)))) / (1 << 20); math.Abs(got-math.Exp2(x)) > 1e-4*math.Exp2(x) {
			t.Errorf("2^%g: %g", x, got)
		}
	}
}
