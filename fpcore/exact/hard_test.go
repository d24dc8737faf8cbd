package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// TestHard evaluates every listed case; no neighbour is as hard, and random arguments of each function are not either.
func TestHard(t *testing.T) {
	for i := range Functions {
		f := &Functions[i]
		if n := len(f.Hard(format.F32)); n != 3 {
			t.Errorf("%s has %d hard cases in binary32", f.ID, n)
		}
		for _, src := range []*format.Format{format.F32, format.F64} {
			for _, c := range f.Hard(src) {
				env := round.Env{}
				if c.Directed {
					env.Direction = round.TowardPositive
				}
				x, _ := FromBits(src, c.X)
				n, ok := f.Need(env, src, x)
				kept := int(src.P)
				if !c.Directed {
					kept++
				}
				if !ok || n.Run != c.Run || n.Bits != kept+c.Run+1 || n.Exact || n.More || n.Kept != int(src.P) {
					t.Errorf("%s(%x): %+v, listed %d", f.ID, c.X.Lo, n, c.Run)
				}
				for _, y := range []wide.U128{src.NextUp(c.X), src.NextDown(c.X)} {
					v, _ := FromBits(src, y)
					if m, ok := f.Need(env, src, v); ok && m.Run >= c.Run && f.ID != "sqrt" {
						t.Errorf("%s: the neighbour %x of %x needs a run of %d", f.ID, y.Lo, c.X.Lo, m.Run)
					}
				}
				// The bits themselves, counted otherwise: the distance from the nearest boundary in ulp is below 2^-Run.
				r := f.Round(round.Env{}, src, src, c.X)
				if fixed := f.ErrorUlps(src, r.Bits, x, 30); c.Directed {
					fixed = strings.TrimLeft(fixed, "+-")
					if !strings.HasPrefix(fixed, "0.00000000000") && !strings.Contains(fixed, "e-") {
						t.Errorf("%s(%x) is %s ulp from a number", f.ID, c.X.Lo, fixed)
					}
				} else if fixed = strings.TrimLeft(fixed, "+-"); !strings.HasPrefix(fixed, "0.499999") && !strings.HasPrefix(fixed, "0.500000") && !strings.HasPrefix(fixed, "0.249999") { // 1/4 below a power of two
					t.Errorf("%s(%x) is %s ulp from a number", f.ID, c.X.Lo, fixed)
				}
			}
		}
		if f.Hard(format.F16) != nil {
			t.Errorf("%s has hard cases in binary16", f.ID)
		}
	}
}

// TestNeed counts the bits of the twin's values for random arguments.
func TestNeed(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	f, _ := FindFunction("exp")
	for range 400 {
		x := (r.Float64() - 0.5) * 180
		src := []*format.Format{format.F16, format.BF16, format.F32, format.F64, format.E5M2}[r.IntN(5)]
		v := valueOf(x)
		for _, d := range []round.Direction{round.TiesToEven, round.TowardZero, round.TowardNegative, round.TiesToAway} {
			n, ok := f.Need(round.Env{Direction: d}, src, v)
			want := twinExp(twin(x))
			m := new(big.Float)
			exp := want.MantExp(m) - 1
			kept := min(int(src.P), exp-int(src.Etiny())+1)
			if kept < 0 {
				if !ok || n.Bits != 1 || n.Kept != kept {
					t.Errorf("exp(%v) in %s: %+v", x, src.ID, n)
				}
				continue
			}
			bits, _ := m.SetMantExp(m, 1000).Int(nil)
			bit := func(i int) uint { return bits.Bit(999 - i) }
			i := kept
			same := bit(i)
			if d <= round.TiesToAway {
				i++
				same = 1 - bit(i-1)
			}
			run := 0
			for bit(i+run) == same {
				run++
			}
			if !ok || n.Kept != kept || n.Run != run || n.Bits != i+run+1 {
				t.Errorf("exp(%v) in %s: %+v, want a run of %d after %d bits", x, src.ID, n, run, i)
			}
		}
	}
	// Exact values need the bits they have; sin of the smallest number is told from it by more than 2,000 bits.
	g, _ := FindFunction("exp10")
	if n, ok := g.Need(round.Env{}, format.F32, valueOf(3)); !ok || !n.Exact || n.Bits != 7 {
		t.Errorf("10^3 = 1111101000: %+v", n)
	}
	s, _ := FindFunction("sin")
	if n, ok := s.Need(round.Env{Direction: round.TowardZero}, format.F64, valueOf(0x1p-1000)); !ok || n.Run != 1948+1-0 && n.Run != 1949 {
		t.Errorf("sin 2^-1000: %+v", n)
	}
	if n, ok := s.Need(round.Env{Direction: round.TowardZero}, format.F128, valueOf(0x1p-1000).Scaled(-9000)); !ok || !n.More {
		t.Errorf("sin 2^-10000: %+v", n)
	}
	if _, ok := s.Need(round.Env{}, format.F64, Value{}); ok {
		t.Error("sin 0 has bits")
	}
}

// TestFormats: all values of binary16 against binary64 functions of Go where those decide, in binary16 and 8-bit
// formats; x87 and binary128 against the twin.
func TestFormats(t *testing.T) {
	quick := map[string]func(float64) float64{"exp": math.Exp, "log": math.Log, "sin": math.Sin, "atan": math.Atan, "tanh": math.Tanh, "erfc": math.Erfc,
		"rsqrt": func(x float64) float64 { return 1 / math.Sqrt(x) }, "acos": math.Acos, "expm1": math.Expm1, "cbrt": math.Cbrt}
	step := uint64(7)
	if testing.Short() {
		step = 97
	}
	for id, g := range quick {
		f, _ := FindFunction(id)
		for c := uint64(0); c < 1<<16; c += step {
			x, ok := FromBits(format.F16, wide.From64(c))
			if !ok {
				continue
			}
			h := x.Round(round.Env{}, format.F64).Bits.Lo
			y := g(math.Float64frombits(h))
			for _, dst := range []*format.Format{format.F16, format.E4M3, format.BF16} {
				got := f.Round(round.Env{}, dst, format.F16, wide.From64(c))
				if math.IsInf(y, 1) && math.Abs(math.Float64frombits(h)) > 700 { // beyond binary64
					y = math.MaxFloat64
				}
				if math.IsNaN(y) || math.IsInf(y, 0) {
					if got.Kind != NotANumber && got.Kind != Pole {
						t.Errorf("%s(%04x) = %v, kind %d", id, c, y, got.Kind)
					}
					continue
				}
				lo, hi := valueOf(y-math.Abs(y)*0x1p-45), valueOf(y+math.Abs(y)*0x1p-45)
				a, b := lo.Round(round.Env{}, dst).Bits, hi.Round(round.Env{}, dst).Bits
				if got.Bits != a && got.Bits != b {
					t.Errorf("%s(%04x) in %s = %x, Go says %v", id, c, dst.ID, got.Bits.Lo, y)
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(31, 32))
	for _, dst := range []*format.Format{format.X87, format.F128} {
		for range 12 {
			x := math.Ldexp(1+r.Float64(), r.IntN(8)-6)
			for _, id := range []string{"exp", "sin", "log", "asinh"} {
				f, _ := FindFunction(id)
				got := f.RoundValue(round.Env{}, dst, valueOf(x))
				v, _ := FromBits(dst, got.Bits)
				want := new(big.Float).SetPrec(uint(dst.P)).Set(twins[id](twin(x)))
				if bigOf(v).Cmp(want) != 0 {
					t.Errorf("%s(%v) in %s is %s, want %s", id, x, dst.ID, bigOf(v).Text('g', 40), want.Text('g', 40))
				}
			}
		}
	}
}

// TestHugeArguments: the binary64 number next to a multiple of pi/2 (Kahan; in Muller's Elementary Functions), the sine of
// 10^22 (Ng 1992), and random huge numbers reduced by the twin's pi.
func TestHugeArguments(t *testing.T) {
	for _, c := range []struct {
		id   string
		x    float64
		want string
	}{
		{"cos", 6381956970095103 * 0x1p797, "-4.68716592425462761112e-19"},
		{"sin", 1e22, "-8.522008497671888017727e-1"},
	} {
		f, _ := FindFunction(c.id)
		n := len(strings.TrimLeft(strings.Split(c.want, "e")[0], "-")) - 1
		if d, ok := f.Digits(valueOf(c.x), n); !ok || d.Scientific(1) != c.want {
			t.Errorf("%s(%v) = %s, want %s", c.id, c.x, d.Scientific(1), c.want)
		}
	}
	r := rand.New(rand.NewPCG(61, 62))
	for range 40 {
		x := math.Ldexp(1+r.Float64(), r.IntN(1023))
		turns := quo(twin(x), shift(twinPi, 1))
		n, _ := turns.Int(nil)
		rest := sub(twin(x), mul(shift(twinPi, 1), new(big.Float).SetPrec(twinBits).SetInt(n)))
		for _, id := range []string{"sin", "cos", "tan"} {
			f, _ := FindFunction(id)
			if d, ok := f.Digits(valueOf(x), 40); !ok || d.Scientific(2) != twins[id](rest).Text('e', 39) {
				t.Errorf("%s(%v) = %s, want %s", id, x, d.Scientific(2), twins[id](rest).Text('e', 39))
			}
		}
	}
}

// TestFigure6 is the white paper's cos(5992555.0): 3.320904615e-07 with pi, 3.320904692e-07 with its first 66 bits, as printed there
// for -m64 and -m32. Other lengths give other digits (recomputed with 400 bits by an independent program).
func TestFigure6(t *testing.T) {
	x := valueOf(5992555)
	f, _ := FindFunction("cos")
	if r := f.Round(round.Env{}, format.F64, format.F64, f64(5992555)); r.Bits.Lo != math.Float64bits(3.3209046151159804e-07) {
		t.Errorf("cos 5992555 is %x", r.Bits.Lo)
	}
	if d, _ := f.Digits(x, 16); d.Scientific(2) != "3.320904615115980e-07" {
		t.Errorf("cos 5992555 is %s", d.Scientific(2))
	}
	for _, c := range []struct {
		bits    int
		nearest bool
		want    string
	}{
		{66, false, "3.320904692265013e-07"}, {66, true, "3.320904692265013e-07"}, {67, false, "3.320904692265013e-07"}, {68, false, "3.320904692265013e-07"},
		{64, true, "3.320903658e-07"}, {64, false, "3.320907794e-07"}, {53, false, "3.323240616e-07"},
		{400, false, "3.320904615115980e-07"},
	} {
		w := CosWithPi(x, c.bits, c.nearest, 200)
		n := strings.IndexByte(c.want, 'e') - 1
		a, b := w.Lo.Digits(n), w.Hi.Digits(n)
		if a.Scientific(2) != c.want || b.Scientific(2) != c.want || w.Kind != Finite || w.Q.Decimal() != "3814979" {
			t.Errorf("with %d bits of pi (nearest %t): %s to %s, Q %s, want %s", c.bits, c.nearest, a.Scientific(2), b.Scientific(2), w.Q.Decimal(), c.want)
		}
	}
}

// TestWithPi: with many bits of pi the results are sine and cosine, in all quadrants; the reduction is exact.
func TestWithPi(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	sin, _ := FindFunction("sin")
	cos, _ := FindFunction("cos")
	for range 300 {
		x := valueOf((r.Float64() - 0.5) * math.Ldexp(1, r.IntN(40)))
		for _, c := range []struct {
			f *Function
			w WithPi
		}{{sin, SinWithPi(x, 300, false, 90)}, {cos, CosWithPi(x, 300, true, 90)}} {
			e := c.f.Enclose(x, 90)
			if c.w.Lo.Cmp(e.Hi) > 0 || c.w.Hi.Cmp(e.Lo) < 0 || c.w.Neg != e.Neg {
				t.Errorf("%s(%s) with 300 bits of pi: %+v, not %+v", c.f.ID, x.Decimal(), c.w.Enclosure, e)
			}
			if back := c.w.R.Add(c.w.Q.Mul(c.w.Cut).Scaled(-1)); back.Cmp(x) != 0 || c.w.R.magnitude().Cmp(c.w.Cut.Scaled(-2)) > 0 {
				t.Errorf("%s is reduced to %s", x.Decimal(), c.w.R.Decimal())
			}
		}
	}
	// A multiple of the cut pi is reduced to 0.
	cut := Pi(20, false)
	for n, want := range []string{"0", "1", "0", "-1", "0"} {
		w := SinWithPi(cut.Scaled(-1).Mul(integer(int64(n))), 20, false, 60)
		if w.Kind != Exact || w.Lo.Decimal() != want {
			t.Errorf("sin of %d halves: %+v", n, w)
		}
	}
}

// TestErrorUlps: errors of results near and far, against the twin.
func TestFunctionErrors(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	for _, id := range []string{"exp", "log", "sin", "erfc", "cbrt"} {
		f, _ := FindFunction(id)
		for range 60 {
			x := r.Float64() * 9
			v := valueOf(x)
			want := f.RoundValue(round.Env{}, format.F32, v).Bits
			got := wide.From64(want.Lo + uint64(r.IntN(9)) - 4)
			q := Quantum(format.F32, f.Enclose(v, 99).Lo)
			stored, _ := FromBits(format.F32, got)
			d := sub(bigOf(stored), twins[id](twin(x)))
			d.SetMantExp(d, -int(q))
			e, _ := d.Float64()
			text := f.ErrorUlps(format.F32, got, v, 9)
			fixed, ok := f.ErrorFixed(format.F32, got, v)
			var parsed big.Float
			if _, _, err := parsed.Parse(text, 10); err != nil {
				t.Fatal(text, err)
			}
			p, _ := parsed.Float64()
			if math.Abs(p-e) > 1e-8 || !ok || math.Abs(float64(fixed)/(1<<20)-e) > 1e-6 {
				t.Errorf("%s(%v): %x is off by %s or %d, want %v", id, x, got.Lo, text, fixed, e)
			}
		}
	}
	sin, _ := FindFunction("sin")
	// x - sin x = x^3/6 = 2^-1800/6, in ulp of 2^-652.
	if s := sin.ErrorUlps(format.F64, f64(0x1p-600), valueOf(0x1p-600), 6); !strings.HasPrefix(s, "+4.359") || !strings.HasSuffix(s, "e-347") {
		t.Errorf("sin 2^-600 is off by %s ulp", s)
	}
	log, _ := FindFunction("log")
	if s := log.ErrorUlps(format.F64, f64(1), valueOf(-1), 6); s != "nan" {
		t.Errorf("log -1: %s", s)
	}
	if s := log.ErrorUlps(format.F64, f64(0x1p-52), valueOf(1), 6); !strings.HasPrefix(s, "+") {
		t.Errorf("log 1: %s", s)
	}
}
