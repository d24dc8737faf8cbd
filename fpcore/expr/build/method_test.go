package build_test

import "testing"

// TestMethods holds structures with functions to what g++ 12.2 made of them, of a = 1.1f and b = 2.7f.
func TestMethods(t *testing.T) {
	for _, c := range []struct {
		text string
		want uint64
	}{
		{"struct V { float x, y, z; V(float a, float b, float c) : x(a), y(b), z(c) {} float dot(const V& o) const { return x*o.x + y*o.y + z*o.z; } V operator+(const V& o) const { return V(x+o.x, y+o.y, z+o.z); } };\nfloat f(float a, float b) { V p(a, b, 0.3f), q(b, a, 0.7f); return p.dot(q + p); }", 0x416bd70b},
		{"struct Acc { float s; void add(float v) { s += v; } };\nfloat f(float a, float b) { Acc t; t.s = 0; for (int i = 0; i < 5; ++i) t.add(a / (i + b)); return t.s; }", 0x3fa5e057},
		{"class Ema {\npublic:\n  explicit Ema(float w) : alpha(w), y(0.0f) {}\n  float step(float x) { y = alpha * x + (1.0f - alpha) * y; return y; }\nprivate:\n  float alpha, y;\n};\nfloat f(float a, float b) { Ema e(0.1f); e.step(a); e.step(b); return e.step(a * b); }", 0x3f210cb3},
		{"struct Lerp { float t; float operator()(float a, float b) const { return a + t * (b - a); } };\nfloat f(float a, float b) { Lerp l; l.t = 0.3f; return l(a, b) + Lerp{0.7f}(b, a); }", 0x404a3d71},
		{"struct M { float m[4]; float& operator[](int i) { return m[i]; } float det() const { return m[0]*m[3] - m[1]*m[2]; } };\nfloat f(float a, float b) { M x = {{a, b, 0.1f, 1.3f}}; return x.det() * x[2] + x[1]; }", 0x40343958},
		{"struct Kahan { float s = 0, c = 0; void add(float v) { float y = v - c, t = s + y; c = (t - s) - y; s = t; } float result() const { return s; } };\nfloat f(float a, float b) { Kahan k; for (int i = 1; i < 20; i++) k.add(a / i + b); return k.result(); }", 0x425ccf60},
		{"struct C { float re, im; C(float r = 0, float i = 0) : re(r), im(i) {} C operator*(const C& o) const { return C(re*o.re - im*o.im, re*o.im + im*o.re); } C& operator+=(const C& o) { re += o.re; im += o.im; return *this; } float norm() const { return re*re + im*im; } };\nfloat f(float a, float b) { C z, c(a * 0.1f, b * 0.1f); for (int i = 0; i < 6; i++) { z = z * z; z += c; } return z.norm(); }", 0x3daec096},
		{"struct S { double v; S(double x) { v = x * 0.1; } S twice() const { S r(*this); r.v *= 2; return r; } double get() const { return this->v; } };\ndouble f(float a, float b) { S s = a; S t = S(b); return s.twice().get() + t.twice().twice().v; }", 0x3ff4ccccd3333334},
		{"struct P { float x, y; float len() const { return sqrtf(sq()); } float sq() const { return x*x + y*y; } };\nfloat f(float a, float b) { P p = {a, b}; P *q = &p; q->x += 0.1f; return q->len() / p.sq(); }", 0x3ead4926},
		{"struct Stats { int n{0}; float mean{0.0f}, m2{0.0f}; void push(float x) { ++n; float d = x - mean; mean += d / n; m2 += d * (x - mean); } float variance() const { return m2 / (n - 1); } };\nfloat f(float a, float b) { Stats s; s.push(a); s.push(b); s.push(a*b); s.push(0.1f); return s.variance(); }", 0x3fec04a5},
		{"struct Seg { struct P { float x, y; } a, b; float slope() const { return (b.y - a.y) / (b.x - a.x); } };\nfloat f(float a, float b) { Seg s{{a, 0.1f}, {b, 0.7f}}; return s.slope(); }", 0x3ebfffff},
		{"struct Poly { float c0, c1, c2; Poly(float a, float b) : Poly(a, b, 0.25f) {} Poly(float a, float b, float c) : c0{a}, c1{b}, c2{c} {} float operator()(float x) const { return (c2 * x + c1) * x + c0; } };\nfloat f(float a, float b) { Poly p(a, b); float x = 0.9f, c0 = 100; return p(x) + Poly(b, a, c0)(0.1f); }", 0x40f15c29},
		{"struct Sq { float operator()(float x) const { return x * x; } };\ntemplate <class F> float integrate(F f, float a, float b, int n) { float h = (b - a) / n, s = 0.5f * (f(a) + f(b)); for (int i = 1; i < n; i++) s += f(a + i * h); return s * h; }\nfloat f(float a, float b) { return integrate(Sq(), a, b, 10) + float(); }", 0x40c3f91e},
		{"struct Q { float w; Q operator-() const { Q r; r.w = -w; return r; } bool operator<(const Q& o) const { return w < o.w; } };\nQ operator*(float s, const Q& q) { Q r; r.w = s * q.w; return r; }\nfloat f(float a, float b) { Q p{a}, q{b}; Q r = -(0.3f * q); if (p < q) r = 0.7f * p; return r.w - (-r).w; }", 0x3fc51eb8},
	} {
		asBuilt(t, c.text, c.want)
	}
}
