package explain

import (
	"testing"

	"ulplab/fpcore/expr"
)

// Two programs have one shape where only names, brackets and the sides of sums and products differ, and intrinsics that round to nearest stand
// for operations; not where an operation or the order is another one.
func TestShape(t *testing.T) {
	read := func(s string) uint64 {
		c, err := expr.Parse(s, expr.Options{Device: true})
		if err != nil {
			t.Fatal(err)
		}
		return shape(c)
	}
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"a*b + c", "float p = b*a; float q = c + p; q", true},
		{"__fadd_rn(__fmul_rn(a, b), c)", "a*b + c", true},
		{"(a + b) + c", "a + (b + c)", false},
		{"a - b", "b - a", false},
		{"fmaf(a, b, c)", "a*b + c", false},
		{"a*0.1f", "a*0.1", false},
		{"a*b", "a*c", false},
	} {
		if (read(c.a) == read(c.b)) != c.same {
			t.Errorf("%s and %s: the same %v", c.a, c.b, !c.same)
		}
	}
}

func TestMistyped(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"a*1.602176634e-19", "a*1.602176643e-19", true},
		{"a*1.602176634e-19", "a*1.602176634e-19f", false},
		{"a*3.1415926", "a*3.1415927", false},
		{"a*3.14159265f", "a*3.1416f", false},
		{"a*2.7182818", "a*3.1415926", false},
	} {
		if mistyped(c.a, c.b) != c.want {
			t.Errorf("%s, %s: %v", c.a, c.b, !c.want)
		}
	}
}

// A remark about float takes a narrower format out, and words for narrower formats take the remark out.
func TestFloatIsSaid(t *testing.T) {
	for words, want := range map[string]bool{"RTX 3060, float32": true, "CUDA kernel, all variables float": true, "GPU, fp32": true, "GPU, fp16": false, "float inputs, half accumulator": false, "a GPU": false, "float32 with TF32": false} {
		if k, ok := KnownOf(ParseKnown(words)); !ok || k.Float != want {
			t.Errorf("%q: %+v", words, k)
		}
	}
}
