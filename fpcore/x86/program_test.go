package x86

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// number is a Number that uses the standard library.
func number(s string, f *format.Format) (wide.U128, int) {
	bits := 64
	if f == format.F32 {
		bits = 32
	}
	v, err := strconv.ParseFloat(s, bits)
	if err != nil || strings.Contains(s, "_") || math.IsInf(v, 0) || math.IsNaN(v) {
		return wide.U128{}, 0
	}
	if bits == 32 {
		return wide.From64(uint64(math.Float32bits(float32(v)))), -1
	}
	return wide.From64(math.Float64bits(v)), -1
}

func compile(t testing.TB, formula string, double bool) *Program {
	t.Helper()
	p, err := Compile(formula, double, number)
	if err != nil {
		t.Fatalf("%s: %v at %d", formula, err, err.(*FormulaError).Pos)
	}
	return &p
}

// shape writes a program for comparison: operands as letters, the others by name, d where the value is a double.
func shape(p *Program) string {
	names := [...]string{Add: "+", Sub: "-", Mul: "*", Div: "/", FMA: "fma", Sqrt: "sqrt", Neg: "neg", Abs: "abs", Sin: "sin", Cos: "cos", Cast: "cast", Wide: "wide", Last: "last"}
	var out []string
	for _, s := range p.List() {
		w := ""
		switch s.Do {
		case Load:
			w = string(rune('a' + s.Arg))
		case Constant:
			w = strconv.FormatFloat(math.Float64frombits(p.Consts[s.Arg]), 'g', -1, 64)
		default:
			w = names[s.Do]
		}
		if s.Do == FMA && s.Arg != 0 {
			w += []string{"", "", "-p", "-p", "", "-z", "", "-p-z"}[s.Arg]
		}
		if s.Double {
			w += "d"
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

func TestCompile(t *testing.T) {
	for _, c := range []struct{ float, formula, want string }{
		{"float", "a*b+c", "a b * c +"},
		{"double", " a * b + c ", "ad bd *d cd +d"},
		{"float", "a+b*c", "a b c * +"},
		{"float", "a-b-c", "a b - c -"},
		{"float", "a/b/c", "a b / c /"},
		{"float", "-a*b", "a neg b *"},
		{"float", "-(a*b)+c", "a b * neg c +"},
		{"float", "(double)a*b+c", "a castd b wided *d c wided +d last"},
		{"float", "a+(double)b*c", "a wided b castd c wided *d +d last"},
		{"float", "(float)(a*(double)b+c)", "a wided b castd *d c wided +d cast"},
		{"float", "a*(1.0f-b)+c*b", "a 1 b - * c b * +"},
		{"float", "a*2.0f+b", "a 2 * b +"},
		{"float", "a*2.0+b", "a wided 2d *d b wided +d last"},
		{"float", "2*a-1", "2 a * 1 -"},
		{"float", "1/(a+3)", "1 a 3 + /"},
		{"float", "1/(a+0.1)", "1d a wided 0.1d +d /d last"},
		{"float", "0.1f*a", "0.10000000149011612 a *"},
		{"double", "0.1f*a", "0.10000000149011612 wided ad *d"},
		{"float", "sqrtf(fabsf(a*b+c))*d+e", "a b * c + abs sqrt d * e +"},
		{"double", "sqrt(b*b-4*a*c)", "bd bd *d 4d ad *d cd *d -d sqrtd"},
		{"float", "fmaf(a,b,c*d)", "a b c d * fma"},
		{"float", "cos((double)a)", "a castd cosd last"},
		{"double", "sinf(a)", "ad cast sin wided"},
		{"float", "(float)3", "3"},
		{"float", "-2*a", "-2 a *"},
		{"float", "a+-0", "a 0 +"}, // the integer 0 has no sign, 0.0 has
		{"float", "a+-0.0f", "a 0 neg +"},
		{"double", "0x1.8p-3*a", "0.1875d ad *d"},
	} {
		p := compile(t, c.formula, c.float == "double")
		if got := shape(p); got != c.want {
			t.Errorf("%s %s compiles to %s, want %s", c.float, c.formula, got, c.want)
		}
		for _, s := range p.List() {
			if s.From > s.To || int(s.To) > len(c.formula) {
				t.Errorf("%s: a step stands at %d to %d", c.formula, s.From, s.To)
			}
		}
	}
}

func TestCompileErrors(t *testing.T) {
	for _, c := range []struct {
		formula string
		pos     int
		part    string
	}{
		{"", 0, "ends where a value"},
		{"a+", 2, "ends where a value"},
		{"a b", 2, "should end"},
		{"a+*b", 2, "A value is expected"},
		{"(a+b", 4, "“)” is expected"},
		{"x+a", 0, "“x” is not known"},
		{"log(a)", 0, "“log” is not known"},
		{"1/2*a", 1, "Two integers"},
		{"a+0x10", 2, "no number that can stand here"},
		{"a+1.2.3", 2, "no number that can stand here"},
		{"a+1234567890", 2, "at most nine digits"},
		{"fma(a,b)", 7, "“,” is expected"},
		{"a+" + strings.Repeat("(", 40), 27, "Too many parentheses"},
		{strings.Repeat("a+", 16) + "a", 0, "at most 32 steps"},
		{"a-(a-(a-(a-(a-(a-(a-(a-a)))))))", 23, "eight registers"},
		{"a-(a-(a-(a-(a-(a-(a-a))))))", -1, ""},
		{"2-(a-(a-(a-(a-(a-(a-(a-a)))))))", 23, "eight registers"},
		{"a*.1+a*.2+a*.3+a*.4+a*.5+a*.6+a*.7+a*.8+a*.9", 42, "8 different constants"},
		{strings.Repeat(" ", 121), 120, "at most 120"},
		{"é", 0, "A value is expected"},
	} {
		_, err := Compile(c.formula, true, number)
		if c.pos < 0 {
			if err != nil {
				t.Errorf("%q: %v", c.formula, err)
			}
			continue
		}
		var pos int
		if err != nil {
			pos = err.(*FormulaError).Pos
		}
		if err == nil || !strings.Contains(err.Error(), c.part) || pos != c.pos {
			t.Errorf("%q: %v at %d, want %q at %d", c.formula, err, pos, c.part, c.pos)
		}
	}
}

func TestContract(t *testing.T) {
	for formula, want := range map[string]string{
		"a*b+c":               "a b c fma",
		"c+a*b":               "a b c fma",
		"a*b-c":               "a b c fma-z",
		"c-a*b":               "a b c fma-p",
		"-(a*b)-c":            "a b c fma-p-z",
		"c- -(a*b)":           "a b c fma",
		"a*b+c*d":             "a b c d * fma",
		"a*b-c*d":             "a b c d * fma-z",
		"a*a+b*b+c*c":         "c c a a b b * fma fma",
		"(a*b+c)/(d*e+f)":     "a b c fma d e f fma /",
		"a/b+c":               "a b / c +",
		"(a*b)*(c*d)+e":       "a b * c d * e fma",
		"sqrt(a*b+c)":         "a b c fma sqrt",
		"fma(a,b,c*d)":        "a b c d * fma",
		"(float)(a*b)+c":      "a b * cast c +",
		"(double)(a*b)+c":     "a b * castd c wided +d last",
		"((a*e+b)*e+c)*e+d":   "a e b fma e c fma e d fma",
		"(a*a+b*b)-(c*c+d*d)": "a a b b * fma c c d d * fma -",
	} {
		p := compile(t, formula, false)
		q := p.Contract()
		got := shape(&q)
		if q.N > p.N || got != want {
			t.Errorf("%s contracts to %s, want %s", formula, got, want)
		}
	}
}

// randomFormula writes a formula of the five operations over a to d.
func randomFormula(r *rand.Rand, depth int) string {
	if depth == 0 || r.IntN(6) == 0 {
		if r.IntN(10) == 0 {
			return []string{"1.0", "0.0", "0.1", "3.0f"}[r.IntN(4)]
		}
		return string(rune('a' + r.IntN(4)))
	}
	switch n := r.IntN(14); n {
	case 0:
		return "sqrt(" + randomFormula(r, depth-1) + ")"
	case 1:
		return "(-" + randomFormula(r, depth-1) + ")"
	case 2:
		return "fabs(" + randomFormula(r, depth-1) + ")"
	case 3:
		return "(float)(" + randomFormula(r, depth-1) + ")"
	default:
		return "(" + randomFormula(r, depth-1) + "+-*/+*-*+*"[n-4:n-3] + randomFormula(r, depth-1) + ")"
	}
}

// Nothing that is typed makes Compile panic, and what compiles evaluates.
func FuzzCompile(f *testing.F) {
	for _, s := range []string{"a*b+c", "(double)a*b-0x1p-3*sqrtf(c)", "2*(1-fma(a,b,3))", "((((", "cos(a)+sin(1)", "1e999", "(float)", "fma", "(float"} {
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, s string, double bool) {
		p, err := Compile(s, double, number)
		if err != nil {
			if e := err.(*FormulaError); e.Pos < 0 || e.Pos > len(s) || e.Msg == "" {
				t.Fatalf("%q: %q at %d", s, e.Msg, e.Pos)
			}
			return
		}
		q := p.Contract()
		var x [Operands]wide.U128
		for _, m := range []Machine{{Unit: UnitSSE, MXCSR: MXCSRDefault}, {Unit: UnitX87, Control: ControlWordDefault, Spills: ^uint32(0)}} {
			if run := m.Evaluate(&p, x); run.Value.F == nil {
				t.Fatalf("%q has no value", s)
			}
		}
		m := Machine{Unit: UnitFMA, MXCSR: MXCSRDefault}
		if run := m.Evaluate(&q, x); run.Value.F == nil {
			t.Fatalf("%q contracted has no value", s)
		}
	})
}

// TestDeepPrograms: long sums of products run on every unit; fused, they hold more values than the x87 stack has room for.
func TestDeepPrograms(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 16))
	deepest := 0
	for range 20_000 {
		f := sumOfProducts(r, 4)
		p, err := Compile(f, r.IntN(2) == 0, nil)
		if err != nil {
			continue
		}
		q := p.Contract()
		depth := 0
		for _, s := range q.List() {
			depth += 1 - s.Do.Arity()
			deepest = max(deepest, depth)
		}
		var x [Operands]wide.U128
		for _, unit := range []Unit{UnitX87, UnitSSE} {
			Machine{Unit: unit, Control: ControlWordDefault, MXCSR: MXCSRDefault}.Evaluate(&p, x)
		}
		Machine{Unit: UnitFMA, MXCSR: MXCSRDefault}.Evaluate(&q, x)
	}
	if deepest <= Depth {
		t.Errorf("no program holds more than %d values", deepest)
	}
	if _, err := Compile("a*b+(c*d+(e*f+(g*h+(a*b+(c*d+(e*f+g))))))", false, nil); err != nil {
		t.Error(err)
	}
}

// sumOfProducts is a random formula of sums of products, in any nesting.
func sumOfProducts(r *rand.Rand, nest int) string {
	product := func() string { return string(rune('a'+r.IntN(8))) + "*" + string(rune('a'+r.IntN(8))) }
	s := product()
	for range r.IntN(6) {
		if nest > 0 && r.IntN(2) == 0 {
			s = product() + "-(" + sumOfProducts(r, nest-1) + ")"
		} else {
			s += "+" + product()
		}
	}
	return s
}
