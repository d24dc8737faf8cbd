package explain

import (
	"strings"
	"testing"

	"ulplab/fpcore/expr"
)

// TestNamedRows: rows of names may hold their results, and what is missing is named.
func TestNamedRows(t *testing.T) {
	x := []expr.InputVar{{Name: "x", Type: expr.Float}}
	array := []expr.InputVar{{Name: "x[0]", Type: expr.Float}, {Name: "x[1]", Type: expr.Float}}
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
		{nil, 2, "", 0, "two results"},
		{nil, 0, "1 2", 0, "no inputs"},
		{nil, 0, "x = 1", 0, "no input x"},
		{array, 0, "x = 1..2", 1, ""},
		{array, 0, "x = 1..3", 0, "takes 2 more, here are 3"},
		{array, 0, "x = 1..999999999", 0, "no number"},
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
	x := []expr.InputVar{{Name: "x[0]", Type: expr.Float}, {Name: "x[1]", Type: expr.Float}}
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
