package x86

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// early are the exceptions that are found before the operation: unmasked, they leave all registers as they were.
const early = round.Invalid | round.DenormalOperand | round.DivideByZero

// biasAdjust is how far the exponent of a result in a register is moved for the handler of an unmasked overflow (down) or
// underflow (up): 3*2^13 (Intel SDM volume 1, 8.5.4 and 8.5.5).
const biasAdjust = 3 << 13

// trap ends the run with unmasked exceptions and changes r to what the instruction leaves behind. SSE delivers nothing. x87
// delivers nothing for the early ones and for a store that overflows or underflows; else the result, after an overflow
// or underflow with its exponent moved. A load pushes a subnormal number although it signals that (measured on an AMD EPYC,
// as the flags of a store that traps).
func (e *evaluation) trap(r *round.Result, trap round.Flags) {
	l := &e.l
	e.run.Trap = trap
	store := l.Kind == LineStore || l.Kind == LineFinal
	load := l.Kind == LineLoad || l.Kind == LineAgain
	switch {
	case load && trap == round.DenormalOperand:
		return
	case trap&early != 0:
		r.Flags &= early
	case e.m.Unit != UnitX87:
	case trap&(round.Overflowed|round.Underflow) == 0:
		return
	case !store && l.N > 0:
		e.rescale(r, trap)
		l.To.Bits = r.Bits
		e.stack[e.depth-1] = l.To
		return
	default:
		r.Flags &^= round.Inexact
	}
	if load {
		e.depth-- // nothing was pushed
	} else {
		e.stack, e.depth = e.before, e.held
	}
	l.None, l.To = true, Reg{F: l.To.F}
	r.Decision = round.Decision{}
}

// rescale repeats an operation with its operands scaled so that the result is that of the handler.
func (e *evaluation) rescale(r *round.Result, trap round.Flags) {
	l := &e.l
	by := int32(biasAdjust)
	if trap&round.Overflowed != 0 {
		by = -biasAdjust
	}
	x := [3]wide.U128{l.In[0].Bits, l.In[1].Bits}
	op := ""
	switch l.Name {
	case "faddp", "fsubp":
		op, x[0], x[1] = l.Name[1:4], scaleExponent(x[0], by), scaleExponent(x[1], by)
	case "fmulp":
		op, x[0], x[1] = "mul", scaleExponent(x[0], by/2), scaleExponent(x[1], by/2)
	case "fdivp":
		op, x[0], x[1] = "div", scaleExponent(x[0], by/2), scaleExponent(x[1], -by/2)
	default:
		return
	}
	do, _ := FindX87(op)
	s := do.Do(e.m.Control, x, nil)
	s.Flags |= r.Flags &^ round.Inexact
	*r = s
}

// scaleExponent returns a finite number times 2^by, or the smallest normal number of its sign where that is too small: the
// operand of a sum that only says that there is something below.
func scaleExponent(c wide.U128, by int32) wide.U128 {
	f := format.X87
	n := f.Unpack(c)
	if !n.Class.IsFinite() || n.Class == format.Zero {
		return c
	}
	exp := n.Exp + by + f.Bias
	if exp < 1 {
		exp, n.Sig = 1, wide.U128{Hi: 1 << 63}
	}
	return f.Join(n.Sign, uint32(exp), wide.From64(n.Sig.Hi))
}
