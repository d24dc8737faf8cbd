package reals

import (
	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr/types"
)

func (k *arithmetic) function(id string, r Real) Real {
	f, _ := exact.FindFunction(id)
	return k.apply(f, r)
}

func (k *arithmetic) hypot(r, s Real) Real {
	if r.Kind == Infinite || s.Kind == Infinite {
		return infinite(false)
	}
	return k.sqrt(k.add(k.mul(r, r), k.mul(s, s)))
}

// pi is a multiple 2^n of pi.
func (k *arithmetic) pi(n int64) Real {
	p := exact.Pi(k.bits, false)
	return between(p, p.Add(exact.New(false, oneValue.Mag, 2-int64(k.bits)))).Scaled(n)
}

// atan2 is the angle of the point (x, y).
func (k *arithmetic) atan2(y, x Real) Real {
	if v, ok := special(y, x); ok {
		return v
	}
	sy, okY := y.sign()
	sx, okX := x.sign()
	neg := y.Lo.Neg
	turn := func(r Real) Real {
		if neg {
			return r.Negated()
		}
		return r
	}
	switch {
	case y.Kind == Infinite && x.Kind == Infinite:
		if x.Lo.Neg {
			return turn(k.mul(k.pi(-2), OfCode(types.Int, 3)))
		}
		return turn(k.pi(-2))
	case y.Kind == Infinite, okX && sx == 0 && okY && sy != 0:
		return turn(k.pi(-1))
	case okY && (sy == 0 || x.Kind == Infinite):
		switch {
		case !okX:
			return k.undecided()
		case x.Lo.Neg:
			return turn(k.pi(0))
		}
		return turn(exactly(zeroValue))
	case okX && sx > 0:
		return k.function("atan", k.div(y, x))
	case okY: // pi/2 - atan(x/|y|)
		return turn(k.add(k.pi(-1), k.function("atan", k.div(x, y.abs())).Negated()))
	}
	return k.undecided()
}

// pow is C's: 1 for y = 0 and for x = 1, no number for x < 0 and y not whole.
func (k *arithmetic) pow(x, y Real) Real {
	switch c, ok := k.compare(x, exactly(oneValue)); {
	case y.IsZero(), ok && c == 0:
		return exactly(oneValue)
	}
	if v, ok := special(x, y); ok {
		return v
	}
	sx, ok := x.sign()
	sy, okY := y.sign()
	if !ok || !okY {
		return k.undecided()
	}
	if y.Kind == Infinite || x.Kind == Infinite || sx == 0 {
		return k.powLimit(x, y, sx, sy)
	}
	whole, odd := y.Exact() && y.Lo.Exp >= 0, y.Exact() && y.Lo.Exp == 0
	if sx < 0 && !whole {
		if y.Exact() || y.fraction != nil {
			return notNumber
		}
		return k.undecided()
	}
	if y.Exact() && y.Lo.Exp >= -3 && y.Lo.Mag.Len() <= 16 && y.Lo.Log2() <= 16 {
		r := x
		for range -y.Lo.Exp {
			r = k.sqrt(r)
		}
		n := y.Lo.Mag.Low64() << uint(max(y.Lo.Exp, 0))
		r = k.power(r, n)
		if y.Lo.Neg {
			r = k.div(exactly(oneValue), r)
		}
		return r
	}
	r := k.function("exp", k.mul(y, k.function("log", x.abs())))
	if sx < 0 && odd {
		r = r.Negated()
	}
	return r
}

// power is x^n.
func (k *arithmetic) power(x Real, n uint64) Real {
	r := exactly(oneValue)
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			r = k.mul(r, x)
		}
		if n > 1 {
			x = k.mul(x, x)
		}
	}
	return r
}

// powLimit is pow for an infinity or x = 0.
func (k *arithmetic) powLimit(x, y Real, sx, sy int) Real {
	if y.Kind == Infinite {
		c, ok := k.compare(x.abs(), exactly(oneValue))
		switch {
		case !ok:
			return k.undecided()
		case c == 0:
			return exactly(oneValue)
		case (c > 0) == (sy > 0):
			return infinite(false)
		}
		return exactly(zeroValue)
	}
	neg := x.Lo.Neg && y.Exact() && y.Lo.Exp == 0 // an odd y
	if (sx == 0) == (sy > 0) {
		return exactly(exact.Value{Neg: neg})
	}
	return infinite(neg)
}
