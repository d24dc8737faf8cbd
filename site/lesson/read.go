// Package lesson reads lessons, which are plain text, and judges answers to their tasks by the arithmetic of the lab.
//
// A lesson is its title, one line about it, and steps, each with a text, the link of what the lab shows beside it, and a task:
//
//	title: Rounding
//	about: What becomes of a number between two others
//
//	== Two neighbours                        a step begins
//	show: #/f32/0.1                          what the lab shows, a link without the address of the page
//	A paragraph with `code`, *emphasis*, 2^-24 and {f32(0.1)}, a number that the lab computes (package's Eval).
//	An empty line ends it.
//	ask: Which way was 0.1 rounded?          the task
//	+ up | It is {f32(0.1)}.                 an answer that is right, and what is said of it
//	- down | The number below is farther.    one that is wrong, and why
//	because: …                               said of a right answer
//	reveal: #/v1/op?…                        what the lab shows once it was answered
//	check: f32(0.1 + 0.2) = f32(0.3)         what has to hold for the lesson to be right; it is not shown
//
// In the place of + and − a task can be computed:
//
//	number: f32(0.1 + 0.2)                   the number is typed, exactly; or: number: f32(0.1 + 0.2) within 1 ulp
//	- 0.3 | Why that is wrong.               a wrong answer that was foreseen
//	bits: e4m3(0.4)                          the bits are chosen
//	direction: f32(1 + 2^-24) gives f32(1)   one of the five directions
//	equal: f32(0.1 + 0.2)                    the options that are equal to it
//	* 0.3 | f32(0.3) | Reason.               an option, what it is, and what is said of it
//	largest:                                 the option whose magnitude is the largest
//
// A line that begins with a blank goes on with the line before, one that begins with # is left out.
package lesson

import (
	"errors"
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/site/kit/words"
)

// Limits of a lesson.
const (
	MostBytes   = 32 << 10
	MostSteps   = 24
	mostOptions = 6
	mostLine    = 4000 // bytes of a line with those that go on with it
)

// Lesson is a lesson that was read.
type Lesson struct {
	Title, About string // text
	Steps        []Step
}

// Step is one idea.
type Step struct {
	Title  string   // text
	Show   string   // the link of what the lab shows
	Reveal string   // the link of what it shows once the task was answered, "" for no other
	Lines  [2]int   // of these two links
	Text   []string // paragraphs as HTML
	Task   *Task    // nil for none
}

// line is a line of a lesson with those that go on with it.
type line struct {
	number int
	text   string
}

// Read reads a lesson. An error names the line, what is wrong there and what would be right.
func Read(data string) (*Lesson, error) {
	if len(data) > MostBytes {
		return nil, errors.New("a lesson has at most " + strconv.Itoa(MostBytes>>10) + " KB; this has " + strconv.Itoa((len(data)+1023)>>10))
	}
	for i, l := range strings.Split(data, "\n") {
		if strings.ToValidUTF8(l, "") != l || strings.IndexByte(l, 0) >= 0 {
			return nil, At(i+1, errors.New("this is no text in UTF-8; save the lesson as plain text, in UTF-8"))
		}
	}
	r := reader{lesson: &Lesson{}}
	for _, l := range append(join(data), line{0, "== "}) {
		r.at = l.number
		if err := r.line(l); err != nil {
			return nil, At(r.at, err)
		}
	}
	return r.lesson, nil
}

// At names the line of an error, if it has one.
func At(line int, err error) error {
	if line == 0 {
		return err
	}
	return errors.New("line " + strconv.Itoa(line) + ": " + err.Error())
}

// join puts lines that go on with others behind them, and leaves comments out.
func join(data string) (lines []line) {
	data = strings.TrimPrefix(data, "\ufeff")
	for i, l := range strings.Split(data, "\n") {
		l = strings.TrimRight(l, " \t\r")
		switch n := len(lines); {
		case strings.HasPrefix(l, "#"): // a comment
		case l != "" && (l[0] == ' ' || l[0] == '\t') && n > 0 && lines[n-1].text != "":
			lines[n-1].text += " " + strings.TrimLeft(l, " \t")
		default:
			lines = append(lines, line{i + 1, strings.TrimSpace(l)})
		}
	}
	return lines
}

// reader is a lesson while it is read.
type reader struct {
	lesson *Lesson
	step   *Step
	at     int // the line that an error is of, 0 for none
	begun  int // the line of the step
	par    string
	parAt  int // its line
	// The task of the step.
	asked      bool
	how        string // "choose", "number", "bits", "direction", "equal", "largest"; "" before that is known
	expression string
	want       Datum
	within     int64
	because    string
	marked     []marked
}

// marked is a line with an option.
type marked struct {
	line
	sign  byte
	parts []string
}

// line reads a line.
func (r *reader) line(l line) error {
	if len(l.text) > mostLine {
		return errors.New("a paragraph has at most " + strconv.Itoa(mostLine) + " bytes")
	}
	key, value, keyed := strings.Cut(l.text, ":")
	value = strings.TrimSpace(value)
	title, begins := strings.CutPrefix(l.text, "==")
	option := len(l.text) > 1 && strings.IndexByte("+-*", l.text[0]) >= 0 && l.text[1] == ' '
	if plain := !begins && !option && !(keyed && (known(key) || heads(key) && r.step == nil)); plain && l.text != "" {
		if r.step == nil && r.lesson.Title == "" {
			return errUntitled
		}
		if r.step == nil {
			return errors.New("“" + clip(l.text) + "” stands before the first step; steps begin with “== Title”")
		}
		if r.par == "" {
			r.parAt = l.number
		} else {
			r.par += " "
		}
		if r.par += l.text; len(r.par) > mostLine {
			return errors.New("a paragraph has at most " + strconv.Itoa(mostLine) + " bytes")
		}
		return nil
	}
	if err := r.paragraph(); err != nil || l.text == "" {
		return err
	}
	if begins {
		return r.begin(l, strings.TrimSpace(title))
	}
	if r.step == nil && keyed && heads(key) {
		switch {
		case value == "":
			return errors.New("“" + key + ":” has nothing after it")
		case key == "title":
			r.lesson.Title = value
		default:
			r.lesson.About = value
		}
		return nil
	}
	if r.step == nil {
		return errors.New("“" + clip(l.text) + "” belongs to a step; steps begin with “== Title”")
	}
	if option {
		r.marked = append(r.marked, marked{l, l.text[0], parts(l.text[2:])})
		return nil
	}
	return r.key(key, value)
}

// parts are what stands between the strokes of an option.
func parts(s string) []string {
	list := strings.Split(s, "|")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

func heads(key string) bool { return key == "title" || key == "about" }

func known(key string) bool {
	switch key {
	case "show", "reveal", "ask", "because", "check", "number", "bits", "direction", "equal", "largest":
		return true
	}
	return false
}

// key reads a line “key: value” of a step.
func (r *reader) key(key, value string) (err error) {
	if value == "" && key != "largest" {
		return errors.New("“" + key + ":” has nothing after it")
	}
	switch key {
	case "show", "reveal":
		if !strings.HasPrefix(value, "#/") || strings.ContainsAny(value, " \"<>") {
			return errors.New("“" + clip(value) + "” is no link: copy one from the lab and keep what begins with #/")
		}
		if key == "show" {
			r.step.Show, r.step.Lines[0] = value, r.at
		} else {
			r.step.Reveal, r.step.Lines[1] = value, r.at
		}
		return nil
	case "ask":
		if r.asked {
			return errors.New("a step has one task; begin another step")
		}
		r.asked = true
		r.step.Task = &Task{Within: -1}
		r.step.Task.Ask, err = inline(value)
		return err
	case "because":
		r.because, err = inline(value)
		return err
	case "check":
		return check(value)
	}
	if r.how != "" {
		return errors.New("a task has one answer; “" + r.how + ":” was given already")
	}
	r.how, r.within = key, -1
	switch key {
	case "largest":
		return nil
	case "number":
		if expression, ulps, said := strings.Cut(value, " within "); said {
			n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(ulps, "ulp")))
			if err != nil || n < 0 || n > 1000 {
				return errors.New("“within " + clip(ulps) + "” should be “within N ulp”, N from 0 to 1000")
			}
			value, r.within = expression, int64(n)
		}
	case "direction":
		expression, wanted, said := strings.Cut(value, " gives ")
		if !said {
			return errors.New("a direction needs what it leads to: “direction: f32(1 + 2^-24) gives f32(1)”")
		}
		r.expression, value = strings.TrimSpace(expression), wanted
	}
	r.want, err = Eval(value)
	return err
}

// check refuses a lesson in which something does not hold.
func check(s string) error {
	left, right, said := strings.Cut(s, "=")
	if !said {
		return errors.New("a check is an equation: “check: f32(0.1 + 0.2) = f32(0.3)”")
	}
	x, err := Eval(left)
	if err != nil {
		return err
	}
	y, err := Eval(right)
	if err == nil && !same(x, y) {
		err = errors.New("this does not hold: " + strings.TrimSpace(left) + " is " + text.Shortest(x.Format, x.Code) + ", not " + text.Shortest(y.Format, y.Code))
	}
	return err
}

// paragraph ends a paragraph.
func (r *reader) paragraph() error {
	if r.par == "" {
		return nil
	}
	next := r.at
	r.at = r.parAt
	if r.asked {
		return errors.New("“" + clip(r.par) + "” stands after the task; the text comes before “ask:”, what is said of a right answer after “because:”")
	}
	p, err := inline(r.par)
	if err == nil {
		r.at = next
	}
	r.step.Text = append(r.step.Text, p)
	r.par = ""
	return err
}

var errUntitled = errors.New("the first line should be “title: …”, the name of the lesson")

// begin ends the step before and begins another.
func (r *reader) begin(l line, title string) error {
	if r.step != nil {
		r.at = 0
		if err := r.finish(); err != nil {
			if r.at == 0 {
				err = errors.New("the step of line " + strconv.Itoa(r.begun) + ": " + err.Error())
			}
			return err
		}
		r.at = l.number
	}
	switch {
	case r.lesson.Title == "":
		return errUntitled
	case l.number == 0 && r.step == nil:
		return errors.New("the lesson has no step; steps begin with “== Title”")
	case l.number == 0:
		return nil
	case title == "":
		return errors.New("“==” is followed by the title of the step")
	case len(r.lesson.Steps) == MostSteps:
		return errors.New("a lesson has at most " + strconv.Itoa(MostSteps) + " steps")
	}
	r.lesson.Steps = append(r.lesson.Steps, Step{Title: title})
	*r = reader{lesson: r.lesson, step: &r.lesson.Steps[len(r.lesson.Steps)-1], at: l.number, begun: l.number}
	return nil
}

// finish makes the task of a step.
func (r *reader) finish() (err error) {
	t := r.step.Task
	switch {
	case r.step.Show == "":
		return errors.New("“show:” is missing, the link of what the lab shows")
	case !r.asked && (r.how != "" || len(r.marked) > 0 || r.because != ""):
		return errors.New("“ask:” is missing, the question of the task")
	case !r.asked:
		return nil
	case r.how == "" && len(r.marked) == 0:
		return errors.New("the task has no answers: “+ right” and “- wrong | why”, or one that is computed, as “number: f32(0.1)”")
	case len(r.marked) > mostOptions:
		return errors.New("a task has at most " + strconv.Itoa(mostOptions) + " answers to choose or foreseen")
	}
	t.Because, t.Want, t.Within = r.because, r.want, r.within
	switch r.how {
	case "number", "bits":
		t.Kind = map[string]Kind{"number": Number, "bits": Bits}[r.how]
		return r.foreseen(t)
	case "direction":
		return r.directed(t)
	case "equal", "largest":
		err = r.computed(t)
	default:
		err = r.chosen(t)
	}
	if err != nil {
		return err
	}
	right := 0
	for _, o := range t.Options {
		if o.Right {
			right++
		}
	}
	if len(t.Options) < 2 || right == 0 || right == len(t.Options) {
		return errors.New("a task to choose has at least one right and one wrong answer: this has " + words.Count(right, "right one") + " of " + strconv.Itoa(len(t.Options)))
	}
	return nil
}

// reason is a part of an option as HTML, "" where there is none.
func (m marked) reason(i int) (string, error) {
	if i >= len(m.parts) {
		return "", nil
	}
	return inline(m.parts[i])
}

// needs refuses an option with another sign, or too many parts.
func (m marked) needs(signs, form string, most int) error {
	if strings.IndexByte(signs, m.sign) < 0 || len(m.parts) > most || m.parts[0] == "" {
		return errors.New("here an answer has the form “" + form + "”")
	}
	return nil
}

func (r *reader) chosen(t *Task) error {
	for _, m := range r.marked {
		r.at = m.number
		if err := m.needs("+-", "+ answer | what is said of it", 2); err != nil {
			return err
		}
		o := Option{Right: m.sign == '+'}
		var err error
		if o.Label, err = inline(m.parts[0]); err == nil {
			o.Reason, err = m.reason(1)
		}
		if err == nil && !o.Right && o.Reason == "" {
			err = errors.New("a wrong answer needs its reason: “- answer | why it is wrong”")
		}
		if err != nil {
			return err
		}
		t.Options = append(t.Options, o)
	}
	r.at = 0
	return nil
}

func (r *reader) foreseen(t *Task) error {
	for _, m := range r.marked {
		r.at = m.number
		if err := m.needs("-", "- "+map[Kind]string{Number: "0.3", Bits: "0x7e"}[t.Kind]+" | why it is wrong", 2); err != nil {
			return err
		}
		reason, err := m.reason(1)
		if err == nil && reason == "" {
			err = errors.New("a wrong answer needs its reason after “|”")
		}
		var w wrong
		if err == nil {
			w, err = t.foresee(m.parts[0], reason)
		}
		if err == nil && t.Check(m.parts[0]).Right {
			err = errors.New("“" + clip(m.parts[0]) + "” is the right answer")
		}
		if err != nil {
			return err
		}
		t.wrong = append(t.wrong, w)
	}
	return nil
}

func (r *reader) directed(t *Task) error {
	reasons := map[round.Direction]string{}
	for _, m := range r.marked {
		r.at = m.number
		if err := m.needs("-+", "- rz | why it is wrong", 2); err != nil {
			return err
		}
		d, ok := directionOf(m.parts[0])
		if !ok {
			return errors.New("“" + clip(m.parts[0]) + "” is none of the directions rn, rna, rz, rp and rm")
		}
		reason, err := m.reason(1)
		if err != nil {
			return err
		}
		reasons[d] = reason
	}
	r.at = 0
	var err error
	if t.Options, err = directed(r.expression, r.want, reasons); err != nil {
		return err
	}
	right := 0
	for _, o := range t.Options {
		if o.Right {
			right++
		}
	}
	if right == 0 || right == len(t.Options) {
		return errors.New("“direction:” should be right in some directions and wrong in others; it is right in " + strconv.Itoa(right) + " of 5")
	}
	return nil
}

// computed makes options of which the core says which are right.
func (r *reader) computed(t *Task) error {
	var data []Datum
	for _, m := range r.marked {
		r.at = m.number
		if err := m.needs("*", "* answer | expression | what is said of it", 3); err != nil {
			return err
		}
		if len(m.parts) < 2 {
			return errors.New("“* " + clip(m.parts[0]) + "” lacks the expression that says what it is: “* answer | f32(0.1)”")
		}
		d, err := Eval(m.parts[1])
		var o Option
		if err == nil {
			o.Label, err = inline(m.parts[0])
		}
		if err == nil {
			o.Reason, err = m.reason(2)
		}
		if err != nil {
			return err
		}
		data, t.Options = append(data, d), append(t.Options, o)
	}
	r.at = 0
	wanted := r.want
	if r.how == "largest" {
		for i, d := range data {
			data[i].Code = arith.Abs(d.Format, d.Code)
			if i == 0 || larger(data[i], wanted) {
				wanted = data[i]
			}
		}
	}
	for i, d := range data {
		o := &t.Options[i]
		o.Right = same(d, wanted)
		switch {
		case o.Right || o.Reason != "":
		case r.how == "largest":
			o.Reason = "This is " + numeral(value(d)) + "; another is larger."
		default:
			o.Reason = "This is " + numeral(value(d)) + ". " + apart(setting{format: wanted.Format}.to(d), wanted)
		}
	}
	return nil
}

// larger compares two data of any formats up to 113 bits of precision.
func larger(x, y Datum) bool {
	wide := setting{format: format.F128}
	relation, _ := arith.Compare(wide.Env, wide.format, wide.to(x).Code, wide.to(y).Code)
	return relation == arith.Greater
}
