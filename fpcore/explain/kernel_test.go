package explain

import (
	"strings"
	"testing"
)

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

// TestLaunchedKernel: of a program that launches its kernel what it printed is explained (testdata/launches.txt of package expr has the record);
// inputs of the kernel make it the program.
func TestLaunchedKernel(t *testing.T) {
	const text = `#include <stdio.h>
__global__ void matmul(const float *A, const float *B, float *C, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n) {
    float sum = 0.0f;
    for (int k = 0; k < n; k++) sum += A[row * n + k] * B[k * n + col];
    C[row * n + col] = sum;
  }
}
int main() {
  int n = 6;
  float *A, *B, *C;
  cudaMallocManaged(&A, n * n * sizeof(float));
  cudaMallocManaged(&B, n * n * sizeof(float));
  cudaMallocManaged(&C, n * n * sizeof(float));
  for (int i = 0; i < n * n; i++) {
    A[i] = 1.0f / (i + 1);
    B[i] = 0.3f * i - 2.0f;
  }
  dim3 threads(4, 4);
  dim3 blocks((n + threads.x - 1) / threads.x, (n + 3) / 4);
  matmul<<<blocks, threads>>>(A, B, C, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < 3; i++) printf("%.9g\n", C[i]);
}`
	a, _ := ask(t, Question{Text: text, Observed: [2]string{"1.49000037 2.22500038 2.96000028", "1.49000037 2.22500038 2.96000051"}, Known: [2]string{"gpu", "gpu"}})
	if a.Verdict != Explained || a.Causes[0].ID != CauseContraction {
		t.Errorf("%v %+v", a.Verdict, a.Causes)
	}
	flag := false
	for _, r := range a.Remedies {
		flag = flag || r.Text == "-fmad=false"
	}
	if !flag {
		t.Errorf("no remedy -fmad=false: %+v", a.Remedies)
	}
	const axpy = "__global__ void axpy(float a, float *x, float *y) { int i = blockIdx.x*blockDim.x + threadIdx.x; y[i] = a*x[i] + y[i]; }\n" +
		"int main() { float *x, *y; axpy<<<1, 1>>>(2.1f, x, y); printf(\"%g\", y[0]); }"
	a, _ = ask(t, Question{Text: axpy, Rows: "a=-2.1 x[i]=0.9 y[i]=0.3", Observed: [2]string{"-1.58999991", "-1.59000003"}})
	if a.Verdict != Explained {
		t.Errorf("the kernel alone: %v %+v", a.Verdict, a.Causes)
	}
	for _, r := range a.Remedies {
		if strings.Contains(r.Text, ".fx") {
			t.Errorf("a remedy changes threadIdx.x: %s", r.Text)
		}
	}
}
