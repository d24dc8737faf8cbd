package tensor

import (
	"math/bits"

	"ulplab/fpcore/round"
)

// Term is one addend of a block, as it is aligned: the value is (-1)^Neg * Sig * 2^(Exp-Frac), and what remains of it
// after the cut is Kept units of the step's Quantum.
type Term struct {
	Neg  bool
	Exp  int32
	Sig  uint64
	Frac int32
	Kept uint64
	Lost bool // bits below the quantum were not zero
}

// Step is one block: its products in the order of k, then the accumulator; the largest exponent, the quantum of the
// window, the sum in units of it, and the result delivered. Special says that infinities or NaNs decided, and no term
// has been aligned.
type Step struct {
	Terms   []Term
	Top     int32
	Quantum int32
	Sum     int64
	Special bool
	In, Out uint64
	Rounded round.Decision // how the sum became the result
}

// Blocks lists which of n products each block takes, in the order of the blocks; n is a multiple of 4 where the unit is
// one of Halves.
func (u Unit) Blocks(n int) (list [][]int) {
	whole := u.Terms
	if u.Halves {
		whole *= 2
	}
	for from := 0; from < n; from += whole {
		var parts [2][]int
		for k := from; k < min(from+whole, n); k++ {
			i := 0
			if u.Halves {
				i = k >> 1 & 1
			}
			parts[i] = append(parts[i], k)
		}
		list = append(list, parts[0])
		if u.Halves {
			list = append(list, parts[1])
		}
	}
	return list
}

// Steps lists the blocks of an element, and returns what Do returns. A chain of fused multiply-adds has none.
func (d *Dot) Steps(a, b []uint64, c uint64) (list []Step, r uint64) {
	note := func(s Step) { list = append(list, s) }
	switch {
	case d.Unit.Frac == 0:
		return nil, d.Do(a, b, c)
	case d.Unit.Halves:
		r = d.halves(a, b, c, note)
		return list, r
	}
	for {
		n := min(d.Unit.Terms, len(a))
		c = d.block(a[:n], b[:n], c, note)
		if a, b = a[n:], b[n:]; len(a) == 0 {
			return list, c
		}
	}
}

// step describes a block that has been added.
func (d *Dot) step(a, b []uint64, c uint64, top int32, sum int64, r uint64) Step {
	s := Step{Top: top, Quantum: top - int32(d.Unit.Frac), Sum: sum, In: c, Out: r}
	nan, inf, _, _ := d.c.class(c)
	s.Special = nan || inf
	for k, x := range a {
		xs, xe, xm := d.a.read(x)
		ys, ye, ym := d.b.read(b[k])
		s.Terms = append(s.Terms, termOf(xs != ys, xe+ye+d.shift, xm*ym, d.pf, s.Quantum))
		xn, xi, _, _ := d.a.class(x)
		yn, yi, _, _ := d.b.class(b[k])
		s.Special = s.Special || xn || xi || yn || yi
	}
	cs, ce, cm := d.c.read(c)
	s.Terms = append(s.Terms, termOf(cs != 0, ce, cm, int32(d.c.frac), s.Quantum))
	if s.Special {
		s.Terms, s.Top, s.Quantum, s.Sum = nil, 0, 0, 0
	}
	d.conclude(&s)
	return s
}

// termOf cuts a term below a quantum.
//
//go:noinline
func termOf(neg bool, exp int32, sig uint64, frac, quantum int32) Term {
	t := Term{Neg: neg, Exp: exp, Sig: sig, Frac: frac}
	shift := exp - frac - quantum
	if shift >= 0 {
		t.Kept = sig << uint(shift)
	} else {
		t.Kept = sig >> uint(min(-shift, 63))
	}
	t.Lost = shift < 0 && sig&(1<<uint(min(-shift, 63))-1) != 0
	return t
}

// conclude says how the sum of a step became its result.
func (d *Dot) conclude(s *Step) {
	if mag := uint64(max(s.Sum, -s.Sum)); mag != 0 && !s.Special {
		lz := bits.LeadingZeros64(mag)
		var r round.Result
		round.PackNarrow(&r, &d.env, d.acc, s.Sum < 0, s.Quantum+63-int32(lz), mag<<uint(lz), false)
		s.Rounded = r.Decision
	}
}
