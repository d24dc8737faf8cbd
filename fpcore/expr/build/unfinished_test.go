package build_test

import (
	"math"
	"testing"

	"ulplab/fpcore/expr/build"
	"ulplab/fpcore/expr/compile"
	"ulplab/fpcore/expr/types"
)

// TestUnfinished: a loop whose end depends on inputs gives what C gives for as many passes as are evaluated, and no result
// beyond, on every kind of target and on whatever way the loop is come to.
func TestUnfinished(t *testing.T) {
	halves := func(x float64) (n float64) {
		for ; x > 1; n++ {
			x /= 2
		}
		return n
	}
	for _, p := range []struct {
		text   string
		passes func(x float64) float64 // of the longest loop
		result func(x float64) float64
	}{
		{"float f(float x) { float n = 0; while (x > 1) { x *= 0.5f; n += 1; } return n; }", halves, halves},
		{"float f(float x) { float n = 0; do { x *= 0.5f; n += 1; } while (x > 0.5f); return n; }",
			func(x float64) float64 { return max(halves(x), 0) }, func(x float64) float64 { return halves(x) + 1 }},
		{"float f(float x) { float n = 0; if (x < 1048576) { for (; x > 1; x *= 0.5f) n += 1; return n; } return -1; }",
			func(x float64) float64 { return 0 }, func(x float64) float64 {
				if x < 1<<20 {
					return halves(x)
				}
				return -1
			}},
		{"float f(float x) { float n = 0; for (int k = 0; k < 2; k++) { float y = x; while (1) { if (y <= 1) break; y *= 0.5f; n += 1; } } return n; }",
			halves, func(x float64) float64 { return 2 * halves(x) }},
		{"float g(float x) { for (float n = 0; ; n += 1) { if (x <= 1) return n; x *= 0.5f; } } float f(float x) { return x > 1 ? g(x) : 0; }", halves, halves},
	} {
		for _, id := range []string{"9.0", "9.0-fastmath", "1.2", "gcc", "gcc-fma", "clang-fma", "x87", "strict", "exact"} {
			target, _ := compile.TargetByID(id)
			c, err := build.Parse(p.text, target.Reads(types.Options{}))
			if err != nil {
				t.Fatalf("%s: %s", p.text, err.Text)
			}
			plan, err := compile.Compile(c, target)
			if err != nil {
				t.Fatalf("%s on %s: %s", p.text, id, err.Text)
			}
			for k := -3; k < 120; k++ {
				x := math.Ldexp(1, k)
				got := math.Float32frombits(uint32(plan.Result([]uint64{uint64(math.Float32bits(float32(x)))})))
				switch want := p.result(x); {
				case p.passes(x) > build.MaxOpen+1:
					if !plan.Unfinished() || got == got {
						t.Fatalf("%s of 2^%d on %s: %v, finished %v", p.text, k, id, got, !plan.Unfinished())
					}
				case p.passes(x) < build.MaxOpen-1:
					if plan.Unfinished() || float64(got) != want {
						t.Fatalf("%s of 2^%d on %s: %v, want %v; finished %v", p.text, k, id, got, want, !plan.Unfinished())
					}
				}
			}
		}
	}
}

// TestPasses: a loop whose end depends on inputs is evaluated as often as Options.Known says, up to 1,000 times.
func TestPasses(t *testing.T) {
	for known, most := range map[string]int{"": build.MaxOpen, "while=100": 100, "while=99999": 1000} {
		c, err := build.Parse("float f(float x) { float n = 0; while (x > 0) { x -= 1; n += 1; } return n; }", types.Options{Known: known})
		if err != nil {
			t.Fatal(err.Text)
		}
		p, err := compile.Compile(c, compile.Target{Machine: compile.Strict})
		if err != nil {
			t.Fatal(err.Text)
		}
		for _, n := range []int{most - 1, most, most + 1} {
			got := math.Float32frombits(uint32(p.Result([]uint64{uint64(math.Float32bits(float32(n)))})))
			if p.Unfinished() != (n > most) || n <= most && got != float32(n) {
				t.Errorf("%q, %d passes: %v, finished %v", known, n, got, !p.Unfinished())
			}
		}
	}
}
