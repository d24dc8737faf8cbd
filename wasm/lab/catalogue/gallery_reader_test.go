//go:build !js && !opening

package catalogue

import (
	"strings"
	"testing"

	"ulplab/site/views/gallery"
)

// The gallery opens on the question that is asked most, with both results as they were posted.
func TestGalleryFirst(t *testing.T) {
	p := read(t, "#/v1/gallery")
	p.contains(".gallery-entry", "The release build is one bit off", "contracts", "-fmad=false", "0x4601d3ff comes out as posted", "0x4601d400 comes out as posted",
		"8308.99954068521037", "Change the program in Expression")
	// The next question, and back.
	p.click(".gallery-after")
	p.contains("#gallery-title", "switch FMA off")
	p.focused("#gallery-title")
	p.linked("#/v1/gallery?q=off")
	p.back()
	p.contains("#gallery-title", "release build")
	p.focused("#gallery-title")
	// Into the live tools with the same numbers.
	p.click(".gallery-links li:nth-child(2) a")
	p.contains(".explain-answer", "FMA contraction")
}

// Every question: what was posted comes out, and a row of inputs can be chosen.
func TestGalleryEvery(t *testing.T) {
	p := read(t, "#/v1/gallery")
	for _, q := range gallery.Entries[1:] {
		p.keyboard = ""
		p.click(`.gallery-list a[href$="q=` + q.ID + `"]`)
		p.linked("#/v1/gallery?q=" + q.ID)
		p.focused("#gallery-title")
		if s := p.text(".gallery-entry"); strings.Contains(s, "is not what comes out") || !strings.Contains(s, "Computed here") {
			t.Errorf("%s: %s", q.ID, s)
		}
	}
	p.fill("#gallery-find", "nan fmin")
	p.counts(".gallery-list li", 1)
	p.focused("#gallery-find")
	p.click(`.gallery-list li a`)
	p.linked("#/v1/gallery?f=nan~20fmin&q=fmin")
	p.focused("#gallery-title")
	p.follow("#/v1/gallery?q=clamp")
	p.focused("#gallery-title")
	p.contains(".gallery-stack", "4294967295")
	p.click(`[data-tap="gallery:1"]`)
	p.contains(".gallery-stack", "705032704")
	p.linked("#/v1/gallery?q=clamp&r=1")
}
