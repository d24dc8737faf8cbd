package explain

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"
)

// ask runs a search to its end.
func ask(t *testing.T, q Question) (Answer, *Search) {
	t.Helper()
	s, p := New(q)
	if p != nil {
		t.Fatalf("field %d: %d..%d %s", p.Where, p.From, p.To, p.Text)
	}
	start := time.Now()
	for !s.Next(64) {
	}
	a := s.Answer()
	t.Logf("%d hypotheses, %d evaluations, %v", len(s.hyps), s.Tried(), time.Since(start).Round(time.Millisecond))
	for side := range a.Count {
		for i, g := range a.Sides[side].Groups {
			if i < 4 {
				t.Logf("side %d: %s", side, describe(&g))
			}
		}
		for _, n := range a.Sides[side].Near {
			if len(a.Sides[side].Groups) == 0 {
				t.Logf("side %d near: %d %s %+v, off by %d", side, n.Family, n.Target.ID(), n.Changes, n.Miss)
			}
		}
	}
	for _, c := range a.Causes {
		t.Logf("cause %d %v alone %v with %v side %d %s", c.Rank, c.ID, c.Alone, c.With, c.Side, c.Fn)
	}
	for i, r := range a.Remedies {
		for _, o := range a.Remedies[:i] {
			if r.Text == o.Text && r.Old == o.Old && r.From == o.From {
				t.Errorf("%q in the place of %q is a remedy twice", r.Text, r.Old)
			}
		}
	}
	t.Logf("remedies %+v", a.Remedies)
	t.Logf("truth %+v", a.Truth)
	t.Logf("tolerance %s ulp, %s relative, between two %s ulp", a.Tolerance.Ulps, a.Tolerance.Relative, a.Tolerance.PairUlps)
	t.Logf("place %+v, caution %+v", a.Place, a.Caution)
	return a, s
}

func describe(g *Group) string {
	var b strings.Builder
	one := func(c *Candidate) {
		b.WriteString(" [" + strconv.Itoa(int(c.Family)) + " " + c.Target.ID() + " cost " + strconv.Itoa(c.Cost))
		for _, ch := range c.Changes {
			b.WriteString(" change " + strconv.Itoa(int(ch.Kind)) + " " + ch.Fn + " " + ch.Version + " " + strconv.Itoa(ch.Ulps))
		}
		if c.Ordered {
			b.WriteString(" order " + c.Order.ID)
		}
		if c.Choice != nil {
			b.WriteString(" fuse " + c.Choice.Fuse)
		}
		b.WriteString("]")
	}
	one(&g.Best)
	for i := range g.Same {
		if i < 6 {
			one(&g.Same[i])
		}
	}
	b.WriteString(" and " + strconv.Itoa(len(g.Same)) + " in all")
	return b.String()
}

// first returns the best candidate of a side.
func first(t *testing.T, a Answer, side int) *Candidate {
	t.Helper()
	if len(a.Sides[side].Groups) == 0 {
		t.Fatalf("nothing explains result %d", side+1)
	}
	return &a.Sides[side].Groups[0].Best
}

func hasTarget(g *Group, id string) bool {
	for _, t := range g.Targets() {
		if t.ID() == id {
			return true
		}
	}
	return false
}

func hasChange(c *Candidate, k ChangeKind) bool {
	for _, ch := range c.Changes {
		if ch.Kind == k {
			return true
		}
	}
	return false
}

func cause(a Answer, k ID) bool {
	for _, c := range a.Causes {
		if c.ID == k {
			return true
		}
	}
	return false
}

// The rows below are questions that were posted publicly with their numbers; the evaluation that each asserts gives the
// posted bits when computed exactly as stated.

func TestFusedMultiplyAdd(t *testing.T) {
	a, _ := ask(t, Question{Text: "float a = 6708, b = 3.75f/65535, c = 17278, d = 0.25;\na*(d+b*c)", Observed: [2]string{"0x4601D3FF", "0x4601D400"}})
	host, device := &a.Sides[0].Groups[0], &a.Sides[1].Groups[0]
	if !hasTarget(host, "gcc") || !hasTarget(host, "9.0-nofma") || !hasTarget(host, "9.0-debug") || !hasTarget(device, "9.0") || hasTarget(device, "9.0-nofma") {
		t.Error("-fmad=false and -G have to give the host's bits, the default the device's")
	}
	if a.Causes[0].ID != CauseContraction || a.Causes[0].Side != 1 {
		t.Errorf("%d causes, the first is %v", len(a.Causes), a.Causes[0].ID)
	}
	want := map[string]bool{unfusedAny: false, "__fmul_rn(b, c)": false, "fmaf(b, c, d)": false}
	for _, r := range a.Remedies {
		if _, ok := want[r.Text]; ok {
			want[r.Text] = true
		}
	}
	for k, ok := range want {
		if !ok {
			t.Errorf("%s is not among the remedies", k)
		}
	}
	if !a.Place.Found || !a.Truth.Known {
		t.Error("place or truth is missing")
	}
}

// TestOverflowIsRight: an infinity that is the correctly rounded result is not called farther away than a finite number; one that is
// not, is.
func TestOverflowIsRight(t *testing.T) {
	for _, c := range []struct {
		rows     string
		observed [2]string
		compared bool
		closer   int
	}{{"1e30 1e30", [2]string{"inf", "3.4028235e38"}, false, 0}, {"1e30 1e30", [2]string{"3.4028235e38", "inf"}, false, 0}, {"1e19 1e19", [2]string{"inf", "1e38"}, true, 1}, {"1e30 1e30", [2]string{"nan", "3.4028235e38"}, true, 1}} {
		a, _ := ask(t, Question{Text: "a*b", Rows: c.rows, Observed: c.observed})
		if a.Truth.Compared != c.compared || a.Truth.Closer != c.closer {
			t.Errorf("%v: %+v", c.observed, a.Truth)
		}
	}
}

func TestTF32Tie(t *testing.T) {
	a, _ := ask(t, Question{Text: "a*b", Rows: "1024.5 1", Observed: [2]string{"1024.5", "1025"}})
	c := first(t, a, 1)
	if !hasChange(c, RoundFactors) || c.Changes[0].Fn != "=tf32 rna" || !cause(a, CauseReducedInput) {
		t.Errorf("%+v", c)
	}
	if a.Truth.Closer != -1 || !a.Truth.Right[0] {
		t.Errorf("truth %+v", a.Truth)
	}
}

const zSz = `float z[2], S[2][2], y[2];
for (int i = 0; i < 2; i++) y[i] = S[i][0]*z[0] + S[i][1]*z[1];
z[0]*y[0] + z[1]*y[1]`

func TestTF32InOneStep(t *testing.T) {
	a, _ := ask(t, Question{Text: "float z0, z1, S00, S01, S10, S11;\nfloat y0 = S00*z0 + S01*z1;\nfloat y1 = S10*z0 + S11*z1;\nz0*y0 + z1*y1",
		Rows: "z0 = 0 z1 = 3.14 S00 = 1 S01 = 0 S10 = 0 S11 = 1", Observed: [2]string{"9.8596", "9.8616"}})
	c := first(t, a, 1)
	if !hasChange(c, RoundFactors) || c.Changes[0].Fn != "=tf32 rna" || c.Changes[0].From == c.Changes[0].To || !cause(a, CauseReducedInput) {
		t.Errorf("%+v", c)
	}
	a, _ = ask(t, Question{Text: zSz, Rows: "z = 0 3.14  S = 1 0 0 1", Observed: [2]string{"9.8596", "9.8616"}})
	if c := first(t, a, 1); !hasChange(c, RoundFactors) || c.Changes[0].Fn != "=tf32 rna" {
		t.Errorf("%+v", c)
	}
}

func TestDotAlreadyNearest(t *testing.T) {
	a, _ := ask(t, Question{Text: "float a[52], b[52];\nfloat s = 0;\nfor (int i = 0; i < 52; i++) s += a[i]*b[i];\ns",
		Rows: "a = 2080..2131\nb = 2112..2163", Observed: [2]string{"234038038", "234038032"}})
	host := first(t, a, 0)
	if !hasChange(host, AllDouble) && host.Target.ID() != "strict" {
		t.Errorf("the host computed in double: %+v", host)
	}
	if len(a.Sides[1].Groups) == 0 || !a.Truth.Right[1] || a.Truth.Exact != "234038038" {
		t.Errorf("the device's result is the nearest float: %+v", a.Truth)
	}
}

func TestExpOfLiteral(t *testing.T) {
	a, _ := ask(t, Question{Text: "float y = exp(-0.534275388027487307951446);", Observed: [2]string{"0x3F160A3F", "0x3F160A3E"}})
	if c := first(t, a, 0); c.Family != Machines { // a function of the library as it is, or correctly rounded
		t.Errorf("host: %+v", c)
	}
	if c := first(t, a, 1); !hasChange(c, FloatLiterals) {
		t.Errorf("device: %+v", c)
	}
	if !cause(a, CauseLiteral) {
		t.Errorf("%d causes, the first is %v", len(a.Causes), a.Causes[0].ID)
	}
	a, _ = ask(t, Question{Text: "expf(x)", Rows: "x = -0.534275388027487307951446", Observed: [2]string{"0x3F160A3F", "0x3F160A3E"}})
	if c := first(t, a, 0); !hasChange(c, DoubleRounded) {
		t.Errorf("host: %+v", c)
	}
	if c := first(t, a, 1); c.Family != Machines || a.Causes[0].ID != CauseWide {
		t.Errorf("device: the nearest float for its own argument: %+v", c)
	}
}

func TestOverflowPolicy(t *testing.T) {
	for _, rows := range []string{"464 448 448\n465 448 NaN\n1000 448 NaN\ninf 448 NaN", "465 448 nan"} {
		a, _ := ask(t, Question{Text: "(__nv_fp8_e4m3)x", Rows: rows, Results: 2})
		if c := first(t, a, 0); c.Family != Machines {
			t.Errorf("saturating: %+v", c)
		}
		c := first(t, a, 1)
		if !hasChange(c, Policy) || c.Changes[0].Fn != "=e4m3 rne nan" || !cause(a, CauseConversion) {
			t.Errorf("%+v", c)
		}
	}
}

func TestDoubleDemoted(t *testing.T) {
	a, _ := ask(t, Question{Text: "1080.0/600.0", Observed: [2]string{"1.8", "1.79999995"}})
	if a.Verdict != Explained || a.Causes[0].ID != CauseWide {
		t.Errorf("%v", a.Verdict)
	}
}

// TestAtomicsStay: += in place of the atomicAdd of many threads is a race, and is not advised.
func TestAtomicsStay(t *testing.T) {
	for _, text := range []string{
		"__global__ void k(const float *x, float *s, int n) { int i = blockIdx.x*blockDim.x + threadIdx.x; if (i < n) atomicAdd(s, x[i]); }",
		"__global__ void k(const float *x, float *s) { atomicAdd(s, x[threadIdx.x]); }\nint main() { k<<<1, 8>>>(x, s); }",
		"__global__ void k(const float *x, float *s) { __shared__ float p[8]; p[threadIdx.x] = x[threadIdx.x]; __syncthreads(); atomicAdd(s, p[threadIdx.x]); }",
	} {
		a, _ := ask(t, Question{Text: text, Rows: "x = 1e8 1 1 1 -1e8 3 0.5 2", Observed: [2]string{"7.5", "8.5"}})
		if !cause(a, CauseOrder) {
			t.Errorf("%s: %d causes, %v", text, len(a.Causes), a.Verdict)
		}
		for _, r := range a.Remedies {
			t.Errorf("%s: %+v", text, r)
		}
	}
}

func TestArrivalOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	var b strings.Builder
	var x []float32
	b.WriteString("x =")
	for range 1000 {
		v := float32(r.IntN(1<<24))*(3.0/(1<<24)) - 1
		x = append(x, v)
		b.WriteString(" " + strconv.FormatFloat(float64(v), 'g', -1, 32))
	}
	sum := func() string {
		p := r.Perm(len(x))
		s := float32(0)
		for _, i := range p {
			s += x[i]
		}
		return strconv.FormatFloat(float64(s), 'g', 9, 32)
	}
	one, two := sum(), sum()
	for two == one {
		two = sum()
	}
	a, _ := ask(t, Question{Text: "float x[1000], s = 0;\nfor (int i = 0; i < 1000; i++) atomicAdd(&s, x[i]);\ns", Rows: b.String(), Observed: [2]string{one, two}})
	for side := range 2 {
		if c := first(t, a, side); !c.Ordered || c.Order.ID != "atomics" {
			t.Errorf("%+v", c)
		}
	}
	if !cause(a, CauseOrder) {
		t.Errorf("%d causes, the first is %v", len(a.Causes), a.Causes[0].ID)
	}
}

// TestPrintedAtTheEnd: of statements that print at their end, what was seen is what they print, not the variable that is set last; results by
// g++ 12.2 and Python.
func TestPrintedAtTheEnd(t *testing.T) {
	for _, c := range []struct{ text, first, second string }{
		{"float a = 0.1f, b = 0.2f;\nstd::cout << std::setprecision(17) << a + b;", "0.30000001192092896", "0.30000000000000004"},
		{"float a = 1.1f; float b = 2.2f;\nprintf(\"%.9g\\n\", a * b);", "2.42000008", "2.4200000000000004"},
		{"float a = 0.1f, b = 0.2f;\nfloat c = a + b;\nstd::cout << std::setprecision(17) << c;", "0.30000001192092896", "0.30000000000000004"},
	} {
		a, _ := ask(t, Question{Text: c.text, Observed: [2]string{c.first, c.second}})
		if a.Verdict != Explained || a.Causes[0].ID != CauseWide {
			t.Errorf("%s: %v %+v", c.text, a.Verdict, a.Causes)
		}
	}
	// What is printed on the way is not the result.
	s, p := New(Question{Text: "printf(\"%g\", a*b); float y = a + b;", Rows: "a=1 b=2", Observed: [2]string{"3", "3"}})
	if p != nil {
		t.Fatal(p.Text)
	}
	if r := s.resultsOf(s.texts[0], s.chose(s.texts[0], mustTarget("gcc"))); r[0] != 0x40400000 {
		t.Errorf("the result is %#x", r[0])
	}
}

// TestDeparts: the side that a cause names is the one whose text has the fused operation, the fast function, the narrower format or double.
func TestDeparts(t *testing.T) {
	for _, c := range []struct {
		texts, seen [2]string
		rows        string
		id          ID
	}{
		{[2]string{"fmaf(a, b, c)", "a * b + c"}, [2]string{"-1.20569456", "-1.20569444"}, "a=-1.2742 b=1.6568 c=0.9054", CauseContraction},
		{[2]string{"double f(float a) { return a / 3.0; }", "float f(float a) { return a / 3.0f; }"}, [2]string{"0.56666668256123864", "0.566666663"}, "a=1.7", CauseWide},
		{[2]string{"float f(__half a, __half b) { return __half2float(__hmul(a, b)); }", "float f(float a, float b) { return a*b; }"}, [2]string{"1.85839844", "1.85759997"}, "a=1.29 b=1.44", CauseReducedAccumulation},
	} {
		for first := range 2 {
			q := Question{Text: c.texts[first], Second: c.texts[1-first], Rows: c.rows, Observed: [2]string{c.seen[first], c.seen[1-first]}}
			a, _ := ask(t, q)
			if len(a.Causes) == 0 || a.Causes[0].ID != c.id && c.id != CauseWide || a.Causes[0].Side != first && a.Causes[0].Side != BothSides {
				t.Errorf("%s beside %s: %v %+v", q.Text, q.Second, a.Verdict, a.Causes)
			}
		}
	}
}

// TestFewDigitsCloser: where the digits do not tell which number a result is, they do not tell either which one is closer, unless all
// numbers that print so are, or none is.
func TestFewDigitsCloser(t *testing.T) {
	for _, c := range []struct {
		text, rows string
		seen       [2]string
		compared   bool
	}{
		{"a*b + c", "a=-0.3878 b=-1.7596 c=-0.4947", [2]string{"0.187672913", "0.188"}, false},
		{"float s = 0;\nfor (int i = 0; i < 6; i++) s += x[i];\nreturn s / 6;", "x = 7.68 1.45 1.15 2.03 6.38 8.94", [2]string{"4.60499954", "4.605"}, false},
	} {
		a, _ := ask(t, Question{Text: c.text, Rows: c.rows, Observed: c.seen})
		if a.Verdict != CannotTell || a.Truth.Compared != c.compared || a.Truth.Errors[1] != "" || a.Truth.Errors[0] == "" {
			t.Errorf("%s: %v %+v", c.text, a.Verdict, a.Truth)
		}
	}
}

// A mistake is shown on the row that has it, and not on one before that differs by a rounding; so is a difference that stays open.
func TestRowOfMistake(t *testing.T) {
	a, _ := ask(t, Question{Text: "a*b + c", Rows: "a=0.489239 b=-0.119839 c=-0.0715475\na=-1.08429 b=1.54368 c=0.506682\na=-0.172815 b=-0.122376 c=1.71786",
		Observed: [2]string{"-0.130177408 -1.16711473 1.73900843", "-0.130177408 -1.16711485 2.23900843"}})
	if a.Verdict != NotRounding || a.Row != 2 {
		t.Errorf("verdict %d, row %d", a.Verdict, a.Row)
	}
	a, _ = ask(t, Question{Text: "float s = 0;\nfor (int i = 0; i < 20; i++) s += x[i];\ns", Rows: `x = 0.4774 0.2806 0.2016 0.0928 0.4948 0.3079 0.4521 0.8061 0.5406 0.7547 0.0999 0.6055 0.5903 0.1697 0.3561 0.0665 0.0674 0.3908 0.7994 0.95
x = 0.2095 0.1558 0.0939 0.2169 0.9006 0.3542 0.7946 0.1858 0.5762 0.2807 0.2548 0.8623 0.5366 0.8057 0.1294 0.8162 0.208 0.3928 0.0677 0.9825`,
		Observed: [2]string{"8.50419998 8.82419968", "8.50419903 8.8242197"}})
	if a.Verdict != CannotTell || a.Row != 1 {
		t.Errorf("20 terms: verdict %d, row %d", a.Verdict, a.Row)
	}
}
