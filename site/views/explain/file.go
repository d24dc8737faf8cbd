package explain

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/explain"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/files"
)

// Compared is two columns of results, compared as far as Arrays has come.
type Compared struct {
	Arrays  *explain.Arrays
	Problem string
	Note    string // what was assumed
}

// ComparedInput is where the columns come from.
type ComparedInput struct {
	Pair, Bits string
	Files      [2]File
}

// ComparedInputOf returns what the comparison depends on.
func ComparedInputOf(v State) ComparedInput {
	in := ComparedInput{v.Pair, v.PairBits, v.Files}
	if v.Files[0].Digest != "" {
		in.Pair = ""
	}
	return in
}

// NewCompared finds the columns: those of the files, if one is open, else of the text. nil if there are none.
func NewCompared(in ComparedInput) *Compared {
	var f *format.Format
	if g, err := format.Parse(in.Bits); err == nil && g.Bits <= 64 {
		f = g
	}
	if in.Files[0].Digest == "" {
		if in.Pair == "" {
			return nil
		}
		return compared(explain.NewArrays(in.Pair, f))
	}
	var s [2]*files.Source
	n := 0
	for i, file := range in.Files {
		if file.Digest == "" {
			break
		}
		if file.Digest == "-" { // it could not be read: the name says why
			return &Compared{Problem: file.Name}
		}
		if s[i] = files.Get(file.Digest); s[i] == nil {
			return &Compared{Problem: files.Asked(file.Name, file.Digest)}
		}
		n++
	}
	text := true
	for _, x := range s[:n] {
		text = text && files.KindOf(x.Data) == files.Text
	}
	if text && n == 1 {
		return compared(explain.NewArrays(string(s[0].Data), f))
	}
	if text {
		return compared(explain.NewArrays("["+string(s[0].Data)+"]\n["+string(s[1].Data)+"]", f))
	}
	var columns []files.Column
	note := ""
	for _, x := range s[:n] {
		t, err := files.Read(x.Name, x.Data, files.Options{Format: f, Raw: f})
		if err != nil {
			return &Compared{Problem: err.Error()}
		}
		columns = append(columns, t.Columns[:min(len(t.Columns), 2)]...)
		note = t.Note
	}
	if n == 2 && len(columns) > 2 {
		columns = []files.Column{columns[0], columns[len(columns)-1]}
	}
	if len(columns) < 2 {
		return &Compared{Problem: "This file holds one column: open a second file to compare it with."}
	}
	a, b := columns[0], columns[1]
	if f == nil {
		f = a.Format
		if b.Format.Bits < f.Bits {
			f = b.Format
		}
	}
	if a.Format != b.Format {
		note = "The columns have different formats: both are rounded to " + f.Name + "."
	}
	if len(a.Codes) != len(b.Codes) {
		note = "The columns have different lengths: the rest of the longer one is left out."
	}
	if min(len(a.Codes), len(b.Codes)) > explain.MaxPairs {
		note = "The first 1048576 pairs are compared."
		a.Codes, b.Codes = a.Codes[:explain.MaxPairs], b.Codes[:min(len(b.Codes), explain.MaxPairs)]
	}
	return &Compared{Arrays: explain.ArraysOf(f, inFormat(f, a), inFormat(f, b)), Note: note}
}

func compared(a *explain.Arrays, err error) *Compared {
	if err != nil {
		return &Compared{Problem: err.Error()}
	}
	return &Compared{Arrays: a}
}

// inFormat converts a column.
func inFormat(f *format.Format, c files.Column) []uint64 {
	if c.Format == f {
		return c.Codes
	}
	out := make([]uint64, len(c.Codes))
	for i, x := range c.Codes {
		out[i] = arith.Convert(round.Env{}, f, c.Format, wide.From64(x), nil).Bits.Lo
	}
	return out
}

// Step compares n more pairs.
func (c *Compared) Step(n int) (done bool) { return c.Arrays == nil || c.Arrays.Next(n) }
