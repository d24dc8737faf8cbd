package explain

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/expr"
)

// TestNamedRows: rows of names may hold their results, and what is missing is named.
func TestNamedRows(t *testing.T) {
	x := []expr.InputVar{{Name: "x", Type: expr.Float}}
	array := []expr.InputVar{{Name: "x[0]", Type: expr.Float}, {Name: "x[1]", Type: expr.Float, Index: 1}}
	for _, c := range []struct {
		inputs  []expr.InputVar
		results int
		rows    string
		want    int    // rows
		problem string // or what the message says
	}{
		{x, 2, "x = 1 first = 2.5 second = 2.6", 1, ""},
		{x, 2, "x = 1 first = 2.5 second = 2.6\nsecond: 0x3f800000 first: inf x: 2", 2, ""},
		{x, 1, "x = 1, result = 2.5; x = 2, result = nan", 2, ""},
		{x, 0, "x = 1", 1, ""},
		{nil, 2, "first = 1 second = 2", 1, ""},
		{nil, 1, "2.5", 1, ""},
		{nil, 0, "", 1, ""},
		{x, 2, "x = 1", 0, "no first result"},
		{x, 2, "x = 1 first = 2", 0, "no second result"},
		{x, 1, "x = 1", 0, "no result result"},
		{x, 1, "x = 1 first = 2", 0, "results are called result"},
		{x, 0, "x = 1 first = 2", 0, "no input first"},
		{x, 2, "x = 1 first = two second = 3", 0, "hexadecimal float"},
		{x, 1, "x =", 0, "x has no value"},
		{x, 0, "x = 1, 2, ..., 9", 0, "values are left out here"},
		{nil, 2, "", 0, "two results"},
		{nil, 0, "1 2", 0, "no inputs"},
		{nil, 0, "x = 1", 0, "no input x"},
		{array, 0, "x = 1..2", 1, ""},
		{array, 0, "x = 1..3", 1, ""},
		{array, 0, "x = 1..20000 1..20000 1..20000 1..20000", 0, "at most 65536 elements"},
		{array, 0, "x = 1..999999999", 0, "no number"},
		{array, 0, "float x[2] = {1.5f, 2.25f};", 1, ""},
		{x, 0, "const float x = 1.5f;", 1, ""},
		{array[1:], 0, "float x = 1", 1, ""},
		{x, 0, "x = 1..999999999999", 0, "no number"},
	} {
		got, err := ParseRows(c.rows, c.inputs, c.results, nil, AnyLayout)
		switch {
		case c.problem != "":
			if err == nil || !strings.Contains(err.Text, c.problem) {
				t.Errorf("%q with %d results: %+v, not %q", c.rows, c.results, err, c.problem)
			}
			continue
		case err != nil:
			t.Errorf("%q with %d results: %s", c.rows, c.results, err.Text)
			continue
		case len(got.In) != c.want || len(got.Wide) != c.want || len(got.Observed) != c.want:
			t.Errorf("%q with %d results: %+v", c.rows, c.results, got)
		}
		for i := range got.In {
			if len(got.In[i]) != len(c.inputs) || len(got.Observed[i]) != c.results {
				t.Errorf("%q with %d results: row %d is %v %v", c.rows, c.results, i, got.In[i], got.Observed[i])
			}
		}
	}
	two, _ := ParseRows("x = 1 first = 2.5 second = 2.6\nsecond: 0x3f800000 first: inf x: 2", x, 2, nil, AnyLayout)
	if two.In[1][0] != 0x40000000 || two.Observed[1][0].Shape != InfinityN || two.Observed[1][1].Code != 0x3f800000 || two.Observed[0][1].Text != "2.6" {
		t.Errorf("%+v", two)
	}
}

// TestQuestionsOfAnyShape: questions whose rows and results do not fit together are refused, and those that fit answered.
func TestQuestionsOfAnyShape(t *testing.T) {
	for _, text := range []string{"x*3.0f + 0.1f", "0.1f + 0.2f", "float a[2]; a[0]*a[1]"} {
		for _, rows := range []string{"", "x = 1", "1", "1 2", "1 2 3", "x = 1 first = 3.1 second = 3.1000001", "first = 0.3 second = 0.3", "a = 1 2", "first second\n1 2"} {
			for results := -1; results < 4; results++ {
				for _, seen := range [][2]string{{}, {"1"}, {"1", "2"}, {"1 2", "1 2"}} {
					s, p := New(Question{Text: text, Rows: rows, Results: results, Observed: seen})
					if p != nil {
						if p.Text == "" {
							t.Errorf("%q %q %d %q: a problem without words", text, rows, results, seen)
						}
						continue
					}
					for !s.Next(100) {
					}
					s.Answer()
				}
			}
		}
	}
}

// TestPasted: what Python prints around numbers is passed over wherever numbers are read, and no part of it is a number.
func TestPasted(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"tensor(1.5, device='cuda:0')", "1.5"},
		{"tensor([1.5, -2.5], device='cuda:0', dtype=torch.float64, requires_grad=True)", "1.5 -2.5"},
		{"torch.tensor([[1.5000],\n        [2.5000]], device=cuda:1, grad_fn=<AddBackward0>)", "1.5000 2.5000"},
		{"array([1.5, 2.5], dtype=float32)", "1.5 2.5"},
		{"Array([1.5, 2.5], dtype=float32, weak_type=True)", "1.5 2.5"},
		{"np.float32(1.5), np.float32(2.5)", "1.5 2.5"},
		{"nan(0x7fffff) 0x3fc00000 0x1.8p+1", "nan(0x7fffff) 0x3fc00000 0x1.8p+1"},
		{"1.5f -nan 2,3", "1.5f -nan 2 3"},
	} {
		list, err := observedList(c.text, nil, AnyLayout)
		var got []string
		for _, o := range list {
			got = append(got, o.Text)
		}
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("%q: %q %v, not %s", c.text, got, err, c.want)
		}
	}
	x := []expr.InputVar{{Name: "x[0]", Type: expr.Float}, {Name: "x[1]", Type: expr.Float, Index: 1}}
	for _, rows := range []string{"tensor([1.5, 2.5], device='cuda:0')", "x = tensor([1.5, 2.5], device='cuda:0')", "x = np.array([1.5, 2.5], dtype=np.float32)"} {
		if got, err := ParseRows(rows, x, 0, nil, AnyLayout); err != nil || len(got.In) != 1 || got.In[0][0] != 0x3fc00000 || got.In[0][1] != 0x40200000 {
			t.Errorf("%q: %v %v", rows, got, err)
		}
	}
	device := []expr.InputVar{{Name: "device", Type: expr.Float}}
	if got, err := ParseRows("device = 1.5", device, 0, nil, AnyLayout); err != nil || got.In[0][0] != 0x3fc00000 {
		t.Errorf("an input named device: %v %v", got, err)
	}
	a, err := NewArrays("tensor([1.5, 2.5], device='cuda:0')\ntensor([1.5, 3.5], device='cuda:0')", nil)
	if err != nil || a.N != 2 {
		t.Errorf("two tensors: %+v %v", a, err)
	}
}

// A loop counts to an input that the row gives.
func TestGiven(t *testing.T) {
	s, p := New(Question{Text: "float s = 0;\nfor (int i = 0; i < n; i++) s += a*x[i];\nreturn s;", Rows: "n = 3  a = 2  x = 1 2 4", Observed: [2]string{"14", "14"}})
	if p != nil {
		t.Fatal(p.Text)
	}
	for !s.Next(1 << 12) {
	}
	if a := s.Answer(); a.Verdict != Same || len(s.inputs) != 4 {
		t.Errorf("%v with %d inputs", a.Verdict, len(s.inputs))
	}
}

func TestNumbersWithSeparators(t *testing.T) {
	for _, rows := range []string{"a=1,000,000 b=2", "a = 1,5; b = 2", "a = -0,875"} {
		_, p := New(Question{Text: "a*b", Rows: rows, Observed: [2]string{"1", "2"}})
		if p == nil || !strings.Contains(p.Text, "with a point and without separators") {
			t.Errorf("%s: %+v", rows, p)
		}
	}
}

// TestElements: values of an array are its elements from the first on, whichever of them the program reads; as many values as it reads are those.
func TestElements(t *testing.T) {
	for _, c := range []struct{ text, rows, want string }{
		{"x[1] + x[2]", "x = 1 2 4", "6"},
		{"x[1] + x[2]", "x = 2 4", "6"},
		{"x[2]*y", "x = 1 2 4 y = 3", "12"},
		{"float s = 0; for (int i = 1; i < 6; i += 2) s += x[i]; s", "1 2 3 4 5 6", "12"},
		{"float s = 0; for (int i = 5; i > 2; i--) s = s*0.5f + x[i]; s", "x = 1..8", "8"},
		{"x[3]*x[5] - y[1]", "y = 1 2\nx = 1 2 3 4 5 6", "22"},
		{"float A[3][3], x[3]; float s = 0; for (int i = 0; i < 3; i++) s += A[1][i]*x[i]; s", "A = 1 2 3 4 5 6 7 8 9 x = 1 2 3", "32"},
		{"float y = 0; for (int j = 0; j < 3; j++) y += A[3*i + j]*x[j]; y", "A = 1 2 3 4 5 6 7 8 9 x = 1 2 3 i = 2", "50"},
		{"float m = x[0] + x[n-1]; for (int i = 1; i < n-1; i++) m += x[i]; m", "x = 1 2 3 4 n = 4", "10"},
		{"x[i] + x[i+1]", "x = 1 2 3", "give the index a value"},
		{"float s = 0; for (int i = 0; i < n; i++) s += x[i]*y[i]; s", "float x[3] = {1, 2, 3};\nconst float y[3] = {4, 5, 6};\nint n = 3;", "32"},
		{"float s = 0; for (int i = 0; i < n; i++) s += x[i]; s", "int n = 3;\nfloat x[3] = {1, 2, 4};", "7"},
		{"a*k", "float a = 1.5f;\nint k = 3;", "4.5"},
		{"__global__ void f(const float *x, float *y, float a, int n) { int i = blockIdx.x*blockDim.x + threadIdx.x; if (i < n) y[i] = a*x[i]; }",
			"a=2.5 n=5 threadIdx.x=3 blockIdx.x=0 blockDim.x=8\nx = 1 2 3 4 5\ny = 0 0 0 0 0", "10"},
		{"x[1] + x[2]", "x = 1", "give 3 values, or just the 2"},
		{"x[1] + x[9]", "x = 1 2 3", "give 10 values, or just the 2"},
	} {
		got := "unread"
		q := Question{Text: c.text, Rows: c.rows, Observed: [2]string{c.want, c.want}}
		if s, p := New(q); p != nil {
			got = p.Text
		} else if e := s.texts[0]; e != nil {
			r := s.resultsOf(e, s.chose(e, mustTarget("gcc")))
			got = strconv.FormatFloat(float64(math.Float32frombits(uint32(r[0]))), 'g', -1, 32)
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s with %s: %s, not %s", c.text, c.rows, got, c.want)
		}
	}
	// Two programs of which the second reads elements beside those of the first.
	s, p := New(Question{Text: "x[0] + n*1.0f", Second: "x[1] + x[2]", Rows: "x = 1 2 4 n = 5", Observed: [2]string{"6", "6"}})
	if p != nil {
		t.Fatal(p.Text)
	}
	for side, c := range s.texts {
		if r := s.resultsOf(c, s.chose(c, mustTarget("gcc"))); r[0] != 0x40c00000 {
			t.Errorf("program %d gives %#x", side, r[0])
		}
	}
}
