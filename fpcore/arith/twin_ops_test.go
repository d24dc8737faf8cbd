package arith_test

import (
	"math/big"

	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// This file is the twin's operations: exact results from the definitions of IEEE 754-2019 clauses 5 and 9.

// twin holds the scratch of one goroutine.
type twin struct {
	scratch
	x    exact
	a, b big.Int
}

// twinOps lists how many operands each operation takes; the IDs are those of arith.Ops.
var twinOps = []struct {
	id    string
	arity int
}{
	{"add", 2}, {"sub", 2}, {"mul", 2}, {"div", 2}, {"fma", 3}, {"sqrt", 1}, {"rem", 2}, {"fmod", 2}, {"rint", 1}, {"cvt", 1},
	{"scaleb", 2}, {"logb", 1}, {"nextup", 1}, {"nextdown", 1}, {"min", 2}, {"max", 2}, {"minnum", 2}, {"maxnum", 2},
	{"copysign", 2}, {"neg", 1}, {"abs", 1},
}

func setInt(z *big.Int, m wide.U128) *big.Int {
	return z.SetBits(append(z.Bits()[:0], big.Word(m.Lo), big.Word(m.Hi)))
}

// setNum makes n the exact result.
func (x *exact) setNum(n num) {
	x.neg = n.neg
	switch n.kind {
	case isZero:
		x.what = aZero
	case isInf:
		x.what = anInf
	case isFinite:
		x.what, x.k = aNumber, n.q
		setInt(&x.n, n.m)
	default:
		x.what, x.ops[0], x.nops = aNaN, n, 1
	}
}

// operand reads a code under Env.FlushIn.
func operand(env *round.Env, d *def, c wide.U128) num {
	n := d.decode(c)
	if n.subnormal && env.FlushIn {
		return num{kind: isZero, neg: n.neg}
	}
	return n
}

// setSum makes ±a*2^qa ± b*2^qb the exact result; a and b are not zero.
func (t *twin) setSum(a *big.Int, an bool, qa int, b *big.Int, bn bool, qb int) {
	x := &t.x
	x.k = min(qa, qb)
	t.y.Lsh(a, uint(qa-x.k))
	t.z.Lsh(b, uint(qb-x.k))
	switch {
	case an == bn:
		x.n.Add(&t.y, &t.z)
		x.neg = an
	default:
		x.n.Sub(&t.y, &t.z)
		x.neg = an != (x.n.Sign() < 0)
		x.n.Abs(&x.n)
	}
	x.what = aNumber
	if x.n.Sign() == 0 {
		x.what = aSumZero
	}
}

func (t *twin) sum(a, b num) {
	x := &t.x
	switch {
	case a.kind == isInf && b.kind == isInf && a.neg != b.neg:
		x.what = aInvalid
	case a.kind == isInf || b.kind == isZero && a.kind != isZero:
		x.setNum(a)
	case b.kind == isInf || a.kind == isZero && b.kind != isZero:
		x.setNum(b)
	case a.kind == isZero:
		x.what, x.neg = aZero, a.neg
		if a.neg != b.neg {
			x.what = aSumZero
		}
	default:
		t.setSum(setInt(&t.a, a.m), a.neg, a.q, setInt(&t.b, b.m), b.neg, b.q)
	}
}

// do sets t.x to the exact result of an operation. For rint it is the rounded integer, with the decision.
func (t *twin) do(env *round.Env, id string, arity int, src *def, c [3]wide.U128) (dec round.Decision) {
	x := &t.x
	x.ratio, x.root, x.flags, x.nops = false, false, 0, arity
	var o [3]num
	nan, refused := false, false
	for i := range arity {
		o[i] = operand(env, src, c[i])
		nan = nan || o[i].nan()
		refused = refused || o[i].kind == isRefused
	}
	x.ops = o
	a, b := o[0], o[1]
	neg := a.neg != b.neg
	switch id {
	case "nextup", "nextdown", "copysign", "neg", "abs":
		// These make a code of src, which is then converted.
		code, flags := t.codeOp(env, id, src, c)
		x.setNum(operand(env, src, code))
		x.ops[0], x.nops = src.decode(code), 1
		x.flags = flags
		if src.decode(code).kind == isRefused {
			x.what = aInvalid
		}
		return
	case "minnum", "maxnum":
		if nan && !refused && !(a.nan() && b.nan()) {
			n, other := a, b
			if a.nan() {
				n, other = b, a
			}
			x.setNum(n)
			if other.kind == isSignaling {
				x.flags = round.Invalid
			}
			return
		}
	case "fma":
		if (a.kind == isZero && b.kind == isInf || a.kind == isInf && b.kind == isZero) && !refused {
			if !nan || !env.NaN.QuietHidesProduct {
				x.flags = round.Invalid
			}
			if !nan {
				x.what = aInvalid
				return
			}
		}
	}
	switch {
	case refused:
		x.what = aInvalid
		return
	case nan:
		x.what = aNaN
		return
	}
	switch id {
	case "add":
		t.sum(a, b)
	case "sub":
		b.neg = !b.neg
		t.sum(a, b)
	case "mul":
		t.product(a, b, neg)
	case "fma":
		t.product(a, b, neg)
		if z := o[2]; x.what != aNumber || z.kind != isFinite {
			p := num{kind: isFinite, neg: neg}
			switch x.what {
			case aZero:
				p.kind = isZero
			case anInf:
				p.kind = isInf
			}
			if p.kind == isFinite && z.kind == isZero {
				return // the product, already set
			}
			t.sum(p, z)
		} else {
			t.b.Set(&x.n)
			t.setSum(&t.b, neg, x.k, setInt(&t.a, z.m), z.neg, z.q)
		}
	case "div":
		x.neg = neg
		switch {
		case a.kind == isInf && b.kind == isInf, a.kind == isZero && b.kind == isZero:
			x.what = aInvalid
		case a.kind == isInf:
			x.what = anInf
		case b.kind == isZero:
			x.what, x.flags = anInf, round.DivideByZero
		case a.kind == isZero || b.kind == isInf:
			x.what = aZero
		default:
			x.what, x.ratio, x.k = aNumber, true, a.q-b.q
			setInt(&x.n, a.m)
			setInt(&x.d, b.m)
		}
	case "sqrt":
		x.setNum(a)
		if a.neg && a.kind != isZero {
			x.what = aInvalid
		}
		x.root = true
	case "rem", "fmod":
		t.remainder(a, b, id == "rem")
	case "cvt":
		x.setNum(a)
	case "rint":
		x.setNum(a)
		if a.kind == isFinite {
			dec = t.integer(env)
		}
	case "scaleb":
		t.scaleB(a, b)
	case "logb":
		switch a.kind {
		case isInf:
			x.what, x.neg = anInf, false
		case isZero:
			x.what, x.neg, x.flags = anInf, true, round.DivideByZero
		default:
			x.what, x.neg, x.k = aNumber, a.e < 0, 0
			x.n.SetInt64(int64(a.e))
			x.n.Abs(&x.n)
			if a.e == 0 {
				x.what = aZero
			}
		}
	case "min", "max", "minnum", "maxnum":
		less := t.compare(a, b) < 0 || t.compare(a, b) == 0 && a.neg && !b.neg
		if less == (id == "min" || id == "minnum") {
			x.setNum(a)
		} else {
			x.setNum(b)
		}
	default:
		panic(id)
	}
	return
}

func (t *twin) product(a, b num, neg bool) {
	x := &t.x
	x.neg = neg
	switch {
	case a.kind == isInf && b.kind == isZero, a.kind == isZero && b.kind == isInf:
		x.what = aInvalid
	case a.kind == isInf || b.kind == isInf:
		x.what = anInf
	case a.kind == isZero || b.kind == isZero:
		x.what = aZero
	default:
		x.what, x.k = aNumber, a.q+b.q
		x.n.Mul(setInt(&t.a, a.m), setInt(&t.b, b.m))
	}
}

// remainder is a - n*b with n nearest to a/b (the even one of two) or truncated.
func (t *twin) remainder(a, b num, nearest bool) {
	x := &t.x
	switch {
	case a.kind == isInf || b.kind == isZero:
		x.what = aInvalid
		return
	case a.kind == isZero || b.kind == isInf:
		x.setNum(a)
		return
	}
	x.what, x.neg = aNumber, a.neg
	x.k = min(a.q, b.q)
	t.y.Lsh(setInt(&t.a, a.m), uint(a.q-x.k))
	t.z.Lsh(setInt(&t.b, b.m), uint(b.q-x.k))
	t.a.QuoRem(&t.y, &t.z, &x.n)
	if nearest {
		t.r.Lsh(&x.n, 1)
		if c := t.r.Cmp(&t.z); c > 0 || c == 0 && t.a.Bit(0) == 1 {
			x.n.Sub(&t.z, &x.n)
			x.neg = !x.neg
		}
	}
	if x.n.Sign() == 0 {
		x.what, x.neg = aZero, a.neg
	}
}

// compare compares two data that are not NaN.
func (t *twin) compare(a, b num) int {
	sign := func(n num) int {
		switch {
		case n.kind == isZero:
			return 0
		case n.neg:
			return -1
		}
		return 1
	}
	if sign(a) != sign(b) || sign(a) == 0 {
		return sign(a) - sign(b)
	}
	c := 0
	switch {
	case a.kind == isInf && b.kind == isInf:
	case a.kind == isInf:
		c = 1
	case b.kind == isInf:
		c = -1
	default:
		k := min(a.q, b.q)
		t.y.Lsh(setInt(&t.a, a.m), uint(a.q-k))
		t.z.Lsh(setInt(&t.b, b.m), uint(b.q-k))
		c = t.y.Cmp(&t.z)
	}
	return c * sign(a)
}

// integer replaces the number t.x by an integer in env.Direction. It decides nothing at 2^127 and beyond.
func (t *twin) integer(env *round.Env) (dec round.Decision) {
	x := &t.x
	e := t.exponent(x)
	if e >= 127 {
		return
	}
	more := t.floor(x, -64)
	frac := word(&t.z, 0)
	t.z.Rsh(&t.z, 64)
	m := wide.U128{Hi: word(&t.z, 1), Lo: word(&t.z, 0)}
	inc := up(env, frac, more, m.Lo&1 == 1, x.neg)
	dec = round.Decision{Rounded: true, Incremented: inc, Sign: x.neg, Kept: m, LSB: uint8(m.Lo & 1),
		Guard: uint8(frac >> 63), Round: uint8(frac >> 62 & 1), Precision: uint8(max(0, e+1))}
	if frac<<2 != 0 || more {
		dec.Sticky = 1
	}
	if inc {
		m = m.Add(wide.From64(1))
	}
	x.k = 0
	setInt(&x.n, m)
	if m.IsZero() {
		x.what = aZero
	}
	return dec
}

// scaleB reads the exponent truncated to an integer; beyond 70000 more scaling changes nothing.
func (t *twin) scaleB(a, b num) {
	x := &t.x
	x.setNum(a)
	switch {
	case b.kind == isInf && (!b.neg && a.kind == isZero || b.neg && a.kind == isInf):
		x.what = aInvalid
	case b.kind == isInf && b.neg:
		x.what = aZero
	case b.kind == isInf:
		x.what = anInf
	case b.kind == isFinite && a.kind == isFinite:
		n := 70000
		if b.e < 17 {
			t.a.Set(setInt(&t.b, b.m))
			if b.q >= 0 {
				t.a.Lsh(&t.a, uint(b.q))
			} else {
				t.a.Rsh(&t.a, uint(-b.q))
			}
			n = min(n, int(t.a.Int64()))
		}
		if b.neg {
			n = -n
		}
		x.k += n
	}
}

// codeOp is an operation on codes, exact within src.
func (t *twin) codeOp(env *round.Env, id string, src *def, c [3]wide.U128) (wide.U128, round.Flags) {
	a := c[0].And(wide.Mask(uint(src.width)))
	n := src.decode(a)
	top := wide.From64(1).Shl(uint(src.width - 1))
	// FNUZ keeps zero and NaN, whatever sign is asked for; unsigned formats have no sign.
	fixed := src.unsigned || src.top == fnuzTop && a.And(top.Not()).And(wide.Mask(uint(src.width))).IsZero()
	switch id {
	case "neg":
		if !fixed {
			a = a.Xor(top)
		}
	case "abs":
		if !fixed {
			a = a.And(top.Not())
		}
	case "copysign":
		if !fixed {
			a = a.And(top.Not()).Or(c[1].And(top))
		}
	default:
		return t.neighbour(env, id == "nextup", src, a, n)
	}
	return a, 0
}

// neighbour is nextUp or nextDown by stepping ranks.
func (t *twin) neighbour(env *round.Env, up bool, d *def, a wide.U128, n num) (wide.U128, round.Flags) {
	switch {
	case n.kind == isRefused:
		return d.defaultNaN(env.NaN.Default), round.Invalid
	case n.nan():
		x := exact{ops: [3]num{n}, nops: 1}
		return x.deliverNaN(env, d)
	}
	one := wide.From64(1)
	away := up != n.neg
	if n.kind == isZero {
		if d.unsigned && !up {
			return a, 0
		}
		return d.code(!up, one), 0
	}
	if n.kind == isInf {
		if away {
			return a, 0
		}
		return d.code(n.neg, d.maxG), 0
	}
	rank := d.rankOf(n)
	switch {
	case !away && d.top == powersTop && rank == one:
		return a, 0
	case !away:
		return d.code(n.neg, rank.Sub(one)), 0
	case rank != d.maxG:
		return d.code(n.neg, rank.Add(one)), 0
	case d.hasInf():
		return d.infinity(n.neg), 0
	}
	return a, 0
}

// rankOf is the rank of a finite number.
func (d *def) rankOf(n num) wide.U128 {
	switch {
	case n.kind == isZero:
		return wide.U128{}
	case n.e < d.emin:
		return n.m
	}
	// Bring the significand to p bits (x87 pseudo-subnormals already have them).
	return wide.From64(uint64(n.e - d.emin)).Shl(uint(d.p - 1)).Add(n.m.Shl(uint(d.p - n.m.Len())))
}

// want is the twin's answer.
func (t *twin) want(env round.Env, id string, arity int, dst, src *def, c [3]wide.U128) rounded {
	switch id {
	case "nextup", "nextdown", "copysign", "neg", "abs":
		if dst == src {
			code, flags := t.codeOp(&env, id, src, c)
			return rounded{bits: code, flags: flags}
		}
	case "rem", "fmod", "rint":
		env.Precision = 0
	}
	dec := t.do(&env, id, arity, src, c)
	r := t.round(&env, dst, &t.x)
	if id == "rint" && dec.Rounded {
		r.decision = dec
		if dec.Guard|dec.Round|dec.Sticky != 0 {
			r.flags |= round.Inexact
		}
	}
	return r
}
