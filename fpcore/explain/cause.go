package explain

import (
	"slices"
	"strings"

	"ulplab/fpcore/expr"
)

// CauseKind names why two results differ.
type CauseKind uint8

const (
	NoCause       CauseKind = iota // nothing was found
	SameResult                     // both may be one result, printed in two ways
	Contraction                    // a product and a sum are one operation with one rounding
	TruncatedMAD                   // compute capability 1.x cuts the product off
	Flushing                       // subnormal numbers are zeros
	Division                       // an approximate division
	Root                           // an approximate square root
	FastFunctions                  // -use_fast_math replaces functions
	Extended                       // x87 registers are wider than the type
	Wider                          // one side computed in binary64
	Demotion                       // double is float below compute capability 1.3
	Literals                       // a literal has another type
	Arguments                      // variables have another type
	Factors                        // factors are rounded to TF32, bfloat16 or binary16 first
	NarrowResults                  // results are rounded to a narrower format
	Order                          // another order of additions
	Arrival                        // the order of additions is not fixed
	Regrouping                     // associativity was assumed
	Library                        // another version of a function
	Overflow                       // another policy of a conversion
	NaNs                           // NaNs differ in bits that mean nothing
	Folding                        // a compiler computed with constants
	Compilers                      // something else that the two compilers do differently
)

// Cause is one reason.
type Cause struct {
	Kind     CauseKind
	Side     int // which result shows it: the other one is as written
	Fn, Was  string
	From, To int32 // place in the text, if there is one
	Version  string
	Ulps     int // of a Library; of Literals -1 where they lost their f
}

// causes compares the evaluations of two sides.
func (s *Search) causes(a, b *Candidate) []Cause {
	if a.hyp == b.hyp {
		if s.arrived(a) {
			return []Cause{{Kind: Arrival}}
		}
		return []Cause{{Kind: SameResult}}
	}
	var list []Cause
	for side, pair := range [2][2]*Candidate{{a, b}, {b, a}} {
		for _, ch := range pair[0].Changes {
			if ch.Kind != Parameters && !(ch.Kind == OtherLibrary && ch.Ulps == 0 && ch.Version == "") && !slices.Contains(pair[1].Changes, ch) {
				list = append(list, causeOf(ch, side))
			}
		}
	}
	if a.Ordered || b.Ordered {
		side, o := 0, a
		if b.Ordered && (!a.Ordered || b.Cost >= a.Cost) {
			side, o = 1, b
		}
		switch {
		case s.arrived(o):
			list = append(list, Cause{Kind: Arrival, Side: side})
		case o.Order.ID == "double":
			list = append(list, Cause{Kind: Wider, Side: side})
		case o.Order.Operands != "":
			list = append(list, Cause{Kind: Factors, Side: side, Fn: o.Order.Operands})
		default:
			list = append(list, Cause{Kind: Order, Side: side})
		}
	}
	if len(list) > 0 {
		return list
	}
	return s.choiceCauses(a, b)
}

func (s *Search) arrived(c *Candidate) bool {
	return c.Ordered && c.Order.ID == "atomics"
}

func causeOf(ch Change, side int) Cause {
	c := Cause{Side: side, Fn: ch.Fn, Was: ch.Was, From: ch.From, To: ch.To, Ulps: ch.Ulps, Version: ch.Version}
	switch ch.Kind {
	case KnownConstants:
		c.Kind = Folding
	case FloatLiterals:
		c.Kind = Literals
	case PlainLiterals:
		c.Kind, c.Ulps = Literals, -1
	case AllFloat:
		c.Kind = Arguments
	case AllDouble, DoubleRounded:
		c.Kind = Wider
	case RoundFactors:
		c.Kind = Factors
	case RoundAll, RoundLast:
		c.Kind = NarrowResults
	case Policy:
		c.Kind = Overflow
	case Regrouped:
		c.Kind = Regrouping
	case OtherLibrary:
		c.Kind = Library
	}
	return c
}

// aspect is a part of a Choice that may be the reason on its own.
type aspect struct {
	kind CauseKind
	copy func(to *expr.Choice, from expr.Choice)
	odd  func(c expr.Choice) bool // the side that is not as written
}

var aspects = []aspect{
	{Contraction, func(t *expr.Choice, f expr.Choice) { t.Fuse, t.Mad = f.Fuse, f.Mad }, func(c expr.Choice) bool { return !c.Mad && strings.Trim(c.Fuse, "-") != "" }},
	{TruncatedMAD, func(t *expr.Choice, f expr.Choice) { t.Fuse, t.Mad, t.CC, t.Machine = f.Fuse, f.Mad, f.CC, f.Machine }, func(c expr.Choice) bool { return c.Mad }},
	{Flushing, func(t *expr.Choice, f expr.Choice) { t.FlushIn, t.FlushOut = f.FlushIn, f.FlushOut }, func(c expr.Choice) bool { return c.FlushIn || c.FlushOut }},
	{Division, func(t *expr.Choice, f expr.Choice) { t.Div = f.Div }, func(c expr.Choice) bool { return c.Div != expr.DivRounded }},
	{Root, func(t *expr.Choice, f expr.Choice) { t.Sqrt = f.Sqrt }, func(c expr.Choice) bool { return c.Sqrt != expr.SqrtRounded }},
	{FastFunctions, func(t *expr.Choice, f expr.Choice) { t.FastCalls = f.FastCalls }, func(c expr.Choice) bool { return c.FastCalls }},
	{Demotion, func(t *expr.Choice, f expr.Choice) { t.Demote = f.Demote }, func(c expr.Choice) bool { return c.Demote }},
	{Wider, func(t *expr.Choice, f expr.Choice) { t.Promote, t.Machine = f.Promote, f.Machine }, func(c expr.Choice) bool { return c.Promote || c.Machine == expr.Strict || c.Machine == expr.Exact }},
	{Extended, func(t *expr.Choice, f expr.Choice) {
		t.Machine, t.Precision, t.Store, t.Rules = f.Machine, f.Precision, f.Store, f.Rules
	}, func(c expr.Choice) bool { return c.Machine == expr.X87 }},
	{Folding, func(t *expr.Choice, f expr.Choice) { t.Rules = f.Rules }, func(c expr.Choice) bool { return false }},
}

// choiceOf returns what a candidate's compiler chose.
func (s *Search) choiceOf(c *Candidate) (*expr.Code, expr.Choice, bool) {
	h := &s.hyps[c.hyp]
	code, ok := s.program(h.prog)
	if !ok || h.order > 0 {
		return nil, expr.Choice{}, false
	}
	if h.choice != nil {
		return code, *h.choice, true
	}
	return code, expr.ChoiceOf(code, h.target), true
}

// resultsOf runs a choice on all rows.
func (s *Search) resultsOf(c *expr.Code, ch expr.Choice) []uint64 {
	p, err := expr.PlanOf(c, ch)
	if err != nil {
		return nil
	}
	var list []uint64
	for row := range s.table.In {
		list = append(list, p.Result(s.rowInputs(c, row)))
	}
	return list
}

// choiceCauses finds which part of two choices makes the difference: one that alone turns the results of one side into
// those of the other, or else all that have an effect.
func (s *Search) choiceCauses(a, b *Candidate) []Cause {
	ca, x, ok1 := s.choiceOf(a)
	cb, y, ok2 := s.choiceOf(b)
	if !ok1 || !ok2 {
		return []Cause{{Kind: Compilers}}
	}
	if ca != cb {
		return []Cause{{Kind: Compilers}}
	}
	if len(a.Results) > 0 && s.onlyNaNs(a, b) {
		return []Cause{{Kind: NaNs}}
	}
	sole := func(from, to expr.Choice, want []uint64) (Cause, bool) {
		for _, q := range aspects {
			z := to
			q.copy(&z, from)
			if z == to || len(z.Fuse) != len(to.Fuse) || !applies(q.kind, x, y) {
				continue
			}
			if r := s.resultsOf(cb, z); slices.Equal(r, want) {
				return Cause{Kind: q.kind, Side: oddSide(q, x, y)}, true
			}
		}
		return Cause{}, false
	}
	if c, ok := sole(x, y, a.Results); ok {
		return []Cause{c}
	}
	if c, ok := sole(y, x, b.Results); ok {
		return []Cause{c}
	}
	var list []Cause
	for _, q := range aspects {
		z := y
		q.copy(&z, x)
		if z == y || len(z.Fuse) != len(y.Fuse) || !applies(q.kind, x, y) {
			continue
		}
		if r := s.resultsOf(cb, z); r != nil && !slices.Equal(r, b.Results) {
			list = append(list, Cause{Kind: q.kind, Side: oddSide(q, x, y)})
		}
	}
	if len(list) == 0 {
		return []Cause{{Kind: Compilers}}
	}
	return list
}

// applies reports whether an aspect that copies the machine too is what it says.
func applies(k CauseKind, x, y expr.Choice) bool {
	switch k {
	case TruncatedMAD:
		return x.Mad != y.Mad
	case Wider:
		return x.Promote != y.Promote
	case Extended:
		return x.Machine == expr.X87 || y.Machine == expr.X87
	}
	return true
}

func oddSide(q aspect, x, y expr.Choice) int {
	if q.odd(x) && !q.odd(y) {
		return 0
	}
	return 1
}

// onlyNaNs reports that the results are the same but for bits of NaNs.
func (s *Search) onlyNaNs(a, b *Candidate) bool {
	f := a.Type.Format()
	if f == nil || a.Type != b.Type || slices.Equal(a.Results, b.Results) {
		return false
	}
	for i := range a.Results {
		if a.Results[i] != b.Results[i] && !(f.ClassOf(u128(a.Results[i])).IsNaN() && f.ClassOf(u128(b.Results[i])).IsNaN()) {
			return false
		}
	}
	return true
}
