package explain

import (
	"strings"
	"testing"

	"ulplab/fpcore/explain"
	"ulplab/fpcore/sweep"
	"ulplab/site/files"
	"ulplab/site/views/expression"
)

// explanationModel is the answer to a question, as the page gets it from its worker.
func explanationModel(t *testing.T, v State) *Explanation {
	t.Helper()
	in := inputOf(v)
	j, err := sweep.Parse(job(in), explain.Kinds...)
	if err != nil {
		return &Explanation{In: in.v, Done: true, Fault: err.Error()}
	}
	r := j.Start()
	for !r.Step(50) {
	}
	return explained(in, r.Encode())
}

// TestExplainExamples: every question on offer is explained on both sides, with the cause that its title speaks of.
func TestExplainExamples(t *testing.T) {
	want := map[string]explain.ID{"fma": explain.CauseContraction, "x87": explain.CauseX87, "tie": explain.CauseReducedInput, "zsz": explain.CauseReducedInput, "dot": explain.CauseWide,
		"exp": explain.CauseLiteral, "library": explain.CauseLibrary, "fp8": explain.CauseConversion, "double": explain.CauseWide, "atomic": explain.CauseOrder, "matmul": explain.CauseOrder, "ptx": explain.CauseContraction}
	for _, e := range Examples {
		m := explanationModel(t, e.In)
		if !m.Answered() {
			t.Errorf("%s: %+v %s", e.ID, m.Problem, m.Fault)
			continue
		}
		a := &m.Answer
		s, _ := explain.New(inputOf(e.In).question())
		for !s.Next(64) {
		}
		if (explain.Reply{Answer: *a}).Encode() != (explain.Reply{Answer: s.Answer()}).Encode() {
			t.Errorf("%s: a worker gives another answer", e.ID)
		}
		for side := range 2 {
			if len(a.Sides[side].Groups) == 0 {
				t.Errorf("%s: result %d is not explained", e.ID, side+1)
				continue
			}
			for i := range a.Sides[side].Groups {
				g := m.Group(&a.Sides[side].Groups[i])
				if g.Name == "" || strings.Contains(g.Name, "  ") || g.Family == "" || g.Match == "" {
					t.Errorf("%s: a group without words: %+v", e.ID, g)
				}
			}
		}
		if len(a.Causes) == 0 || a.Causes[0].ID != want[e.ID] {
			t.Errorf("%s: causes %+v", e.ID, a.Causes)
			continue
		}
		for _, c := range a.Causes {
			if c.Title() == "" || c.Why() == "" {
				t.Errorf("%s: cause %s has no words", e.ID, c.ID)
			}
		}
		if v, ok := m.Trace(); ok != (e.ID == "x87" || e.ID == "ptx") {
			t.Errorf("%s: in the Expression view: %v %+v", e.ID, ok, v)
		} else if x := expression.New(v); ok && x == nil {
			t.Errorf("%s: nothing to trace", e.ID)
		}
		if title, note := example(e.ID); title == "" || note == "" {
			t.Errorf("%s has no title or note", e.ID)
		}
		if e.In.Example() != e.ID {
			t.Errorf("%s is not recognised as an example", e.ID)
		}
	}
}

// TestExplainProblems: what cannot be asked is said at its field, and the view has nothing else to show.
func TestExplainProblems(t *testing.T) {
	for _, c := range []struct {
		in    State
		where explain.Field
	}{
		{State{Program: "a*(b", Seen: [2]string{"1", ""}}, explain.InText},
		{State{Program: "", Seen: [2]string{"1", ""}}, explain.InText},
		{State{Program: "a*b", Rows: "1", Seen: [2]string{"1", ""}}, explain.InRows},
		{State{Program: "a*b", Rows: "1 x", Seen: [2]string{"1", ""}}, explain.InRows},
		{State{Program: "a*b", Rows: "1 2"}, explain.InFirst},
		{State{Program: "a*b", Rows: "1 2", Seen: [2]string{"one", ""}}, explain.InFirst},
		{State{Program: "a*b", Rows: "1 2", Seen: [2]string{"2", "zwei"}}, explain.InSecond},
		{State{Program: "a*b", Rows: "1 2", Seen: [2]string{"", "2"}}, explain.InFirst},
	} {
		m := explanationModel(t, c.in)
		if m.Problem == nil || m.Problem.Where != c.where || m.Problem.Text == "" || !m.Done {
			t.Errorf("%+v: %+v", c.in, m.Problem)
		}
	}
}

// TestExplainOne: one result alone is explained by its evaluations.
func TestExplainOne(t *testing.T) {
	m := explanationModel(t, State{Program: "a*b + c", Rows: "0.1 0.2 -0.02", Seen: [2]string{"4.470348358154297e-10", ""}})
	if m.Answer.Count != 1 || len(m.Answer.Causes) != 0 {
		t.Errorf("%+v", m.Answer)
	}
}

// TestExplainNearest: with one set of inputs, the nearest evaluation is some ulp off, and no others are spoken of.
func TestExplainNearest(t *testing.T) {
	m := explanationModel(t, State{Program: "a*b", Rows: "1e30 1e30", Seen: [2]string{"inf", "3.4028235e38"}})
	var b strings.Builder
	explainSide(&b, &m.Answer, 1)
	if said := b.String(); !strings.Contains(said, ", 1 ulp off.") || strings.Contains(said, "on the others") {
		t.Error(said)
	}
}

// TestComparedFiles: two columns from a text, from one file, and from two, are the same comparison.
func TestComparedFiles(t *testing.T) {
	npy := func(v ...string) []byte { // binary32, version 1.0
		h := "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }"
		for (10+len(h)+1)%64 != 0 {
			h += " "
		}
		b := append([]byte("\x93NUMPY\x01\x00"), byte(len(h)+1), byte((len(h)+1)>>8))
		b = append(b, h+"\n"...)
		for _, x := range v {
			b = append(b, x...)
		}
		return b
	}
	open := func(name string, data []byte) File {
		s := files.Put(name, data)
		return File{Name: s.Name, Digest: s.Digest}
	}
	one, two, near := "\x00\x00\x80\x3f", "\x00\x00\x00\x40", "\x02\x00\x80\x3f"
	for name, in := range map[string]ComparedInput{
		"text":      {Pair: "1 1\n2 2\n1 1.0000002384185791"},
		"one file":  {Files: [2]File{open("a.csv", []byte("cpu,gpu\n1,1\n2,2\n1,1.0000002384185791\n"))}, Bits: "f32"},
		"two files": {Files: [2]File{open("b.txt", []byte("1\n2\n1\n")), open("c.txt", []byte("1\n2\n1.0000002384185791\n"))}, Bits: "f32"},
		"arrays":    {Files: [2]File{open("d.npy", npy(one, two, one)), open("e.npy", npy(one, two, near))}},
		"mixed":     {Files: [2]File{open("d.npy", npy(one, two, one)), open("f.txt", []byte("1\n2\n1.0000002384185791\n"))}},
	} {
		if name == "text" {
			in.Bits = "f32"
		}
		c := NewCompared(in)
		for c.Arrays != nil && !c.Step(1) {
		}
		if c.Problem != "" || c.Arrays.Done != 3 || c.Arrays.Same != 2 || c.Arrays.Max() != 2 {
			t.Errorf("%s: %+v %+v", name, c, c.Arrays)
		}
	}
	for name, in := range map[string]ComparedInput{
		"gone":      {Files: [2]File{{Name: "x", Digest: "0123456789abcdef"}}},
		"unread":    {Files: [2]File{{Name: "The file is too long.", Digest: "-"}}},
		"one array": {Files: [2]File{open("d.npy", npy(one, two, one))}},
	} {
		if c := NewCompared(in); c == nil || c.Problem == "" {
			t.Errorf("%s: %+v", name, c)
		}
	}
	if NewCompared(ComparedInput{}) != nil {
		t.Error("nothing is compared")
	}
}

// TestOneResult: a result alone has an answer, which names no cause.
func TestOneResult(t *testing.T) {
	v := Examples[0].In
	v.Seen[1] = ""
	m := explanationModel(t, v)
	if !m.Answered() || len(m.Answer.Causes) > 0 || verdict(&m.Answer) != "Explained: an evaluation gives this result" {
		t.Errorf("%+v %s", m.Answer.Causes, verdict(&m.Answer))
	}
}
