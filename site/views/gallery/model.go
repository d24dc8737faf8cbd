package gallery

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/text"
	"ulplab/site/views/explain"
	"ulplab/site/views/expression"
)

// posted has the results that were posted with the questions: ID, target, row, and the bits or what was printed.
const posted = `debug gcc 0 0x4601d3ff
debug 9.0 0 0x4601d400
debug 9.0-debug 0 0x4601d3ff
exp strict 0 0x3f160a3f
exp strict 1 0x3f160a3e
nodouble gcc 0 1.8
nodouble 1.2 0 1.79999995
fp8 9.0 0 448
fp8 9.0 1 448
fp8 9.0 2 448
fp8 9.0 3 448
tf32 9.0 0 1025
zsz 9.0 0 9.8596
zsz 9.0 0 9.8616
dot gcc 0 234038032
toolkit exact 0 0x3c0dbfd7`

// Model is a question with its program evaluated.
type Model struct {
	In     State
	Entry  *Entry
	Index  int
	Words  Words
	Expr   *expression.Model
	Posted []Result
}

// Result is a result that was posted, and whether it comes out.
type Result struct {
	_      [0]func() // not comparable
	Posted string
	Target string // who delivers it
	Row    int    // of the inputs, counted from 1; 0 if there is one only
	Same   bool
}

// build evaluates a question: some milliseconds.
func build(g State) *Model {
	i := g.Index()
	e := &Entries[i]
	in := e.Expr
	in.Row = g.Row
	m := &Model{In: g, Entry: e, Index: i, Words: WordsOf(e.ID), Expr: expression.New(in)}
	for !m.Expr.Step(1 << 20) {
	}
	for line := range strings.SplitSeq(posted, "\n") {
		f := strings.Fields(line)
		if f[0] != e.ID {
			continue
		}
		row, _ := strconv.Atoi(f[2])
		for c := range m.Expr.Columns {
			col := &m.Expr.Columns[c]
			if col.ID != f[1] || row >= len(m.Expr.Rows) {
				continue
			}
			v := &m.Expr.Rows[row].Results[c]
			r := Result{Posted: f[3], Target: col.Name, Same: v.Known && (v.Hex == f[3] || v.Brief == f[3] || v.Format != nil && text.Shortest(v.Format, v.Code) == f[3])}
			for w := range strings.FieldsSeq(strings.ReplaceAll(col.Printed, ",", " ")) {
				r.Same = r.Same || w == f[3]
			}
			if len(m.Expr.Rows) > 1 {
				r.Row = row + 1
			}
			m.Posted = append(m.Posted, r)
		}
	}
	return m
}

// Printed lists what the targets print in the row looked at, those that print the same together.
func (m *Model) Printed() (list [][2]string) {
	for i := range m.Expr.Columns {
		c := &m.Expr.Columns[i]
		if c.Printed == "" {
			continue
		}
		found := false
		for k := range list {
			if list[k][1] == c.Printed {
				list[k][0] += ", " + c.Name
				found = true
			}
		}
		if !found {
			list = append(list, [2]string{c.Name, c.Printed})
		}
	}
	return list
}

// Example returns the state of the Explain view for the question.
func (m *Model) Example() (v explain.State, ok bool) {
	for _, e := range explain.Examples {
		if e.ID == m.Entry.Explain {
			return e.In, true
		}
	}
	return v, false
}

// Whole reports whether the program only prints or has a result to show.
func (m *Model) Whole() bool {
	return m.Expr.Code != nil && m.Expr.Code.Result >= 0 && m.Expr.Code.Values[m.Expr.Code.Result].Type != expr.NoType
}
