package expr

import (
	"strings"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr/build"
	"ulplab/fpcore/expr/compile"
	"ulplab/fpcore/expr/reals"
	"ulplab/fpcore/expr/run"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/wide"
)

// planTexts are programs of every kind that compilers treat in their own way.
var planTexts = []string{
	"a*b + c", "c - a*b", "a*b - c*d", "-(a*b) + c*d", "e*f + a*c", "a*b + c*d + e*f", "2.0f*a*b + c", "a*1.5f*2.0f", "a/2.0f + b",
	"a/3.0f + b", "1.0f/a + b", "b - 1.0f/a", "1.0f/sqrtf(a)", "sqrtf(fabsf(a*b + c))*d + e", "(a - b)*(a - b) + (c - d)*(c - d)",
	"float t = a*b; (t + c)*(t - d)", "float t = a*b; float u = c*d; (t - u)*(u - e)", "double t = a*b; t + c", "a*0.1 + b",
	"(float)((double)a*b) + c", "a > b ? a*b + c : c*d - e", "fminf(a*b, c) + d", "floorf(a*8.0f)*b + c", "(float)(int)(a*8.0f)*b + c",
	"fmaf(a, b, c*d)", "__fmul_rn(a, b) + c", "a*b*0.5f + c*d", "int n = (int)(a*4.0f); n*b + n", "a*-2.0f + b*c", "-fabsf(a)*b + c",
	"float x = a; for (int i = 0; i < 4; i++) x = 3.7f*x*(1.0f - x); x", "a - floorf(a/b)*b", "(a*b + c)/(d*e + f)",
}

func readFor(t testing.TB, text string, target compile.Target) *types.Code {
	t.Helper()
	c, err := build.Parse(text, target.Reads(types.Options{Free: types.Float}))
	if err != nil {
		t.Fatalf("%s: %s", text, err.Text)
	}
	return c
}

// random gives operands: around 1, small whole numbers, tiny, huge, special.
type dice uint64

func (s *dice) next() uint64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

func (s *dice) float() uint64 {
	z := s.next()
	switch z >> 60 {
	case 0:
		return z & 0xffffffff
	case 1:
		return []uint64{0, 0x80000000, 0x3f800000, 0x40000000, 0xc0400000, 0x7f800000, 1, 0x00800000}[z&7]
	}
	return z&0x807fffff | (124+z>>32%6)<<23
}

func (s *dice) inputs(c *types.Code) []uint64 {
	in := make([]uint64, len(c.Inputs))
	for i := range in {
		if in[i] = s.float(); c.Inputs[i].Type == types.Double {
			in[i] = s.next()&^(0x7ff<<52) | (1020+s.next()%6)<<52
		}
	}
	return in
}

// TestTargets holds that IDs lead back to their targets, and that every target says what it is.
func TestTargets(t *testing.T) {
	seen := map[string]bool{}
	for _, u := range compile.Targets() {
		id := u.ID()
		if back, ok := compile.TargetByID(id); !ok || back != u || seen[id] {
			t.Errorf("%s: %+v, %v", id, back, ok)
		}
		seen[id] = true
		kind, source := u.Source()
		if kind == 0 || source == "" || u.Name() == "" || u.Group() == "" || (u.Command() == "") != (u.Machine == compile.Strict || u.Machine == compile.Exact) {
			t.Errorf("%s: %v %q %q %q", id, kind, source, u.Name(), u.Command())
		}
	}
	if _, ok := compile.TargetByID("9.0-nonsense"); ok || len(seen) < 30 {
		t.Error("an ID that is none has a target, or targets are missing")
	}
}

// TestPlanOfChoice holds that what a compiler decides is all that its plan depends on: the plan made of its choice
// gives the same bits.
func TestPlanOfChoice(t *testing.T) {
	r := dice(1)
	compared := 0
	for _, u := range compile.Targets() {
		for _, text := range planTexts {
			c := readFor(t, text, u)
			p, err := compile.Compile(c, u)
			if err != nil {
				continue // said by TestRefused
			}
			q, err := compile.PlanOf(c, p.Choice)
			if err != nil {
				t.Fatalf("%s, %s: %s", u.ID(), text, err.Text)
			}
			for range 20 {
				in := r.inputs(c)
				if a, b := p.Result(in), q.Result(in); a != b {
					t.Fatalf("%s, %s with %x: %x, of its choice %q %x", u.ID(), text, in, a, p.Choice.Fuse, b)
				}
				compared++
			}
		}
	}
	if compared < 15_000 {
		t.Errorf("only %d comparisons", compared)
	}
}

// TestFusedSquare runs the white paper's example: a multiply-add that is fused leaves 2^-46, one that is not leaves 0.
func TestFusedSquare(t *testing.T) {
	for id, want := range map[string]uint64{"9.0": 0x28800000, "9.0-nofma": 0, "9.0-debug": 0, "1.3": 0, "2.0": 0x28800000, "gcc": 0,
		"gcc-fma": 0x28800000, "clang-fma-on": 0x28800000, "x87": 0x28800000, "x87-store": 0, "strict": 0x28800000, "exact": 0x28800000} {
		u, ok := compile.TargetByID(id)
		if !ok {
			t.Fatal(id)
		}
		c := readFor(t, "a*a + b", u)
		p, err := compile.Compile(c, u)
		if err != nil {
			t.Fatal(err.Text)
		}
		if got := p.Result([]uint64{0x3f800001, 0xbf800002}); got != want {
			t.Errorf("%s: %x, want %x", id, got, want)
		}
	}
}

// TestRefused holds what targets cannot do, said at the right place.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ id, text, at, says string }{
		{"1.3", "a + b/c", "b/c", "nobody has written down"},
		{"1.0", "fmaf(a, b, c)", "fmaf(a, b, c)", "no fused"},
		{"9.0", "a + sinf(b)", "sinf(b)", "CUDA math library"},
		{"gcc", "1.0f + expf(a)", "expf(a)", "library"},
		{"9.0-nodiv-nosqrt", "hypotf(a, b)", "hypotf(a, b)", "not known"},
		{"gcc", "__sinf(a)", "__sinf(a)", "function of CUDA"},
	} {
		u, _ := compile.TargetByID(c.id)
		code := readFor(t, c.text, u)
		_, err := compile.Compile(code, u)
		if err == nil {
			t.Errorf("%s, %s: compiled", c.id, c.text)
			continue
		}
		if !strings.Contains(err.Text, c.says) || c.text[err.From:err.To] != c.at {
			t.Errorf("%s, %s: %q at %q", c.id, c.text, err.Text, c.text[err.From:err.To])
		}
	}
}

// TestRunAllocates holds that a run allocates nothing.
func TestRunAllocates(t *testing.T) {
	for _, id := range []string{"9.0", "9.0-ftz", "9.0-fastmath", "gcc-fma", "x87", "strict"} {
		u, _ := compile.TargetByID(id)
		c := readFor(t, "(a*b + c)/(d*e + f)", u)
		p, err := compile.Compile(c, u)
		if err != nil {
			t.Fatal(err.Text)
		}
		in, values := make([]uint64, len(c.Inputs)), make([]uint64, len(c.Values))
		for i := range in {
			in[i] = 0x3fc00000 + uint64(i)
		}
		if n := testing.AllocsPerRun(100, func() { p.Run(in, values) }); n != 0 {
			t.Errorf("%s: %v allocations a run", id, n)
		}
		if values[c.Result] != p.Result(in) {
			t.Errorf("%s: Run and Result differ", id)
		}
	}
}

// TestTrace holds a trace to the run, to half an ulp where an operation is rounded once, and its exact values to
// rational arithmetic.
func TestTrace(t *testing.T) {
	r := dice(3)
	for _, id := range []string{"9.0", "9.0-nofma", "gcc-fma", "x87", "x87-store", "strict", "9.0-fastmath"} {
		u, _ := compile.TargetByID(id)
		for _, text := range planTexts {
			c := readFor(t, text, u)
			p, err := compile.Compile(c, u)
			if err != nil {
				continue
			}
			for range 10 {
				in := make([]uint64, len(c.Inputs))
				for i := range in {
					in[i] = r.next()&0x7fffff | (125+r.next()%4)<<23
				}
				values := make([]uint64, len(c.Values))
				p.Run(in, values)
				steps := p.Trace(in)
				last := map[int32]run.Step{}
				for _, s := range steps {
					last[s.Value] = s
					if s.HasLocal && len(s.Inner) == 0 && !strings.Contains(s.Name, "approx") && !strings.Contains(s.Name, "MUFU") && !strings.Contains(s.Name, "stored") &&
						(s.LocalFixed > 1<<(exact.FixedBits-1) || s.LocalFixed < -(1<<(exact.FixedBits-1))) {
						t.Fatalf("%s, %s with %x: %s has an error of %s ulp", id, text, in, s.Name, s.Local)
					}
				}
				for v := range values {
					if s, ok := last[int32(v)]; ok && s.Format != nil && s.Format == c.Values[v].Type.Format() && s.Bits != wide.From64(values[v]) {
						t.Fatalf("%s, %s with %x: value %d is %x in the trace, %x in the run", id, text, in, v, s.Bits, values[v])
					}
				}
			}
		}
	}
}

// TestReassociate holds that other groupings have the same exact value, that all of them are there for short chains, and
// that they are groupings: their rounded results differ.
func TestReassociate(t *testing.T) {
	r := dice(9)
	u, _ := compile.TargetByID("9.0-nofma")
	for text, want := range map[string]int{"a + b + c": 2, "a - b - c": 2, "a*b*c": 2, "a + b + c + d": 14, "a*b + c*d + e*f": 2, "a + b - (c - d)": 14,
		"a + b + c + d + e": 104, "a + b + c + d + e + f + a*b + b*c": 4, "a*b": 0} {
		c := readFor(t, text, u)
		list := compile.Reassociate(c, 1000)
		if len(list) != want {
			t.Errorf("%s: %d groupings, want %d", text, len(list), want)
		}
		if n := len(compile.Reassociate(c, 3)); n > 3 {
			t.Errorf("%s: %d groupings of at most 3", text, n)
		}
		differ := 0
		p, err := compile.Compile(c, u)
		if err != nil {
			t.Fatal(err.Text)
		}
		for _, a := range list {
			q, err := compile.Compile(a.Code, u)
			if err != nil {
				t.Fatalf("%s: %s", a.Name, err.Text)
			}
			for range 20 {
				in := make([]uint64, len(c.Inputs))
				for i := range in {
					in[i] = r.next()&0x807fffff | (120+r.next()%12)<<23
				}
				x, y := reals.Of(c, in, nil)[c.Result], reals.Of(a.Code, in, nil)[a.Code.Result]
				if x.Lo.Cmp(y.Lo) != 0 {
					t.Fatalf("%s as %s has another value", text, a.Name)
				}
				if p.Result(in) != q.Result(in) {
					differ++
				}
			}
		}
		if want > 0 && differ == 0 {
			t.Errorf("%s: no grouping shows", text)
		}
	}
}

// TestChoices holds that all ways to fuse are listed once, base first.
func TestChoices(t *testing.T) {
	u, _ := compile.TargetByID("9.0")
	for text, want := range map[string]int{"a*b + c": 2, "a*b + c*d": 3, "a*b + c*d + e*f": 6, "a + b": 1, "(a*b + c*d)*(a*b - c*d)": 9} {
		c := readFor(t, text, u)
		base := compile.ChoiceOf(c, u)
		list := compile.Choices(c, base, 100)
		seen := map[compile.Choice]bool{}
		for _, ch := range list {
			if seen[ch] {
				t.Errorf("%s: %q twice", text, ch.Fuse)
			}
			seen[ch] = true
			if _, err := compile.PlanOf(c, ch); err != nil {
				t.Errorf("%s: %q: %s", text, ch.Fuse, err.Text)
			}
		}
		if len(list) != want || list[0] != base {
			t.Errorf("%s: %d choices, want %d", text, len(list), want)
		}
		if n := len(compile.Choices(c, base, 2)); n > 2 {
			t.Errorf("%s: %d of at most 2", text, n)
		}
	}
}

// FuzzPlan compiles, runs and traces whatever Parse accepts.
func FuzzPlan(f *testing.F) {
	for _, s := range planTexts {
		f.Add(s, uint64(len(s)))
	}
	f.Add("unsigned u = 3; float x = *(float*)&u; return x/0;", uint64(1))
	f.Add("float s = 0; for (int i = 0; i < 300; i++) s += a[i]*b[i]; s", uint64(2))
	f.Add("half h = (half)a; return h*h + h;", uint64(3))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		r := dice(seed)
		for _, id := range []string{"9.0", "9.0-fastmath", "1.0", "gcc-fma", "clang-fma", "clang-fma-on", "x87", "x87-store", "strict", "exact"} {
			u, _ := compile.TargetByID(id)
			c, err := build.Parse(text, u.Reads(types.Options{Free: types.Float}))
			if err != nil {
				return
			}
			if len(c.Values) > 2000 {
				return
			}
			p, err := compile.Compile(c, u)
			if err != nil {
				if err.Text == "" || err.From > err.To || int(err.To) > len(text) {
					t.Fatalf("%+v", err)
				}
				continue
			}
			in := make([]uint64, len(c.Inputs))
			for i := range in {
				in[i] = r.next()
			}
			values := make([]uint64, len(c.Values))
			p.Run(in, values)
			if c.Result >= 0 && id != "exact" && values[c.Result] != p.Result(in) {
				t.Fatalf("%s: Run and Result differ", id)
			}
			if len(c.Values) < 100 {
				p.Trace(in)
				compile.Choices(c, p.Choice, 10)
				compile.Reassociate(c, 5)
			}
		}
	})
}

func BenchmarkRun(b *testing.B) {
	for _, id := range []string{"9.0", "9.0-ftz", "9.0-fastmath", "gcc-fma", "x87"} {
		u, _ := compile.TargetByID(id)
		for _, text := range []string{"(a*b + c)*d - e*f", "(a*b + c)/(d*e + f)"} {
			c := readFor(b, text, u)
			p, err := compile.Compile(c, u)
			if err != nil {
				b.Fatal(err.Text)
			}
			in := []uint64{0x3f8ccccd, 0x3f99999a, 0x3fa66666, 0x3fb33333, 0x3fc00000, 0x3fcccccd}
			b.Run(id+"/"+text, func(b *testing.B) {
				for range b.N {
					p.Result(in)
				}
			})
		}
	}
}
