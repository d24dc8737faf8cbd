package explain

import (
	"math"
	"math/big"
	"math/rand/v2"
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
