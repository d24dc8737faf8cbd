package compile_test

import (
	"strings"
	"testing"

	"ulplab/fpcore/expr/build"
	"ulplab/fpcore/expr/compile"
	"ulplab/fpcore/expr/programs"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/format"
	"ulplab/fpcore/libm"
)

func readFor(t testing.TB, text string, target compile.Target) *types.Code {
	t.Helper()
	c, err := build.Parse(text, target.Reads(types.Options{Free: types.Float}))
	if err != nil {
		t.Fatalf("%s: %s", text, err.Text)
	}
	return c
}

// inputs gives a program operands.
func inputs(r *programs.Dice, c *types.Code) []uint64 {
	in := make([]uint64, len(c.Inputs))
	for i := range in {
		if in[i] = r.Float(); c.Inputs[i].Type == types.Double {
			in[i] = r.Next()&^(0x7ff<<52) | (1020+r.Next()%6)<<52
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
	r := programs.Dice(1)
	compared := 0
	for _, u := range compile.Targets() {
		for _, text := range programs.Texts() {
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
				in := inputs(&r, c)
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
		{"1.3", "a + b/c", "b/c", "not documented"},
		{"1.0", "fmaf(a, b, c)", "fmaf(a, b, c)", "no fused"},
		{"7.0", "a + sinf(b)", "sinf(b)", "the bits of sinf are not known"},
		{"gcc", "1.0f + tanhf(a)", "tanhf(a)", "library"},
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
	for _, s := range programs.Texts() {
		f.Add(s, uint64(len(s)))
	}
	f.Add("unsigned u = 3; float x = *(float*)&u; return x/0;", uint64(1))
	f.Add("float s = 0; for (int i = 0; i < 300; i++) s += a[i]*b[i]; s", uint64(2))
	f.Add("half h = (half)a; return h*h + h;", uint64(3))
	f.Add("x, y; for (; y;) x", uint64(67)) // without an end: Result is a NaN, Run is not
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		r := programs.Dice(seed)
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
				in[i] = r.Next()
			}
			values := make([]uint64, len(c.Values))
			p.Run(in, values)
			if c.Result >= 0 && id != "exact" && values[c.Result] != p.Result(in) && !p.Unfinished() {
				t.Fatalf("%s: Run and Result differ", id)
			}
			if len(c.Values) < 100 {
				p.Trace(in)
				compile.Choices(c, p.Choice, 10)
			}
		}
	})
}

// TestFusedAcross holds what was measured of a*b + f(c) for every function of CUDA's library, and of a product behind a function:
// nvcc fuses them, but not across these functions, and not behind code with branches across more of it.
func TestFusedAcross(t *testing.T) {
	const apart = " sinf cosf tanf log1pf erff erfcxf lgammaf j0f j1f y0f y1f sin cos tan log log2 log10 rcbrt sinpi cospi erfcx normcdf pow atan2 "
	u, _ := compile.TargetByID("9.0")
	fused := func(text string, of types.Type) string {
		c, err := build.Parse(text, u.Reads(types.Options{Free: of}))
		if err != nil {
			t.Fatalf("%s: %s", text, err.Text)
		}
		p, err := compile.Compile(c, u)
		if err != nil {
			t.Fatalf("%s: %s", text, err.Text)
		}
		return p.Choice.Fuse
	}
	for _, name := range libm.Names() {
		f, _ := libm.Find(name, libm.Default)
		args := strings.Join([]string{"c", "d", "e"}[:f.Arity], ", ")
		text, of := "a*b + "+name+"("+args+")", types.Double
		if f.Format == format.F32 {
			of = types.Float
		}
		if got := fused(text, of) != "-"; got == types.Listed(apart, name) {
			t.Errorf("%s: fused %v", text, got)
		}
	}
	for text, want := range map[string]bool{
		"exp(a)*exp(b) - exp(a+b)": false, "a*b + (exp(c) + log(d))": false, "exp(a)*b + exp(c)": false,
		"exp(a)*b + c": true, "a*b - exp(c)": true, "a*a + sin(c)": true, "a*b + sin(c)": false, "(a*b + sin(c))*a + b": true, "a*b*d + exp(c)": false,
	} {
		if got := fused(text, types.Double); (got != "-") != want {
			t.Errorf("%s: %q", text, got)
		}
	}
	if a, b := fused("a*b + exp(c)*d", types.Double), fused("a*b*e + exp(c)*d", types.Double); a == "-" || b == "-" || a == b { // the second is not moved to the sum
		t.Errorf("a*b + exp(c)*d: %q, a*b*e + exp(c)*d: %q", a, b)
	}
}
