package sum_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/summation"
	"ulplab/fpcore/wide"
	"ulplab/site/files"
	"ulplab/site/views/reduction/data"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/views/reduction/sumtest"
)

func fileInput(name string, bytes []byte) sum.Input {
	return sum.Input{Input: summation.Input{Kind: summation.File}, File: data.Source{Name: name, Digest: files.Put(name, bytes).Digest}}
}

// Files give the numbers that they hold, rounded once to the format of the data; what cannot be added is said.
func TestSumFromFile(t *testing.T) {
	raw := func(v ...float32) (b []byte) {
		for _, x := range v {
			c := math.Float32bits(x)
			b = append(b, byte(c), byte(c>>8), byte(c>>16), byte(c>>24))
		}
		return b
	}
	text := []byte("x,y\n0.1,1\n16777217,2\n-0.3,4\n")
	for _, c := range []struct {
		in           sum.Input
		dot, double  bool
		column       uint8
		n            int
		a, b         []float64
		words, wrong string
	}{
		{in: fileInput("v.csv", text), n: 3, a: []float64{float64(float32(0.1)), 16777216, float64(float32(-0.3))}, words: "3 numbers, text"},
		{in: fileInput("v.csv", text), double: true, n: 3, a: []float64{0.1, 16777217, -0.3}},
		{in: fileInput("v.csv", text), column: 1, n: 3, a: []float64{1, 2, 4}},
		{in: fileInput("v.csv", text), dot: true, n: 3, a: []float64{float64(float32(0.1)), 16777216, float64(float32(-0.3))}, b: []float64{1, 2, 4}},
		{in: fileInput("v.f32", raw(1, -2, 0.1, 5)), n: 4, a: []float64{1, -2, float64(float32(0.1)), 5}, words: "4 numbers, raw binary32"},
		{in: fileInput("v.f32", raw(1, -2, 0.1, 5)), double: true, dot: true, n: 2, a: []float64{1, -2}, b: []float64{float64(float32(0.1)), 5}},
		{in: fileInput("v.f32", raw(1, -2, 3)), dot: true, wrong: "cannot be halved"},
		{in: fileInput("v.f32", raw(1)), wrong: "at least two"},
		{in: fileInput("v.f32", make([]byte, 4*(summation.Most+1))), wrong: "adds up to 1048576"},
		{in: fileInput("v.csv", []byte("1\n2x\n")), wrong: "2x"},
		{in: sum.Input{Input: summation.Input{Kind: summation.File}, File: data.Source{Name: "mine.npy", Digest: "0123456789abcdef"}}, wrong: "needs the file “mine.npy”"},
		{in: sum.Input{Input: summation.Input{Kind: summation.File}}, wrong: "Open a file"},
	} {
		c.in.Dot, c.in.Double, c.in.File.Column = c.dot, c.double, c.column
		m := sum.New(sumtest.Launched(c.in))
		for i := 0; !m.Step(300_000, true) && m.Problem == "" && !m.Described(); i++ {
		}
		if c.wrong != "" {
			if !strings.Contains(m.Problem, c.wrong) {
				t.Errorf("%s: %q, want %q", c.in.File.Name, m.Problem, c.wrong)
			}
			continue
		}
		if m.Problem != "" || m.N != c.n {
			t.Errorf("%s: %s %d elements", c.in.File.Name, m.Problem, m.N)
			continue
		}
		bits := func(x float64) wide.U128 {
			if c.double {
				return wide.From64(math.Float64bits(x))
			}
			return wide.From64(uint64(math.Float32bits(float32(x))))
		}
		a, b := m.Elements()
		for i := range c.n {
			if a[i] != bits(c.a[i]) || c.b != nil && b[i] != bits(c.b[i]) {
				t.Errorf("%s: element %d is %x", c.in.File.Name, i, a[i].Lo)
			}
		}
		if w := data.Describe(c.in.File, m.E).Words; !strings.Contains(w, c.words) {
			t.Errorf("%s: %q", c.in.File.Name, w)
		}
	}
	two := data.Describe(fileInput("v.csv", text).File, format.F32)
	if len(two.Columns) != 2 || two.Columns[1] != "2 y" || two.Raw {
		t.Errorf("%+v", two)
	}
	file := fileInput("data", []byte{0, 0, 128, 63, 0, 0, 0, 64})
	if i := data.Describe(file.File, format.F32); !i.Raw || !strings.Contains(i.Words, "2 numbers, raw binary32") {
		t.Errorf("%+v", i)
	}
	file.File.Raw = "f16"
	if i := data.Describe(file.File, format.F32); !strings.Contains(i.Words, "4 numbers, raw binary16") {
		t.Errorf("%+v", i)
	}
}

// A long list is taken as a file of the same numbers, all of them.
func TestSumPaste(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 384))
	const n = 200_000
	want := make([]float64, n)
	var b strings.Builder
	for i := range want {
		want[i] = random.NormFloat64()
		b.WriteString(strconv.FormatFloat(want[i], 'g', -1, 64))
		b.WriteString([]string{" ", ", ", "\n"}[random.IntN(3)])
	}
	bytes, note, problem := data.Paste(b.String(), false)
	if problem != "" || note != "" {
		t.Fatal(note, problem)
	}
	in := fileInput(data.Pasted, bytes)
	in.Double = true
	m := sum.New(sumtest.Launched(in))
	for !m.Described() && m.Problem == "" {
		m.Step(1_000_000, true)
	}
	if m.Problem != "" || m.N != n {
		t.Fatalf("%s %d elements", m.Problem, m.N)
	}
	a, _ := m.Elements()
	for i, x := range want {
		if got := math.Float64frombits(a[i].Lo); got != x {
			t.Fatalf("element %d is %v, want %v", i, got, x)
		}
	}
	if w := data.Describe(in.File, m.E).Words; !strings.Contains(w, "too many for a link") {
		t.Error(w)
	}
	// Two vectors become two columns.
	bytes, _, problem = data.Paste("1 2 3;\n4,5,6", true)
	if string(bytes) != "1 4\n2 5\n3 6\n" || problem != "" {
		t.Errorf("%q %s", bytes, problem)
	}
	for text, want := range map[string]string{
		"x 1 2":       "Number 1, “x”",
		"1 #2 3":      "Number 2, “#2”",
		"1\n//2\n3":   "Number 2, “//2”",
		"1":           "at least two",
		"1,5\n2,5\n3": "decimal comma or two numbers",
	} {
		if _, _, problem := data.Paste(text, false); !strings.Contains(problem, want) {
			t.Errorf("%q: %q, want %q", text, problem, want)
		}
	}
}

// Numbers of a file that the format of the data does not hold are counted, against the processor's conversion.
func TestSumFileRounded(t *testing.T) {
	random := rand.New(rand.NewPCG(32, 64))
	var bytes []byte
	changed := 0
	for i := range 1000 {
		x := float64(random.IntN(1<<26)) / 64
		if float64(float32(x)) != x {
			changed++
		}
		for k, c := 0, math.Float64bits(x); k < 8; k++ {
			bytes = append(bytes, byte(c>>(8*k)))
		}
		_ = i
	}
	if changed < 100 || changed > 900 {
		t.Fatal("the numbers tell nothing")
	}
	for _, double := range []bool{false, true} {
		in := fileInput("v.f64", bytes)
		in.Double = double
		m := sum.New(sumtest.Launched(in))
		for !m.Described() && m.Problem == "" {
			m.Step(1_000_000, true)
		}
		want := ""
		if !double {
			want = strconv.Itoa(changed) + " of the 1000 numbers of the file are no values of binary32 and are rounded to it: all sums below, the exact one too, are of the rounded numbers. With the format binary64 they stay as they are."
		}
		if m.Note != want {
			t.Errorf("double %v: %q, want %q", double, m.Note, want)
		}
	}
}
