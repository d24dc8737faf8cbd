package explain

import "testing"

// TestPlaced: of results of which all have as many decimals those stand for a row that prints otherwise, and an error that the digits leave open is not told.
func TestPlaced(t *testing.T) {
	a, _ := ask(t, Question{Text: "3.14159265f*r*r", Rows: "r=-2.737\nr=-0.8177\nr=0.1061", Observed: [2]string{"23.534 2.101 0.035", "23.522 2.100 0.035"}})
	if a.Verdict != NotRounding || a.Row != 0 {
		t.Errorf("%v on row %d", a.Verdict, a.Row)
	}
	a, _ = ask(t, Question{Text: "100*x", Rows: "x=2.161\nx=1.434\nx=0.5758", Observed: [2]string{"216 143 58", "218 145 58"}})
	if a.Verdict != NotRounding || a.Truth.Errors[0] != "" || a.Truth.Errors[1] == "" {
		t.Errorf("%v with errors of %q ulp", a.Verdict, a.Truth.Errors)
	}
}

// TestToleranceOfBothTexts: the tolerance of two programs holds for the one with the larger errors, whichever is the first.
func TestToleranceOfBothTexts(t *testing.T) {
	mean := "float s = 0;\nfor (int i = 0; i < 6; i++) s += x[i];\nfloat m = s/6;\nfloat v = 0;\nfor (int i = 0; i < 6; i++) v += (x[i]-m)*(x[i]-m);\nreturn v/6;"
	squares := "float s = 0, q = 0;\nfor (int i = 0; i < 6; i++) { s += x[i]; q += x[i]*x[i]; }\nfloat m = s/6;\nreturn q/6 - m*m;"
	q := Question{Text: mean, Second: squares, Rows: "x = 9.51 9.473 9.6696 9.8291 10.874 9.7452", Observed: [2]string{"0.222983569", "0.22298336"}}
	a, _ := ask(t, q)
	q.Text, q.Second = q.Second, q.Text
	b, _ := ask(t, q)
	if a.Tolerance.Missing >= 0 || a.Tolerance.PairAbsolute != b.Tolerance.PairAbsolute || !a.Tolerance.Second || b.Tolerance.Second {
		t.Errorf("%s and %s", a.Tolerance.PairAbsolute, b.Tolerance.PairAbsolute)
	}
}
