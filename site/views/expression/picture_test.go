package expression

import (
	"regexp"
	"strings"
	"testing"

	"ulplab/site/kit/code"
	"ulplab/site/kit/golden"
	"ulplab/site/kit/svg"
	"ulplab/site/lab"
	"ulplab/site/lab/labtest"
	"ulplab/site/views/encoding"
	"ulplab/site/views/operation"
	"ulplab/site/views/x87"
)

func ofPicture(t *testing.T, e State) *Model {
	t.Helper()
	m := New(e)
	for !m.Step(1 << 20) {
	}
	return m
}

// The goldens were looked at in a browser, light and dark.
func TestExprGoldens(t *testing.T) {
	first := ofPicture(t, labtest.Example(t, Examples, "debug"))
	golden.Compare(t, "expr_tree.svg", tree(first.Part, first.Columns[first.A].Name, first.Columns[first.B].Name, false).File(false))
	horner := ofPicture(t, labtest.Example(t, Examples, "horner"))
	golden.Compare(t, "expr_sweep.svg", sweepPicture(horner, 720).File(false))
	for name, p := range map[string]svg.Picture{"tree": tree(first.Part, "a", "b", true), "sweep": sweepPicture(horner, 358)} {
		file := p.File(true)
		golden.WellFormed(t, name, file)
		if strings.Contains(file, "var(") {
			t.Errorf("%s: a token is left", name)
		}
	}
}

// Every piece of markup is well-formed and keeps a reader's text apart from markup.
func TestExprMarkup(t *testing.T) {
	hostile := `a+b /* <img src=x onerror="alert(1)">&' */`
	var states []State
	for _, e := range Examples {
		x := e.State
		states = append(states, x)
		x.Rows += "\na=<img src=x>\tb=&\"'"
		x.Sweep.On, x.Row = true, uint8(len(code.Inputs(x.Rows))-1)
		states = append(states, x)
		x.Text = hostile
		states = append(states, x)
		x.Text = "<img src=x> " + x.Text
		states = append(states, x)
	}
	links := lab.Catalogue{View().Entry(), operation.View().Entry(), x87.View().Entry(), encoding.View().Entry()}
	op := regexp.MustCompile(`href="(#/v1/(?:op|x87|enc)[^"]*)"`)
	for _, e := range states {
		m := ofPicture(t, e)
		parts := []string{Stack(m, false), Stack(m, true), rows(m, false), matrix(m), prints(m), part(m, 3, false), exprSweep(m), sources(m), exprCode(m, 0), exprCode(m, 5), exprCode(m, 10), exprCode(m, 15),
			rowBar(m, false), inputsNote(m), code.Notes(e.Text, m.Notes), code.Problem(e.Text, m.Problem), exprX87(m, e.Double), "<pre>" + code.Back(e.Text, m.Problem, 0, 0) + "</pre>"}
		for i := range m.Rows {
			for k := range m.Rows[i].Cells {
				parts = append(parts, code.Under(&m.Rows[i].Cells[k], encoding.LinkTo))
			}
		}
		for i, s := range parts {
			s = strings.NewReplacer("<wbr>", "", "<br>", "").Replace(s)
			golden.WellFormed(t, "part", "<div>"+s+"</div>")
			if strings.Contains(s, "<img") || strings.Contains(s, " style=") {
				t.Errorf("part %d holds markup: %s", i, s)
			}
			for _, link := range op.FindAllStringSubmatch(s, -1) {
				if got := links.Decode(strings.NewReplacer("&amp;", "&", "&#39;", "'").Replace(link[1]), ""); got.Problems != "" {
					t.Errorf("%s: %s", link[1], got.Problems)
				}
			}
		}
	}
}
