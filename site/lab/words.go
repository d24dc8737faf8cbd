package lab

// What the page around the views says.
const (
	Name         = "ULP Lab"
	linkCopied   = "Link copied"
	linkProblems = "This link could not be read completely:"
	footerWords  = "Every bit is computed in this page; nothing is sent anywhere."
	fileOpen     = "Open a file …"
	fileNowhere  = "This view takes no files; Reduction, Matrix product, Quantize, PTX and Explain do."
	fileReadOnly = "This page is for reading only and takes no files; open it in the lab."
	fileHint     = "or drop one here: CSV, TSV, NPY or raw values, up to 32 MB. It stays on this machine."

	presentAbout  = "Large type without the rest; parts hidden and revealed (key P)"
	addAbout      = "States to go through while presenting"
	playlistAbout = "Order, titles, link and file"
	pinAbout      = "Two states side by side, both alive"
	pinEnd        = "End comparing"
	pinSame       = "Both show the same state. Change either one."
	pinDiffer     = "Different:"
	keepPinned    = "Keep the pinned one"
	keepOther     = "Keep the other"
	pinUnnamed    = "They differ in what no field says."
)

// themeName is the label of the switch for a theme.
func themeName(t Theme) string {
	switch t {
	case Light:
		return "Theme: light"
	case Dark:
		return "Theme: dark"
	}
	return "Theme: auto"
}

// besideFrames are the two frames, which keep what they show as long as this text stands.
const besideFrames = `<div><b>Pinned</b><iframe title="Pinned"></iframe></div><div><b>Beside it</b><iframe title="Beside it"></iframe></div>`

// pinWord is the label of the entry that pins a state, or ends comparing.
func pinWord(two bool) string {
	if two {
		return pinEnd
	}
	return "Pin and compare"
}

// keysSaid is the label of the switch for keys of single characters, and keysAbout what it is for.
func keysSaid(off bool) string {
	if off {
		return "Single keys: off"
	}
	return "Single keys: on"
}

const keysAbout = "/ searches, P presents, 1 to 4 hide parts"

// helpWords says how the lab is used, as HTML.
const helpWords = `<dl><dt>Numbers</dt><dd>are typed as you write them: <code>0.1</code>, <code>2/3</code>, <code>0x1.8p+1</code>, <code>1e-45</code>, <code>inf</code>, <code>nan</code>, or as bits: <code>0x3f800000</code>. <kbd>↑</kbd> and <kbd>↓</kbd> in a field go to the next float.</dd>` +
	`<dt>Bits</dt><dd>are pressed, or painted by dragging. With the keyboard, arrows move between bits, <kbd>0</kbd> and <kbd>1</kbd> set them.</dd>` +
	`<dt>Links</dt><dd>Everything shown is in the address: copy it, or press Share. <code>#/f32/0.1</code> and <code>#/e4m3/0x7e</code> can be typed by hand. Back undoes.</dd>` +
	`<dt>Keys</dt><dd><kbd>/</kbd> searches, <kbd>Esc</kbd> leaves a field, <kbd>Tab</kbd> goes through everything that can be used.</dd></dl>`

// embeddingWords says how a view is put into another page, as HTML.
const embeddingWords = `<p>A view stands in your page as an element, or in a frame that opens <code>embed.html</code> with the part of the address from <code>#</code> on:</p>` +
	`<pre>&lt;script src="…/embed.js" async&gt;&lt;/script&gt;
&lt;ulp-lab src="#/f32/0.1" title="0.1 in binary32"&gt;&lt;/ulp-lab&gt;</pre>`

// licenceWords is the licence of the lab.
const licenceWords = `MIT License

Copyright (c) 2026 ULP Lab authors

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`
