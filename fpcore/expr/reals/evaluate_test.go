package reals_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/expr/reals"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// read reads a text whose undeclared names are floats.
func read(t testing.TB, text string) *types.Code {
	t.Helper()
	c, err := expr.Parse(text, types.Options{Free: types.Float})
	if err != nil {
		t.Fatalf("%s: %s", text, err.Text)
	}
	return c
}

// independent has every mathematical function of Functions, computed without package exact: in binary64, and for the ones
// that are exact so that no rounding of binary64 can matter for operands of few bits.
var independent = map[string]func(x [3]float64) float64{
	"add":  func(x [3]float64) float64 { return x[0] + x[1] },
	"sub":  func(x [3]float64) float64 { return x[0] - x[1] },
	"mul":  func(x [3]float64) float64 { return x[0] * x[1] },
	"div":  func(x [3]float64) float64 { return x[0] / x[1] },
	"fma":  func(x [3]float64) float64 { return math.FMA(x[0], x[1], x[2]) },
	"rcp":  func(x [3]float64) float64 { return 1 / x[0] },
	"sqrt": func(x [3]float64) float64 { return math.Sqrt(x[0]) }, "rsqrt": func(x [3]float64) float64 { return 1 / math.Sqrt(x[0]) },
	"cbrt": func(x [3]float64) float64 { return math.Cbrt(x[0]) }, "rcbrt": func(x [3]float64) float64 { return 1 / math.Cbrt(x[0]) },
	"fabs": func(x [3]float64) float64 { return math.Abs(x[0]) }, "copysign": func(x [3]float64) float64 { return math.Copysign(x[0], x[1]) },
	"fmin": func(x [3]float64) float64 { return math.Min(x[0], x[1]) }, "fmax": func(x [3]float64) float64 { return math.Max(x[0], x[1]) },
	"fdim": func(x [3]float64) float64 { return math.Max(x[0]-x[1], 0) },
	"fmod": func(x [3]float64) float64 { return math.Mod(x[0], x[1]) }, "remainder": func(x [3]float64) float64 { return math.Remainder(x[0], x[1]) },
	"ldexp":    func(x [3]float64) float64 { return math.Ldexp(x[0], int(x[1])) },
	"saturate": func(x [3]float64) float64 { return math.Max(0, math.Min(x[0], 1)) },
	"convert":  func(x [3]float64) float64 { return x[0] },
	"floor":    func(x [3]float64) float64 { return math.Floor(x[0]) }, "ceil": func(x [3]float64) float64 { return math.Ceil(x[0]) },
	"trunc": func(x [3]float64) float64 { return math.Trunc(x[0]) }, "rint": func(x [3]float64) float64 { return math.RoundToEven(x[0]) },
	"nearbyint": func(x [3]float64) float64 { return math.RoundToEven(x[0]) }, "round": func(x [3]float64) float64 { return math.Round(x[0]) },
	"pow": func(x [3]float64) float64 { return math.Pow(x[0], x[1]) }, "hypot": func(x [3]float64) float64 { return math.Hypot(x[0], x[1]) },
	"atan2": func(x [3]float64) float64 { return math.Atan2(x[0], x[1]) },
	"exp":   func(x [3]float64) float64 { return math.Exp(x[0]) }, "exp2": func(x [3]float64) float64 { return math.Exp2(x[0]) },
	"exp10": func(x [3]float64) float64 { return math.Pow(10, x[0]) }, "expm1": func(x [3]float64) float64 { return math.Expm1(x[0]) },
	"log": func(x [3]float64) float64 { return math.Log(x[0]) }, "log2": func(x [3]float64) float64 { return math.Log2(x[0]) },
	"log10": func(x [3]float64) float64 { return math.Log10(x[0]) }, "log1p": func(x [3]float64) float64 { return math.Log1p(x[0]) },
	"sin": func(x [3]float64) float64 { return math.Sin(x[0]) }, "cos": func(x [3]float64) float64 { return math.Cos(x[0]) },
	"tan":   func(x [3]float64) float64 { return math.Tan(x[0]) },
	"sinpi": func(x [3]float64) float64 { return math.Sin(math.Pi * math.Mod(x[0], 2)) }, "cospi": func(x [3]float64) float64 { return math.Cos(math.Pi * math.Mod(x[0], 2)) },
	"asin": func(x [3]float64) float64 { return math.Asin(x[0]) }, "acos": func(x [3]float64) float64 { return math.Acos(x[0]) },
	"atan": func(x [3]float64) float64 { return math.Atan(x[0]) }, "sinh": func(x [3]float64) float64 { return math.Sinh(x[0]) },
	"cosh": func(x [3]float64) float64 { return math.Cosh(x[0]) }, "tanh": func(x [3]float64) float64 { return math.Tanh(x[0]) },
	"asinh": func(x [3]float64) float64 { return math.Asinh(x[0]) }, "acosh": func(x [3]float64) float64 { return math.Acosh(x[0]) },
	"atanh": func(x [3]float64) float64 { return math.Atanh(x[0]) }, "erf": func(x [3]float64) float64 { return math.Erf(x[0]) },
	"erfc":      func(x [3]float64) float64 { return math.Erfc(x[0]) },
	"nextafter": func(x [3]float64) float64 { return math.Nextafter(x[0], x[1]) },
	"norm3d":    func(x [3]float64) float64 { return math.Hypot(math.Hypot(x[0], x[1]), x[2]) },
	"rhypot":    func(x [3]float64) float64 { return 1 / math.Hypot(x[0], x[1]) },
}

// unenclosed are functions of CUDA's library for whose values package exact has no bounds: Bessel's, gamma and its logarithm,
// and the error function's inverses, scaled forms and normal distribution.
const unenclosed = " cyl_bessel_i0 cyl_bessel_i1 j0 j1 y0 y1 tgamma lgamma erfcx erfinv erfcinv normcdf normcdfinv "

// TestCatalogue: every function that the reader knows has an exact value, and it is the one that an independent
// computation gives; a function without is named here with the reason.
func TestCatalogue(t *testing.T) {
	n := 200
	if testing.Short() {
		n = 50
	}
	r := rand.New(rand.NewPCG(31, 32))
	for _, f := range types.Functions() {
		m, ok := types.MeaningOf(f.Name)
		if types.Listed(unenclosed, f.Name) || types.Listed(unenclosed, strings.TrimSuffix(f.Name, "f")) {
			if ok && reals.HasExact(f.Name) {
				t.Errorf("%s has an exact value", f.Name)
			}
			continue
		}
		if !ok || !reals.HasExact(f.Name) {
			t.Errorf("%s has no exact value", f.Name)
			continue
		}
		want := independent[m.ID]
		if want == nil {
			t.Errorf("%s (%s) has no independent computation", f.Name, m.ID)
			continue
		}
		c := &types.Code{Result: int32(len(f.In))}
		call := types.Value{Op: types.Call, Type: f.Out, Fn: f.Name, X: [3]int32{-1, -1, -1}}
		for k, in := range f.In {
			c.Inputs = append(c.Inputs, types.InputVar{Name: "abc"[k : k+1], Type: in})
			c.Values = append(c.Values, types.Value{Op: types.Input, Type: in, Bits: uint64(k), X: [3]int32{-1, -1, -1}})
			call.X[k] = int32(k)
		}
		c.Values = append(c.Values, call)
		compared := 0
		for range n {
			in := make([]uint64, len(f.In))
			var x [3]float64
			for k, typ := range f.In {
				// Few bits, so that every type holds the number and every exact result is one of binary64.
				x[k] = float64(r.IntN(255)-127) / float64(int(1)<<r.IntN(8))
				if g := typ.Format(); g == nil {
					x[k] = math.Trunc(x[k])
					if !typ.Signed() {
						x[k] = math.Abs(x[k])
					}
					in[k] = uint64(int64(x[k])) & typ.Mask()
				} else {
					in[k] = exact.New(x[k] < 0, wide.NatFrom64(uint64(math.Abs(x[k])*128)), -7).Round(round.Env{}, g).Bits.Lo
				}
			}
			got := reals.Of(c, in, nil)[c.Result]
			w := want(x)
			if m.Saturates {
				w = math.Max(0, math.Min(w, 1))
			}
			if m.Relu {
				w = math.Max(0, w)
			}
			if f.Out.IsInt() {
				switch {
				case m.ID != "convert":
				case m.Direction == 2:
					w = math.Trunc(w)
				case m.Direction == 3:
					w = math.Ceil(w)
				case m.Direction == 4:
					w = math.Floor(w)
				default:
					w = math.RoundToEven(w)
				}
				if w < 0 && !f.Out.Signed() {
					if got.Kind != reals.Undecided {
						t.Fatalf("%s of %v: a negative number has the value %v", f.Name, x, got)
					}
					continue
				}
			}
			if m.ID == "nextafter" {
				g := f.Out.Format()
				if got.Kind != reals.Finite || !got.Exact() || g == format.F64 && got.Ratio().Round(round.Env{}, g).Bits.Lo != math.Float64bits(w) {
					t.Fatalf("%s of %v: %v", f.Name, x, got)
				}
				compared++
				continue
			}
			switch {
			case math.IsNaN(w):
				if got.Kind != reals.NotNumber {
					t.Fatalf("%s of %v is %v, not a NaN", f.Name, x, got)
				}
			case math.IsInf(w, 0):
				if got.Kind != reals.Infinite || got.Lo.Neg != (w < 0) {
					t.Fatalf("%s of %v is %v, not %v", f.Name, x, got, w)
				}
			default:
				lo, hi := toFloat(got.Lo), toFloat(got.Hi)
				if got.Kind != reals.Finite || math.Abs(lo-w) > 1e-13*math.Abs(w)+1e-14 || math.Abs(hi-w) > 1e-13*math.Abs(w)+1e-14 {
					t.Fatalf("%s of %v lies between %v and %v, want %v", f.Name, x, lo, hi, w)
				}
				compared++
			}
		}
		if compared < n/10 {
			t.Errorf("%s: only %d values compared", f.Name, compared)
		}
	}
}

func toFloat(v exact.Value) float64 {
	f, _ := rat(v).Float64()
	return f
}

// TestRealsSpecial: infinities, NaNs and what has no value.
func TestRealsSpecial(t *testing.T) {
	inf, ninf, nan := math.Inf(1), math.Inf(-1), math.NaN()
	for _, test := range []struct {
		text string
		a, b float64
		kind reals.RealKind
		want float64
	}{
		{"a*b", 0, inf, reals.NotNumber, 0}, {"a*b", -2, inf, reals.Infinite, ninf}, {"a+b", inf, ninf, reals.NotNumber, 0}, {"a+b", 1, ninf, reals.Infinite, ninf},
		{"a/b", 1, 0, reals.Infinite, inf}, {"a/b", 1, math.Copysign(0, -1), reals.Infinite, ninf}, {"a/b", 0, 0, reals.NotNumber, 0}, {"a/b", 3, ninf, reals.Finite, 0},
		{"a/b", inf, inf, reals.NotNumber, 0}, {"sqrtf(a)+b", -1, 0, reals.NotNumber, 0}, {"expf(a)+b", ninf, 0, reals.Finite, 0}, {"expf(a)+b", inf, 0, reals.Infinite, inf},
		{"logf(a)+b", 0, 0, reals.Infinite, ninf}, {"logf(a)+b", -1, 0, reals.NotNumber, 0}, {"fminf(a,b)", nan, 2, reals.Finite, 2}, {"fmaxf(a,b)", nan, nan, reals.NotNumber, 0},
		{"fminf(a,b)", ninf, 2, reals.Infinite, ninf}, {"a != a ? b : 7.0f", nan, 3, reals.Finite, 3}, {"a < b ? 1.0f : 2.0f", nan, 3, reals.Finite, 2},
		{"a < b ? 1.0f : 2.0f", ninf, 3, reals.Finite, 1}, {"powf(a,b)", nan, 0, reals.Finite, 1}, {"powf(a,b)", 1, nan, reals.Finite, 1}, {"powf(a,b)", -8, 1.0 / 3, reals.NotNumber, 0},
		{"powf(a,b)", 0, -3, reals.Infinite, inf}, {"powf(a,b)", math.Copysign(0, -1), -3, reals.Infinite, ninf}, {"powf(a,b)", inf, -1, reals.Finite, 0}, {"powf(a,b)", 4, 0.5, reals.Finite, 2},
		{"hypotf(a,b)", nan, inf, reals.Infinite, inf}, {"fmodf(a,b)", 5, 0, reals.NotNumber, 0}, {"fmodf(a,b)", 5, inf, reals.Finite, 5}, {"(int)a + b", 3e9, 0, reals.Undecided, 0},
		{"(int)a + b", nan, 0, reals.Undecided, 0}, {"(unsigned)a + b", -1, 0, reals.Undecided, 0}, {"(int)a + b", -2.75, 0.5, reals.Finite, -1.5}, {"a/b*b == a ? 1.0f : 0.0f", 1, 3, reals.Finite, 1},
		{"fabsf(a)*b", -2, 3, reals.Finite, 6}, {"__saturatef(a)+b", nan, 1, reals.Finite, 1}, {"isnan(a) ? b : a", nan, 4, reals.Finite, 4}, {"expf(expf(a))*b", 60, 1, reals.Undecided, 0},
		{"expf(-expf(a))+b", 60, 1, reals.Finite, 1}, {"(float)(unsigned)(int)a + b", -1, 0, reals.Finite, 4294967295},
	} {
		c := read(t, test.text)
		in := []uint64{uint64(math.Float32bits(float32(test.a))), uint64(math.Float32bits(float32(test.b)))}
		if c.Inputs[0].Name != "a" {
			in[0], in[1] = in[1], in[0]
		}
		got := reals.Of(c, in, nil)[c.Result]
		if got.Kind != test.kind {
			t.Errorf("%s of %v and %v is of kind %d, want %d", test.text, test.a, test.b, got.Kind, test.kind)
			continue
		}
		if got.Kind == reals.Finite && (toFloat(got.Lo) != test.want || toFloat(got.Hi) != test.want) && !(test.text == "expf(-expf(a))+b") || got.Kind == reals.Infinite && got.Lo.Neg != (test.want < 0) {
			t.Errorf("%s of %v and %v is %v, want %v", test.text, test.a, test.b, toFloat(got.Lo), test.want)
		}
	}
}

// TestRealsRational holds programs with every kind of operation to rational arithmetic: loops, divisions, comparisons,
// conversions to integers.
func TestRealsRational(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	type number = *big.Rat
	n := func(x int64) number { return new(big.Rat).SetInt64(x) }
	trunc := func(x number) number { return new(big.Rat).SetInt(new(big.Int).Quo(x.Num(), x.Denom())) }
	for _, test := range []struct {
		text string
		want func(a, b number) number
	}{
		{"float s = 0; for (int i = 1; i <= 60; i++) s += a/(b + i); s", func(a, b number) number {
			s := n(0)
			for i := int64(1); i <= 60; i++ {
				s.Add(s, new(big.Rat).Quo(a, new(big.Rat).Add(b, n(i))))
			}
			return s
		}},
		{"float s = 0; for (int i = 1; i <= 300; i++) s += 1.0f/i; s*a + b", func(a, b number) number {
			s := n(0)
			for i := int64(1); i <= 300; i++ {
				s.Add(s, big.NewRat(1, i))
			}
			return s.Mul(s, a).Add(s, b)
		}},
		{"float x = a; for (int i = 0; i < 7; i++) x = x*(1 - x)*b; x", func(a, b number) number {
			x := new(big.Rat).Set(a)
			for range 7 {
				y := new(big.Rat).Sub(n(1), x)
				x = new(big.Rat).Mul(new(big.Rat).Mul(x, y), b)
			}
			return x
		}},
		{"(int)(a*b) + (a < b ? a/b : b/a)", func(a, b number) number {
			q := new(big.Rat).Quo(b, a)
			if a.Cmp(b) < 0 {
				q = new(big.Rat).Quo(a, b)
			}
			return q.Add(q, trunc(new(big.Rat).Mul(a, b)))
		}},
		{"(a/b + b/a)*(a/b - b/a) - (a*a)/(b*b) + (b*b)/(a*a)", func(a, b number) number { return n(0) }},
		{"floorf(a/b)*b + fmodf(a, b) - a", func(a, b number) number {
			q := new(big.Rat).Quo(a, b)
			f := trunc(q)
			if q.Sign() < 0 && f.Cmp(q) != 0 {
				f.Sub(f, n(1))
			}
			m := new(big.Rat).Sub(a, new(big.Rat).Mul(trunc(q), b))
			return f.Mul(f, b).Add(f, m).Sub(f, a)
		}},
		{"fmaf(a, b, -a) / __fsub_rz(a, 0.75f) + ldexpf(b, -3) + copysignf(a, b) + fdimf(a, b)", func(a, b number) number {
			x := new(big.Rat).Mul(a, b)
			x.Sub(x, a).Quo(x, new(big.Rat).Sub(a, big.NewRat(3, 4))).Add(x, new(big.Rat).Quo(b, n(8)))
			y := new(big.Rat).Abs(a)
			if b.Sign() < 0 {
				y.Neg(y)
			}
			if x.Add(x, y); a.Cmp(b) > 0 {
				x.Add(x, a).Sub(x, b)
			}
			return x
		}},
	} {
		c := read(t, test.text)
		for range 100 {
			a, b := float32(r.NormFloat64()*4), float32(r.NormFloat64()*4)
			in := []uint64{uint64(math.Float32bits(a)), uint64(math.Float32bits(b))}
			if c.Inputs[0].Name != "a" {
				in[0], in[1] = in[1], in[0]
			}
			got := reals.Of(c, in, nil)[c.Result]
			want := test.want(new(big.Rat).SetFloat64(float64(a)), new(big.Rat).SetFloat64(float64(b)))
			if got.Kind != reals.Finite || rat(got.Lo).Cmp(want) > 0 || rat(got.Hi).Cmp(want) < 0 {
				t.Fatalf("%s of %v and %v: %s lies outside of %v", test.text, a, b, want.FloatString(20), got.Kind)
			}
			w := new(big.Rat).Sub(rat(got.Hi), rat(got.Lo))
			if limit := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 100)); w.Cmp(limit.Mul(limit, new(big.Rat).Add(n(1), new(big.Rat).Abs(want)))) > 0 {
				t.Fatalf("%s of %v and %v: the bounds are far apart", test.text, a, b)
			}
			if q := got.Ratio(); len(q.Den) > 0 && new(big.Rat).Quo(rat(exact.New(q.Neg, q.Num, q.Exp2)), rat(exact.Value{Mag: q.Den})).Cmp(want) != 0 {
				t.Fatalf("%s of %v and %v: a wrong fraction", test.text, a, b)
			}
		}
	}
}

// TestRealsLong: sums of 10,000 terms, with a division in each, are known to far more digits than any type has, and
// chaotic iterations get the bits that they need.
func TestRealsLong(t *testing.T) {
	for text, want := range map[string]func(x *big.Float) *big.Float{
		"float s = 0; for (int i = 1; i <= 3900; i++) s += 1.0f/i; s + a": func(x *big.Float) *big.Float {
			s := new(big.Float).SetPrec(2000)
			for i := int64(1); i <= 3900; i++ {
				s.Add(s, new(big.Float).SetPrec(2000).Quo(big.NewFloat(1), new(big.Float).SetInt64(i)))
			}
			return s.Add(s, x)
		},
		"float x = a; for (int i = 0; i < 700; i++) x = 3.75f*x*(1 - x); x": func(x *big.Float) *big.Float {
			x = new(big.Float).SetPrec(4000).Set(x)
			for range 700 {
				y := new(big.Float).SetPrec(4000).Sub(big.NewFloat(1), x)
				x = new(big.Float).SetPrec(4000).Mul(y.Mul(y, big.NewFloat(3.75)), x)
			}
			return x
		},
	} {
		c := read(t, text)
		got := reals.Of(c, []uint64{uint64(math.Float32bits(0.3))}, nil)[c.Result]
		w, _ := want(new(big.Float).SetFloat64(float64(float32(0.3)))).Rat(nil)
		slack := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 90))
		if got.Kind != reals.Finite || rat(got.Lo).Cmp(new(big.Rat).Add(w, slack)) > 0 || rat(got.Hi).Cmp(new(big.Rat).Sub(w, slack)) < 0 ||
			new(big.Rat).Sub(rat(got.Hi), rat(got.Lo)).Cmp(slack) > 0 {
			t.Errorf("%s: %v to %v, want %v", text, toFloat(got.Lo), toFloat(got.Hi), w.FloatString(20))
		}
	}
}

func BenchmarkReals(b *testing.B) {
	for name, text := range map[string]string{
		"harmonic": "float s = 0; for (int i = 1; i <= 3900; i++) s += 1.0f/i; s",
		"sum":      "float s = 0; for (int i = 0; i < 4000; i++) s += x[i]*x[i]; s",
		"sines":    "float s = 0; for (int i = 1; i <= 3000; i++) s += sinf(0.001f*i); s",
	} {
		c, err := expr.Parse(text, types.Options{Free: types.Float})
		if err != nil {
			b.Fatal(err.Text)
		}
		in := make([]uint64, len(c.Inputs))
		for i := range in {
			in[i] = uint64(math.Float32bits(float32(i)*0.37 + 0.001))
		}
		b.Run(name, func(b *testing.B) {
			for range b.N {
				reals.Of(c, in, nil)
			}
		})
	}
}

// TestRealsTwin holds exact values to math/big on programs of + - * / and constants.
func TestRealsTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, text := range []string{"a*b - c*d", "(a + b)*(c - d)*e", "a*a*a + 0.5f*b*c - 3.0f", "((a*b + c)*d + e)*f", "-(a - b) + c", "a/b", "(a + b)/(c*d) - e/f", "1.0f/3.0f*a"} {
		c := read(t, text)
		for range 50 {
			in := make([]uint64, len(c.Inputs))
			for i := range in {
				in[i] = r.Uint64()&0x807fffff | (120+r.Uint64()%12)<<23
			}
			got := reals.Of(c, in, nil)[c.Result]
			want := twin(c, in)[c.Result]
			if !got.Known() {
				t.Fatalf("%s with %x is not known", text, in)
			}
			lo, hi := rat(got.Lo), rat(got.Hi)
			if lo.Cmp(want) > 0 || hi.Cmp(want) < 0 || got.Exact() && lo.Cmp(want) != 0 {
				t.Fatalf("%s with %x: %s lies outside", text, in, want)
			}
			width := new(big.Rat).Sub(hi, lo)
			if width.Mul(width, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 380))).Cmp(new(big.Rat).Abs(want)) > 0 && want.Sign() != 0 {
				t.Fatalf("%s with %x: the bounds are far apart", text, in)
			}
		}
	}
}

func rat(v exact.Value) *big.Rat {
	n, _ := new(big.Int).SetString(v.Mag.String(), 10)
	r := new(big.Rat).SetInt(n)
	two := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(max(v.Exp, -v.Exp))))
	if v.Exp < 0 {
		two.Inv(two)
	}
	if r.Mul(r, two); v.Neg {
		r.Neg(r)
	}
	return r
}

// twin evaluates with math/big, reading binary32 by its fields.
func twin(c *types.Code, in []uint64) []*big.Rat {
	read := func(b uint64) *big.Rat {
		v := exact.New(b>>31 != 0, wide.NatFrom64(b&0x7fffff|1<<23), int64(b>>23&0xff)-150)
		return rat(v)
	}
	out := make([]*big.Rat, len(c.Values))
	for i, v := range c.Values {
		switch v.Op {
		case types.Const:
			out[i] = read(v.Bits)
		case types.Input:
			out[i] = read(in[v.Bits])
		case types.Neg:
			out[i] = new(big.Rat).Neg(out[v.X[0]])
		case types.Add:
			out[i] = new(big.Rat).Add(out[v.X[0]], out[v.X[1]])
		case types.Sub:
			out[i] = new(big.Rat).Sub(out[v.X[0]], out[v.X[1]])
		case types.Mul:
			out[i] = new(big.Rat).Mul(out[v.X[0]], out[v.X[1]])
		case types.Div:
			out[i] = new(big.Rat).Quo(out[v.X[0]], out[v.X[1]])
		}
	}
	return out
}

// Numbers far out of the range of every format end as Huge, or between 0 and 2^-65536: their digits are asked for.
func TestFarOut(t *testing.T) {
	const squared = "float s = x; for (int i = 0; i < 60; i++) s = s*s; return s;"
	for _, c := range []struct {
		text string
		x    uint64
		kind reals.RealKind
	}{
		{squared, 0x40400000, reals.Undecided}, {strings.Replace(squared, "60", "16", 1), 0xc0400000, reals.Huge}, {squared, 0x3eaaaaab, reals.Finite}, {squared, 0xbeaaaaab, reals.Finite},
		{"scalbnf(x, 2000000000)", 0x3f800001, reals.Huge}, {"scalbnf(x, -2000000000)", 0x3f800001, reals.Finite},
	} {
		code := read(t, c.text)
		r := expr.Reals(code, []uint64{c.x}, nil)[code.Result]
		if r.Kind != c.kind || r.Kind == reals.Finite && (!r.Lo.IsZero() || r.Hi.Log2() != -1<<16) {
			t.Errorf("%s of %x: kind %d, %s", c.text, c.x, r.Kind, r.Text())
		}
	}
}
