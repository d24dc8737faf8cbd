package explain

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/stable"
)

// pairs goes through what stands as NAME = VALUES in named inputs; what stands before no name is left out.
func pairs(rows string) iter.Seq2[word, []word] {
	return func(yield func(word, []word) bool) {
		p := rowParser{s: rows}
		p.scan()
		w := p.words
		for i, end := 0, 0; i+1 < len(w); i = end {
			if end = i + 1; w[end].text != "=" {
				continue
			}
			for end++; end < len(w) && (end+1 == len(w) || w[end+1].text != "="); end++ {
			}
			if !yield(w[i], w[i+2:end]) {
				return
			}
		}
	}
}

// counted is how many values these are, those of ranges too.
func counted(values []word) (n int) {
	for _, v := range values {
		lo, hi, _ := span(v.text)
		n += int(hi-lo) + 1
	}
	return n
}

// perThread writes the elements that are chosen by a thread's index as so many rows: "x = 1 2 3" is "x = 1", "x = 2" and "x = 3" where there
// are three results. Every other value stands in each row.
func perThread(rows string, inputs []expr.InputVar, results int) string {
	if results < 2 || results > MaxRows || len(rows) > maxPerThread/results {
		return rows
	}
	p := rowParser{inputs: inputs}
	list := make([]string, results)
	split := false
	for name, values := range pairs(rows) {
		at, n := p.find(arrayName(name.text))
		each := n == 1 && p.inputs[at].Index < 0 && len(values) == results
		split = split || each
		for k := range list {
			list[k] += " " + name.text + " ="
			for j, v := range values {
				if !each || j == k {
					list[k] += " " + v.text
				}
			}
		}
	}
	if !split {
		return rows
	}
	return strings.Join(list, "\n")
}

// maxPerThread bounds the text of the rows that perThread writes.
const maxPerThread = 1 << 20

// wholeNames lists the names all of whose values are whole numbers, as expr.Options.Known has them.
func wholeNames(rows string) (list string) {
	not := " "
	for name, values := range pairs(rows) {
		w := arrayName(name.text) + "=int "
		if !strings.Contains(" "+list, " "+w) {
			list += w
		}
		if slices.ContainsFunc(values, func(v word) bool { return !wholeLiteral(strings.TrimPrefix(v.text, "-")) }) {
			not += w
		}
	}
	return strings.Join(stable.Delete(strings.Fields(list), func(w string) bool { return strings.Contains(not, " "+w+" ") }), " ")
}

// oneRow is the question with one of several rows, each of which gives a name another value: the one on which the results differ
// most. It is the row's number from 1 on, 0 where there are no such rows.
func oneRow(q Question, name string) (Question, int) {
	var lines, values []string
	for line := range strings.Lines(q.Rows) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
			known, _ := Given(line, func(other string) bool { return other != name })
			values = append(values, known)
		}
	}
	if len(lines) < 2 || q.Results > 0 || slices.Contains(values, "") ||
		!slices.ContainsFunc(values, func(v string) bool { return v != values[0] }) && slices.ContainsFunc(lines, func(l string) bool { return l != lines[0] }) {
		return q, 0
	}
	var results [2][]Observed
	for side, s := range q.Observed {
		list, err := observedList(s, q.Format, q.Layout)
		if results[side] = list; s != "" && (err != nil || len(list) != len(lines)) {
			return q, 0
		}
	}
	row, _ := mostUnlike(results)
	q.Rows = lines[row]
	for side, list := range results {
		if len(list) > 0 {
			q.Observed[side] = list[row].Text
		}
	}
	return q, row + 1
}

// mostUnlike is the first of so many results of each side of which both are farthest apart, in numbers of binary32, which may hide a mistake behind one that
// is rounding; which says so of it. It is the first of all where none are written differently.
func mostUnlike(results [2][]Observed) (n int, which string) {
	most, some := uint64(0), false
	for i := range min(len(results[0]), len(results[1])) {
		x, y := &results[0][i], &results[1][i]
		if x.Text == y.Text {
			continue
		}
		lo, _, first := x.number(format.F32)
		hi, _, second := y.number(format.F32)
		apart := uint64(1) << 32 // with an infinity or a NaN
		if first && second {
			apart = 1 + Ulps(format.F32, lo.Round(round.Env{}, format.F32).Bits.Lo, hi.Round(round.Env{}, format.F32).Bits.Lo)
		}
		if apart > most {
			if n, most, which = i, apart, ", the first that differs"; some {
				which = ", which differs most"
			}
		}
		some = true
	}
	return n, which
}

// elements is how many elements every array of a program has among named inputs, or the one whose size the name is; 0 where they have
// different numbers, where there is none, or where a value of the name is there.
func elements(rows, text, name string) (n int) {
	own, unlike := 0, false
	for of, values := range pairs(unannotated(rows)) {
		if of.text == name {
			return 0
		}
		count := counted(values)
		if name == arrayName(of.text)+".size" {
			own = count
		}
		if indexed(text, of.text) {
			unlike = unlike || n > 0 && n != count
			n = count
		}
	}
	if own == 0 && !unlike {
		return n
	}
	return own
}

// arraysAmong lists the names with several values that a program has without an index, each with their number, as expr.Options.Known has them: where it
// does not declare them, they are arrays.
func arraysAmong(rows, text string) string {
	return listsAmong(rows, func(name string) bool {
		return mentions(text, name) && (!indexed(text, name) || strings.Contains(text, name+".size()"))
	})
}

// vectorsAmong lists those of them that a program declares as vectors and does not let grow: they hold inputs, whatever they were made with.
func vectorsAmong(rows, text string) string {
	if !strings.Contains(text, "vector<") {
		return ""
	}
	t := tokens(text)
	return listsAmong(rows, func(name string) bool {
		return slices.ContainsFunc(t, func(p piece) bool {
			return text[p.from:p.to] == name && strings.HasSuffix(strings.TrimRight(text[:p.from], " "), ">") && p.to < len(text) && strings.IndexByte("(;", text[p.to]) >= 0
		}) && !anyOf(text, []string{name + ".push_back", name + ".emplace_back", name + ".resize"})
	})
}

// listsAmong lists the names with several values of which some are wanted, with their number.
func listsAmong(rows string, wanted func(name string) bool) (list string) {
	for name, values := range pairs(rows) {
		if n := len(values); n > 1 && wanted(name.text) && !strings.Contains(list+"=", " "+name.text+"[]=") {
			list += " " + name.text + "[]=" + strconv.Itoa(n)
		}
	}
	return list
}

// readSecond reads the second program with what was given for the first, and what the names are that it alone has without an index.
func (a *parsedQuestion) readSecond(text string) (*expr.Code, string, *Problem) {
	c, given, p := a.readCounted(text, a.given, InSecondText)
	if p != nil {
		if d, now, e := a.readCounted(text, strings.TrimSpace(a.given+arraysAmong(a.q.Rows, text)), InSecondText); e == nil {
			return d, now, nil
		}
	}
	return c, given, p
}

// indexed reports that a name stands before a bracket in a program.
func indexed(text, name string) bool {
	list := tokens(text)
	for i := 1; i < len(list); i++ {
		if text[list[i].from] == '[' && text[list[i-1].from:list[i-1].to] == name {
			return true
		}
	}
	return false
}

// follow reads a kernel again with as many threads as there are elements, and with the integers that its threads are compared with. Where it
// adds up what it makes of the numbers of its threads, and they are too many to be followed, there is no program.
func (a *parsedQuestion) follow(c *expr.Code, rows, text string, where Field) (*expr.Code, *Problem) {
	known, taken := a.given, a.taken
	if name, value := below(rows, c); name != "" {
		integers, _ := Given(rows, func(name string) bool { return name == "blockDim.x" || strings.Contains(" "+a.given, " "+name+"=") })
		if k := elements(rows, text, name); value == "" && k > 0 {
			integers += " " + name + "=" + strconv.Itoa(k)
			taken = append(taken, takenToBe(name, k, -1))
		}
		known += " " + integers
	}
	n := threads(rows, c)
	if n > 0 {
		known += " blockDim.x=" + strconv.Itoa(n)
	}
	if known == a.given {
		return c, nil
	}
	d, p := a.readProgram(text, known, where)
	if p == nil {
		a.given, a.taken = strings.TrimSpace(known), taken
		for i := range d.Notes {
			if given(rows, "blockDim.x") == "" {
				d.Notes[i].Text = strings.Replace(d.Notes[i].Text, ", as given.", ", one for each number.", 1)
			}
		}
		return d, nil
	}
	if len(c.Inputs) == 0 {
		return nil, p
	}
	return c, nil
}

// takenToBe says of a number without a value that it is taken to be how many elements there are.
func takenToBe(name string, n int, at int32) expr.Note {
	return expr.Note{At: at, Text: "No value was given for " + name + ". It is taken to be " + strconv.Itoa(n) + ", the number of elements."}
}

// allBelow begins the note that all threads of a kernel were taken to lie below a number.
const allBelow = "Every thread of the block is taken to lie below "

// below is the number that all threads of a kernel were taken to lie below, "" for none, and the value that the rows give it.
func below(rows string, c *expr.Code) (name, value string) {
	for _, n := range c.Notes {
		if rest, is := strings.CutPrefix(n.Text, allBelow); is {
			name, _, _ = strings.Cut(rest, ";")
			_, value, _ = strings.Cut(given(rows, name), "=")
		}
	}
	return name, value
}

// threads is the size of the block that a kernel needs, where it was followed with another that nothing in the text says: blockDim.x among
// the inputs, or how many elements its first array has, or without one the number below which its threads lie. 0 for every other program.
func threads(rows string, c *expr.Code) int {
	if !noted(c, "Give blockDim.x") {
		return 0
	}
	size := strings.TrimPrefix(given(rows, "blockDim.x"), "blockDim.x=")
	if arrives(c) { // there are as many blocks as it takes
		size = ""
	}
	if _, value := below(rows, c); size == "" && len(c.Inputs) == 0 {
		size = value
	}
	if n, _ := strconv.Atoi(size); n > 0 || len(c.Inputs) == 0 {
		return n
	}
	first := max(0, slices.IndexFunc(c.Inputs, func(v expr.InputVar) bool { return strings.HasSuffix(v.Name, "]") }))
	array, _, is := strings.Cut(c.Inputs[first].Name, "[")
	p := rowParser{inputs: c.Inputs}
	_, elements := p.find(array)
	for name, values := range pairs(rows) {
		if name.text == array && is && len(values) != elements {
			return len(values)
		}
	}
	return 0
}

// arrives reports that the program adds by atomics, in no fixed order.
func arrives(c *expr.Code) bool { return noted(c, "atomicAdd") }

// ofSecond begins the notes of the second program, which stand behind those of the first.
const ofSecond = "The second program: "

// noted reports that a text occurs in what was noted of a program.
func noted(c *expr.Code, text string) bool {
	return slices.ContainsFunc(c.Notes, func(n expr.Note) bool { return strings.Contains(n.Text, text) && !strings.HasPrefix(n.Text, ofSecond) })
}

// doubled reports a result of a program in double, as was said of it or as its digits show.
func (s *Search) doubled() bool { return s.known[0].Double || s.known[1].Double || s.noSingle() }

// noSingle reports a result with digits that are those of no float.
func (s *Search) noSingle() bool {
	return slices.ContainsFunc(s.table.Observed, func(row []Observed) bool {
		return slices.ContainsFunc(row, func(o Observed) bool { return o.noSingle() })
	})
}
