package functions

import (
	"os"
	"strings"
	"testing"

	"ulplab/site/kit/golden"
	"ulplab/site/kit/svg"
	"ulplab/site/lab"
)

func state(actions ...lab.Action[State]) State {
	s := First()
	for _, a := range actions {
		s = a.Apply(s)
	}
	return s
}

func evidence(t *testing.T) *Accuracy {
	t.Helper()
	b, err := os.ReadFile("../../../assets/data/accuracy.txt")
	if err != nil {
		t.Fatal(err)
	}
	a, err := parseAccuracy(string(b))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestFunctionsGoldens(t *testing.T) {
	a := evidence(t)
	exp := buildDilemma(state(), a.HardOf("exp"))
	sin64 := buildDilemma(state(Open{Name: "sin64"}), nil)
	six := buildFigure6(state())
	profile := func(name string, mode uint8) (Table, FnProfile, State) {
		s := state(Pick{Name: name}, Mode{Mode: mode})
		table := buildTable(a, s)
		return table, buildProfile(table.Picked, s), s
	}
	table, sinf, s := profile("sinf", 0)
	_, logf, _ := profile("logf", 2)
	tan, _, tanState := profile("tanf", 2)
	for name, p := range map[string]svg.Picture{
		"fn_exp_bits":        dilemmaBits(&exp, 48),
		"fn_exp_bits_narrow": dilemmaBits(&exp, 16),
		"fn_exp_line":        dilemmaLinePicture(&exp, 720),
		"fn_exp_curve":       dilemmaCurve(a.HardOf("exp"), exp.Need.Run, 720),
		"fn_sin64_line":      dilemmaLinePicture(&sin64, 350),
		"fn_pi":              figure6BitsPicture(&six, 48),
		"fn_sinf_profile":    fnProfile(&sinf, 1040),
		"fn_logf_profile":    fnProfile(&logf, 350),
		"fn_sinf_dist":       distances(table.PickRow.Run, 520),
	} {
		file := p.File(false)
		golden.WellFormed(t, name, file)
		golden.WellFormed(t, name, p.SVG())
		if strings.Contains(file, "var(") || strings.Contains(p.File(true), "var(") {
			t.Errorf("%s: a token is left in the saved picture", name)
		}
		golden.Compare(t, name+".svg", file)
	}
	for name, html := range map[string]string{
		"fn_exp_hero":   dilemmaHero(&exp),
		"fn_exp_below":  dilemmaTries(&exp) + dilemmaHard(&exp),
		"fn_six_result": figure6Results(&six) + figure6Code(&six),
		"fn_six_steps":  figure6Steps(&six) + figure6Rows(&six),
		"fn_table":      fnTable(&table, s.Order),
		"fn_detail":     detail(&table, s),
		"fn_tan_detail": detail(&tan, tanState),
		"fn_doubles":    doubles(&table),
		"fn_reading":    reading(&sinf) + cursor(&sinf, 1040),
	} {
		golden.WellFormed(t, name, "<div>"+strings.ReplaceAll(html, "<wbr>", "")+"</div>")
		golden.Compare(t, name+".html", html)
	}
}

// Every cell of the profile can be pointed at, and is drawn where the cursor stands.
func TestProfileCells(t *testing.T) {
	a := evidence(t)
	for name, cells := range map[string]int{"sinf": 512, "logf": 256} {
		s := state(Pick{Name: name})
		table := buildTable(a, s)
		m := buildProfile(table.Picked, s)
		html := fnCells(&m, 1040)
		if n := strings.Count(html, "data-bit="); n != cells {
			t.Errorf("%s: %d cells", name, n)
		}
		last, scale := -1, profScale{&m, 1040}
		for place := range 512 {
			cell := place - 256
			if place < 256 {
				cell = 511 - place
			}
			if cell >= cells {
				continue
			}
			if x := scale.x10(cell); x <= last || x < profLeft*10 || x > 10400 {
				t.Errorf("%s: cell %d at %d after %d", name, cell, x, last)
			} else {
				last = x
			}
		}
	}
}

func TestApart(t *testing.T) {
	for _, c := range []struct {
		s    string
		n    int
		want string
	}{
		{"3.3209e-07", 3, `3.32<span class="fn-wrong">09</span>e−07`},
		{"3.3209e-07", 5, `3.3209e−07`},
		{"−1.5e-7", 1, `−1.<span class="fn-wrong">5</span>e−7`},
	} {
		if got := apart(c.s, c.n); got != c.want {
			t.Errorf("%s after %d: %s, want %s", c.s, c.n, got, c.want)
		}
	}
	for s, want := range map[string]string{"2^-21.41 / 3": "2<sup>−21.41</sup> / 3", "abs 2.2e-6": "abs 2.2e−6", "|x|<8": "|x|&lt;8"} {
		if got := power(s); got != want {
			t.Errorf("%s: %s, want %s", s, got, want)
		}
	}
	if log2of(1<<20) != 20000 || log2of(3) < 1583 || log2of(3) > 1586 {
		t.Errorf("log2: %d, %d", log2of(1<<20), log2of(3))
	}
}
