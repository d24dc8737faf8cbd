package expression

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/conform/testfile"
	"ulplab/site/kit/code"
	"ulplab/site/lab/labtest"
)

// Kernels as nvcc printed them, beside the target of their flags, on the inputs that an H200 ran them on: both columns hold the recorded bits.
func TestPTXRecorded(t *testing.T) {
	const data, entry = "../../../fpcore/conform/testdata/", ".visible .entry "
	index, err := os.ReadFile(data + "ptx/exprs.index.tsv")
	if err != nil {
		t.Fatal(err)
	}
	all := string(testfile.Text(t, data+"expressions_recorded.txt.gz"))
	compared := 0
	for flag, c := range map[string][2]string{"default": {"9.0", "(default flags)"}, "ftz": {"9.0-ftz", "-ftz=true"}, "fast": {"9.0-fastmath", "-use_fast_math"}} {
		head, kernels, _ := strings.Cut(string(testfile.Text(t, data+"ptx/exprs."+flag+".ptx.gz")), entry)
		texts := map[string]string{}
		for _, k := range strings.Split(kernels, entry) {
			texts[k[3:strings.Index(k, "PKf")]] = head + entry + k
		}
		_, part, _ := strings.Cut(all, "# target: nvcc 13.0 sm_90 "+c[1]+"\n# type: float")
		part, _, _ = strings.Cut(part, "# target: ")
		for line := range strings.Lines(string(index)) {
			kernel, e, ok := strings.Cut(strings.TrimSpace(line), "\t")
			if !ok || texts[kernel] == "" || len(texts[kernel]) > MaxPTX {
				continue
			}
			s := State{Text: e, PTX: texts[kernel], Takes: "a, b, c, d, e", Targets: c[0]}
			var want []string
			for line := range strings.Lines(part) {
				w := strings.Split(strings.TrimSpace(line), "\t")
				if len(w) != 3 || w[0] != e || len(want) == code.ExprMaxRows {
					continue
				}
				var row []code.Input
				for k, bits := range strings.Fields(w[1]) {
					row = append(row, code.Input{Name: string(rune('a' + k)), Text: "0x" + bits})
				}
				s.Rows += code.Join([][]code.Input{row}) + "\n"
				want = append(want, "0x"+w[2])
			}
			s.Rows = strings.TrimSpace(s.Rows)
			m := made(s)
			if m.PTX == nil || m.PTX.Problem != nil {
				t.Errorf("%s %s: %+v", flag, e, m.PTX)
				continue
			}
			for k := range m.Rows {
				for i := range m.Columns[:2] {
					if i == 0 && m.Rows[k].Results[i].Type != m.PTX.typ {
						continue // the kernel stores it as float
					}
					if compared++; m.Rows[k].Results[i].Hex != want[k] {
						t.Errorf("%s %s, row %d: %s in column %s, recorded %s", flag, e, k, m.Rows[k].Results[i].Hex, m.Columns[i].ID, want[k])
					}
				}
			}
		}
	}
	if compared < 1000 {
		t.Errorf("%d results compared", compared)
	}
}

// The example: where PTX and a target part, in words, in the text and in the PTX; the error, and what its parameters take.
func TestPTXExample(t *testing.T) {
	s := labtest.Example(t, Examples, "ptx")
	m := made(s)
	a, b := column(t, m, "9.0"), column(t, m, "ptx")
	r := m.Rows[0].Results
	if r[a].Hex != "0x403fffff" || r[b].Hex != "0x40400000" || r[column(t, m, "ptx-nofma")].Hex != "0x403fffff" || r[b].Total == "" || r[b].Mark.IsZero() {
		t.Errorf("%+v", r)
	}
	if m.A != a || m.B != b || !strings.Contains(m.Verdict, "differ by 1 ulp. Closer to the exact value: PTX, ptxas.") {
		t.Errorf("A is %d, B %d: %s", m.A, m.B, m.Verdict)
	}
	p := m.Part
	if p == nil || !strings.Contains(p.Cause, "executes fma.rn.f32; B (PTX, ptxas) executes mul.f32, mul.f32 fused with add.f32.") || p.Statement[1].Line != 15 || where(m) != "<code>(1 - t)*a + t*b</code>, line 15 of the PTX" {
		t.Errorf("%+v %s", p, where(m))
	}
	if said := bindings(m); !strings.Contains(said, "<code>b</code>, <code>t</code>, <code>r</code> (the result).") || !strings.Contains(said, `href="#/v1/ptx?`) {
		t.Error(said)
	}
	if n := strings.Count(ptxBack(m), "expr-apart"); n != 1 {
		t.Errorf("%d places marked in the PTX", n)
	}
	s.Sweep.On = true
	if m = made(s); !m.Sweep.Done || m.Sweep.Diff[b] == nil || m.Sweep.Equal[b] == m.Sweep.Equal[a] {
		t.Errorf("the sweep has no column of the PTX: %+v", m.Sweep)
	}
	s.Takes = "t, q"
	if m := made(s); m.PTX.Order != "The program has no input q." {
		t.Error(m.PTX.Order)
	}
	f := m.Find()
	for f != nil && !f.Step(1000) {
	}
	if f == nil || f.Row == "" {
		t.Error("nothing is found on which the target and the PTX differ")
	}
	s = Set{Do: Add, Text: "1.3"}.Apply(s)
	if m = made(s); m.Columns[m.B].ID != "ptx" {
		t.Errorf("another target takes the place of the PTX: B is %s", m.Columns[m.B].ID)
	}
	if s = (Set{Do: Assemble}).Apply(s); s.Pair != [2]uint8{} || len(made(s).Columns) != 5 {
		t.Errorf("without PTX A and B are %v", s.Pair)
	}
}

// Texts that are no PTX, do not fit the program or do not end are told at their place, and leave the targets as they are.
func TestPTXProblems(t *testing.T) {
	s := labtest.Example(t, Examples, "ptx")
	for _, c := range []struct{ old, new, place, says string }{
		{"mul.f32 %f6", "mul.f33 %f6", "Line 15, character 5", "f33"},
		{"%f6, %f3", "%q, %f3", "Line 15, character 13", "%q"},
		{"mul.f32 %f6, %f3, %f2", "tcgen05.wait::ld.sync.aligned", "Line 15, character 5", "tcgen05"},
		{".param .f32 b, ", "", "Line 9", "b"},
		{"sub.f32 %f4", "$L: bra $L; sub.f32 %f4", "Line 1, character 1", "executes more than 2^26 instructions"},
		{"[%rd2], %f7", "[%rd2+64], %f7", "Line 17, character 5", "at byte 64 of r"},
		{".param .f32 t, ", ".param .f64 t, ", "Line 1, character 1", "64 bits"},
		{".version", "float", "Line 1, character 1", ""},
	} {
		bad := s
		if bad.PTX = strings.Replace(s.PTX, c.old, c.new, 1); bad.PTX == s.PTX {
			t.Fatal(c.old)
		}
		m := made(bad)
		if m.PTX.Problem == nil {
			t.Errorf("%s: no problem", c.new)
			continue
		}
		if said := code.Problem(bad.PTX, m.PTX.Problem); !strings.Contains(said, c.place) || !strings.Contains(said, c.says) {
			t.Errorf("%s: %s", c.new, said)
		}
		if m.Rows[0].Results[0].Hex != "0x403fffff" {
			t.Errorf("%s: the target gives %s", c.new, m.Rows[0].Results[0].Hex)
		}
	}
	// Without a result in C there is nothing to compare with.
	s.Text = "float x = a; if ("
	if m := made(s); m.Problem == nil || m.PTX != nil {
		t.Errorf("%v %v", m.Problem, m.PTX)
	}
}

// An endless kernel does not hold the page up: a step of the model executes few instructions.
func TestPTXSteps(t *testing.T) {
	s := labtest.Example(t, Examples, "ptx")
	s.PTX = strings.Replace(s.PTX, "sub.f32 %f4", "$L: bra $L; sub.f32 %f4", 1)
	m := New(s)
	steps := 0
	for !m.Step(few) {
		steps++
	}
	if want := 1 << 26 / ptxStep; steps < want {
		t.Errorf("%s thread-instructions in a step", strconv.Itoa(1<<26/steps))
	}
}

// A kernel of Triton, whose block of 128 threads is given one element: silu of the first of the numbers that an H200 ran it on.
func TestPTXTriton(t *testing.T) {
	m := made(State{Text: "x / (1 + expf(-x))", PTX: string(testfile.Text(t, "../../../fpcore/conform/testdata/ptx/triton/silu.ptx.gz")), Targets: "9.0 exact", Rows: "x=0x404ac444"})
	if m.PTX == nil || m.PTX.Problem != nil {
		t.Fatalf("%+v", m.PTX)
	}
	if r := m.Rows[0].Results; len(r) != 3 || r[2].Hex != "0x40429444" {
		t.Errorf("%+v", r)
	}
	if m.Part == nil || len(m.Part.Lines[0]) == 0 {
		t.Errorf("%+v", m.Part)
	}
}
