package text

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// randomExpression writes an expression and returns its value by math/big, nil where a divisor is 0.
func randomExpression(r *rand.Rand, depth int) (string, *big.Rat) {
	if depth == 0 || r.IntN(5) == 0 {
		switch r.IntN(4) {
		case 0:
			n := r.IntN(1 << 20)
			return strconv.Itoa(n), big.NewRat(int64(n), 1)
		case 1:
			s := strconv.Itoa(r.IntN(100)) + "." + strconv.Itoa(r.IntN(1000)) + "e" + strconv.Itoa(r.IntN(40)-20)
			x, _ := new(big.Rat).SetString(s)
			return s, x
		case 2:
			n := r.IntN(80) - 60
			return "2^" + strconv.Itoa(n), pow2(n)
		}
		m, n := r.IntN(1<<16), r.IntN(60)-30
		return "0x" + strconv.FormatInt(int64(m), 16) + "p" + strconv.Itoa(n), new(big.Rat).Mul(big.NewRat(int64(m), 1), pow2(n))
	}
	a, x := randomExpression(r, depth-1)
	b, y := randomExpression(r, depth-1)
	if x == nil || y == nil {
		return a, nil
	}
	a, b = "("+a+")", " ( "+b+" ) "
	switch r.IntN(6) {
	case 0:
		return a + "+" + b, x.Add(x, y)
	case 1:
		return a + "−" + b, x.Sub(x, y)
	case 2:
		return a + "*" + b, x.Mul(x, y)
	case 3:
		if y.Sign() == 0 {
			return a, nil
		}
		return a + "/" + b, x.Quo(x, y)
	case 4:
		return "-" + a, x.Neg(x)
	}
	return a + "^3", new(big.Rat).Mul(x, new(big.Rat).Mul(x, x))
}

// TestExpression: rational expressions are what math/big makes of them, rounded once.
func TestExpression(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	formats := []*format.Format{format.F16, format.BF16, format.F32, format.F64, format.F128}
	read := 0
	for range 4000 {
		s, want := randomExpression(r, 1+r.IntN(4))
		f := formats[r.IntN(len(formats))]
		env := round.Env{Direction: []round.Direction{round.TiesToEven, round.TiesToAway, round.TowardZero, round.TowardPositive, round.TowardNegative, round.ToOdd}[r.IntN(6)]}
		p, err := Parse(s, f, env)
		if want == nil {
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		if p.Enclosed {
			t.Fatalf("%s is not exact", s)
		}
		if want.Sign() == 0 {
			if f.ClassOf(p.Bits) != format.Zero || p.Flags != 0 {
				t.Fatalf("%s is 0, read as %s", s, Bits(f, p.Bits))
			}
			continue
		}
		read++
		if c, flags := twinRound(f, want, env); p.Bits != c || p.Flags != flags {
			t.Fatalf("%s in %s, %v: %s %v, want %s %v", s, f.ID, env.Direction, Bits(f, p.Bits), p.Flags, Bits(f, c), flags)
		}
	}
	if read < 3000 {
		t.Errorf("only %d expressions were read", read)
	}
}

// TestRoots: square roots, alone and in expressions, against math/big's of 2,000 bits.
func TestRoots(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 400 {
		a, x := randomExpression(r, 2)
		b, y := randomExpression(r, 1)
		if x == nil || y == nil || x.Sign() <= 0 {
			continue
		}
		root := new(big.Float).SetPrec(2000).SetRat(x)
		root.Sqrt(root)
		sum, _ := new(big.Float).SetPrec(2000).Add(root, new(big.Float).SetPrec(2000).SetRat(y)).Rat(nil)
		if sum.Sign() == 0 {
			continue
		}
		for _, f := range []*format.Format{format.F32, format.F64, format.F128} {
			p, err := Parse("sqrt("+a+") + "+b, f, round.Env{})
			if err != nil {
				t.Fatalf("sqrt(%s)+%s: %v", a, b, err)
			}
			if c, _ := twinRound(f, sum, round.Env{}); p.Bits != c {
				t.Fatalf("sqrt(%s)+%s in %s is %s, want %s", a, b, f.ID, Bits(f, p.Bits), Bits(f, c))
			}
		}
	}
}

// TestFunctions: every function of one argument against package math, whose binary64 decides binary32 but for ties.
func TestFunctions(t *testing.T) {
	math32 := map[string]func(float64) float64{"exp": math.Exp, "ln": math.Log, "log2": math.Log2, "sin": math.Sin, "cos": math.Cos, "tan": math.Tan,
		"asin": math.Asin, "acos": math.Acos, "atan": math.Atan, "sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh, "cbrt": math.Cbrt, "abs": math.Abs}
	for id, do := range math32 {
		for _, x := range []float64{0.3, 0.7, 0.015625, 1.0 / 3} {
			arg := strconv.FormatFloat(x, 'g', -1, 64)
			if x == 1.0/3 {
				arg = "1/3"
			}
			p := mustParse(t, id+"("+arg+")", format.F32)
			if want := math.Float32bits(float32(do(x))); uint32(p.Bits.Lo) != want {
				t.Errorf("%s(%s) is %#x, want %#x", id, arg, p.Bits.Lo, want)
			}
		}
	}
	for i := range exact.Functions {
		if _, err := Parse(exact.Functions[i].ID+"(1)", format.F64, round.Env{}); err != nil && !strings.Contains(err.Error(), "infinite") {
			t.Errorf("%s(1): %v", exact.Functions[i].ID, err)
		}
	}
	for s, want := range map[string]float64{"√2": math.Sqrt2, "sqrt(4/9)*3": 2, "√(1/4)": .5, "2^(1/2)": math.Sqrt2, "(1/3)*3": 1, "1/3*3": 1, "(1+2^-52)^2": 1.0000000000000004,
		"10^-45": 1e-45, "1+2^-53": 1, "1+2^-53+2^-99": 1.0000000000000002, "8^(2/3)-4+1": 1, "2^(3-1)": 4, "e^2": 7.38905609893065, "exp(1)-e+1": 1, "-(2-2)": math.Copysign(0, -1),
		"sin(1e22)": -0.8522008497671888, "pi-3.141592653589793": 2.384626433832795e-16, "exp(-1000)*exp(1000)": 1, "1-(-0)": 1} {
		p, err := Parse(s, format.F64, round.Env{})
		if err != nil || p.Bits.Lo != math.Float64bits(want) {
			t.Errorf("%s is %s, want %x (%v)", s, Bits(format.F64, p.Bits), math.Float64bits(want), err)
		}
	}
}

// TestNear: powers of roots are exact; what comes as near to a number of the format as can be told is that number, said to be near.
func TestNear(t *testing.T) {
	for s, want := range map[string]struct {
		value float64
		near  bool
	}{"sqrt(2)^2": {2, false}, "√2²": {2, false}, "(2^(1/3))^3": {2, false}, "(5^(-1/4))^8": {0.04, false}, "sqrt(2)^4 - 4 + 1": {1, false}, "4^(1/2)": {2, true},
		"-(sqrt(3)^2)": {-3, false}, "(-sqrt(3))^2": {3, true}, "sqrt(2)*sqrt(2)": {2, true}, "8^(1/3)": {2, true}, "exp(ln(2))": {2, true}, "1+exp(-99)": {1, false}, "exp(1e-300)": {1, false}} {
		p, err := Parse(s, format.F64, round.Env{})
		if err != nil || p.Bits.Lo != math.Float64bits(want.value) || p.Near != want.near {
			t.Errorf("%s is %s, near %v (%v)", s, Bits(format.F64, p.Bits), p.Near, err)
		}
		if v, _ := exact.FromBits(format.F64, p.Bits); p.Near && (p.Flags != 0 || p.Exact.Cmp(v.Ratio()) != 0) {
			t.Errorf("%s is near, with %v and another value", s, p.Flags)
		}
	}
	for _, s := range []string{"sqrt(2)*sqrt(2)", "exp(ln(2))"} {
		if p, err := Parse(s, format.F64, round.Env{Direction: round.TowardZero}); err == nil {
			t.Errorf("%s toward zero is %s", s, Bits(format.F64, p.Bits))
		}
	}
}

// TestParseNumber: words that hold signs are no sums, where numbers stand among other words.
func TestParseNumber(t *testing.T) {
	for _, s := range []string{"2024-01-05", "1+2", "(1)", "sqrt(2)", "√2", "2^(3)"} {
		if p, err := ParseNumber(s, format.F64, round.Env{}); err == nil {
			t.Errorf("%s is read as %s", s, Bits(format.F64, p.Bits))
		}
	}
	for _, s := range []string{"-1e-5", "2/3", "2^-3", "pi/4", "0x1p-3"} {
		if _, err := ParseNumber(s, format.F64, round.Env{}); err != nil {
			t.Errorf("%s: %v", s, err)
		}
	}
}
