package fma

import (
	"testing"

	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
	"ulplab/site/lab/labtest"
)

// The code of every example's operand is what its text means, as a reader of the text finds it.
func TestFMAExamplesReadAsTyped(t *testing.T) {
	seen := map[string]bool{}
	labtest.Worded(t, Examples, ExampleWords)
	for _, e := range Examples {
		if seen[e.ID] {
			t.Errorf("%s is listed twice", e.ID)
		}
		seen[e.ID] = true
		for _, x := range e.State.X {
			if c, err := operand.Read(x.Text.Text, e.State.F()); err != nil || c != x.Bits {
				t.Errorf("%s: %q is %x (%v), the example says %x", e.ID, x.Text.Text, c, err, x.Bits)
			}
		}
		if e.State.DecText.Text != e.State.Dec || DecimalProblem(e.State.Dec) != nil {
			t.Errorf("%s: decimal x %q", e.ID, e.State.Dec)
		}
	}
}

func TestFMAActions(t *testing.T) {
	s := Format{Format: "f64"}.Apply(First())
	if s.X[0].Bits != wide.From64(0x3ff0000020000000) || s.X[0].Text.On {
		t.Errorf("A in binary64 is %+v", s.X[0])
	}
	s = Decimal{Text: "1.00"}.Apply(s)
	if s.Dec != "1.00" {
		t.Errorf("decimal x %q", s.Dec)
	}
	s = Decimal{Text: "1.00x"}.Apply(s)
	if s.Dec != "1.00" || s.DecText.Text != "1.00x" {
		t.Errorf("after a text that cannot be read: %+v", s)
	}
	for _, bad := range []string{"inf", "nan", "0x3f800000", "1e999999", "1e60", "-1e300", "9e-61", "", "1..2"} {
		if DecimalProblem(bad) == nil {
			t.Errorf("the decimal machine takes %q", bad)
		}
	}
	for n := range 20 {
		got := Places{N: uint8(n)}.Apply(s).Places
		if in := MinDecimal <= n && n <= MaxDecimal; in != (got == uint8(n)) && n != int(s.Places) {
			t.Errorf("%d digits gave %d", n, got)
		}
	}
	if got := (Dir{Dir: round.Stochastic}).Apply(s); got != s {
		t.Error("the FMA view rounds stochastically")
	}
}
