//go:build !js && !opening

package catalogue

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/text"
	"ulplab/site/lesson"
)

// lessonText is a file of assets/data.
func lessonText(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "assets", "data", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// lessons are the lessons of the list, by their names.
func lessons(t *testing.T) (names []string, read map[string]*lesson.Lesson) {
	t.Helper()
	read = map[string]*lesson.Lesson{}
	for _, line := range strings.Split(strings.TrimSpace(lessonText(t, "lessons.txt")), "\n") {
		name, rest, _ := strings.Cut(line, "|")
		l, err := lesson.Read(lessonText(t, "lesson-"+name+".txt"))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if want := l.Title + "|" + l.About + "|" + strconv.Itoa(len(l.Steps)); rest != want {
			t.Errorf("the list says %q of %s, which has %q", rest, name, want)
		}
		names, read[name] = append(names, name), l
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "assets", "data", "lesson-*.txt"))
	if err != nil || len(files) != len(names) {
		t.Errorf("%d lessons are listed, %d files are there, %v", len(names), len(files), err)
	}
	return names, read
}

// stepLink is the link of a step.
func stepLink(show, name string, n int) string {
	sign := "?"
	if strings.Contains(show, "?") {
		sign = "&"
	}
	return show + sign + "les=" + name + "." + strconv.Itoa(n)
}

// figures are what a text quotes: codes, and numbers of five signs and more.
var figures = regexp.MustCompile(`0x[0-9a-fA-F]{4,}|\d[\d.]{3,}\d`)

// computedIn is what of a text is computed, or code.
var computedIn = regexp.MustCompile(`<span class="num">.*?</span>|<code>.*?</code>|<[^>]*>`)

// TestLessons: each step of each lesson opens without a problem and shows its state; the figures that it quotes stand in the
// page or are computed; its task takes the right answer and gives a reason for wrong ones.
func TestLessons(t *testing.T) {
	names, all := lessons(t)
	tried := 0
	for _, name := range names {
		l := all[name]
		if n := len(l.Steps); n < 6 || n > 12 {
			t.Errorf("%s has %d steps, 6 to 12 are wanted", name, n)
		}
		source := lessonText(t, "lesson-"+name+".txt")
		for i, s := range l.Steps {
			at := stepLink(s.Show, name, i+1)
			shown := ""
			if s.Reveal != "" {
				to := read(t, stepLink(s.Reveal, name, i+1))
				to.lacks("aside.notice")
				shown = to.text("main")
			}
			p := read(t, at)
			p.lacks("aside.notice")
			p.contains("#lesson", l.Title, html.UnescapeString(s.Title))
			shown += p.text("main")
			if s.Task == nil {
				t.Errorf("%s has no task", at)
				continue
			}
			if p.shows("#lesson-back") {
				t.Errorf("%s: the state of the step is not what is shown", at)
			}
			quoted := strings.Join(s.Text, " ") + " " + s.Task.Ask + " " + s.Task.Because
			for _, f := range figures.FindAllString(computedIn.ReplaceAllString(quoted, " "), -1) {
				if !strings.Contains(shown, f) && !computes(source, f) {
					t.Errorf("%s, step %d: %s stands neither in the page nor in an expression", name, i+1, f)
				}
			}
			right, wrong := answers(s.Task)
			if len(right) == 0 || len(wrong) < 3 && s.Task.Kind != lesson.Choice || len(wrong) == 0 {
				t.Errorf("%s, step %d: right %q, wrong %q", name, i+1, right, wrong)
			}
			for _, a := range right {
				tried++
				p.answer(s.Task, a)
				p.contains("#lesson .lesson-verdict", "Right.")
				p.links("les=" + name + "." + strconv.Itoa(i+1) + "." + strconv.FormatUint(1<<i, 16))
			}
			for _, a := range wrong {
				tried++
				p.answer(s.Task, a)
				p.contains("#lesson .lesson-verdict", "Not yet.")
				if said := p.text("#lesson .lesson-verdict"); len(said) < len("Not yet. ")+10 {
					t.Errorf("%s: of %s is said only %q", at, a, said)
				}
			}
			p.click(`#lesson [data-tap="lesson:?"]`)
			p.contains("#lesson .lesson-verdict", "The answer is")
		}
	}
	t.Logf("%d lessons, %d answers", len(names), tried)
}

// computes reports whether a figure stands in a line of a lesson that is computed, so that a false one is refused.
func computes(source, figure string) bool {
	for _, line := range strings.Split(source, "\n") {
		for _, key := range []string{"number:", "bits:", "direction:", "equal:", "check:", "* ", "show:", "reveal:"} {
			if strings.HasPrefix(line, key) && strings.Contains(line, figure) {
				return true
			}
		}
	}
	return false
}

// answers are the right answers of a task, and wrong ones: all that can be chosen, or neighbours and the like.
func answers(t *lesson.Task) (right, wrong []string) {
	var tries []string
	f, code := t.Want.Format, t.Want.Code
	switch t.Kind {
	case lesson.Choice:
		for i := range t.Options {
			tries = append(tries, strconv.Itoa(i+1))
		}
	case lesson.Number:
		tries = []string{text.Hex(f, code), text.Hex(f, f.NextUp(code)), text.Hex(f, f.NextDown(code)), "7.25", "-1e30", "nan"}
	case lesson.Bits:
		for _, c := range []uint64{code.Lo, code.Lo ^ 1, code.Lo ^ 1<<(f.Bits-1), code.Lo ^ 1<<(f.Bits-2)} {
			tries = append(tries, strconv.FormatUint(c, 16))
		}
	}
	for _, a := range tries {
		if t.Check(a).Right {
			right = append(right, a)
		} else {
			wrong = append(wrong, a)
		}
	}
	return right, wrong
}

// answer gives an answer as a reader does.
func (r *reader) answer(t *lesson.Task, a string) {
	r.t.Helper()
	switch t.Kind {
	case lesson.Choice:
		r.click(`#lesson [data-tap="lesson:` + a + `"]`)
	case lesson.Number:
		r.put("#lesson-answer", a)
		r.keyboard = "#lesson-answer"
		r.press("Enter")
	case lesson.Bits:
		want, _ := strconv.ParseUint(a, 16, 64)
		for i := range t.Want.Format.Bits {
			bit := bitAt("lesson.bits", i)
			if on := r.one(bit).attr["aria-pressed"] == "true"; on != (want>>i&1 != 0) {
				r.click(bit)
			}
		}
		r.click("#lesson-check")
	}
}

// A reader takes a lesson from the list, plays with the view, comes back to the state of the step, answers, and goes on.
func TestLessonWalk(t *testing.T) {
	p := read(t, "#/v1/enc")
	p.lacks("#lesson")
	p.click(`header a[href="#/v1/enc?les=all"]`)
	p.contains("#lesson", "Lessons", "Encodings", "0 of 10")
	p.click(`#lesson a[href="#/v1/enc?les=encodings"]`)
	p.contains("#lesson", "Encodings", "Three fields", "Begin")
	p.click("#lesson-next")
	p.linked("#/v1/enc?b=3f800000&f=f32&t=1&les=encodings.1")
	p.lacks("#lesson-back")
	p.click(bitAt("enc.bits", 31)) // the reader plays with the view
	p.contains("#lesson", "Three fields")
	p.click("#lesson-back")
	p.code("0x3f800000")
	p.put("#lesson-answer", "7")
	p.lacks("#lesson-reveal")
	p.click("#lesson-check")
	p.contains("#lesson .lesson-verdict", "Not yet.", "plus the bias")
	p.links("ans=7")
	p.reopened(t, "#lesson")
	p = read(t, p.fragment)
	p.put("#lesson-answer", "134")
	p.keyboard = "#lesson-answer"
	p.press("Enter")
	p.contains("#lesson .lesson-verdict", "Right.", "1 10000110 10000000000000000000000")
	p.click("#lesson-reveal")
	p.code("0xc3400000")
	p.contains("#lesson .lesson-verdict", "Right.")
	p.click("#lesson-next")
	p.links("les=encodings.2.1")
	p.counts("#lesson .lesson-dots a.done", 1)
	p.back()
	p.code("0xc3400000")
	p.click("#lesson .lesson-head a")
	p.contains("#lesson", "1 of 10")
	p.click("#lesson .lesson-close")
	p.lacks("#lesson")
	p.linked("#/v1/enc?b=c3400000&f=f32&t=-192")
}

// A lesson of a teacher's own is opened from a file and travels in the link where it is short.
func TestOwnLesson(t *testing.T) {
	p := read(t, "#/v1/enc?les=all")
	p.drop("#lesson .drop", "own.txt", "title: Mine\n== One\nshow: #/v1/fma\nText.\nask: ?\nnumber: f32(0.5)\n== Two\nshow: #/f64/2\n")
	p.contains("#lesson", "Mine", "One", "Two")
	p.click("#lesson-next")
	p.links("#/v1/fma?", "les=own.1", "own=title~3a~20Mine")
	p.put("#lesson-answer", "1/2")
	p.click("#lesson-check")
	p.contains("#lesson .lesson-verdict", "Right.")
	p.reopened(t, "#lesson")

	p = read(t, "#/v1/enc?les=all")
	p.drop("#lesson .drop", "bad.txt", "title: Mine\n== One\nText.")
	p.contains(".warning", "This file is no lesson: the step of line 2: “show:” is missing")
	p.contains("#lesson", "Lessons")
	for file, says := range map[string]string{
		"title: T\r\n== S\r\nshow: #/v1/nowhere\r\n":                    "line 3: “#/v1/nowhere” opens no state of the lab:",
		"title: T\n== S\nshow: #/f32/1\nText.\nreveal: #/v1/op?o=power": "line 5: “#/v1/op?o=power” opens no state of the lab: The link asks for an operation “power”",
		"title: T\n== S\nshow: #/f33/1\n":                               "line 3: “#/f33/1”",
	} {
		p.drop("#lesson .drop", "bad.txt", file)
		p.contains(".warning", "This file is no lesson: "+says)
		p.contains("#lesson", "Lessons")
	}
	p.drop("#lesson .drop", "bom.txt", "\ufefftitle: With a mark\r\n== One <b>\r\nshow: #/f32/1\r\n<img src=x onerror=alert(1)>\r\n")
	p.contains("#lesson", "With a mark", "One <b>")
	p.click("#lesson-next")
	p.contains("#lesson", "<img src=x onerror=alert(1)>")
	p.lacks("#lesson img")
	p = read(t, "#/v1/enc?les=all")

	long := "title: Long\n" + strings.Repeat("== Step\nshow: #/f32/1\n"+strings.Repeat("Many words. ", 100)+"\n", 10)
	p.drop("#lesson .drop", "long.txt", long)
	p.click("#lesson-next")
	p.links("les=own.1")
	p.contains("#lesson", "Many words")
	p.lacks("aside.notice")
	p.click(`[data-act="share"]`)
	p.contains(".warning", "longer than 8 KB")
	read(t, p.fragment).contains("aside.notice", "longer than 8 KB")
}

// Links that no lesson can be made of say so, and a page for reading only takes answers.
func TestLessonLinks(t *testing.T) {
	for to, want := range map[string]string{
		"#/v1/enc?les=":                "not the name of a lesson",
		"#/v1/enc?les=..":              "not the name of a lesson",
		"#/v1/enc?les=Rounding":        "not the name of a lesson",
		"#/v1/enc?les=rounding.99":     "not the name of a lesson",
		"#/v1/enc?les=rounding.1.fff~": "not the name of a lesson",
		"#/v1/enc?les=own":             "longer than 8 KB",
	} {
		read(t, to).contains("aside.notice", want)
	}
	p := read(t, "#/v1/enc?les=own&own=rubbish")
	p.contains("#lesson", "The lesson could not be read: line 1: the first line should be “title: …”")
	p = read(t, "#/v1/enc?les=rounding.11")
	p.contains("#lesson", "Rounding", "Begin") // its cover
	p = read(t, "#/f32/0.5?les=rounding.1&ro=1&embed=1")
	p.click(`#lesson [data-tap="lesson:1"]`)
	p.contains("#lesson .lesson-verdict", "Right.")
	p.links("embed=1", "ro=1", "les=rounding.1.1")
	p.click("#lesson-next")
	p.click(`#lesson [data-tap="lesson:1"]`)
	p.links("embed=1", "ro=1", "les=rounding.2.3", "o=div")
	if s := Views().Decode("#/v1/enc?les=rounding.3.5", ""); s.Learned.Of("rounding") != 5 || s.Lesson.Step != 3 {
		t.Errorf("%+v", s.Lesson)
	}
}
