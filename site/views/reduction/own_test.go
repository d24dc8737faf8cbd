package reduction

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/site/files"
)

// Numbers as typed: commas separate, or are decimal commas where they can be nothing else; what may be either is refused.
func TestSumOwnCommas(t *testing.T) {
	for text, c := range map[string]struct {
		dot   bool
		a, b  []float64
		wrong string
	}{
		"1,5,2,5":             {a: []float64{1, 5, 2, 5}},
		"1, 5, 2, 5":          {a: []float64{1, 5, 2, 5}},
		"1,2,3\n4,5,6":        {a: []float64{1, 2, 3, 4, 5, 6}},
		"1,5;2,5":             {a: []float64{1.5, 2.5}},
		"1,5; -2,25e1; 3":     {a: []float64{1.5, -22.5, 3}},
		"1,5\t2,5\n3,5\t4":    {a: []float64{1.5, 2.5, 3.5, 4}},
		"1,5 2,5 3":           {a: []float64{1.5, 2.5, 3}},
		"[1,5 2,5]; [3 4,25]": {dot: true, a: []float64{1.5, 2.5}, b: []float64{3, 4.25}},
		"1,5;2,5 ":            {dot: true, a: []float64{1, 5}, b: []float64{2, 5}},
		"1 2;3 4":             {wrong: "semicolon stands between the two vectors"},
		"1;2;3":               {dot: true, wrong: "semicolon stands between the two vectors"},
		"1,5\n2,5\n3,5":       {wrong: "one number with a decimal comma or two numbers"},
		"1,5, 2,5, 3,5":       {wrong: "may separate numbers or be decimal commas"},
		"1,234;2,345":         {wrong: "group thousands"},
		"1,5;2.5":             {wrong: "decimal point: use one of the two"},
	} {
		a, b, note, problem := ownData(text, format.F64, c.dot)
		if c.wrong != "" {
			if !strings.Contains(problem, c.wrong) {
				t.Errorf("%q: %q, want %q", text, problem, c.wrong)
			}
			continue
		}
		if problem != "" || len(a) != len(c.a) || len(b) != len(c.b) {
			t.Errorf("%q: %s %d and %d elements", text, problem, len(a), len(b))
			continue
		}
		decimal := false
		for i := range a {
			if got := math.Float64frombits(a[i].Lo); got != c.a[i] {
				t.Errorf("%q: element %d is %v, want %v", text, i, got, c.a[i])
			}
			if b != nil && math.Float64frombits(b[i].Lo) != c.b[i] {
				t.Errorf("%q: element %d of the second vector", text, i)
			}
			decimal = decimal || c.a[i] != math.Trunc(c.a[i])
		}
		if decimal != strings.Contains(note, "decimal commas") {
			t.Errorf("%q: note %q", text, note)
		}
	}
}

// A long list is taken as a file of the same numbers, all of them; a link does not carry it and a text cut at its limit is
// refused.
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
	data, note, problem := paste(b.String(), false)
	if problem != "" || note != "" {
		t.Fatal(note, problem)
	}
	in := fileInput(pasted, data)
	in.Double = true
	m := newSum(input(in))
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
	if w := fileWords(in).Words; !strings.Contains(w, "too many for a link") {
		t.Error(w)
	}
	// Two vectors become two columns.
	data, _, problem = paste("1 2 3;\n4,5,6", true)
	if string(data) != "1 4\n2 5\n3 6\n" || problem != "" {
		t.Errorf("%q %s", data, problem)
	}
	for text, want := range map[string]string{
		"x 1 2":       "Number 1, “x”",
		"1 #2 3":      "Number 2, “#2”",
		"1\n//2\n3":   "Number 2, “//2”",
		"1":           "at least two",
		"1,5\n2,5\n3": "decimal comma or two numbers",
	} {
		if _, _, problem := paste(text, false); !strings.Contains(problem, want) {
			t.Errorf("%q: %q, want %q", text, problem, want)
		}
	}
	s := Put{ID: "k", Value: "own"}.Apply(First())
	s = Set{Do: TypeOwn, Text: b.String()}.Apply(s)
	if m := newSum(inputOf(s)); !m.Step(1_000_000, true) || !strings.Contains(m.Problem, "more than 16384 characters") {
		t.Errorf("a list cut at its limit: %q, %d elements", m.Problem, m.N)
	}
}

// No tree of a reader's is read in part: one that is too long is refused.
func TestTooLong(t *testing.T) {
	if problem, _ := readTree(strings.Repeat("(", 2000), 4); problem == "" {
		t.Error("a tree of 2000 characters")
	}
	tree := bench.Then(bench.First(), TreeType{Text: "((0 1) (2 3))" + strings.Repeat(" ", 1020)}).Part.Tree
	if problem, _ := readTree(tree, 4); !strings.Contains(problem, "1024 characters") {
		t.Errorf("a tree cut at its limit: %q", problem)
	}
}

// Numbers of a file that the format of the data does not hold are counted, against the processor's conversion.
func TestSumFileRounded(t *testing.T) {
	random := rand.New(rand.NewPCG(32, 64))
	var data []byte
	changed := 0
	for i := range 1000 {
		x := float64(random.IntN(1<<26)) / 64
		if float64(float32(x)) != x {
			changed++
		}
		for k, c := 0, math.Float64bits(x); k < 8; k++ {
			data = append(data, byte(c>>(8*k)))
		}
		_ = i
	}
	if changed < 100 || changed > 900 {
		t.Fatal("the numbers tell nothing")
	}
	for _, double := range []bool{false, true} {
		in := fileInput("v.f64", data)
		in.Double = double
		m := newSum(input(in))
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

// A link's file and another one: the other is offered, and taken when the reader says so.
func TestSumFileOffer(t *testing.T) {
	other := files.Put("other.csv", []byte("1\n2\n3\n"))
	s := First()
	s = OpenFile{Name: "mine.npy", Digest: "0123456789abcdef", Anyway: true}.Apply(s)
	s = OpenFile{Name: other.Name, Digest: other.Digest}.Apply(s)
	m := newSum(inputOf(s))
	m.Step(1_000_000, true)
	for _, want := range []string{"needs the file “mine.npy” (digest 0123456789abcdef)", "“other.csv”, is another file: its digest is " + other.Digest} {
		if !strings.Contains(m.Problem, want) {
			t.Errorf("%q, want %q", m.Problem, want)
		}
	}
	s = OpenFile{Name: other.Name, Digest: other.Digest, Anyway: true}.Apply(s)
	if m = newSum(inputOf(s)); !m.Step(1_000_000, true) && m.Problem != "" || s.File.Digest != other.Digest || s.File.Offer != (Offer{}) {
		t.Errorf("%q %+v", m.Problem, s.File)
	}
	// With a file that is here, the next one is taken at once.
	next := files.Put("next.csv", []byte("4\n5\n"))
	if s = (OpenFile{Name: next.Name, Digest: next.Digest}).Apply(s); s.File.Digest != next.Digest {
		t.Errorf("%+v", s.File)
	}
}
