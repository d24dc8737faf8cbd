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
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// drawn evaluates a program once as a Model allows, with everything that it leaves open drawn at random. Numbers of both
// types are held in binary64, in which + - * / and √ of binary32 numbers round correctly to binary32.
type drawn struct {
	c *expr.Code
	m Model
	r *rand.Rand
	v []float64
}

func (t *drawn) run(in []uint64) float64 {
	c := t.c
	t.v = make([]float64, len(c.Values))
	need := needed(c)
	for i := range c.Values {
		if need[i] {
			t.v[i] = t.value(int32(i), in)
		}
	}
	return t.v[c.Result]
}

func (t *drawn) x(i int32, k int) float64 { return t.v[t.c.Values[i].X[k]] }

// round rounds a number to a type, as the Model allows.
func (t *drawn) round(typ expr.Type, x float64) float64 {
	switch {
	case typ == expr.Half:
		return toF64(format.F16, exactOf(x), math.IsInf(x, 0) || x != x, x)
	case typ == expr.Double && !(t.m.Demoted && t.r.IntN(2) == 0):
		return x
	case t.m.Wide && typ == expr.Float && t.r.IntN(2) == 0:
		return x
	}
	y := float64(float32(x))
	if f, _, ok := expr.Rounding(t.m.Every); ok && t.r.IntN(4) > 0 {
		y = toF64(f, exactOf(x), math.IsInf(x, 0) || x != x, x)
	}
	if t.m.Flush && typ == expr.Float && math.Abs(y) < 0x1p-126 && t.r.IntN(3) > 0 {
		return math.Copysign(0, y)
	}
	return y
}

func exactOf(x float64) exact.Value {
	v, _ := exact.FromBits(format.F64, wide.U128{Lo: math.Float64bits(x)})
	return v
}

func toF64(f *format.Format, v exact.Value, special bool, x float64) float64 {
	if special {
		return x
	}
	w, ok := exact.FromBits(f, v.Round(round.Env{}, f).Bits)
	if !ok {
		return math.Inf(1)
	}
	return math.Float64frombits(w.Round(round.Env{}, format.F64).Bits.Lo)
}

// off moves a rounded number of a type by up to n of its ulps.
func (t *drawn) off(typ expr.Type, x float64, n int) float64 {
	if x == 0 || math.IsInf(x, 0) || x != x || n == 0 {
		return x
	}
	k := t.r.IntN(2*n+1) - n
	if typ == expr.Float {
		y := float32(x)
		for ; k > 0; k-- {
			y = math.Nextafter32(y, float32(math.Inf(1)))
		}
		for ; k < 0; k++ {
			y = math.Nextafter32(y, float32(math.Inf(-1)))
		}
		return float64(y)
	}
	return x
}

// factor is a factor of a product.
func (t *drawn) factor(typ expr.Type, x float64) float64 {
	if f, env, ok := expr.Rounding(t.m.Operands); ok && typ == expr.Float {
		w := expr.RoundTo(f, env, format.F32, uint64(math.Float32bits(float32(x))))
		return float64(math.Float32frombits(uint32(w)))
	}
	return x
}

func (t *drawn) value(i int32, in []uint64) float64 {
	v := &t.c.Values[i]
	bits := v.Bits
	switch v.Op {
	case expr.Input, expr.Const:
		if v.Op == expr.Input {
			bits = in[bits]
		}
		switch v.Type {
		case expr.Float:
			x := float64(math.Float32frombits(uint32(bits)))
			if t.m.Literals && v.Op == expr.Const && !plainLiteral(v) || t.m.Inputs && v.Op == expr.Input {
				// some number that rounds to it
				y := x * (1 + (t.r.Float64()-0.5)*0x1p-24)
				return y
			}
			return t.round(expr.Float, x)
		case expr.Double:
			return t.round(expr.Double, math.Float64frombits(bits))
		case expr.Int:
			return float64(int32(bits))
		}
		return float64(int64(bits))
	case expr.Neg:
		return -t.x(i, 0)
	case expr.Add, expr.Sub:
		if v.Type == expr.Int {
			return t.x(i, 0) + t.x(i, 1) - 2*t.x(i, 1)*b2f(v.Op == expr.Sub)
		}
		sign := 1.0
		if v.Op == expr.Sub {
			sign = -1
		}
		for k := range 2 { // fused with a product
			if w := &t.c.Values[v.X[k]]; w.Op == expr.Mul && w.Type == v.Type && t.r.IntN(2) == 0 {
				a, b := t.factor(v.Type, t.x(v.X[k], 0)), t.factor(v.Type, t.x(v.X[k], 1))
				c := t.x(i, 1-k)
				if k == 1 {
					a *= sign
				} else {
					c *= sign
				}
				return t.round(v.Type, math.FMA(a, b, c))
			}
		}
		return t.round(v.Type, t.x(i, 0)+sign*t.x(i, 1))
	case expr.Mul:
		if v.Type == expr.Int {
			return t.x(i, 0) * t.x(i, 1)
		}
		return t.round(v.Type, t.factor(v.Type, t.x(i, 0))*t.factor(v.Type, t.x(i, 1)))
	case expr.Div:
		if v.Type == expr.Int {
			return math.Trunc(t.x(i, 0) / t.x(i, 1))
		}
		return t.off(v.Type, t.round(v.Type, t.x(i, 0)/t.x(i, 1)), t.m.Division*b2i(v.Type == expr.Float))
	case expr.Less, expr.LessEq, expr.More, expr.MoreEq, expr.Equal, expr.Differ:
		x, y := t.x(i, 0), t.x(i, 1)
		return b2f([]bool{x < y, x <= y, x > y, x >= y, x == y, x != y}[v.Op-expr.Less])
	case expr.Select:
		if t.x(i, 0) != 0 {
			return t.x(i, 1)
		}
		return t.x(i, 2)
	case expr.Convert:
		if v.Type == expr.Bool {
			return b2f(t.x(i, 0) != 0)
		}
		if !v.Type.IsFloat() {
			return math.Trunc(t.x(i, 0))
		}
		return t.round(v.Type, t.x(i, 0))
	case expr.Call:
		return t.call(v, i)
	}
	panic("the trial does not have this operation")
}

func b2f(b bool) float64 { return float64(b2i(b)) }

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (t *drawn) call(v *expr.Value, i int32) float64 {
	m, _ := expr.MeaningOf(v.Fn)
	x := t.x(i, 0)
	y := 0.0
	if v.X[1] >= 0 {
		y = t.x(i, 1)
	}
	f := 0.0
	switch m.ID {
	case "mul":
		return t.round(v.Type, t.factor(v.Type, x)*t.factor(v.Type, y))
	case "fabs":
		return math.Abs(x)
	case "fmin":
		return math.Min(x, y)
	case "fmax":
		return math.Max(x, y)
	case "copysign":
		return math.Copysign(x, y)
	case "floor":
		return math.Floor(x)
	case "rint":
		return math.RoundToEven(x)
	case "round":
		return math.Round(x)
	case "fma":
		return t.round(v.Type, math.FMA(t.factor(v.Type, x), t.factor(v.Type, y), t.x(i, 2)))
	case "sqrt":
		return t.off(v.Type, t.round(v.Type, math.Sqrt(x)), t.m.Root)
	case "fdim":
		return t.round(v.Type, math.Max(x-y, 0))
	case "pow":
		f = math.Pow(x, y)
	case "hypot":
		f = math.Hypot(x, y)
	case "atan2":
		f = math.Atan2(x, y)
	case "exp10":
		f = math.Pow(10, x)
	case "rsqrt":
		f = 1 / math.Sqrt(x)
	case "rcbrt":
		f = 1 / math.Cbrt(x)
	case "sinpi":
		f = sinpi(x)
	case "cospi":
		f = sinpi(math.Mod(x, 2) + 0.5)
	default:
		f = map[string]func(float64) float64{"exp": math.Exp, "exp2": math.Exp2, "expm1": math.Expm1, "log": math.Log, "log2": math.Log2, "log10": math.Log10,
			"log1p": math.Log1p, "sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "asin": math.Asin, "acos": math.Acos, "atan": math.Atan, "sinh": math.Sinh,
			"cosh": math.Cosh, "tanh": math.Tanh, "asinh": math.Asinh, "acosh": math.Acosh, "atanh": math.Atanh, "cbrt": math.Cbrt, "erf": math.Erf, "erfc": math.Erfc}[m.ID](x)
	}
	ulps := 0
	for _, a := range Accuracies() {
		if a.Function == m.ID && a.Type == v.Type {
			ulps = max(ulps, a.Ulps)
		}
	}
	if v.Type == expr.Double { // of package math, which has errors of its own
		return f
	}
	g := t.off(v.Type, float64(float32(f)), ulps)
	if t.m.Flush && math.Abs(g) < 0x1p-126 {
		g = 0
	}
	return g
}

func sinpi(x float64) float64 {
	if x == math.Trunc(x) {
		return 0
	}
	return math.Sin(math.Pi * math.Remainder(x, 2))
}

// maker writes random programs.
type maker struct {
	r    *rand.Rand
	tool []string // patterns with X, Y, Z for operands
}

func (k *maker) expr(depth int) string {
	if depth == 0 || k.r.IntN(8) == 0 {
		if k.r.IntN(4) == 0 {
			return []string{"0.1f", "2.0f", "3.0f", "1.7f", "0.5f"}[k.r.IntN(5)]
		}
		return string("abcd"[k.r.IntN(4)])
	}
	s := k.tool[k.r.IntN(len(k.tool))]
	for _, x := range []string{"X", "Y", "Z"} {
		if strings.Contains(s, x) {
			s = strings.ReplaceAll(s, x, k.expr(depth-1))
		}
	}
	return "(" + s + ")"
}

var ring = []string{"X+Y", "X-Y", "X*Y", "X*Y+Z", "X*Y-Z"}

// trialKinds are the kinds of programs and Models, each with the share of programs that has to have a bound.
var trialKinds = []struct {
	name  string
	m     Model
	tool  []string
	wrap  string // the program, with E for the expression
	small bool   // inputs near the smallest normal number
	share int    // percent
	free  expr.Type
}{
	{"sums and products", Model{}, ring, "E", false, 95, expr.Float},
	{"quotients and roots", Model{}, append([]string{"X/Y", "sqrtf(fabsf(X))", "1.0f/(X*X+0.5f)"}, ring...), "E", false, 60, expr.Float},
	{"approximate quotients and roots", Model{Division: 2, Root: 3}, append([]string{"X/(Y*Y+1.0f)", "sqrtf(X*X+Y*Y)"}, ring...), "E", false, 60, expr.Float},
	{"subnormal numbers as zero", Model{Flush: true}, append([]string{"X/2.0f", "X*0.5f", "fabsf(X)"}, ring...), "E", true, 80, expr.Float},
	{"fused by hand", Model{}, append([]string{"fmaf(X,Y,Z)", "fmaf(X,Y,-Z)", "__fmul_rn(X,Y)"}, ring...), "E", false, 95, expr.Float},
	{"functions of one argument", Model{}, append([]string{"expf(X)", "logf(X*X+0.1f)", "sinf(X)", "cosf(X)", "atanf(X)", "tanhf(X)", "erff(X)", "cbrtf(X*X+0.2f)", "rsqrtf(X*X+0.3f)", "coshf(X)", "sinhf(X)",
		"asinhf(X)", "expm1f(X)", "log1pf(X*X)", "exp2f(X)", "exp10f(X*0.1f)", "log2f(X*X+0.7f)", "log10f(X*X+1.7f)", "sinpif(X)", "cospif(X)", "rcbrtf(X*X+0.1f)", "erfcf(X)", "tanf(X*0.1f)"}, ring...), "E", false, 60, expr.Float},
	{"functions near their ends", Model{}, append([]string{"asinf(X/(fabsf(X)+0.7f))", "acosf(X/(fabsf(X)+0.7f))", "atanhf(X/(fabsf(X)+0.7f))", "acoshf(X*X+1.7f)", "powf(X*X+0.1f,Y)", "hypotf(X,Y)", "atan2f(X,Y)", "fdimf(X,Y)"}, ring...), "E", false, 50, expr.Float},
	{"conversions", Model{}, append([]string{"(float)(int)X", "floorf(X*3.0f)", "rintf(X)", "(float)((double)X*(double)Y)", "(float)((int)X*3+(int)Y)", "(float)((int)(X*10.0f)/7)", "roundf(X/0.1f)"}, ring...), "E", false, 80, expr.Float},
	{"branches", Model{}, append([]string{"X<Y?Z:X", "X>=0?X:-X*2.0f", "fminf(X,Y)", "fmaxf(X,Y)", "copysignf(X,Y*Y+1.0f)"}, ring...), "E", false, 80, expr.Float},
	{"loops", Model{}, ring, "float s=a; for(int i=1;i<12;i++){ s=s*0.7f+E/i; } s", false, 90, expr.Float},
	{"loops over squares", Model{}, ring, "float s=0; for(int i=0;i<9;i++){ float t=a+i*0.1f; s+=t*t*b; } s", false, 90, expr.Float},
	{"tf32 factors", Model{Operands: "=tf32 rna"}, ring, "E", false, 90, expr.Float},
	{"bf16 factors", Model{Operands: "=bf16 rne"}, ring, "E", false, 90, expr.Float},
	{"f16 factors", Model{Operands: "=f16 rne"}, ring, "E", false, 60, expr.Float},
	{"all in binary16", Model{Every: "=f16 rne"}, append([]string{"X/Y"}, ring...), "E", false, 60, expr.Float},
	{"all in bfloat16", Model{Every: "=bf16 rne"}, append([]string{"X/Y"}, ring...), "E", false, 60, expr.Float},
	{"wide evaluation", Model{Wide: true, Literals: true, Inputs: true}, append([]string{"X/Y", "(float)((double)X+0.3)"}, ring...), "E", false, 70, expr.Float},
	{"binary64 in binary32", Model{Demoted: true}, append([]string{"(double)X*0.1", "X+(double)Y/3.0"}, ring...), "(double)E", false, 70, expr.Float},
	{"binary64", Model{}, append([]string{"X/Y", "sqrt(fabs(X))", "fma(X,Y,Z)", "exp(X)", "sin(X)", "atan(X)", "log(X*X+0.1)", "pow(X*X+0.2,Y)", "hypot(X,Y)", "X+0.1", "(double)(float)X"}, ring...), "E", false, 70, expr.Double},
}

// TestBoundTrials: no evaluation that a Model allows lies outside its bound, a program has one in most cases, and the bounds
// are not idle: evaluations use up a good part of them.
func TestBoundTrials(t *testing.T) {
	programs, inputs, draws := 100, 10, 25
	if os.Getenv("ULPLAB_LONG") != "" {
		inputs, draws = 20, 50
	}
	if testing.Short() {
		programs, inputs, draws = 40, 5, 25
	}
	for n, kind := range trialKinds {
		r := rand.New(rand.NewPCG(uint64(n), 77))
		k := maker{r, kind.tool}
		bounded, all, checked, most := 0, 0, 0, 0.0
		for range programs {
			text := strings.ReplaceAll(kind.wrap, "E", k.expr(1+r.IntN(4)))
			c, perr := expr.Parse(text, expr.Options{Free: kind.free, Device: true})
			if perr != nil {
				t.Fatalf("%s: %s", text, perr.Text)
			}
			for range inputs {
				in := make([]uint64, len(c.Inputs))
				for i := range in {
					x := float32(r.NormFloat64() * 2)
					if r.IntN(4) == 0 {
						x = float32(r.IntN(9) - 4)
					}
					if kind.small {
						x *= float32(math.Ldexp(1, -120-r.IntN(25)))
					}
					in[i] = uint64(math.Float32bits(x))
					if kind.free == expr.Double {
						in[i] = math.Float64bits(float64(x) * 1.1)
					}
				}
				b := RunningBound(c, in, kind.m)
				if all++; b.Missing >= 0 {
					if b.Why == "" {
						t.Fatalf("%s of %x: no bound and no reason", text, in)
					}
					continue
				}
				bounded++
				tr := drawn{c: c, m: kind.m, r: r}
				for range draws {
					got := tr.run(in)
					if math.IsInf(got, 0) || got != got {
						t.Fatalf("%s: %s of %s is %v, bound %s", kind.name, text, shown(in), got, b.Absolute)
					}
					share := shareOf(got, &b)
					if share > 1 {
						t.Fatalf("%s: %s of %s: %v lies %v times the bound %s from %s", kind.name, text, shown(in), got, share, b.Absolute, b.value.Text())
					}
					most = max(most, share)
					checked++
				}
			}
		}
		t.Logf("%s: %d of %d have a bound, %d evaluations, at most %.2f of it", kind.name, bounded, all, checked, most)
		if bounded*100 < all*kind.share || most < 0.3 {
			t.Errorf("%s: %d of %d have a bound, evaluations reach %.2f of it", kind.name, bounded, all, most)
		}
	}
}

func shown(in []uint64) string {
	var s []string
	for _, x := range in {
		s = append(s, strconv.FormatFloat(float64(math.Float32frombits(uint32(x))), 'g', 9, 32))
	}
	return strings.Join(s, " ")
}

func bigRatio(r exact.Ratio) *big.Rat {
	num, den := bigInt(r.Num), big.NewInt(1)
	if r.Den != nil {
		den = bigInt(r.Den)
	}
	if r.Exp2 < 0 {
		den.Lsh(den, uint(-r.Exp2))
	} else {
		num.Lsh(num, uint(r.Exp2))
	}
	return new(big.Rat).SetFrac(num, den)
}

func bigInt(n wide.Nat) *big.Int {
	words := make([]big.Word, len(n))
	for i, w := range n {
		words[i] = big.Word(w)
	}
	return new(big.Int).SetBits(words)
}

// shareOf is the distance of a number from the exact value as a part of the bound.
func shareOf(got float64, b *Bound) float64 {
	x := exactOf(got).Ratio()
	d, _ := bigRatio(distance(x, x, b.value.Lo.Ratio(), b.value.Hi.Ratio())).Float64()
	e, _ := bigOf(b.total).Float64()
	if d == 0 {
		return 0
	}
	return d / e
}

// TestBoundOfProducts and sums: with AnyOrder the bound holds for every order, fused with products or not.
func TestBoundAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	worst := 0.0
	for n := 0; n < 2000; n++ {
		size := 3 + r.IntN(30)
		dot, product := r.IntN(2) == 0, n%5 == 0
		text := "float s=0; for(int i=0;i<" + strconv.Itoa(size) + ";i++) s+=x[i]; s"
		switch {
		case product:
			size = 3 + r.IntN(6)
			text = "float s=1; for(int i=0;i<" + strconv.Itoa(size) + ";i++) s*=x[i]; s"
		case dot && n%2 == 0:
			text = "float s=0; for(int i=0;i<" + strconv.Itoa(size) + ";i++) s+=x[i]*y[i]; s"
		case dot:
			text = "float s=0; for(int i=0;i<" + strconv.Itoa(size) + ";i++) s=fmaf(x[i],y[i],s); s"
		}
		c, perr := expr.Parse(text, expr.Options{Free: expr.Float, Device: true})
		if perr != nil {
			t.Fatal(perr.Text)
		}
		in := make([]uint64, len(c.Inputs))
		x, y := make([]float32, size), make([]float32, size)
		for i := range in {
			v := float32(r.NormFloat64() * math.Ldexp(1, r.IntN(12)-6))
			in[i] = uint64(math.Float32bits(v))
			if k, _ := strconv.Atoi(strings.Trim(c.Inputs[i].Name[1:], "[]")); c.Inputs[i].Name[0] == 'x' {
				x[k] = v
			} else {
				y[k] = v
			}
		}
		b := RunningBound(c, in, Model{AnyOrder: true})
		if b.Missing >= 0 {
			t.Fatalf("%s: %s", text, b.Why)
		}
		for range 60 {
			list := make([]float32, 0, size)
			sums := make([]float32, 1+r.IntN(4)) // accumulators, into which products may be fused
			for _, i := range r.Perm(size) {
				switch {
				case product || !dot:
					list = append(list, x[i])
				case r.IntN(2) == 0:
					list = append(list, float32(x[i]*y[i]))
				default:
					a := &sums[r.IntN(len(sums))]
					*a = float32(math.FMA(float64(x[i]), float64(y[i]), float64(*a)))
				}
			}
			if dot && !product {
				list = append(list, sums...)
			}
			for len(list) > 1 {
				i := r.IntN(len(list) - 1)
				if product {
					list[i] *= list[i+1]
				} else {
					list[i] += list[i+1]
				}
				list = append(list[:i+1], list[i+2:]...)
			}
			share := shareOf(float64(list[0]), &b)
			if share > 1 {
				t.Fatalf("%s of %s: %v is %v times the bound off", text, shown(in), list[0], share)
			}
			worst = max(worst, share)
		}
	}
	if worst < 0.1 {
		t.Errorf("evaluations reach only %.2f of the bound", worst)
	}
	t.Logf("%.2f of the bound", worst)
}

// TestBoundOfTargets: what the lab's machines compute lies within the bounds of their Models.
func TestBoundOfTargets(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	tools := append([]string{"X/Y", "sqrtf(X*X+0.1f)", "expf(X)", "sinf(X)", "cosf(X)", "logf(X*X+0.1f)", "tanf(X*0.3f)", "powf(X*X+0.2f,Y)", "__expf(X)", "__sinf(X)", "__fdividef(X,Y)", "rsqrtf(X*X+0.2f)",
		"tanhf(X)", "__logf(X*X+1.5f)", "exp10f(X*0.3f)", "log2f(X*X+0.3f)", "erff(X)", "cbrtf(X*X)", "atan2f(X,Y)", "__powf(X*X+0.2f,Y)", "(float)((double)X*0.1)", "__fmaf_rz(X,Y,Z)", "__frcp_ru(X*X+0.3f)"}, ring...)
	k := maker{r, tools}
	checked := map[string]int{}
	programs := 600
	if os.Getenv("ULPLAB_LONG") != "" {
		programs = 6000
	}
	if testing.Short() {
		programs = 300
	}
	for range programs {
		text := k.expr(1 + r.IntN(4))
		c, perr := expr.Parse(text, expr.Options{Free: expr.Float, Device: true})
		if perr != nil {
			t.Fatalf("%s: %s", text, perr.Text)
		}
		for _, u := range expr.Targets() {
			if u.Machine == expr.Exact || r.IntN(4) > 0 {
				continue
			}
			ch := expr.ChoiceOf(c, u)
			p, err := expr.PlanOf(c, ch)
			if err != nil {
				continue
			}
			for range 8 {
				in := make([]uint64, len(c.Inputs))
				for i := range in {
					in[i] = uint64(math.Float32bits(float32(r.NormFloat64() * 2)))
					if r.IntN(20) == 0 {
						in[i] &= 0x807fffff
					}
				}
				b := RunningBound(c, in, ModelOf(ch))
				if b.Missing >= 0 {
					continue
				}
				bits := p.Result(in)
				got := float64(math.Float32frombits(uint32(bits)))
				if share := shareOf(got, &b); math.IsInf(got, 0) || got != got || share > 1 {
					t.Fatalf("%s on %s of %s: %v lies %v times the bound %s from %s", text, u.ID(), shown(in), got, share, b.Absolute, b.value.Text())
				}
				checked[u.ID()]++
			}
		}
	}
	for _, u := range expr.Targets() {
		if n := checked[u.ID()]; n < programs/25 && u.Machine != expr.Exact {
			t.Errorf("%s: only %d results", u.ID(), n)
		}
	}
	t.Log(checked)
}
