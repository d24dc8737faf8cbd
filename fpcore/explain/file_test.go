package explain

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/conform/testfile"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
)

// Every file of testdata/questions begins with what a true answer is: a verdict, and after a colon the identifiers of
// causes of which one has to be the first, with "alone" if it has to be the only one and "shared" if it must not be said to be. Most files were computed by strict
// evaluation in binary32 and binary64, those of x87, glibc's functions and -ffast-math by g++ 12.2; functions of the GPU are
// recorded from an H200.
func TestFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/questions/*.txt")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		expect(t, filepath.Base(name), string(data))
	}
}

// The questions of asked.txt.gz, built.txt.gz and posted.txt.gz, each in the same form.
func TestAsked(t *testing.T) {
	for _, name := range []string{"asked", "built", "posted"} {
		_, all, _ := strings.Cut(string(testfile.Text(t, "testdata/"+name+".txt.gz")), "\n")
		list := strings.Split(all, expectation)[1:]
		for i, q := range list {
			if testing.Short() && i%8 > 0 {
				continue
			}
			expect(t, strings.TrimSpace(q), expectation+q)
		}
	}
}

// TestEndless: a program that does not come to its end, or is too long, is read once, however many inputs may be what its loops count
// to.
func TestEndless(t *testing.T) {
	for _, program := range []string{
		"for (;;) x = x*0.5f + 1.0f; return x;",
		"int i = 0; while (1) i++; return x + i;",
		"float s = 0; for (int i = 0; i < 1000; i++) for (int j = 0; j < 1000; j++) s += i*j*x; return s;",
		"for (int i = 0; ; i++) for (int j = 0; j < 1000; j++) x += 1; return x;",
	} {
		_, p := New(Question{Text: program, Rows: "x=1 n=100 m=7 k=8 l=9 o=10", Observed: [2]string{"2", "3"}})
		if p == nil || !p.Limit {
			t.Errorf("%s: %+v", program, p)
		}
	}
}

// TestOpen: what is not given is told as open, what cannot be read is not.
func TestOpen(t *testing.T) {
	for _, c := range []struct {
		text, rows string
		open       bool
	}{
		{"noise(x)*2", "x=1", true}, {"a*b", "a=1", true}, {"float s = 0; for (int i = 0; i < n; i++) s += x; s", "x=1", true}, {"x[0] + x[1]", "x = 1 ... 2", true},
		{"a*", "a=1", false}, {"a*b", "a=1 b=two", false}, {"a*b", "a=1 b=2 c=3", false},
	} {
		if _, p := New(Question{Text: c.text, Rows: c.rows, Observed: [2]string{"2", "3"}}); p == nil || p.Open() != c.open {
			t.Errorf("%s with %s: %+v", c.text, c.rows, p)
		}
	}
}

// TestUnfenced: of a text in Markdown the program is left, at its place.
func TestUnfenced(t *testing.T) {
	for in, want := range map[string]string{
		"a*b": "a*b", "`a*b`": " a*b ",
		"See:\n\n```cuda\na*b\n```\nWhy?": "    \n\n       \na*b\n   \n    ",
		"```\na\n```\nor\n```\nb\n```":    "```\na\n```\nor\n```\nb\n```",
	} {
		if got := unfenced(in); got != want || len(got) != len(in) {
			t.Errorf("%q: %q", in, got)
		}
	}
}

// answers are those that the search gave so far: several tests look at the same, and none changes them.
var answers = map[Question]Answer{}

// answerTo answers a question.
func answerTo(q Question) (Answer, *Problem) {
	a, ok := answers[q]
	if !ok {
		s, p := New(q)
		if p != nil {
			return a, p
		}
		for !s.Next(1 << 12) {
		}
		a = s.Answer()
		answers[q] = a
	}
	return a, nil
}

const expectation = "# expect: "

// remediesOf writes the remedies of an answer as the line "# remedies: " of a question has them.
func remediesOf(a *Answer) string {
	var list []string
	for _, r := range a.Remedies {
		s := [...]string{"first: ", "second: ", "both: "}[r.Side] + strings.Join(strings.Fields(r.Text), " ")
		if r.Note != "" {
			s += " [" + r.Note + "]"
		}
		list = append(list, s)
	}
	if list == nil {
		return "none"
	}
	return strings.Join(list, " | ")
}

// hintsOf writes the hints of an answer as the line "# hints: " of a question has them.
func hintsOf(a *Answer) string {
	var list []string
	for side := range a.Count {
		for _, h := range a.Sides[side].Hints {
			list = append(list, [...]string{"first: ", "second: "}[side]+h.Text)
		}
	}
	return strings.Join(list, " | ")
}

// expect answers a question and compares the answer with what its first line says, and the lines "# remedies: " and "# hints: " if it has them.
func expect(t *testing.T, name, text string) {
	t.Helper()
	head, _, _ := strings.Cut(text, "\n")
	want, ok := strings.CutPrefix(head, expectation)
	if !ok {
		t.Fatalf("%s does not say what is expected", name)
	}
	q, err := ParseQuestion(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	a, p := answerTo(q)
	if p != nil {
		t.Fatalf("%s: %s", name, p.Text)
	}
	verdict := map[string]Verdict{"not rounding": NotRounding, "explained": Explained, "cannot be told": CannotTell, "within bound": WithinBound, "same": Same}
	word, rest, _ := strings.Cut(want, ":")
	if v, known := verdict[word]; !known || v != a.Verdict {
		t.Errorf("%s: %v, expected %s", name, a.Verdict, want)
		return
	}
	if _, list, ok := strings.Cut(text, "\n# hints: "); ok {
		if list, _, _ = strings.Cut(list, "\n"); list != hintsOf(&a) {
			t.Errorf("%s: the hints are %s", name, hintsOf(&a))
		}
	}
	if a.Verdict == NotRounding || rest == "" && len(a.Causes) == 0 { // nothing more is expected
		return
	}
	if len(a.Causes) == 0 {
		t.Errorf("%s: no cause, expected %s", name, want)
		return
	}
	first := a.Causes[0]
	if named := strings.Contains(rest, first.ID.String()); a.Verdict != Same && !named {
		t.Errorf("%s: the first cause is %v, expected %s", name, first.ID, want)
	}
	if strings.Contains(rest, "shared") && first.Alone {
		t.Errorf("%s: %v stands alone", name, first.ID)
	}
	if strings.Contains(rest, "alone") && !first.Alone {
		t.Errorf("%s: %v does not stand alone", name, first.ID)
	}
	if u := first.Pairs; len(u[0]) > 0 && len(u[1]) > 0 && a.Tolerance.Missing < 0 && a.Verdict == Explained {
		for row := range u[0][0].Results {
			tolerates(t, name, row, &a, &u[0][0], &u[1][0])
		}
	}
	if _, list, ok := strings.Cut(text, "\n# remedies: "); ok {
		if list, _, _ = strings.Cut(list, "\n"); list != remediesOf(&a) {
			t.Errorf("%s: the remedies are %s", name, remediesOf(&a))
		}
	}
	for _, r := range a.Remedies {
		if !(ran{r.Type[0], r.Bits[0]}).equal(ran{r.Type[1], r.Bits[1]}) {
			t.Errorf("%s: the remedy %s leaves a difference", name, r.Text)
		}
	}
}

// tolerates compares the results of a row with the tolerances of an answer: the relative one and that in ulp, of the narrower of the two formats, are of the exact
// value, which lies no farther from the larger result than the tolerance says.
func tolerates(t *testing.T, name string, row int, a *Answer, x, y *Candidate) {
	t.Helper()
	b, single := &a.Tolerance, x.Type == expr.Float || y.Type == expr.Float
	if f := a.Truth.narrower(); f != nil {
		single = f == format.F32
	}
	p, q := valueIn(x.Type, x.Results[row]), valueIn(y.Type, y.Results[row])
	d := math.Abs(p - q)
	if p == q || math.IsNaN(p) && math.IsNaN(q) {
		return
	}
	larger := math.Max(math.Abs(p), math.Abs(q))
	if most, err := strconv.ParseFloat(b.PairAbsolute, 64); err != nil || !(d <= most*(1+1e-9)) {
		t.Errorf("%s, row %d: the results are %g apart, and the tolerance is %s", name, row+1, d, b.PairAbsolute)
	}
	if most, err := strconv.ParseFloat(b.PairRelative, 64); err == nil && most < 1 && d > larger*most/(1-most) {
		t.Errorf("%s, row %d: the results are %g and %g, and the relative tolerance is %s", name, row+1, p, q, b.PairRelative)
	}
	_, exp := math.Frexp(larger)
	exp = max(exp-53, -1074)
	if single {
		exp = max(exp+29, -149)
	}
	if most, err := strconv.ParseFloat(b.PairUlps, 64); err == nil && d > most*math.Ldexp(2, exp) {
		t.Errorf("%s, row %d: the results are %g and %g, and the tolerance is %s ulp", name, row+1, p, q, b.PairUlps)
	}
}

// valueIn is the number of a type with some bits, as a double.
func valueIn(t expr.Type, bits uint64) float64 {
	switch t {
	case expr.Float:
		return float64(math.Float32frombits(uint32(bits)))
	case expr.Double:
		return math.Float64frombits(bits)
	}
	return float64(int64(bits))
}

func TestParseQuestion(t *testing.T) {
	for _, c := range []struct{ text, err string }{
		{"", "has no program"},
		{"program:\na*b\n", "has no result"},
		{"a*b\n", "a key is expected"},
		{"program:\na*b\ninputs: a=1 b=2\nfirst: 2\nfirst machine: H200\n", "line 5: first machine: is no key; the keys are program:,"},
		{"program: a\nprogram: b\nfirst: 1", "stands there twice"},
	} {
		if _, err := ParseQuestion(c.text); err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%q: %v", c.text, err)
		}
	}
	q, err := ParseQuestion("# a comment\r\nprogram: a*b\r\ninputs:\r\na=1 b=2\r\nfirst: 2\r\nsecond: 3\r\non second: nvcc -arch=sm_86 -fmad=false\r\n")
	if err != nil || q.Text != "a*b" || q.Rows != "a=1 b=2" || q.Observed != [2]string{"2", "3"} || q.Known != [2]string{"", "8.6-nofma"} {
		t.Errorf("%+v %v", q, err)
	}
}

func TestParseKnown(t *testing.T) {
	for words, want := range map[string]string{
		"nvcc -prec-div=false -prec-sqrt=false": "9.0-nodiv-nosqrt", "nvcc --ftz true": "9.0-ftz", "nvcc -arch=sm_80 -fmad=false -ftz=true": "8.0-ftz-nofma",
		"nvcc -use_fast_math -ftz=false": "gpu", "nvcc -O3 -G": "9.0-debug",
		"a GPU": "gpu", "a CPU": "cpu", "compute capability 9.0": "gpu 9.0", "sm_75": "gpu 7.5", "H200": "gpu", "a 32-bit PC": "x87",
		"x86-64 g++ -O2": "cpu nofma", "nvcc -use_fast_math": "9.0-fastmath", "numpy": "cpu library by other", "x.half().cuda().sum()": "gpu f16", "torch, bfloat16, on an A100": "gpu library bf16 by torch", "Excel": "double by other", "half the threads": "any order", "loop from 5000 down to 1": "any order", "GPU, tree reduction": "gpu order", "computed in the street": "", "x87, reversed": "x87 order", "9.0-nofma": "9.0-nofma", "my uncle's": "",
		"g++ -O3 -ffast-math": "cpu fast nofma", "g++ -O3 -ffast-math -mavx2": "cpu fast nofma", "gcc -O2 -mavx512f": "cpu", "gcc -O3 -march=native": "cpu", "g++ -O2": "cpu nofma", "gcc -O2 -freciprocal-math": "cpu loose nofma", "g++ -O2 -fsingle-precision-constant": "cpu single nofma", "a warm build, g++ -O2, a powerful chip": "cpu nofma", "arm64, gcc -O2": "cpu by arm", "assembled by hand, passed through gcc -O2": "cpu nofma", "aarch64, gcc -O2": "cpu by arm", "Apple clang 15 -O2": "cpu", "gcc -O2, AWS Graviton": "cpu by arm", "icpx -O2": "cpu ftz by icx", "icpx -fp-model precise": "cpu by icx",
		"C, 32-bit float": "cpu float", "CUDA, 32-bit floats": "gpu", "64-bit float": "double", "Xeon": "cpu", "Jetson Orin": "gpu",
		"VS2010 Win32 Release": "x87 by msvc", "Release, /fp:fast": "cpu fast by msvc", "MinGW, Win32": "x87", "OpenCL kernel on a Radeon": "gpu by opencl", "OpenCL -cl-single-precision-constant": "any single by opencl", "plain C++": "cpu", "icc -O2": "cpu ftz by icc", "icc -O0": "cpu by icc", "icc default (fp-model fast)": "cpu ftz by icc", "icx -ftz": "cpu ftz by icx", "iPhone 4 (ARMv7, NEON)": "cpu ftz by arm", "same, after _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON)": "cpu ftz", "ifort -no-ftz": "cpu by icc", "nvcc -ftz=true": "9.0-ftz", "gcc -Ofast": "cpu ofast nofma", "g++ -Ofast -march=x86-64-v3": "cpu ofast fma", "g++ -O3 -march=x86-64-v3": "cpu fma", "gcc -m32 -mfpmath=387 -fsingle-precision-constant": "x87 single", "x86, denormals off (DAZ)": "cpu ftz", "gcc -O2 -mfma -ffp-contract=off": "cpu off", "x86-64, clang++ -O3 -ffast-math": "cpu fast nofma", "Visual C++ 6.0": "x87 by vc6", "Visual Studio 2005": "cpu by msvc", "inputs stored as TF32": "any held", "Java": "any by other", "C# on .NET": "any by other", "gcc -O2 -ffp-contract=off": "cpu off nofma", "hipcc": "any by hip",
	} {
		if got := ParseKnown(words); got != want {
			t.Errorf("%q is read as %q, expected %q", words, got, want)
		}
	}
}

func FuzzParseQuestion(f *testing.F) {
	f.Add("program: a*b\ninputs: a=1 b=2\nfirst: 2\nsecond: 3\non first: a GPU\n")
	f.Add("program:\nx*0.1\nsecond program:\nx*0.1f\ninputs:\nx=1.1\nfirst: 0.11\nsecond: 0.110000007")
	f.Fuzz(func(t *testing.T, s string) {
		q, err := ParseQuestion(s)
		if err != nil || len(s) > 400 {
			return
		}
		a, p := New(q)
		if p != nil {
			return
		}
		for i := 0; i < 200 && !a.Next(256); i++ {
		}
	})
}
