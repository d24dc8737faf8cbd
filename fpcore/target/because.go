package target

import (
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/wide"
)

// Because returns the rule that makes two targets differ on given operands of an operation, and the reason in words;
// AnyReason if they do not differ, or one of them delivers no bits.
func Because(a, b Target, o gpu.Operation, double bool, x [3]uint64) (Reason, string) {
	s := NewSearch(a, b, o, double, AnyReason, 0, 0)
	if s.result.Verdict != Searching {
		return AnyReason, s.result.Why
	}
	if s.a.out == s.b.out && s.a.bits(x) == s.b.bits(x) {
		return AnyReason, ""
	}
	s.result.Reason, s.result.Verdict = s.because(x), Found
	return s.result.Reason, s.why()
}

// because decides among the rules in which the programs differ which one shows on operands on which they differ.
func (s *Search) because(x [3]uint64) Reason {
	ra, rb := s.a.bits(x), s.b.bits(x)
	has := func(r Reason) bool {
		for _, d := range s.all {
			if d == r {
				return true
			}
		}
		return false
	}
	class := func(p *program, c uint64) format.Class { return p.out.ClassOf(wide.From64(c)) }
	ca, cb := class(&s.a, ra), class(&s.b, rb)
	if ca.IsNaN() && cb.IsNaN() {
		return NaNBits
	}
	if has(FlushedIn) && s.flushedIn(x, ra, rb) {
		return FlushedIn
	}
	if has(FlushedOut) && (ca == format.Zero && cb == format.Subnormal || cb == format.Zero && ca == format.Subnormal) {
		return FlushedOut
	}
	for _, r := range []Reason{Demotion, Approximated, Truncated, Fused, Directed} {
		if has(r) {
			return r
		}
	}
	if has(Ranged) && (ca == format.Infinity || cb == format.Infinity || ca.IsNaN() || cb.IsNaN() || s.small(x)) {
		return Ranged
	}
	for _, r := range []Reason{Extended, Ranged, FlushedOut, FlushedIn} {
		if has(r) {
			return r
		}
	}
	return NaNBits
}

// flushedIn reports whether the program that keeps subnormal operands delivers, with zeros in their place, what the
// other one does.
func (s *Search) flushedIn(x [3]uint64, ra, rb uint64) bool {
	p, other := &s.a, rb
	if s.a.rules().flushIn {
		p, other = &s.b, ra
	}
	least := s.base.MinNormal(false).Lo
	if s.base != p.typ {
		least = widen(least)
	}
	signBit := uint64(1) << (p.typ.Bits - 1)
	flushed := false
	for k := range s.arity {
		if magnitude := x[k] &^ signBit; magnitude != 0 && magnitude < least {
			x[k] &= signBit
			flushed = true
		}
	}
	r := p.bits(x)
	if s.a.out != s.b.out && p.out == format.F64 {
		other = widen(other)
	}
	return flushed && r == other
}

// small reports whether the program that works in registers has an intermediate result below the normal numbers of
// the type.
func (s *Search) small(x [3]uint64) (found bool) {
	p := &s.a
	if p.target.Unit != X87 || p.target.Stored {
		p = &s.b
	}
	p.trace(s.arity, x, func(step Step) {
		n := format.X87.Unpack(step.Bits)
		if step.Format == format.X87 && !strings.HasPrefix(step.Name, "fld") && n.Class == format.Normal && n.Exp < p.typ.Emin {
			found = true
		}
	})
	return found
}

// why states the result in words.
func (s *Search) why() string {
	switch w := &s.result; w.Verdict {
	case NoBits:
		if s.a.missing != "" {
			return s.a.target.Name() + ": " + s.a.missing
		}
		return s.b.target.Name() + ": " + s.b.missing
	case SameCode:
		return "both execute " + s.a.code() + " under the same control: the same bits for all operands"
	case SameRules:
		return s.alike()
	case NotFound:
		return "no difference was found; this proves nothing"
	case Found:
		if s.a.code() == s.b.code() {
			return w.Reason.String()
		}
		return w.Reason.String() + ": " + s.a.code() + ", against " + s.b.code()
	}
	return ""
}

// alike says why the two give the same bits although their code or their control differs.
func (s *Search) alike() string {
	text := s.a.code()
	if other := s.b.code(); other != text {
		text += " and " + other
	}
	if len(s.all) == 0 {
		text += ": the same rounding, the same NaN"
	} else {
		text += ": numbers are rounded alike, and every combination of zeros, infinities and NaNs, compared one by one, gives the same bits"
		for _, r := range s.all {
			if s.want != AnyReason && r != s.want {
				text = "the two do not differ in this: " + s.want.String()
			}
		}
	}
	if s.hidden != "" {
		text += "; " + s.hidden
	}
	return text
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
