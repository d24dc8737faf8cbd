package target

import (
	"testing"

	"ulplab/fpcore/gpu"
)

func operation(t testing.TB, id string) gpu.Operation {
	t.Helper()
	o, ok := gpu.FindOperation(id)
	if !ok {
		t.Fatalf("no operation %s", id)
	}
	return o
}

func byID(t testing.TB, id string) Target {
	t.Helper()
	x, ok := ByID(id)
	if !ok {
		t.Fatalf("no target %s", id)
	}
	return x
}

// TestIDs: every target of the menu and its variants come back from their IDs; what is none is refused.
func TestIDs(t *testing.T) {
	list := All()
	for _, x := range All() {
		switch x.Unit {
		case GPU:
			for k := range 16 {
				f := gpu.Flags{FTZ: k&1 != 0, PrecDiv: k&2 != 0, PrecSqrt: k&4 != 0, FMad: k&8 != 0}
				list = append(list, OnGPU(x.GPU.CC, f))
			}
			list = append(list, OnGPU(x.GPU.CC, gpu.Presets[2].Flags))
		}
	}
	for _, id := range []string{"sse-daz", "sse-ftz", "sse-daz-ftz", "sse-rz", "fma3-daz-ftz-ru", "fma3-rd", "x87-pc24", "x87-pc53", "x87-rz",
		"x87-pc53-rd-store", "x87-store", "9.0-fast", "9.0-ftz", "2.0-fastmath", "1.3", "9.0-nodiv-nofma"} {
		x := byID(t, id)
		if x.ID() != id {
			t.Errorf("%s has the ID %s", id, x.ID())
		}
		list = append(list, x)
	}
	seen := map[Target]string{}
	names := map[string]string{}
	for _, x := range list {
		id := x.ID()
		back, ok := ByID(id)
		if !ok || back != x {
			t.Errorf("%+v: %s is %+v", x, id, back)
		}
		if before, ok := names[x.Name()]; ok && before != id {
			t.Errorf("%s and %s are both called %s", id, before, x.Name())
		}
		seen[x], names[x.Name()] = id, id
	}
	if len(seen) != 22*17+3+11 {
		t.Errorf("%d targets", len(seen))
	}
	for _, id := range []string{"", "4.4", "9", "sse-pc24", "x87-daz", "9.0-", "9.0-ftz-", "9.0-rz", "x87-store-x", "sse--daz", "gpu", string(make([]byte, 100))} {
		if x, ok := ByID(id); ok {
			t.Errorf("%q is %+v", id, x)
		}
	}
	for id, want := range map[string]string{"9.0": "compute capability 9.0", "9.0-ftz": "compute capability 9.0, -ftz=true",
		"2.0-fast": "compute capability 2.0, -ftz=true -prec-div=false -prec-sqrt=false", "8.9-fastmath": "compute capability 8.9, -use_fast_math",
		"sse": "x86, SSE2", "fma3-rz": "x86, SSE2 and FMA3, toward zero", "x87-pc53": "x87, 53-bit precision", "x87": "x87, 64-bit precision"} {
		if got := byID(t, id).Name(); got != want {
			t.Errorf("%s is called %q, want %q", id, got, want)
		}
	}
}

// TestPaper holds the white paper's numbers (figure 1, figure 5, figure 6) on the machines it speaks of, and the two
// sums of x87's double rounding: 1 + 0x1.0000000000001p-53.
func TestPaper(t *testing.T) {
	mad := operation(t, "a*b+c")
	one := [3]uint64{0x3f800001, 0x3f800001, 0xbf800002}
	for id, want := range map[string]uint64{"1.0": 0, "1.3": 0, "2.0": 0x28800000, "9.0": 0x28800000, "9.0-nofma": 0, "sse": 0, "fma3": 0x28800000,
		"x87": 0x28800000, "x87-store": 0, "x87-pc24": 0, "9.0-fastmath": 0x28800000} {
		if got := byID(t, id).Run(mad, false, one); got.Bits != want || got.Missing != "" {
			t.Errorf("figure 1 on %s: %#x (%s), want %#x", id, got.Bits, got.Missing, want)
		}
	}
	// The vectors of figure 5 are recovered: the printed digits do not give the table. Float and double accumulation
	// of x87 were computed with exact arithmetic beside this package.
	a := [4]uint64{0x3ff42c76, 0xbf494494, 0x3f92db19, 0x3f75dcc9}
	b := [4]uint64{0xbf6f7cee, 0xbf3106da, 0x3fdcbb70, 0xbf35b25d}
	for id, want := range map[string]uint64{"1.0": 0x3d653500, "1.3": 0x3d653500, "2.0": 0x3d653501, "9.0": 0x3d653501, "9.0-nofma": 0x3d653510,
		"sse": 0x3d653510, "fma3": 0x3d653501, "x87-store": 0x3d653510} {
		var sum uint64
		for k := range a {
			sum = byID(t, id).Run(mad, false, [3]uint64{a[k], b[k], sum}).Bits
		}
		if sum != want {
			t.Errorf("figure 5 on %s: %#x, want %#x", id, sum, want)
		}
	}
	add := operation(t, "a+b")
	for id, want := range map[string]uint64{"sse": 0x3ff0000000000001, "fma3": 0x3ff0000000000001, "x87": 0x3ff0000000000000,
		"x87-pc53": 0x3ff0000000000001, "9.0": 0x3ff0000000000001} {
		if got := byID(t, id).Run(add, true, [3]uint64{0x3ff0000000000000, 0x3ca0000000000001}); got.Bits != want {
			t.Errorf("1 + 0x1.0000000000001p-53 on %s: %#x, want %#x", id, got.Bits, want)
		}
	}
	// cos(5992555.0): fcos of an AMD EPYC returned 0x3E964945545D8D8D, 3.320904692e-07 in ten digits.
	if got := byID(t, "x87").Run(operation(t, "cos"), true, [3]uint64{0x4156dc1ac0000000}); got.Bits != 0x3e964945545d8d8d {
		t.Errorf("figure 6: %#x", got.Bits)
	}
}
