package html

import (
	"strings"
	"testing"
)

func TestDigits(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"0.100000001490116", "0.10000|00014|90116"}, {"16777216", "167|77216"}, {"-12345678", "-123|45678"},
		{"1.5e-45", "1.5e-45"}, {"123456789e+30", "1234|56789e+30"}, {"≈−12345678", "≈−123|45678"}, {"nan(0x3)", "nan(0x3)"}, {"", ""}, {"inf", "inf"},
	} {
		if got := strings.ReplaceAll(Digits(c.in, 5), Gap, "|"); got != c.want {
			t.Errorf("%s: got %s, want %s", c.in, got, c.want)
		}
	}
	if got := strings.ReplaceAll(Digits("0x3dcccccd", 4), Gap, "|"); got != "0x3dcc|cccd" {
		t.Errorf("got %s", got)
	}
	if got := Powers("2^-23 of 2^5, -1"); got != "2<sup>−23</sup> of 2<sup>5</sup>, −1" {
		t.Errorf("got %s", got)
	}
}

// TestSentence: a message becomes a sentence, and the names of a program in it stay as they are.
func TestSentence(t *testing.T) {
	for from, want := range map[string]string{
		"":                                   "",
		"the input x has no value":           "The input x has no value.",
		"sqrtf takes one argument":           "sqrtf takes one argument.",
		"a has no value":                     "a has no value.",
		"a number is at most 9 long":         "A number is at most 9 long.",
		"x[3] is not declared":               "x[3] is not declared.",
		"__expf is code of a library":        "__expf is code of a library.",
		"there is one column: two are meant": "There is one column: two are meant.",
		"what result was observed?":          "What result was observed?",
		"“f” is expected here":               "“f” is expected here.",
		"−1 is no size.":                     "−1 is no size.",
	} {
		if got := Sentence(from); got != want {
			t.Errorf("%q becomes %q, not %q", from, got, want)
		}
	}
}
