package build_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/expr/build"
	"ulplab/fpcore/expr/compile"
	"ulplab/fpcore/expr/types"
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
		{"int e; frexpf(x, &e)", "frexpf", "through a pointer"}, {"float s, c; sincosf(x, &s, &c); s", "sincosf", "one by one"}, {"again: x *= 2; x", "again", "loop with break"}, {"try { x = 1; } catch (...) { x = 2; } x", "try", "exceptions"}, {"std::complex<float> z(x, 1); x", "complex", "real and the imaginary"},
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
		{"while (1) a = a*a;", "1", "the limit of 65536"},
		{"int f(int n) { return f(n-1); } f(1)", "f(n-1)", "calls itself"},
		{"float f(float x) { if (x > 0) return x; }", "f", "on every path"},
		{"__half h = a; h * 2.0f", "*", "ambiguous"},
		{"printf(\"%d\\n\", 1.5);", "1.5", "prints an integer"},
		{"printf(\"%g %g\\n\", 1.5);", "\"%g %g\\n\"", "no value"},
		{"printf(\"%g\\n\", 1.5, 2.5);", "2.5", "no %"},
		{"kernel<<<1, 32>>>(x);", "kernel", "launch"},
		{"template <class T> struct V { T x; };", "struct", "for one type"},
		{"template <int N> float f(float x) { return x*N; }", "N", "value"},
		{"float x[3] = {1,2,3}; float s = 0; for (float v : x) s += v;", ":", "count with an index"},
		{"auto f = [](float x) { return x*x; };", "[", "without a name"},
		{"std::vector<float> v(3);", "vector", "take an array"},
		{"float f(const float (&x)[4]) { return x[0]; }", "(", "hand over a pointer"},
		{"__global__ void k(const float *x, float *s) { atomicAdd(s, x[threadIdx.x]); }", "atomicAdd(s, x[threadIdx.x])", "one thread alone is evaluated"},
		{"__global__ void k(const float *x, float *s) { int i = blockIdx.x*blockDim.x + threadIdx.x; if (i < 100) atomicAdd(&s[0], x[i]*x[i]); }", "atomicAdd(&s[0], x[i]*x[i])", "as a loop over the elements"},
		{"__global__ void k(float *x) { __shared__ float s[64]; s[threadIdx.y] = x[0]; }", "threadIdx.y", "along x only"},
		{"float x; goto end;", "goto", "loop with break"},
		{"struct V { float x; float norm() { return x; } };", "norm", "outside of it"},
		{"std::cout << a;", "std::cout", "printf"},
		{"#if 1\na\n", "#if", "no #endif"},
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
		_, err := build.Parse(c.text, types.Options{Free: types.Float})
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
		if c, err := build.Parse(text, types.Options{Free: types.Float}); err == nil {
			t.Errorf("%s: %d values", name, len(c.Values))
		} else if len(err.Text) > 300 {
			t.Errorf("%s: a message of %d bytes", name, len(err.Text))
		}
	}
}

func readText(t *testing.T, text string) *types.Code {
	t.Helper()
	c, err := build.Parse(text, types.Options{Free: types.Float})
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
	var ops []types.Op
	for _, v := range c.Values {
		if v.Op != types.Input {
			ops = append(ops, v.Op)
		}
	}
	if !slices.Equal(ops, []types.Op{types.Mul, types.Add}) || c.Values[c.Result].Name != "y[i]" || len(c.Notes) != 3 {
		t.Errorf("operations %v, result %q, notes %v", ops, c.Values[c.Result].Name, c.Notes)
	}
}

// TestLines holds where full expressions begin: -ffp-contract=on stays within one.
func TestLines(t *testing.T) {
	c := readText(t, "float t = a*b; float r = t + c; r*r + a*b")
	var lines []int32
	for _, v := range c.Values {
		if v.Op == types.Mul || v.Op == types.Add {
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
	if len(at) != 4 || at["x"] != at["xn"] || at["y"] != at["yn"] || c.Values[at["x"]].Op != types.Sub || c.Values[at["y"]].Op != types.Mul {
		t.Errorf("%v", c.Finals)
	}
}

// TestOptions holds what the options change.
func TestOptions(t *testing.T) {
	for _, c := range []struct {
		text string
		o    types.Options
		want types.Type
	}{
		{"sqrt(a)", types.Options{Free: types.Float}, types.Float},
		{"sqrt(a)", types.Options{Free: types.Float, C: true}, types.Double},
		{"a*0.1", types.Options{Free: types.Float}, types.Double},
		{"a*0.1", types.Options{Free: types.Float, Literals: types.Float}, types.Float},
		{"a*0.1f", types.Options{Free: types.Double, Literals: types.Float}, types.Double},
		{"pow(a, 2)", types.Options{Free: types.Float}, types.Double},
		{"fmax(a, b)", types.Options{Free: types.Float}, types.Float},
		{"long double x = a; x", types.Options{Free: types.Float, Device: true}, types.Double},
		{"a*1.0L", types.Options{Free: types.Float, Device: true}, types.Double},
		{"wmma::__float_to_tf32(a)", types.Options{Free: types.Double}, types.Float},
		{"cuda::std::fabs(a)", types.Options{Free: types.Float}, types.Float},
		{"abs(-3)", types.Options{Free: types.Float}, types.Int},
	} {
		code, err := build.Parse(c.text, c.o)
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
	for _, f := range types.Functions() {
		if f.Out == types.NoType || len(f.In) == 0 || len(f.In) > 3 || slices.Contains(f.In, types.NoType) {
			t.Errorf("%+v", f)
		}
		if g, ok := types.FindFunction(f.Name, f.Out); !ok || !slices.Equal(g.In, f.In) {
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
		if v := c.Values[c.Result]; v.Op != types.Call || v.Fn != f.Name || v.Type != f.Out {
			t.Errorf("%s is read as %+v", f.Name, v)
		}
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
		p, err := compile.Compile(code, compile.Target{Machine: compile.SSE})
		if err != nil {
			t.Fatal(c.text, err.Text)
		}
		if got := p.Result(c.in); got != c.want {
			t.Errorf("%s of %x is %x, expected %x", c.text, c.in, got, c.want)
		}
	}
}

// TestPasted holds programs in the C++ that people paste to what C++ makes of them: each is true, and its result 1.
func TestPasted(t *testing.T) {
	for _, text := range []string{
		"void add(float &s, float x) { s += x; } int f(float a) { float s = 0; add(s, 2); add(s, a); return s == 5; } f(3)",
		"float s = 1; float &r = s; r = 2; auto &q = r; q += 1; const float &k = 2.0; s == 3 && k == 2",
		"static __device__ __inline__ float sq(float x) noexcept { return x*x; } sq(3) == 9",
		"template<typename T> __device__ T sq(T x) { return x*x; } sq(3.0f) == 9 && sizeof(sq(1.0)) == 8 && sq<int>(3.5f) == 9",
		"template<int N> float times(float x) { float s = 0; for (int i = 0; i < N; i++) s += x; return s; } times<4>(2) == 8",
		"template<class T, int N = 3> T last(const T *x) { return x[N-1]; } float x[4] = {1,2,3,4}; last(x) == 3 && last<float, 2>(x) == 2",
		"template<int N> int fact() { if constexpr (N > 1) return N*fact<N-1>(); else return 1; } fact<5>() == 120",
		"template <typename T> T most(T a, T b) { return a < b ? b : a; } template <typename T> T sum(const T &a, T *b) { return a + *b; } double d = 4; most(1.0f, 2.5f) == 2.5f && sum(1.0, &d) == 5",
		"float norm(float3 v) { return sqrtf(v.x*v.x + v.y*v.y + v.z*v.z); } norm(make_float3(2, 3, 6)) == 7",
		"float4 v = make_float4(1, 2, 3, 4); int2 k = make_int2(5, 6); v.x + v.w + k.y == 11",
		"__host__ __device__ inline float3 operator+(float3 a, float3 b) { return make_float3(a.x+b.x, a.y+b.y, a.z+b.z); } inline float3 operator*(float s, const float3 &a) { return {s*a.x, s*a.y, s*a.z}; } float3 r = make_float3(1,2,3) + 2*float3{1,1,1}; r.z == 5",
		"void operator+=(float2 &a, float2 b) { a.x += b.x; a.y += b.y; } float2 operator-(float2 a) { return {-a.x, -a.y}; } float2 s = {1, 2}; s += make_float2(1, 1); s = -s; s.y == -3",
		"float lerp(float a, float b, float t) { return a + t*(b-a); } float2 lerp(float2 a, float2 b, float t) { return {lerp(a.x,b.x,t), lerp(a.y,b.y,t)}; } lerp(make_float2(0,1), make_float2(2,3), 0.5f).y == 2",
		"typedef struct { float re, im; } cplx; cplx mul(cplx a, cplx b) { cplx r; r.re = a.re*b.re - a.im*b.im; r.im = a.re*b.im + a.im*b.re; return r; } mul((cplx){1,2}, (cplx){3,4}).im == 10",
		"struct P { float x; int n; }; P make(float x) { if (x < 0) return P{-x, 1}; return {x, 0}; } make(-2).n == 1 && make(3).x == 3",
		"enum { A, B = 5, C }; enum class Mode { fast }; A + B + C == 11",
		"int pick(int k) { switch (k) { case 0: return 10; case 1: case 2: k = 20; break; case 3: k += 1; default: k += 100; } return k; } pick(0) == 10 && pick(1) == 20 && pick(2) == 20 && pick(3) == 104 && pick(9) == 109",
		"#ifdef __CUDACC__\n0\n#elif defined(X) || 2 > 1 && !defined Y\n1\n#else\n0\n#endif",
		"#define N 4\n#if N % 3 == 1\n#ifndef N\n#error no\n#else\nint k = N;\n#endif\n#endif\n#undef N\n#if 0\n'unread\n#endif\nk == 4",
		"int i, j; float s = 0; for (i = 0, j = 3; i < j; i++, j--) s += 1; s == 2",
		"size_t n = 3; unsigned u = -1; static const float k[] = {1, 2}; u > n && k[1] == 2",
		"using real = float; real x = real(1) / 3; x == 1.0f/3",
		"namespace my { inline float sq(float x) { return x*x; } } my::sq(3) == 9",
		"bool root(float a, float &x) { if (a < 0) return false; x = sqrtf(a); return true; } float f(float a) { float x; if (!root(a, x)) return -1; return x; } f(9) == 3 && f(-1) == -1",
	} {
		c, err := build.Parse(text, types.Options{Free: types.Float})
		if err != nil {
			t.Errorf("%s: %s: %q", text, err.Text, text[err.From:err.To])
			continue
		}
		p, err := compile.Compile(c, compile.Target{Machine: compile.SSE})
		if err != nil {
			t.Errorf("%s: %s", text, err.Text)
		} else if got := p.Result(nil); got != 1 || len(c.Inputs) > 0 {
			t.Errorf("%s is %x with %d inputs", text, got, len(c.Inputs))
		}
	}
}

// reductions are blocks of threads that sum in the same order: each adds the other half's element.
var reductions = []string{
	"__global__ void sum(const float *x, float *out, int n) { __shared__ float s[64]; int tid = threadIdx.x; int i = blockIdx.x*blockDim.x + tid; s[tid] = i < n ? x[i] : 0; __syncthreads();" +
		" for (unsigned k = blockDim.x/2; k > 0; k >>= 1) { if (tid < k) s[tid] += s[tid+k]; __syncthreads(); } if (tid == 0) out[blockIdx.x] = s[0]; }",
	"__global__ void sum(const float *x, float *out) { extern __shared__ float s[]; s[threadIdx.x] = x[threadIdx.x]; __syncthreads(); if (threadIdx.x < 32) { float v = s[threadIdx.x] + s[threadIdx.x+32];" +
		" for (int o = warpSize/2; o > 0; o /= 2) v += __shfl_down_sync(0xffffffff, v, o); if (threadIdx.x == 0) *out = v; } }\nint main() { sum<<<1, 64, 256>>>(x, out); }",
	"template <unsigned int blockSize> __device__ void warpReduce(volatile float *s, unsigned t) { if (blockSize >= 64) s[t] += s[t+32]; if (blockSize >= 32) s[t] += s[t+16]; s[t] += s[t+8]; s[t] += s[t+4]; s[t] += s[t+2]; s[t] += s[t+1]; }" +
		" template <unsigned int blockSize> __global__ void reduce(float *x, float *out) { __shared__ float s[128]; unsigned t = threadIdx.x; s[t] = x[t]; __syncthreads(); if (t < 32) warpReduce<blockSize>(s, t); if (t == 0) out[0] = s[0]; }",
	"__inline__ __device__ float warp(float v) { for (int o = 16; o > 0; o >>= 1) v = v + __shfl_xor_sync(~0u, v, o); return v; }" +
		" __global__ void k(float *x, float *y) { __shared__ float s[32]; float v = x[threadIdx.x] + x[threadIdx.x+32]; v = warp(v); if (threadIdx.x == 0) y[0] = v; }",
}

// TestBlock holds the sums of a block to the tree that its threads make: the inputs are such that every order of
// additions gives another sum.
func TestBlock(t *testing.T) {
	x := make([]float32, 64)
	in := make([]uint64, 64)
	for i := range x {
		x[i] = 1 / float32(3*i+1)
		in[i] = uint64(math.Float32bits(x[i]))
	}
	tree := slices.Clone(x)
	for k := 32; k > 0; k /= 2 {
		for i := range k {
			tree[i] += tree[i+k]
		}
	}
	for i, text := range reductions {
		known := []string{"", "", "blockDim.x=64 blockSize=64", "blockDim.x=32"}[i]
		c, err := build.Parse(text, types.Options{Free: types.Float, Device: true, Known: known})
		if err != nil {
			t.Errorf("%s: %s: %q", text, err.Text, text[err.From:err.To])
			continue
		}
		p, err := compile.Compile(c, compile.Target{Machine: compile.SSE})
		if err != nil {
			t.Fatal(err.Text)
		}
		list := make([]uint64, len(c.Inputs))
		for j := range c.Inputs {
			k := 0
			for k < 64 && c.Inputs[j].Name != "x["+strconv.Itoa(k)+"]" {
				k++
			}
			if k < 64 {
				list[j] = in[k]
			}
		}
		if got := p.Result(list); len(c.Inputs) != 64 || got != uint64(math.Float32bits(tree[0])) || len(c.Notes) == 0 {
			t.Errorf("%s: %x, expected %x; %d inputs, notes %v", text, got, math.Float32bits(tree[0]), len(c.Inputs), c.Notes)
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
		_, err := build.Parse(text, types.Options{Free: types.Float})
		if err == nil || !strings.Contains(err.Text, "give n a value") {
			t.Errorf("%s: %v", text, err)
		}
		c, err := build.Parse(text, types.Options{Free: types.Float, Known: "m=7 n=100"})
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
			target, _ := compile.TargetByID(id)
			if _, err := compile.Compile(c, target); err != nil {
				t.Errorf("%.60s: %s: %s", text, id, err.Text)
			}
		}
	}
}
