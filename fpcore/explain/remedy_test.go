package explain

import (
	"slices"
	"strings"
	"testing"
)

// A remedy that changes a text is one for a side that ran this text: not for a reference in double, alone or with the other, not for a C compiler if it has
// words of CUDA; and no remedy stands there twice.
func TestRemediesOfTexts(t *testing.T) {
	for _, c := range []struct {
		q    Question
		want string // of a remedy
	}{
		{Question{Text: "(1.0f - cosf(x))/(x*x)", Rows: "x=0.0001", Observed: [2]string{"0", "0.5"}, Known: [2]string{"gpu", "double"}}, ""},
		{Question{Text: "float s = 0;\nfor (int i = 1; i <= 1000; i++) s += 1.0f/i;\nreturn s;", Observed: [2]string{"7.4854784", "7.4854708605503433"}, Known: [2]string{"gpu", "double"}},
			"double s = 0;\nfor (int i = 1; i <= 1000; i++) s += 1.0/i;\nreturn s;"},
		{Question{Text: "0.1f+0.2f", Observed: [2]string{"0.300000012", "0.30000000000000004"}}, "0.1+0.2"},
		{Question{Text: "float f(float a, float b, float c) { return a*b + c; }", Second: "__global__ void k(float a, float b, float c, float *out) { *out = fmaf(a, b, c); }",
			Rows: "a=-0.875257492 b=-0.658310175 c=-0.729782701", Observed: [2]string{"0xbe1d472c", "0xbe1d472a"}, Known: [2]string{"cpu", "gpu"}}, ""},
	} {
		a, _ := ask(t, c.q)
		found := c.want == ""
		for _, r := range a.Remedies {
			found = found || r.Text == c.want
			switch {
			case strings.HasSuffix(r.Text, " "):
				t.Errorf("%q ends with a space", r.Text)
			case (r.Side == 1 || r.Side == BothSides && c.q.Known[1] == "double") && r.Kind == Source:
				t.Errorf("%q was not what gave the second result", r.Text)
			case r.Side == 0 && strings.Contains(r.Text, "__global__"):
				t.Errorf("%q is for nvcc", r.Text)
			}
		}
		if a.Verdict != Explained || !found {
			t.Errorf("%s: %v, %q is missing", c.q.Text, a.Verdict, c.want)
		}
	}
}

// Integers that are the same modulo a power of two are one number in a narrower type.
func TestWrapped(t *testing.T) {
	a, _ := ask(t, Question{Text: "unsigned n = 3;\nunsigned m = 5;\nn - m", Observed: [2]string{"4294967294", "-2"}})
	if a.Verdict != NotRounding || len(a.Sides[1].Hints) == 0 || a.Sides[1].Hints[0].Kind != Wrapped {
		t.Errorf("%v %+v", a.Verdict, a.Sides[1].Hints)
	}
	for _, q := range []Question{
		{Text: "int i = 50000;\nfloat y = i * i;", Observed: [2]string{"2.5e+09", "-1.79496730e+09"}},
		{Text: "float f(int w, int h, float s) { return w * h * s; }", Rows: "w = -65536\nh = 40000\ns = 0.5", Observed: [2]string{"-1310720000", "836763648"}},
	} {
		a, _ := ask(t, q)
		if h := a.Sides[0].Hints; a.Verdict != NotRounding || len(h) != 1 || h[0].Kind != Wrapped {
			t.Errorf("%s: %v %+v", q.Text, a.Verdict, h)
		}
	}
}

// A result whose quotients lost their fraction, as with integers; not one that is another number, or that rounding explains.
func TestQuotientsCut(t *testing.T) {
	for _, c := range []struct {
		text, rows, right, observed string
		want                        bool
	}{
		{"(a+b)/2.0f", "a=3 b=4", "3.5", "3", true},
		{"(a+b)/2.0", "a=-3 b=-4", "-3.5", "-3", true},
		{"x/4.0f*10.0f", "x=7", "17.5", "10", true},
		{"(a+b)/2.0f", "a=3 b=4", "3.5", "2.5", false},
		{"x/4.0f*10.0f", "x=7", "17.5", "17", false},
	} {
		a, _ := ask(t, Question{Text: c.text, Rows: c.rows, Observed: [2]string{c.right, c.observed}})
		got := slices.ContainsFunc(a.Sides[1].Hints, func(h Hint) bool { return strings.Contains(h.Text, "quotients") })
		if a.Verdict != NotRounding || got != c.want {
			t.Errorf("%s = %s: %v %+v", c.text, c.observed, a.Verdict, a.Sides[1].Hints)
		}
	}
}

// What a remedy shows begins and ends where a statement does, if more than one changes.
func TestEdit(t *testing.T) {
	for _, c := range [][4]string{
		{"a*b + c", "__fmul_rn(a, b) + c", "a*b", "__fmul_rn(a, b)"},
		{"float m=0; for(i)m+=a;\nm", "float m=0,c=0; for(i){ y=a-c; m+=y; }\nm", "float m=0; for(i)m+=a;", "float m=0,c=0; for(i){ y=a-c; m+=y; }"},
		{"float s = 0; s += x; s += y; return s;", "float s = 0; s += y; s += x; return s;", "s += x; s += y", "s += y; s += x"},
		{"float s = 0.1f; return s*x;", "float s = 0.1; return s*x;", "0.1f", "0.1"},
	} {
		r := Remedy{}
		if r.edit(c[0], c[1]); r.Text != c[3] || r.Old != c[2] {
			t.Errorf("%q to %q: %q in the place of %q", c[0], c[1], r.Text, r.Old)
		}
		if whole := c[0][:r.From] + r.Text + c[0][r.To:]; whole != c[1] {
			t.Errorf("%q to %q: %q", c[0], c[1], whole)
		}
	}
}

// Where one side overflows another form of the program explains it as well as a wider format, and what makes both overflow is no
// remedy.
func TestOverflowOfOneSide(t *testing.T) {
	for text, row := range map[string]string{"expf(a)/(1.0f + expf(a))": "a = 95", "a*a/(a*a)": "a = 1e20", "sqrtf(a*a*a*a)*0.0f + 1.0f": "a = 1e15"} {
		a, _ := ask(t, Question{Text: text, Rows: row, Observed: [2]string{"-nan", "1"}})
		if a.Verdict != Explained || a.Causes[0].ID != CauseWide || a.Causes[0].Alone {
			t.Errorf("%s: %v, %+v", text, a.Verdict, a.Causes)
		}
		for _, r := range a.Remedies {
			for side, list := range r.Bits {
				if f := r.Type[side].Format(); !f.ClassOf(u128(list[0])).IsFinite() {
					t.Errorf("%s: remedy %q gives %x", text, r.Text, list)
				}
			}
		}
	}
}

// Of two texts one of which overflows on its way that is the cause, for a sum, a product or an exponential function; not where a
// number of the other becomes zero, nor where a function has a pole. A sum that compensates is no other order of a plain one.
func TestWaysOfTwoTexts(t *testing.T) {
	const plain = "float s = 0;\nfor (int i = 0; i < 6; i++) s += x[i];\nreturn s;"
	const kahan = "float s = 0, c = 0;\nfor (int i = 0; i < 6; i++) { float y = x[i] - c; float t = s + y; c = (t - s) - y; s = t; }\nreturn s;"
	const row = "x = 1 3e-8 3e-8 3e-8 3e-8 3e-8"
	for _, c := range []struct {
		a, b, rows, first, second, why string
	}{
		{"sqrtf(x*x + y*y)", "hypotf(x, y)", "x=1e20 y=1e20", "inf", "1.41421358e+20", overflows},
		{"x*y/z", "x/z*y", "x=1e30 y=1e20 z=1e25", "inf", "9.99999956e+24", overflows},
		{"expf(x)/(expf(x) + expf(y))", "1.0f/(1.0f + expf(y - x))", "x=100 y=99", "nan", "0.731058598", overflows},
		{"x*y/z", "x/z*y", "x=1e-30 y=1e-20 z=1e-25", "0", "1e-25", underflows},
		{"1.0f/(x*x)*x", "1.0f/x", "x=1e-30", "inf", "1e+30", underflows},
		{"(x - y)/(x*x - y*y)", "1.0f/(x + y)", "x=1 y=1", "-nan", "0.5", otherOperations},
		{"x*x/(x*x)*0.5f", "0.5f*(1.0f - 1.0f/(1.0f + expf(y)))", "x=1e-30 y=100", "-nan", "0.5", underflows},
		{"(x*x)/(x*x)*0.5f", "1.0f/(2.0f + 1.0f/(y*y*y*y))", "x=1e-30 y=1e12", "nan", "0.5", underflows},
		{"0.5f*(1.0f - 1.0f/(1.0f + expf(y)))", "x*x/(x*x)*0.5f", "x=1e20 y=100", "0.5", "-nan", overflows},
		{"x/1e30f/1e30f*1e30f*1e30f", "x", "x=1", "0", "1", underflows},
		{plain, kahan, row, "1.00000000", "1.00000012", otherOperations},
		{plain, "float s = 0;\nfor (int i = 5; i >= 0; i--) s += x[i];\nreturn s;", "x = 1 5e-8 5e-8 5e-8 5e-8 5e-8", "1.00000000", "1.00000024", ""},
	} {
		a, _ := ask(t, Question{Text: c.a, Second: c.b, Rows: c.rows, Observed: [2]string{c.first, c.second}, Known: [2]string{"cpu", "cpu"}})
		if a.Verdict != Explained || a.Causes[0].Fn != c.why {
			t.Errorf("%s, %s: %v, %v %q", c.a, c.b, a.Verdict, a.Causes[0].ID, a.Causes[0].Fn)
		}
	}
}

// TestOneFunctionInTwoFormats: sinf and sin with other constants are one function in two formats; with another divisor, a mistake.
func TestOneFunctionInTwoFormats(t *testing.T) {
	for _, c := range []struct {
		b, second string
		id        ID
	}{
		{"sin(x*3.141592653589793/180.0)", "0.96054648170854895", CauseWide},
		{"sin(x*3.141592653589793/200.0)", "0.91676461936", CauseBug},
	} {
		a, _ := ask(t, Question{Text: "sinf(x*3.14159265f/180.0f)", Second: c.b, Rows: "x=73.852", Observed: [2]string{"0.960546494", c.second}})
		if len(a.Causes) == 0 || a.Causes[0].ID != c.id {
			t.Errorf("%s: %v %v", c.b, a.Verdict, a.Causes)
		}
	}
}

// TestRemediesOfSaid: an option that was said stays in remedies that change the text, and leaving it out is one; += by many threads is none.
func TestRemediesOfSaid(t *testing.T) {
	for text, want := range map[string][]string{
		`program:
float gain(float v) {
    return v * 1.1 + 0.3;
}
inputs: v=4.670833
first: 5.43791628
second: 5.43791676
on first: g++ -O2
on second: g++ -O2 -fsingle-precision-constant
`: {"second: compile without -fsingle-precision-constant", "first: 1.1f + 0.3f"},
		`program:
__global__ void add(const float *v, float *sum) { atomicAdd(sum, v[32 * blockIdx.x + threadIdx.x]); }
int main()
{
    float h[64], *d, *s, r = 0;
    for (int i = 0; i < 64; i++) h[i] = 1.0f / (1 + i % 97) + 0.001f * (i % 13);
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&s, sizeof(float));
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(s, &r, sizeof(float), cudaMemcpyHostToDevice);
    add<<<2, 32>>>(d, s);
    cudaMemcpy(&r, s, sizeof(float), cudaMemcpyDeviceToHost);
    printf("sum = %.9g\n", r);
}
first: sum = 5.1218915
second: sum = 5.12189054
`: nil,
	} {
		q, err := ParseQuestion(text)
		if err != nil {
			t.Fatal(err)
		}
		a, p := answerTo(q)
		if p != nil {
			t.Fatal(p)
		}
		var got []string
		for _, r := range a.Remedies {
			got = append(got, [...]string{"first: ", "second: ", "both: "}[r.Side]+r.Text)
		}
		if a.Verdict != Explained || !slices.Equal(got, want) {
			t.Errorf("%v, %q: %q", a.Verdict, got, text)
		}
	}
}

// Mistakes of units, of indices, of lengths and of C's abs are found where they give the result.
func TestSlips(t *testing.T) {
	for _, c := range []struct {
		q    Question
		kind HintKind
	}{
		{Question{Text: "r*cosf(theta) + r*sinf(theta)", Rows: "r = 1.786\ntheta = 66.61", Observed: [2]string{"-2.497859", "2.348253"}}, Factor},
		{Question{Text: "float s = 0; for (int k = 0; k < 3; k++) s += A[1*n + k]*B[k*n + j]; s", Rows: "A = 1 2 3 4 5 6 7 8 9\nB = 1 2 3 5 8 13 21 34 55\nj = 2\nn = 3", Observed: [2]string{"407", "584"}}, WrongIndex},
		{Question{Text: "float s = 0; for (int i = 0; i < 6; i++) s += x[i]; s", Rows: "x = 1.5 2.25 4.125 8 16.5 32", Observed: [2]string{"64.375", "15.875"}}, MissingTerm},
		{Question{Text: "float f(float x) { return abs(x - 0.5f); }", Rows: "x = 2.25", Observed: [2]string{"1.75", "1"}}, WrongRounding},
	} {
		a, _ := ask(t, c.q)
		if h := a.Sides[1].Hints; a.Verdict != NotRounding || len(h) != 1 || h[0].Kind != c.kind {
			t.Errorf("%s: %v %+v", c.q.Text, a.Verdict, h)
		}
	}
}
