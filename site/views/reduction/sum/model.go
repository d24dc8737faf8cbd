package sum

import (
	"ulplab/fpcore/summation"
	"ulplab/site/views/reduction/data"
)

// Input is what the numbers of the Reduction view depend on.
type Input struct {
	summation.Input
	Own  string
	File data.Source
}

// InputOf takes the input out of the state.
func InputOf(v State) Input {
	in := Input{Input: v.Input}
	if v.Kind >= summation.Own {
		in.N = 0
	}
	switch v.Kind {
	case summation.Own:
		in.Own = v.Own
	case summation.File:
		in.File = v.File
	}
	if v.Kind != summation.Ill {
		in.Cond = 0
	}
	if v.Kind != summation.Own && v.N > summation.FewElements {
		in.Tree = "" // nothing depends on it
	}
	return in
}

// Model is everything about one input, computed step by step by package summation, with what is said of the reader's own
// numbers.
type Model struct {
	_ [0]func() // not comparable
	*summation.Sums
	In   Input
	Note string // what was assumed of the reader's own numbers, or done to them
}

// New prepares an input; Step computes.
func New(in Input) *Model {
	m := &Model{In: in}
	switch in.Kind {
	case summation.Own:
		m.Sums = summation.New(in.Input, func(s *summation.Sums) { m.Note = data.FromText(in.Own, s) })
	case summation.File:
		m.Sums = summation.New(in.Input, func(s *summation.Sums) { m.Note = data.FromFile(in.File, s) })
	default:
		m.Sums = summation.New(in.Input, nil)
	}
	return m
}

// Relaunch reuses m for another launch on the same data; it returns nil if the data differ. m must not be used afterwards.
func (m *Model) Relaunch(in Input) *Model {
	if in.Own != m.In.Own || in.File != m.In.File {
		return nil
	}
	next := m.Sums.Relaunch(in.Input)
	if next == nil {
		return nil
	}
	return &Model{Sums: next, In: in, Note: m.Note}
}

// Progress is how far the computation of an input is: what a panel on its orders depends on.
type Progress struct {
	In        Input // but for what arrives by atomics
	Rows      int
	Described bool
}

// Progress returns how far m is.
func (m *Model) Progress() Progress {
	p := Progress{In: m.In, Rows: m.RowsDone, Described: m.Described()}
	p.In.Arrive = 0
	return p
}
