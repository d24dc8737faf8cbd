// Package arith holds the operations of IEEE 754-2019 on the formats of package format: operands of one format,
// result in any format, rounded once.
//
// Every operation is a pure function of an Env and operand bits. Computational operations take a *trace.Trace
// that may be nil; with one they work at 256 bits and record the exact operands, intermediate results and the
// number that went to the rounding point. Without one they take the narrowest path that is still exact enough;
// the tests hold both paths to the same bits. None of them allocates.
//
// Exceptions are those of IEEE 754-2019 clause 7. fusedMultiplyAdd(0, infinity, quiet NaN) signals invalid unless
// Env.NaN.QuietHidesProduct says otherwise (7.2 c leaves it open). x87 encodings that the processor refuses
// signal invalid and deliver the default NaN.
package arith

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// read decodes an operand, flushing subnormals if env says so. A pseudo-subnormal is read as the normal number it is.
func read(env round.Env, f *format.Format, c wide.U128) format.Num {
	n := f.Unpack(c)
	switch n.Class {
	case format.Subnormal:
		if env.FlushIn {
			return format.Num{Class: format.Zero, Sign: n.Sign}
		}
	case format.PseudoSubnormal:
		n.Class = format.Normal
	}
	return n
}

// deliver rounds a decoded number that is not a NaN into dst.
func deliver(env round.Env, dst *format.Format, n format.Num) round.Result {
	switch n.Class {
	case format.Zero:
		return round.PackZero(env, dst, n.Sign)
	case format.Infinity:
		return round.PackInf(env, dst, n.Sign)
	}
	return round.Pack(env, dst, round.Unrounded{Sign: n.Sign, Exp: n.Exp, Sig: n.Sig})
}

// notNumber reports an operand, as read, that is a NaN or an encoding that x87 refuses.
func notNumber(n format.Num) bool { return n.Class > format.Infinity }

// nan1, nan2 and nan3 deliver the result for operands of which at least one is notNumber.
func nan1(env round.Env, dst *format.Format, a format.Num) round.Result {
	if a.Class.IsInvalid() {
		return round.PackInvalid(env, dst)
	}
	return round.PackNaN(env, dst, a)
}

func nan2(env round.Env, dst *format.Format, a, b format.Num) round.Result {
	if a.Class.IsInvalid() || b.Class.IsInvalid() {
		return round.PackInvalid(env, dst)
	}
	return round.PackNaN(env, dst, a, b)
}

func nan3(env round.Env, dst *format.Format, a, b, c format.Num) round.Result {
	if a.Class.IsInvalid() || b.Class.IsInvalid() || c.Class.IsInvalid() {
		return round.PackInvalid(env, dst)
	}
	return round.PackNaN(env, dst, a, b, c)
}

// record adds a finite operand to the trace; zeros are recorded with Sig 0.
func record(t *trace.Trace, role trace.Role, n format.Num, p int) {
	if t == nil || !n.Class.IsFinite() {
		return
	}
	t.Add(trace.Row{Role: role, Sign: n.Sign, Exp: n.Exp, Sig: wide.Top128(n.Sig), Bits: int32(p)})
}

// recordResult adds a finite number that goes to the rounding point as it is.
func recordResult(t *trace.Trace, n format.Num) {
	if t != nil {
		record(t, trace.Result, n, 128-n.Sig.TrailingZeros())
	}
}

// isZero and isInf abbreviate class tests on operands that are not NaN.
func isZero(n format.Num) bool { return n.Class == format.Zero }
func isInf(n format.Num) bool  { return n.Class == format.Infinity }
