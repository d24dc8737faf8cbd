//go:build !js && !opening

package catalogue

import "testing"

// What the view opens on: a·b + c fused and not, where they part, and the thread.
func TestPTXContract(t *testing.T) {
	p := read(t, "#/v1/ptx")
	p.contains(".ptx-verdict", "3 of 4 elements of r differ, the first at r[0].")
	p.contains(".ptx-results", "5.9604644775390625e−8", "0x33800000", "≈ 2²⁹ ulp", "block 0, thread 3")
	p.contains(".ptx-part", "fma.rn.f32", "mul.rn.f32", "add.rn.f32", "axpb.cu:5")
	p.contains(".ptx-walk", "Step 14 of 16", "1.000244140625")
	p.click(".ptx-walk .iter-slide button")
	p.contains(".ptx-walk", "Step 13 of 16", "Memory: c[0].")
	p.linked("#/v1/ptx?i=13")
	p.click(".ptx-sides button[aria-label='The thread of B']")
	p.contains(".ptx-step", "mul.rn.f32")
}

func TestPTXExamples(t *testing.T) {
	p := read(t, "#/v1/ptx")
	for _, e := range [][]string{
		{"exp", "3 of 6 elements of y differ", "ex2.approx.ftz.f32"},
		{"reduce", "1 of 1 elements of s differ", "block 0, thread 0"},
		{"softmax", "of 1,024 elements of y differ", "Fused with line", "one rounding"},
		{"layernorm", "of 1,024 elements of y differ", "Fused with line"},
	} {
		p.pick("#ptx-example", e[0])
		p.contains("main", e[1:]...)
	}
	p.pick("#ptx-against", "0")
	p.contains(".ptx-verdict", "1,024 elements written by")
	p.fill("#ptx-grid", "0")
	p.contains("main", "One to three sizes")
	p.reopened(t, "main")
}

// A text that cannot be read is told by its place; what is typed for a thread that is not there is told.
func TestPTXProblems(t *testing.T) {
	p := read(t, "#/v1/ptx")
	p.fill("#ptx-text", ".version 8.7\n.target sm_90\n.address_size 64\n.entry k() { .reg .f32 %a; bad.f32 %a, %a; ret; }")
	p.contains("#ptx-text-problem", "Line 4, column 28", "bad.f32 is not among the instructions that the lab runs")
	p.fill("#ptx-text", "mul %a")
	p.contains("#ptx-text-problem", "Line 1, column 1")
	p = read(t, "#/v1/ptx")
	p.fill("#ptx-thread-of", "9")
	p.contains("main", "This launch has 1 block of 4 threads")
	p.fill("#ptx-0-list", "1 2 x 4")
	p.contains("main", "Number 3, “x”")
}
