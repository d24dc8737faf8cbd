//go:build !js && !opening

package catalogue

import (
	"fmt"
	"strconv"
	"testing"

	"ulplab/site/lab"
)

const value = "#enc-value"

func bit(n int) string { return bitAt("enc.bits", n) }

// code fails the test where Encoding shows another code.
func (r *reader) code(want string) {
	r.t.Helper()
	r.is(".enc-code", want)
}

func TestEncOpensOnOneTenth(t *testing.T) {
	p := read(t, "#/v1/enc")
	p.contains("main", "0x3dcccccd", "normal", "1.490116119384765625e−9", "+0.200000 ulp", "0x1.99999ap−4", "0x3fb999999999999a", "≈0.099999994039535522", "≈0.10000000894069672")
	p.contains(".enc-triple", "Typed 0.1 Stored 0.1", "Difference")
	p.is(".enc-triple > div:nth-child(2) .enc-cell", "0.100000001490116119384765625")
	p.counts(`[data-bits="enc.bits"] [data-bit]`, 32)
}

// The paper's chapter 2: 2/3 and -192 in binary32 and binary64.
func TestEncPapersNumbers(t *testing.T) {
	p := read(t, "#/f32/2/3")
	p.contains("main", "0x3f2aaaab", "0x3fe5555555555555")
	p.fill(value, "-192")
	p.code("0xc3400000")
	p.contains("main", "0xc3400000", "0xc068000000000000")
	p = read(t, "#/f64/2/3")
	p.code("0x3fe5555555555555")
}

func TestEncTyping(t *testing.T) {
	p := read(t, "#/v1/enc")
	for _, c := range []struct{ text, code string }{
		{"0.1", "0x3dcccccd"}, {"-0", "0x80000000"}, {"1e-45", "0x00000001"}, {"inf", "0x7f800000"}, {"nan", "0x7fc00000"},
		{"2/3", "0x3f2aaaab"}, {"0x1p-149", "0x00000001"}, {"1e400", "0x7f800000"}, {"0x40490fdb", "0x40490fdb"}, {"−2^-3", "0xbe000000"},
	} {
		p.fill(value, c.text)
		p.code(c.code)
		p.has(value, "aria-invalid", "false")
	}
	for _, bad := range []string{"", "rubbish", "1..5", "2/0"} {
		p.fill(value, "1")
		p.code("0x3f800000")
		p.fill(value, bad)
		p.has("#enc-value", "aria-invalid", "true")
		p.contains("#enc-value-problem", "At character")
	}
	// A bit sets the value; the field then shows it.
	p.click(bit(31))
	p.has("#enc-value", "aria-invalid", "false")
}

func TestEncKeyboard(t *testing.T) {
	p := read(t, "#/f32/1")
	p.counts(`[data-bits="enc.bits"] [tabindex="0"]`, 1)
	p.focus(bit(0))
	p.press(" ")
	p.code("0x3f800001")
	p.press("Enter")
	p.code("0x3f800000")
	p.press("Home")
	p.focused(bit(31))
	p.press("1")
	p.code("0xbf800000")
	p.focused(bit(30))
	p.press("1")
	p.code("0xff800000")
	p.press("End")
	p.focused(bit(0))
	p.press("ArrowLeft")
	p.focused(bit(1))
	p.press("ArrowRight")
	p.focused(bit(0))
	p.press("1")
	p.code("0xff800001")
	p.press("0")
	p.code("0xff800000")
	p.press("ArrowUp") // from -infinity to the largest negative number
	p.code("0xff7fffff")
	p.press("PageDown")
	p.code("0xfeffffff")
	p.press("PageUp")
	p.code("0xff7fffff")
	p.press("ArrowDown")
	p.code("0xff800000")
	p.press("]")
	p.code("0xff7fffff")
	p.do(func() { p.hooks.Pressed(at{p.one(p.keyboard), new(bool)}, lab.Key{Name: "ArrowLeft", Ctrl: true}) })
	p.focused(bit(30))
	p.has(`[data-bits="enc.bits"] [tabindex="0"]`, "data-bit", "30")
	p.has(bit(30), "aria-label", "biased exponent bit 30, weight 2^7")
	p.has(bit(30), "aria-pressed", "true")
}

func TestEncBackUndoes(t *testing.T) {
	p := read(t, "#/v1/enc")
	p.click(bit(31))
	p.code("0xbdcccccd")
	p.click(bit(0))
	p.code("0xbdcccccc")
	p.back()
	p.code("0xbdcccccd")
	p.back()
	p.code("0x3dcccccd")
	p.has("#enc-value", "value", "0.1")
	p.forward()
	p.code("0xbdcccccd")
	p.linked("#/v1/enc?b=bdcccccd&f=f32")
	// What is typed in one go is one step back.
	p.fill(value, "12345")
	p.code("0x4640e400")
	p.back()
	p.code("0xbdcccccd")
	// What a link does not tell apart is no step: the pointer over a bit of a page without a link.
	p = read(t, "#/v1/enc")
	p.point(bit(3))
	if len(p.entries) != 1 {
		t.Errorf("the pointer over a bit makes an entry of the history: %q", p.entries)
	}
}

// The difference of typed and stored value: every digit, or ≈ before what is rounded.
func TestEncDifference(t *testing.T) {
	p := read(t, "#/v1/enc?f=e4m3")
	p.fill(value, "464")
	p.contains(".enc-triple", "Typed 464 Stored 448", "Difference −16 −0.500000 ulp")
	p.fill(value, "2/3")
	p.contains(".enc-triple", "Difference ≈+0.020833333333333333333") // 0.6875 − 2/3 = 1/48
	p.fill(value, "1e400")
	p.contains(".enc-triple", "overflow: beyond 448")
	p.fill(value, "nan")
	p.contains(".enc-triple", "no number, so no difference")
}

// A drag paints: every bit it meets gets the opposite of the first.
func TestEncDragPaints(t *testing.T) {
	p := read(t, "#/f32/0")
	p.do(func() {
		for i := 22; i >= 12; i-- {
			p.paint("enc.bits", strconv.Itoa(i), true, false)
		}
		p.paint("enc.bits", "12", true, true)
	})
	p.code("0x007ff000")
	p.back()
	p.code("0x00000000")
}

func TestEncFormats(t *testing.T) {
	p := read(t, "#/f32/0.1")
	for format, code := range map[string]string{"f64": "0x3fb999999999999a", "e4m3": "0x1d", "x87": "0x3ffbcccccccccccccccd", "f128": "0x3ffb999999999999999999999999999a", "e2m1": "0x0", "e8m0": "0x7c"} {
		p.pick("#enc-format", format)
		p.code(code)
	}
	p.fill("#enc-name", "e5m7")
	p.code("0x05cd") // 0_01011_1001101: 1.1001101 × 2^-4 with bias 15
	p.contains("main", "custom e5m7")
	p.fill("#enc-name", "e99m1")
	p.contains("#enc-name-problem", "A custom format is eXmY")
	// x87 codes that the processor refuses are named.
	for code, name := range map[string]string{"3fff0000000000000001": "unnormal (invalid)", "00008000000000000000": "pseudo-denormal", "7fff0000000000000000": "pseudo-infinity (invalid)", "7fff0000000000000005": "pseudo-NaN (invalid)"} {
		p.follow("#/v1/enc?f=x87&b=" + code)
		p.code("0x" + code)
		p.contains(".enc-hero", name)
	}
}

func TestEncDirections(t *testing.T) {
	p := read(t, "#/f32/0.1")
	for id, code := range map[string]string{"rtz": "0x3dcccccc", "rtp": "0x3dcccccd", "rtn": "0x3dcccccc", "odd": "0x3dcccccd", "rne": "0x3dcccccd"} {
		p.pick("#enc-dir", id)
		p.code(code)
	}
}

// TestEncNamed: the menu of values.
func TestEncNamed(t *testing.T) {
	p := read(t, "#/f32/1")
	for id, code := range map[string]string{"max": "0x7f7fffff", "minnormal": "0x00800000", "minpos": "0x00000001", "pi": "0x40490fdb", "inf": "0x7f800000", "negzero": "0x80000000", "snan": "0x7f800001", "gpunan": "0x7fffffff"} {
		p.click(fmt.Sprintf(`[data-tap="enc.put:%s"]`, id))
		p.code(code)
	}
}

// A shared link, opened anew, shows the same; a page that may not be changed keeps its value.
func TestEncReadOnly(t *testing.T) {
	p := read(t, "#/v1/enc?b=3f800000&f=f32&ro=1")
	p.do(func() { p.hooks.Clicked(at{p.one(bit(0)), new(bool)}) })
	p.code("0x3f800000")
	if _, fixed := p.one(value).attr["readonly"]; !fixed {
		t.Error("the field can be written into")
	}
	if p.number(".enc-named button") == 0 || p.number(".enc-named button:not([disabled])") != 0 {
		t.Error("named values look as if they could be chosen")
	}
	p.links("ro=1")
}

// A bit that is pointed at marks its digit of the formula and its span of the line; the formula's digits point at bits too.
func TestEncLinkedHover(t *testing.T) {
	p := read(t, "#/f32/1")
	p.point(bit(22))
	p.counts(".enc-formula .lit", 1)
	p.contains("#enc-binade", "this bit: 2−1")
	p.point(bit(30))
	p.contains("#enc-binade", "biased exponent chooses this line")
}

// The point on the line goes to a place that is pressed, and by keys.
func TestEncPoint(t *testing.T) {
	p := read(t, "#/f32/1")
	p.click(`.op-wide [data-bit="64"]`)
	p.code("0x3fc00000")
	p.focus(".enc-point")
	p.press("ArrowLeft")
	p.code("0x3fbfffff")
	p.focus(".enc-point")
	p.press("Home")
	p.code("0x3f800000")
}

// The map of all codes: a cell for each of 8 bits, binades for more.
func TestEncMap(t *testing.T) {
	p := read(t, "#/e4m3/1")
	p.counts("#enc-map", 0)
	p.click(".enc-map-row button")
	p.contains("#enc-map", "Map of all codes of FP8 E4M3", "448", "−448", "nan")
	p.focus(".enc-map")
	p.press("ArrowRight")
	p.code("0x39")
	p.focus(".enc-map")
	p.press("ArrowDown")
	p.code("0x49")
	p.pick("#enc-format", "f32")
	p.contains("#enc-map", "numbers in a unit at the left: 2149")
}
