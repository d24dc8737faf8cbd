package expr

import (
	"slices"
	"strings"
	"testing"
)

// TestErrors holds messages to the place that they point to, and to what they say.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, at, says string }{
		{"", "", "nothing to compute"},
		{"a*b +", "+", "the text ends here"},
		{"a*(b+c", "c", ") is expected"},
		{"a b", "a", "an operator is missing"},
		{"a*b c", "c", "an operator or a semicolon is expected"},
		{"half2 h;", "half2", "no type that is read"},
		{"float *p; cudaMalloc(&p, 4);", "cudaMalloc", "paste the kernel alone"},
		{"a * / b", "/", "a number, a name or a parenthesis is expected"},
		{"x² + 1", "²", "write x*x"},
		{"1.5.2", "1.5.2", "not a number as C writes it"},
		{"12f", "12f", "12.0f"},
		{"089", "089", "octal"},
		{"0x1.8", "0x1.8", "write p0"},
		{"99999999999999999999", "99999999999999999999", "64 bits"},
		{"1.0L", "1.0L", "long double"},
		{"sqtrf(a)", "sqtrf", "is sqrtf meant?"},
		{"frobnicate(a)", "frobnicate", "paste its definition"},
		{"int e; frexpf(x, &e)", "frexpf", "no function"},
		{"std::", "::", "a name is expected"},
		{"fmaf(a, b)", "fmaf(a, b)", "three arguments"},
		{"int i = 7; i % 2.0f", "%", "fmodf"},
		{"a & b", "&", "__float_as_int"},
		{"a << 2", "<<", "ldexp"},
		{"1/0", "0", "divided by zero"},
		{"3 = a", "3", "nothing can be assigned"},
		{"float x[3] = {1,2,3}; x[3]", "x[3]", "outside"},
		{"float x[2] = {1,2,3};", "3", "more values here than elements"},
		{"struct { float x; } p; p.y", "y", "no member"},
		{"for (int i = 0; i < n; i++) s += x[i];", "i < n", "depends on an input"},
		{"while (1) a = a*a;", "1", "65536 passes"},
		{"int f(int n) { return f(n-1); } f(1)", "f(n-1)", "calls itself"},
		{"float f(float x) { if (x > 0) return x; }", "f", "on every way"},
		{"__half h = a; h * 2.0f", "*", "ambiguous"},
		{"printf(\"%d\\n\", 1.5);", "1.5", "prints an integer"},
		{"printf(\"%g %g\\n\", 1.5);", "\"%g %g\\n\"", "no value"},
		{"printf(\"%g\\n\", 1.5, 2.5);", "2.5", "no %"},
		{"kernel<<<1, 32>>>(x);", "kernel", "launch"},
		{"template <class T> T f(T x);", "template", "templates"},
		{"std::cout << a;", "std::cout", "printf"},
		{"#if 1\na\n#endif", "#if", "not read"},
		{"\"abc", "\"abc", "closing quote"},
		{"/* a", "/*", "has no end"},
		{"a ? b", "b", ": is expected"},
		{"long double x = 1;", "long double", "take double"},
		{"float f(float x) {", "{", "not closed"},
		{"break;", "break", "loop"},
		{"float else = 1;", "else", "word of the language"},
		{strings.Repeat("(", 300), "(", "nested too deeply"},
		{"a + " + strings.Repeat("1", 2000), strings.Repeat("1", 2000), "1200"},
	} {
		_, err := Parse(c.text, Options{Free: Float})
		if err == nil {
			t.Errorf("%.40q is read", c.text)
			continue
		}
		if got := c.text[err.From:err.To]; got != c.at || !strings.Contains(err.Text, c.says) {
			t.Errorf("%.60q: at %.40q: %s; expected at %.40q: %s", c.text, got, err.Text, c.at, c.says)
		}
	}
}

// TestHostile holds the bounds: texts made to cost time or memory are refused with a message.
func TestHostile(t *testing.T) {
	repeat := strings.Repeat
	doubling := ""
	for i := 39; i > 0; i-- {
		doubling += "#define A" + string(rune('a'+i%26)) + string(rune('a'+i/26)) + " A" + string(rune('a'+(i-1)%26)) + string(rune('a'+(i-1)/26)) + "+A" +
			string(rune('a'+(i-1)%26)) + string(rune('a'+(i-1)/26)) + "\n"
	}
	for name, text := range map[string]string{
		"a megabyte": repeat("a+b;\n", 220_000), "parentheses": repeat("(", 60_000), "braces": repeat("{", 60_000), "signs": repeat("- ", 30_000) + "a",
		"conditions": repeat("a?", 15_000), "a sum": repeat("a+", 110_000) + "a", "endless for": "for(;;) a += 1;", "endless while": "while(1);",
		"loops in loops": "for(int i=0;i<4000;i++) for(int j=0;j<4000;j++);", "arrays": repeat("float x[65536];", 4000), "braces of values": "float x[]=" + repeat("{", 60_000),
		"structures": repeat("struct{", 9000), "copies": "struct{float x[4000];}s,t;" + repeat("s=t;", 5000), "dimensions": "float x" + repeat("[1]", 20_000) + ";",
		"macros": doubling + "Anb", "a macro of itself": "#define A A A\nA A", "digits": repeat("1", 60_000), "casts": repeat("(float)", 9000) + "a",
		"recursion": "int f(int n) { return g(n); } int g(int n) { return f(n); } f(1)", "quotes": repeat("'", 60_000), "zero bytes": repeat("\x00", 60_000),
	} {
		if c, err := Parse(text, Options{Free: Float}); err == nil {
			t.Errorf("%s: %d values", name, len(c.Values))
		} else if len(err.Text) > 300 {
			t.Errorf("%s: a message of %d bytes", name, len(err.Text))
		}
	}
}

func readText(t *testing.T, text string) *Code {
	t.Helper()
	c, err := Parse(text, Options{Free: Float})
	if err != nil {
		t.Fatalf("%s: %q: %s", text, text[err.From:err.To], err.Text)
	}
	return c
}

// TestInputs holds what a program is run with: names in the order of the text.
func TestInputs(t *testing.T) {
	for text, want := range map[string]string{
		"c*b + a": "c b a",
		"float f(float x, int n, float y) { return y - x; }": "x y",
		"double d; int i; d*i":                               "d i",
		"float x[3]; x[2] - x[0]":                            "x[0] x[2]",
		"u[1]*v[0] - u[0]*v[1]":                              "u[0] u[1] v[0] v[1]",
		"x = r*x*(1 - x)":                                    "x r",
		"float3 a; a.z + a.x":                                "a.x a.z",
		"union { float f; unsigned i; } u; u.i ^= 1; u.f":    "u.i",
		"__global__ void k(int n, float *y, const float *x, float a) { int i = blockIdx.x*blockDim.x + threadIdx.x; if (i < n) y[i] = a*x[i] + x[i+1]; }": "x[i] x[i+1] a",
	} {
		c := readText(t, text)
		var names []string
		for _, in := range c.Inputs {
			names = append(names, in.Name)
		}
		got := strings.Join(names, " ")
		if got != want {
			t.Errorf("%s has the inputs %q, expected %q", text, got, want)
		}
	}
}

// TestKernel holds a kernel to the operations of the thread that it follows.
func TestKernel(t *testing.T) {
	c := readText(t, `extern "C" __global__ void axpy(int n, float a, const float *__restrict__ x, float *y) {
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		y[i] = a * __ldg(&x[i]) + y[i];
}
int main(int argc, char **argv) { axpy<<<1, 32>>>(argc, 1, 0, 0); }`)
	var ops []Op
	for _, v := range c.Values {
		if v.Op != Input {
			ops = append(ops, v.Op)
		}
	}
	if !slices.Equal(ops, []Op{Mul, Add}) || c.Values[c.Result].Name != "y[i]" || len(c.Notes) != 2 {
		t.Errorf("operations %v, result %q, notes %v", ops, c.Values[c.Result].Name, c.Notes)
	}
}

// TestLines holds where full expressions begin: -ffp-contract=on stays within one.
func TestLines(t *testing.T) {
	c := readText(t, "float t = a*b; float r = t + c; r*r + a*b")
	var lines []int32
	for _, v := range c.Values {
		if v.Op == Mul || v.Op == Add {
			lines = append(lines, v.Line)
		}
	}
	if len(lines) != 5 || lines[0] == lines[1] || lines[1] == lines[2] || lines[2] != lines[3] || lines[3] != lines[4] {
		t.Errorf("lines %v", lines)
	}
}

// TestFinals holds what variables hold at the end, copies among them.
func TestFinals(t *testing.T) {
	c := readText(t, "xn = x*x - y*y; yn = 2*x*y; x = xn; y = yn;")
	at := map[string]int32{}
	for _, f := range c.Finals {
		at[f.Name] = f.Value
	}
	if len(at) != 4 || at["x"] != at["xn"] || at["y"] != at["yn"] || c.Values[at["x"]].Op != Sub || c.Values[at["y"]].Op != Mul {
		t.Errorf("%v", c.Finals)
	}
}

// TestOptions holds what the options change.
func TestOptions(t *testing.T) {
	for _, c := range []struct {
		text string
		o    Options
		want Type
	}{
		{"sqrt(a)", Options{Free: Float}, Float},
		{"sqrt(a)", Options{Free: Float, C: true}, Double},
		{"a*0.1", Options{Free: Float}, Double},
		{"a*0.1", Options{Free: Float, Literals: Float}, Float},
		{"a*0.1f", Options{Free: Double, Literals: Float}, Double},
		{"pow(a, 2)", Options{Free: Float}, Double},
		{"fmax(a, b)", Options{Free: Float}, Float},
		{"long double x = a; x", Options{Free: Float, Device: true}, Double},
		{"a*1.0L", Options{Free: Float, Device: true}, Double},
		{"wmma::__float_to_tf32(a)", Options{Free: Double}, Float},
		{"cuda::std::fabs(a)", Options{Free: Float}, Float},
		{"abs(-3)", Options{Free: Float}, Int},
	} {
		code, err := Parse(c.text, c.o)
		if err != nil {
			t.Fatal(err)
		}
		if got := code.Values[code.Result].Type; got != c.want {
			t.Errorf("%s under %+v is %v, expected %v", c.text, c.o, got, c.want)
		}
	}
}

// TestFunctionNames holds that every function that can be called is found by its own name with its own types.
func TestFunctionNames(t *testing.T) {
	for _, f := range Functions() {
		if f.Out == NoType || len(f.In) == 0 || len(f.In) > 3 || slices.Contains(f.In, NoType) {
			t.Errorf("%+v", f)
		}
		if g, ok := FindFunction(f.Name, f.Out); !ok || !slices.Equal(g.In, f.In) {
			t.Errorf("%s is found as %+v", f.Name, g)
		}
		if f.Name[0] == '=' {
			continue
		}
		var args []string
		text := ""
		for i, in := range f.In {
			name := string(rune('a' + i))
			text += in.String() + " " + name + "; "
			args = append(args, name)
		}
		c := readText(t, text+f.Name+"("+strings.Join(args, ", ")+")")
		if v := c.Values[c.Result]; v.Op != Call || v.Fn != f.Name || v.Type != f.Out {
			t.Errorf("%s is read as %+v", f.Name, v)
		}
	}
}

// TestKeywords holds the constants to the list of words.
func TestKeywords(t *testing.T) {
	for id, word := range map[int32]string{wVoid: "void", wDouble: "double", wHalf: "half", wFloat16: "_Float16", wConst: "const", wGlobal: "__global__", wSizeof: "sizeof",
		wDefault: "default", wUint: "uint", wUint64: "uint64_t", wE5M2: "__nv_fp8_e5m2", wPrintf: "printf", wGridDim: "gridDim", wReinterpretCast: "reinterpret_cast",
		wInfinity: "INFINITY", wIntMin: "INT_MIN", wAttribute: "__attribute__", wComplex: "_Complex", wComplex + 1: "complex", wMake: "make_float2", wMake + 6: "float2", wMake + 11: "double4"} {
		if keywords[id] != word {
			t.Errorf("word %d is %s, expected %s", id, keywords[id], word)
		}
	}
	if len(keywords) != int(wMake)+12 {
		t.Errorf("%d words", len(keywords))
	}
}

// TestEarlyReturns holds returns, breaks and continues that inputs decide, also outside of functions, to what C does.
func TestEarlyReturns(t *testing.T) {
	for _, c := range []struct {
		text string
		in   []uint64
		want uint64
	}{
		{"if (b < 0) return a; return c;", []uint64{0xbf800000, 0x40000000, 0x40400000}, 0x40000000},
		{"if (b < 0) return a; return c;", []uint64{0x3f800000, 0x40000000, 0x40400000}, 0x40400000},
		{"float x = b; if (b < 0) { x = a; return x; } x*2", []uint64{0x3f800000, 0x40000000}, 0x40000000},
		{"float x = b; if (b < 0) { x = a; return x; } x*2", []uint64{0xbf800000, 0x40400000}, 0x40400000},
		{"__global__ void k(float *y, float a) { if (a < 0) return; *y = a*2; }", []uint64{0x3f800000, 0x40000000}, 0x40800000},
		{"__global__ void k(float *y, float a) { if (a < 0) return; *y = a*2; }", []uint64{0x3f800000, 0xc0000000}, 0x3f800000},
		{"void f(float *s, float x) { if (x > 2) return; *s += x; } float g(float a) { float s = 0; for (int i = 0; i < 4; i++) f(&s, a + i); return s; }", []uint64{0x3f800000}, 0x40400000},
		{"float r = 1; while (r*r < a) r = r + 1; r", []uint64{0x42c80000}, 0x41200000},
		{"float r = 0; do { r += 1; if (r > a) break; if (r > 3) continue; r += 0.5f; } while (r < 100); r", []uint64{0x40a00000}, 0x40c00000},
	} {
		code := readText(t, c.text)
		p, err := Compile(code, Target{Machine: SSE})
		if err != nil {
			t.Fatal(c.text, err.Text)
		}
		if got := p.Result(c.in); got != c.want {
			t.Errorf("%s of %x is %x, expected %x", c.text, c.in, got, c.want)
		}
	}
}

// TestKnown: the number of passes may be an input whose value is given; without it, the message names the input.
func TestKnown(t *testing.T) {
	for _, text := range []string{
		"float f(float *x, int n) { float s = 0; for (int i = 0; i < n; i++) s += x[i]; return s; }",
		"float f(const float *x, long n) { float s = 0; while (n-- > 0) s += x[n]; return s; }",
		"float s = 0; for (int i = 0; i < n; i++) s += x[i]; s",
	} {
		_, err := Parse(text, Options{Free: Float})
		if err == nil || !strings.Contains(err.Text, "give n a value") {
			t.Errorf("%s: %v", text, err)
		}
		c, err := Parse(text, Options{Free: Float, Known: "m=7 n=100"})
		if err != nil {
			t.Errorf("%s: %s", text, err.Text)
		} else if len(c.Inputs) != 100 || c.Inputs[99].Name[:2] != "x[" {
			t.Errorf("%s: %d inputs", text, len(c.Inputs))
		}
	}
}

// TestLimits: sums of 10,000 terms are within the bounds.
func TestLimits(t *testing.T) {
	for _, text := range []string{
		"float s = 0; for (int i = 0; i < 10000; i++) s += x[i]; s",
		"float s = 0; for (int i = 1; i <= 10000; i++) s += 1.0f/i; s",
		strings.Repeat("a*b+", 10_000) + "c",
	} {
		c := readText(t, text)
		for _, id := range []string{"9.0", "gcc-fma", "clang-fma", "x87", "strict"} {
			target, _ := TargetByID(id)
			if _, err := Compile(c, target); err != nil {
				t.Errorf("%.60s: %s: %s", text, id, err.Text)
			}
		}
	}
}
