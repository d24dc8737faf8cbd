package conform

import (
	"strings"
	"testing"
)

// TestMatrixInput: files of matrix instructions and products that are off get an error or a reason that names what is
// wrong, and a size without a plan is not claimed.
func TestMatrixInput(t *testing.T) {
	head := "# op: mma.m8n8k4.f64.f64.f64.f64\n# terms: 4\n"
	one := "3ff0000000000000"
	ones := one + "," + one + "," + one + "," + one
	gemm := "# op: torch.matmul float32, TF32 off\n"
	for _, c := range []struct{ text, err, reason string }{
		{head + ones + " " + ones + " 0 4010000000000000", "", ""},
		{head + ones + " " + ones + " 0", "3 columns", ""},
		{head + one + " " + ones + " 0 0", "1 elements, not 4", ""},
		{head + ones + " " + strings.Replace(ones, "3", "x", 1) + " 0 0", "no hexadecimal", ""},
		{head + ones + " " + ones + " 0 0x", "no hexadecimal", ""},
		{"# op: mma.m8n8k5.f64\n# terms: 4\n0 0 0 0", "", "no matrix instruction"},
		{"# op: mma.m8n8k4.f64.f64.f64.f64\n# terms: 8\n0 0 0 0", "", "4 terms, not 8"},
		{"# op: mma.m8n8k4.f64.f64.f64.f64\n# terms: 4\n# cc: 8.9\n0 0 0 0", "", "compute capability 8.9 has no"},
		{"# op: mma.m8n8k4.f64.f64.f64.f64\n# terms: 4\n# cc: nine\n0 0 0 0", "", "no compute capability"},
		{gemm + "64 64 2\t3f800000\t3f800000\t0", "1 elements, not 2", ""},
		{gemm + "64 64\t3f800000\t3f800000\t0", "no size M N K", ""},
		{gemm + "64 64 -1\t3f800000\t3f800000\t0", "no size M N K", ""},
		{gemm + "64 64 1\t3f800000\t0", "3 columns", ""},
		{"# op: torch.bmm\n64 64 1\t3f800000\t3f800000\t0", "", "no matrix product"},
	} {
		reports, err := Check(strings.NewReader(c.text))
		switch {
		case c.err == "" && err != nil, c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%q: error %v", c.text, err)
		case c.err == "" && !strings.Contains(reports[0].Reason, c.reason), c.err == "" && (c.reason != "") != (reports[0].Unsupported == 1):
			t.Errorf("%q: %+v", c.text, reports[0])
		}
	}
	reports, err := Check(strings.NewReader(gemm + "64 63 1\t3f800000\t3f800000\t0"))
	if err != nil || reports[0].Unsupported != 1 || reports[0].Failed != 0 {
		t.Errorf("a size without a plan: %+v, %v", reports, err)
	}
}
