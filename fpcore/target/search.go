package target

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
)

// Verdict is how a search for a witness ended.
type Verdict uint8

const (
	Searching Verdict = iota
	Found             // operands whose results differ
	SameCode          // proof: both execute the same instructions under the same control
	SameRules         // proof: the rules in which the two differ cannot show in this operation
	NoBits            // the bits of one of them are not known, or it has no code for the operation
	NotFound          // the budget is spent; this is no proof
)

// Witnessed is the result of a search.
type Witnessed struct {
	Operation string // its ID
	Double    bool
	Verdict   Verdict
	X         [3]uint64 // the operands found, in binary32 or, for double, in binary64
	N         int       // operands used
	A, B      Outcome   // what the targets make of X; of NoBits, Missing only
	Reason    Reason    // the rule that makes the difference
	Why       string    // in words
	Tried     int       // pairs of results compared
}

// DefaultBudget is enough for every adjacent pair of profiles and every flag, and takes less than half a second.
const DefaultBudget = 200000

// Search looks for a witness in slices, so that a page stays responsive. The same arguments give the same operands.
type Search struct {
	a, b     program
	id       string
	arity    int
	double   bool
	base     *format.Format // of the numbers: binary32 if one of the two demotes double
	list     []Reason       // differing rules that are looked for
	all      []Reason       // all of them
	hidden   string         // why others cannot show
	want     Reason
	stages   []stage
	n        int // next candidate of the first stage
	move     int // next move of the shrinking
	rng      random
	budget   int
	best     candidate
	bestCost int
	found    bool
	result   Witnessed
}

// NewSearch starts a search for operands of o on which a and b deliver different bits, and, if want is not AnyReason,
// deliver them for that reason. budget bounds the comparisons.
func NewSearch(a, b Target, o gpu.Operation, double bool, want Reason, seed uint64, budget int) *Search {
	s := &Search{id: o.ID, arity: o.Arity, double: double, want: want, rng: random(seed), budget: budget}
	s.a, s.b = a.compile(&o, double), b.compile(&o, double)
	s.result = Witnessed{Operation: o.ID, Double: double, N: o.Arity}
	if s.base = format.F32; double && !s.a.demoted && !s.b.demoted {
		s.base = format.F64
	}
	if s.a.missing != "" || s.b.missing != "" {
		s.result.A.Missing, s.result.B.Missing = s.a.missing, s.b.missing
		s.end(NoBits)
		return s
	}
	if same(&s.a, &s.b) {
		s.end(SameCode)
		return s
	}
	s.all, s.hidden = differing(&s.a, &s.b, o.ID)
	for _, r := range s.all {
		if want == AnyReason || r == want {
			s.list = append(s.list, r)
		}
	}
	s.stages = plan(s.list, s.id, s.arity)
	if len(s.stages) == 0 {
		s.end(SameRules)
	}
	return s
}

// Next compares about steps pairs of results and reports whether the search has ended.
func (s *Search) Next(steps int) (done bool) {
	for steps > 0 && s.result.Verdict == Searching {
		switch {
		case s.found && (s.n == 0 || s.stages[0].random):
			steps -= s.shrink()
		case len(s.stages) == 0:
			s.end(s.exhausted())
		case s.result.Tried >= s.budget:
			s.end(NotFound)
		default:
			steps -= s.search()
		}
	}
	return s.result.Verdict != Searching
}

// Result returns what was found so far; Verdict is Searching until Next returns true.
func (s *Search) Result() Witnessed { return s.result }

// search tries the next candidate of the first stage. A stage that lists candidates is run to its end, and the
// simplest of those that differ is kept.
func (s *Search) search() int {
	st := s.stages[0]
	c, state := st.make(s, s.n)
	if state == ended {
		s.stages, s.n = s.stages[1:], 0
		return 1
	}
	s.n++
	if state == skipped {
		return 1
	}
	if cost := c.cost(s.arity); !s.found || cost < s.bestCost {
		s.try(&c, cost)
	}
	return 1
}

// codes returns the operands of a candidate; ok is false if one is no number of the format.
func (s *Search) codes(c *candidate) (x [3]uint64, ok bool) {
	for k := range s.arity {
		if x[k], ok = c[k].code(s.base); !ok {
			return x, false
		}
		if s.double && s.base == format.F32 {
			x[k] = widen(x[k])
		}
	}
	return x, true
}

// try keeps a candidate of the given cost as the best one if it is a witness and simpler than the best so far. A
// result that is no number counts against it.
func (s *Search) try(c *candidate, cost int) bool {
	differ, numbers := s.differ(c)
	if !numbers {
		cost += 8
	}
	if !differ || s.found && cost >= s.bestCost {
		return false
	}
	s.best, s.bestCost, s.found = *c, cost, true
	return true
}

// differ runs both programs on a candidate and compares the values, and the reason if one is wanted. numbers reports
// whether both results are finite.
func (s *Search) differ(c *candidate) (differ, numbers bool) {
	x, ok := s.codes(c)
	if !ok {
		return false, false
	}
	s.result.Tried++
	ra, rb := s.a.bits(x), s.b.bits(x)
	out := s.a.out
	if s.a.out != s.b.out {
		out = format.F64
		if s.a.out == format.F32 {
			ra = widen(ra)
		} else {
			rb = widen(rb)
		}
		if isNaN(out, ra) && isNaN(out, rb) {
			return false, false
		}
	}
	if ra == rb || s.want != AnyReason && s.because(x) != s.want {
		return false, false
	}
	return true, finite(out, ra) && finite(out, rb)
}

func isNaN(f *format.Format, c uint64) bool { return c&(1<<(f.Bits-1)-1) > infinity(f) }

func finite(f *format.Format, c uint64) bool { return c&(1<<(f.Bits-1)-1) < infinity(f) }

// infinity returns the code of +infinity of binary32 or binary64.
func infinity(f *format.Format) uint64 { return (1<<f.ExpBits - 1) << f.FracBits }

// exhausted is the verdict when every stage has been run to its end: if numbers cannot differ, all special operands
// have been compared.
func (s *Search) exhausted() Verdict {
	for _, r := range s.list {
		if r != NaNBits {
			return NotFound
		}
	}
	return SameRules
}

// end fills the result.
func (s *Search) end(v Verdict) {
	w := &s.result
	w.Verdict = v
	if v == Found {
		w.X, _ = s.codes(&s.best)
		w.Reason = s.because(w.X)
		o, _ := gpu.FindOperation(s.id)
		w.A, w.B = s.a.target.Run(o, s.double, w.X), s.b.target.Run(o, s.double, w.X)
	}
	w.Why = s.why()
	s.stages = nil
}

// Witness runs a search to its end.
func Witness(a, b Target, o gpu.Operation, double bool, seed uint64, budget int) Witnessed {
	s := NewSearch(a, b, o, double, AnyReason, seed, budget)
	for !s.Next(1 << 20) {
	}
	return s.Result()
}
