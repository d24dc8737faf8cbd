package devices

import (
	"regexp"
	"strings"
	"testing"

	"ulplab/fpcore/gpu"
	"ulplab/site/kit/golden"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/lab/labtest"
	"ulplab/site/views/encoding"
)

// The goldens were looked at in a browser, light and dark.
func TestDevicesGoldens(t *testing.T) {
	golden.Compare(t, "devices_line.svg", devLine([2]string{"1.3", "9.0-ftz"}).File(false))
	golden.Compare(t, "devices_list.svg", list([2]string{"1.3", "x87-pc53"}).File(true))
	for _, id := range []string{"figure1", "figure5", "x87"} {
		golden.Compare(t, "devices_"+id+".svg", values(build(labtest.Example(t, Examples, id))).File(false))
	}
	golden.Compare(t, "intrin_first.html", IntrinTable(BuildIntrin(FirstIntrin())))
}

// Every value of every profile stands on the page with its kind and the title of its source: in the table when the
// profile is chosen, and in the list of all.
func TestEveryFactIsOnThePage(t *testing.T) {
	options := regexp.MustCompile(`<span class="flags-option">(.*?)</span>`) // kept together where the line breaks
	all := all()
	golden.WellFormed(t, "the list of all values", `<div>`+all+`</div>`)
	all = options.ReplaceAllString(all, "$1")
	for _, p := range gpu.Profiles() {
		id := p.CC.String()
		table := table([2]string{id, "sse"})
		golden.WellFormed(t, id, `<div>`+table+`</div>`)
		rows := strings.Split(options.ReplaceAllString(table, "$1"), `<tr role="row"`)[1:]
		if len(rows) != len(p.Facts) {
			t.Fatalf("%s: %d rows for %d features", id, len(rows), len(p.Facts))
		}
		for i, f := range p.Facts {
			title := ""
			for _, s := range gpu.Sources {
				if s.ID == f.Source {
					title = s.Title
				}
			}
			kind := `<span class="dev-kind">` + f.Kind.String() + `</span>`
			fact := `<span class="dev-value">` + words.Escape(f.Value) + `</span> <span class="dev-how">` + kind + ` <span class="term">` + words.Escape(f.Source) + `<span class="tip" role="tooltip">` + words.Escape(title) + `</span>`
			if f.Value == "" || f.Kind == 0 || title == "" {
				t.Errorf("%s, %v: no value, kind or source", id, f.Feature)
			}
			if !strings.Contains(rows[i], words.Escape(gpu.Feature(i).String())) || !strings.Contains(rows[i], fact) {
				t.Errorf("%s, %v: the table lacks %s", id, gpu.Feature(i), fact)
			}
			if !strings.Contains(all, fact) {
				t.Errorf("%s, %v: the list of all values lacks %s", id, gpu.Feature(i), fact)
			}
		}
	}
}

func TestDevicesMarkup(t *testing.T) {
	hostile := operand.Entered{Text: operand.Typed(`<img src=x onerror="alert(1)">&'`)}
	for _, e := range Examples {
		bad := e.State
		bad.X[0] = hostile
		missing := e.State
		missing.Op = "hypot"
		for _, d := range []State{e.State, bad, missing} {
			m := build(d)
			html := `<div>` + results(m) + why(d.T, false) + why(d.T, true) + matrix(d.T, d.Feature) + devRuns(d.Feature) + devMachines() + table(d.T) +
				seek(Seek{Phase: SeekFound, Why: hostile.Text.Text}) + devLine(d.T).SVG() + list(d.T).SVG()
			for i := range m.Operands {
				html += operand.Under(m.Operands[i], encoding.LinkTo(m.Operands[i].Bits.Format.ID, d.X[i]))
			}
			if m.HasLine {
				html += lines(m)
			}
			golden.Markup(t, e.ID, html+`</div>`)
		}
	}
	in := FirstIntrin()
	in.X[1].Text = hostile.Text
	for _, m := range []IntrinModel{BuildIntrin(FirstIntrin()), BuildIntrin(in)} {
		golden.Markup(t, "intrinsics", `<div>`+IntrinTable(m)+IntrinFrom(m)+IntrinOperandPicture(m.Operands[1])+`</div>`)
	}
}

// The bits in which the results differ are marked, and only these.
func TestDevicesMarksDifferingBits(t *testing.T) {
	html := results(build(labtest.Example(t, Examples, "x87"))) // 0x3ff0000000000001 and 0x3ff0000000000000
	if got := strings.Count(html, "<mark>"); got != 2 || !strings.Contains(html, "<mark>1</mark></span>") || !strings.Contains(html, "<mark>0</mark></span>") {
		t.Errorf("%d marks in %s", got, html)
	}
	if html := results(build(labtest.Example(t, Examples, "same"))); strings.Contains(html, "<mark>") {
		t.Error("equal results have marked bits")
	}
}

// Each machine of the timeline can be picked for A and for B.
func TestDevLinePicks(t *testing.T) {
	for _, p := range []svg.Picture{devLine([2]string{"1.3", "2.0"}), list([2]string{"1.3", "2.0"})} {
		for _, c := range columns() {
			for _, side := range []string{"0", "1"} {
				if strings.Count(p.Body, `data-tap="dev.pick:`+side+c.ID+`"`) != 1 {
					t.Errorf("%s cannot be picked for %s", c.ID, side)
				}
			}
		}
	}
}
