package evaluation

import (
	"strings"
	"testing"

	"ulplab/fpcore/libm"
	"ulplab/fpcore/wide"
)

// Every function, under every set of flags, ends in its result, and what is added, multiplied or fused is off by half an ulp at
// most.
func TestBuild(t *testing.T) {
	for _, name := range libm.Names() {
		for v := range libm.Variants {
			f, _ := libm.Find(name, libm.Variant(v))
			one := f.Format.Join(false, uint32(f.Format.Bias-1), wide.U128{}.Add(wide.From64(12345)))
			m := Build(name, libm.Variant(v), [3]wide.U128{one, one, one})
			if m.Result.Hex == "" || len(m.Parts) == 0 || m.Count == 0 || !strings.HasPrefix(m.Call, name+"(") {
				t.Errorf("%s %s: %+v", name, m.Flags, m)
			}
			for _, p := range m.Parts {
				for _, r := range p.Rows {
					if r.Name == "" && r.Op == "" || r.Value == "" {
						t.Errorf("%s, %s: %+v", name, p.Name, r)
					}
					if e, ok := strings.CutSuffix(r.Rounding, " ulp"); ok && !strings.Contains(r.Op, ".approx") && !strings.Contains(r.Op, ".rz") && !strings.Contains(r.Op, ".rm") {
						if e = strings.TrimLeft(e, "+−"); e > "0.500" && !strings.Contains(e, "e") {
							t.Errorf("%s: %s %s is off by %s", name, r.Op, r.Operands, r.Rounding)
						}
					}
				}
			}
		}
	}
}

// The largest errors of the C library are those at the arguments that are told.
func TestWorst(t *testing.T) {
	for name, w := range gnuWorst {
		m := Build(name, libm.GNU, [3]wide.U128{w.Arg})
		if strings.TrimLeft(m.Error, "+−") != w.Max {
			t.Errorf("%s: %s ulp, not %s", name, m.Error, w.Max)
		}
	}
}

// exp(1): the result is that of an H200 (recorded), one ulp from the correctly rounded value or equal to it.
func TestCorrect(t *testing.T) {
	m := Build("expf", libm.Default, [3]wide.U128{wide.From64(0x3f800000)})
	if m.Correct.Hex != "0x402df854" || m.Error == "" || m.Call != "expf(1)" {
		t.Errorf("%+v", m)
	}
	if m := Build("powf", libm.Fast, [3]wide.U128{wide.From64(0x3f800000), wide.From64(0x40000000)}); m.Correct.Hex != "" || m.Flags != "-use_fast_math" || m.Call != "powf(1, 2)" {
		t.Errorf("%+v", m)
	}
}
