package target

import (
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/x86"
)

// Reason is a rule in which two programs of one operation differ.
type Reason uint8

const (
	AnyReason    Reason = iota
	Demotion            // double is binary32 on one of them
	Approximated        // an approximation instead of a correctly rounded result, or another one
	Truncated           // the product of FMAD is truncated
	Fused               // one rounding instead of two
	Directed            // another rounding direction
	Extended            // results are rounded to another precision first, and again when stored
	Ranged              // intermediate results have a wider exponent range
	FlushedIn           // subnormal operands are read as zero
	FlushedOut          // subnormal results become zero
	NaNBits             // another NaN is delivered
	reasons
)

var reasonNames = [reasons]string{"", "double is computed in binary32", "an approximation, not the rounded result", "the product is truncated",
	"one rounding or two", "another rounding direction", "rounded twice: in the register and when stored", "the exponent range of registers",
	"subnormal operands are read as zero", "subnormal results become zero", "another NaN"}

func (r Reason) String() string { return reasonNames[r] }

// rules are what the results of a program depend on, besides the operation.
type rules struct {
	demoted, approximate      bool
	truncated, fused          bool
	flushIn, flushOut, ranged bool
	direction                 round.Direction
	precision                 int  // to which single results are rounded
	register                  bool // and then again, when they are stored
	stored                    bool // after each instruction
	nan                       uint8
}

func (p *program) rules() (r rules) {
	r.demoted, r.precision = p.demoted, p.out.P
	r.nan = uint8(p.target.Unit) + 1
	switch p.target.Unit {
	case GPU:
		if r.nan = 0; p.out == format.F64 {
			r.nan = 10
		}
		for k := range p.list {
			i := p.list[k].gpu
			r.flushIn = r.flushIn || i.Flush
			r.approximate = r.approximate || i.Approximate()
			r.fused = r.fused || strings.HasPrefix(i.Name, "fma.")
			r.truncated = r.truncated || strings.HasPrefix(i.Name, "mad.")
			r.direction = i.Direction
		}
		r.flushOut = r.flushIn
	case X87:
		r.direction, r.precision, r.register = p.target.direction(), p.target.Control.Precision(), true
		r.stored = p.target.Stored
		r.ranged = len(p.list) > 2 && !p.target.Stored
	default:
		r.nan = 1
		r.fused = p.target.Unit == FMA3 && p.list[0].n == 3
		r.flushIn, r.flushOut = p.target.MXCSR&x86.DAZ != 0, p.target.MXCSR&x86.FTZ != 0
		r.direction = p.target.direction()
	}
	return r
}

// same reports whether the two programs are the same instructions under the same control.
func (s *Search) same() bool {
	a, b := s.a, s.b
	if len(a.list) != len(b.list) || a.demoted != b.demoted {
		return false
	}
	for k := range a.list {
		if a.list[k] != b.list[k] {
			return false
		}
	}
	if a.target.Unit == X87 {
		return a.target.Control.Env() == b.target.Control.Env()
	}
	return a.target.Unit == GPU || a.target.MXCSR.Env() == b.target.MXCSR.Env()
}

// differing lists the rules in which the two programs differ and that can show in results, and why others cannot.
func (s *Search) differing() {
	x, y, a := &s.ra, &s.rb, s.a
	show := [reasons]bool{
		Demotion:     x.demoted != y.demoted,
		Approximated: x.approximate != y.approximate || x.approximate && unflushed(a) != unflushed(s.b),
		Truncated:    x.truncated != y.truncated,
		Fused:        x.fused != y.fused && !x.truncated && !y.truncated,
		Directed:     x.direction != y.direction,
		FlushedIn:    x.flushIn != y.flushIn,
		FlushedOut:   x.flushOut != y.flushOut,
		NaNBits:      x.nan != y.nan && x.demoted == y.demoted, // NaNs of two formats are not compared
	}
	p := a.typ.P
	switch {
	case !x.register && !y.register || x.register && y.register && x.precision == y.precision && x.stored == y.stored:
	case s.id == "sin" || s.id == "cos":
		s.hidden = "; x87 rounds this function to 64 bits whatever its control word says"
	case x.direction == y.direction && x.harmless(s.id, p) && y.harmless(s.id, p):
		s.hidden = "; rounding in a register and again when stored gives what one rounding gives for this operation on " + a.typ.Name
	case s.id == "rsqrt" && a.typ == format.F32 && x.roots() && y.roots():
		s.hidden = "; whether 53 or 64 bits are kept was compared for all 2^24 binary32 numbers from 1 to 4: the same bits"
	default:
		show[Ranged] = x.ranged != y.ranged && s.id != "rsqrt"
		show[Extended] = !show[Ranged] || x.register && x.precision != p || y.register && y.precision != p
	}
	if show[FlushedOut] && (s.id == "sqrt" || s.id == "rsqrt") {
		show[FlushedOut] = false
		s.hidden += "; the result is never subnormal"
	}
	for r, is := range show {
		if is {
			s.all = append(s.all, Reason(r))
		}
	}
}

// roots reports the registers for which 1/sqrt(a) was compared operand by operand.
func (r *rules) roots() bool {
	return r.register && !r.stored && r.direction == round.TiesToEven && r.precision >= 53
}

// unflushed names the code without .ftz.
func unflushed(p *program) string {
	return strings.ReplaceAll(strings.ReplaceAll(p.code(), ".ftz", ""), "(-ftz=true)", "")
}

// harmless reports whether rounding an operation on numbers of p bits to the rules' precision of at least p bits
// first, with an exponent range that is never left, and then to the type gives what one rounding gives:
//
//   - both in the same direction, and not to nearest;
//   - to nearest with at least 2p+2 bits (products: 2p, which hold them exactly), subnormal results included;
//   - to nearest with p bits, unless the result can be subnormal and inexact: sums that are subnormal are exact,
//     and a root is never subnormal, nor its reciprocal.
//
// Of two operations in a row both must be so, and what is between them stored.
//
// (Figueroa, When is double rounding innocuous?, 1995; for subnormal quotients: a quotient of numbers of p bits that is
// no midpoint of two numbers differs from one by more than 2^-(2p+1) of it.)
func (r *rules) harmless(id string, p int) bool {
	switch {
	case !r.register:
		return true
	case id == "a*b+c":
		return r.stored && r.harmless("a*b", p) && r.harmless("a+b", p)
	case id == "rsqrt" && r.precision > p:
		return r.stored && r.harmless("sqrt", p) && r.harmless("a/b", p)
	case r.precision < p:
		return false
	case r.direction != round.TiesToEven || r.precision >= 2*p+2 || id == "a*b" && r.precision >= 2*p:
		return true
	}
	return r.precision == p && (id == "a+b" || id == "a-b" || id == "sqrt" || id == "rsqrt")
}
