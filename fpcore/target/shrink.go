package target

import "math/bits"

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
	moveShift            // this operand's exponent toward 0, the next one's by as much away from it
	moveTogether         // all exponents by as much as makes this one's 0
	moveWithThird        // the exponents of this operand and of the third
	moves
)

// shrink tries the next move; it ends the search after a round without success.
func (s *Search) shrink() int {
	if s.move >= moves*s.arity || s.result.Tried >= s.budget {
		s.end(Found)
		return 1
	}
	c, ok := s.moved(s.move/s.arity, s.move%s.arity)
	s.move++
	if !ok {
		return 1
	}
	if cost := c.cost(s.arity); cost < s.bestCost && s.try(&c, cost) {
		s.move = 0
	}
	return 1
}

// moved returns the best witness with a move made on operand k.
func (s *Search) moved(move, k int) (c candidate, ok bool) {
	c = s.best
	v := &c[k]
	if v.special != 0 && move > moveCopy {
		return c, false
	}
	tail := bits.TrailingZeros64(v.sig | 1<<63)
	v.sig, v.exp = v.sig>>tail, v.exp+tail
	toZero := -v.exp
	switch move {
	case movePlus:
		if v.special != 0 {
			v.special &^= 1 << (s.base.Bits - 1)
		}
		v.neg = false
	case moveZero:
		*v = number{}
	case moveOne:
		*v = power(0)
	case moveCopy:
		*v = c[0]
	case moveUnscale:
		v.exp = 0
	case moveTwice:
		v.exp += sign(toZero)
	case moveHalf:
		v.exp /= 2
	case moveLowest:
		v.sig &= v.sig - 1
	case moveUp:
		v.sig++
	case moveTop:
		v.sig &^= 1<<(bits.Len64(v.sig)/2) - 1
	case moveShift:
		next := &c[(k+1)%s.arity]
		v.exp += toZero
		next.exp -= toZero
		if s.id == "a/b" {
			next.exp += 2 * toZero
		}
	case moveTogether:
		for j := range s.arity {
			c[j].exp += toZero
		}
	case moveWithThird:
		v.exp += toZero
		c[s.arity-1].exp += toZero
	}
	return c, true
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}
