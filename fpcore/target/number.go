package target

import (
	"math/bits"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// number is a datum of a candidate: (-1)^neg * sig * 2^exp, or what special says. Candidates are made of numbers
// rather than of codes because their simplicity is counted in these terms.
type number struct {
	neg     bool
	sig     uint64
	exp     int
	special uint64 // the code of an infinity or a NaN, if not 0
}

func power(exp int) number { return number{sig: 1, exp: exp} }

func integer(n int64) number {
	if n < 0 {
		return number{neg: true, sig: uint64(-n)}
	}
	return number{sig: uint64(n)}
}

// code returns the code of v in binary32 or binary64; ok is false if v is no datum of the format.
func (v number) code(f *format.Format) (c uint64, ok bool) {
	if v.special != 0 {
		return v.special, true
	}
	if v.neg {
		c = 1 << (f.Bits - 1)
	}
	if v.sig == 0 {
		return c, true
	}
	sig, exp := v.sig, v.exp
	tail := bits.TrailingZeros64(sig)
	sig, exp = sig>>tail, exp+tail
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

// cost counts how far a number is from simple: its significant bits, the length of the exponent of the lowest of them,
// and the sign. Zero costs a little more than one, an infinity more, a NaN most.
func (v number) cost() int {
	if v.special != 0 {
		if tail := bits.TrailingZeros64(v.special); tail == 23 || tail == 52 { // an infinity
			return 10
		}
		return 40
	}
	n := 0
	if v.neg {
		n = 1
	}
	if v.sig == 0 {
		return n + 4
	}
	tail := bits.TrailingZeros64(v.sig)
	exp := v.exp + tail
	if exp < 0 {
		exp = -exp
	}
	return n + 2*bits.Len64(v.sig>>tail) + bits.Len(uint(exp))
}

// candidate is what a search tries: operands as numbers.
type candidate [3]number

func (c *candidate) cost(arity int) (n int) {
	for k := range arity {
		n += c[k].cost()
	}
	if arity > 1 && c[0] == c[1] {
		n--
	}
	return n
}

// widen converts binary32 to binary64, exactly; every NaN becomes the same.
func widen(x uint64) uint64 {
	env := round.Env{NaN: round.NaNRule{NoPropagate: true}}
	return arith.Convert(env, format.F64, format.F32, wide.From64(x), nil).Bits.Lo
}

// random is splitmix64.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number from 0 to n-1.
func (r *random) below(n int) int {
	hi, _ := bits.Mul64(r.next(), uint64(n))
	return int(hi)
}

// odd returns an odd number of exactly n bits.
func (r *random) odd(n int) uint64 {
	return r.next()>>(64-n) | 1 | 1<<(n-1)
}
