package compile_test

import (
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/expr/compile"
	"ulplab/fpcore/expr/programs"
)

// shapes are short programs with loops and branches in which it depends on one decision of g++ what is fused: whether a loop
// stays, what is computed before it, which branch decides another one, which is gone, where a number is known. The function of each is f with its number from 1.
var shapes = []string{
	`float f1(float c, float a, float b) { for (int i = 0; i < 4; i++) { if (a <= b) { a -= b * 1.5f; } else { return a; } } return b; }`,
	`float f2(float a, float e, float d, float c, float b) { int i = 0; while (i < 3) { i++; c = ((e * a) + c); if (e < b) break; } d -= c; return d; }`,
	`float f3(float a, float b) { for (int i = 0; i < 3; ++i) { if ((b < a) && (b - b >= 1.0f / a)) return b; } return a * b + (a < b ? b : a); }`,
	`double f4(double b, double a) { b = a + (a * a); if (a * b + 3.0 < a * b) { if (b == a * a) return a; } return b; }`,
	`float f5(float b, float a, float c) { float r = a; int i = 0; while (i < 5) { i += 1; a -= b * c; c = r; } return a; }`,
	`float f6(float a, float b) { if (a >= a * a) { if (a < a * b) { b -= b; } if (a > b) { } } return b - (a * b); }`,
	`double f7(double e, double a) { for (int i = 0; i < 4; ++i) { if (-a > e) return (a * e) + a; } return a; }`,
	`float f8(float c, float a) { int i = 0; do { i++; a = (c + 0.25f) * (c + 1.5f); } while (i < 4); return 2.0f + a; }`,
	`float f9(float a, float b, float c) { int i = 0; do { i++; if (b < a) { b = -b; } } while (i < 4); float u = b * a + (b > 7.0f ? 1e-3f : c); return u; }`,
	`float f10(float b, float a) { for (int i = 0; i < 1; i++) { const float t = a * b; break; } a *= (a <= a ? b : a) * (a * b + a); return a; }`,
	`float f11(float c, float d, float b) { for (int i = 0; i < 1; i += 1) { if (c < b) return b + (c * d); } c = c * d; return c; }`,
	`float f12(float d, float c, float a) { int i = 0; do { i++; d = (-c) * a; } while (i < 5); float u = d + c; return u; }`,
	`float f13(float c, float a, float b) { int i = 0; do { i++; if (0.25f < c - b) return a * b + b; } while (i < 4); return b; }`,
	`double f14(double a, double b) { double r[4] = {a, b * b, b, a}; for (int i = 4; i >= 0; i--) { b += (b * b); } return b; }`,
	`float f15(float a, float b, float d, int c) { for (int i = 3; i >= 0; i--) { if (d >= (float)c) continue; return d * (float)c + a; } return b; }`,
	`float f16(float d, float e, float b, float c) { int i = 0; while (i < 1) { i++; if (e > c) { if (7.0f != d) return b; break; } else { return d; } } return b / e; }`,
	`float f17(float b, float c, float a) { if (b > 0) { a = b * c - 7.0f; if (c == 2 && 0 <= 3) { } } return a; }`,
	`float f18(float a, float b) { float x[16]; for (int i = 0; i < 16; i++) x[i] = a*i + b; float s = 0, q = 0; for (int i = 0; i < 16; i++) { s += x[i]; q += x[i]*x[i]; } float m = s/16; return q/16 - m*m; }`,
	`float f19(float a, float b, float c) { float x[8]; for (int i = 0; i < 8; i++) x[i] = a*b + c*i; float s = 0; for (int i = 0; i < 8; i++) s += x[i]; return s; }`,
	`float f20(float a, float b) { float x[16]; for (int i = 0; i < 16; i++) x[i] = a*i + b; float s = 0; for (int i = 15; i >= 0; i--) s += (x[i]-b)*(x[i]-b); return s + x[3]*x[7]; }`,
	`double f21(double a) { double x = 0.3; for (int i = 0; i < 40; i++) x = 3.7*x*(1.0 - x); return x * a; }`,
	`float f22(float a) { float x = 0.3f; for (int i = 0; i < 12; i++) x = x*0.7f + 0.1f; return x * a; }`,
}

// shapes87 are programs in which it depends on one decision of g++ what x87 rounds: which values it has in memory, where a way
// of a ?: is converted, on which ways a call is, what is computed before one, and what is narrowed; that a
// root may be a call, which values rather share a register, what == with NaN leaves of a ?:, that a root's result is there before
// what comes behind it, and that the function fma of constants is no call, and that sums of
// numbers that only the counter of a loop decides, or literals, are taken when it runs, if it is not unrolled.
var shapes87 = []string{
	`double f1(float c, double b, double d, double a, double e) { float v1 = ((e) * d >= (c) * (0.25) ? (fabs(c) > b ? c - b : (e) * 1.5f) : 0.5f); b *= (a) * (v1 - ((e == (e) * d ? c : a))); v1 *= fmaf(((1.0) - (e) == (e) * v1 + b ? c : c), (d) * (e) + e, -3.0f); return (sqrtf(fabsf(b)) <= c ? c * (c) : fma((7.0) + (c), (b) * (e), c)); }`,
	`float f2(float c, float b, float d, float e, float a) { b += (b * c > (c) + (e) ? (d + d) + (c) : 3.0f); float u4 = (((7.0f) * e) * ((d) + e) + ((a) * 7.0f)) + (c + 0.25f); for (int i5 = 0; i5 < 4; ++i5) { float x6[] = {(1.0f) + 2.0f, (1.5f) * (e)}; u4 *= fmaf((7.0f) + (1.0f), (b) * a, (c) - b); } return (d) - (((d) * u4) + ((a < (u4) * (d) ? 3.0f : 2.0f))); }`,
	`float f3(double c, double d, double a, float b, double e) { c = c + b; double y1 = (((b) * b) + d) * d; const float y2 = (((c) + y1) * ((e) - e)) - (c); if (b - 0.1 >= (c) * (y1)) { double u3[4] = {(double)(y1 - (1.5)), (double)((0.25) * 0.25), (double)((0.1) - e), (double)((y2) * (y1) + 0.1)}; double r4 = 0.5 * (d * (e) + ((b) * (0.1))); } else { const double v5 = d; if (b == y1) return ((v5 + v5) - c) / a; d *= ((e <= (y1) * (e) ? c : y2 * (y2))) - (v5 + ((y2) * (1e-3))); } y1 -= (d * (((0.1) * (0.25) > (a) - (d) ? e : e))) * (((2.0) + e) * 1.5); return (((d) + (e)) * ((d) * a)) + (3.0); }`,
	`float f4(float b, float a, int c) { b = (a) + (a * ((a) * a)); float x3[] = {(b) + (b), (b) + (a), (b) - (a), ((a) * 3.0f + (a) <= (c != 1 ? 0.5f : (float)c) ? a : b)}; b = (b) + x3[3]; float t4 = 0.5f + ((fabsf(a)) * (fabsf(b))); if (!(x3[0] * b == (b) * a)) { x3[1] += (((1e-3f < (b) * (x3[1]) + (b) ? t4 : 0.5f)) * (t4) + (-t4)) + ((c <= 1 ? (c < 1 ? b : t4) : (b) - t4)); if ((c >= 0) && ((b) - b != fmaf(t4, t4 - (a), x3[3] + (0.5f)))) { b = ((float)c) + ((float)c); a *= x3[1] * (((b) + (a)) * b); t4 -= 7.0f; return b; } } else if (x3[3] < (((float)c) * t4 == (b) + (a) ? t4 : b)) { b += 1.5f / a; float y5[2] = {(t4) - (t4), (1.0f) - (a)}; return y5[1] * 0.25f; } a = t4; return (b / (((b) * (x3[1]) + a != (b - (x3[3]) >= 1.5f + (1.5f) ? b : x3[2]) ? a : t4))) + (((c != 1 ? b : a)) + ((b) * (b))); }`,
	`float f5(float c) { double p = c; double x = (float)((p * p) * 1.0), y = (float)(p + p + p); return (y + 1.0f) * p - x * p / (p + x); }`,
	`float f6(float b, float a) { float x = (fmaf(a, a / b, 0.1f * b) <= (b < b * a ? a : a) ? a : b); float y = b * a; return (y * 0.7f + x) * a; }`,
	`float f7(float a, int d, float b, float e, float c) { const float t1 = a; float v2 = e + e; float x3 = t1 * e; x3 *= (a * (x3 - t1)) + (sqrtf(c)); if ((b != a * v2) && (c < b + t1)) return (b - (t1 + b)) * ((v2 * e + x3) * c) + e; return e / a; }`,
	`float f8(float b, int d, float e, float a, float c) { if (!a) { } else { b += a - c; } float t3 = -c; float r4 = c * b; b *= t3 * (((e * b == a * d ? t3 : e)) - r4); return c * d + (b - a); }`,
	`float f9(float a, float d, float c, float b) { b = a * a + c; float sum3 = c * b; const float t6 = c + a; float sum7 = 1.0f * b; float v8[2] = {sum7 + 1e-3f, (b * 7.0f < sum3)}; if (d == sum3) { if (sum7) { } else { if (!(c + d <= 0)) return 3.0f * sum7; const float v10 = a + sum3; if (d - v10 < v10) return b; } } float y11 = 7.0f * ((d + t6)); return (c * (b * 7.0f)) - (fabsf(y11 * sum3)); }`,
	`float f10(float a, float b) { float x = (b - b) + a, y = b + (b + b), s = (a - b) + (b - a) * (0.25f / b), t = a * (b * a); if ((b * t < x + s ? b : a) <= y - t && t * y < a) { float d = (x + y < b * b ? t : a) + s; for (int i = 0; i < 3; i++) { if (s + a <= 0.25f * 1e-3f) { float e = sqrtf(fabsf(b - x)); } } } return a / (b * b + (a - a)); }`,
	`double f11(double c, double d, double a, double b) { c -= (-c < (c != (b) + (d) ? a : d) ? 0.25 * ((c) * (d)) : b * (b)); double x1 = c * (sqrt(fabs(b - (c)))) + ((d * 2.0 + d) * (fma(3.0 * a + d, (b) * (a), a))); return x1 + a; }`,
	`float f12(float a, float b) { float x = a * b, y = b / a; float z = fmaf(3.0f, 0.1f, 0.7f); return (x - y * z) * x + y; }`,
	`float f13(float a) { float s = 0; for (int i = 1; i <= 10; i++) s += 1.0f / i; return s * a; }`,
	`float f14(float a, float b) { float s = a; for (int i = 1; i <= 100; i++) s += 0.1f * i * b; return s; }`,
	`double f15(double a) { double t = 0; for (int i = 1; i < 9; i++) { t += 1.0 / i; t = t * 0.7; } return t * a; }`,
	`double f16(double a) { double s = 0; for (int i = 0; i < 100; i++) s += 0.1; return s * a; }`,
	`double f17(double a) { double s = 0; for (int i = 0; i < 12; i++) s += 0.1; return s * a; }`,
	`double f18(double a) { double s = 0; for (int i = 0; i < 17; i++) s += 0.1; return s * a; }`,
	`float f19(float a) { float x = 0.3f; for (int i = 0; i < 40; i++) x = 3.7f*x*(1.0f - x); return x + a; }`,
}

// TestShapes: g++'s FMA and x87 give the bits of the shapes that g++'s programs give.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		target compile.Target
		texts  []string
		flags  []string
	}{
		{compile.Target{Machine: compile.SSE, FMA: true, Contract: compile.ContractFast}, shapes, []string{"-O2", "-mfma", "-ffp-contract=fast"}},
		{compile.Target{Machine: compile.X87, Precision: 64}, shapes87, []string{"-m32", "-O2", "-mfpmath=387"}},
	} {
		t.Run(c.target.ID(), func(t *testing.T) { testShapes(t, c.target, c.texts, c.flags) })
	}
}

func testShapes(t *testing.T, target compile.Target, texts, flags []string) {
	if why := programs.Missing("g++", flags...); why != "" {
		t.Skip(why)
	}
	var r recording
	for i, text := range texts {
		p := programs.Program{Text: text + "\n", Name: "f" + strconv.Itoa(i+1)}
		head, _, _ := strings.Cut(text, ")")
		result, list, _ := strings.Cut(head, " "+p.Name+"(")
		p.Result = result
		for _, s := range strings.Split(list, ", ") {
			typ, name, _ := strings.Cut(s, " ")
			p.Params = append(p.Params, programs.Param{Name: name, Type: typ})
		}
		r.list, r.rows = append(r.list, p), append(r.rows, programs.Inputs(p, uint64(i), 200))
	}
	var err error
	if r.want, err = programs.Run(t.TempDir(), r.list, r.rows, "g++", flags...); err != nil {
		t.Fatal(err)
	}
	for _, i := range r.wrong(t, target) {
		t.Errorf("another value than g++'s for %s", r.list[i].Text)
	}
}
