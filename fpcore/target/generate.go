package target

import "math/bits"

// A stage makes the candidates of a search, by number. A listing stage is run to its end and gives its simplest
// witness; a random one stops at the first.
type stage struct {
	make   func(s *Search, n int) (candidate, state)
	random bool
}

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
		switch r {
		case NaNBits:
			special = true
		case FlushedIn, FlushedOut:
			edge, tinies = true, true
			if arity == 1 {
				numeric = true
			}
		case Extended, Ranged:
			numeric, edge, tinies = true, true, true
		default:
			numeric, edge = true, true
		}
	}
	if numeric {
		stages = append(stages, stage{make: small})
		if arity > 1 {
			stages = append(stages, stage{make: sums}, stage{make: products})
		}
	}
	if edge {
		stages = append(stages, stage{make: edges})
	}
	if numeric {
		stages = append(stages, stage{near, true})
	}
	if tinies && id != "sqrt" && id != "rsqrt" {
		stages = append(stages, stage{tiny, true})
	}
	if special {
		stages = append(stages, stage{make: specials})
	}
	return stages
}

// digits splits n into arity digits of base size; ok is false beyond the last combination.
func digits(n, size, arity int) (d [3]int, ok bool) {
	for k := arity - 1; k >= 0; k-- {
		d[k] = n % size
		n /= size
	}
	return d, n == 0
}

// small lists all small integers with signs: up to 1023 for one operand, 31 for two, 5 for three.
func small(s *Search, n int) (c candidate, st state) {
	limit := [...]int{0, 1023, 31, 5}[s.arity]
	d, ok := digits(n, 2*limit+1, s.arity)
	if !ok {
		return c, ended
	}
	for k := range s.arity {
		c[k] = integer(int64(d[k] - limit))
	}
	return c, made
}

// sums lists 2^k + b with k around the precisions of the two (and 1 as the second factor for a*b+c), and b one, three,
// or a power of two and one unit, which makes sums that are half a unit of one precision and not of another.
func sums(s *Search, n int) (c candidate, st state) {
	if s.id == "a/b" {
		return c, ended
	}
	const patterns = 64
	p := s.base.P
	k, pattern := p-1+n/patterns, n%patterns
	if k > p+15 {
		return c, ended
	}
	c[0] = power(k)
	b := &c[s.arity-1]
	if s.arity == 3 {
		c[1] = power(0)
	}
	*b = integer(int64(1<<(pattern/4) + pattern/2%2*2 - 1))
	b.neg = pattern%2 != 0
	if b.sig == 0 {
		return c, skipped
	}
	return c, made
}

// addends of products: what breaks a tie, and cancellation.
const addends = 90

// products lists (2^k+i) * (2^l+j) for k, l about half the precision, and adds powers of two or what cancels the
// product but for its lowest bits.
func products(s *Search, n int) (c candidate, st state) {
	small := [...]int64{1, -1, 3, -3}
	per := 1
	if s.arity == 3 {
		per = addends
	}
	p := s.base.P
	pair, addend := n/per, n%per
	i, j := small[pair%4], small[pair/4%4]
	k, l := p/2-1+pair/16%3, p/2-1+pair/48%3
	if pair >= 144 || s.id == "a/b" {
		return c, ended
	}
	a, b := int64(1)<<k+i, int64(1)<<l+j
	c[0], c[1] = integer(a), integer(b)
	if s.arity == 2 {
		return c, made
	}
	switch {
	case addend < 2:
		c[2] = integer(i*j - a*b) // cancels all but i*j, if it has few enough bits
		c[2].neg = c[2].neg != (addend == 1)
	case addend < 6:
		c[2] = integer(int64(addend)/2 - 1)
		c[2].neg = addend%2 != 0
	default:
		c[2] = power(8 - addend)
		c[2].neg = n&1 != 0
	}
	return c, made
}

// edges lists operands at the ends of the exponent range and at its middle.
func edges(s *Search, n int) (c candidate, st state) {
	f := s.base
	emin, emax := int(f.Emin), int(f.Emax)
	exponents := [...]int{-1, 0, 1, emin, emin - 1, emin + 1, emax, emax - 1, emin / 2, emax / 2, int(f.Etiny()), -f.P, f.P, emin + f.P, -emin}
	use := len(exponents)
	if s.arity == 3 {
		use = 9
	}
	size := 4*use + 1
	d, ok := digits(n, size, s.arity)
	if !ok {
		return c, ended
	}
	for k := range s.arity {
		if d[k] > 0 {
			m := d[k] - 1
			c[k] = number{neg: m%2 != 0, sig: uint64(m/2%2)*2 + 1, exp: exponents[m/4]}
		}
	}
	return c, made
}

// near makes random integers whose exact result has more bits than either precision, the shortest first: one in
// thousands lies close to the middle between two numbers.
func near(s *Search, n int) (c candidate, st state) {
	const each = 1500
	p := s.base.P
	width := 2 + n/each
	switch {
	case s.arity == 1:
		if width > p {
			return c, ended
		}
		c[0] = number{sig: s.rng.odd(width), exp: s.rng.below(2)}
	case s.id == "a/b":
		if width > p {
			return c, ended
		}
		c[0], c[1] = number{sig: s.rng.odd(width)}, number{sig: s.rng.odd(width)}
	case s.id == "a*b" || s.id == "a*b+c":
		sum := p + width - 1 // of the widths of the factors
		if sum > 2*p {
			return c, ended
		}
		w := sum/2 + s.rng.below(3) - 1
		if w > p || sum-w > p {
			return c, skipped
		}
		c[0], c[1] = number{sig: s.rng.odd(w)}, number{sig: s.rng.odd(sum - w)}
		c[2] = number{neg: s.rng.next()&1 != 0, sig: s.rng.odd(1 + s.rng.below(p)), exp: s.rng.below(2*p) - p}
	default:
		if width > p {
			return c, ended
		}
		c[0] = number{sig: s.rng.odd(width), exp: s.rng.below(2 * p)}
		c[1] = number{neg: s.rng.next()&1 != 0, sig: s.rng.odd(width)}
	}
	return c, made
}

// tiny makes random operands whose result, or an intermediate one, is about the smallest normal number.
func tiny(s *Search, n int) (c candidate, st state) {
	const each = 1500
	f := s.base
	p := f.P
	width := 1 + n/each
	if width > p {
		return c, ended
	}
	target := int(f.Emin) + 1 - s.rng.below(8) // exponent of the result's leading bit
	odd := func() uint64 { return s.rng.odd(1 + s.rng.below(width)) }
	a, b, d := odd(), odd(), odd()
	la, lb, ld := bits.Len64(a), bits.Len64(b), bits.Len64(d)
	switch {
	case s.arity == 1:
		c[0] = number{sig: a, exp: target - la}
		if s.id == "1/a" {
			c[0].exp = -target - la
		}
	case s.id == "a*b" || s.id == "a*b+c":
		c[0], c[1] = number{sig: a, exp: target - int(f.Emin) - la - lb + 2}, number{sig: b, exp: int(f.Emin)}
		c[2] = number{neg: s.rng.next()&1 != 0, sig: d, exp: target - ld + s.rng.below(4)}
	case s.id == "a/b":
		c[0], c[1] = number{sig: a, exp: target - la + lb}, number{sig: b}
	default:
		c[0] = number{sig: a, exp: target - la + s.rng.below(4)}
		c[1] = number{neg: s.rng.next()&1 != 0, sig: b, exp: target - lb + s.rng.below(4)}
	}
	return c, made
}

// specials lists every combination of zeros, one, infinities and NaNs, signaling ones and payloads included.
func specials(s *Search, n int) (c candidate, st state) {
	const size = 11
	d, ok := digits(n, size, s.arity)
	if !ok {
		return c, ended
	}
	f := s.base
	inf := infinity(f)
	quiet := inf | 1<<(f.FracBits-1)
	sign := uint64(1) << (f.Bits - 1)
	list := [size]number{{special: quiet}, {special: quiet | 1}, {special: quiet | sign | 2}, {special: inf | 1}, {special: sign | inf | 2},
		{special: inf}, {special: inf | sign}, {}, {neg: true}, {sig: 1}, {neg: true, sig: 1}}
	for k := range s.arity {
		c[k] = list[d[k]]
	}
	return c, made
}
