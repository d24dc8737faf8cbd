package explain

import (
	"strconv"
	"testing"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/libm"
)

// TestTwoLibraries: where the GNU C Library's function and CUDA's give the two results, the library is the cause, and the
// evaluations named first are those of the two libraries.
func TestTwoLibraries(t *testing.T) {
	for _, fn := range libm.GNUNames() {
		host, _ := libm.Find(fn, libm.GNU)
		device, _ := libm.Find(fn, libm.Default)
		text := fn + "(a)"
		if host.Arity == 2 {
			text = fn + "(a, 1.25f)"
		}
		for n, x := 0, uint64(0x3f41b2c3); n < 3; x += 4099 {
			in := [3]uint64{x, 0x3fa00000}
			u, v := host.Eval(in), device.Eval(in)
			if u == v {
				continue
			}
			n++
			hex := func(x uint64) string { return "0x" + strconv.FormatUint(x, 16) }
			a, _ := ask(t, Question{Text: text, Rows: "a=" + hex(x), Observed: [2]string{hex(u), hex(v)}})
			if len(a.Causes) == 0 || a.Causes[0].ID != CauseLibrary || a.Causes[0].Fn != fn {
				t.Errorf("%s(%x): %+v", fn, x, a.Causes)
				continue
			}
			c := a.Causes[0].Pairs
			if first, second := c[0][0], c[1][0]; len(first.Changes)+len(second.Changes) > 0 || first.Target.Machine != expr.SSE || second.Target.Machine != expr.GPU {
				t.Errorf("%s(%x): %s of %+v and %+v", fn, x, hex(u), first.Target, second.Target)
			}
		}
	}
}
