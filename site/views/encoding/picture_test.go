package encoding

import (
	"strings"
	"testing"

	"ulplab/site/kit/golden"
	"ulplab/site/kit/svg"
)

func of(format, text string) Model {
	s := Format{Name: format}.Apply(First())
	return build(Type{Text: text}.Apply(s))
}

func TestGoldenPictures(t *testing.T) {
	for name, p := range map[string]svg.Picture{
		"enc_f32_bits":    encBits(of("f32", "0.1")),
		"enc_f128_bits":   encBits(of("f128", "-2/3")),
		"enc_x87_bits":    encBits(of("x87", "pi")),
		"enc_f32_zoom":    encZoom(of("f32", "0.1")),
		"enc_f64_zoom":    encZoom(of("f64", "2/3")),
		"enc_one_zoom":    encZoom(of("f32", "1")), // the spacing halves below a power of two
		"enc_f32_binade":  encBinade(of("f32", "-192")),
		"enc_e2m1_binade": encBinade(of("e2m1", "0.7")),
		"enc_sub_binade":  encBinade(of("f32", "1e-40")),
	} {
		for _, dark := range []bool{false, true} {
			file := p.File(dark)
			golden.WellFormed(t, name, file)
			if strings.Contains(file, "var(") {
				t.Errorf("%s: a token is left in the saved picture", name)
			}
			if !dark {
				golden.Compare(t, name+".svg", file)
			}
		}
		golden.WellFormed(t, name, p.SVG())
	}
}

// A reader's text never becomes markup, in any piece of the view.
func TestTypedTextIsEscaped(t *testing.T) {
	const evil = `<img src=x onerror="alert(1)">'&`
	for _, s := range []string{evil, `0.1` + evil, `nan(` + evil + `)`} {
		m := of("f32", s)
		m.Typed.On, m.Typed.Text, m.Problem, m.Source = true, s, "", s // as if it had been read
		m.Zoom.HasExact, m.Zoom.ExactLabel = true, s
		for i, part := range []string{hero(m), encFormula(m, 0), triple(m), facts(m), table(m, s), named(m), encZoom(m).SVG(), encZoom(m).File(true), encBinade(m).SVG()} {
			if strings.Contains(part, "<img") || strings.Contains(part, `"alert`) {
				t.Errorf("part %d holds the text as markup: %s", i, part)
			}
		}
	}
}
