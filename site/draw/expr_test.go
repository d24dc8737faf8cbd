package draw

import (
	"regexp"
	"strings"
	"testing"

	"ulplab/fpcore/expr"
	"ulplab/site/model"
	"ulplab/site/route"
	"ulplab/site/state"
)

func exprOf(t *testing.T, e state.Expr) *model.Expr {
	t.Helper()
	m := model.NewExpr(e)
	for !m.Step(1 << 20) {
	}
	return m
}

func exprExampleOf(t *testing.T, id string) state.Expr {
	t.Helper()
	for _, e := range state.ExprExamples {
		if e.ID == id {
			return e.Expr
		}
	}
	t.Fatalf("no example %q", id)
	return state.Expr{}
}

func iterOf(v state.Iter) *model.Iter {
	m := model.NewIter(v)
	for !m.Step(1 << 20) {
	}
	return m
}

// The goldens were looked at in a browser, light and dark.
func TestExprGoldens(t *testing.T) {
	first := exprOf(t, exprExampleOf(t, "debug"))
	golden(t, "expr_tree.svg", ExprTree(first.Part, first.Columns[first.A].Name, first.Columns[first.B].Name, false).File(false))
	horner := exprOf(t, exprExampleOf(t, "horner"))
	golden(t, "expr_sweep.svg", ExprSweepPicture(horner, 720).File(false))
	iter := iterOf(state.IterExamples[0].Iter)
	golden(t, "iter_plot.svg", IterPlot(iter, iter.Look(0), 720).File(false))
	for name, p := range map[string]Picture{"tree": ExprTree(first.Part, "a", "b", true), "sweep": ExprSweepPicture(horner, 358), "plot": IterPlot(iter, 3, 358), "orbit": IterOrbit(iter, 3, 358)} {
		file := p.File(true)
		wellFormed(t, name, file)
		if strings.Contains(file, "var(") {
			t.Errorf("%s: a token is left", name)
		}
	}
}

// Every piece of markup is well-formed and keeps a reader's text apart from markup.
func TestExprMarkup(t *testing.T) {
	hostile := `a+b /* <img src=x onerror="alert(1)">&' */`
	var states []state.Expr
	for _, e := range state.ExprExamples {
		x := e.Expr
		states = append(states, x)
		x.Rows += "\na=<img src=x>\tb=&\"'"
		x.Sweep.On, x.Row = true, uint8(len(state.ExprCells(x.Rows))-1)
		states = append(states, x)
		x.Text = hostile
		states = append(states, x)
		x.Text = "<img src=x> " + x.Text
		states = append(states, x)
	}
	op := regexp.MustCompile(`href="(#/v1/(?:op|x87|enc)[^"]*)"`)
	for _, e := range states {
		m := exprOf(t, e)
		parts := []string{ExprStack(m, false), ExprStack(m, true), ExprRows(m, false), ExprMatrix(m), ExprPrints(m), ExprPart(m, 3, false), ExprSweep(m), ExprSources(m), ExprCode(m, 0), ExprCode(m, 5), ExprCode(m, 10), ExprCode(m, 15),
			ExprRowBar(m, false), ExprInputsNote(m), ExprNotes(e.Text, m.Notes), ExprProblem(e.Text, m.Problem), ExprX87(m, e.Double), "<pre>" + ExprBack(e.Text, m.Problem, 0, 0) + "</pre>"}
		for i := range m.Rows {
			for k := range m.Rows[i].Cells {
				parts = append(parts, ExprUnder(&m.Rows[i].Cells[k], DatumLink))
			}
		}
		for i, s := range parts {
			s = strings.NewReplacer("<wbr>", "", "<br>", "").Replace(s)
			wellFormed(t, "part", "<div>"+s+"</div>")
			if strings.Contains(s, "<img") || strings.Contains(s, " style=") {
				t.Errorf("part %d holds markup: %s", i, s)
			}
			for _, link := range op.FindAllStringSubmatch(s, -1) {
				if got := route.Decode(strings.NewReplacer("&amp;", "&", "&#39;", "'").Replace(link[1]), ""); got.Problems != "" {
					t.Errorf("%s: %s", link[1], got.Problems)
				}
			}
		}
	}
	for _, e := range state.IterExamples {
		for _, text := range []string{e.Iter.Text, hostile, "x = <img>"} {
			v := e.Iter
			v.Text = text
			m := iterOf(v)
			for i, s := range []string{IterAnswer(m), IterLook(m, min(3, m.N)), IterTable(m, min(3, m.N)), IterFigures(m, min(3, m.N))} {
				s = strings.ReplaceAll(s, "<wbr>", "")
				wellFormed(t, "part", "<div>"+s+"</div>")
				if strings.Contains(s, "<img") || strings.Contains(s, " style=") {
					t.Errorf("iteration part %d holds markup: %s", i, s)
				}
			}
		}
	}
}

// A marked text is the text: nothing is lost, whatever is marked.
func TestMarkedCode(t *testing.T) {
	strip := regexp.MustCompile(`<[^>]*>`)
	text := "a <b> &\n\"é\" π + c"
	for from := -1; from <= len(text)+2; from++ {
		for to := from; to <= len(text)+2; to++ {
			got := MarkedCode(text, CodeMark{from, to, "x"}, CodeMark{3, 9, "y"})
			wellFormed(t, "text", "<p>"+got+"</p>")
			plain := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", "&#34;", `"`, "&#39;", "'").Replace(strip.ReplaceAllString(got, ""))
			if strings.ReplaceAll(strings.TrimSuffix(plain, " "), " \n", "\n") != strings.ReplaceAll(text, " \n", "\n") {
				t.Fatalf("%d to %d: %q", from, to, plain)
			}
		}
	}
	if got := ExprBack("a +", &expr.Error{From: 3, To: 3}, 0, 0); got != "a +<mark class=\"expr-bad\"> </mark>\n" {
		t.Errorf("%q", got)
	}
	if got := place("a\nbc", 3); got != "Line 2, character 2" {
		t.Error(got)
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
