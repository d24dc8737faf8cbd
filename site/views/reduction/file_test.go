package reduction

import (
	"math"
	"strings"
	"testing"

	"ulplab/fpcore/summation"
	"ulplab/fpcore/wide"
	"ulplab/site/files"
)

func fileInput(name string, data []byte) Input {
	return Input{Input: summation.Input{Kind: summation.File}, File: Source{Name: name, Digest: files.Put(name, data).Digest}}
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
		in           Input
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
		{in: Input{Input: summation.Input{Kind: summation.File}, File: Source{Name: "mine.npy", Digest: "0123456789abcdef"}}, wrong: "needs the file “mine.npy”"},
		{in: Input{Input: summation.Input{Kind: summation.File}}, wrong: "Open a file"},
	} {
		c.in.Dot, c.in.Double, c.in.File.Column = c.dot, c.double, c.column
		m := newSum(input(c.in))
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
		if w := fileWords(c.in).Words; !strings.Contains(w, c.words) {
			t.Errorf("%s: %q", c.in.File.Name, w)
		}
	}
	two := fileWords(fileInput("v.csv", text))
	if len(two.Columns) != 2 || two.Columns[1] != "2 y" || two.Raw {
		t.Errorf("%+v", two)
	}
	bytes := fileInput("data", []byte{0, 0, 128, 63, 0, 0, 0, 64})
	if i := fileWords(bytes); !i.Raw || !strings.Contains(i.Words, "2 numbers, raw binary32") {
		t.Errorf("%+v", i)
	}
	bytes.File.Raw = "f16"
	if i := fileWords(bytes); !strings.Contains(i.Words, "4 numbers, raw binary16") {
		t.Errorf("%+v", i)
	}
}
