package words

import (
	"testing"
)

func TestSuperscripts(t *testing.T) {
	if got := Superscripts("2^-23 of 2^15, -1 and x^2y"); got != "2⁻²³ of 2¹⁵, −1 and x²y" {
		t.Errorf("got %s", got)
	}
}
