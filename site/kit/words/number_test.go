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
