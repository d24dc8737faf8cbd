package svg

import (
	"os"
	"strings"
	"testing"
)

// The tokens of saved pictures are those of the style sheet, in both themes.
func TestTokensAreTheStyleSheets(t *testing.T) {
	css, err := os.ReadFile("../../../assets/style.css")
	if err != nil {
		t.Fatal(err)
	}
	block := func(selector string) string {
		_, rest, ok := strings.Cut(string(css), selector+" {")
		if !ok {
			t.Fatalf("the style sheet has no %s", selector)
		}
		body, _, _ := strings.Cut(rest, "}")
		return body
	}
	light, dark, auto := block("\n:root"), block(`:root[data-theme="dark"]`), block(`:root:not([data-theme="light"])`)
	if strings.Join(strings.Fields(dark), " ") != strings.Join(strings.Fields(auto), " ") {
		t.Error("the two blocks of dark tokens differ")
	}
	for _, k := range Tokens {
		if k.Dark == "" {
			continue // fonts: the page offers more faces
		}
		for theme, value := range map[string]string{light: k.Light, dark: k.Dark} {
			if !strings.Contains(theme, k.Name+": "+value+";") {
				t.Errorf("%s is not %s in the style sheet", k.Name, value)
			}
		}
	}
}

// Text keeps a contrast of 4.5 and graphics of 3 against their grounds, in both themes (WCAG 2.2, 1.4.3 and 1.4.11).
func TestContrast(t *testing.T) {
	value := func(name string, dark bool) string { return literal("var("+name+")", dark) }
	for _, dark := range []bool{false, true} {
		check := func(fg, bg string, least float64) {
			if c := contrast(value(fg, dark), value(bg, dark)); c < least {
				t.Errorf("dark %v: %s on %s has %.2f, needs %.1f", dark, fg, bg, c, least)
			}
		}
		for _, hue := range []string{"--s", "--e", "--t", "--g", "--x"} {
			check(hue, "--bg", 3)
			check(hue+"-ink", "--bg", 4.5)
			check(hue+"-ink", hue+"-tint", 4.5)
		}
		check("--ink", "--bg", 7)
		check("--ink-2", "--bg", 4.5)
		check("--tick", "--bg", 3)
	}
}

func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	if x < y {
		x, y = y, x
	}
	return (x + 0.05) / (y + 0.05)
}
