//go:build !opening

package model

import (
	"ulplab/fpcore/summation"
	"ulplab/site/state"
)

// SumInput is what the numbers of the Reduction view depend on.
type SumInput struct {
	summation.Input
	Own  string
	File state.SumSource
}

// SumInputOf takes the input out of the state.
func SumInputOf(v state.Sum) SumInput {
	in := SumInput{Input: v.Input}
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

// Sum is everything about one input, computed step by step by package summation, with what is said of the reader's own
// numbers.
type Sum struct {
	*summation.Sums
	In   SumInput
	Note string // what was assumed of the reader's own numbers, or done to them
}

// NewSum prepares an input; Step computes.
func NewSum(in SumInput) *Sum {
	m := &Sum{In: in}
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
func (m *Sum) fromText(s *summation.Sums) {
	a, b, note, problem := SumOwnData(m.In.Own, s.E, s.In.Dot)
	if m.Note, s.Problem = note, problem; problem == "" {
		s.Take(a, b)
	}
}

// Relaunch reuses m for another launch on the same data; it returns nil if the data differ. m must not be used afterwards.
func (m *Sum) Relaunch(in SumInput) *Sum {
	if in.Own != m.In.Own || in.File != m.In.File {
		return nil
	}
	next := m.Sums.Relaunch(in.Input)
	if next == nil {
		return nil
	}
	return &Sum{Sums: next, In: in, Note: m.Note}
}

// SumJob returns the text of the job that the reader asks for; ok is false where the numbers are the reader's own.
func SumJob(v state.Sum) (job string, ok bool) {
	j, ok := summation.AllVectors(SumInputOf(v).Input, int(v.Stat.Vectors), int(v.Stat.Top))
	if !ok {
		return "", false
	}
	return j.String(), true
}
