package files

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
)

// reader reads a text line by line.
type reader struct {
	source  string
	format  *format.Format // of decimal numbers
	decimal bool           // commas stand in numbers, not between them
	commas  Commas
	sep     byte   // between fields; ' ' for any run of spaces and tabs
	line    int    // counted from 1
	fields  []span // of the line
	columns []Column
	bits    []bool // whether a column holds bit patterns
	words   []bool // whether a column holds text, which is passed over
	listed  bool   // one list over many lines
	values  int
}

// readText reads numbers in columns. Fields are separated by tabs, semicolons, commas or spaces, whichever the first
// line of numbers has in this order, and may be quoted; a first line that has text where the next has a number names the
// columns; columns of text are passed over; lines that begin with # or // are comments. A number is written as the lab
// reads it (fpcore/text) and rounded to nearest even; hexadecimal digits without a point are the bits of a value of
// binary16, binary32 or binary64 by their number; decimal commas are read where they cannot be anything else. One line of
// several numbers, lines that end in a comma as in a program, and lines of more numbers than a table has columns are one
// list.
func readText(data []byte, o Options) (*Table, error) {
	r := reader{source: decoded(data), format: o.Format}
	if r.format == nil {
		r.format = format.F64
	}
	if r.format.Bits > 64 {
		return nil, errors.New("Files are read into formats of up to 64 bits.")
	}
	var err error
	if r.decimal, err = DecimalCommas(r.source); err != nil {
		return nil, err
	}
	var names []string
	var first row // one that is not all numbers, until the next line tells whether it names the columns
	for at := 0; at < len(r.source); {
		end := at + strings.IndexAny(r.source[at:], "\n\r")
		if end < at {
			end = len(r.source)
		}
		r.line++
		from := at
		at = end + 1
		if strings.HasPrefix(r.source[end:], "\r\n") {
			at++
		}
		if passedOver(r.source[from:end]) {
			continue
		}
		trailing, err := r.split(from, end)
		if err != nil {
			return nil, err
		}
		if len(r.fields) == 0 {
			continue
		}
		if r.columns == nil {
			now := row{r.line, r.fields, r.numbers(), r.sep, trailing}
			switch {
			case first.fields == nil && names == nil && slices.Contains(now.number, false):
				r.fields, r.sep, first = nil, 0, now
				continue
			case first.fields != nil && first.names(now):
				for _, f := range first.fields {
					names = append(names, strings.ToValidUTF8(r.source[f.from:f.to], "?"))
				}
			case first.fields != nil:
				if err := r.begin(first, nil); err != nil {
					return nil, err
				}
			}
			if r.columns == nil {
				if err := r.begin(now, names); err != nil {
					return nil, err
				}
				continue
			}
			r.line, r.fields = now.line, now.fields
		}
		if err := r.take(); err != nil {
			return nil, err
		}
	}
	if r.columns == nil && slices.Contains(first.number, true) {
		if err := r.begin(first, nil); err != nil {
			return nil, err
		}
	}
	if r.values == 0 {
		return nil, errors.New("There is no number in the file.")
	}
	t := &Table{Kind: Text, Columns: r.columns}
	if r.listed {
		t.Note = "The lines of the file are read as one list."
	}
	if err := r.told(t); err != nil {
		return nil, err
	}
	if !r.listed && len(t.Columns) > 1 && r.values == len(t.Columns) && names == nil {
		r.oneRow(t)
	}
	return t, nil
}

// row is a line that may name the columns.
type row struct {
	line     int
	fields   []span
	number   []bool // which fields are numbers
	sep      byte
	trailing bool
}

// names reports whether the row names the columns that next begins: it holds no number, or text where next has a number,
// or other separators.
func (r row) names(next row) bool {
	if !slices.Contains(r.number, true) || r.sep != next.sep {
		return true
	}
	for i, number := range r.number {
		if !number && i < len(next.number) && next.number[i] {
			return true
		}
	}
	return false
}

// told leaves out the columns of text, and says what was assumed.
func (r *reader) told(t *Table) error {
	var text []string
	if len(r.words) == len(t.Columns) { // not one list
		var kept []Column
		for i, c := range t.Columns {
			if !r.words[i] {
				kept = append(kept, c)
				continue
			}
			name := strconv.Itoa(c.Number)
			if c.Name != "" {
				name += " " + quoted(c.Name)
			}
			text = append(text, name)
		}
		t.Columns = kept
	}
	say := func(s string) {
		if t.Note != "" {
			t.Note += " "
		}
		t.Note += s
	}
	switch {
	case len(text) == 1:
		say("Column " + text[0] + " holds text and is left out.")
	case len(text) > 1:
		say("Columns " + strings.Join(text, ", ") + " hold text and are left out.")
	}
	note, err := r.commas.Told()
	if note != "" {
		say(note)
	}
	return err
}

// passedOver reports whether a line is empty or a comment.
func passedOver(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#' || strings.HasPrefix(line, "//")
}

// oneRow makes a single line of numbers one column, unless numbers and bits stand side by side.
func (r *reader) oneRow(t *Table) {
	list := t.Columns[0]
	for _, c := range t.Columns[1:] {
		if c.Format != list.Format {
			return
		}
		list.Codes = append(list.Codes, c.Codes[0])
		list.fields = append(list.fields, c.fields[0])
	}
	t.Columns, t.Note = []Column{list}, strings.TrimSpace("The file has one line, which is read as one list. "+t.Note)
}

// decoded returns the text without a byte order mark.
func decoded(data []byte) string {
	if !utf16Text(data) {
		return strings.TrimPrefix(string(data), "\ufeff")
	}
	units := make([]uint16, 0, len(data)/2)
	for i := 2; i+1 < len(data); i += 2 {
		units = append(units, uint16(word(data[i:i+2], data[0] == 0xfe)))
	}
	return string(utf16.Decode(units))
}

// utf16Text looks for the byte order mark of UTF-16, in which spreadsheets and shells write.
func utf16Text(data []byte) bool {
	return len(data)%2 == 0 && len(data) > 2 && (data[0] == 0xff && data[1] == 0xfe || data[0] == 0xfe && data[1] == 0xff) && data[2]|data[3] != 0
}

// split finds the fields of a line and reports whether it ends with a separator.
func (r *reader) split(from, end int) (trailing bool, err error) {
	if r.sep == 0 {
		r.sep = ' '
		for _, c := range "\t;," {
			if strings.IndexByte(r.source[from:end], byte(c)) >= 0 && !(c == ',' && r.decimal) {
				r.sep = byte(c)
				break
			}
		}
	}
	r.fields = r.fields[:0]
	for at := from; at <= end; {
		for at < end && (r.source[at] == ' ' || r.source[at] == '\t' && r.sep != '\t') {
			at++
		}
		if at == end && r.sep == ' ' {
			break
		}
		next := at
		if at < end && r.source[at] == '"' {
			close := strings.IndexByte(r.source[at+1:end], '"')
			if close < 0 {
				return false, r.problem("has a quotation mark that is not closed")
			}
			next = at + 1 + close
			r.fields = append(r.fields, r.trimmed(at+1, next))
			next++
			for next < end && r.source[next] != r.sep {
				next++
			}
		} else {
			for next < end && r.source[next] != r.sep && (r.sep != ' ' || r.source[next] != '\t') {
				next++
			}
			r.fields = append(r.fields, r.trimmed(at, next))
		}
		at = next + 1
	}
	for n := len(r.fields); n > 0 && r.fields[n-1].from == r.fields[n-1].to; n-- {
		r.fields, trailing = r.fields[:n-1], true
	}
	return trailing, nil
}

// trimmed leaves out spaces, and the brackets of lists.
func (r *reader) trimmed(from, to int) span {
	const around = " \t\f[]{}"
	for from < to && strings.IndexByte(around, r.source[from]) >= 0 {
		from++
	}
	for from < to && strings.IndexByte(around+";", r.source[to-1]) >= 0 {
		to--
	}
	return span{uint32(from), uint32(to)}
}

// numbers reports which fields of the line are numbers.
func (r *reader) numbers() []bool {
	list := make([]bool, len(r.fields))
	for i, f := range r.fields {
		_, err := r.number(r.source[f.from:f.to], r.fieldFormat(f))
		list[i] = err == nil
	}
	return list
}

// begin makes the columns from the first line of numbers, and takes it.
func (r *reader) begin(first row, names []string) error {
	r.line, r.fields, r.sep = first.line, first.fields, first.sep
	n := len(r.fields)
	if n > MaxColumns && names != nil {
		return r.problem("has more than " + strconv.Itoa(MaxColumns) + " columns")
	}
	if r.listed = names == nil && (first.trailing || n > MaxColumns); r.listed {
		n = 1
	}
	r.columns = make([]Column, n)
	r.bits = make([]bool, n)
	r.words = make([]bool, n)
	for i := range r.columns {
		f := r.fieldFormat(r.fields[i])
		r.columns[i] = Column{Number: i + 1, Format: f, source: r.source}
		if r.bits[i] = f != nil; !r.bits[i] {
			r.columns[i].Format = r.format
		}
		if i < len(names) {
			r.columns[i].Name = names[i]
		}
		r.words[i] = !r.listed && !first.number[i] && slices.Contains(first.number, true)
	}
	return r.take()
}

// take adds a line to the columns.
func (r *reader) take() error {
	if !r.listed && (len(r.fields) > len(r.columns) || slices.Contains(r.words[len(r.fields):], false)) {
		return r.problem("has " + count(len(r.fields)) + ", the lines before it " + strconv.Itoa(len(r.columns)))
	}
	for i, f := range r.fields {
		if r.listed {
			i = 0
		}
		if r.words[i] {
			continue
		}
		c := &r.columns[i]
		written := r.source[f.from:f.to]
		form := r.fieldFormat(f)
		switch {
		case r.bits[i] && form == nil:
			return r.problem("has " + quoted(written) + " among bit patterns of " + c.Format.Name)
		case r.bits[i] && form != c.Format:
			return r.problem("has the bits of a " + form.Name + " value among those of " + c.Format.Name)
		case !r.bits[i] && form != nil:
			return r.problem("has the bit pattern " + quoted(written) + " among numbers")
		}
		v, err := r.number(written, form)
		if err != nil {
			return r.problem("has " + quoted(written) + ", which is no number")
		}
		if r.values++; r.values > MaxValues {
			return tooMany()
		}
		r.commas.See(written)
		c.Codes = append(c.Codes, v)
		c.fields = append(c.fields, f)
	}
	return nil
}

// fieldFormat returns the format of a bit pattern: 0x and 4, 8 or 16 digits; nil for anything else.
func (r *reader) fieldFormat(f span) *format.Format {
	s := r.source[f.from:f.to]
	if len(s) < 6 || s[0] != '0' || s[1]|0x20 != 'x' {
		return nil
	}
	for _, c := range []byte(s[2:]) {
		if c |= 0x20; c-'0' > 9 && c-'a' > 5 { // '0' to '9' have the bit already
			return nil
		}
	}
	switch len(s) - 2 {
	case 4:
		if r.format == format.BF16 {
			return format.BF16
		}
		return format.F16
	case 8:
		return format.F32
	case 16:
		return format.F64
	}
	return nil
}

// number reads a field: bits if it has a format of its own, else a number.
func (r *reader) number(s string, bits *format.Format) (uint64, error) {
	if bits != nil {
		return strconv.ParseUint(s[2:], 16, 64)
	}
	if r.sep != ',' {
		s = r.commas.Point(s)
	}
	// The library's reader rounds correctly and is ten times as fast; it gets what both read alike.
	if (r.format == format.F32 || r.format == format.F64) && strings.Trim(s, "0123456789+-.eE") == "" {
		v, err := strconv.ParseFloat(s, r.format.Bits)
		switch {
		case errors.Is(err, strconv.ErrSyntax):
			return 0, err
		case r.format == format.F32:
			return uint64(math.Float32bits(float32(v))), nil
		}
		return math.Float64bits(v), nil
	}
	p, err := text.ParseNumber(s, r.format, round.Env{})
	return p.Bits.Lo, err
}

func (r *reader) problem(what string) error {
	return errors.New("Line " + strconv.Itoa(r.line) + " " + what + ".")
}

func count(n int) string {
	if n == 1 {
		return "1 field"
	}
	return strconv.Itoa(n) + " fields"
}
