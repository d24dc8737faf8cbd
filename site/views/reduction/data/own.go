// Package data reads the numbers of the reader's own that the view Reduction adds: typed, pasted, or from a file.
package data

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/summation"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/files"
)

// MaxText bounds the reader's own numbers, in bytes.
const MaxText = 16 << 10

// Pasted is the name of the file that Paste makes.
const Pasted = "pasted numbers"

// split finds the numbers of a text as typed: separated by spaces, commas, line ends and brackets; for a dot product
// a semicolon stands between the two vectors; where there is none, the only one is halved by the caller. Decimal commas, where they can
// be nothing else, are written as points. note says so, problem what is wrong.
func split(s string, dot bool) (v [2][]string, note, problem string) {
	bare := strings.Map(func(r rune) rune {
		if strings.ContainsRune("[](){}", r) {
			return ' '
		}
		return r
	}, s)
	parts := strings.Split(bare, ";")
	if !dot {
		parts = []string{bare}
	}
	if len(parts) > 2 {
		return v, "", "A semicolon stands between the two vectors of a dot product, once."
	}
	var seen files.Commas
	for i, part := range parts {
		decimal, err := files.DecimalCommas(part)
		if err != nil {
			return v, "", err.Error()
		}
		apart := " \t\r\n,"
		if decimal || strings.ContainsAny(part, "\t;") && decimals(part) {
			apart = " \t\r\n;"
		} else if strings.IndexByte(part, ';') >= 0 {
			return v, "", "A semicolon stands between the two vectors of a dot product, once."
		}
		v[i] = strings.FieldsFunc(part, func(r rune) bool { return strings.ContainsRune(apart, r) })
		for k, w := range v[i] {
			seen.See(w)
			v[i][k] = seen.Point(w)
		}
	}
	note, err := seen.Told()
	if err != nil {
		return v, "", err.Error()
	}
	return v, note, ""
}

// halves halves the only vector of a dot product, and says what is wrong with the lengths.
func halves[T any](v [2][]T, dot bool) (a, b []T, problem string) {
	a, b = v[0], v[1]
	if dot && b == nil {
		a, b = a[:len(a)/2], a[len(a)/2:]
	}
	switch {
	case dot && len(a) != len(b):
		problem = "The vectors have " + strconv.Itoa(len(a)) + " and " + strconv.Itoa(len(b)) + " elements; they must be equally long."
	case len(a) < summation.Least:
		problem = "There must be at least two elements."
	}
	return a, b, problem
}

// decimals reports whether there are numbers with a comma between tabs, semicolons and spaces, and all have it before
// a digit and after one.
func decimals(s string) (some bool) {
	var c files.Commas
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t\r\n;", r) }) {
		if strings.IndexByte(w, ',') < 0 {
			continue
		}
		if some = c.Point(w) != w; !some {
			return false
		}
	}
	return some
}

// parse reads numbers as typed (split) as codes of f; problem says in words what is wrong.
func parse(s string, f *format.Format, dot bool) (a, b []wide.U128, note, problem string) {
	if len(s) > MaxText {
		return nil, nil, "", "The list has more than " + strconv.Itoa(MaxText) + " characters, so it was not read: paste it into the field again or open it as a file."
	}
	words, note, problem := split(s, dot)
	if problem != "" {
		return nil, nil, "", problem
	}
	var v [2][]wide.U128
	at := 0
	for i, list := range words {
		for _, w := range list {
			at++
			p, err := text.Parse(w, f, round.Env{})
			if err != nil {
				return nil, nil, "", wrong(at, w, err)
			}
			v[i] = append(v[i], p.Bits)
		}
	}
	a, b, problem = halves(v, dot)
	return a, b, note, problem
}

func wrong(at int, w string, err error) string {
	if len(w) > 24 {
		w = strings.ToValidUTF8(w[:24], "") + "…"
	}
	return "Number " + strconv.Itoa(at) + ", “" + w + "”: " + err.Error() + "."
}

// FromText takes the numbers as typed; note says what was assumed of them.
func FromText(own string, s *summation.Sums) (note string) {
	a, b, note, problem := parse(own, s.E, s.In.Dot)
	if s.Problem = problem; problem == "" {
		s.Take(a, b)
	}
	return note
}

// Paste makes a file of numbers as typed (split) that are too many for a link: one a line, or for a dot product
// one of each vector.
func Paste(s string, dot bool) (data []byte, note, problem string) {
	words, note, problem := split(s, dot)
	if problem == "" {
		_, _, problem = halves(words, dot)
	}
	if problem != "" {
		return nil, "", problem
	}
	data = make([]byte, 0, len(s))
	for i, w := range words[0] {
		if i == 0 || w[0] == '#' || w[0] == '/' { // else the reader of files takes it for a name or a comment
			if _, err := text.Parse(w, format.F64, round.Env{}); err != nil {
				return nil, "", wrong(i+1, w, err)
			}
		}
		data = append(data, w...)
		if words[1] != nil {
			data = append(append(data, ' '), words[1][i]...)
		}
		data = append(data, '\n')
	}
	return data, note, ""
}
