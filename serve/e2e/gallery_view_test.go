package e2e

import "testing"

// A question that is opened has the keyboard on its title, on the way back too; a link leads into the live tools, whose
// search runs in workers.
func TestGalleryQuestions(t *testing.T) {
	t.Parallel()
	p := open(t, Hosted, "#/v1/gallery", Wide)
	p.click(".gallery-after")
	p.wait(`document.querySelector("#gallery-title").textContent.includes("switch FMA off") && document.activeElement.id == "gallery-title"`)
	p.eval("history.back()")
	p.wait(`document.querySelector("#gallery-title").textContent.includes("release build") && document.activeElement.id == "gallery-title"`)
	p.click(".gallery-links li:nth-child(2) a")
	p.wait(`document.querySelector(".explain-answer")`)
	p.explained("FMA contraction")
	p = visit(t, "#/v1/gallery", Narrow)
	p.fill("#gallery-find", "nan fmin")
	p.wait(`document.querySelectorAll(".gallery-list li").length === 1 && document.activeElement.id === "gallery-find"`)
	p.click(`.gallery-list li a`)
	p.wait(`document.activeElement.id == "gallery-title"`)
}
