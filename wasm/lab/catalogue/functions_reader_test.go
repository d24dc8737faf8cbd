//go:build !js && !opening

package catalogue

import "testing"

// The first example: the hardest binary32 argument of exp, its bits, its candidates and the counts over all arguments.
func TestFunctionsDilemma(t *testing.T) {
	p := read(t, "#/v1/functions")
	p.contains("main", "exp(≈−14.567090034484863)", "0x34fd331b", "53 bits of the value had to be known to round it to 24", "a run of 27 equal bits", "4.71621")
	p.contains(".fn-hard", "run 27", "run 26", "NVIDIA H200")
	p.contains(".fn-tries", "24 + 24", "66", "decided")
	p.click(".fn-hard .chip:nth-child(2)")
	p.contains("main", "a run of 26 equal bits")
	p.pick("#fn-example", "exp64")
	p.contains("main", "a run of 57 equal bits", "binary64")
	p.pick("#fn-function", "sqrt")
	p.fill("#fn-x", "4")
	p.contains("main", "it is exact, and there is nothing to decide")
	p.fill("#fn-x", "-1")
	p.contains("main", "outside the domain")
	p.fill("#fn-x", "x")
	p.contains("#fn-x-problem", "At character 1")
	p.linked("#/v1/functions?f=f64&fn=sqrt&tx=x&x=bff0000000000000")
}

// Both figures of the paper's Figure 6, and pi as the cause.
func TestFunctionsFigure6(t *testing.T) {
	p := read(t, "#/v1/functions?p=figure6")
	p.contains(".fn-code", "cos(5992555.000000): 3.320904615e-07", "cos(5992555.000000): 3.320904692e-07")
	p.contains("main", "0x3e964945545d8d8d", "3,814,979", "4.045e−21", "the constant of fsin and fcos", "Intel SDM")
	p.contains(".fn-pi", "53, rounded", "3.323240616e", "3.320903658e", "3.320907794e", "3.320904692e")
	p.put("#fn-pi-bits", "64")
	p.contains(".fn-steps", "3.320903658e−07")
	p.click(`[data-tap="fn:pi53"]`)
	p.contains(".fn-steps", "3.323240616e−07")
	p.linked("#/v1/functions?p=figure6&pi=53")
}

// The recorded accuracy, the worst argument's link and the profile.
func TestFunctionsMeasured(t *testing.T) {
	p := read(t, "#/v1/functions?p=measured")
	p.counts(".fn-table tbody tr", 55)
	p.contains(".fn-table", "sinf", "1.49939", "9.957 %", "−3271566.75")
	p.contains("main", "55 of 55 functions", "nvcc 13.0.88", "CUDA Programming Guide 13.x")
	p.click(`[data-tap="fn:ktanf"]`)
	p.contains(".fn-modes", "3.09553", "0xfdfc9d63", "16,777,220")
	p.contains("main", "tanf: Maximum error", "odd number of quarter turns")
	p.focus(".fn-profile")
	p.press("Home")
	p.contains(".fn-reading", "infinity and NaN")
	p.press("ArrowRight")
	p.contains(".fn-reading", "−2128 < x ≤ −2127", "default", "-use_fast_math")
	p.fill("#fn-find", "erf")
	p.counts(".fn-table tbody tr", 5)
	p.click(".fn-arg a")
	p.links("#/v1/enc?b=")
	p.contains("main", "binary32")
}

// How CUDA computes a function: its parts and steps, the result beside the correctly rounded one, under each set of flags.
func TestFunctionsSteps(t *testing.T) {
	p := read(t, "#/v1/functions?p=steps")
	p.contains("main", "expf(1)", "0x402df854", "That is the correctly rounded value", "CUDA 13.0 (V13.0.88), sm_90")
	p.contains(".fn-run", "reduction", "ex2.approx.ftz.f32", "−0.430 ulp", "fma.rm.f32", " ulp")
	p.click(`[data-tap="fn:m2"]`)
	p.contains("main", "-use_fast_math")
	p.pick("#fn-lib", "sinf")
	p.contains(".fn-run", "sin.approx.ftz.f32")
	p.click(`[data-tap="fn:m0"]`)
	p.fill("#fn-a0", "1e10")
	p.contains(".fn-run", "product", "mad.wide.u32")
	p.pick("#fn-lib", "pow")
	p.fill("#fn-a1", "0.5")
	p.contains("main", "pow(1, 0.5)", "no exact value of this function")
	p.fill("#fn-a0", "x")
	p.contains("#fn-a0-problem", "At character 1")
	p.linked("#/v1/functions?a0=3ff0000000000000&a1=3fe0000000000000&p=steps&s=pow&ta0=x&ta1=0.5")
}
