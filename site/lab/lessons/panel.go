package lessons

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

// Title and About are the entry of the header.
const (
	Title = "Lessons"
	About = "Short steps beside the lab: predict, then see"
)

// How the panel is heard.
const (
	FileArea   = "lesson"        // of files
	BitsArea   = "lesson.bits"   // the bits of an answer
	NumberArea = "lesson.number" // the field of an answer
	TapWord    = "lesson"        // of buttons: lesson:ANSWER gives it, lesson: what was typed or set
)

// Input is what the panel depends on.
type Input struct {
	Place
	Learned lesson.Progress
	View    string // the link of what is shown beside it, without the lesson
	Version uint32 // of what is loaded
}

// Loaded is what was loaded for a place: the list of lessons, or a lesson; Problem says why it is not here, or not yet.
type Loaded struct {
	List    []Entry
	Lesson  *lesson.Lesson
	Problem string
}

// Panel is the lesson beside the view: the list of lessons, the cover of one, or a step. file is the place for the reader's own
// file, which belongs to the list, typed the action of typing an answer.
func Panel(in Input, have Loaded, file func(hint string) markup.Node, typed func(string) markup.Action) markup.Node {
	front, title, step := "", "", stepShown{task: &lesson.Task{}}
	switch l := have.Lesson; {
	case in.Name == "":
	case in.Name == Contents:
		front = contentsHTML(in, have)
	case l == nil:
		front = `<h2>Lesson</h2><p class="note">` + words.Escape(have.Problem) + `</p>`
	case in.Step == 0 || in.Step > len(l.Steps):
		front = coverHTML(in, l)
	default:
		step, title = stepOf(in, l), l.Title
	}
	return markup.El("div", markup.Class("lesson-in"),
		markup.Raw("p", "lesson-head", headHTML(in, title)),
		markup.Raw("div", "lesson-front", front, markup.Flag("hidden", front == "")),
		markup.El("div", markup.Class("lesson-file"), markup.Flag("hidden", in.Name != Contents),
			file("A lesson of your own: plain text, up to "+words.Num(lesson.MostBytes>>10)+" KB. It stays on this machine.")),
		step.node(in, typed))
}

// headHTML is the line above a lesson: the way to the list, the title of the lesson where it is not below, and the way out.
func headHTML(in Input, title string) string {
	list := ""
	if in.Name != Contents {
		list = `<a href="` + words.Escape(in.link(Place{Name: Contents})) + `">` + Title + `</a>`
	}
	if title != "" {
		list += ` › ` + words.Escape(title)
	}
	return `<span>` + list + `</span><a class="lesson-close" href="` + words.Escape(in.View) + `" aria-label="Close the lesson" title="Close the lesson">×</a>`
}

// link is the link of a place in lessons beside what is shown now.
func (in Input) link(to Place) string { return to.Beside(in.View, in.Learned) }

func contentsHTML(in Input, have Loaded) string {
	var b strings.Builder
	b.WriteString(`<h2>` + Title + `</h2>`)
	if have.Problem != "" {
		b.WriteString(`<p class="problem">` + words.Escape(have.Problem) + `</p>`)
	}
	b.WriteString(`<p class="note">` + About + `.</p><ol class="lesson-list">`)
	for _, e := range have.List {
		b.WriteString(`<li><a href="` + words.Escape(in.link(Place{Name: e.name})) + `"><b>` + words.Escape(e.title) + `</b><span>` + words.Escape(e.about) + `</span></a>` +
			`<span class="lesson-far">` + farWords(in.Learned.Of(e.name), e.steps) + `</span></li>`)
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
func coverHTML(in Input, l *lesson.Lesson) string {
	done := in.Learned.Of(in.Key())
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
	b.WriteString(`</ol><div class="on-paper">`)
	for i, s := range l.Steps { // a sheet for a class: all steps, without answers
		b.WriteString(`<h3>` + words.Num(i+1) + ` ` + words.Escape(s.Title) + `</h3>` + wordsHTML(s, ""))
		if s.Task != nil {
			for _, o := range s.Task.Options {
				b.WriteString(`<p>☐ ` + o.Label + `</p>`)
			}
			if s.Task.Options == nil {
				b.WriteString(`<p>…………………………</p>`)
			}
		}
	}
	return b.String() + `</div>`
}

// wordsHTML is the text of a step and what it asks, which has the attribute id.
func wordsHTML(s lesson.Step, id string) string {
	var b strings.Builder
	for _, p := range s.Text {
		b.WriteString(`<p>` + p + `</p>`)
	}
	if s.Task != nil {
		b.WriteString(`<p class="lesson-ask"` + id + `>` + s.Task.Ask + `</p>`)
	}
	return b.String()
}

// stepLink is the link of a step with what it shows.
func (in Input) stepLink(l *lesson.Lesson, n int) string {
	return Place{Name: in.Name, Step: n, Text: in.Text}.Beside(l.Steps[n-1].Show, in.Learned)
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
func stepOf(in Input, l *lesson.Lesson) stepShown {
	at := l.Steps[in.Step-1]
	s := stepShown{title: words.Escape(at.Title), task: &lesson.Task{}}
	var said lesson.Verdict
	if at.Task != nil {
		s.task, s.kind, s.asked = at.Task, at.Task.Kind, true
		if in.Given {
			said = at.Task.Check(in.Answer)
		}
		s.choices, s.verdict = choicesHTML(in, at.Task), verdictHTML(in.Place, at.Task, said)
		s.code, _ = link.ParseHex(in.Answer)
	}
	s.text, s.ways = dots(in, l)+`<h2>`+s.title+`</h2>`+wordsHTML(at, ` id="lesson-ask"`), waysHTML(in, l, said)
	return s
}

// dots are the steps of a lesson as links.
func dots(in Input, l *lesson.Lesson) string {
	done := in.Learned.Of(in.Key())
	var b strings.Builder
	b.WriteString(`<ol class="lesson-dots">`)
	for i, s := range l.Steps {
		names, mark, here := "", "", "false"
		if done>>i&1 != 0 {
			names, mark = ` class="done"`, ", done"
		}
		if i+1 == in.Step {
			here = "step"
		}
		b.WriteString(`<li><a` + names + ` href="` + words.Escape(in.stepLink(l, i+1)) + `" aria-current="` + here +
			`" aria-label="Step ` + words.Num(i+1) + mark + `: ` + words.Escape(s.Title) + `" title="` + words.Escape(s.Title) + `">` + words.Num(i+1) + `</a></li>`)
	}
	return b.String() + `</ol>`
}

// choicesHTML are the answers to choose.
func choicesHTML(in Input, t *lesson.Task) string {
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
		b.WriteString(`<button type="button"` + names + ` data-tap="` + TapWord + `:` + n + `" aria-pressed="` + strconv.FormatBool(pressed) + `">` + o.Label + `</button>`)
	}
	return b.String()
}

// verdictHTML says what there is to say of an answer.
func verdictHTML(p Place, t *lesson.Task, said lesson.Verdict) string {
	switch {
	case !p.Given:
		return ""
	case said.Right:
		return `<p class="right"><b>Right.</b> ` + said.Reason + ` ` + t.Because + `</p>`
	case p.Answer == lesson.Asked:
		return `<p>` + said.Reason + ` ` + t.Because + `</p>`
	case said.Unclear:
		return `<p class="problem">` + said.Reason + `</p>`
	}
	return `<p class="wrong"><b>Not yet.</b> ` + said.Reason + `</p>`
}

// Said is what there is to say of the answer to a task, in words.
func Said(p Place, t *lesson.Task) string { return words.Plain(verdictHTML(p, t, t.Check(p.Answer))) }

// waysHTML are the ways on: what the answer looks like in the lab, the answer itself, the step's own state, the next step.
func waysHTML(in Input, l *lesson.Lesson, said lesson.Verdict) string {
	at := l.Steps[in.Step-1]
	way := func(id, to, word, names string) string {
		return `<a id="` + id + `" class="` + names + `" href="` + words.Escape(to) + `">` + word + `</a>`
	}
	var first, second strings.Builder
	if at.Reveal != "" && in.Given && !said.Unclear && in.View != at.Reveal {
		first.WriteString(way("lesson-reveal", in.Beside(at.Reveal, in.Learned), "See it in the lab", "lesson-go"))
	}
	if at.Task != nil && !said.Right && in.Answer != lesson.Asked {
		first.WriteString(`<button type="button" class="plain" data-tap="` + TapWord + `:` + lesson.Asked + `">Show the answer</button>`)
	}
	if in.View != at.Show {
		first.WriteString(way("lesson-back", in.Beside(at.Show, in.Learned), "Back to this step’s state", "lesson-way"))
	}
	if in.Step > 1 {
		second.WriteString(way("lesson-before", in.stepLink(l, in.Step-1), "Previous", "lesson-way"))
	}
	if in.Step < len(l.Steps) {
		second.WriteString(way("lesson-next", in.stepLink(l, in.Step+1), "Next", "lesson-go"))
	} else {
		second.WriteString(way("lesson-next", in.link(Place{Name: Contents}), "All lessons", "lesson-go"))
	}
	return `<p>` + first.String() + `</p><p>` + second.String() + `</p>`
}

// node is the step in the panel. Its elements stay; what a task does not need is hidden.
func (s stepShown) node(in Input, typed func(string) markup.Action) markup.Node {
	number, code := s.asked && s.kind == lesson.Number, s.asked && s.kind == lesson.Bits
	f := s.task.Want.Format
	if f == nil {
		f = format.E4M3
	}
	text := ""
	if number && in.Answer != lesson.Asked {
		text = in.Answer
	}
	return markup.El("div", markup.Class("lesson-step"), markup.Flag("hidden", s.title == ""),
		markup.Raw("div", "lesson-text", s.text),
		markup.Raw("div", "lesson-choices", s.choices, markup.Attr("role", "group"), markup.Attr("aria-labelledby", "lesson-ask"), markup.Flag("hidden", s.choices == "")),
		markup.El("div", markup.Class("lesson-number"), markup.Data("keys", NumberArea), markup.Flag("hidden", !number),
			markup.Field(markup.Entry{ID: "lesson-answer", Label: "Your answer", Shown: text, Hint: "a number",
				Typed: func(t string) markup.Action { return typed(operand.Cut(t, lesson.MostAnswer)) }})),
		markup.El("div", markup.Class("lesson-code"), markup.Flag("hidden", !code),
			markup.List{bits.Editor(bits.EditorIn{Area: BitsArea, Label: "Your answer, bit by bit", Format: f, Code: s.code, Cursor: f.Bits - 1})}),
		markup.El("p", markup.Class("lesson-check"), markup.Flag("hidden", !number && !code),
			markup.El("button", markup.Attr("type", "button"), markup.Attr("id", "lesson-check"), markup.Data("tap", TapWord+":"), markup.Text("Check"))),
		markup.El("div", markup.Class("lesson-end"),
			markup.Raw("div", "lesson-verdict", s.verdict),
			markup.Raw("div", "lesson-ways", s.ways)))
}
