package lab

import (
	"errors"
	"strconv"
	"strings"

	"ulplab/site/files"
	"ulplab/site/kit/markup"
	"ulplab/site/lab/link"
	"ulplab/site/lesson"
	"ulplab/site/work"
)

// Lesson is where the reader is in a lesson, which stands beside the view. Name is that of a file of assets/data, Contents
// for the list of lessons, Own for a lesson from the reader's own file, and "" for none.
type Lesson struct {
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

// mostShared is the length in bytes of the longest lesson that a link holds; lessonMissing is said where it does not.
const (
	mostShared    = 8 << 10
	lessonMissing = "The link does not hold the lesson: it is longer than 8 KB. Open its file under Lessons."
)

// key is the name under which the steps that were done are kept.
func (l Lesson) key() string {
	if l.Name == Own {
		return Own + "-" + files.Digest([]byte(l.Text))
	}
	return l.Name
}

// The keys of a lesson: les=NAME.STEP.DONE, the name, the step, and the steps that were done as the bits of a hexadecimal
// number; ans the answer that was given; own the text of a lesson of the reader's own, where it is short enough.
func (s State) teach(w *link.Writer) {
	l := s.Lesson
	if l.Name == "" {
		return
	}
	w.Set("les", s.where())
	if l.Given {
		w.Set("ans", l.Answer)
	}
	if l.Name == Own && len(l.Text) <= mostShared {
		w.Set("own", l.Text)
	}
}

// where is the place in the lesson with the steps that were done, "" without a lesson.
func (s State) where() string {
	if s.Lesson.Name == "" {
		return ""
	}
	where, done := s.Lesson.Name, s.Learned.Of(s.Lesson.key())
	if s.Lesson.Step > 0 || done > 0 {
		where += "." + strconv.Itoa(s.Lesson.Step)
	}
	if done > 0 {
		where += "." + strconv.FormatUint(done, 16)
	}
	return where
}

// taught reads what teach wrote.
func taught(r *link.Reader, s *State) {
	where, ok := r.Take("les")
	if !ok {
		return
	}
	name, rest, _ := strings.Cut(where, ".")
	step, done, _ := strings.Cut(rest, ".")
	n, err := strconv.ParseUint("0"+step, 10, 8)
	steps, bad := strconv.ParseUint("0"+done, 16, lesson.MostSteps)
	if err != nil || bad != nil || n > lesson.MostSteps || !lesson.IsName(name) {
		r.Problem("“" + link.Clip("les="+where) + "” is not the name of a lesson with the number of a step, as in les=rounding.3.")
		return
	}
	s.Lesson = Lesson{Name: name, Step: int(n)}
	r.Text("ans", lesson.MostAnswer, &s.Lesson.Answer)
	_, s.Lesson.Given = r.Take("ans")
	if name == Own {
		if r.Text("own", lesson.MostBytes, &s.Lesson.Text); s.Lesson.Text == "" {
			r.Problem(lessonMissing)
		}
	}
	s.Learned = s.Learned.With(s.Lesson.key(), steps)
}

// learn is what a state has of lessons after another was opened: one without a lesson closes it, and a lesson that is too long
// for a link stays.
func (s *State) learn(from State) {
	kept := s.Lesson.Text
	s.Lesson, s.Learned = from.Lesson, s.Learned.And(from.Learned)
	if s.Lesson.Name == Own && s.Lesson.Text == "" && kept != "" {
		s.Lesson.Text = kept
		s.Problems = strings.Trim(strings.Replace(s.Problems, lessonMissing, "", 1), "\n")
	}
}

// keptLesson is a lesson that the link of a state is too short for, as a link that is only kept while the page is loaded again;
// "" where there is none.
func (s State) keptLesson() string {
	if s.Lesson.Name != Own || len(s.Lesson.Text) <= mostShared {
		return ""
	}
	return link.First(s.View) + "?les=" + Own + "&own=" + link.Escape(s.Lesson.Text)
}

// beside is the link of something shown beside a lesson: a link of a step with the keys of the lesson.
func beside(show string, s State) string {
	var w link.Writer
	s.teach(&w)
	keys := w.Query()
	if strings.Contains(show, "?") {
		keys = strings.Replace(keys, "?", "&", 1)
	}
	return show + keys
}

// The actions of lessons. A page for reading only takes them: they change nothing of a view.
type (
	// Reply types or gives an answer; Right says that it is.
	Reply struct {
		Navigation
		Text         string
		Given, Right bool
	}
	// OpenLesson opens the text of a lesson of the reader's own.
	OpenLesson struct {
		Navigation
		Text string
	}
)

// Gesture implements Action: typing is one entry in the history.
func (a Reply) Gesture() string {
	if a.Given {
		return ""
	}
	return "lesson"
}

func (a Reply) apply(s State) State {
	s.Lesson.Answer, s.Lesson.Given = a.Text, a.Given
	if a.Right && s.Lesson.Step > 0 {
		s.Learned = s.Learned.With(s.Lesson.key(), 1<<(s.Lesson.Step-1))
	}
	return s
}

// lessonFile is what the reader's own file means.
func lessonFile(f *files.Source, problem string) markup.Action {
	if problem != "" {
		Warn(problem)
		return nil
	}
	if _, err := lesson.Read(string(f.Data)); err != nil {
		Warn("This file is no lesson: " + err.Error() + ".")
		return nil
	}
	return OpenLesson{Text: string(f.Data)}
}

// entry is a line of assets/data/lessons.txt, the list of lessons.
type entry struct {
	name, title, about string
	steps              int
}

// contents reads the list of lessons: name|title|about|number of steps.
func contents(data []byte) (list []entry, err error) {
	for _, l := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		f := strings.Split(l, "|")
		if len(f) != 4 {
			return nil, errors.New("the list of lessons is damaged")
		}
		n, _ := strconv.Atoi(f[3])
		list = append(list, entry{f[0], f[1], f[2], n})
	}
	return list, nil
}

// The names of the lab's own tasks.
const (
	taskContents = "lab.lessons"
	taskLesson   = "lab.lesson"
)

// tasks is what the lab itself needs for a state.
func (s State) tasks() []Task {
	switch l := s.Lesson; l.Name {
	case "":
		return nil
	case Contents:
		return []Task{Data[[]entry]{Name: taskContents, File: "lessons.txt", Read: contents}}
	case Own:
		return []Task{Slices[opened]{Name: taskLesson, In: l.Text, Begin: func(opened) opened { return openedFrom(l.Text) }}}
	default:
		return []Task{Data[opened]{Name: taskLesson, File: "lesson-" + l.Name + ".txt", Read: func(data []byte) (opened, error) {
			return openedFrom(string(data)), nil
		}}}
	}
}

// opened is a lesson, or why it could not be read.
type opened struct {
	lesson *lesson.Lesson
	err    error
}

// openedFrom reads a lesson. The links of its steps become those that the lab itself writes, so that they can be compared
// with what is shown; one that cannot be read stays as it is, for the page to say so.
func openedFrom(text string) opened {
	l, err := lesson.Read(text)
	if err != nil {
		return opened{err: err}
	}
	for i := range l.Steps {
		for _, to := range []*string{&l.Steps[i].Show, &l.Steps[i].Reveal} {
			if _, other := app.views.Elsewhere(*to); *to == "" || other {
				continue
			}
			if s := app.views.Decode(*to, ""); s.Problems == "" {
				*to = app.views.Encode(s)
			}
		}
	}
	return opened{lesson: l}
}

// lessonShown is the lesson of the state; nil with what to say where it is not here, or not yet.
func lessonShown() (l *lesson.Lesson, problem string) {
	made, at := Made[opened](taskLesson)
	switch {
	case at.State == work.Failed:
		return nil, "The lesson “" + app.state.Lesson.Name + "” could not be loaded: " + at.Problem
	case at.State != work.Finished:
		return nil, "The lesson is being loaded …"
	case made.err != nil:
		return nil, "The lesson could not be read: " + made.err.Error() + "."
	}
	return made.lesson, ""
}
