// Package files reads numbers from a reader's own files: text with one or more columns (CSV, TSV, spaces), NPY, and raw
// little-endian values. What it gives are codes of a format, never floats. It is pure and bounded: whatever the bytes,
// it ends with a table or with a sentence about what is wrong and where.
package files

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"ulplab/fpcore/format"
)

// Bounds of what is read.
const (
	MaxBytes   = 32 << 20 // of a file
	MaxValues  = 1 << 22  // of a table, all columns together
	MaxColumns = 64
)

// Kind says what a file is.
type Kind uint8

// The kinds of files. Bytes that are no text and have no header of NPY are raw: their format has to be said. Foreign are
// files that begin as a kind does which is not read: archives, pictures, documents.
const (
	Text Kind = iota + 1
	NPY
	Raw
	Foreign
)

// Options say how to read what the file itself leaves open.
type Options struct {
	Format *format.Format // what numbers of a text are rounded to, to nearest even; nil: binary64
	Raw    *format.Format // of raw bytes: binary16, bfloat16, binary32 or binary64; nil: by the ending of the name
}

// Table is what a file holds. All columns have the same length, which is not zero.
type Table struct {
	Kind    Kind
	Columns []Column
	Shape   []int  // of an NPY array of two or more dimensions, which is read as one column in C order
	Note    string // what was assumed, a sentence; "" for nothing
}

// Column is a column of numbers.
type Column struct {
	Name   string // from the first line of a text; "" without one
	Number int    // its place among the columns of the file, counted from 1
	Format *format.Format
	Codes  []uint64
	source string
	fields []span
}

// span is a place in the text.
type span struct{ from, to uint32 }

// Text returns a number as it is written in the file, "" where the file is no text.
func (c *Column) Text(i int) string {
	if i < 0 || i >= len(c.fields) {
		return ""
	}
	return c.source[c.fields[i].from:c.fields[i].to]
}

// KindOf looks at the bytes: the header of NPY or of a kind that is not read, else text if they are UTF-8 (or UTF-16 with
// its mark) without control characters, else raw.
func KindOf(data []byte) Kind {
	switch {
	case begins(data, magic):
		return NPY
	case foreign(data) != "":
		return Foreign
	case utf16Text(data):
		return Text
	}
	if !utf8.Valid(data) {
		return Raw
	}
	for _, c := range data {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f' {
			return Raw
		}
	}
	return Text
}

// Read reads a file. The error is a sentence for the reader.
func Read(name string, data []byte, o Options) (*Table, error) {
	switch {
	case len(data) > MaxBytes:
		return nil, errors.New("The file has " + strconv.Itoa(len(data)) + " bytes; at most 32 MB are read.")
	case len(data) == 0:
		return nil, errors.New("The file is empty.")
	}
	switch KindOf(data) {
	case NPY:
		return readNPY(data)
	case Text:
		return readText(data, o)
	case Foreign:
		return nil, errors.New("The file is " + foreign(data) + ".")
	}
	f := o.Raw
	if f == nil {
		f = byName(name)
	}
	if f == nil {
		return nil, errors.New("The file is neither text nor NPY. If it holds raw little-endian numbers, say in which format.")
	}
	return readRaw(data, f, false)
}

// NeedsFormat reports whether Read cannot know the format of a file by itself.
func NeedsFormat(name string, data []byte) bool {
	return len(data) > 0 && KindOf(data) == Raw && byName(name) == nil
}

// byName returns the format that the ending of a name stands for: f16, half, bf16, f32, float, f64, double and their like.
func byName(name string) *format.Format {
	f, err := format.Parse(name[strings.LastIndexByte(name, '.')+1:])
	if err == nil && raw(f) {
		return f
	}
	return nil
}

// raw reports whether values of a format are read as bytes.
func raw(f *format.Format) bool {
	return f == format.F16 || f == format.BF16 || f == format.F32 || f == format.F64
}

// readRaw reads values of 2, 4 or 8 bytes.
func readRaw(data []byte, f *format.Format, bigEndian bool) (*Table, error) {
	if !raw(f) {
		return nil, errors.New("Raw values are read in binary16, bfloat16, binary32 and binary64.")
	}
	size := f.Bits / 8
	if len(data) == 0 || len(data)%size != 0 {
		return nil, errors.New("The file has " + strconv.Itoa(len(data)) + " bytes, which is no number of " + f.Name + " values of " + strconv.Itoa(size) + " bytes.")
	}
	n := len(data) / size
	if n > MaxValues {
		return nil, tooMany()
	}
	c := Column{Number: 1, Format: f, Codes: make([]uint64, n)}
	for i := range c.Codes {
		c.Codes[i] = word(data[i*size:(i+1)*size], bigEndian)
	}
	return &Table{Kind: Raw, Columns: []Column{c}}, nil
}

// word reads up to 8 bytes.
func word(b []byte, bigEndian bool) (v uint64) {
	for i, c := range b {
		if bigEndian {
			v = v<<8 | uint64(c)
		} else {
			v |= uint64(c) << (8 * i)
		}
	}
	return v
}

func tooMany() error {
	return errors.New("The file holds more than " + strconv.Itoa(MaxValues) + " numbers, which is more than is read.")
}
