package conform

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"ulplab/fpcore/expr"
)

// vectorized are programs that clang with -ffp-contract=fast makes vector instructions of, which the lab does not follow.
var vectorized = []string{
	"(a*a+b*b+c*c)/3.0f-((a+b+c)/3.0f)*((a+b+c)/3.0f)",
	"float x=a; float y=b; for(int i=0;i<4;i++){ float t=x*x-y*y+c; y=2.0f*x*y+d; x=t; } return x*x+y*y;",
	"a*e*e*e+b*e*e+c*e+d",
	"double c1=a*d-b*c; double c2=a*f-b*e; return c1*c1+c2*c2;",
	"double x=a; double y=b; for(int i=0;i<4;i++){ double t=x*x-y*y+c; y=2.0*x*y+d; x=t; } return x*x+y*y;",
}

// repeated is a product that g++ computes in every pass though no pass changes it, and fuses: before it the loop calls exp, which
// may set errno.
const repeated = "double t=a; for(int i=0;i<4;i++) t=t-(exp(t)-b*b-1.0)/exp(t); return t;"

// TestExpressions holds the compilers of package expr to what nvcc, g++ and clang made of some 2,400 programs.
func TestExpressions(t *testing.T) {
	for _, file := range []struct {
		name            string
		passed, reports int
		wrong           int // cases that are known to differ: products and sums on two sides of branches, constants under -use_fast_math
	}{
		{"expressions_f32.txt.gz", 57083, 0, 0},
		{"expressions_f64.txt.gz", 54233, 0, 0},
		{"expressions_recorded.txt.gz", 3600, 450, 0},
		{"expressions_signs.txt.gz", 4307, 0, 0},
		{"expressions_functions.txt.gz", 6360, 636, 0},
		{"expressions_library.txt.gz", 21582, 2160, 18},
		{"expressions_statements.txt.gz", 14320, 1800, 80},
		{"expressions_products.txt.gz", 3524, 1176, 4},
		{"expressions_drawn.txt.gz", 71655, 7200, 345},
		{"expressions_gnu.txt.gz", 4198, 350, 0},
	} {
		if testing.Short() && file.passed > 6000 { // reading and compiling are the same everywhere; what is computed is in the shorter files too
			t.Logf("%s: left out with -short", file.name)
			continue
		}
		reports, err := Check(bytes.NewReader(recorded(t, file.name)))
		if err != nil {
			t.Fatalf("%s: %v", file.name, err)
		}
		passed, wrong := 0, 0
		for _, r := range reports {
			passed += r.Passed
			target, text, _ := strings.Cut(r.Name, ": ")
			known := slices.Contains(vectorized, text) && strings.HasPrefix(target, "clang++ 14.0 -O2 -mfma -ffp-contract=fast") ||
				text == repeated && strings.HasPrefix(target, "g++")
			if wrong += r.Failed; r.Failed > 0 && !known && file.wrong == 0 {
				t.Errorf("%s: %d of %d cases fail: %v", r.Name, r.Failed, r.Failed+r.Passed, r.Mismatches)
			}
			if r.Unsupported > 0 && (r.Reason == "" || !strings.Contains("sinf cosf tanf expf exp10f logf log2f log10f powf tanhf cbrtf hypotf", calledFirst(text))) {
				t.Errorf("%s is not claimed: %q", r.Name, r.Reason)
			}
		}
		if file.wrong != 0 && wrong != file.wrong {
			t.Errorf("%s: %d cases differ, not %d", file.name, wrong, file.wrong)
		}
		if passed != file.passed || file.reports != 0 && len(reports) != file.reports {
			t.Errorf("%s: %d cases of %d programs pass", file.name, passed, len(reports))
		}
	}
}

// TestRandomPrograms holds nvcc's rules to random programs on an H200: without contraction all agree, else all but as many
// as expr.KnownErrors says.
func TestRandomPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("TestExpressions runs the recorded programs")
	}
	reports, err := Check(bytes.NewReader(recorded(t, "expressions_random.txt.gz")))
	if err != nil {
		t.Fatal(err)
	}
	count, wrong := map[string]int{}, map[string]int{}
	for _, r := range reports {
		name, _, _ := strings.Cut(r.Name, ": ")
		count[name]++
		if r.Failed > 0 || r.Unsupported > 0 {
			wrong[name]++
		}
	}
	for name, n := range count {
		target, ok := targetOf(name)
		if known := expr.KnownErrors(target).PerMille; !ok || n < 1900 || 1000*wrong[name] > known*n {
			t.Errorf("%s: %d of %d programs differ; %d of 1,000 are known to", name, wrong[name], n, known)
		}
		t.Logf("%s: %d of %d programs differ", name, wrong[name], n)
	}
	if len(count) != 5 {
		t.Errorf("%d targets", len(count))
	}
}

// calledFirst is the first name that is called in a text.
func calledFirst(text string) string {
	name, _, _ := strings.Cut(text, "(")
	return name
}

// TestExpressionsWrong holds that a result with one bit changed is found, and what is no such file is refused.
func TestExpressionsWrong(t *testing.T) {
	const head = "# target: nvcc 13.0 sm_90 (default flags)\n# type: float variables\n"
	const row = "a*b+c\tbf6f0d2a bf213a1f bf2b7c9d bf2f7f98 3f5cb676 3fec89c0\t"
	for _, c := range []struct {
		text           string
		passed, failed int
		bad            bool
	}{
		{head + row + "bda7787d\n", 1, 0, false},
		{head + row + "bda7787c\n", 0, 1, false},
		{head + row + "x\n", 0, 0, true},
		{head + "a*b+c\t1 2 3\t4\n", 0, 0, true},
		{head + "a*b+c\n", 0, 0, true},
		{"# target: nvcc 13.0 sm_90\n" + row + "bda7787d\n", 0, 0, true},
		{"# target: nvcc 13.0 sm_90\n# type: quad\n", 0, 0, true},
		{head, 0, 0, true},
		{strings.Replace(head, "sm_90", "sm_17", 1) + row + "bda7787d\n", 0, 0, false},
		{"# targets: g++ 12.2 -O2 -mfma; g++ 12.2 -O2\n# type: float\n# inputs: bf6f0d2a bf213a1f bf2b7c9d 0 0 0\na*b+c\tbda7787d\tbda77880\na*b+c+c\t0\t=\n", 2, 2, false},
	} {
		reports, err := Check(strings.NewReader(c.text))
		if (err != nil) != c.bad {
			t.Errorf("%q: %v", c.text, err)
		}
		passed, failed := 0, 0
		for _, r := range reports {
			passed, failed = passed+r.Passed, failed+r.Failed
		}
		if passed != c.passed || failed != c.failed {
			t.Errorf("%q: %d passed, %d failed", c.text, passed, failed)
		}
	}
}
