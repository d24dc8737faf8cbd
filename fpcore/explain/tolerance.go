package explain

import (
	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
)

// tolerance derives a bound for the program as written, with what the two sides do beside rounding to nearest: one row's derivation, and for
// the difference of two results the largest of all rows on which there are numbers. Where rounding gives the two results, they lie within it on every row: if need
// be it allows for what else may be done to literals, inputs and formats. Ulp are those of the format ulp, unless it is nil.
func (s *Search) tolerance(v Verdict, best [2]*Candidate, row int, ulp *format.Format) Bound {
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
	var other *expr.Code
	if s.texts[1] != s.base {
		other, _ = s.program(s.main[1])
	}
	b, level := Bound{}, 0
	for i := -1; i < len(s.table.In); i++ {
		at := i
		if i < 0 {
			at = row
		}
		o := s.table.Observed[at]
		if i == row || at != row && s.sides == 2 && !o[0].finite() && !o[1].finite() {
			continue
		}
		s.pause(len(c.Values))
		t, more := s.toleranceOn(c, other, m, at, best, level, s.sides == 2 && (v == Explained || v == WithinBound))
		t.inUlpOf(ulp)
		switch {
		case t.Missing >= 0:
			return t
		case more > level: // a further allowance, on every row
			i, level = -2, more
		case i < 0:
			b = t
		default:
			b.include(&t)
		}
	}
	for i := range b.Steps {
		if x := &b.Steps[i]; b.Second {
			x.From, x.To = s.ownPlace(x.From), s.ownPlace(x.To)
		}
	}
	return b
}

// include makes the bound of a difference hold for what another one holds for, too.
func (b *Bound) include(t *Bound) {
	for k, e := range t.pair {
		if b.pair[k].less(e) {
			b.pair[k] = e
		}
	}
	b.Exact = b.Exact && t.Exact
	b.printPair()
}

// toleranceOn is the bound on one row. Where compare is set, it is the first from a level on within which the results lie, of which there are several
// that allow for more and more. other is the second program, whose bound may be the larger one; nil if there is none.
func (s *Search) toleranceOn(c, other *expr.Code, m Model, row int, best [2]*Candidate, level int, compare bool) (b Bound, at int) {
	var lo, hi [2]exact.Ratio
	for side := range 2 {
		if !compare {
			break
		}
		var ok bool
		if lo[side], hi[side], ok = s.table.Observed[row][side].number(c.Values[c.Result].Type.Format()); !ok {
			return Bound{Why: "one of the results is no number"}, level
		}
		if b := best[side]; b != nil && len(b.Results) > row && b.Type.Format() != nil { // the number that was printed
			v, _ := exact.FromBits(b.Type.Format(), u128(b.Results[row]))
			lo[side] = v.Ratio()
			hi[side] = lo[side]
		}
	}
	for k, more := range []Model{{}, {AnyOrder: true}, {Literals: true}, {Literals: true, Inputs: true, Wide: true}, {Demoted: true}, allModel} {
		all := m.With(more)
		if !more.AnyOrder { // an order that does not suffice is not allowed for
			m = all
		}
		if k < level {
			continue
		}
		b = RunningBound(c, s.rowInputs(c, row), all)
		b.Allows = all.words()
		within := func(b *Bound) bool {
			n, ok := b.Apart(lo[0], hi[0], lo[1], hi[1])
			return ok && n == 0
		}
		if b.Missing < 0 && other != nil { // the larger one holds for both
			o := RunningBound(other, s.rowInputs(other, row), all)
			if o.Allows, o.Second = b.Allows, true; o.Missing < 0 && b.pair[0].less(o.pair[0]) {
				b = o
			}
		}
		if !compare || within(&b) {
			return b, k
		}
		if b.Missing >= 0 {
			break
		}
	}
	return Bound{Why: "the results are farther apart than the bounds that are known allow"}, level
}
