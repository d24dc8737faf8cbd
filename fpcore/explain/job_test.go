package explain

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"testing"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/sweep"
)

// TestJob: the answer that a worker gives as text, in steps of any size, is the answer of the search, for every fourth
// question, with ULPLAB_LONG for every one; and what the worker tells on the way goes up to the end.
func TestJob(t *testing.T) {
	files, err := filepath.Glob("testdata/questions/*.txt")
	if err != nil || len(files) < 30 {
		t.Fatal(len(files), err)
	}
	questions := []Question{
		{Text: "a*(b", Observed: [2]string{"1", "2"}},
		{Text: "a*b", Rows: "1 x", Observed: [2]string{"1", "2"}},
		{Text: "float x[9], s = 0;\nfor (int i = 0; i < 9; i++) s += x[i];\ns", Rows: "0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9", Observed: [2]string{"4.5", "4.50000048"}},
		{Text: "float s = 0;\nfor (int i = 1; i <= 1000; i++) s += 1.0f/i;\ns", Observed: [2]string{"7.4854717", "7.48547173"}},
		{Text: "(__nv_fp8_e4m3)x", Rows: "464 448 448\n465 448 NaN", Results: 2},
	}
	for i, f := range files {
		if i%4 > 0 && os.Getenv("ULPLAB_LONG") == "" {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		q, err := ParseQuestion(string(text))
		if err != nil {
			t.Fatal(f, err)
		}
		questions = append(questions, q)
	}
	r := rand.New(rand.NewPCG(1, 3))
	for _, q := range questions {
		var want Reply
		want.Answer, want.Problem = answerTo(q)
		j, err := sweep.Parse(q.Job(), Kinds...)
		if err != nil {
			t.Fatal(err)
		}
		w, last := j.Start().(sweep.Teller), uint64(0)
		for !w.Step(1 + r.IntN(1000)) {
			if done := w.Done(); done < last || done >= 1000 || w.Doing() == "" {
				t.Fatalf("%q: from %d to %d, %q", q.Text, last, done, w.Doing())
			} else {
				last = done
			}
		}
		total := j.Start()
		if err := total.Merge(w.Encode()); err != nil || total.Done() != 1000 {
			t.Fatal(total.Done(), err)
		}
		got, err := DecodeReply(total.Encode())
		if err != nil {
			t.Fatal(err)
		}
		if where := unlike(reflect.ValueOf(want), reflect.ValueOf(got)); where != "" {
			t.Errorf("%q: the answer is another one at %s", q.Text, where)
		}
	}
}

// unlike is where two values differ in what other packages see of them, "" if nowhere.
func unlike(a, b reflect.Value) string {
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			if f := a.Type().Field(i); f.IsExported() {
				if s := unlike(a.Field(i), b.Field(i)); s != "" {
					return "." + f.Name + s
				}
			}
		}
		return ""
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return " (length)"
		}
		for i := range a.Len() {
			if s := unlike(a.Index(i), b.Index(i)); s != "" {
				return "[" + strconv.Itoa(i) + "]" + s
			}
		}
		return ""
	case reflect.Pointer:
		if a.IsNil() || b.IsNil() || a.Pointer() == b.Pointer() {
			if a.IsNil() != b.IsNil() {
				return " (nil)"
			}
			return ""
		}
		return unlike(a.Elem(), b.Elem())
	}
	if !a.Equal(b) {
		return " (" + a.String() + ", " + b.String() + ")"
	}
	return ""
}

func TestQuestionCode(t *testing.T) {
	q := Question{Text: "a\x00b ü", Free: expr.Double, Rows: "1\n2", Results: 2, Observed: [2]string{"x", "y"}, Format: format.BF16, Layout: Fixed, Known: [2]string{"gpu", "9.0-ftz"}}
	got, err := DecodeQuestion(q.Encode())
	if err != nil || got != q {
		t.Errorf("%+v %v", got, err)
	}
}

func FuzzQuestion(f *testing.F) {
	f.Add(Question{Text: "a*b", Observed: [2]string{"1", ""}}.Encode(), Reply{Problem: &Problem{Error: expr.Error{Text: "x"}}}.Encode())
	if s, p := New(Question{Text: "a*b+c", Rows: "0.1 0.2 -0.02", Observed: [2]string{"4.470348358154297e-10", "0"}}); p == nil {
		for !s.Next(1000) {
		}
		f.Add("", Reply{Answer: s.Answer()}.Encode())
	}
	f.Fuzz(func(t *testing.T, s, result string) {
		if r, err := DecodeReply(result); err == nil {
			if again, err := DecodeReply(r.Encode()); err != nil || unlike(reflect.ValueOf(r), reflect.ValueOf(again)) != "" {
				t.Fatalf("%+v reads back as %+v", r, again)
			}
		}
		q, err := DecodeQuestion(s)
		if err != nil {
			return
		}
		if again, err := DecodeQuestion(q.Encode()); err != nil || again != q {
			t.Fatalf("%+v reads back as %+v", q, again)
		}
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
