package x87

import (
	"strings"
	"testing"

	"ulplab/site/kit/golden"
	"ulplab/site/kit/svg"
)

// The goldens were looked at in a browser, light and dark.
func TestX87Goldens(t *testing.T) {
	for _, e := range Examples {
		m := build(e.State)
		for name, p := range map[string]svg.Picture{"stack": stack(m, false), "stack_narrow": stack(m, true), "twice": x87Twice(m, false), "twice_narrow": x87Twice(m, true)} {
			file := p.File(true)
			golden.WellFormed(t, e.ID+" "+name, file)
			if strings.Contains(file, "var(") {
				t.Errorf("%s %s: a token is left", e.ID, name)
			}
			if e.ID == "double" || e.ID == "figure5" && name == "stack_narrow" {
				golden.Compare(t, "x87_"+e.ID+"_"+name+".svg", p.File(false))
			}
			if p.W > 1104 || strings.HasSuffix(name, "narrow") && p.W > 362 {
				t.Errorf("%s %s is %d wide", e.ID, name, p.W)
			}
		}
	}
}

// Every piece of markup is well-formed and keeps a reader's text apart from markup.
func TestX87Markup(t *testing.T) {
	var states []State
	for _, e := range Examples {
		s := e.State
		states = append(states, s)
		s = Type{Text: `a+<img src=x onerror="alert(1)">&'`}.Apply(s)
		s = Operand{I: 0, Text: `<img src=x onerror="alert(1)">&'`}.Apply(s)
		states = append(states, Set{Precision: 24, Spills: SpillAll}.Apply(s))
	}
	for _, v := range states {
		m := build(v)
		parts := []string{fault(m), results(m), whole(m, false), whole(m, true), types(true, false), table()}
		for i := range v.X {
			parts = append(parts, x87Operand(m, v, i, false))
		}
		for i, s := range parts {
			s = strings.ReplaceAll(s, "<wbr>", "")
			golden.WellFormed(t, "part", "<div>"+s+"</div>")
			if strings.Contains(s, "<img") || strings.Contains(s, "style=") {
				t.Errorf("part %d holds markup: %s", i, s)
			}
		}
	}
}

func TestX87Results(t *testing.T) {
	m := build(Examples[0].State)
	for _, want := range []string{"0x3ff0000000000001", "0x3ff0000000000000", "1.0000000000000002", "without any rounding", "unequal"} {
		if !strings.Contains(strings.ToLower(results(m)), strings.ToLower(want)) {
			t.Errorf("the results do not show %q", want)
		}
	}
	for _, want := range []string{"gcc -O2 -m32 -mfpmath=387 -mpc64", "not as SSE", `data-copy="gcc`} {
		if !strings.Contains(x87Ways(m, false), want) {
			t.Errorf("the ways do not show %q", want)
		}
	}
	for _, want := range []string{`data-tap="x87:spill:2"`, `data-tap="x87:show:3" aria-current="true"`, "vaddsd", "fstp m64"} {
		if !strings.Contains(lines(m, false), want) {
			t.Errorf("the lines do not show %q", want)
		}
	}
}

func whole(m Model, readOnly bool) string {
	pieces := page(m, readOnly)
	return strings.Join(pieces[:], "")
}
