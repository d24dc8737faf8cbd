package explain

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/ptx/scalar"
	"ulplab/fpcore/round"
	"ulplab/fpcore/stable"
	"ulplab/fpcore/wide"
)

// Question is what somebody wants explained. It is comparable.
type Question struct {
	Text     string         // the program
	Second   string         // the program of the second result, or the PTX that its GPU ran; "": the same
	Free     expr.Type      // of identifiers that are not declared; NoType: Float
	Rows     string         // inputs, as ParseRows reads them
	Results  int            // how many observed results stand at the end of each row: 0, 1 or 2
	Observed [2]string      // without such columns: the first and the second result, one for each row
	Format   *format.Format // of results given as bits; nil: as many bits as were written
	Layout   Layout
	Known    [2]string // of the machine of each result: a Known as ParseKnown writes it
}

// Field says which part of a Question a Problem is in.
type Field uint8

const (
	InText Field = iota
	InRows
	InFirst
	InSecond
	InSecondText
)

// Problem is what keeps a Question from being answered.
type Problem struct {
	Where Field
	expr.Error
}

// parsedQuestion is a Question that was read.
type parsedQuestion struct {
	q       Question
	known   [2]Known
	table   Table
	sides   int             // observed results in each row
	base    *expr.Code      // the program of the first result
	texts   [2]*expr.Code   // the programs of both
	inputs  []expr.InputVar // of the table
	ptx     *assembly       // of the second result, nil where its program is none of PTX
	given   string          // integer inputs that loops count to, as expr.Options.Known has them
	taken   []expr.Note     // on those of them that have the number of elements for their value, and on which number printed is explained
	whole   string          // names that are not declared and are int, as expr.Options.Known has them
	printed int             // which of the numbers that the program prints is explained, from 1 on; 0: its result
	all     bool            // of all numbers, not of the floating-point ones alone
	output  string          // the element of memory that is explained, "" for what is stored to last
	others  []otherResult   // those beside it, maxOthers at most
	threads [2][]Observed   // the results of all threads where one alone is looked at
	singles bool            // decimal literals without suffix are float, as was said of all sides
	aliases []alias         // of inputs of the second program, which has the names of the first here
}

// alias is the name of an input of the second program as it was written, and that of the first program's input which it is taken to be.
type alias struct{ own, first string }

// Given finds the integers among named inputs, "n=1000", which a program may count to: known lists them as
// expr.Options.Known has them, rest is the text without them. A name with several values is none, nor one that keep names.
func Given(rows string, keep func(name string) bool) (known, rest string) {
	b := []byte(rows)
	seen := map[string]string{}
	for name, values := range pairs(rows) {
		if len(values) != 1 || !letter(name.text[0]) || strings.Contains(name.text, "[") || !wholeLiteral(strings.TrimPrefix(values[0].text, "-")) || keep(name.text) {
			continue
		}
		value := values[0]
		if v, ok := seen[name.text]; ok && v != value.text {
			return "", rows
		} else if !ok {
			known += " " + name.text + "=" + value.text
		}
		seen[name.text] = value.text
		for k := name.begin; k < value.to; k++ {
			b[k] = ' '
		}
	}
	return strings.TrimPrefix(known, " "), string(b)
}

// unread blanks those of named inputs that the programs mention and no result depends on, elements of which others are read too.
func unread(rows, text string, inputs []expr.InputVar) string {
	p := rowParser{inputs: inputs}
	b := []byte(rows)
	for w, values := range pairs(rows) {
		name := arrayName(w.text)
		_, n := p.find(name)
		if name != w.text && n > 0 && len(values) == 1 && !slices.ContainsFunc(inputs, func(v expr.InputVar) bool { return arrayName(v.Name) == name && v.Index < 0 }) {
			_, n = p.find(w.text)
		}
		if n == 0 && len(values) > 0 && mentions(text, name) {
			for k := w.begin; k < values[len(values)-1].to; k++ {
				b[k] = ' '
			}
		}
	}
	return string(b)
}

// unset gives variables that the program reads before it sets them the value 0, beside named inputs, and notes it.
func (a *parsedQuestion) unset(rows string) string {
	p := rowParser{s: rows}
	p.scan()
	for _, v := range a.inputs {
		named := func(w word) bool { return arrayName(w.text) == arrayName(v.Name) }
		if !v.Unset || len(p.words) < 2 || p.words[1].text != "=" || slices.ContainsFunc(p.words, named) {
			continue
		}
		rows += "\n" + v.Name + " = 0"
		a.taken = append(a.taken, expr.Note{At: v.From, Text: "“" + v.Name + "” is read before it is set, so that C does not say what it holds. It is taken to be 0 here; a program may read whatever stood in its place before."})
	}
	return rows
}

// readProgram reads one of the programs of the question, with the values of integers that loops count to.
func (a *parsedQuestion) readProgram(text, known string, where Field) (*expr.Code, *Problem) {
	o := expr.Options{Free: a.q.Free, Known: strings.TrimSpace(a.whole + " " + known)}
	if a.singles {
		o.Literals = expr.Float
	}
	return readProgram(text, o, where)
}

// readProgram reads one of two programs.
func readProgram(text string, o expr.Options, where Field) (*expr.Code, *Problem) {
	free := o.Free
	o.Device = true
	c, err := expr.Parse(text, o)
	if err != nil && err.Limit {
		return nil, &Problem{where, *err}
	}
	if err != nil {
		host, e := expr.Parse(text, expr.Options{Free: free, Known: o.Known})
		if e != nil {
			return nil, &Problem{where, *err}
		}
		c = host
	}
	c, ok := withResult(c)
	if !ok {
		return nil, &Problem{where, expr.Error{From: 0, To: int32(len(text)), Text: "the program has no result: end it with an expression, an assignment or return"}}
	}
	return c, nil
}

func read(q Question, passes string) (*parsedQuestion, *Problem) {
	if q.Free == expr.NoType {
		q.Free = expr.Float
	}
	if scalar.Is(q.Text) {
		return nil, &Problem{InText, expr.Error{To: int32(len(q.Text)), Text: "this is PTX: it belongs into the field of the second result’s program, and here the program in C or CUDA C that it was made of"}}
	}
	q.Observed[1] = inOrderOf(q.Observed[0], q.Observed[1])
	single := true // -fsingle-precision-constant on both sides
	for _, w := range q.Known {
		k, _ := KnownOf(w)
		single = single && k.Single
	}
	a := &parsedQuestion{q: q, singles: single, whole: strings.TrimSpace(passes + vectorsAmong(q.Rows, q.Text+"\n"+q.Second))}
	c, p := a.readProgram(q.Text, "", InText)
	if p != nil && p.Whole { // names that are not declared are int
		a.whole += " " + wholeNames(q.Rows)
		if d, e := a.readProgram(q.Text, "", InText); e == nil || e.Needs != "" {
			c, p = d, e
		}
	}
	if p != nil && p.Needs != "" {
		if b, e := readRow(q, p.Needs, "How often a loop runs", passes); b != nil || e != nil {
			return b, e
		}
	}
	open := func(c *expr.Code) bool { // a loop to an input, or an element that an input chooses
		return c.Unfinished > 0 || slices.ContainsFunc(c.Inputs, func(v expr.InputVar) bool { return v.Index < 0 })
	}
	if p == nil && open(c) {
		if known, rest := Given(q.Rows, func(string) bool { return false }); known != "" {
			if d, e := a.readProgram(q.Text, known, InText); e == nil && !open(d) {
				c, a.given, q.Rows = d, known, rest
			}
		}
	}
	if p != nil { // perhaps a loop counts to an input
		known, _ := Given(q.Rows, func(string) bool { return false })
		tries := append(strings.Fields(known), known) // one of them, or all
		switch {
		case known == "":
			tries = nil
		case p.Limit, strings.Contains(known, "threadIdx."):
			tries = tries[len(tries)-1:]
		}
		found := false
		if lists := arraysAmong(q.Rows, q.Text+" "+q.Second); lists != "" {
			tries = append([]string{strings.TrimSpace(known + " " + lists)}, tries...)
		}
		for _, t := range tries {
			d, e := a.readProgram(q.Text, t, InText)
			if found = e == nil && (t == known || !open(d)); found {
				c, a.given = d, t
				break
			}
		}
		if !found {
			d, t, e := a.readCounted(q.Text, known, InText)
			if e != nil && e.Limit {
				return nil, e
			}
			if e != nil {
				for _, name := range strings.Fields(wholeNames(q.Rows)) {
					if b, _ := readRow(q, strings.TrimSuffix(name, "=int"), "What is read", passes); b != nil {
						return b, nil
					}
				}
				if b := readThread(a.q, passes); b != nil {
					return b, nil
				}
				return nil, p
			}
			c, a.given = d, t
		}
		_, q.Rows = Given(q.Rows, func(name string) bool { return !strings.Contains(" "+a.given, " "+name+"=") })
	}
	if len(c.Inputs) == 0 && strings.TrimSpace(q.Rows) != "" && strings.Contains(q.Text, "__global__") { // the inputs are the kernel's
		if d, e := a.readProgram(q.Text, "main=0", InText); e == nil {
			c, a.given = d, "main=0"
		}
	}
	if c, p = a.follow(c, q.Rows, q.Text, InText); p != nil {
		return nil, p
	}
	a.base, a.texts = c, [2]*expr.Code{c, c}
	inputs := c.Inputs
	if scalar.Is(q.Second) {
		f, err := scalar.Read(q.Second)
		if err != nil {
			return nil, problemOf(q.Second, err)
		}
		a.ptx = &assembly{Assembly: Assembly{Given: true, Name: f.Name, Block: f.Block()}, f: f, cached: newCache()}
	} else if strings.TrimSpace(q.Second) != "" {
		d, t, p := a.readSecond(q.Second)
		if p != nil {
			return nil, p
		}
		a.given = t
		if now, aliases := likeFirst(q.Second, q.Rows, c.Inputs, d.Inputs); len(aliases) > 0 {
			if e, t, p := a.readCounted(now, a.given, InSecondText); p == nil {
				d, a.given, a.aliases = e, t, aliases
				for _, n := range aliases {
					a.taken = append(a.taken, expr.Note{At: -1, Text: "The second program has no value for " + n.own + ". It is taken to be " + n.first + " of the first."})
				}
				q.Second, a.q.Second = now, now
			}
		}
		if known, _ := Given(a.q.Rows, func(string) bool { return false }); open(d) && known != "" {
			if e, p := a.readProgram(q.Second, known, InSecondText); p == nil && !open(e) {
				d = e
			}
		}
		if d, p = a.follow(d, q.Rows, q.Second, InSecondText); p != nil {
			return nil, p
		}
		a.texts[1] = d
		if inputs = union(c.Inputs, d.Inputs); byThread(c) && !byThread(d) { // whole arrays first
			inputs = union(d.Inputs, c.Inputs)
		}
		_, q.Rows = Given(q.Rows, func(name string) bool { return !strings.Contains(" "+a.given, " "+name+"=") })
	}
	a.inputs = inputs
	q.Rows = chosenElements(q.Rows, inputs)
	q.Rows = a.unset(unread(q.Rows, q.Text+"\n"+q.Second, inputs))
	if results, _ := observedList(q.Observed[0], q.Format, q.Layout); q.Results == 0 && !strays(c) {
		if rows := perThread(q.Rows, inputs, len(results)); rows != q.Rows {
			a.taken = append(a.taken, expr.Note{At: -1, Text: "A thread computes one element: each of the " + strconv.Itoa(len(results)) + " elements is a row."})
			q.Rows = rows
		}
	}
	results := min(max(q.Results, 0), MaxResults)
	_, _, thread, _ := a.elements(q.Observed)
	table, err := parseRows(q.Rows, inputs, results, q.Format, q.Layout, thread)
	if err != nil && len(a.taken) > 0 { // with another number of elements than the program needs
		_, p := readProgram(q.Text, expr.Options{Free: q.Free}, InText)
		if p != nil {
			return nil, p
		}
	}
	if err != nil {
		if b := readThread(a.q, passes); b != nil {
			return b, nil
		}
		return nil, &Problem{InRows, *err}
	}
	if len(table.In) == 0 {
		return nil, &Problem{InRows, expr.Error{To: int32(len(q.Rows)), Text: "a row of values is missing", Missing: true}}
	}
	a.table = table
	for side, k := range q.Known {
		known, ok := KnownOf(k)
		if !ok {
			return nil, &Problem{InFirst + Field(side), expr.Error{Text: "no machine is called " + k[:min(len(k), 40)]}}
		}
		if a.known[side] = known; side == 1 && a.ptx != nil {
			if known.Unit > OnGPU {
				return nil, &Problem{InSecond, expr.Error{Text: "PTX runs on a GPU, and the second result was said to be of " + known.Words()}}
			}
			a.known[side].Unit = OnGPU
		}
		if text := [...]string{q.Text, cmp.Or(q.Second, q.Text)}[side]; a.known[side] == (Known{}) && strings.Contains(text, "mmintrin.h>") {
			a.known[side].Unit = OnCPU
		}
	}
	if results == 0 {
		if len(table.In) == 1 {
			q.Observed = pointed(q.Observed)
		}
		q.Observed = a.takePrinted(q)
		for side, s := range q.Observed {
			if strings.TrimSpace(s) == "" {
				continue
			}
			list, err := observedList(s, q.Format, q.Layout)
			if all, e := numbersOf(unlabelled(unannotated(s)), q.Format, q.Layout); e == nil && len(list) != len(all) && len(all) == len(table.In) { // 1 2.5 and 2 3.5 are four results
				list = all
			}
			if err == nil && len(list) != len(table.In) {
				err = &expr.Error{To: int32(len(s)), Text: "here are " + strconv.Itoa(len(list)) + " results, and inputs for " + strconv.Itoa(len(table.In))}
			}
			if err != nil {
				return nil, &Problem{InFirst + Field(side), *err}
			}
			if side == 1 && a.sides == 0 {
				return nil, &Problem{InFirst, expr.Error{Text: "the first result is missing"}}
			}
			if q.Format == nil {
				a.known[side].delivered(list)
			}
			conv, printed := conversionOf(a.texts[side])
			for i := range list {
				if printed {
					list[i].printedBy(conv)
				}
				a.table.Observed[i] = append(a.table.Observed[i], list[i])
			}
			a.sides = side + 1
		}
	} else {
		a.sides = results
	}
	if a.sides == 1 && a.ptx == nil && strings.TrimSpace(q.Second) != "" {
		return nil, &Problem{InSecond, expr.Error{Text: "the result of the second program is missing"}}
	}
	if a.sides == 0 {
		return nil, &Problem{InFirst, expr.Error{Text: "what result was observed? Enter it as it was printed, or as bits"}}
	}
	if a.sides == 1 && a.ptx != nil {
		return nil, &Problem{InSecond, expr.Error{Text: "the PTX is the program of a second result: what did it give?"}}
	}
	a.takeOutput()
	if b := a.otherBlock(passes); b != nil {
		return b, nil
	}
	compareForms(a.table.Observed)
	a.base.Notes = append(a.base.Notes, a.taken...)
	if c := a.texts[1]; c != a.base {
		for _, n := range c.Notes {
			a.base.Notes = append(a.base.Notes, expr.Note{At: -1, Text: ofSecond + n.Text})
		}
	}
	return a, nil
}

// readCounted reads a program whose loops count to integers of known, or to one that has no value: that is taken to be the number of
// elements where all arrays among the inputs have as many. It returns known with those that were taken so.
func (a *parsedQuestion) readCounted(text, known string, where Field) (*expr.Code, string, *Problem) {
	taken := a.taken
	for {
		c, p := a.readProgram(text, known, where)
		if p == nil {
			a.taken = taken
			return c, known, nil
		}
		if one := given(a.q.Rows, p.Needs); one != "" && !strings.Contains(" "+known+" ", " "+one+" ") {
			known = strings.TrimSpace(known + " " + one)
			continue
		}
		n := 0
		if p.Needs != "" {
			n = elements(a.q.Rows, text, p.Needs)
		}
		if n == 0 || len(taken) == maxTaken {
			return nil, known, p
		}
		known = strings.TrimSpace(known + " " + p.Needs + "=" + strconv.Itoa(n))
		taken = append(taken, takenToBe(p.Needs, n, p.From))
	}
}

// given is the value of an integer among named inputs, as expr.Options.Known has it; "" where there is none.
func given(rows, name string) string {
	known, _ := Given(rows, func(other string) bool { return other != name })
	if name == "" {
		return ""
	}
	return known
}

// maxTaken bounds the integers that are taken to be the number of elements.
const maxTaken = 4

// mentions reports that a name stands in a program.
func mentions(text, name string) bool {
	return slices.ContainsFunc(tokens(text), func(t piece) bool { return text[t.from:t.to] == name }) || name == "blockDim.x" || name == "gridDim.x"
}

// union lists the inputs of two programs: those of the first, then what the second has beside them, elements of an array behind the
// others. An input that both have has the type of the first.
func union(a, b []expr.InputVar) []expr.InputVar {
	list := stable.Clone(a)
	have := make(map[string]bool, len(a))
	for _, v := range a {
		have[v.Name] = true
	}
	fresh := map[string][]expr.InputVar{} // by array
	for _, v := range b {
		if array := arrayName(v.Name); !have[v.Name] && array != v.Name {
			fresh[array] = append(fresh[array], v)
		}
	}
	for i := len(a) - 1; i >= 0; i-- {
		array := arrayName(a[i].Name)
		list = append(list[:i+1], append(fresh[array], list[i+1:]...)...)
		for _, v := range fresh[array] {
			have[v.Name] = true
		}
		delete(fresh, array)
	}
	for _, v := range b {
		if !have[v.Name] {
			list = append(list, v)
		}
	}
	return list
}

// observedList reads the results of all rows, one word each. Words and units around numbers are passed over, as in "got: 31.3 m/s" and
// "$141465.92", and numbers of rows before them.
func observedList(s string, f *format.Format, l Layout) ([]Observed, *expr.Error) {
	if colons := strings.Count(s, ":"); colons > 1 && len(s) <= MaxRowsText {
		if others := behindIndices(numbersIn(s), colons); len(others) == colons {
			s = strings.Join(others, " ")
		}
	}
	return numbersOf(unnumbered(unlabelled(unannotated(s))), f, l)
}

// numbersOf reads the same, where every number is a result.
func numbersOf(s string, f *format.Format, l Layout) ([]Observed, *expr.Error) {
	var list []Observed
	var wrong *expr.Error // of a word that was passed over
	if len(s) > MaxRowsText {
		return nil, &expr.Error{Text: "the list is longer than 1 MB"}
	}
	for at := 0; at < len(s); {
		from := at
		for from < len(s) && strings.IndexByte(" \t\r\n,;[]{}", s[from]) >= 0 {
			from++
		}
		to := from
		for to < len(s) && strings.IndexByte(" \t\r\n,;[]{}", s[to]) < 0 {
			if s[to] == '(' { // up to the end of "nan(0x7fffff)", or of another wrapper
				if n := strings.IndexByte(s[to:], ')'); n > 0 {
					to += n
				}
			}
			to++
		}
		if to > from {
			if len(list) == MaxRows {
				return nil, &expr.Error{From: int32(from), To: int32(to), Text: "there are more than " + strconv.Itoa(MaxRows) + " results"}
			}
			switch o, err := ParseObserved(bare(s[from:to]), f, l); {
			case err == nil:
				list = append(list, o)
			case strings.IndexByte(numeric, s[from]) >= 0:
				return nil, unreadable(s, from, to, err)
			case wrong == nil:
				wrong = unreadable(s, from, to, err)
			}
		}
		at = to
	}
	if len(list) == 0 {
		return nil, wrong
	}
	return list, nil
}

// pointed is two results of one row with decimal commas, each a number with one comma among its digits, with points.
func pointed(observed [2]string) [2]string {
	written := observed
	for side, s := range observed {
		s = strings.TrimSpace(s)
		i := strings.IndexByte(s, ',')
		if i < 1 || i == len(s)-1 || strings.Trim(s, "+-0123456789eE,") != "" || strings.Count(s, ",") > 1 || !digit(s[i-1]) || !digit(s[i+1]) {
			return observed
		}
		written[side] = strings.Replace(s, ",", ".", 1)
	}
	return written
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// numeric are what decimals are written with, exponents apart.
const numeric = "+-.0123456789"

// bare is a number without quotation marks or parentheses around it, the sign of a currency before it and the unit that is written to its end.
func bare(w string) string {
	if n := len(w) - 1; n > 1 && (w[0] == '(' && w[n] == ')' || w[0] == w[n] && strings.IndexByte("\"'`", w[0]) >= 0) {
		w = w[1:n]
	}
	for _, sign := range []string{"$", "€", "£", "¥", "≈", "~", "="} {
		w = strings.TrimPrefix(w, sign)
	}
	n := len(w) - len(strings.TrimLeft(w, numeric))
	if rest := strings.TrimLeft(w, "+-"); strings.HasPrefix(rest, "0x") || strings.HasPrefix(rest, "0X") { // 0xbeffffff has no unit
		return w
	}
	for i := n; i < len(w); i++ {
		if c := w[i]; !letter(c) && c < 0x80 && c != '%' && (c != '/' || i == n) { // m/s
			return w
		}
	}
	if unit := w[n:]; n == 0 || len(unit) == 1 && strings.Contains("eEfF", unit) || strings.IndexByte(numeric[3:], w[n-1]) < 0 && !strings.HasSuffix(w[:n], ".") { // 0.1f is C
		return w
	}
	return w[:n]
}

// printedLast is the last number that statements compute and print behind the variable that is set last, where they do not print that
// variable: what was seen is what was printed. It is -1 where there is none.
func printedLast(c *expr.Code) int32 {
	values, _ := printedValues(c, false)
	if c.Outline.Called != nil || c.Outline.Name == "" || len(values) == 0 || slices.Contains(values, c.Result) ||
		c.Prints[len(c.Prints)-1].At < c.Values[c.Result].To {
		return -1
	}
	for _, x := range slices.Backward(values) {
		if op := c.Values[x].Op; op != expr.Input && op != expr.Const {
			return x
		}
	}
	return -1
}

// withResult makes the last value printed the result of a program that only prints.
func withResult(c *expr.Code) (*expr.Code, bool) {
	if c.Result >= 0 {
		if x := printedLast(c); x >= 0 {
			d := *c
			d.Result = x
			return &d, true
		}
		return c, true
	}
	values, _ := printedValues(c, true)
	if len(values) == 0 {
		return nil, false
	}
	d := *c
	d.Result = values[len(values)-1]
	return &d, true
}

// parameters returns the program with its constants in variables: a named value of a floating-point type, not zero, that
// is written with literals alone becomes an input, because the program that was run probably read it at run time; where literal is set, only what
// is a literal, converted or negated at most: a double reference computes 1.0f/100 in double. at are the values of the inputs added, wide
// their values in double as a program of doubles computes them. ok is false if there is nothing to change, or nothing would be left to compute.
func parameters(c *expr.Code, literal bool, evaluate func(*expr.Code) ([]uint64, bool)) (d *expr.Code, at, wide []uint64, ok bool) {
	constant := make([]bool, len(c.Values))
	lift := make([]bool, len(c.Values))
	need := needed(c)
	lifts, operations := 0, 0
	for i := range c.Values {
		v := &c.Values[i]
		k := v.Op == expr.Const || v.Op == expr.Convert || v.Op == expr.Neg || v.Op != expr.Input && !literal
		for _, x := range v.X {
			k = k && (x < 0 || constant[x])
		}
		if k && v.Name != "" && v.Type.IsFloat() && int32(i) != c.Result {
			lift[i], k = need[i], false
			if lift[i] {
				lifts++
			}
		}
		constant[i] = k
		if !k && !lift[i] && need[i] && (v.Op >= expr.Add && v.Op <= expr.Div || v.Op == expr.Call) {
			operations++
		}
	}
	if lifts == 0 || operations == 0 {
		return nil, nil, nil, false
	}
	values, ok := evaluate(c)
	if !ok {
		return nil, nil, nil, false
	}
	var doubles []uint64
	high, to, ok := widenedTo(c, false, false)
	if ok {
		doubles, ok = evaluate(high)
	}
	named := map[string]int{} // a variable of a loop has several values
	d, done := rewrite(c, func(r *rewriter, i int32, v expr.Value) int32 {
		if lift[i] && values[i]<<1 != 0 {
			at, wide = append(at, values[i]), append(wide, widen(v.Type, values[i]))
			if ok && high.Values[to[i]].Type == expr.Double {
				wide[len(wide)-1] = doubles[to[i]]
			}
			n, name := uint64(len(r.out.Inputs)), v.Name
			if named[name]++; named[name] > 1 {
				name += "#" + strconv.Itoa(named[name])
			}
			r.out.Inputs = append(r.out.Inputs, expr.InputVar{Name: name, Type: v.Type, From: v.From})
			v = expr.Value{Op: expr.Input, Type: v.Type, X: [3]int32{-1, -1, -1}, Bits: n, From: v.From, To: v.To, Line: v.Line, Name: v.Name}
		}
		return r.emit(v)
	})
	return d, at, wide, done && len(at) > 0
}

// convertInputs returns the inputs of a variation of the program from those of the original: by name, in other types where
// the variation has other types.
func convertInputs(c *expr.Code, from []expr.InputVar, in, wideIn, dst []uint64) []uint64 {
	dst = dst[:0]
	for i, v := range c.Inputs {
		k := i
		if k >= len(from) || from[k].Name != v.Name {
			k = -1
			for j := range from {
				if from[j].Name == v.Name {
					k = j
					break
				}
			}
		}
		switch {
		case k < 0:
			dst = append(dst, 0)
		case from[k].Type == v.Type:
			dst = append(dst, in[k])
		case v.Type == expr.Double && wideIn[k] != 0:
			dst = append(dst, wideIn[k])
		case from[k].Type == expr.Int && v.Type == expr.Long:
			dst = append(dst, uint64(int64(int32(in[k]))))
		case from[k].Type.IsFloat() && v.Type.IsFloat():
			dst = append(dst, arith.Convert(round.Env{}, v.Type.Format(), from[k].Type.Format(), wide.U128{Lo: in[k]}, nil).Bits.Lo)
		case from[k].Type.IsFloat() && v.Type == expr.Int:
			x, _ := wholeNumber(from[k].Type, in[k])
			dst = append(dst, uint64(uint32(x)))
		default:
			dst = append(dst, in[k])
		}
	}
	return dst
}

// wholeNumber is a float or double as an int, if it is one.
func wholeNumber(t expr.Type, c uint64) (int32, bool) {
	w := widen(t, c)
	e := w>>52&0x7ff - 1023
	if w<<1 == 0 {
		return 0, true
	}
	m := w&(1<<52-1) | 1<<52
	if e > 30 || m&(1<<(52-e)-1) != 0 {
		return 0, false
	}
	x := int32(m >> (52 - e))
	if w>>63 != 0 {
		x = -x
	}
	return x, true
}
