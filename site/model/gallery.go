//go:build !opening

package model

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/text"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// galleryPosted has the results that were posted with the questions: ID, target, row, and the bits or what was printed.
const galleryPosted = `debug gcc 0 0x4601d3ff
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

// Gallery is a question with its program evaluated.
type Gallery struct {
	In     state.Gallery
	Entry  *state.GalleryEntry
	Index  int
	Words  prose.GalleryWords
	Expr   *Expr
	Posted []GalleryResult
}

// GalleryResult is a result that was posted, and whether it comes out.
type GalleryResult struct {
	Posted string
	Target string // who delivers it
	Row    int    // of the inputs, counted from 1; 0 if there is one only
	Same   bool
}

// BuildGallery evaluates a question: some milliseconds.
func BuildGallery(g state.Gallery) *Gallery {
	i := g.Index()
	e := &state.GalleryEntries[i]
	in := e.Expr
	in.Row = g.Row
	m := &Gallery{In: g, Entry: e, Index: i, Words: prose.GalleryOf(e.ID), Expr: NewExpr(in)}
	for !m.Expr.Step(1 << 20) {
	}
	for line := range strings.SplitSeq(galleryPosted, "\n") {
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
			r := GalleryResult{Posted: f[3], Target: col.Name, Same: v.Known && (v.Hex == f[3] || v.Brief == f[3] || v.Format != nil && text.Shortest(v.Format, v.Code) == f[3])}
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
func (m *Gallery) Printed() (list [][2]string) {
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
func (m *Gallery) Example() (v state.Explain, ok bool) {
	for _, e := range state.ExplainExamples {
		if e.ID == m.Entry.Explain {
			return e.In, true
		}
	}
	return v, false
}

// Whole reports whether the program only prints or has a result to show.
func (m *Gallery) Whole() bool {
	return m.Expr.Code != nil && m.Expr.Code.Result >= 0 && m.Expr.Code.Values[m.Expr.Code.Result].Type != expr.NoType
}
