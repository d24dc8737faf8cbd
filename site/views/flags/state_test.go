package flags

import (
	"testing"

	"ulplab/fpcore/gpu"
	"ulplab/fpcore/target"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
	"ulplab/site/lab/labtest"
	"ulplab/site/views/devices"
)

func TestFlagsExamplesReadAsTyped(t *testing.T) {
	seen := map[string]bool{}
	labtest.Worded(t, Examples, ExampleWords)
	for _, e := range Examples {
		if _, ok := gpu.FindOperation(e.State.ID); seen[e.ID] || !ok {
			t.Errorf("%s: listed twice or of an unknown operation", e.ID)
		}
		seen[e.ID] = true
		for _, x := range e.State.X {
			if c, err := operand.Read(x.Text.Text, e.State.F()); err != nil || c != x.Bits || !x.Text.On {
				t.Errorf("%s: %q is %x (%v), the example says %x", e.ID, x.Text.Text, c, err, x.Bits)
			}
		}
	}
	for _, e := range devices.IntrinExamples {
		for _, x := range e.State.X {
			if b, err := devices.ReadBoth(x.Text.Text); err != nil || b != x {
				t.Errorf("%s: %q is %+v", e.ID, x.Text.Text, b)
			}
		}
	}
}

func TestFlagsIDs(t *testing.T) {
	for b := range uint8(32) {
		f := Of(b)
		if got, ok := ByID(FlagsID(f)); !ok || got != f.Effective() || FlagBits(f) != b {
			t.Errorf("%05b is %q, which is %+v", b, FlagsID(f), got)
		}
	}
	for _, id := range []string{"", "fastest", "0000", "000000", "0100x"} {
		if _, ok := ByID(id); ok {
			t.Errorf("%q names options", id)
		}
	}
}

func TestFlagsActions(t *testing.T) {
	s := bench.Then(bench.First(), Toggle{Side: 1, Flag: 1})
	if !s.Part.Mode[1].PrecDiv || s.Part.Mode[0] != gpu.Presets[0].Flags {
		t.Errorf("the switch of -prec-div on the right gave %+v", s.Part.Mode)
	}
	fast := bench.Then(s, Toggle{Side: 1, Flag: FastMath})
	if got := bench.Then(fast, Toggle{Side: 1, Flag: 0}); got != fast || !fast.Part.Mode[1].FastMath {
		t.Errorf("an option that -use_fast_math implies was changed: %+v", got.Part.Mode)
	}
	if got := bench.Then(s, Toggle{Side: 2}); got != s {
		t.Error("a third side")
	}
	if got := bench.Then(s, CC{CC: 81}); got != s {
		t.Error("a capability that is not listed was chosen")
	}
	if got := bench.Then(fast, Toggle{Side: 1, Flag: FastMath}); got.Part.Mode[1] != gpu.Presets[1].Flags || fast.Part.Mode[1] != gpu.Presets[2].Flags {
		t.Errorf("-use_fast_math on and off: %+v", got.Part.Mode)
	}
	d := bench.Then(bench.First(), Double{Double: true})
	if d.Part.X[0].Bits != wide.From64(0x4032800000000000) || d.Part.X[2].Bits != wide.From64(0x3fb999999999999a) {
		t.Errorf("18.5 and 0.1 as double are %x and %x", d.Part.X[0].Bits, d.Part.X[2].Bits)
	}
	back := bench.Then(bench.Then(d, Step{I: 2, Up: true}), Double{})
	if back.Part.X[2].Bits != wide.From64(0x3dcccccd) || back.Part.X[2].Text.On {
		t.Errorf("a stepped double as float is %+v", back.Part.X[2])
	}
	s.ReadOnly = true
	if got := bench.Then(s, Pick{ID: "sqrt"}); got.Part.ID != "sqrt" {
		t.Error("a read-only page does not show another operation")
	}
	if got := bench.Then(s, Mode{Side: 0, ID: "fast"}); got != s {
		t.Error("a read-only page changed its options")
	}
}

// The search gives operands on which the bits differ, or says why there are none and leaves the operands alone.
func TestFlagsFind(t *testing.T) {
	for _, o := range gpu.Operations {
		for _, mode := range []string{"fast", "fastmath", "11100"} {
			s := Pick{ID: o.ID}.Apply(First())
			s.Mode[1], _ = ByID(mode)
			got := Find{}.Apply(s)
			x := [3]uint64{got.X[0].Bits.Lo, got.X[1].Bits.Lo, got.X[2].Bits.Lo}
			a := target.OnGPU(90, got.Mode[0]).Run(o, false, x)
			b := target.OnGPU(90, got.Mode[1]).Run(o, false, x)
			differ := a.Missing == "" && b.Missing == "" && a.Bits != b.Bits
			switch {
			case got.Failed == "" && !differ:
				t.Errorf("%s, %s: found %x, on which both give the same", o.ID, mode, x)
			case got.Failed != "" && got.X != s.X:
				t.Errorf("%s, %s: %s, and yet other operands", o.ID, mode, got.Failed)
			case got.Failed != "" && (o.ID == "a/b" || o.ID == "1/a" || o.ID == "sqrt") && mode != "11100":
				t.Errorf("%s, %s: %s", o.ID, mode, got.Failed)
			}
		}
	}
}

// An operand typed as a code of one format keeps its value in the other.
func TestReadBoth(t *testing.T) {
	for _, c := range []struct {
		text string
		f32  uint32
		f64  uint64
	}{
		{"0.1", 0x3dcccccd, 0x3fb999999999999a},
		{"0x3dcccccd", 0x3dcccccd, 0x3fb99999a0000000},
		{"0x3fb999999999999a", 0x3dcccccd, 0x3fb999999999999a},
		{"1e300", 0x7f800000, 0x7e37e43c8800759c},
		{"-2/3", 0xbf2aaaab, 0xbfe5555555555555},
	} {
		if b, err := devices.ReadBoth(c.text); err != nil || b.F32 != c.f32 || b.F64 != c.f64 || b.Text.Text != c.text {
			t.Errorf("%q: %#x %#x %v", c.text, b.F32, b.F64, err)
		}
	}
	s := devices.IntrinType{I: 0, Text: "0.1x"}.Apply(devices.First())
	if s.Intrin.X[0].F32 != 0x3dcccccd || s.Intrin.X[0].Text.Text != "0.1x" {
		t.Errorf("a text that cannot be read changed the value or was not kept: %+v", s.Intrin.X[0])
	}
	s = devices.IntrinStep{I: 0, Up: true}.Apply(s)
	if x := s.Intrin.X[0]; x.F32 != 0x3dccccce || x.F64 != 0x3fb99999c0000000 || x.Text.On {
		t.Errorf("one ulp up is %+v", x)
	}
	if got := (devices.IntrinOpen{ID: "zeros"}).Apply(s); got.Intrin.X[1].F32 != 0xbf800000 {
		t.Errorf("%+v", got.Intrin)
	}
}
