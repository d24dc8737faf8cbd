// Package lessons is the panel of lessons beside the view: where the reader is in one, its keys in links, and what it shows. What a
// lesson says and asks is read and judged by package lesson.
package lessons

import (
	"errors"
	"strconv"
	"strings"

	"ulplab/site/files"
	"ulplab/site/lab/link"
	"ulplab/site/lesson"
)

// Place is where the reader is in a lesson. Name is that of a file of assets/data, Contents for the list of lessons, Own for a
// lesson from the reader's own file, and "" for none.
type Place struct {
	Name   string
	Step   int    // from 1; 0 is the cover
	Answer string // to the task of the step, as it was given or is being typed
	Given  bool
	Text   string // of an Own lesson
}

const (
	Contents = "all"
	Own      = "own"
)

// mostShared is the length in bytes of the longest lesson that a link holds; Missing is said where it does not.
const (
	mostShared = 8 << 10
	Missing    = "The link does not hold the lesson: it is longer than 8 KB. Open its file under Lessons."
)

// Key is the name under which the steps that were done are kept.
func (p Place) Key() string {
	if p.Name == Own {
		return Own + "-" + files.Digest([]byte(p.Text))
	}
	return p.Name
}

// Write writes the keys of a lesson: les=NAME.STEP.DONE, the name, the step, and the steps that were done as the bits of a
// hexadecimal number; ans the answer that was given; own the text of a lesson of the reader's own, where it is short enough.
func (p Place) Write(w *link.Writer, learned lesson.Progress) {
	if p.Name == "" {
		return
	}
	w.Set("les", p.Where(learned))
	if p.Given {
		w.Set("ans", p.Answer)
	}
	if p.Name == Own && len(p.Text) <= mostShared {
		w.Set("own", p.Text)
	}
}

// Where is the place with the steps that were done, "" without a lesson.
func (p Place) Where(learned lesson.Progress) string {
	if p.Name == "" {
		return ""
	}
	where, done := p.Name, learned.Of(p.Key())
	if p.Step > 0 || done > 0 {
		where += "." + strconv.Itoa(p.Step)
	}
	if done > 0 {
		where += "." + strconv.FormatUint(done, 16)
	}
	return where
}

// Read reads what Write wrote.
func Read(r *link.Reader) (p Place, learned lesson.Progress) {
	where, ok := r.Take("les")
	if !ok {
		return p, learned
	}
	name, rest, _ := strings.Cut(where, ".")
	step, done, _ := strings.Cut(rest, ".")
	n, err := strconv.ParseUint("0"+step, 10, 8)
	steps, bad := strconv.ParseUint("0"+done, 16, lesson.MostSteps)
	if err != nil || bad != nil || n > lesson.MostSteps || !lesson.IsName(name) {
		r.Wrong("les", where, "is not the name of a lesson with the number of a step, as in les=rounding.3.")
		return p, learned
	}
	p = Place{Name: name, Step: int(n)}
	r.Text("ans", lesson.MostAnswer, &p.Answer)
	_, p.Given = r.Take("ans")
	if name == Own {
		if r.Text("own", lesson.MostBytes, &p.Text); p.Text == "" {
			r.Problem(Missing)
		}
	}
	return p, learned.With(p.Key(), steps)
}

// Kept is a lesson that a link is too short for, as keys of one that is only kept while the page is loaded again; "" where there is
// none.
func (p Place) Kept() string {
	if p.Name != Own || len(p.Text) <= mostShared {
		return ""
	}
	return "?les=" + Own + "&own=" + link.Escape(p.Text)
}

// Beside is a link with the keys of the lesson.
func (p Place) Beside(show string, learned lesson.Progress) string {
	var w link.Writer
	p.Write(&w, learned)
	keys := w.Query()
	if strings.Contains(show, "?") {
		keys = strings.Replace(keys, "?", "&", 1)
	}
	return show + keys
}

// Entry is a line of assets/data/lessons.txt, the list of lessons.
type Entry struct {
	name, title, about string
	steps              int
}

// ReadList reads the list of lessons: name|title|about|number of steps.
func ReadList(data []byte) (list []Entry, err error) {
	for _, l := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		f := strings.Split(l, "|")
		if len(f) != 4 {
			return nil, errors.New("the list of lessons is damaged")
		}
		n, _ := strconv.Atoi(f[3])
		list = append(list, Entry{f[0], f[1], f[2], n})
	}
	return list, nil
}
