package target

import (
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
)

// Attribute returns the rule that makes two targets differ on given operands of an operation, and the reason in words;
// AnyReason if they do not differ, or one of them delivers no bits.
func Attribute(a, b Target, o gpu.Operation, double bool, x [3]uint64) (Reason, string) {
	s := NewSearch(a, b, o, double, AnyReason, 0, 0)
	if s.result.Verdict != Searching && s.result.Verdict != SameRules {
		return AnyReason, s.result.Why
	}
	if ra, rb, out := s.results(x); ra == rb || s.a.out != s.b.out && isNaN(out, ra) && isNaN(out, rb) {
		return AnyReason, s.result.Why
	}
	s.result.Reason, s.result.Verdict = s.because(x), Found
	return s.result.Reason, s.why()
}

func (s *Search) has(r Reason) bool {
	for _, d := range s.all {
		if d == r {
			return true
		}
	}
	return false
}

// because decides among the rules in which the programs differ which one shows on operands on which they differ.
func (s *Search) because(x [3]uint64) Reason {
	ra, rb, out := s.results(x)
	sign := uint64(1) << (out.Bits - 1)
	low := min(ra&^sign, rb&^sign)
	flushed := low == 0 && max(ra&^sign, rb&^sign) < 1<<out.FracBits
	special := !finite(out, ra) || !finite(out, rb)
	switch {
	case isNaN(out, low):
		return NaNBits
	case s.has(FlushedIn) && s.flushedIn(x, ra, rb):
		return FlushedIn
	case s.has(FlushedOut) && flushed:
		return FlushedOut
	case s.has(Ranged) && s.all[0] >= Extended && (special || s.belowNormal(x)):
		return Ranged
	}
	return s.all[0]
}

// flushedIn reports whether the program that keeps subnormal operands delivers, with zeros in their place, what the
// other one does.
func (s *Search) flushedIn(x [3]uint64, ra, rb uint64) bool {
	f := s.a.typ
	least, sign := uint64(1)<<f.FracBits, uint64(1)<<(f.Bits-1)
	if s.base != f {
		least = widen(1 << s.base.FracBits)
	}
	flushed := false
	for k := range s.arity {
		if magnitude := x[k] &^ sign; magnitude != 0 && magnitude < least {
			x[k] &= sign
			flushed = true
		}
	}
	a, b, _ := s.results(x)
	return flushed && (s.ra.flushIn && b == ra || s.rb.flushIn && a == rb)
}

// belowNormal reports whether the program that works in registers has an intermediate result below the normal numbers of
// the type.
func (s *Search) belowNormal(x [3]uint64) bool {
	p := s.b
	if s.ra.ranged {
		p = s.a
	}
	var steps []Step
	p.run(x, s.arity, &steps)
	for k := range steps {
		step := &steps[k]
		n := format.X87.Unpack(step.Bits)
		if step.Format == format.X87 && !strings.HasPrefix(step.Name, "fld") && n.Class == format.Normal && n.Exp < p.typ.Emin {
			return true
		}
	}
	return false
}

// why states the result in words.
func (s *Search) why() string {
	a, b := s.a, s.b
	code, other := a.code(), b.code()
	switch s.result.Verdict {
	case NoBits:
		if b.missing != "" {
			a = b
		}
		return a.target.Name() + ": " + a.missing
	case SameCode:
		return "both execute " + code + " under the same control: the same bits for all operands"
	case NotFound:
		return "no difference was found; this proves nothing"
	case Found:
		if code == other {
			return s.result.Reason.String()
		}
		return s.result.Reason.String() + ": " + code + ", against " + other
	}
	// SameRules
	if s.want != AnyReason && !s.has(s.want) {
		return "the two do not differ in this: " + s.want.String()
	}
	if other != code {
		code += " and " + other
	}
	if len(s.all) == 0 {
		return code + ": the same rounding, the same NaN" + s.hidden
	}
	return code + ": numbers are rounded alike, and every combination of zeros, infinities and NaNs, compared one by one, gives the same bits" + s.hidden
}

// code lists the instructions of a program.
func (p *program) code() string {
	text := ""
	for k := range p.list {
		if k > 0 {
			text += ", "
		}
		text += p.list[k].name
	}
	return text
}
