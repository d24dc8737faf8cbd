//go:build !js && !opening

package catalogue

import (
	"fmt"
	"strings"
	"testing"

	"ulplab/site/views/paper"
)

// paperNumbers are the figures that the page must show, as computed and, where the paper prints
// something else, as printed.
var paperNumbers = []string{
	"1 8 23", "1 11 52", "(−1)^1 × 2^7 × 1.5", "127", "1023", "134", "1030",
	"1 10000110 .10000000000000000000000", "0xC3400000", "1 10000110 .100000000000000000000000",
	"1 10000000110 .10000000000000000…0000000", "0xC068000000000000",
	"0.10101010…", "0 01111110 .01010101010101010101011", "0x3F2AAAAB", "0.666666686534881591796875",
	"0 01111111110 .01010101010101010…1010101", "0x3FE5555555555555",
	"2^1 × 1.00000000000000000000001", "2^0 × 1.00000000000000000000001", "2^3 × 1.00000000000000000000001",
	"2^3 × 1.01100000000000000000001011", "2^1 × 1.1000000000000000000000110000…", "2^1 × 1.10000000000000000000010",
	"2^3 × 1.0010000000000000000000100100…", "2^3 × 1.00100000000000000000001", "2^3 × 1.0110000000000000000000101100…",
	"2^3 × 1.01100000000000000000010", "2^3 × 1.01100000000000000000001", "0x41300002", "0x41300001",
	"+0.625000 ulp", "−0.375000 ulp",
	"1.00160064", "1.60064 × 10^−3", "1.60064 × 10^−4", "1.6006 × 10^−3", "1.6000 × 10^−3", "1.0016 × 10^−4",
	"6.4 × 10^−7", "0.00064", "4 × 10^−8", "0.00004",
	"2^−46 × 1.00000000000000000000000", "0x28800000", "0x3F800001", "0xBF800002",
	"1.0000001", "-1.0000002", "1.4210855e-14", "a: 1.0000001", "r: 1.4210855e-14", "unsigned int i;",
	"a4 × b4 + (a3 × b3 + (a2 × b2 + (a1 × b1 + 0)))", "a4 × b4 = (a3 × b3", "((a1 × b1) + (a2 × b2)) + ((a3 × b3) + (a4 × b4))",
	"1.907607", "−.7862027", "1.147311", "1.148311", ".9604002", "−.9355000", "−.6915108", "1.724470", "−.7097529", "0x3F92DB19",
	".0559587528435…", "0x3D65350156…", "0x3D65350158…", "0x3D653510", "0x3D653501", "0x3D653500",
	".0559588074", ".0559588075", ".0559587515", ".0559587516", ".0559587478", ".0559587479",
	"+14.6632 ulp", "−0.336757 ulp", "−1.33676 ulp", "0x3D6533F0", "0x3D6533F6", "0x3D6533E0",
	"FMA, parallel, serial", "2008", "2019", "AMD since 2011, Intel since 2013", "CUDA 8.0",
	// chapter 4: Figure 1 on 1.2, 1.3, 2.0, SSE; FMAD in the loop of Figure 5; flags; rounding
	"Figure 1 on 1.3", "Figure 1 on 2.0", "Figure 1 on x86, SSE", "0x3E99999A", "0x3FD3333333333334", "2^−127", "2^−104", "0x3970000000000000",
	"1,739,619 of 2,000,000", "rn\u00a00x3D088889, rz\u00a0…88, ru\u00a0…89, rd\u00a0…88", "rn\u00a00x3FD43D136248490F, rz\u00a0…0F, ru\u00a0…10, rd\u00a0…0F", "round towards −∞",
	"-ftz=true -prec-div=false -prec-sqrt=false", "0x3F555556", "0x400F1BBC", "0xAFE147AE", "nvcc (-fmad=false)", "MXCSR 0x5F80", "0x3FFDAAAAAB0000000000",
	// chapter 5: both figures of Figure 6 and their cause
	"cos(5992555.000000): 3.320904615e-07", "cos(5992555.000000): 3.320904692e-07", "0x3E964945545D8D8D", "4.04453e−21", "3814979", "3.323240616e-07", "3.320907794e-07",
	"+145730402.8", "2.5 ulp", "4.3.3-4ubuntu5", "4.4.3-4ubuntu5", "0x3FF0000000000001", "single and doubleprecision",
}

// TestPaperNumbers: every figure stands in the text of the page.
func TestPaperNumbers(t *testing.T) {
	p := paper.Build()
	page := read(t, "#/v1/paper?o=all")
	page.contains("main", paperNumbers...)
	var counts []string
	for i, m := range paper.Marks {
		counts = append(counts, fmt.Sprintf("%d %s", p.Counts[i], m))
	}
	page.contains("main", fmt.Sprintf("%d statements: %s.", p.Total, strings.Join(counts, ", ")))
	if n := page.number(".paper-claim"); n != p.Total {
		t.Errorf("%d statements on the page, want %d", n, p.Total)
	}
	for _, c := range []string{"2011 PDF", "2013 HTML", "later HTML", "older web", "newest web"} {
		page.contains(".paper-editions", c)
	}
}

// TestPaperMachines: Figure 1 and the loop of Figure 5 stand beside the machine that gives them.
func TestPaperMachines(t *testing.T) {
	page := read(t, "#/v1/paper?o=all&s=4.2")
	for _, w := range []struct{ claim, text string }{
		{"notall", "loop of Figure 2 on 1.2: FMAD 0x3D653500"},
		{"notall", "on 2.0: FMA 0x3D653501"},
		{"single13", "loop of Figure 2 on 1.3: FMAD 0x3D653500"},
		{"nofma13", "Figure 1 on 1.3 0 0x00000000"},
		{"nofma13", "Figure 1 on 2.0 2^−46 0x28800000"},
		{"nofma13", "Figure 1 on x86, SSE 0 0x00000000"},
		{"figure6", "gcc -m64: correctly rounded cos(5992555.000000): 3.320904615e-07"},
		{"figure6", "gcc -m32: fcos of x87 cos(5992555.000000): 3.320904692e-07"},
	} {
		page.contains(`[data-claim="`+w.claim+`"]`, w.text)
	}
}

// TestPaperStatement: a link to a statement leads there; its own link is the address.
func TestPaperStatement(t *testing.T) {
	p := read(t, "#/v1/paper?c=figure6")
	p.focused("#paper-figure6")
	p.click(`[data-claim="library"] .paper-anchor`)
	p.linked("#/v1/paper?c=library")
	p.focused("#paper-library")
	p.click(`.paper-bar [data-tap="paper.go:2.1"]`)
	p.linked("#/v1/paper?s=2.1")
	p.focused("#paper-2-1")
}

// TestPaperLinks follows every link of the page: it opens the view that its label names, without problems.
func TestPaperLinks(t *testing.T) {
	p := read(t, "#/v1/paper")
	links := p.all(".paper-links a")
	if len(links) < 30 {
		t.Fatalf("%d links", len(links))
	}
	for _, link := range links {
		href := link.attr["href"]
		view := strings.TrimPrefix(strings.SplitN(href, "?", 2)[0], "#/v1/")
		p.follow(href)
		p.one(`[data-view="` + view + `"]:not([hidden]) *`)
		p.lacks(`aside[aria-label="About this link"]`)
		p.lacks(".failed")
		p.linked(href)
	}
}

// TestPaperSection: a link to a section puts the focus on its heading.
func TestPaperSection(t *testing.T) {
	p := read(t, "#/v1/paper?s=2.3")
	p.focused("#paper-2-3")
	p.click(`.paper-bar [data-tap="paper.go:3.2"]`)
	p.focused("#paper-3-2")
	p.linked("#/v1/paper?s=3.2")
	p.keyboard = ""
	p.click(`.paper-bar [data-tap="paper.go:3.2"]`) // again
	p.focused("#paper-3-2")
}

// TestPaperFolds: a short section is open at first; opening another closes it and goes into the link, back returns, a link
// to a statement opens its section, one to a printing error the list of these, too; figures and references are found in
// the index.
func TestPaperFolds(t *testing.T) {
	p := read(t, "#/v1/paper")
	folds := func(want string) {
		t.Helper()
		var open []string
		for _, fold := range p.all(".paper-fold[open]") {
			for _, number := range p.all(".paper-section .paper-no") {
				if number.inside(fold.parent) {
					open = append(open, number.shown())
				}
			}
		}
		if got := strings.Join(open, " "); got != want {
			t.Errorf("%s: open are %q, want %q", p.fragment, got, want)
		}
	}
	folds("2.2")
	p.click(`[aria-labelledby="paper-4-2"] summary`)
	folds("4.2")
	p.linked("#/v1/paper?s=4.2")
	p.focused("#paper-4-2")
	p.contains(`[data-claim="fma13"]`, "2^−104")
	p.back()
	p.linked("#/v1/paper")
	folds("2.2")
	p.click(`.paper-all`)
	p.linked("#/v1/paper?o=all")
	p.counts(".paper-fold[open]", 21)
	p.click(`.paper-all`)
	p.linked("#/v1/paper?o=none")
	folds("")
	p.follow("#/v1/paper?c=slashop")
	folds("5.2")
	p.focused("#paper-slashop")
	p.follow("#/v1/paper?c=colon")
	folds("2.3")
	p.focused("#paper-colon")
	p.follow("#/v1/paper?n=4.1")
	folds("4.3")
	p.focused("#paper-4-3")
	p.click(`.paper-index > summary`)
	p.click(`.paper-index li a[href="#/v1/paper?c=dotbits"]`)
	folds("3.2")
	p.focused("#paper-dotbits")
	p.one("#paper-figure-5")
}
