//go:build !js && !opening

package catalogue

import (
	"strings"
	"testing"
)

// The first example: a release build against a debug build, with the bits that were posted.
func TestExprFirst(t *testing.T) {
	p := read(t, "#/v1/expr")
	p.contains(".expr-stack", "0x4601d400", "0x4601d3ff", "ulp")
	p.contains(".expr-verdict", "differ by 1 ulp", "Closer to the exact value")
	p.contains(".expr-cause", "d + b*c", "fma.rn.f32")
	p.contains(".expr-lists", "fma.rn.f32", "mul.rn.f32", "microscope")
	p.counts(".expr-back .expr-apart", 1)
	if n := p.number(".expr-stack mark"); n < 4 {
		t.Errorf("%d marks in the bits", n)
	}
	p.linked("#/v1/expr")
}

// Figure 1 as the paper prints it: read in spite of the missing semicolon, and both outputs.
func TestExprFigure1(t *testing.T) {
	p := read(t, "#/v1/expr")
	p.pick("#expr-example", "figure1")
	p.contains(".expr-notes", "semicolon")
	p.contains(".expr-prints", "a 1.0000001", "b -1.0000002", "r 0", "r 1.4210855e-14")
	p.contains(".expr-stack", "0x28800000", "0x00000000")
}

// Typing: errors stand at their place, the last results stay away, nothing typed is lost; back undoes.
func TestExprTyping(t *testing.T) {
	p := read(t, "#/v1/expr")
	p.fill("#expr-text", "a*(b + ")
	p.contains("#expr-text-problem", "Character 6", "expected")
	p.has("#expr-text", "value", "a*(b + ")
	p.counts(".expr-back .expr-bad", 1)
	p.fill("#expr-text", "a*b + c*d")
	p.contains(".expr-stack", "0x")
	p.fill("#expr-in-0", "1e400")
	p.contains(".expr-fields", "0x7f800000")
	p.fill("#expr-in-0", "zwei")
	if p.text("#expr-in-0-problem") == "" {
		t.Error("“zwei” has no problem")
	}
	p.fill("#expr-in-0", "2/3")
	p.contains(".expr-fields", "0x3f2aaaab")
	p.press("ArrowUp")
	p.contains(".expr-fields", "0x3f2aaaac")
	p.fill("#expr-text", "")
	p.contains(".expr-left", "Type an expression")
	for _, text := range []string{"1e400", strings.Repeat("(", 400), "for(;;)", "\x00ü\"", "float x[9999999];"} {
		p.fill("#expr-text", text)
	}
	p.fill("#expr-text", "<img src=x onerror=alert(1)>")
	if len(p.text("#expr-text-problem")) <= 5 {
		t.Errorf("the problem of markup is %q", p.text("#expr-text-problem"))
	}
	p.counts(".expr img", 0) // what was typed is no markup
	p.back()
	p.back()
}

// Columns: added, compared, moved, removed; the link opens the same page.
func TestExprColumns(t *testing.T) {
	p := read(t, "#/v1/expr")
	p.pick("#expr-add", "1.2")
	p.contains(".expr-stack", "capability 1.2")
	p.has("#expr-add", "value", "")
	p.click(`[data-tap="expr:B5"]`)
	p.has(`[data-tap="expr:B5"]`, "aria-pressed", "true")
	p.click(`[data-tap="expr:+"]`)
	p.contains(".expr-rows", "17278", "Row")
	p.click("#expr-find-start")
	if n := p.number(".expr-rows tbody tr"); n < 4 {
		t.Errorf("%d rows", n)
	}
	p.click("#expr-sweep-on")
	p.one("#expr-sweep svg")
	p = p.reopened(t, "main")
	p.one("#expr-sweep svg")
	p.click("footer button")
	p.contains(".expr-stack", "0x4601d400")
	p.linked("#/v1/expr")
}

// Iteration: where the orbits part, the slider, own steps.
func TestIterView(t *testing.T) {
	p := read(t, "#/v1/iter")
	p.contains(".iter-verdict", "The bits diverge at step")
	p.contains(".iter-fit", "bits a step", "Lyapunov")
	p.one("#iter-plot svg")
	p.contains(".iter-table", "ulp")
	p.fill("#iter-text", "x = x + ")
	p.contains("#iter-text-problem", "expected")
	p.fill("#iter-text", "a + b")
	p.contains(".iter", "Nothing is carried over")
	p.fill("#iter-text", "x = x*x - 1.5f;")
	p.contains(".iter-stack", "Step")
	p.pick("#iter-example", "newton")
	p.contains(".iter-verdict", "the same again")
}

// A target's operations as PTX, and the view that runs them, which gives the target's bits.
func TestExpressionPTX(t *testing.T) {
	p := read(t, "#/v1/expr")
	p.click(`[data-tap="expr:l6"]`)
	p.click(`[data-tap="expr:l14"]`)
	p.contains(".expr-code", "The operations of compute capability 9.0, -G.", "mul.rn.f32", "// b*c", "add.rn.f32")
	p.click(`[data-tap="expr:l6"]`)
	p.contains(".expr-code", ".visible .entry evaluate(", "fma.rn.f32", "// d + b*c", "mul.rn.f32", "// a*(d + b*c)")
	p = p.reopened(t, ".expr-code")
	p.click(".expr a[href*=ptx]")
	p.contains(".ptx-verdict", "1 element written")
	p.contains(".ptx", "8309 0x4601d400")
	p = read(t, "#/v1/expr")
	p.fill("#expr-text", "expf(a)")
	p.click(`[data-tap="expr:l6"]`)
	p.contains(".expr", "and no instruction of PTX")
}
