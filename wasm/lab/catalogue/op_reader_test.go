//go:build !js && !opening

package catalogue

import (
	"strconv"
	"testing"

	"ulplab/site/kit/microscope"
)

func TestOpOpensOnATie(t *testing.T) {
	p := read(t, "#/v1/op")
	p.contains("main", "0.30000000000000004", "0x3fd3333333333334", "exactly half an ulp is lost, a tie", "+0.500000 ulp", "inexact",
		"0x3fb999999999999a", "0x3fc999999999999a", "stored: 0.10000000000000000555111512")
	p.contains(".op-table", "roundTiesToEven .rn", "roundTiesToAway .rna", "roundTowardZero .rz", "roundTowardPositive .rp", "roundTowardNegative .rm", "roundToOdd", "stochastic .rs",
		"0x3fd3333333333333", "−0.500000", "lower neighbour", "upper neighbour")
	p.contains("#op-scope", "kept", "discarded", "guard 1 · round 0 · sticky 0")
	p.contains("#op-line", "exact 0.3000000000000000166", "midpoint")
}

// A + B of the paper's chapter 2.2.
func TestOpPaperSum(t *testing.T) {
	p := read(t, "#/v1/op")
	p.pick("#op-example", "paper")
	p.contains("main", "≈3.0000004768371582", "0x40400002", "0x40000001", "0x3f800001", "3.00000035762786865234375")
	p.contains("#op-scope", "guard 1 · round 0 · sticky 0")
}

func TestOpTypingAndHistory(t *testing.T) {
	p := read(t, "#/v1/op?o=add&f=f32&ta=1&tb=1")
	p.contains(".op-hero", "1 + 1", "2")
	p.fill("#op-b", "2^-24")
	p.contains("main", "0x33800000", "a tie; the last kept bit is 0")
	typed := p.fragment
	p.click(`[data-tap="op.dir:rtp"]`)
	p.contains(".op-hero", "1.0000001", "roundTowardPositive")
	p.contains(".op-table .here", "roundTowardPositive")
	p.chosen("#op-dir", "rtp")
	p.back()
	p.linked(typed)
	p.contains(".op-hero", "roundTiesToEven")
	p.back()
	p.contains(".op-hero", "1 + 1", "2")
	p.forward()
	p.contains("main", "0x33800000")
	p.fill("#op-a", "rubbish")
	p.contains("#op-a-problem", "At character 1: ")
	p.contains(".op-hero", "1")
	p.has("#op-a", "value", "rubbish")
}

func TestOpOperationsAndFormats(t *testing.T) {
	p := read(t, "#/v1/op")
	p.pick("#op-example", "fp8")
	p.contains(".op-hero", "464", "448", "FP8 E4M3")
	p.fill("#op-a", "465")
	p.contains("main", "nan", "has no infinity; its NaN takes the place", "overflow, inexact")
	p.pick("#op-ov", "sat")
	p.contains("main", "448", "Saturated")
	p.pick("#op-example", "tf32")
	p.contains("main", "1025", "0x22401")
	p.pick("#op-example", "overflow")
	p.contains(".op-table", "0x7f800000", "0x7f7fffff", "≈3.4028234663852886e+38")
	p.pick("#op-example", "twothirds")
	p.contains("main", "0x3f2aaaab", "+0.333333 ulp", "a − b × result = −5.9604644775390625e−8")
	p.pick("#op-id", "sqrt")
	p.lacks("#op-b")
	p.contains("main", "1.4142135", "0x3fb504f3")
	p.pick("#op-src", "f16")
	p.contains("main", "1.414")
	p.pick("#op-id", "cmp")
	p.contains("main", "compareQuietEqual", "compareSignalingGreaterUnordered", "totalOrder(a, b)")
	p.pick("#op-id", "toint")
	p.pick("#op-it", "s8")
	p.fill("#op-a", "200")
	p.contains("main", "127", "outside the range of the type", "invalid")
	p.click(`button[aria-label="Operand a one ulp up"]`)
	p.contains("main", "127")
}

func TestOpDigitsAndBits(t *testing.T) {
	p := read(t, "#/v1/op")
	p.click(".op-answer .op-toggle")
	p.contains("main", "0.3000000000000000166533453693773481063544750213623046875", "0.3000000000000000444089209850062616169452667236328125")
	p.click(".op-part .op-toggle")
	p.one("#op-scope .scope-full svg")
	p = p.reopened(t, "main")
	p.one("#op-scope .scope-full svg")
}

// Of a small number its digits are shown, not the zeros before them; random bits that are not understood leave no result
// standing as if it were theirs.
func TestOpDrafts(t *testing.T) {
	p := read(t, "#/v1/op?o=add&f=f32&ta=1e-40&tb=0")
	p.contains("main", "stored: 9.9999461011147595815259", "e−41 (−0.384635 ulp)")
	p = read(t, "#/v1/op?o=add&f=f32&ta=1&tb=1e-9&r=sr&rb=8")
	p.lacks(".stale")
	p.put("#op-rn", "xyz")
	p.contains(".stale .stale-slot", "the word of random bits is not understood")
	p.put("#op-rn", "12345")
	p.contains("main", "This takes more than 8 random bits")
	p.one(".stale .op-hero")
	p.put("#op-rn", "ff")
	p.lacks(".stale")
	p.put("#op-rn", "xyz")
	p.pick("#op-dir", "rne") // which uses none
	p.lacks(".stale")
}

// Other faces of the view can be shown.
func TestOpFaces(t *testing.T) {
	p := read(t, "#/v1/op")
	for _, link := range []string{
		"#/v1/op?o=cmp&f=f128&ta=nan&tb=1", "#/v1/op?o=toint&f=f64&ta=-1.5&it=u64", "#/v1/op?o=fma&f=f128&ta=1/3&tb=1e4000&tc=1e-4000&t=before&nan=arm",
		"#/v1/op?o=cvt&f=f32&g=bf16&a=3f803000&r=sr&rb=16&rn=d123", "#/v1/op?o=div&f=x87&ta=rubbish&tb=0", "#/v1/op?o=add&f=e5m3&ta=1&tb=1e9&ov=sat",
		"#/v1/fma?f=f128&tx=1/3&ty=1e4000&tz=-1e-4000&all=1", "#/v1/fma?m=dec&n=10&dx=123456.789", "#/v1/fma?f=e8m0&tx=-1&ty=nan&tz=0",
	} {
		p.follow(link)
		p.linked(link)
		p.lacks(".failed")
	}
}

// Arrow keys in a field step by one ulp, and the field then shows the value.
func TestOpKeys(t *testing.T) {
	p := read(t, "#/v1/op?o=add&f=f32&ta=1&tb=1")
	p.focus("#op-a")
	p.press("ArrowUp")
	p.contains("main", "0x3f800001")
	p.has("#op-a", "value", "1.0000001")
	p.press("ArrowDown", "ArrowDown")
	p.contains("main", "0x3f7fffff")
}

// The steps of an operation, forward and back by buttons and keys; each is in the link, and the last one is the result.
func TestOpSteps(t *testing.T) {
	p := read(t, "#/v1/op?o=add&f=f32&ta=1&tb=2%5E-24")
	p.click("#op-scope .op-walk button")
	p.contains(".op-stepper", "1 of 6", "Operands")
	p.click(".op-stepper button:nth-of-type(2)")
	p.contains(".op-stepper", "2 of 6", "Align", "differ by 24")
	p.focus(".op-stepper button")
	p.press("ArrowRight")
	p.contains(".op-stepper", "3 of 6", "Add")
	p.focus(".op-stepper button")
	p.press("End")
	p.contains(".op-stepper", "6 of 6", "Round", "a tie")
	p.focus(".op-stepper button")
	p.press("ArrowLeft")
	p.contains(".op-stepper", "5 of 6", "Cut", "exactly half of the last kept place")
	p = read(t, "#/v1/op?o=div&f=f32&ta=2&tb=3&s=27")
	p.contains(".op-stepper", "27 of", "Digit 26 of the quotient", "guard bit")
	p = read(t, "#/v1/op?o=cmp&f=f32&ta=2&tb=3")
	p.contains("main", "There are no steps: a comparison")
}

// A column of the microscope that is pointed at lights the digit of the result and, below the cut, its piece of the line.
func TestOpLinkedHover(t *testing.T) {
	p := read(t, "#/v1/op")
	place := func(w int) string { return `.op-wide [data-bit="` + strconv.Itoa(microscope.PlaceOf(w)) + `"]` }
	p.counts("#op-line .lit-line", 0)
	p.point(place(-55))
	p.contains("#op-line .op-wide .lit-line", "2−55")
	p.point(place(-54))
	p.counts(".op-bits .lit", 1)
}

// Stochastic rounding has the probability of both results and draws.
func TestOpDraws(t *testing.T) {
	p := read(t, "#/v1/op?o=cvt&f=f32&g=bf16&a=3f803000&r=sr&rb=16&rn=d123")
	p.contains("#op-draws", "3/16 = 18.75 %", "1,000 of 1,000 draws")
	p.pick("#op-n", "100")
	p.contains("#op-draws", "100 of 100 draws")
}

// An operand typed as an expression says what it comes to and what rounding it did.
func TestOpExpressions(t *testing.T) {
	p := read(t, "#/v1/op?o=add&f=f32&ta=1&tb=1")
	p.fill("#op-b", "sqrt(2)")
	p.contains("main", "typed: 1.414213562373095048801688724209698078569…; stored: 1.41421353816986083984375 (−")
	p.fill("#op-b", "1+2^-23")
	p.contains("main", "typed: 1.00000011920928955078125", "0x3f800001")
	p.fill("#op-b", "1+")
	p.contains("main", "At character 3: the text ends where a number is expected")
}
