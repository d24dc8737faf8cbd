package reals

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Of returns the exact value of every value of the program for given inputs: arithmetic of real numbers on the inputs
// as they are stored and the literals as their types have them, with IEEE 754's rules for infinities, NaNs and the signs
// of zeros. Conversions to integers cut the exact value; integers wrap as C says. Conversions between floating-point types,
// and the roundings that names such as __fadd_rz speak of, change nothing. Where C leaves a result undefined, or bits of a
// number are read that no code of its type has, it is Undecided.
//
// taken tells which way the ?: on value v goes; if it is nil, exact comparisons decide.
func Of(c *types.Code, in []uint64, taken func(v int32) bool) []Real {
	n := len(c.Values)
	e := evaluation{c: c, in: in, taken: taken, arithmetic: arithmetic{bits: IntervalBits}}
	if n > manyValues {
		e.bits = fewBits
	}
	for {
		out := e.run()
		limbs := e.bits * 4 / 64
		if taken != nil || c.Result < 0 || !e.lost && narrow(out[c.Result]) || n*limbs*limbs > mostWork {
			return out
		}
		e.bits *= 4
	}
}

// Programs of more than manyValues start with intervals of fewBits. More are tried as long as that costs at most mostWork
// products of words.
const (
	manyValues = 500
	fewBits    = 160
	mostWork   = 10_000_000
	resultBits = 100 // to which a result has to be known
)

// narrow reports a value that is known well enough, or that more bits do not make known.
func narrow(r Real) bool {
	w := r.Hi.Sub(r.Lo)
	if r.Kind != Finite || r.fraction != nil || w.IsZero() {
		return true
	}
	return !r.Lo.IsZero() && r.Lo.Sign() == r.Hi.Sign() && w.Log2() < r.Lo.Log2()-resultBits
}

// evaluation is one run through a program.
type evaluation struct {
	arithmetic
	c        *types.Code
	in       []uint64
	taken    func(v int32) bool
	meanings map[string]types.Meaning
}

func (e *evaluation) run() []Real {
	c := e.c
	e.lost, e.meanings = false, map[string]types.Meaning{}
	out := make([]Real, len(c.Values))
	for i := range c.Values {
		v := &c.Values[i]
		var x [3]Real
		for k, o := range v.Operands() {
			x[k] = out[o]
		}
		switch {
		case v.Op == types.Const:
			out[i] = OfCode(v.Type, v.Bits)
		case v.Op == types.Input:
			if v.Bits < uint64(len(e.in)) {
				out[i] = OfCode(c.Inputs[v.Bits].Type, e.in[v.Bits])
			}
		case v.Op == types.Select:
			out[i] = e.choose(v, &x)
		case v.Op == types.Call:
			m, ok := e.meanings[v.Fn]
			if !ok {
				m, _ = types.MeaningOf(v.Fn)
				e.meanings[v.Fn] = m
			}
			out[i] = e.call(m, v.Type, c.Values[v.X[0]].Type, &x)
		case v.Op == types.Convert && v.Type.IsInt():
			out[i] = e.toInteger(v.Type, c.Values[v.X[0]].Type, x[0], round.TowardZero)
		case v.Op == types.Convert:
			out[i] = x[0]
		case v.Op >= types.Less && v.Op <= types.Differ:
			out[i] = e.comparison(v.Op, x[0], x[1])
		case v.Op == types.Bitcast:
			if b, ok := x[0].code(c.Values[v.X[0]].Type); ok {
				out[i] = OfCode(v.Type, b)
			}
		case v.Type.IsInt():
			a, ok1 := x[0].code(v.Type)
			b, ok2 := x[1].code(v.Type)
			if ok1 && (ok2 || len(v.Operands()) == 1) {
				if r, ok := types.IntegerBits(v.Op, c.Values[v.X[0]].Type, a, b); ok {
					out[i] = OfCode(v.Type, r)
				}
			}
		default:
			out[i] = e.operate(v.Op, &x)
		}
	}
	return out
}

// choose is ?:.
func (e *evaluation) choose(v *types.Value, x *[3]Real) Real {
	switch {
	case e.taken != nil && e.taken(v.X[0]):
		return x[1]
	case e.taken != nil:
		return x[2]
	case x[0].Kind != Finite:
		if c, ok := e.compare(x[1], x[2]); ok && c == 0 && !x[1].IsZero() { // it makes no difference
			return x[1]
		}
		return Real{}
	case x[0].Lo.IsZero():
		return x[2]
	}
	return x[1]
}

func (e *evaluation) comparison(op types.Op, a, b Real) Real {
	c, ok := e.compare(a, b)
	if !ok {
		return Real{}
	}
	rel := [...]arith.Relation{arith.Less, arith.Equal, arith.Greater, arith.Unordered}[max(c, -1)+1]
	if c > 1 {
		rel = arith.Unordered
	}
	return exactly(exact.New(false, wide.NatFrom64(uint64(types.Bit(op.Holds(rel)))), 0))
}

// toInteger converts to an integer type; what the type does not have is undefined in C.
func (k *arithmetic) toInteger(to, from types.Type, r Real, d round.Direction) Real {
	switch {
	case from.IsInt():
		b, ok := r.code(from)
		if !ok {
			return Real{}
		}
		b, _ = types.ConvertBits(to, from, b, types.FoldInts)
		return OfCode(to, b)
	case to == types.Bool:
		c, ok := k.compare(r, exactly(zeroValue))
		if !ok {
			return Real{}
		}
		return OfCode(types.Bool, uint64(types.Bit(c != 0)))
	}
	r = k.integral(r, d)
	if r.Kind != Finite {
		return Real{}
	}
	if b, ok := r.code(to); ok {
		if back := OfCode(to, b); back.Lo.Cmp(r.Lo) == 0 {
			return back
		}
	}
	return Real{}
}

// operate is + - * / and fma.
func (k *arithmetic) operate(op types.Op, x *[3]Real) Real {
	switch op {
	case types.Sub:
		return k.add(x[0], x[1].Negated())
	case types.Add:
		return k.add(x[0], x[1])
	case types.Neg:
		return x[0].Negated()
	case types.Mul:
		return k.mul(x[0], x[1])
	case types.Div:
		return k.div(x[0], x[1])
	case types.FusedOp:
		return k.add(k.mul(x[0], x[1]), x[2])
	}
	return Real{}
}

// realIDs are the functions of call that are no exact.Function.
const realIDs = " add sub mul div fma rcp sqrt fabs fmin fmax copysign fdim fmod remainder nextafter ldexp saturate convert pow hypot rhypot norm3d atan2 "

// HasExact reports that a function of Functions has an exact value.
func HasExact(fn string) bool {
	m, ok := types.MeaningOf(fn)
	_, elementary := exact.FindFunction(m.ID)
	return ok && (elementary || m.Whole || types.Listed(realIDs, m.ID))
}

// call evaluates a function: to is the type of its result, from that of its first operand.
func (k *arithmetic) call(m types.Meaning, to, from types.Type, x *[3]Real) (r Real) {
	switch m.ID {
	case "add", "sub", "mul", "div", "fma":
		r = k.operate(map[string]types.Op{"add": types.Add, "sub": types.Sub, "mul": types.Mul, "div": types.Div, "fma": types.FusedOp}[m.ID], x)
	case "rcp":
		r = k.div(exactly(oneValue), x[0])
	case "sqrt":
		r = k.sqrt(x[0])
	case "fabs":
		r = x[0].abs()
	case "fmin":
		r = least(x[0], x[1], m.KeepsNaN)
	case "fmax":
		r = least(x[0].Negated(), x[1].Negated(), m.KeepsNaN).Negated()
	case "copysign":
		r = k.copysign(x[0], x[1])
	case "fdim":
		r = k.fdim(x[0], x[1])
	case "fmod", "remainder":
		r = k.rest(x[0], x[1], m.ID == "remainder")
	case "nextafter":
		r = k.nextAfter(to, x[0], x[1])
	case "ldexp":
		if r = x[0]; r.Kind == Finite {
			n, _ := x[1].code(types.Int)
			r = k.cut(r.Scaled(int64(int32(n))))
		}
	case "saturate":
		r = clamped(x[0])
	case "convert":
		if to.IsInt() {
			return k.toInteger(to, from, x[0], m.Direction)
		}
		r = x[0]
	case "pow":
		r = k.pow(x[0], x[1])
	case "hypot":
		r = k.hypot(x[0], x[1])
	case "rhypot":
		r = k.div(exactly(oneValue), k.hypot(x[0], x[1]))
	case "norm3d":
		r = k.hypot(k.hypot(x[0], x[1]), x[2])
	case "atan2":
		r = k.atan2(x[0], x[1])
	default:
		if m.Whole && to.IsInt() {
			return k.toInteger(to, from, x[0], m.Direction)
		}
		if m.Whole {
			return k.integral(x[0], m.Direction)
		}
		if f, ok := exact.FindFunction(m.ID); ok {
			r = k.apply(f, x[0])
		}
	}
	switch {
	case m.Saturates:
		r = clamped(r)
	case m.Relu && r.Kind != NotNumber:
		r = least(r.Negated(), exactly(zeroValue), false).Negated()
	}
	return r
}

// Operate returns the exact result of an arithmetic operation on up to three numbers.
func Operate(op types.Op, x *[3]Real) Real {
	k := arithmetic{bits: IntervalBits}
	return k.operate(op, x)
}

// Apply returns the exact result of a function: to is the type of its result, from that of its first operand. Bounds have
// so many bits.
func Apply(m types.Meaning, bits int, to, from types.Type, x *[3]Real) Real {
	k := arithmetic{bits: bits}
	return k.call(m, to, from, x)
}

// abs is |r|.
func (r Real) abs() Real {
	switch {
	case r.Kind != Finite:
		r.Lo.Neg, r.Hi.Neg = false, false
	case r.Hi.Sign() <= 0:
		if r = r.Negated(); r.Lo.IsZero() {
			r.Lo.Neg = false
		}
		if r.Hi.IsZero() {
			r.Hi.Neg = false
		}
	case r.Lo.Sign() <= 0:
		hi := r.Hi
		if r.Lo.Negated().Cmp(hi) > 0 {
			hi = r.Lo.Negated()
		}
		r = between(zeroValue, hi)
	}
	return r
}

// least is the smaller number; of a number and a NaN the number, unless NaNs are kept.
func least(r, s Real, keep bool) Real {
	switch {
	case r.Kind == NotNumber && (keep || s.Kind == NotNumber) || s.Kind == NotNumber && keep:
		return notNumber
	case r.Kind == NotNumber:
		return s
	case s.Kind == NotNumber:
		return r
	case r.Kind == Undecided || s.Kind == Undecided || r.Kind == Huge || s.Kind == Huge:
		return Real{}
	case r.Kind == Infinite || s.Kind == Infinite:
		if rank(r) <= rank(s) {
			return r
		}
		return s
	case r.Hi.Cmp(s.Lo) <= 0:
		return r
	case s.Hi.Cmp(r.Lo) <= 0:
		return s
	}
	out := between(r.Lo, r.Hi)
	if s.Lo.Cmp(out.Lo) < 0 {
		out.Lo = s.Lo
	}
	if s.Hi.Cmp(out.Hi) < 0 {
		out.Hi = s.Hi
	}
	return out
}

// clamped is r clamped to [0, 1]; a NaN becomes 0.
func clamped(r Real) Real {
	if r.Kind == NotNumber {
		return exactly(zeroValue)
	}
	r = least(r.Negated(), exactly(zeroValue), false).Negated() // not below 0
	return least(r, exactly(oneValue), false)
}

func (k *arithmetic) copysign(r, s Real) Real {
	neg, ok := s.Lo.Neg, s.IsZero()
	if c, known := s.sign(); known {
		neg, ok = s.Lo.Neg || c < 0, true
	}
	if !ok || r.Kind == Undecided {
		return k.undecided()
	}
	if r = r.abs(); neg {
		r = r.Negated()
	}
	return r
}

func (k *arithmetic) fdim(r, s Real) Real {
	c, ok := k.compare(r, s)
	switch {
	case ok && c == 2:
		return notNumber
	case ok && c <= 0:
		return exactly(zeroValue)
	}
	d := k.add(r, s.Negated())
	if d.Kind == Finite && !ok {
		return least(d.Negated(), exactly(zeroValue), false).Negated()
	}
	return d
}

// rest is fmod, with a quotient cut to a whole number, or remainder, with the nearest one.
func (k *arithmetic) rest(r, s Real, nearest bool) Real {
	if x, ok := special(r, s); ok {
		return x
	}
	switch {
	case r.Kind == Infinite || s.IsZero():
		return notNumber
	case s.Kind == Infinite || r.IsZero():
		return r
	case r.Exact() && s.Exact():
		return exactly(restOf(r.Lo, s.Lo, nearest))
	}
	d := round.TowardZero
	if nearest {
		d = round.TiesToEven
	}
	q := k.integral(k.div(r, s), d)
	return k.add(r, k.mul(q, s).Negated())
}

func restOf(x, y exact.Value, nearest bool) exact.Value {
	if x.Log2() < y.Log2()-1 {
		return x
	}
	e := min(x.Exp, y.Exp)
	b := y.Mag.Shl(uint(y.Exp - e))
	q, a := x.Mag.Shl(uint(x.Exp - e)).DivMod(b)
	if c := a.Shl(1).Cmp(b); nearest && (c > 0 || c == 0 && q.Bit(0) == 1) {
		return exact.New(!x.Neg, b.Sub(a), e)
	}
	return exact.New(x.Neg, a, e)
}

// nextAfter has a value where the first operand is a number of the type.
func (k *arithmetic) nextAfter(t types.Type, r, s Real) Real {
	if r.Kind == NotNumber || s.Kind == NotNumber {
		return notNumber
	}
	a, ok := r.code(t)
	c, decided := k.compare(r, s)
	if !ok || !decided {
		return Real{}
	}
	f := t.Format()
	p := wide.From64(a)
	switch {
	case c < 0:
		p = arith.NextUp(round.Env{}, f, p).Bits
	case c > 0:
		p = arith.NextDown(round.Env{}, f, p).Bits
	default:
		return s
	}
	return OfDatum(f, p)
}
