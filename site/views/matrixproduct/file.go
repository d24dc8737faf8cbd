package matrixproduct

import (
	"errors"
	"strconv"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/tensor/product"
	"ulplab/fpcore/wide"
	"ulplab/site/files"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
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
	return Data{ID: FileData}.Apply(s)
}

// opened is a file that was opened for the view.
func opened(f *files.Source, problem string) markup.Action {
	if f == nil {
		lab.Warn(problem)
		return nil
	}
	return OpenFile{Name: f.Name, Digest: f.Digest}
}

// own reports data of the reader's: typed, or in files.
func (in Input) own() bool { return in.Data == "" || in.Data == FileData }

// fromFiles returns the row and the column of the element: of one file with two columns, or of A and B.
func (in Input) fromFiles() (a, b []uint64, err error) {
	if in.Files[0].Digest == "" {
		return nil, nil, errors.New("Open a file: two columns of numbers, which are the row and the column, or A and then B: NPY, CSV or raw values.")
	}
	f := in.preset().In
	first, err := in.Files[0].table(f)
	if err != nil {
		return nil, nil, err
	}
	if in.Files[1].Digest == "" {
		if len(first.Columns) != 2 {
			return nil, nil, errors.New("This file is A: open a second one, B.")
		}
		a, b = coded(f, &first.Columns[0]), coded(f, &first.Columns[1])
	} else {
		second, err := in.Files[1].table(f)
		if err != nil {
			return nil, nil, err
		}
		if a, err = line(first, f, int(in.N[Row]), true, "A", "row"); err != nil {
			return nil, nil, err
		}
		if b, err = line(second, f, int(in.N[Col]), in.Layout == product.Columns, "B", "column"); err != nil {
			return nil, nil, err
		}
	}
	switch {
	case len(a) != len(b):
		return nil, nil, errors.New("The row of A has " + strconv.Itoa(len(a)) + " numbers and the column of B " + strconv.Itoa(len(b)) + ".")
	case len(a) > int(bounds[K].Most):
		return nil, nil, errors.New("The row has " + strconv.Itoa(len(a)) + " numbers; at most " + strconv.Itoa(int(bounds[K].Most)) + " are taken.")
	}
	return a, b, nil
}

// table reads a file, numbers of a text in the format of the operands.
func (f File) table(in *format.Format) (*files.Table, error) {
	s := files.Get(f.Digest)
	if s == nil {
		return nil, errors.New(files.Asked(f.Name, f.Digest))
	}
	o := files.Options{Format: in}
	if files.NeedsFormat(s.Name, s.Data) {
		if o.Raw = in; in.Bits < 16 {
			o.Raw = format.F32
		}
	}
	return s.Table(o)
}

// line returns line n of a matrix as it is stored, or, across, what stands at place n of each line; a single column is the
// vector itself.
func line(t *files.Table, f *format.Format, n int, along bool, name, what string) ([]uint64, error) {
	lines, each := len(t.Columns[0].Codes), len(t.Columns)
	at := func(i, j int) uint64 { return convert(f, t.Columns[j].Format, t.Columns[j].Codes[i]) }
	switch {
	case len(t.Shape) == 2 && each == 1:
		lines, each = t.Shape[0], t.Shape[1]
		at = func(i, j int) uint64 { return convert(f, t.Columns[0].Format, t.Columns[0].Codes[i*each+j]) }
	case len(t.Shape) > 2:
		return nil, errors.New("The array of " + name + " has " + strconv.Itoa(len(t.Shape)) + " dimensions; a matrix has two.")
	case each == 1:
		return coded(f, &t.Columns[0]), nil
	}
	have, long := lines, each
	if !along {
		have, long = each, lines
	}
	if n >= have {
		return nil, errors.New("The file of " + name + " has " + strconv.Itoa(have) + " " + what + "s: " + what + " " + strconv.Itoa(n) + " is not there.")
	}
	out := make([]uint64, min(long, int(bounds[K].Most)+1))
	for k := range out {
		if along {
			out[k] = at(n, k)
		} else {
			out[k] = at(k, n)
		}
	}
	return out, nil
}

func coded(f *format.Format, c *files.Column) []uint64 {
	out := make([]uint64, min(len(c.Codes), int(bounds[K].Most)+1))
	for k := range out {
		out[k] = convert(f, c.Format, c.Codes[k])
	}
	return out
}

func convert(to, from *format.Format, c uint64) uint64 {
	if to == from {
		return c
	}
	return arith.Convert(round.Env{}, to, from, wide.From64(c), nil).Bits.Lo
}
