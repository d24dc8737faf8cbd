package draw

import (
	"strings"
	"testing"

	"ulplab/site/model"
	"ulplab/site/state"
)

// The goldens were looked at in a browser, light and dark.
func TestX87Goldens(t *testing.T) {
	for _, e := range state.X87Examples {
		m := model.BuildX87(e.X87)
		for name, p := range map[string]Picture{"stack": X87Stack(m, false), "stack_narrow": X87Stack(m, true), "twice": X87Twice(m, false), "twice_narrow": X87Twice(m, true)} {
			file := p.File(true)
			wellFormed(t, e.ID+" "+name, file)
			if strings.Contains(file, "var(") {
				t.Errorf("%s %s: a token is left", e.ID, name)
			}
			if e.ID == "double" || e.ID == "figure5" && name == "stack_narrow" {
				golden(t, "x87_"+e.ID+"_"+name+".svg", p.File(false))
			}
			if p.W > 1104 || strings.HasSuffix(name, "narrow") && p.W > 362 {
				t.Errorf("%s %s is %d wide", e.ID, name, p.W)
			}
		}
	}
}

// Every piece of markup is well-formed and keeps a reader's text apart from markup.
func TestX87Markup(t *testing.T) {
	var states []state.X87
	for _, e := range state.X87Examples {
		s := state.State{X87: e.X87}
		states = append(states, s.X87)
		s = state.Update(s, state.X87Type{Text: `a+<img src=x onerror="alert(1)">&'`})
		s = state.Update(s, state.X87Operand{I: 0, Text: `<img src=x onerror="alert(1)">&'`})
		states = append(states, state.Update(s, state.X87Set{Precision: 24, Spills: state.SpillAll}).X87)
	}
	for _, v := range states {
		m := model.BuildX87(v)
		parts := []string{X87Fault(m), X87Results(m), x87Whole(m, false), x87Whole(m, true), X87Types(true, false), X87Table()}
		for i := range v.X {
			parts = append(parts, X87Operand(m, v, i, false))
		}
		for i, s := range parts {
			s = strings.ReplaceAll(s, "<wbr>", "")
			wellFormed(t, "part", "<div>"+s+"</div>")
			if strings.Contains(s, "<img") || strings.Contains(s, "style=") {
				t.Errorf("part %d holds markup: %s", i, s)
			}
		}
	}
}

func TestX87Results(t *testing.T) {
	m := model.BuildX87(state.X87Examples[0].X87)
	for _, want := range []string{"0x3ff0000000000001", "0x3ff0000000000000", "1.0000000000000002", "without any rounding", "unequal"} {
		if !strings.Contains(strings.ToLower(X87Results(m)), strings.ToLower(want)) {
			t.Errorf("the results do not show %q", want)
		}
	}
	for _, want := range []string{"gcc -O2 -m32 -mfpmath=387 -mpc64", "not as SSE", `data-copy="gcc`} {
		if !strings.Contains(X87Ways(m, false), want) {
			t.Errorf("the ways do not show %q", want)
		}
	}
	for _, want := range []string{`data-tap="x87:spill:2"`, `data-tap="x87:show:3" aria-current="true"`, "vaddsd", "fstp m64"} {
		if !strings.Contains(X87Lines(m, false), want) {
			t.Errorf("the lines do not show %q", want)
		}
	}
}

func x87Whole(m model.X87, readOnly bool) string {
	pieces := X87Page(m, readOnly)
	return strings.Join(pieces[:], "")
}
