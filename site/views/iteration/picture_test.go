package iteration

import (
	"strings"
	"testing"

	"ulplab/site/kit/golden"
	"ulplab/site/kit/svg"
)

// The golden was looked at in a browser, light and dark.
func TestIterGoldens(t *testing.T) {
	m := made(Examples[0].State)
	golden.Compare(t, "iter_plot.svg", Plot(m, m.Look(0), 720).File(false))
	for name, p := range map[string]svg.Picture{"plot": Plot(m, 3, 358), "orbit": Orbit(m, 3, 358)} {
		file := p.File(true)
		golden.WellFormed(t, name, file)
		if strings.Contains(file, "var(") {
			t.Errorf("%s: a token is left", name)
		}
	}
}

// Every piece of markup is well-formed and keeps a reader's text apart from markup.
func TestIterMarkup(t *testing.T) {
	hostile := `a+b /* <img src=x onerror="alert(1)">&' */`
	for _, e := range Examples {
		for _, text := range []string{e.State.Text, hostile, "x = <img>"} {
			v := e.State
			v.Text = text
			m := made(v)
			for i, s := range []string{Answer(m), IterLook(m, min(3, m.N)), Table(m, min(3, m.N)), Figures(m, min(3, m.N))} {
				s = strings.ReplaceAll(s, "<wbr>", "")
				golden.WellFormed(t, "part", "<div>"+s+"</div>")
				if strings.Contains(s, "<img") || strings.Contains(s, " style=") {
					t.Errorf("iteration part %d holds markup: %s", i, s)
				}
			}
		}
	}
}
