package start

import (
	"slices"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/site/kit/operand"
)

// Source is where the index comes from: data files, and what a program knows besides.
//
// A line of the index is an entry: kind, link, title and text, with tabs between them. A line "=WORD WORD …" has words that mean the
// same, and "-WORD WORD …" words that a question can do without.
type Source struct {
	Files func(data func(name string) string) []string                      // their names; data has the texts that are there already, which may name others
	Lines func(data func(name string) string) func() (line string, ok bool) // once they are all there; false after the last line
}

// FileName is the data file of the whole index, which the packer makes of everything that the lab has.
const FileName = "search.txt"

// Packed is that file, for a program that has not everything.
func Packed() Source {
	return Source{func(func(string) string) []string { return []string{FileName} }, func(data func(name string) string) func() (string, bool) {
		rest, more := data(FileName), true
		return func() (line string, ok bool) {
			ok = more
			line, rest, more = strings.Cut(rest, "\n")
			return line, ok
		}
	}}
}

// index is what can be searched.
type index struct {
	next    func() (line string, ok bool)
	problem string // why there is none
	entries []entry
	same    map[string][]string // of a stem: the others of its line
	idle    map[string]bool
}

// entry is a place of the lab.
type entry struct {
	Kind, Link, Title, Text string
	title, text             []string // the stems of their words
}

// found is what a search has to show: the best entries first.
type found struct {
	hits []*entry
	all  bool // each hit has all words
}

// shownHits is the number of entries that a search shows.
const shownHits = 10

// newIndex is the index before its first line.
func newIndex(next func() (line string, ok bool), problem string) *index {
	return &index{next: next, problem: problem, same: map[string][]string{}, idle: map[string]bool{}}
}

// step reads a line.
func (x *index) step() (done bool) {
	if x.problem != "" {
		return true
	}
	line, ok := x.next()
	switch {
	case line == "":
	case line[0] == '=':
		group := stems(line)
		for _, w := range group {
			x.same[w] = append(x.same[w], group...)
		}
	case line[0] == '-':
		for _, w := range stems(line) {
			x.idle[w] = true
		}
	default:
		f := strings.Split(line, "\t")
		if len(f) != 4 {
			x.problem = unreadable
			return true
		}
		x.entries = append(x.entries, entry{f[0], f[1], f[2], f[3], stems(f[2]), stems(f[3])})
	}
	return !ok
}

// stems are the words of a text, each without its ending: letters and digits, with the point inside of a number.
func stems(text string) (list []string) {
	text = strings.ToLower(text)
	from := -1
	for i := 0; i <= len(text); i++ {
		if i < len(text) && inWord(text, i) {
			if from < 0 {
				from = i
			}
			continue
		}
		if from >= 0 {
			list = append(list, stem(text[from:i]))
			from = -1
		}
	}
	return list
}

func inWord(s string, i int) bool {
	c := s[i]
	digit := func(i int) bool { return i >= 0 && i < len(s) && '0' <= s[i] && s[i] <= '9' }
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '.' && digit(i-1) && digit(i+1)
}

// stem leaves out the ending of an English word; a word with a digit stays as it is.
func stem(w string) string {
	if strings.ContainsAny(w, "0123456789") {
		return w
	}
	for _, e := range [...][2]string{{"ies", "y"}, {"sses", "ss"}, {"ings", ""}, {"ing", ""}, {"ed", ""}, {"ly", ""}, {"s", ""}} {
		if head, ok := strings.CutSuffix(w, e[0]); ok && len(head) > 2 && !(e[0] == "s" && strings.ContainsAny(head[len(head)-1:], "sui")) {
			w = head + e[1]
			break
		}
	}
	if n := len(w); n > 4 && w[n-1] == w[n-2] && w[n-1] != 's' && w[n-1] != 'l' {
		w = w[:n-1]
	}
	if len(w) > 4 {
		w = strings.TrimSuffix(w, "e")
	}
	return w
}

// alike says how well a word of an entry answers a word searched for, of 10: the same word, one that begins so, or the beginning of it.
func alike(asked, have string) int {
	switch {
	case asked == have:
		return 10
	case len(asked) > 1 && strings.HasPrefix(have, asked):
		return 6
	case len(have) > 4 && strings.HasPrefix(asked, have):
		return 5
	}
	return 0
}

// best is the best of alike among the words of an entry.
func best(asked string, have []string) (n int) {
	for _, h := range have {
		n = max(n, alike(asked, h))
	}
	return n
}

// answers says how well an entry answers a word, synonyms included; a word of the title counts for more.
func (x *index) answers(asked string, e *entry) int {
	n := max(3*best(asked, e.title), best(asked, e.text))
	for _, s := range x.same[asked] {
		if s != asked {
			n = max(n, 2*max(3*best(s, e.title), best(s, e.text))/3)
		}
	}
	return n
}

// weight is what an entry counts for beside others: a question is answered by a question, and by a step of a lesson where nothing else does.
func weight(kind string) int {
	switch kind {
	case "Question":
		return 3
	case "Lesson", "GPU feature", "Paper, statement", "Paper, section":
		return 1
	}
	return 2
}

// find returns the entries that answer a text best: a word that few entries have counts for more, and an entry that has more of
// the words counts for more than their sum. Of equal entries the first of the index comes first. What has fewer words
// than the best and counts for less than an eighth of it is left out.
func (x *index) find(text string) (f found) {
	var words []string
	asked := stems(text)
	for _, w := range asked {
		if !x.idle[w] && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	if words == nil {
		words = asked
	}
	score, matched := make([]int, len(x.entries)), make([]int, len(x.entries))
	for _, w := range words {
		got, count := make([]int, len(x.entries)), 0
		for i := range x.entries {
			if got[i] = x.answers(w, &x.entries[i]); got[i] > 0 {
				count++
			}
		}
		for i, n := range got {
			if n > 0 {
				score[i] += n * 1000 / (10 + count) * weight(x.entries[i].Kind)
				matched[i]++
			}
		}
	}
	for i := range x.entries {
		score[i] *= matched[i] * matched[i]
		if slices.Equal(x.entries[i].title, words) { // its name and nothing else was asked for
			score[i] *= 3
		}
	}
	best, most := 0, 0
	for len(f.hits) < shownHits {
		top := -1
		for i := range score {
			if score[i] > 0 && (matched[i] >= most || score[i] > best/8) && (top < 0 || score[i] > score[top]) {
				top = i
			}
		}
		if top < 0 {
			break
		}
		if best == 0 {
			best, most, f.all = score[top], matched[top], matched[top] == len(words)
		}
		f.hits = append(f.hits, &x.entries[top])
		for i := range score { // another entry with the same link says nothing new
			if x.entries[i].Link == x.entries[top].Link {
				score[i] = 0
			}
		}
	}
	f.all = f.all || len(words) == 0
	if _, err := operand.Read(text, format.F32); err == nil { // a number can be looked at, first where nothing has its words
		f.hits = append(f.hits, &entry{Kind: "Number", Link: "#/f32/" + text, Title: text, Text: numberWords})
		if !f.all {
			f.hits[0], f.hits[len(f.hits)-1] = f.hits[len(f.hits)-1], f.hits[0]
		}
		f.all = true
	}
	return f
}
