package reduction

import (
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/fpcore/summation"
	"ulplab/site/files"
	"ulplab/site/kit/operand"
)

// read is the file that was read last: parts of the view ask for it again and again.
var read struct {
	digest, raw string
	f           *format.Format
	table       *files.Table
	problem     string
}

// table reads the file of a source, numbers of a text rounded to f.
func table(v Source, f *format.Format) (t *files.Table, problem string) {
	if v.Digest == "" {
		return nil, "Open a file of numbers, or drop one on the page: CSV, TSV, NPY or raw values."
	}
	s := files.Get(v.Digest)
	if s == nil {
		problem = files.Asked(v.Name, v.Digest)
		if v.Offer.Digest != "" {
			problem += " The one just opened, “" + v.Offer.Name + "”, is another file: its digest is " + v.Offer.Digest + "."
		}
		return nil, problem
	}
	r := &read
	if r.digest == v.Digest && r.raw == v.Raw && r.f == f {
		return r.table, r.problem
	}
	r.digest, r.raw, r.f, r.problem = v.Digest, v.Raw, f, ""
	o := files.Options{Format: f}
	if files.NeedsFormat(s.Name, s.Data) {
		id := v.Raw
		if id == "" {
			id = Raws[0]
		}
		o.Raw = operand.FormatOf(id)
	}
	var err error
	if r.table, err = files.Read(s.Name, s.Data, o); err != nil {
		r.table, r.problem = nil, err.Error()
	}
	return r.table, r.problem
}

// FileInfo is what the controls say of a file.
type FileInfo struct {
	Words   string   // what it is, "" if it is not here or cannot be read
	Columns []string // their names, if there are several
	Raw     bool     // the format of its values has to be said
}

// fileWords describes the file of an input.
func fileWords(in Input) (i FileInfo) {
	m := newSum(in)
	if s := files.Get(in.File.Digest); s != nil {
		i.Raw = files.NeedsFormat(s.Name, s.Data)
	}
	t, problem := table(in.File, m.E)
	if problem != "" {
		return i
	}
	c := t.Columns[min(int(in.File.Column), len(t.Columns)-1)]
	i.Words = in.File.Name + ": " + strconv.Itoa(len(c.Codes)) + " numbers, "
	switch t.Kind {
	case files.Text:
		i.Words += "text"
		if c.Format == m.E {
			i.Words += ", decimals rounded to " + m.E.Name
		}
	case files.NPY:
		i.Words += "NPY of " + c.Format.Name
	default:
		i.Words += "raw " + c.Format.Name
	}
	i.Words += ", digest " + in.File.Digest
	if in.File.Name == pasted {
		i.Words += ". They are too many for a link, which holds their digest alone: whoever opens it needs the same numbers"
	}
	if t.Note != "" {
		i.Words += ". " + t.Note
	}
	if len(t.Columns) > 1 {
		for _, c := range t.Columns {
			name := strconv.Itoa(c.Number)
			if c.Name != "" {
				name += " " + c.Name
			}
			i.Columns = append(i.Columns, name)
		}
	}
	return i
}

// fromFile takes the data from the reader's file: a column, or for a dot product two neighbouring columns, or the halves
// of the only one.
func (m *Model) fromFile(s *summation.Sums) {
	t, problem := table(m.In.File, s.E)
	if s.Problem = problem; problem != "" {
		return
	}
	k := min(int(m.In.File.Column), len(t.Columns)-1)
	a, b := t.Columns[k].Codes, []uint64(nil)
	f, g := t.Columns[k].Format, t.Columns[k].Format
	if s.In.Dot {
		if next := (k + 1) % len(t.Columns); next != k {
			b, g = t.Columns[next].Codes, t.Columns[next].Format
		} else {
			if len(a)%2 != 0 {
				s.Problem = "The only column has " + strconv.Itoa(len(a)) + " numbers, which cannot be halved into the two vectors of a dot product."
				return
			}
			a, b = a[:len(a)/2], a[len(a)/2:]
		}
	}
	switch n := len(a); {
	case n > summation.Most:
		s.Problem = "These are " + strconv.Itoa(n) + " numbers; the view adds up to " + strconv.Itoa(summation.Most) + "."
		return
	case n < summation.Least:
		s.Problem = "There must be at least two elements."
		return
	}
	v, changed := s.Convert(a, f)
	w, more := s.Convert(b, g)
	if changed += more; changed > 0 {
		m.Note = strconv.Itoa(changed) + " of the " + strconv.Itoa(len(v)+len(w)) + " numbers of the file are no values of " + s.E.Name + " and are rounded to it: all sums below, the exact one too, are of the rounded numbers."
		if s.E == format.F32 && (f == format.F64 || g == format.F64) {
			m.Note += " With the format binary64 they stay as they are."
		}
	}
	s.Take(v, w)
}
