package build_test

import "testing"

// TestLanguage holds what C++ has beside arithmetic to what g++ 12.2 made of it, of a = 1.1f and b = 2.7f.
func TestLanguage(t *testing.T) {
	for _, c := range []struct {
		text string
		want uint64
	}{
		{"namespace geo { namespace in { struct V { float x, y; V operator+(const V &o) const { return V{x + o.x, y + o.y}; } }; }\nconstexpr float k = 0.3f;\ninline float norm2(const in::V &v) { return v.x*v.x + v.y*v.y; } }\nusing geo::norm2;\nusing std::array;\nfloat f(float a, float b) { std::array<geo::in::V, 2> p = {{{a, b}, {0.7f, geo::k}}}; volatile int n = 5; geo::in::V s = p[0]; for (int i = 0; i < n; i++) s = s + p[i % 2]; return norm2(s) * geo::norm2(p[1]); }", 0x42bdc6a8},
		{"[[nodiscard]] static float sq(float t) { return t * t; }\ntemplate <class T> T twice(T t) { return t + t; }\ntemplate float twice<float>(float);\nfloat f(float a, float b) { [[maybe_unused]] float c = ::sqrtf(b); float v[2] = {a, b}; return ::sq(a) + twice(v[0]) - ::fabsf(c)*0.3f; }", 0x403ab0f1},
		{"float f(float a, float b) { float x[3] = {a, b, 0.1f}, s = 0, *p = nullptr; p = x; for (int i = 0; i < 3; i++) { s += i > 0 ? p[i-1] * p[i] : 0; if (i < 2) s -= p[i+1]; } return s; }", 0x3ee147ae},
		{"float f(float a, float b) { float x[4] = {a, b, 0.3f, -a}, y[4] = {}; std::swap(x[0], x[1]); std::copy(x, x + 3, y + 1); std::fill(x, x + 2, 0.1f); return y[1] / y[2] - y[3] * x[1] + std::clamp(a * b, 0.5f, 2.5f) + std::min({a, b, 0.7f}) * std::max({a, -b, b, 0.1f}); }", 0x40da10c1},
		{"float f(float a, float b) { std::vector<float> v(11, a); for (int i = 0; i < 11; i++) v[i] = a / (i + b); return std::reduce(v.begin(), v.end(), 0.1f) * std::reduce(v.begin(), v.begin() + 7); }", 0x404e8f89},
		{"double f(float a, float b) { std::vector<float> v = {a, b, 0.1f, 0.7f, 1e-3f, 3.3f, a * b, a - b, 0.9f}; return std::reduce(v.begin(), v.end(), 0.0) + std::reduce(v.begin(), v.end(), 1); }", 0x40322bc6a9000000},
		{"struct V { float x, y; };\nfloat f(float a, float b) { V p{a, 0.1f}, q{b, 0.7f}; std::swap(p, q); std::array<float, 3> u = {{a, b, 0.3f}}, w; std::copy(u.begin(), u.end(), w.begin()); return p.x * q.y - q.x / p.y + w[2]; }", 0xbf802ed0},
		{"struct V { float x, y; V(float a, float b); float dot(const V &o) const; V operator*(float s) const; void add(const V &o); static float sq(float t) { return t * t; } static constexpr float half = 0.5f; };\ninline float scaled(float t) { return t * 0.3f; }\nV::V(float a, float b) : x(a), y(b) {}\nfloat V::dot(const V &o) const { return x * o.x + y * o.y; }\nV V::operator*(float s) const { return V(x * s, y * s); }\nvoid V::add(const V &o) { x += scaled(o.x); y += o.y; }\nfloat f(float a, float b) { V p(a, b), q = p * 0.7f; p.add(q); return p.dot(q) + V::sq(q.x) * (V::sq(a) - 1) + V::half; }", 0x41253111},
		{"class Ema { float alpha, y; public: Ema(float w); float step(float x); };\nEma::Ema(float w) : alpha(w), y(0.0f) { if (w > 1) { y = w; } }\ninline float Ema::step(float x) { y = alpha * x + (1.0f - alpha) * y; return y; }\nstruct M { static double cube(double x) { return x * sq(x); } static double sq(double x) { return x * x; } };\ndouble f(float a, float b) { Ema e(0.1f); e.step(a); double d = M::cube(a) - M::sq(b); return d + e.step(b); }", 0xc0165c29000c49bb},
	} {
		asBuilt(t, c.text, c.want)
	}
}
