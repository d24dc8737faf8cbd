package explain

import (
	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// isFused reports a fused multiply-add that rounds to nearest and does nothing else.
func isFused(fn string) bool {
	m, _ := expr.MeaningOf(fn)
	return m.ID == "fma" && m.Direction == round.TiesToEven && !m.Saturates && !m.Relu
}

// call sets the bound of a function and returns the part of its own error.
func (b *bounder) call(i int32, e [3]mag, known bool) (local mag) {
	v := &b.c.Values[i]
	m, ok := expr.MeaningOf(v.Fn)
	set := func(t mag) mag {
		b.e[i] = t
		return mag{}
	}
	x, y := v.X[0], v.X[1]
	if !ok {
		return set(b.fail("there is no bound of " + v.Fn))
	}
	if f, env, ok := expr.Rounding(v.Fn); ok {
		halves := uint64(1)
		if env.Direction != round.TiesToEven && env.Direction != round.TiesToAway {
			halves = 2
		}
		if e[0].isZero() && b.datum(x, f) {
			return set(mag{})
		}
		local = b.unitOf(f, v.Type, b.most(x), b.least(x), halves)
		b.e[i] = e[0].addUp(local)
		return local
	}
	halves := uint64(1)
	if m.Directed && m.Direction != round.TiesToEven {
		halves = 2
	}
	if m.Whole || !v.Type.IsFloat() {
		return set(b.toInteger(i, x, m.Direction))
	}
	before := mag{}
	switch m.ID { // clamping, as __hadd_sat does, brings no two numbers further apart
	case "fabs":
		return set(e[0])
	case "fmin", "fmax":
		return set(maxMag(e[0], e[1]))
	case "saturate":
		return set(e[0])
	case "copysign":
		if !e[1].isZero() && b.least(y).isZero() {
			return set(b.fail("the sign of a rounded number near 0 is read"))
		}
		return set(e[0])
	case "convert":
		before = e[0]
	case "fmod", "remainder", "nextafter":
		if !known {
			return set(b.fail(m.ID + " of a rounded number has no bound"))
		}
		return set(mag{})
	case "ldexp":
		if !e[1].isZero() {
			return set(b.fail("the exponent of " + v.Fn + " is rounded"))
		}
		n := int32(min(max(b.r[y].Lo.Ratio().Sign()*int(b.high(y).int()), -1<<20), 1<<20))
		before = e[0].scaled(n)
	case "add", "sub", "fdim":
		before = e[0].addUp(e[1])
	case "mul":
		before = b.product(x, y)
	case "fma":
		before = b.product(x, y).addUp(e[2])
	case "div":
		before = b.quotient(x, y)
		if m.Intrinsic {
			b.source(v.Fn, m.ID, v.Type, true)
			halves = 5
			if f := pow2(126); f.less(b.most(y)) {
				return set(b.fail("__fdividef divides by a number beyond 2^126"))
			}
		}
	case "rcp":
		before = b.reciprocal(x)
	case "sqrt":
		if b.m.Root > 0 && v.Type == expr.Float && !m.Directed {
			halves = 2*uint64(b.m.Root) + 1
		}
		before = b.spread(i, m.ID, e)
	default:
		return b.function(i, m, e)
	}
	if !before.none() {
		local = b.unit(i, before, halves)
	}
	b.e[i] = before.addUp(local)
	return local
}

func (b *bounder) reciprocal(x int32) mag {
	if b.e[x].isZero() {
		return mag{}
	}
	low := b.least(x)
	if low.isZero() {
		return b.fail("a divisor may be 0")
	}
	return b.e[x].quoUp(low).quoUp(b.low(x))
}

// function sets the bound of an elementary function.
func (b *bounder) function(i int32, m expr.Meaning, e [3]mag) (local mag) {
	v := &b.c.Values[i]
	before := b.spread(i, m.ID, e)
	if before.none() {
		b.e[i] = before
		return mag{}
	}
	halves, ok := halvesOf(m.ID, v.Type, b.m.Library)
	if v.Type == expr.Half || v.Type == expr.BFloat16 {
		halves, ok = 1, true
		if m.Intrinsic {
			halves = 3
		}
	}
	if !ok {
		b.e[i] = b.fail("no bound of the error of " + v.Fn + " is known")
		return mag{}
	}
	b.source(v.Fn, m.ID, v.Type, m.Intrinsic && v.Type == expr.Float)
	if !m.Intrinsic || v.Type != expr.Float {
		local = b.unit(i, before, halves)
	}
	if v.Type == expr.Float && (m.Intrinsic || b.m.FastFunctions) {
		local = maxMag(local, b.intrinsic(i, m.ID, before))
	}
	b.e[i] = before.addUp(local)
	return local
}

// toInteger is the error of a number rounded to a whole one, which an error of the number may turn.
func (b *bounder) toInteger(i, x int32, d round.Direction) mag {
	t := b.c.Values[i].Type
	r, e := b.r[i], b.e[x]
	if e.isZero() {
		return e
	}
	width := e.value()
	lo, hi := b.r[x].Lo.Sub(width).Integral(d), b.r[x].Hi.Add(width).Integral(d)
	if t == expr.Bool {
		if b.least(x).isZero() {
			return pow2(0)
		}
		return mag{}
	}
	if !t.IsFloat() && !inRange(t, lo, hi) {
		return b.fail("the conversion may leave the range of " + t.String())
	}
	below, above := magUp(r.Hi.Sub(lo)), magUp(hi.Sub(r.Lo))
	if i == b.c.Result {
		b.whole, b.sides = true, [2]mag{below, above}
	}
	return maxMag(below, above)
}

// inRange reports that whole numbers from lo to hi are values of an integer type.
func inRange(t expr.Type, lo, hi exact.Value) bool {
	top := int64(t.Bits())
	if t.Signed() {
		top--
		if lo.Sign() < 0 && lo.Cmp(exact.New(true, wide.NatFrom64(1), top)) < 0 {
			return false
		}
	} else if lo.Sign() < 0 {
		return false
	}
	return hi.Cmp(exact.New(false, wide.NatFrom64(1), top)) < 0
}

// integer is the error of an operation on integers.
func (b *bounder) integer(i int32, known bool) mag {
	v := &b.c.Values[i]
	if known {
		return mag{}
	}
	x, y := v.X[0], v.X[1]
	e := mag{}
	switch v.Op {
	case expr.Add, expr.Sub:
		e = b.e[x].addUp(b.e[y])
	case expr.Mul:
		e = b.high(x).mulUp(b.e[y]).addUp(b.high(y).mulUp(b.e[x])).addUp(b.e[x].mulUp(b.e[y]))
	case expr.Div:
		e = b.quotient(x, y).addUp(pow2(0))
	default:
		return b.fail("bits of a number that may differ by rounding are used")
	}
	if !e.none() {
		w := e.value()
		if !inRange(v.Type, b.r[i].Lo.Sub(w), b.r[i].Hi.Add(w)) {
			return b.fail("an integer may overflow")
		}
	}
	return e
}

// spread is the error that the errors of the arguments bring to a function's value.
func (b *bounder) spread(i int32, id string, e [3]mag) mag {
	v := &b.c.Values[i]
	known := true
	for k, x := range v.X {
		known = known && (x < 0 || e[k].isZero())
	}
	if known {
		return mag{}
	}
	x, d := v.X[0], e[0]
	f := b.high(i)
	one := pow2(0)
	switch id {
	case "sin", "cos":
		return d
	case "sinpi", "cospi":
		return d.mulUp(fraction(22, 7))
	case "tan":
		d = d.addUp(d.mulUp(d).mulUp(d)) // tan d < d + d^3 for d < 1/2
		if !d.less(pow2(-1)) {
			return b.fail("an argument of tan is uncertain by more than 1/2")
		}
		rest := one.subDown(d.mulUp(f))
		if rest.isZero() {
			return b.fail("an argument of tan lies too near to a pole")
		}
		return d.mulUp(one.addUp(f.mulUp(f))).quoUp(rest)
	case "atan":
		l := b.least(x)
		return d.quoUp(one.addDown(l.mulDown(l)))
	case "asinh":
		return d.quoUp(maxMag(one, b.least(x)))
	case "tanh":
		return d
	case "erf":
		return d.mulUp(fraction(113, 100))
	case "erfc":
		if b.r[x].Lo.Sign() > 0 {
			return f.mulUp(expm1Up(d.mulUp(b.high(x).scaled(1).addUp(fraction(3, 2)))))
		}
		return d.mulUp(fraction(113, 100))
	case "exp", "exp2":
		return f.mulUp(expm1Up(d))
	case "exp10":
		return f.mulUp(expm1Up(d.mulUp(fraction(2303, 1000))))
	case "expm1", "sinh":
		return f.addUp(one).mulUp(expm1Up(d))
	case "cosh":
		return f.mulUp(expm1Up(d))
	case "log", "log2", "log10", "rsqrt":
		low := b.least(x)
		if b.r[x].Lo.Sign() < 0 || low.isZero() {
			return b.fail("an argument of " + id + " may be 0 or negative")
		}
		switch id {
		case "rsqrt":
			return d.quoUp(low).quoUp(low.rootDown()).scaled(-1)
		case "log2":
			d = d.mulUp(fraction(1443, 1000))
		}
		return d.quoUp(low)
	case "log1p":
		low := magDown(b.r[x].Lo.Add(exact.New(false, wide.NatFrom64(1), 0))).subDown(d)
		if b.r[x].Lo.Add(exact.New(false, wide.NatFrom64(1), 0)).Sign() < 0 || low.isZero() {
			return b.fail("an argument of log1p may be −1 or below")
		}
		return d.quoUp(low)
	case "sqrt":
		if b.r[x].Lo.Sign() < 0 || b.low(x).less(d) {
			return b.fail("an argument of sqrt may be negative")
		}
		return d.quoUp(b.low(x).rootDown())
	case "cbrt", "rcbrt":
		low := b.least(x)
		if low.isZero() {
			return b.fail("an argument of " + id + " may be 0")
		}
		if id == "cbrt" {
			return f.mulUp(d).quoUp(low).mulUp(fraction(1, 3))
		}
		return f.mulUp(d).quoUp(low).mulUp(b.high(x).quoUp(low)).mulUp(fraction(1, 3))
	case "asin", "acos", "atanh":
		room := one.subDown(b.most(x))
		if room.isZero() && !(id != "atanh" && d.isZero()) {
			return b.fail("an argument of " + id + " may leave the domain")
		}
		if id == "atanh" {
			return d.quoUp(room)
		}
		return d.quoUp(room.rootDown()) // 1 - x^2 >= 1 - |x|
	case "acosh":
		room := b.least(x).subDown(one)
		if room.isZero() || b.r[x].Lo.Sign() < 0 {
			return b.fail("an argument of acosh may be 1 or below")
		}
		return d.quoUp(room.rootDown()) // x^2 - 1 >= x - 1
	case "hypot":
		return d.addUp(e[1])
	case "atan2":
		return b.angle(v.X[0], v.X[1])
	case "pow":
		return b.power(i, v.X[0], v.X[1])
	}
	return b.fail("no bound of " + v.Fn + " of a rounded number is known")
}

// angle is the error of atan2(y, x) from those of y and x.
func (b *bounder) angle(y, x int32) mag {
	// The angle jumps where y changes its sign and x is negative.
	if b.least(y).isZero() && !b.e[y].isZero() && (b.r[x].Lo.Sign() <= 0 || b.least(x).isZero()) {
		return b.fail("atan2 lies near its jump")
	}
	rho := maxMag(b.least(x), b.least(y))
	if rho.isZero() {
		return b.fail("both arguments of atan2 may be 0")
	}
	return b.e[x].addUp(b.e[y]).quoUp(rho)
}

// power is the error of x^y = e^(y log x).
func (b *bounder) power(i, x, y int32) mag {
	low := b.least(x)
	if low.isZero() {
		return b.fail("the base of pow may be 0")
	}
	if b.r[x].Lo.Sign() < 0 && !b.e[y].isZero() {
		return b.fail("the base of pow is negative and the exponent rounded")
	}
	// |log x| <= 0.7 |log2 x|
	far := max(abs32(b.most(x).e+32), abs32(low.e+31))
	log := norm(uint64(far), 0, true).mulUp(fraction(7, 10))
	d := b.most(y).mulUp(b.e[x].quoUp(low)).addUp(log.mulUp(b.e[y]))
	return b.high(i).mulUp(expm1Up(d))
}

func abs32(n int32) int32 { return max(n, -n) }

// intrinsic is the error of CUDA's approximations of functions of binary32, beside what the error of the argument adds.
func (b *bounder) intrinsic(i int32, id string, before mag) mag {
	v := &b.c.Values[i]
	x := v.X[0]
	far := b.most(x)
	switch id {
	case "exp", "exp10": // 2 + floor(1.173 |x|) and 2 + floor(2.97 |x|) ulp
		k := fraction(1173, 1000)
		if id == "exp10" {
			k = fraction(297, 100)
		}
		n := far.mulUp(k).addUp(pow2(1)).scaled(1).addUp(pow2(0))
		return b.unit(i, before, n.int()+1)
	case "sin", "cos": // absolute: 2^-21.41, 2^-21.19 in [-pi, pi], of PTX 2^-20.5 in [-2 pi, 2 pi], 2^-14.7 in [-100 pi, 100 pi]
		return b.approxSin(far, v.Fn)
	case "tan":
		s := b.approxSin(far, v.Fn)
		// sin/cos with both wrong by s, divided within 2 ulp: the tangent is |t|, 1/|cos| at most 1 + |t|.
		t := b.high(i).addUp(before)
		secant := pow2(0).addUp(t)
		rest := pow2(0).subDown(s.mulUp(secant))
		if s.none() || rest.isZero() {
			return b.fail("no bound of __tanf is known there")
		}
		return s.mulUp(secant).mulUp(pow2(0).addUp(t)).quoUp(rest).addUp(b.unit(i, before, 9).scaled(1))
	case "log", "log2", "log10": // absolute in [0.5, 2], 3 (2) ulp elsewhere
		return maxMag(pow2(-21), b.unit(i, before, 7))
	case "tanh":
		return b.high(i).addUp(before).mulUp(pow2(-10)).addUp(b.unit(i, before, 2))
	case "pow": // exp2f(y * __log2f(x))
		return b.approxPow(i, before)
	}
	return mag{}
}

func (b *bounder) approxSin(far mag, fn string) mag {
	switch {
	case far.less(fraction(62831, 10000)):
		return pow2(-20)
	case far.less(fraction(314, 1)):
		return pow2(-14)
	}
	return b.fail("no bound of " + fn + " by a fast sine is known beyond 100π")
}

func (b *bounder) approxPow(i int32, before mag) mag {
	v := &b.c.Values[i]
	x, y := v.X[0], v.X[1]
	low := b.least(x)
	if low.isZero() || b.r[x].Lo.Sign() < 0 {
		return b.fail("no bound of __powf is known there")
	}
	n := max(abs32(b.most(x).e+32), abs32(low.e+31))
	log := norm(uint64(n), 0, true) // |log2 x|
	off := maxMag(pow2(-21), log.mulUp(pow2(-21)))
	d := b.most(y).mulUp(off).addUp(b.most(y).mulUp(log.addUp(off)).mulUp(pow2(-23)))
	f := b.high(i).addUp(before)
	return f.mulUp(expm1Up(d)).addUp(b.unit(i, before.addUp(f.mulUp(expm1Up(d))), 5))
}

// fraction is p/q rounded up.
func fraction(p, q uint64) mag { return norm(p, 0, true).quoUp(norm(q, 0, false)) }

// expm1Up is an upper bound of e^d - 1.
func expm1Up(d mag) mag {
	switch {
	case d.none():
		return noBound
	case !pow2(0).less(d):
		return d.addUp(d.mulUp(d))
	case pow2(12).less(d):
		return noBound
	}
	return pow2(int32(d.mulUp(fraction(1443, 1000)).int()) + 1)
}

// chainOf is a sum or a product whose operations may come in any order.
type chainOf struct {
	op    expr.Op
	terms []int32
	with  []int32 // of a term that is a product in a fused operation its other factor, else -1
}

// findChains marks the sums and products of three terms and more; the inner operations need no bound of their own.
func (b *bounder) findChains() {
	c := b.c
	uses := make([]int32, len(c.Values))
	for i := range c.Values {
		for _, x := range c.Values[i].X {
			if x >= 0 && b.need[i] {
				uses[x]++
			}
		}
	}
	kind := func(v *expr.Value) expr.Op {
		switch {
		case !v.Type.IsFloat():
		case v.Op == expr.Add || v.Op == expr.Sub || v.Op == expr.Call && isFused(v.Fn):
			return expr.Add
		case v.Op == expr.Mul:
			return expr.Mul
		}
		return 0
	}
	b.chains, b.inChain = map[int32]*chainOf{}, make([]bool, len(c.Values))
	for i := len(c.Values) - 1; i >= 0; i-- {
		op := kind(&c.Values[i])
		if op == 0 || b.inChain[i] || !b.need[i] {
			continue
		}
		ch := &chainOf{op: op}
		stack := []int32{int32(i)}
		var inner []int32
		for len(stack) > 0 {
			x := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			w := &c.Values[x]
			if x != int32(i) && (kind(w) != op || uses[x] != 1 || w.Type != c.Values[i].Type) {
				ch.terms, ch.with = append(ch.terms, x), append(ch.with, -1)
				continue
			}
			if x != int32(i) {
				inner = append(inner, x)
			}
			if w.Op == expr.Call {
				ch.terms, ch.with = append(ch.terms, w.X[0]), append(ch.with, w.X[1])
				stack = append(stack, w.X[2])
				continue
			}
			stack = append(stack, w.X[1], w.X[0])
		}
		if len(ch.terms) >= 3 {
			b.chains[int32(i)] = ch
			for _, x := range inner {
				b.inChain[x] = true
			}
		}
	}
}

// anyOrder sets the bound of a chain: of n terms that are not 0, n - 1 operations are rounded, in any order, fused with products or not. Each error
// is at most half an ulp of the sum of all magnitudes, and at most 2^-p of a partial sum.
func (b *bounder) anyOrder(i int32) (local mag) {
	ch := b.chains[i]
	f := b.formatFor(i)
	terms := uint64(len(ch.terms))
	for _, t := range ch.terms {
		if terms > 2 && ch.op == expr.Add && b.e[t].isZero() && b.r[t].Exact() && b.r[t].Lo.IsZero() { // adding it is exact
			terms--
		}
	}
	n := terms - 1
	grown := expm1Up(norm(n, int32(-f.P), true)) // (1 + u)^n - 1
	if b.m.Wide {
		grown = grown.addUp(grown.scaled(-10))
	}
	if ch.op == expr.Mul {
		return b.anyProduct(i, ch, f, grown)
	}
	total, before, all := mag{}, mag{}, true
	for k, t := range ch.terms {
		e, most := b.e[t], b.most(t)
		if y := ch.with[k]; y >= 0 {
			e = b.product(t, y)
			most = b.high(t).mulUp(b.high(y)).addUp(e)
			e = e.addUp(b.unitOf(f, expr.Float, most, mag{}, 1)) // not fused
			most = most.addUp(e)
		}
		total, before = total.addUp(most), before.addUp(e)
		all = all && e.isZero() && b.r[t].Lo.IsZero()
	}
	if all {
		b.e[i] = mag{}
		return mag{}
	}
	if before.none() {
		b.e[i] = before
		return mag{}
	}
	if magOf(f, f.Max(false).Lo).less(total.addUp(total.mulUp(grown))) {
		b.e[i] = b.fail("a partial sum may overflow " + f.Name)
		return mag{}
	}
	local = total.mulUp(grown).addUp(norm(n, f.Etiny(), true))
	// No partial sum is larger than total and its growth, and no error than half an ulp there.
	if most := norm(n, 0, true).mulUp(b.unitOf(f, expr.NoType, total.addUp(total.mulUp(grown)), mag{}, 1)); most.less(local) {
		local = most
	}
	if t := b.c.Values[i].Type; b.m.Flush && (t == expr.Float || t == expr.Double) {
		local = local.addUp(norm(n, t.Format().Emin, true))
	}
	b.e[i] = before.addUp(local)
	return local
}

func (b *bounder) anyProduct(i int32, ch *chainOf, f *format.Format, grown mag) (local mag) {
	one := pow2(0)
	most, before, upper, lower := one, mag{}, one, one
	for _, t := range ch.terms {
		e := b.factor(t)
		before = most.mulUp(e).addUp(b.high(t).mulUp(before)).addUp(e.mulUp(before))
		most = most.mulUp(b.high(t))
		upper = upper.mulUp(maxMag(one, b.high(t).addUp(e)))
		if low := b.low(t).subDown(e); low.less(one) {
			lower = lower.mulDown(low)
		}
	}
	if b.high(i).isZero() && before.isZero() {
		b.e[i] = before
		return before
	}
	local = b.high(i).addUp(before).mulUp(grown)
	switch {
	case before.none() || magOf(f, f.Max(false).Lo).less(upper.addUp(upper.mulUp(grown))):
		b.e[i] = b.fail("a partial product may overflow " + f.Name)
		return mag{}
	case lower.less(pow2(f.Emin + 1)):
		b.e[i] = b.fail("a partial product may underflow " + f.Name)
		return mag{}
	}
	b.e[i] = before.addUp(local)
	return local
}
