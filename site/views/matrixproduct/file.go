package matrixproduct

import (
	"errors"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/tensor/product"
	"ulplab/fpcore/wide"
	"ulplab/site/files"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
)

// FileData is the kind of data of the reader's own files.
const FileData = "file"

// File is a file of the reader's, by its digest; its bytes are on the shelf of package files, if they are in this page.
type File struct{ Name, Digest string }

// OpenFile takes a file that was opened: A's, or B's where A's is there; a third one begins anew.
type OpenFile struct {
	lab.Once
	Name, Digest string
}

func (a OpenFile) Apply(s State) State {
	if !files.IsDigest(a.Digest) {
		return s
	}
	f := File{operand.Cut(a.Name, 200), a.Digest}
	if s.Files[0].Digest == "" || s.Files[1].Digest != "" {
		s.Files = [2]File{f}
	} else {
		s.Files[1] = f
	}
	s.data(FileData)
	return s
}

// opened is a file that was opened for the view.
func opened(f *files.Source, problem string) markup.Action {
	if f == nil {
		lab.Warn(problem)
		return nil
	}
	return OpenFile{Name: f.Name, Digest: f.Digest}
}

// pasted takes the text of a matrix as the file that the program then reads: A.txt, or B.txt where A is there.
func pasted(e markup.Event) markup.Action {
	e.Prevent()
	f := lab.Now[State]().Files
	name := "A.txt"
	if f[0].Digest != "" && f[1].Digest == "" {
		name = "B.txt"
	}
	lab.EndGesture()
	return OpenFile{Name: name, Digest: files.Put(name, []byte(e.Pasted())).Digest}
}

// own reports data of the reader's: typed, or in files.
func (in *Input) own() bool { return in.Data == "" || in.Data == FileData }

// one reports data of one element alone: a row and a column.
func (in *Input) one() bool { return in.Data == "" || in.Data == FileData && in.Files[1].Digest == "" }

// fixed reports a number that follows from the reader's data.
func (in *Input) fixed(i int) bool { return in.own() && (i == K || i < K && !in.one()) }

// matrix is one of the reader's: lines of the product, rows of A or columns of B, of K numbers each.
type matrix struct {
	lines, each int
	at          func(line, k int) uint64 // a code of the call's operands
}

// fill writes a line.
func (m *matrix) fill(v []uint64, line int) {
	for k := range v {
		v[k] = m.at(line, k)
	}
}

// problem is what is wrong, in a sentence with numbers (words.Fill).
func problem(text string, numbers ...int) error { return errors.New(words.Fill(text, numbers...)) }

// matrices are A and B of files: of one file with two columns, which are the row and the column, or of two. Their lines are as
// long as each other.
func (in *Input) matrices() (list [2]matrix, err error) {
	if in.Files[0].Digest == "" {
		return list, errors.New("Open a file: two columns of numbers, which are the row and the column, or A and then B: NPY, CSV or raw values.")
	}
	f := in.preset().In
	first, err := in.Files[0].table(f)
	if err != nil {
		return list, err
	}
	if in.one() {
		if len(first.Columns) != 2 {
			return list, errors.New("This file is A: open a second one, B.")
		}
		for i := range list {
			c := &first.Columns[i]
			list[i] = matrix{1, len(c.Codes), func(_, k int) uint64 { return convert(f, c.Format, c.Codes[k]) }}
		}
	} else {
		second, err := in.Files[1].table(f)
		if err != nil {
			return list, err
		}
		if list[0], err = stored(first, f, true, "A"); err != nil {
			return list, err
		}
		if list[1], err = stored(second, f, in.Layout == product.Columns, "B"); err != nil {
			return list, err
		}
	}
	switch a, b := &list[0], &list[1]; {
	case a.each != b.each:
		return list, problem("The row of A has # numbers and the column of B #.", a.each, b.each)
	case a.each > int(bounds[K].Most):
		return list, problem("The row has # numbers; at most # are taken.", a.each, int(bounds[K].Most))
	}
	return list, nil
}

// sized gives the input M, N and K of the reader's files.
func (in Input) sized() (Input, error) {
	if in.Data != FileData {
		return in, nil
	}
	list, err := in.matrices()
	if err == nil {
		in.N[K] = uint32(list[0].each)
		if !in.one() {
			in.N[M], in.N[N] = uint32(list[0].lines), uint32(list[1].lines)
		}
	}
	return in, err
}

// fromFiles returns the row and the column of the element.
func (in *Input) fromFiles() (a, b []uint64, err error) {
	list, err := in.matrices()
	if err != nil {
		return nil, nil, err
	}
	var v [2][]uint64
	for i := range list {
		m := &list[i]
		line := int(in.N[Row+i])
		if in.one() {
			line = 0
		}
		if line >= m.lines {
			what := [2]string{"row", "column"}[i]
			return nil, nil, errors.New("The file of " + "AB"[i:i+1] + " has " + words.Count(m.lines, what) + ": " + what + words.Fill(" # is not there.", line))
		}
		v[i] = make([]uint64, m.each)
		m.fill(v[i], line)
	}
	return v[0], v[1], nil
}

// table reads a file, numbers of a text in the format of the operands.
func (f File) table(in *format.Format) (*files.Table, error) {
	raw := in
	if in.Bits < 16 {
		raw = format.F32
	}
	return files.Open(f.Name, f.Digest, in, raw)
}

// stored is a matrix as a file has it, its lines along the file's or, where along is false, across them; a single column is a
// line by itself.
func stored(t *files.Table, f *format.Format, along bool, name string) (m matrix, err error) {
	lines, each := len(t.Columns[0].Codes), len(t.Columns)
	at := func(i, j int) uint64 { return convert(f, t.Columns[j].Format, t.Columns[j].Codes[i]) }
	switch {
	case len(t.Shape) > 2:
		return m, problem("The array of "+name+" has # dimensions; a matrix has two.", len(t.Shape))
	case each == 1:
		c := &t.Columns[0]
		if lines, each = 1, len(c.Codes); len(t.Shape) == 2 {
			lines, each = t.Shape[0], t.Shape[1]
		} else if !along {
			lines, each = each, 1
		}
		width := each
		at = func(i, j int) uint64 { return convert(f, c.Format, c.Codes[i*width+j]) }
	}
	if along {
		return matrix{lines, each, at}, nil
	}
	return matrix{each, lines, func(line, k int) uint64 { return at(k, line) }}, nil
}

func convert(to, from *format.Format, c uint64) uint64 {
	if to == from {
		return c
	}
	return arith.Convert(round.Env{}, to, from, wide.From64(c), nil).Bits.Lo
}
