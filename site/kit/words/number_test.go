package words

import (
	"testing"
)

func TestSuperscripts(t *testing.T) {
	if got := Superscripts("2^-23 of 2^15, -1 and x^2y"); got != "2⁻²³ of 2¹⁵, −1 and x²y" {
		t.Errorf("got %s", got)
	}
}

func TestIs(t *testing.T) {
	for value, want := range map[string]string{"0.5": "x = 0.5", "−2": "x = −2", "≈0.1": "x ≈ 0.1", "≈−0.1": "x ≈ −0.1"} {
		if got := Is("x", value); got != want {
			t.Errorf("%s: %s, want %s", value, got, want)
		}
	}
}

func TestFill(t *testing.T) {
	for want, got := range map[string]string{
		"1 of -20, 3":  Fill("# of #, #", 1, -20, 3),
		"#":            Fill("#"),
		"no sign":      Fill("no sign", 1, 2),
		"half of 7":    Fill("half of #", 7, 8),
		"M0 12h3v-4z#": Fill("M# #h#v-#z#", 0, 12, 3, 4),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
