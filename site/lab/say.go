package lab

import (
	"slices"
	"strings"

	"ulplab/site/kit/markup"
	"ulplab/site/kit/words"
	"ulplab/site/lab/lessons"
	"ulplab/site/work"
)

// What those hear who do not see the page. There is one place of the page that is read out (heard), and everything that is said
// goes through it: nothing on loading; after a change of the reader's, once it has stood for a while, the sentences of the view
// (View.Says) that are other than before; while they are being computed nothing, and then they. What cannot be read comes
// first, in place of an answer that would not be its own.

// Times in milliseconds.
const (
	sayAfter = 700  // for which a change stands until it is spoken of
	sayTime  = 2500 // for which a notice stands
	longWork = 1000 // of a job whose end is told
)

// speech is what was said, and what is to be.
type speech struct {
	text  string   // in the place that is read out
	said  []string // the sentences that are known: said, or there before the reader's change
	wrong string   // what could not be read, as it was said
	due   bool     // the reader changed something of which nothing was said yet
	work  string   // how long work stopped, "" for none
}

// heard is the place of the page that is read out; it is always there.
func heard(text string) markup.Node {
	return markup.El("div", markup.Class("quiet"), markup.Attr("role", "status"), markup.Attr("aria-live", "polite"), markup.Text(text))
}

// Say shows a short notice and has it read out.
func Say(s string) {
	app.notice, app.speech.text = s, s
	rerender()
	app.host.After("notice", sayTime, func() {
		if app.speech.text == app.notice {
			app.speech.text = ""
		}
		app.notice = ""
		rerender()
	})
}

// changes is called before something is done, changed after: what stands is known already, but for an answer
// after what could not be read.
func changes() {
	s := &app.speech
	if s.due {
		return
	}
	if s.said = sentences(); s.wrong != "" {
		clear(s.said[min(lessonSaid+1, len(s.said)):])
	}
}

func changed() {
	app.speech.due = true
	app.host.After("say", sayAfter, speak)
}

// worked hears that a job stopped; told says that it is told even where it changes no sentence.
func (s *speech) worked(r work.Report, told bool) {
	if told {
		s.work = map[work.State]string{work.Finished: "Done.", work.Paused: "Paused.", work.Cancelled: "Cancelled."}[r.State]
		if r.State == work.Failed {
			s.work = words.Capital(r.Problem) + "."
		}
	}
	if s.due || s.work != "" {
		app.host.After("say", sayAfter, speak)
	}
}

// speak says what is new.
func speak() {
	s := &app.speech
	now, wrong := sentences(), wrong()
	if wrong != "" {
		now = now[:min(lessonSaid+1, len(now))]
	}
	var fresh []string
	for i, t := range now {
		if t != "" && (i >= len(s.said) || s.said[i] != t) {
			fresh = append(fresh, t)
		}
	}
	if wrong != "" && wrong != s.wrong {
		fresh = append(fresh, wrong)
	}
	if fresh == nil && s.work != "" {
		fresh = []string{s.work}
	}
	if fresh == nil && wrong == "" && strings.Join(now, "") == "" {
		return // it is being computed, and the end of that comes back
	}
	s.said, s.wrong, s.due, s.work = now, wrong, false, ""
	if fresh != nil {
		s.text = strings.Join(fresh, " ")
		rerender()
	}
}

// Answer is what the view shown says of its state, in a sentence; "" where it says nothing.
func Answer() string {
	if wrong() != "" {
		return ""
	}
	for _, t := range sentences()[lessonSaid+1:] {
		if t != "" {
			return t
		}
	}
	return ""
}

// lessonSaid is the place of the lesson among the sentences; those of the view follow.
const lessonSaid = 0

// sentences are those of the lesson and of the view shown. Two states that are compared speak in their frames, and what a presenter
// hides is not said.
func sentences() (list []string) {
	safely(func() {
		s := app.state
		list = append(list, lessonSays())
		if i := app.views.here(s.View); i >= 0 && app.views[i].says != nil && !s.comparing() && !(s.presenting() && s.Hidden != 0) {
			list = append(list, app.views[i].says(s.parts[i])...)
		}
	})
	return list
}

// lessonSays is the step of the lesson, or what there is to say of an answer.
func lessonSays() string {
	p := app.state.Lesson
	if p.Name == "" || p.Name == lessons.Contents {
		return ""
	}
	l, problem := lessonShown()
	if l == nil {
		return problem
	}
	if p.Step <= 0 || p.Step > len(l.Steps) {
		return l.Title + "."
	}
	if t := p.Task(l); t != nil && p.Given {
		return lessons.Said(p, t)
	}
	return "Step " + words.Num(p.Step) + ": " + l.Steps[p.Step-1].Title + "."
}

// wrong is the first thing in the page that could not be read, with the name of its field; "" for none.
func wrong() (said string) {
	if app.state.comparing() {
		return ""
	}
	safely(func() {
		names := map[string]string{}
		seek(shownView(), func(e *markup.Element) bool {
			if e.Tag == "label" {
				names[attribute(e, "for")] = firstText(e)
			}
			if said = problemIn(e); said != "" {
				if name := names[strings.TrimSuffix(attribute(e, "id"), markup.ProblemOf)]; name != "" {
					said = name + ": " + said
				}
			}
			return said != ""
		})
	})
	return said
}

// problemIn is the text of an element of class problem, or of the first one in the HTML that an element holds.
func problemIn(e *markup.Element) string {
	if slices.Contains(e.Classes, "problem") {
		return firstText(e)
	}
	_, text, _ := strings.Cut(e.HTML, `<p class="problem"`)
	_, text, _ = strings.Cut(text, ">")
	text, _, _ = strings.Cut(text, "</p>")
	return words.Plain(text)
}
