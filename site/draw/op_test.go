package draw

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ulplab/site/model"
	"ulplab/site/state"
)

func opOf(t *testing.T, id string) (model.Op, state.Op) {
	t.Helper()
	for _, e := range state.OpExamples {
		if e.ID == id {
			return model.BuildOp(e.Op), e.Op
		}
	}
	t.Fatalf("no example %q", id)
	return model.Op{}, state.Op{}
}

func fmaOf(t *testing.T, id string) (model.FMA, state.FMA) {
	t.Helper()
	for _, e := range state.FMAExamples {
		if e.ID == id {
			return model.BuildFMA(e.FMA), e.FMA
		}
	}
	t.Fatalf("no example %q", id)
	return model.FMA{}, state.FMA{}
}

// The goldens were looked at in a browser, light and dark.
func TestMicroscopeGoldens(t *testing.T) {
	for _, id := range []string{"tenths", "tie", "far", "underflow", "overflow", "twothirds", "figure1", "stochastic", "toint"} {
		m, _ := opOf(t, id)
		golden(t, "op_"+id+"_wide.svg", Microscope(&m.Scope, ScopeWide, OpScopeTitle(m)).File(false))
		golden(t, "op_"+id+"_narrow.svg", Microscope(&m.Scope, ScopeNarrow, OpScopeTitle(m)).File(false))
	}
	m, _ := opOf(t, "tenths")
	golden(t, "op_tenths_line.svg", OpLinePicture(m).File(true))
	golden(t, "op_tenths_directions.html", OpDirections(m, "Error, ulp"))
	for _, id := range []string{"figure1", "decimal", "release", "overflow"} {
		m, _ := fmaOf(t, id)
		golden(t, "fma_"+id+".svg", FMAPicture(m).File(false))
	}
}

// Every text that the two views make is well-formed and keeps a reader's text apart from markup.
func TestOperationMarkup(t *testing.T) {
	hostile := state.Operand{Text: state.Typed(`<img src=x onerror="alert(1)">&'`)}
	var ops []state.Op
	for _, e := range state.OpExamples {
		ops = append(ops, e.Op)
		bad := e.Op
		bad.X[0] = hostile
		bad.Digits = true
		ops = append(ops, bad)
	}
	for _, o := range ops {
		m := model.BuildOp(o)
		all := `<div>` + OpHero(m, "roundTiesToEven") + OpWhy(m) + OpFacts(m, o.Digits) + OpDirections(m, "Error, ulp") + OpCompare(m)
		for i := range m.Operands {
			all += OpOperand(m, o, i)
		}
		if m.Drawn {
			all += OpScope(m, false) + OpScope(m, true)
		}
		if m.HasLine {
			all += OpLine(m)
		}
		all += `</div>`
		checkMarkup(t, o.ID, all)
	}
	for _, e := range state.FMAExamples {
		for _, v := range []state.FMA{e.FMA, func() state.FMA { v := e.FMA; v.X[2], v.DecText = hostile, hostile.Text; return v }()} {
			m := model.BuildFMA(v)
			all := `<div>` + FMAResults(m) + FMASteps(m, false) + FMASteps(m, true) + FMAFigure(m) + DecimalSteps(m.Decimal)
			for i := range m.Operands {
				all += FMAOperand(m, v, i)
			}
			checkMarkup(t, e.ID, all+`</div>`)
			wellFormed(t, e.ID+" picture", FMAPicture(m).File(true))
		}
	}
}

func checkMarkup(t *testing.T, id, html string) {
	t.Helper()
	wellFormed(t, id, strings.ReplaceAll(html, "<wbr>", "<wbr/>"))
	if strings.Contains(html, "<img") || strings.Contains(html, "style=") {
		t.Errorf("%s: a reader's text or a style attribute in %s", id, html)
	}
}

var coordinate = regexp.MustCompile(`(?:<(?:rect|text)[^>]* x|x2|cx)="([0-9 ]+)"`)

// Nothing is drawn beyond the edges, and a picture for a phone is as wide as a phone.
func TestMicroscopeStaysInside(t *testing.T) {
	check := func(id string, s *model.Scope, size ScopeSize, limit int) {
		p := Microscope(s, size, "")
		if limit > 0 && p.W > limit {
			t.Errorf("%s: %d px wide, more than %d", id, p.W, limit)
		}
		for _, m := range coordinate.FindAllStringSubmatch(p.Body, -1) {
			for _, x := range strings.Fields(m[1]) {
				if n, err := strconv.Atoi(x); err != nil || n > p.W {
					t.Errorf("%s: a mark at %s of %d px", id, x, p.W)
				}
			}
		}
	}
	for _, e := range state.OpExamples {
		m := model.BuildOp(e.Op)
		if m.Drawn {
			check(e.ID, &m.Scope, ScopeWide, ScopeWide.Width)
			check(e.ID, &m.Scope, ScopeNarrow, ScopeNarrow.Width+40)
			check(e.ID, &m.Scope, ScopeFull, 0)
		}
	}
	for _, e := range state.FMAExamples {
		m := model.BuildFMA(e.FMA)
		for _, s := range []*model.FMAStep{&m.Product, &m.Sum, &m.Fused} {
			if s.Drawn {
				check(e.ID, &s.Scope, ScopeHalf, ScopeHalf.Width+30)
				check(e.ID, &s.Scope, ScopeNarrow, ScopeNarrow.Width+40)
			}
		}
	}
}

// The names that the page shows are the ones of the core: guard, round and sticky are told in the text as well.
func TestScopeTitleTells(t *testing.T) {
	m, _ := opOf(t, "twothirds")
	if got := OpScopeTitle(m); got != "Bits of division: cut after 2⁻²⁴, guard 1, round 0, sticky 1" {
		t.Error(got)
	}
}

// A negative operand after an operator stands in parentheses, a leading one does not.
func TestOpFormulaSigns(t *testing.T) {
	m := model.Op{Symbol: "a − b", Operands: []model.Operand{{Name: "a", Shown: "-1"}, {Name: "b", Shown: "-0.5"}}}
	want := `<span class="op-in">−1</span> − <span class="op-in">(−0.5)</span>`
	if got := OpFormula(m); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
