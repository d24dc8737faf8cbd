package exact

import "ulplab/fpcore/wide"

// The functions of this file take balls or exact arguments and a precision p, and return balls: how many of the p bits
// are right is what the result's error says.

var one = ballInt(1)

// sum adds the series 1 + t1 + t2 + ..., t(k) = t(k-1) * u / d(k), with |u/d| <= 1/2 where it stops, so that the rest is
// at most twice the first term left out.
func series(u ball, p int, d func(k uint64) uint64) ball {
	total, term := one, one
	for k := uint64(1); ; k++ {
		q := max(24, p+int(max(term.top(), -int64(p))))
		term = term.mul(u.trim(q), q).divInt(d(k), q)
		if term.top() < -int64(p)-4 {
			return total.plus(term.top()+1, p)
		}
		total = total.add(term, p+8)
	}
}

// harmonic is the series 1 + u/3 + u^2/5 + ... for |u| <= 1/2; the rest is at most twice the first power left out.
func harmonic(u ball, p int) ball {
	total, power := one, one
	for k := uint64(3); ; k += 2 {
		q := max(24, p+int(max(power.top(), -int64(p))))
		power = power.mul(u.trim(q), q)
		if power.top() < -int64(p)-4 {
			return total.plus(power.top()+1, p)
		}
		total = total.add(power.divInt(k, q), p+8)
	}
}

// nearestMultiple returns the integer n nearest to x/c, up to the error of c, and the ball of x - n*c, for a constant c
// between 1/2 and 4 times 2^scale. The precision of the difference is 2^-p absolutely.
func nearestMultiple(x Value, c *constant, scale int64, p int) (neg bool, n wide.Nat, r ball) {
	if x.Log2() < -2 {
		return false, nil, ballOf(x, p)
	}
	w := int64(p) + 8
	digits := c.ball(int(max(0, x.Log2()+1+w)) + 8).scaled(scale)
	num, den := x.Mag.Shl(1), digits.mag
	if s := x.Exp - digits.exp; s >= 0 {
		num = num.Shl(uint(s))
	} else {
		den = den.Shl(uint(-s))
	}
	n, _ = num.Add(den).DivMod(den.Shl(1))
	if n.IsZero() {
		return false, nil, ballOf(x, p)
	}
	e := min(x.Exp, digits.exp)
	a, b := x.Mag.Shl(uint(x.Exp-e)), n.Mul(digits.mag).Shl(uint(digits.exp-e))
	// The error of the constant counts n times.
	r = ball{exp: e}
	if a.Cmp(b) >= 0 {
		r.neg, r.mag = x.Neg, a.Sub(b)
	} else {
		r.neg, r.mag = !x.Neg, b.Sub(a)
	}
	spread := digits.exp + int64(n.MulAdd64(digits.err, 0).Len())
	return x.Neg, n, r.plus(spread, p+64)
}

// expOf is e^x for |x| < 2^17.
func expOf(x Value, p int) ball {
	neg, n, r := nearestMultiple(x, &ln2Constant, 0, p+8)
	y := expSmall(r, p)
	k := int64(n.Low64())
	if neg {
		k = -k
	}
	return y.scaled(k)
}

// expSmall is e^r for |r| < 1: the series at r/2^s, squared s times.
func expSmall(r ball, p int) ball {
	s := 2
	for s*s < p/4 {
		s++
	}
	p += s + 8
	y := series(r.scaled(-int64(s)), p, func(k uint64) uint64 { return k })
	for range s {
		y = y.mul(y, p)
	}
	return y
}

// expm1Small is e^x - 1 for |x| <= 1/2 with its relative precision.
func expm1Small(x ball, p int) ball {
	return series(x, p, func(k uint64) uint64 { return k + 1 }).mul(x, p)
}

// logOf is the natural logarithm of a ball of positive numbers: x = m * 2^e with m between 0.7 and 1.42, and
// log m = 2 artanh((m-1)/(m+1)).
func logOf(x ball, p int) ball {
	if _, ok := x.low(); !ok || x.neg {
		return wholeLine
	}
	n := int64(x.mag.Len())
	e := x.exp + n
	if x.mag.Shr(uint(max(0, n-8))).Low64() < 181 { // below sqrt(1/2)
		e--
	}
	m := x.scaled(-e)
	y := artanhSmall(m.sub(one, p+8).div(m.add(one, p+8), p+8), p+8).scaled(1)
	if e == 0 {
		return y
	}
	k := ln2Constant.ball(p + 40)
	if e < 0 {
		k, e = k.negated(), -e
	}
	return k.mul(ballInt(uint64(e)), p+40).add(y, p+8)
}

// artanhSmall is artanh z for |z| <= 1/2 with its relative precision.
func artanhSmall(z ball, p int) ball { return harmonic(z.mul(z, p), p).mul(z, p) }

// log1pOf is log(1+y) for a ball of numbers above -1, with its relative precision near 0.
func log1pOf(y ball, p int) ball {
	if y.top() > -1 {
		return logOf(one.add(y, p+8), p)
	}
	return artanhSmall(y.div(ballInt(2).add(y, p+8), p+8), p).scaled(1)
}

// atanOf is the arc tangent: |z| > 1 is inverted, and z/(1+sqrt(1+z^2)) halves the angle until the series is short.
func atanOf(z ball, p int) ball {
	p += 16
	neg := z.neg
	z.neg = false
	inverted := false
	if z.mag.Len() > 0 && z.exp+int64(z.mag.Len()) > 0 {
		z, inverted = one.div(z, p), true
	}
	halvings := 0
	for ; halvings < 5 && z.top() > -3; halvings++ {
		z = z.div(one.add(z.mul(z, p).add(one, p).sqrt(p), p), p)
	}
	if z.top() > 0 {
		return wholeLine
	}
	y := harmonic(z.mul(z, p).negated(), p).mul(z, p).scaled(int64(halvings))
	if inverted {
		y = piConstant.ball(p+8).scaled(-1).sub(y, p)
	}
	y.neg = y.neg != neg
	return y
}

// quarter returns x reduced by multiples of pi/2, and the multiple modulo 4.
func quarter(x Value, p int) (r ball, q uint64) {
	if x.Log2() < -1 {
		return ballOf(x, p), 0
	}
	neg, n, r := nearestMultiple(x, &piConstant, -1, p)
	if q = n.Low64() & 3; neg {
		q = -q & 3
	}
	return r, q
}

// sinCos returns sin r and cos r for |r| < 1, the sine with its relative precision.
func sinCos(r ball, p int) (s, c ball) {
	u := r.mul(r, p).negated()
	s = series(u, p, func(k uint64) uint64 { return 2 * k * (2*k + 1) }).mul(r, p)
	c = series(u, p, func(k uint64) uint64 { return (2*k - 1) * 2 * k })
	return s, c
}

// turned returns the sine of r + q*pi/2.
func turned(r ball, q uint64, p int) ball {
	s, c := sinCos(r, p)
	if q&1 != 0 {
		s = c
	}
	s.neg = s.neg != (q&2 != 0)
	return s
}

// erfcLarge is erfc x for x > 0 with x^2 above p/1.4: exp(-x^2)/(x sqrt(pi)) (1 - 1/(2x^2) + 1*3/(2x^2)^2 - ...), where
// the terms alternate and the rest is smaller than the first one left out.
func erfcLarge(x Value, p int) ball {
	p += 16
	b := ballOf(x, p)
	u := one.div(b.mul(b, p).scaled(1), p)
	total, term := one, one
	for k := uint64(1); ; k += 2 {
		last := term.top()
		term = term.mul(u, p).mulInt(k, p).negated()
		if term.top() > last+1 { // the terms grow again
			return wholeLine
		}
		if term.top() < -int64(p) {
			total = total.plus(term.top(), p)
			break
		}
		total = total.add(term, p+8)
	}
	e := expOf(x.Mul(x).Negated(), p)
	return e.mul(total, p).div(b.mul(piConstant.ball(p+8).sqrt(p), p), p)
}

// erfOf is erf x = 2/sqrt(pi) exp(-x^2) x (1 + 2x^2/3 + (2x^2)^2/(3*5) + ...), all terms of one sign, for |x| < 2^8.
func erfOf(x Value, p int) ball {
	if n := wholePart(x); n*n*14/10 > uint64(p)+16 {
		y := one.sub(erfcLarge(x.magnitude(), 32), p+32)
		y.neg = x.Neg
		return y
	}
	p += 16
	b := ballOf(x, p)
	u := b.mul(b, p).scaled(1)
	total, term := one, one
	for k := uint64(3); ; k += 2 {
		term = term.mul(u, p).divInt(k, p)
		if u.top() < 40 && k > 2<<max(0, u.top()) && term.top() < total.top()-int64(p)-8 {
			total = total.plus(term.top()+1, p)
			break
		}
		total = total.add(term, p+8)
	}
	e := expOf(x.Mul(x).Negated(), p)
	return e.mul(total, p).mul(b, p).scaled(1).div(piConstant.ball(p+8).sqrt(p), p)
}

// erfcOf is erfc x for |x| < 2^8: the asymptotic series, or 1 - erf x with as many more bits as cancel.
func erfcOf(x Value, p int) ball {
	n := wholePart(x)
	switch {
	case x.Neg:
		return one.sub(erfOf(x, p+8), p+8)
	case n*n*14/10 > uint64(p)+32:
		return erfcLarge(x, p)
	}
	p += int((n+1)*(n+1)*3/2) + 8
	return one.sub(erfOf(x, p), p)
}

// wholePart is floor(|x|) for |x| < 2^8.
func wholePart(x Value) uint64 {
	if x.Exp >= 0 {
		return x.Mag.Low64() << uint(x.Exp)
	}
	return x.Mag.Shr(uint(-x.Exp)).Low64()
}

// magnitude returns |x|.
func (x Value) magnitude() Value {
	x.Neg = false
	return x
}

// cbrtOf is the cube root of x > 0: a whole cube root, wrong by less than one unit.
func cbrtOf(x Value, p int) ball {
	s := max(0, 3*p-x.Mag.Len())
	for (x.Exp-int64(s))%3 != 0 {
		s++
	}
	return ball{mag: cubeRoot(x.Mag.Shl(uint(s))), exp: (x.Exp - int64(s)) / 3, err: 1}
}

// cubeRoot returns floor(x^(1/3)) by Newton's iteration from above.
func cubeRoot(x wide.Nat) wide.Nat {
	if x.IsZero() {
		return nil
	}
	s := wide.NatFrom64(1).Shl(uint((x.Len() + 2) / 3))
	for {
		q, _ := x.DivMod(s.Mul(s))
		t, _ := s.Shl(1).Add(q).DivMod64(3)
		if t.Cmp(s) >= 0 {
			return s
		}
		s = t
	}
}
