package rounding

import (
	"testing"

	"ulplab/fpcore/gpu"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		name    string
		in      [3]uint64
		out     uint64
		ok      bool
		e, said string
	}{
		{"add.rn.f32", [3]uint64{0x3f800000, 0x3f800000}, 0x40000000, true, "2", "exact"},
		{"sub.rn.f32", [3]uint64{0x3f800000, 0x40000000}, 0xbf800000, true, "−1", "exact"},
		{"mul.rn.f32", [3]uint64{0x3f800800, 0x3f800800}, 0x3f801000, true, "1.000488340854644775390625", "−0.500 ulp"},
		{"fma.rn.f32", [3]uint64{0x3f800800, 0x3f800800, 0xbf801000}, 0x33800000, true, "5.9604644775390625e−8", "exact"},
		{"div.rn.f32", [3]uint64{0x3f800000, 0x40400000}, 0x3eaaaaab, true, "0.3333333333333333333333333…", "+0.333 ulp"},
		{"div.rn.f32", [3]uint64{0x3f800000, 0}, 0x7f800000, false, "", ""},
		{"sqrt.rn.f32", [3]uint64{0x40800000}, 0x40000000, true, "2", "exact"},
		{"ex2.approx.ftz.f32", [3]uint64{0x3f800000}, 0x40000000, true, "2", "exact"},
		{"lg2.approx.f32", [3]uint64{0x40400000}, 0x3fcae00d, true, "1.5849625007211561814…", "−0.113 ulp"},
		{"cvt.rzi.s32.f32", [3]uint64{0x3fc00000}, 1, false, "", ""},
		{"max.f32", [3]uint64{1, 2}, 2, false, "", ""},
		{"add.rn.f32", [3]uint64{0x7f800000, 0}, 0x7f800000, false, "", ""},
	} {
		i, found := gpu.Find(c.name)
		if !found {
			t.Fatal(c.name)
		}
		if r, ok := Of(i, c.in, c.out); ok != c.ok || r.Exact != c.e || r.Error != c.said {
			t.Errorf("%s %x: %q %q %v", c.name, c.in, r.Exact, r.Error, ok)
		}
	}
}
