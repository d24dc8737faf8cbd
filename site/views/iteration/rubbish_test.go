package iteration

import (
	"strings"
	"testing"

	"ulplab/site/views/expression"
)

// What a student types: nothing of it stops the program, and every message points into the text.
func TestRubbish(t *testing.T) {
	deep := strings.Repeat("(", 5000) + "a" + strings.Repeat(")", 5000)
	for _, text := range []string{"", " ", "a", "a+", "a b", "1e400", "1e99999999999", "x = ", "for(;;) x++", "while (1) x = x + 1;", deep, strings.Repeat("a+", 5900) + "a", strings.Repeat("x*", 20000), "\"", "/*", "sqrtf()",
		"float a[1000000]; a[5]", "return", "{", "}", "π", "\x00\xff", "0x", "#define A A\nA", "int main() { return main(); }", "a/0", "1/0", "0.0/0.0", "a ? b : c", "asm(\"nop\")", "std::vector<int> v;"} {
		for _, targets := range []string{"9.0 gcc exact x87 strict 1.2"} {
			e := expression.State{Text: text, Targets: targets, Rows: "a=1\tx=inf", Sweep: expression.Sweep{On: true, From: "1", Step: "1", N: 9}}
			m := expression.New(e)
			for !m.Step(1) {
			}
			if p := m.Problem; p != nil && (p.From < 0 || p.To < p.From || int(p.From) > len(text) || p.Text == "") {
				t.Errorf("%.40q: %+v", text, p)
			}
			v := New(State{Text: text, T: [2]string{"9.0", "x87"}, Start: "a=1\tx=inf", N: 20})
			for !v.Step(50) {
			}
			v.Look(0)
		}
	}
}
