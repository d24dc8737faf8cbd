package lab

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/bits"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
	"ulplab/site/lab/link"
	"ulplab/site/lesson"
)

// How the panel of a lesson is heard.
const (
	lessonPlace  = "lesson"        // of files
	lessonBits   = "lesson.bits"   // the bits of an answer
	lessonNumber = "lesson.number" // the field of an answer
	lessonTap    = "lesson"        // of buttons: lesson:ANSWER gives it, lesson: what was typed or set
)

// lessonIn is the input of the panel of a lesson.
type lessonIn struct {
	Lesson
	learned lesson.Progress
	version uint32 // of what is loaded
	view    string // the link of what is shown beside it, without the lesson
}

func lessonInput(s State) (in lessonIn) {
	if s.Lesson.Name == "" {
		return in
	}
	in = lessonIn{Lesson: s.Lesson, learned: s.Learned, version: app.work.desks[mostViews].tick}
	s.Lesson = Lesson{}
	in.view = app.views.Encode(s.bare()) // an embedded page stays one
	return in
}

// lessonPanel is the lesson beside the view: the list of lessons, the cover of one, or a step.
func lessonPanel(in lessonIn) markup.Node {
	front, title, step := "", "", stepShown{task: &lesson.Task{}}
	switch in.Name {
	case "":
	case Contents:
		front = contentsHTML(in)
	default:
		l, problem := lessonShown()
		switch {
		case l == nil:
			front = `<h2>Lesson</h2><p class="note" role="status">` + words.Escape(problem) + `</p>`
		case in.Step == 0 || in.Step > len(l.Steps):
			front = coverHTML(in, l)
		default:
			step, title = stepOf(in, l), l.Title
		}
	}
	return markup.El("div", markup.Class("lesson-in"),
		markup.Raw("p", "lesson-head", headHTML(in, title)),
		markup.Raw("div", "lesson-front", front, markup.Flag("hidden", front == "")),
		markup.El("div", markup.Class("lesson-file"), markup.Flag("hidden", in.Name != Contents),
			FilePlace(lessonPlace, "A lesson of your own: plain text, up to "+words.Num(lesson.MostBytes>>10)+" KB. It stays on this machine.", false)),
		step.node(in))
}

// headHTML is the line above a lesson: the way to the list, the title of the lesson where it is not below, and the way out.
func headHTML(in lessonIn, title string) string {
	list := ""
	if in.Name != Contents {
		list = `<a href="` + words.Escape(lessonLink(in, Lesson{Name: Contents})) + `">` + lessonsTitle + `</a>`
	}
	if title != "" {
		list += ` › ` + words.Escape(title)
	}
	return `<span>` + list + `</span><a class="lesson-close" href="` + words.Escape(in.view) + `" aria-label="Close the lesson" title="Close the lesson">×</a>`
}

// lessonLink is the link of a place in lessons beside what is shown now.
func lessonLink(in lessonIn, to Lesson) string {
	return beside(in.view, State{Lesson: to, Learned: in.learned})
}

func contentsHTML(in lessonIn) string {
	list, at := Made[[]entry](taskContents)
	var b strings.Builder
	b.WriteString(`<h2>` + lessonsTitle + `</h2>`)
	if at.Problem != "" {
		b.WriteString(`<p class="problem">` + words.Escape(at.Problem) + `</p>`)
	}
	b.WriteString(`<p class="note">` + lessonsAbout + `.</p><ol class="lesson-list">`)
	for _, e := range list {
		b.WriteString(`<li><a href="` + words.Escape(lessonLink(in, Lesson{Name: e.name})) + `"><b>` + words.Escape(e.title) + `</b><span>` + words.Escape(e.about) + `</span></a>` +
			`<span class="lesson-far">` + farWords(in.learned.Of(e.name), e.steps) + `</span></li>`)
	}
	return b.String() + `</ol>`
}

// farWords says how many steps were done.
func farWords(done uint64, of int) string {
	n := 0
	for ; done != 0; done &= done - 1 {
		n++
	}
	if n >= of {
		return "done"
	}
	return words.Num(n) + " of " + words.Num(of)
}

// coverHTML is a lesson before its first step: what it is about and its steps, the first that is not done yet to go on with.
func coverHTML(in lessonIn, l *lesson.Lesson) string {
	done := in.learned.Of(in.key())
	next := 1
	for next < len(l.Steps) && done>>(next-1)&1 != 0 {
		next++
	}
	begin := "Begin"
	if done != 0 {
		begin = "Go on with step " + words.Num(next)
	}
	var b strings.Builder
	b.WriteString(`<h2>` + words.Escape(l.Title) + `</h2><p class="note">` + words.Escape(l.About) + `</p>` +
		`<p><a class="lesson-go" id="lesson-next" href="` + words.Escape(in.stepLink(l, next)) + `">` + begin + `</a></p><ol class="lesson-list">`)
	for i, s := range l.Steps {
		mark := ""
		if done>>i&1 != 0 {
			mark = `<span class="lesson-far">done</span>`
		}
		b.WriteString(`<li><a href="` + words.Escape(in.stepLink(l, i+1)) + `">` + words.Escape(s.Title) + `</a>` + mark + `</li>`)
	}
	return b.String() + `</ol>`
}

// stepLink is the link of a step with what it shows.
func (in lessonIn) stepLink(l *lesson.Lesson, n int) string {
	return beside(l.Steps[n-1].Show, State{Lesson: Lesson{Name: in.Name, Step: n, Text: in.Text}, Learned: in.learned})
}

// stepShown is a step as it stands in the panel.
type stepShown struct {
	title, text, choices, verdict, ways string // HTML
	task                                *lesson.Task
	kind                                lesson.Kind
	asked                               bool // the step has a task
	code                                wide.U128
}

// stepOf is a step with what was answered.
func stepOf(in lessonIn, l *lesson.Lesson) stepShown {
	at := l.Steps[in.Step-1]
	s := stepShown{title: words.Escape(at.Title), task: &lesson.Task{}}
	var b strings.Builder
	b.WriteString(dots(in, l) + `<h2>` + s.title + `</h2>`)
	for _, p := range at.Text {
		b.WriteString(`<p>` + p + `</p>`)
	}
	var said lesson.Verdict
	if at.Task != nil {
		s.task, s.kind, s.asked = at.Task, at.Task.Kind, true
		b.WriteString(`<p class="lesson-ask" id="lesson-ask">` + at.Task.Ask + `</p>`)
		if in.Given {
			said = at.Task.Check(in.Answer)
		}
		s.choices, s.verdict = choicesHTML(in, at.Task), verdictHTML(in, at.Task, said)
		s.code, _ = link.ParseHex(in.Answer)
	}
	s.text, s.ways = b.String(), waysHTML(in, l, said)
	return s
}

// dots are the steps of a lesson as links.
func dots(in lessonIn, l *lesson.Lesson) string {
	done := in.learned.Of(in.key())
	var b strings.Builder
	b.WriteString(`<ol class="lesson-dots">`)
	for i, s := range l.Steps {
		names, mark := "", ""
		if done>>i&1 != 0 {
			names, mark = ` class="done"`, ", done"
		}
		b.WriteString(`<li><a` + names + ` href="` + words.Escape(in.stepLink(l, i+1)) + `" aria-current="` + strings.Replace(current(i+1 == in.Step), "page", "step", 1) +
			`" aria-label="Step ` + words.Num(i+1) + mark + `: ` + words.Escape(s.Title) + `" title="` + words.Escape(s.Title) + `">` + words.Num(i+1) + `</a></li>`)
	}
	return b.String() + `</ol>`
}

// choicesHTML are the answers to choose.
func choicesHTML(in lessonIn, t *lesson.Task) string {
	var b strings.Builder
	for i, o := range t.Options {
		n := words.Num(i + 1)
		pressed := in.Given && in.Answer == n
		names := ""
		if pressed && o.Right {
			names = ` class="right"`
		} else if pressed {
			names = ` class="wrong"`
		}
		b.WriteString(`<button type="button"` + names + ` data-tap="` + lessonTap + `:` + n + `" aria-pressed="` + strconv.FormatBool(pressed) + `">` + o.Label + `</button>`)
	}
	return b.String()
}

// verdictHTML says what there is to say of an answer.
func verdictHTML(in lessonIn, t *lesson.Task, said lesson.Verdict) string {
	switch {
	case !in.Given:
		return ""
	case said.Right:
		return `<p class="right"><b>Right.</b> ` + said.Reason + ` ` + t.Because + `</p>`
	case in.Answer == lesson.Asked:
		return `<p>` + said.Reason + ` ` + t.Because + `</p>`
	case said.Unclear:
		return `<p class="problem">` + said.Reason + `</p>`
	}
	return `<p class="wrong"><b>Not yet.</b> ` + said.Reason + `</p>`
}

// waysHTML are the ways on: what the answer looks like in the lab, the answer itself, the step's own state, the next step.
func waysHTML(in lessonIn, l *lesson.Lesson, said lesson.Verdict) string {
	at := l.Steps[in.Step-1]
	way := func(id, to, word, names string) string {
		return `<a id="` + id + `" class="` + names + `" href="` + words.Escape(to) + `">` + word + `</a>`
	}
	var first, second strings.Builder
	here := State{Lesson: in.Lesson, Learned: in.learned}
	if at.Reveal != "" && in.Given && !said.Unclear && in.view != at.Reveal {
		first.WriteString(way("lesson-reveal", beside(at.Reveal, here), "See it in the lab", "lesson-go"))
	}
	if at.Task != nil && !said.Right && in.Answer != lesson.Asked {
		first.WriteString(`<button type="button" class="plain" data-tap="` + lessonTap + `:` + lesson.Asked + `">Show the answer</button>`)
	}
	if in.view != at.Show {
		first.WriteString(way("lesson-back", beside(at.Show, here), "Back to this step’s state", "lesson-way"))
	}
	if in.Step > 1 {
		second.WriteString(way("lesson-before", in.stepLink(l, in.Step-1), "Previous", "lesson-way"))
	}
	if in.Step < len(l.Steps) {
		second.WriteString(way("lesson-next", in.stepLink(l, in.Step+1), "Next", "lesson-go"))
	} else {
		second.WriteString(way("lesson-next", lessonLink(in, Lesson{Name: Contents}), "All lessons", "lesson-go"))
	}
	return `<p>` + first.String() + `</p><p>` + second.String() + `</p>`
}

// node is the step in the panel. Its elements stay; what a task does not need is hidden.
func (s stepShown) node(in lessonIn) markup.Node {
	number, code := s.asked && s.kind == lesson.Number, s.asked && s.kind == lesson.Bits
	f := s.task.Want.Format
	if f == nil {
		f = format.E4M3
	}
	typed := ""
	if number && in.Answer != lesson.Asked {
		typed = in.Answer
	}
	return markup.El("div", markup.Class("lesson-step"), markup.Flag("hidden", s.title == ""),
		markup.El("p", markup.Class("quiet"), markup.Attr("role", "status"), markup.Text("Step "+words.Num(in.Step))),
		markup.Raw("div", "lesson-text", s.text),
		markup.Raw("div", "lesson-choices", s.choices, markup.Attr("role", "group"), markup.Attr("aria-labelledby", "lesson-ask"), markup.Flag("hidden", s.choices == "")),
		markup.El("div", markup.Class("lesson-number"), markup.Data("keys", lessonNumber), markup.Flag("hidden", !number),
			markup.Field(markup.Entry{ID: "lesson-answer", Label: "Your answer", Shown: typed, Hint: "a number",
				Typed: func(t string) markup.Action { return Reply{Text: operand.Cut(t, lesson.MostAnswer)} }})),
		markup.El("div", markup.Class("lesson-code"), markup.Flag("hidden", !code),
			markup.List{bits.Editor(bits.EditorIn{Area: lessonBits, Label: "Your answer, bit by bit", Format: f, Code: s.code, Cursor: f.Bits - 1})}),
		markup.El("p", markup.Class("lesson-check"), markup.Flag("hidden", !number && !code),
			markup.El("button", markup.Attr("type", "button"), markup.Attr("id", "lesson-check"), markup.Data("tap", lessonTap+":"), markup.Text("Check"))),
		markup.El("div", markup.Class("lesson-end"),
			markup.Raw("div", "lesson-verdict", s.verdict, markup.Attr("role", "status")),
			markup.Raw("div", "lesson-ways", s.ways)))
}

// taskShown is the task of the step that is shown, nil for none.
func taskShown() *lesson.Task {
	if app.state.Lesson.Name == "" || app.state.Lesson.Name == Contents {
		return nil
	}
	l, _ := lessonShown()
	if n := app.state.Lesson.Step; l != nil && n > 0 && n <= len(l.Steps) {
		return l.Steps[n-1].Task
	}
	return nil
}

// replyOf is what a button of the panel means: an answer, or, "", what was typed or set.
func replyOf(answer string) markup.Action {
	t := taskShown()
	if t == nil {
		return nil
	}
	if answer == "" {
		if answer = app.state.Lesson.Answer; answer == lesson.Asked {
			answer = ""
		}
		if t.Kind == lesson.Bits && answer == "" {
			answer = link.Hex(wide.U128{}, t.Want.Format.Bits)
		}
	}
	return Reply{Text: answer, Given: true, Right: t.Check(answer).Right}
}

// flipAnswer changes a bit of the answer.
func flipAnswer(bit int) markup.Action {
	t := taskShown()
	if t == nil || t.Kind != lesson.Bits || bit < 0 || bit >= t.Want.Format.Bits {
		return nil
	}
	code, _ := link.ParseHex(app.state.Lesson.Answer)
	return Reply{Text: link.Hex(code.Xor(wide.From64(1).Shl(uint(bit))), t.Want.Format.Bits)}
}

// lessonKey hears the keyboard in an answer: Enter gives what was typed, the arrows move between bits.
func lessonKey(area string, e Event, k Key) bool {
	to := bitOf(e)
	switch {
	case area == lessonNumber && k.Name == "Enter":
		does(replyOf(""))
		return true
	case area == lessonBits && k.Name == "ArrowLeft":
		to++
	case area == lessonBits && k.Name == "ArrowRight":
		to--
	default:
		return false
	}
	if t := taskShown(); t != nil && t.Kind == lesson.Bits && to >= 0 && to < t.Want.Format.Bits {
		app.host.Focus(`[data-bits="` + lessonBits + `"] [data-bit="` + strconv.Itoa(to) + `"]`)
	}
	return true
}
