package exact

import "ulplab/fpcore/wide"

// Functions lists the functions, in the order in which the lab shows them.
//
// Where a value is dyadic is algebra: e^x, log x and all functions made of them are transcendental at every algebraic x
// but the ones listed (Lindemann 1882); 2^x, 10^x, log2 x and log10 x are irrational at every rational x where they are
// not listed as exact; sin and cos of rational multiples of pi are rational only if they are 0, 1/2 or 1 in magnitude
// (Niven 1956), and 1/2 belongs to no dyadic multiple; roots of numbers that are not powers are irrational.
var Functions = [...]Function{
	{"exp", "eˣ", expOf, expExact, aroundOne, "0i"},
	{"exp2", "2ˣ", exp2Real, powerOfTwo, aroundOne, "0i"},
	{"exp10", "10ˣ", exp10Real, powerOfTen, aroundOne, "0i"},
	{"expm1", "eˣ − 1", expm1Real, expm1Exact, aboveX, "-i"},
	{"log", "ln x", logReal, logExact(at1), nil, "ni"},
	{"log2", "log₂ x", log2Real, logExact(log2Exact), nil, "ni"},
	{"log10", "log₁₀ x", log10Real, logExact(log10Exact), nil, "ni"},
	{"log1p", "ln(1 + x)", log1pReal, log1pExact, belowX, "ni"},
	{"sin", "sin x", sinReal, at0(0), towardZero, "nn"},
	{"cos", "cos x", cosReal, at0(1), belowOne, "nn"},
	{"tan", "tan x", tanReal, at0(0), awayInUnit, "nn"},
	{"sinpi", "sin πx", sinpiReal, sinpiExact, nil, "nn"},
	{"cospi", "cos πx", cospiReal, cospiExact, belowOne, "nn"},
	{"asin", "arcsin x", asinReal, inUnit(at0(0)), awayFromZero, "nn"},
	{"acos", "arccos x", acosReal, inUnit(at1), nil, "nn"},
	{"atan", "arctan x", atanReal, at0(0), towardZero, "Pp"},
	{"sinh", "sinh x", sinhReal, sinhExact, awayFromZero, "Ii"},
	{"cosh", "cosh x", coshReal, coshExact, aboveOne, "ii"},
	{"tanh", "tanh x", tanhReal, at0(0), tanhLimits, "-1"},
	{"asinh", "arsinh x", asinhReal, at0(0), towardZero, "Ii"},
	{"acosh", "arcosh x", acoshReal, acoshExact, nil, "ni"},
	{"atanh", "artanh x", atanhReal, atanhExact, awayFromZero, "nn"},
	{"sqrt", "√x", sqrtReal, sqrtExact, nil, "ni"},
	{"rsqrt", "1/√x", rsqrtReal, rsqrtExact, nil, "n0"},
	{"cbrt", "∛x", cbrtReal, cbrtExact, nil, "Ii"},
	{"rcbrt", "1/∛x", rcbrtReal, rcbrtExact, nil, "z0"},
	{"rcp", "1/x", rcpReal, rcpExact, nil, "z0"},
	{"erf", "erf x", erfReal, at0(0), erfLimits, "-1"},
	{"erfc", "erfc x", erfcReal, erfcExact, erfcLimits, "20"},
}

type exactRule = func(x Value) (Kind, Value)

func dyadic(y Value) (Kind, Value) { return Exact, y }

func integer(n int64) Value {
	return New(n < 0, wide.NatFrom64(uint64(max(n, -n))), 0)
}

func (x Value) isOne() bool { return x.Exp == 0 && x.Mag.IsOne() }

func infinity(neg bool) (Kind, Value) { return Pole, Value{Neg: neg} }

// at0 is f(0) = n for n = 0 (with the sign of x) or 1, and nothing else.
func at0(n uint64) exactRule {
	return func(x Value) (Kind, Value) {
		switch {
		case !x.IsZero():
			return Finite, x
		case n == 0:
			return dyadic(x)
		}
		return dyadic(New(false, wide.NatFrom64(n), 0))
	}
}

// at1 is f(1) = +0.
func at1(x Value) (Kind, Value) {
	if x.isOne() && !x.Neg {
		return dyadic(Value{})
	}
	return Finite, x
}

// inUnit restricts a rule to |x| <= 1.
func inUnit(rule exactRule) exactRule {
	return func(x Value) (Kind, Value) {
		if !x.IsZero() && x.Log2() >= 0 && !x.isOne() {
			return NotANumber, x
		}
		return rule(x)
	}
}

// vast: exponentials of |x| >= 2^16 are Huge or Tiny.
func vast(x Value) bool { return !x.IsZero() && x.Log2() >= 16 }

func huge(neg bool) (Kind, Value) { return Huge, New(neg, wide.Nat{1}, extent) }

// exponential is a^x for a >= 2 and a vast x.
func exponential(x Value) (Kind, Value) {
	if x.Neg {
		return Tiny, New(false, wide.Nat{1}, -extent)
	}
	return huge(false)
}

func expExact(x Value) (Kind, Value) {
	if vast(x) {
		return exponential(x)
	}
	return at0(1)(x)
}

func expm1Exact(x Value) (Kind, Value) {
	if vast(x) && !x.Neg {
		return huge(false)
	}
	return at0(0)(x)
}

func sinhExact(x Value) (Kind, Value) {
	if vast(x) {
		return huge(x.Neg)
	}
	return at0(0)(x)
}

func coshExact(x Value) (Kind, Value) {
	if vast(x) {
		return huge(false)
	}
	return at0(1)(x)
}

func powerOfTwo(x Value) (Kind, Value) {
	switch {
	case vast(x):
		return exponential(x)
	case x.Exp < 0 && !x.IsZero():
		return Finite, x
	}
	n := int64(x.Mag.Low64() << uint(x.Exp))
	if x.Neg {
		n = -n
	}
	return dyadic(New(false, wide.Nat{1}, n))
}

func powerOfTen(x Value) (Kind, Value) {
	switch {
	case vast(x):
		return exponential(x)
	case x.IsZero():
		return dyadic(integer(1))
	case x.Neg || x.Exp < 0 || x.Log2() >= 13: // 5^8192 has more bits than can decide
		return Finite, x
	}
	n := x.Mag.Low64() << uint(x.Exp)
	return dyadic(New(false, wide.NatPow5(uint(n)), int64(n)))
}

func logExact(rule exactRule) exactRule {
	return func(x Value) (Kind, Value) {
		switch {
		case x.IsZero():
			return infinity(true)
		case x.Neg:
			return NotANumber, x
		}
		return rule(x)
	}
}

func log2Exact(x Value) (Kind, Value) {
	if !x.Mag.IsOne() {
		return Finite, x
	}
	return dyadic(integer(x.Exp))
}

// log10Exact: 10^n = 5^n * 2^n.
func log10Exact(x Value) (Kind, Value) {
	if x.Exp < 0 || x.Mag.Len() > 400 || x.Exp > 200 || wide.NatPow5(uint(x.Exp)).Cmp(x.Mag) != 0 {
		return Finite, x
	}
	return dyadic(integer(x.Exp))
}

func log1pExact(x Value) (Kind, Value) {
	switch {
	case x.IsZero():
		return dyadic(x)
	case x.Neg && x.isOne():
		return infinity(true)
	case x.Neg && x.Log2() >= 0:
		return NotANumber, x
	}
	return Finite, x
}

// halfTurns returns 2x modulo 4 if it is whole.
func halfTurns(x Value) (n uint64, ok bool) {
	switch {
	case x.IsZero() || x.Exp >= 1:
		return 0, true
	case x.Exp < -1:
		return 0, false
	}
	n = x.Mag.Low64() << uint(x.Exp+1) & 3
	if x.Neg {
		n = -n & 3
	}
	return n, true
}

func sinpiExact(x Value) (Kind, Value) {
	switch n, ok := halfTurns(x); {
	case !ok:
		return Finite, x
	case n&1 == 0:
		return dyadic(Value{Neg: x.Neg})
	case n == 1:
		return dyadic(integer(1))
	}
	return dyadic(integer(-1))
}

func cospiExact(x Value) (Kind, Value) {
	switch n, ok := halfTurns(x); {
	case !ok:
		return Finite, x
	case n&1 != 0:
		return dyadic(Value{})
	case n == 0:
		return dyadic(integer(1))
	}
	return dyadic(integer(-1))
}

func acoshExact(x Value) (Kind, Value) {
	if x.IsZero() || x.Neg || x.Log2() < 0 {
		return NotANumber, x
	}
	return at1(x)
}

func atanhExact(x Value) (Kind, Value) {
	if x.isOne() {
		return infinity(x.Neg)
	}
	return inUnit(at0(0))(x)
}

func erfcExact(x Value) (Kind, Value) {
	switch {
	case x.IsZero():
		return dyadic(integer(1))
	case !x.Neg && x.Log2() >= 8: // exp(-x^2)
		return Tiny, New(false, wide.Nat{1}, -extent)
	}
	return Finite, x
}

func sqrtExact(x Value) (Kind, Value) {
	switch {
	case x.IsZero():
		return dyadic(x)
	case x.Neg:
		return NotANumber, x
	case x.Exp&1 == 0:
		if r := x.Mag.Sqrt(); r.Mul(r).Cmp(x.Mag) == 0 {
			return dyadic(New(false, r, x.Exp/2))
		}
	}
	return Finite, x
}

func rsqrtExact(x Value) (Kind, Value) {
	switch {
	case x.IsZero():
		return infinity(x.Neg)
	case x.Neg:
		return NotANumber, x
	case x.Mag.IsOne() && x.Exp&1 == 0:
		return dyadic(New(false, x.Mag, -x.Exp/2))
	}
	return Finite, x
}

func cbrtExact(x Value) (Kind, Value) {
	if x.IsZero() {
		return dyadic(x)
	}
	if x.Exp%3 == 0 {
		if r := cubeRoot(x.Mag); r.Mul(r).Mul(r).Cmp(x.Mag) == 0 {
			return dyadic(New(x.Neg, r, x.Exp/3))
		}
	}
	return Finite, x
}

func rcbrtExact(x Value) (Kind, Value) {
	switch {
	case x.IsZero():
		return infinity(x.Neg)
	case x.Mag.IsOne() && x.Exp%3 == 0:
		return dyadic(New(x.Neg, x.Mag, -x.Exp/3))
	}
	return Finite, x
}

func rcpExact(x Value) (Kind, Value) {
	switch {
	case x.IsZero():
		return infinity(x.Neg)
	case x.Mag.IsOne():
		return dyadic(New(x.Neg, x.Mag, -x.Exp))
	}
	return Finite, x
}

// The inequalities, all strict for x other than 0.

func aroundOne(x Value, e *Enclosure) {
	if x.Neg {
		e.below(integer(1))
	} else {
		e.above(integer(1))
	}
}

func aboveX(x Value, e *Enclosure) {
	e.above(x) // e^x - 1 > x
	e.above(integer(-1))
}

func belowX(x Value, e *Enclosure) { e.below(x) } // log(1+x) < x

func belowOne(_ Value, e *Enclosure) { e.below(integer(1)) }

func aboveOne(_ Value, e *Enclosure) { e.above(integer(1)) }

// towardZero: |f(x)| < |x|.
func towardZero(x Value, e *Enclosure) {
	if x.Neg {
		e.above(x)
	} else {
		e.below(x)
	}
}

// awayFromZero: |f(x)| > |x|.
func awayFromZero(x Value, e *Enclosure) {
	if x.Neg {
		e.below(x)
	} else {
		e.above(x)
	}
}

// awayInUnit is awayFromZero for |x| < 1: tan has other branches.
func awayInUnit(x Value, e *Enclosure) {
	if x.Log2() < 0 {
		awayFromZero(x, e)
	}
}

// erfLimits: |f(x)| < 1.
func erfLimits(_ Value, e *Enclosure) {
	e.below(integer(1))
	e.above(integer(-1))
}

func tanhLimits(x Value, e *Enclosure) {
	towardZero(x, e)
	erfLimits(x, e)
}

func erfcLimits(x Value, e *Enclosure) {
	if x.Neg {
		e.above(integer(1))
		e.below(integer(2))
	} else {
		e.below(integer(1))
	}
}

// The functions themselves.

func exp2Real(x Value, p int) ball {
	// 2^x = 2^n * e^((x-n) log 2) with the whole n nearest to x
	n, r := whole(x)
	return expSmall(ballOf(r, p+8).mul(ln2Constant.ball(p+8), p+8), p).scaled(n)
}

// whole splits x, |x| < 2^62, into a whole number and a rest of at most 1/2.
func whole(x Value) (n int64, rest Value) {
	half := New(false, wide.Nat{1}, -1)
	y := x.magnitude().Add(half)
	if y.Exp >= 0 {
		n = int64(y.Mag.Low64() << uint(y.Exp))
	} else {
		n = int64(y.Mag.Shr(uint(-y.Exp)).Low64())
	}
	if x.Neg {
		n = -n
	}
	return n, x.Sub(integer(n))
}

// exp10Real: 10^x = 2^n * e^(x log 10 - n log 2).
func exp10Real(x Value, p int) ball {
	q := p + 48
	y := ballOf(x, q).mul(ln10Constant.ball(q), q)
	lo, _ := y.div(ln2Constant.ball(q), q).bounds()
	if y.top() < -1 {
		return expSmall(y, p)
	}
	n, _ := whole(lo)
	k := ln2Constant.ball(q).mul(ballInt(uint64(max(n, -n))), q)
	k.neg = n < 0
	return expSmall(y.sub(k, q), p).scaled(n)
}

func expm1Real(x Value, p int) ball {
	switch {
	case x.Log2() < -1:
		return expm1Small(ballOf(x, p), p)
	case x.Neg && x.Log2() >= 15:
		return one.negated().plus(-int64(min(p, 4*MaxWork)), p)
	}
	return expOf(x, p+8).sub(one, p+8)
}

func logReal(x Value, p int) ball { return logOf(ballOf(x, p), p) }

func log2Real(x Value, p int) ball { return logReal(x, p+8).div(ln2Constant.ball(p+8), p+8) }

func log10Real(x Value, p int) ball { return logReal(x, p+8).div(ln10Constant.ball(p+8), p+8) }

func log1pReal(x Value, p int) ball { return log1pOf(ballOf(x, p), p) }

func sinReal(x Value, p int) ball {
	r, q := quarter(x, p)
	return turned(r, q, p)
}

func cosReal(x Value, p int) ball {
	r, q := quarter(x, p)
	return turned(r, q+1, p)
}

func tanReal(x Value, p int) ball {
	r, q := quarter(x, p)
	return turned(r, q, p).div(turned(r, q+1, p), p)
}

// quarterPi reduces pi*x by multiples of pi/2.
func quarterPi(x Value, p int) (r ball, q uint64) {
	if x.Log2() >= 32 { // multiples of 2 do not count; x is not whole
		n := uint(1 - x.Exp)
		x = New(x.Neg, x.Mag.Sub(x.Mag.Shr(n).Shl(n)), x.Exp)
	}
	n, rest := whole(x.Scaled(1))
	return ballOf(rest, p+8).mul(piConstant.ball(p+8), p+8).scaled(-1), uint64(n) & 3
}

func sinpiReal(x Value, p int) ball {
	r, q := quarterPi(x, p)
	return turned(r, q, p)
}

func cospiReal(x Value, p int) ball {
	r, q := quarterPi(x, p)
	return turned(r, q+1, p)
}

// asinReal: arctan(x / sqrt((1-x)(1+x))).
func asinReal(x Value, p int) ball {
	b := ballOf(x, p)
	if x.isOne() {
		half := piConstant.ball(p).scaled(-1)
		half.neg = x.Neg
		return half
	}
	return atanOf(b.div(one.sub(b, p+8).mul(one.add(b, p+8), p+8).sqrt(p+8), p+8), p)
}

// acosReal: 2 arctan sqrt((1-x)/(1+x)).
func acosReal(x Value, p int) ball {
	if x.isOne() {
		return piConstant.ball(p)
	}
	b := ballOf(x, p)
	return atanOf(one.sub(b, p+8).div(one.add(b, p+8), p+8).sqrt(p+8), p).scaled(1)
}

func atanReal(x Value, p int) ball { return atanOf(ballOf(x, p), p) }

// hyperbolic returns e^x and e^-x for |x| of 1/2 and more.
func hyperbolic(x Value, p int) (a, b ball) {
	a = expOf(x, p+8)
	return a, one.div(a, p+8)
}

func sinhReal(x Value, p int) ball {
	if x.Log2() < -1 {
		b := ballOf(x, p)
		return series(b.mul(b, p), p, func(k uint64) uint64 { return 2 * k * (2*k + 1) }).mul(b, p)
	}
	a, b := hyperbolic(x, p)
	return a.sub(b, p+8).scaled(-1)
}

func coshReal(x Value, p int) ball {
	a, b := hyperbolic(x, p)
	return a.add(b, p+8).scaled(-1)
}

// tanhReal: -t/(t+2) for t = e^(-2|x|) - 1.
func tanhReal(x Value, p int) ball {
	y := x.magnitude().Scaled(1).Negated()
	t := expm1Real(y, p+8)
	t = t.negated().div(t.add(ballInt(2), p+8), p+8)
	t.neg = t.neg != x.Neg
	return t
}

// asinhReal: log(1 + |x| + x^2/(1+sqrt(1+x^2))).
func asinhReal(x Value, p int) ball {
	p += 8
	b := ballOf(x.magnitude(), p)
	sq := b.mul(b, p)
	y := log1pOf(b.add(sq.div(one.add(one.add(sq, p).sqrt(p), p), p), p), p)
	y.neg = y.neg != x.Neg
	return y
}

// acoshReal: log(1 + t + sqrt(t(x+1))) for t = x-1.
func acoshReal(x Value, p int) ball {
	p += 8
	b := ballOf(x, p)
	t := b.sub(one, p)
	return log1pOf(t.add(t.mul(b.add(one, p), p).sqrt(p), p), p)
}

func atanhReal(x Value, p int) ball {
	b := ballOf(x, p)
	if x.Log2() < -1 {
		return artanhSmall(b, p)
	}
	return log1pOf(b.scaled(1).div(one.sub(b, p+8), p+8), p+8).scaled(-1)
}

func sqrtReal(x Value, p int) ball { return ballOf(x, 2*p).sqrt(p) }

func rsqrtReal(x Value, p int) ball { return one.div(sqrtReal(x, p+8), p) }

func cbrtReal(x Value, p int) ball {
	y := cbrtOf(x, p)
	y.neg = x.Neg
	return y
}

func rcbrtReal(x Value, p int) ball { return one.div(cbrtReal(x, p+8), p) }

func rcpReal(x Value, p int) ball { return one.div(ballOf(x, p+8), p) }

func erfReal(x Value, p int) ball {
	if x.Log2() >= 8 {
		y := one.plus(-2*MaxWork, 4*MaxWork)
		y.neg = x.Neg
		return y
	}
	return erfOf(x, p)
}

func erfcReal(x Value, p int) ball {
	if x.Log2() >= 8 { // negative
		return ballInt(2).plus(-2*MaxWork, 4*MaxWork)
	}
	return erfcOf(x, p)
}
