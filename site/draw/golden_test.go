package draw

import (
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ulplab/site/model"
	"ulplab/site/state"
)

var update = flag.Bool("update", false, "write the goldens of testdata anew; look at them before you commit them")

// golden compares got with testdata/name. The goldens were written by -update and looked at in a browser.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; write it with go test ./site/draw -update", err)
	}
	if got != string(want) {
		t.Errorf("%s differs from the golden; compare them and, if the new one is right, run go test ./site/draw -update", path)
	}
}

// wellFormed reports a fault of XML in a document or a fragment with one root.
func wellFormed(t *testing.T, what, s string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(s))
	for {
		_, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("%s is not well-formed: %v", what, err)
		}
	}
}

func encOf(format, text string) model.Enc {
	s := state.Update(state.Default(), state.EncFormat{Name: format})
	return model.BuildEnc(state.Update(s, state.EncType{Text: text}).Enc)
}

func TestGoldenPictures(t *testing.T) {
	for name, p := range map[string]Picture{
		"enc_f32_bits":    EncBits(encOf("f32", "0.1")),
		"enc_f128_bits":   EncBits(encOf("f128", "-2/3")),
		"enc_x87_bits":    EncBits(encOf("x87", "pi")),
		"enc_f32_zoom":    EncZoom(encOf("f32", "0.1")),
		"enc_f64_zoom":    EncZoom(encOf("f64", "2/3")),
		"enc_one_zoom":    EncZoom(encOf("f32", "1")), // the spacing halves below a power of two
		"enc_f32_binade":  EncBinade(encOf("f32", "-192")),
		"enc_e2m1_binade": EncBinade(encOf("e2m1", "0.7")),
		"enc_sub_binade":  EncBinade(encOf("f32", "1e-40")),
	} {
		for _, dark := range []bool{false, true} {
			file := p.File(dark)
			wellFormed(t, name, file)
			if strings.Contains(file, "var(") {
				t.Errorf("%s: a token is left in the saved picture", name)
			}
			if !dark {
				golden(t, name+".svg", file)
			}
		}
		wellFormed(t, name, p.SVG())
	}
}

// A reader's text never becomes markup, in any piece of the view.
func TestTypedTextIsEscaped(t *testing.T) {
	const evil = `<img src=x onerror="alert(1)">'&`
	for _, s := range []string{evil, `0.1` + evil, `nan(` + evil + `)`} {
		m := encOf("f32", s)
		m.Typed.On, m.Typed.Text, m.Problem, m.Source = true, s, "", s // as if it had been read
		m.Zoom.HasExact, m.Zoom.ExactLabel = true, s
		for i, part := range []string{EncBelow(m), EncTable(m, s), EncNamed(m), EncZoom(m).SVG(), EncZoom(m).File(true), EncBinade(m).SVG()} {
			if strings.Contains(part, "<img") || strings.Contains(part, `"alert`) {
				t.Errorf("part %d holds the text as markup: %s", i, part)
			}
		}
	}
}

func TestDigits(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"0.100000001490116", "0.10000|00014|90116"}, {"16777216", "167|77216"}, {"-12345678", "-123|45678"},
		{"1.5e-45", "1.5e-45"}, {"123456789e+30", "1234|56789e+30"}, {"nan(0x3)", "nan(0x3)"}, {"", ""}, {"inf", "inf"},
	} {
		if got := strings.ReplaceAll(Digits(c.in, 5), gap, "|"); got != c.want {
			t.Errorf("%s: got %s, want %s", c.in, got, c.want)
		}
	}
	if got := strings.ReplaceAll(Digits("0x3dcccccd", 4), gap, "|"); got != "0x3dcc|cccd" {
		t.Errorf("got %s", got)
	}
	if got := Powers("2^-23 of 2^5, -1"); got != "2<sup>−23</sup> of 2<sup>5</sup>, −1" {
		t.Errorf("got %s", got)
	}
}

func TestSuperscripts(t *testing.T) {
	if got := Superscripts("2^-23 of 2^15, -1 and x^2y"); got != "2⁻²³ of 2¹⁵, −1 and x²y" {
		t.Errorf("got %s", got)
	}
}

// The tokens of saved pictures are those of the style sheet, in both themes.
func TestTokensAreTheStyleSheets(t *testing.T) {
	css, err := os.ReadFile("../../assets/style.css")
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
	for _, k := range tokens {
		if k.dark == "" {
			continue // fonts: the page offers more faces
		}
		for theme, value := range map[string]string{light: k.light, dark: k.dark} {
			if !strings.Contains(theme, k.name+": "+value+";") {
				t.Errorf("%s is not %s in the style sheet", k.name, value)
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
