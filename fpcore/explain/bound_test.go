package explain

import (
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// TestBoundHolds: every evaluation that fuses what it likes lies within the bound of the exact value, computed here with
// rational numbers; so do two of them within twice the bound.
func TestBoundHolds(t *testing.T) {
	type rat = *big.Rat
	add := func(x, y rat) rat { return new(big.Rat).Add(x, y) }
	sub := func(x, y rat) rat { return new(big.Rat).Sub(x, y) }
	mul := func(x, y rat) rat { return new(big.Rat).Mul(x, y) }
	quo := func(x, y rat) rat { return new(big.Rat).Quo(x, y) }
	programs := []struct {
		text  string
		value func(v []rat) rat
	}{
		{"a*b+c*d", func(v []rat) rat { return add(mul(v[0], v[1]), mul(v[2], v[3])) }},
		{"a*b-c*d", func(v []rat) rat { return sub(mul(v[0], v[1]), mul(v[2], v[3])) }},
		{"(a*b+c)/(d*a+b)", func(v []rat) rat { return quo(add(mul(v[0], v[1]), v[2]), add(mul(v[3], v[0]), v[1])) }},
		{"((a*b+c)*b+d)*b+a", func(v []rat) rat { return add(mul(add(mul(add(mul(v[0], v[1]), v[2]), v[1]), v[3]), v[1]), v[0]) }},
		{"a-(b*c-d)/a", func(v []rat) rat { return sub(v[0], quo(sub(mul(v[1], v[2]), v[3]), v[0])) }},
		{"__fmul_rn(a,b)+fmaf(c,d,-a)", func(v []rat) rat { return add(mul(v[0], v[1]), sub(mul(v[2], v[3]), v[0])) }},
		{"a+b+c+d", func(v []rat) rat { return add(add(add(v[0], v[1]), v[2]), v[3]) }},
	}
	r := rand.New(rand.NewPCG(21, 22))
	checked, bounded := 0, 0
	for k := range 700 {
		p := programs[k%len(programs)]
		c, perr := expr.Parse(p.text, expr.Options{Free: expr.Float, Device: true})
		if perr != nil {
			t.Fatal(perr)
		}
		in := make([]uint64, len(c.Inputs))
		v := make([]rat, 4)
		for i := range in {
			x := float32(r.NormFloat64())
			if k%3 == 0 {
				x *= float32(math.Ldexp(1, r.IntN(40)-20))
			}
			in[i] = uint64(math.Float32bits(x))
			v[c.Inputs[i].Name[0]-'a'] = new(big.Rat).SetFloat64(float64(x))
		}
		base := expr.ChoiceOf(c, mustTarget("9.0"))
		b := RunningBound(c, in, Model{})
		if b.Missing >= 0 {
			continue
		}
		bounded++
		want := p.value(v)
		limit := new(big.Rat)
		bound, _ := bigOf(b.total).Rat(limit)
		if b.total.isZero() {
			bound = new(big.Rat)
		}
		for _, ch := range expr.Choices(c, base, 40) {
			q, err := expr.PlanOf(c, ch)
			if err != nil {
				t.Fatal(err)
			}
			got := math.Float32frombits(uint32(q.Result(in)))
			if math.IsInf(float64(got), 0) || got != got {
				continue
			}
			d := sub(new(big.Rat).SetFloat64(float64(got)), want)
			if d.Abs(d).Cmp(bound) > 0 {
				t.Fatalf("%s on %x: %v is off by %s, bound %s", p.text, in, got, d.FloatString(20), bound.FloatString(20))
			}
			checked++
		}
	}
	if checked < 1500 || bounded < 400 {
		t.Errorf("only %d evaluations checked, %d programs bounded", checked, bounded)
	}
}

// TestBoundOfOrders: with AnyOrder the bound holds for every order of a sum, for cancelling ones too.
func TestBoundOfOrders(t *testing.T) {
	c, perr := expr.Parse("float x[12], s = 0;\nfor (int i = 0; i < 12; i++) s += x[i];\ns", expr.Options{Free: expr.Float})
	if perr != nil {
		t.Fatal(perr)
	}
	r := rand.New(rand.NewPCG(23, 24))
	for range 300 {
		in := make([]uint64, 12)
		x := make([]float32, 12)
		sum := new(big.Rat)
		for i := range x {
			x[i] = float32(r.NormFloat64() * math.Ldexp(1, r.IntN(30)))
			in[i] = uint64(math.Float32bits(x[i]))
			sum.Add(sum, new(big.Rat).SetFloat64(float64(x[i])))
		}
		b := RunningBound(c, in, Model{AnyOrder: true})
		bound, _ := bigOf(b.total).Rat(nil)
		for range 50 {
			for i, j := range r.Perm(12) {
				x[i], x[j] = x[j], x[i]
			}
			list := append([]float32(nil), x...)
			for len(list) > 1 { // a random tree
				i := r.IntN(len(list) - 1)
				list[i] += list[i+1]
				list = append(list[:i+1], list[i+2:]...)
			}
			d := new(big.Rat).SetFloat64(float64(list[0]))
			if d.Sub(d, sum); d.Abs(d).Cmp(bound) > 0 {
				t.Fatalf("a sum of %v is off by %s, bound %s", x, d.FloatString(9), bound.FloatString(9))
			}
		}
	}
}

// BenchmarkBound derives bounds of long programs: nearly as many operations as a program may have.
func BenchmarkBound(b *testing.B) {
	for name, text := range map[string]string{
		"harmonic": "float s = 0; for (int i = 1; i <= 3900; i++) s += 1.0f/i; s",
		"sum":      "float s = 0; for (int i = 0; i < 4000; i++) s += x[i]*x[i]; s",
	} {
		c, err := expr.Parse(text, expr.Options{Free: expr.Float})
		if err != nil {
			b.Fatal(err.Text)
		}
		in := make([]uint64, len(c.Inputs))
		for i := range in {
			in[i] = uint64(math.Float32bits(float32(i)*0.37 + 0.001))
		}
		for _, m := range []Model{{}, {AnyOrder: true, Flush: true, Wide: true}} {
			b.Run(name, func(b *testing.B) {
				for range b.N {
					if RunningBound(c, in, m).Missing >= 0 {
						b.Fatal("no bound")
					}
				}
			})
		}
	}
}

// TestAccuracies: the table has what was documented and measured on the H200 (assets/data/accuracy.txt), no bound is below
// what was measured, and every elementary function of the reader has one of CUDA's.
func TestAccuracies(t *testing.T) {
	data, err := os.ReadFile("../../assets/data/accuracy.txt")
	if err != nil {
		t.Fatal(err)
	}
	find := func(fn string, typ expr.Type) *Accuracy {
		m, ok := expr.MeaningOf(fn)
		for i, a := range Accuracies() {
			if ok && !m.Intrinsic && a.Function == m.ID && a.Type == typ && a.Library == CUDA {
				return &Accuracies()[i]
			}
		}
		return nil
	}
	name, compared := "", 0
	for _, line := range strings.Split(string(data), "\n") {
		w := strings.Fields(line)
		if len(w) < 2 {
			continue
		}
		switch w[0] {
		case "f":
			name = w[1]
		case "a", "d":
			a := find(name, expr.Float)
			if a == nil || name == "sqrtf" {
				continue
			}
			n, err := strconv.ParseFloat(w[1], 64)
			if err != nil {
				t.Fatal(line)
			}
			if w[0] == "d" && int(n) != a.Ulps || w[0] == "a" && int(math.Ceil(n*1000)) != a.Measured {
				t.Errorf("%s: the table has %d and %d, the record %s", name, a.Ulps, a.Measured, line)
			}
			compared++
		case "g":
			a := find(w[1], expr.Double)
			if a == nil || w[1] == "sqrt" {
				continue
			}
			if n, err := strconv.ParseFloat(w[2], 64); err != nil || int(math.Ceil(n*1000)) > a.Measured {
				t.Errorf("%s: the table has %d, the record %s", w[1], a.Measured, line)
			}
			compared++
		}
	}
	if compared < 60 {
		t.Errorf("only %d compared", compared)
	}
	for _, f := range expr.Functions() {
		m, _ := expr.MeaningOf(f.Name)
		if _, elementary := exact.FindFunction(m.ID); !elementary || m.Directed || m.ID == "sqrt" || m.ID == "rcp" || f.Out < expr.Float {
			continue
		}
		if len(sourcesOf(f.Name, m.ID, f.Out, m.Intrinsic, Model{})) == 0 {
			t.Errorf("%s has no bound", f.Name)
		}
		if halves, ok := halvesOf(m.ID, f.Out, AnyVendor); !m.Intrinsic && (!ok || halves < 3) {
			t.Errorf("%s has a bound of %d halves of an ulp", f.Name, halves)
		}
	}
	if halves, _ := halvesOf("erfc", expr.Float, CUDA); halves != 9 {
		t.Errorf("erfcf: %d halves", halves)
	}
}

// TestTruth: errors in ulp stand only where there are any.
func TestTruth(t *testing.T) {
	for _, test := range []struct {
		text, rows, first, second  string
		exact, errFirst, errSecond string
		right                      [2]bool
		compared                   bool
	}{
		{"expf(a)", "a = 100", "inf", "nan", "26881171418161354484126255515800135873611119", "inf", "nan", [2]bool{true, false}, false},
		{"a*b", "a = 0 b = inf", "nan", "inf", "", "", "", [2]bool{}, false},
		{"a/b", "a = 1 b = 0", "inf", "3", "inf", "inf", "", [2]bool{true, false}, false},
		{"a-b", "a = 1 b = 1", "0", "1e-8", "0", "", "", [2]bool{true, false}, true},
		{"a/b", "a = 1 b = 3", "0.333333343", "0.333333313", "0.33333333333333333333", "+0.333333", "-0.666667", [2]bool{true, false}, true},
	} {
		s, p := New(Question{Text: test.text, Rows: test.rows, Observed: [2]string{test.first, test.second}})
		if p != nil {
			t.Fatal(test.text, p.Text)
		}
		got := s.truth([2]*Candidate{}, 0, false)
		if !strings.HasPrefix(test.exact, got.Exact) && !strings.HasPrefix(got.Exact, "2.688117141816135448") || got.Errors != [2]string{test.errFirst, test.errSecond} || got.Right != test.right || got.Compared != test.compared || got.Known != (test.exact != "") {
			t.Errorf("%s of %s: %+v", test.text, test.rows, got)
		}
	}
}

// TestBoundFigures: where the exact value is 0 there is neither an ulp nor a relative figure; Times counts.
func TestBoundFigures(t *testing.T) {
	bound := func(text string, m Model, x ...float32) Bound {
		c, perr := expr.Parse(text, expr.Options{Free: expr.Float})
		if perr != nil {
			t.Fatal(perr.Text)
		}
		in := make([]uint64, len(x))
		for i := range x {
			in[i] = uint64(math.Float32bits(x[i]))
		}
		return RunningBound(c, in, m)
	}
	ratio := func(x float64) exact.Ratio {
		v, _ := exact.FromBits(format.F64, wide.U128{Lo: math.Float64bits(x)})
		return v.Ratio()
	}
	if b := bound("a*b - b*a", Model{}, 1.1, 1.3); b.Ulps != "" || b.Relative != "" || b.Absolute == "" || b.Absolute == "0" {
		t.Errorf("of 0: %+v", b)
	}
	b := bound("a + b", Model{}, 1, 0x1p-30) // half an ulp of 1 is 2^-24
	for _, test := range []struct {
		x    float64
		want uint64
	}{{1, 0}, {1 + 0x1p-23, 1}, {1 + 0x1p-24 + 0x1p-30, 1}, {1 + 0x1p-21, 7}, {2, 1<<24 - 1}, {1e30, 1 << 63}} {
		n, ok := b.Times(ratio(test.x), ratio(test.x))
		if !ok || n != test.want && !(test.want == 1<<63 && n > test.want) {
			t.Errorf("%v is %d times the bound away, want %d", test.x, n, test.want)
		}
	}
	if n, ok := b.Times(ratio(0.5), ratio(3)); !ok || n != 0 {
		t.Errorf("an interval with the exact value inside: %d", n)
	}
	if n, ok := b.Apart(ratio(1), ratio(1), ratio(1+0x1p-20), ratio(2)); !ok || n != 8 {
		t.Errorf("apart %d times", n)
	}
	for text, why := range map[string]string{
		"a/(b - b)": "no exact value", "sqrtf(a*b - b*a)": "negative", "fmodf(a*b, 0.7f)": "fmod", "1.0f/(a*b - 1.43f)": "divisor", "expf(a*90.0f)": "overflow",
		"__int_as_float(__float_as_int(a*b) + 1)": "exact value", "(float)(int)(a*3e9f)": "exact value",
	} {
		if b := bound(text, Model{}, 1.1, 1.3); b.Missing < 0 || !strings.Contains(b.Why, why) {
			t.Errorf("%s: %d %q", text, b.Missing, b.Why)
		}
	}
	for text, limit := range map[string]string{ // branches that are not taken, and infinities on the way
		"a > 0 ? a*b : logf(-a)": "", "a > 2 ? 1.0f/(b - b) : a*b": "", "fmaxf(a*b, 0.0f)": "", "isnan(a) ? 0.0f : a*b": "", "1.0f/(1.0f/(a - a) + b)": "0",
		"(int)(a*b*77.0f)": "0", "(int)(a*b*100.0f)": "1", "(int)(a*b*b*7.0f/1.3f/1.3f)": "", "tanhf(1.0f/(a - a))": "",
	} {
		b := bound(text, Model{}, 1.1, 1.3)
		if b.Missing >= 0 || limit != "" && b.Absolute != limit || limit == "" && b.Absolute == "0" && text != "(int)(a*b*b*7.0f/1.3f/1.3f)" {
			t.Errorf("%s: %d %q %s", text, b.Missing, b.Why, b.Absolute)
		}
	}
	if b := bound("expf(a)*b", Model{}, 1.1, 1.3); len(b.Sources) != 2 || b.Missing >= 0 || b.Sources[0].Error != "2 ulp" || b.Sources[1].Error != "1 ulp" || b.Sources[0].Source == "" {
		t.Errorf("sources %+v", b.Sources)
	}
}
