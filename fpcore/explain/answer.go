package explain

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/stable"
)

// Verdict is the answer in one word.
type Verdict uint8

// The verdicts. Explained: evaluations of the program give both results, bit for bit. WithinBound: at least one result is
// given by none, but it lies where rounding alone may bring it. NotRounding: a result is many times farther from the exact
// value than any evaluation can be.
const (
	Searching Verdict = iota
	Same
	Explained
	WithinBound
	NotRounding
	CannotTell
)

var verdictIDs = [...]string{"searching", "same", "explained", "within-bound", "not-rounding", "cannot-tell"}

func (v Verdict) String() string { return verdictIDs[v] }

// SideAnswer is what was found for one of the results.
type SideAnswer struct {
	Groups []Group     // evaluations that give what was observed, the most plausible first
	Near   []Candidate // without such: those that explain the most rows and come nearest on the others
	Unseen bool        // no number of the program's type prints as the result does
	Excess uint64      // how many times the bound of all evaluations the result is away from the exact value; 0: not once, or not known
	worst  int         // the row on which it is farthest, by its bound,
	share  uint64      // and how far there, in 1024ths of the bound
	Bound  bool        // such a bound is known
	Hints  []Hint      // NotRounding: mistakes that give the result
	Printf string      // too few digits were printed: the conversion that prints enough
}

// Truth compares the results with the exact value of the program on one row, whatever it was computed with.
type Truth struct {
	_         [0]func() // not comparable
	Row       int
	Known     bool
	Exact     string            // 20 significant digits
	Errors    [2]string         // of the results, in ulp of the type of each: "+0.4375"
	Closer    int               // -1 the first, +1 the second, 0 equally far
	Wide      bool              // the exact value is that of the data in double, as one of the results has them
	Fractions bool              // the exact value is that of the program whose quotients of whole numbers keep their fraction
	Compared  bool              // at least one of the two results is a number
	Right     [2]bool           // the result is that
	Formats   [2]*format.Format // which the errors are in ulp of; nil where there is none
}

// Place is where the two evaluations first give different numbers.
type Place struct {
	Found    bool
	Row      int
	From, To int32     // of the text
	Values   [2]uint64 // what each side has there
	Type     [2]expr.Type
}

// Answer is the explanation: verdict, causes, remedies, truth, tolerance, place.
type Answer struct {
	Verdict   Verdict
	Count     int // results observed on each row
	Rows      int
	Row       int         // the first row on which the results differ, which Truth, Place and the derivation of Tolerance are about
	Given     [][2]string // the inputs of that row by name, as shortest decimals; nil if there are more than maxGiven
	Sides     [2]SideAnswer
	Causes    []Cause   // the most plausible first
	Joined    int       // so many of the first causes are what the two texts differ in, and each changes a result; 0 where one of them may not
	Separator Separator // with several causes: an input that tells the first two apart
	Separates bool
	Remedies  []Remedy // each was run on all rows, and makes both results equal
	Undefined []Undefined
	Notes     []expr.Note // what the reader of the text should know though it is no error
	Truth     Truth
	Tolerance Bound
	Place     Place
	Caution   Caution
	Assembly  Assembly
	Factors   [2][]uint64 // where an element of a matrix product gives a result: the row and the column of it, in binary64
}

const maxGiven = 32

// Caution is the white paper's warning of section 5.4 as a computation: the program in its own precision, and the same in
// binary64 with the result rounded, are two programs.
type Caution struct {
	_          [0]func() // not comparable
	Known      bool
	Rows       int
	Equal      int // rows on which both give the same bits
	Low, High  uint64
	Type       expr.Type
	CloserHigh int // rows on which the result rounded from binary64 is the closer one
}

// reply is the answer in the making: a coroutine that gives way when its budget is spent.
type reply struct {
	a      Answer
	stage  stage
	budget int
	yield  func(struct{}) bool
	next   func() (struct{}, bool)
	done   bool
}

// pause gives way after about so many values were computed.
func (s *Search) pause(values int) {
	r := s.answer
	if r == nil || r.yield == nil {
		return
	}
	if r.budget -= 1 + len(s.table.In)*(values/16+1)/8; r.budget < 0 {
		r.yield(struct{}{})
	}
}

// nextAnswer goes on with the answer.
func (s *Search) nextAnswer(steps int) (done bool) {
	if s.answer == nil {
		r := &reply{}
		s.answer = r
		r.next, _ = iter.Pull(func(yield func(struct{}) bool) {
			r.yield = yield
			s.compose(&r.a)
			r.yield = nil
		})
	}
	r := s.answer
	r.budget = steps
	if !r.done {
		_, more := r.next()
		r.done = !more
	}
	return r.done
}

// Answer returns what the search has found, once Next has reported the end.
func (s *Search) Answer() Answer {
	if s.answer == nil || !s.answer.done {
		return Answer{Count: s.sides, Rows: len(s.table.In)}
	}
	return s.answer.a
}

// compose puts the answer together.
func (s *Search) compose(a *Answer) {
	a.Count, a.Rows = s.sides, len(s.table.In)
	s.texture()
	s.vague = s.longLiterals()
	var list [2][]evaluation
	for side := range s.sides {
		x := &a.Sides[side]
		x.Groups = s.groups[side]
		for i := range s.near[side] {
			x.Near = append(x.Near, s.candidate(&s.near[side][i]))
		}
		x.Unseen = len(x.Groups) == 0 && s.unseen(side)
		list[side] = s.evaluations(side)
	}
	s.answer.stage = bounding
	bound := s.boundAll(a)
	s.answer.stage = causing
	for side := range s.sides {
		list[side] = s.credible(side, list[side], bound)
	}
	var best [2]*evaluation
	for side := range s.sides {
		if len(list[side]) > 0 {
			best[side] = &list[side][0]
		}
	}
	a.Row = s.firstDifference(best)
	a.Undefined = s.undefinedOperations()
	a.Notes = s.base.Notes
	switch {
	case s.sides == 2 && s.equal(a, list):
	case s.sides == 1 && best[0] != nil:
		a.Verdict = Explained
	case best[0] != nil && (s.sides == 1 || best[1] != nil):
		var plausible []pair
		if a.Causes, plausible = s.causesOf(list[0], list[1]); len(a.Causes) == 0 && s.fusedApart() {
			a.Causes, plausible = s.causesOf(list[0], list[1])
		}
		if s.textDiffers && s.textCause == CauseBug {
			a.Verdict = NotRounding
			a.Causes = []Cause{{ID: CauseBug, Rank: 1, Alone: true, Side: BothSides, Fn: otherProgram}}
			a.Row = s.farthest()
			a.Sides[1].Hints = s.otherProgram(a.Row)
		} else if len(a.Causes) > 0 {
			a.Verdict = Explained
			if o := s.takenWhole(); o != nil {
				s.vague = true
				a.note("“" + o.Text + "” is taken for all digits of a float: %.9g leaves zeros at the end out.")
			}
			a.Causes[0].Alone = a.Causes[0].Alone && !s.vague && !(plausible[0].reciprocal() && s.quotients) && !(a.Causes[0].ID == CauseReducedAccumulation && a.Causes[0].Side == BothSides) && !(a.Causes[0].ID.reduced() && s.fewBits([2]*evaluation{plausible[0].a, plausible[0].b}))
			if a.Causes[0].Alone && !s.othersFit(plausible) {
				a.Causes[0].Alone = false
				a.note("That this gives the other results too was not shown.")
			}
			best = [2]*evaluation{plausible[0].a, plausible[0].b}
			a.Row = s.firstDifference(best)
			if len(a.Undefined) > 0 && s.allFloat(best[0]) != s.allFloat(best[1]) { // a machine that was not tried converts otherwise
				a.Causes[0].Alone = false
				a.Causes = append([]Cause{{ID: CauseConversion, Rank: 1, Side: BothSides, From: a.Undefined[0].From, To: a.Undefined[0].To}}, a.Causes...)
			}
			if len(a.Causes) > 1 && !s.arrives {
				a.Separator, a.Separates = s.separator(a.Causes)
			}
			s.answer.stage = mending
			more := s.rearranged(a.Causes[0].ID, best)
			other := s.otherLibrary()
			if other == nil {
				other = s.libraryInstead(best)
			}
			if other != nil {
				if a.Causes[0].Alone = false; a.Causes[0].ID != CauseContraction && a.Causes[0].ID != CauseNaN {
					more = other
				}
			}
			at := slices.IndexFunc(a.Causes, func(c Cause) bool { return more != nil && c.ID == more[0].ID && len(c.With) == 0 })
			if at >= 0 { // an evaluation stands for it
				known := a.Causes[at]
				known.Rank, more = 1, nil
				copy(a.Causes[1:at+1], a.Causes)
				a.Causes[0] = known
			}
			if more != nil {
				a.Causes[0].Alone = false
				first := 0
				if c := &a.Causes[0]; c.ID == CauseX87 && c.Side != BothSides && s.known[c.Side].Unit == OnX87 { // the machine was named
					first = 1
				}
				a.Causes = stable.Insert(a.Causes, first, more[0])
			}
			if side := a.Causes[0].Side; a.Causes[0].ID.reduced() && s.printedShorter(side, list) {
				a.Verdict = CannotTell
				a.Sides[side].Printf = s.printf(side)
				for i := range a.Causes {
					a.Causes[i].Alone = false
				}
				a.Causes = append([]Cause{{ID: CauseDigits, Rank: 1, Side: side}}, a.Causes...)
			} else if s.turned(a, bound, best) {
				a.Verdict = CannotTell
				a.Causes[0].Alone = false
				if len(a.Sides[min(side, 1)].Hints) > 0 { // a mistake gives it too, which is more common
					a.Causes = append([]Cause{{ID: CauseBug, Rank: 1, Side: min(side, 1), Fn: slipped}}, a.Causes...)
				}
			} else {
				if a.Causes[0].Fn == rearranged { // no evaluation stands for it
					if a.Verdict = WithinBound; max(bound[0], bound[1]) > 0 {
						a.Verdict = CannotTell
					}
				}
				a.Remedies = s.remedies(a.Causes, plausible)
				if id := a.Causes[0].ID; len(a.Remedies) == 0 && a.Verdict == Explained && id != CauseNaN && id != CauseConversion {
					a.note(s.unmended())
				}
				if c := &a.Causes[0]; c.ID == CauseFTZ && c.Side != BothSides && addsInMemory(cmp.Or([...]string{s.q.Text, s.q.Second}[c.Side], s.q.Text)) {
					a.note("atomicAdd takes subnormal floats in global memory for zeros, whatever -ftz says (PTX ISA, atom).")
				}
				if i := slices.IndexFunc(a.Causes, func(c Cause) bool { return c.ID == CauseContraction }); i >= 0 && a.Causes[i].Side != BothSides && (!s.textDiffers || s.textCause != CauseContraction) {
					c := &a.Causes[i]
					if k, who := &s.known[c.Side], SideWords(c.Side); k.Off && (c.Alone || c.Rank == 1) {
						a.note(contractOff + " was said of " + who + ", which has the bits of fused products.")
					} else if k.NoFMA && (c.Alone || c.Rank == 1) {
						a.note("No option was said of " + who + " that lets g++ fuse (-mfma, -march=native), yet it has the bits of fused products.")
					}
				}
				if c := &a.Causes[0]; c.ID == CauseOrder && c.Side != BothSides && !s.textDiffers && !s.arrives {
					if k := &s.known[c.Side]; k.NoFMA && !k.rearranged() && !k.Ordered && withoutPragmas(s.q.Text) == s.q.Text {
						a.note("No option was said of " + SideWords(c.Side) + " that lets a compiler add in another order (-ffast-math), yet it has the bits of one: look for another program, a library or threads.")
					}
				}
				if more != nil {
					a.Separates = false
				}
			}
			s.alsoDiffer(a)
			a.Place = s.place(best, a.Row)
			if c := &a.Causes[0]; c.ID == CauseNaN && guard(c.Fn) {
				a.Verdict = CannotTell
			}
		} else {
			a.Verdict = CannotTell
		}
	default:
		s.unexplained(a, list)
	}
	if words := s.signOfZero(list); words != "" {
		a.note(words)
	}
	s.answer.stage = measuring
	a.Given = s.inputsOf(a.Row)
	a.Assembly = s.assembled(a.Row)
	var cand [2]*Candidate
	for side := range s.sides {
		if best[side] != nil {
			c := s.candidate(best[side].found)
			cand[side] = &c
		}
	}
	wrapped := func(x *SideAnswer) bool {
		return slices.ContainsFunc(x.Hints, func(h Hint) bool { return h.Kind == Wrapped })
	}
	if wrapped(&a.Sides[0]) || wrapped(&a.Sides[1]) || s.longResults() { // the exact value is not that of integers which lost their upper bits, and the results are no doubles
		return
	}
	if a.Unmeasured() != "" {
		return
	}
	if !s.unfinished() {
		few := a.Verdict == CannotTell && len(a.Causes) > 0 && a.Causes[0].ID == CauseDigits
		a.Truth = s.truth(cand, a.Row, few)
		if a.Tolerance.Why = "one of the two texts has a narrower format"; !few || !s.textCause.reduced() {
			a.Tolerance = s.tolerance(a.Verdict, cand, a.Row, a.Truth.narrower())
		}
	}
	a.Caution = s.caution()
	a.Factors = s.factors(best, a.Row)
}

// texture notes what decides how plausible an evaluation is: how many terms the program adds, whether it uses atomics,
// whether a product is fused by default, and how two programs differ.
func (s *Search) texture() {
	s.quotients = slices.ContainsFunc(s.texts[:], addsQuotients)
	digits := 0
	for i := range len(s.q.Rows) {
		switch c := s.q.Rows[i]; {
		case '0' <= c && c <= '9':
			digits++
		case c != '.':
			digits = 0
		}
		s.long = s.long || digits > 14
	}
	for root := range 2 {
		if root == 1 && s.texts[1] == s.base {
			s.fuses[1] = s.fuses[0]
			break
		}
		c, _ := s.program(s.main[root])
		c = s.libraried(c)
		last := &c.Values[c.Result]
		for i := range c.Values {
			v := &c.Values[i]
			s.manyWays = s.manyWays || v.Op == expr.Call && v.Fn[0] == '~' && v != last
		}
		if list, ok := findTerms(c); ok {
			if len(list.terms) > s.terms {
				s.terms = len(list.terms)
				s.oneTerm = !slices.ContainsFunc(list.terms, func(t int32) bool { return t != list.terms[0] })
			}
			s.narrow = s.narrow || list.a != nil
		}
		s.arrives = s.arrives || arrives(c)
		for _, w := range []string{"half", "bfloat16", "fp8", "f16", "tf32"} {
			s.named = s.named || strings.Contains(c.Text, w)
		}
		s.narrow = s.narrow || s.named
		one, both := s.chose(c, mustTarget("9.0")), s.chose(c, mustTarget("9.0-nofma"))
		if one.Fuse != both.Fuse {
			s.fuses[root] = !slices.Equal(s.resultsOf(c, one), s.resultsOf(c, both))
		}
	}
	if c, ok := s.program(s.main[0]); ok && s.oneFinite() {
		c = s.libraried(c)
		for row, r := range s.resultsOf(c, s.chose(c, mustTarget("gcc"))) {
			o := s.table.Observed[row]
			s.unbounded = s.unbounded || o[0].finite() != o[1].finite() && !finite(c.Values[c.Result].Type, r)
		}
	}
	if s.texts[1] != s.base {
		a, _ := s.program(s.main[0])
		b, _ := s.program(s.main[1])
		s.textCause = s.textsDiffer(textCause(sharedConstants(s.q.Second, s.q.Text), sharedConstants(s.q.Text, s.q.Second), s.base, s.texts[1]), a, b)
		if s.textCause == CauseOrder {
			if s.textCause, s.textWay = otherWay(s.base, s.texts[1]); s.textCause == CauseOrder && s.apart(a, b) {
				s.textWay = nearValues
			}
		}
		if s.textCause == CauseOrder || s.textCause == CauseLibrary || s.textWay == otherConstants {
			if way := s.outOfRange(a, b); way != "" {
				s.textWay = way
				if s.textCause == CauseLiteral {
					s.textCause = CauseOrder
				}
				if s.notNumber(0) || s.notNumber(1) {
					s.textCause = CauseNaN
				}
			}
		}
		if s.textCause == CauseWide && (s.textWay == "" || s.textWay == otherFunctions) {
			s.textWay = otherTypes
		}
		if s.textCause == CauseIntegerDivision && s.textWay == "" && s.losesFraction(0, s.q.Text, s.texts[0]) && s.losesFraction(1, s.q.Second, s.texts[1]) {
			s.textWay = bothCut
		}
		for _, id := range []string{"gcc", "9.0", "strict"} {
			a, b := s.libraried(a), s.libraried(b)
			x, y := s.resultsOf(a, s.chose(a, mustTarget(id))), s.resultsOf(b, s.chose(b, mustTarget(id)))
			if x != nil && y != nil {
				if s.textDiffers = !equalValues(a, b, x, y); s.textDiffers {
					s.beside(a, b, mustTarget(id), x, y)
				}
				break
			}
		}
		s.textDiffers = s.textDiffers || s.textCause == CauseLibrary && s.onOneMachine(a, b) || s.known[0].fuses() && s.known[1].fuses() && s.fusedApart()
	}
}

func equalValues(a, b *expr.Code, x, y []uint64) bool {
	for i := range x {
		if widen(a.Values[a.Result].Type, x[i]) != widen(b.Values[b.Result].Type, y[i]) {
			return false
		}
	}
	return true
}

// unseen reports that on some row no number of the program's type prints as was observed.
func (s *Search) unseen(side int) bool {
	c := s.texts[side]
	f := c.Values[c.Result].Type.Format()
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
func (s *Search) firstDifference(best [2]*evaluation) int {
	if best[0] == nil || best[1] == nil {
		return max(0, slices.IndexFunc(s.table.Observed, func(o []Observed) bool { return len(o) == 2 && o[0].Text != o[1].Text }))
	}
	for i := range best[0].results {
		if widen(best[0].typ, best[0].results[i]) != widen(best[1].typ, best[1].results[i]) {
			return i
		}
	}
	return 0
}

// equal decides whether both results are one number, or may be; it then sets the verdict.
func (s *Search) equal(a *Answer, list [2][]evaluation) bool {
	at := func(side int, e *evaluation) int { // how an evaluation of the other side fits this one
		rows, level, _ := s.fit(side, e.typ, e.results)
		if rows < len(e.results) {
			return -1
		}
		return level
	}
	common, exactly := false, false
	least := 1 << 30
	for side := range 2 {
		if len(list[side]) > 0 {
			least = min(least, list[side][0].cost)
		}
	}
	own := slices.ContainsFunc(list[0], func(e evaluation) bool { return !s.isStored(&e) })
	sameText := true
	for _, o := range s.table.Observed {
		sameText = sameText && o[0].Text == o[1].Text
	}
	few := 6
	if t := s.q.Text; s.q.Second == "" && !anyOf(t, []string{"float", "double"}) && plainLiterals(t) == t { // six digits may be those of %g, of a float or a double
		few = 7
	}
	var outcomes [][]uint64
	for side := range 2 {
		for i := range list[side] {
			e := &list[side][i]
			if own && s.isStored(e) {
				continue
			}
			l := at(1-side, e)
			own := e.cost <= list[side][0].cost+tieWindow
			s.vague = s.vague || l >= 0 && own && s.fewDigits(1-side, 9)
			if l >= 0 && (e.cost <= least+tieWindow || own && s.fewDigits(1-side, few) && !s.table.Observed[0][1-side].tight) {
				common = true
				exactly = exactly || l == Exactly && e.level == Exactly && (sameText && e.cost <= least+tieWindow || s.sharp(e))
			}
			if e.cost > list[side][0].cost+2*aloneWindow {
				continue
			}
			var wide []uint64
			for _, r := range e.results {
				wide = append(wide, widen(e.typ, r))
			}
			if !slices.ContainsFunc(outcomes, func(o []uint64) bool { return slices.Equal(o, wide) }) {
				outcomes = append(outcomes, wide)
			}
		}
	}
	switch {
	case exactly, common && len(outcomes) == 1 && !s.otherwise(list) && !s.longLiterals(), !common && sameText:
		a.Verdict = Same
		a.Causes = []Cause{{ID: CauseSame, Rank: 1, Alone: true, Side: BothSides}}
		if s.notNumber(0) {
			a.Causes[0].Fn = noNumber
		}
		if s.arrives && s.sides == 2 && !exactly || len(outcomes) > 1 && s.fewDigits(0, 9) && s.fewDigits(1, 9) {
			a.Causes[0].Alone = false // other numbers print so too
		}
		return true
	case common && sameText:
		a.Verdict = Same
		a.Causes = []Cause{{ID: CauseSame, Rank: 1, Side: BothSides}} // as far as the digits tell
		return true
	case common:
		a.Verdict = CannotTell
		a.Causes = []Cause{{ID: CauseDigits, Rank: 1, Alone: false, Side: s.vaguer()}}
		more, _ := s.causesOf(list[0], list[1])
		for _, c := range more {
			c.Alone, c.Rank = false, c.Rank+1
			a.Causes = append(a.Causes, c)
		}
		for side := range 2 {
			if a.Causes[0].Side == side || a.Causes[0].Side == BothSides {
				a.Sides[side].Printf = s.printf(side)
			}
		}
		return true
	}
	return false
}

// otherwise reports a decimal of nearly all digits of its type that is, read as the shortest for a number (as Python prints), another
// number than the one that was found: one of both texts was rounded, or zeros at its end were left out, or the numbers differ.
func (s *Search) otherwise(list [2][]evaluation) bool {
	for side := range 2 {
		for i := range list[side] {
			e := &list[side][i]
			f := e.typ.Format()
			if f != format.F64 && f != format.F32 || e.cost > list[side][0].cost+tieWindow {
				continue
			}
			for row, sets := range s.setsOf(f) {
				for k := range 2 {
					o := &s.table.Observed[row][k]
					if o.Shape != Decimal || o.Layout != AnyLayout || len(o.digits) < digitsOf(f)-5 {
						continue
					}
					if set := &sets[k]; set.Level(e.results[row]) > Exactly && set.Lo[Exactly] <= set.Hi[Exactly] {
						return true
					}
				}
			}
		}
	}
	return false
}

// digitsOf is how many digits tell all numbers of a format apart.
func digitsOf(f *format.Format) int {
	if f == format.F64 {
		return 17
	}
	return 9
}

// fewDigits reports that the results of a side are decimals of fewer significant digits than most.
func (s *Search) fewDigits(side, most int) bool {
	for _, row := range s.table.Observed {
		if o := &row[side]; o.Shape != Decimal || o.shown() >= most {
			return false
		}
	}
	return true
}

// sharp reports that on every row the texts of both results leave one number of an evaluation's type, or are of different
// kinds, bits and a decimal, which then is the shortest one for these bits.
func (s *Search) sharp(e *evaluation) bool {
	f := e.typ.Format()
	if f == nil {
		return true
	}
	for row, sets := range s.setsOf(f) {
		o := s.table.Observed[row]
		if o[0].Shape == o[1].Shape && (sets[0].Count() != 1 || sets[1].Count() != 1) && o[0].Shape == Decimal {
			return false
		}
	}
	return true
}

// vaguer is the side whose results were printed with fewer digits.
func (s *Search) vaguer() int {
	var n [2]int
	for _, row := range s.table.Observed {
		for side := range 2 {
			switch o := &row[side]; o.Shape {
			case Decimal:
				n[side] = max(n[side], o.shown())
			default:
				n[side] = max(n[side], 99)
			}
		}
	}
	switch {
	case n[0] < n[1]:
		return 0
	case n[1] < n[0]:
		return 1
	}
	return BothSides
}

// printf is the conversion that prints enough digits for every number of a side's type.
func (s *Search) printf(side int) string {
	c := s.texts[side]
	if c.Values[c.Result].Type == expr.Double {
		return "%.17g"
	}
	return "%.9g"
}

// valuesOf computes all values of a candidate's program on a row; of an ordering, of the program as written.
func (s *Search) valuesOf(c *evaluation, row int) (*expr.Code, *expr.Plan, []uint64, bool) {
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

// note adds a sentence that is of no place in the program.
func (a *Answer) note(text string) {
	a.Notes = append(slices.Clip(a.Notes), expr.Note{At: -1, Text: text})
}

// caution runs the program in its own precision and in binary64.
func (s *Search) caution() (c Caution) {
	if len(s.base.Values) > 4000 {
		return c
	}
	low, ok := s.program(s.main[0])
	if !ok {
		return c
	}
	high, ok := widened(low, true, false)
	if !ok || low.Values[low.Result].Type != expr.Float {
		return c
	}
	for _, p := range s.programs { // the search has evaluated it
		if p.change.Kind == DoubleRounded && p.state > 0 && identical(p.code, high) {
			high = p.code
		}
	}
	target := mustTarget("gcc")
	in32, in64 := s.resultsOf(low, s.chose(low, target)), s.resultsOf(high, s.chose(high, target))
	if in32 == nil || in64 == nil {
		return c
	}
	c = Caution{Known: true, Rows: len(s.table.In), Type: expr.Float}
	for row, x := range in32 {
		y := in64[row]
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
