package program

import (
	"strings"
	"testing"

	"ulplab/fpcore/summation"
)

// Every program and probe that the state can ask for is written in full.
func TestSumProbeTexts(t *testing.T) {
	for lang := range count {
		for _, fn := range Probes(lang) {
			for _, box := range summation.Boxes() {
				for _, double := range []bool{false, true} {
					p := Probe(lang, fn[0], 64, double, box)
					if p.Why != "" || strings.Contains(p.Text, "@") || strings.Contains(p.Text, "·") || !strings.HasSuffix(p.File, "."+ending[lang]) || len(p.Text) < 1500 {
						t.Fatalf("%s %s: %s", fn[0], box, p.Text)
					}
				}
			}
		}
		if len(Probes(lang)) != len(strings.Fields(probeIDs[lang])) {
			t.Error("functions")
		}
	}
}

// A program is shown as text, never as markup.
func TestProgramIsEscaped(t *testing.T) {
	if out := HTML(Listing{File: "a.c", Text: "#include <math.h>\nif (a < b && c) \"x\";\n", Raw: "d.txt"}, "o"); strings.Contains(out, "<math") || !strings.Contains(out, "a &lt; b &amp;&amp; c") || !strings.Contains(out, "sumr:fo") {
		t.Errorf("%s", out)
	}
}
