//go:build !js && !opening

package catalogue

import "testing"

// The binary example of chapter 2.3 and Figure 1.
func TestFMAFigureOne(t *testing.T) {
	p := read(t, "#/v1/fma")
	p.contains("main", "0x28800000", "0x00000000", "≈1.4210854715202004e−14", "The fused result is exact; the separate one is 8,388,608 ulp off.", "closer")
	p.contains(".fma-code", "a.i = 0x3F800001;", "b.i = 0xBF800002;", "r = a.f * a.f + b.f;", `printf("r %.8g\n", r);`)
	p.contains(".fma-prints", "a: 1.0000001 b: -1.0000002 r: 0", "a: 1.0000001 b: -1.0000002 r: 1.4210855e-14")
	p.contains("#fma-steps", "Two roundings", "One rounding", "a separate product rounds these away", "guard 0 · round 0 · sticky 1")
}

// The paper's decimal example, computed in decimal.
func TestFMADecimal(t *testing.T) {
	p := read(t, "#/v1/fma")
	p.pick("#fma-example", "decimal")
	p.contains("main", "1.6000 × 10−3", "1.6006 × 10−3", "1.60064 × 10−3", "6.4e−7", "4e−8", "The paper gives the true value as 1.60064 × 10⁻⁴", "6.4 × 10⁻⁷ and 4 × 10⁻⁸")
	p.linked("#/v1/fma?m=dec")
	p.pick("#fma-places", "9")
	p.contains("main", "1.60064000 × 10−3", "exact")
	p.fill("#fma-dec", "1.00000001")
	p.contains("main", "2.00000001 × 10−8", "2.00000000 × 10−8")
	p.fill("#fma-dec", "abc")
	p.contains("#fma-dec-problem", "At character 1: ")
	p.contains("main", "2.00000001 × 10−8")
	p.click(".op-inputs .op-toggle")
	p.contains("main", "0x28800000")
}

func TestFMAExamples(t *testing.T) {
	p := read(t, "#/v1/fma")
	for id, parts := range map[string][]string{
		"residual":    {"−1.4901161193847656e−8", "0xb2800000", "0x00000000"},
		"square":      {"0xafe147ae", "would be NaN"},
		"determinant": {"0x3075c290", "A determinant"},
		"release":     {"0x3f9e8cbf", "0x3f9e8cbe", "The fused result is closer: 0.452148 ulp off, the separate one 0.547852 ulp."},
		"overflow":    {"∞", "0x7f000000", "left the range"},
		"same":        {"Both ways give the same result."},
	} {
		p.pick("#fma-example", id)
		p.contains("main", parts...)
	}
	p.pick("#fma-example", "same")
	p.pick("#fma-dir", "rtz")
	p.pick("#fma-format", "f16")
	p.contains("main", "binary16")
	p.fill("#fma-x", "0.1")
	p.contains("main", "0x2e66")
	p.reopened(t, "main")
}

// Reset goes back to the first example, back undoes it.
func TestFMAReset(t *testing.T) {
	p := read(t, "#/v1/fma?f=f64&tx=3&ty=5&tz=1")
	p.contains(".fma-results", "16")
	p.click("footer button")
	p.contains("main", "0x28800000")
	p.back()
	p.contains(".fma-results", "16")
}
