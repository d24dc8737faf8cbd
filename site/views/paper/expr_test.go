package paper

import (
	"testing"
)

// The marks of the statements of section 5.4 and chapter 6, derived from the texts of the five editions.
var marksOfAdvice = map[Mark]string{
	Reproduced: "sameops rearrange higher reference notwrong adequate notequivalent x87compare usefma careful capabilities compromise",
	Corrected:  "c99",
	Outdated:   "gpufma cpufma appendix feedback ref2 ref3 ref7",
	Documented: "notidentical authors ref1 ref4 ref5 ref6",
}

// Figures of section 5.4: the bits of a*(d + b*c) were posted with the question, those of Figures 1 and 5 are the
// paper's; the others, and the errors, were computed with fractions in Python.
func TestPaperExpr(t *testing.T) {
	for _, w := range []struct{ id, label, live, note string }{
		{"gpufma", "a * a + b of Figure 1, gcc -mfma", "2^-46", "0x28800000"},
		{"gpufma", "gcc without -mfma", "0", "0x00000000"},
		{"rearrange", "a·b of Figure 5 from left to right, SSE", "0x3D653510", ""},
		{"rearrange", "in two halves", "0x3D653500", ""},
		{"higher", "(1 + 2^-24) - 1, x87", "2^-24", ""},
		{"higher", "SSE", "0", ""},
		{"notwrong", "a * (d + b * c) of a debug build and the CPU", "8308.9990234375", "0x4601D3FF"},
		{"notwrong", "release", "8309", "0x4601D400"},
		{"adequate", "b * b - 4 * a * c in float, 94906.27, 47453.13, 47453.14", "0", "0x00000000"},
		{"notequivalent", "in double, then rounded to float", "2^-46", "0x28800000"},
		{"x87compare", "a·b of Figure 5, x87, kept in registers", "≈0.055958751589059830", "0x3D653501"},
	} {
		found := false
		for _, l := range claimOfModel(t, w.id).Lines {
			if l.Label == w.label && !found {
				found = true
				if l.Live.String() != w.live || w.note != "" && l.Note != w.note {
					t.Errorf("%s, %s: %q (%s), want %q (%s)", w.id, w.label, l.Live, l.Note, w.live, w.note)
				}
			}
		}
		if !found {
			t.Errorf("%s has no line %q", w.id, w.label)
		}
	}
}
