package arith

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// AugmentedAddition delivers head = a + b rounded by roundTiesTowardZero and tail = a + b - head, which is exact
// (IEEE 754-2019 9.5). An exact sum has a zero tail with the sign of head; if head is infinite or NaN, tail is the
// same datum. Only overflow signals Overflowed and Inexact; a format without infinity and NaN then delivers its
// largest number as head and the rest as tail. env.Direction and env.Precision are not used. f must have a sign:
// the scale formats cannot hold a negative tail.
func AugmentedAddition(env round.Env, f *format.Format, a, b wide.U128) (head, tail round.Result) {
	env.Direction, env.Precision = round.TiesTowardZero, 0
	head = Add(env, f, f, a, b, nil)
	h := f.Unpack(head.Bits)
	if !h.Class.IsFinite() {
		return head, round.Result{Bits: head.Bits}
	}
	if head.Flags&round.Inexact == 0 {
		return head, round.Result{Bits: f.Zero(h.Sign)}
	}
	// Both differences are exact when the larger operand is subtracted first.
	if magnitude(f.Unpack(a), f.Unpack(b)) < 0 {
		a, b = b, a
	}
	env.Direction = round.TiesToEven
	d := Sub(env, f, f, head.Bits, a, nil)
	tail = Sub(env, f, f, b, d.Bits, nil)
	if head.Flags&round.Overflowed == 0 {
		head.Flags &^= round.Inexact // the pair is exact
	}
	return head, tail
}
