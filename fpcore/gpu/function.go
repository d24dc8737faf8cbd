package gpu

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// reciprocalRoot is 1/sqrt(x), correctly rounded, in a format of at most 24 bits of precision.
func reciprocalRoot(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result {
	f := i.Out.Float
	env := i.env(f)
	n := f.Unpack(x[0])
	switch {
	case n.Class.IsNaN():
		return arith.Convert(env, f, f, x[0], t)
	case n.Class == format.Zero:
		r := round.PackInf(env, f, n.Sign)
		r.Flags |= round.DivideByZero
		return r
	case n.Sign:
		return round.PackInvalid(env, f)
	case n.Class == format.Infinity:
		return round.PackZero(env, f, false)
	}
	// x = m * 2^e with e even and m of 24 or 25 bits: floor(sqrt(2^126/m)) = floor(sqrt(floor(2^126/m))) has
	// at least 50 bits, and the root is exact only if m is a power of two with an exact quotient.
	m := n.Sig.Hi >> 40
	e := n.Exp - 23
	if e&1 != 0 {
		m <<= 1
		e--
	}
	q, rest := wide.Div128(wide.From128(wide.U128{Hi: 1 << 62}), wide.From64(m))
	root, more := wide.Sqrt128(q)
	sig := wide.From64(root)
	lz := sig.LeadingZeros()
	return round.Pack(env, f, round.Unrounded{Exp: int32(127-lz) - 63 - e/2, Sig: sig.Shl(uint(lz)), Sticky: more || !rest.IsZero()})
}

// nextAfter is nextafterf: the neighbour of a in the direction of b, b itself if they are equal.
func nextAfter(i *Instruction, x [3]wide.U128, _ *trace.Trace) round.Result {
	f := i.Out.Float
	rel, flags := arith.Compare(round.Env{}, f, x[0], x[1])
	switch rel {
	case arith.Less:
		return round.Result{Bits: f.NextUp(x[0])}
	case arith.Greater:
		return round.Result{Bits: f.NextDown(x[0])}
	case arith.Equal:
		return round.Result{Bits: x[1]}
	}
	return round.Result{Bits: f.NaN(format.AllOnes), Flags: flags}
}

func logB(i *Instruction, x [3]wide.U128, _ *trace.Trace) round.Result {
	f := i.Out.Float
	return arith.LogB(i.env(f), f, f, x[0])
}

// scale is scalbnf(a, n): a times 2^n, rounded once.
func scale(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result {
	f := i.Out.Float
	return arith.ScaleB(i.env(f), f, f, x[0], int64(int32(x[1].Lo)), t)
}
