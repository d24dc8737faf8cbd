package e2e

import (
	"fmt"
	"strconv"
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

// TestPaperNumbers: every figure stands in the text of the page, in both editions of the lab.
func TestPaperNumbers(t *testing.T) {
	p := paper.Build()
	everyEdition(t, func(t *testing.T, e Edition) {
		page := open(t, e, "#/v1/paper?o=all", Wide)
		page.contains("main", paperNumbers...)
		var counts []string
		for i, m := range paper.Marks {
			counts = append(counts, fmt.Sprintf("%d %s", p.Counts[i], m))
		}
		page.contains("main", fmt.Sprintf("%d statements: %s.", p.Total, strings.Join(counts, ", ")))
		if n := page.count(".paper-claim"); n != p.Total {
			t.Errorf("%d statements on the page, want %d", n, p.Total)
		}
		for _, c := range []string{"2011 PDF", "2013 HTML", "later HTML", "older web", "newest web"} {
			page.contains(".paper-editions", c)
		}
	})
}

// TestPaperMachines: Figure 1 and the loop of Figure 5 stand beside the machine that gives them, in both editions.
func TestPaperMachines(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		page := open(t, e, "#/v1/paper?o=all&s=4.2", Wide)
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
	})
}

// TestPaperStatement: a link to a statement scrolls there and shows all marks; its own link is the address.
func TestPaperStatement(t *testing.T) {
	p := open(t, Hosted, "#/v1/paper?c=figure6", Phone)
	p.wait(`document.activeElement.id === "paper-figure6"`)
	p.settle()
	if top, err := strconv.ParseFloat(p.eval(`document.activeElement.getBoundingClientRect().top`), 64); err != nil || top < 0 || top > 400 {
		t.Errorf("the statement is %v px below the window's top (%v)", top, err)
	}
	p.click(`[data-claim="library"] .paper-anchor`)
	p.wait(`location.hash === "#/v1/paper?c=library" && document.activeElement.id === "paper-library"`)
	p.click(`.paper-bar [data-tap="paper.go:2.1"]`)
	p.wait(`location.hash === "#/v1/paper?s=2.1" && document.activeElement.id === "paper-2-1"`)
	if y := p.eval(`document.querySelector(".paper-bar").getBoundingClientRect().top`); y != "0" {
		t.Errorf("the short contents are at %s, not at the top of the window", y)
	}
}

// TestPaperLinks follows every link of the page: it opens the view that its label names, without problems.
func TestPaperLinks(t *testing.T) {
	p := open(t, Hosted, "#/v1/paper", Wide)
	n := p.count(".paper-links a")
	if n < 30 {
		t.Fatalf("%d links", n)
	}
	for i := range n {
		link := fmt.Sprintf(`document.querySelectorAll(".paper-links a")[%d]`, i)
		href := p.eval(link + `.getAttribute("href")`)
		view := strings.TrimPrefix(strings.SplitN(href, "?", 2)[0], "#/v1/")
		p.eval(link + `.click()`)
		p.wait(fmt.Sprintf(`location.hash === %q && document.querySelector('[data-view=%q]:not([hidden]) *') !== null`, href, view))
		p.settle()
		if p.shown(`aside[aria-label="About this link"]`) {
			t.Errorf("%s has problems: %s", href, p.text(`aside[aria-label="About this link"]`))
		}
		if p.count(".failed") > 0 {
			t.Errorf("%s: %s", href, p.text(".failed"))
		}
		if p.hash() != href {
			t.Errorf("%s became %s", href, p.hash())
		}
	}
}

// TestPaperSection: a link to a section scrolls there and puts the focus on its heading.
func TestPaperSection(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/paper?s=2.3", Wide)
		at := func(id string) {
			t.Helper()
			p.wait(fmt.Sprintf(`document.activeElement.id === %q`, id))
			p.settle()
			if top, err := strconv.ParseFloat(p.eval(fmt.Sprintf(`document.getElementById(%q).getBoundingClientRect().top`, id)), 64); err != nil || top < 0 || top > 400 {
				t.Errorf("the heading %s is %v px below the window's top (%v)", id, top, err)
			}
		}
		at("paper-2-3")
		p.click(`.paper-bar [data-tap="paper.go:3.2"]`)
		at("paper-3-2")
		if h := p.hash(); h != "#/v1/paper?s=3.2" {
			t.Errorf("the address is %s", h)
		}
		p.eval(`scrollTo(0, 0)`)
		p.click(`.paper-bar [data-tap="paper.go:3.2"]`) // again, from the top
		at("paper-3-2")
	})
}

// TestPaperFilter: the buttons show one mark; back undoes it; a link shows it again.
func TestPaperFilter(t *testing.T) {
	const visible = `[].filter.call(document.querySelectorAll(".paper-fold[open] .paper-claim"), function (e) { return e.getClientRects().length > 0; })`
	made := paper.Build()
	shows := func(p *tpage, want int, selector string) {
		t.Helper()
		p.wait(fmt.Sprintf(`%s.length === %d`, visible, want))
		p.wait(fmt.Sprintf(`%s.every(function (e) { return e.matches(%q); })`, visible, selector))
	}
	p := open(t, Hosted, "#/v1/paper?o=all", Phone)
	shows(p, made.Total, "*")
	for i, m := range paper.Marks {
		filter := fmt.Sprintf(".paper-filter button:nth-child(%d)", i+2)
		p.focus(filter)
		p.press("\r")
		p.wait(fmt.Sprintf(`location.hash === "#/v1/paper?m=%s"`, m))
		shows(p, made.Counts[i], ".m-"+string(m))
		if got := p.eval(fmt.Sprintf(`document.querySelector(%q).getAttribute("aria-pressed")`, filter)); got != "true" {
			t.Errorf("the button of %s is pressed: %s", m, got)
		}
		p.axe()
		p.eval(`history.back()`)
		p.wait(`location.hash === "#/v1/paper?o=all"`)
		shows(p, made.Total, "*")
	}
	q := open(t, Hosted, "#/v1/paper?m=outdated&s=2.1", Narrow)
	shows(q, made.Counts[4], ".m-outdated")
	q.contains(".paper-body", "No statement of this section has this mark.")
	q.fits(320)
}

// TestPaperFolds: a short section is open at first; opening another closes it and goes into the link, back returns, a link
// to a statement opens its section, one to a printing error the list of these, too; figures and references are found in
// the index.
func TestPaperFolds(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/paper", Wide)
		folds := func(want string) {
			t.Helper()
			p.wait(fmt.Sprintf(`[].map.call(document.querySelectorAll(".paper-fold[open]"), function (e) { return e.parentNode.querySelector(".paper-section .paper-no").textContent; }).join(" ") === %q`, want))
		}
		folds("2.2")
		p.focus(`#paper-4-2`)
		p.press("\t")
		p.press("\r") // the summary below the heading
		folds("4.2")
		p.wait(`location.hash === "#/v1/paper?s=4.2" && document.activeElement.id === "paper-4-2"`)
		p.contains(`[data-claim="fma13"]`, "2^−104")
		p.eval(`history.back()`)
		p.wait(`location.hash === "#/v1/paper"`)
		folds("2.2")
		p.click(`.paper-all`)
		p.wait(`location.hash === "#/v1/paper?o=all" && document.querySelectorAll(".paper-fold[open]").length === 21`)
		p.click(`.paper-all`)
		p.wait(`location.hash === "#/v1/paper?o=none"`)
		folds("")
		p.eval(`location.hash = "#/v1/paper?c=slashop"`)
		folds("5.2")
		p.wait(`document.activeElement.id === "paper-slashop"`)
		p.eval(`location.hash = "#/v1/paper?c=colon"`)
		folds("2.3")
		p.wait(`document.activeElement.id === "paper-colon"`)
		p.eval(`location.hash = "#/v1/paper?n=4.1"`)
		folds("4.3")
		p.wait(`document.activeElement.id === "paper-4-3"`)
		p.click(`.paper-index > summary`)
		p.click(`.paper-index li a[href="#/v1/paper?c=dotbits"]`)
		folds("3.2")
		p.wait(`document.activeElement.id === "paper-dotbits" && document.querySelector("#paper-figure-5") !== null`)
		p.axe()
	})
}
