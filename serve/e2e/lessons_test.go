package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp/kb"

	reading "ulplab/site/lesson"
)

// lessons are the names of the site's lessons.
func lessons(t *testing.T) (names []string) {
	t.Helper()
	list, err := os.ReadFile(filepath.Join("..", "..", "assets", "data", "lessons.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(list)) {
		name, _, _ := strings.Cut(line, "|")
		names = append(names, name)
	}
	return names
}

// TestLessons: each step of each lesson can be read, reached by the keyboard and pressed. Presented it has its task, its ways on and all
// of the view on the screen, and nothing scrolls, nor when an answer was chosen; on a phone it stands above the view.
func TestLessons(t *testing.T) {
	t.Parallel()
	beamers := []Look{{Width: 1920, Height: 1080}, {Width: 1280, Height: 720}}
	dark := Phone
	dark.Dark = true
	axeLooks := []struct {
		*emulation.MediaFeature
		options string
	}{
		{&emulation.MediaFeature{Name: "prefers-color-scheme", Value: "light"}, ""},
		{&emulation.MediaFeature{Name: "prefers-color-scheme", Value: "dark"}, coloursOnly},
		{&emulation.MediaFeature{Name: "forced-colors", Value: "active"}, coloursOnly},
	}
	if long {
		for _, link := range append([]string{"all"}, lessons(t)...) {
			t.Run(link, func(t *testing.T) {
				p := visit(t, "#/v1/enc?les="+link, Wide)
				if link != "all" {
					p.click("#lesson-next")
				}
				p.must(p.Answered())
				t.Logf("axe-core looked %d times at %s", p.everyLook("#lesson"), p.hash())
			})
		}
	}
	seen, walked := kinds{known: map[string]bool{}}, kinds{known: map[string]bool{}}
	looks := []struct {
		Look
		keys string
	}{{dark, ""}, {beamers[1], "&present=1"}}
	t.Run("list", func(t *testing.T) {
		t.Parallel()
		for _, look := range looks {
			p := visit(t, "#/v1/enc?les=all"+look.keys, look.Look)
			p.forgetLessons()
			p.wait(`document.querySelectorAll("#lesson .lesson-list a").length > 6`)
			p.axe()
			p.walk("#lesson")
			p.fits(look.Width)
			p.must(p.Show(look.Look))
			p.press(kb.Escape) // a page that presents goes on to
		}
	})
	for _, name := range lessons(t) {
		text, err := os.ReadFile(filepath.Join("..", "..", "assets", "data", "lesson-"+name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		l, err := reading.Read(string(text))
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// A window of its own: a page that tests have used before may be left in a lesson.
			p := open(t, Hosted, "#/v1/gallery", Wide)
			for _, look := range looks {
				p.must(p.Show(look.Look))
				p.follow("#/v1/enc?les=all" + look.keys)
				p.forgetLessons()
				p.must(p.Eval(fmt.Sprintf("location.hash = %q", "#/v1/enc?les="+name+look.keys), nil))
				for n, s := range l.Steps {
					// The link of the page before, to all lessons after a last step, has the same name.
					p.wait(fmt.Sprintf(`document.querySelector("#lesson-next") && document.querySelector("#lesson-next").href.includes("les=%s.%d")`, name, n+1))
					p.eval(`document.querySelector("#lesson-next").click()`)
					p.wait(`document.querySelector("#lesson .lesson-text h2") && document.querySelector("#lesson .lesson-text h2").textContent === ` + strconv.Quote(s.Title))
					p.must(p.Answered())
					fault := func(format string, a ...any) { t.Errorf("step %d: "+format, append([]any{n + 1}, a...)...) }
					if look.Look == dark {
						p.fits(320)
						p.fits(look.Width)
						// The views have theirs; without one axe takes a third of the time.
						p.eval(`document.querySelector("main").style.display = "none"`)
						if seen.more(p) {
							for _, c := range axeLooks {
								p.must(p.Run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}, c.MediaFeature})))
								p.axeOf(`"#lesson"`, c.options)
							}
						}
						for _, width := range []int{320, 1920} { // the same elements in other places
							if n == 0 {
								p.must(p.Show(Look{Width: width, Height: 1080}))
								p.axeOf(`"#lesson"`, "")
							}
						}
						p.eval(`document.querySelector("main").style.display = ""`)
						p.must(p.Show(Wide))
						if found := p.eval(undersized); found != "" {
							fault("beside its view: %s", found)
						}
						p.must(p.Show(look.Look))
					} else {
						for _, when := range []string{"before", "after"} { // the answer
							answers := s.Task != nil && s.Task.Options != nil
							for _, screen := range beamers {
								if answers && when == "before" && screen != look.Look {
									continue
								}
								p.must(p.Show(screen))
								if low := number(p, `document.querySelector("#lesson-next").getBoundingClientRect().bottom`); low > float64(screen.Height) {
									fault("at %v %s the answer: the panel ends at %v px, below the screen", screen, when, low)
								}
								for _, part := range []string{"#lesson", "main", "html"} {
									if more := number(p, `(function (e) { return Math.max(e.scrollHeight - e.clientHeight, e.scrollWidth - e.clientWidth); })(document.querySelector("`+part+`"))`); more > 1 {
										fault("at %v %s the answer: %s has %v px more than the screen", screen, when, part, more)
									}
								}
							}
							if when == "before" && walked.more(p) {
								p.eval(`document.activeElement.blur()`)
								p.walk("#lesson")
								p.eval(`document.activeElement.blur()`) // what tells of a term goes
							}
							if !answers {
								break
							}
							p.must(p.Eval(`document.querySelector(".lesson-choices button").click()`, nil))
							p.wait(`document.querySelector(".lesson-verdict > p")`)
							p.settle()
						}
					}
					if found := p.eval(undersized); found != "" {
						fault("%s", found)
					}
					if n == 0 && look.Look != dark {
						p.axeOf(`"#lesson"`, "")
					}
				}
				p.press(kb.Escape) // a page that presents goes on to
			}
		})
	}
}

// kinds are elements of steps by their names and classes and those of what they are in. Others of a kind have colours and names as the first, and
// the keyboard reaches them as that one.
type kinds struct {
	sync.Mutex
	known map[string]bool
}

// more says whether the step that is shown has elements of kinds that no step of any lesson had before.
func (k *kinds) more(p *tpage) (more bool) {
	var list []string
	p.must(p.Eval(`[].map.call(document.querySelectorAll("#lesson *"), function (e) {
		var kind = "";
		for (var a = e; a.id !== "lesson"; a = a.parentElement) { kind += " " + a.tagName + "." + (a.getAttribute("class") || "") + (a.getAttribute("aria-checked") || ""); }
		return kind;
	})`, &list))
	k.Lock()
	defer k.Unlock()
	for _, kind := range list {
		more = more || !k.known[kind]
		k.known[kind] = true
	}
	return more
}

// forgetLessons starts the program anew without what was done in lessons, which go on behind it.
func (p *tpage) forgetLessons() {
	p.t.Helper()
	p.must(p.Eval(`localStorage.removeItem("ulplab.lessons"), window.__ready = false, location.reload()`, nil))
	p.wait(`window.__ready`)
}

// TestLessonKeys: a lesson is taken by the keyboard alone, from the first program into the whole one, and what was done is
// known at the next visit.
func TestLessonKeys(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/v1/enc?les=sums", Wide)
	p.forgetLessons()
	p.wait(`document.querySelector("#lesson-next")`)
	p.focus("#lesson-next")
	p.press(kb.Enter)
	p.wait(`document.querySelector('#lesson [data-tap="lesson:1"]')`)
	p.focus(`#lesson [data-tap="lesson:1"]`)
	p.press(kb.Enter)
	p.contains("#lesson .lesson-verdict", "Right.")
	p.wait(`document.activeElement.dataset.tap === "lesson:1"`)
	for n := range 3 { // to a step whose view the first program lacks
		p.wait(fmt.Sprintf(`document.querySelector("#lesson-next").href.includes("les=sums.%d")`, n+2))
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
