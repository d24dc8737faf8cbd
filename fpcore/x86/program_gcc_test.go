package x86

import (
	"testing"

	"ulplab/fpcore/wide"
)

// TestCompiledByGCC evaluates expressions as g++ 12.2 compiled them: SSE, SSE with FMA3, x87 with one store, x87 with
// -ffloat-store, which in this compiler stores every operation. A NaN may be another NaN: the compiler chooses the
// order of operands.
func TestCompiledByGCC(t *testing.T) {
	units := map[string]Machine{
		"sse":   {Unit: UnitSSE, MXCSR: MXCSRDefault},
		"fma":   {Unit: UnitFMA, MXCSR: MXCSRDefault},
		"x87":   {Unit: UnitX87, Control: ControlWordDefault},
		"store": {Unit: UnitX87, Control: ControlWordDefault, Spills: ^uint32(0)},
	}
	cases, fails, shown := recorded(t, "gcc.txt.gz"), 0, map[string]bool{}
	notSSE := 0
	for _, c := range cases {
		formula, m := c[2], units[c[1]]
		p := compile(t, formula, c[0] == "double")
		code := *p
		if m.Unit == UnitFMA {
			code = p.Contract()
		}
		x := operandsOf(t, c[3])
		got, want := m.Evaluate(&code, x).Value, wide.From64(hex(t, c[4]))
		if units["sse"].Evaluate(p, x).Value.Bits != want {
			notSSE++
		}
		if got.Bits != want && !(got.F.ClassOf(got.Bits).IsNaN() && got.F.ClassOf(want).IsNaN()) {
			fails++
			if name := c[0] + c[1] + formula; !shown[name] {
				shown[name] = true
				t.Errorf("%s %s on %s of %s is %x, recorded %x", c[0], formula, c[1], c[3], got.Bits.Lo, want.Lo)
			}
		}
	}
	if fails > 0 || len(cases) < 2200 || notSSE < 150 {
		t.Errorf("%d of %d fail; %d differ from SSE", fails, len(cases), notSSE)
	}
}
