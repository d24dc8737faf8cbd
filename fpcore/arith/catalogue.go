package arith

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// Op is an operation with Arity operands of format src and a result of format dst. NextUp, NextDown and CopySign
// work in src and then convert to dst.
type Op struct {
	ID     string // short name in URLs: "add"
	Name   string // the name in IEEE 754-2019, or C's where the standard has none
	Symbol string // how a formula writes it, with a, b, c for the operands
	Arity  int
	Do     func(env round.Env, dst, src *format.Format, x [3]wide.U128, t *trace.Trace) round.Result
}

// Ops lists every operation with a floating-point result; a new one is a new file and a line here.
var Ops = []Op{
	{"add", "addition", "a + b", 2, two(Add)},
	{"sub", "subtraction", "a − b", 2, two(Sub)},
	{"mul", "multiplication", "a × b", 2, two(Mul)},
	{"div", "division", "a ÷ b", 2, two(Div)},
	{"fma", "fusedMultiplyAdd", "a × b + c", 3, func(env round.Env, dst, src *format.Format, x [3]wide.U128, t *trace.Trace) round.Result {
		return FMA(env, dst, src, x[0], x[1], x[2], t)
	}},
	{"sqrt", "squareRoot", "√a", 1, one(Sqrt)},
	{"rem", "remainder", "a rem b", 2, two(Remainder)},
	{"fmod", "fmod", "a fmod b", 2, two(Fmod)},
	{"rint", "roundToIntegralExact", "rint(a)", 1, func(env round.Env, dst, src *format.Format, x [3]wide.U128, t *trace.Trace) round.Result {
		return RoundToIntegral(env, dst, src, x[0], true, t)
	}},
	{"cvt", "convertFormat", "convert(a)", 1, one(Convert)},
	{"scaleb", "scaleB", "a × 2^b", 2, two(scaleBNum)},
	{"logb", "logB", "logB(a)", 1, func(env round.Env, dst, src *format.Format, x [3]wide.U128, _ *trace.Trace) round.Result {
		return LogB(env, dst, src, x[0])
	}},
	{"nextup", "nextUp", "nextUp(a)", 1, stepped(NextUp)},
	{"nextdown", "nextDown", "nextDown(a)", 1, stepped(NextDown)},
	{"min", "minimum", "minimum(a, b)", 2, pair(Minimum)},
	{"max", "maximum", "maximum(a, b)", 2, pair(Maximum)},
	{"minnum", "minimumNumber", "minimumNumber(a, b)", 2, pair(MinimumNumber)},
	{"maxnum", "maximumNumber", "maximumNumber(a, b)", 2, pair(MaximumNumber)},
	{"copysign", "copySign", "copySign(a, b)", 2, func(env round.Env, dst, src *format.Format, x [3]wide.U128, t *trace.Trace) round.Result {
		return moved(env, dst, src, CopySign(src, x[0], x[1]), t)
	}},
	{"neg", "negate", "−a", 1, func(env round.Env, dst, src *format.Format, x [3]wide.U128, t *trace.Trace) round.Result {
		return moved(env, dst, src, Negate(src, x[0]), t)
	}},
	{"abs", "abs", "|a|", 1, func(env round.Env, dst, src *format.Format, x [3]wide.U128, t *trace.Trace) round.Result {
		return moved(env, dst, src, Abs(src, x[0]), t)
	}},
}

// Find returns the operation with the given ID.
func Find(id string) (Op, bool) {
	for _, o := range Ops {
		if o.ID == id {
			return o, true
		}
	}
	return Op{}, false
}

type (
	doFunc   = func(env round.Env, dst, src *format.Format, x [3]wide.U128, t *trace.Trace) round.Result
	twoFunc  = func(env round.Env, dst, src *format.Format, a, b wide.U128, t *trace.Trace) round.Result
	oneFunc  = func(env round.Env, dst, src *format.Format, a wide.U128, t *trace.Trace) round.Result
	pairFunc = func(env round.Env, dst, src *format.Format, a, b wide.U128) round.Result
)

func two(f twoFunc) doFunc {
	return func(env round.Env, dst, src *format.Format, x [3]wide.U128, t *trace.Trace) round.Result {
		return f(env, dst, src, x[0], x[1], t)
	}
}

func one(f oneFunc) doFunc {
	return func(env round.Env, dst, src *format.Format, x [3]wide.U128, t *trace.Trace) round.Result {
		return f(env, dst, src, x[0], t)
	}
}

func pair(f pairFunc) doFunc {
	return func(env round.Env, dst, src *format.Format, x [3]wide.U128, _ *trace.Trace) round.Result {
		return f(env, dst, src, x[0], x[1])
	}
}

func stepped(f func(env round.Env, f *format.Format, a wide.U128) round.Result) doFunc {
	return func(env round.Env, dst, src *format.Format, x [3]wide.U128, t *trace.Trace) round.Result {
		r := f(env, src, x[0])
		m := moved(env, dst, src, r.Bits, t)
		m.Flags |= r.Flags
		return m
	}
}

// moved converts a code that was made in src to dst; within one format it is delivered as it is, without signals. Its many
// callers make copies of it dear.
//
//go:noinline
func moved(env round.Env, dst, src *format.Format, c wide.U128, t *trace.Trace) round.Result {
	if dst == src || *dst == *src {
		return round.Result{Bits: c}
	}
	return Convert(env, dst, src, c, t)
}
