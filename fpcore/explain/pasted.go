package explain

import (
	"slices"
	"strconv"
	"strings"
)

// unannotated blanks what Python prints around numbers, "tensor(1.5, device='cuda:0', dtype=torch.float64)" and
// "array([1., 2.], dtype=float32)": the name with its brackets, and what follows the numbers as key=value. Everything
// else stays where it was, so that places in the text stay the same.
func unannotated(s string) string {
	if strings.IndexByte(s, '(') < 0 && strings.IndexByte(s, '=') < 0 {
		return s
	}
	var b []byte // a copy, made when the first byte is blanked
	blank := func(from, to int) {
		if b == nil {
			b = []byte(s)
		}
		for i := from; i < to; i++ {
			if b[i] != '\n' {
				b[i] = ' '
			}
		}
	}
	var open []bool // of each bracket that is open: it was blanked
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '(':
			open = append(open, false)
			i++
		case c == ')':
			if n := len(open); n > 0 {
				if open[n-1] {
					blank(i, i+1)
				}
				open = open[:n-1]
			}
			i++
		case letter(c):
			j := i
			for j < len(s) && (letter(s[j]) || '0' <= s[j] && s[j] <= '9' || s[j] == '.') {
				j++
			}
			name := s[i:j]
			switch {
			case j < len(s) && s[j] == '(' && wraps(name):
				blank(i, j+1)
				open = append(open, true)
				j++
			case j+1 < len(s) && s[j] == '=' && annotates(name):
				if to := annotation(s, j+1); to > 0 {
					blank(i, to)
					j = to
				}
			}
			i = j
		case '0' <= c && c <= '9': // 0x1f, 1.5e3: the letters belong to the number
			for i < len(s) && (letter(s[i]) || '0' <= s[i] && s[i] <= '9' || s[i] == '.') {
				i++
			}
		default:
			i++
		}
	}
	if b == nil {
		return s
	}
	return string(b)
}

// unlabelled blanks a name before the one = or : of a line, as in "y = 1.47" and "GPU result: 519.57", and names before all numbers of a
// line, as in "R=0.54 G=0.85".
func unlabelled(s string) string {
	b := []byte(s)
	for from := 0; from < len(b); {
		to := from + strings.IndexByte(s[from:]+"\n", '\n')
		line := s[from:to]
		if i := strings.IndexAny(line, "=:"); i > 0 && strings.LastIndexAny(line, "=:") == i && (letter(strings.TrimLeft(line, " \t")[0]) || strings.ContainsAny(line[:i], "^*/")) && strings.Trim(line[i+1:], " \t,;\r") != "" {
			for k := range i + 1 {
				b[from+k] = ' '
			}
		} else if i > 0 {
			labels(b[from:to])
		}
		from = to + 1
	}
	return string(b)
}

// labelled reads "x = 1.5, y = 2" as its labels and values, false where it is something else.
func labelled(s string) (labels, values []string, ok bool) {
	words := strings.FieldsFunc(strings.NewReplacer("=", " = ", ":", " = ").Replace(s), func(c rune) bool { return c <= ' ' || c == ',' || c == ';' })
	for i := 0; i < len(words); i += 3 {
		if i+2 >= len(words) || words[i+1] != "=" || !letter(words[i][0]) || slices.Contains(labels, words[i]) {
			return nil, nil, false
		}
		labels, values = append(labels, words[i]), append(values, words[i+2])
	}
	return labels, values, len(labels) > 1
}

// inOrderOf is what was observed second, its labels in the order of the first where both have the same ones.
func inOrderOf(first, second string) string {
	labels, _, ok := labelled(first)
	others, values, also := labelled(second)
	if !ok || !also || len(labels) != len(others) || slices.Equal(labels, others) {
		return second
	}
	var list []string
	for _, l := range labels {
		i := slices.Index(others, l)
		if i < 0 {
			return second
		}
		list = append(list, l+" = "+values[i])
	}
	return strings.Join(list, ", ")
}

// unnumbered blanks the numbers of rows that count from 0 or 1 before one value each, as in "0,7.42" and "1: 4.17", where two lines or more have
// them; "0,5" is a number with a decimal comma.
func unnumbered(s string) string {
	b := []byte(s)
	next, rows := -1, 0
	for from := 0; from < len(b); {
		to := from + strings.IndexByte(s[from:]+"\n", '\n')
		line := s[from:to]
		start := len(line) - len(strings.TrimLeft(line, " \t"))
		end := start
		for end < len(line) && digit(line[end]) {
			end++
		}
		if end > start {
			value := strings.TrimSpace(line[end:])
			if value == "" || strings.IndexByte(",;:|", value[0]) < 0 && (line[end] != ' ' && line[end] != '\t') {
				return s
			}
			rest := strings.TrimSpace(strings.TrimLeft(value, ",;:|"))
			n, err := strconv.Atoi(line[start:end])
			if next < 0 && n <= 1 {
				next = n
			}
			if err != nil || n != next || rest == "" || strings.ContainsAny(rest, " \t,;:|") || value[0] == ',' && !strings.ContainsAny(rest, ".xXnN") {
				return s
			}
			for k := range strings.LastIndex(line, rest) - start {
				b[from+start+k] = ' '
			}
			next, rows = next+1, rows+1
		}
		from = to + 1
	}
	if rows < 2 {
		return s
	}
	return string(b)
}

// labels blanks the names of a line that has one before each number, with = or : between them.
func labels(line []byte) {
	var names [][2]int
	for i := 0; strings.TrimSpace(string(line[i:])) != ""; {
		n := strings.IndexAny(string(line[i:]), "=:")
		if n < 0 {
			return
		}
		name := strings.TrimSpace(string(line[i : i+n]))
		value := strings.TrimLeft(string(line[i+n+1:]), " \t")
		if name == "" || !letter(name[0]) || strings.ContainsAny(name, " \t") || value == "" || !strings.ContainsRune("+-.0123456789in", rune(value[0])) {
			return
		}
		names = append(names, [2]int{i, i + n + 1})
		i = len(line) - len(value)
		if end := strings.IndexAny(value, " \t,;"); end >= 0 {
			i += end + 1
		} else {
			i = len(line)
		}
	}
	for _, n := range names {
		for k := n[0]; k < n[1]; k++ {
			line[k] = ' '
		}
	}
}

// wraps reports a name under which Python libraries print numbers, with its module before it or not.
func wraps(name string) bool {
	switch strings.ToLower(name[strings.LastIndexByte(name, '.')+1:]) {
	case "tensor", "array", "parameter", "float16", "bfloat16", "float32", "float64", "longdouble", "half", "single", "double":
		return true
	}
	return false
}

// annotates reports the keys that follow the numbers.
func annotates(key string) bool {
	switch key {
	case "device", "dtype", "requires_grad", "grad_fn", "layout", "weak_type":
		return true
	}
	return false
}

// annotation returns the end of a value that is no number and begins at i, 0 if there is none: a text in quotes, <…>, or
// a word with what stands in its brackets.
func annotation(s string, i int) int {
	end := byte(0)
	switch c := s[i]; {
	case c == '\'' || c == '"':
		end = c
	case c == '<':
		end = '>'
	case !letter(c):
		return 0
	}
	depth := 0
	for j := i + 1; j < len(s); j++ {
		switch c := s[j]; {
		case c == '\n':
			return j
		case end != 0:
			if c == end {
				return j + 1
			}
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case depth == 0 && strings.IndexByte(" ,)];\t\r", c) >= 0:
			return j
		}
	}
	return len(s)
}

// unfenced blanks all but the program of a text in Markdown: what stands between the first fence, three backquotes or tildes on a line
// of their own with the name of a language or not, and the next one, or between two single backquotes around the whole text. With several
// such blocks the text stays as it is. Places in the text stay the same.
func unfenced(s string) string {
	if t := strings.TrimSpace(s); len(t) > 2 && strings.Count(t, "`") == 2 && t[0] == '`' && t[len(t)-1] == '`' {
		return strings.ReplaceAll(s, "`", " ")
	}
	if !strings.Contains(s, "```") && !strings.Contains(s, "~~~") {
		return s
	}
	var b strings.Builder
	fences := 0
	for line := range strings.Lines(s) {
		t := strings.TrimSpace(line)
		fence := strings.HasPrefix(t, "```") || strings.HasPrefix(t, "~~~")
		if fence {
			fences++
		}
		if fence || fences != 1 {
			b.WriteString(blanks(line))
		} else {
			b.WriteString(line)
		}
	}
	if fences != 2 {
		return s
	}
	return b.String()
}

// blanks is a line of as many bytes that says nothing.
func blanks(line string) string {
	n := len(strings.TrimRight(line, "\r\n"))
	return strings.Repeat(" ", n) + line[n:]
}
