package explain

import "testing"

// TestFloored: quotients and remainders of Python in C, whole products of them, innermost first.
func TestFloored(t *testing.T) {
	for text, want := range map[string]string{
		"a / b":          "floor((double)a / b)",
		"a * b / c":      "floor((double)a * b / c)",
		"x + a * 2 / c":  "x + floor((double)a * 2 / c)",
		"-a / b":         "floor((double)-a / b)",
		"x - a / b":      "x - floor((double)a / b)",
		"a / b / c":      "floor((double)floor((double)a / b) / c)",
		"a % b":          "((a % b + b) % b)",
		"a % b * c":      "((a % b + b) % b) * c",
		"a % b / c":      "floor((double)((a % b + b) % b) / c)",
		"return -n % 7;": "return ((-n % 7 + 7) % 7);",
		"f(a) / (b + c)": "floor((double)f(a) / (b + c))",
		"a / b[i]":       "a / b[i]",
		"a /= b":         "a /= b",
	} {
		if got := floored(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
