package target

import (
	"math/bits"

	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
)

// number is a datum of a candidate: (-1)^neg * sig * 2^exp, or what special says. Candidates are made of numbers
// rather than of codes because their simplicity is counted in these terms.
type number struct {
	neg     bool
	sig     uint64
	exp     int
	special uint64 // the code of an infinity or a NaN, if not 0
}

// candidate is what a search tries: operands as numbers.
type candidate [3]number

// set makes v the number sig * 2^exp; a negative sig gives the sign.
func (v *number) set(sig int64, exp int) {
	v.neg, v.special = sig < 0, 0
	if v.neg {
		sig = -sig
	}
	v.sig, v.exp = uint64(sig), exp
}

// code returns the code of v in binary32 or binary64; ok is false if v is no datum of the format.
func (v *number) code(f *format.Format) (c uint64, ok bool) {
	if v.special != 0 {
		return v.special, true
	}
	if v.neg {
		c = 1 << (f.Bits - 1)
	}
	if v.sig == 0 {
		return c, true
	}
	v.odd()
	sig, exp := v.sig, v.exp
	n := bits.Len64(sig)
	lead := exp + n - 1
	if n > f.P || lead > int(f.Emax) || exp < int(f.Etiny()) {
		return 0, false
	}
	if lead < int(f.Emin) {
		return c | sig<<(exp-int(f.Etiny())), true
	}
	return c | uint64(lead+int(f.Bias))<<f.FracBits | (sig<<(f.P-n))&(1<<f.FracBits-1), true
}

// odd shifts trailing zeros of the significand into the exponent.
func (v *number) odd() {
	tail := bits.TrailingZeros64(v.sig | 1<<63)
	v.sig, v.exp = v.sig>>tail, v.exp+tail
}

// cost counts how far a number is from simple: its significant bits, the length of the exponent of the lowest of them,
// and the sign. Zero costs a little more than one, an infinity more, a NaN most.
func (v *number) cost() (n int) {
	if v.special != 0 {
		if tail := bits.TrailingZeros64(v.special); tail == 23 || tail == 52 { // an infinity
			return 10
		}
		return 40
	}
	if v.neg {
		n = 1
	}
	if v.sig == 0 {
		return n + 4
	}
	v.odd()
	return n + 2*bits.Len64(v.sig) + bits.Len(uint(max(v.exp, -v.exp)))
}

func (c *candidate) cost(arity int) (n int) {
	for k := range arity {
		n += c[k].cost()
	}
	if arity > 1 && c[0] == c[1] {
		n--
	}
	return n
}

// random draws operands.
type random struct{ reduce.Random }

// odd returns an odd number of exactly n bits, 1 to 53.
func (r *random) odd(n int) int64 { return int64(r.Next()>>(64-n) | 1 | 1<<(n-1)) }

// signed returns one with either sign.
func (r *random) signed(n int) int64 {
	v := r.odd(n)
	if r.Next()&1 != 0 {
		return -v
	}
	return v
}
