package build_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ulplab/fpcore/expr/build"
	"ulplab/fpcore/expr/programs"
	"ulplab/fpcore/expr/types"
)

// held are programs with values that are functions, templates of structures and algorithms: the function f of each is held to g++.
var held = strings.Split(strings.TrimSpace(`
float f(float a, float b) { auto sq = [](float x) { return x * x; }; return sq(a) + sq(b * 0.3f); }
float f(float a, float b) { float k = a * 0.1f; auto g = [=](float x) { return x * k + b; }; k = 100; return g(a) - g(b); }
float f(float a, float b) { float s = 0; auto add = [&](float x) { s += x / 3; }; for (int i = 1; i < 6; i++) add(a / i + b); return s; }
float f(float a, float b) { float s = 1; auto g = [a, &s](double x) -> float { s *= a; return x * 0.1 + s; }; float r = g(b); return r * g(r) + s; }
double f(float a, float b) { auto g = [](auto x, auto y) { return x * y + 0.1f; }; return g(a, b) + g(a, 0.1) + g(2, 3) / 7; }
float f(float a, float b) { return [](float x, float y) { return x / y; }(a, b) + [&] { return a - b * 0.7f; }(); }
float f(float a, float b) { auto g = [c = a * b, &d = b](float x) { return c + d * x; }; return g(0.1f) * g(a); }
float f(float a, float b) { float w[3] = {a, b, 0.3f}; auto dot = [w](const float *x) { float s = 0; for (int i = 0; i < 3; i++) s += w[i] * x[i]; return s; }; w[0] = 9; return dot(w); }
float f(float a, float b) { constexpr float k = 0.3f; auto g = [](float x) { return x * k; }; return g(a) / g(b); }
float f(float a, float b) { auto twice = [](auto g, float x) { return g(g(x)); }; return twice([=](float x) { return x * a + b; }, 0.1f); }
float f(float a, float b) { auto make = [](float k) { return [k](float x) { return x * k + 1; }; }; auto g = make(a), h = make(0.7f); return g(b) / h(g(a)); }
float f(float a, float b) { auto g = [](float x) { if (x > 1.5f) return x * 0.1f; return 1 / x; }; return g(a) + g(b); }
float f(float a, float b) { auto g = [](float x) -> double { if (x > 0) return x; return -0.1; }; return g(a) * 0.1 + g(-b); }
float sq(float x) { return x * x; }
float apply(float (*g)(float), double x) { return g(x); }
float f(float a, float b) { return apply(sq, a * 0.1) + apply(&sq, b) + apply([](float x) { return x / 3; }, a); }
---
float sq(float x) { return x * x; }
double sq(double x) { return x * x * 0.1; }
float f(float a, float b) { float (*g)(float) = sq; double (*h)(double) = &sq; return g(a + 0.1) * h(b) + (*g)(b); }
---
#include <functional>
float f(float a, float b) { std::function<float(float)> g = [](double x) { return x * 0.1; }; std::function<double(double, int)> h = [&](double x, int n) { return g(x) / n; }; g = [a](float x) { return x - a; }; return h(b, 2.9) + g(b); }
---
#include <functional>
float newton(const std::function<float(float)>& g, std::function<float(float)> d, float x) { for (int i = 0; i < 6; ++i) x -= g(x) / d(x); return x; }
float f(float a, float b) { return newton([a](float x) { return x * x - a; }, [](float x) { return 2 * x; }, b); }
---
template <typename F> float integrate(F f, float a, float b, int n) { float h = (b - a) / n, s = 0; for (int i = 0; i < n; i++) s += f(a + (i + 0.5f) * h); return s * h; }
float g(float x) { return x * x + 0.1f; }
float f(float a, float b) { return integrate(g, a, b, 8) + integrate([a](float x) { return x / a; }, 0.0f, b, 5) + integrate(sqrtf, 1.0f, 2.0f, 4); }
---
template <typename F, typename T> T bisect(F&& f, T a, T b) { for (int i = 0; i < 20; i++) { T m = (a + b) / 2; if (f(a) * f(m) <= 0) b = m; else a = m; } return (a + b) / 2; }
float f(float a, float b) { return bisect([=](float x) { return x * x - a * a; }, 0.0f, b) + bisect([](double x) { return x * x * x - 2; }, 0.0, 2.0); }
---
struct Scale { float k; float operator()(float x) const { return k * x; } };
template <class F> float both(const F& g, float x) { return g(x) + g(0.1f); }
#include <functional>
float f(float a, float b) { Scale s{a}; std::function<float(float)> g = s; s.k = 7; return both(s, b) + both(Scale{b}, a) + both(g, a); }
---
typedef float (*fn)(float);
using op = float (*)(float, float);
float half(float x) { return x / 2; }
float third(float x) { return x / 3; }
float plus(float x, float y) { return x + y; }
float run(fn g, op h, float x) { return h(g(x), 0.1f); }
float f(float a, float b) { fn table[] = {half, third, sqrtf}; float s = run(half, plus, a); for (int i = 0; i < 3; i++) s = s * 0.7f + table[i](b); return s; }
---
float half(float x) { return x / 2; }
float third(float x) { return x / 3; }
float call(float g(float), float x) { return g(x); }
float f(float a, float b) { float (*table[2])(float) = {half, third}; float (*g)(float) = table[1]; bool up = 3 > 2; return table[0](a) + g(b) + call(up ? third : half, a); }
---
struct Filter { float (*shape)(float); float y; float step(float x) { y = y * 0.5f + shape(x); return y; } };
float cube(float x) { return x * x * x; }
float f(float a, float b) { Filter g = {cube, 0}; g.step(a); float r = g.step(b); g.shape = [](float x) { return x / 3; }; return r + g.shape(a) + g.step(b); }
---
struct Body { float x, v; void step(float h) { auto force = [&](float q) { return -q * 0.3f - v * 0.1f; }; v += h * force(x); x += h * v; } };
float f(float a, float b) { Body p{a, b}; for (int i = 0; i < 5; i++) p.step(0.1f); return p.x - p.v; }
---
auto mean(float x, float y) -> float { return (x + y) / 2; }
auto scaled(float x, double k) { return x * k; }
double f(float a, float b) { auto m = mean(a, b); auto s = scaled(a, 0.1); return m + s * scaled(b, 3); }
---
#include <functional>
float f(float a, float b) { std::function<float(float, int)> power = [&](float x, int n) { return n == 0 ? 1.0f : x * power(x, n - 1); }; return power(a, 7) - power(b, 3); }
---
template <typename T> struct Vec3 { T x, y, z; T dot(const Vec3& o) const { return x * o.x + y * o.y + z * o.z; } Vec3 operator+(const Vec3<T>& o) const { return {x + o.x, y + o.y, z + o.z}; } };
template <typename T> Vec3<T> operator*(T s, const Vec3<T>& v) { return {s * v.x, s * v.y, s * v.z}; }
template <typename T> T norm(const Vec3<T>& v) { return std::sqrt(v.dot(v)); }
double f(float a, float b) { Vec3<float> p{a, b, 0.3f}, q = p + 0.7f * p; Vec3<double> r = {a, 0.1, b}; return norm(q) + norm(0.3 * r) + (p + q).dot(p); }
---
template <typename T, int N> struct Poly { T c[N]; T operator()(T x) const { T s = c[N - 1]; for (int i = N - 2; i >= 0; i--) s = s * x + c[i]; return s; } };
double f(float a, float b) { Poly<float, 3> p = {{a, b, 0.1f}}; Poly<double, 2> q{{0.1, a}}; return p(0.7f) * q(b); }
---
template <class T, class U = double> class Sum { public: Sum(T x) : s(x), c(0) {} void add(T x) { U y = x - c, t = s + y; c = (t - s) - y; s = t; } U get() const { return s; } static T one() { return T(1) / 3; } private: U s, c; };
double f(float a, float b) { Sum<float, float> s(a); Sum<float> t(a); for (int i = 1; i < 9; i++) { s.add(b / i); t.add(b / i); } return s.get() * 0.5 + t.get() + Sum<float>::one(); }
---
template <typename T> struct Pair { T lo, hi; };
template <typename T> struct Box { Pair<T> x, y; T area() const { return (x.hi - x.lo) * (y.hi - y.lo); } };
template <class T> using Pairs = Pair<Pair<T>>;
double f(float a, float b) { Box<float> q{{a, 3.3f}, {b, 7.1f}}; Box<double> r{{0.1, a}, {0.3, b}}; Pairs<float> p = {{a, b}, {0.1f, 0.2f}}; return q.area() + r.area() * p.lo.hi / p.hi.lo; }
---
template <typename T> struct V2 { T x, y; V2(T a = 0, T b = 0) : x(a), y(b) {} V2& operator+=(const V2& o) { x += o.x; y += o.y; return *this; } V2<T> operator-() const { return V2<T>(-x, -y); } };
float f(float a, float b) { std::array<V2<float>, 2> v = {V2<float>(a, b), V2<float>(b)}; V2<float> s; for (auto& e : v) s += e; auto t = -s; V2<float> u = a > 1 ? s : t; return u.x * 0.3f - (b < 0.5f ? t : v[0]).y; }
---
struct V { float x, y; };
float f(float a, float b) { V p{a, b}, q{b * 0.1f, a / 3}; V r = a < b ? p : q; V s = true ? q : p; auto t = a > 1 ? V{r.y, r.x} : p; return r.x - r.y * s.x + t.x / (t.y + 9); }
---
float f(float a, float b) { std::vector<float> v = {a, b, 0.3f, a * b}; return std::accumulate(v.begin(), v.end(), 1.0f, [](float s, float x) { return s * 0.5f + x; }) + std::accumulate(v.begin(), v.end(), 1.0f, std::multiplies<>()) - std::accumulate(v.begin(), v.end(), 0.0, std::plus<float>()); }
double f(float a, float b) { std::vector<float> x = {a, b, 0.3f, 0.7f, -a}, y = {b, 0.1f, a, a / b, 3}; return std::inner_product(x.begin(), x.end(), y.begin(), 0.1) + std::inner_product(x.begin(), x.end(), y.begin(), 0.0f, std::plus<>(), [](float p, float q) { return (p - q) * (p - q); }); }
double f(float a, float b) { std::vector<float> x = {a, b, 0.3f, 0.7f, -a, a / 3}, y = {b, 0.1f, a, a / b, 3, b / 7}; return std::transform_reduce(x.begin(), x.end(), y.begin(), 0.0f) + std::transform_reduce(x.begin(), x.end(), 0.1, std::plus<>(), [](float t) { return t * t; }) + std::transform_reduce(x.begin(), x.end(), y.begin(), 0.0, std::plus<double>(), std::multiplies<float>()); }
float f(float a, float b) { std::vector<float> x = {a, b, 0.3f, 0.7f, -a, a / 3, 1.7f}; return std::reduce(x.begin(), x.end()) * std::reduce(x.begin(), x.end(), 1.0f, [](float p, float q) { return p * q * 0.9f; }) + std::reduce(x.begin() + 1, x.end(), 0.5f); }
float f(float a, float b) { std::vector<float> x = {a, b, 0.3f, 0.7f}, y(4); std::transform(x.begin(), x.end(), y.begin(), [&](float t) { return t / b; }); std::transform(x.begin(), x.end(), y.begin(), x.begin(), std::minus<>()); std::transform(y.begin(), y.end(), y.begin(), sqrtf); float s = 0; for (int i = 0; i < 4; i++) s = s * 0.3f + x[i] / (y[i] + 9); return s; }
float f(float a, float b) { float x[5] = {a, b, 0.1f, 0.2f, 0.3f}, y[5], z[5]; std::partial_sum(x, x + 5, y); std::partial_sum(x, x + 5, z, [](float s, float t) { return s * 0.5f + t; }); float s = 0; std::for_each(y, y + 5, [&](float t) { s += t * 0.1f; }); std::for_each(z, z + 5, [](float& t) { t *= 3; }); return s + z[4] / z[1]; }
float f(float a, float b) { float x[5] = {a, b, 0.1f, a * b, a - b}, y[3]; std::iota(y, y + 3, a); return *std::max_element(x, x + 5) * 0.7f + *std::min_element(x, x + 5) / y[2]; }
double f(float a, float b) { return std::lerp(a, b, 0.3f) + std::lerp(-a, b, 0.7) + std::lerp(a, b, 1.0f) + std::lerp(a, b, 1.7f) + std::hypot(a, b, 0.3f) + std::hypot(a, b, 0.1) + std::lerp(1, 2, 0.3f); }
double f(float a, float b) { float x[4] = {a, b, 0.3f, -a}, y[4] = {}; std::swap(x[0], x[1]); std::copy(x, x + 3, y + 1); std::fill(x, x + 2, 0.1f); return y[1] / y[2] - y[3] * x[1] + std::clamp(a * b, 0.5f, 2.5f); }
float f(float a, float b) { auto power = [](auto self, float x, int n) -> float { return n == 0 ? 1.0f : x * self(self, x, n - 1); }; return power(power, a, 5) / power(power, b, 3); }
float f(float a, float b) { const float k = [&] { float s = 0; for (int i = 1; i < 5; i++) s += a / i; return s; }(); auto g = [k, b](float x = 0.3f) { return k * x - b; }; return g() + g(a); }
float f(float a, float b) { std::vector<float> v{a, b, 0.7f}; auto norm = [&v]() { float s = 0; for (float e : v) s += e * e; return s; }; v[1] = 0.1f; float r = norm(); std::transform(v.begin(), v.end(), v.begin(), [r](float e) { return e / r; }); return norm() + r; }
float f(float a, float b) { float n = 1; for (int i = 0; i < 4; i++) { auto step = [&n, i, a](float x) { n = n * x + i * a; }; step(b); } return n; }
double f(float a, float b) { auto outer = [=](float x) { float y = x * b; auto inner = [=](float z) { return z / y + a; }; y = 0; return inner(x) * 0.5; }; return outer(a) + outer(0.1f); }
double f(float a, float b) { float s, c; auto polar = [&](float t, float *u, float *v) { *u = t * a; *v = t / b; }; polar(0.7f, &s, &c); return s + 0.1 * c; }
---
struct P { float x, y; };
float f(float a, float b) { std::vector<P> v = {{a, b}, {b, 0.3f}, {0.1f, a}}; float s = std::accumulate(v.begin(), v.end(), 0.0f, [](float t, const P& p) { return t + p.x * p.y; }); std::for_each(v.begin(), v.end(), [&](P& p) { p.x *= s; }); P m = v[0].x > v[1].x ? v[0] : v[2]; return m.x - m.y + v[2].x; }
---
struct Mean { float w; float operator()(float s, float x) const { return s + w * (x - s); } };
template <typename T, size_t N> T total(const T (&v)[N]) { T s = 0; for (size_t i = 0; i < N; i++) s += v[i]; return s; }
float f(float a, float b) { float v[4] = {a, b, 0.3f, -b}; return std::accumulate(v, v + 4, 0.5f, Mean{0.3f}) + std::accumulate(v + 1, v + 4, 1.0f, std::multiplies<float>{}) - total(v); }
---
template <typename T> struct Dual { T v, d; Dual(T a, T b = T(0)) : v(a), d(b) {} };
template <typename T> Dual<T> operator*(const Dual<T>& p, const Dual<T>& q) { return Dual<T>(p.v * q.v, p.v * q.d + p.d * q.v); }
template <typename T> Dual<T> operator+(Dual<T> p, T c) { return {p.v + c, p.d}; }
template <typename T, typename F> T slope(F g, T x) { Dual<T> r = g(Dual<T>(x, T(1))); return r.d; }
double f(float a, float b) { return slope([](auto x) { return x * x * x; }, a) + slope([&](Dual<double> x) { return x * x + 0.1; }, (double)b); }
---
template <typename T, int R, int C> struct Mat { T m[R][C]; Mat<T, C, R> transposed() const { Mat<T, C, R> t; for (int i = 0; i < R; i++) for (int j = 0; j < C; j++) t.m[j][i] = m[i][j]; return t; } };
template <typename T, int R, int K, int C> Mat<T, R, C> operator*(const Mat<T, R, K>& x, const Mat<T, K, C>& y) { Mat<T, R, C> z; for (int i = 0; i < R; i++) for (int j = 0; j < C; j++) { T s = 0; for (int k = 0; k < K; k++) s += x.m[i][k] * y.m[k][j]; z.m[i][j] = s; } return z; }
float f(float a, float b) { Mat<float, 2, 3> x = {{{a, b, 0.1f}, {0.3f, a, b}}}; auto y = x * x.transposed(); return y.m[0][0] * y.m[1][1] - y.m[0][1]; }
---
void fill(std::vector<float>& out, float a, int n) { for (int i = 0; i < n; ++i) out.push_back(a * i); }
float f(float a, float b) { std::vector<float> v; fill(v, a, 9); v.pop_back(); float s = b; for (float x : v) s += x; for (auto it = v.rbegin(); it != v.rend(); ++it) s = s * 0.5f + *it; return s + v.size() + v.back() * v.front(); }
---
std::vector<float> make(float a, int n) { std::vector<float> r; r.reserve(n); for (int i = 0; i < n; i++) r.push_back(a / (i + 1)); return r; }
float f(float a, float b) { std::vector<float> w = make(a, 7), u(w), q(w.rbegin(), w.rend()); w.resize(10, b); w.resize(12); u.emplace_back(b); float s = 0; for (size_t i = 0; i < w.size(); i++) s = s * 0.9f + w[i]; for (float x : u) s += x; return s * std::accumulate(q.begin(), q.end(), 0.1f); }
---
double f(float a, float b) { std::vector<double> d = {a, b, 0.1}; d.push_back(a * d[2]); double s = std::accumulate(d.rbegin(), d.rend(), 0.0); for (auto p = d.crbegin() + 1; p != d.crend(); p++) s = s / 3 + *p; d.clear(); if (d.empty()) d.push_back(b); return s - d[0] * (d.rbegin() == d.rend() ? 2 : 1); }
---
struct P { float x, y; };
float f(float a, float b) { std::vector<P> v, w(2); for (int i = 0; i < 4; i++) { P p = {a * i, b / (i + 1)}; v.push_back(p); } std::vector<P> u = v; u.resize(5); w.push_back(u[1]); w[0] = u[2]; float s = w.back().y + u.size(); for (const P& p : v) s += p.x * p.y; return s; }
---
float f(float a, float b) { std::vector<int> k; for (int i = 0; i < 20; i++) if (i % 3 == 1) k.push_back(i); float s = 0; for (int i : k) s += a / i; std::vector<float> x(3, b); x.push_back(s); while (x.size() < 8) x.push_back(x[x.size() - 1] * 0.7f); return std::accumulate(x.begin(), x.end(), 0.0f); }
---
template <typename T> T sigmoid(T x) { return T(1) / (T(1) + std::sqrt(-x)); }
double f(float a, float b) { return sigmoid(0.0f) * a + (float(1) + b) * (double{0.1} + a) - ((float)(b) + (unsigned)(3)); }
---
template <int N> double twice(double (*g)(double), double x) { for (int i = 0; i < N; i++) x = g(x); return x; }
double f(float a, float b) { return twice<2>([](double x) { return x * 0.1 + 1; }, a) + twice<1>(sqrt, b); }
`), "\n")

// heldPrograms are the texts in held: one a line, or lines between dashes; a line that defines no f belongs to the next that does.
func heldPrograms() (list []string) {
	text := ""
	for _, line := range held {
		if line == "---" {
			continue
		}
		if text += line + "\n"; strings.Contains(line, " f(float a, float b)") {
			list, text = append(list, text), ""
		}
	}
	return list
}

var heldInputs = [][2]float32{{1.1, 2.7}, {0.3, 1.9}, {7.25, 0.015625}, {1.5, 1.5}, {2, 3}, {0.7, 0.1}}

// TestHeld holds programs to g++, bit by bit, for several inputs.
func TestHeld(t *testing.T) {
	if why := programs.Missing("g++", "-std=c++20"); why != "" {
		t.Skip(why)
	}
	src := "#include <algorithm>\n#include <array>\n#include <cmath>\n#include <cstdint>\n#include <cstdio>\n#include <cstring>\n#include <functional>\n#include <numeric>\n#include <vector>\n#include <math.h>\n"
	list := heldPrograms()
	for i, text := range list {
		src += fmt.Sprintf("namespace p%d {\n%s}\n", i, strings.ReplaceAll(text, "#include <functional>\n", ""))
	}
	src += "template <class R> void show(R (*f)(float, float), uint32_t a, uint32_t b) { float x, y; memcpy(&x, &a, 4); memcpy(&y, &b, 4); R r = f(x, y); uint64_t u = 0; memcpy(&u, &r, sizeof r); printf(\"%llx\\n\", (unsigned long long)u); }\nint main() {\n"
	for i := range list {
		for _, in := range heldInputs {
			src += fmt.Sprintf("show(p%d::f, %#xu, %#xu);\n", i, math.Float32bits(in[0]), math.Float32bits(in[1]))
		}
	}
	dir := t.TempDir()
	file, bin := filepath.Join(dir, "held.cpp"), filepath.Join(dir, "held")
	if err := os.WriteFile(file, []byte(src+"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("g++", "-std=c++20", "-O1", "-ffp-contract=off", "-w", "-o", bin, file).CombinedOutput(); err != nil {
		t.Fatalf("%s", out[:min(len(out), 4000)])
	}
	var out bytes.Buffer
	if err := programs.Execute(bin, &out, nil); err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(out.String())
	for i, text := range list {
		c, err := build.Parse(text, types.Options{Free: types.Float})
		if err != nil {
			t.Errorf("%s%q: %s", text, text[err.From:max(err.From, min(err.To, int32(len(text))))], err.Text)
			continue
		}
		sound(t, c)
		for k, in := range heldInputs {
			of := map[string]uint64{"a": uint64(math.Float32bits(in[0])), "b": uint64(math.Float32bits(in[1]))}
			var inputs []uint64
			for _, v := range c.Inputs {
				inputs = append(inputs, of[v.Name])
			}
			if got := fmt.Sprintf("%x", native(t, c, inputs)[c.Result]); got != lines[i*len(heldInputs)+k] {
				t.Errorf("%sof %v: %s, g++ %s", text, in, got, lines[i*len(heldInputs)+k])
				break
			}
		}
	}
}
