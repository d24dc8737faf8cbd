package explain

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/sweep"
)

func init() { sweep.Kinds = append(sweep.Kinds, Kinds...) }

// TestJobParts: the parts of a search in any order give the answer that the whole gives.
func TestJobParts(t *testing.T) {
	for _, q := range []Question{
		{Text: "float a = 6708, b = 3.75f/65535, c = 17278, d = 0.25;\na*(d+b*c)", Observed: [2]string{"0x4601D3FF", "0x4601D400"}},
		{Text: "a*b-c*d", Rows: "a=1.1 b=2.2 c=3.3 d=0.73", Observed: [2]string{"0.0110", "0.5"}},
		{Text: "float x[9], s = 0;\nfor (int i = 0; i < 9; i++) s += x[i];\ns", Rows: "0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9", Observed: [2]string{"4.5", "4.50000048"}},
	} {
		whole, s := ask(t, q)
		job, err := sweep.Parse(s.Job())
		if err != nil {
			t.Fatal(err)
		}
		if job.String() != s.Job() {
			t.Errorf("%q reads back as %q", s.Job(), job.String())
		}
		plan := sweep.NewPlan(job, 13)
		r := rand.New(rand.NewPCG(1, 3))
		type part struct {
			n    int
			text string
		}
		var parts []part
		for {
			n, text, ok := plan.Next()
			if !ok {
				break
			}
			parts = append(parts, part{n, text})
		}
		r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		for _, p := range parts {
			j, err := sweep.Parse(p.text)
			if err != nil {
				t.Fatal(err)
			}
			w := j.Start()
			for !w.Step(5) {
			}
			if err := plan.Accept(p.n, w.Encode()); err != nil {
				t.Fatal(err)
			}
		}
		if !plan.Finished() {
			t.Fatal("not finished")
		}
		merged, p := New(q)
		if p != nil {
			t.Fatal(p.Text)
		}
		if err := merged.Adopt(plan.Total.Encode()); err != nil {
			t.Fatal(err)
		}
		for !merged.Next(100) {
		}
		a := merged.Answer()
		if !reflect.DeepEqual(a.Sides[0].Groups, whole.Sides[0].Groups) || !reflect.DeepEqual(a.Sides[1].Groups, whole.Sides[1].Groups) || !reflect.DeepEqual(a.Causes, whole.Causes) {
			t.Errorf("%q: parts give another answer", q.Text)
		}
	}
}

func TestQuestionCode(t *testing.T) {
	q := Question{Text: "a\x01b ü", Free: expr.Double, Rows: "1\n2", Results: 2, Observed: [2]string{"x", "y"}, Format: format.BF16, Layout: Fixed, Known: [2]string{"gpu", "9.0-ftz"}}
	got, err := DecodeQuestion(q.Encode())
	if err != nil || got != q {
		t.Errorf("%+v %v", got, err)
	}
}

func FuzzQuestion(f *testing.F) {
	f.Add(Question{Text: "a*b", Observed: [2]string{"1", ""}}.Encode(), "0 1 0 0 0")
	f.Fuzz(func(t *testing.T, s, result string) {
		q, err := DecodeQuestion(s)
		if err != nil {
			return
		}
		if again, err := DecodeQuestion(q.Encode()); err != nil || again != q {
			t.Fatalf("%+v reads back as %+v", q, again)
		}
		w := &worker{}
		w.Merge(result)
	})
}

func FuzzRows(f *testing.F) {
	f.Add("a = 1 b = 2..5")
	f.Add("a b x\n1 2 3\n4 5 6")
	f.Add("b = 1 2 3 4, a = 0x3f800000")
	f.Add("a = tensor(1.5, device='cuda:0') b = 1 2 n = 3 first = 1 second = 2")
	inputs := []expr.InputVar{{Name: "a", Type: expr.Float}, {Name: "b[0]", Type: expr.Double}, {Name: "b[1]", Type: expr.Double}, {Name: "n", Type: expr.Int}}
	f.Fuzz(func(t *testing.T, s string) {
		for results := range 3 {
			tab, err := ParseRows(s, inputs, results, nil, AnyLayout)
			if err != nil {
				if err.From < 0 || err.From > err.To || int(err.To) > len(s) || err.Text == "" {
					t.Fatalf("%+v", err)
				}
				continue
			}
			for i := range tab.In {
				if len(tab.In[i]) != len(inputs) || len(tab.Wide[i]) != len(inputs) || len(tab.Observed[i]) != results {
					t.Fatal("a row is short")
				}
			}
		}
	})
}

// FuzzExplain: whatever is asked, the search ends and answers.
func FuzzExplain(f *testing.F) {
	f.Add("a*b+c", "1 2 3", "5", "5.1")
	f.Add("float x[3], s = 0; for (int i = 0; i < 3; i++) s += x[i]*x[i]; s", "1 2 3", "14", "nan")
	f.Add("(int)(a/b)", "1 0", "0", "0xffffffff")
	f.Add("sqrtf(a*a+b*b)*1.5", "1e30 1e-40", "inf", "1e30")
	f.Fuzz(func(t *testing.T, text, rows, one, two string) {
		if len(text) > 300 || len(rows) > 300 {
			return
		}
		s, p := New(Question{Text: text, Rows: rows, Observed: [2]string{one, two}})
		if p != nil {
			if p.Text == "" {
				t.Fatal("a problem without words")
			}
			return
		}
		if len(s.base.Values) > 200 {
			return
		}
		for !s.Next(50) {
		}
		s.Answer()
	})
}
