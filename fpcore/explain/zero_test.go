package explain

import (
	"slices"
	"strings"
	"testing"

	"ulplab/fpcore/expr"
)

// TestSignOfZero: of zeros of opposite sign it is said what decides the sign, and which of them no evaluation gives; not of numbers that were printed as zeros.
func TestSignOfZero(t *testing.T) {
	for _, c := range []struct {
		text, rows, first, second string
		said                      string
	}{
		{"a*b", "a=-0.0 b=2", "-0", "0", "gives the second result"},
		{"a - b", "a=2.5 b=2.5", "-0", "0", "gives the first result"},
		{"x*0.0f", "x=-3", "0x80000000", "0x00000000", "gives the second result"},
		{"a*b", "a=-1e-30 b=1e-20", "-0.000000", "0.000000", ""},
		{"a*b", "a=-0.0 b=2", "-0", "-0", ""},
	} {
		a, _ := ask(t, Question{Text: c.text, Rows: c.rows, Observed: [2]string{c.first, c.second}})
		at := slices.IndexFunc(a.Notes, func(n expr.Note) bool { return strings.HasPrefix(n.Text, "Zeros of opposite sign") })
		if at >= 0 != (c.said != "") || at >= 0 && !strings.Contains(a.Notes[at].Text, c.said) {
			t.Errorf("%s of %s: %v", c.text, c.rows, a.Notes)
		}
		if a.Verdict == NotRounding {
			t.Errorf("%s of %s: %v", c.text, c.rows, a.Verdict)
		}
	}
}

// TestSeparatorSeparates: every result of a separating input but those of the first two causes differs from the others.
func TestSeparatorSeparates(t *testing.T) {
	a, _ := ask(t, Question{Text: "double x = 0.35;\nvolatile double h = 100.0;\nint k = (int)(x * h);\nk", Observed: [2]string{"35", "34"}, Known: [2]string{"cpu", "x87"}})
	list := a.Separator.Results
	if !a.Separates || len(list) < 2 || len(a.Causes) < 3 {
		t.Fatalf("%d causes, %v %+v", len(a.Causes), a.Separates, list)
	}
	for i := range list {
		for j := range i {
			if list[i].Bits == list[j].Bits {
				t.Errorf("%v and %v: %v", a.Causes[list[i].Cause].ID, a.Causes[list[j].Cause].ID, list[i].Bits)
			}
		}
	}
}

// TestOneOfACause: no cause stands in an answer twice by itself.
func TestOneOfACause(t *testing.T) {
	for _, options := range []string{"-Ofast", "-O3 -ffast-math -march=native"} {
		a, _ := ask(t, Question{Text: "float s = 0; for (int i = 0; i < 8; i++) s += x[i]*y[i]; return s;", Rows: "x = 0.94 1.7 3.1 0.2 0.44 5.3 2.7 1.9 y = 1.1 0.3 0.7 2.9 3.3 0.13 0.17 7.1",
			Observed: [2]string{"20.3840008", "20.3839989"}, Known: [2]string{ParseKnown("g++ -O2"), ParseKnown("g++ " + options)}})
		var seen []ID
		for _, c := range a.Causes {
			if len(c.With) == 0 && slices.Contains(seen, c.ID) {
				t.Errorf("%s: %v stands there twice", options, c.ID)
			}
			if c.ID == CauseContraction && c.Rank == 1 && options == "-Ofast" {
				t.Errorf("%s: contraction, without FMA", options)
			}
			seen = append(seen, c.ID)
		}
	}
}

// TestNoMoreThanDiffers: beside the text of the other side no change is offered that reaches beyond what differs; what prints nine digits of a float prints
// seventeen of a double.
func TestNoMoreThanDiffers(t *testing.T) {
	const text = "float v[8]; for (int i = 0; i < 8; i++) v[i] = 1.0f / (i + 3); float s = 0.0f; for (int i = 0; i < 8; i++) s += v[i]; printf(\"%.9g\", s);"
	second := strings.Replace(text, "float s = 0.0f", "double s = 0.0", 1)
	a, _ := ask(t, Question{Text: text, Second: strings.Replace(second, "%.9g", "%.17g", 1), Observed: [2]string{"1.42896843", "1.4289682805538177"}})
	for _, r := range a.Remedies {
		if strings.Contains(r.Text, "1.0 /") {
			t.Errorf("%q", r.Text)
		}
	}
	if got := doubled(`printf("%.9g %d", 0.5f, 9);`); got != `printf("%.17g %d", 0.5, 9);` {
		t.Error(got)
	}
}
