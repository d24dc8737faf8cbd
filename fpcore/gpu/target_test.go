package gpu

import (
	"math"
	"strings"
	"testing"
)

func compile(t *testing.T, cc Capability, f Flags, op string, double bool) Code {
	t.Helper()
	o, ok := FindOperation(op)
	if !ok {
		t.Fatalf("no operation %s", op)
	}
	return Target{cc, f}.Compile(o, double)
}

// TestFigure1 is the white paper's x*x + y on three targets: 0 with FMAD and with two roundings, 2^-46 with FMA.
func TestFigure1(t *testing.T) {
	ieee := Presets[0].Flags
	separate := ieee
	separate.FMad = false
	for _, c := range []struct {
		cc    Capability
		flags Flags
		want  uint64
	}{{10, ieee, 0}, {13, ieee, 0}, {20, ieee, 0x28800000}, {90, ieee, 0x28800000}, {20, separate, 0}, {90, Presets[2].Flags, 0x28800000}} {
		r, _, ok := Target{c.cc, c.flags}.Run(compile(t, c.cc, c.flags, "a*b+c", false), [3]uint64{0x3f800001, 0x3f800001, 0xbf800002})
		if !ok || r != c.want {
			t.Errorf("%v %+v: %#x, want %#x", c.cc, c.flags, r, c.want)
		}
	}
}

// TestFigure5 is the white paper's serial dot product: its vectors recovered, the values its table prints for
// serial and FMA, and the two forms of compute capability 1.x.
func TestFigure5(t *testing.T) {
	a := [4]uint64{0x3ff42c76, 0xbf494494, 0x3f92db19, 0x3f75dcc9}
	b := [4]uint64{0xbf6f7cee, 0xbf3106da, 0x3fdcbb70, 0xbf35b25d}
	ieee := Presets[0].Flags
	separate := ieee
	separate.FMad = false
	for _, c := range []struct {
		cc    Capability
		flags Flags
		code  Code
		want  uint64
	}{
		{13, ieee, compile(t, 13, ieee, "a*b+c", false), 0x3d653500},
		{10, ieee, Code{Names: []string{"__fmul_rn", "__fadd_rn"}}, 0x3d653510},
		{20, ieee, compile(t, 20, ieee, "a*b+c", false), 0x3d653501},
		{20, separate, compile(t, 20, separate, "a*b+c", false), 0x3d653510},
		{90, ieee, Code{Names: []string{"__fmul_rn", "__fadd_rn"}}, 0x3d653510},
	} {
		var sum uint64
		for k := range a {
			var ok bool
			if sum, _, ok = (Target{c.cc, c.flags}).Run(c.code, [3]uint64{a[k], b[k], sum}); !ok {
				t.Fatalf("%v cannot run %v", c.cc, c.code.Names)
			}
		}
		if sum != c.want {
			t.Errorf("%v %v: %#x, want %#x", c.cc, c.code.Names, sum, c.want)
		}
	}
}

func allFlags() (list []Flags) {
	for k := range 32 {
		list = append(list, Flags{k&1 != 0, k&2 != 0, k&4 != 0, k&8 != 0, k&16 != 0})
	}
	return list
}

// TestMapping: every operation compiles on every profile with every set of flags to instructions that the catalogue
// and the target have, or to a function of the library; flags act on 2.0 and above, and on double only -fmad acts.
func TestMapping(t *testing.T) {
	for _, p := range Profiles() {
		for _, o := range Operations {
			for _, double := range []bool{false, true} {
				base := Target{CC: p.CC, Flags: Presets[0].Flags}.Compile(o, double)
				for _, f := range allFlags() {
					c := Target{p.CC, f}.Compile(o, double)
					if _, _, ok := (Target{p.CC, f}).Run(c, [3]uint64{1, 2, 3}); ok != (Target{p.CC, f}.Missing(c) == "") {
						t.Fatalf("%v %s %+v: runs %v, missing %q", p.CC, o.ID, f, ok, Target{p.CC, f}.Missing(c))
					}
					if (c.Names == nil) == (c.Library == "") || c.Demoted != (double && p.CC < 13) {
						t.Fatalf("%v %s: %+v", p.CC, o.ID, c)
					}
					for _, name := range c.Names {
						i, ok := Find(name)
						if _, _, known := (Target{CC: p.CC}).Find(name); !ok && !known || ok && p.CC >= 20 && since(i) > p.CC {
							t.Errorf("%v %s compiles to %s, which is not there", p.CC, o.ID, name)
						}
						if ftz := strings.Contains(name, "ftz"); ftz && (!f.Effective().FTZ || p.CC < 20 || double) {
							t.Errorf("%v %s %+v: %s flushes", p.CC, o.ID, f, name)
						}
					}
					fixed := p.CC < 20 || double && (o.ID != "a*b+c" || f.Effective().FMad)
					if same := strings.Join(c.Names, " ") == strings.Join(base.Names, " "); fixed && !same {
						t.Errorf("%v %s double %v %+v: %v, and %v without flags", p.CC, o.ID, double, f, c.Names, base.Names)
					}
				}
			}
		}
	}
}

// TestFlags holds the table of nvcc's options.
func TestFlags(t *testing.T) {
	ieee, fastmath := Presets[0].Flags, Presets[2].Flags
	with := func(change func(*Flags)) Flags { f := ieee; change(&f); return f }
	ftz := with(func(f *Flags) { f.FTZ = true })
	noDiv := with(func(f *Flags) { f.PrecDiv = false })
	noSqrt := with(func(f *Flags) { f.PrecSqrt = false })
	noFMad := with(func(f *Flags) { f.FMad = false })
	for _, c := range []struct {
		op     string
		flags  Flags
		double bool
		want   string
	}{
		{"a+b", ieee, false, "add.f32"}, {"a+b", ftz, false, "add.ftz.f32"}, {"a+b", ftz, true, "add.f64"},
		{"a*b+c", ieee, false, "fma.rn.f32"}, {"a*b+c", noFMad, false, "mul.rn.f32 add.rn.f32"},
		{"a*b+c", noFMad, true, "mul.rn.f64 add.rn.f64"}, {"a*b+c", fastmath, false, "fma.rn.ftz.f32"},
		{"a/b", ieee, false, "div.rn.f32"}, {"a/b", noDiv, false, "div.full.f32"}, {"a/b", Presets[1].Flags, false, "div.full.ftz.f32"},
		{"a/b", fastmath, false, "div.approx.ftz.f32"}, {"a/b", fastmath, true, "div.rn.f64"}, {"a/b", noSqrt, false, "div.rn.f32"},
		{"1/a", ieee, false, "rcp.rn.f32"}, {"1/a", noDiv, false, "rcp.approx.f32"}, {"1/a", fastmath, false, "rcp.approx.ftz.f32"},
		{"sqrt", ieee, false, "sqrt.rn.f32"}, {"sqrt", noSqrt, false, "sqrt.approx.f32"}, {"sqrt", fastmath, false, "sqrt.approx.ftz.f32"},
		{"sqrt", noSqrt, true, "sqrt.rn.f64"}, {"sqrt", noDiv, false, "sqrt.rn.f32"},
		{"rsqrt", ieee, false, "rsqrt.approx.f32"}, {"exp2", fastmath, false, "ex2.approx.ftz.f32"},
		{"sin", ieee, false, "sinf"}, {"sin", Presets[1].Flags, false, "sinf"}, {"sin", fastmath, false, "__sinf(-ftz=true)"},
		{"sin", fastmath, true, "sin"}, {"pow", ieee, false, "powf"}, {"hypot", ftz, false, "hypotf"}, {"pow", ftz, false, "powf"}, {"pow", ieee, true, "pow"}, {"pow", fastmath, false, "__powf(-ftz=true)"}, {"tanh", fastmath, false, "__tanhf"},
	} {
		code := compile(t, 90, c.flags, c.op, c.double)
		if got := strings.Join(code.Names, " ") + code.Library; got != c.want {
			t.Errorf("%s %+v double %v: %s, want %s", c.op, c.flags, c.double, got, c.want)
		}
	}
	if got := compile(t, 70, fastmath, "tanh", false).Library; got != "tanhf" {
		t.Errorf("tanh on 7.0: %q, which has no tanh.approx", got)
	}
	// 2^127 is beyond the range of __fdividef: its reciprocal is flushed. (CUDA Programming Guide.)
	for _, c := range []struct {
		flags Flags
		want  uint64
	}{{ieee, 0x3f800000}, {noDiv, 0x3f800000}, {fastmath, 0}} {
		if r, _, ok := (Target{90, c.flags}).Run(compile(t, 90, c.flags, "a/b", false), [3]uint64{0x7f000000, 0x7f000000}); !ok || r != c.want {
			t.Errorf("2^127/2^127 with %+v: %#x, want %#x", c.flags, r, c.want)
		}
	}
}

// TestPacked: an element of f32x2 is what the instruction on binary32 makes of it.
func TestPacked(t *testing.T) {
	x := [][3]uint64{{0x3f800001, 0x3f800001, 0xbf800002}, {1, 0x3f000000, 0x80000001}, {0x7f7fffff, 0x7f7fffff, 0xff800000}, {0x008005a9, 0x3f7ff4ae, 0}}
	for _, name := range Names() {
		one, ok := strings.CutSuffix(name, "x2")
		if !ok || !strings.HasSuffix(one, ".f32") {
			continue
		}
		p, _ := Find(name)
		i, ok := Find(one)
		if !ok || p.Out != f32Type || len(p.In) != len(i.In) {
			t.Fatalf("%s: %+v", name, p)
		}
		for _, x := range x {
			if got, want := p.Bits(x), i.Bits(x); got != want {
				t.Errorf("%s %x: %x, want %x", name, x, got, want)
			}
		}
	}
}

// TestEarlyRoot: the root before 5.2 is within the documented 3 ulp of the correctly rounded one, exceeds the 1 ulp of
// later roots somewhere, and has the special values of PTX.
func TestEarlyRoot(t *testing.T) {
	old := Target{CC: 50}
	for _, name := range []string{"sqrt.approx.f32", "sqrt.approx.ftz.f32"} {
		i, _, ok := old.Find(name)
		if !ok || i.Name != name {
			t.Fatalf("5.0 has no %s", name)
		}
		worst := int64(0)
		for c := uint64(0x00800000); c < 0x7f800000; c += 9973 {
			want := int64(math.Float32bits(float32(math.Sqrt(float64(math.Float32frombits(uint32(c)))))))
			d := int64(i.Bits([3]uint64{c})) - want
			worst = max(worst, d, -d)
		}
		if worst < 2 || worst > 3 {
			t.Errorf("%s on 5.0 is up to %d ulp off", name, worst)
		}
		for x, want := range map[uint64]uint64{0: 0, 0x80000000: 0x80000000, 0x7f800000: 0x7f800000, 0xff800000: 0x7fffffff, 0xbf800000: 0x7fffffff, 0x7fc00000: 0x7fffffff, 0x40800000: 0x40000000} {
			if got := i.Bits([3]uint64{x}); got != want {
				t.Errorf("%s(%#x) = %#x, want %#x", name, x, got, want)
			}
		}
	}
}

// TestSince holds the capabilities that instructions came with (PTX ISA, target notes), and that 9.0 has them all but
// those of 10.0.
func TestSince(t *testing.T) {
	packed := 0
	for _, name := range Names() {
		if strings.HasSuffix(name, ".f32x2") {
			packed++
			continue
		}
		if _, k, ok := (Target{CC: 90}).Find(name); !ok || k != Measured {
			t.Errorf("9.0: %s found %v, %v", name, ok, k)
		}
	}
	if packed != 3*10+8 {
		t.Errorf("%d packed forms of binary32", packed)
	}
	for _, c := range []struct {
		name string
		want Capability
	}{
		{"add.rp.f32", 20}, {"fma.rz.f32", 20}, {"sqrt.rz.f64", 20}, {"cvt.f32.f16", 20}, {"cvt.rn.f16.f32", 20},
		{"add.f16", 53}, {"fma.rn.f16", 53}, {"neg.f16", 53}, {"tanh.approx.f32", 75}, {"tanh.approx.f16", 75}, {"ex2.approx.f16", 75},
		{"min.f16", 80}, {"fma.rn.relu.f16", 80}, {"max.NaN.f32", 80}, {"fma.rn.bf16", 80}, {"abs.bf16", 80}, {"cvt.rna.tf32.f32", 80},
		{"cvt.rn.bf16.f32", 80}, {"cvt.rn.satfinite.e4m3x2.f32", 89}, {"add.bf16", 90}, {"mul.rn.bf16", 90}, {"cvt.rn.tf32.f32", 90},
		{"tanh.approx.bf16", 90}, {"ex2.approx.ftz.bf16", 90},
	} {
		i, ok := Find(c.name)
		if !ok || since(i) != c.want {
			t.Errorf("%s: since %v, want %v", c.name, since(i), c.want)
		}
	}
	for _, c := range []struct {
		cc   Capability
		name string
		kind Kind
		ok   bool
	}{{20, "add.f32", Documented, true}, {70, "rcp.approx.f32", Inferred, true}, {70, "ex2.approx.f32", 0, false}, {50, "sqrt.approx.ftz.f32", Inferred, true},
		{52, "sqrt.approx.ftz.f32", 0, false}, {75, "tanh.approx.f32", 0, false}, {20, "rcp.approx.ftz.f64", 0, false}, {80, "rcp.approx.f32", Inferred, true},
		{90, "rcp.approx.f32", Measured, true}, {13, "mad.f32", Measured, true}, {20, "mul.rn.ftz.f32", Inferred, true},
		{100, "fma.rn.f32x2", Documented, true}, {120, "add.rp.ftz.f32x2", Inferred, true}, {90, "add.f32x2", 0, false},
		{90, "mad.f32", 0, false}, {75, "fma.rn.bf16", 0, false}} {
		if _, k, ok := (Target{CC: c.cc}).Find(c.name); k != c.kind || ok != c.ok {
			t.Errorf("%v %s: %v %v, want %v %v", c.cc, c.name, k, ok, c.kind, c.ok)
		}
	}
}

// TestWeakest: code is known as well as its least known instruction.
func TestWeakest(t *testing.T) {
	c := Code{Names: []string{"mul.rn.f32", "rcp.approx.f32"}}
	for cc, want := range map[Capability]Kind{86: Inferred, 90: Measured} {
		if r, k, ok := (Target{CC: cc}).Run(c, [3]uint64{0x40000000, 0x3f000000}); !ok || k != want || r != 0x3f800000 {
			t.Errorf("%v: %#x %v %v", cc, r, k, ok)
		}
	}
}

// TestMissing holds the reasons, and that code with too many operands is refused.
func TestMissing(t *testing.T) {
	for _, c := range []struct {
		cc   Capability
		name string
		want string
	}{
		{13, "div.full.f32", "div.full.f32 is a sequence on 1.x that is not known, or is not there"},
		{90, "mad.f32", "there is no mad.f32 on 9.0"},
		{75, "add.bf16", "add.bf16 begins with 9.0"},
		{70, "ex2.approx.f32", "ex2.approx.f32: the code of this approximation is known from 8.0 on"},
		{120, "rcp.approx.f32", ""},
	} {
		if got := (Target{CC: c.cc}).Missing(Code{Names: []string{c.name}}); got != c.want {
			t.Errorf("%v %s: %q, want %q", c.cc, c.name, got, c.want)
		}
	}
	if got := (Target{CC: 90}).Missing(Code{Library: "sinf"}); !strings.HasPrefix(got, "the code of the library’s sinf") {
		t.Errorf("sinf: %q", got)
	}
	if _, _, ok := (Target{CC: 90}).Run(Code{Names: []string{"fma.rn.f32", "fma.rn.f32"}}, [3]uint64{}); ok {
		t.Error("five operands of three")
	}
}
