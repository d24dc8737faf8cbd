package draw

import (
	"regexp"
	"strings"
	"testing"

	"ulplab/fpcore/gpu"
	"ulplab/site/model"
	"ulplab/site/state"
)

// The goldens were looked at in a browser, light and dark.
func TestDevicesGoldens(t *testing.T) {
	golden(t, "devices_line.svg", DevLine([2]string{"1.3", "9.0-ftz"}).File(false))
	golden(t, "devices_list.svg", DevList([2]string{"1.3", "x87-pc53"}).File(true))
	for _, id := range []string{"figure1", "figure5", "x87"} {
		golden(t, "devices_"+id+".svg", DevValues(model.BuildDevices(devicesOf(t, id))).File(false))
	}
}

func devicesOf(t *testing.T, id string) state.Devices {
	t.Helper()
	for _, e := range state.DevicesExamples {
		if e.ID == id {
			return e.Devices
		}
	}
	t.Fatalf("no example %q", id)
	return state.Devices{}
}

// Every value of every profile stands on the page with its kind and the title of its source: in the table when the
// profile is chosen, and in the list of all.
func TestEveryFactIsOnThePage(t *testing.T) {
	options := regexp.MustCompile(`<span class="flags-option">(.*?)</span>`) // kept together where the line breaks
	all := DevAll()
	wellFormed(t, "the list of all values", `<div>`+all+`</div>`)
	all = options.ReplaceAllString(all, "$1")
	for _, p := range gpu.Profiles() {
		id := p.CC.String()
		table := DevTable([2]string{id, "sse"})
		wellFormed(t, id, `<div>`+table+`</div>`)
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
			fact := `<span class="dev-value">` + Escape(f.Value) + `</span> <span class="dev-how">` + kind + ` <span class="term">` + Escape(f.Source) + `<span class="tip" role="tooltip">` + Escape(title) + `</span>`
			if f.Value == "" || f.Kind == 0 || title == "" {
				t.Errorf("%s, %v: no value, kind or source", id, f.Feature)
			}
			if !strings.Contains(rows[i], Escape(gpu.Feature(i).String())) || !strings.Contains(rows[i], fact) {
				t.Errorf("%s, %v: the table lacks %s", id, gpu.Feature(i), fact)
			}
			if !strings.Contains(all, fact) {
				t.Errorf("%s, %v: the list of all values lacks %s", id, gpu.Feature(i), fact)
			}
		}
	}
}

func TestDevicesMarkup(t *testing.T) {
	hostile := state.Operand{Text: state.Typed(`<img src=x onerror="alert(1)">&'`)}
	for _, e := range state.DevicesExamples {
		bad := e.Devices
		bad.X[0] = hostile
		missing := e.Devices
		missing.Op = "hypot"
		for _, d := range []state.Devices{e.Devices, bad, missing} {
			m := model.BuildDevices(d)
			html := `<div>` + DevResults(m) + DevWhy(d.T, false) + DevWhy(d.T, true) + DevMatrix(d.T, d.Feature) + DevRuns(d.Feature) + DevMachines() + DevTable(d.T) +
				DevSeek(state.Seek{Phase: state.SeekFound, Why: hostile.Text.Text}) + DevLine(d.T).SVG() + DevList(d.T).SVG()
			for i := range m.Operands {
				html += OperandUnder(m.Operands[i], DatumLink(m.Operands[i].Bits.Format.ID, d.X[i]))
			}
			if m.HasLine {
				html += DevLines(m)
			}
			checkMarkup(t, e.ID, html+`</div>`)
		}
	}
}

// The bits in which the results differ are marked, and only these.
func TestDevicesMarksDifferingBits(t *testing.T) {
	html := DevResults(model.BuildDevices(devicesOf(t, "x87"))) // 0x3ff0000000000001 and 0x3ff0000000000000
	if got := strings.Count(html, "<mark>"); got != 2 || !strings.Contains(html, "<mark>1</mark></span>") || !strings.Contains(html, "<mark>0</mark></span>") {
		t.Errorf("%d marks in %s", got, html)
	}
	if html := DevResults(model.BuildDevices(devicesOf(t, "same"))); strings.Contains(html, "<mark>") {
		t.Error("equal results have marked bits")
	}
}

// Each machine of the timeline can be picked for A and for B.
func TestDevLinePicks(t *testing.T) {
	for _, p := range []Picture{DevLine([2]string{"1.3", "2.0"}), DevList([2]string{"1.3", "2.0"})} {
		for _, c := range model.DevColumns() {
			for _, side := range []string{"0", "1"} {
				if strings.Count(p.Body, `data-tap="dev.pick:`+side+c.ID+`"`) != 1 {
					t.Errorf("%s cannot be picked for %s", c.ID, side)
				}
			}
		}
	}
}
