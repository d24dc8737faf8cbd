package expr

import (
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"ulplab/fpcore/expr/build"
	"ulplab/fpcore/expr/compile"
	"ulplab/fpcore/expr/reals"
	"ulplab/fpcore/expr/types"
)

// TestDeep: a browser gives a program about a megabyte of stack, so long chains of operations and deep nesting are gone
// through without recursion or refused. A stack that grows beyond the bound ends the test program.
func TestDeep(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(1 << 19))
	for name, text := range map[string]string{
		"sum":             strings.Repeat("a+", 30_000) + "a",
		"product":         strings.Repeat("a*", 30_000) + "a",
		"sum of products": strings.Repeat("a*b+", 15_000) + "c",
		"quotient":        strings.Repeat("a/", 15_000) + "a",
		"horner":          "float r = a; for (int i = 0; i < 10000; i++) r = r*b + c; r",
		"choices":         "float r = a; for (int i = 0; i < 5000; i++) if (r > b) r = r*b + c; else r = r - c; r",
		"exit":            "float f(float a, float b) { for (int i = 0; i < 2000; i++) { a = a*b + 1.0f; if (a > 9.0f) return a - b; } return a; }",
		"mixed":           "double r = a; for (int i = 0; i < 5000; i++) r = (float)(r*b) + sqrtf(c); r",
		"roots":           strings.Repeat("sqrtf(", 60) + "a" + strings.Repeat(")", 60),
		"nested":          strings.Repeat("(", 60) + "a" + strings.Repeat(")", 60),
		"structures":      strings.Repeat("struct{", 9000),
		"blocks":          strings.Repeat("{", 9000),
		"braces":          "float x[]=" + strings.Repeat("{", 9000),
		"else":            strings.Repeat("if (a > b) c += 1; else ", 5000) + "c += 2;",
		"signs":           strings.Repeat("- ", 9000) + "a",
	} {
		if testing.Short() && slices.Contains([]string{"product", "sum of products", "quotient", "horner", "exit", "mixed"}, name) {
			continue // which go the ways of sum and choices
		}
		c, err := build.Parse(text, types.Options{Free: types.Float})
		if err != nil {
			if !strings.Contains(err.Text, "nested too deeply") {
				t.Errorf("%s: %s", name, err.Text)
			}
			continue
		}
		in := make([]uint64, len(c.Inputs))
		for i := range in {
			in[i] = 0x3f800000
		}
		reals.Of(c, in, nil)
		for _, target := range compile.Targets() {
			// The other GPUs and precision controls differ in rules and roundings, not in how they go through a program.
			if target.Machine == compile.GPU && target.ID() != "9.0" && target.ID() != "9.0-fastmath" || strings.Contains(target.ID(), "-pc") ||
				testing.Short() && target.ID() != "9.0" && target.ID() != "x87" {
				continue
			}
			plan, problem := compile.Compile(c, target)
			if problem != nil {
				t.Errorf("%s, %s: %v", name, target.ID(), problem)
				continue
			}
			plan.Result(in)
		}
	}
}
