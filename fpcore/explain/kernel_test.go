package explain

import "testing"

// A kernel is followed with as many threads as there are elements; parameters that the result does not depend on may be given.
func TestKernelInputs(t *testing.T) {
	const warp = "__global__ void sum(const float *x, float *out, int n) {\n  float v = x[threadIdx.x];\n" +
		"  for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffff, v, o);\n  if (threadIdx.x == 0) *out = v;\n}"
	const row = "x = 1e8 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 n=32"
	for _, c := range []struct {
		text, other, rows, first, second string
		want                             Verdict
		id                               ID
	}{
		{warp, "", row, "100000000", "100000024", Explained, CauseOrder},
		{warp, "", row, "100000000", "200000000", NotRounding, CauseBug},
		{"float s = 0;\nfor (int i = 0; i < 32; i++) s += x[i];\nreturn s;", warp, row, "100000000", "100000024", Explained, CauseOrder},
		{"__global__ void axpy(int n, float a, const float *x, float *y) {\n  int i = blockIdx.x*blockDim.x + threadIdx.x;\n  if (i < n) y[i] = a*x[i] + y[i];\n}", "",
			"n=1000 a=-0.875257492 x=-0.658310175 y=-0.729782701", "0xbe1d472c", "0xbe1d472a", Explained, CauseContraction},
	} {
		a, _ := ask(t, Question{Text: c.text, Second: c.other, Rows: c.rows, Observed: [2]string{c.first, c.second}, Known: [2]string{"cpu", "gpu"}})
		if a.Verdict != c.want || len(a.Causes) == 0 || a.Causes[0].ID != c.id {
			t.Errorf("%s: %v %+v", c.text, a.Verdict, a.Causes)
		}
	}
}
