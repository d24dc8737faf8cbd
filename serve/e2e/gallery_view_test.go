package e2e

import (
	"strings"
	"testing"

	"ulplab/site/views/gallery"
)

// The gallery opens on the question that is asked most, with both results as they were posted.
func TestGalleryFirst(t *testing.T) {
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "#/v1/gallery", Wide)
		p.contains(".gallery-entry", "The release build is one bit off", "contracts", "-fmad=false", "0x4601d3ff comes out as posted", "0x4601d400 comes out as posted",
			"8308.99954068521037", "Change the program in Expression")
		p.axe()
		// The next question, and back.
		p.click(".gallery-after")
		p.wait(`document.querySelector("#gallery-title").textContent.includes("switch FMA off") && document.activeElement.id == "gallery-title"`)
		if h := p.hash(); h != "#/v1/gallery?q=off" {
			t.Errorf("the link is %s", h)
		}
		p.eval("history.back()")
		p.wait(`document.querySelector("#gallery-title").textContent.includes("release build") && document.activeElement.id == "gallery-title"`)
		// Into the live tools with the same numbers.
		p.click(".gallery-links li:nth-child(2) a")
		p.wait(`document.querySelector(".explain-answer")`)
		p.explained("FMA contraction")
	})
}

// Every question: what was posted comes out, and a row of inputs can be chosen.
func TestGalleryEvery(t *testing.T) {
	p := open(t, Hosted, "#/v1/gallery", Narrow)
	for _, q := range gallery.Entries[1:] {
		p.eval(`document.querySelector('.gallery-list a[href$="q=` + q.ID + `"]').click()`) // the list scrolls away when a question is opened
		p.wait(`location.hash.endsWith("q=` + q.ID + `") && document.activeElement.id == "gallery-title"`)
		if s := p.text(".gallery-entry"); strings.Contains(s, "is not what comes out") || !strings.Contains(s, "Computed here") {
			t.Errorf("%s: %s", q.ID, s)
		}
		p.fits(320)
	}
	p.eval(`(function () { var f = document.querySelector("#gallery-find"); f.focus(); f.value = "nan fmin"; f.dispatchEvent(new Event("input", {bubbles: true})); })()`)
	p.wait(`document.querySelectorAll(".gallery-list li").length === 1 && document.activeElement.id === "gallery-find"`)
	p.click(`.gallery-list li a`)
	p.wait(`location.hash === "#/v1/gallery?f=nan~20fmin&q=fmin" && document.activeElement.id == "gallery-title"`)
	p.axe()
	p.eval(`location.hash = "#/v1/gallery?q=clamp"`)
	p.wait(`location.hash.endsWith("q=clamp") && document.activeElement.id == "gallery-title"`)
	p.contains(".gallery-stack", "4294967295")
	p.click(`[data-tap="gallery:1"]`)
	p.contains(".gallery-stack", "705032704")
	if h := p.hash(); h != "#/v1/gallery?q=clamp&r=1" {
		t.Errorf("the link is %s", h)
	}
}
