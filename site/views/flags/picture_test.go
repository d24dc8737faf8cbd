package flags

import (
	"regexp"
	"strings"
	"testing"

	"ulplab/site/kit/golden"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/operand"
	"ulplab/site/lab/labtest"
	"ulplab/site/views/encoding"
)

func flagsOf(t *testing.T, id string) (Model, State) {
	t.Helper()
	s := labtest.Example(t, Examples, id)
	return build(s), s
}

// The goldens were looked at in a browser, light and dark.
func TestFlagsGoldens(t *testing.T) {
	m, v := flagsOf(t, "first")
	golden.Compare(t, "flags_first_line.svg", linePicture(m, 720).File(false))
	golden.Compare(t, "flags_first_line_narrow.svg", linePicture(m, microscope.ScopeNarrow.Width).File(true))
	golden.Compare(t, "flags_first_table.html", table(m))
	golden.Compare(t, "flags_first_work.html", flagsWork(m, 1))
	golden.Compare(t, "flags_first_plot.svg", plotPicture(buildPlot(plotOf(v)), plotWide).File(false))
	same, _ := flagsOf(t, "third")
	golden.Compare(t, "flags_third_line.svg", linePicture(same, 720).File(false))
	_, hole := flagsOf(t, "hole")
	hole.Over = OverExponents
	golden.Compare(t, "flags_hole_plot_narrow.svg", plotPicture(buildPlot(plotOf(hole)), microscope.ScopeNarrow.Width).File(true))
}

// Every text that the view makes is well-formed, keeps a reader's text apart from markup, and has no style of its own.
func TestFlagsMarkup(t *testing.T) {
	const evil = `<img src=x onerror="alert(1)">'&`
	hostile := operand.Entered{Text: operand.Typed(evil)}
	for _, e := range Examples {
		bad := e.State
		bad.X[0] = hostile
		for _, v := range []State{e.State, bad} {
			m := build(v)
			plot := buildPlot(plotOf(v))
			parts := []string{answer(m, evil, true), works(m), table(m), options(), hero(m, 0), hero(m, 1), flagsPlot(plot),
				options(), switches(m.Modes[0], 0, true), switches(m.Modes[1], 1, false)}
			for i := range v.X {
				parts = append(parts, operand.Under(m.Operands[i], encoding.LinkTo(m.F.ID, v.X[i])))
			}
			for i, p := range parts {
				golden.WellFormed(t, e.ID, "<div>"+strings.ReplaceAll(p, "<wbr>", "<wbr/>")+"</div>")
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
	plain := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(table(m), "")
	for _, r := range m.Rows {
		for _, s := range r.Side {
			if s.Known && !strings.Contains(plain, s.Hex) {
				t.Errorf("%s: %s is not shown", r.ID, s.Hex)
			}
		}
	}
}
