package build_test

import (
	"bufio"
	"bytes"
	"math"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/conform/testfile"
	"ulplab/fpcore/expr/build"
	"ulplab/fpcore/expr/types"
)

// recorded returns the lines of a compressed file of testdata, without its comments.
func recorded(t *testing.T, name string) (lines []string) {
	t.Helper()
	z := bytes.NewReader(testfile.Text(t, "testdata/"+name))
	for s := bufio.NewScanner(z); s.Scan(); {
		if !strings.HasPrefix(s.Text(), "# ") {
			lines = append(lines, s.Text())
		}
	}
	return lines
}

// native runs a program with Go's own arithmetic: binary32 and binary64, every operation rounded to its type.
func native(t *testing.T, c *types.Code, in []uint64) []uint64 {
	t.Helper()
	out := make([]uint64, len(c.Values))
	f32 := func(x uint64) float32 { return math.Float32frombits(uint32(x)) }
	f64 := math.Float64frombits
	truth := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	for i, v := range c.Values {
		var x [3]uint64
		var of types.Type
		for j, n := range v.X {
			if n >= 0 {
				if n >= int32(i) {
					t.Fatalf("value %d uses value %d", i, n)
				}
				x[j] = out[n]
				if j == 0 {
					of = c.Values[n].Type
				}
			}
		}
		switch v.Op {
		case types.Const:
			out[i] = v.Bits
		case types.Input:
			out[i] = in[v.Bits]
		case types.Bitcast:
			out[i] = x[0]
		case types.Select:
			if out[i] = x[2]; x[0] != 0 {
				out[i] = x[1]
			}
		case types.Convert:
			out[i] = nativeConvert(t, of, v.Type, x[0])
		case types.Call:
			y := float64(f32(x[0]))
			if v.Type == types.Double {
				y = f64(x[0])
			}
			switch strings.TrimSuffix(v.Fn, "f") {
			case "sqrt":
				y = math.Sqrt(y)
			case "fabs":
				y = math.Abs(y)
			default:
				t.Fatalf("call of %s", v.Fn)
			}
			if out[i] = math.Float64bits(y); v.Type == types.Float {
				out[i] = uint64(math.Float32bits(float32(y)))
			}
		default:
			switch of {
			case types.Float:
				a, b := f32(x[0]), f32(x[1])
				var r float32
				switch v.Op {
				case types.Neg:
					r = -a
				case types.Add:
					r = a + b
				case types.Sub:
					r = a - b
				case types.Mul:
					r = a * b
				case types.Div:
					r = a / b
				default:
					out[i] = truth(compare(t, v.Op, a < b, a == b, a > b))
					continue
				}
				out[i] = uint64(math.Float32bits(r))
			case types.Double:
				a, b := f64(x[0]), f64(x[1])
				var r float64
				switch v.Op {
				case types.Neg:
					r = -a
				case types.Add:
					r = a + b
				case types.Sub:
					r = a - b
				case types.Mul:
					r = a * b
				case types.Div:
					r = a / b
				default:
					out[i] = truth(compare(t, v.Op, a < b, a == b, a > b))
					continue
				}
				out[i] = math.Float64bits(r)
			case types.Int:
				out[i] = uint64(uint32(nativeInt(t, v.Op, int32(x[0]), int32(x[1]))))
			case types.UInt:
				out[i] = uint64(uint32(nativeInt(t, v.Op, uint32(x[0]), uint32(x[1]))))
			case types.Long:
				out[i] = nativeInt(t, v.Op, int64(x[0]), int64(x[1]))
			case types.ULong:
				out[i] = nativeInt(t, v.Op, x[0], x[1])
			case types.Bool:
				out[i] = truth(compare(t, v.Op, x[0] < x[1], x[0] == x[1], x[0] > x[1]))
			default:
				t.Fatalf("operation %d on %v", v.Op, of)
			}
		}
	}
	return out
}

func compare(t *testing.T, op types.Op, less, same, more bool) bool {
	t.Helper()
	switch op {
	case types.Less:
		return less
	case types.LessEq:
		return less || same
	case types.More:
		return more
	case types.MoreEq:
		return more || same
	case types.Equal:
		return same
	case types.Differ:
		return !same
	}
	t.Fatalf("operation %d", op)
	return false
}

func nativeInt[T int32 | uint32 | int64 | uint64](t *testing.T, op types.Op, a, b T) uint64 {
	t.Helper()
	switch op {
	case types.Neg:
		return uint64(-a)
	case types.Add:
		return uint64(a + b)
	case types.Sub:
		return uint64(a - b)
	case types.Mul:
		return uint64(a * b)
	case types.Div, types.Rem:
		if b == 0 {
			return 0 // on the side of a Select that is not taken
		}
		if op == types.Div {
			return uint64(a / b)
		}
		return uint64(a % b)
	case types.And:
		return uint64(a & b)
	case types.Or:
		return uint64(a | b)
	case types.Xor:
		return uint64(a ^ b)
	case types.Shl:
		return uint64(a << uint(b))
	case types.Shr:
		return uint64(a >> uint(b))
	case types.Not:
		return uint64(^a)
	}
	if compare(t, op, a < b, a == b, a > b) {
		return 1
	}
	return 0
}

func nativeConvert(t *testing.T, from, to types.Type, x uint64) uint64 {
	t.Helper()
	if from == to {
		return x
	}
	if from.IsFloat() {
		d := math.Float64frombits(x)
		if from == types.Float {
			d = float64(math.Float32frombits(uint32(x)))
		}
		switch to {
		case types.Float:
			return uint64(math.Float32bits(float32(d)))
		case types.Double:
			return math.Float64bits(d)
		case types.Bool:
			if d != 0 {
				return 1
			}
			return 0
		case types.Int:
			return uint64(uint32(int32(d)))
		case types.UInt:
			return uint64(uint32(int64(d)))
		case types.Long:
			return uint64(int64(d))
		}
		return uint64(d)
	}
	signed := int64(x)
	if from == types.Int {
		signed = int64(int32(x))
	}
	switch {
	case to == types.Float && from == types.ULong:
		return uint64(math.Float32bits(float32(x)))
	case to == types.Double && from == types.ULong:
		return math.Float64bits(float64(x))
	case to == types.Float:
		return uint64(math.Float32bits(float32(signed)))
	case to == types.Double:
		return math.Float64bits(float64(signed))
	case to.Bits() == 32:
		return uint64(uint32(signed))
	case to == types.Bool:
		if x != 0 {
			return 1
		}
		return 0
	}
	return uint64(signed)
}

// TestConstantExpressions holds types, conversions, literals and integer arithmetic to what gcc makes of random
// expressions.
func TestConstantExpressions(t *testing.T) {
	named := map[string]types.Type{"int": types.Int, "uint": types.UInt, "long": types.Long, "ulong": types.ULong, "float": types.Float, "double": types.Double}
	n, failures := 0, 0
	for _, line := range recorded(t, "constants.txt.gz") {
		f := strings.Split(line, "\t")
		want, err := strconv.ParseUint(f[2], 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		n++
		c, e := build.Parse(f[0], types.Options{Free: types.Float, C: true})
		if e != nil {
			failures++
			t.Errorf("%s: %d-%d %s", f[0], e.From, e.To, e.Text)
			continue
		}
		typ := max(c.Values[c.Result].Type, types.Int) // in C a comparison is an int
		got := native(t, c, nil)[c.Result]
		d := math.Float64frombits(want)
		g := math.Float64frombits(got)
		if typ == types.Float {
			d, g = float64(math.Float32frombits(uint32(want))), float64(math.Float32frombits(uint32(got)))
		}
		nans := typ.IsFloat() && d != d && g != g
		if typ != named[f[1]] || got != want && !nans {
			failures++
			t.Errorf("%s is %v %#x, gcc says %s %#x", f[0], typ, got, f[1], want)
		}
		if failures > 20 {
			t.FailNow()
		}
	}
	if n < 2000 {
		t.Errorf("only %d expressions recorded", n)
	}
}

// TestPrintf holds Printed to glibc.
func TestPrintf(t *testing.T) {
	n := 0
	for _, line := range recorded(t, "printf.txt.gz") {
		f := strings.Split(line, "\t")
		c, e := build.Parse(`printf("`+f[0]+`", `+f[1]+`);`, types.Options{Free: types.Double})
		if e != nil {
			t.Errorf("%s %s: %s", f[0], f[1], e.Text)
			continue
		}
		n++
		values := native(t, c, nil)
		if got := c.Printed(0, func(v int32) uint64 { return values[v] }); got != f[2] {
			t.Errorf("printf(%q, %s) is %q, glibc writes %q", f[0], f[1], got, f[2])
		}
	}
	if n < 600 {
		t.Errorf("only %d lines recorded", n)
	}
}

// TestPrograms holds statements to what gcc's programs print.
func TestPrograms(t *testing.T) {
	all := "\n" + strings.Join(append(recorded(t, "programs.txt.gz"), recorded(t, "random.txt.gz")...), "\n")
	parts := strings.Split(all, "\n=== ")[1:]
	if len(parts) < 160 {
		t.Fatalf("only %d programs recorded", len(parts))
	}
	for _, part := range parts {
		name, rest, _ := strings.Cut(part, "\n")
		text, want, _ := strings.Cut(rest, "\n--- output\n")
		c, e := build.Parse(text, types.Options{Free: types.Double, C: true})
		if e != nil {
			t.Errorf("%s: %q: %s", name, text[e.From:e.To], e.Text)
			continue
		}
		values := native(t, c, nil)
		got := ""
		for i := range c.Prints {
			got += c.Printed(i, func(v int32) uint64 { return values[v] })
		}
		if got = strings.TrimSuffix(got, "\n"); got != strings.TrimSuffix(want, "\n") {
			t.Errorf("%s prints\n%s\ngcc's program prints\n%s", name, got, want)
		}
	}
}

// TestStreams holds std::cout to what the program printed when g++ 12.2 had compiled it.
func TestStreams(t *testing.T) {
	const text = `#include <iostream>
#include <iomanip>
int main() {
  float x = 0.1f; double y = 2.0/3; int n = -7; unsigned u = 4000000000u;
  std::cout << "x = " << x << " 100% " << x*x << ' ' << n << '\n';
  std::cout << std::setprecision(9) << x << ", " << y << std::endl;
  std::cout << std::fixed << std::setprecision(3) << y << " " << u << " " << std::scientific << x << std::endl;
  std::cout << std::hexfloat << x << std::defaultfloat << " " << (n < 0) << " " << y + 1 << std::flush << 5000000000LL << "\n";
  char c = '%'; const char *s = "text", *names[2] = {"first", "second"};
  std::cout << c << 'q' << "x" "y" << s << '\n';
  printf("%-6s|%5s|%.2s|%c%s %d%5c\n", "ab", s, names[1], c, n < 0 ? "neg" : "pos", n, 'w');
  puts("a%d");
  putchar('z');
  return EXIT_SUCCESS;
}
`
	const want = `x = 0.1 100% 0.01 -7
0.100000001, 0.666666667
0.667 4000000000 1.000e-01
0x1.99999ap-4 1 1.675000000000
%qxytext
ab    | text|se|%neg -7    w
a%d
z`
	c, err := build.Parse(text, types.Options{Free: types.Float})
	if err != nil {
		t.Fatalf("%q: %s", text[err.From:err.To], err.Text)
	}
	values, got := native(t, c, nil), ""
	for i := range c.Prints {
		got += c.Printed(i, func(v int32) uint64 { return values[v] })
	}
	if got != want {
		t.Errorf("the lab prints\n%s\ng++'s program\n%s", got, want)
	}
	if v := c.Values[c.Result]; v.Type != types.Double {
		t.Errorf("the result is a %s, not the last number that main prints but for constants", v.Type)
	}
}

// asBuilt holds a program to the result of a = 1.1f and b = 2.7f when g++ had compiled it.
func asBuilt(t *testing.T, text string, want uint64) {
	t.Helper()
	p, err := build.Parse(text, types.Options{Free: types.Float})
	if err != nil {
		t.Errorf("%s\n%q: %s", text, text[err.From:err.To], err.Text)
		return
	}
	if got := native(t, p, []uint64{0x3f8ccccd, 0x402ccccd})[p.Result]; got != want {
		t.Errorf("%s: %#x, g++ %#x", text, got, want)
	}
}

// TestContainers holds containers of the C++ library to what g++ 12.2 made of them, of a = 1.1f and b = 2.7f.
func TestContainers(t *testing.T) {
	for _, c := range []struct {
		text string
		want uint64
	}{
		{"float f(float a, float b) { std::vector<float> v = {a, b, 0.3f, a*b}; float s = 0; for (size_t i = 0; i < v.size(); ++i) s += v[i]; return s; }", 0x40e23d72},
		{"std::vector<float> f(float a, float b) { std::vector<float> v(3, a); for (size_t i = 0; i < v.size(); ++i) v[i] *= i; return v; }", 0x400ccccd},
		{"std::vector<float> g(float a) { std::vector<float> v(3, a); v[1] *= 2; return v; }\nfloat f(float a, float b) { auto v = g(a); return v[0] + v[1]*b; }", 0x40e147ae},
		{"float f(float a, float b) { std::vector<float> v(5); v[2] = a; v.at(4) = b; float s = 1; for (float e : v) s += e*e; return s; }", 0x41180000},
		{"float f(float a, float b) { std::vector<float> v(4, a); v.back() = b; return std::accumulate(v.begin(), v.end(), 0.0f); }", 0x40c00000},
		{"float f(float a, float b) { std::vector<float> v{a, b, 2.5f}; return std::accumulate(v.begin(), v.end(), 0); }", 0x40a00000},
		{"double f(float a, float b) { const std::vector<float> v{a, b, 0.1f, 0.7f}; return std::accumulate(v.cbegin(), v.cend(), 0.0); }", 0x401266666a800000},
		{"float f(float a, float b) { std::array<float, 3> v = {a, b, 1.5f}; std::vector<float> w(v.begin() + 1, v.end()); return v.front() * w.size() + w.front() - w.back(); }", 0x4059999a},
		{"float f(float a, float b) { float p[4] = {a, b, 0.25f, 3}; std::vector<float> v(p, p + 3), w(3, b); return std::inner_product(v.begin(), v.end(), w.begin(), 1.0f); }", 0x413ef5c3},
		{"float total(const std::vector<float>& v) { float s = 0; for (const auto& e : v) s = s * 0.5f + e; return s; }\nfloat f(float a, float b) { std::vector<float> v{a, b, a - b}; return total(v) / v.size(); }", 0x3c088880},
		{"double f(float a, float b) { std::vector<double> x = {a, b, 1e-3}; double m = std::accumulate(x.begin(), x.end(), 0.0) / x.size(), q = 0; for (double e : x) q += (e - m) * (e - m); return q / (x.size() - 1); }", 0x3ffd791b5066b1ea},
		{"float f(float a, float b) { using namespace std; vector<float> v(3, 0.1f); for (auto& e : v) e *= a; return accumulate(begin(v), end(v), b); }", 0x4041eb84},
		{"float f(float a, float b) { std::vector<int> v = {1, 2, 3}; return a * std::accumulate(v.begin(), v.end(), 0) + b; }", 0x4114cccd},
	} {
		asBuilt(t, c.text, c.want)
	}
}

// TestTaken: memory of malloc is an array, and what a switch looks at is an integer; the results are those of g++ 12.2.
func TestTaken(t *testing.T) {
	for _, c := range []struct {
		text string
		in   []uint64
		want uint64
	}{
		{"int main(int argc, char **argv) { int n = argc > 1 ? atoi(argv[1]) : 3; float a = 0.1f; if (argc > 2) a = std::strtof(argv[2], nullptr); printf(\"%.9g\", a*n); }", nil, 0x3e99999a},
		{"int main() { int n = 5; float *x = (float *)malloc(n*sizeof(float)); for (int i = 0; i < n; i++) x[i] = 1.0f/(i + 3); float s = 0; for (int i = 0; i < n; i++) s += x[i]*x[i]; printf(\"%.9g\", s); free(x); return 0; }", nil, 0x3e860a44},
		{"float c[2][3] = {0}; c[1][2] += x; return c[0][1] + c[1][2];", []uint64{0x40400000}, 0x40400000},
		{"x + inf", []uint64{0x3f800000}, 0x7f800000},
		{"NaN", nil, 0x7fc00000},
		{"float inf = x; return inf + 1;", []uint64{0x3f800000}, 0x40000000},
		{"float r; switch (mode) { case 0: r = x; break; case 2: r = x*x; break; default: r = 0; } return r;", []uint64{2, 0x40400000}, 0x41100000},
	} {
		p, err := build.Parse(c.text, types.Options{Free: types.Float})
		if err != nil {
			t.Errorf("%s: %s", c.text, err.Text)
			continue
		}
		if got := native(t, p, c.in)[p.Result]; got != c.want {
			t.Errorf("%s gives %x, expected %x", c.text, got, c.want)
		}
	}
	if _, err := build.Parse("float *x = (float *)malloc(n*sizeof(float)); x[0]", types.Options{Free: types.Float}); err == nil || !strings.Contains(err.Text, "has to be known") {
		t.Errorf("memory of unknown size: %v", err)
	}
}
