package explain

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
)

// Bounds of a table of inputs.
const (
	MaxRows     = 1024
	MaxRowsText = 1 << 20
	MaxResults  = 2
)

// Table is rows of inputs, with the results that were observed for them.
type Table struct {
	In       [][]uint64            // for each row the codes of the inputs
	Wide     [][]uint64            // the same numbers in binary64 where an input is binary32 or binary64
	Observed [][]Observed          // for each row up to MaxResults results
	All      []map[string][]uint64 // for each row the elements of arrays that stand there from the first on, those too that the program does not read
	Spans    [][]Span              // for each row where the inputs stand in text; empty for what stands in none
	text     string                // what was read: without what stands beside the numbers
}

// Span is a part of a text, empty if From is To.
type Span struct{ From, To int32 }

// ParseRows reads the inputs of a program, one row or several, each with results (0 to MaxResults) at its end.
//
//	a = 6708  b = 3.75/65535  c = 17278  d = 0.25       names and values; all names make a row
//	x = 1  first = 0x3f800000  second = 1.5             and its results: first and second, or result if there is one
//	x = 1 2 3 4, y = 2080..2083                         an array: its elements from x[0] on, or those alone that are read; or a range
//	6708 3.75/65535 17278 0.25 0x4601D3FF 0x4601D400    a line for each row, in the order of the inputs
//	a b c d host device                                 above such lines: names of columns in another order
//
// Values are numbers of every form that the lab reads. A program of one array and nothing else may have its elements on
// as many lines as wanted. f and layout are those of the observed results.
func ParseRows(s string, inputs []expr.InputVar, results int, f *format.Format, layout Layout) (Table, *expr.Error) {
	return parseRows(s, inputs, results, f, layout, 0)
}

// parseRows is ParseRows where a thread of another program reads the element number thread of what this one reads as arrays.
func parseRows(s string, inputs []expr.InputVar, results int, f *format.Format, layout Layout, thread int) (Table, *expr.Error) {
	if len(s) > MaxRowsText {
		return Table{}, &expr.Error{Text: "the table is longer than 1 MB"}
	}
	p := rowParser{s: unannotated(s), inputs: inputs, results: results, f: f, layout: layout, thread: thread}
	p.scan()
	for _, dots := range []string{"...", "…"} {
		if i := strings.Index(s, dots); i >= 0 {
			return Table{}, lacking(p.fail(word{from: int32(i), to: int32(i + len(dots))}, "values are left out here; paste them all, since the results depend on each"))
		}
	}
	read := p.lines
	for i := range p.words {
		if p.words[i].text == "=" {
			read = p.named
		}
	}
	t, err := read()
	t.text = p.s
	return t, err
}

type word struct {
	text     string
	from, to int32
	begin    int32 // of the words of its type, in a declaration
	line     int
}

type rowParser struct {
	s       string
	inputs  []expr.InputVar
	results int
	f       *format.Format
	layout  Layout
	thread  int
	words   []word
}

// ruled returns the length of a line that only rules a table, as |---|:--:| and +-----+ do, else 0.
func ruled(s string) int {
	n := strings.IndexByte(s+"\n", '\n')
	if strings.Contains(s[:n], "--") && strings.Trim(s[:n], "|+-=: \t\r") == "" {
		return n
	}
	return 0
}

// scan cuts the text into words: what stands between spaces, commas, semicolons, brackets and bars; = and : are words "=". Lines that
// rule a table are passed over.
func (p *rowParser) scan() {
	line, from := 0, -1
	cut := func(i int) {
		if from >= 0 {
			p.words = append(p.words, word{p.s[from:i], int32(from), int32(i), int32(from), line})
			from = -1
		}
	}
	for i := 0; i < len(p.s); i++ {
		if i == 0 || p.s[i-1] == '\n' {
			if i += ruled(p.s[i:]); i == len(p.s) {
				break
			}
		}
		switch c := p.s[i]; c {
		case ' ', '\t', '\r', ',', ';', '|', '{', '}', '(', ')':
			cut(i)
		case '[', ']':
			// x[3] is a name; a bracket elsewhere separates
			if from >= 0 && (c == ']' || letter(p.s[from])) {
				if c == ']' && strings.IndexByte(p.s[from:i], '[') < 0 {
					cut(i)
				}
				continue
			}
			cut(i)
		case '\n':
			cut(i)
			line++
		case '=', ':':
			cut(i)
			p.words = append(p.words, word{"=", int32(i), int32(i + 1), int32(i), line})
		case '#':
			cut(i)
			for i+1 < len(p.s) && p.s[i+1] != '\n' {
				i++
			}
		default:
			if from < 0 {
				from = i
			}
		}
	}
	cut(len(p.s))
	p.declare()
}

// declare leaves out the words of C that stand before a name and say of which type it is: float x = 1.5f, int n = 3.
func (p *rowParser) declare() {
	list := p.words[:0]
	for i := 0; i < len(p.words); i++ {
		k := i
		for k+2 < len(p.words) && p.words[k+1].text != "=" && (typeWord(p.words[k].text) || p.structured(k+2)) {
			k++
		}
		if k > i && p.words[k+1].text == "=" {
			p.words[k].begin, i = p.words[i].from, k
		}
		list = append(list, p.words[i])
	}
	p.words = list
}

func letter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

func (p *rowParser) fail(w word, text string) *expr.Error {
	return &expr.Error{From: w.from, To: w.to, Text: text}
}

// lacking is an error because something is not given.
func lacking(e *expr.Error) *expr.Error {
	e.Missing = true
	return e
}

// find returns the inputs that a name stands for: itself, the elements of an array, or the members of a structure.
func (p *rowParser) find(name string) (from, n int) {
	for i := range p.inputs {
		v := p.inputs[i].Name
		if v == name {
			return i, 1
		}
		if strings.HasPrefix(v, name) && strings.HasPrefix(v[len(name):], "[") {
			n := 1
			for i+n < len(p.inputs) && strings.HasPrefix(p.inputs[i+n].Name, name+"[") && (p.inputs[i].Index < 0) == (p.inputs[i+n].Index < 0) {
				n++
			}
			return i, n
		}
	}
	members := func(i int) bool {
		rest, ok := strings.CutPrefix(p.inputs[i].Name, name+".")
		return ok && rest != "" && letter(rest[0]) && strings.IndexByte(rest, '.') < 0
	}
	for i := range p.inputs {
		if members(i) {
			n := 1
			for i+n < len(p.inputs) && members(i+n) {
				n++
			}
			return i, n
		}
	}
	return -1, 0
}

// value reads a number as the type of input i.
func (p *rowParser) value(w word, i int) (c, wider uint64, e *expr.Error) {
	t := p.inputs[i].Type
	f := t.Format()
	if f == nil {
		s := strings.TrimRight(strings.ToLower(w.text), "ul")
		if x, err := strconv.ParseInt(s, 0, 64); err == nil {
			if t == expr.Int || t == expr.UInt {
				return uint64(uint32(x)), 0, nil
			}
			return uint64(x), 0, nil
		}
		if x, err := strconv.ParseUint(s, 0, 64); err == nil {
			return x, 0, nil
		}
		return 0, 0, p.fail(w, "the input "+p.inputs[i].Name+" is a whole number")
	}
	if len(w.text) > MaxNumber {
		return 0, 0, p.fail(w, "a number is at most "+strconv.Itoa(MaxNumber)+" characters long")
	}
	r, err := text.Parse(w.text, f, round.Env{})
	if err != nil {
		return 0, 0, p.fail(w, "this is no number for the input "+p.inputs[i].Name)
	}
	if r.Kind == text.KindBits || r.Kind == text.KindNaN {
		return r.Bits.Lo, arith.Convert(round.Env{}, format.F64, f, r.Bits, nil).Bits.Lo, nil
	}
	if r, err := text.Parse(w.text, format.F64, round.Env{}); err == nil {
		wider = r.Bits.Lo
	}
	return r.Bits.Lo, wider, nil
}

// span reads "2080..2131" as consecutive whole numbers; of other words both ends are 0.
func span(s string) (lo, hi int64, ok bool) {
	a, b, found := strings.Cut(s, "..")
	if !found {
		return 0, 0, false
	}
	lo, err1 := strconv.ParseInt(a, 10, 32)
	hi, err2 := strconv.ParseInt(strings.TrimPrefix(b, "."), 10, 32)
	if err1 != nil || err2 != nil || lo > hi || hi-lo >= expr.MaxInputs {
		return 0, 0, false
	}
	return lo, hi, true
}

// column returns the columns that a name stands for: inputs, and after them results.
func (p *rowParser) column(name string) (from, n int) {
	if from, n = p.find(name); n > 0 {
		return from, n
	}
	for i, word := range resultNames[p.results] {
		if name == word {
			return len(p.inputs) + i, 1
		}
	}
	return -1, 0
}

// resultNames are the names of one result and of two.
var resultNames = [MaxResults + 1][]string{1: {"result"}, 2: {"first", "second"}}

// named reads names and values.
func (p *rowParser) named() (Table, *expr.Error) {
	var t Table
	var r row
	var have []bool
	begin := func() {
		r, have = p.row(), make([]bool, len(p.inputs)+p.results)
	}
	begin()
	end := func(w word) *expr.Error {
		for i, ok := range have {
			switch {
			case ok || p.element(&r, i, have):
			case i < len(p.inputs):
				unset := ""
				if p.inputs[i].Unset {
					unset = ". C leaves what it holds undefined: if the program does read it before it is set, that is the bug"
				}
				return lacking(p.fail(w, p.inputs[i].Name+" is read and has no value: write "+p.inputs[i].Name+" = and a number here, or set it in the program"+unset))
			default:
				name := resultNames[p.results][i-len(p.inputs)]
				return p.fail(w, "the row has no "+name+" result: write "+name+" = and what was observed")
			}
		}
		t.add(r)
		begin()
		return nil
	}
	w := p.words
	for i := 0; i < len(w); {
		if i+1 >= len(w) || w[i+1].text != "=" {
			if i > 1 && p.s[w[i].from-1] == ',' && w[i-1].to == w[i].from-1 && '0' <= w[i].text[0] && w[i].text[0] <= '9' {
				return t, p.fail(word{from: w[i-1].from, to: w[i].to}, "a number is written with a point and without separators, as in 1234.5")
			}
			return t, p.fail(w[i], "a name with = or : is expected here")
		}
		from, n := p.column(w[i].text)
		if n == 0 && strings.HasSuffix(w[i].text, "]") { // float x[4] = { … }
			from, n = p.column(arrayName(w[i].text))
		}
		if n == 0 {
			known := ""
			if p.results > 0 {
				known = "; the results are called " + strings.Join(resultNames[p.results], " and ")
			}
			if strings.HasPrefix(w[i].text, "threadIdx.") || strings.HasPrefix(w[i].text, "blockIdx.") {
				known += ", as every thread is followed"
			}
			return t, p.fail(w[i], "the program has no input "+clipped(w[i].text)+known+p.wanted())
		}
		if have[from] {
			if err := end(w[i]); err != nil {
				return t, err
			}
			if len(t.In) >= MaxRows {
				return t, p.fail(w[i], "a table has at most "+strconv.Itoa(MaxRows)+" rows")
			}
		}
		name := w[i]
		i += 2
		var values []word
		for ; i < len(w) && (p.array(from) || n > 1 || len(values) == 0) && (i+1 >= len(w) || w[i+1].text != "="); i++ {
			more, err := p.spread(w[i], len(values))
			if err != nil {
				return t, err
			}
			values = append(values, more...)
		}
		if len(values) == 0 {
			return t, p.fail(name, clipped(name.text)+" has no value")
		}
		if err := p.elements(&r, from, n, name, values); err != nil {
			return t, err
		}
		for k := range n {
			have[from+k] = true
		}
	}
	return t, end(w[len(w)-1])
}

// element gives an element of an array the value of the single number that has the array's name in another program, as
// x[i] of a kernel that of x; have says which inputs have values. It reports whether there is one, and no other element.
func (p *rowParser) element(r *row, at int, have []bool) bool {
	if at >= len(p.inputs) {
		return false
	}
	if r.spans[at] != (Span{}) { // with the array
		return true
	}
	name := arrayName(p.inputs[at].Name)
	alone := func(v expr.InputVar) bool {
		return arrayName(v.Name) == name && v.Name != name && v.Name != p.inputs[at].Name
	}
	k := slices.IndexFunc(p.inputs, func(v expr.InputVar) bool { return v.Name == name })
	if k < 0 || k == at || !have[k] || slices.ContainsFunc(p.inputs, alone) {
		return false
	}
	from := r.spans[k]
	return p.put(r, at, word{text: p.s[from.From:from.To], from: from.From, to: from.To}) == nil
}

// wanted names the inputs, arrays by their names, as the end of a sentence.
func (p *rowParser) wanted() string {
	var names []string
	for i := range p.inputs {
		if name := arrayName(p.inputs[i].Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	switch {
	case len(names) == 0:
		return ": it has none"
	case len(names) > 12:
		names = append(names[:12], "others")
	}
	return ": it has " + strings.Join(names, ", ")
}

// oneByThread reports that the input at is the one element of the array of another input which a thread chooses.
func (p *rowParser) oneByThread(at, of int) bool {
	same := func(k int) bool {
		return k < len(p.inputs) && arrayName(p.inputs[k].Name) == arrayName(p.inputs[of].Name)
	}
	return same(at) && p.inputs[at].Index < 0 && !same(at+1)
}

// structured reports that the word k is = and braces follow, of a variable whose type stands before its name.
func (p *rowParser) structured(k int) bool {
	return p.words[k].text == "=" && letter(p.words[k-2].text[0]) && !number(p.words[k-2].text) && strings.HasPrefix(strings.TrimLeft(p.s[p.words[k].to:], " "), "{")
}

// typeWord reports a word of C that stands before a name and says of which type it is.
func typeWord(s string) bool {
	if n := len(s) - 1; n > 2 && '2' <= s[n] && s[n] <= '4' { // float3
		s = s[:n]
	}
	return strings.Contains(" const static unsigned int uint long float double half ", " "+s+" ")
}

// maxElements bounds the elements of an array.
const maxElements = 1 << 16

// array reports that a column is an element of an array.
func (p *rowParser) array(at int) bool {
	return at < len(p.inputs) && arrayName(p.inputs[at].Name) != p.inputs[at].Name
}

// firstArray returns the inputs of the array that the first one is of, none if it is of none.
func (p *rowParser) firstArray() (from, n int) {
	if !p.array(0) {
		return 0, 0
	}
	return p.find(arrayName(p.inputs[0].Name))
}

// spread is a word, or the whole numbers of a range, each as a word; so many values stand before it.
func (p *rowParser) spread(v word, before int) (list []word, e *expr.Error) {
	lo, hi, ranged := span(v.text)
	if int64(before)+hi-lo >= maxElements {
		return nil, p.fail(v, "an array has at most "+strconv.Itoa(maxElements)+" elements")
	}
	for x := lo; x <= hi; x++ {
		if ranged {
			v.text = strconv.FormatInt(x, 10)
		}
		list = append(list, v)
	}
	return list, nil
}

// elements gives the n columns of a name their values: those of an array are its elements from the first on where there are enough of
// them, else just the ones that the program reads.
func (p *rowParser) elements(r *row, from, n int, name word, values []word) *expr.Error {
	last, places := -1, p.array(from)
	for k := from; k < from+n && places; k++ {
		last = max(last, int(p.inputs[k].Index))
		places = p.inputs[k].Index >= 0
	}
	var all []uint64
	for _, v := range values {
		if from >= len(p.inputs) {
			break // a result
		}
		c, _, err := p.value(v, from)
		if err != nil {
			return err
		}
		all = append(all, c)
	}
	if places && len(values) > last {
		r.all[arrayName(p.inputs[from].Name)] = all
		if k := from + n; p.oneByThread(k, from) && p.thread < len(values) {
			if err := p.put(r, k, values[p.thread]); err != nil {
				return err
			}
		}
		for k := from; k < from+n; k++ {
			if err := p.put(r, k, values[p.inputs[k].Index]); err != nil {
				return err
			}
		}
		return nil
	}
	switch {
	case len(values) == n:
	case places && last >= n:
		return p.fail(name, "here are "+strconv.Itoa(len(values))+" values of "+clipped(name.text)+"; the program reads "+strconv.Itoa(n)+" elements, the last one at the place "+strconv.Itoa(last)+
			", counted from 0: give "+strconv.Itoa(last+1)+" values, or just the "+strconv.Itoa(n)+" that are read")
	case p.array(from) && len(values) > n:
		return p.fail(name, "the program reads "+strconv.Itoa(n)+" of the elements of "+clipped(name.text)+", and which ones depends on an index; here are "+strconv.Itoa(len(values))+": give the index a value, or just the "+strconv.Itoa(n)+" that are read")
	case len(values) < n:
		err := p.fail(name, clipped(name.text)+" has "+strconv.Itoa(n)+" elements, here are "+strconv.Itoa(len(values)))
		err.Missing = true
		return err
	}
	for k := range n {
		if err := p.put(r, from+k, values[k]); err != nil {
			return err
		}
	}
	return nil
}

// row is one row of a Table.
type row struct {
	in, wide []uint64
	observed []Observed
	all      map[string][]uint64
	spans    []Span
}

func (p *rowParser) row() row {
	n := len(p.inputs)
	return row{make([]uint64, n), make([]uint64, n), make([]Observed, p.results), map[string][]uint64{}, make([]Span, n)}
}

func (t *Table) add(r row) {
	t.In, t.Wide, t.Observed, t.All = append(t.In, r.in), append(t.Wide, r.wide), append(t.Observed, r.observed), append(t.All, r.all)
	t.Spans = append(t.Spans, r.spans)
}

// put reads the value of a column: of an input, or after them of a result.
func (p *rowParser) put(r *row, at int, w word) *expr.Error {
	if n := len(p.inputs); at >= n {
		o, err := ParseObserved(w.text, p.f, p.layout)
		if err != nil {
			return p.fail(w, err.Error())
		}
		r.observed[at-n] = o
		return nil
	}
	c, wider, err := p.value(w, at)
	r.in[at], r.wide[at], r.spans[at] = c, wider, Span{w.from, w.to}
	return err
}

// lines reads a table.
func (p *rowParser) lines() (Table, *expr.Error) {
	var t Table
	n := len(p.inputs)
	width := n + p.results
	order := make([]int, width) // column -> input, or n + result
	for i := range order {
		order[i] = i
	}
	w := p.words
	if len(w) == 0 {
		if width == 0 {
			t.add(p.row())
			return t, nil
		}
		return t, &expr.Error{Text: "a row is missing; it has " + p.names(), Missing: true}
	}
	if width == 0 {
		return t, p.fail(w[0], "the program has no inputs: nothing can be entered here")
	}
	if from, m := p.firstArray(); m == n && p.results == 0 && n > 0 { // the elements of an array, of which not all are read
		last := int32(0)
		for _, v := range p.inputs {
			last = max(last, v.Index)
		}
		if int(last) >= n && len(w) > int(last) {
			r := p.row()
			var values []word
			for _, v := range w {
				more, err := p.spread(v, len(values))
				if err != nil {
					return t, err
				}
				values = append(values, more...)
			}
			err := p.elements(&r, from, n, w[0], values)
			t.add(r)
			return t, err
		}
	}
	if head := firstLine(w); len(head) == width && headed(head) {
		seen := make([]bool, width)
		result := n
		for k, h := range head {
			at, m := p.find(h.text)
			if m != 1 {
				at = result
				result++
			}
			if at >= width || seen[at] {
				return t, p.fail(h, "this column is neither an input nor one of "+strconv.Itoa(p.results)+" results")
			}
			seen[at], order[k] = true, at
		}
		w = w[len(head):]
	}
	// One program with many inputs: its one row may go over many lines.
	single := n > 8 && p.results == 0
	for len(w) > 0 {
		if len(t.In) == MaxRows {
			return t, p.fail(w[0], "a table has at most "+strconv.Itoa(MaxRows)+" rows")
		}
		line := firstLine(w)
		if single {
			line = w[:min(len(w), width)]
		}
		r := p.row()
		k := 0
		for _, v := range line {
			lo, hi, ranged := span(v.text)
			for x := lo; x <= hi; x++ {
				if k == width {
					return t, p.fail(v, "there are more numbers than "+p.names())
				}
				u := v
				if ranged {
					u.text = strconv.FormatInt(x, 10)
				}
				if err := p.put(&r, order[k], u); err != nil {
					return t, err
				}
				k++
			}
		}
		if k < width {
			return t, p.fail(line[len(line)-1], "there are fewer numbers than "+p.names())
		}
		t.add(r)
		w = w[len(line):]
	}
	return t, nil
}

func firstLine(w []word) []word {
	i := 1
	for i < len(w) && w[i].line == w[0].line {
		i++
	}
	return w[:i]
}

// clipped is a word for a message.
func clipped(s string) string {
	if len(s) > 40 {
		s = strings.ToValidUTF8(s[:40], "") + "…"
	}
	return s
}

// headed reports that no word of a line is a number.
func headed(w []word) bool {
	for _, v := range w {
		if number(v.text) && !letter(v.text[0]) || !letter(v.text[0]) {
			return false
		}
	}
	return true
}

// names says what a row holds.
func (p *rowParser) names() string {
	var b strings.Builder
	for i, v := range p.inputs {
		if i == 8 {
			b.WriteString(" … (" + strconv.Itoa(len(p.inputs)) + " inputs)")
			break
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(v.Name)
	}
	switch p.results {
	case 1:
		b.WriteString(" and the result")
	case 2:
		b.WriteString(" and two results")
	}
	return strings.TrimPrefix(b.String(), " and ")
}
