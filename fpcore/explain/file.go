package explain

import (
	"errors"
	"strconv"
	"strings"
)

// keys of the text form of a question, in the order in which they are usually written.
var keys = []string{"program", "second program", "inputs", "first", "second", "on first", "on second"}

// ParseQuestion reads the text form of a question: keys with a colon at the beginning of a line, "program:", "second
// program:", "inputs:", "first:", "second:", "on first:" and "on second:"; what follows up to the next key is the value.
// Lines that begin with # before the first key are comments. Machines are read as ParseKnown has it.
func ParseQuestion(s string) (q Question, err error) {
	if len(s) > 2*MaxRowsText {
		return q, errors.New("the question is longer than 2 MB")
	}
	values := map[string]*strings.Builder{}
	var at *strings.Builder
	for n, line := range strings.Split(s, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if key, rest, ok := keyOf(line); ok {
			if values[key] != nil {
				return q, errors.New("line " + strconv.Itoa(n+1) + ": " + key + ": stands there twice")
			}
			at = &strings.Builder{}
			values[key] = at
			at.WriteString(rest)
			continue
		}
		switch {
		case at != nil:
			at.WriteString("\n" + line)
		case strings.TrimSpace(line) != "" && !strings.HasPrefix(strings.TrimSpace(line), "#"):
			return q, errors.New("line " + strconv.Itoa(n+1) + ": a key is expected: " + strings.Join(keys, ":, ") + ":")
		}
	}
	get := func(key string) string {
		if b := values[key]; b != nil {
			return strings.TrimSpace(b.String())
		}
		return ""
	}
	q = Question{Text: get("program"), Second: get("second program"), Rows: get("inputs"), Observed: [2]string{get("first"), get("second")},
		Known: [2]string{ParseKnown(get("on first")), ParseKnown(get("on second"))}}
	switch {
	case q.Text == "":
		return q, errors.New("the question has no program: write program: and the code on the lines below")
	case q.Observed[0] == "":
		return q, errors.New("the question has no result: write first: and what was observed")
	}
	return q, nil
}

// keyOf splits a line that begins with a key.
func keyOf(line string) (key, rest string, ok bool) {
	for _, k := range keys {
		if r, ok := strings.CutPrefix(line, k+":"); ok {
			return k, strings.TrimSpace(r), true
		}
	}
	return "", "", false
}

var fieldNames = [...]string{"program", "inputs", "first", "second", "second program"}

func (f Field) String() string { return fieldNames[f] }
