package quantize

import (
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/blockscale"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/sample"
	"ulplab/fpcore/wide"
	"ulplab/site/files"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
)

// Model is numbers and what recipes make of them: the two that are compared, then A's with every scheme. It is made in
// steps.
type Model struct {
	In         Input
	Problem    string // why there are no numbers
	Notes      []string
	X          []uint32 // binary32
	Rows, Cols int
	Facts      Facts
	Sides      [2]*Result
	Table      []*Result // in the order of blockscale.Schemes
	Dots       Dots
	Done       bool

	source *sample.Source
	filled int
}

// Facts are of the numbers as they are, once all are there.
type Facts struct {
	Zeros, Special int
	Least, Largest uint32 // magnitudes of numbers that are not zero; 0 where there are none
}

// Result is what a recipe made.
type Result struct {
	_      [0]func() // not comparable
	Recipe Recipe
	Scheme blockscale.Scheme
	Q      *blockscale.Quantized
	S      *blockscale.Survey
	Done   bool
	Scales Scales
	work   *blockscale.Work
}

// scaleAt is the scale of element k.
func (r *Result) scaleAt(k int) uint32 {
	return r.Q.ScaleOf(r.Q.ScaleAt(k/r.Q.Cols, k%r.Q.Cols))
}

// Scales are those of a result.
type Scales struct {
	Least, Largest uint32 // as binary32
	Kinds          int    // how many differ
}

// powers reports whether scales are powers of two.
func powers(s blockscale.Scheme) bool { return s.Scale == format.E8M0 }

// New begins a model; before may hold numbers and results that stay.
func New(in Input, before *Model) *Model {
	m := &Model{In: in}
	if before != nil && before.In.Data == in.Data && before.filled == len(before.X) && before.Problem == "" {
		m.Notes, m.X, m.Rows, m.Cols, m.Facts, m.filled = before.Notes, before.X, before.Rows, before.Cols, before.Facts, before.filled
	} else {
		before = nil
		m.take()
	}
	if m.Problem != "" {
		m.Done = true
		return m
	}
	result := func(r Recipe) *Result {
		if !r.Power() {
			r.Rule = blockscale.Floor // which counts for nothing
		}
		for _, have := range [2]*Model{m, before} {
			if have == nil {
				continue
			}
			for _, old := range append(have.Sides[:], have.Table...) {
				if old != nil && old.Recipe == r {
					return old
				}
			}
		}
		return &Result{Recipe: r, Scheme: r.Of()}
	}
	for side := range m.Sides {
		m.Sides[side] = result(in.R[side])
	}
	m.Table = make([]*Result, len(blockscale.Schemes))
	for i := range m.Table {
		r := in.R[0]
		r.Scheme = blockscale.Schemes[i].ID
		m.Table[i] = result(r)
	}
	return m
}

// take begins the numbers.
func (m *Model) take() {
	d := m.In.Data
	var t *files.Table
	switch d.Kind {
	case Own:
		if t, m.Problem = ownTable(d.Own); t == nil {
			return
		}
	case File:
		if t, m.Problem = fileTable(d.File); t == nil {
			return
		}
	default:
		for _, k := range sample.Kinds {
			if k.ID == d.Kind {
				m.source = sample.New(k.Kind, uint64(d.Seed), int(d.Outliers))
			}
		}
		m.X = make([]uint32, d.N)
	}
	if t != nil {
		m.from(t)
	}
	if m.Problem == "" {
		m.shape(t)
	}
}

func ownTable(s string) (*files.Table, string) {
	t, err := files.Read("", []byte(s), files.Options{Format: format.F32})
	switch {
	case s == "":
		return nil, noNumbers
	case len(s) > MaxText:
		return nil, ownTooLong
	case files.KindOf([]byte(s)) != files.Text:
		return nil, ownNoText
	case err != nil:
		return nil, strings.Replace(err.Error(), "in the file", "in the text", 1)
	}
	return t, ""
}

func fileTable(f Source) (*files.Table, string) {
	if f.Digest == "" {
		return nil, noFile
	}
	raw := format.F32
	if f.Raw != "" {
		raw = operand.FormatOf(f.Raw)
	}
	t, err := files.Open(f.Name, f.Digest, format.F32, raw)
	if err != nil {
		return nil, err.Error()
	}
	return t, ""
}

func (m *Model) note(s string) { m.Notes = append(m.Notes, s) }

// from takes the numbers of a table, row by row, rounded to binary32.
func (m *Model) from(t *files.Table) {
	n := len(t.Columns[0].Codes) * len(t.Columns)
	if n > Most {
		m.Problem = words.Put("These are # numbers; the view takes up to #.", words.Thousands(n), words.Thousands(Most))
		return
	}
	m.X = make([]uint32, n)
	changed := 0
	for c := range t.Columns {
		col := &t.Columns[c]
		for r, code := range col.Codes {
			k := r*len(t.Columns) + c
			if col.Format == format.F32 {
				m.X[k] = uint32(code)
				continue
			}
			got := arith.Convert(round.Env{}, format.F32, col.Format, wide.From64(code), nil)
			if got.Flags != 0 {
				changed++
			}
			m.X[k] = uint32(got.Bits.Lo)
		}
	}
	if t.Note != "" {
		note := t.Note
		if m.In.Kind == Own {
			note = strings.Replace(note, "The file", "The text", 1)
		}
		m.note(note)
	}
	if changed > 0 {
		m.note(words.Put("# of the # numbers are no binary32 values and are rounded to it first: errors below are of the rounded numbers.", words.Thousands(changed), words.Thousands(n)))
	}
}

// shape finds rows: as the reader says, as the data have them, else one.
func (m *Model) shape(t *files.Table) {
	n := len(m.X)
	m.Rows, m.Cols = 1, n
	if t != nil && len(t.Columns) > 1 {
		m.Cols = len(t.Columns)
	} else if t != nil && len(t.Shape) > 1 && t.Shape[len(t.Shape)-1] > 0 {
		m.Cols = t.Shape[len(t.Shape)-1]
	}
	if w := int(m.In.Width); w > 0 && w <= n {
		m.Cols = w
	} else if w > n {
		m.note(words.Fill("A row of # elements is longer than the data; it has all #.", w, n))
		m.Cols = n
	}
	if rest := n % m.Cols; rest != 0 {
		m.note(words.Put("# elements are no whole number of rows of #: all are taken as one row.", words.Thousands(n), words.Thousands(m.Cols)))
		m.Cols = n
	}
	m.Rows = n / m.Cols
}

// Step does about n elements of the work and reports whether all is done.
func (m *Model) Step(n int) bool {
	if m.Done {
		return true
	}
	if m.filled < len(m.X) {
		to := min(m.filled+n, len(m.X))
		part := m.X[m.filled:to]
		if m.source != nil {
			m.source.Fill(part)
		}
		m.Facts.add(part)
		m.filled = to
		return false
	}
	for _, r := range m.Sides {
		if !r.step(m, n) {
			return false
		}
	}
	for _, r := range m.Table {
		if !r.step(m, n) {
			return false
		}
	}
	m.Done = m.dot()
	return m.Done
}

// Filled reports whether all numbers are there.
func (m *Model) Filled() bool { return m.Problem == "" && m.filled == len(m.X) }

func (f *Facts) add(x []uint32) {
	for _, v := range x {
		switch v &= 0x7fffffff; {
		case v == 0:
			f.Zeros++
		case v >= 0x7f800000:
			f.Special++
		default:
			if f.Largest = max(f.Largest, v); f.Least == 0 || v < f.Least {
				f.Least = v
			}
		}
	}
}

func (r *Result) step(m *Model, n int) bool {
	switch {
	case r.Done:
	case r.work == nil:
		w, err := blockscale.Begin(r.Scheme, r.Recipe.Options(m.In.Seed), m.X, m.Rows, m.Cols)
		if err != nil { // no recipe of the view has one
			panic(err)
		}
		r.work = w
	case r.S == nil:
		if r.work.Step(n) {
			r.Q = r.work.Quantized
			r.S = r.Q.Survey(m.X)
			r.Scales = scalesOf(r.Q)
		}
	default:
		if r.Done = r.S.Step(n); r.Done {
			r.work = nil
		}
	}
	return r.Done
}

func scalesOf(q *blockscale.Quantized) (s Scales) {
	var seen [256]bool
	for k, c := range q.Scales {
		if k > 0 && c == q.Scales[k-1] {
			continue
		}
		if q.Scheme.Scale != format.F32 {
			if seen[c] {
				continue
			}
			seen[c] = true
		}
		v := q.ScaleOf(k)
		s.Kinds++
		if s.Largest = max(s.Largest, v); k == 0 || v < s.Least {
			s.Least = v
		}
	}
	return s
}

// Window is how many elements of a block are shown at a time.
const Window = 32

// Shown returns the elements of the block looked at: of A's block, or of a part of it.
func (m *Model) Shown(at int) (from, to int) {
	at = min(max(at, 0), len(m.X)-1)
	from, to = m.Sides[0].Q.BlockAt(at)
	if to-from > Window {
		from += (at - from) / Window * Window
		to = min(from+Window, to)
	}
	return from, to
}
