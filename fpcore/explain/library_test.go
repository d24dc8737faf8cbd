package explain

import (
	"strconv"
	"testing"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/libm"
)

// TestTwoLibraries: where the GNU C Library's function and CUDA's give the two results, the library is the cause, and the
// evaluations named first are those of the two libraries.
func TestTwoLibraries(t *testing.T) {
	for _, fn := range libm.GNUNames() {
		host, _ := libm.Find(fn, libm.GNU)
		device, _ := libm.Find(fn, libm.Default)
		text, free, power, first, step := fn+"(a)", expr.Float, uint64(0x3fa00000), uint64(0x3f41b2c3), uint64(4099)
		if host.Format == format.F64 {
			free, power, first, step = expr.Double, 0x3ff4<<48, 0x3fe836584f2b9d17, 4099<<29+65537
		}
		if host.Arity == 2 {
			text = fn + "(a, 1.25)"
		}
		for n, x := 0, first; n < 3; x += step {
			in := [3]uint64{x, power}
			u, v := host.Eval(in), device.Eval(in)
			if u == v {
				continue
			}
			n++
			hex := func(x uint64) string { return "0x" + strconv.FormatUint(x, 16) }
			a, _ := ask(t, Question{Text: text, Free: free, Rows: "a=" + hex(x), Observed: [2]string{hex(u), hex(v)}})
			if len(a.Causes) == 0 || a.Causes[0].ID != CauseLibrary || a.Causes[0].Fn != fn {
				t.Errorf("%s(%x): %+v", fn, x, a.Causes)
				continue
			}
			c := a.Causes[0].Pairs
			if one, other := c[0][0], c[1][0]; len(one.Changes)+len(other.Changes) > 0 || one.Target.Machine != expr.SSE || other.Target.Machine != expr.GPU {
				t.Errorf("%s(%x): %s of %+v and %+v", fn, x, hex(u), one.Target, other.Target)
			}
		}
	}
}
