package compile_test

import (
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/expr/compile"
	"ulplab/fpcore/expr/programs"
)

// shapes are short programs with loops and branches in which it depends on one decision of g++ what is fused: whether a loop
// stays, what is computed before it, which branch decides another one. The function of each is f with its number from 1.
var shapes = []string{
	`float f1(float c, float a, float b) { for (int i = 0; i < 4; i++) { if (a <= b) { a -= b * 1.5f; } else { return a; } } return b; }`,
	`float f2(float a, float e, float d, float c, float b) { int i = 0; while (i < 3) { i++; c = ((e * a) + c); if (e < b) break; } d -= c; return d; }`,
	`float f3(float a, float b) { for (int i = 0; i < 3; ++i) { if ((b < a) && (b - b >= 1.0f / a)) return b; } return a * b + (a < b ? b : a); }`,
	`double f4(double b, double a) { b = a + (a * a); if (a * b + 3.0 < a * b) { if (b == a * a) return a; } return b; }`,
	`float f5(float b, float a, float c) { float r = a; int i = 0; while (i < 5) { i += 1; a -= b * c; c = r; } return a; }`,
	`float f6(float a, float b) { if (a >= a * a) { if (a < a * b) { b -= b; } if (a > b) { } } return b - (a * b); }`,
	`double f7(double e, double a) { for (int i = 0; i < 4; ++i) { if (-a > e) return (a * e) + a; } return a; }`,
	`float f8(float c, float a) { int i = 0; do { i++; a = (c + 0.25f) * (c + 1.5f); } while (i < 4); return 2.0f + a; }`,
	`float f9(float a, float b, float c) { int i = 0; do { i++; if (b < a) { b = -b; } } while (i < 4); float u = b * a + (b > 7.0f ? 1e-3f : c); return u; }`,
	`float f10(float b, float a) { for (int i = 0; i < 1; i++) { const float t = a * b; break; } a *= (a <= a ? b : a) * (a * b + a); return a; }`,
	`float f11(float c, float d, float b) { for (int i = 0; i < 1; i += 1) { if (c < b) return b + (c * d); } c = c * d; return c; }`,
	`float f12(float d, float c, float a) { int i = 0; do { i++; d = (-c) * a; } while (i < 5); float u = d + c; return u; }`,
	`float f13(float c, float a, float b) { int i = 0; do { i++; if (0.25f < c - b) return a * b + b; } while (i < 4); return b; }`,
	`double f14(double a, double b) { double r[4] = {a, b * b, b, a}; for (int i = 4; i >= 0; i--) { b += (b * b); } return b; }`,
	`float f15(float a, float b, float d, int c) { for (int i = 3; i >= 0; i--) { if (d >= (float)c) continue; return d * (float)c + a; } return b; }`,
}

// TestShapes: g++'s FMA gives the bits of the shapes that g++'s program gives.
func TestShapes(t *testing.T) {
	flags := []string{"-O2", "-mfma", "-ffp-contract=fast"}
	if why := programs.Missing("g++", flags...); why != "" {
		t.Skip(why)
	}
	var r recording
	for i, text := range shapes {
		p := programs.Program{Text: text + "\n", Name: "f" + strconv.Itoa(i+1)}
		head, _, _ := strings.Cut(text, ")")
		result, list, _ := strings.Cut(head, " "+p.Name+"(")
		p.Result = result
		for _, s := range strings.Split(list, ", ") {
			typ, name, _ := strings.Cut(s, " ")
			p.Params = append(p.Params, programs.Param{Name: name, Type: typ})
		}
		r.list, r.rows = append(r.list, p), append(r.rows, programs.Inputs(p, uint64(i), 40))
	}
	var err error
	if r.want, err = programs.Run(t.TempDir(), r.list, r.rows, "g++", flags...); err != nil {
		t.Fatal(err)
	}
	for _, i := range r.wrong(t, compile.Target{Machine: compile.SSE, FMA: true, Contract: compile.ContractFast}) {
		t.Errorf("another value than g++'s for %s", r.list[i].Text)
	}
}
