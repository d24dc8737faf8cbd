package draw

import (
	"regexp"
	"strings"
	"testing"

	"ulplab/site/model"
	"ulplab/site/state"
)

func flagsOf(t *testing.T, id string) (model.Flags, state.Flags) {
	t.Helper()
	for _, e := range state.FlagsExamples {
		if e.ID == id {
			return model.BuildFlags(e.Flags), e.Flags
		}
	}
	t.Fatalf("no example %q", id)
	return model.Flags{}, state.Flags{}
}

// The goldens were looked at in a browser, light and dark.
func TestFlagsGoldens(t *testing.T) {
	m, v := flagsOf(t, "first")
	golden(t, "flags_first_line.svg", FlagsLinePicture(m, 720).File(false))
	golden(t, "flags_first_line_narrow.svg", FlagsLinePicture(m, ScopeNarrow.Width).File(true))
	golden(t, "flags_first_table.html", FlagsTable(m))
	golden(t, "flags_first_work.html", FlagsWork(m, 1))
	golden(t, "flags_first_plot.svg", FlagsPlotPicture(model.BuildFlagsPlot(model.FlagsPlotOf(v)), FlagsPlotWide).File(false))
	same, _ := flagsOf(t, "third")
	golden(t, "flags_third_line.svg", FlagsLinePicture(same, 720).File(false))
	_, hole := flagsOf(t, "hole")
	hole.Over = state.OverExponents
	golden(t, "flags_hole_plot_narrow.svg", FlagsPlotPicture(model.BuildFlagsPlot(model.FlagsPlotOf(hole)), ScopeNarrow.Width).File(true))
	golden(t, "intrin_first.html", IntrinTable(model.BuildIntrin(state.FirstIntrin())))
}

// Every text that the view makes is well-formed, keeps a reader's text apart from markup, and has no style of its own.
func TestFlagsMarkup(t *testing.T) {
	const evil = `<img src=x onerror="alert(1)">'&`
	hostile := state.Operand{Text: state.Typed(evil)}
	for _, e := range state.FlagsExamples {
		bad := e.Flags
		bad.X[0] = hostile
		for _, v := range []state.Flags{e.Flags, bad} {
			m := model.BuildFlags(v)
			plot := model.BuildFlagsPlot(model.FlagsPlotOf(v))
			in := state.FirstIntrin()
			in.X[1].Text = hostile.Text
			table := model.BuildIntrin(in)
			parts := []string{FlagsAnswer(m, evil, true), FlagsBelow(m), FlagsHero(m, 0), FlagsHero(m, 1), FlagsPlot(plot),
				FlagsOptions(), FlagsSwitches(m.Modes[0], 0, true), FlagsSwitches(m.Modes[1], 1, false), IntrinTable(table), IntrinFrom(table), IntrinOperand(table.Operands[1])}
			for i := range v.X {
				parts = append(parts, OperandUnder(m.Operands[i], DatumLink(m.F.ID, v.X[i])))
			}
			for i, p := range parts {
				wellFormed(t, e.ID, "<div>"+strings.ReplaceAll(p, "<wbr>", "<wbr/>")+"</div>")
				if strings.Contains(p, "<img") || strings.Contains(p, " style=") {
					t.Errorf("%s, part %d: %s", e.ID, i, p)
				}
			}
		}
	}
}

// The tints of the table mark what differs, and a screen reader hears the rest: every side shows its code in full.
func TestFlagsTableShowsCodes(t *testing.T) {
	m, _ := flagsOf(t, "first")
	plain := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(FlagsTable(m), "")
	for _, r := range m.Rows {
		for _, s := range r.Side {
			if s.Known && !strings.Contains(plain, s.Hex) {
				t.Errorf("%s: %s is not shown", r.ID, s.Hex)
			}
		}
	}
}
