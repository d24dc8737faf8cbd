package lab

import (
	"errors"
	"strconv"
	"strings"

	"ulplab/site/files"
	"ulplab/site/kit/markup"
	"ulplab/site/lab/lessons"
	"ulplab/site/lesson"
	"ulplab/site/work"
)

// learn is what a state has of lessons after another was opened: one without a lesson closes it, and a lesson that is too long
// for a link stays.
func (s *State) learn(from State) {
	kept := s.Lesson.Text
	s.Lesson, s.Learned = from.Lesson, s.Learned.And(from.Learned)
	if s.Lesson.Name == lessons.Own && s.Lesson.Text == "" && kept != "" {
		s.Lesson.Text = kept
		s.Problems = strings.Trim(strings.Replace(s.Problems, lessons.Missing, "", 1), "\n")
	}
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
		s.Learned = s.Learned.With(s.Lesson.Key(), 1<<(s.Lesson.Step-1))
	}
	return s
}

// lessonFile is what the reader's own file means.
func lessonFile(f *files.Source, problem string) markup.Action {
	if problem != "" {
		Warn(problem)
		return nil
	}
	l, err := lesson.Read(string(f.Data))
	if err == nil {
		err = badLink(l)
	}
	if err != nil {
		Warn("This file is no lesson: " + strings.TrimSuffix(err.Error(), ".") + ".")
		return nil
	}
	return OpenLesson{Text: string(f.Data)}
}

// badLink says which link of a lesson opens no state of the views that are here, nil if there is none.
func badLink(l *lesson.Lesson) error {
	for _, step := range l.Steps {
		for i, to := range [...]string{step.Show, step.Reveal} {
			if _, other := app.views.Elsewhere(to); to == "" || other {
				continue
			}
			if p := app.views.Decode(to, "").Problems; p != "" {
				return lesson.At(step.Lines[i], errors.New("“"+to+"” opens no state of the lab: "+strings.ReplaceAll(p, "\n", " ")))
			}
		}
	}
	return nil
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
	case lessons.Contents:
		return []Task{Data[[]lessons.Entry]{Name: taskContents, File: "lessons.txt", Read: lessons.ReadList}.Task()}
	case lessons.Own:
		return []Task{Slices[opened]{Name: taskLesson, In: l.Text, Begin: func(opened) opened { return openedFrom(l.Text) }}.Task()}
	default:
		return []Task{Data[opened]{Name: taskLesson, File: "lesson-" + l.Name + ".txt", Read: func(data []byte) (opened, error) {
			return openedFrom(string(data)), nil
		}}.Task()}
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

// lessonPanel is the panel of the lesson of the state.
func lessonPanel(in lessons.Input) markup.Node {
	var have lessons.Loaded
	switch in.Name {
	case "":
	case lessons.Contents:
		list, at := Made[[]lessons.Entry](taskContents)
		have = lessons.Loaded{List: list, Problem: at.Problem}
	default:
		have.Lesson, have.Problem = lessonShown()
	}
	return lessons.Panel(in, have, func(hint string) markup.Node { return FilePlace(lessons.FileArea, hint, false) },
		func(t string) markup.Action { return Reply{Text: t} })
}

func lessonInput(s State) (in lessons.Input) {
	if s.Lesson.Name == "" {
		return in
	}
	in = lessons.Input{Place: s.Lesson, Learned: s.Learned, Version: app.work.desks[mostViews].tick}
	s.Lesson = lessons.Place{}
	in.View = app.views.Encode(s.bare()) // an embedded page stays one
	return in
}

// taskShown is the task of the step that is shown, nil for none.
func taskShown() *lesson.Task {
	if n := app.state.Lesson.Name; n == "" || n == lessons.Contents {
		return nil
	}
	l, _ := lessonShown()
	return app.state.Lesson.Task(l)
}

// replyOf is what a button of the panel means: an answer, or, "", what was typed or set.
func replyOf(answer string) markup.Action {
	t := taskShown()
	if t == nil {
		return nil
	}
	answer = app.state.Lesson.Reply(t, answer)
	return Reply{Text: answer, Given: true, Right: t.Check(answer).Right}
}

// flipAnswer changes a bit of the answer.
func flipAnswer(bit int) markup.Action {
	if t, ok := app.state.Lesson.Flipped(taskShown(), bit); ok {
		return Reply{Text: t}
	}
	return nil
}

// lessonKey hears the keyboard in an answer: Enter gives what was typed, the arrows move between bits.
func lessonKey(area string, e Event, k Key) bool {
	to := bitOf(e)
	switch {
	case area == lessons.NumberArea && k.Name == "Enter":
		does(replyOf(""))
		return true
	case area == lessons.BitsArea && k.Name == "ArrowLeft":
		to++
	case area == lessons.BitsArea && k.Name == "ArrowRight":
		to--
	default:
		return false
	}
	if lessons.HasBit(taskShown(), to) {
		app.host.Focus(`[data-bits="` + lessons.BitsArea + `"] [data-bit="` + strconv.Itoa(to) + `"]`)
	}
	return true
}
