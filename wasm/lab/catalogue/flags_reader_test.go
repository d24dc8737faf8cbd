//go:build !js && !opening

package catalogue

import "testing"

// The paper's two modes side by side, the option that makes the difference, the steps, and the errors of neighbours.
func TestFlagsTwoModes(t *testing.T) {
	p := read(t, "#/v1/flags")
	p.contains(".op-answer", "6.1666665", "0x40c55555", "div.rn.f32", "6.1666669845581055", "0x40c55556", "div.full.ftz.f32", "measured",
		"1 ulp apart: neighbouring numbers. -prec-div=false alone makes the difference.",
		"nvcc -arch=sm_90 -ftz=true -prec-div=false -prec-sqrt=false -fmad=true kernel.cu", "nvcc -arch=sm_90 -ftz=false -prec-div=true -prec-sqrt=true -fmad=true kernel.cu")
	p.contains(".flags-works", "MUFU.RCP", "special-function unit", "0x3eaaaaab", "correctly rounded: one rounding of the exact value")
	p.contains("#flags-line", "left", "right", "6.1666665", "exact 6.1666666")
	p.contains(".flags-table", "left", "right", "rcp.approx.ftz.f32", "-prec-sqrt=false", "sinf(-ftz=true)", "0xbeaf599e", "hypotf(-use_fast_math)")
	p.contains("#flags-plot", "4096 consecutive values of b", "Every result correctly rounded; the largest error is 0.50 ulp.", "29.5 % of the results are not correctly rounded; the largest error is 1.22 ulp.")
}

func TestFlagsExamples(t *testing.T) {
	p := read(t, "#/v1/flags")
	for id, parts := range map[string][]string{
		"third":      {"Other instructions, the same bits on these operands."},
		"quotient":   {"≈2.9387358770557188e−39", "-ftz=true alone makes the difference."},
		"tiny":       {"≈7.1746481373430634e−43", "-ftz=true alone makes the difference."},
		"difference": {"0x00400000", "0x00000000"},
		"cancel":     {"≈1.4210854715202004e−14", "mul.rn.f32, add.rn.f32", "-fmad=false alone makes the difference."},
		"hole":       {"div.approx.ftz.f32", "-use_fast_math alone makes the difference."},
		"cosine":     {"−0.3826833", "≈3.3209045113835600e−7", "__cosf(-ftz=true)", "3.320904615115980458244764…e−7"},
		"double":     {"The options control float alone", "The same instruction on both sides"},
		"tesla":      {"On 1.3 the options change nothing", "Tesla: GeForce GTX 280"},
	} {
		p.pick("#flags-example", id)
		p.contains(".op-answer", parts[0])
		p.contains("main", parts...)
		p = p.reopened(t, ".op-answer")
	}
	p.click("footer button")
	p.contains(".op-answer", "6.1666665")
	p.linked("#/v1/flags")
}

// Switches, the table's choice of an operation, the histogram's operands, typing.
func TestFlagsSwitches(t *testing.T) {
	p := read(t, "#/v1/flags")
	switches := func(side, n string) string {
		return ".fma-results > div:nth-child(" + side + ") .flags-switches button:nth-child(" + n + ")"
	}
	p.click(switches("2", "2")) // -prec-div back to true
	p.contains(".op-answer", "div.rn.ftz.f32", "Other instructions, the same bits on these operands.")
	p.click(switches("2", "5")) // -use_fast_math
	p.contains(".op-answer", "div.approx.ftz.f32", "nvcc -arch=sm_90 -use_fast_math kernel.cu")
	if _, fixed := p.one(switches("2", "1")).attr["disabled"]; !fixed {
		t.Error("-ftz can be switched although -use_fast_math implies it")
	}
	p.click(`[data-tap="flags:op:sqrt"]`)
	p.contains(".op-answer", "sqrt.approx.ftz.f32", "4.3011622")
	p.contains("#flags-plot", "sqrtf(a)", "sqrt.approx.ftz.f32")
	p.focus(`[data-tap="flags:over:2"]`)
	p.press("Enter")
	p.contains("#flags-plot", "16 of every exponent")
	p.fill("#flags-a", "2")
	p.contains(".op-answer", "1.4142135")
	p.fill("#flags-a", "2x")
	p.contains("#flags-a-problem", "At character ")
	p.contains(".op-answer", "1.4142135")
	p.pick("#flags-cc", "5.2")
	p.contains(".op-answer", "sqrt.approx.ftz.f32: the code of this approximation is known from 8.0 on")
	p.links("cc=5.2", "o=sqrt", "r=fastmath", "n=all")
}

// The search finds operands on which the two sides differ, and says why where there are none.
func TestFlagsFind(t *testing.T) {
	p := read(t, "#/v1/flags?o=a~2bb")
	p.contains(".op-answer", "Other instructions, the same bits on these operands.")
	p.click(".flags-find button")
	p.contains(".op-answer", "-ftz=true alone makes the difference.")
	p.click(`[data-tap="flags:op:sin"]`)
	p.click(".flags-find button")
	p.contains(".op-answer", "sinf(-ftz=true)", "-ftz=true alone makes the difference.")
}

// The twelve intrinsics of the paper's 4.4 in four directions, inside the Devices view.
func TestRoundingIntrinsics(t *testing.T) {
	p := read(t, "#/v1/devices")
	p.contains(".intrin-table", "__fadd", "__fmul", "__fmaf", "__frcp", "__fdiv", "__fsqrt", "__dadd", "__dmul", "__fma", "__drcp", "__ddiv", "__dsqrt",
		"fmaf(x, y, z)", "1.0f / x", "add.rn.f32", "exact in all four directions", "1.0000001", "0x3f800001")
	p.contains(".intrin", "software before 2.0 (documented: CUDA C Programming Guide 4.2, F.2)")
	p.pick("#intrin-example", "zeros")
	p.contains(".intrin-table", "0x80000000", "0x8000000000000000")
	p.pick("#intrin-example", "underflow")
	p.contains(".intrin-table", "0x00273356", "0x00273355")
	p.click(".intrin .row .op-toggle")
	p.contains(".intrin-table", "mul.rn.ftz.f32", "the same in all four directions")
	p.fill("#intrin-x", "2/3")
	p.contains(".intrin", "0x3f2aaaab", "0x3fe5555555555555")
	p.reopened(t, ".intrin")
}
