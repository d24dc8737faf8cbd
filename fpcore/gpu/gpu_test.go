package gpu

import (
	"math/rand/v2"
	"strings"
	"testing"

	"ulplab/fpcore/mufu"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// TestExpand holds the pattern language of the catalogue.
func TestExpand(t *testing.T) {
	for pattern, want := range map[string]string{
		"fmodf": "fmodf", "a{,.b}.c": "a.c a.b.c", "{a,b}{1,2}": "a1 a2 b1 b2", "x({A,B})": "x(A) x(B)",
	} {
		if got := strings.Join(expand(pattern), " "); got != want {
			t.Errorf("%s: %s, want %s", pattern, got, want)
		}
	}
}

// TestCatalogue checks every entry: modifiers read from the name, types, no name given twice, patterns of aliases of
// equal length.
func TestCatalogue(t *testing.T) {
	names := map[string]bool{}
	total := 0
	for k, list := range [][]family{families, virtual} {
		for _, f := range list {
			for _, name := range expand(f.pattern) {
				if k == 0 {
					total++
				} else if _, ok := Find(name); ok {
					t.Errorf("%s is found, but PTX has no such instruction", name)
				}
				if names[name] {
					t.Errorf("%s stands twice in the catalogue", name)
				}
				names[name] = true
				if _, _, ok := parse(name); !ok {
					t.Errorf("%s cannot be read", name)
				}
			}
		}
	}
	for _, a := range aliases {
		cuda, ptx := expand(a.cuda), expand(a.ptx)
		if len(cuda) != len(ptx) {
			t.Errorf("%s and %s expand to %d and %d names", a.cuda, a.ptx, len(cuda), len(ptx))
		}
		total += len(cuda)
	}
	total += len(functions)
	for _, a := range approximations {
		for _, name := range expand(a.names) {
			total++
			if i, _ := Find(name); i == nil || i.sequence == nil || i.Flush != a.flush || a.flush != strings.Contains(name, "ftz") {
				t.Errorf("%s: %+v", name, i)
			}
		}
	}
	if got := len(Names()); got != total {
		t.Errorf("%d names, but %d entries", got, total)
	}
	for _, name := range Names() {
		i, ok := Find(name)
		if !ok || i.Name != name || i.do == nil || len(i.In) < 1 || len(i.In) > 3 || i.Out.Bits() < 4 || i.Out.Bits() > 64 {
			t.Errorf("%s: %+v", name, i)
		}
	}
	if _, _, ok := parse("add.rn.f33"); ok {
		t.Error("an unknown type is read")
	}
	if _, ok := Find("add.rn.f33"); ok {
		t.Error("an unknown instruction is found")
	}
}

// TestModifiers checks what a name says.
func TestModifiers(t *testing.T) {
	i, _ := Find("cvt.rn.satfinite.relu.e4m3x2.f32")
	if !i.Finite || !i.Relu || i.Sat || i.Flush || len(i.In) != 2 || i.Out.Name() != "e4m3 pair" || i.In[0].Name() != "binary32" || i.Out.Bits() != 16 {
		t.Errorf("%+v", i)
	}
	i, _ = Find("cvt.rzi.ftz.s32.f32")
	if !i.Integral || !i.Flush || i.Out.Name() != "int32" || i.In[0].Name() != "binary32" {
		t.Errorf("%+v", i)
	}
	i, _ = Find("max.NaN.f16")
	if !i.NaN || i.Out.Name() != "binary16" {
		t.Errorf("%+v", i)
	}
	i, _ = Find("cvt.rna.tf32.f32")
	if i.Out.Name() != "tf32" || i.Out.Bits() != 32 {
		t.Errorf("%+v", i)
	}
	if u := (Type{Int: typeNames["u64"].Int}); u.Name() != "uint64" {
		t.Error(u.Name())
	}
}

// eval runs an instruction on at most three operands.
func eval(t *testing.T, name string, x ...uint64) uint64 {
	t.Helper()
	i, ok := Find(name)
	if !ok {
		t.Fatalf("no %s", name)
	}
	var op [3]wide.U128
	for k, v := range x {
		op[k] = wide.From64(v)
	}
	return i.Do(op, nil).Bits.Lo
}

// TestWhitePaper holds the examples of NVIDIA's "Precision and Performance" that GPUs were seen to give.
func TestWhitePaper(t *testing.T) {
	const a, b = 0x3f800001, 0xbf800002
	if got := eval(t, "fma.rn.f32", a, a, b); got != 0x28800000 {
		t.Errorf("fused: %x", got)
	}
	if got := eval(t, "add.rn.f32", eval(t, "mul.rn.f32", a, a), b); got != 0 {
		t.Errorf("separate: %x", got)
	}
	// The four directions of __fadd: 1 + 2^-25 lies between 1 and its neighbour.
	for name, want := range map[string]uint64{"__fadd_rn": 0x3f800000, "__fadd_rz": 0x3f800000, "__fadd_ru": 0x3f800001, "__fadd_rd": 0x3f800000} {
		if got := eval(t, name, 0x3f800000, 0x33000000); got != want {
			t.Errorf("%s: %x, want %x", name, got, want)
		}
	}
}

// TestFlushAfterRounding: under .ftz a product that rounds up to 2^-126 with unbounded exponent range stays, and one
// that does so only on the subnormal grid is flushed.
func TestFlushAfterRounding(t *testing.T) {
	for _, c := range [][3]uint64{{0x00800001, 0x3f7ffffe, 0x00800000}, {0x008005a9, 0x3f7ff4ae, 0}} {
		if got := eval(t, "mul.rn.ftz.f32", c[0], c[1]); got != c[2] {
			t.Errorf("%x * %x = %x, want %x", c[0], c[1], got, c[2])
		}
		if got := eval(t, "mul.rn.f32", c[0], c[1]); got != 0x00800000 {
			t.Errorf("%x * %x = %x without .ftz", c[0], c[1], got)
		}
	}
}

// TestAnyOperands runs every instruction on random and special operands, with and without a trace: it does not
// panic, the trace changes nothing, and the result fits its type.
func TestAnyOperands(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	special := []uint64{0, 1, 0x7f800000, 0x7f800001, 0x7fc00000, 0x80000000, 0x7c00, 0x7c01, 0xffff, 0x7ff0000000000000, 0x7ff0000000000001, 1 << 63, ^uint64(0)}
	for _, name := range Names() {
		i, _ := Find(name)
		for range 200 {
			var x [3]wide.U128
			for k := range x {
				x[k] = wide.U128{Hi: r.Uint64(), Lo: r.Uint64()}
				if r.IntN(3) == 0 {
					x[k].Lo = special[r.IntN(len(special))]
				}
			}
			var tr trace.Trace
			a, b := i.Do(x, nil), i.Do(x, &tr)
			if a.Bits != b.Bits || a.Flags != b.Flags {
				t.Fatalf("%s %x: %x %x, with a trace %x %x", name, x, a.Bits, a.Flags, b.Bits, b.Flags)
			}
			if w := uint(i.Out.Bits()); a.Bits.Hi != 0 || w < 64 && a.Bits.Lo>>w != 0 {
				t.Fatalf("%s %x: %x is wider than %d bits", name, x, a.Bits, w)
			}
		}
	}
}

// TestSteps replays every step of every sequence by the instruction that it names, and compares the ways to evaluate.
func TestSteps(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	units := map[string]mufu.Function{}
	for f, name := range mufu.Names {
		units[name] = mufu.Function(f)
	}
	ran := map[string]bool{}
	for _, name := range Names() {
		i, _ := Find(name)
		for range 300 {
			x := [3]uint64{r.Uint64(), r.Uint64(), r.Uint64()}
			if r.IntN(4) == 0 {
				x[r.IntN(2)] &= 0x800000ff // subnormal numbers and zeros
			}
			wideX := [3]wide.U128{wide.From64(x[0]), wide.From64(x[1]), wide.From64(x[2])}
			result := i.Do(wideX, nil).Bits.Lo
			if got := i.Bits(x); got != result {
				t.Fatalf("%s %x: %x by Bits, %x by Do", name, x, got, result)
			}
			steps := i.Steps(wideX)
			if i.sequence == nil && steps != nil {
				t.Fatalf("%s has steps", name)
			}
			for _, s := range steps {
				ran[s.Op] = true
				if f, ok := units[s.Op]; ok {
					if got := f.Do(uint32(s.X[0])); s.N != 1 || uint64(got) != s.Result {
						t.Fatalf("%s %x: %+v, but the unit gives %x", name, x, s, got)
					}
					continue
				}
				step, ok := Find(s.Op)
				if !ok || len(step.In) != s.N {
					t.Fatalf("%s %x: no instruction %s of %d operands", name, x, s.Op, s.N)
				}
				if got := eval(t, s.Op, s.X[:s.N]...); got != s.Result {
					t.Fatalf("%s %x: %+v, but the instruction gives %x", name, x, s, got)
				}
			}
			if strings.Contains(name, ".approx.") && len(steps) > 0 && len(i.In) == 1 && i.Out != f64Type && steps[len(steps)-1].Result != result {
				t.Fatalf("%s %x: the last step gives %x, the instruction %x", name, x, steps[len(steps)-1].Result, result)
			}
		}
	}
	if len(ran) < 25 {
		t.Errorf("only %d instructions were replayed: %v", len(ran), ran)
	}
}
