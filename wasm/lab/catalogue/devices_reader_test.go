//go:build !js && !opening

package catalogue

import (
	"strings"
	"testing"
)

// Figure 1 on 1.3 and 2.0, with the instructions and the rule that makes the difference; Figures 1 and 5 on every
// machine, FMAD's 0x3D653500 among them.
func TestDevicesFigures(t *testing.T) {
	p := read(t, "#/v1/devices")
	p.contains(".dev-results", "compute capability 1.3", "0x00000000", "mad.f32", "error −8,388,608 ulp", "measured envytools",
		"compute capability 2.0", "0x28800000", "≈1.4210854715202004e−14", "fma.rn.f32", "error 0 ulp", "documented PTX", "closer")
	p.contains("main", "The results are 8,388,608 ulp apart. B is closer to the exact value", "the product is truncated: mad.f32, against fma.rn.f32")
	solid := func(s string) string { return strings.ReplaceAll(s, " ", "") } // the style sheet sets apart what stands in a cell
	rows := solid(p.text(".dev-machines"))
	for _, row := range []string{
		"1.0 to 1.3 mad.f32 Figure 1 0 0x00000000 Figure 5 ≈0.055958747863769531 0x3d653500 measured envytools",
		"2.0 to 12.0 fma.rn.f32 Figure 1 ≈1.4210854715202004e−14 0x28800000 Figure 5 ≈0.055958751589059830 0x3d653501 documented PTX",
		"x86, SSE2 mulss, addss Figure 1 0 0x00000000 Figure 5 ≈0.055958807468414307 0x3d653510 measured EPYC",
		"x87, 64-bit precision fmul, fadd, fst m32 Figure 1 ≈1.4210854715202004e−14 0x28800000 Figure 5 ≈0.055958751589059830 0x3d653501",
	} {
		if !strings.Contains(rows, solid(row)) {
			t.Errorf("the machines lack %q: %s", row, rows)
		}
	}
	p.pick("#dev-example", "figure5")
	p.contains(".dev-results", "0x3f3cd3b6", "0x3f3cd3b7")
	p.contains("main", "1 ulp apart")
}

// The three bands of the paper's 4.1 to 4.3, and picking by pointer and by keyboard, with the way back.
func TestDevicesTimeline(t *testing.T) {
	p := read(t, "#/v1/devices")
	p.contains("#dev-line", "1.2 and below 4.1", "1.3 4.2", "2.0 and above 4.3", "FMAD truncates", "tensor cores", "Blackwell")
	p.click(`.op-wide [data-tap="dev.pick:19.0"]`)
	p.contains(".dev-results", "compute capability 9.0", "measured H200")
	p.linked("#/v1/devices?q=9.0")
	p.focus(".dev-slide-A")
	p.press("ArrowLeft", "ArrowLeft")
	p.contains(".dev-results", "compute capability 1.1")
	p.has(".dev-slide-A", "aria-valuetext", "compute capability 1.1")
	p.press("End")
	p.contains(".dev-results", "x87, 64-bit precision", "fld m32", "fst m32")
	p.back()
	p.contains(".dev-results", "compute capability 1.1", "compute capability 9.0")
	p.back()
	p.contains(".dev-results", "compute capability 1.3")
}

// The button finds operands where two machines differ, or says why there are none.
func TestDevicesWitness(t *testing.T) {
	p := read(t, "#/v1/devices?p=sse&q=x87&o=a~2ab&d=1&ta=1&tb=1")
	p.contains("main", "Both deliver the same bits.")
	p.click("#dev-seek")
	p.contains(".dev-seek", "Found:")
	p.contains("main", "ulp apart", "rounded twice")
	if h := p.fragment; strings.Contains(h, "ta=1") || !strings.Contains(h, "a=") {
		t.Errorf("the operands found are not in the link: %s", h)
	}
	p.pick("#dev-example", "same")
	p.click("#dev-seek")
	p.contains(".dev-seek", "No operands differ:", "both execute fma.rn.f64", "the same bits for all operands")
}

// A rule's own button leads to operands that show this rule.
func TestDevicesRules(t *testing.T) {
	p := read(t, "#/v1/devices?p=9.0&q=9.0-ftz")
	p.contains(".dev-rules", "-ftz", "changes bits")
	p.click(`.dev-rules [data-tap="dev.witness:0"]`)
	p.contains(".dev-seek", "Found:")
	p.contains("main", "subnormal operands are read as zero")
}

func TestDevicesOptionsTypingAndHistory(t *testing.T) {
	p := read(t, "#/v1/devices")
	p.pick("#dev-example", "fastdiv")
	p.contains(".dev-results", "MUFU.RCP", "div.approx.ftz.f32", "0x3f800000", "0x00000000")
	p.pick("#dev-B-options", "9.0-nodiv")
	p.contains(".dev-results", "div.full.f32", "-prec-div=false")
	p.contains("main", "Both deliver the same bits.")
	p.fill("#dev-b", "rubbish")
	p.contains("#dev-b-problem", "At character 1: ")
	p.contains(".dev-results", "div.full.f32")
	p.fill("#dev-b", "7")
	p.fill("#dev-a", "3")
	p.contains("main", "1 ulp apart")
	p.focus("#dev-a")
	p.press("ArrowUp")
	p.contains("main", "3.0000002")
	p.pick("#dev-A", "x87")
	p.pick("#dev-A-options", "x87-pc24")
	p.contains(".dev-results", "x87, 24-bit precision")
	p.pick("#dev-op", "hypot")
	p.contains(".dev-results", "No bits:")
	p.reopened(t, "main")
}

// Every value shows kind and source; a feature's name shows its values.
func TestDevicesFeatures(t *testing.T) {
	p := read(t, "#/v1/devices")
	if features, tags := p.number(".dev-table:not(.dev-rules) tbody tr"), p.number(".dev-table:not(.dev-rules) .dev-kind"); features != 24 || tags != 48 {
		t.Errorf("%d features with %d kinds", features, tags)
	}
	p.contains(".dev-matrix", "D", "M", "I")
	p.click(`[data-tap="dev.feature:22"]`)
	p.contains("main", "FP64, TF32, BF16, FP16, FP8, FP6, FP4, INT8 documented PG13")
	p.counts(".fold > summary", 5)
	p.contains(".dev-all", "FMAD: the product is truncated to 24 bits", "general knowledge")
}

// The narrow timeline leads to machines too.
func TestDevicesNarrowTimeline(t *testing.T) {
	p := read(t, "#/v1/devices?p=1.2&q=x87&o=a~2ab&d=1&ta=0.1&tb=0.2")
	p.contains(".dev-results", "demoted to float", "fmul")
	p.click(`.op-narrow [data-tap="dev.pick:012.0"]`)
	p.contains(".dev-results", "compute capability 12.0")
}

// Between every two neighbours of the timeline and for every flag of nvcc, the page finds operands or says why there
// are none.
func TestDevicesEveryNeighbour(t *testing.T) {
	p := read(t, "#/v1/devices")
	pairs := [][2]string{{"9.0", "9.0-ftz"}, {"9.0", "9.0-nodiv"}, {"9.0", "9.0-nosqrt"}, {"9.0", "9.0-nofma"}, {"9.0", "9.0-fastmath"}, {"9.0", "9.0-fast"}}
	columns := []string{"1.0", "1.1", "1.2", "1.3", "2.0", "2.1", "3.0", "3.5", "5.0", "5.2", "5.3", "6.0", "6.1", "6.2", "7.0", "7.5", "8.0", "8.6", "8.9", "9.0", "10.0", "12.0", "sse", "fma3", "x87"}
	for i := range columns[1:] {
		pairs = append(pairs, [2]string{columns[i], columns[i+1]})
	}
	for _, pair := range pairs {
		link := "#/v1/devices?p=" + pair[0] + "&q=" + pair[1]
		p.follow(link)
		p.linked(link)
		button, shows := "#dev-seek", p.number(".dev-rules .dev-differ [data-tap]") > 0
		if shows {
			button = ".dev-rules .dev-differ [data-tap]"
		}
		p.click(button)
		if said := p.text(".dev-seek"); !strings.Contains(said, "Found:") && !strings.Contains(said, "No operands differ:") {
			t.Errorf("%v: %s", pair, said)
		}
		if found := strings.Contains(p.text(".dev-seek"), "Found:"); found != shows || found != strings.Contains(p.text(".dev-results + .op-why"), "differ") && found != strings.Contains(p.text(".dev-results + .op-why"), "apart") {
			t.Errorf("%v: rules that show: %v, %s %s", pair, shows, p.text(".dev-seek"), p.text(".dev-results + .op-why"))
		}
	}
}
