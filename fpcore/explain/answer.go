package explain

import (
	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
)

// Verdict says how many evaluations are left.
type Verdict uint8

const (
	Searching Verdict = iota
	Unique            // one
	Several           // the first is the most plausible one
	None              // none; Near has those that come nearest
)

// SideAnswer is what was found for one of the results.
type SideAnswer struct {
	Verdict   Verdict
	Groups    []Group     // that give what was observed, the most plausible first
	Near      []Candidate // without such: those that explain the most rows and come nearest on the others
	Separator Separator   // with several groups: an input that tells them apart
	Separates bool
	Unseen    bool // None: no number of the program's type prints as the result does
}

// Truth compares the results with the exact value of the program on one row, whatever it was computed with.
type Truth struct {
	Row      int
	Known    bool
	Exact    string         // 20 significant digits
	Errors   [2]string      // of the results, in ulp of the type of each: "+0.4375"
	Closer   int            // -1 the first, +1 the second, 0 equally far
	Compared bool           // at least one of the two results is a number
	Best     string         // the correctly rounded result
	Right    [2]bool        // the result is that
	Format   *format.Format // the results are numbers of this narrower format, which the errors are in ulp of; usually nil
}

// Place is where the two evaluations first give different numbers.
type Place struct {
	Found    bool
	Row      int
	From, To int32     // of the text
	Values   [2]uint64 // what each side has there
	Type     [2]expr.Type
}

// Answer is the explanation: cause, remedy, truth, tolerance, place.
type Answer struct {
	Sides     [2]SideAnswer
	Count     int // results observed on each row
	Rows      int
	Row       int // the first row on which the results differ, which Truth, Tolerance and Place are about
	Causes    []Cause
	Remedies  []Remedy
	Truth     Truth
	Tolerance Bound
	Place     Place
	Caution   Caution
}

// Caution is the white paper's warning of section 5.4 as a computation: the program in its own precision, and the same in
// binary64 with the result rounded, are two programs.
type Caution struct {
	Known      bool
	Rows       int
	Equal      int // rows on which both give the same bits
	Low, High  uint64
	Type       expr.Type
	CloserHigh int // rows on which the result rounded from binary64 is the closer one
}

// Answer puts together what the search has found so far.
func (s *Search) Answer() Answer {
	a := Answer{Count: s.sides, Rows: len(s.table.In)}
	var best [2]*Candidate
	for side := range s.sides {
		x := &a.Sides[side]
		x.Groups = s.groups[side]
		for i := range s.near[side] {
			x.Near = append(x.Near, s.candidate(&s.near[side][i]))
		}
		switch {
		case !s.probes.ended:
			continue
		case len(x.Groups) == 0:
			x.Verdict = None
			x.Unseen = s.unseen(side)
			if len(x.Near) > 0 {
				best[side] = &x.Near[0]
			}
			continue
		case len(x.Groups) == 1:
			x.Verdict = Unique
		default:
			x.Verdict = Several
			x.Separator, x.Separates = s.separator(side)
		}
		best[side] = &x.Groups[0].Best
	}
	if !s.probes.ended {
		return a
	}
	a.Row = s.firstDifference(best)
	if a.Sides[0].Verdict != None && a.Sides[1].Verdict != None && best[0] != nil && best[1] != nil {
		a.Causes = s.causes(best[0], best[1])
		for _, c := range a.Causes {
			a.Remedies = append(a.Remedies, s.remedies(c, best)...)
		}
		a.Place = s.place(best, a.Row)
	}
	a.Truth = s.truth(best, a.Row)
	a.Tolerance = s.tolerance(best, a.Row)
	a.Caution = s.caution()
	return a
}

// unseen reports that on some row no number of the program's type prints as was observed.
func (s *Search) unseen(side int) bool {
	f := s.base.Values[s.base.Result].Type.Format()
	if f == nil {
		return false
	}
	for _, set := range s.setsOf(f) {
		if set[side].Empty() {
			return true
		}
	}
	return false
}

// firstDifference is the first row on which the two sides differ, 0 if there is none.
func (s *Search) firstDifference(best [2]*Candidate) int {
	if best[0] == nil || best[1] == nil {
		return 0
	}
	for i := range best[0].Results {
		if i < len(best[1].Results) && widen(best[0].Type, best[0].Results[i]) != widen(best[1].Type, best[1].Results[i]) {
			return i
		}
	}
	return 0
}

// valuesOf computes all values of a candidate's program on a row; of an ordering, of the program as written.
func (s *Search) valuesOf(c *Candidate, row int) (*expr.Code, *expr.Plan, []uint64, bool) {
	h := s.hyps[c.hyp]
	if h.order > 0 {
		h.order = 0
	}
	code, p, ok := s.planOf(&h)
	if !ok {
		return nil, nil, nil, false
	}
	v := make([]uint64, len(code.Values))
	return code, p, v, s.runAll(p, code, row, v)
}

// place finds the first value in the text whose numbers differ. Values that a side fused away are passed over.
func (s *Search) place(best [2]*Candidate, row int) (at Place) {
	ca, pa, va, ok1 := s.valuesOf(best[0], row)
	cb, pb, vb, ok2 := s.valuesOf(best[1], row)
	if !ok1 || !ok2 {
		return at
	}
	same := func(i, j int32) bool {
		return widen(ca.Values[i].Type, va[i]) == widen(cb.Values[j].Type, vb[j])
	}
	set := func(i, j int32) Place {
		v := &ca.Values[i]
		return Place{true, row, v.From, v.To, [2]uint64{va[i], vb[j]}, [2]expr.Type{v.Type, cb.Values[j].Type}}
	}
	// Values correspond by their place in the text, one after the other.
	type key struct {
		from, to int32
		op       expr.Op
	}
	where := map[key][]int32{}
	for j := range cb.Values {
		w := &cb.Values[j]
		if w.From < w.To {
			k := key{w.From, w.To, w.Op}
			where[k] = append(where[k], int32(j))
		}
	}
	for i := range ca.Values {
		v := &ca.Values[i]
		if v.From >= v.To {
			continue
		}
		k := key{v.From, v.To, v.Op}
		if len(where[k]) == 0 {
			continue
		}
		j := where[k][0]
		where[k] = where[k][1:]
		if _, gone := pa.Fused(int32(i)); gone {
			continue
		}
		if _, gone := pb.Fused(j); gone {
			continue
		}
		if v.Type.IsFloat() && !same(int32(i), j) {
			return set(int32(i), j)
		}
	}
	if ca.Result >= 0 && cb.Result >= 0 && !same(ca.Result, cb.Result) {
		return set(ca.Result, cb.Result)
	}
	return at
}

// tolerance derives a bound for the program as written, with what the two sides do beside rounding to nearest.
func (s *Search) tolerance(best [2]*Candidate, row int) Bound {
	main := int32(0)
	if s.lifted {
		main = 1
	}
	c, ok := s.program(main)
	if !ok {
		return Bound{Missing: 0}
	}
	m := Model{AnyOrder: false}
	for _, b := range best {
		if b == nil {
			continue
		}
		m.AnyOrder = m.AnyOrder || b.Ordered || b.Family == Associations
		for _, ch := range b.Changes {
			if ch.Kind == RoundFactors {
				m.Operands = ch.Fn
			}
		}
		if b.Ordered && b.Order.Operands != "" {
			m.Operands = b.Order.Operands
		}
		if _, ch, ok := s.choiceOf(b); ok {
			m = m.With(ModelOf(ch))
		}
	}
	return RunningBound(c, s.rowInputs(c, row), m)
}

// caution runs the program in its own precision and in binary64.
func (s *Search) caution() (c Caution) {
	if len(s.base.Values) > 4000 {
		return c
	}
	main := int32(0)
	if s.lifted {
		main = 1
	}
	low, ok := s.program(main)
	if !ok {
		return c
	}
	high, ok := widened(low, true)
	if !ok || low.Values[low.Result].Type != expr.Float {
		return c
	}
	target := mustTarget("gcc")
	p, err1 := expr.Compile(low, target)
	q, err2 := expr.Compile(high, target)
	if err1 != nil || err2 != nil {
		return c
	}
	c = Caution{Known: true, Rows: len(s.table.In), Type: expr.Float}
	for row := range s.table.In {
		x := p.Result(s.rowInputs(low, row))
		y := q.Result(s.rowInputs(high, row))
		if row == 0 || x != y && c.Low == c.High {
			c.Low, c.High = x, y
		}
		if x == y {
			c.Equal++
			continue
		}
		if ref, ok := s.reference(low, row); ok && exact.Closer(expr.Float.Format(), u128(y), u128(x), ref) < 0 {
			c.CloserHigh++
		}
	}
	return c
}
