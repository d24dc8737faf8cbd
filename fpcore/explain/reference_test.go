package explain

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/expr"
)

// answered is the answer to a question.
func answered(t *testing.T, text string) Answer {
	q, err := ParseQuestion(text)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := ask(t, q)
	return a
}

// onGPU is what a program of x gives on an H200, which the model of its functions reproduces (data in package expr/run).
func onGPU(t *testing.T, program string, x float32) string {
	c, err := expr.Parse(program, expr.Options{Free: expr.Float, Device: true})
	if err != nil {
		t.Fatal(err)
	}
	p, err := expr.Compile(c, mustTarget("9.0"))
	if err != nil {
		t.Fatal(err)
	}
	return strconv.FormatFloat(float64(math.Float32frombits(uint32(p.Result([]uint64{uint64(math.Float32bits(x))})))), 'g', 9, 32)
}

// A reference in double is the cause wherever float was on the other side, in whatever order either of them added, and no x87 is
// thought of where a library was said to have computed it.
func TestReferencesInDouble(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 64))
	vector := func(n int) (list []float64) {
		for range n {
			list = append(list, float64(float32(r.Float64()*2-1)))
		}
		return list
	}
	text := func(list []float64) string {
		var b strings.Builder
		for _, x := range list {
			b.WriteString(" " + strconv.FormatFloat(x, 'g', 9, 32))
		}
		return b.String()
	}
	pairs := func(list []float64) float64 { // by halves
		for len(list) > 1 {
			var next []float64
			for i := 0; i+1 < len(list); i += 2 {
				next = append(next, list[i]+list[i+1])
			}
			if len(list)%2 == 1 {
				next = append(next, list[len(list)-1])
			}
			list = next
		}
		return list[0]
	}
	exactly := func(list []float64) float64 { // as math.fsum has it
		s := new(big.Float).SetPrec(2000)
		for _, x := range list {
			s.Add(s, new(big.Float).SetFloat64(x))
		}
		f, _ := s.Float64()
		return f
	}
	lanes := func(list []float64) float32 { // in float, four sums that are joined by halves
		var s [4]float32
		for i, x := range list {
			s[i%4] += float32(x)
		}
		return s[0] + s[2] + (s[1] + s[3])
	}
	for k, reference := range []func([]float64) float64{pairs, exactly} {
		for n := range 6 {
			a, b := vector(48), vector(48)
			terms := make([]float64, len(a))
			for i := range a {
				terms[i] = float64(a[i] * b[i]) // exact in double
			}
			single := float32(0)
			for i := range a {
				single = float32(math.FMA(a[i], b[i], float64(single)))
			}
			cases := []struct{ program, rows, first, on string }{
				{"float s = 0; for (int i = 0; i < 48; i++) s += a[i]*b[i]; s", "a =" + text(a) + "\nb =" + text(b), strconv.FormatFloat(float64(single), 'g', 9, 32), "CUDA"},
				{"float s = 0; for (int i = 0; i < 48; i++) s += a[i]; s", "a =" + text(a), strconv.FormatFloat(float64(lanes(a)), 'g', 9, 32), "g++ -O3 -ffast-math"},
			}
			for _, c := range cases {
				of := terms
				if !strings.Contains(c.program, "b[i]") {
					of = a
				}
				answer := answered(t, "program:\n"+c.program+"\ninputs:\n"+c.rows+"\nfirst: "+c.first+"\nsecond: "+strconv.FormatFloat(reference(of), 'g', 17, 64)+
					"\non first: "+c.on+"\non second: numpy float64")
				if len(answer.Causes) == 0 || answer.Causes[0].ID != CauseWide || len(answer.Causes[0].With) > 0 {
					t.Errorf("reference %d, vector %d, %s: %v", k, n, c.program, answer.Causes)
				}
				for _, c := range answer.Causes {
					if c.ID == CauseX87 {
						t.Errorf("reference %d, vector %d: x87 is no machine of NumPy", k, n)
					}
				}
			}
		}
	}
}

// A loop that counts to a name without a value counts to the number of elements, where all arrays have as many; the answer says so.
func TestCountsOfElements(t *testing.T) {
	const program = "float s = 0; for (int i = 0; i < n; i++) s += x[i]*y[i]; s"
	ask := func(rows string) (*Search, *Problem) {
		q, err := ParseQuestion("program:\n" + program + "\ninputs:\n" + rows + "\nfirst: 11\nsecond: 11.0")
		if err != nil {
			t.Fatal(err)
		}
		return New(q)
	}
	s, p := ask("x = 1 2 3\ny = 3 1 2")
	if p != nil {
		t.Fatal(p.Text)
	}
	for !s.Next(1000) {
	}
	a := s.Answer()
	if n := len(a.Notes); n == 0 || !strings.Contains(a.Notes[n-1].Text, "No value was given for n. It is taken to be 3") {
		t.Errorf("notes: %v", a.Notes)
	}
	if a.Verdict != Same {
		t.Errorf("the sum of three products is %v", a.Verdict)
	}
	if s, p := ask("x = 1 2 3\ny = 3 1 2\nn = 2"); p != nil || len(s.Code().Inputs) != 4 {
		t.Error("a value that was given is not used")
	}
	for _, rows := range []string{"x = 1 2 3\ny = 3 1", "x = 1 2 3\ny = 3 1 2\nx = 1 2\ny = 3 4", "x = 1 2 3\ny = 3 1 2\nn = 2\nx = 1 2 3\ny = 1 2 3\nn = 3", "1 2 3 3 1 2"} {
		if _, p := ask(rows); p == nil || !strings.Contains(p.Text, "give n a value") {
			t.Errorf("%q: %v", rows, p)
		}
	}
}

// Two texts that call different functions are told so where the results are of one machine, and not taken for two libraries.
func TestOtherFunctions(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	tried := 0
	for tried < 12 {
		x := float32(0.1 + 9*r.Float64())
		values := "x=" + strconv.FormatFloat(float64(x), 'g', 9, 32)
		first, second := onGPU(t, "1.0f/sqrtf(x)", x), onGPU(t, "rsqrtf(x)", x)
		if first == second {
			continue
		}
		tried++
		a := answered(t, "program: 1.0f/sqrtf(x)\nsecond program: rsqrtf(x)\ninputs: "+values+"\nfirst: "+first+"\nsecond: "+second+"\non first: GPU\non second: GPU")
		if len(a.Causes) != 1 || a.Causes[0].ID != CauseLibrary || !strings.Contains(a.Causes[0].Why(), "The two texts") || len(a.Remedies) == 0 {
			t.Errorf("%s: %v", values, a.Causes)
		}
	}
}

// Where CUDA's functions are known to give a result, no function that is some ulp off is thought of; what is all in double is a
// reference in double, also where only literals are written; a text's own functions are told before the libraries of two machines.
func TestFunctionsOfMachines(t *testing.T) {
	for _, c := range []struct {
		question string
		id       ID
		with     []ID
		why      string
	}{
		{"program: sinf(x)*sinf(x)+cosf(x)*cosf(x)\ninputs: x=0.6877\nfirst: 1\nsecond: 1.00000012\non first: CPU\non second: GPU", CauseLibrary, []ID{CauseContraction}, "sinf, cosf"},
		{"program: 0.2126f*r+0.7152f*g+0.0722f*b\ninputs: r=0.67038 g=0.58892 b=0.36947\nfirst: 0.590394139\nsecond: 0.59039410324096675\non first: CUDA\non second: MATLAB", CauseWide, nil, "second result"},
		{"program: logf(1.0f+expf(x))\nsecond program: log1pf(expf(x))\ninputs: x=-15.469\nfirst: 2.38418551e-07\nsecond: 1.91380948e-07\non first: CPU\non second: CPU", CauseLibrary, nil, "The two texts"},
		{"program: powf(x,0.4545f)\ninputs: x=1.5863\nfirst: 1.23331821\nsecond: 1.23331809\non first: GPU\non second: GPU fast math", CauseFastFunction, nil, "special-function unit"},
	} {
		a := answered(t, c.question)
		if len(a.Causes) != 1 || a.Causes[0].ID != c.id || !slices.Equal(a.Causes[0].With, c.with) && len(a.Causes[0].With)+len(c.with) > 0 || !strings.Contains(a.Causes[0].Why(), c.why) {
			t.Errorf("%s: %v", c.question, a.Causes)
		}
	}
	for said, known := range map[string]string{"GPU fast math": "9.0-fastmath", "A100, fast-math": "9.0-fastmath", "GPU without fast math": "gpu", "GPU, fast math off": "gpu", "CUDA, no fast-math": "gpu", "CPU, -ffast-math": "cpu fast"} {
		if got := ParseKnown(said); got != known {
			t.Errorf("%s is read as %q, not %q", said, got, known)
		}
	}
	a := answered(t, "program: fmodf(x,y)\ninputs: x=-7.5 y=2\nfirst: -1.5\nsecond: 0.5\non first: C\non second: Python")
	if !slices.ContainsFunc(a.Remedies, func(r Remedy) bool { return r.Side == 0 && r.Text == "fmodf(fmodf(x, y) + y, y)" }) {
		t.Errorf("no remedy is a whole call: %v", a.Remedies)
	}
}

// What comes of literals alone is short, and so is a number of a narrower format: one is no sign of the other.
func TestLiteralsAreShort(t *testing.T) {
	a := answered(t, "program:\nfloat f(float a) {\n  a = 7.0f;\n  return a * (1.0f + 1e-3f);\n}\ninputs:\na=1\nfirst: 7.007\nsecond: 7")
	if a.Verdict != CannotTell {
		t.Errorf("%v: %v", a.Verdict, a.Causes)
	}
	a = answered(t, "program:\nfloat f(float a) {\n  return a * (1.0f + 1e-3f);\n}\ninputs:\na=7.0123\nfirst: 7.0193123\nsecond: 7.03125\non second: bfloat16")
	if a.Verdict != Explained || a.Causes[0].ID != CauseReducedAccumulation && a.Causes[0].ID != CauseReducedInput {
		t.Errorf("%v: %v", a.Verdict, a.Causes)
	}
}

// TestTwoFormatsFit: a number that TF32 and binary16 both leave as it is does not tell which of them it was held in.
func TestTwoFormatsFit(t *testing.T) {
	a := answered(t, "program:\nfloat dot3(float a0, float a1, float a2, float b0, float b1, float b2) { return a0*b0 + a1*b1 + a2*b2; }\n"+
		"inputs:\na0=0.0096149 a1=1.0465 a2=0.068879 b0=0.912749648 b1=0.0621494912 b2=1.36691391\n"+
		"a0=0.817349792 a1=1.4810214 a2=0.670858264 b0=1.45871854 b1=0.761898935 b2=0.627959311\nfirst: 0.167967 2.741944\nsecond: 0.168062 2.742270")
	if why := a.Causes[0].Why(); a.Causes[0].ID != CauseReducedInput || !strings.Contains(why, "TF32") || !strings.Contains(why, "binary16, ties to even, fits too") {
		t.Errorf("%v: %s", a.Causes[0].ID, why)
	}
}

// Remedies hold for the machine that was said, also one of before 2010.
func TestRemediesOfOldMachines(t *testing.T) {
	a := answered(t, "program:\nfloat f(float b, float c, float a) {\n  a += c;\n  b = b - a;\n  b *= c * b + c;\n  return c - (b * (c + a) + (c + b));\n}\n"+
		"inputs:\nb=0xbfc5dd86 c=0x3fadc0b3 a=0xc0600000\nfirst: -0.277935\nsecond: -0.277936\non first: x87\non second: compute capability 1.2")
	if len(a.Causes) == 0 || a.Causes[0].ID != CauseX87 {
		t.Errorf("%v", a.Causes)
	}
	for _, r := range a.Remedies {
		if r.Side == 0 && r.Kind == Flag {
			t.Errorf("%s leaves 0xbe8e4d90 and 0xbe8e4d94 (g++ and a GPU of compute capability 1.2)", r.Text)
		}
	}
}

// TestDataInDouble: where a result has the data in double, errors are those from the value of such data; where its text is in double
// and its data were in float, or two texts compute different things, they are not.
func TestDataInDouble(t *testing.T) {
	float, double := "float f(float a, float b, float c) { return a*b + c; }", "double f(double a, double b, double c) { return a*b + c; }"
	for _, c := range []struct {
		text, second, result string
		wide                 bool
	}{
		{float, double, "0.72999999999999998", true},
		{float, "", "0.72999999999999998", true},
		{float, double, "0.7299999897181988", false},
		{double, double + " ", "0.72999999999999998", false},
	} {
		a, _ := ask(t, Question{Text: c.text, Second: c.second, Rows: "a=0.1 b=0.3 c=0.7", Observed: [2]string{"0.730000019", c.result}})
		if a.Truth.Wide != c.wide || a.Truth.Closer != 1 {
			t.Errorf("%s, %s, %s: %+v", c.text, c.second, c.result, a.Truth)
		}
	}
	if a, _ := ask(t, Question{Text: "x*x", Second: "x*x*3", Rows: "x=2", Observed: [2]string{"4", "12"}}); a.Verdict != NotRounding || a.Truth.Compared || a.Truth.Known {
		t.Errorf("two programs: %v %+v", a.Verdict, a.Truth)
	}
}
