package explain

import (
	"slices"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// exactly is the exact value of a program on a row, Undecided where it has no result.
func (s *Search) exactly(c *expr.Code, row int) expr.Real {
	if c.Result < 0 {
		return expr.Real{}
	}
	return expr.Reals(c, s.rowInputs(c, row), nil)[c.Result]
}

// reference is the exact value of a program on a row; ok is false where it has none or is not decided.
func (s *Search) reference(c *expr.Code, row int) (exact.Ratio, bool) {
	r := s.exactly(c, row)
	return r.Ratio(), r.Known()
}

// inWider returns the program of a side that has its data in double, where the one that c is has them in float: such data are nearer to
// what was written. nil where there is none, or where a side's numbers in double were in float before.
func (s *Search) inWider(best [2]*Candidate, c *expr.Code) (wider *expr.Code) {
	for _, b := range best {
		if b == nil || holdsDoubles(c) {
			return nil
		}
		h := &s.hyps[b.hyp]
		root := s.main[s.programs[h.prog].root]
		for _, ch := range b.Changes {
			switch ch.Kind {
			case RoundInputs:
				return nil
			case AllDouble:
				root = h.prog
			}
		}
		if d, ok := s.program(root); ok && holdsDoubles(d) {
			wider = d
		}
	}
	return wider
}

// holdsDoubles reports a program with an input in double, or without inputs and with all its numbers in double.
func holdsDoubles(c *expr.Code) bool {
	return takes(c, expr.Double) || len(c.Inputs) == 0 && operates(c, expr.Double) && !single(c)
}

// truth compares the results of a row with the exact value of the program as written. Where the digits are too few to tell, only what
// holds for all numbers that print so is said.
func (s *Search) truth(best [2]*Candidate, row int, few bool) (t Truth) {
	t.Row = row
	c, ok := s.program(s.main[0])
	if !ok {
		return t
	}
	for _, b := range best { // what somebody meant who found the fraction lost
		if b == nil || !slices.ContainsFunc(b.Changes, func(ch Change) bool {
			return ch.Kind == TrueDivision && ch.Was == "" || ch.Kind == Spelled && ch.ID == CauseLiteral
		}) {
			continue
		}
		if d, ok := s.program(s.hyps[b.hyp].prog); ok {
			c, t.Fractions = d, true
		}
	}
	if s.textDiffers && s.textCause == CauseIntegerDivision && s.losesFraction(0, s.q.Text, s.texts[0]) {
		if d, ok := s.program(s.main[1]); ok {
			c, t.Fractions = d, true
		}
	}
	if s.textDiffers && s.textCause.reduced() && s.departs() == 0 { // the data before they were rounded
		if d, ok := s.program(s.main[1]); ok {
			c = d
		}
	}
	if c.Result < 0 {
		return t
	}
	value := s.exactly(c, row)
	if d := s.inWider(best, c); d != nil && value.Kind == expr.Finite {
		if v := s.exactly(d, row); v.Kind == expr.Finite && v.Lo.Cmp(value.Lo) != 0 {
			c, value, t.Wide = d, v, true
		}
	}
	ref := value.Ratio()
	f := c.Values[c.Result].Type.Format()
	switch value.Kind {
	case expr.Finite:
		t.Exact = plainOr(ref.Digits(20))
	case expr.Infinite:
		t.Exact = value.Text()
	default:
		return t
	}
	t.Known = true
	if f == nil {
		return t
	}
	var narrow *format.Format // the results are numbers of this narrower format
	if w := &c.Values[c.Result]; w.Op == expr.Call {
		if g, _, ok := expr.Rounding(w.Fn); ok {
			narrow = g
		}
	}
	correct := func(f *format.Format) uint64 {
		if value.Kind == expr.Infinite {
			return f.Inf(value.Lo.Neg).Lo
		}
		return ref.Round(round.Env{}, f).Bits.Lo
	}
	var codes [2]uint64
	var formats [2]*format.Format
	var known, vague [2]bool // vague: a decimal with few digits, which the exact value may print as
	for side := range s.sides {
		o := &s.table.Observed[row][side]
		g, within := f, narrow
		if b := best[side]; b != nil && b.Type.Format() != nil {
			g = b.Type.Format()
			if len(b.Results) > row && b.Rows == len(b.Results) {
				codes[side], formats[side], known[side] = b.Results[row], g, true
			}
			if _, ch, ok := s.choiceOf(&s.hyps[b.hyp]); ok && ch.Demote && g == format.F64 { // a double that the GPU computed as float
				within = format.F32
			}
		}
		if !known[side] {
			set := o.In(g)
			codes[side], known[side] = set.Some()
			formats[side] = g
			if !known[side] && o.Shape == Decimal { // nothing prints so: the nearest number, of float where it has more digits than the format
				if g.Bits < 32 {
					g, within = format.F32, nil
					formats[side], set = g, o.In(g)
				}
				codes[side], known[side] = o.parse(g, o.digits, o.exp, round.TiesToEven)|o.signIn(&set), true
			}
			lo, hi, ok := o.number(g)
			vague[side] = ok && o.placed && lo.Cmp(ref) <= 0 && ref.Cmp(hi) <= 0
		}
		if !known[side] {
			continue
		}
		if within != nil { // a number of this format in a wider one
			env := round.Env{Overflow: round.OverflowToNaN}
			codes[side] = arith.Convert(env, within, formats[side], u128(codes[side]), nil).Bits.Lo
			formats[side] = within
		}
		t.Formats[side] = formats[side]
		t.Errors[side] = ulpsOf(formats[side], codes[side], value)
		t.Right[side] = correct(formats[side]) == codes[side]
	}
	if s.sides == 2 && known[0] && known[1] && value.Known() {
		a, ok1 := exact.FromBits(formats[0], u128(codes[0]))
		b, ok2 := exact.FromBits(formats[1], u128(codes[1]))
		right := func(side int) bool { return t.Right[side] && t.Errors[side] == "inf" } // an infinity that is right is no worse than a finite number
		t.Compared = (ok1 || ok2) && !right(0) && !right(1) && !(vague[0] && vague[1])
		switch {
		case !t.Compared:
		case ok1 && ok2:
			t.Closer = exact.CloserValue(a, b, ref)
			if d, ok := s.program(s.main[1]); ok && s.texts[1] != s.base {
				own, known := s.reference(d, row)
				t.Compared = !known || exact.CloserValue(a, b, own) == t.Closer // whichever text says what is right
			}
		case ok1:
			t.Closer = -1
		case ok2:
			t.Closer = 1
		}
		for side := 0; side < 2 && (few || vague[side]); side++ {
			if set := s.table.Observed[row][side].loosely(formats[side]); set.Count() > 1 {
				t.Errors[side], t.Right[side] = "", false
				t.Compared = t.Compared && apart(&set, codes[1-side], formats[1-side], ref)
			}
		}
	}
	return t
}

// narrower is the format with fewer bits of those that the errors are in ulp of, nil where there is none.
func (t *Truth) narrower() *format.Format {
	f, g := t.Formats[0], t.Formats[1]
	if f == nil || g != nil && g.P < f.P {
		return g
	}
	return f
}

// apart reports that all numbers of a set, or none, are nearer to a value than another number is.
func apart(set *Set, code uint64, f *format.Format, ref exact.Ratio) bool {
	if set.Level(ref.Round(round.Env{}, set.F).Bits.Lo) >= 0 { // one of them is as near as can be
		return false
	}
	y, ok := exact.FromBits(f, u128(code))
	nearer := 0
	for l := range set.Lo {
		if set.Lo[l] > set.Hi[l] {
			continue
		}
		for _, m := range [...]uint64{set.Lo[l], set.Hi[l]} {
			if set.Neg {
				m |= set.sign
			}
			x, known := exact.FromBits(set.F, u128(m))
			c := exact.CloserValue(x, y, ref)
			if ok = ok && known && c != 0 && (nearer == 0 || c == nearer); !ok {
				return false
			}
			nearer = c
		}
	}
	return ok
}

// ulpsOf is the error of a number in ulp: "" where the exact value is 0, infinite or beyond the range of the format, "nan"
// and "inf" for what is no number.
func ulpsOf(f *format.Format, code uint64, value expr.Real) string {
	switch c := f.ClassOf(u128(code)); {
	case c == format.Infinity:
		return "inf"
	case !c.IsFinite():
		return "nan"
	case !value.Known() || value.IsZero() || value.Ratio().Round(round.Env{}, f).Flags&round.Overflowed != 0:
		return ""
	}
	return exact.ErrorUlps(f, u128(code), value.Ratio())
}

func plainOr(d exact.Digits) string {
	d = d.Trim()
	if -6 <= d.Exp && d.Exp < 21 {
		return d.Plain()
	}
	return d.Scientific(1)
}
