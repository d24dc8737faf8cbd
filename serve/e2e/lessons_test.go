package e2e

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	reading "ulplab/site/lesson"
)

// TestLessons: the panel of each step of each lesson stands beside the view on a projector and above it on a phone, with its
// task and its ways on within the screen; what is done is kept in the browser; the lesson goes on in the whole program.
func TestLessons(t *testing.T) {
	beamer := Look{Width: 1280, Height: 720}
	dark := Phone
	dark.Dark = true
	list, err := os.ReadFile(filepath.Join("..", "..", "assets", "data", "lessons.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for i, look := range []Look{beamer, dark} {
		p := visit(t, "#/v1/enc?les=all", look)
		p.wait(`document.querySelectorAll("#lesson .lesson-list a").length > 6`)
		p.axe()
		p.fits(look.Width)
		for _, line := range strings.Split(strings.TrimSpace(string(list)), "\n") {
			name, _, _ := strings.Cut(line, "|")
			text, err := os.ReadFile(filepath.Join("..", "..", "assets", "data", "lesson-"+name+".txt"))
			if err != nil {
				t.Fatal(err)
			}
			l, err := reading.Read(string(text))
			if err != nil {
				t.Fatal(err)
			}
			p := visit(t, "#/v1/enc?les="+name, look)
			for n, s := range l.Steps {
				p.wait(`document.querySelector("#lesson-next")`)
				p.click("#lesson-next")
				p.wait(`document.querySelector("#lesson .lesson-text h2") && document.querySelector("#lesson .lesson-text h2").textContent === ` + strconv.Quote(s.Title))
				if i == 0 {
					if low := number(p, `document.querySelector("#lesson-next").getBoundingClientRect().bottom`); low > 720 {
						t.Errorf("%s, step %d: the panel ends at %v px, below the screen", name, n+1, low)
					}
				}
				p.fits(look.Width)
				if n == 0 {
					p.axe()
				}
			}
		}
	}
}

// TestLessonKeys: a lesson is taken by the keyboard alone, from the first program into the whole one, and what was done is
// known at the next visit.
func TestLessonKeys(t *testing.T) {
	p := visit(t, "#/v1/enc?les=sums", Wide)
	p.wait(`document.querySelector("#lesson-next")`)
	p.focus("#lesson-next")
	p.press(kb.Enter)
	p.wait(`document.querySelector('#lesson [data-tap="lesson:1"]')`)
	p.focus(`#lesson [data-tap="lesson:1"]`)
	p.press(kb.Enter)
	p.contains("#lesson .lesson-verdict", "Right.")
	p.wait(`document.activeElement.dataset.tap === "lesson:1"`)
	for range 3 { // to a step whose view the first program lacks
		p.focus("#lesson-next")
		p.press(kb.Enter)
		p.settle()
	}
	p.wait(`window.__ready && document.querySelector("#lesson-answer") && location.hash.startsWith("#/v1/sum?")`)
	p.wait(`document.querySelectorAll("#lesson .lesson-dots a.done").length === 1`)
	p.focus("#lesson-answer")
	p.press("3")
	p.press(kb.Enter)
	p.contains("#lesson .lesson-verdict", "Right.")
	if kept := p.eval(`localStorage.getItem("ulplab.lessons")`); kept != "sums.9" {
		t.Errorf("kept: %q", kept)
	}
	p = visit(t, "#/e4m3/1?les=encodings.3", Wide)
	p.wait(`document.querySelector('[data-bits="lesson.bits"] [data-bit="7"]')`)
	p.focus(`[data-bits="lesson.bits"] [data-bit="7"]`)
	for _, key := range []string{kb.ArrowRight, kb.Enter, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, kb.Enter, kb.ArrowRight, kb.Enter} { // 0100 1100
		p.press(key)
		p.settle()
	}
	p.focus("#lesson-check")
	p.press(kb.Enter)
	p.contains("#lesson .lesson-verdict", "Right.")
}

// TestLessonPresented: presented at 1280 by 720, a step with its task, the inputs and the picture stand on the screen without
// scrolling.
func TestLessonPresented(t *testing.T) {
	for _, link := range []string{"#/f32/1?les=encodings.1", "#/v1/op?o=add&f=f32&ta=1&tb=2^-23&les=rounding.5", "#/v1/op?les=operation.2", "#/v1/fma?les=fma.6", "#/v1/dot?les=sums.3"} {
		p := open(t, Hosted, link+"&present=1", Look{Width: 1280, Height: 720})
		p.wait(`document.querySelector("#lesson-next")`)
		if low := number(p, `document.querySelector("#lesson-next").getBoundingClientRect().bottom`); low > 720 {
			t.Errorf("%s: the way on ends at %v px", link, low)
		}
		for _, part := range []string{"#lesson", "main"} {
			if more := number(p, `(function (e) { return e.scrollHeight - e.clientHeight; })(document.querySelector("`+part+`"))`); more > 1 {
				t.Errorf("%s: %s has %v px more than the screen", link, part, more)
			}
		}
	}
}
