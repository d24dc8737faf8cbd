package fma

import (
	"math"
	"math/big"
	"math/rand"
	"strings"
	"testing"

	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
	"ulplab/site/lab/labtest"
)

func exampleModel(t *testing.T, id string) Model {
	t.Helper()
	return Build(labtest.Example(t, Examples, id))
}

// An exception of the first step is reported for the separate way, even if the last step raises none.
func TestFMARaised(t *testing.T) {
	for id, want := range map[string]string{"figure1": "inexact", "overflow": "overflow inexact", "underflow": "underflow inexact", "same": "inexact"} {
		if got := strings.Join(exampleModel(t, id).Raised, " "); got != want {
			t.Errorf("%s: separately %q, want %q", id, got, want)
		}
	}
}

// Figure 1 and the binary example of the paper's chapter 2.3.
func TestFigureOne(t *testing.T) {
	m := exampleModel(t, "figure1")
	if m.Fused.Result.Hex != "0x28800000" || m.Sum.Result.Hex != "0x00000000" || m.Product.Result.Hex != "0x3f800002" || m.Closer != -1 || m.Fused.Error.Text != "0" {
		t.Errorf("fused %s, separate %s, product %s, closer %d", m.Fused.Result.Hex, m.Sum.Result.Hex, m.Product.Result.Hex, m.Closer)
	}
	f := m.Figure
	if f == nil || f.A != "0x3F800001" || f.B != "0xBF800002" || f.Separate != [3]string{"a: 1.0000001", "b: -1.0000002", "r: 0"} ||
		f.FMA != [3]string{"a: 1.0000001", "b: -1.0000002", "r: 1.4210855e-14"} {
		t.Errorf("Figure 1: %+v", f)
	}
	if s := m.Fused.Scope; !s.Lost || s.LostCut != -23 {
		t.Errorf("bits lost elsewhere: %v below 2^%d", s.Lost, s.LostCut)
	}
}

// The other examples show what their notes say.
func TestFMAExamplesTell(t *testing.T) {
	for _, c := range []struct{ id, fused, separate, verdict string }{
		{"residual", "0xb2800000", "0x00000000", "fused result is exact"},
		{"square", "0xafe147ae", "0x00000000", "fused result is exact"},
		{"release", "0x3f9e8cbf", "0x3f9e8cbe", "fused result is closer"},
		{"overflow", "0x7f000000", "0x7f800000", "left the range"},
		{"underflow", "0x00000002", "0x00000001", "equally far"},
		{"same", "0x40766666", "0x40766666", "same result"},
	} {
		m := exampleModel(t, c.id)
		if m.Fused.Result.Hex != c.fused || m.Sum.Result.Hex != c.separate || !strings.Contains(m.Verdict, c.verdict) {
			t.Errorf("%s: fused %s, separate %s: %q", c.id, m.Fused.Result.Hex, m.Sum.Result.Hex, m.Verdict)
		}
	}
	// 0.1*0.6 - 0.2*0.3 is exactly 0 for the stored numbers; with 0.2*0.3 rounded, only the separate way says so.
	m := exampleModel(t, "determinant")
	if m.Sum.Result.Brief != "0" || m.Fused.Result.Brief == "0" {
		t.Errorf("determinant: %s and %s", m.Sum.Result.Brief, m.Fused.Result.Brief)
	}
	a, d, b, c := float64(float32(0.1)), float64(float32(0.6)), float64(float32(0.2)), float64(float32(0.3))
	if exact := new(big.Rat).Sub(rat(a, d), rat(b, c)); exact.Sign() != 0 {
		t.Errorf("the determinant is %v", exact)
	}
}

func rat(x, y float64) *big.Rat {
	return new(big.Rat).Mul(new(big.Rat).SetFloat64(x), new(big.Rat).SetFloat64(y))
}

// Both ways against the host's arithmetic in binary64 (no fusing through explicit conversions), and which is closer
// against big fractions.
func TestFMAAgainstHost(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for n := 0; n < 2000; n++ {
		var x [3]float64
		v := State{Format: "f64"}
		for i := range x {
			x[i] = math.Ldexp(1+r.Float64(), r.Intn(6)) * float64(1-2*r.Intn(2))
		}
		if n%2 == 0 {
			x[2] = -float64(x[0] * x[1])
		}
		for i := range x {
			v.X[i].Bits = wide.From64(math.Float64bits(x[i]))
		}
		m := Build(v)
		separate := float64(x[0]*x[1]) + x[2]
		fused := math.FMA(x[0], x[1], x[2])
		if m.Sum.Result.Code.Lo != math.Float64bits(separate) || m.Fused.Result.Code.Lo != math.Float64bits(fused) {
			t.Fatalf("%v: %s and %s, the host has %v and %v", x, m.Sum.Result.Hex, m.Fused.Result.Hex, separate, fused)
		}
		exact := new(big.Rat).Add(rat(x[0], x[1]), new(big.Rat).SetFloat64(x[2]))
		off := func(v float64) *big.Rat {
			d := new(big.Rat).Sub(new(big.Rat).SetFloat64(v), exact)
			return d.Abs(d)
		}
		if want := off(fused).Cmp(off(separate)); m.Closer != want {
			t.Fatalf("%v: closer is %d, want %d", x, m.Closer, want)
		}
	}
}

// nearest rounds q to n significant decimal digits, ties to even, with big integers.
func nearest(q *big.Rat, n int) *big.Rat {
	if q.Sign() == 0 {
		return new(big.Rat)
	}
	unit := big.NewRat(1, 1)
	ten := big.NewRat(10, 1)
	abs := new(big.Rat).Abs(q)
	low := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n-1)), nil))
	high := new(big.Rat).Mul(low, ten)
	scaled := new(big.Rat).Set(abs)
	for scaled.Cmp(high) >= 0 {
		unit.Mul(unit, ten)
		scaled.Quo(scaled, ten)
	}
	for scaled.Cmp(low) < 0 {
		unit.Quo(unit, ten)
		scaled.Mul(scaled, ten)
	}
	whole := new(big.Int).Quo(scaled.Num(), scaled.Denom())
	rest := new(big.Rat).Sub(scaled, new(big.Rat).SetInt(whole))
	if c := rest.Cmp(big.NewRat(1, 2)); c > 0 || c == 0 && whole.Bit(0) == 1 {
		whole.Add(whole, big.NewInt(1))
	}
	out := new(big.Rat).Mul(new(big.Rat).SetInt(whole), unit)
	if q.Sign() < 0 {
		out.Neg(out)
	}
	return out
}

// TestDecimalMachine: every line of the decimal example against big fractions, for many x and every number of digits.
func TestDecimalMachine(t *testing.T) {
	for _, text := range []string{"1.0008", "1.00008", "0.99992", "-1.0008", "3", "2/3", "1.41421356237", "1234.5678", "1e-9", "1", "0.5", "-7e12"} {
		for n := MinDecimal; n <= MaxDecimal; n++ {
			v := State{Format: "f32", Decimal: true, Places: uint8(n), Dec: text, DecText: operand.Typed(text)}
			d := Build(v).Decimal
			typed, ok := new(big.Rat).SetString(text)
			if !ok || d == nil || d.Problem != "" {
				t.Fatalf("%s: %+v", text, d)
			}
			one := big.NewRat(1, 1)
			x := nearest(typed, n)
			square := new(big.Rat).Mul(x, x)
			rounded := nearest(square, n)
			truth := new(big.Rat).Sub(square, one)
			apart, fused := nearest(new(big.Rat).Sub(rounded, one), n), nearest(truth, n)
			for name, c := range map[string]struct {
				got  DecimalNumber
				want *big.Rat
			}{
				"x": {d.X, x}, "square": {d.Square, square}, "rounded": {d.Rounded, rounded}, "sum": {d.SumOf, new(big.Rat).Sub(rounded, one)},
				"exact": {d.Exact, truth}, "apart": {d.Apart, apart}, "fused": {d.Fused, fused}, "lost": {d.Lost, new(big.Rat).Sub(square, rounded)},
			} {
				for _, s := range []string{c.got.Plain, c.got.Digits + "e" + c.got.Exp} {
					if got, ok := new(big.Rat).SetString(s); !ok || got.Cmp(c.want) != 0 {
						t.Fatalf("x = %s, %d digits: %s is %q, want %v", text, n, name, s, c.want)
					}
				}
			}
		}
	}
}

// The paper's numbers, with the power of ten that they should have.
func TestDecimalPaper(t *testing.T) {
	d := exampleModel(t, "decimal").Decimal
	if d.Square.Plain != "1.00160064" || d.Rounded.Plain != "1.0016" || d.Exact.Digits != "1.60064" || d.Exact.Exp != "-3" ||
		d.Apart.Digits != "1.6000" || d.Apart.Exp != "-3" || d.Fused.Digits != "1.6006" || d.Fused.Exp != "-3" ||
		d.ApartError.Text != "6.4e-7" || d.FusedError.Text != "4e-8" || d.ApartError.Units != "6.4" || d.FusedError.Units != "0.4" || !d.Paper {
		t.Errorf("%+v", d)
	}
	for _, text := range []string{"1e61", "1e-61"} {
		v := State{Format: "f32", Decimal: true, Places: 5, Dec: text, DecText: operand.Typed(text)}
		if d := Build(v).Decimal; d.Problem == "" {
			t.Errorf("%s is taken", text)
		}
	}
}
