package target

import "math/bits"

// A stage makes the candidates of a search, by number. A listing stage is run to its end and gives its simplest
// witness; a random one stops at the first.
type stage uint8

const (
	small    stage = iota // small integers
	sums                  // halves of units of one precision and not of another
	products              // of two numbers just beside powers of two
	edges                 // the ends of the exponent range
	near                  // random integers, at random close to the middle between two numbers
	tiny                  // random operands with a result about the smallest normal number
	specials              // zeros, one, infinities, NaNs
)

type state uint8

const (
	made state = iota
	skipped
	ended
)

// plan lists the stages that aim at the given reasons, the cheapest first.
func plan(list []Reason, id string, arity int) (stages []stage) {
	var numeric, edge, tinies, special bool
	for _, r := range list {
		if r == NaNBits {
			special = true
			continue
		}
		edge = true
		flush := r == FlushedIn || r == FlushedOut
		numeric = numeric || !flush || arity == 1
		tinies = tinies || flush || r == Extended || r == Ranged
	}
	for st, use := range [...]bool{numeric, numeric && arity > 1, numeric && arity > 1, edge, numeric, tinies && id != "sqrt" && id != "rsqrt", special} {
		if use {
			stages = append(stages, stage(st))
		}
	}
	return stages
}

// make fills the candidate of a stage with the given number.
func (s *Search) make(st stage, n int) state {
	switch st {
	case small:
		return s.small(n)
	case sums:
		return s.sums(n)
	case products:
		return s.products(n)
	case edges:
		return s.edges(n)
	case specials:
		return s.specials(n)
	}
	return s.random(n, st == tiny)
}

// small lists all small integers with signs: up to 1023 for one operand, 31 for two, 5 for three.
func (s *Search) small(n int) state {
	limit := 1023
	if s.arity > 1 {
		limit = 57 - 26*(s.arity-1)
	}
	for k := range s.arity {
		s.try[k].set(int64(n%(2*limit+1)-limit), 0)
		n /= 2*limit + 1
	}
	return endIf(n > 0)
}

func endIf(over bool) state {
	if over {
		return ended
	}
	return made
}

// sums lists 2^k + b with k around the precisions of the two (and 1 as the second factor for a*b+c), and b a power of
// two and one unit: sums that are half a unit of one precision and not of another.
func (s *Search) sums(n int) state {
	k, pattern := s.base.P-1+n/64, n%64
	s.try[0].set(1, k)
	s.try[1].set(1, 0)
	b := int64(1<<(pattern/4) + pattern/2%2*2 - 1)
	if pattern%2 != 0 {
		b = -b
	}
	s.try[s.arity-1].set(b, 0)
	if b == 0 {
		return skipped
	}
	return endIf(n >= 64*17 || s.id == "a/b")
}

// products lists (2^k+i) * (2^l+j) for k, l about half the precision and i, j of 1 and 3 with signs, and adds small
// integers, powers of two, or what cancels the product but for its lowest bits.
func (s *Search) products(n int) state {
	addend := 0
	if s.arity == 3 {
		addend, n = n%90, n/90
	}
	i, j := int64(1+n&2)*int64(1-2*(n&1)), int64(1+n>>2&2)*int64(1-2*(n>>2&1))
	k := s.base.P/2 - 1
	a, b := int64(1)<<(k+n/16%3)+i, int64(1)<<(k+n/48%3)+j
	s.try[0].set(a, 0)
	s.try[1].set(b, 0)
	c, exp := int64(1-addend%2*2), 0
	switch {
	case addend < 2:
		c *= i*j - a*b
	case addend < 6:
		c *= int64(addend)/2 - 1
	default:
		exp = 8 - addend
	}
	s.try[2].set(c, exp)
	return endIf(n >= 144 || s.id == "a/b")
}

// edges lists 0, 1 and 3 with signs at the ends of the exponent range and at its middle.
func (s *Search) edges(n int) state {
	f := s.base
	emin, emax := int(f.Emin), int(f.Emax)
	exponents := [...]int{-1, 0, 1, emin, emin - 1, emin + 1, emax, emax - 1, emin / 2, emax / 2, int(f.Etiny()), -f.P, f.P, emin + f.P, -emin}
	size := 4*len(exponents) + 1
	if s.arity == 3 {
		size = 4*9 + 1
	}
	for k := range s.arity {
		m := n % size
		n /= size
		s.try[k].set(0, 0)
		if m--; m >= 0 {
			s.try[k].set(int64(m&2+1), exponents[m>>2])
			s.try[k].neg = m&1 != 0
		}
	}
	return endIf(n > 0)
}

// random makes operands with ever more bits; near: integers with an exact result of more bits than either precision,
// else numbers with a result, or an intermediate one, about the smallest normal number.
func (s *Search) random(n int, tiny bool) state {
	f, r := s.base, &s.rng
	p := f.P
	width := 1 + n/1500
	if width > p {
		return ended
	}
	la, lb := width, width
	product := s.id == "a*b" || s.id == "a*b+c"
	switch {
	case tiny:
		la, lb = 1+r.Below(width), 1+r.Below(width)
	case product:
		sum := p + width
		la = min(sum/2+r.Below(3)-1, p)
		if lb = sum - la; lb > p {
			return skipped
		}
	}
	ea, eb, ec := r.Below(2), 0, r.Below(2*p)-p
	if tiny {
		aim := int(f.Emin) + 1 - r.Below(8) // the exponent of the result's leading bit
		ec = aim + r.Below(4) - width
		switch {
		case s.id == "1/a":
			ea = -aim - la
		case s.arity == 1:
			ea = aim - la
		case product:
			ea, eb = aim-int(f.Emin)-la-lb+2, int(f.Emin)
		case s.id == "a/b":
			ea = aim - la + lb
		default:
			ea, eb = aim-la+r.Below(4), aim-lb+r.Below(4)
		}
	} else if s.arity == 2 && !product && s.id != "a/b" {
		ea = r.Below(2 * p)
	}
	s.try[0].set(r.odd(la), ea)
	s.try[1].set(r.signed(lb), eb)
	s.try[2].set(r.signed(1+r.Below(width)), ec)
	return made
}

// specials lists every combination of zeros, one, infinities and NaNs, signaling ones and payloads included.
func (s *Search) specials(n int) state {
	f := s.base
	inf, quiet, sign := infinity(f), uint64(1)<<(f.FracBits-1), uint64(1)<<(f.Bits-1)
	list := [...]uint64{0, 0, inf | quiet, inf | quiet | 1, inf | quiet | sign | 2, inf | 1, inf | sign | 2, inf, inf | sign}
	for k := range s.arity {
		m := n % 11
		n /= 11
		v := &s.try[k]
		if v.set(int64(m&1), 0); m < 9 {
			v.special = list[m]
		} else {
			v.neg = true
		}
	}
	return endIf(n > 0)
}

// The moves that make a witness simpler. Each is tried on the best witness so far and kept if the results still
// differ and the cost is lower; the search ends when no move helps.
const (
	movePlus      = iota // the sign cleared
	moveZero             // the operand is 0
	moveOne              // the operand is 1
	moveCopy             // the operand is the first one
	moveUnscale          // the exponent of the lowest bit is 0
	moveTwice            // the exponent one step toward 0
	moveHalf             // half the way toward 0
	moveLowest           // the lowest bit dropped
	moveUp               // the lowest bit carried upward
	moveTop              // the lower half of the bits dropped
	moveShift            // this operand's exponent 0, the next one's changed by as much the other way
	moveTogether         // all exponents changed by as much as makes this one's 0
	moveWithThird        // the exponents of this operand and of the third
	moves
)

// shrink tries the next move; it ends the search after a round without success.
func (s *Search) shrink() {
	if s.move >= moves*s.arity || s.result.Tried >= s.budget {
		s.end(Found)
		return
	}
	move, k := s.move/s.arity, s.move%s.arity
	s.move++
	s.try = s.best
	v := &s.try[k]
	if v.special != 0 && move > moveCopy {
		return
	}
	v.odd()
	back := -v.exp
	switch move {
	case movePlus:
		v.neg = false
		v.special &^= 1 << (s.base.Bits - 1)
	case moveZero:
		v.set(0, 0)
	case moveOne:
		v.set(1, 0)
	case moveCopy:
		*v = s.try[0]
	case moveUnscale:
		v.exp = 0
	case moveTwice:
		if v.exp > 0 {
			v.exp--
		} else {
			v.exp++
		}
	case moveHalf:
		v.exp /= 2
	case moveLowest:
		v.sig &= v.sig - 1
	case moveUp:
		v.sig++
	case moveTop:
		v.sig &^= 1<<(bits.Len64(v.sig)/2) - 1
	case moveTogether:
		for j := range s.arity {
			s.try[j].exp += back
		}
	default:
		v.exp = 0
		other := &s.try[s.arity-1]
		if move == moveShift {
			other = &s.try[(k+1)%s.arity]
			if s.id != "a/b" {
				back = -back
			}
		}
		other.exp += back
	}
	if s.differ() {
		s.move = 0
	}
}
