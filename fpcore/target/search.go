package target

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/reduce"
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
	a, b     *program
	ra, rb   rules
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
	try      candidate
	best     candidate
	bestCost int
	found    bool
	result   Witnessed
}

// NewSearch starts a search for operands of o on which a and b deliver different bits, and, if want is not AnyReason,
// deliver them for that reason. budget bounds the comparisons.
func NewSearch(a, b Target, o gpu.Operation, double bool, want Reason, seed uint64, budget int) *Search {
	s := &Search{id: o.ID, arity: o.Arity, double: double, want: want, rng: random{reduce.Random(seed)}, budget: budget}
	s.a, s.b = a.compile(&o, double), b.compile(&o, double)
	w := &s.result
	w.Operation, w.Double, w.N = o.ID, double, o.Arity
	if s.base = format.F32; double && !s.a.demoted && !s.b.demoted {
		s.base = format.F64
	}
	switch {
	case s.a.missing != "" || s.b.missing != "":
		w.A.Missing, w.B.Missing = s.a.missing, s.b.missing
		s.end(NoBits)
	case s.same():
		s.end(SameCode)
	default:
		s.ra, s.rb = s.a.rules(), s.b.rules()
		s.differing()
		for _, r := range s.all {
			if want == AnyReason || r == want {
				s.list = append(s.list, r)
			}
		}
		if s.stages = plan(s.list, s.id, s.arity); len(s.stages) == 0 {
			s.end(SameRules)
		}
	}
	return s
}

// Next compares about steps pairs of results and reports whether the search has ended. A stage that lists candidates is
// run to its end, and the simplest of those that differ is kept and made simpler.
func (s *Search) Next(steps int) (done bool) {
	for ; steps > 0 && s.result.Verdict == Searching; steps-- {
		switch {
		case s.found && (s.n == 0 || s.stages[0] == near || s.stages[0] == tiny):
			s.shrink()
		case len(s.stages) == 0:
			s.end(s.exhausted())
		case s.result.Tried >= s.budget:
			s.end(NotFound)
		default:
			switch s.make(s.stages[0], s.n) {
			case ended:
				s.stages, s.n = s.stages[1:], 0
				continue
			case made:
				s.differ()
			}
			s.n++
		}
	}
	return s.result.Verdict != Searching
}

// Result returns what was found so far; Verdict is Searching until Next returns true.
func (s *Search) Result() Witnessed { return s.result }

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

// differ keeps the candidate as the best one, and reports it, if the results differ, for the reason wanted, and it is
// simpler than the best so far. A result that is no number counts against it.
func (s *Search) differ() bool {
	cost := s.try.cost(s.arity)
	x, ok := s.codes(&s.try)
	if !ok || s.found && cost >= s.bestCost {
		return false
	}
	s.result.Tried++
	ra, rb, out := s.results(x)
	if !finite(out, ra) || !finite(out, rb) {
		if cost += 8; s.a.out != s.b.out && isNaN(out, ra) && isNaN(out, rb) {
			return false
		}
	}
	if ra == rb || s.found && cost >= s.bestCost || s.want != AnyReason && s.because(x) != s.want {
		return false
	}
	s.best, s.bestCost, s.found = s.try, cost, true
	return true
}

// results runs both programs and returns their results in one format: binary64 if one of the two demotes double.
func (s *Search) results(x [3]uint64) (ra, rb uint64, out *format.Format) {
	ra, rb, out = s.a.bits(x), s.b.bits(x), s.a.out
	if out == s.b.out {
		return ra, rb, out
	}
	if s.a.demoted {
		ra = widen(ra)
	} else {
		rb = widen(rb)
	}
	return ra, rb, format.F64
}

func isNaN(f *format.Format, c uint64) bool { return c&(1<<(f.Bits-1)-1) > infinity(f) }

func finite(f *format.Format, c uint64) bool { return c&(1<<(f.Bits-1)-1) < infinity(f) }

// infinity returns the code of +infinity of binary32 or binary64.
func infinity(f *format.Format) uint64 { return (1<<f.ExpBits - 1) << f.FracBits }

// exhausted is the verdict when every stage has been run to its end: if numbers cannot differ, all special operands
// have been compared.
func (s *Search) exhausted() Verdict {
	if s.list[0] != NaNBits { // which is the last reason in any list
		return NotFound
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
		w.A, w.B = s.a.outcome(s.arity, w.X), s.b.outcome(s.arity, w.X)
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
