// Package sweep holds long jobs: functions evaluated over ranges of arguments up to all 2^32 binary32 patterns.
//
// A Job is a value with a text form, "ulp rsqrt.approx.f32 00000000 100000000": a kind, what it is about, and the range
// from the first pattern to the one after the last, in hexadecimal. A part of a job is a job. Starting one gives a
// Runner, which works in steps as short as wanted; results have a text form too, and merge: whatever the parts, their
// order and the number of workers, the merged result is the same.
//
// A Plan cuts a job into parts, hands out their texts, takes in results, and can be written down and resumed.
package sweep

import (
	"errors"
	"strconv"
	"strings"
)

// Job is a long computation over a range of patterns.
type Job interface {
	String() string         // the text form, which Parse reads
	Range() (lo, hi uint64) // patterns from lo to below hi
	Part(lo, hi uint64) Job // the same over a part of the range
	Start() Runner
}

// Whole is a Job that is not cut into parts: one worker does all of it.
type Whole interface {
	Job
	Whole()
}

// Teller is a Runner that says what it is at.
type Teller interface {
	Runner
	Doing() string // in words, "" if there is nothing to say
}

// Runner is a Job at work, or the sum of results of its parts.
type Runner interface {
	Step(n int) (finished bool) // works through at most n more patterns
	Done() uint64               // patterns that count in the result
	Encode() string             // the result of these patterns
	Merge(text string) error    // adds what Encode gave for patterns not counted yet
}

// A Kind of job: the first word of its text, and the reader of the words in the middle.
type Kind struct {
	Name string
	Make func(words []string, lo, hi uint64) (Job, error)
}

// Kinds lists the kinds of jobs that Parse knows by itself.
var Kinds = []Kind{{"ulp", newAccuracy}, {"hard", newHard}, {"vectors", newVectors}}

// Bounds of the texts that are read.
const (
	maxText = 1 << 16
	maxJob  = 1 << 25 // two matrices of 256 x 4096 binary64 numbers
)

// Parse reads the text form of a job of Kinds or of further kinds.
func Parse(text string, more ...Kind) (Job, error) {
	if len(text) > maxJob {
		return nil, errors.New("a job is at most 33554432 characters long")
	}
	words := strings.Fields(text)
	n := len(words)
	if n < 3 {
		return nil, errors.New("a job reads: kind, subject, first pattern, pattern after the last, as in \"ulp rsqrt.approx.f32 3f800000 40800000\"")
	}
	lo, err := pattern(words[n-2])
	if err != nil {
		return nil, err
	}
	hi, err := pattern(words[n-1])
	if err != nil {
		return nil, err
	}
	if lo > hi || hi > 1<<32 {
		return nil, errors.New("the range " + words[n-2] + " to " + words[n-1] + " does not go up within 100000000")
	}
	kinds := append(Kinds[:len(Kinds):len(Kinds)], more...)
	names := make([]string, len(kinds))
	for i, k := range kinds {
		if k.Name == words[0] {
			return k.Make(words[1:n-2], lo, hi)
		}
		names[i] = k.Name
	}
	return nil, errors.New("no kind of job is called " + quoted(words[0]) + "; there are " + strings.Join(names, ", "))
}

func pattern(s string) (uint64, error) {
	x, err := strconv.ParseUint(s, 16, 64)
	if err != nil || len(s) > 9 {
		return 0, errors.New(quoted(s) + " is not a pattern of up to nine hexadecimal digits")
	}
	return x, nil
}

// quoted is the beginning of s between quotation marks.
func quoted(s string) string { return `"` + s[:min(len(s), 40)] + `"` }

// text puts the text form of a job together.
func text(kind, subject string, lo, hi uint64) string {
	return kind + " " + subject + " " + hex8(lo) + " " + hex8(hi)
}

func hex8(x uint64) string {
	s := strconv.FormatUint(x, 16)
	return "00000000"[min(len(s), 8):] + s
}

// The text form of a result is a row of numbers: base 36, separated by spaces.

type writer []byte

func (w *writer) put(x uint64) {
	if len(*w) > 0 {
		*w = append(*w, ' ')
	}
	*w = strconv.AppendUint(*w, x, 36)
}

type reader struct {
	words []string
	bad   bool
}

func newReader(text string) *reader {
	if len(text) > maxText {
		return &reader{bad: true}
	}
	return &reader{words: strings.Fields(text)}
}

func (r *reader) get(limit uint64) uint64 {
	if len(r.words) == 0 {
		r.bad = true
		return 0
	}
	x, err := strconv.ParseUint(r.words[0], 36, 64)
	r.words = r.words[1:]
	if err != nil || x > limit {
		r.bad = true
		return 0
	}
	return x
}

// close reports whether the text was a result from the first number to the last.
func (r *reader) close() error {
	if r.bad || len(r.words) != 0 {
		return errors.New("this is not the result of such a job")
	}
	return nil
}
