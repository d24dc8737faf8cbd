package operation

import (
	"testing"

	"ulplab/site/kit/golden"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/operand"
	"ulplab/site/lab/labtest"
)

func of(t *testing.T, id string) (Model, State) {
	t.Helper()
	s := labtest.Example(t, Examples, id)
	return build(s), s
}

// The goldens were looked at in a browser, light and dark.
func TestMicroscopeGoldens(t *testing.T) {
	for _, id := range []string{"tenths", "tie", "far", "underflow", "overflow", "twothirds", "figure1", "stochastic", "toint"} {
		m, _ := of(t, id)
		golden.Compare(t, "op_"+id+"_wide.svg", microscope.Draw(&m.Scope, microscope.ScopeWide, scopeTitle(m)).File(false))
		golden.Compare(t, "op_"+id+"_narrow.svg", microscope.Draw(&m.Scope, microscope.ScopeNarrow, scopeTitle(m)).File(false))
	}
	m, _ := of(t, "tenths")
	golden.Compare(t, "op_tenths_line.svg", linePicture(m).File(true))
	golden.Compare(t, "op_tenths_directions.html", directions(m, "Error, ulp"))
}

// Every text that the view makes is well-formed and keeps a reader's text apart from markup.
func TestOperationMarkup(t *testing.T) {
	hostile := operand.Entered{Text: operand.Typed(`<img src=x onerror="alert(1)">&'`)}
	var ops []State
	for _, e := range Examples {
		ops = append(ops, e.State)
		bad := e.State
		bad.X[0] = hostile
		bad.Digits = true
		ops = append(ops, bad)
	}
	for _, o := range ops {
		m := build(o)
		all := `<div>` + hero(m, "roundTiesToEven") + why(m) + facts(m, o.Digits) + directions(m, "Error, ulp") + opCompare(m)
		for i := range m.Operands {
			all += opOperand(m, o, i)
		}
		if m.Drawn {
			all += opScope(m, false) + opScope(m, true)
		}
		if m.HasLine {
			all += opLine(m)
		}
		all += `</div>`
		golden.Markup(t, o.ID, all)
	}
}

// Nothing is drawn beyond the edges, and a picture for a phone is as wide as a phone.
func TestMicroscopeStaysInside(t *testing.T) {
	check := func(id string, s *microscope.Scope, size microscope.ScopeSize, limit int) {
		golden.Inside(t, id, microscope.Draw(s, size, ""), limit)
	}
	for _, e := range Examples {
		m := build(e.State)
		if m.Drawn {
			check(e.ID, &m.Scope, microscope.ScopeWide, microscope.ScopeWide.Width)
			check(e.ID, &m.Scope, microscope.ScopeNarrow, microscope.ScopeNarrow.Width+40)
			check(e.ID, &m.Scope, microscope.ScopeFull, 0)
		}
	}
}

// The names that the page shows are the ones of the core: guard, round and sticky are told in the text as well.
func TestScopeTitleTells(t *testing.T) {
	m, _ := of(t, "twothirds")
	if got := scopeTitle(m); got != "Bits of division: cut after 2⁻²⁴, guard 1, round 0, sticky 1" {
		t.Error(got)
	}
}

// A negative operand after an operator stands in parentheses, a leading one does not.
func TestOpFormulaSigns(t *testing.T) {
	m := Model{Symbol: "a − b", Operands: []operand.Operand{{Name: "a", Text: "-1"}, {Name: "b", Text: "-0.5"}}}
	want := `<span class="op-in">−1</span> − <span class="op-in">(−0.5)</span>`
	if got := formula(m); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
