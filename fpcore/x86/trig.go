package x86

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// The 66 significant bits of pi that x87 reduces arguments by (Intel SDM volume 1, 8.3.8): the constant times 2^-64,
// and pi/2 is the constant times 2^-65.
var pi66 = wide.U128{Hi: 0x3, Lo: 0x243f6a8885a308d3}

// InTrigRange reports whether fsin and fcos accept the operand: all but the finite numbers of magnitude 2^63 or more.
// For those the processor sets the condition flag C2 and leaves the operand in the register.
func InTrigRange(c wide.U128) bool {
	n := format.X87.Unpack(c)
	return !n.Class.IsFinite() || n.Class == format.Zero || n.Exp < 63
}

func x87Sin(op *X87, w ControlWord, x [3]wide.U128, t *trace.Trace) round.Result {
	return op.signal(trig(op, w, x[0], t, 0), x)
}

func x87Cos(op *X87, w ControlWord, x [3]wide.U128, t *trace.Trace) round.Result {
	return op.signal(trig(op, w, x[0], t, 1), x)
}

// trig delivers sin(x), or cos(x) = sin(x + pi/2) if quadrant is 1, with pi as in pi66: the argument is reduced
// exactly to |r| < pi/4, the sine or cosine of r is evaluated as sinOf and cosOf say, and their last sum is rounded
// once, to 64 bits whatever the precision control is. Inexact is signaled even if that sum has 64 bits. An operand
// out of range is delivered unchanged without a flag.
//
// The scheme and its coefficients were inferred from measurements of an AMD EPYC (family 25, model 17), with which
// every result agreed. Other processors were not measured.
func trig(op *X87, w ControlWord, c wide.U128, t *trace.Trace, quadrant uint64) round.Result {
	env := w.Env()
	env.Precision = 0
	n := format.X87.Unpack(c)
	switch {
	case n.Class.IsNaN():
		return round.PackNaN(env, op.Dst, n)
	case n.Class.IsInvalid() || n.Class == format.Infinity:
		return round.PackInvalid(env, op.Dst)
	case n.Class == format.Zero && quadrant == 0:
		return round.PackZero(env, op.Dst, n.Sign)
	case n.Class == format.Zero:
		return round.Pack(env, op.Dst, round.Unrounded{Sig: one.sig})
	case n.Exp >= 63:
		return round.Result{Bits: c.And(wide.Mask(uint(format.X87.Bits)))}
	}
	r, q := reduce(real68{exp: n.Exp, sig: n.Sig})
	q += quadrant
	var s sum
	if q&1 == 0 {
		s = sinOf(r)
	} else {
		s = cosOf(r)
	}
	odd := quadrant == 0 // sin(-y) = -sin(y)
	s.neg = s.neg != (q&2 != 0) != (odd && n.Sign)
	t.Add(trace.Row{Role: trace.OperandA, Sign: n.Sign, Exp: n.Exp, Sig: wide.Top128(n.Sig), Bits: int32(format.X87.P)})
	t.Add(trace.Row{Role: trace.Result, Sign: s.neg, Exp: s.exp, Sig: s.sig, Bits: int32(256 - s.sig.TrailingZeros()), More: s.more})
	result := round.Pack(env, op.Dst, round.Unrounded{Sign: s.neg, Exp: s.exp, Sig: s.sig.Hi(), Sticky: !s.sig.Lo().IsZero()})
	result.Flags |= round.Inexact
	return result
}

// reduce returns r = x - q*pi/2 for the nearest integer q, and q modulo 4, for 0 < x < 2^63. It is exact: r is a
// multiple of 2^-65 if x is not below pi/4, and no x of 64 bits is a multiple of pi/2.
func reduce(x real68) (r real68, q uint64) {
	if x.exp < -1 {
		return x, 0
	}
	units := x.sig.Shr(uint(62 - x.exp)) // of 2^-65
	quo, rest := wide.Div128(wide.From128(units), pi66)
	if twice := rest.Shl(1); pi66.Less(twice) {
		rest, r.neg = pi66.Sub(rest), true
		quo.Lo++
	}
	lead := rest.LeadingZeros()
	r.exp, r.sig = int32(62-lead), rest.Shl(uint(lead))
	return r, quo.Lo & 3
}

// sinOf returns x + (x*u)*s for u = x^2 and s = s3 + u*(s5 + ... + u*s15), all operations but the last rounded to 68
// bits. The coefficients are those of the polynomial whose relative error from sin is least on |x| <= pi/4, 2^-68.7,
// rounded to 68 bits.
func sinOf(x real68) sum {
	u := x.mul(x)
	return x.add(x.mul(u).mul(horner(u, sinTerms[:])))
}

// cosOf returns 1 + u*s for u = x^2 and s = c2 + u*(c4 + ... + u*c16), evaluated as in sinOf. The coefficients are
// those of the polynomial whose error relative to 1 - cos is least on |x| <= pi/4, 2^-72.1; c2 rounds to -1/2.
func cosOf(x real68) sum {
	u := x.mul(x)
	return one.add(u.mul(horner(u, cosTerms[:])))
}

// horner returns the polynomial with the given coefficients, the constant first, at u.
func horner(u real68, terms []real68) real68 {
	s := terms[len(terms)-1]
	for k := len(terms) - 2; k >= 0; k-- {
		s = s.mul(u).add(terms[k]).round()
	}
	return s
}

// real68 is the number (-1)^neg * sig * 2^(exp-127) with bit 127 of sig set and at most 68 significant bits: the
// width of the unit's internal registers, with an exponent that is not bounded here.
type real68 struct {
	neg bool
	exp int32
	sig wide.U128
}

// sum is an exact sum: (-1)^neg * sig * 2^(exp-255) with bit 255 of sig set; more says that bit 0 stands for a rest.
type sum struct {
	neg  bool
	more bool
	exp  int32
	sig  wide.U256
}

// round returns s rounded to nearest, ties to even, in 68 bits.
func (s sum) round() real68 {
	const drop = 60
	kept, rest := s.sig.Hi(), s.sig.B<<(64-drop)
	kept = kept.Shr(drop)
	if rest>>63 != 0 && (rest<<1|s.sig.C|s.sig.D != 0 || kept.Lo&1 != 0) {
		kept = kept.Add(wide.From64(1))
	}
	if kept.Bit(128-drop) != 0 {
		return real68{s.neg, s.exp + 1, wide.U128{Hi: 1 << 63}}
	}
	return real68{s.neg, s.exp, kept.Shl(drop)}
}

// mul returns a*b, rounded.
func (a real68) mul(b real68) real68 {
	p := sum{neg: a.neg != b.neg, exp: a.exp + b.exp + 1, sig: wide.Mul128(a.sig, b.sig)}
	if p.sig.A>>63 == 0 {
		p.sig, p.exp = p.sig.Shl(1), p.exp-1
	}
	return p.round()
}

// add returns a+b, which must not be 0.
func (a real68) add(b real68) sum {
	if a.exp < b.exp || a.exp == b.exp && a.sig.Less(b.sig) {
		a, b = b, a
	}
	const room = 1 // for the carry
	low := wide.Top128(b.sig)
	shift := uint(a.exp-b.exp) + room
	s := sum{neg: a.neg, more: int(shift) > low.TrailingZeros(), exp: a.exp + room, sig: wide.Top128(a.sig).Shr(room)}
	if low = low.ShrJam(shift); a.neg == b.neg {
		s.sig, _ = s.sig.Add(low)
	} else {
		s.sig = s.sig.Sub(low)
	}
	lead := s.sig.LeadingZeros()
	s.exp -= int32(lead)
	s.sig = s.sig.Shl(uint(lead))
	return s
}

var one = real68{sig: wide.U128{Hi: 1 << 63}}

// sinTerms are the coefficients of x^3, x^5, ..., x^15.
var sinTerms = [...]real68{
	{true, -3, wide.U128{Hi: 0xaaaaaaaaaaaaaa97, Lo: 0x3000000000000000}},
	{false, -7, wide.U128{Hi: 0x8888888888885699, Lo: 0xc000000000000000}},
	{true, -13, wide.U128{Hi: 0xd00d00d00c536514, Lo: 0x4000000000000000}},
	{false, -19, wide.U128{Hi: 0xb8ef1d299845c8f6, Lo: 0xe000000000000000}},
	{true, -26, wide.U128{Hi: 0xd7322946bf3401c7, Lo: 0x3000000000000000}},
	{false, -33, wide.U128{Hi: 0xb0904623e7067651, Lo: 0xb000000000000000}},
	{true, -41, wide.U128{Hi: 0xd5512389e1e01893, Lo: 0x3000000000000000}},
}

// cosTerms are the coefficients of x^2, x^4, ..., x^16.
var cosTerms = [...]real68{
	{true, -1, wide.U128{Hi: 0x8000000000000000, Lo: 0x0000000000000000}},
	{false, -5, wide.U128{Hi: 0xaaaaaaaaaaaaaaa4, Lo: 0x8000000000000000}},
	{true, -10, wide.U128{Hi: 0xb60b60b60b609bca, Lo: 0x3000000000000000}},
	{false, -16, wide.U128{Hi: 0xd00d00d00cabfc91, Lo: 0x3000000000000000}},
	{true, -22, wide.U128{Hi: 0x93f27dbb3e4b5c33, Lo: 0x3000000000000000}},
	{false, -29, wide.U128{Hi: 0x8f76c6975f788ec5, Lo: 0xd000000000000000}},
	{true, -37, wide.U128{Hi: 0xc9c9e8ad0859026f, Lo: 0x1000000000000000}},
	{false, -45, wide.U128{Hi: 0xd584517987a0eaa1, Lo: 0x9000000000000000}},
}
