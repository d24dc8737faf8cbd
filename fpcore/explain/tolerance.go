package explain

import (
	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
)

// tolerance derives a bound for the program as written, with what the two sides do beside rounding to nearest: one row's derivation, and for
// the difference of two results the largest of all rows on which there are numbers. Where rounding gives the two results, they lie within it on every row: if need
// be it allows for what else may be done to literals, inputs and formats.
func (s *Search) tolerance(v Verdict, best [2]*Candidate, row int) Bound {
	c, ok := s.program(s.main[0])
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
			switch ch.Kind {
			case RoundFactors:
				m.Operands = ch.Fn
			case RoundAll, RoundLast, RoundValues:
				m.Every = ch.Fn
			case Simplified: // what was compensated is no more
				c, _ = s.program(s.hyps[b.hyp].prog)
			}
		}
		if b.Ordered && b.Order.Operands != "" && !s.heldFactors(&s.hyps[b.hyp], b.Order.Operands) {
			m.Operands = b.Order.Operands
		}
		if _, ch, ok := s.choiceOf(&s.hyps[b.hyp]); ok {
			m = m.With(ModelOf(ch))
		}
	}
	if v != Explained && v != WithinBound || s.sides < 2 {
		b, _ := s.largest(c, m, best, row, false)
		return b
	}
	for _, more := range []Model{{}, {Literals: true}, {Literals: true, Inputs: true, Wide: true}, {Demoted: true}, allModel} {
		m = m.With(more)
		b, within := s.largest(c, m, best, row, true)
		if within || b.Missing >= 0 && b.Why == noNumber {
			return b
		}
		if b.Missing >= 0 {
			break
		}
	}
	return Bound{Why: "the results are farther apart than the bounds that are known allow"}
}

const noNumber = "one of the results is no number"

// largest is the bound of a program under a model, derived on a row, with the largest difference on any of them; a row on which neither result is
// a number has none. within reports that the results lie no farther apart, which is looked at where compare is set.
func (s *Search) largest(c *expr.Code, m Model, best [2]*Candidate, row int, compare bool) (b Bound, within bool) {
	b = RunningBound(c, s.rowInputs(c, row), m)
	b.Allows = m.words()
	within = true
	for i := range s.table.In {
		t := b
		if i != row {
			s.pause(len(c.Values))
			t = RunningBound(c, s.rowInputs(c, i), m)
		}
		if compare {
			var at [2][2]exact.Ratio
			known := 0
			for side := range 2 {
				var ok bool
				if at[side][0], at[side][1], ok = s.table.Observed[i][side].number(c.Values[c.Result].Type.Format()); !ok {
					continue
				}
				known++
				if e := best[side]; e != nil && len(e.Results) > i && e.Type.Format() != nil { // the number that was printed
					v, _ := exact.FromBits(e.Type.Format(), u128(e.Results[i]))
					at[side] = [2]exact.Ratio{v.Ratio(), v.Ratio()}
				}
			}
			if known == 0 && i != row {
				continue
			}
			if known < 2 {
				return Bound{Why: noNumber}, false
			}
			n, ok := t.Apart(at[0][0], at[0][1], at[1][0], at[1][1])
			within = within && ok && n == 0
		}
		if t.Missing >= 0 {
			return t, false
		}
		for k := range b.pair {
			if b.pair[k].less(t.pair[k]) {
				b.pair[k] = t.pair[k]
			}
		}
		b.Exact = b.Exact && t.Exact
	}
	b.PairAbsolute, b.PairRelative, b.PairUlps = digitsUp(b.pair[0]), digitsUp(b.pair[1]), digitsUp(b.pair[2])
	return b, within
}
