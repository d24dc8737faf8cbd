package fma

import (
	"testing"

	"ulplab/site/kit/golden"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/operand"
)

// The goldens were looked at in a browser, light and dark.
func TestFMAGoldens(t *testing.T) {
	for _, id := range []string{"figure1", "decimal", "release", "overflow"} {
		golden.Compare(t, "fma_"+id+".svg", Picture(exampleModel(t, id)).File(false))
	}
}

// Every text that the view makes is well-formed and keeps a reader's text apart from markup.
func TestFMAMarkup(t *testing.T) {
	hostile := operand.Entered{Text: operand.Typed(`<img src=x onerror="alert(1)">&'`)}
	for _, e := range Examples {
		for _, v := range []State{e.State, func() State { v := e.State; v.X[2], v.DecText = hostile, hostile.Text; return v }()} {
			m := Build(v)
			all := `<div>` + Results(m) + Steps(m, false) + Steps(m, true) + Figure(m) + DecimalSteps(m.Decimal)
			for i := range m.Operands {
				all += Operand(m, v, i)
			}
			golden.Markup(t, e.ID, all+`</div>`)
			golden.WellFormed(t, e.ID+" picture", Picture(m).File(true))
		}
	}
}

// Nothing is drawn beyond the edges, and a picture for a phone is as wide as a phone.
func TestMicroscopeStaysInside(t *testing.T) {
	check := func(id string, s *microscope.Scope, size microscope.ScopeSize, limit int) {
		golden.Inside(t, id, microscope.Draw(s, size, ""), limit)
	}
	for _, e := range Examples {
		m := Build(e.State)
		for _, s := range []*FMAStep{&m.Product, &m.Sum, &m.Fused} {
			if s.Drawn {
				check(e.ID, &s.Scope, microscope.ScopeHalf, microscope.ScopeHalf.Width+30)
				check(e.ID, &s.Scope, microscope.ScopeNarrow, microscope.ScopeNarrow.Width+40)
			}
		}
	}
}
