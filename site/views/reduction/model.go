package reduction

import (
	"ulplab/fpcore/summation"
)

// Input is what the numbers of the Reduction view depend on.
type Input struct {
	summation.Input
	Own  string
	File Source
}

// inputOf takes the input out of the state.
func inputOf(v State) Input {
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
	*summation.Sums
	In   Input
	Note string // what was assumed of the reader's own numbers, or done to them
}

// newSum prepares an input; Step computes.
func newSum(in Input) *Model {
	m := &Model{In: in}
	switch in.Kind {
	case summation.Own:
		m.Sums = summation.New(in.Input, m.fromText)
	case summation.File:
		m.Sums = summation.New(in.Input, m.fromFile)
	default:
		m.Sums = summation.New(in.Input, nil)
	}
	return m
}

// fromText takes the numbers as typed.
func (m *Model) fromText(s *summation.Sums) {
	a, b, note, problem := ownData(m.In.Own, s.E, s.In.Dot)
	if m.Note, s.Problem = note, problem; problem == "" {
		s.Take(a, b)
	}
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

// sumJob returns the text of the job that the reader asks for; ok is false where the numbers are the reader's own.
func sumJob(v State) (job string, ok bool) {
	j, ok := summation.AllVectors(inputOf(v).Input, int(v.Stat.Vectors), int(v.Stat.Top))
	if !ok {
		return "", false
	}
	return j.String(), true
}
