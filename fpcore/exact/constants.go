package exact

import (
	"sync"

	"ulplab/fpcore/wide"
)

// constant is a number known to any precision: a sum of inverse (hyperbolic) tangents of 1/n, kept once computed.
type constant struct {
	mu    sync.Mutex
	terms [3]struct {
		factor, n uint64
		minus     bool
	}
	alternating bool // arc tangents, not their hyperbolic counterparts
	bits        int
	value       ball
}

type machin = [3]struct {
	factor, n uint64
	minus     bool
}

// pi = 16 atan(1/5) - 4 atan(1/239) (Machin 1706); ln 2 and ln 10 are sums of artanh(1/31), artanh(1/49), artanh(1/161):
// their arguments (n+1)/(n-1) are 16/15, 25/24 and 81/80, and 2 = (16/15)^7 (25/24)^5 (81/80)^3,
// 10 = (16/15)^23 (25/24)^17 (81/80)^10.
var (
	piConstant   = constant{terms: machin{{16, 5, false}, {4, 239, true}}, alternating: true}
	ln2Constant  = constant{terms: machin{{14, 31, false}, {10, 49, false}, {6, 161, false}}}
	ln10Constant = constant{terms: machin{{46, 31, false}, {34, 49, false}, {20, 161, false}}}
)

// ball returns the constant with an error below 2^-p.
func (c *constant) ball(p int) ball {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bits < p {
		c.bits = max(p, 256) + 128
		c.value = c.compute(c.bits)
	}
	b := c.value
	return b.at(max(b.exp, -int64(p)-8))
}

// compute sums in units of 2^-w. Each division drops less than one unit, so that a term is wrong by less than two, and
// the rest of a series after its last term, which is below one unit, is below one unit too.
func (c *constant) compute(p int) ball {
	w := p + 48
	sum := ball{exp: -int64(w)}
	for _, t := range c.terms {
		if t.factor == 0 {
			continue
		}
		power := wide.NatFrom64(1).Shl(uint(w))
		power, _ = power.DivMod64(t.n)
		part := ball{exp: -int64(w), err: 2}
		for k := uint64(1); !power.IsZero(); k += 2 {
			term, _ := power.DivMod64(k)
			part = part.add(ball{neg: c.alternating && k&2 != 0, mag: term, exp: -int64(w), err: 2}, w+64)
			power, _ = power.DivMod64(t.n * t.n)
		}
		part = part.mulInt(t.factor, w+64)
		part.neg = part.neg != t.minus
		sum = sum.add(part, w+64)
	}
	return sum.at(-int64(p) - 16)
}

// Pi returns the first n significant bits of pi, truncated or rounded to nearest (n >= 2).
func Pi(n int, nearest bool) Value {
	for p := n + 64; ; p *= 2 {
		b := piConstant.ball(p)
		lo, hi := b.bounds()
		drop := lo.Mag.Len() - n
		scale := func(v Value) wide.Nat {
			m := v.Mag
			if nearest {
				m = m.Add(wide.NatFrom64(1).Shl(uint(v.Mag.Len() - n - 1)))
			}
			return m.Shr(uint(v.Mag.Len() - n))
		}
		if a := scale(lo); drop > 0 && a.Cmp(scale(hi)) == 0 {
			return New(false, a, 2-int64(n))
		}
	}
}
