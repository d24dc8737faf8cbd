package data

import (
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/fpcore/summation"
	"ulplab/site/files"
	"ulplab/site/kit/operand"
)

// table reads the file of a source, numbers of a text rounded to f.
func table(v Source, f *format.Format) (t *files.Table, problem string) {
	if v.Digest == "" {
		return nil, "Open a file of numbers, or drop one on the page: CSV, TSV, NPY or raw values."
	}
	raw := v.Raw
	if raw == "" {
		raw = Raws[0]
	}
	t, err := files.Open(v.Name, v.Digest, f, operand.FormatOf(raw))
	if err == nil {
		return t, ""
	}
	problem = err.Error()
	if v.Offer.Digest != "" && files.Get(v.Digest) == nil {
		problem += " The one just opened, “" + v.Offer.Name + "”, is another file: its digest is " + v.Offer.Digest + "."
	}
	return nil, problem
}

// Info is what the controls say of a file.
type Info struct {
	Words   string   // what it is, "" if it is not here or cannot be read
	Columns []string // their names, if there are several
	Raw     bool     // the format of its values has to be said
}

// Describe describes the file of a source, whose numbers are elements of the format e.
func Describe(v Source, e *format.Format) (i Info) {
	if s := files.Get(v.Digest); s != nil {
		i.Raw = files.NeedsFormat(s.Name, s.Data)
	}
	t, problem := table(v, e)
	if problem != "" {
		return i
	}
	c := t.Columns[min(int(v.Column), len(t.Columns)-1)]
	i.Words = v.Name + ": " + strconv.Itoa(len(c.Codes)) + " numbers, "
	switch t.Kind {
	case files.Text:
		i.Words += "text"
		if c.Format == e {
			i.Words += ", decimals rounded to " + e.Name
		}
	case files.NPY:
		i.Words += "NPY of " + c.Format.Name
	default:
		i.Words += "raw " + c.Format.Name
	}
	i.Words += ", digest " + v.Digest
	if v.Name == Pasted {
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

// FromFile takes the data from the reader's file: a column, or for a dot product two neighbouring columns, or the halves
// of the only one. note says what was done to them.
func FromFile(v Source, s *summation.Sums) (note string) {
	t, problem := table(v, s.E)
	if s.Problem = problem; problem != "" {
		return ""
	}
	k := min(int(v.Column), len(t.Columns)-1)
	a, b := t.Columns[k].Codes, []uint64(nil)
	f, g := t.Columns[k].Format, t.Columns[k].Format
	if s.In.Dot {
		if next := (k + 1) % len(t.Columns); next != k {
			b, g = t.Columns[next].Codes, t.Columns[next].Format
		} else {
			if len(a)%2 != 0 {
				s.Problem = "The only column has " + strconv.Itoa(len(a)) + " numbers, which cannot be halved into the two vectors of a dot product."
				return ""
			}
			a, b = a[:len(a)/2], a[len(a)/2:]
		}
	}
	switch n := len(a); {
	case n > summation.Most:
		s.Problem = "These are " + strconv.Itoa(n) + " numbers; the view adds up to " + strconv.Itoa(summation.Most) + "."
		return ""
	case n < summation.Least:
		s.Problem = "There must be at least two elements."
		return ""
	}
	x, changed := s.Convert(a, f)
	y, more := s.Convert(b, g)
	if changed += more; changed > 0 {
		note = strconv.Itoa(changed) + " of the " + strconv.Itoa(len(x)+len(y)) + " numbers of the file are no values of " + s.E.Name + " and are rounded to it: all sums below, the exact one too, are of the rounded numbers."
		if s.E == format.F32 && (f == format.F64 || g == format.F64) {
			note += " With the format binary64 they stay as they are."
		}
	}
	s.Take(x, y)
	return note
}

// Source is the reader's file that the numbers come from. Its bytes are on the shelf of package files, if they are in
// this page.
type Source struct {
	Name, Digest string
	Column       uint8  // the first of two for a dot product
	Raw          string // the format of raw values where the name does not tell: an ID, "" for binary32
	Offer        Offer
}

// Offer is a file that was opened where a link asks for one with another digest; it is taken when the reader says so.
// Not in links.
type Offer struct{ Name, Digest string }

// Raws are the formats of raw values.
var Raws = [...]string{"f32", "f64", "f16", "bf16"}
