package explain

import (
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
	In       [][]uint64   // for each row the codes of the inputs
	Wide     [][]uint64   // the same numbers in binary64 where an input is binary32 or binary64
	Observed [][]Observed // for each row up to MaxResults results
}

// ParseRows reads the inputs of a program, one row or several, each with results (0 to 2) at its end.
//
//	a = 6708  b = 3.75/65535  c = 17278  d = 0.25       names and values; all names make a row
//	x = 1 2 3 4, y = 2080..2083                         an array: as many values as it has elements, or a range
//	6708 3.75/65535 17278 0.25 0x4601D3FF 0x4601D400    a line for each row, in the order of the inputs
//	a b c d host device                                 above such lines: names of columns in another order
//
// Values are numbers of every form that the lab reads. A program of one array and nothing else may have its elements on
// as many lines as wanted. f and layout are those of the observed results.
func ParseRows(s string, inputs []expr.InputVar, results int, f *format.Format, layout Layout) (Table, *expr.Error) {
	if len(s) > MaxRowsText {
		return Table{}, &expr.Error{Text: "the table is longer than 1 MB"}
	}
	p := rowParser{s: s, inputs: inputs, results: min(max(results, 0), MaxResults), f: f, layout: layout}
	p.scan()
	if strings.ContainsAny(s, "=:") {
		for i := range p.words {
			if p.words[i].text == "=" {
				return p.named()
			}
		}
	}
	return p.lines()
}

type word struct {
	text     string
	from, to int32
	line     int
}

type rowParser struct {
	s       string
	inputs  []expr.InputVar
	results int
	f       *format.Format
	layout  Layout
	words   []word
}

// scan cuts the text into words: what stands between spaces, commas, semicolons, brackets and bars; = and : are words "=".
func (p *rowParser) scan() {
	line, from := 0, -1
	cut := func(i int) {
		if from >= 0 {
			p.words = append(p.words, word{p.s[from:i], int32(from), int32(i), line})
			from = -1
		}
	}
	for i := 0; i < len(p.s); i++ {
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
			p.words = append(p.words, word{"=", int32(i), int32(i + 1), line})
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
}

func letter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

func (p *rowParser) fail(w word, text string) *expr.Error {
	return &expr.Error{From: w.from, To: w.to, Text: text}
}

// find returns the inputs that a name stands for: itself, or the elements of an array.
func (p *rowParser) find(name string) (from, n int) {
	for i := range p.inputs {
		v := p.inputs[i].Name
		if v == name {
			return i, 1
		}
		if strings.HasPrefix(v, name) && strings.HasPrefix(v[len(name):], "[") {
			n := 1
			for i+n < len(p.inputs) && strings.HasPrefix(p.inputs[i+n].Name, name+"[") {
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

// span reads "2080..2131" as consecutive whole numbers.
func span(s string) (lo, hi int64, ok bool) {
	a, b, found := strings.Cut(s, "..")
	if !found {
		return 0, 0, false
	}
	lo, err1 := strconv.ParseInt(a, 10, 32)
	hi, err2 := strconv.ParseInt(strings.TrimPrefix(b, "."), 10, 32)
	return lo, hi, err1 == nil && err2 == nil && lo <= hi && hi-lo < expr.MaxInputs
}

// named reads names and values.
func (p *rowParser) named() (Table, *expr.Error) {
	var t Table
	row, big := make([]uint64, len(p.inputs)), make([]uint64, len(p.inputs))
	have := make([]bool, len(p.inputs))
	missing := len(p.inputs)
	end := func(w word) *expr.Error {
		if missing == 0 {
			t.In, t.Wide = append(t.In, row), append(t.Wide, big)
			row, big = make([]uint64, len(p.inputs)), make([]uint64, len(p.inputs))
			have, missing = make([]bool, len(p.inputs)), len(p.inputs)
			return nil
		}
		for i := range have {
			if !have[i] {
				return p.fail(w, "the input "+p.inputs[i].Name+" has no value")
			}
		}
		return nil
	}
	w := p.words
	for i := 0; i < len(w); {
		if i+1 >= len(w) || w[i+1].text != "=" {
			return t, p.fail(w[i], "a name with = or : is expected here")
		}
		from, n := p.find(w[i].text)
		if n == 0 {
			return t, p.fail(w[i], "the program has no input "+w[i].text[:min(len(w[i].text), 40)])
		}
		if have[from] {
			if len(t.In) >= MaxRows {
				return t, p.fail(w[i], "a table has at most "+strconv.Itoa(MaxRows)+" rows")
			}
			if err := end(w[i]); err != nil {
				return t, err
			}
		}
		name := w[i]
		i += 2
		k := 0
		for ; i < len(w) && k < n && (i+1 >= len(w) || w[i+1].text != "="); i++ {
			if lo, hi, ok := span(w[i].text); ok {
				for x := lo; x <= hi && k < n; x++ {
					c, d, err := p.value(word{strconv.FormatInt(x, 10), w[i].from, w[i].to, 0}, from+k)
					if err != nil {
						return t, err
					}
					row[from+k], big[from+k], have[from+k] = c, d, true
					k, missing = k+1, missing-1
				}
				continue
			}
			c, d, err := p.value(w[i], from+k)
			if err != nil {
				return t, err
			}
			row[from+k], big[from+k], have[from+k] = c, d, true
			k, missing = k+1, missing-1
		}
		if k < n {
			return t, p.fail(name, name.text+" has "+strconv.Itoa(n)+" elements, here are "+strconv.Itoa(k))
		}
	}
	last := w[len(w)-1]
	if err := end(last); err != nil {
		return t, err
	}
	t.Observed = make([][]Observed, len(t.In))
	return t, nil
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
		if n == 0 {
			return Table{In: [][]uint64{nil}, Wide: [][]uint64{nil}, Observed: [][]Observed{nil}}, nil
		}
		return t, &expr.Error{Text: "values of the inputs are missing: " + p.names()}
	}
	if head := firstLine(w); len(head) == width && width > 0 && headed(head) {
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
		row, big := make([]uint64, n), make([]uint64, n)
		seen := make([]Observed, p.results)
		k := 0
		for _, v := range line {
			lo, hi, ranged := span(v.text)
			if !ranged {
				lo, hi = 0, 0
			}
			for x := lo; x <= hi; x++ {
				if k == width {
					return t, p.fail(v, "there are more numbers than "+p.names())
				}
				u := v
				if ranged {
					u.text = strconv.FormatInt(x, 10)
				}
				if at := order[k]; at < n {
					c, d, err := p.value(u, at)
					if err != nil {
						return t, err
					}
					row[at], big[at] = c, d
				} else {
					o, err := ParseObserved(u.text, p.f, p.layout)
					if err != nil {
						return t, p.fail(v, err.Error())
					}
					seen[at-n] = o
				}
				k++
			}
		}
		if k < width {
			return t, p.fail(line[len(line)-1], "there are fewer numbers than "+p.names())
		}
		t.In, t.Wide, t.Observed = append(t.In, row), append(t.Wide, big), append(t.Observed, seen)
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
	return strings.TrimPrefix(b.String(), " ")
}
