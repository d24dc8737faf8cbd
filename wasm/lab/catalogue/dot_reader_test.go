//go:build !js && !opening

package catalogue

import (
	"fmt"
	"strings"
	"testing"
)

// dotNode is the selector of a node of the large graph, or of a small one by its shape.
func dotNode(n int) string { return fmt.Sprintf(`[data-bits="dot.l"] [data-bit="%d"]`, n) }

// Figure 5 with the recovered vectors: all four codes of the paper, the exact digits, and which result is the
// correctly rounded one.
func TestDotFigure5(t *testing.T) {
	p := read(t, "#/v1/dot")
	p.contains(".dot-table", "exact 0.0559587528435… 0x3D653501.5635B0", "serial ≈0.05595880747 0x3D653510 +14.6632 no 0x3D653510 ✓",
		"FMA ≈0.05595875159 0x3D653501 −0.336757 ✓ yes 0x3D653501 ✓", "parallel ≈0.05595874786 0x3D653500 −1.33676 no 0x3D653500 ✓",
		"serial, reversed ≈0.05595862865 0x3D6534E0 −33.3368 no", "FMA, reversed ≈0.05595878139 0x3D653509 +7.66324 no")
	p.contains(".dot-exact", "0.05595875284357632040155294816941022872924804687", "0x3D653501.5635B0")
	p.contains(".dot-note", "several print alike", "0x3D65350158…")
	p.contains("#dot-three", "5 steps, 8 roundings", "4 steps, 4 roundings", "3 steps, 7 roundings")
	// The vectors as printed, with both digits of the third element.
	p.pick("#dot-example", "printed")
	p.contains(".dot-table", "0x3D6533F0", "0x3D6533F6", "0x3D6533E0", "0x3D653510 ✗")
	p.contains(".dot-note", "do not give the table of Figure 5")
	p.pick("#dot-example", "typo")
	p.contains(".dot-table", "0x3D6C4450", "0x3D6C4456", "0x3D6C4460")
	p.back()
	p.contains(".dot-table", "0x3D6533F0")
	p.back()
	p.contains(".dot-table", "0x3D653510 +14.6632")
}

// Chapter 2.2: the bits and the binary significands of A + B + C.
func TestDotSum(t *testing.T) {
	p := read(t, "#/v1/dot")
	p.pick("#dot-mode", "sum")
	p.linked("#/v1/dot?x=40000001.3f800001.41000001")
	p.contains(".dot-table", "(A + B) + C 11.0000019073486328125 0x41300002 +0.625000 no", "A + (B + C) 11.00000095367431640625 0x41300001 −0.375000 ✓ yes",
		"(A + C) + B 11.00000095367431640625 0x41300001 −0.375000 ✓ yes", "exact 11.00000131130218505859375")
	p.contains(".dot-exact", "2³ × 1.01100000000000000000001011")
	for k, words := range [][]string{{"1.01100000000000000000010", "+5/8 ulp from the exact sum"}, {"1.01100000000000000000001", "−3/8 ulp from the exact sum"}} {
		got := p.all(".dot-side svg.graph")[k].shown()
		for _, w := range words {
			if !strings.Contains(got, w) {
				t.Errorf("tree %d does not show %s: %s", k, w, got)
			}
		}
	}
	p.lacks("#dot-one")
	p.fill("#dot-2-1", "-2")
	p.contains(".dot-table", "exact 8.00000119209289550781")
}

// The keyboard walks through a graph; what it is on is described, and marked in the link.
func TestDotKeyboard(t *testing.T) {
	p := read(t, "#/v1/dot")
	p.contains(".dot-detail", "serial step 5 of 5: final sum", "t₄ = rn(t₃ + p₄)", "0x3D653510", "+14.6632 ulp", "0.0559587528435763")
	p.focus("#dot-l-0-8")
	on := func(n int, words ...string) {
		t.Helper()
		p.focused(fmt.Sprintf("#dot-l-0-%d", n))
		p.contains(".dot-detail", words...)
	}
	p.press("ArrowUp")
	on(7, "p₄ = rn(a₄ × b₄)", "step 1 of 5: a product")
	p.press("ArrowLeft")
	on(5, "p₃ = rn(a₃ × b₃)")
	p.press("ArrowDown")
	on(6, "t₃ = rn(t₂ + p₃)", "a₁b₁ + a₂b₂ + a₃b₃ exactly")
	p.linked("#/v1/dot?n=7")
	p.press("Home")
	on(0, "t₀ = 0", "where the sum begins")
	p.press("End")
	on(8, "final sum")
	p.has("#dot-l-0-8", "aria-label", "t₄ = rn(t₃ + p₄) = ≈0.0559588, rounding error 0 ulp")
	// The operation of a node opens in the Operation view; back comes to the same node.
	p.focus(dotNode(7))
	p.contains(".dot-detail", "p₄ = rn(a₄ × b₄)")
	p.click(".dot-op")
	p.links("#/v1/op?")
	p.back()
	p.linked("#/v1/dot?n=8")
	p.contains(".dot-detail", "p₄ = rn(a₄ × b₄)")
}

// Vectors: typing, errors beside the field, lists, elements.
func TestDotVectors(t *testing.T) {
	p := read(t, "#/v1/dot")
	p.fill("#dot-1-3", "0")
	p.contains(".dot-table", "exact 0.737605513854… 0x3F3CD3B7.075A60")
	p.fill("#dot-0-0", "2/")
	p.has("#dot-0-0", "aria-invalid", "true")
	if p.text("#dot-0-0-problem") == "" || p.text("#dot-1-0-problem") != "" {
		t.Errorf("the problem is %q", p.text("#dot-0-0-problem"))
	}
	p.fill("#dot-0-0", "2/3")
	p.has("#dot-0-0", "aria-invalid", "false")
	p.has("#dot-0-0", "value", "2/3")
	p.leave("#dot-0-0")
	p.has("#dot-0-0", "value", "2/3")
	// A pasted list grows the vectors.
	p.fire(p.one("#dot-0-1"), "paste", "1, 2\n3 4\t5,6")
	p.settle()
	for i, want := range []string{"2/3", "1", "2", "3", "4", "5", "6"} {
		p.has(fmt.Sprintf("#dot-0-%d", i), "value", want)
	}
	if n := p.number(".dot-rows li:not([hidden])"); n != 7 && n != 10 {
		t.Errorf("%d rows", n)
	}
	p.click(`[aria-label="Remove element 7"]`)
	p.click(`[aria-label="Remove element 1"]`)
	p.has("#dot-0-0", "value", "1")
	p.has("#dot-0-4", "value", "5")
	p.lacks("#dot-0-5")
}

// Larger examples, formats and options, without anything sticking out.
func TestDotExamples(t *testing.T) {
	p := read(t, "#/v1/dot")
	for id, words := range map[string]string{
		"ints": "exact 234038038 0x4D5F3231.60", "worse": "parallel 0 0x00000000 −8,388,608", "tiny": "serial 1 0x3F800000 −7.50000",
		"uniform": "0x40A1F22F", "wide": "0x4F6DF26E", "half": "0x2B34", "bf16": "0x3D81",
	} {
		p.pick("#dot-example", id)
		p.contains(".dot-table", words)
	}
	p.pick("#dot-example", "uniform")
	for k := range 6 {
		p.click(fmt.Sprintf(`[data-tap="dot.shape:%d"]`, k+1))
		if n := p.number(`[data-bits="dot.l"] [data-bit]`); n < 64 {
			t.Errorf("order %d has %d nodes", k, n)
		}
	}
	p.pick("#dot-format", "f64")
	p.contains(".dot-table", "0x4014")
	p.pick("#dot-dir", "rtz")
	p.links("r=rtz")
	p.pick("#dot-flush", "flush")
	p.links("z=1")
	p = p.reopened(t, ".dot-table")
	p.pick("#dot-format", "f128")
}
