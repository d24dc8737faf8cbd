package draw

import (
	"os"
	"strings"
	"testing"

	"ulplab/site/model"
	"ulplab/site/state"
)

func fnState(actions ...state.Action) state.Fn {
	s := state.Default()
	for _, a := range actions {
		s = state.Update(s, a)
	}
	return s.Fn
}

func fnEvidence(t *testing.T) *model.Accuracy {
	t.Helper()
	b, err := os.ReadFile("../../assets/data/accuracy.txt")
	if err != nil {
		t.Fatal(err)
	}
	a, err := model.ParseAccuracy(string(b))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestFunctionsGoldens(t *testing.T) {
	a := fnEvidence(t)
	exp := model.BuildDilemma(fnState(), a.HardOf("exp"))
	sin64 := model.BuildDilemma(fnState(state.FnOpen{Name: "sin64"}), nil)
	six := model.BuildFigure6(fnState())
	profile := func(name string, mode uint8) (model.FnTable, model.FnProfile, state.Fn) {
		s := fnState(state.FnPick{Name: name}, state.FnMode{Mode: mode})
		table := model.BuildFnTable(a, s)
		return table, model.BuildFnProfile(table.Picked, s), s
	}
	table, sinf, s := profile("sinf", 0)
	_, logf, _ := profile("logf", 2)
	tan, _, tanState := profile("tanf", 2)
	for name, p := range map[string]Picture{
		"fn_exp_bits":        DilemmaBits(&exp, 48),
		"fn_exp_bits_narrow": DilemmaBits(&exp, 16),
		"fn_exp_line":        DilemmaLine(&exp, 720),
		"fn_exp_curve":       DilemmaCurve(a.HardOf("exp"), exp.Need.Run, 720),
		"fn_sin64_line":      DilemmaLine(&sin64, 350),
		"fn_pi":              Figure6Bits(&six, 48),
		"fn_sinf_profile":    FnProfile(&sinf, 1040),
		"fn_logf_profile":    FnProfile(&logf, 350),
		"fn_sinf_dist":       FnDistances(table.PickRow.Run, 520),
	} {
		file := p.File(false)
		wellFormed(t, name, file)
		wellFormed(t, name, p.SVG())
		if strings.Contains(file, "var(") || strings.Contains(p.File(true), "var(") {
			t.Errorf("%s: a token is left in the saved picture", name)
		}
		golden(t, name+".svg", file)
	}
	for name, html := range map[string]string{
		"fn_exp_hero":   DilemmaHero(&exp),
		"fn_exp_below":  DilemmaTries(&exp) + DilemmaHard(&exp),
		"fn_six_result": Figure6Results(&six) + Figure6Code(&six),
		"fn_six_steps":  Figure6Steps(&six) + Figure6Rows(&six),
		"fn_table":      FnTable(&table, s.Order),
		"fn_detail":     FnDetail(&table, s),
		"fn_tan_detail": FnDetail(&tan, tanState),
		"fn_doubles":    FnDoubles(&table),
		"fn_reading":    FnReading(&sinf) + FnCursor(&sinf, 1040),
	} {
		wellFormed(t, name, "<div>"+strings.ReplaceAll(html, "<wbr>", "")+"</div>")
		golden(t, name+".html", html)
	}
}

// Every cell of the profile can be pointed at, and is drawn where the cursor stands.
func TestProfileCells(t *testing.T) {
	a := fnEvidence(t)
	for name, cells := range map[string]int{"sinf": 512, "logf": 256} {
		s := fnState(state.FnPick{Name: name})
		table := model.BuildFnTable(a, s)
		m := model.BuildFnProfile(table.Picked, s)
		html := FnCells(&m, 1040)
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
		if got := fnPower(s); got != want {
			t.Errorf("%s: %s, want %s", s, got, want)
		}
	}
	if log2of(1<<20) != 20000 || log2of(3) < 1583 || log2of(3) > 1586 {
		t.Errorf("log2: %d, %d", log2of(1<<20), log2of(3))
	}
}
