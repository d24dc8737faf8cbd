package lesson

import (
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/words"
)

// Kind is how a task is answered.
type Kind uint8

const (
	Choice Kind = iota // the number of an option, from 1
	Number             // a number as it is typed
	Bits               // a code in hexadecimal digits, or binary after 0b
)

// Task is a question with its accepted answers.
type Task struct {
	Kind    Kind
	Ask     string // HTML
	Because string // HTML: what is said of a right answer, "" for nothing
	Options []Option
	Want    Datum // of a Number or Bits
	Within  int64 // of a Number: how many ulp it may be away once it is rounded to the format; -1: it has to be Want itself
	wrong   []wrong
}

// Option is an answer to choose.
type Option struct {
	Label  string // HTML
	Reason string // HTML: why it is wrong, or right
	Right  bool
}

// wrong is an answer that the author foresaw.
type wrong struct {
	number wide.U128 // as binary128
	code   wide.U128 // in the format of the task
	reason string    // HTML
}

// foresee reads an answer that the author foresaw.
func (t *Task) foresee(answer, reason string) (w wrong, err error) {
	read, err := text.Parse(answer, t.Want.Format, round.Env{})
	if err != nil {
		return w, err
	}
	far, err := text.Parse(answer, format.F128, round.Env{})
	return wrong{far.Bits, read.Bits, reason}, err
}

// Verdict is what is said of an answer.
type Verdict struct {
	Right   bool
	Unclear bool   // it could not be read
	Reason  string // HTML
}

// Asked is the answer of a reader who asks for it.
const Asked = "?"

// MostAnswer is the length in bytes of the longest answer: any number of 64 bits can be written with all its digits.
const MostAnswer = 1200

// Check judges an answer.
func (t *Task) Check(answer string) Verdict {
	if answer == Asked {
		return Verdict{Reason: t.answer()}
	}
	if len(answer) > MostAnswer {
		return Verdict{Unclear: true, Reason: "An answer has at most " + words.Thousands(MostAnswer) + " signs."}
	}
	switch t.Kind {
	case Number:
		return t.number(answer)
	case Bits:
		return t.bits(answer)
	}
	n, err := strconv.Atoi(answer)
	if err != nil || n < 1 || n > len(t.Options) {
		return Verdict{Unclear: true, Reason: "Choose one of the answers."}
	}
	o := t.Options[n-1]
	return Verdict{Right: o.Right, Reason: o.Reason}
}

// answer says what is right.
func (t *Task) answer() string {
	switch t.Kind {
	case Number:
		return "The answer is " + numeral(value(t.Want)) + "."
	case Bits:
		return "The answer is " + numeral(strings.ReplaceAll(text.Binary(t.Want.Format, t.Want.Code)[2:], "_", " ")) + ", which is " + numeral(value(t.Want)) + "."
	}
	var right []string
	for _, o := range t.Options {
		if o.Right {
			right = append(right, o.Label)
		}
	}
	return "The answer is “" + strings.Join(right, "” or “") + "”."
}

func (t *Task) number(answer string) Verdict {
	f := t.Want.Format
	read, err := text.Parse(answer, f, round.Env{})
	if err != nil {
		return Verdict{Unclear: true, Reason: words.Escape(words.Problem(err))}
	}
	given := Datum{f, read.Bits}
	inexact := read.Flags&round.Inexact != 0
	if away, ok := Steps(given, t.Want); given.Code == t.Want.Code && !inexact || t.Within >= 0 && ok && away <= t.Within && -away <= t.Within {
		return Verdict{Right: true}
	}
	far, _ := text.Parse(answer, format.F128, round.Env{})
	for _, w := range t.wrong {
		if far.Bits == w.number {
			return Verdict{Reason: w.reason}
		}
	}
	if t.Within < 0 && inexact && given.Code == t.Want.Code {
		return Verdict{Reason: "That is no number of " + f.Name + ": it is rounded to the right one, whose exact value is asked for."}
	}
	return Verdict{Reason: apart(given, t.Want)}
}

func (t *Task) bits(answer string) Verdict {
	f := t.Want.Format
	if !strings.HasPrefix(answer, "0b") {
		answer = "0x" + answer
	}
	read, err := text.Parse(answer, f, round.Env{})
	if err != nil || read.Kind != text.KindBits {
		return Verdict{Unclear: true, Reason: "Choose the bits."}
	}
	if read.Bits == t.Want.Code {
		return Verdict{Right: true}
	}
	for _, w := range t.wrong {
		if read.Bits == w.code {
			return Verdict{Reason: w.reason}
		}
	}
	given := Datum{f, read.Bits}
	said := "These bits are " + numeral(value(given)) + "."
	sign, exponent, fraction := f.Split(given.Code)
	toSign, toExponent, toFraction := f.Split(t.Want.Code)
	switch {
	case exponent == toExponent && fraction == toFraction:
		said += " Only the sign is wrong."
	case sign == toSign && fraction == toFraction:
		said += " Only the exponent is wrong: the field holds the exponent plus the bias, " + words.Num(int(f.Bias)) + "."
	case sign == toSign && exponent == toExponent:
		said += " Sign and exponent are right; the significand is not."
	default:
		said += " " + apart(given, t.Want)
	}
	return Verdict{Reason: said}
}

// apart says how a datum stands to the one that was asked for.
func apart(given, want Datum) string {
	f := want.Format
	twice := func(of, is Datum) bool {
		two := setting{format: f}
		x, err := two.operation("add", []Datum{of, of})
		return err == nil && x.Code == is.Code && f.ClassOf(x.Code) != format.Zero
	}
	relation, _ := arith.Compare(round.Env{}, f, given.Code, want.Code)
	n, counted := Steps(given, want)
	way := "low"
	if relation == arith.Greater {
		way, n = "high", -n
	}
	switch {
	case f.ClassOf(given.Code).IsNaN():
		return "That is not a number."
	case f.ClassOf(want.Code).IsNaN():
		return "The answer is not a number at all."
	case relation == arith.Equal:
		return "The value is right, but not the sign of the zero."
	case given.Code == f.Negate(want.Code):
		return "Only the sign is wrong."
	case counted && n == 1:
		return "That is the neighbour " + map[string]string{"low": "below", "high": "above"}[way] + ": 1 ulp too " + way + "."
	case counted && n <= 1000:
		return "That is " + words.Num(int(n)) + " ulp too " + way + "."
	case twice(given, want):
		return "That is half of it."
	case twice(want, given):
		return "That is twice as much."
	}
	return "That is too " + way + "."
}

// numeral is a number in a sentence.
func numeral(s string) string { return `<span class="num">` + words.Escape(s) + "</span>" }

// directed makes the options of a task whose answer is a direction: right is each in which the expression, rounded in it,
// gives what is wanted.
func directed(expression string, want Datum, reasons map[round.Direction]string) ([]Option, error) {
	name, inside, _ := strings.Cut(expression, "(")
	var options []Option
	for _, d := range directions() {
		x, err := Eval(name + d.PTX + "(" + inside)
		if err != nil {
			return nil, err
		}
		o := Option{Label: "<code>" + d.Name + "</code>", Right: same(x, want), Reason: reasons[d.Dir]}
		if o.Reason == "" && !o.Right {
			o.Reason = d.Name + " gives " + numeral(value(x)) + ". " + apart(x, want)
		}
		options = append(options, o)
	}
	return options, nil
}

// same reports whether two data have one value, or one code of one format.
func same(x, y Datum) bool {
	if *x.Format == *y.Format {
		return x.Code == y.Code
	}
	wide := setting{format: format.F128}
	return wide.to(x).Code == wide.to(y).Code
}
