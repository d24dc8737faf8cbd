package explain

import (
	"slices"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/stable"
	"ulplab/fpcore/wide"
)

// manyTimes is how often a result has to exceed the bound of all evaluations to be called no rounding. Bounds are worst
// cases: what is beyond one by a little may still be an evaluation that the bound does not allow for.
const manyTimes = 4

// NoBound is an Excess that is no ratio, and every number above it: the bound is 0, or the exact value or the result is no number.
const NoBound = 1 << 62

// number returns the numbers that a decimal stands for, at six significant digits at least: fewer are written where the
// others are zeros, or where all rows have as many decimals. ok is false for infinities and NaNs.
func (o *Observed) number(f *format.Format) (lo, hi exact.Ratio, ok bool) {
	switch o.Shape {
	case Decimal:
		d, e := o.digits, o.exp
		if d == "0" && o.Layout != Fixed && o.decimals < 2 { // a zero, no small number
			return lo, hi, true
		}
		for len(d) < 6 && d != "0" && o.Layout == AnyLayout && !(o.placed && f != nil) {
			d, e = d+"0", e-1
		}
		at := func(d string) exact.Ratio {
			return exact.Ratio{Neg: o.Neg, Num: natOf(d), Exp10: int64(e - 1)}
		}
		d += "0"
		if lo, hi = at(d), at(d); o.Layout != Shortest {
			if hi = at(plus(d, 5)); strings.Trim(d, "0") != "" {
				lo = at(minus(d, 5))
			}
		}
		if o.Neg {
			lo, hi = hi, lo
		}
		return lo, hi, true
	case Bits, HexFloat:
		if o.Shape == HexFloat {
			set := o.In(format.F64)
			c, found := set.Some()
			v, finite := exact.FromBits(format.F64, u128(c))
			return v.Ratio(), v.Ratio(), found && finite
		}
		if f == nil {
			return lo, hi, false
		}
		v, finite := exact.FromBits(o.Format, u128(o.Code))
		return v.Ratio(), v.Ratio(), finite
	}
	return lo, hi, false
}

// natOf reads decimal digits.
func natOf(d string) (n wide.Nat) {
	for i := range len(d) {
		n = n.MulAdd64(10, uint64(d[i]-'0'))
	}
	return n
}

// allModel is what bounds are taken of: all evaluations that the search goes through with products and sums as they are
// written.
var allModel = Model{AnyOrder: true, Flush: true, Division: 2, Root: 3, Wide: true, Literals: true, Demoted: true, FastFunctions: true}

// model is what bounds of a side are taken of: where the options of a compiler were said and none of them makes divisions and roots quick,
// it rounds them.
func (s *Search) model(side int) Model {
	m := allModel
	if k := &s.known[side]; (k.NoFMA || k.Off) && !k.rearranged() {
		m.Division, m.Root, m.FastFunctions = 0, 0, false
	}
	return m
}

// boundAll measures each result, on the row where that is largest, against the bounds of all evaluations.
func (s *Search) boundAll(a *Answer) (plain [2]uint64) {
	for side := range s.sides {
		c, ok := s.program(s.main[min(side, 1)])
		if !ok {
			continue
		}
		f := c.Values[c.Result].Type.Format()
		known := true
		for row := range s.table.In {
			lo, hi, ok := s.table.Observed[row][side].number(f)
			more := func(n, share uint64) {
				plain[side] = max(plain[side], n)
				x := &a.Sides[side]
				if x.Excess = max(x.Excess, n); share > x.share {
					x.share, x.worst = share, row
				}
			}
			if f != nil && ok && s.exactly(c, row).Kind == expr.Infinite { // and a number was observed
				more(NoBound, NoBound)
				continue
			}
			if !ok { // an infinity or a NaN, where every evaluation is a number if there is a bound
				b := RunningBound(c, s.rowInputs(c, row), s.model(side))
				if b.Missing >= 0 {
					known = false
					continue
				}
				more(NoBound, NoBound)
				continue
			}
			b := RunningBound(c, s.rowInputs(c, row), s.model(side))
			s.pause(4 * len(c.Values))
			n, ok := b.Times(lo, hi)
			if !ok {
				known = false
				continue
			}
			more(n, b.share(lo, hi))
		}
		a.Sides[side].Bound = known
	}
	return plain
}

// multiplies reports a sum of products, which a matrix unit may have computed.
func (s *Search) multiplies() bool {
	c, ok := s.program(s.main[0])
	if !ok {
		return false
	}
	list, ok := findSum(c)
	return ok && list.a != nil && len(list.terms) >= 4
}

// narrowed is the rounding of the inputs of a sum of products after which all its orders and precisions reach a result, ""
// if none does: what is left are the order and the alignment of the additions in a matrix unit.
func (s *Search) narrowed(side int) string {
	c, ok := s.program(s.main[min(side, 1)])
	if !ok || !s.multiplies() {
		return ""
	}
	for _, r := range operandRoundings[1:] {
		f, env, _ := expr.Rounding(r.fn)
		reached := true
		for row := range s.table.In {
			in := stable.Clone(s.rowInputs(c, row))
			for i := range in {
				if c.Inputs[i].Type == expr.Float {
					narrow := arith.Convert(env, f, format.F32, u128(in[i]), nil).Bits
					in[i] = arith.Convert(round.Env{}, format.F32, f, narrow, nil).Bits.Lo
				}
			}
			lo, hi, ok := s.table.Observed[row][side].number(c.Values[c.Result].Type.Format())
			b := RunningBound(c, in, allModel)
			s.pause(4 * len(c.Values))
			n, known := b.Times(lo, hi)
			if reached = ok && known && n < manyTimes; !reached {
				break
			}
		}
		if reached {
			return r.fn
		}
	}
	return ""
}

// credible drops hypotheses that fit by chance: a result far from the exact value, explained by one of many variations
// that spread over about that distance. What is expected by chance is the number of variations of the family up to this
// one, times the width of what was observed, divided by the distance.
func (s *Search) credible(side int, list []evaluation, plain [2]uint64) []evaluation {
	if plain[side] < 1 {
		return list
	}
	c, ok := s.program(s.main[min(side, 1)])
	if !ok {
		return list
	}
	f := c.Values[c.Result].Type.Format()
	if f == nil {
		return list
	}
	for i := range list {
		if list[i].typ.Format() == nil {
			continue
		}
		// The rarest row counts.
		expected, of := s.chance(side, c, &list[i])
		list[i].weak, list[i].loose = list[i].weak || 20*expected > of, 4*expected > of
		if expected > of {
			list[i].found = nil
		}
	}
	return stable.Delete(list, func(e evaluation) bool { return e.found == nil })
}

// turned reports that narrower formats alone, of which nobody spoke, explain a result that is far beyond the bounds of the format, and that a
// mistake may give it as well: so few digits were printed that any result at this distance may be one of a narrower format, rounded inputs
// may turn a condition, or the program computes with literals alone, which are short. Mistakes that give it are hints of its side then. Where
// nothing of that holds and few digits were printed, it takes a constant with fewer digits; where a short decimal was printed with the zeros
// behind it, any mistake. A whole number, which has few bits, has a cause of its own (byChance).
func (s *Search) turned(a *Answer, times [2]uint64, best [2]*evaluation) bool {
	c, ok := s.program(s.main[0])
	for side, e := range best { // somebody said that the format was used
		if k := &s.known[side]; k.names(e.traits[CauseReducedInput]) || k.names(e.traits[CauseReducedAccumulation]) {
			return false
		}
	}
	literals := true
	for i, need := range needed(s.base) {
		literals = literals && !(need && s.base.Values[i].Op == expr.Input)
	}
	if !ok || max(times[0], times[1]) < 1 || slices.ContainsFunc(a.Causes, func(c Cause) bool { return c.ID != CauseReducedInput && c.ID != CauseReducedAccumulation }) {
		return false
	}
	if side := min(a.Causes[0].Side, 1); !s.named && !c.Values[c.Result].Type.IsFloat() {
		a.Causes = append([]Cause{{ID: CauseBug, Rank: 1, Side: side, Fn: byChance}}, a.Causes...)
		return true
	}
	if max(times[0], times[1]) < manyTimes {
		return false
	}
	open := best[0].loose || best[1].loose || literals || slices.ContainsFunc(c.Values, func(v expr.Value) bool { return v.Op == expr.Select })
	side := min(a.Causes[0].Side, 1)
	few := !open && s.fewBits(best)
	if a.Causes[0].Rank == 1 && (open || few) {
		short := few && s.fewDigits(side, 6) // few were printed, which many mistakes give
		a.Sides[side].Hints = stable.Delete(s.hints(side), func(h Hint) bool { return short && h.Kind != ShortConstant })
	}
	return open || len(a.Sides[side].Hints) > 0
}

// fewBits reports a result in a narrower format of which nobody spoke, as short decimals that many mistakes give.
func (s *Search) fewBits(best [2]*evaluation) bool {
	for side, e := range best {
		how, k := e.traits[CauseReducedInput]+e.traits[CauseReducedAccumulation], &s.known[side]
		if s.named || how == "" || k.names(how) || k.Narrow != "" {
			continue
		}
		if !slices.ContainsFunc(s.table.Observed, func(row []Observed) bool {
			return row[side].Shape != Decimal || len(strings.TrimRight(row[side].digits, "0")) > 5
		}) {
			return true
		}
	}
	return false
}

// chance is how many variations of the family, up to this one, are expected to give what was observed if they spread over
// the distance of the result from the exact value: expected of of, on the row where that is least.
func (s *Search) chance(side int, c *expr.Code, e *evaluation) (expected, of uint64) {
	h := &s.hyps[e.hyp]
	if h.family == Machines || h.family == Types || h.family == Policies || h.order > 0 && s.orderings[h.order-1].reads == "" {
		return 0, 1
	}
	tried := uint64(1)
	for i := range s.hyps[:e.hyp+1] {
		if g := &s.hyps[i]; g.family == h.family && g.cost <= h.cost && g.prog != h.prog {
			tried++
		}
	}
	expected, of = 1, 1
	for row := range s.table.In {
		set := s.table.Observed[row][side].In(e.typ.Format())
		ref, known := s.reference(c, row)
		if !known {
			continue
		}
		right := ref.Round(round.Env{}, e.typ.Format()).Bits.Lo
		away := Ulps(e.typ.Format(), right, e.results[row])
		if width := tried * max(set.Count(), 1); width < away && (expected == of || width < 1<<24 && expected < 1<<24 && of < 1<<32 && away < 1<<32 && width*of < expected*away) {
			expected, of = width, away
		}
	}
	return expected, of
}

// unexplained decides what is left to say where no evaluation gives one of the results.
func (s *Search) unexplained(a *Answer, list [2][]evaluation) {
	worst := uint64(0)
	known := true
	for side := range s.sides {
		known = known && (a.Sides[side].Bound || len(list[side]) > 0)
		if len(list[side]) == 0 {
			worst = max(worst, a.Sides[side].Excess)
		}
	}
	vague := -1
	for side := range s.sides {
		if len(list[side]) == 0 && s.sides == 2 && s.mayPrint(side, list[1-side]) {
			vague = side
		}
	}
	far, beyond, narrow, at := -1, -1, "", 0
	if worst == 0 {
		far = s.farNarrow(a, list)
	}
	if worst == 0 && known {
		beyond = s.beyondDouble(list)
	}
	for side := range s.sides {
		if len(list[side]) == 0 && a.Sides[side].Excess > 0 && narrow == "" {
			narrow, at = s.narrowed(side), side
		}
	}
	switch {
	case s.unfinished():
		a.Verdict = CannotTell
	case s.longResults():
		a.Verdict = CannotTell
		a.note("A long double is evaluated here as far as a double holds it, and the results have more digits.")
		if s.textDiffers || s.textCause == CauseLiteral {
			a.Causes = []Cause{{ID: s.textCause, Rank: 1, Side: 1}}
		}
	case narrow != "" && len(s.open(list)) == 0:
		a.Verdict = WithinBound
		a.Causes = []Cause{{ID: CauseReducedInput, Rank: 1, Side: at, Fn: narrow}}
	case vague >= 0:
		a.Verdict = CannotTell
		a.Causes = []Cause{{ID: CauseDigits, Rank: 1, Side: vague}}
		a.Sides[vague].Printf = s.printf(vague)
	case len(a.Undefined) == 0 && s.given != "" && shiftsByName(s.q.Text):
		a.Verdict = CannotTell // a shift by a number that is known here may be one that C leaves undefined
		if slices.ContainsFunc(a.Notes, func(n expr.Note) bool { return strings.Contains(n.Text, "A shift by") }) {
			a.Causes = []Cause{{ID: CauseConversion, Rank: 1, Side: BothSides, Fn: shifted}}
		}
	case len(a.Undefined) > 0 && s.sameModulo()%32 == 0: // else a number was cut to a narrower integer, of which C says what it gives
		a.Verdict = CannotTell
		a.Causes = []Cause{{ID: CauseConversion, Rank: 1, Side: BothSides, From: a.Undefined[0].From, To: a.Undefined[0].To}}
		if strings.HasPrefix(a.Undefined[0].What, "shift") {
			a.Causes[0].Fn = shifted
		}
	case s.unbounded && len(list[0]) > 0 && s.notNumber(0):
		a.Verdict = CannotTell
		a.Causes = []Cause{{ID: CauseNaN, Rank: 1, Side: 0, Fn: openSpecial}}
	case s.unbounded && len(list[1]) > 0 && s.notNumber(1):
		a.Verdict = CannotTell
		a.Causes = []Cause{{ID: CauseNaN, Rank: 1, Side: 1, Fn: openSpecial}}
	case far >= 0:
		a.Verdict = CannotTell
		a.Causes = []Cause{{ID: CauseReducedAccumulation, Rank: 1, Side: far}}
		if a.Sides[far].Hints = s.hints(far); len(a.Sides[far].Hints) > 0 {
			a.Causes = append([]Cause{{ID: CauseBug, Rank: 1, Side: far, Fn: slipped}}, a.Causes...)
		}
	case worst >= manyTimes && s.inNarrow(list) >= 0:
		a.Verdict = CannotTell // how a narrower format was used is not known
		a.Causes = []Cause{{ID: CauseReducedAccumulation, Rank: 1, Side: s.inNarrow(list)}}
	case worst > 0 && s.rounded(list):
		a.Verdict = CannotTell
		a.Causes = []Cause{{ID: CauseDigits, Rank: 1, Side: BothSides, Fn: InputDigits}}
		a.Sides[0].Near, a.Sides[1].Near = nil, nil
	case worst > 0 && s.bothShort():
		a.Verdict = CannotTell
		a.Causes = []Cause{{ID: CauseDigits, Rank: 1, Side: BothSides}}
		a.Sides[0].Printf, a.Sides[1].Printf = s.printf(0), s.printf(1)
		a.Sides[0].Near, a.Sides[1].Near = nil, nil
	case worst >= manyTimes && s.sameModulo() == 8 && plainChar(s.q.Text):
		a.Verdict = CannotTell
		a.Causes = []Cause{{ID: CauseConversion, Rank: 1, Side: BothSides, Fn: signOfChar}}
	case worst >= manyTimes:
		if side := s.keptFraction(list); side >= 0 {
			a.Verdict = CannotTell // which operations gave the fraction is not known
			a.Causes = []Cause{{ID: CauseIntegerDivision, Rank: 1, Side: 1 - side}}
			break
		}
		a.Verdict = NotRounding
		a.Causes = []Cause{{ID: CauseBug, Rank: 1, Alone: true, Side: BothSides}}
		var off []int
		for side := range s.sides {
			if len(list[side]) == 0 && a.Sides[side].Excess >= manyTimes {
				a.Sides[side].Hints = s.hints(side)
				off = append(off, side)
				if how := s.denied[side]; how != "" {
					a.note("Rounded to " + RoundingWords(how) + ", the program gives " + SideWords(side) + ", but float was said of it: look for a narrower type or a conversion to one.")
				}
			}
		}
		if len(off) == 1 {
			a.Causes[0].Side = off[0]
			a.Row = a.Sides[off[0]].worst // not one that rounding explains
		}
		for _, side := range off { // a mistake that has a name of its own
			if slices.ContainsFunc(a.Sides[side].Hints, func(h Hint) bool { return h.Text == cutQuotients }) {
				a.Causes[0].Alone = false
				a.Causes = append(a.Causes, Cause{ID: CauseIntegerDivision, Rank: 1, Side: side, Fn: cutQuotients})
			}
		}
	case known && worst == 0 && beyond >= 0:
		a.Verdict, a.Row = CannotTell, beyond
		a.note("No evaluation in double comes to this result. Data, a constant or a variable that was held in float may explain it; if there is none, look for a bug.")
		s.mistaken(a, list, worst)
	case known && worst == 0 && s.sides == 2 && (s.covers(0) || s.covers(1)):
		side := 1
		if s.covers(0) {
			side = 0
		}
		a.Verdict = CannotTell
		a.Causes = []Cause{{ID: CauseDigits, Rank: 1, Side: side}}
		a.Sides[side].Printf = s.printf(side)
	case known && worst == 0:
		s.worstRow(a, list)
		a.Verdict = WithinBound
		a.Causes = append(s.open(list), s.otherOrders(list)...)
	default:
		s.worstRow(a, list)
		a.Verdict = CannotTell
		if a.Causes = s.otherLibrary(); len(a.Causes) == 0 && worst > 0 {
			a.note("A result is farther from the exact value than the roundings of this program bring it, though not by much: look for a bug, or for an option or a library that was not said.")
			s.mistaken(a, list, worst)
		}
	}
}

// worstRow shows the row on which a result of a side without an evaluation is farthest, by its bound, from the exact value.
func (s *Search) worstRow(a *Answer, list [2][]evaluation) {
	most := uint64(0)
	for side := range s.sides {
		if x := &a.Sides[side]; len(list[side]) == 0 && x.share > most {
			a.Row, most = x.worst, x.share
		}
	}
}

// mistaken looks for a mistake that gives a result without an evaluation, the one beyond its bound where one is, and names it beside what else may.
func (s *Search) mistaken(a *Answer, list [2][]evaluation, worst uint64) {
	for side := range s.sides {
		if len(list[side]) > 0 || worst > 0 && a.Sides[side].Excess == 0 {
			continue
		}
		if a.Sides[side].Hints = s.hints(side); len(a.Sides[side].Hints) > 0 {
			a.Causes = []Cause{{ID: CauseBug, Rank: 1, Side: side, Fn: slipped}}
			return
		}
	}
}

// longResults reports a result of a program in long double that is written with more digits than a double needs and is no double.
func (s *Search) longResults() bool {
	for _, row := range s.table.Observed {
		for side := range s.sides {
			o := &row[side]
			if set := o.In(format.F64); o.Shape == Decimal && o.shown() > 17 && set.Count() == 0 && saysLong(s.texts[side]) {
				return true
			}
		}
	}
	return false
}

// beyondDouble is the row of a result without an evaluation that is no number of float and farther from the exact value than rounding to
// double may bring it, twice at least, though rounding to float, or constants in float, may: the farthest one. -1 if there is none.
func (s *Search) beyondDouble(list [2][]evaluation) int {
	model := allModel
	model.Demoted, model.Literals = false, false
	for side := range s.sides {
		c, ok := s.program(s.main[min(side, 1)])
		if !ok || len(list[side]) > 0 || c.Values[c.Result].Type != expr.Double {
			continue
		}
		far, most := -1, uint64(1)
		for row := range s.table.In {
			o := &s.table.Observed[row][side]
			if set := o.In(format.F32); set.Count() > 0 {
				far = -1
				break
			}
			if lo, hi, ok := o.number(format.F64); ok {
				b := RunningBound(c, s.rowInputs(c, row), model)
				if n, ok := b.Times(lo, hi); ok && n > most {
					far, most = row, n
				}
			}
		}
		if far >= 0 {
			return far
		}
	}
	return -1
}

// keptFraction is a side without an evaluation whose results are those of the program with quotients of whole numbers that keep their
// fraction, within the bound of rounding. -1 if there is none.
func (s *Search) keptFraction(list [2][]evaluation) int {
	for side := range s.sides {
		for i := range s.programs {
			p := &s.programs[i]
			if len(list[side]) > 0 || p.change.Kind != TrueDivision || p.sides>>side&1 == 0 {
				continue
			}
			c, ok := s.program(int32(i))
			for row := 0; ok && row < len(s.table.In); row++ {
				f := c.Values[c.Result].Type.Format()
				if ok = f != nil; ok {
					lo, hi, number := s.table.Observed[row][side].number(f)
					b := RunningBound(c, s.rowInputs(c, row), allModel)
					n, bounded := b.Times(lo, hi)
					ok = number && bounded && n == 0
				}
			}
			if ok {
				return side
			}
		}
	}
	return -1
}

// farNarrow is a side far beyond the bounds of the format whose evaluations all are in narrower formats, of which nobody spoke. -1 if there is none.
func (s *Search) farNarrow(a *Answer, list [2][]evaluation) int {
	for side := range s.sides {
		if k := &s.known[side]; a.Sides[side].Excess >= manyTimes && len(list[side]) > 0 && k.Narrow == "" && !s.named && !s.multiplies() && !slices.ContainsFunc(list[side], func(e evaluation) bool {
			return e.traits[CauseReducedInput]+e.traits[CauseReducedAccumulation] == ""
		}) {
			return side
		}
	}
	return -1
}

// inNarrow is a side without an evaluation of which a narrower format was named, and whose result is as near as roundings to that
// format may leave it: within a unit of the format for every operation. -1 if there is none.
func (s *Search) inNarrow(list [2][]evaluation) int {
	for side := range s.sides {
		f, _, ok := expr.Rounding("=" + s.known[side].Narrow + " rne")
		c, known := s.program(s.main[min(side, 1)])
		if len(list[side]) > 0 || !ok || !known {
			continue
		}
		near := true
		for row := range s.table.In {
			in, to := s.rowInputs(c, row), c.Values[c.Result].Type.Format()
			lo, hi, number := s.table.Observed[row][side].number(to)
			b := RunningBound(c, in, allModel)
			n, bounded := b.Times(lo, hi)
			near = near && number && bounded && n>>(23-f.FracBits) < manyTimes
		}
		if near {
			return side
		}
	}
	return -1
}

// notNumber reports that a NaN is among the results of a side.
func (s *Search) notNumber(side int) bool {
	return slices.ContainsFunc(s.table.Observed, func(row []Observed) bool {
		return row[side].Shape == NotNumber || row[side].nanBits() != ""
	})
}

// shiftsByName reports a shift by something else than a number.
func shiftsByName(text string) bool {
	t := tokens(text)
	at := func(i int) string {
		if i < len(t) {
			return text[t[i].from:t[i].to]
		}
		return " "
	}
	for i := range t {
		if w := at(i); (w == "<" || w == ">") && at(i+1) == w && at(i+2) != w && (i == 0 || at(i-1) != w) {
			n := at(i + 2)
			if n == "=" {
				n = at(i + 3)
			}
			if letter(n[0]) || n == "(" {
				return true
			}
		}
	}
	return false
}

// printedShorter reports that the result of a side, of which nothing was said but its few digits, may be the other one printed with fewer.
func (s *Search) printedShorter(side int, list [2][]evaluation) bool {
	return side != BothSides && s.known[side].Narrow == "" && s.fewDigits(side, 6) && !s.fewDigits(1-side, 6) && s.mayPrint(side, list[1-side])
}

// open lists causes that the bits do not exclude though no evaluation that was tried gives them: functions whose bits are
// not known.
func (s *Search) open(list [2][]evaluation) (causes []Cause) {
	if c := s.unknownCall(); c != nil {
		causes = append(causes, Cause{ID: CauseLibrary, Rank: 1, Side: BothSides, Fn: c.Fn, From: c.From, To: c.To})
	}
	if s.arrives && s.sides == 2 && (len(list[0]) == 0 || len(list[1]) == 0) {
		causes = append(causes, Cause{ID: CauseOrder, Rank: 1, Side: BothSides})
	}
	for side := range s.sides {
		if s.known[side].Fast && len(list[side]) == 0 {
			causes = append(causes, s.loosely(side)...)
		}
	}
	return causes
}

// otherOrders lists the sides whose result a sum of many terms may have given in an order that was not tried.
func (s *Search) otherOrders(list [2][]evaluation) (causes []Cause) {
	for side := range s.sides {
		if s.terms >= manyTerms && !s.arrives && len(list[side]) == 0 && s.known[side].Target == nil && !s.known[side].Fast {
			causes = append(causes, Cause{ID: CauseOrder, Rank: 1, Side: side, Fn: anotherOrder})
		}
	}
	return causes
}

// loosely lists what -ffast-math may have done to a result in ways that are not tried: an approximate root, another order.
func (s *Search) loosely(side int) (causes []Cause) {
	rooted := s.known[side].Unit != OnGPU && slices.ContainsFunc(s.texts[:], overRoot)
	if rooted {
		causes = append(causes, Cause{ID: CauseFastSqrt, Rank: 1, Side: side, Fn: rearranged})
	}
	if s.rearranges() {
		causes = append(causes, Cause{ID: CauseOrder, Rank: 1, Side: side, Fn: rearranged})
	}
	return causes
}

// overRoot reports a division in float by a square root.
func overRoot(c *expr.Code) bool {
	return slices.ContainsFunc(c.Values, func(v expr.Value) bool {
		return v.Op == expr.Div && v.Type == expr.Float && c.Values[v.X[1]].Op == expr.Call && strings.Contains(c.Values[v.X[1]].Fn, "sqrt")
	})
}

// rearranges reports programs of several operations, which have an order: more than one in each of the two texts, which mostly are one text.
func (s *Search) rearranges() bool {
	n := 0
	for _, c := range s.texts {
		for i := range c.Values {
			if op := c.Values[i].Op; op >= expr.Add && op <= expr.Div || op == expr.Call {
				n++
			}
		}
	}
	return n > 2
}

// rearranged is what -ffast-math may have done to a result, where that was said and none of the ways that were tried was
// found as the first cause. Beside a reference in double float itself is the cause, however its operations were arranged.
func (s *Search) rearranged(first ID, best [2]*evaluation) []Cause {
	switch first {
	case CauseFastDivision: // of a reciprocal, which comes from a root as it is
		if !slices.ContainsFunc(s.texts[:], overRoot) {
			return nil
		}
	case CauseOrder, CauseFTZ, CauseFastSqrt, CauseFastFunction, CauseNaN, CauseConversion, CauseIntegerDivision:
		return nil
	}
	for side := range s.sides {
		if first == CauseContraction && !s.known[side].NoFMA && s.terms < manyTerms { // which the same build may do as well, and which gives the bits
			continue
		}
		if s.known[side].Fast && !s.known[1-side].Fast && (best[side].inDouble() || !best[1-side].inDouble()) {
			list := s.loosely(side)
			return list[:min(1, len(list))]
		}
	}
	return nil
}

// unknownCall is the first call of a function whose bits depend on the library.
func (s *Search) unknownCall() *expr.Value {
	for i := range s.base.Values {
		v := &s.base.Values[i]
		if v.Op == expr.Call && (libraryFunction(v.Fn) || unlikeElsewhere(v.Fn)) {
			return v
		}
	}
	return nil
}

// unlikeElsewhere reports a function of libraries of which neither the exact value nor what other libraries give is known.
func unlikeElsewhere(fn string) bool {
	m, ok := expr.MeaningOf(fn)
	f, found := expr.FindFunction(fn, expr.NoType)
	return ok && found && !m.Intrinsic && f.Out.IsFloat() && !expr.HasExact(fn)
}

// otherLibrary is the cause that another implementation of such a function stands for, where the results are not both of a
// GPU: no evaluation shows it.
func (s *Search) otherLibrary() []Cause {
	c := s.unknownCall()
	if c == nil || !unlikeElsewhere(c.Fn) || s.known[0].Unit == OnGPU && s.known[1].Unit == OnGPU {
		return nil
	}
	return []Cause{{ID: CauseLibrary, Rank: 1, Side: BothSides, Fn: c.Fn, From: c.From, To: c.To}}
}

// libraryFunction reports a function whose bits differ between libraries.
func libraryFunction(fn string) bool {
	_, ok := DocumentedUlps(fn)
	return ok && expr.HasExact(fn) && strings.TrimSuffix(strings.TrimPrefix(fn, "std::"), "f") != "sqrt"
}
