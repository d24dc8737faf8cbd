package explain

import (
	"errors"
	"strings"

	"ulplab/fpcore/sweep"
)

// Kinds are the kinds of long jobs of this package, for sweep.Parse: "explain" and the question as one word. Its range is
// the thousandths of the search; it is not cut into parts.
var Kinds = []sweep.Kind{{Name: "explain", Make: newJob}}

// Reply is what a question comes to: what keeps it from being answered, or the answer.
type Reply struct {
	Problem *Problem
	Answer  Answer
}

// Encode writes the reply as one word; DecodeReply reads it.
func (r Reply) Encode() string { return pack(func(w *wire) { w.reply(&r) }) }

// DecodeReply reads the result of a job.
func DecodeReply(s string) (r Reply, err error) {
	err = unpack(s, func(w *wire) { w.reply(&r) })
	return r, err
}

// Encode writes the question as one word; DecodeQuestion reads it.
func (q Question) Encode() string { return pack(func(w *wire) { w.question(&q) }) }

// DecodeQuestion reads what Encode wrote.
func DecodeQuestion(s string) (q Question, err error) {
	err = unpack(s, func(w *wire) { w.question(&q) })
	return q, err
}

// Job is the text form of the question as a job, whose result is a Reply.
func (q Question) Job() string { return job{q.Encode()}.String() }

const thousand = 1000

type job struct{ question string }

func newJob(words []string, lo, hi uint64) (sweep.Job, error) {
	if len(words) != 1 || lo != 0 || hi != thousand {
		return nil, errors.New("a question is one word and has all its thousandths")
	}
	if _, err := DecodeQuestion(words[0]); err != nil {
		return nil, err
	}
	return job{words[0]}, nil
}

func (j job) String() string { return "explain " + j.question + " 0 3e8" }

func (j job) Range() (lo, hi uint64) { return 0, thousand }

// Whole implements sweep.Whole.
func (j job) Whole() {}

func (j job) Part(lo, hi uint64) sweep.Job { return j }

func (j job) Start() sweep.Runner { return &worker{j: j} }

// worker is a job at work, or its result.
type worker struct {
	_      [0]func() // not comparable
	j      job
	s      *Search
	result string // "" before the end
}

func (w *worker) Step(n int) (finished bool) {
	switch {
	case w.result != "":
	case w.s == nil:
		q, _ := DecodeQuestion(w.j.question)
		s, p := New(q)
		if w.s = s; p != nil {
			w.result = Reply{Problem: p}.Encode()
		}
	case w.s.Next(n):
		w.result = Reply{Answer: w.s.Answer()}.Encode()
	}
	return w.result != ""
}

func (w *worker) Done() uint64 {
	switch {
	case w.result != "":
		return thousand
	case w.s == nil:
		return 0
	}
	_, done := w.s.Progress()
	return uint64(done)
}

// Doing says in words what the search is at.
func (w *worker) Doing() string {
	if w.s == nil || w.result != "" {
		return ""
	}
	words, _ := w.s.Progress()
	return words
}

func (w *worker) Encode() string { return w.result }

func (w *worker) Merge(text string) error {
	if text == "" || strings.Trim(text, digits64) != "" {
		return errWire
	}
	w.result = text
	return nil
}
