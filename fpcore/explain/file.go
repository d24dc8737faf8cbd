package explain

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
)

// keys of the text form of a question, in the order in which they are usually written.
var keys = []string{"program", "second program", "inputs", "first", "second", "on first", "on second"}

// ParseQuestion reads the text form of a question: keys with a colon at the beginning of a line, "program:", "second
// program:", "inputs:", "first:", "second:", "on first:" and "on second:"; what follows up to the next key is the value.
// Lines that begin with # before the first key are comments. Machines are read as ParseKnown has it; an option -D among their words
// becomes a line before the program of its side.
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
		case at != nil && unknownKey(line):
			return q, errors.New("line " + strconv.Itoa(n+1) + ": " + line[:strings.Index(line, ":")] + ": is no key; the keys are " + strings.Join(keys, ":, ") + ":")
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
	q = Question{Text: get("program"), Second: get("second program"), Rows: get("inputs"), Observed: [2]string{get("first"), get("second")}}
	one, first := defined(get("on first"), q.Text)
	other, second := defined(get("on second"), cmp.Or(q.Second, q.Text))
	q.Known = [2]string{ParseKnown(first), ParseKnown(second)}
	if q.Second != "" || one != other {
		q.Second = other + cmp.Or(q.Second, q.Text)
	}
	q.Text = one + q.Text
	q = q.SpelledOut()
	shown := q
	shown.Observed = pointed(q.Observed)
	if n := launched(get("on first")+" "+get("on second"), mentions(q.Text+q.Second, "__global__")); n != "" && strings.Contains(q.Rows, "=") && !strings.Contains(q.Rows, "blockDim.x") {
		q.Rows += "\nblockDim.x = " + n
	}
	first, second = shown.Observed[0], shown.Observed[1]
	double := manyDigits(first) && manyDigits(second) && (!(floats(first) && floats(second)) || saidDouble(q.Known, false)) || saidDouble(q.Known, true)
	if wholeNumbers(q.Observed[0]) && wholeNumbers(q.Observed[1]) { // of which no type is seen
		double = double || slices.ContainsFunc(q.Known[:], func(k string) bool { return k == "x87" || strings.HasPrefix(k, "x87 by") }) ||
			slices.ContainsFunc(decimals(q.Rows), func(o Observed) bool { return len(o.digits) >= 15 && o.noSingle() })
	}
	if beyondFloat(shown) || onlyDouble(q.Text+"\n"+q.Second, double) {
		q.Free = expr.Double
	}
	switch {
	case q.Text == "":
		return q, errors.New("the question has no program: write program: and the code on the lines below")
	case q.Observed[0] == "":
		return q, errors.New("the question has no result: write first: and what was observed")
	}
	return q, nil
}

// defined are the macros that options -D define and a program mentions, as lines before it, and the words about a machine without these
// options.
func defined(on, program string) (lines, rest string) {
	trimmed := func(w string) string { return strings.Trim(w, ",.;:()\"'") }
	list := strings.Fields(on)
	for i := 0; i < len(list); i++ {
		macro, ok := strings.CutPrefix(trimmed(list[i]), "-D")
		if !ok {
			rest += " " + list[i]
			continue
		}
		if macro == "" && i+1 < len(list) {
			i++
			macro = trimmed(list[i])
		}
		name, value, ok := strings.Cut(macro, "=")
		if !ok {
			value = "1"
		}
		if name != "" && strings.Contains(program, name) {
			lines += "#define " + name + " " + value + asOption + "\n"
		}
	}
	return lines, strings.TrimSpace(rest)
}

// asOption ends the line of a macro that is an option, -DNAME=VALUE.
const asOption = " // -D"

// saidDouble reports machines, both or one, that were said to compute in double.
func saidDouble(known [2]string, both bool) bool {
	a, _ := KnownOf(known[0])
	b, _ := KnownOf(known[1])
	return (a.Double && b.Double || !both && (a.Double || b.Double)) && !a.Ordered && !b.Ordered
}

// launched is how many threads a block has where words tell a launch, as <<<1, 32>>> does, or threads of a kernel; "" where none do.
func launched(s string, kernel bool) string {
	if w := strings.Fields(s); kernel && !strings.Contains(s, "<<<") {
		for i := 1; i < len(w); i++ {
			if strings.Trim(w[i], ".,;:)") == "threads" && wholeLiteral(w[i-1]) {
				return w[i-1]
			}
		}
	}
	_, s, _ = strings.Cut(s, "<<<")
	s, _, ok := strings.Cut(s, ">>>")
	_, n, _ := strings.Cut(s, ",")
	n, _, _ = strings.Cut(n, ",")
	if n = strings.TrimSpace(n); ok && wholeLiteral(n) {
		return n
	}
	return ""
}

// onlyDouble reports a text that names double, or whose results have the digits of double, and nowhere float: then what it
// does not declare is double too.
func onlyDouble(s string, double bool) bool {
	for _, t := range tokens(s) {
		w := s[t.from:t.to]
		_, single := doubleName(w)
		switch {
		case w == "double":
			double = true
		case w == "float" && strings.HasSuffix(strings.TrimRight(s[:t.from], " "), "(") && strings.HasPrefix(strings.TrimLeft(s[t.to:], " "), ")"): // a cast
		case strings.Contains(w, "float"), single, strings.HasSuffix(w, "f") && (w[0] == '.' || '0' <= w[0] && w[0] <= '9') && !strings.HasPrefix(w, "0x"):
			return false
		}
	}
	return double
}

// manyDigits reports results of which one is written with more digits than float has, or as no float prints; others may be shorter
// decimals, which end in zeros, or no numbers.
func manyDigits(s string) (many bool) {
	list, err := observedList(s, nil, AnyLayout)
	for _, o := range list {
		switch {
		case o.Shape == Bits && o.Format == expr.Double.Format(), o.Shape == HexFloat && o.noSingle(), o.Shape == Decimal && (len(o.digits) >= 15 || len(o.digits) >= 9 && o.noSingle()):
			many = true
		case o.Shape == Bits || o.Shape == HexFloat:
			return false
		}
	}
	return err == nil && many
}

// floats reports results that are floats, each written as one prints with however many digits.
func floats(s string) bool {
	list, err := observedList(s, nil, AnyLayout)
	return err == nil && !slices.ContainsFunc(list, func(o Observed) bool { return o.noSingle() })
}

// wholeNumbers reports results that are written without a point.
func wholeNumbers(s string) bool {
	list, err := observedList(s, nil, AnyLayout)
	return err == nil && !slices.ContainsFunc(list, func(o Observed) bool { return o.Shape != Decimal || strings.ContainsAny(o.Text, ".eE") })
}

// noSingle reports a decimal that no float prints as.
func (o *Observed) noSingle() bool {
	s := o.In(expr.Float.Format())
	return s.Empty()
}

// beyondFloat reports a result of 64 bits, or a number among the inputs and results that float does not have room for.
func beyondFloat(q Question) bool {
	for _, side := range q.Observed {
		list, _ := observedList(side, nil, AnyLayout)
		if slices.ContainsFunc(list, func(o Observed) bool { return o.Shape == Bits && o.Format == expr.Double.Format() }) {
			return true
		}
	}
	return slices.ContainsFunc(decimals(q.Rows+" "+q.Observed[0]+" "+q.Observed[1]), func(o Observed) bool {
		power := len(o.digits) + o.exp // 10^power is above it
		return o.digits != "0" && (power > 39 || power < -44)
	})
}

// decimals are the decimal numbers among words.
func decimals(s string) (list []Observed) {
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !strings.ContainsRune("+-.", r) && !(r < 128 && wordByte(byte(r))) }) {
		if o, err := ParseObserved(w, nil, AnyLayout); err == nil && o.Shape == Decimal {
			list = append(list, o)
		}
	}
	return list
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

// unknownKey reports whether a line begins as a key does that there is not, as "first machine:".
func unknownKey(line string) bool {
	name, _, ok := strings.Cut(line, ":")
	if !ok || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz ") != "" {
		return false
	}
	word, _, more := strings.Cut(name, " ")
	return more && (word == "first" || word == "second" || word == "on") || name == "input" || name == "results"
}

var fieldNames = [...]string{"program", "inputs", "first", "second", "second program"}

func (f Field) String() string { return fieldNames[f] }
