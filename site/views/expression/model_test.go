package expression

import (
	"strconv"
	"strings"
	"testing"

	"ulplab/site/lab/labtest"
)

func exprExample(t *testing.T, id string) *Model {
	t.Helper()
	return made(labtest.Example(t, Examples, id))
}

func made(e State) *Model {
	m := New(e)
	for !m.Step(1) {
	}
	return m
}

// column returns the number of a target.
func column(t *testing.T, m *Model, id string) int {
	t.Helper()
	for i := range m.Columns {
		if m.Columns[i].ID == id {
			return i
		}
	}
	t.Fatalf("no column %s", id)
	return -1
}

// The bits were recorded: the question that the first example asks was posted with its numbers, and so were the two
// results of the white paper's Figure 1; those of discriminant to cross were run with nvcc 13.0 on an H200 and g++ 12.2.
func TestExprRecorded(t *testing.T) {
	for _, w := range []struct {
		id, target string
		row        int
		hex        string
	}{
		{"debug", "9.0", 0, "0x4601d400"},
		{"debug", "9.0-debug", 0, "0x4601d3ff"},
		{"debug", "gcc", 0, "0x4601d3ff"},
		{"debug", "gcc-fma", 0, "0x4601d400"},
		{"figure1", "9.0", 0, "0x28800000"},
		{"figure1", "9.0-debug", 0, "0x00000000"},
		{"figure1", "gcc", 0, "0x00000000"},
		{"figure1", "exact", 0, "0x28800000"},
		{"loop", "1.2", 0, "0x3d653500"},
		{"loop", "9.0", 0, "0x3d653501"},
		{"loop", "9.0-debug", 0, "0x3d653510"},
		{"loop", "gcc", 0, "0x3d653510"},
		{"loop", "gcc-fma", 0, "0x3d653510"},
		{"loop", "exact", 0, "0x3d653501"},
		{"debug", "exact", 0, "0x4601d400"},
	} {
		m := exprExample(t, w.id)
		i := column(t, m, w.target)
		if m.Columns[i].Problem != nil {
			t.Errorf("%s on %s: %s", w.id, w.target, m.Columns[i].Problem.Text)
			continue
		}
		if got := m.Rows[w.row].Results[i]; got.Hex != w.hex {
			t.Errorf("%s on %s: %s, want %s", w.id, w.target, got.Hex, w.hex)
		}
	}
}

// Figure 1 prints what the paper prints, but for the colons that its format strings do not have.
func TestExprFigure1Prints(t *testing.T) {
	m := exprExample(t, "figure1")
	if len(m.Notes) == 0 || !strings.Contains(m.Notes[0].Text, "semicolon") || m.Problem != nil {
		t.Errorf("notes %+v, problem %+v", m.Notes, m.Problem)
	}
	for target, want := range map[string]string{
		"gcc": "a 1.0000001\nb -1.0000002\nr 0\n",
		"9.0": "a 1.0000001\nb -1.0000002\nr 1.4210855e-14\n",
	} {
		if got := m.Columns[column(t, m, target)].Printed; got != want {
			t.Errorf("%s prints %q, want %q", target, got, want)
		}
	}
}

// What the first example says: who differs, where, and who is closer.
func TestExprFirst(t *testing.T) {
	m := made(Examples[0].State)
	if m.A != 0 || m.B != 1 {
		t.Fatalf("A is %d, B is %d", m.A, m.B)
	}
	if !strings.Contains(m.Verdict, " by 1 ulp.") || !strings.Contains(m.Verdict, "Closer to the exact value: "+m.Columns[0].Name) {
		t.Error(m.Verdict)
	}
	p := m.Part
	if p == nil || m.In.Text[p.From:p.To] != "d + b*c" || !strings.Contains(p.Cause, "fma.rn.f32") || !strings.Contains(p.Cause, "mul.rn.f32, add.rn.f32") {
		t.Fatalf("%+v", p)
	}
	// With fractions in Python: 0.4703383 ulp and -0.5296617 ulp.
	for i, want := range []string{"+0.470338", "-0.529662"} {
		if got := m.Rows[0].Results[i].Total; got != want {
			t.Errorf("column %d is off by %s ulp, want %s", i, got, want)
		}
	}
	links := 0
	for side := range p.Lines {
		for _, l := range p.Lines[side] {
			if l.Op != nil {
				links++
			}
		}
	}
	if links != 2+3 {
		t.Errorf("%d operations have a link, want 5", links)
	}
	if n := m.Rows[0].Results[0].Mark; n.Lo != 0x4601d400^0x4601d3ff {
		t.Errorf("marked: %x", n.Lo)
	}
	if d := m.Distances[0][1]; !d.Known || d.N != 1 {
		t.Errorf("apart %+v", d)
	}
}

// Every example is read, has a result or prints, and differs somewhere: the examples are telling.
func TestExprExamples(t *testing.T) {
	for _, e := range Examples {
		m := made(e.State)
		if m.Problem != nil {
			t.Errorf("%s: %s", e.ID, m.Problem.Text)
			continue
		}
		differ := false
		for k := range m.Rows {
			differ = differ || m.Rows[k].Differ
			for _, c := range m.Rows[k].Cells {
				if c.Problem != "" {
					t.Errorf("%s, row %d: %s: %s", e.ID, k, c.Name, c.Problem)
				}
			}
		}
		for i := range m.Columns {
			if p := m.Columns[i].Problem; p != nil {
				t.Errorf("%s on %s: %s", e.ID, m.Columns[i].ID, p.Text)
			}
		}
		if !m.Rows[0].Differ {
			t.Errorf("%s: the first row has equal results", e.ID)
		}
	}
}

// A sweep counts as the rows do.
func TestExprSweep(t *testing.T) {
	e := Examples[0].State
	e.Sweep.On = true
	m := made(e)
	s := m.Sweep
	if s == nil || !s.Done || len(s.X) != 101 || s.Name != "c" {
		t.Fatalf("%+v", s)
	}
	for k := 0; k < len(s.X); k += 10 {
		one := e
		one.Rows = "a=6708\tb=3.75/65535\tc=" + strconv.Itoa(17278+k) + "\td=0.25"
		n := made(one)
		for i := range m.Columns {
			if got, want := s.Bits[i][k], n.Rows[0].Results[i].Code.Lo; got != want {
				t.Errorf("c = %d on %s: %x, want %x", 17278+k, m.Columns[i].ID, got, want)
			}
		}
	}
	for _, w := range []struct {
		from, step, problem string
		n                   int
	}{{"1", "1 ulp", "", 5}, {"1", "-2 ulps", "", 5}, {"1", "0.5", "", 5}, {"3.4e38", "1e38", "", 1}, {"inf", "1", "from", 0}, {"1", "0", "step", 0}, {"1", "x ulp", "step", 0}, {"", "1", "from", 0}, {"1", "nan", "step", 0}} {
		x, from, step := exprRange(m.Rows[0].Cells[0].Format, w.from, w.step, 5)
		if len(x) != w.n || (from != "") != (w.problem == "from") || (step != "") != (w.problem == "step") {
			t.Errorf("from %q by %q: %d values, %q, %q", w.from, w.step, len(x), from, step)
		}
	}
}

// Where a loop needs more passes than are evaluated a sweep has no result: it is neither the same nor another.
func TestExprSweepUnfinished(t *testing.T) {
	e := Examples[0].State
	e.Text, e.Rows = "int f(float x) { int n = 0; while (x > 1) { x *= 0.5f; n += 1; } return n; }", "x=4"
	e.Sweep = Sweep{On: true, Name: "x", From: "1e30", Step: "1e30", N: 5}
	for from, ended := range map[string]int{"1e30": 0, "4": 5} {
		if e.Sweep.From = from; ended > 0 {
			e.Sweep.Step = "1"
		}
		m := made(e)
		s := m.Sweep
		if s == nil || !s.Done || s.Type.IsFloat() {
			t.Fatalf("%+v", s)
		}
		for i := range m.Columns {
			if s.Bits[i] != nil && (s.Equal[i] != ended || s.unfinished(i) != 5-ended || magnitude(s.Diff[i][s.Worst[i]]) != 0 && ended > 0) {
				t.Errorf("from %s on %s: %d same, %d without result", from, m.Columns[i].ID, s.Equal[i], s.unfinished(i))
			}
		}
		if shown := exprSweep(m); strings.Contains(shown, "farthest") || strings.Contains(shown, "no result") != (ended == 0) || strings.Contains(shown, "5 do not end") != (ended == 0) {
			t.Errorf("from %s: %s", from, shown)
		}
		e.Sweep.Step = "1e30"
	}
}

// A search for inputs that tell two targets apart finds some where there are any.
func TestExprFind(t *testing.T) {
	e := Examples[0].State
	e.Rows = "a=3\tb=5\tc=7\td=11"
	m := made(e)
	f := m.Find()
	for !f.Step(1) {
	}
	if f.Row == "" {
		t.Fatal("nothing found")
	}
	row := f.Row
	if g := m.Find(); !g.Step(1<<30) || g.Row != row {
		t.Errorf("in one step it is %s, in many %s", g.Row, row)
	}
	e.Rows = row
	if n := made(e); n.Rows[0].Results[0].Code == n.Rows[0].Results[1].Code {
		t.Errorf("%s gives the same bits", row)
	}
	e.Text = "a + b"
	if f := made(e).Find(); !f.Step(1<<30) || f.Row != "" || f.Tried != findTries {
		t.Errorf("an addition differs for %s, after %d tries", f.Row, f.Tried)
	}
}

// TestEscapeTime: a loop that needs more passes than are read at first is read again; with g++ 12.2, 118 passes without FMA and 127 with.
func TestEscapeTime(t *testing.T) {
	m := New(State{Targets: "gcc gcc-fma", Rows: "cx=-0.7319\tcy=0.2245", Text: `int mandel(float cx, float cy) {
  float x = 0, y = 0;
  int n = 0;
  while (n < 1000 && x*x + y*y < 4.0f) {
    float t = x*x - y*y + cx;
    y = 2.0f*x*y + cy;
    x = t;
    n++;
  }
  return n;
}`})
	for !m.Step(1 << 20) {
	}
	if m.Problem != nil || len(m.Rows) == 0 {
		t.Fatal(m.Problem, len(m.Rows))
	}
	for i, want := range []uint64{118, 127} {
		if r := m.Rows[0].Results[i]; !r.Known || r.Code.Lo != want {
			t.Errorf("%s gives %v %d, expected %d: %v", m.Columns[i].Name, r.Known, r.Code.Lo, want, m.Columns[i].Problem)
		}
	}
}
